//! The HTTP requests about tables without a trusted server, under `/api/v1/peers`.

use facedown_core::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::encoded::Hex;
use crate::text::{Code, Name, TableId};

/// `POST /peers`: makes a table. The relay does not read what is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewPeerTable {
    /// The name of the game: lower-case letters, digits and `-`.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The options of the game in full, a JSON object.
    pub options: Box<RawValue>,
    /// The number of seats.
    pub seats: usize,
    /// After how many seconds a player's own machine plays for it; 0 is never.
    pub think: u32,
    /// After how many seconds the others may say that a silent player has left. At least 10, and longer than `think`.
    pub grace: u32,
    /// How many players together can replace one who has left; missing or `null` if nobody can.
    #[serde(default)]
    pub escrow: Option<u8>,
    /// Whether the table is not listed and needs a code.
    #[serde(default)]
    pub private: bool,
}

/// The response to `POST /peers`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewPeerTableInfo {
    /// The id of the table.
    pub table: TableId,
    /// The table's code, which others need if the table is private.
    pub code: Code,
    /// The relay's Ed25519 key, in hexadecimal digits.
    pub relay: Hex<32>,
}

/// Everything that the relay says about a table: the response to `GET /peers/{id}`.
///
/// The relay is not trusted: a peer computes the genesis from this, and players compare it with each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PeerTableInfo {
    /// The id of the table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The options of the game.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub options: Box<RawValue>,
    /// Who has each seat; `null` for a free one.
    pub seats: Vec<Option<PeerSeat>>,
    /// After how many seconds a player's own machine plays for it; 0 is never.
    pub think: u32,
    /// After how many seconds the others may say that a silent player has left.
    pub grace: u32,
    /// How many players together can replace one who has left; `null` if nobody can.
    pub escrow: Option<u8>,
    /// Whether the table is not listed and needs a code.
    pub private: bool,
    /// The relay's Ed25519 key, in hexadecimal digits.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub relay: Hex<32>,
    /// What the table is doing.
    pub state: PeerState,
    /// How many entries it has.
    pub entries: u64,
    /// The date when it was made, in milliseconds since 1970.
    pub created: u64,
}

/// A player at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PeerSeat {
    /// The name of the player.
    pub name: Name,
    /// The player's Ed25519 key, in hexadecimal digits.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub key: Hex<32>,
    /// The player's nonce for this table, in hexadecimal digits.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub nonce: Hex<32>,
}

/// What a table without a trusted server is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PeerState {
    /// It is waiting for players.
    Open,
    /// Every seat is taken, and the machines agree on a genesis.
    Agreeing,
    /// The game is being played.
    Playing,
    /// The game is over. Its entries can be read.
    Over,
    /// It was closed before its game began.
    Closed,
}

/// `POST /peers/{id}/join`: takes the first free seat. [`Join::sign`] makes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Join {
    /// The name of the player.
    #[serde(deserialize_with = "crate::visible::new_name")]
    pub name: Name,
    /// The player's Ed25519 key, in hexadecimal digits.
    pub key: Hex<32>,
    /// 32 random bytes that were never used before, in hexadecimal digits.
    pub nonce: Hex<32>,
    /// The player's signature, in hexadecimal digits.
    pub signature: Hex<64>,
}

/// The response to `POST /peers/{id}/join`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    /// The seat of the player with this key.
    pub seat: Seat,
}

/// The response to `GET /peers`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PeerTables {
    /// The public tables that are not over, the newest first, up to the limit of the list.
    pub tables: Vec<PeerTableLine>,
}

/// A table without a trusted server in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PeerTableLine {
    /// The id of the table.
    pub id: TableId,
    /// The name of the game.
    pub game: String,
    /// What the table is doing.
    pub state: PeerState,
    /// The names of the players in seat order; `null` for a free seat.
    pub names: Vec<Option<Name>>,
    /// How many seats are free.
    pub free: usize,
}
