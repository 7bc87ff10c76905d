//! The house: hosts tables for people on the network.
//!
//! Everything that happens at a table is an entry of its journal, durable before anyone hears of it; a
//! [`room::Room`] is the fold of that journal. The house knows no game by name and no rule.
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
pub mod room;
pub mod serve;
mod sessions;
mod socket;
pub mod store;
pub mod time;
mod ws;

pub use config::Config;
pub use serve::{OpenError, Server};
