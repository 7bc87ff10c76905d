//! Mental poker: the players' machines shuffle and deal cards without a trusted dealer.
//!
//! Cards are ciphertexts under a key that all players hold together. A card can be read only with a share of every
//! player's key, and every operation on a card comes with a proof. This crate contains no game, no network and no source
//! of randomness: messages go in, messages come out, and the caller provides the random number generator.
//!
//! To see what happens to a card, read `masked`, `shuffle` and `share`, in this order.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod batch;
pub mod chance;
pub mod dleq;
pub mod domain;
pub mod encoding;
pub mod equality;
pub mod escrow;
pub mod faces;
pub mod group;
pub mod keys;
pub mod masked;
pub mod places;
pub mod rekey;
pub mod remask;
pub mod sealed;
pub mod secret_list;
pub mod share;
pub mod shuffle;
pub mod transcript;
pub mod tuck;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod vectors;

/// Lets code that is shared with the integration tests refer to this crate by its name.
#[cfg(test)]
extern crate self as facedown_crypto;

pub use batch::{Batch, Equation};
pub use chance::{Chance, ChanceRng};
pub use dleq::Dleq;
pub use encoding::{Codec, DecodeError, Reader, Writer};
pub use equality::{Blinded, BlindedSum, Comparison, TestError};
pub use escrow::{
    Complaint, Dealing, EscrowError, SealingKey, SealingOffer, SealingShare, Threshold,
};
pub use faces::{FaceCode, NotAFace, public_list};
pub use group::{Nonces, Point, Secret};
pub use keys::{JointKey, KeyError, KeyOpening, KeyPair};
pub use masked::{FaceNumber, Faces, MAX_CARDS, MAX_DECK, MaskedCard};
pub use rekey::Rekeyed;
pub use remask::{RemaskError, Remasked};
pub use sealed::{SealError, SealedSecret, Unsealing};
pub use secret_list::{ListError, SecretList};
pub use share::{ShareError, Shares};
pub use shuffle::{OutputOrder, PreparedShuffle, ShuffleError, ShuffleProof, Shuffled, carried};
pub use transcript::{Context, Operation, Transcript};
pub use tuck::{TuckError, TuckProof, Tucked, tucked_order};
