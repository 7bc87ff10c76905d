//! The entries of a table's journal: everything that can happen at a table.

use facedown_core::{Contribution, Seat};
use facedown_protocol::{
    Absent, ChatText, ClientId, Code, Name, Pace, Spectators, TableClock, TableId,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::origin::OriginTag;
use crate::store::PlayerId;
use crate::time::{Clock, Millis, Moment, WallTime};

/// Something that happened at a table, and when the house took note of it.
///
/// The first one holds the seed, so it has no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct JournalEntry {
    /// When, as people have it. It can jump in either direction from one entry to the next.
    pub at: WallTime,
    /// When, by the monotonic clock, with which everything at the table is measured. Journals of old versions have
    /// only `at`, which then stands for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Moment>,
    /// For how long all clocks of the table stood still since the entry before: the players had not yet been told of it, or
    /// an action had come and was not yet looked at. It is the server that took this time, so nobody pays for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stood: Millis,
    /// What.
    pub what: EntryBody,
}

/// What happened at a table.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryBody {
    /// Somebody set it up. Always the first entry, and only that.
    Created(Box<Created>),
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: Name,
        /// What they add to the deal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        contribution: Option<Contribution>,
    },
    /// A player took another name.
    Renamed {
        /// Where they sit.
        seat: Seat,
        /// The new name.
        name: Name,
    },
    /// Somebody got up, before the game began.
    Left {
        /// From where.
        seat: Seat,
    },
    /// The host showed somebody the door, before the game began. They are not to come again.
    Kicked {
        /// From where.
        seat: Seat,
    },
    /// The host lets all those come back who were shown the door.
    Forgiven,
    /// The cards were dealt.
    Started,
    /// Somebody acted, or somebody else for them.
    Acted(Acted),
    /// Somebody said something.
    Said {
        /// From where, if it was a player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: Name,
        /// What their client calls it.
        id: ClientId,
        /// What they said.
        text: ChatText,
    },
    /// A player gave up.
    Resigned {
        /// Where they sit.
        seat: Seat,
    },
    /// A player has been gone for too long; the table goes on without them.
    Away {
        /// Where they sit.
        seat: Seat,
    },
    /// A player who was gone is here again.
    Back {
        /// Where they sit.
        seat: Seat,
    },
    /// Somebody who plays against bots alone changed how long they take to answer.
    Paced {
        /// How long from now on.
        pace: Pace,
    },
    /// The house opened again after it was closed or fell over. That time is on nobody's clock.
    Reopened,
    /// They play again at another table.
    Rematch {
        /// Which one.
        table: TableId,
    },
    /// The table was given up before its game began.
    Closed,
}

/// Somebody acted, or somebody else for them.
#[derive(Clone, Serialize, Deserialize)]
pub struct Acted {
    /// Where they sit.
    pub seat: Seat,
    /// Who decided.
    pub by: Actor,
    /// What their client calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<ClientId>,
    /// What they did, as the game has it.
    pub action: Box<RawValue>,
}

/// Who decides what a seat does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// The player.
    Player,
    /// The bot that sits there.
    Bot,
    /// The clock, which ran out.
    Clock,
    /// Whoever plays for those who are gone.
    Absent,
}

/// How a table was set up.
#[derive(Clone, Serialize, Deserialize)]
pub struct Created {
    /// The name of the game.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// What the table chose of the game's options, all of them.
    pub options: Box<RawValue>,
    /// Who may sit where.
    pub places: Vec<Place>,
    /// Who set it up.
    pub host: PlayerId,
    /// Whether it is known only to those who have its link.
    pub private: bool,
    /// Whether it begins as soon as every seat is taken.
    pub autostart: bool,
    /// Who may look on.
    pub spectators: Spectators,
    /// How long the players may think.
    pub clock: TableClock,
    /// Who plays for somebody who is gone.
    pub absent: Absent,
    /// For how many seconds somebody may be gone.
    pub grace: u32,
    /// How long bots take to answer, to begin with.
    #[serde(default)]
    pub pace: Pace,
    /// What the bots are called, by their seats. Journals of old versions have no names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bot_names: Vec<Option<Name>>,
    /// The house's seed, as hexadecimal digits. A secret until the game is over.
    pub seed: String,
    /// What lets others in.
    pub code: Code,
    /// Which address it was set up from, in a form that tells nobody the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<OriginTag>,
    /// The table whose players play again here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<TableId>,
}

/// Who may sit on a seat.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Anyone who may know of the table.
    Open,
    /// Whoever has the code.
    Invited,
    /// The bot of this name.
    Bot(String),
    /// This player, who sat there before the rematch.
    Kept(Kept),
}

/// The player for whom a seat of a rematch is kept.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "KeptForm")]
pub struct Kept {
    /// Who.
    pub player: PlayerId,
    /// What they were called. Journals of old versions do not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
}

/// How journals have a [`Kept`]: those of old versions have only the player.
#[derive(Deserialize)]
#[serde(untagged)]
enum KeptForm {
    Player(PlayerId),
    Named { player: PlayerId, name: Option<Name> },
}

impl From<KeptForm> for Kept {
    fn from(form: KeptForm) -> Self {
        match form {
            KeptForm::Player(player) => Self { player, name: None },
            KeptForm::Named { player, name } => Self { player, name },
        }
    }
}

impl Place {
    /// Whether it is kept for this player.
    pub fn is_kept_for(&self, player: &PlayerId) -> bool {
        matches!(self, Self::Kept(kept) if kept.player == *player)
    }
}

impl EntryBody {
    /// Whether a person did this, and not the server by itself.
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
    /// Something that happens now.
    pub fn now(clock: &dyn Clock, what: EntryBody) -> Self {
        Self { at: clock.wall(), moment: Some(clock.now()), stood: 0, what }
    }

    /// When, by the monotonic clock.
    pub fn moment(&self) -> Moment {
        self.moment.unwrap_or(Moment::from_millis(self.at.as_millis()))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde has it
const fn is_zero(millis: &Millis) -> bool {
    *millis == 0
}
