//! The limits, and the token buckets that enforce rates.

use crate::time::{Millis, Moment};

/// The limits of the server. An "address" is an IPv4 address or an IPv6 /64 network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// Connections in total.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Sustained requests per second from one address.
    pub requests_per_second: u32,
    /// Burst of requests from one address.
    pub request_burst: u32,
    /// Sustained messages per second on one connection.
    pub messages_per_second: u32,
    /// Burst of messages on one connection.
    pub message_burst: u32,
    /// Sustained bytes per second from one address that may be written to disk.
    pub bytes_per_second: u32,
    /// Burst of bytes from one address that may be written to disk.
    pub byte_burst: u32,
    /// Sustained chat messages per minute of one player.
    pub chats_per_minute: u32,
    /// Burst of chat messages of one player.
    pub chat_burst: u32,
    /// Sustained chat messages per minute from one address.
    pub chats_per_minute_per_address: u32,
    /// Burst of chat messages from one address.
    pub chat_burst_per_address: u32,
    /// Sustained new guests per minute from one address.
    pub guests_per_minute: u32,
    /// Burst of new guests from one address.
    pub guest_burst: u32,
    /// Sustained replays and scenarios per minute from one address.
    pub replays_per_minute: u32,
    /// Burst of replays and scenarios from one address.
    pub replay_burst: u32,
    /// Replays and scenarios under way for one address. A page that shows all seats requests one per seat.
    pub replays_per_address: usize,
    /// Bytes of replays and scenarios that wait to be sent, in total. Further ones are made when there is room.
    pub replay_bytes: u32,
    /// Unfinished tables created by one player.
    pub tables_per_player: usize,
    /// Unfinished tables created from one address.
    pub tables_per_address: usize,
    /// Unfinished tables in total.
    pub tables: usize,
    /// Chat quota of a table in bytes. When it is used up, its chat is closed.
    pub chat_bytes_per_table: usize,
    /// Maximum size of a table's journal in bytes. A table that reaches it is closed; no ordinary game comes near it.
    pub journal_bytes_per_table: usize,
    /// Unfinished tables without a trusted server, in total.
    pub peer_tables: usize,
    /// Sustained entries per second of one seat at a table without a trusted server.
    pub peer_entries_per_second: u32,
    /// Burst of entries of one seat.
    pub peer_entry_burst: u32,
    /// Sustained bytes of entries per second of one seat.
    pub peer_bytes_per_second: u32,
    /// Burst of bytes of entries of one seat.
    pub peer_byte_burst: u32,
    /// Entries that a table without a trusted server can have.
    pub peer_entries_per_table: usize,
    /// Bytes of entries that a table without a trusted server can have.
    pub peer_bytes_per_table: usize,
    /// Outgoing frames that wait for a client that does not read, before it is disconnected.
    pub queue: usize,
    /// Chat messages that can wait at one table to be written.
    pub chat_queue: usize,
    /// Minimum time between two writes of a table's chat, in milliseconds.
    pub chat_every_millis: Millis,
    /// How long a client has to send its hello, or a whole request, in milliseconds.
    pub hello_millis: Millis,
    /// How long a write to a client may block, in milliseconds.
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
            bytes_per_second: 16 * 1024,
            byte_burst: 4 * 1024 * 1024,
            chats_per_minute: 30,
            chat_burst: 10,
            chats_per_minute_per_address: 120,
            chat_burst_per_address: 60,
            guests_per_minute: 20,
            guest_burst: 200,
            replays_per_minute: 60,
            replay_burst: 60,
            replays_per_address: 32,
            replay_bytes: 64 * 1024 * 1024,
            tables_per_player: 20,
            tables_per_address: 100,
            tables: 20_000,
            chat_bytes_per_table: 512 * 1024,
            journal_bytes_per_table: 4 * 1024 * 1024,
            peer_tables: 5_000,
            peer_entries_per_second: 50,
            peer_entry_burst: 200,
            peer_bytes_per_second: 128 * 1024,
            peer_byte_burst: 1024 * 1024,
            peer_entries_per_table: 20_000,
            peer_bytes_per_table: 8 * 1024 * 1024,
            queue: 64,
            chat_queue: 32,
            chat_every_millis: 200,
            hello_millis: 5_000,
            write_millis: 10_000,
        }
    }
}

/// A rate limit: a burst, and a sustained rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The capacity of the bucket.
    pub burst: u32,
    /// The sustained rate per minute.
    pub per_minute: u64,
}

impl Rate {
    /// A sustained rate per second, with this burst.
    pub const fn per_second(per_second: u32, burst: u32) -> Self {
        Self { burst, per_minute: per_second as u64 * 60 }
    }

    /// A sustained rate per minute, with this burst.
    pub const fn per_minute(per_minute: u32, burst: u32) -> Self {
        Self { burst, per_minute: per_minute as u64 }
    }

    const fn capacity(self) -> u64 {
        self.burst as u64 * PARTS_PER_UNIT
    }
}

/// How many parts a unit has in a bucket. It is the number of milliseconds in a minute, so that every millisecond adds a
/// whole number of parts at any rate.
const PARTS_PER_UNIT: u64 = 60_000;

/// A token bucket, which is refilled at an even rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// In parts: [`PARTS_PER_UNIT`] of them are one unit.
    left: u64,
    at: Moment,
}

impl Bucket {
    /// A full bucket.
    pub const fn full(rate: Rate, now: Moment) -> Self {
        Self { left: rate.capacity(), at: now }
    }

    /// Takes this amount out. Returns `false`, and takes nothing, if there is less.
    pub fn take(&mut self, rate: Rate, amount: u32, now: Moment) -> bool {
        self.fill(rate, now);
        let wanted = u64::from(amount) * PARTS_PER_UNIT;
        let enough = self.left >= wanted;
        if enough {
            self.left -= wanted;
        }
        enough
    }

    /// Whether the bucket is full, so that it need not be tracked.
    pub fn is_full(&mut self, rate: Rate, now: Moment) -> bool {
        self.fill(rate, now);
        self.left == rate.capacity()
    }

    fn fill(&mut self, rate: Rate, now: Moment) {
        let gained = now.since(self.at).saturating_mul(rate.per_minute);
        self.left = self.left.saturating_add(gained).min(rate.capacity());
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_lets_a_burst_through_and_then_an_even_pace() {
        let rate = Rate::per_second(2, 3);
        let at = Moment::from_millis;
        let mut bucket = Bucket::full(rate, at(0));
        let taken =
            |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take(rate, 1, now)).count();
        assert_eq!(taken(&mut bucket, at(0)), 3);
        assert_eq!(taken(&mut bucket, at(499)), 0);
        assert_eq!(taken(&mut bucket, at(1_000)), 2);
        assert!(!bucket.is_full(rate, at(2_000)));
        assert!(bucket.is_full(rate, at(2_500)));
        assert_eq!(taken(&mut bucket, at(1_000_000)), 3);
    }

    #[test]
    fn a_bucket_counts_amounts_by_the_minute() {
        let rate = Rate::per_minute(6, 100);
        let at = Moment::from_millis;
        let mut bucket = Bucket::full(rate, at(0));
        assert!(!bucket.take(rate, 101, at(0)));
        assert!(bucket.take(rate, 100, at(0)));
        assert!(!bucket.take(rate, 1, at(9_999)));
        assert!(bucket.take(rate, 1, at(10_000)));
    }
}
