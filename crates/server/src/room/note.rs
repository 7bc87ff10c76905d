//! What a room remembers of an entry, for whoever missed it.

use std::ops::Range;
use std::sync::Arc;

use facedown_protocol::{By, ClientId, Said};

use crate::store::PlayerId;

/// What an entry was, as far as a viewer who missed it wants to know.
#[derive(Clone)]
pub struct Note {
    /// Whose message it was, and what their client calls it.
    pub ack: Option<(PlayerId, ClientId)>,
    /// Who acted in the place of the player.
    pub by: Option<By>,
    /// The events that it told, by their numbers.
    pub events: Range<usize>,
    /// What was said.
    pub said: Option<Arc<Said>>,
}

impl Note {
    pub(super) const fn nothing(told: usize) -> Self {
        Self { ack: None, by: None, events: told..told, said: None }
    }
}
