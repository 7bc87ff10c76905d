//! The bodies of the fuzz targets of tables between machines: properties of arbitrary bytes, for every game. The normal tests run
//! them as well.
#![allow(unreachable_pub)] // the fuzz targets, in a crate of their own, reach it

mod positions;

use std::cell::RefCell;

use facedown_core::Game;
use facedown_crypto::FaceCode;
use facedown_peers::{Note, StampedChain, Terms, code_of, face_of};
use positions::Position;

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    positions::seeds(target)
}

/// Terms that can be read have one encoding, and every game can say whether it is played by them.
pub fn terms_have_one_encoding(bytes: &[u8]) {
    let Ok(terms) = Terms::read(bytes) else { return };
    assert_eq!(terms.to_bytes(), bytes, "terms have two encodings");
    facedown_games::every_game!(G => drop(terms.check::<G>()));
}

/// A note that can be read has one encoding.
pub fn notes_have_one_encoding(bytes: &[u8]) {
    if let Ok(note) = Note::from_bytes(bytes) {
        assert_eq!(note.to_bytes(), bytes, "a note has two encodings");
    }
}

/// A chain with stamps that can be read has one encoding, and nothing that is asked of it fails.
pub fn stamped_chains_have_one_encoding(bytes: &[u8]) {
    if let Ok(chain) = StampedChain::from_bytes(bytes) {
        assert_eq!(chain.to_bytes(), bytes, "a chain with stamps has two encodings");
        let _ = chain.check_stamps();
        assert_eq!(chain.unstamped().0.entries.len(), chain.entries.len());
        let compared = chain.compare(&chain).expect("it is of the same table");
        assert_eq!((compared.relay, compared.players), (None, Vec::new()), "it contradicts itself");
    }
}

/// A code is that of one face, or of none.
pub fn faces_have_one_code(bytes: &[u8]) {
    let Ok(code) = bytes.try_into().map(FaceCode) else { return };
    facedown_games::every_game!(G => {
        if let Ok(face) = face_of::<<G as Game>::Face>(code) {
            assert_eq!(code_of(face), Ok(code), "a face has two codes");
        }
    });
}

thread_local! {
    static POSITIONS: RefCell<Vec<Box<dyn Position>>> = RefCell::new(positions::all());
}

/// Whatever a player signs, at some point of a real game, all machines say the same to it, and what they refuse changes nothing.
///
/// The first byte says at which point of which game; then come the author, the kind, and the payload.
pub fn all_machines_say_the_same(bytes: &[u8]) {
    let Some((&[position, author, kind], payload)) = bytes.split_first_chunk::<3>() else { return };
    POSITIONS.with_borrow_mut(|positions| {
        let count = positions.len();
        positions[usize::from(position) % count].hear(author, kind, payload);
    });
}

/// Whatever comes over the network, a desk hears it or refuses it, and what it refuses changes nothing.
///
/// The first byte says at which point of which game.
pub fn a_desk_hears_anything(bytes: &[u8]) {
    let Some((&position, posted)) = bytes.split_first() else { return };
    POSITIONS.with_borrow_mut(|positions| {
        let count = positions.len();
        positions[usize::from(position) % count].desk_hears(posted);
    });
}
