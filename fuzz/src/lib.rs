//! The bodies of the fuzz targets, which the tests of facedown-crypto and facedown-peers run as well.

#[path = "../../crates/crypto/tests/bodies/mod.rs"]
pub mod bodies;

#[path = "../../crates/peers/tests/bodies/mod.rs"]
pub mod peers;

/// The seeds of a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    if target.starts_with("peer_") { peers::seeds(target) } else { bodies::seeds(target) }
}

/// The names of all targets.
pub const TARGETS: [&str; 31] = [
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
    "peer_terms",
    "peer_note",
    "peer_stamped_chain",
    "peer_face",
    "peer_entry",
    "peer_desk",
];
