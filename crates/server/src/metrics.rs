//! The metrics of the server, in the format of Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::store::{Condition, StoreFault};

/// The metrics of the server.
pub struct Metrics {
    registry: Registry,
    /// Actions carried out, by players, bots and clocks.
    pub actions: Counter,
    /// Messages and requests that were refused.
    pub refusals: Counter,
    /// Committed transactions of the journal.
    pub commits: Counter,
    /// Committed lines of the journal.
    pub lines: Counter,
    /// Frames sent.
    pub frames: Counter,
    /// Bytes of frames sent.
    pub bytes: Counter,
    /// Connections closed because their client did not read.
    pub slow: Counter,
    /// Connections and requests refused because of a limit.
    pub turned_away: Counter,
    /// Open connections of any kind.
    pub connections: Gauge,
    /// Open WebSockets that were admitted to a table.
    pub viewers: Gauge,
    /// Tables in memory.
    pub tables: Gauge,
    /// Tables without a trusted server in memory.
    pub peer_tables: Gauge,
    /// Open WebSockets of players and spectators of tables without a trusted server.
    pub peers: Gauge,
    /// Entries of players that were stamped and written.
    pub peer_entries: Counter,
    /// Bytes of those entries.
    pub peer_bytes: Counter,
    /// Tables that were set aside because their journals cannot be replayed.
    pub set_aside: Gauge,
    /// Failed writes to the store.
    pub store_failures: Counter,
    /// For each kind of failure, 1 if the store cannot be written now because of it, otherwise 0.
    pub store_failing: Family<[(&'static str, &'static str); 1], Gauge>,
    /// Size of the database's write-ahead log in bytes.
    pub wal_bytes: Gauge,
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
    actions: "Actions carried out, by players, bots and clocks",
    refusals: "Messages and requests that were refused",
    commits: "Committed transactions of the journal",
    lines: "Committed lines of the journal",
    frames: "Frames sent",
    bytes: "Bytes of frames sent",
    slow: "Connections closed because their client did not read",
    turned_away: "Connections and requests refused because of a limit",
    connections: "Open connections of any kind",
    viewers: "Open WebSockets that were admitted to a table",
    tables: "Tables in memory",
    peer_tables: "Tables without a trusted server in memory",
    peers: "Open WebSockets of players and spectators of tables without a trusted server",
    peer_entries: "Entries of players that were stamped and written",
    peer_bytes: "Bytes of entries of players that were stamped and written",
    set_aside: "Tables that were set aside because their journals cannot be replayed",
    store_failures: "Failed writes to the store",
    store_failing: "For each kind of failure, whether the store cannot be written now because of it",
    wal_bytes: "Size of the write-ahead log of the database in bytes",
}

impl Metrics {
    /// All metrics as text, with the state of the store.
    pub fn text(&self, store: Condition) -> String {
        let before = self.store_failures.get();
        self.store_failures.inc_by(store.failed.saturating_sub(before));
        for fault in StoreFault::ALL {
            let is_failing = store.fault == Some(fault);
            self.store_failing.get_or_create(&[("kind", fault.name())]).set(is_failing.into());
        }
        self.wal_bytes.set(i64::try_from(store.wal_bytes).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
