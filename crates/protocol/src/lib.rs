//! What the house and its clients say to each other. `docs/protocol.md` describes it for those who write a client.
//!
//! A client opens one WebSocket for each table that it looks at, says [`FromClient::Hello`] and is answered with a
//! [`Welcome`]: everything it may see. From then on each entry of the table's journal is one [`Update`], with what
//! happened and the difference to the last view. Everything else goes by plain requests ([`rest`]).
//!
//! The house knows no game, so views, events and actions are JSON that goes through unread.
#![deny(missing_docs)]

mod client;
pub mod delta;
mod refusal;
pub mod rest;
mod server;
mod table;
mod text;
mod update;
mod visible;

pub use client::{Act, Chat, FromClient, Hello, MessageError, Unreadable};
pub use refusal::{Kind, Refusal};
pub use server::{
    Bye, ByeReason, Done, FromServer, Missed, Presence, Refused, Reminder, Unknown, Welcome,
};
pub use table::{Absent, Clocks, Occupant, SeatInfo, Spectators, State, TableClock, TableInfo};
pub use text::{BadText, ChatText, ClientId, Code, Name, TableId, Token};
pub use update::{By, Events, Said, Update, UpdateWriter};

/// The version of the protocol. It goes up when an old client would misunderstand the house.
pub const VERSION: u32 = 2;

/// The longest frame that the house reads, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;

/// What frames of the house are padded to a multiple of, unless the house is told otherwise.
pub const PAD: usize = 64;
