//! What the house can be told when it opens.

use std::net::SocketAddr;
use std::path::PathBuf;

use crate::limits::Limits;
use crate::time::Millis;

/// What the house can be told when it opens. In a file it is TOML, with these names.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where it listens. Port 0 is any that is free.
    pub listen: SocketAddr,
    /// The database.
    pub data: PathBuf,
    /// The origins whose pages may talk to the house, such as `https://cards.example`. Those on the house's own
    /// address, by the `Host` they ask for, always may.
    pub origins: Vec<String>,
    /// Whether the house stands behind a proxy, whose `X-Forwarded-For` says where requests come from.
    pub behind_proxy: bool,
    /// What frames are padded to a multiple of, so that their length tells less; 0 is no padding.
    pub pad: usize,
    /// How long a bot pretends to think, in milliseconds.
    pub bot_pause_millis: Millis,
    /// How long a finished table stays when nobody looks, in seconds. Its record can be had for ever.
    pub linger_seconds: Millis,
    /// How long a table that never began stays when nobody is there, in seconds.
    pub abandon_seconds: Millis,
    /// How much anybody may ask of the house.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4242)),
            data: PathBuf::from("facedown.db"),
            origins: Vec::new(),
            behind_proxy: false,
            pad: facedown_protocol::PAD,
            bot_pause_millis: 700,
            linger_seconds: 10 * 60,
            abandon_seconds: 24 * 60 * 60,
            limits: Limits::default(),
        }
    }
}
