//! The bodies of the fuzz targets, which the tests of facedown-crypto run as well.

#[path = "../../crates/crypto/tests/bodies/mod.rs"]
pub mod bodies;

/// The names of all targets.
pub const TARGETS: [&str; 25] = [
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
    "face_code",
    "secret_list",
    "blinded",
    "sealing_offer",
    "place_entry",
    "place_genesis",
    "place_chain",
    "place_task",
    "place_note",
    "place_proof",
    "changed_place_chain",
    "place_signed",
];
