//! The dealer that nobody has to trust: mental poker between the players' own machines.
//!
//! Cards are ciphertexts under a key that all players hold together. Nobody can read one without a
//! share of everybody else's; everything that is done to a card comes with a proof. There is no game, no
//! network and no randomness in here: messages go in, messages come out, and the caller brings the chance.
//!
//! Read `masked`, `shuffle` and `share`, in this order, to see what is done to a card.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod dleq;
pub mod domain;
pub mod encoding;
pub mod escrow;
pub mod fold;
pub mod group;
pub mod keys;
pub mod masked;
pub mod rekey;
pub mod remask;
pub mod sealed;
pub mod share;
pub mod shuffle;
pub mod table;
pub mod transcript;
pub mod tuck;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod vectors;

/// The tests share real games with those that see the crate from outside.
#[cfg(test)]
extern crate self as facedown_crypto;

pub use dleq::Dleq;
pub use encoding::{Codec, DecodeError, Reader, Writer};
pub use escrow::{Complaint, Dealing, EscrowError};
pub use fold::{Equation, Fold};
pub use group::{Nonces, Point, Secret};
pub use keys::{JointKey, KeyError, KeyOpening, KeyPair};
pub use masked::{FaceNumber, Faces, MAX_CARDS, MaskedCard};
pub use rekey::Rekeyed;
pub use remask::{RemaskError, Remasked};
pub use sealed::{SealError, SealedSecret, Unsealing};
pub use share::{ShareError, Shares};
pub use shuffle::{OutputOrder, ShuffleError, ShuffleProof, Shuffled};
pub use transcript::{Context, Operation, Transcript};
pub use tuck::{TuckError, TuckProof, Tucked};
