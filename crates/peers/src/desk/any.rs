//! A desk of any game, for programs that find the game by its name.

use facedown_core::{Game, Seat, Seats};
use facedown_crypto::DecodeError;
use facedown_crypto::places::Ending;

use super::{Desk, Out};
use crate::fold::{Agreement, CannotLeave};
use crate::note::Note;
use crate::terms::Terms;
use crate::verdict::Verdict;

/// Why what was posted was not heard.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum HearError {
    /// It is no entry.
    #[error("what was posted is no entry: {0}")]
    Malformed(DecodeError),
    /// The table refuses it.
    #[error("{why}")]
    NotHeard {
        /// Why.
        why: String,
        /// The verdict on its author, if that is to blame.
        verdict: Option<Box<Verdict>>,
        /// What to do nevertheless.
        out: Box<Out>,
    },
}

impl std::fmt::Debug for HearError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// A desk of any game.
pub trait AnyDesk {
    /// See [`Desk::hear`].
    fn hear(&mut self, posted: &[u8], at: Option<u64>) -> Result<Out, HearError>;
    /// See [`Desk::tick`].
    fn tick(&mut self, now: u64) -> Out;
    /// See [`Desk::say`].
    fn say(&mut self, frame: &[u8]) -> Out;
    /// See [`Desk::resume`].
    fn resume(&mut self) -> Out;
    /// See [`Desk::fall_back`].
    fn fall_back(&mut self) -> Out;
    /// See [`Desk::prepare_shuffle`].
    fn prepare_shuffle(&mut self) -> bool;
    /// See [`Desk::forfeit`].
    fn forfeit(&mut self, seat: Seat) -> Out;
    /// See [`Desk::leave`].
    fn leave(&mut self) -> Result<Out, CannotLeave>;
    /// See [`Desk::has_left`].
    fn has_left(&self) -> bool;
    /// See [`Desk::hang_up`].
    fn hang_up(&mut self);
    /// See [`Desk::refuse_to_open`].
    fn refuse_to_open(&mut self) -> Option<Note>;
    /// See [`Desk::verdicts`].
    fn verdicts(&self) -> &[Verdict];
    /// See [`Desk::ending`].
    fn ending(&self) -> Option<Ending>;
    /// See [`Fold::awaited`](crate::Fold::awaited).
    fn awaited(&self) -> Seats;
    /// See [`Fold::agreement`](crate::Fold::agreement).
    fn agreement(&self) -> Agreement;
    /// What the table is about.
    fn terms(&self) -> &Terms;
    /// The head of the chain.
    fn head(&self) -> &[u8; 32];
}

impl<G: Game> AnyDesk for Desk<G> {
    fn hear(&mut self, posted: &[u8], at: Option<u64>) -> Result<Out, HearError> {
        self.hear(posted, at)
    }

    fn tick(&mut self, now: u64) -> Out {
        self.tick(now)
    }

    fn say(&mut self, frame: &[u8]) -> Out {
        self.say(frame)
    }

    fn resume(&mut self) -> Out {
        self.resume()
    }

    fn fall_back(&mut self) -> Out {
        self.fall_back()
    }

    fn prepare_shuffle(&mut self) -> bool {
        self.prepare_shuffle()
    }

    fn forfeit(&mut self, seat: Seat) -> Out {
        self.forfeit(seat)
    }

    fn leave(&mut self) -> Result<Out, CannotLeave> {
        self.leave()
    }

    fn has_left(&self) -> bool {
        self.has_left()
    }

    fn hang_up(&mut self) {
        self.hang_up();
    }

    fn refuse_to_open(&mut self) -> Option<Note> {
        self.refuse_to_open()
    }

    fn verdicts(&self) -> &[Verdict] {
        self.verdicts()
    }

    fn ending(&self) -> Option<Ending> {
        self.ending()
    }

    fn awaited(&self) -> Seats {
        self.fold().awaited()
    }

    fn agreement(&self) -> Agreement {
        self.fold().agreement()
    }

    fn terms(&self) -> &Terms {
        self.fold().terms()
    }

    fn head(&self) -> &[u8; 32] {
        self.fold().head()
    }
}
