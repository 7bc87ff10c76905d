//! Opens the tables in the store. Those whose journals cannot be read are set aside.

use std::collections::HashMap;

use facedown_protocol::TableId;
use facedown_protocol::relay::Hex;

use super::journal::{PeerEvent, PeerLine};
use super::room::{PeerFoldError, PeerRoom};
use crate::room::Journal;
use crate::store::ReadLine;
use crate::time::Moment;

/// Occurs in every line of a table without a trusted server and in no other, because quotation marks in a text are escaped.
const MARKER: &str = r#""peers":{"#;

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum PeerDamage {
    /// The lines are not numbered in order.
    #[error("line {0} is missing or duplicated")]
    Number(u64),
    /// The line is not text, or too long.
    #[error("line {0} is not a line of text")]
    NoText(u64),
    /// The lines do not fit each other.
    #[error(transparent)]
    Fold(#[from] PeerFoldError),
    /// The stamps are not those of this relay.
    #[error("the last stamp is not by the key of this database")]
    OtherKey,
}

/// The tables that are being read, each as far as its lines have been read.
#[derive(Default)]
pub(crate) struct Opening {
    /// In the order in which they were made.
    order: Vec<TableId>,
    tables: HashMap<TableId, Read>,
}

pub(super) enum Read {
    Sound(Box<PeerRoom>),
    /// The room as far as it could be read, which says who may know of the table.
    Damaged(PeerDamage, Option<Box<PeerRoom>>),
}

impl Opening {
    /// Takes the next line of the journal, if it is of a table without a trusted server. Otherwise it is given back.
    pub(crate) fn line(&mut self, line: ReadLine) -> Option<ReadLine> {
        if !self.tables.contains_key(&line.table) {
            if !line.entry.as_deref().is_some_and(is_first_line) {
                return Some(line);
            }
            self.order.push(line.table.clone());
            let room = numbered(0, line.n, line.entry.as_deref())
                .and_then(|text| Ok(PeerRoom::new(line.table.clone(), text)?));
            let read = match room {
                Ok(room) => Read::Sound(Box::new(room)),
                Err(damage) => Read::Damaged(damage, None),
            };
            self.tables.insert(line.table, read);
            return None;
        }
        if let Some(read) = self.tables.get_mut(&line.table)
            && let Read::Sound(room) = read
        {
            let applied = numbered(room.lines(), line.n, line.entry.as_deref())
                .and_then(|text| Ok(room.apply_text(text)?));
            if let Err(damage) = applied
                && let Read::Sound(room) = std::mem::replace(read, Read::Damaged(damage, None))
                && let Read::Damaged(_, known) = read
            {
                *known = Some(room);
            }
        }
        None
    }

    /// The time of each table's last line.
    pub(crate) fn last_moments(&self) -> impl Iterator<Item = Moment> {
        self.tables.values().filter_map(|read| match read {
            Read::Sound(room) => Some(room.last()),
            Read::Damaged(..) => None,
        })
    }

    /// The tables in the order in which they were made. One whose stamps are by another key is damaged.
    pub(super) fn tables(mut self, relay: &Hex<32>) -> impl Iterator<Item = (TableId, Read)> {
        let relay = *relay;
        self.order.into_iter().filter_map(move |id| {
            let read = match self.tables.remove(&id)? {
                Read::Sound(room) if !room.is_stamped_by(&relay) => {
                    Read::Damaged(PeerDamage::OtherKey, Some(room))
                }
                read => read,
            };
            Some((id, read))
        })
    }
}

/// Whether the archived journal is that of a table without a trusted server.
pub(crate) fn is_peers(journal: &Journal) -> bool {
    journal.lines().next().is_some_and(is_first_line)
}

fn is_first_line(text: &str) -> bool {
    text.contains(MARKER)
        && serde_json::from_str(text)
            .is_ok_and(|line: PeerLine| matches!(line.peers, PeerEvent::Created(_)))
}

fn numbered(expected: u64, n: Option<u64>, text: Option<&str>) -> Result<&str, PeerDamage> {
    if n != Some(expected) {
        return Err(PeerDamage::Number(expected));
    }
    text.ok_or(PeerDamage::NoText(expected))
}
