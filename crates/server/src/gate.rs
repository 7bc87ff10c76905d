//! Enforces the limits of each address and player.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::{Bucket, Limits, Rate};
use crate::origin::Origin;
use crate::store::PlayerId;
use crate::time::Moment;

/// How many addresses, and how many players, are tracked. Beyond that, those with full buckets are dropped, and if that is
/// not enough, all that have nothing open.
const MAX_TRACKED: usize = 20_000;

/// Something whose rate is limited per address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// An HTTP request.
    Request,
    /// This many bytes that may be written to disk.
    Bytes(u32),
    /// A new guest.
    Guest,
    /// A replay or a scenario.
    Replay,
    /// A chat message.
    Chat,
}

impl Charge {
    const fn index(self) -> usize {
        match self {
            Self::Request => 0,
            Self::Bytes(_) => 1,
            Self::Guest => 2,
            Self::Replay => 3,
            Self::Chat => 4,
        }
    }

    const fn amount(self) -> u32 {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Request | Self::Guest | Self::Replay | Self::Chat => 1,
        }
    }
}

/// Enforces the limits of each address and player.
pub struct Gate {
    limits: Limits,
    /// The rate of each [`Charge`], in the order of [`Charge::index`].
    rates: [Rate; 5],
    chat_rate: Rate,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    connections: usize,
    addresses: HashMap<Origin, Address>,
    chatters: HashMap<PlayerId, Bucket>,
}

struct Address {
    connections: usize,
    replays: usize,
    buckets: [Bucket; 5],
}

/// A slot for one connection, or for one replay. It is released when this is dropped.
pub struct Pass {
    gate: Arc<Gate>,
    slot: Slot,
}

/// What a [`Pass`] is for, and what it counts towards.
#[derive(Clone, Copy)]
enum Slot {
    /// A connection that counts towards the total only.
    Connection,
    /// A connection that counts towards the total and its address.
    ConnectionOf(Origin),
    /// A WebSocket behind a proxy: the proxy's connection counts towards the total already, so only the address is counted.
    SocketOf(Origin),
    /// A replay that is being made or sent.
    ReplayOf(Origin),
}

impl Gate {
    /// Enforces these limits.
    pub fn new(limits: Limits) -> Arc<Self> {
        let rates = [
            Rate::per_second(limits.requests_per_second, limits.request_burst),
            Rate::per_second(limits.bytes_per_second, limits.byte_burst),
            Rate::per_minute(limits.guests_per_minute, limits.guest_burst),
            Rate::per_minute(limits.replays_per_minute, limits.replay_burst),
            Rate::per_minute(limits.chats_per_minute_per_address, limits.chat_burst_per_address),
        ];
        let chat_rate = Rate::per_minute(limits.chats_per_minute, limits.chat_burst);
        Arc::new(Self { limits, rates, chat_rate, counts: Mutex::default() })
    }

    /// The limits.
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Admits a connection, if neither the total nor its address is at the limit.
    pub fn admit_connection(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Slot::ConnectionOf(origin), now)
    }

    /// Admits a connection of the proxy, if the total is below the limit. The client's address is not known yet.
    pub fn admit_proxy_connection(self: &Arc<Self>, now: Moment) -> Option<Pass> {
        self.pass(Slot::Connection, now)
    }

    /// Admits a WebSocket that comes through the proxy, if its address is below the limit.
    pub fn admit_proxied_socket(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Slot::SocketOf(origin), now)
    }

    /// Admits a replay, if not too many of this address are under way.
    pub fn admit_replay(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Slot::ReplayOf(origin), now)
    }

    fn pass(self: &Arc<Self>, slot: Slot, now: Moment) -> Option<Pass> {
        let mut counts = self.counts();
        if slot.counts_towards_total() && counts.connections >= self.limits.connections {
            return None;
        }
        if let Some(origin) = slot.origin() {
            let (open, most) = match (counts.address(origin, &self.rates, now), slot) {
                (entry, Slot::ReplayOf(_)) => (&mut entry.replays, self.limits.replays_per_address),
                (entry, _) => (&mut entry.connections, self.limits.connections_per_address),
            };
            if *open >= most {
                return None;
            }
            *open += 1;
        }
        counts.connections += usize::from(slot.counts_towards_total());
        Some(Pass { gate: Arc::clone(self), slot })
    }

    /// Charges an address. Returns `false` if that exceeds its rate.
    pub fn charge(&self, origin: Origin, charge: Charge, now: Moment) -> bool {
        let mut counts = self.counts();
        let entry = counts.address(origin, &self.rates, now);
        entry.buckets[charge.index()].take(self.rates[charge.index()], charge.amount(), now)
    }

    /// Charges a chat message to the player and the address. Returns `false` if that exceeds a rate.
    pub fn charge_chat(&self, player: &PlayerId, origin: Origin, now: Moment) -> bool {
        let rate = self.chat_rate;
        {
            let mut counts = self.counts();
            if !counts.chatter(player, rate, now).take(rate, 1, now) {
                return false;
            }
        }
        self.charge(origin, Charge::Chat, now)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    fn address(&mut self, origin: Origin, rates: &[Rate; 5], now: Moment) -> &mut Address {
        if self.addresses.len() >= MAX_TRACKED && !self.addresses.contains_key(&origin) {
            self.addresses.retain(|_, entry| {
                let is_open = entry.has_open_slots();
                let mut buckets = entry.buckets.iter_mut().zip(rates);
                is_open || buckets.any(|(bucket, rate)| !bucket.is_full(*rate, now))
            });
            if self.addresses.len() >= MAX_TRACKED {
                self.addresses.retain(|_, entry| entry.has_open_slots());
            }
        }
        self.addresses.entry(origin).or_insert_with(|| Address {
            connections: 0,
            replays: 0,
            buckets: rates.map(|rate| Bucket::full(rate, now)),
        })
    }

    fn chatter(&mut self, player: &PlayerId, rate: Rate, now: Moment) -> &mut Bucket {
        if self.chatters.len() >= MAX_TRACKED && !self.chatters.contains_key(player) {
            self.chatters.retain(|_, bucket| !bucket.is_full(rate, now));
            if self.chatters.len() >= MAX_TRACKED {
                self.chatters.clear();
            }
        }
        self.chatters.entry(player.clone()).or_insert_with(|| Bucket::full(rate, now))
    }
}

impl Address {
    const fn has_open_slots(&self) -> bool {
        self.connections > 0 || self.replays > 0
    }
}

impl Slot {
    const fn counts_towards_total(self) -> bool {
        matches!(self, Self::Connection | Self::ConnectionOf(_))
    }

    const fn origin(self) -> Option<Origin> {
        match self {
            Self::Connection => None,
            Self::ConnectionOf(origin) | Self::SocketOf(origin) | Self::ReplayOf(origin) => {
                Some(origin)
            }
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut counts = self.gate.counts();
        if self.slot.counts_towards_total() {
            counts.connections = counts.connections.saturating_sub(1);
        }
        let entry = self.slot.origin().and_then(|origin| counts.addresses.get_mut(&origin));
        if let Some(entry) = entry {
            let open = match self.slot {
                Slot::ReplayOf(_) => &mut entry.replays,
                _ => &mut entry.connections,
            };
            *open = open.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Moment = Moment::from_millis(0);

    fn origin(text: &str) -> Origin {
        Origin::of(text.parse().unwrap())
    }

    #[test]
    fn an_address_has_its_share_and_a_pass_is_given_back() {
        let limits = Limits { connections: 3, connections_per_address: 2, ..Limits::default() };
        let gate = Gate::new(limits);
        let [one, neighbour] = ["2001:db8::1", "2001:db8::2"].map(origin);
        let passes = [gate.admit_connection(one, START), gate.admit_connection(neighbour, START)];
        assert!(passes.iter().all(Option::is_some));
        assert!(gate.admit_connection(one, START).is_none(), "the address is at its limit");
        let third = gate.admit_connection(origin("192.0.2.1"), START);
        assert!(third.is_some());
        assert!(
            gate.admit_connection(origin("192.0.2.2"), START).is_none(),
            "the total is at its limit"
        );
        drop(passes);
        assert!(gate.admit_connection(one, START).is_some());
    }

    #[test]
    fn replays_under_way_are_bounded_for_an_address() {
        let gate = Gate::new(Limits { replays_per_address: 2, ..Limits::default() });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(origin);
        let mut passes = vec![gate.admit_replay(one, START), gate.admit_replay(one, START)];
        assert!(gate.admit_replay(one, START).is_none());
        passes.push(gate.admit_replay(other, START));
        assert!(passes.iter().all(Option::is_some));
        passes.clear();
        assert!(gate.admit_replay(one, START).is_some());
    }

    #[test]
    fn behind_a_proxy_sockets_are_counted_for_the_address_they_come_from() {
        let limits = Limits { connections: 5, connections_per_address: 1, ..Limits::default() };
        let gate = Gate::new(limits);
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(origin);
        let proxy = [gate.admit_proxy_connection(START), gate.admit_proxy_connection(START)];
        let sockets =
            [gate.admit_proxied_socket(one, START), gate.admit_proxied_socket(other, START)];
        assert!(proxy.iter().chain(&sockets).all(Option::is_some));
        assert!(gate.admit_proxied_socket(one, START).is_none());
        assert!(
            (0..3)
                .map(|_| gate.admit_proxy_connection(START))
                .collect::<Vec<_>>()
                .iter()
                .all(Option::is_some)
        );
        drop(sockets);
        assert!(gate.admit_proxied_socket(one, START).is_some());
    }

    #[test]
    fn chat_is_counted_for_the_player_and_for_the_address() {
        let limits = Limits { chat_burst: 2, chat_burst_per_address: 3, ..Limits::default() };
        let gate = Gate::new(limits);
        let [ann, bob] = ["ann", "bob"].map(|id| PlayerId(id.into()));
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(origin);
        assert!(gate.charge_chat(&ann, here, START) && gate.charge_chat(&ann, here, START));
        assert!(
            !gate.charge_chat(&ann, there, START),
            "the player's limit holds at another address"
        );
        assert!(gate.charge_chat(&bob, here, START));
        assert!(
            !gate.charge_chat(&bob, here, START),
            "the address's limit holds for another player"
        );
        assert!(gate.charge_chat(&bob, there, START + 60_000));
    }

    #[test]
    fn whoever_has_used_up_a_budget_is_not_forgotten_for_it() {
        let gate = Gate::new(Limits { guest_burst: 1, guests_per_minute: 0, ..Limits::default() });
        let greedy = origin("192.0.2.1");
        assert!(gate.charge(greedy, Charge::Guest, START));
        for number in 0..u32::try_from(MAX_TRACKED).unwrap() + 10 {
            let other = Origin::of(std::net::Ipv4Addr::from(0x0a00_0000 + number).into());
            assert!(gate.charge(other, Charge::Request, START + u64::from(number) * 10));
        }
        assert!(gate.counts().addresses.len() < MAX_TRACKED, "idle addresses are dropped");
        assert!(!gate.charge(greedy, Charge::Guest, START + 1));
    }
}
