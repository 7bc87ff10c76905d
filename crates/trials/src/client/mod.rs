//! A client of the server in Rust, for tests and trials. It trusts the server as a player's client would.

mod connection;
mod requests;

pub use connection::{Connection, Event, Received};
pub use requests::{Client, NewTable};

/// The end of a config file that lifts the limits of one address, which are meant for people.
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

/// Why a request or a connection failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address of the server is malformed.
    #[error("{0:?} is not the address of a server; write it like http://127.0.0.1:4242")]
    Address(String),
    /// The server cannot be reached, or the connection broke off.
    #[error("the server cannot be reached: {0}")]
    Network(#[from] std::io::Error),
    /// The WebSocket failed or could not be opened.
    #[error("the connection failed: {0}")]
    WebSocket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The server closed the connection.
    #[error("the server closed the connection")]
    HungUp,
    /// The server closed the connection and said why.
    #[error("the server closed the connection: {0:?}")]
    Bye(facedown_protocol::ByeReason),
    /// The server refused a request.
    #[error("the server refused {what}: {status} {answer}")]
    Refused {
        /// The path of the request, or the kind of message.
        what: String,
        /// The HTTP status; 0 over a WebSocket.
        status: u16,
        /// The body of the answer.
        answer: String,
    },
    /// The server sent something malformed, or left an update out.
    #[error("the server sent something malformed: {0}")]
    Malformed(String),
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        Self::WebSocket(Box::new(error))
    }
}
