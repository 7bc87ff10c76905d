//! The entries of a table's journal: everything that can change a table.

use facedown_core::{Contribution, Seat};
use facedown_protocol::{
    Absent, ChatText, ClientId, Code, Name, Pace, Spectators, TableClock, TableId,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::origin::OriginTag;
use crate::store::PlayerId;
use crate::time::{Clock, Millis, Moment, WallTime};

/// A journal entry: something that happened at a table, with its time.
///
/// The first one holds the seed, so it has no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct JournalEntry {
    /// The wall clock when the entry was written. It can jump in either direction from one entry to the next.
    pub at: WallTime,
    /// The monotonic clock when the entry was written, with which everything at the table is measured. Journals of old
    /// versions have only `at`, which is used instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Moment>,
    /// For how long all clocks of the table were stopped since the previous entry: its update was not sent yet, or an action
    /// had arrived and was not handled yet. The server took this time, so it is not counted for any player.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stood: Millis,
    /// What happened.
    pub what: EntryBody,
}

/// What happened at a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryBody {
    /// The table was created. This is always the first entry, and only the first.
    Created(Box<Created>),
    /// A player took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The player's name.
        name: Name,
        /// The player's contribution to the seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contribution: Option<Contribution>,
    },
    /// A player changed their name.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The new name.
        name: Name,
    },
    /// A player left before the game started.
    Left {
        /// The seat that is free now.
        seat: Seat,
    },
    /// The host kicked a player before the game started. The player may not come back.
    Kicked {
        /// The seat that is free now.
        seat: Seat,
    },
    /// The host lets all kicked players come back.
    Forgiven,
    /// The game started: the cards were dealt.
    Started,
    /// An action was carried out.
    Acted(Acted),
    /// A chat message.
    Said {
        /// The author's seat, if they play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The author.
        player: PlayerId,
        /// The author's name.
        name: Name,
        /// The id of the message, from the author's client.
        id: ClientId,
        /// The text of the message.
        text: ChatText,
    },
    /// A player resigned.
    Resigned {
        /// The player's seat.
        seat: Seat,
    },
    /// A player was disconnected for longer than the grace period. The server plays for them.
    Away {
        /// The player's seat.
        seat: Seat,
    },
    /// A player who was away has reconnected.
    Back {
        /// The player's seat.
        seat: Seat,
    },
    /// A player who plays against bots alone changed how fast the bots move.
    Paced {
        /// The new pace.
        pace: Pace,
    },
    /// The server was restarted, or can write again. The time in between is not counted for any player.
    Reopened,
    /// A rematch was created.
    Rematch {
        /// The new table.
        table: TableId,
    },
    /// The table was closed: its game never started, was abandoned, or its journal became too long.
    Closed,
}

/// An action that was carried out.
#[derive(Clone, Serialize, Deserialize)]
pub struct Acted {
    /// The seat that acted.
    pub seat: Seat,
    /// Who chose the action.
    pub by: Actor,
    /// The id of the message, from the player's client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ClientId>,
    /// The action, as the game serialises it.
    pub action: Box<RawValue>,
}

/// Who chose an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The player.
    Player,
    /// The bot that sits there.
    Bot,
    /// The rules' fallback, because the player's clock ran out.
    Clock,
    /// The bot or fallback that plays for a player who resigned or is away.
    Absent,
}

/// The settings of a table.
#[derive(Clone, Serialize, Deserialize)]
pub struct Created {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The game's options, complete.
    pub options: Box<RawValue>,
    /// Who may take each seat.
    pub places: Vec<SeatRule>,
    /// The player who created it.
    pub host: PlayerId,
    /// Whether it is visible only to those who have its code.
    pub private: bool,
    /// Whether the game starts as soon as every seat is taken.
    pub autostart: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// How long the players may think.
    pub clock: TableClock,
    /// Who plays for a player who is away.
    pub absent: Absent,
    /// The grace period in seconds: for how long a player may be disconnected.
    pub grace: u32,
    /// How fast bots move at the start.
    #[serde(default)]
    pub pace: Pace,
    /// The names of the bots, by seat. Journals of old versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_names: Vec<Option<Name>>,
    /// The server's seed in hexadecimal digits. It is secret until the game is over.
    pub seed: String,
    /// The code that gives access to the table.
    pub code: Code,
    /// A pseudonym of the address that it was created from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<OriginTag>,
    /// The table that this is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<TableId>,
}

/// Who may take a seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatRule {
    /// Anyone who may know of the table.
    Open,
    /// Whoever has the code.
    Invited,
    /// The bot of this name.
    Bot(String),
    /// Reserved for this player, who had the seat before the rematch.
    Kept(Reservation),
}

/// The player for whom a seat of a rematch is reserved.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptForm")]
pub struct Reservation {
    /// The player.
    pub player: PlayerId,
    /// The player's name. Journals of old versions do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
}

/// A [`Reservation`] in a journal: old versions wrote only the player.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeptForm {
    Player(PlayerId),
    Named { player: PlayerId, name: Option<Name> },
}

impl From<KeptForm> for Reservation {
    fn from(form: KeptForm) -> Self {
        match form {
            KeptForm::Player(player) => Self { player, name: None },
            KeptForm::Named { player, name } => Self { player, name },
        }
    }
}

impl SeatRule {
    /// Whether it is reserved for this player.
    pub fn is_kept_for(&self, player: &PlayerId) -> bool {
        matches!(self, Self::Kept(kept) if kept.player == *player)
    }
}

impl EntryBody {
    /// Whether a person did this, and not the server on its own.
    pub const fn is_by_person(&self) -> bool {
        match self {
            Self::Created(_)
            | Self::Sat { .. }
            | Self::Renamed { .. }
            | Self::Left { .. }
            | Self::Kicked { .. }
            | Self::Forgiven
            | Self::Started
            | Self::Said { .. }
            | Self::Resigned { .. }
            | Self::Back { .. }
            | Self::Paced { .. }
            | Self::Rematch { .. } => true,
            Self::Acted(acted) => matches!(acted.by, Actor::Player),
            Self::Away { .. } | Self::Reopened | Self::Closed => false,
        }
    }
}

impl JournalEntry {
    /// An entry with the current time.
    pub fn now(clock: &dyn Clock, what: EntryBody) -> Self {
        Self { at: clock.wall(), moment: Some(clock.now()), stood: 0, what }
    }

    /// The monotonic clock when the entry was written.
    pub fn moment(&self) -> Moment {
        self.moment.unwrap_or(Moment::from_millis(self.at.as_millis()))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde has it
const fn is_zero(millis: &Millis) -> bool {
    *millis == 0
}
