//! How much anybody may ask of the house: the limits, and the buckets that enforce a rate.

use crate::time::{Millis, Moment};

/// How much anybody may ask of the house. An address is a network: of IPv6 its first half.
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
    /// Bytes a second from one address that may end up on the disk, over a while.
    pub bytes_per_second: u32,
    /// Bytes at once from one address that may end up on the disk.
    pub byte_burst: u32,
    /// Chat messages a minute of one player, over a while.
    pub chats_per_minute: u32,
    /// Chat messages at once of one player.
    pub chat_burst: u32,
    /// Chat messages a minute from one address, over a while.
    pub chats_per_minute_per_address: u32,
    /// Chat messages at once from one address.
    pub chat_burst_per_address: u32,
    /// New guests a minute from one address, over a while.
    pub guests_per_minute: u32,
    /// New guests at once from one address.
    pub guest_burst: u32,
    /// Replays and scenarios a minute from one address, over a while.
    pub replays_per_minute: u32,
    /// Replays and scenarios at once from one address.
    pub replay_burst: u32,
    /// Replays and scenarios that one address may wait for or be sent at the same time. A page that shows all seats asks
    /// for one each.
    pub replays_per_address: usize,
    /// Bytes of replays and scenarios that wait to be sent, in all. Others are not made before there is room.
    pub replay_bytes: u32,
    /// Tables that one player may have set up and not finished.
    pub tables_per_player: usize,
    /// Tables that may have been set up from one address and are not finished.
    pub tables_per_address: usize,
    /// Tables in all that are not finished.
    pub tables: usize,
    /// Bytes of chat that one table keeps. After that nobody can write there any more.
    pub chat_bytes_per_table: usize,
    /// Bytes of a table's journal. A table that reaches it is closed; no game comes near it.
    pub journal_bytes_per_table: usize,
    /// Frames that wait for a client that does not read, before it is cut off.
    pub queue: usize,
    /// Chat messages that wait at one table to be written, before more are refused.
    pub chat_queue: usize,
    /// How far apart the chat of a table is written, in milliseconds.
    pub chat_every_millis: Millis,
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
            queue: 64,
            chat_queue: 32,
            chat_every_millis: 200,
            hello_millis: 5_000,
            write_millis: 10_000,
        }
    }
}

/// How much may come at once, and how much over a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once.
    pub burst: u32,
    /// In a minute, over a while.
    pub per_minute: u64,
}

impl Rate {
    /// So much at once, and so much a second over a while.
    pub const fn per_second(per_second: u32, burst: u32) -> Self {
        Self { burst, per_minute: per_second as u64 * 60 }
    }

    /// So much at once, and so much a minute over a while.
    pub const fn per_minute(per_minute: u32, burst: u32) -> Self {
        Self { burst, per_minute: per_minute as u64 }
    }

    const fn capacity(self) -> u64 {
        self.burst as u64 * UNIT
    }
}

/// How finely a bucket counts, so that a millisecond adds a whole number at any rate: the milliseconds of a minute.
const UNIT: u64 = 60_000;

/// A bucket that fills at an even pace; whatever is done takes something out.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// In parts of [`UNIT`].
    left: u64,
    at: Moment,
}

impl Bucket {
    /// A full bucket.
    pub const fn full(rate: Rate, now: Moment) -> Self {
        Self { left: rate.capacity(), at: now }
    }

    /// Takes so much out, if it is there.
    pub fn take(&mut self, rate: Rate, amount: u32, now: Moment) -> bool {
        self.fill(rate, now);
        let wanted = u64::from(amount) * UNIT;
        let enough = self.left >= wanted;
        if enough {
            self.left -= wanted;
        }
        enough
    }

    /// Whether nothing has been taken out that has not come back since: it need not be remembered.
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
