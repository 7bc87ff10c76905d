//! Follows from outside the dealer which cards were brought together or mixed since.

use facedown_core::{Card, Seat, Seats, Viewer};

use crate::trace::Move;

/// The decks of a table.
#[derive(Default)]
pub(crate) struct Decks(Vec<Deck>);

struct Deck {
    cards: Vec<Card>,
    /// The seats that know the list; `None` if everybody does.
    readers: Option<Seats>,
}

impl Decks {
    /// Updates the decks after these moves.
    pub(crate) fn follow<F>(&mut self, moves: Vec<Move<F>>) {
        for step in moves {
            match step {
                Move::Brought { faces, owner } => {
                    let first = self.0.iter().map(|deck| deck.cards.len()).sum();
                    let handles = (0..).map(Card::new).skip(first).take(faces.len());
                    let readers = owner.map(Seat::only);
                    self.0.push(Deck { cards: handles.collect(), readers });
                }
                Move::Moved { cards, .. } => self.merge(&cards),
                Move::Rolled(_) => {}
            }
        }
    }

    fn merge(&mut self, cards: &[Card]) {
        let is_mixed = |deck: &Deck| deck.cards.iter().any(|card| cards.contains(card));
        let (mixed, apart): (Vec<_>, Vec<_>) = self.0.drain(..).partition(is_mixed);
        self.0 = apart;
        self.0.extend(mixed.into_iter().reduce(|mut one, other| {
            one.cards.extend(other.cards);
            one.readers = match (one.readers, other.readers) {
                (Some(seats), Some(others)) => Some(seats.and(others)),
                (seats, others) => seats.or(others),
            };
            one
        }));
    }

    /// The cards of each deck.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Card]> {
        self.0.iter().map(|deck| deck.cards.as_slice())
    }

    /// Whether this viewer knows the list of the deck that a card is from.
    pub(crate) fn knows_list(&self, card: Card, viewer: Viewer) -> bool {
        let deck = self.0.iter().find(|deck| deck.cards.contains(&card));
        deck.and_then(|deck| deck.readers)
            .is_none_or(|readers| viewer.seat().is_some_and(|seat| readers.contains(seat)))
    }
}
