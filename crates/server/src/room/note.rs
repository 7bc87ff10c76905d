//! What a room remembers of an entry, for whoever missed it.

use std::ops::Range;
use std::sync::Arc;

use facedown_core::Seat;
use facedown_protocol::{By, ClientId, Said};

use crate::store::PlayerId;

/// What an entry was, as far as a viewer who missed it wants to know.
#[derive(Clone)]
pub struct Note {
    /// Whose message it was, and what their client calls it.
    pub ack: Option<(PlayerId, ClientId)>,
    /// Who acted in the place of the player, and of which seat.
    pub by: Option<(By, Seat)>,
    /// The events that it told, by their numbers.
    pub events: Range<usize>,
    /// What was said.
    pub said: Option<Arc<Said>>,
}

/// What a room keeps of every entry for the log: little, for there may be many.
#[derive(Clone, Copy)]
pub(super) struct Logged {
    /// How many events had been told after it.
    pub(super) told: u32,
    /// Who acted in the place of the player, and of which seat.
    pub(super) by: Option<(By, Seat)>,
}

impl Note {
    pub(super) const fn nothing(told: usize) -> Self {
        Self { ack: None, by: None, events: told..told, said: None }
    }
}
