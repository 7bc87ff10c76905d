//! The bodies of the fuzz targets: properties of arbitrary bytes. The normal tests run them as well.
#![allow(unreachable_pub)] // the fuzz targets, in a crate of their own, reach it

pub mod real;

use std::sync::LazyLock;

use facedown_core::Seat;
use facedown_crypto::table::{Chain, Message};
use facedown_crypto::{Codec, Reader};

/// Bytes that decode must encode to the same bytes.
pub fn decodes_from_one_encoding<T: Codec>(bytes: &[u8]) {
    if let Ok(value) = T::from_bytes(bytes) {
        assert_eq!(value.to_bytes(), bytes, "a value has two encodings");
    }
    // The same in front of other bytes.
    let mut from = Reader::new(bytes);
    if let Ok(value) = T::read(&mut from) {
        let written = value.to_bytes();
        assert_eq!(bytes.get(..written.len()), Some(&written[..]), "a value has two encodings");
        assert_eq!(from.end().is_ok(), written.len() == bytes.len(), "it takes what it is not");
    }
}

/// Bytes that are not a chain are refused, and a chain encodes to the same bytes.
pub fn chains_have_one_encoding(bytes: &[u8]) {
    let verdict = Chain::verify(bytes);
    let chain = Chain::from_bytes(bytes);
    assert_eq!(verdict.is_ok(), chain.is_ok());
    if let Ok(chain) = chain {
        assert_eq!(chain.to_bytes(), bytes, "a chain has two encodings");
    }
}

/// A chain in pieces: its beginning, and its entries.
static PIECES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| real::pieces(&real::short()));

/// A real chain with changes that the bytes describe is refused, or has another head.
pub fn a_changed_chain_has_another_head(bytes: &[u8]) {
    let original = PIECES.concat();
    let mut pieces = PIECES.clone();
    for edit in bytes.chunks_exact(5).take(8) {
        change(&mut pieces, [edit[0], edit[1], edit[2], edit[3], edit[4]]);
    }
    let changed = pieces.concat();
    let report = Chain::verify(&changed);
    if changed == original {
        assert!(report.is_ok(), "the control: a real chain holds");
    } else if let Ok(report) = report {
        let head = Chain::verify(&original).expect("a real chain holds").head;
        assert_ne!(report.head, head, "a changed chain has the same head");
    }
}

/// Changes a byte, or drops, doubles, swaps, cuts or mixes whole entries.
fn change(pieces: &mut Vec<Vec<u8>>, [what, piece, high, low, value]: [u8; 5]) {
    let at = usize::from(u16::from_be_bytes([high, low]));
    let count = pieces.len();
    if count == 0 {
        return;
    }
    let piece = usize::from(piece) % count;
    let length = pieces[piece].len();
    match what % 8 {
        0 if length > 0 => pieces[piece][at % length] ^= value,
        1 if length > 0 => pieces[piece][at % length] = value,
        2 if length > 0 => drop(pieces[piece].remove(at % length)),
        3 => pieces[piece].insert(at % (length + 1), value),
        4 => drop(pieces.remove(piece)),
        5 => pieces.insert(at % (count + 1), pieces[piece].clone()),
        6 => pieces.swap(piece, at % count),
        7 => {
            // The beginning of this entry with the end of another.
            let other = pieces[usize::from(value) % count].clone();
            let cut = at % (length.min(other.len()) + 1);
            pieces[piece].truncate(cut);
            pieces[piece].extend_from_slice(&other[cut..]);
        }
        _ => {}
    }
}

/// The chain of a whole game, after each of its entries.
static PREFIXES: LazyLock<Vec<Chain>> = LazyLock::new(|| real::prefixes(&real::long()));

/// Any message that a player signs is accepted or refused, and a refused message changes nothing.
///
/// The first byte says after how many entries of a real game; then come an author and a message, again and again.
pub fn any_signed_message_is_carried_out_or_refused(bytes: &[u8]) {
    let Some((&start, rest)) = bytes.split_first() else { return };
    let mut chain = PREFIXES[usize::from(start) % PREFIXES.len()].clone();
    let mut from = Reader::new(rest);
    while let Ok(author) = from.byte() {
        let author = usize::from(author) % real::PLAYERS;
        let Ok(message) = Message::read(&mut from) else { return };
        let seat = Seat::new(author).expect("a seat");
        let entry = chain.sign(seat, &real::signing_key(author), &message);
        let before = chain.to_bytes();
        if chain.add(&entry).is_ok() {
            assert_eq!(chain.entries().last(), Some(&entry));
        } else {
            // An earlier message of the same step may only now turn out to be invalid, and is removed.
            assert!(before.starts_with(&chain.to_bytes()), "what is refused adds nothing");
        }
    }
}
