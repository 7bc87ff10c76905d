//! The configuration of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::limits::Limits;
use crate::origin::ProxyHeader;
use crate::time::Millis;

/// The configuration of a server. A file has it as TOML, with these names.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The address to listen on. Port 0 is any free port.
    pub listen: SocketAddr,
    /// The path of the database.
    pub data: PathBuf,
    /// Catalogues of cards that players may bring, made by `facedown cards import`. An earlier one is asked first.
    pub cards: Vec<PathBuf>,
    /// Origins whose pages may use the API, such as `https://cards.example`. Pages with the server's own address, by the `Host`
    /// header, always may.
    pub origins: Vec<String>,
    /// The header in which the proxy in front of the server names the client's address, if there is a proxy. `true` is
    /// `x-forwarded-for`.
    #[serde(deserialize_with = "crate::origin::read_setting")]
    pub behind_proxy: Option<ProxyHeader>,
    /// Who may read `/metrics`.
    pub metrics: MetricsFor,
    /// Frames are padded to a multiple of this many bytes, so that their length reveals less; 0 is no padding.
    pub pad: usize,
    /// How long a bot takes to move, in milliseconds. It thinks in that time. At 0 it moves as soon as it is done, which
    /// reveals how long it thought and is for tests.
    pub bot_pause_millis: Millis,
    /// How long a finished table stays in memory when nobody watches, in seconds. It is then archived and can still be read.
    pub linger_seconds: Millis,
    /// How long a table whose game never started stays without activity, in seconds.
    pub abandon_seconds: Millis,
    /// After how many days without a visit a running game is closed; 0 is never.
    pub unvisited_days: u64,
    /// How often unused tables are archived or closed, in seconds.
    pub sweep_seconds: Millis,
    /// After how many days of inactivity a guest is deleted who sits at no table, finished ones included; 0 is never. Only
    /// time while the server runs counts.
    pub forget_days: u64,
    /// The limits per client, address, table and server.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4242)),
            data: PathBuf::from("facedown.db"),
            cards: Vec::new(),
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

/// Who may read `/metrics`. Everybody else gets "not found".
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub enum MetricsFor {
    /// Requests from the same machine that do not come through a proxy.
    Local,
    /// Anybody.
    Open,
    /// Nobody.
    Off,
    /// Whoever can reach this separate address, which otherwise serves only `/healthz` and `/readyz`.
    At(SocketAddr),
}

/// A value that is not a setting for `/metrics`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a setting for /metrics; use local, open, off, or an address such as 127.0.0.1:9090"
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
        assert!(refused.contains("use local, open, off, or an address"), "{refused}");
    }
}
