//! A client of the house: what tests and `facedown load` talk to it with. It trusts the house as a player would.
#![deny(missing_docs)]

mod client;
mod connection;

pub use client::{Client, NewTable};
pub use connection::{Connection, Event, Heard};

/// The end of a house's config at which one address may do anything: the limits are for people.
pub const NO_LIMITS: &str = "\
[limits]
connections = 1000000
connections-per-address = 1000000
requests-per-second = 1000000
request-burst = 1000000
messages-per-second = 1000000
message-burst = 1000000
bytes-per-second = 4000000000
byte-burst = 4000000000
chats-per-minute = 1000000
chat-burst = 1000000
chats-per-minute-per-address = 1000000
chat-burst-per-address = 1000000
guests-per-minute = 1000000
guest-burst = 1000000
replays-per-minute = 1000000
replay-burst = 1000000
replays-per-address = 1000000
tables-per-player = 1000000
tables-per-address = 1000000
tables = 1000000
queue = 1024
chat-queue = 1024
chat-every-millis = 0
";

/// Why something could not be had from the house.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is none.
    #[error("{0:?} is no address of a house; it looks like http://127.0.0.1:4242")]
    Address(String),
    /// The house cannot be reached, or the connection broke off.
    #[error("the house cannot be reached: {0}")]
    Network(#[from] std::io::Error),
    /// The WebSocket broke off, or never was.
    #[error("the connection failed: {0}")]
    WebSocket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The house hung up.
    #[error("the house has hung up")]
    HungUp,
    /// The house hung up and said why.
    #[error("the house has hung up: {0:?}")]
    Bye(facedown_protocol::ByeReason),
    /// The house said no.
    #[error("the house refused {what}: {status} {answer}")]
    Refused {
        /// What was asked for.
        what: String,
        /// The status of the answer; 0 over a WebSocket.
        status: u16,
        /// What it said.
        answer: String,
    },
    /// The house said something that makes no sense, or left an update out.
    #[error("the house sent nonsense: {0}")]
    Nonsense(String),
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::WebSocket(Box::new(error))
    }
}
