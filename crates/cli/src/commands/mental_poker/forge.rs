//! A cheater's own program: it signs anything in the name of its player, and changes what an honest program made.
//!
//! The honest program refuses to do any of this, so the format of entries is written here a second time.

use ed25519_dalek::{Signer, SigningKey};
use facedown_core::Seat;
use facedown_crypto::places::{Entry, Genesis};
use facedown_crypto::{Codec, MaskedCard, Point, Transcript};
use serde::Serialize;

const IDENTITY: &[u8] = b"facedown/mental-poker/v2/identity";
const BODY: &[u8] = b"facedown/mental-poker/v2/entry";
/// The kind of an entry that is an action.
const ACTION: u8 = 1;
/// Where the kind and the payload of an entry begin.
const KIND_AT: usize = 33;
const PAYLOAD_AT: usize = 38;
const SIGNATURE: usize = 64;
const CARD: usize = 64;
const POINT: usize = 32;

/// Signs entries with the key of one player.
pub(super) struct Forger {
    table: [u8; 32],
    seat: Seat,
    key: SigningKey,
}

impl Forger {
    /// The player with this seed.
    pub(super) fn new(genesis: &Genesis, seat: Seat, seed: &[u8; 32]) -> Self {
        let mut transcript = Transcript::new(IDENTITY);
        transcript.absorb(b"seed", seed);
        let mut secret = [0; 32];
        secret.copy_from_slice(&transcript.challenge_bytes(b"key")[..32]);
        Self { table: genesis.id(), seat, key: SigningKey::from_bytes(&secret) }
    }

    pub(super) const fn seat(&self) -> Seat {
        self.seat
    }

    /// Another payload at the place of an entry, signed anew.
    pub(super) fn instead_of(&self, honest: &Entry, payload: &[u8]) -> Option<Entry> {
        let kind = *honest.to_bytes().get(KIND_AT)?;
        self.sign(honest.since(), kind, payload)
    }

    /// An action at this head, to which these cards are attached as turned over, without any proof.
    pub(super) fn action(&self, head: &[u8; 32], action: &[u8], turned: &[u16]) -> Option<Entry> {
        let mut payload = u16::try_from(action.len()).ok()?.to_le_bytes().to_vec();
        payload.extend_from_slice(action);
        payload.extend(u16::try_from(turned.len()).ok()?.to_le_bytes());
        payload.extend(turned.iter().flat_map(|place| place.to_le_bytes()));
        if !turned.is_empty() {
            payload.extend([0, 0]);
        }
        self.sign(head, ACTION, &payload)
    }

    fn sign(&self, head: &[u8; 32], kind: u8, payload: &[u8]) -> Option<Entry> {
        let mut transcript = Transcript::new(BODY);
        transcript.absorb(b"table", &self.table);
        transcript.absorb(b"since", head);
        transcript.absorb_number(b"author", self.seat.index() as u64);
        transcript.absorb_number(b"kind", u64::from(kind));
        transcript.absorb(b"payload", payload);
        let signature = self.key.sign(&transcript.challenge_bytes(b"body"));
        let mut bytes = head.to_vec();
        bytes.extend([u8::try_from(self.seat.index()).ok()?, kind]);
        bytes.extend(u32::try_from(payload.len()).ok()?.to_le_bytes());
        bytes.extend_from_slice(payload);
        bytes.extend(signature.to_bytes());
        Entry::from_bytes(&bytes).ok()
    }
}

/// An action as it is posted, without sealed values.
pub(super) fn posted(action: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct Posted<'a, A> {
        action: &'a A,
    }
    // Actions are plain data, which can be written.
    serde_json::to_vec(&Posted { action }).unwrap_or_default()
}

/// The payload of an entry.
pub(super) fn payload(entry: &Entry) -> Vec<u8> {
    let bytes = entry.to_bytes();
    bytes[PAYLOAD_AT..bytes.len() - SIGNATURE].to_vec()
}

/// Where the re-masked and arranged cards of an action begin: after the action, and the cards that it turns over.
pub(super) fn moved_at(payload: &[u8]) -> Option<usize> {
    let number = |at: usize| {
        let bytes = [*payload.get(at)?, *payload.get(at + 1)?];
        Some(usize::from(u16::from_le_bytes(bytes)))
    };
    let turned_at = 2 + number(0)?;
    let shares_at = turned_at + 2 + 2 * number(turned_at)?;
    Some(if number(turned_at)? == 0 { shares_at } else { shares_at + 2 + number(shares_at)? })
}

/// The same entry with one bit of its payload changed. Its signature is not changed.
pub(super) fn tampered(entry: &Entry) -> Option<Entry> {
    let mut bytes = entry.to_bytes();
    // The payload of an action begins with its length.
    *bytes.get_mut(PAYLOAD_AT + 2)? ^= 1;
    Entry::from_bytes(&bytes).ok()
}

/// Puts another card in place of the first of the new ciphertexts in a payload: the second of them, or this one if there is
/// only one.
pub(super) fn with_other_card(payload: &[u8], other: Option<&MaskedCard>) -> Option<Vec<u8>> {
    let cards = list(payload, 1, CARD, |bytes| MaskedCard::from_bytes(bytes).is_ok())?;
    let (mut forged, first) = (payload.to_vec(), cards.start);
    if cards.len() > CARD {
        forged.copy_within(first + CARD..first + 2 * CARD, first);
    } else {
        forged[first..first + CARD].copy_from_slice(&other?.to_bytes());
    }
    Some(forged)
}

/// Swaps the first two shares in a payload without new ciphertexts.
pub(super) fn with_swapped_shares(payload: &[u8]) -> Option<Vec<u8>> {
    if with_other_card(payload, None).is_some() {
        return None;
    }
    let shares = list(payload, 2, POINT, |bytes| Point::from_bytes(bytes).is_ok())?;
    let mut forged = payload.to_vec();
    forged[shares.start..shares.start + 2 * POINT].rotate_left(POINT);
    (forged != payload).then_some(forged)
}

/// The first list in a payload: a count and as many items of a size that can all be decoded.
fn list(
    payload: &[u8],
    least: usize,
    size: usize,
    is_item: impl Fn(&[u8]) -> bool,
) -> Option<std::ops::Range<usize>> {
    (0..payload.len()).find_map(|at| {
        let count = u16::from_le_bytes([*payload.get(at)?, *payload.get(at + 1)?]);
        let range = at + 2..at + 2 + usize::from(count) * size;
        let items = payload.get(range.clone())?;
        (usize::from(count) >= least && items.chunks(size).all(&is_item)).then_some(range)
    })
}
