//! The bodies of the fuzz targets: properties of arbitrary bytes. The normal tests run them as well.
#![allow(unreachable_pub)] // the fuzz targets, in a crate of their own, reach it

pub mod places;
pub mod real;

use facedown_crypto::places::{Chain, Entry};
use facedown_crypto::{Codec, Reader};

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    places::seeds(target).unwrap_or_else(|| real::seeds(target))
}

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

/// A real chain with changes that the bytes describe is refused, or has another head, or says the same.
pub fn a_changed_chain_of_places_has_another_head(bytes: &[u8]) {
    let honest = places::head(&places::CHAIN).expect("the control: a real chain holds");
    let mut pieces = vec![Chain::new(places::CHAIN.genesis.clone()).to_bytes()];
    pieces.extend(places::CHAIN.entries.iter().map(Codec::to_bytes));
    for edit in bytes.chunks_exact(5).take(8) {
        change(&mut pieces, [edit[0], edit[1], edit[2], edit[3], edit[4]]);
    }
    let Ok(changed) = Chain::from_bytes(&pieces.concat()) else { return };
    if places::head(&changed) == Some(honest) {
        // Entries of one step may come in another order, twice, or with another signature of the same body.
        let body = |entry: &Entry| {
            let bytes = entry.to_bytes();
            bytes[..bytes.len() - 64].to_vec()
        };
        let count = |chain: &Chain| {
            let mut bodies: Vec<_> = chain.entries.iter().map(body).collect();
            bodies.sort_unstable();
            bodies.dedup();
            bodies
        };
        let (mut one, mut other) = (count(&places::CHAIN), count(&changed));
        // Signed heads and votes beyond a majority are no part of the head; neither is what came too late.
        let counted = |bodies: &mut Vec<Vec<u8>>| bodies.retain(|body| body[33] < 2);
        counted(&mut one);
        counted(&mut other);
        assert!(one.iter().all(|body| other.contains(body)), "a changed chain has the same head");
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
