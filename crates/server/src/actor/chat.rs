//! The queue of chat messages: they are written in batches, so that chat never delays the game.

use std::collections::VecDeque;

use facedown_protocol::{Chat, FromServer, Kind, Refusal, Refused, State};

use super::Actor;
use crate::identity::Caller;
use crate::room::{Checked, Room};
use crate::store::PlayerId;
use crate::time::{Millis, Moment};

/// How many messages of one player can wait at a table to be written.
const MAX_WAITING_PER_PLAYER: usize = 4;

/// Chat messages of a table that are not written yet.
pub(super) struct ChatQueue {
    messages: VecDeque<QueuedMessage>,
    /// The capacity of the queue.
    capacity: usize,
    /// The minimum time between two writes.
    interval: Millis,
    /// When the next write may happen.
    not_before: Moment,
}

/// A message in the queue.
struct QueuedMessage {
    /// The id of its connection.
    from: u64,
    caller: Caller,
    /// Whether its author plays here.
    plays: bool,
    chat: Chat,
}

impl ChatQueue {
    /// An empty queue for `capacity` messages, which are written every `interval` milliseconds at most.
    pub(super) fn new(capacity: usize, interval: Millis) -> Self {
        let not_before = Moment::default();
        Self { messages: VecDeque::new(), capacity: capacity.max(1), interval, not_before }
    }

    /// When the queue is to be written, if it is not empty.
    pub(super) fn due(&self) -> Option<Moment> {
        (!self.messages.is_empty()).then_some(self.not_before)
    }

    /// Adds a message, unless it is in the queue already or the queue is full.
    fn add(&mut self, message: QueuedMessage) -> Result<(), Refusal> {
        let own = || self.messages.iter().filter(|other| other.caller.id == message.caller.id);
        if let Some(same) = own().find(|other| other.chat.id == message.chat.id) {
            // A repeated message is acknowledged when the first one is written.
            let is_same = same.chat.text == message.chat.text;
            return if is_same { Ok(()) } else { Err(Refusal::plain(Kind::IdReused)) };
        }
        // Half of the queue is reserved for players.
        let strangers = self.messages.iter().filter(|other| !other.plays).count();
        let is_full = self.messages.len() >= self.capacity
            || !message.plays && strangers >= self.capacity.div_ceil(2)
            || own().count() >= MAX_WAITING_PER_PLAYER;
        if is_full {
            let advice = "this chat is busy; wait a moment and send your message again";
            return Err(Refusal::new(Kind::TooFast, advice));
        }
        self.messages.push_back(message);
        Ok(())
    }
}

/// How many bytes a message counts for in a table's chat quota.
fn bytes_of(chat: &Chat) -> usize {
    Room::chat_size(&chat.text)
}

impl Actor {
    /// Checks a chat message and queues it.
    pub(super) fn chat(&mut self, from: u64, chat: Chat) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        match self.room.say(&caller.id, &caller.name, &chat.id, &chat.text)? {
            Checked::AlreadyDone(n) => self.done(from, n, chat.id),
            Checked::New(_) if self.is_archived => return Err(self.archived_for(&caller.id)),
            Checked::New(_) => {
                self.may_say_more(from, &caller, &chat)?;
                let plays = self.room.seat_of(&caller.id).is_some();
                self.chat_queue.add(QueuedMessage { from, caller, plays, chat })?;
            }
        }
        Ok(())
    }

    /// Checks the table's chat quota, and the rate limits of the player and the address.
    fn may_say_more(&self, from: u64, caller: &Caller, chat: &Chat) -> Result<(), Refusal> {
        let gate = &self.shared.gate;
        let waiting: usize =
            self.chat_queue.messages.iter().map(|other| bytes_of(&other.chat)).sum();
        let kept = self.room.chat_bytes() + waiting + bytes_of(chat);
        if kept > gate.limits().chat_bytes_per_table {
            return Err(Refusal::plain(Kind::ChatFull));
        }
        let origin = self.origin(from);
        if gate.charge_chat(&caller.id, origin, self.shared.clock.now()) {
            Ok(())
        } else {
            Err(Refusal::plain(Kind::ChatTooFast))
        }
    }

    /// Why there is no chat at an archived table. A delayed spectator is not told that the game is over before having seen it.
    fn archived_for(&mut self, player: &PlayerId) -> Refusal {
        let is_over = self.room_for(Some(player)).state() == State::Over;
        Refusal::plain(if is_over { Kind::GameOver } else { Kind::Unavailable })
    }

    /// Writes the queue. Returns `false` if that failed, and all messages were refused.
    pub(super) async fn write_chat(&mut self) -> bool {
        self.chat_queue.not_before = self.shared.clock.now() + self.chat_queue.interval;
        let waiting = std::mem::take(&mut self.chat_queue.messages);
        let mut said = Vec::new();
        for QueuedMessage { caller, chat, .. } in &waiting {
            // Players who were kicked in the meantime may no longer chat.
            if self.room.may_watch(Some(&caller.id)).is_ok()
                && let Ok(Checked::New(what)) =
                    self.room.say(&caller.id, &caller.name, &chat.id, &chat.text)
            {
                said.push(what);
            }
        }
        if said.is_empty() || self.reopen().await && self.write(said, 0).await.is_some() {
            return true;
        }
        for QueuedMessage { from, chat, .. } in waiting {
            let (id, refusal) = (Some(chat.id), Refusal::plain(Kind::Unavailable));
            self.shared.metrics.refusals.inc();
            self.answer(from, &FromServer::Refused(Refused { id, refusal }));
        }
        false
    }
}
