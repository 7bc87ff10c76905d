//! Posting: entries are stamped, committed together, and then sent to everybody.

use std::collections::HashSet;

use bytes::Bytes;
use facedown_core::Seat;
use facedown_protocol::relay::{MAX_ENTRY, PeerState, Stamped};
use facedown_protocol::{Kind, Refusal};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::actor::{Message, PeerActor};
use super::journal::PeerLine;
use super::room::digest;
use crate::limits::{Bucket, Limits, Rate};
use crate::outlet::Frame;
use crate::time::Moment;

/// The maximum number of entries of one commit.
const MAX_BATCH: usize = 64;

/// An entry that waits to be posted.
pub(crate) struct Posting {
    /// The id of its connection.
    pub(crate) from: u64,
    /// The entry.
    pub(crate) entry: Bytes,
    /// Released when the entry has been handled. It limits how many entries of a connection wait here.
    pub(crate) permit: Option<OwnedSemaphorePermit>,
}

/// How much a seat may still post.
pub(super) struct Quota {
    entries: Bucket,
    bytes: Bucket,
}

impl Quota {
    pub(super) fn full(limits: &Limits, now: Moment) -> Self {
        let [entries, bytes] = rates(limits).map(|rate| Bucket::full(rate, now));
        Self { entries, bytes }
    }

    fn take(&mut self, limits: &Limits, bytes: usize, now: Moment) -> bool {
        let [entry_rate, byte_rate] = rates(limits);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.entries.take(entry_rate, 1, now) && self.bytes.take(byte_rate, bytes, now)
    }
}

fn rates(limits: &Limits) -> [Rate; 2] {
    [
        Rate::per_second(limits.peer_entries_per_second, limits.peer_entry_burst),
        Rate::per_second(limits.peer_bytes_per_second, limits.peer_byte_burst),
    ]
}

impl PeerActor {
    /// Posts this entry and all others that wait behind it, in one commit. Returns the first message that is no entry.
    pub(super) async fn post_all(
        &mut self,
        first: Posting,
        inbox: &mut mpsc::Receiver<Message>,
    ) -> Option<Message> {
        let mut postings = vec![first];
        let mut other = None;
        while postings.len() < MAX_BATCH && other.is_none() {
            match inbox.try_recv() {
                Ok(Message::Entry(posting)) => postings.push(posting),
                Ok(message) => other = Some(message),
                Err(_) => break,
            }
        }
        self.post(postings).await;
        other
    }

    async fn post(&mut self, mut postings: Vec<Posting>) {
        let now = self.shared.clock.now();
        let permits: Vec<_> =
            postings.iter_mut().filter_map(|posting| posting.permit.take()).collect();
        let mut stamps = self.room.stamps().copied();
        let mut batch = Batch::default();
        for Posting { from, entry, .. } in &postings {
            // The connection may have been replaced or dropped since.
            let Some(seat) = self.peers.get(from).map(|peer| peer.seat) else { continue };
            let hash = digest(entry);
            if seat.is_some_and(|seat| batch.staged.contains(&(seat, hash))) {
                // Its author is told together with everybody.
                continue;
            }
            match self.check(seat, entry, hash, &batch, now) {
                Err(refusal) => self.refuse(*from, Some(hash), refusal),
                Ok(Checked::Known(number)) => self.send_again(*from, number),
                Ok(Checked::New(seat)) => {
                    let Some(at) = &mut stamps else { continue };
                    let key = self.key.signing();
                    let stamped = at.stamp(key, now.as_millis(), seat, entry.to_vec());
                    *at = at.after(&stamped);
                    batch.add(*from, hash, stamped);
                }
            }
        }
        self.write(batch).await;
        drop(permits);
    }

    /// Checks whether an entry may be posted, and charges its author for it.
    fn check(
        &mut self,
        seat: Option<Seat>,
        entry: &[u8],
        hash: [u8; 32],
        batch: &Batch,
        now: Moment,
    ) -> Result<Checked, Refusal> {
        let Some(seat) = seat else {
            return Err(Refusal::new(Kind::NotSeated, "you are watching; join to play"));
        };
        if let Some(number) = self.room.number_of(seat, &hash) {
            return Ok(Checked::Known(number));
        }
        match self.room.state() {
            PeerState::Playing => {}
            PeerState::Open | PeerState::Agreeing => {
                let message = "wait until all players have sent the same genesis";
                return Err(Refusal::new(Kind::NotStarted, message));
            }
            PeerState::Over => return Err(Refusal::plain(Kind::GameOver)),
            PeerState::Closed => return Err(Refusal::plain(Kind::TableClosed)),
        }
        if entry.len() > MAX_ENTRY {
            let message =
                format!("this entry has {} bytes; at most {MAX_ENTRY} are stored", entry.len());
            return Err(Refusal::new(Kind::TooLarge, message));
        }
        let limits = self.shared.gate.limits();
        let entries = self.room.posted().len() + batch.entries.len();
        let bytes = self.room.bytes() + batch.bytes + entry.len();
        if entries >= limits.peer_entries_per_table || bytes > limits.peer_bytes_per_table {
            return Err(Refusal::plain(Kind::TooManyEntries));
        }
        let quota = self.seats.get_mut(seat.index()).map(|state| &mut state.quota);
        if !quota.is_some_and(|quota| quota.take(limits, entry.len(), now)) {
            let message = "this seat posts too fast; wait a second and post it again";
            return Err(Refusal::new(Kind::TooFast, message));
        }
        Ok(Checked::New(seat))
    }

    /// Commits the entries, all or none, and then tells everybody.
    async fn write(&mut self, batch: Batch) {
        if batch.entries.is_empty() {
            return;
        }
        let table = self.room.id();
        let bytes: Vec<_> = batch.entries.iter().map(|entry| entry.stamped.to_bytes()).collect();
        let lines = (self.room.lines()..).zip(&bytes);
        let lines = lines.map(|(n, bytes)| PeerLine::posted(bytes).numbered(table, n)).collect();
        if self.shared.writer.append_all(lines).await.is_err() {
            // Nobody has seen these stamps, and the store removes the lines before it writes others.
            for Entry { from, hash, .. } in batch.entries {
                self.refuse(from, Some(hash), Refusal::plain(Kind::Unavailable));
            }
            return;
        }
        for (Entry { stamped, .. }, bytes) in batch.entries.into_iter().zip(bytes) {
            let frame = Frame::binary(&bytes);
            if let Err(error) = self.room.add(&stamped, frame.clone()) {
                // It was checked before, so this is a bug: this journal cannot be read to its end.
                tracing::error!(table = %self.room.id(), %error, "an entry that was checked cannot be added");
                return;
            }
            self.shared.metrics.peer_entries.inc();
            self.shared.metrics.peer_bytes.inc_by(stamped.entry.len() as u64);
            self.announce_entry(&frame);
        }
    }
}

/// What has become of an entry that may be posted.
enum Checked {
    /// It is a new one of this seat.
    New(Seat),
    /// It was posted before, and has this number.
    Known(u64),
}

/// The entries of one commit.
#[derive(Default)]
struct Batch {
    entries: Vec<Entry>,
    staged: HashSet<(Seat, [u8; 32])>,
    /// The size of the entries in bytes.
    bytes: usize,
}

struct Entry {
    from: u64,
    hash: [u8; 32],
    stamped: Stamped,
}

impl Batch {
    fn add(&mut self, from: u64, hash: [u8; 32], stamped: Stamped) {
        self.staged.insert((stamped.seat, hash));
        self.bytes += stamped.entry.len();
        self.entries.push(Entry { from, hash, stamped });
    }
}
