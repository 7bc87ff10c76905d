//! Journal entries that have been checked but not written yet.

use facedown_protocol::{ClientId, Refusal};

use super::{Acted, Actor, EntryBody, Permit, Prepared};

/// An entry that may be written to the journal now.
pub struct Draft {
    /// The contents of the entry.
    pub what: EntryBody,
    /// The permit that carries out its action, if it has one.
    pub permit: Option<Permit>,
}

impl Draft {
    /// The draft of an action, if it is permitted.
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
