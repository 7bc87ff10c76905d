//! The domain separators of every hash in this crate, with one version.
//!
//! Any change to a separator, or to what is absorbed under it, requires a new version: existing proofs and
//! chains would no longer verify.

/// The prefix of every separator.
pub const VERSION: &str = "facedown/mental-poker/v1";

pub(crate) const CONTEXT: &[u8] = b"facedown/mental-poker/v1/context";
pub(crate) const NONCES: &[u8] = b"facedown/mental-poker/v1/nonces";
pub(crate) const KEY_PROMISE: &[u8] = b"facedown/mental-poker/v1/key-promise";
pub(crate) const POSSESSION: &[u8] = b"facedown/mental-poker/v1/possession";
pub(crate) const OPEN_CARD: &[u8] = b"facedown/mental-poker/v1/open-card";
pub(crate) const SECRET_CARD: &[u8] = b"facedown/mental-poker/v1/secret-card";
pub(crate) const GENERATOR: &[u8] = b"facedown/mental-poker/v1/generator";
pub(crate) const SHUFFLE: &[u8] = b"facedown/mental-poker/v1/shuffle";
pub(crate) const SHUFFLE_ONE: &[u8] = b"facedown/mental-poker/v1/shuffle-one";
pub(crate) const SHARES: &[u8] = b"facedown/mental-poker/v1/shares";
pub(crate) const REKEY: &[u8] = b"facedown/mental-poker/v1/rekey";
pub(crate) const FOLD: &[u8] = b"facedown/mental-poker/v1/fold";
pub(crate) const SEALED: &[u8] = b"facedown/mental-poker/v1/sealed";
pub(crate) const SEALED_PAD: &[u8] = b"facedown/mental-poker/v1/sealed-pad";
pub(crate) const UNSEALED: &[u8] = b"facedown/mental-poker/v1/unsealed";
pub(crate) const DEALING: &[u8] = b"facedown/mental-poker/v1/dealing";
pub(crate) const TUCK: &[u8] = b"facedown/mental-poker/v1/tuck";
pub(crate) const REMASK: &[u8] = b"facedown/mental-poker/v1/remask";
pub(crate) const FACE: &[u8] = b"facedown/mental-poker/v1/face";
pub(crate) const SECRET_LIST: &[u8] = b"facedown/mental-poker/v1/secret-list";
pub(crate) const EQUALITY: &[u8] = b"facedown/mental-poker/v1/equality";
pub(crate) const PREPARED: &[u8] = b"facedown/mental-poker/v1/prepared";
pub(crate) const CHANCE: &[u8] = b"facedown/mental-poker/v1/chance";
pub(crate) const CHANCE_KEY: &[u8] = b"facedown/mental-poker/v1/chance-key";
pub(crate) const CHANCE_NEXT: &[u8] = b"facedown/mental-poker/v1/chance-next";
pub(crate) const CHANCE_ROLL: &[u8] = b"facedown/mental-poker/v1/chance-roll";
pub(crate) const PLACES_GENESIS: &[u8] = b"facedown/mental-poker/v2/genesis";
pub(crate) const PLACES_ENTRY: &[u8] = b"facedown/mental-poker/v2/entry";
pub(crate) const PLACES_STEP: &[u8] = b"facedown/mental-poker/v2/step";
pub(crate) const PLACES_TASKS: &[u8] = b"facedown/mental-poker/v2/tasks";
pub(crate) const PLACES_LEFT: &[u8] = b"facedown/mental-poker/v2/left";
pub(crate) const PLACES_FAREWELL: &[u8] = b"facedown/mental-poker/v2/farewell";
pub(crate) const PLACES_DERIVED: &[u8] = b"facedown/mental-poker/v2/derived";
pub(crate) const PLACES_ROLL: &[u8] = b"facedown/mental-poker/v2/roll";
pub(crate) const PLACES_FINGERPRINT: &[u8] = b"facedown/mental-poker/v2/fingerprint";
pub(crate) const PLACES_ROLL_PROMISE: &[u8] = b"facedown/mental-poker/v2/roll-promise";
pub(crate) const PLACES_CHAIN: &[u8] = b"facedown/mental-poker/v2/chain";
pub(crate) const PLACES_IDENTITY: &[u8] = b"facedown/mental-poker/v2/identity";
