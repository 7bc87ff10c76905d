//! What follows a card's name in a line: set and number, foil, tags, categories.

use super::{Edition, Section};

/// What the end of a line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tail {
    pub(super) edition: Option<Edition>,
    /// The part of the deck that a category or tag names.
    pub(super) section: Option<Section>,
    /// The category that keeps the card out of the deck.
    pub(super) left_out: Option<String>,
}

/// How sure we are that the name is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// The dictionary has the name.
    Known,
    /// It may go on: "B.F.M. (Big Furry Monster)".
    Guessed,
}

/// Reads what follows a name. `None` if any of it is something else.
pub(super) fn tail(text: &str, name: Name) -> Option<Tail> {
    let mut tail = Tail::default();
    // Forge marks a foil by a plus at the end of the name.
    let mut rest = match text.strip_prefix('+') {
        Some(after) if after.is_empty() || after.starts_with(['|', ' ']) => after,
        _ => text,
    };
    if !rest.is_empty() && !rest.starts_with(|c: char| c.is_whitespace() || is_opening(c)) {
        return None;
    }
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return Some(tail) };
        rest = match first {
            '(' => tail.parentheses(rest, name)?,
            '[' => tail.brackets(rest)?,
            '<' => after(rest, '>')?.1,
            '*' => tail.stars(rest)?,
            '^' => after(&rest[1..], '^')?.1,
            '|' => tail.bars(rest)?,
            '#' => tail.tags(rest, name)?,
            _ => tail.word(rest)?,
        };
    }
}

/// Whether a character can begin a tail without a blank before it.
pub(super) fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '<' | '|' | '#' | '^' | '*')
}

/// The set, and perhaps the number, in brackets before or after a name: `M14`, `ZNR:177`, `ISD#144`.
pub(super) fn edition_in(text: &str) -> Option<Edition> {
    let (set, number) = match text.split_once([':', '#']) {
        Some((set, number)) => (set.trim(), Some(number.trim())),
        None => (text.trim(), None),
    };
    if number.is_none_or(is_number) { Edition::checked(set, number) } else { None }
}

impl Edition {
    /// The edition with this code, if it can be one. A number that cannot be one is left out.
    pub(super) fn checked(set: &str, number: Option<&str>) -> Option<Self> {
        let number = number.map(str::trim).filter(|number| is_number(number));
        is_set(set.trim())
            .then(|| Self { set: set.trim().to_uppercase(), number: number.map(str::to_owned) })
    }
}

impl Tail {
    /// `(ELD) 324`, `(F)`, `(mkm) 313`.
    fn parentheses<'a>(&mut self, rest: &'a str, name: Name) -> Option<&'a str> {
        let (inside, rest) = after(rest, ')')?;
        if inside.is_empty() || is_foil(inside) {
            return Some(rest);
        }
        let (word, beyond) = next_word(rest);
        let number = Some(word).filter(|word| is_number(word));
        let is_certain = match name {
            Name::Known => true,
            // A name that we do not know may end in parentheses of its own.
            Name::Guessed => {
                let has = |of: fn(&char) -> bool| inside.chars().any(|c| of(&c));
                let has_small = has(char::is_ascii_lowercase);
                inside.len() >= 2 && !has_small
                    || (number.is_some() && !has(char::is_ascii_uppercase))
            }
        };
        self.edition = Some(Edition::checked(inside, number).filter(|_| is_certain)?);
        Some(if number.is_some() { beyond } else { rest })
    }

    /// `[ISD#144]`, `[RNA]`, `[Ramp]`, `[Commander{top},Dragons]`, `[Maybeboard{noDeck}{noPrice}]`.
    fn brackets<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let (inside, rest) = after(rest, ']')?;
        let categories = || inside.split(',').map(str::trim);
        let is_capital = !inside.chars().any(|c| c.is_ascii_lowercase());
        if let Some(edition) =
            edition_in(inside).filter(|_| is_capital || inside.contains([':', '#']))
        {
            self.edition = Some(edition);
            return Some(rest);
        }
        for category in categories() {
            let (label, flags) = category.split_once('{').unwrap_or((category, ""));
            let label = label.trim();
            let is_out = flags.to_lowercase().contains("nodeck");
            match label.to_lowercase().as_str() {
                _ if is_out => self.left_out = Some(label.to_owned()),
                "maybeboard" | "considering" | "acquireboard" => {
                    self.left_out = Some(label.to_owned());
                }
                "commander" | "commanders" => self.section = Some(Section::Commander),
                "companion" => self.section = Some(Section::Companion),
                "sideboard" => self.section = self.section.or(Some(Section::Sideboard)),
                "tokens" | "tokens & extras" => {
                    self.section = self.section.or(Some(Section::Tokens));
                }
                _ => {}
            }
        }
        Some(rest)
    }

    /// `*F*`, `*E*`, `*CMDR*`.
    fn stars<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let (word, rest) = next_word(rest);
        if word.eq_ignore_ascii_case("*CMDR*") {
            self.section = Some(Section::Commander);
        }
        is_stars(word).then_some(rest)
    }

    /// `|TDC|1`: the second number of Forge counts pictures and is no collector's number, unless it is in brackets.
    fn bars<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let end = rest.find(" #").unwrap_or(rest.len());
        let (bars, rest) = rest.split_at(end);
        let mut parts = bars[1..].split('|').map(str::trim);
        let set = parts.next()?;
        let number = parts.find_map(|part| part.strip_prefix('[')?.strip_suffix(']'));
        self.edition = Some(Edition::checked(set, number)?);
        Some(rest)
    }

    /// `#Removal #!Commander`, up to the end of the line.
    fn tags<'a>(&mut self, rest: &'a str, name: Name) -> Option<&'a str> {
        let begins = rest[1..].trim_start().chars().next();
        let is_tag = begins.is_none_or(|c| c.is_alphabetic() || c == '!');
        if name == Name::Guessed && !is_tag {
            return None;
        }
        let tags = rest.to_lowercase();
        let mut tags = tags.split('#').map(str::trim).filter_map(|tag| tag.strip_prefix('!'));
        self.section = self.section.or(tags.find_map(|tag| match tag {
            "commander" => Some(Section::Commander),
            "companion" => Some(Section::Companion),
            _ => None,
        }));
        Some("")
    }

    /// `CMDR`.
    fn word<'a>(&mut self, rest: &'a str) -> Option<&'a str> {
        let (word, rest) = next_word(rest);
        if word != "CMDR" {
            return None;
        }
        self.section = Some(Section::Commander);
        Some(rest)
    }
}

/// What is between the first character and the next `end`, and what follows.
fn after(rest: &str, end: char) -> Option<(&str, &str)> {
    let (inside, rest) = rest.split_once(end)?;
    let mut inside = inside.chars();
    // The opening bracket is one character; a label between two equal signs has had its first one taken away.
    if end != '^' {
        inside.next();
    }
    Some((inside.as_str().trim(), rest))
}

/// The next word, and what follows it.
fn next_word(rest: &str) -> (&str, &str) {
    let rest = rest.trim_start();
    rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()))
}

/// Whether this is something short between two stars: `*F*`.
fn is_stars(word: &str) -> bool {
    let inside = word.strip_prefix('*').and_then(|word| word.strip_suffix('*'));
    inside.is_some_and(|word| {
        (1..=6).contains(&word.len()) && word.chars().all(char::is_alphanumeric)
    })
}

/// Whether this says how a card was printed.
fn is_foil(text: &str) -> bool {
    ["f", "foil", "etched"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether this can be the code of a set.
fn is_set(text: &str) -> bool {
    (1..=8).contains(&text.len())
        && !is_foil(text)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether this can be a collector's number: anything that has ink and does not begin something else.
fn is_number(word: &str) -> bool {
    (1..=24).contains(&word.len())
        && !word.contains(|c: char| c.is_whitespace() || c.is_control() || "()[]<>|#^".contains(c))
        && !is_stars(word)
        && word != "CMDR"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn edition(text: &str) -> Option<(String, Option<String>)> {
        let tail = tail(text, Name::Known).expect("this is a tail");
        tail.edition.map(|edition| (edition.set, edition.number))
    }

    #[test]
    fn sets_and_numbers_are_read_in_every_form() {
        for (text, set, number) in [
            (" (ELD) 324", "ELD", Some("324")),
            (" (mkm) 313 [Ramp]", "MKM", Some("313")),
            (" (PLST) C15-5 *F* #Draw", "PLST", Some("C15-5")),
            (" (UNF) 2★", "UNF", Some("2★")),
            (" (SLD) ★", "SLD", Some("★")),
            (" (P30) 72+", "P30", Some("72+")),
            (" (XLN) 2*", "XLN", Some("2*")),
            (" (CMR) *F*", "CMR", None),
            (" (3)", "3", None),
            (" [ISD#144]", "ISD", Some("144")),
            (" [ZNR:315]", "ZNR", Some("315")),
            (" [RNA]", "RNA", None),
            ("|TDC|1", "TDC", None),
            ("|TDC|1|[144]", "TDC", Some("144")),
            ("+|M20", "M20", None),
            ("|M20 #tags", "M20", None),
        ] {
            let wanted = Some((set.to_owned(), number.map(str::to_owned)));
            assert_eq!(edition(text), wanted, "{text}");
        }
        for text in ["", " *F*", " <144>", " (F)", " #Removal #Draw", "\t^Have,#37d67a^", " [Ramp]"]
        {
            assert_eq!(edition(text), None, "{text}");
        }
    }

    #[test]
    fn categories_and_tags_say_where_a_card_goes() {
        let section = |text: &str| tail(text, Name::Known).expect("this is a tail").section;
        for text in
            [" #!Commander", " # !Commander", " [Commander{top}]", " CMDR", " (CMR) 1 *CMDR*"]
        {
            assert_eq!(section(text), Some(Section::Commander), "{text}");
        }
        assert_eq!(section(" (IKO) 226 [Companion]"), Some(Section::Companion));
        assert_eq!(section(" [Sideboard]"), Some(Section::Sideboard));
        assert_eq!(section(" [Commander{top},Sideboard]"), Some(Section::Commander));
        let out = |text: &str| tail(text, Name::Known).expect("this is a tail").left_out;
        assert_eq!(out(" [Maybeboard{noDeck}{noPrice}]").as_deref(), Some("Maybeboard"));
        assert_eq!(out(" [Cuts{noDeck}]").as_deref(), Some("Cuts"));
        assert_eq!(out(" [Ramp]"), None);
    }

    #[test]
    fn what_belongs_to_a_name_is_no_tail() {
        for text in
            ["ling", " (Big Furry Monster)", " of Night", " // Ice", " (ELD", " *F", "-like"]
        {
            assert_eq!(tail(text, Name::Known), None, "{text}");
        }
        for text in [" (Used)", " #1 Fan", " (used)", " (A)"] {
            assert_eq!(tail(text, Name::Guessed), None, "{text}");
            assert!(tail(text, Name::Known).is_some(), "{text}");
        }
    }
}
