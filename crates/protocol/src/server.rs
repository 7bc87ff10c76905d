//! The messages that the server sends over a WebSocket.

use std::borrow::Cow;
use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::delta::Vocabulary;
use crate::refusal::Refusal;
use crate::table::{Clocks, TableInfo};
use crate::text::ClientId;
use crate::update::{By, Said, Update};

/// A message from the server.
///
/// Each has the tag `type`, except updates, which are by far the most frequent and have none. [`FromServer::read`] parses
/// them all.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // it is destructured as soon as it is parsed
pub enum FromServer<'a> {
    /// Everything that the viewer may see, in reply to a hello.
    Welcome(Welcome<'a>),
    /// A message of the client was refused.
    Refused(Refused),
    /// A message that the client sent again had been carried out before.
    Done(Done),
    /// Why an action is not permitted, for a client that asked.
    Because(Because),
    /// The viewer's time is running out.
    Reminder(Reminder),
    /// Which players are connected.
    Presence(Presence),
    /// What is printed on cards whose faces come next.
    Words(Words<'a>),
    /// The reply to a ping.
    Pong {},
    /// The server is about to close the connection.
    Bye(Bye),
    /// The next entry of the table's journal, as this viewer sees it.
    #[serde(untagged)]
    Update(Update<'a>),
}

/// Everything that the viewer may see: the reply to a hello.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Welcome<'a> {
    /// The version of the protocol that the server speaks.
    pub version: u32,
    /// The number of the last entry of the table's journal.
    pub n: u64,
    /// The viewer's seat; `null` for a spectator.
    pub you: Option<Seat>,
    /// The public information about the table.
    pub table: TableInfo,
    /// The vocabulary of the shorthand in updates.
    pub vocabulary: Cow<'a, Vocabulary>,
    /// The public view of the game, in the game's own format; `null` before it starts.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Option<&'a RawValue>,
    /// What the viewer sees beyond the public view, to be laid over it; missing for a spectator.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub own: Option<&'a RawValue>,
    /// The legal actions of the viewer's seat, in the game's own format. There are none if the game is open.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "ts", ts(type = "unknown[] | null"))]
    pub legal: Option<&'a RawValue>,
    /// The seats that the table waits for.
    pub waiting: Seats,
    /// The seats that may act now, if these are others than those that the table waits for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub may_act: Option<Seats>,
    /// How much time each seat has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<Clocks>,
    /// The updates since the number that the client gave; missing if it gave none, or one that is too old.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub missed: Option<Vec<Missed<'a>>>,
}

/// An update that the client has missed, without changes of the view, which the welcome contains.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Missed<'a> {
    /// The number of the entry.
    pub n: u64,
    /// The id of the viewer's message that this entry acknowledges.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ack: Option<ClientId>,
    /// Who acted for the player, if the player did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// The seat of that player.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The events that the viewer gets, in the game's own format.
    #[serde(rename = "e", borrow, default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub events: Vec<&'a RawValue>,
    /// A chat message.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub said: Option<Said>,
}

/// A message of the client was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refused {
    /// The id of the message, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub id: Option<ClientId>,
    /// Why it was refused.
    #[serde(flatten)]
    pub refusal: Refusal,
}

/// A message that the client sent again had been carried out before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Done {
    /// The id of the message.
    pub id: ClientId,
    /// The number of its entry in the journal.
    pub n: u64,
}

/// Why an action is not permitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Because {
    /// The id of the question.
    pub id: ClientId,
    /// The refusal that the action would get; missing if it is permitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub refusal: Option<Refusal>,
}

/// The viewer's time is running out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reminder {
    /// The time left, in milliseconds.
    pub left: u64,
}

/// Which players are connected. It has no number, because it is not part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Presence {
    /// The seats whose players are connected.
    pub here: Seats,
}

/// What is printed on cards whose faces this connection is about to see for the first time.
///
/// It comes before the welcome or update that shows the faces, without being asked for, so that neither a catalogue nor a request for
/// a card tells anybody what others hold. Long texts may be split into several of these.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Words<'a> {
    /// The words of each card, by its face as 32 hexadecimal digits.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub words: BTreeMap<Cow<'a, str>, Cow<'a, RawValue>>,
}

/// The server is about to close the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bye {
    /// The reason.
    pub reason: ByeReason,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ByeReason {
    /// The client does not read its messages. It may reconnect.
    Slow,
    /// The client sends too much. It may reconnect later.
    TooFast,
    /// The client sent a frame that is far too long.
    TooLarge,
    /// The client did not send a valid hello in time.
    NoHello,
    /// The server is shutting down. The client may reconnect when it is back.
    Closing,
    /// The player has left the table and may not watch it.
    Removed,
    /// The host has removed the player.
    Kicked,
    /// The game has started, and only players may watch it.
    Started,
    /// The player has opened too many other connections.
    Replaced,
    /// The table has been archived.
    Gone,
    /// The client's token has been revoked.
    SignedOut,
}

/// A message of the server that this program cannot parse.
#[derive(Debug, thiserror::Error)]
pub enum Unknown {
    /// The message is not JSON, or a field has an invalid value.
    #[error("the server sent a malformed message: {0}")]
    Malformed(#[from] serde_json::Error),
    /// The message has an unknown type.
    #[error("the server sent a message of the unknown type {0:?}; update this program")]
    Kind(String),
}

impl<'a> FromServer<'a> {
    /// Parses a frame. Unknown fields are ignored.
    pub fn read(frame: &'a str) -> Result<Self, Unknown> {
        let head: Head = serde_json::from_str(frame)?;
        Ok(match head.kind.as_deref() {
            None => Self::Update(serde_json::from_str(frame)?),
            Some("welcome") => Self::Welcome(serde_json::from_str(frame)?),
            Some("refused") => Self::Refused(serde_json::from_str(frame)?),
            Some("done") => Self::Done(serde_json::from_str(frame)?),
            Some("because") => Self::Because(serde_json::from_str(frame)?),
            Some("reminder") => Self::Reminder(serde_json::from_str(frame)?),
            Some("words") => Self::Words(serde_json::from_str(frame)?),
            Some("presence") => Self::Presence(serde_json::from_str(frame)?),
            Some("pong") => Self::Pong {},
            Some("bye") => Self::Bye(serde_json::from_str(frame)?),
            Some(unknown) => return Err(Unknown::Kind(unknown.to_owned())),
        })
    }

    /// Appends the frame to the buffer, padded with spaces to a multiple of `pad` bytes; 0 means no padding.
    pub fn write(&self, out: &mut Vec<u8>, pad: usize) -> serde_json::Result<()> {
        let start = out.len();
        serde_json::to_writer(&mut *out, self)?;
        crate::update::pad_to(out, start, pad);
        Ok(())
    }
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
}
