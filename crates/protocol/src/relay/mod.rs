//! The messages between players' machines and a relay: tables without a trusted server, over a network.
//!
//! A relay seats players by their keys, puts their signed entries in an order, stamps and stores them, and tells everybody. It
//! cannot read an entry and knows no game. `docs/protocol.md` describes all of it for authors of clients.
//!
//! A peer opens one WebSocket for each table. The relay sends a [`Challenge`], the peer answers with a [`Hello`] and gets a
//! [`Welcome`]. Text frames are the JSON of [`FromPeer`] and [`FromRelay`]; a binary frame of a peer is an entry, and a binary
//! frame of the relay is a [`Stamped`] one. Everything else uses HTTP requests ([`NewPeerTable`], [`Join`], [`PeerTables`]).

mod encoded;
mod messages;
mod requests;
mod sign;
mod stamp;
#[cfg(test)]
mod vectors;

pub use encoded::{Base64, Hex};
pub use messages::{
    Begun, Challenge, FromPeer, FromRelay, GenesisBytes, Hello, PeerTableChanged, RefusedPeer,
    SeatProof, Welcome,
};
pub use requests::{
    Join, Joined, NewPeerTable, NewPeerTableInfo, PeerSeat, PeerState, PeerTableInfo,
    PeerTableLine, PeerTables,
};
pub use sign::{SignError, check_key};
pub use stamp::{StampError, Stamped, Stamps, convict};

/// The version of the protocol between a peer and a relay.
pub const VERSION: u32 = 1;

/// The longest entry, in bytes.
pub const MAX_ENTRY: usize = 64 * 1024;

/// The longest text frame, in bytes.
pub const MAX_CONTROL: usize = crate::MAX_FRAME;

/// The longest genesis, in bytes. In base64 it fits into a text frame.
pub const MAX_GENESIS: usize = 10 * 1024;

/// The longest name of a game, in bytes.
pub const MAX_GAME: usize = 64;

/// The longest options of a game, in bytes.
pub const MAX_OPTIONS: usize = 4 * 1024;

/// The smallest and the largest number of seats: what a genesis can have.
pub const SEATS: std::ops::RangeInclusive<usize> = 2..=6;

/// The shortest grace of a table, in seconds. It is longer than the time to think as well.
pub const MIN_GRACE: u32 = 10;

/// The longest grace of a table, in seconds: a week.
pub const MAX_GRACE: u32 = 7 * 24 * 60 * 60;

/// The domain separators of everything that is signed or hashed here, with one version.
mod domain {
    pub(super) const JOIN: &[u8] = b"facedown/relay/v1/join";
    pub(super) const HELLO: &[u8] = b"facedown/relay/v1/hello";
    pub(super) const STAMP: &[u8] = b"facedown/relay/v1/stamp";
}
