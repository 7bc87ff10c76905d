//! The requests and answers of the REST API, under `/api/v1`. `docs/protocol.md` lists the paths.

use facedown_core::{Contribution, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

mod decks;
mod games;
mod replay;

pub use decks::{DeckEntry, DeckNote, DeckRead, HouseDeck, HouseDecks, ReadDeck};
pub use games::{GameInfo, Games};
pub use replay::{
    AuditReport, GameSummary, Replay, ReplayFilter, ReplayOf, ScenarioFilter, ScenarioOf,
    Statistic, StatisticMoment, SummaryOf, ViewerParam,
};

use crate::server::Missed;
use crate::table::{Absent, Pace, Spectators, State, TableClock};
use crate::text::{Code, Name, TableId, Token};

/// `POST /guests`: registers a guest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewGuest {
    /// The name of the guest.
    #[serde(deserialize_with = "crate::visible::new_name")]
    pub name: Name,
}

/// A player with a new token: the response to `POST /guests` and `POST /link`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Guest {
    /// The id of the player.
    pub player: String,
    /// The name of the player.
    pub name: Name,
    /// The token that authenticates the player. It is sent only this once.
    pub token: Token,
}

/// The response to `GET /me`: the player who has the token.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    /// The id of the player.
    pub player: String,
    /// The name of the player.
    pub name: Name,
}

/// The response to `POST /me/link`: a code that signs in another device, once and for a short time.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Link {
    /// The code that the other device sends to `POST /link`.
    pub code: Code,
    /// How many seconds the code is valid.
    pub seconds: u32,
}

/// `POST /me/sign-out`: revokes tokens of the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SignOut {
    /// Which sessions to revoke.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub which: SessionScope,
}

/// Which sessions of a player to revoke. Every device has a session with its own token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SessionScope {
    /// The session that sends the request.
    #[default]
    This,
    /// All other sessions.
    Others,
    /// All sessions. Nobody can sign in as this player again.
    All,
}

/// `POST /link`: signs in another device.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct UseLink {
    /// The code that the first device got.
    pub code: Code,
}

/// `POST /tables`: creates a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewTable {
    /// The name of the game.
    pub game: String,
    /// The options of the game that differ from their defaults.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub options: Option<Box<RawValue>>,
    /// Who may take each seat.
    pub seats: Vec<SeatChoice>,
    /// Whether the table is not listed and needs a code.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub private: bool,
    /// Whether the game starts as soon as every seat is taken.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub autostart: bool,
    /// Who may watch.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub spectators: Spectators,
    /// The time limits.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub clock: TableClock,
    /// Who plays for an absent player.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub absent: Absent,
    /// How many seconds a player may be disconnected before they count as absent.
    #[serde(default = "usual_grace")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub grace: u32,
    /// How fast bots move.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub pace: Pace,
    /// The seat that the host takes at once; missing if the host only watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sit: Option<Seat>,
    /// The host's contribution to the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
}

const fn usual_grace() -> u32 {
    60
}

/// Who may take a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum SeatChoice {
    /// Anyone who may see the table.
    Open,
    /// Anyone who has the code.
    Invited,
    /// The bot of this name.
    Bot(String),
}

/// The response to `POST /tables` and `POST /tables/{id}/rematch`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NewTableInfo {
    /// The id of the table.
    pub table: TableId,
    /// The code for others to join, if the table is private or has invited seats.
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
    /// Only tables in this state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub state: Option<State>,
    /// Only tables with a free seat, or only full ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub free: Option<bool>,
}

/// The response to `GET /tables`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tables {
    /// The tables, the newest first, up to the limit of the list.
    pub tables: Vec<TableLine>,
}

/// A table in a list.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableLine {
    /// The id of the table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// Whether it is open, in play or over.
    pub state: State,
    /// The names of the players in seat order; `null` for a free seat.
    pub names: Vec<Option<Name>>,
    /// How many seats are free.
    pub free: usize,
    /// The caller's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub you: Option<Seat>,
    /// Whether the table is waiting for the caller.
    #[serde(default)]
    pub your_turn: bool,
}

/// `POST /tables/{id}/sit`: takes a seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sit {
    /// The seat; the first free one if it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The table's code, if it needs one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<Code>,
    /// The player's contribution to the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
}

/// The response to `POST /tables/{id}/sit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnSeat {
    /// The seat that the player got.
    pub seat: Seat,
}

/// `POST /tables/{id}/rematch`: takes the player's seat at the rematch, which is created if necessary.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rematch {
    /// The player's contribution to the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
}

/// The query of `GET /tables/{id}/log`.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LogFilter {
    /// Only entries before this number; if it is missing, the last ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub before: Option<u64>,
}

/// The answer to `GET /tables/{id}/log`: one page of the caller's log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Log<'a> {
    /// The number of the first entry on this page; 0 on the first page of the log.
    pub first: u64,
    /// One entry for each number from `first` on.
    #[serde(borrow)]
    pub entries: Vec<Missed<'a>>,
}

/// `POST /tables/{id}/kick`: the host removes a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Kick {
    /// The player's seat.
    pub seat: Seat,
}

/// `POST /tables/{id}/pace`: a player alone against bots changes how fast they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SetPace {
    /// The new pace.
    pub pace: Pace,
}
