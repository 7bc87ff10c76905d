//! One line of a list: how many, which card, and what follows its name.

use super::tail::{Name, Tail, edition_in, is_opening, tail};
use super::{Dictionary, MAX_COPIES};
use crate::id::CardId;

/// Ends a name that would be read as something else: "1 Box (ABC) #=" is of a card called "Box (ABC)".
pub(super) const END_OF_NAME: &str = " #=";

/// A card in a line, as it is written there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CardLine {
    pub(super) count: Count,
    /// The name as it is written, without what follows it.
    pub(super) written: String,
    pub(super) card: Option<CardId>,
    pub(super) tail: Tail,
}

/// How many copies a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// It says nothing, which means one.
    Unsaid,
    /// From 1 to 999.
    Copies(u16),
    /// None.
    Zero,
    /// Something that is not a number of copies.
    Bad(String),
}

impl Count {
    /// The value of an attribute.
    pub(super) fn read(text: &str) -> Self {
        match text.trim().parse() {
            Ok(0) => Self::Zero,
            Ok(copies) if copies <= MAX_COPIES => Self::Copies(copies),
            _ => Self::Bad(text.trim().chars().take(20).collect()),
        }
    }
}

/// Reads a line that is neither blank, a comment nor a heading.
pub(super) fn card_line(text: &str, dictionary: &impl Dictionary) -> CardLine {
    let text = text.trim();
    let text = ["* ", "- ", "• ", "· "]
        .iter()
        .find_map(|dot| text.strip_prefix(dot))
        .unwrap_or(text)
        .trim();
    // Names may begin with a number, as in "1996 World Champion".
    if let Some(line) = known(text, dictionary) {
        return line;
    }
    if let Some((digits, rest)) = leading_number(text) {
        let count = Count::read(digits);
        for rest in rest.into_iter().flatten() {
            if let Some(line) = card(rest, dictionary) {
                return CardLine { count, ..line };
            }
        }
        // Nobody wants 1996 cards, so that number is a part of the name.
        if let (Some(rest), Count::Copies(_) | Count::Zero) =
            (rest.into_iter().flatten().last(), &count)
        {
            return CardLine { count, ..guessed(rest, dictionary) };
        }
    }
    card(text, dictionary).unwrap_or_else(|| guessed(text, dictionary))
}

/// The card that the whole of `text` names, without a count.
fn known(text: &str, dictionary: &impl Dictionary) -> Option<CardLine> {
    if let Some((name, after)) = text.rsplit_once(END_OF_NAME) {
        let tail = tail(after, Name::Known)?;
        let card = Some(dictionary.find(name)?);
        return Some(CardLine { count: Count::Unsaid, written: name.trim().into(), card, tail });
    }
    let mut head = text;
    loop {
        let (card, used) = dictionary.longest(head)?;
        let (name, after) = (text.get(..used)?, text.get(used..)?);
        if let Some(tail) = tail(after, Name::Known) {
            return Some(CardLine {
                count: Count::Unsaid,
                written: name.trim().into(),
                card: Some(card),
                tail,
            });
        }
        // A shorter name may be followed by what we can read.
        let last = name.chars().next_back()?;
        head = &text[..used - last.len_utf8()];
    }
}

/// The known card after a count, perhaps after the code of its set.
fn card(text: &str, dictionary: &impl Dictionary) -> Option<CardLine> {
    if let Some(line) = known(text, dictionary) {
        return Some(line);
    }
    let (edition, rest) = leading_edition(text)?;
    let mut line = known(rest, dictionary)?;
    line.tail.edition = Some(edition);
    Some(line)
}

/// A line of which no beginning is a name. A name may still be known in another form: "A-" before it, or twice.
fn guessed(text: &str, dictionary: &impl Dictionary) -> CardLine {
    let line = unknown(text);
    CardLine { card: dictionary.find(&line.written), ..line }
}

/// The set before a name: `[M14] Mutavault`.
fn leading_edition(text: &str) -> Option<(super::Edition, &str)> {
    let (inside, rest) = text.strip_prefix('[')?.split_once(']')?;
    let rest = rest.trim();
    if rest.is_empty() || text.contains(END_OF_NAME) {
        None
    } else {
        Some((edition_in(inside)?, rest))
    }
}

/// A line whose name the dictionary does not have. The name ends where the rest can be read.
fn unknown(text: &str) -> CardLine {
    let line = |written: &str, tail| CardLine {
        count: Count::Unsaid,
        written: written.trim().into(),
        card: None,
        tail,
    };
    if let Some((name, after)) = text.rsplit_once(END_OF_NAME)
        && let Some(tail) = tail(after, Name::Known)
    {
        return line(name, tail);
    }
    if let Some((edition, rest)) = leading_edition(text) {
        let inner = unknown(rest);
        let tail = Tail { edition: Some(edition), ..inner.tail };
        return CardLine { tail, ..inner };
    }
    let may_begin = |at: usize, c: char| {
        let after_blank = text[..at].ends_with(char::is_whitespace);
        match c {
            '|' => !after_blank && text[at + 1..].starts_with(|c: char| c.is_ascii_alphanumeric()),
            '+' => text[at + 1..].starts_with('|'),
            'C' => after_blank,
            _ => after_blank && is_opening(c),
        }
    };
    let splits = text.char_indices().skip(1).filter(|&(at, c)| may_begin(at, c));
    for (at, _) in splits {
        if let Some(tail) = tail(&text[at..], Name::Guessed) {
            return line(&text[..at], tail);
        }
    }
    line(text, Tail::default())
}

/// The number at the beginning, and what may follow it: with a separate "x", and without.
fn leading_number(text: &str) -> Option<(&str, [Option<&str>; 2])> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - digits.len());
    let is_x = |c: char| matches!(c, 'x' | 'X' | '×');
    let after_gap = |text: &'_ str| {
        text.starts_with(|c: char| c.is_whitespace() || c == '[') && !text.trim().is_empty()
    };
    if number.is_empty() {
        return None;
    }
    if let Some(after) = rest.strip_prefix(is_x).filter(|after| after_gap(after)) {
        return Some((number, [Some(after.trim()), None]));
    }
    if !after_gap(rest) {
        return None;
    }
    let rest = rest.trim();
    let without_x = rest.strip_prefix(is_x).filter(|after| after_gap(after)).map(str::trim);
    Some((number, [Some(rest), without_x]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::NoDictionary;

    /// The count, the name, and set and number of a line of which nobody knows the name.
    fn read(text: &str) -> (Count, String, Option<String>) {
        let line = card_line(text, &NoDictionary);
        let edition =
            line.tail.edition.map(|e| format!("{} {}", e.set, e.number.unwrap_or_default()));
        (line.count, line.written, edition.map(|edition| edition.trim().to_owned()))
    }

    #[test]
    fn unknown_names_are_told_from_what_follows() {
        let copies = Count::Copies;
        for (text, count, name, edition) in [
            ("4 Sly Tomcat", copies(4), "Sly Tomcat", None),
            ("4x Sly Tomcat", copies(4), "Sly Tomcat", None),
            ("4 X Sly Tomcat", copies(4), "Sly Tomcat", None),
            ("4X [B] Sly Tomcat (3)", copies(4), "Sly Tomcat (3)", Some("B")),
            ("  2 [RNA:1] Sly Tomcat", copies(2), "Sly Tomcat", Some("RNA 1")),
            ("* 1 Sly Tomcat (mkm) 313 [Ramp]", copies(1), "Sly Tomcat", Some("MKM 313")),
            ("1 Sly Tomcat|TDC|1", copies(1), "Sly Tomcat", Some("TDC")),
            ("1 Sly Tomcat+|TDC", copies(1), "Sly Tomcat", Some("TDC")),
            ("1 Sly Tomcat (CMR) 632 *F* #Draw", copies(1), "Sly Tomcat", Some("CMR 632")),
            ("1 Box (Used)", copies(1), "Box (Used)", None),
            ("1 Box (ABC) 12 #=", copies(1), "Box (ABC) 12", None),
            ("1 Box (ABC) 12 #= (XYZ) 3", copies(1), "Box (ABC) 12", Some("XYZ 3")),
            ("1 X", copies(1), "X", None),
            ("1x x Ray", copies(1), "x Ray", None),
            ("1 Fire | Ice", copies(1), "Fire | Ice", None),
            ("Sly Tomcat", Count::Unsaid, "Sly Tomcat", None),
            ("1996 World Champion", Count::Unsaid, "1996 World Champion", None),
            ("70,000 Light-Years from Home", Count::Unsaid, "70,000 Light-Years from Home", None),
            ("1 70,000 Light-Years from Home", copies(1), "70,000 Light-Years from Home", None),
            ("+2 Mace", Count::Unsaid, "+2 Mace", None),
            ("2 +2 Mace", copies(2), "+2 Mace", None),
            ("4", Count::Unsaid, "4", None),
            ("4x", Count::Unsaid, "4x", None),
            ("0 Sly Tomcat", Count::Zero, "Sly Tomcat", None),
        ] {
            assert_eq!(read(text), (count, name.into(), edition.map(str::to_owned)), "{text}");
        }
    }

    #[test]
    fn counts_are_small_numbers() {
        assert_eq!(Count::read(" 12 "), Count::Copies(12));
        assert_eq!(Count::read("0"), Count::Zero);
        for text in ["1000", "-3", "", "four", "4.5", "99999999999999999999999999"] {
            assert!(matches!(Count::read(text), Count::Bad(_)), "{text}");
        }
    }
}
