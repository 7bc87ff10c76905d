//! What the house counts, as Prometheus reads it.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// What the house counts.
pub struct Metrics {
    registry: Registry,
    /// Actions carried out, whoever decided them.
    pub actions: Counter,
    /// Messages and requests that were refused.
    pub refusals: Counter,
    /// Transactions of the journal.
    pub commits: Counter,
    /// Lines of the journal.
    pub lines: Counter,
    /// Frames sent.
    pub frames: Counter,
    /// Bytes of frames sent.
    pub bytes: Counter,
    /// Connections cut because their client did not read.
    pub slow: Counter,
    /// Connections and requests turned away by a limit.
    pub turned_away: Counter,
    /// Open connections of any kind.
    pub connections: Gauge,
    /// Open WebSockets that have said hello.
    pub viewers: Gauge,
    /// Tables in memory.
    pub tables: Gauge,
}

macro_rules! registered {
    ($($name:ident: $help:literal,)*) => {
        impl Default for Metrics {
            fn default() -> Self {
                let mut registry = Registry::with_prefix("facedown");
                $(let $name = Default::default();)*
                let metrics = Self { registry: Registry::default(), $($name,)* };
                $(registry.register(stringify!($name), $help, metrics.$name.clone());)*
                Self { registry, ..metrics }
            }
        }
    };
}

registered! {
    actions: "Actions carried out, whoever decided them",
    refusals: "Messages and requests that were refused",
    commits: "Transactions of the journal",
    lines: "Lines of the journal",
    frames: "Frames sent",
    bytes: "Bytes of frames sent",
    slow: "Connections cut because their client did not read",
    turned_away: "Connections and requests turned away by a limit",
    connections: "Open connections of any kind",
    viewers: "Open WebSockets that have said hello",
    tables: "Tables in memory",
}

impl Metrics {
    /// All counts as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
