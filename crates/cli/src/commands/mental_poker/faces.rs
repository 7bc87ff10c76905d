//! The demo's cards: playing cards, aces first.

use anstyle::{AnsiColor, Style};
use facedown_crypto::FaceNumber;

/// Drawn for a card that the viewer cannot see.
pub(super) const HIDDEN: &str = "▒▒";

const RANKS: [&str; 13] = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const SUITS: [char; 4] = ['♠', '♥', '♦', '♣'];
/// The number of different cards.
const DECK_SIZE: u16 = 52;

/// A deck of this number of cards, which repeat after [`DECK_SIZE`].
pub(super) fn deck(cards: u16) -> Vec<FaceNumber> {
    (0..cards).map(|number| FaceNumber(number % DECK_SIZE)).collect()
}

/// The name of a card, such as "K♠".
pub(super) fn name(face: FaceNumber) -> String {
    let rank = RANKS.get(usize::from(face.0 / 4)).unwrap_or(&"?");
    format!("{rank}{}", SUITS[suit(face)])
}

/// The name of a card in the colour of its suit.
pub(super) fn drawn(face: FaceNumber) -> String {
    let style = if is_red(face) { AnsiColor::Red.on_default() } else { Style::new() }.bold();
    format!("{style}{}{style:#}", name(face))
}

pub(super) fn is_red(face: FaceNumber) -> bool {
    matches!(suit(face), 1 | 2)
}

pub(super) const fn is_ace(face: FaceNumber) -> bool {
    face.0 / 4 == 0
}

fn suit(face: FaceNumber) -> usize {
    usize::from(face.0 % 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifty_two_different_cards() {
        let mut names: Vec<String> = deck(52).into_iter().map(name).collect();
        assert_eq!(
            (names[0].as_str(), names[17].as_str(), names[51].as_str()),
            ("A♠", "10♥", "2♣")
        );
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 52);
        assert_eq!(deck(53)[52], FaceNumber(0));
    }
}
