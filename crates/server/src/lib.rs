//! The game server: it hosts tables over HTTP and WebSockets.
//!
//! Everything that happens at a table is an entry in its journal, which is committed before anyone is told. A
//! [`room::Room`] is the fold of that journal. The server names no game and knows no rule.
#![deny(missing_docs)]

pub mod actor;
pub mod catalogue;
pub mod config;
pub mod gate;
pub mod http;
pub mod hub;
pub mod identity;
pub mod limits;
pub mod metrics;
pub mod origin;
pub mod outlet;
pub mod random;
mod relay;
pub mod replay;
pub mod room;
pub mod serve;
mod sessions;
mod socket;
pub mod store;
pub mod time;
pub mod words;
mod ws;

pub use config::Config;
pub use serve::{OpenError, Server};
