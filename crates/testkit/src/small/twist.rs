//! Hooks with which the rules of Small can be broken deliberately, to test that the suite notices.

use facedown_core::{BySeat, Card, Dealer, Dealt, Seat, Seats, Shown};

use super::{Face, Small};

/// A deliberate flaw in the rules. Each hook is correct unless a twist overrides it.
///
/// A twist may have interior mutability (a `Mutex`, an atomic), with which real rules could smuggle faces out of a lens.
pub trait Twist: Clone + Default + Send + Sync + 'static {
    /// Whether the cards are shuffled before they are dealt.
    const SHUFFLES: bool = true;
    /// Whether turns are counted.
    const COUNTS_TURNS: bool = true;
    /// Whether a seat is said to be out of the game while it is its turn.
    const MOVES_ARE_LAST: bool = false;
    /// Whether a doubted card stays in the row.
    const KEEPS_DOUBTED: bool = true;
    /// How much deeper than the bottom of the pile one may bury a card, as far as `legal` knows.
    const OFFERS_DEEPER: usize = 0;
    /// Whether one may lend a card to oneself, as far as `permits` knows.
    const PERMITS_LENDING_TO_ONESELF: bool = false;

    /// Whether `permits` looks into sealed values, instead of asking whether they may fit.
    const LOOKS_INTO_SEALED: bool = false;

    /// Whether a card that is laid counts as held, given the face that `permits` sees.
    fn believes(&self, _seat: Seat, _card: Card, _seen: Option<Face>, held: bool) -> bool {
        held
    }

    /// Called when `legal` has looked at a card of the seat's hand.
    fn overhear(&self, _seat: Seat, _card: Card, _face: Face) {}

    /// Called when `legal` has looked at the seat's charm.
    fn overhear_charm(&self, _seat: Seat, _card: Card, _face: Face) {}

    /// Called when an action has been refused.
    fn refused(&self) {}

    /// Who takes the first turn, given the hands.
    fn begins<D: Dealer<Small<Self>>>(
        _hands: &BySeat<Vec<Card>>,
        seat: Seat,
        _dealer: &mut D,
    ) -> Dealt<Seat> {
        Ok(seat)
    }

    /// The seats that may doubt.
    fn doubters<D: Dealer<Small<Self>>>(
        &self,
        _game: &Small<Self>,
        open_to: Seats,
        _dealer: &mut D,
    ) -> Dealt<Seats> {
        Ok(open_to)
    }

    /// The card that a refusal names.
    fn named(&self, card: Card) -> Card {
        card
    }

    /// A lent card in the public event.
    fn lent(&self, card: Card) -> Shown<Face> {
        Shown::back(card)
    }

    /// Makes the others lose track of a lent card in its new hand.
    fn lose_track<D: Dealer<Small<Self>>>(
        &self,
        to: Seat,
        hand: &[Card],
        _card: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.mix(to, hand)
    }

    /// Whether a laid card counts as a bluff, given the face that the viewer saw.
    fn bluff(&self, _card: Card, seen: Option<Face>) -> bool {
        seen == Some(Face::Stone)
    }

    /// The number of cards in the pile, as views show it.
    fn pile(&self, count: usize) -> usize {
        count
    }
}

/// The correct game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sound;

impl Twist for Sound {}
