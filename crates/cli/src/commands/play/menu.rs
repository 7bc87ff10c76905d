//! Menus: the legal actions, offered step by step.

use crate::draw::text::{flow, paragraph, width};
use crate::playable::Step;

/// A label up to this wide can share a line with others.
const SHORT: usize = 18;

/// Legal actions with the steps that lead to each.
pub(super) struct Menu<A> {
    entries: Vec<(A, Vec<Step>)>,
    /// How many steps have been taken: all entries have these in common.
    depth: usize,
}

/// What came of a choice.
pub(super) enum Chosen<A> {
    /// This action.
    Action(A),
    /// There is more to choose.
    Further(Menu<A>),
}

impl<A: Clone> Menu<A> {
    pub(super) const fn new(entries: Vec<(A, Vec<Step>)>) -> Self {
        Self { entries, depth: 0 }
    }

    /// The step that is offered now in each entry.
    fn step(&self, entry: &(A, Vec<Step>)) -> Option<Step> {
        entry.1.get(self.depth).cloned()
    }

    /// What is offered now: each step once, those that come first before the others.
    pub(super) fn offers(&self) -> Vec<Step> {
        let mut offers: Vec<Step> = Vec::new();
        for step in self.entries.iter().filter_map(|entry| self.step(entry)) {
            if !offers.contains(&step) {
                offers.push(step);
            }
        }
        offers.sort_by_key(|step| (!step.comes_first, step.place));
        offers
    }

    /// Whether there is a step to go back to.
    pub(super) const fn can_go_back(&self) -> bool {
        self.depth > 0
    }

    /// Whether all that is offered can be seen on the table that was just drawn.
    pub(super) fn is_drawn(&self) -> bool {
        self.entries.iter().all(|entry| self.step(entry).is_some_and(|step| step.is_drawn))
    }

    /// What is asked, and the numbered offers.
    pub(super) fn draw(&self, columns: usize) -> (String, String) {
        let offers = self.offers();
        let question = offers.first().map_or_else(String::new, |step| step.question.clone());
        let numbers = (1..).map(|number: usize| format!("{number:>2} "));
        let short = offers.len() > 2 && offers.iter().all(|step| width(&step.label) <= SHORT);
        let list = if short {
            let lines: Vec<String> =
                numbers.zip(&offers).map(|(number, step)| number + &step.label).collect();
            flow(" ", &lines, "  ", columns)
        } else {
            let line = |(number, step): (String, &Step)| match 1 + width(&step.label) {
                wide if wide + width(&number) <= columns => format!(" {number}{}\n", step.label),
                _ => paragraph(&format!(" {number}"), &step.label, columns),
            };
            numbers.zip(&offers).map(line).collect()
        };
        (question, list)
    }

    /// Takes one of the offers, and every further step that leaves no choice.
    pub(super) fn choose(&self, offer: &Step) -> Chosen<A> {
        let entries: Vec<_> =
            self.entries.iter().filter(|e| self.step(e).as_ref() == Some(offer)).cloned().collect();
        if let [(action, _)] = &entries[..] {
            return Chosen::Action(action.clone());
        }
        let further = Self { entries, depth: self.depth + 1 };
        match (&further.offers()[..], further.entries.first()) {
            ([only], _) => further.choose(only),
            // Nothing tells them apart, so either will do.
            ([], Some((action, _))) => Chosen::Action(action.clone()),
            _ => Chosen::Further(further),
        }
    }

    /// The action whose last step begins with this word, though there are steps before it.
    pub(super) fn shortcut(&self, answer: &str) -> Option<A> {
        let says = |step: &Step| {
            let label = anstream::adapter::strip_str(&step.label).to_string();
            label.split(' ').next() == Some(answer)
        };
        let mut meant = self.entries.iter().filter(|(_, steps)| steps.last().is_some_and(says));
        let (action, _) = meant.next()?;
        meant.next().is_none().then(|| action.clone())
    }

    /// The offer that an answer means: its number, or the beginning of its words. Where there is no
    /// choice, no word is needed.
    pub(super) fn find(&self, answer: &str) -> Option<Step> {
        let mut offers = self.offers();
        if answer.is_empty() && offers.len() == 1 {
            return offers.pop();
        }
        if let Ok(number) = answer.parse::<usize>() {
            return number.checked_sub(1).and_then(|at| offers.get(at)).cloned();
        }
        let answer = answer.to_lowercase();
        let fits = |step: &&Step| {
            let label = anstream::adapter::strip_str(&step.label).to_string();
            !answer.is_empty() && label.to_lowercase().starts_with(&answer)
        };
        let mut meant = offers.iter().filter(fits);
        let first = meant.next()?;
        // Cards of the same kind are as good as each other; different things are not.
        meant.all(|other| other.label == first.label).then(|| first.clone())
    }
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
        let Chosen::Further(menu) = menu.choose(&menu.find("2").unwrap()) else { panic!() };
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
    fn words_are_understood_and_nonsense_is_not() {
        let menu = menu();
        assert!(matches!(menu.choose(&menu.find("pa").unwrap()), Chosen::Action(4)));
        assert_eq!(menu.find("kit").unwrap().key, 7);
        for nonsense in ["", "0", "4", "-1", "99999999999999999999", "x", "🐈"] {
            assert!(menu.find(nonsense).is_none(), "{nonsense}");
        }
    }
}
