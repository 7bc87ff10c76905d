//! The requests and answers of the REST API, under `/api/v1`. `docs/protocol.md` lists the paths.

use facedown_core::{Contribution, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

mod games;
mod replay;

pub use games::{BotInfo, Choice, GameInfo, Games, Level, OptionInfo, OptionValues};
pub use replay::{Replay, ReplayFilter, ReplayOf, ScenarioFilter, ScenarioOf, ViewerParam};

use crate::table::{Absent, Spectators, State, TableClock};
use crate::text::{Code, Name, TableId, Token};

/// `POST /guests`: somebody wants to play.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewGuest {
    /// What they want to be called.
    #[serde(deserialize_with = "crate::visible::new_name")]
    pub name: Name,
}

/// A player with a new token: the answer to `POST /guests` and `POST /link`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Guest {
    /// Who it is.
    pub player: String,
    /// What they are called.
    pub name: Name,
    /// The secret that says so. It is shown this once.
    pub token: Token,
}

/// `GET /me`: the player that the token is of.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    /// Who it is.
    pub player: String,
    /// What they are called.
    pub name: Name,
}

/// The answer to `POST /me/link`: a code that takes the player along to another device, once and soon.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Link {
    /// What the other device sends to `POST /link`.
    pub code: Code,
    /// For how many seconds it can be used.
    pub seconds: u32,
}

/// `POST /me/sign-out`: tokens that are to be good for nothing from now on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SignOut {
    /// Which of the player's.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub which: SessionScope,
}

/// Which tokens of a player, which is to say which devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SessionScope {
    /// The one with which it is asked.
    #[default]
    This,
    /// All but that one.
    Others,
    /// All. Nobody can be this player again.
    All,
}

/// `POST /link`: the other device.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UseLink {
    /// What the first device was given.
    pub code: Code,
}

/// `POST /tables`: somebody sets up a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// Which of the game's options differ from the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub options: Option<Box<RawValue>>,
    /// Who may sit where.
    pub seats: Vec<SeatChoice>,
    /// Whether the table is known only to those who have its link.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub private: bool,
    /// Whether it begins as soon as every seat is taken.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub autostart: bool,
    /// Who may look on.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub spectators: Spectators,
    /// How long the players may think.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub clock: TableClock,
    /// Who plays for somebody who is gone.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub absent: Absent,
    /// For how many seconds somebody may be gone before the table goes on without them.
    #[serde(default = "usual_grace")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub grace: u32,
    /// The seat that the host takes at once; nothing, if the host only looks on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sit: Option<Seat>,
    /// What the host adds to the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
}

const fn usual_grace() -> u32 {
    60
}

/// Who may sit on a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SeatChoice {
    /// Anyone who may know of the table.
    Open,
    /// Whoever has the code.
    Invited,
    /// The bot of this name.
    Bot(String),
}

/// The answer to `POST /tables` and to `POST /tables/{id}/rematch`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewTableInfo {
    /// Which table.
    pub table: TableId,
    /// What lets others in, where the table is private or has invited seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<Code>,
}

/// The filters of `GET /tables`. Private tables are never listed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableFilter {
    /// Only tables of this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<String>,
    /// Only tables that have come so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub state: Option<State>,
    /// Only tables with a free seat, or only full ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub free: Option<bool>,
}

/// The answer to `GET /tables`: the newest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tables {
    /// As many as are listed.
    pub tables: Vec<TableLine>,
}

/// A table in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableLine {
    /// Which table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// How far it has come.
    pub state: State,
    /// The names of those who sit there, in seat order; nothing where nobody does.
    pub names: Vec<Option<Name>>,
    /// How many seats are free.
    pub free: usize,
    /// The caller's own seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub you: Option<Seat>,
    /// Whether the table waits for the caller.
    #[serde(default)]
    pub your_turn: bool,
}

/// `POST /tables/{id}/sit`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sit {
    /// Which seat; the first one that is free, if none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The table's code, where it needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<Code>,
    /// What the player adds to the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
}

/// The answer to `POST /tables/{id}/sit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Seated {
    /// Which seat it is.
    pub seat: Seat,
}

/// `POST /tables/{id}/kick`: the host shows somebody the door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Kick {
    /// From which seat.
    pub seat: Seat,
}
