//! What the house can be told when it opens.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::limits::Limits;
use crate::origin::ProxyHeader;
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
    /// The header in which the proxy in front of the house says where requests come from, if there is a proxy. `true`
    /// is `x-forwarded-for`.
    #[serde(deserialize_with = "crate::origin::read_setting")]
    pub behind_proxy: Option<ProxyHeader>,
    /// To whom `/metrics` is answered.
    pub metrics: MetricsFor,
    /// What frames are padded to a multiple of, so that their length tells less; 0 is no padding.
    pub pad: usize,
    /// How long after it is asked a bot answers, in milliseconds; it thinks in that time. At 0 it answers when it is done,
    /// which tells how long it thought: that is for tests.
    pub bot_pause_millis: Millis,
    /// How long a finished table stays when nobody looks, in seconds. Its record can be had for ever.
    pub linger_seconds: Millis,
    /// How long a table that never began stays when nobody is there, in seconds.
    pub abandon_seconds: Millis,
    /// After how many days a game in play is closed that nobody has visited; 0 is never.
    pub unvisited_days: u64,
    /// How often tables that nobody needs are looked for and cleared away, in seconds.
    pub sweep_seconds: Millis,
    /// After how many days of an open server a guest is forgotten who has not come back and has no place at any table,
    /// finished ones included; 0 is never.
    pub forget_days: u64,
    /// How much anybody may ask of the house.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4242)),
            data: PathBuf::from("facedown.db"),
            origins: Vec::new(),
            behind_proxy: None,
            metrics: MetricsFor::Local,
            pad: facedown_protocol::PAD,
            bot_pause_millis: 700,
            linger_seconds: 10 * 60,
            abandon_seconds: 24 * 60 * 60,
            unvisited_days: 30,
            sweep_seconds: 60,
            forget_days: 30,
            limits: Limits::default(),
        }
    }
}

/// To whom `/metrics` is answered. Everybody else is told that there is no such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub enum MetricsFor {
    /// Programs on the same machine that do not come through a proxy.
    Local,
    /// Anybody.
    Open,
    /// Nobody.
    Off,
    /// Whoever can reach this address, which has nothing else but `/healthz` and `/readyz`. It is not on the house's
    /// own address then.
    At(SocketAddr),
}

/// A text that does not say to whom `/metrics` is answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a way to answer /metrics; say local, open, off, or an address such as 127.0.0.1:9090"
)]
pub struct BadMetricsFor(String);

impl FromStr for MetricsFor {
    type Err = BadMetricsFor;

    fn from_str(text: &str) -> Result<Self, BadMetricsFor> {
        Ok(match text {
            "local" => Self::Local,
            "open" => Self::Open,
            "off" => Self::Off,
            address => Self::At(address.parse().map_err(|_| BadMetricsFor(text.to_owned()))?),
        })
    }
}

impl TryFrom<String> for MetricsFor {
    type Error = BadMetricsFor;

    fn try_from(text: String) -> Result<Self, BadMetricsFor> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_answer_metrics_are_read_from_text() {
        let own = SocketAddr::from(([127, 0, 0, 1], 9090));
        for (text, meant) in [
            ("local", MetricsFor::Local),
            ("open", MetricsFor::Open),
            ("off", MetricsFor::Off),
            ("127.0.0.1:9090", MetricsFor::At(own)),
        ] {
            assert_eq!(text.parse(), Ok(meant));
        }
        let refused = "on".parse::<MetricsFor>().unwrap_err().to_string();
        assert!(refused.contains("say local, open, off, or an address"), "{refused}");
    }
}
