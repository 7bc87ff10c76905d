//! The public information about a table.

use facedown_core::{BySeat, Commitment, Contribution, Seat, Standing};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::text::{Name, TableId};

/// The public information about a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableInfo {
    /// The id of the table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The options of the game.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub options: Box<RawValue>,
    /// Whether more can be done in the game than is listed: then nobody is sent legal actions.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub open_game: bool,
    /// Whether it is open, in play or over.
    pub state: State,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// The seat of the host; `null` once the host has left.
    pub host: Option<Seat>,
    /// Whether it is not listed and needs a code.
    pub private: bool,
    /// Whether the game starts as soon as every seat is taken.
    pub autostart: bool,
    /// Who may watch.
    pub spectators: Spectators,
    /// The time limits.
    pub clock: TableClock,
    /// Who plays for an absent player.
    pub absent: Absent,
    /// How many seconds a player may be disconnected before they count as absent.
    pub grace: u32,
    /// How fast bots move.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub pace: Pace,
    /// The commitment to the seed that the cards are dealt from.
    pub commitment: Commitment,
    /// The words that all players' screens must show, at a table without a house.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub words: Vec<String>,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
    /// The table of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rematch: Option<TableId>,
    /// How many players were kicked and may not return, unless the host forgives them.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub kicked: usize,
}

/// The state of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The table is waiting for players.
    Open,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

/// One seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// Who has the seat, or may take it.
    pub who: Occupant,
    /// The name of the player or the bot. No two bots of a table have the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub name: Option<Name>,
    /// Which of the game's bots it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<String>,
    /// The player's contribution to the deal. All contributions are published together when the game starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub contribution: Option<Contribution>,
    /// Whether the player has resigned.
    #[serde(default, skip_serializing_if = "is_false")]
    pub resigned: bool,
    /// Whether the player is absent, and somebody else plays for them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absent: bool,
}

/// Who has a seat, or may take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// The seat is free for anyone who may see the table.
    Open,
    /// The seat is free for anyone who has the code.
    Invited,
    /// The seat is reserved for the player of this name, who had it before the rematch.
    Kept,
    /// A bot.
    Bot,
    /// A player.
    Player,
}

/// Who may watch a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Spectators {
    /// Nobody.
    None,
    /// Anyone who may see the table.
    #[default]
    Live,
    /// Anyone who may see the table, with a delay of this many seconds.
    Delayed(u32),
}

/// The time limits of a table. A limit that the rules set for a decision takes precedence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum TableClock {
    /// No limit.
    #[default]
    None,
    /// This many seconds for each decision.
    Decision(u32),
    /// A number of seconds for the whole game, and an increment after each action.
    Game {
        /// Seconds for the whole game.
        seconds: u32,
        /// Seconds added after each action.
        increment: u32,
    },
}

/// Who plays for a player who is absent or has resigned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The fallback action of the game's rules.
    #[default]
    Fallback,
    /// The bot of this name.
    Bot(String),
}

/// How fast bots move, compared with the server's default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// They take twice as long.
    Slow,
    /// They take the server's default time.
    #[default]
    Normal,
    /// They take less than half of the time.
    Fast,
    /// They take hardly any time, for a player who wants to see how the game ends.
    Instant,
}

/// The time that each seat has left when the message is sent, in milliseconds; `null` for a seat without a clock. The
/// clocks of the seats that the table is waiting for are running.
pub type Clocks = BySeat<Option<u64>>;

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde needs
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde needs
fn is_default(pace: &Pace) -> bool {
    *pace == Pace::default()
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde needs
const fn is_zero(count: &usize) -> bool {
    *count == 0
}
