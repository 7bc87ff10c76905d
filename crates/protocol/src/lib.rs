//! The messages between the server and its clients. `docs/protocol.md` describes them for authors of clients.
//!
//! A client opens one WebSocket for each table, sends [`FromClient::Hello`] and gets a [`Welcome`] with everything that it
//! may see. From then on it gets one [`Update`] for each entry of the table's journal, with the events and the difference
//! to the previous view. Everything else uses HTTP requests ([`rest`]).
//!
//! [`relay`] has the messages of tables without a trusted server.
//!
//! The protocol knows no game: views, events and actions are JSON that is passed through unparsed.
#![deny(missing_docs)]

mod client;
pub mod delta;
mod refusal;
pub mod relay;
pub mod rest;
mod server;
mod table;
mod text;
mod update;
mod visible;

pub use client::{Act, Chat, FromClient, Hello, MessageError, Unreadable, Why};
pub use refusal::{Kind, Refusal};
pub use server::{
    Because, Bye, ByeReason, Done, FromServer, Missed, Presence, Refused, Reminder, Unknown,
    Welcome, Words,
};
pub use table::{
    Absent, Clocks, Occupant, Pace, SeatInfo, Spectators, State, TableClock, TableInfo,
};
pub use text::{ChatText, ClientId, Code, Name, TableId, TextError, Token};
pub use update::{By, Events, Said, Update, UpdateWriter};

/// The version of the protocol. It is raised when old clients would misunderstand the server.
pub const VERSION: u32 = 2;

/// The longest frame that the server accepts, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;

/// The default padding: frames of the server are padded to a multiple of this number of bytes.
pub const PAD: usize = 64;
