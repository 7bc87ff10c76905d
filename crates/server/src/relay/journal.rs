//! The journal lines of tables without a trusted server. They are in the same journal as those of all tables.

use facedown_core::Seat;
use facedown_protocol::relay::{Base64, NewPeerTable, PeerSeat};
use facedown_protocol::{Code, TableId};
use serde::{Deserialize, Serialize};

use crate::origin::OriginTag;
use crate::store::JournalLine;
use crate::time::{Clock, Moment, WallTime};

/// A line of the journal: what happened, and when.
///
/// Its field `peers` tells it from the lines of other tables, which have `what`.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PeerLine {
    /// The wall clock. An entry of a player has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) at: Option<WallTime>,
    /// The monotonic clock. An entry of a player has its stamp's time instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) moment: Option<Moment>,
    /// What happened.
    pub(super) peers: PeerEvent,
}

/// What happened at a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PeerEvent {
    /// The table was made. This is always the first line, and only the first.
    Created(Box<PeerCreated>),
    /// A player took a seat.
    Joined {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PeerSeat,
    },
    /// A seat became free before the game began.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// All players have sent this genesis.
    Begun {
        /// The genesis.
        genesis: Base64,
    },
    /// A player posted an entry, which is here with its stamp.
    Posted(Base64),
    /// All players are done with the table, or nobody comes any more.
    Over,
    /// The table was closed before its game began.
    Closed,
}

/// The settings of a table.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PeerCreated {
    /// What its maker asked for.
    pub(super) new: NewPeerTable,
    /// The code that gives access to the table.
    pub(super) code: Code,
    /// A pseudonym of the address that it was made from.
    pub(super) origin: OriginTag,
}

impl PeerLine {
    /// A line with the current time.
    pub(super) fn now(clock: &dyn Clock, peers: PeerEvent) -> Self {
        Self { at: Some(clock.wall()), moment: Some(clock.now()), peers }
    }

    /// The line of a stamped entry.
    pub(super) fn posted(stamped: &[u8]) -> Self {
        Self { at: None, moment: None, peers: PeerEvent::Posted(Base64(stamped.to_vec())) }
    }

    /// Its text for the journal.
    pub(super) fn text(&self) -> String {
        // Plain data, which can be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As line number `n` of this table's journal.
    pub(super) fn numbered(&self, table: &TableId, n: u64) -> JournalLine {
        JournalLine { table: table.clone(), n, entry: self.text() }
    }
}
