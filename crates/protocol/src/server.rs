//! What the house sends over a WebSocket.

use std::borrow::Cow;

use facedown_core::{Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::delta::Vocabulary;
use crate::refusal::Refusal;
use crate::table::{Clocks, TableInfo};
use crate::text::ClientId;
use crate::update::{By, Said, Update};

/// A message from the house.
///
/// Each has the tag `type`, but for an update, which is by far the most frequent and has none. [`FromServer::read`]
/// reads them all.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // it is taken apart as soon as it is read
pub enum FromServer<'a> {
    /// Everything that the viewer may see.
    Welcome(Welcome<'a>),
    /// What the client sent was not done.
    Refused(Refused),
    /// What the client sent again was done before.
    Done(Done),
    /// The viewer's time is running out.
    Reminder(Reminder),
    /// Who is here.
    Presence(Presence),
    /// A sign of life.
    Pong {},
    /// The house is about to close the connection.
    Bye(Bye),
    /// What the next entry of the table's journal means for the viewer.
    #[serde(untagged)]
    Update(Update<'a>),
}

/// Everything that the viewer may see: the answer to hello.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Welcome<'a> {
    /// The version of the protocol that the house speaks.
    pub version: u32,
    /// The number of the last entry of the table's journal.
    pub n: u64,
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// What everybody may know of the table.
    pub table: TableInfo,
    /// What updates do not spell out.
    pub vocabulary: Cow<'a, Vocabulary>,
    /// What everybody sees of the game, as the game has it; nothing before it begins.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Option<&'a RawValue>,
    /// What the viewer sees beyond that, to be laid over it; nothing for a spectator.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub own: Option<&'a RawValue>,
    /// Everything that the viewer's seat may do now, each as the game has it.
    #[serde(borrow, default)]
    #[cfg_attr(feature = "ts", ts(type = "unknown[] | null"))]
    pub legal: Option<&'a RawValue>,
    /// The seats that may act now.
    pub waiting: Seats,
    /// How much time each seat has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<Clocks>,
    /// What has happened since the number that the client had; nothing if it had none, or one that is too old.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub missed: Option<Vec<Missed<'a>>>,
}

/// An update that the client has missed. What has changed since is in the view.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Missed<'a> {
    /// The number of the entry.
    pub n: u64,
    /// The id of the viewer's own message that this is the outcome of.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ack: Option<ClientId>,
    /// Who acted in the place of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// What the viewer was told, each as the game has it.
    #[serde(rename = "e", borrow, default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub events: Vec<&'a RawValue>,
    /// What somebody said.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub said: Option<Said>,
}

/// What the client sent was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Refused {
    /// The id of the message, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub id: Option<ClientId>,
    /// Why.
    #[serde(flatten)]
    pub refusal: Refusal,
}

/// What the client sent again was done before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Done {
    /// The id of the message.
    pub id: ClientId,
    /// The number of the entry that it became.
    pub n: u64,
}

/// The viewer's time is running out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reminder {
    /// How much is left, in milliseconds.
    pub left: u64,
}

/// Which players are connected. It has no number: it is not a part of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Presence {
    /// The seats whose players are here.
    pub here: Seats,
}

/// The house is about to close the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bye {
    /// Why.
    pub reason: ByeReason,
}

/// Why the house closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ByeReason {
    /// The client does not read what it is sent. It may come back.
    Slow,
    /// The client sends too much. It may come back later.
    TooFast,
    /// The client sent a frame that is far too long.
    TooLarge,
    /// The client did not say hello in time, or said it wrongly.
    NoHello,
    /// The house shuts down. It comes back, and so may the client.
    Closing,
    /// The player was shown the door, or has left the table.
    Removed,
    /// The player has connected from elsewhere too often.
    Replaced,
    /// The table has been cleared away.
    Gone,
    /// The token with which the client said hello has been taken back.
    SignedOut,
}

/// A message of the house that this program cannot read.
#[derive(Debug, thiserror::Error)]
pub enum Unknown {
    /// It is not JSON, or a field has a value that it cannot have.
    #[error("the house sent something that makes no sense: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It is of a kind that this program does not know.
    #[error("the house sent a message of the unknown type {0:?}; update this program")]
    Kind(String),
}

impl<'a> FromServer<'a> {
    /// Reads a frame. Fields that this program does not know are ignored.
    pub fn read(frame: &'a str) -> Result<Self, Unknown> {
        let head: Head = serde_json::from_str(frame)?;
        Ok(match head.kind.as_deref() {
            None => Self::Update(serde_json::from_str(frame)?),
            Some("welcome") => Self::Welcome(serde_json::from_str(frame)?),
            Some("refused") => Self::Refused(serde_json::from_str(frame)?),
            Some("done") => Self::Done(serde_json::from_str(frame)?),
            Some("reminder") => Self::Reminder(serde_json::from_str(frame)?),
            Some("presence") => Self::Presence(serde_json::from_str(frame)?),
            Some("pong") => Self::Pong {},
            Some("bye") => Self::Bye(serde_json::from_str(frame)?),
            Some(unknown) => return Err(Unknown::Kind(unknown.to_owned())),
        })
    }

    /// Writes the frame, padded with spaces to a multiple of `pad` bytes; 0 is no padding.
    pub fn write(&self, out: &mut Vec<u8>, pad: usize) -> serde_json::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        crate::update::pad_to(out, pad);
        Ok(())
    }
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
}
