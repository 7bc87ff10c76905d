//! A table between the players' own machines: the rules of a game and the chain of signed entries, folded together.
//!
//! `facedown_core` runs the rules on one machine and derives what they demand ([`PeerTable`]). `facedown_crypto` carries
//! demands out with encrypted cards and proofs; it knows no game. This crate puts the two together:
//!
//! - [`Terms`] are what the players agree on: game, rules, options, names. The genesis of the table contains them.
//! - [`Fold`] hears the entries of a chain, advances rules and cards, and makes the entries that are due from its seat.
//! - [`Desk`] is a house for one viewer. It speaks the messages of `facedown_protocol` to a page or terminal, and entries to
//!   the network.
//! - [`StampedChain`] is what players keep of a table at a relay, with the times of its stamps.
//! - [`audit()`] replays a game whose keys have been opened in a house, and finds what nobody could see before.
//! - [`Verdict`] says who cheated, how, by which entries, and to whom that is proven.
//!
//! Everything follows from the genesis, a seat's seed, its notes and the entries in their order: a machine that starts again
//! says the same. This crate does no I/O, reads no clock, starts no threads and has no randomness of its own.
//!
//! [`PeerTable`]: facedown_core::PeerTable
#![deny(missing_docs)]

mod audit;
mod cards;
mod desk;
mod faces;
mod fold;
mod note;
mod posted;
mod stamped;
mod tasks;
mod terms;
mod verdict;
mod words;

pub use audit::{Audit, AuditError, audit, audit_at};
pub use desk::{AnyDesk, Desk, HearError, Out};
pub use faces::{FaceError, code_of, face_of};
pub use fold::{
    Agreement, CannotAct, CannotLeave, Fold, Heard, NotHeard, SeatError, Stuck, WorkError,
};
pub use note::{Note, NoteError};
pub use posted::PostedError;
pub use stamped::{Compared, StampFlaw, StampedChain, StampedChainError};
pub use terms::{SetupRefused, Terms, TermsError};
pub use verdict::{Cheat, EntryName, Proven, Verdict};
pub use words::{WORD_COUNT, words_of};
