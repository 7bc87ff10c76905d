//! An action as it is posted: JSON with its sealed values empty, and what others need to judge it.

use facedown_core::{Card, Face, Game, shut};
use serde::{Deserialize, Serialize};

/// The longest action that is read, in bytes.
const MAX_BYTES: usize = 4000;

/// An action as all machines have it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "A: Serialize + for<'a> Deserialize<'a>, F: Face")]
pub(crate) struct Posted<A, F> {
    /// The action, with its sealed values empty.
    pub(crate) action: A,
    /// How many cards the sealed list has that the action brings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) brought: Option<u16>,
    /// The cards that the action turns over although others than its author still hold shares of them, and what the author
    /// says is on them. They are revealed at once, so a false word is found out at once.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(crate) said: Vec<(Card, F)>,
}

/// Why what was posted as an action is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PostedError {
    /// It is too long.
    #[error("this action has {0} bytes; the longest that are read have {MAX_BYTES}")]
    TooLong(usize),
    /// The game has no such action.
    #[error("the game knows no such action ({0})")]
    NoSuchAction(String),
    /// It is not written in the one way in which actions are written, or a sealed value in it is open.
    #[error("this action is not written as the game writes it")]
    NotCanonical,
}

impl<A: facedown_core::Action, F: Face> Posted<A, F> {
    /// The one encoding of this action. Sealed values are never in it.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Actions are plain data, which can be written.
        serde_json::to_vec(&Self { action: shut(self.action.clone()), ..self.clone() })
            .unwrap_or_default()
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, PostedError> {
        if bytes.len() > MAX_BYTES {
            return Err(PostedError::TooLong(bytes.len()));
        }
        let posted: Self = serde_json::from_slice(bytes)
            .map_err(|error| PostedError::NoSuchAction(error.to_string()))?;
        if posted.to_bytes() == bytes { Ok(posted) } else { Err(PostedError::NotCanonical) }
    }
}

/// An action of this game as it is posted.
pub(crate) type PostedOf<G> = Posted<<G as Game>::Action, <G as Game>::Face>;
