//! Facedown's core: games in which players hide things from each other, with nothing to filter.
//!
//! A [`Game`]'s state holds [`Card`] handles and no faces. The faces live with the [`Dealer`]; the rules
//! learn one only through a verb that names who learns it. Whoever looks at a table looks through a
//! [`Lens`], which answers only for the cards its viewer may see. Everything that happens is an action in
//! the log of a [`Table`], and the table is the fold of that log.
//!
//! Read `dealer`, `lens` and `game`, in this order, to see how secrets are handled.
//!
//! This crate does no I/O, reads no clock, starts no threads and has no randomness of its own.
#![deny(missing_docs)]

mod card;
mod dealer;
pub mod dice;
mod fit;
mod game;
mod house;
mod imagine;
mod ledger;
mod lens;
mod own;
pub mod perft;
mod record;
mod sealed;
mod seat;
pub mod seed;
pub mod share;
mod statistics;
mod table;
mod window;

pub use card::{Card, Cards, Shown};
pub use dealer::{Arrangement, CardOrder, DealError, Dealer, Dealt, Tuck};
pub use dice::Dice;
pub use game::{Action, Face, Game, Refusal, Standing};
pub use house::{House, Rig, RigCount, To, Told};
pub use imagine::imagine;
pub use lens::{Lens, Viewer};
pub use own::{OwnFace, Sparse, lay_over};
pub use record::{Flaw, Record, RecordError, Replayed, Report, game_named_in};
pub use sealed::{Pen, Sealed};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatCount, Seats};
pub use seed::{Commitment, Contribution, Seed};
pub use statistics::Counted;
pub use table::{
    ActError, Deal, Heard, LogEntry, Permitted, Refused, SetupError, Table, has_rules, legal,
    legal_for, opened, permits,
};
pub use window::Window;
