//! Hooks with which the rules of Loose can be broken deliberately, to test that the suite notices.

use facedown_core::Seat;

use super::Face;

/// A deliberate flaw in the rules. Each hook is correct unless a flaw overrides it.
pub trait Flaw: Clone + Default + Send + Sync + 'static {
    /// How many cards more than there are `legal` offers to draw.
    const OFFERS_MORE: usize = 0;
    /// Whether `legal` lists something for seats whose turn it is not.
    const LISTS_FOR_ALL: bool = true;
    /// Whether turns are counted.
    const COUNTS_TURNS: bool = true;
    /// Whether the seat whose turn it is may act.
    const LETS_THE_AWAITED_ACT: bool = true;
    /// Whether seats may still act when the game is over.
    const LETS_ACT_AFTER_THE_END: bool = false;
    /// Whether all cards but one are lost that come to the table together.
    const LOSES_CARDS: bool = false;
    /// Whether cards are moved without a look at whose they are.
    const MOVES_ANYTHING: bool = false;

    /// Called when `legal` has looked at all cards of a seat.
    fn overhear(&self, _seat: Seat, _faces: &[Option<Face>]) {}

    /// A seat's points, as views show them.
    fn points(&self, _seat: Seat, points: i32) -> i32 {
        points
    }
}

/// The correct game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flawless;

impl Flaw for Flawless {}
