//! Counts what each address and player asks of the house, and says when it is too much.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::{Bucket, Limits, Rate};
use crate::origin::Origin;
use crate::store::PlayerId;
use crate::time::Moment;

/// How many addresses and how many players are remembered at least. Beyond that, those are forgotten whose buckets are
/// full again, and if that is not enough, all that have nothing open.
const REMEMBERED: usize = 20_000;

/// Something that an address may do only so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// A request over HTTP.
    Request,
    /// So many bytes that may end up on the disk.
    Bytes(u32),
    /// A new guest.
    Guest,
    /// A replay or a scenario.
    Replay,
    /// A chat message.
    Chat,
}

impl Charge {
    const fn slot(self) -> usize {
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

/// Counts what each address and player asks for.
pub struct Gate {
    limits: Limits,
    /// The rate of each [`Charge`], in the order of their slots.
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

/// The right to one connection, or to one replay under way. Given back when it is dropped.
pub struct Pass {
    gate: Arc<Gate>,
    what: Use,
}

/// What a [`Pass`] is for.
#[derive(Clone, Copy)]
enum Use {
    /// A connection that counts in all.
    Connection,
    /// A connection that counts in all and for its address.
    ConnectionOf(Origin),
    /// A WebSocket behind a proxy: its connection is the proxy's and counts already, so only its address is counted.
    SocketOf(Origin),
    /// A replay that is made or sent.
    ReplayOf(Origin),
}

impl Gate {
    /// A gate with these limits.
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

    /// Lets a connection in, if there is room in all and for its address.
    pub fn enter(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Use::ConnectionOf(origin), now)
    }

    /// Lets a connection of the proxy in, if there is room in all: whose requests it carries is not known yet.
    pub fn enter_from_proxy(self: &Arc<Self>, now: Moment) -> Option<Pass> {
        self.pass(Use::Connection, now)
    }

    /// Lets a WebSocket in that comes through the proxy, if there is room for its address.
    pub fn enter_behind_proxy(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Use::SocketOf(origin), now)
    }

    /// Lets a replay begin, if not too many of this address are under way.
    pub fn begin_replay(self: &Arc<Self>, origin: Origin, now: Moment) -> Option<Pass> {
        self.pass(Use::ReplayOf(origin), now)
    }

    fn pass(self: &Arc<Self>, what: Use, now: Moment) -> Option<Pass> {
        let mut counts = self.counts();
        if what.counts_in_all() && counts.connections >= self.limits.connections {
            return None;
        }
        if let Some(origin) = what.origin() {
            let (open, most) = match (counts.address(origin, &self.rates, now), what) {
                (entry, Use::ReplayOf(_)) => (&mut entry.replays, self.limits.replays_per_address),
                (entry, _) => (&mut entry.connections, self.limits.connections_per_address),
            };
            if *open >= most {
                return None;
            }
            *open += 1;
        }
        counts.connections += usize::from(what.counts_in_all());
        Some(Pass { gate: Arc::clone(self), what })
    }

    /// Whether this address may do this now; it is then counted.
    pub fn admits(&self, origin: Origin, charge: Charge, now: Moment) -> bool {
        let mut counts = self.counts();
        let entry = counts.address(origin, &self.rates, now);
        entry.buckets[charge.slot()].take(self.rates[charge.slot()], charge.amount(), now)
    }

    /// Whether this player may say something now from this address; it is then counted for both.
    pub fn admits_chat(&self, player: &PlayerId, origin: Origin, now: Moment) -> bool {
        let rate = self.chat_rate;
        {
            let mut counts = self.counts();
            if !counts.chatter(player, rate, now).take(rate, 1, now) {
                return false;
            }
        }
        self.admits(origin, Charge::Chat, now)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counts {
    fn address(&mut self, origin: Origin, rates: &[Rate; 5], now: Moment) -> &mut Address {
        if self.addresses.len() >= REMEMBERED && !self.addresses.contains_key(&origin) {
            self.addresses.retain(|_, entry| {
                let is_open = entry.is_open_somewhere();
                let mut buckets = entry.buckets.iter_mut().zip(rates);
                is_open || buckets.any(|(bucket, rate)| !bucket.is_full(*rate, now))
            });
            if self.addresses.len() >= REMEMBERED {
                self.addresses.retain(|_, entry| entry.is_open_somewhere());
            }
        }
        self.addresses.entry(origin).or_insert_with(|| Address {
            connections: 0,
            replays: 0,
            buckets: rates.map(|rate| Bucket::full(rate, now)),
        })
    }

    fn chatter(&mut self, player: &PlayerId, rate: Rate, now: Moment) -> &mut Bucket {
        if self.chatters.len() >= REMEMBERED && !self.chatters.contains_key(player) {
            self.chatters.retain(|_, bucket| !bucket.is_full(rate, now));
            if self.chatters.len() >= REMEMBERED {
                self.chatters.clear();
            }
        }
        self.chatters.entry(player.clone()).or_insert_with(|| Bucket::full(rate, now))
    }
}

impl Address {
    const fn is_open_somewhere(&self) -> bool {
        self.connections > 0 || self.replays > 0
    }
}

impl Use {
    const fn counts_in_all(self) -> bool {
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
        if self.what.counts_in_all() {
            counts.connections = counts.connections.saturating_sub(1);
        }
        let entry = self.what.origin().and_then(|origin| counts.addresses.get_mut(&origin));
        if let Some(entry) = entry {
            let open = match self.what {
                Use::ReplayOf(_) => &mut entry.replays,
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
        let passes = [gate.enter(one, START), gate.enter(neighbour, START)];
        assert!(passes.iter().all(Option::is_some));
        assert!(gate.enter(one, START).is_none(), "the address has its share");
        let third = gate.enter(origin("192.0.2.1"), START);
        assert!(third.is_some());
        assert!(gate.enter(origin("192.0.2.2"), START).is_none(), "the house is full");
        drop(passes);
        assert!(gate.enter(one, START).is_some());
    }

    #[test]
    fn replays_under_way_are_bounded_for_an_address() {
        let gate = Gate::new(Limits { replays_per_address: 2, ..Limits::default() });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(origin);
        let mut passes = vec![gate.begin_replay(one, START), gate.begin_replay(one, START)];
        assert!(gate.begin_replay(one, START).is_none());
        passes.push(gate.begin_replay(other, START));
        assert!(passes.iter().all(Option::is_some));
        passes.clear();
        assert!(gate.begin_replay(one, START).is_some());
    }

    #[test]
    fn behind_a_proxy_sockets_are_counted_for_the_address_they_come_from() {
        let limits = Limits { connections: 5, connections_per_address: 1, ..Limits::default() };
        let gate = Gate::new(limits);
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(origin);
        let proxy = [gate.enter_from_proxy(START), gate.enter_from_proxy(START)];
        let sockets = [gate.enter_behind_proxy(one, START), gate.enter_behind_proxy(other, START)];
        assert!(proxy.iter().chain(&sockets).all(Option::is_some));
        assert!(gate.enter_behind_proxy(one, START).is_none());
        assert!(
            (0..3)
                .map(|_| gate.enter_from_proxy(START))
                .collect::<Vec<_>>()
                .iter()
                .all(Option::is_some)
        );
        drop(sockets);
        assert!(gate.enter_behind_proxy(one, START).is_some());
    }

    #[test]
    fn chat_is_counted_for_the_player_and_for_the_address() {
        let limits = Limits { chat_burst: 2, chat_burst_per_address: 3, ..Limits::default() };
        let gate = Gate::new(limits);
        let [ann, bob] = ["ann", "bob"].map(|id| PlayerId(id.into()));
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(origin);
        assert!(gate.admits_chat(&ann, here, START) && gate.admits_chat(&ann, here, START));
        assert!(!gate.admits_chat(&ann, there, START), "another address is the same player");
        assert!(gate.admits_chat(&bob, here, START));
        assert!(!gate.admits_chat(&bob, here, START), "another player is the same address");
        assert!(gate.admits_chat(&bob, there, START + 60_000));
    }

    #[test]
    fn whoever_has_used_up_a_budget_is_not_forgotten_for_it() {
        let gate = Gate::new(Limits { guest_burst: 1, guests_per_minute: 0, ..Limits::default() });
        let greedy = origin("192.0.2.1");
        assert!(gate.admits(greedy, Charge::Guest, START));
        for number in 0..u32::try_from(REMEMBERED).unwrap() + 10 {
            let other = Origin::of(std::net::Ipv4Addr::from(0x0a00_0000 + number).into());
            assert!(gate.admits(other, Charge::Request, START + u64::from(number) * 10));
        }
        assert!(gate.counts().addresses.len() < REMEMBERED, "the quiet are forgotten");
        assert!(!gate.admits(greedy, Charge::Guest, START + 1));
    }
}
