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
}

impl Card {
    pub(super) const fn new(masked: &MaskedCard, epoch: u16, open: Option<Open>) -> Self {
        let (seen, renewed) = (Seats::NONE, (0, Seats::NONE));
        Self { masked: *masked, epoch, shares: BTreeMap::new(), open, seen, renewed }
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
        self.masked = *masked;
        self.shares.clear();
        self.renewed = (wave, before.with(by));
    }

    /// Reads a card of which all shares are on the log.
    pub(super) fn read(&mut self) -> Open {
        let point = self.masked.unmask(self.shares.values());
        let open = FaceCode::of(&point).map_or(Open::Unreadable, Open::Face);
        *self.open.insert(open)
    }
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
