//! The bodies of the fuzz targets, which the tests of facedown-crypto, facedown-peers and facedown-cards run as well.

#[path = "../../crates/crypto/tests/bodies/mod.rs"]
pub mod bodies;

#[path = "../../crates/cards/tests/cards/bodies.rs"]
pub mod cards;
#[path = "../../crates/cards/tests/deck/bodies.rs"]
pub mod decks;
#[path = "../../crates/peers/tests/bodies/mod.rs"]
pub mod peers;

/// The seeds of a target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let of_players = || {
        if target.starts_with("peer_") { peers::seeds(target) } else { bodies::seeds(target) }
    };
    cards::seeds(target).or_else(|| decks::seeds(target)).unwrap_or_else(of_players)
}

/// The names of all targets.
pub const TARGETS: [&str; 35] = [
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
    "catalogue",
    "catalogue_behind_checksum",
    "card_import",
    "deck",
];
