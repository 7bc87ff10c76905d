//! Menus that lead to one of the legal actions in one or more steps.

use crate::draw::text::{flow, padded, paragraph, width};
use crate::playable::Step;

/// Labels up to this width share a line with others.
const SHORT_LABEL_WIDTH: usize = 18;
/// More offers than this are listed in columns, if their labels are at most [`GRID_LABEL_WIDTH`] wide.
const GRID_THRESHOLD: usize = 8;
/// The widest label that is listed in columns.
const GRID_LABEL_WIDTH: usize = 24;
/// The greatest width of the label column if there are notes beside it.
const NOTE_COLUMN_WIDTH: usize = 22;

/// Legal actions, each with the steps that lead to it.
pub(in crate::commands) struct Menu<A> {
    entries: Vec<(A, Vec<Step>)>,
    /// How many steps have been taken. All entries have these steps in common.
    depth: usize,
}

/// The result of a choice.
pub(in crate::commands) enum Chosen<A> {
    /// The choice leads to this action.
    Action(A),
    /// There is another step to choose.
    Submenu(Menu<A>),
}

impl<A: Clone> Menu<A> {
    pub(in crate::commands) const fn new(entries: Vec<(A, Vec<Step>)>) -> Self {
        Self { entries, depth: 0 }
    }

    /// The step of an entry that is offered now.
    fn step(&self, entry: &(A, Vec<Step>)) -> Option<Step> {
        entry.1.get(self.depth).cloned()
    }

    /// The steps that are offered now, without duplicates, sorted as their order says.
    pub(in crate::commands) fn offers(&self) -> Vec<Step> {
        let mut offers: Vec<Step> = Vec::new();
        for step in self.entries.iter().filter_map(|entry| self.step(entry)) {
            if !offers.contains(&step) {
                offers.push(step);
            }
        }
        offers.sort_by_key(|step| (!step.comes_first, step.place));
        offers
    }

    /// Whether there is a previous step.
    pub(in crate::commands) const fn can_go_back(&self) -> bool {
        self.depth > 0
    }

    /// Whether all offers are visible, with their numbers, in the drawing of the table.
    pub(in crate::commands) fn is_drawn(&self) -> bool {
        self.entries.iter().all(|entry| self.step(entry).is_some_and(|step| step.is_drawn))
    }

    /// The smallest and the largest number that can be typed, if the step asks for a number.
    pub(in crate::commands) fn range(&self) -> Option<(i64, i64)> {
        let numbers: Option<Vec<i64>> =
            self.entries.iter().map(|entry| self.step(entry)?.number).collect();
        let numbers = numbers?;
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    }

    /// Describes what can be typed: "1 to 7", "0 to 23, top or bottom".
    pub(in crate::commands) fn choices(&self) -> String {
        let offers = self.offers();
        let (least, most) =
            self.range().unwrap_or((1, offers.len().try_into().unwrap_or(i64::MAX)));
        let numbers = match most - least {
            0 => least.to_string(),
            1 => format!("{least} or {most}"),
            _ => format!("{least} to {most}"),
        };
        let is_word = |step: &&Step| {
            step.number.is_some_and(|number| step.label != number.to_string()) && !step.on_enter
        };
        let words: Vec<&str> = offers.iter().filter(is_word).map(|step| &*step.label).collect();
        if words.is_empty() { numbers } else { format!("{numbers}, {}", words.join(" or ")) }
    }

    /// Explains what is wrong with an invalid answer.
    pub(in crate::commands) fn complaint(&self, answer: &str) -> String {
        if answer.is_empty() {
            return format!("Type {}, or ?", self.choices());
        }
        let what = match (self.range(), answer.parse::<i64>()) {
            (Some((least, _)), Ok(number)) if number < least => format!("{number} is too small"),
            (Some(_), Ok(number)) => format!("{number} is too large"),
            (Some(_), Err(_)) => format!("{answer:?} is not a number"),
            (None, _) => format!("{answer:?} is not a choice here"),
        };
        format!("{what}: type {}, or ?", self.choices())
    }

    /// Draws the question and the numbered offers.
    pub(in crate::commands) fn draw(&self, columns: usize) -> (String, String) {
        let offers = self.offers();
        let question = offers.first().map_or_else(String::new, |step| step.question.clone());
        let numbers = (1..).map(|number: usize| format!("{number:>2} "));
        let widest = offers.iter().map(|step| width(&step.label)).max().unwrap_or_default();
        let noted = offers.iter().any(|step| !step.note.is_empty());
        let list = if self.range().is_some() {
            String::new()
        } else if noted {
            let column = widest.min(NOTE_COLUMN_WIDTH);
            numbers.zip(&offers).map(|(n, step)| with_note(&n, step, column, columns)).collect()
        } else if offers.len() > 2 && widest <= SHORT_LABEL_WIDTH {
            let lines: Vec<String> =
                numbers.zip(&offers).map(|(number, step)| number + &step.label).collect();
            flow(" ", &lines, "  ", columns)
        } else if offers.len() > GRID_THRESHOLD && widest <= GRID_LABEL_WIDTH {
            let cells: Vec<String> =
                numbers.zip(&offers).map(|(n, step)| n + &step.label).collect();
            grid(&cells, widest + 3, columns)
        } else {
            let line = |(number, step): (String, &Step)| match 1 + width(&step.label) {
                wide if wide + width(&number) <= columns => format!(" {number}{}\n", step.label),
                _ => paragraph(&format!(" {number}"), &step.label, columns),
            };
            numbers.zip(&offers).map(line).collect()
        };
        (question, list)
    }

    /// Takes an offer, and every following step that has only one offer.
    pub(in crate::commands) fn choose(&self, offer: &Step) -> Chosen<A> {
        let entries: Vec<_> =
            self.entries.iter().filter(|e| self.step(e).as_ref() == Some(offer)).cloned().collect();
        if let [(action, _)] = &entries[..] {
            return Chosen::Action(action.clone());
        }
        let submenu = Self { entries, depth: self.depth + 1 };
        match (&submenu.offers()[..], submenu.entries.first()) {
            ([only], _) => submenu.choose(only),
            // No step distinguishes these actions, so the first will do.
            ([], Some((action, _))) => Chosen::Action(action.clone()),
            _ => Chosen::Submenu(submenu),
        }
    }

    /// The only action whose last step begins with this word, so that the steps before it can be skipped.
    pub(in crate::commands) fn shortcut(&self, answer: &str) -> Option<A> {
        let says = |step: &Step| {
            let label = anstream::adapter::strip_str(&step.label).to_string();
            label.split(' ').next() == Some(answer)
        };
        let mut matches = self.entries.iter().filter(|(_, steps)| steps.last().is_some_and(says));
        let (action, _) = matches.next()?;
        matches.next().is_none().then(|| action.clone())
    }

    /// Finds the offer for an answer: its number, or the beginning of its label. An empty answer takes the
    /// only offer, or the one that is chosen with Enter.
    pub(in crate::commands) fn find(&self, answer: &str) -> Option<Step> {
        let mut offers = self.offers();
        if answer.is_empty() {
            let only = offers.len() == 1;
            return if only { offers.pop() } else { offers.into_iter().find(|step| step.on_enter) };
        }
        let typed = self.range().is_some();
        if let Ok(number) = answer.parse::<i64>() {
            return match usize::try_from(number) {
                _ if typed => offers.into_iter().find(|step| step.number == Some(number)),
                Ok(number) => number.checked_sub(1).and_then(|at| offers.get(at)).cloned(),
                Err(_) => None,
            };
        }
        let answer = answer.to_lowercase();
        let fits = |step: &&Step| {
            let label = anstream::adapter::strip_str(&step.label).to_string().to_lowercase();
            // If a number is asked for, a single letter is more likely a command.
            label == answer || !typed && label.starts_with(&answer)
        };
        let matches: Vec<&Step> = offers.iter().filter(fits).collect();
        let first = *matches.first()?;
        let is_exact = |step: &&&Step| {
            anstream::adapter::strip_str(&step.label).to_string().to_lowercase() == answer
        };
        if let Some(exact) = matches.iter().find(is_exact) {
            return Some((*exact).clone());
        }
        // Offers with the same label, such as two equal cards, are interchangeable.
        if matches.iter().all(|other| other.label == first.label) {
            return Some(first.clone());
        }
        matches.into_iter().find(|step| step.on_enter).cloned()
    }
}

/// Draws an offer with its note beside it, or below if there is no room.
fn with_note(number: &str, step: &Step, column: usize, columns: usize) -> String {
    let head = format!(" {number}{}", padded(&step.label, column));
    if width(&head) + 2 + width(&step.note) <= columns {
        return format!("{head}  {}", step.note).trim_end().to_owned() + "\n";
    }
    let label = paragraph(&format!(" {number}"), &step.label, columns);
    let indent = " ".repeat(width(number) + 3);
    label + &paragraph(&indent, &step.note, columns)
}

/// Draws cells of the same width in columns, in column-major order.
fn grid(cells: &[String], wide: usize, columns: usize) -> String {
    let abreast = (columns.saturating_sub(1) / (wide + 2)).clamp(1, cells.len().max(1));
    let height = cells.len().div_ceil(abreast);
    let line = |row: usize| {
        let cells = cells.iter().skip(row).step_by(height);
        let line: String = cells.map(|cell| padded(cell, wide + 2)).collect();
        format!(" {}\n", line.trim_end())
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu<u8> {
        let path = |card: usize, said: &str, first| {
            vec![
                Step::new("Which?", "Kitten").keyed(card),
                Step::new("As what?", said).first_if(first),
            ]
        };
        Menu::new(vec![
            (0, path(7, "Show Cat", false)),
            (1, path(7, "Kitten", true)),
            (2, path(9, "Show Cat", false)),
            (3, path(9, "Kitten", true)),
            (4, vec![Step::new("Which?", "Pass")]),
        ])
    }

    #[test]
    fn steps_that_are_shared_are_offered_once_and_the_first_come_first() {
        let menu = menu();
        assert_eq!(menu.offers().len(), 3);
        let Chosen::Submenu(menu) = menu.choose(&menu.find("2").unwrap()) else { panic!() };
        assert!(menu.can_go_back());
        assert_eq!(menu.offers()[0].label, "Kitten");
        let Chosen::Action(action) = menu.choose(&menu.find("1").unwrap()) else { panic!() };
        assert_eq!(action, 3);
    }

    #[test]
    fn the_last_step_can_be_named_at_once_and_the_only_choice_needs_no_word() {
        let bid = |bid: &str| vec![Step::new("What?", "Points"), Step::new("How many?", bid)];
        let menu = Menu::new(vec![(30, bid("30 points")), (31, bid("31 points"))]);
        assert_eq!(menu.shortcut("31"), Some(31));
        assert_eq!(menu.shortcut("3"), None);
        assert!(menu.find("").is_some_and(|step| step.label == "Points"));
    }

    #[test]
    fn a_number_is_typed_where_one_is_asked_for() {
        let step =
            |n: i64| Step::new("How often?", if n == 1 { "once".into() } else { n.to_string() });
        let offer = |n: i64| (n, vec![step(n).numbered(n).enter_if(n == 1)]);
        let menu = Menu::new((1..=100).map(offer).collect());
        for (answer, meant) in [("1", 1), ("100", 100), ("042", 42), ("ONCE", 1), ("", 1)] {
            let found = menu.find(answer).and_then(|step| step.number);
            assert_eq!(found, Some(meant), "{answer}");
        }
        for (answer, says) in [
            ("0", "0 is too small: type 1 to 100, or ?"),
            ("-1", "-1 is too small: type 1 to 100, or ?"),
            ("101", "101 is too large: type 1 to 100, or ?"),
            ("150", "150 is too large: type 1 to 100, or ?"),
            ("abc", "\"abc\" is not a number: type 1 to 100, or ?"),
            ("on", "\"on\" is not a number: type 1 to 100, or ?"),
        ] {
            assert!(menu.find(answer).is_none(), "{answer}");
            assert_eq!(menu.complaint(answer), says);
        }
        assert_eq!(menu.draw(80), ("How often?".into(), String::new()));
    }

    #[test]
    fn enter_and_the_shortest_word_mean_the_same() {
        let offer = |label: &str| vec![Step::new("Nope it?", label).enter_if(label == "Pass")];
        let menu = Menu::new(vec![
            (0, offer("Pass all this turn")),
            (1, offer("Pass")),
            (2, offer("Nope!")),
        ]);
        for (answer, meant) in [("", 1), ("p", 1), ("pass", 1), ("pass a", 0), ("n", 2)] {
            let Chosen::Action(action) = menu.choose(&menu.find(answer).unwrap()) else { panic!() };
            assert_eq!(action, meant, "{answer}");
        }
    }

    #[test]
    fn notes_stand_beside_or_below_and_are_not_typed() {
        let offer = |label: &str, note: &str| vec![Step::new("What?", label).noted(note)];
        let menu =
            Menu::new(vec![(0, offer("Draw", "")), (1, offer("Draw twice", "and end the turn"))]);
        assert_eq!(menu.draw(40).1, "  1 Draw\n  2 Draw twice  and end the turn\n");
        assert_eq!(menu.draw(30).1, "  1 Draw\n  2 Draw twice\n      and end the turn\n");
        assert_eq!(menu.find("draw").unwrap().label, "Draw");
        assert!(menu.find("dra").is_none());
    }

    #[test]
    fn many_offers_stand_in_columns() {
        let offer = |n: u8| (n, vec![Step::new("Which?", format!("Rainbow-Ralphing Cat {n}"))]);
        let (_, list) = Menu::new((0..26).map(offer).collect()).draw(80);
        assert_eq!(list.lines().count(), 13, "{list}");
        assert!(list.lines().all(|line| width(line) <= 80), "{list}");
    }

    #[test]
    fn words_are_understood_and_nonsense_is_not() {
        let menu = menu();
        assert!(matches!(menu.choose(&menu.find("pa").unwrap()), Chosen::Action(4)));
        assert_eq!(menu.find("kit").unwrap().key, 7);
        for nonsense in ["", "0", "4", "-1", "99999999999999999999", "x", "🐈"] {
            assert!(menu.find(nonsense).is_none(), "{nonsense}");
        }
    }
}
