//! The bodies of the fuzz targets, which the tests of facedown-crypto run as well.

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
