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

mod about;
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
mod peer;
pub mod perft;
mod record;
#[doc(hidden)]
pub mod refusal;
mod sealed;
mod seat;
pub mod seed;
pub mod share;
mod shown;
mod sighting;
mod statistics;
mod table;
mod window;

pub use about::{About, BotInfo, Choice, Level, OptionInfo, Setting, Values};
pub use card::{Card, Cards, Shown};
pub use dealer::{Arrangement, CardOrder, DealError, Dealer, Dealt, Tuck, Way};
pub use dice::Dice;
pub use game::{Action, Face, Game, NeedsHouse, Standing};
pub use house::{AddressedEvent, House, Recipient, Rig, RigCount};
pub use imagine::imagine;
pub use lens::{Lens, Viewer};
pub use own::{OwnFace, OwnFaces, OwnSight, Sparse, SparseSeats, lay_over};
pub use peer::{
    Answerer, Attached, Demand, Exposure, Intent, LeftBehind, NotAccepted, Outcome, PeerError,
    PeerTable, Progress, SealedChoice, layer, repeats, sealed_by, shut,
};
pub use record::{Flaw, Record, RecordError, Replayed, Report, game_named_in};
pub use refusal::Refusal;
pub use sealed::{Pen, Sealed};
pub use seat::{BySeat, MAX_SEATS, Seat, SeatCount, Seats};
pub use seed::{Commitment, Contribution, Seed};
pub use shown::{Show, ShownCards, ShownList, ShownSeats};
pub use sighting::{CatalogueNumber, SealedNames, Sighting};
pub use statistics::{Count, Counted, StatisticMoment};
pub use table::{
    ActError, Deal, LogEntry, LoggedEvent, Permitted, Refused, SetupError, Table, has_rules, legal,
    legal_for, opened, permits,
};
pub use window::Window;
