//! Notes: what a player's machine has to keep, beside its seed, to say the same after a restart.

use facedown_crypto::Codec;
use facedown_crypto::places;

/// What a machine has to keep before it posts the entry that came with it. It is secret.
///
/// Chance needs no notes, since it follows from the seed. Choices do: sealed values of actions, and answers.
#[derive(Clone)]
pub struct Note {
    /// The choice as the cards have it.
    pub(crate) cards: Option<places::Note>,
    /// The player's own action, if it is one.
    pub(crate) action: Option<OwnAction>,
}

/// An action of this machine's own player.
#[derive(Clone)]
pub(crate) struct OwnAction {
    /// The head that it was made for.
    pub(crate) since: [u8; 32],
    /// The action with its sealed values, as JSON.
    pub(crate) open: Vec<u8>,
    /// What the player's client called it.
    pub(crate) id: Option<String>,
}

/// Why a note cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this note is damaged; without it the player's own choices are lost")]
pub struct NoteError;

impl Note {
    /// The note as bytes. They are secret.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut part = |bytes: Option<&[u8]>| match bytes {
            None => out.push(0),
            Some(bytes) => {
                out.push(1);
                // Notes are far shorter than 4 GiB.
                out.extend(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
                out.extend_from_slice(bytes);
            }
        };
        part(self.cards.as_ref().map(Codec::to_bytes).as_deref());
        let action = self.action.as_ref();
        part(action.map(|action| action.since.as_slice()));
        part(action.map(|action| action.open.as_slice()));
        part(action.and_then(|action| action.id.as_deref()).map(str::as_bytes));
        out
    }

    /// Reads a note.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Self, NoteError> {
        let mut part = || -> Result<Option<&[u8]>, NoteError> {
            let (&tag, rest) = bytes.split_first().ok_or(NoteError)?;
            bytes = rest;
            if tag != 1 {
                return if tag == 0 { Ok(None) } else { Err(NoteError) };
            }
            let (length, rest) = bytes.split_first_chunk().ok_or(NoteError)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (part, rest) = rest.split_at_checked(length).ok_or(NoteError)?;
            bytes = rest;
            Ok(Some(part))
        };
        let (cards, since, open, id) = (part()?, part()?, part()?, part()?);
        let cards = cards.map(places::Note::from_bytes).transpose().map_err(|_| NoteError)?;
        let action = match (since, open) {
            (None, None) => None,
            (Some(since), Some(open)) => Some(OwnAction {
                since: since.try_into().map_err(|_| NoteError)?,
                open: open.to_vec(),
                id: id
                    .map(|id| String::from_utf8(id.to_vec()))
                    .transpose()
                    .map_err(|_| NoteError)?,
            }),
            _ => return Err(NoteError),
        };
        if bytes.is_empty() { Ok(Self { cards, action }) } else { Err(NoteError) }
    }
}
