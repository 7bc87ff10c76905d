//! Entries that have been checked and are not written yet.

use facedown_protocol::{ClientId, Refusal};

use super::{Acted, Actor, EntryBody, Permit, Prepared};

/// An entry that may be written into the journal now.
pub struct Draft {
    /// The entry.
    pub what: EntryBody,
    /// What carries out the action in it.
    pub permit: Option<Permit>,
}

impl Draft {
    /// An action, if it is permitted.
    pub fn of_action(by: Actor, id: Option<ClientId>, prepared: Prepared) -> Result<Self, Refusal> {
        let Prepared { seat, text: action, permitted } = prepared;
        let permit = Some(permitted?);
        Ok(Self { what: EntryBody::Acted(Acted { seat, by, id, action }), permit })
    }
}

impl From<EntryBody> for Draft {
    fn from(what: EntryBody) -> Self {
        Self { what, permit: None }
    }
}
