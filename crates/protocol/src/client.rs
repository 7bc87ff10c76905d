//! The messages that a client sends over its WebSocket, and how the server parses them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::refusal::{Kind, Refusal};
use crate::text::{ChatText, ClientId, Code, Token};
use crate::{MAX_FRAME, VERSION};

/// A message from a client.
///
/// It is serialised with the tag `type`, and parsed with [`FromClient::read`], because serde cannot borrow a `RawValue`
/// from a tagged enum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromClient<'a> {
    /// Authenticates the client. It must be the first message, and is sent only once.
    Hello(Hello),
    /// Takes an action in the game.
    #[serde(borrow)]
    Act(Act<'a>),
    /// Sends a chat message to everybody at the table.
    Chat(Chat),
    /// Asks why an action is not permitted, without doing it.
    #[serde(borrow)]
    Why(Why<'a>),
    /// Asks for a [`FromServer::Pong`](crate::FromServer::Pong), to test the connection.
    Ping {},
}

/// Authenticates the client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hello {
    /// The version of the protocol that the client speaks.
    pub version: u32,
    /// The player's token; missing for an anonymous spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<Token>,
    /// The table's code, if the table is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<Code>,
    /// The number of the last update that the client has, if it was connected before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub since: Option<u64>,
}

/// Takes an action in the game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Act<'a> {
    /// An id chosen by the client. A message with an id that was used before is not carried out again.
    pub id: ClientId,
    /// The number of the last update that the client had when it acted. If there was another since, the action is refused
    /// as stale. If it is missing, only the rules decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<u64>,
    /// The action, in the game's own format.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: &'a RawValue,
}

/// Asks why an action is not permitted, without doing it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Why<'a> {
    /// An id chosen by the client, which the answer repeats.
    pub id: ClientId,
    /// The action, in the game's own format.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: &'a RawValue,
}

/// Sends a chat message to everybody at the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chat {
    /// An id chosen by the client. A message with an id that was used before is not sent again.
    pub id: ClientId,
    /// The text of the message.
    #[serde(deserialize_with = "crate::visible::new_chat")]
    pub text: ChatText,
}

/// A message that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unreadable {
    /// The id of the message, if it could be parsed.
    pub id: Option<ClientId>,
    /// What is wrong with it.
    pub why: MessageError,
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// The message is too long.
    #[error("this message has {length} bytes; send at most {MAX_FRAME}")]
    TooLarge {
        /// Its length in bytes.
        length: usize,
    },
    /// The message is not a JSON object, or its `type` is not a string.
    #[error("this is not a message ({0}); send one JSON object with a `type`")]
    NotJson(String),
    /// The message has no `type`.
    #[error("this message has no `type`; send {0}")]
    NoKind(&'static str),
    /// The `type` is unknown.
    #[error("there is no message of type {found:?}; send {known}")]
    UnknownKind {
        /// The type, or its beginning.
        found: String,
        /// The types that there are.
        known: &'static str,
    },
    /// A field is missing or has an invalid value.
    #[error("this {kind} is not valid: {problem}")]
    Malformed {
        /// The type of the message.
        kind: &'static str,
        /// What is wrong, and where.
        problem: String,
    },
    /// The server does not support this version of the protocol.
    #[error(
        "the server speaks version {VERSION} of the protocol, not {0}; reload the page or update the client"
    )]
    UnsupportedVersion(u32),
    /// The relay does not support this version of its protocol.
    #[error(
        "the relay speaks version {version} of its protocol, not {0}; update the older one of both programs",
        version = crate::relay::VERSION
    )]
    UnsupportedRelayVersion(u32),
}

/// The types of a client's messages, for refusals.
const KNOWN: &str = "hello, act, chat, why or ping";

impl MessageError {
    pub(crate) fn unknown_kind(found: &str, known: &'static str) -> Self {
        Self::UnknownKind { found: found.chars().take(64).collect(), known }
    }

    /// The kind of the refusal that is sent in reply.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::TooLarge { .. } => Kind::TooLarge,
            Self::NotJson(_) => Kind::NotJson,
            Self::NoKind(_) | Self::UnknownKind { .. } => Kind::UnknownKind,
            Self::Malformed { .. } => Kind::Malformed,
            Self::UnsupportedVersion(_) | Self::UnsupportedRelayVersion(_) => {
                Kind::UnsupportedVersion
            }
        }
    }
}

impl From<&MessageError> for Refusal {
    fn from(why: &MessageError) -> Self {
        Self::new(why.kind(), why.to_string())
    }
}

impl<'a> FromClient<'a> {
    /// Parses a frame and checks its length and encoding. Unknown fields are ignored.
    pub fn read(frame: &'a [u8]) -> Result<Self, Unreadable> {
        let unreadable = |id, why| Unreadable { id, why };
        let not_json =
            |why: &dyn ToString| unreadable(None, MessageError::NotJson(why.to_string()));
        if frame.len() > MAX_FRAME {
            return Err(unreadable(None, MessageError::TooLarge { length: frame.len() }));
        }
        let frame = std::str::from_utf8(frame).map_err(|error| not_json(&error))?;
        if !frame.trim_start().starts_with('{') {
            return Err(not_json(&"not an object"));
        }
        // Most messages are valid actions, which are parsed in one pass. The rest takes two, to say what is wrong.
        if let Ok(WholeAct { kind: "act", id, at, action }) = serde_json::from_str(frame) {
            return Ok(Self::Act(Act { id, at, action }));
        }
        let head: Head = serde_json::from_str(frame).map_err(|error| not_json(&error))?;
        let id = || head.id.and_then(|id| serde_json::from_str(id.get()).ok());
        let body = match head.kind.as_deref() {
            Some("act") => body("act", frame).map(Self::Act),
            Some("chat") => body("chat", frame).map(Self::Chat),
            Some("why") => body("why", frame).map(Self::Why),
            Some("ping") => Ok(Self::Ping {}),
            Some("hello") => hello(frame).map(Self::Hello),
            Some(unknown) => Err(MessageError::unknown_kind(unknown, KNOWN)),
            None => Err(MessageError::NoKind(KNOWN)),
        };
        body.map_err(|why| unreadable(id(), why))
    }
}

/// An action with its `type`.
#[derive(Deserialize)]
struct WholeAct<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: ClientId,
    #[serde(default)]
    at: Option<u64>,
    #[serde(borrow)]
    action: &'a RawValue,
}

/// The fields that every message may have.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
}

fn body<'a, T: Deserialize<'a>>(kind: &'static str, frame: &'a str) -> Result<T, MessageError> {
    serde_json::from_str(frame)
        .map_err(|error| MessageError::Malformed { kind, problem: error.to_string() })
}

/// Checks the version first, because other versions may have other fields.
fn hello(frame: &str) -> Result<Hello, MessageError> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    match body("hello", frame)? {
        Version { version: VERSION } => body("hello", frame),
        Version { version } => Err(MessageError::UnsupportedVersion(version)),
    }
}
