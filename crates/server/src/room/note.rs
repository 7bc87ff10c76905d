//! What a room remembers of recent entries, for clients that reconnect.

use std::ops::Range;
use std::sync::Arc;

use facedown_core::Seat;
use facedown_protocol::{By, ClientId, Said};

use crate::store::PlayerId;

/// What a client needs to know of an entry that it missed.
#[derive(Clone)]
pub struct MissedEntry {
    /// The author of the message, and its id.
    pub ack: Option<(PlayerId, ClientId)>,
    /// Who acted instead of the player, and for which seat.
    pub by: Option<(By, Seat)>,
    /// The numbers of its events.
    pub events: Range<usize>,
    /// The chat message.
    pub said: Option<Arc<Said>>,
}

/// What a room remembers of every entry, for the log. It is small, since there may be many.
#[derive(Clone, Copy)]
pub(super) struct Logged {
    /// How many events there were after it.
    pub(super) told: u32,
    /// Who acted instead of the player, and for which seat.
    pub(super) by: Option<(By, Seat)>,
}

impl MissedEntry {
    pub(super) const fn nothing(told: usize) -> Self {
        Self { ack: None, by: None, events: told..told, said: None }
    }
}
