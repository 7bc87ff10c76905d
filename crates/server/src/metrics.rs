//! What the house counts, as Prometheus reads it.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use crate::store::{Condition, Fault};

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
    /// Tables that were set aside because their journals cannot be read.
    pub set_aside: Gauge,
    /// Writes that the store could not do.
    pub store_failures: Counter,
    /// For each kind of failure whether it keeps the store from being written now: 1 or 0.
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
    set_aside: "Tables that were set aside because their journals cannot be read",
    store_failures: "Writes that the store could not do",
    store_failing: "For each kind of failure, whether it keeps the store from being written now",
    wal_bytes: "Size of the write-ahead log of the database in bytes",
}

impl Metrics {
    /// All counts as text, with the state of the store.
    pub fn text(&self, store: Condition) -> String {
        let before = self.store_failures.get();
        self.store_failures.inc_by(store.failed.saturating_sub(before));
        for fault in Fault::ALL {
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
