//! What everybody who may know of a table may know about it.

use facedown_core::{BySeat, Commitment, Contribution, Seat, Standing};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::text::{Name, TableId};

/// A table, as everybody sees it who may know of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableInfo {
    /// Which table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// What the table chose of the game's options.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub options: Box<RawValue>,
    /// How far it has come.
    pub state: State,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// The seat of the host; nothing once the host has left.
    pub host: Option<Seat>,
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
    /// For how many seconds somebody may be gone before the table goes on without them.
    pub grace: u32,
    /// The house's promise to deal from a seed that it has already chosen.
    pub commitment: Commitment,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
    /// The table at which they play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rematch: Option<TableId>,
    /// How many were shown the door and may not come again, unless the host forgives them.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub kicked: usize,
}

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It waits for players.
    Open,
    /// They play.
    Playing,
    /// The game is over.
    Over,
}

/// One seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// Who sits there, or may.
    pub who: Occupant,
    /// What the player is called, or which bot it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<Name>,
    /// What the player added to the deal. Those of all seats are published together, when it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
    /// Whether the player has resigned.
    #[serde(default, skip_serializing_if = "is_false")]
    pub resigned: bool,
    /// Whether the player is gone, and the table goes on without them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absent: bool,
}

/// Who sits on a seat, or may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// Nobody yet; anyone may sit down who may know of the table.
    Open,
    /// Nobody yet; whoever has the code may sit down.
    Invited,
    /// A bot.
    Bot,
    /// A player.
    Player,
}

/// Who may look on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Anyone who may know of the table.
    #[default]
    Live,
    /// The same, but so many seconds later.
    Delayed(u32),
}

/// How long the players may think. What the rules say of a decision goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableClock {
    /// As long as they like.
    #[default]
    None,
    /// So many seconds for each decision.
    Decision(u32),
    /// So many seconds for the whole game, and some more after each action.
    Game {
        /// For the whole game.
        seconds: u32,
        /// More after each action.
        increment: u32,
    },
}

/// Who plays for somebody who is gone or has resigned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The game's own fallback: what costs the least thought.
    #[default]
    Fallback,
    /// The bot of this name.
    Bot(String),
}

/// How much time each seat has left, in milliseconds, at the moment of the message; nothing for a seat that has no
/// clock. The clocks of the seats that the table is waiting for are running.
pub type Clocks = BySeat<Option<u64>>;

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde has it
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde has it
const fn is_zero(count: &usize) -> bool {
    *count == 0
}
