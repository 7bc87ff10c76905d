//! Commanders: who can be one, which two go together, and which colours they allow.

use super::{Finding, Format, Judged};
use crate::card::CardWords;
use crate::colours::Colours;
use crate::deck::{Deck, Note, NoteKind, Section};
use crate::id::CardId;
use crate::mana::ManaValue;

/// What a card of Tiny Leaders may cost.
const TINY: u16 = 3;

impl Judged<'_> {
    pub(super) fn commanders(&self, findings: &mut Vec<Finding>) {
        let format = self.format;
        if !format.has_commanders() {
            return;
        }
        let have = self.deck.count(Section::Commander);
        let commanders: Vec<Option<&CardWords>> =
            self.deck.commanders.iter().map(|entry| self.words(entry)).collect();
        match have {
            0 => findings.push(Finding::NoCommander(format)),
            1 | 2 => {}
            _ => findings.push(Finding::TooManyCommanders { format, have }),
        }
        let pair = match commanders[..] {
            [Some(one), Some(other)] => Some((one, other)),
            _ => None,
        };
        if let Some((one, other)) = pair.filter(|(one, other)| !go_together(one, other, format)) {
            let (one, other) = (one.name.clone(), other.name.clone());
            findings.push(Finding::NoPair { one, other });
        }
        for words in commanders.into_iter().flatten() {
            // A background or a spell leads nobody by itself, but may be one of a pair.
            if !can_command(words, format) && pair.is_none_or(|(a, b)| !go_together(a, b, format)) {
                let wanted = if format == Format::Oathbreaker {
                    "it is no planeswalker"
                } else {
                    "it is no legendary creature"
                };
                findings.push(Finding::CannotCommand { name: words.name.clone(), wanted });
            }
        }
    }

    /// Cards with colours that the commanders do not have.
    pub(super) fn identity(&self, findings: &mut Vec<Finding>) {
        let commanders = || self.deck.commanders.iter();
        let known = commanders().filter_map(|entry| self.words(entry));
        if !self.format.has_commanders() || known.clone().count() < commanders().count().max(1) {
            return;
        }
        let allowed = known.map(|words| words.colour_identity).fold(Colours::NONE, Colours::union);
        for (entry, _) in self.names() {
            let Some(words) = self.words(entry) else { continue };
            let outside: Colours =
                words.colour_identity.iter().filter(|&colour| !allowed.contains(colour)).collect();
            let name = || entry.name.clone();
            if !outside.is_empty() {
                findings.push(Finding::Identity { name: name(), outside });
            }
            if self.format == Format::TinyLeaders && words.mana_value > ManaValue::whole(TINY) {
                let (value, most) = (words.mana_value.to_string(), TINY);
                findings.push(Finding::TooExpensive {
                    name: name(),
                    value,
                    most,
                    format: self.format,
                });
            }
        }
    }
}

/// Moves the commanders out of the sideboard, where many programs keep them, if the format has commanders, the deck names
/// none, and everything in the sideboard can be one.
pub fn choose_commanders(
    deck: &mut Deck,
    format: Format,
    words: impl Fn(CardId) -> Option<CardWords>,
) {
    if !format.has_commanders() || !deck.commanders.is_empty() || deck.sideboard_count() > 2 {
        return;
    }
    let side: Option<Vec<CardWords>> =
        deck.sideboard.iter().map(|entry| entry.card.and_then(&words)).collect();
    let are_commanders = match side.as_deref() {
        Some([one]) => can_command(one, format),
        Some([one, other]) => go_together(one, other, format),
        _ => false,
    };
    if are_commanders {
        deck.commanders = std::mem::take(&mut deck.sideboard);
        for entry in &deck.commanders {
            let kind = NoteKind::Promoted { name: entry.name.clone() };
            deck.notes.push(Note { line: None, kind });
        }
    }
}

/// Whether a card can be the only commander.
fn can_command(words: &CardWords, format: Format) -> bool {
    let Some(front) = words.front() else { return false };
    let is = |word: &str| has_word(&front.type_line, word);
    let says_so = || front.text.to_lowercase().contains("can be your commander");
    let is_planeswalker = is("Planeswalker");
    if format == Format::Oathbreaker {
        return is_planeswalker;
    }
    let has_body = (is("Vehicle") || is("Spacecraft")) && front.power.is_some();
    let is_leader = is("Creature") || has_body || (format == Format::Brawl && is_planeswalker);
    is("Legendary") && is_leader || says_so()
}

/// Whether two cards may be the commanders of one deck.
fn go_together(one: &CardWords, other: &CardWords, format: Format) -> bool {
    let orders = [(one, other), (other, one)];
    if format == Format::Oathbreaker {
        let is_spell = |words: &CardWords| is_type(words, "Instant") || is_type(words, "Sorcery");
        return orders.iter().any(|(leader, spell)| can_command(leader, format) && is_spell(spell));
    }
    let both = |keyword: &str| {
        lines(one).any(|line| line == keyword) && lines(other).any(|line| line == keyword)
    };
    if !orders.iter().any(|(leader, _)| can_command(leader, format)) {
        return false;
    }
    // "Partner—Survivors" goes with the same words only.
    let mut kinds =
        lines(one).filter(|line| line.starts_with("partner—") || line.starts_with("partner —"));
    both("partner")
        || both("friends forever")
        || kinds.any(|kind| lines(other).any(|line| line == kind))
        || orders.iter().any(|(leader, second)| {
            let names = format!("partner with {}", second.name.to_lowercase());
            let has = |keyword: &str| lines(leader).any(|line| line == keyword);
            has(&names)
                || has("choose a background") && is_type(second, "Background")
                || has("doctor's companion") && is_type(second, "Doctor")
        })
}

/// The lines of a card's text in small letters, without what is in parentheses; keywords in one line are lines of their own.
fn lines(words: &CardWords) -> impl Iterator<Item = String> {
    let text =
        words.front().map_or(String::new(), |front| front.text.to_lowercase().replace('’', "'"));
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split(" (").next().unwrap_or_default().trim().to_owned())
        .flat_map(|line| {
            // "Partner with Otto, the Old" is one keyword, and "flying, partner" are two.
            let is_one = line.starts_with("partner with ");
            let parts: Vec<String> = line.split(", ").map(str::to_owned).collect();
            if is_one { vec![line] } else { parts }
        })
        .collect();
    lines.into_iter()
}

fn is_type(words: &CardWords, word: &str) -> bool {
    words.front().is_some_and(|front| has_word(&front.type_line, word))
}

fn has_word(type_line: &str, word: &str) -> bool {
    type_line.split(|c: char| !c.is_alphanumeric()).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::FaceWords;

    fn card(name: &str, type_line: &str, text: &str) -> CardWords {
        let (name, type_line, text) = (name.into(), type_line.into(), text.into());
        CardWords::invented(FaceWords { name, type_line, text, ..FaceWords::default() })
    }

    #[test]
    fn pairs_say_that_they_are_pairs() {
        let legend = |name: &str, text: &str| card(name, "Legendary Creature — Otter", text);
        let pair = |one: &CardWords, other: &CardWords| {
            let order = go_together(one, other, Format::Commander);
            assert_eq!(order, go_together(other, one, Format::Commander));
            order
        };
        let plain = legend("Anna", "Flying");
        let partner = legend("Bo", "Partner (You can have two commanders if both have partner.)");
        let also = legend("Cy", "Flying, partner");
        assert!(pair(&partner, &also));
        assert!(!pair(&partner, &plain) && !pair(&plain, &plain));
        let with = legend("Dot", "Partner with Otto, the Old (When this enters, …)");
        assert!(pair(&with, &legend("Otto, the Old", "Partner with Dot")));
        assert!(!pair(&with, &partner) && !pair(&with, &legend("Otto", "")));
        let friends = legend("Eve", "Friends forever");
        assert!(pair(&friends, &friends) && !pair(&friends, &partner));
        let survivor = legend("Fay", "Partner—Survivors");
        assert!(pair(&survivor, &survivor) && !pair(&survivor, &legend("Gil", "Partner—Sailors")));
        let chooser = legend("Hal", "Choose a Background");
        assert!(pair(&chooser, &card("Sailor", "Legendary Enchantment — Background", "")));
        let companion = legend("Ivy", "Doctor’s companion");
        assert!(pair(&companion, &card("The Tenth", "Legendary Creature — Time Lord Doctor", "")));
    }

    #[test]
    fn legendary_creatures_command() {
        let can = |type_line: &str, text: &str, format| {
            can_command(&card("Anna", type_line, text), format)
        };
        assert!(can("Legendary Creature — Otter", "", Format::Commander));
        assert!(can(
            "Legendary Planeswalker — Anna",
            "Anna can be your commander.",
            Format::Commander
        ));
        assert!(can("Legendary Planeswalker — Anna", "", Format::Brawl));
        assert!(can("Legendary Planeswalker — Anna", "", Format::Oathbreaker));
        assert!(!can("Legendary Planeswalker — Anna", "", Format::Commander));
        assert!(!can("Creature — Otter", "", Format::Commander));
        assert!(!can("Legendary Artifact", "", Format::Commander));
        assert!(!can("Legendary Creature — Otter", "", Format::Oathbreaker));
    }
}
