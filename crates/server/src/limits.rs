//! How much anybody may ask of the house: connections, requests and messages, by address and in all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::time::{Millis, Moment};

/// How many addresses are remembered. Beyond that, those that have been quiet are forgotten.
const REMEMBERED: usize = 20_000;

/// How much anybody may ask of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Requests a second from one address, over a while.
    pub requests_per_second: u32,
    /// Requests at once from one address.
    pub request_burst: u32,
    /// Messages a second on one connection, over a while.
    pub messages_per_second: u32,
    /// Messages at once on one connection.
    pub message_burst: u32,
    /// Tables that one player may have set up and not finished.
    pub tables_per_player: usize,
    /// Tables in all that are not finished.
    pub tables: usize,
    /// Frames that wait for a client that does not read, before it is cut off.
    pub queue: usize,
    /// How long a client has to say hello, or to send a request, in milliseconds.
    pub hello_millis: Millis,
    /// How long a client may take nothing of what it is sent, in milliseconds.
    pub write_millis: Millis,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 20_000,
            connections_per_address: 200,
            requests_per_second: 20,
            request_burst: 100,
            messages_per_second: 20,
            message_burst: 60,
            tables_per_player: 20,
            tables: 20_000,
            queue: 64,
            hello_millis: 5_000,
            write_millis: 10_000,
        }
    }
}

/// A bucket that fills at an even pace; each message takes one out.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// In thousandths, so that a millisecond adds a whole number.
    left: u64,
    at: Moment,
}

impl Bucket {
    /// A full bucket.
    pub const fn full(burst: u32, now: Moment) -> Self {
        Self { left: burst as u64 * 1000, at: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, per_second: u32, burst: u32, now: Moment) -> bool {
        let gained = now.since(self.at).saturating_mul(u64::from(per_second));
        self.left = self.left.saturating_add(gained).min(u64::from(burst) * 1000);
        self.at = now;
        let enough = self.left >= 1000;
        if enough {
            self.left -= 1000;
        }
        enough
    }
}

/// Counts connections and requests.
pub struct Gate {
    limits: Limits,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    connections: usize,
    addresses: HashMap<IpAddr, Address>,
}

struct Address {
    connections: usize,
    requests: Bucket,
}

/// The right to one connection. Given back when it is dropped.
pub struct Pass {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Gate {
    /// A gate with these limits.
    pub fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Self { limits, counts: Mutex::default() })
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Lets a connection in, if there is room.
    pub fn enter(self: &Arc<Self>, address: IpAddr, now: Moment) -> Option<Pass> {
        let address = network(address);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.connections >= self.limits.connections {
            return None;
        }
        let entry = counts.address(address, &self.limits, now);
        if entry.connections >= self.limits.connections_per_address {
            return None;
        }
        entry.connections += 1;
        counts.connections += 1;
        Some(Pass { gate: Arc::clone(self), address })
    }

    /// Whether this address may make one more request now.
    pub fn admits_request(&self, address: IpAddr, now: Moment) -> bool {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = counts.address(network(address), &self.limits, now);
        entry.requests.take(self.limits.requests_per_second, self.limits.request_burst, now)
    }
}

impl Counts {
    fn address(&mut self, address: IpAddr, limits: &Limits, now: Moment) -> &mut Address {
        if self.addresses.len() >= REMEMBERED && !self.addresses.contains_key(&address) {
            // Whoever has been quiet for a minute has a full bucket again, and nothing is lost.
            self.addresses
                .retain(|_, entry| entry.connections > 0 || now.since(entry.requests.at) < 60_000);
        }
        self.addresses.entry(address).or_insert_with(|| Address {
            connections: 0,
            requests: Bucket::full(limits.request_burst, now),
        })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.connections = counts.connections.saturating_sub(1);
        if let Some(entry) = counts.addresses.get_mut(&self.address) {
            entry.connections = entry.connections.saturating_sub(1);
        }
    }
}

/// What is counted as one address: of IPv6 the network, for a household has all of its addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            std::net::Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Moment = Moment::from_millis(0);

    #[test]
    fn a_bucket_lets_a_burst_through_and_then_an_even_pace() {
        let mut bucket = Bucket::full(3, START);
        let taken =
            |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take(2, 3, START + now)).count();
        assert_eq!(taken(&mut bucket, 0), 3);
        assert_eq!(taken(&mut bucket, 499), 0);
        assert_eq!(taken(&mut bucket, 1_000), 2);
        assert_eq!(taken(&mut bucket, 1_000_000), 3);
    }

    #[test]
    fn an_address_has_its_share_and_a_pass_is_given_back() {
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let gate = Gate::new(limits);
        let [one, other]: [IpAddr; 2] = ["2001:db8::1", "192.0.2.1"].map(|a| a.parse().unwrap());
        let neighbour: IpAddr = "2001:db8::2".parse().unwrap();
        let passes = [gate.enter(one, START), gate.enter(neighbour, START)];
        assert!(passes.iter().all(Option::is_some));
        assert!(gate.enter(one, START).is_none(), "the address has its share");
        let third = gate.enter(other, START);
        assert!(third.is_some());
        assert!(gate.enter("192.0.2.2".parse().unwrap(), START).is_none(), "the house is full");
        drop(passes);
        assert!(gate.enter(one, START).is_some());
    }
}
