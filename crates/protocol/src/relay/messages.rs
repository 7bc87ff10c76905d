//! The text frames between a peer and a relay.

use std::borrow::Cow;

use facedown_core::Seat;
use serde::{Deserialize, Serialize};

use super::encoded::{Base64, Hex};
use super::requests::PeerTableInfo;
use super::{MAX_CONTROL, VERSION};
use crate::client::MessageError;
use crate::refusal::Refusal;
use crate::server::{Bye, Presence, Unknown};

/// A text frame of a peer. A binary frame is an entry to post.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromPeer {
    /// Answers the challenge. It must be the first message, and is sent only once.
    Hello(Hello),
    /// The genesis that this peer has computed.
    Genesis(GenesisBytes),
    /// Frees the seat, before the game begins.
    Leave {},
    /// This peer is done with the table: it needs no more entries and posts none.
    Over {},
    /// Asks for a [`FromRelay::Pong`], to test the connection.
    Ping {},
}

/// Answers the challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol that the peer speaks.
    pub v: u32,
    /// How many entries the peer has.
    pub since: u64,
    /// Proves that the connection belongs to a player; missing for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatProof>,
}

/// Proves that a connection belongs to a player. [`SeatProof::sign`] makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatProof {
    /// The player's Ed25519 key.
    pub key: Hex<32>,
    /// The player's signature of the challenge.
    pub signature: Hex<64>,
}

/// The genesis that a peer has computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenesisBytes {
    /// Its encoding.
    pub bytes: Base64,
}

/// A text frame of a relay. A binary frame is a [`Stamped`](super::Stamped) entry.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)] // it is destructured as soon as it is parsed
pub enum FromRelay {
    /// What the peer must sign to have a seat. It is the first message.
    Challenge(Challenge),
    /// What the relay knows of the table, in reply to a hello. The entries that the peer does not have follow.
    Welcome(Welcome),
    /// The players or the state of the table have changed.
    Table(PeerTableChanged),
    /// All players have computed the same genesis: the game begins.
    Begun(Begun),
    /// A message or an entry of the peer was refused.
    Refused(RefusedPeer),
    /// Which players are connected.
    Presence(Presence),
    /// The reply to a ping.
    Pong {},
    /// The relay is about to close the connection.
    Bye(Bye),
}

/// What the peer must sign to have a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The version of the protocol that the relay speaks.
    pub v: u32,
    /// Random bytes for this connection.
    pub nonce: Hex<32>,
    /// The relay's Ed25519 key.
    pub relay: Hex<32>,
}

/// What the relay knows of the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The table.
    pub table: PeerTableInfo,
    /// The peer's seat; `null` for a spectator.
    pub seat: Option<Seat>,
    /// The genesis, once the game has begun.
    pub genesis: Option<Base64>,
    /// How many entries the table has. Those from the hello's `since` on follow.
    pub entries: u64,
}

/// The players or the state of the table have changed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PeerTableChanged {
    /// The table.
    pub table: PeerTableInfo,
}

/// All players have computed the same genesis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The genesis.
    pub genesis: Base64,
}

/// A message or an entry of the peer was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedPeer {
    /// The SHA-256 of the entry, if one was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<Hex<32>>,
    /// Why it was refused.
    #[serde(flatten)]
    pub refusal: Refusal,
}

impl FromPeer {
    /// Parses a text frame, and checks its length and encoding. Unknown fields are ignored.
    pub fn read(frame: &[u8]) -> Result<Self, MessageError> {
        if frame.len() > MAX_CONTROL {
            return Err(MessageError::TooLarge { length: frame.len() });
        }
        let not_json = |why: &dyn ToString| MessageError::NotJson(why.to_string());
        let frame = std::str::from_utf8(frame).map_err(|error| not_json(&error))?;
        if !frame.trim_start().starts_with('{') {
            return Err(not_json(&"not an object"));
        }
        let head: Head = serde_json::from_str(frame).map_err(|error| not_json(&error))?;
        Ok(match head.kind.as_deref() {
            Some("hello") => Self::Hello(hello(frame)?),
            Some("genesis") => Self::Genesis(body("genesis", frame)?),
            Some("leave") => Self::Leave {},
            Some("over") => Self::Over {},
            Some("ping") => Self::Ping {},
            Some(unknown) => return Err(MessageError::unknown_kind(unknown, KNOWN)),
            None => return Err(MessageError::NoKind(KNOWN)),
        })
    }

    /// The text frame.
    pub fn to_text(&self) -> String {
        // Plain data, which can be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl FromRelay {
    /// Parses a text frame. Unknown fields are ignored.
    pub fn read(frame: &str) -> Result<Self, Unknown> {
        let head: Head = serde_json::from_str(frame)?;
        Ok(match head.kind.as_deref() {
            Some("challenge") => Self::Challenge(serde_json::from_str(frame)?),
            Some("welcome") => Self::Welcome(serde_json::from_str(frame)?),
            Some("table") => Self::Table(serde_json::from_str(frame)?),
            Some("begun") => Self::Begun(serde_json::from_str(frame)?),
            Some("refused") => Self::Refused(serde_json::from_str(frame)?),
            Some("presence") => Self::Presence(serde_json::from_str(frame)?),
            Some("pong") => Self::Pong {},
            Some("bye") => Self::Bye(serde_json::from_str(frame)?),
            Some(unknown) => return Err(Unknown::Kind(unknown.chars().take(64).collect())),
            None => return Err(Unknown::Kind(String::new())),
        })
    }

    /// The text frame.
    pub fn to_text(&self) -> String {
        // Plain data, which can be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The types of a peer's messages, for refusals.
const KNOWN: &str = "hello, genesis, leave, over or ping";

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
}

fn body<'a, T: Deserialize<'a>>(kind: &'static str, frame: &'a str) -> Result<T, MessageError> {
    serde_json::from_str(frame)
        .map_err(|error| MessageError::Malformed { kind, problem: error.to_string() })
}

/// Checks the version first, because other versions may have other fields.
fn hello(frame: &str) -> Result<Hello, MessageError> {
    #[derive(Deserialize)]
    struct Version {
        v: u32,
    }
    match body("hello", frame)? {
        Version { v: VERSION } => body("hello", frame),
        Version { v } => Err(MessageError::UnsupportedRelayVersion(v)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Kind;

    #[test]
    fn messages_are_read_back() {
        let proof = SeatProof { key: Hex([1; 32]), signature: Hex([2; 64]) };
        for message in [
            FromPeer::Hello(Hello { v: VERSION, since: 7, seat: Some(proof) }),
            FromPeer::Hello(Hello { v: VERSION, since: 0, seat: None }),
            FromPeer::Genesis(GenesisBytes { bytes: Base64(vec![3; 500]) }),
            FromPeer::Leave {},
            FromPeer::Over {},
            FromPeer::Ping {},
        ] {
            let text = message.to_text();
            assert_eq!(FromPeer::read(text.as_bytes()).unwrap().to_text(), text);
        }
        let refusal = Refusal::plain(Kind::TooFast);
        for message in [
            FromRelay::Challenge(Challenge { v: 1, nonce: Hex([1; 32]), relay: Hex([2; 32]) }),
            FromRelay::Begun(Begun { genesis: Base64(vec![1]) }),
            FromRelay::Refused(RefusedPeer { entry: Some(Hex([5; 32])), refusal }),
            FromRelay::Pong {},
        ] {
            let text = message.to_text();
            assert_eq!(FromRelay::read(&text).unwrap().to_text(), text);
        }
    }

    #[test]
    fn what_is_wrong_with_a_message_is_said() {
        let refused = |text: &str| FromPeer::read(text.as_bytes()).unwrap_err().kind();
        assert_eq!(refused("[]"), Kind::NotJson);
        assert_eq!(refused("{"), Kind::NotJson);
        assert_eq!(refused("{}"), Kind::UnknownKind);
        assert_eq!(refused(r#"{"type": "act"}"#), Kind::UnknownKind);
        assert_eq!(refused(r#"{"type": "hello"}"#), Kind::Malformed);
        assert_eq!(refused(r#"{"type": "hello", "v": 1}"#), Kind::Malformed);
        assert_eq!(refused(r#"{"type": "hello", "v": 1, "since": -1}"#), Kind::Malformed);
        assert_eq!(refused(r#"{"type": "hello", "v": 2}"#), Kind::UnsupportedVersion);
        assert_eq!(refused(r#"{"type": "genesis", "bytes": "_"}"#), Kind::Malformed);
        let long = format!(r#"{{"type": "ping", "x": "{}"}}"#, "x".repeat(MAX_CONTROL));
        assert_eq!(refused(&long), Kind::TooLarge);
        assert_eq!(FromPeer::read(b"{\xff}").unwrap_err().kind(), Kind::NotJson);
    }
}
