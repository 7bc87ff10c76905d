//! A card at a place: its ciphertext, the shares of it that are on the log, and who has seen it.

use std::collections::BTreeMap;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use crate::escrow::{Dealing, SealingShare};
use crate::faces::FaceCode;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::MaskedCard;
use crate::transcript::Context;

/// A card that everybody can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Open {
    /// Its face.
    Face(FaceCode),
    /// It encodes no face: whoever brought it cheated.
    Unreadable,
}

#[derive(Clone)]
pub(super) struct Card {
    pub(super) masked: MaskedCard,
    /// The key epoch whose joint key masks the card.
    pub(super) epoch: u16,
    /// The shares of this very ciphertext that are on the log.
    pub(super) shares: BTreeMap<Seat, Point>,
    pub(super) open: Option<Open>,
    /// The seats that have seen the card, and can still tell where it is.
    pub(super) seen: Seats,
    /// The last wave in which the ciphertext was renewed, and the seats that have renewed it since that wave began.
    pub(super) renewed: (u32, Seats),
    /// Shares of earlier ciphertexts of the card.
    pub(super) carried: Vec<Carried>,
}

/// Shares of an earlier ciphertext, which those who have renewed it since could together carry over to the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    /// The seats whose shares were given.
    shares: Seats,
    /// The seats that have renewed the ciphertext since.
    since: Seats,
}

impl Card {
    pub(super) const fn new(masked: &MaskedCard, epoch: u16, open: Option<Open>) -> Self {
        let (seen, renewed) = (Seats::NONE, (0, Seats::NONE));
        let carried = Vec::new();
        Self { masked: *masked, epoch, shares: BTreeMap::new(), open, seen, renewed, carried }
    }

    /// The seats whose shares are not on the log.
    pub(super) fn missing(&self, present: Seats) -> Seats {
        self.shares.keys().fold(present, |missing, &seat| missing.without(seat))
    }

    /// Whether the seat has renewed the ciphertext in this wave, so that no share of it was given before.
    ///
    /// The tasks of a wave follow from its head. So nobody gives a share of this ciphertext for another seat, even if
    /// others were told another action and are on another fork.
    pub(super) const fn is_fresh_for(&self, seat: Seat, wave: u32) -> bool {
        self.renewed.0 == wave && self.renewed.1.contains(seat)
    }

    /// Replaces the ciphertext by one that the seat has made of it, or of another card.
    pub(super) fn renew(&mut self, masked: &MaskedCard, by: Seat, wave: u32) {
        let before = if self.renewed.0 == wave { self.renewed.1 } else { Seats::NONE };
        self.carried = carried_over([&*self], by);
        self.masked = *masked;
        self.shares.clear();
        self.renewed = (wave, before.with(by));
    }

    /// Whether somebody might read the card if the layer of this seat, which leaves, were taken off as it is: shares of others that
    /// were given to the leaver could be carried over to the present ciphertext. `rest` are those who are left.
    pub(super) fn could_be_read_without(&self, leaver: Seat, rest: Seats) -> bool {
        let could = |it: &Carried| {
            let honest = it.shares.iter().any(|p| rest.contains(p) && !it.since.contains(p));
            honest && !it.shares.contains(leaver) && !it.since.contains(leaver)
        };
        self.carried.iter().any(could)
    }

    /// Reads a card of which all shares are on the log.
    pub(super) fn read(&mut self) -> Open {
        let point = self.masked.unmask(self.shares.values());
        let open = FaceCode::of(&point).map_or(Open::Unreadable, Open::Face);
        *self.open.insert(open)
    }
}

/// The shares that could be carried over to cards that this seat has made of these, in whatever order.
pub(super) fn carried_over<'a>(
    cards: impl IntoIterator<Item = &'a Card>,
    by: Seat,
) -> Vec<Carried> {
    let mut all: Vec<Carried> = Vec::new();
    for card in cards {
        let shares = card.shares.keys().copied().collect();
        let now = Carried { shares, since: Seats::NONE };
        for Carried { shares, since } in card.carried.iter().copied().chain([now]) {
            let since = since.with(by);
            // Whose share it is knows one of the masks in between: then nobody else knows all of them.
            if shares.iter().all(|seat| since.contains(seat)) {
                continue;
            }
            match all.iter_mut().find(|it| it.shares == shares) {
                Some(it) => it.since = it.since.and(since),
                None => all.push(Carried { shares, since }),
            }
        }
    }
    all
}

/// A joint key of the table with every player's share of it. A new epoch begins when players make fresh keys, and when
/// a player leaves.
pub(super) struct Epoch {
    pub(super) shares: BTreeMap<Seat, Point>,
    pub(super) joint: JointKey,
    /// The epoch that this one continues after a player has left.
    pub(super) before: Option<u16>,
    /// The keys in escrow, if the table uses escrow.
    pub(super) dealt: BTreeMap<Seat, Arc<Escrowed>>,
    /// The head and the task that the keys were made for.
    pub(super) made: ([u8; 32], u16),
}

/// A key in escrow.
pub(super) struct Escrowed {
    pub(super) dealing: Dealing,
    /// The context in which the key was dealt.
    pub(super) context: Context,
    /// The one-time keys of the recipients.
    pub(super) recipients: Vec<(Seat, SealingShare)>,
}
