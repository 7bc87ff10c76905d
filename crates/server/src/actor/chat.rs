//! Chat has a queue of its own: what is said waits a little and is written together, so that it never holds up the game.

use std::collections::VecDeque;

use facedown_protocol::{Chat, FromServer, Kind, Refusal, Refused, State};

use super::Actor;
use crate::identity::Caller;
use crate::room::{Asked, Room};
use crate::store::PlayerId;
use crate::time::{Millis, Moment};

/// How many messages of one player can wait at a table.
const EACH: usize = 4;

/// What was said at a table and is not written yet.
pub(super) struct ChatQueue {
    waiting: VecDeque<Waiting>,
    /// How many messages can wait.
    most: usize,
    /// How far apart they are written.
    every: Millis,
    /// Nothing is written before this.
    not_before: Moment,
}

/// A message that waits.
struct Waiting {
    /// On which connection it came.
    from: u64,
    caller: Caller,
    /// Whether its author plays here.
    plays: bool,
    chat: Chat,
}

impl ChatQueue {
    /// An empty queue for so many messages, which are written so far apart.
    pub(super) fn new(most: usize, every: Millis) -> Self {
        let not_before = Moment::default();
        Self { waiting: VecDeque::new(), most: most.max(1), every, not_before }
    }

    /// When what waits is to be written.
    pub(super) fn due(&self) -> Option<Moment> {
        (!self.waiting.is_empty()).then_some(self.not_before)
    }

    /// Adds a message, unless it waits already or there is no room for it.
    fn add(&mut self, message: Waiting) -> Result<(), Refusal> {
        let own = || self.waiting.iter().filter(|other| other.caller.id == message.caller.id);
        if let Some(same) = own().find(|other| other.chat.id == message.chat.id) {
            // It will be acknowledged when it is written.
            let is_same = same.chat.text == message.chat.text;
            return if is_same { Ok(()) } else { Err(Refusal::plain(Kind::IdReused)) };
        }
        // Spectators leave half of the room to those who play.
        let strangers = self.waiting.iter().filter(|other| !other.plays).count();
        let is_full = self.waiting.len() >= self.most
            || !message.plays && strangers >= self.most.div_ceil(2)
            || own().count() >= EACH;
        if is_full {
            let advice = "too much is being said at this table; wait a little and send it again";
            return Err(Refusal::new(Kind::TooFast, advice));
        }
        self.waiting.push_back(message);
        Ok(())
    }
}

/// What a message counts for in the chat of a table.
fn bytes_of(chat: &Chat) -> usize {
    Room::chat_size(&chat.text)
}

impl Actor {
    /// Somebody says something. It is written with what others say, in a moment.
    pub(super) fn chat(&mut self, from: u64, chat: Chat) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        match self.room.say(&caller.id, &caller.name, &chat.id, &chat.text)? {
            Asked::Done(n) => self.done(from, n, chat.id),
            Asked::New(_) if self.is_archived => return Err(self.archived_for(&caller.id)),
            Asked::New(_) => {
                self.may_say_more(from, &caller, &chat)?;
                let plays = self.room.seat_of(&caller.id).is_some();
                self.said.add(Waiting { from, caller, plays, chat })?;
            }
        }
        Ok(())
    }

    /// Whether the table keeps what is said, and this player and their address have not said too much lately.
    fn may_say_more(&self, from: u64, caller: &Caller, chat: &Chat) -> Result<(), Refusal> {
        let gate = &self.shared.gate;
        let waiting: usize = self.said.waiting.iter().map(|other| bytes_of(&other.chat)).sum();
        let kept = self.room.chat_bytes() + waiting + bytes_of(chat);
        if kept > gate.limits().chat_bytes_per_table {
            return Err(Refusal::plain(Kind::ChatFull));
        }
        let origin = self.origin(from);
        if gate.admits_chat(&caller.id, origin, self.shared.clock.now()) {
            Ok(())
        } else {
            Err(Refusal::plain(Kind::ChatTooFast))
        }
    }

    /// Why nothing can be said at a table that has been cleared away. Who sees everything later is not told that it is over
    /// before they have seen it.
    fn archived_for(&mut self, player: &PlayerId) -> Refusal {
        let is_over = self.room_for(Some(player)).state() == State::Over;
        Refusal::plain(if is_over { Kind::GameOver } else { Kind::Unavailable })
    }

    /// Writes what has been said. Whether that went well.
    pub(super) async fn write_chat(&mut self) -> bool {
        self.said.not_before = self.shared.clock.now() + self.said.every;
        let waiting = std::mem::take(&mut self.said.waiting);
        let mut said = Vec::new();
        for Waiting { caller, chat, .. } in &waiting {
            // Who was shown the door in the meantime is no longer heard.
            if self.room.may_watch(Some(&caller.id)).is_ok()
                && let Ok(Asked::New(what)) =
                    self.room.say(&caller.id, &caller.name, &chat.id, &chat.text)
            {
                said.push(what);
            }
        }
        if said.is_empty() || self.reopen().await && self.write(said, 0).await.is_some() {
            return true;
        }
        for Waiting { from, chat, .. } in waiting {
            let (id, refusal) = (Some(chat.id), Refusal::plain(Kind::Unavailable));
            self.shared.metrics.refusals.inc();
            self.answer(from, &FromServer::Refused(Refused { id, refusal }));
        }
        false
    }
}
