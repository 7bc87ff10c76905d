//! What the fuzz targets do: the same as the tests of the crate, which have the bodies.

#[path = "../../crates/crypto/tests/bodies/mod.rs"]
pub mod bodies;

/// The names of all targets.
pub const TARGETS: [&str; 19] = [
    "message",
    "entry",
    "genesis",
    "shuffle_proof",
    "shares",
    "rekeyed",
    "remasked",
    "key_opening",
    "dleq",
    "masked_card",
    "point",
    "dealing",
    "sealed",
    "complaint",
    "tuck_proof",
    "tucked",
    "chain",
    "changed_chain",
    "signed_message",
];
