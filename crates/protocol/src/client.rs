//! What a client sends over its WebSocket, and how the house reads it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::refusal::{Kind, Refusal};
use crate::text::{ChatText, ClientId, Code, Token};
use crate::{MAX_FRAME, VERSION};

/// A message from a client.
///
/// It is written with the tag `type`, and read with [`FromClient::read`], for serde cannot read JSON that is to go
/// through unread from a tagged enum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromClient<'a> {
    /// Says who wants to look at the table. The first message, and never a later one.
    Hello(Hello),
    /// Acts.
    #[serde(borrow)]
    Act(Act<'a>),
    /// Says something to everybody at the table.
    Chat(Chat),
    /// Asks for a sign of life.
    Ping {},
}

/// Says who wants to look at the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hello {
    /// The version of the protocol that the client speaks.
    pub version: u32,
    /// Who it is; nobody, for a spectator without a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub token: Option<Token>,
    /// The table's code, where it is private.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub code: Option<Code>,
    /// The number of the last update that the client has, if it was here before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub since: Option<u64>,
}

/// Acts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Act<'a> {
    /// What the client calls this action. Sent again with the same id, it is not done again.
    pub id: ClientId,
    /// The last number that the client had seen. If something has happened since, the action is refused as
    /// stale; without this, the rules alone decide whether it still fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<u64>,
    /// The action, as the game has it.
    #[serde(borrow)]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub action: &'a RawValue,
}

/// Says something to everybody at the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Chat {
    /// What the client calls this message. Sent again with the same id, it is not said again.
    pub id: ClientId,
    /// What is said.
    #[serde(deserialize_with = "crate::visible::new_chat")]
    pub text: ChatText,
}

/// Why a message could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Unreadable {
    /// The id of the message, as far as it could be read.
    pub id: Option<ClientId>,
    /// What is wrong with it.
    pub why: MessageError,
}

/// What is wrong with a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is too long.
    #[error("this message has {length} bytes; send at most {MAX_FRAME}")]
    TooLarge {
        /// How long it is.
        length: usize,
    },
    /// It is not JSON, or no object, or its `type` is no text.
    #[error("this is not a message ({0}); send one JSON object with a `type`")]
    NotJson(String),
    /// It does not say what kind it is.
    #[error("this message has no `type`; send hello, act, chat or ping")]
    NoKind,
    /// The house does not know such a message.
    #[error("the house does not know messages of type {0:?}; send hello, act, chat or ping")]
    UnknownKind(String),
    /// A field is missing or has a value that it cannot have.
    #[error("this {kind} makes no sense: {problem}")]
    Malformed {
        /// What kind of message it is.
        kind: &'static str,
        /// What is wrong, and where.
        problem: String,
    },
    /// The house does not speak this version.
    #[error(
        "the house speaks version {VERSION} of the protocol, not {0}; reload the page or update the client"
    )]
    UnsupportedVersion(u32),
}

impl MessageError {
    /// The kind of the refusal that answers it.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::TooLarge { .. } => Kind::TooLarge,
            Self::NotJson(_) => Kind::NotJson,
            Self::NoKind | Self::UnknownKind(_) => Kind::UnknownKind,
            Self::Malformed { .. } => Kind::Malformed,
            Self::UnsupportedVersion(_) => Kind::UnsupportedVersion,
        }
    }
}

impl From<&MessageError> for Refusal {
    fn from(why: &MessageError) -> Self {
        Self::new(why.kind(), why.to_string())
    }
}

impl<'a> FromClient<'a> {
    /// Reads a frame. Fields that the house does not know are ignored.
    pub fn read(frame: &'a str) -> Result<Self, Unreadable> {
        let unreadable = |id, why| Unreadable { id, why };
        if frame.len() > MAX_FRAME {
            return Err(unreadable(None, MessageError::TooLarge { length: frame.len() }));
        }
        if !frame.trim_start().starts_with('{') {
            return Err(unreadable(None, MessageError::NotJson("no object".to_owned())));
        }
        let head: Head = serde_json::from_str(frame)
            .map_err(|error| unreadable(None, MessageError::NotJson(error.to_string())))?;
        let id = || head.id.and_then(|id| serde_json::from_str(id.get()).ok());
        let body = match head.kind.as_deref() {
            Some("act") => body("act", frame).map(Self::Act),
            Some("chat") => body("chat", frame).map(Self::Chat),
            Some("ping") => Ok(Self::Ping {}),
            Some("hello") => hello(frame).map(Self::Hello),
            Some(unknown) => Err(MessageError::UnknownKind(unknown.chars().take(64).collect())),
            None => Err(MessageError::NoKind),
        };
        body.map_err(|why| unreadable(id(), why))
    }
}

/// What every message may have.
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

/// The version is looked at first: another one may have other fields.
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
