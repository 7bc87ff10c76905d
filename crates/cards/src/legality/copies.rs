//! How many copies of a card a deck may have.

use super::{Finding, Judged};
use crate::card::{CardWords, Legality};

impl Judged<'_> {
    pub(super) fn copies(&self, findings: &mut Vec<Finding>) {
        let Some(usual) = self.format.copies() else { return };
        for (entry, have) in self.names() {
            let Some(words) = self.words(entry) else {
                if have > usual && !is_basic_name(&entry.name) {
                    findings.push(Finding::Copies { name: entry.name.clone(), have, most: usual });
                }
                continue;
            };
            let restricted = self.format.pool().and_then(|pool| words.legality(pool))
                == Some(Legality::Restricted);
            let most = if restricted { Some(1) } else { limit(words, usual) };
            if let Some(most) = most.filter(|&most| have > most) {
                findings.push(Finding::Copies { name: entry.name.clone(), have, most });
            }
        }
    }
}

/// The most copies of a card, or nothing if there is no limit.
fn limit(words: &CardWords, usual: u32) -> Option<u32> {
    let faces = || words.faces.iter();
    if faces().any(|face| face.type_line.split_whitespace().any(|word| word == "Basic")) {
        return None;
    }
    let text = faces().map(|face| face.text.to_lowercase()).collect::<Vec<_>>().join("\n");
    if text.contains("a deck can have any number of cards named") {
        return None;
    }
    let after = text.split_once("a deck can have up to ").map(|(_, after)| after);
    let number = after.and_then(|after| number(after.split(' ').next()?));
    let only = text.contains("a deck can have only one card named").then_some(1);
    Some(only.or(number).unwrap_or(usual))
}

/// A number in words or digits.
fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let number =
        WORDS.iter().position(|known| *known == word).and_then(|at| u32::try_from(at).ok());
    number.or_else(|| word.parse().ok())
}

/// Whether a card of which only the name is known is a basic land.
fn is_basic_name(name: &str) -> bool {
    let plain = name.strip_prefix("Snow-Covered ").unwrap_or(name);
    ["Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"].contains(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::FaceWords;

    #[test]
    fn words_lift_the_limit_on_copies() {
        let most = |type_line: &str, text: &str| {
            let face = FaceWords {
                type_line: type_line.into(),
                text: text.into(),
                ..FaceWords::default()
            };
            limit(&CardWords::invented(face), 4)
        };
        assert_eq!(most("Creature — Mouse", ""), Some(4));
        assert_eq!(most("Basic Land — Garden", ""), None);
        assert_eq!(most("Basic Snow Land", ""), None);
        assert_eq!(
            most("Creature", "Flying\nA deck can have any number of cards named Moth."),
            None
        );
        assert_eq!(most("Creature", "A deck can have up to seven cards named Moth."), Some(7));
        assert_eq!(most("Creature", "A deck can have up to 9 cards named Moth."), Some(9));
        assert_eq!(most("Creature", "A deck can have only one card named Moth."), Some(1));
        assert_eq!(most("Basically a Land", ""), Some(4));
    }
}
