//! Handles the frames of clients: actions, chat, questions, pings, and frames that cannot be parsed.

use facedown_protocol::{
    Act, Because, ClientId, Done, FromClient, FromServer, Kind, Refusal, Refused,
};

use serde_json::value::RawValue;

use super::{Actor, Connection};
use crate::identity::Caller;
use crate::origin::Origin;
use crate::room::Checked;
use crate::time::Moment;

impl Actor {
    pub(super) async fn frame(&mut self, from: u64, text: &[u8], arrived: Moment) {
        let (id, outcome) = match FromClient::read(text) {
            Ok(FromClient::Act(act)) => {
                let outcome = self.act(from, &act, arrived).await;
                (Some(act.id), outcome)
            }
            Ok(FromClient::Chat(chat)) => {
                let id = chat.id.clone();
                (Some(id), self.chat(from, chat))
            }
            Ok(FromClient::Why(why)) => {
                let outcome = self.explain(from, why.id.clone(), why.action);
                (Some(why.id), outcome)
            }
            Ok(FromClient::Ping {}) => {
                self.answer(from, &FromServer::Pong {});
                return;
            }
            Ok(FromClient::Hello(_)) => (None, Err(Refusal::plain(Kind::HelloTwice))),
            Err(unreadable) => (unreadable.id, Err(Refusal::from(&unreadable.why))),
        };
        if let Err(refusal) = outcome {
            self.shared.metrics.refusals.inc();
            self.answer(from, &FromServer::Refused(Refused { id, refusal }));
        }
    }

    async fn act(&mut self, from: u64, act: &Act<'_>, arrived: Moment) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        if !self.reopen().await {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        let asked = self.room.act(&caller.id, &act.id, act.at, act.action);
        if let Ok(Checked::AlreadyDone(n)) = asked {
            self.done(from, n, act.id.clone());
            return Ok(());
        }
        let seat = self.room.seat_of(&caller.id);
        if seat.is_some_and(|seat| self.is_playing() && self.is_late(seat, arrived, act.at)) {
            return Err(Refusal::plain(Kind::OutOfTime));
        }
        let Checked::New(draft) = asked? else { return Ok(()) };
        if self.is_archived {
            return Err(Refusal::plain(Kind::GameOver));
        }
        // The time that the server took to handle the frame is not counted on the player's clock.
        let waited = self.shared.clock.now().since(arrived.max(self.last_update));
        let applied = self.write(vec![draft], waited).await;
        let applied = applied.ok_or_else(|| Refusal::plain(Kind::Unavailable))?;
        applied.refused.map_or(Ok(()), Err)
    }

    /// Tells the caller why this action is not allowed now, as a refusal of the action would. Nothing is changed.
    fn explain(&mut self, from: u64, id: ClientId, action: &RawValue) -> Result<(), Refusal> {
        let caller = self.caller(from)?;
        let refusal = self.room.why_not(&caller.id, action).err();
        self.answer(from, &FromServer::Because(Because { id, refusal }));
        Ok(())
    }

    pub(super) fn caller(&self, from: u64) -> Result<Caller, Refusal> {
        let connection = self.connection(from).ok_or_else(|| Refusal::plain(Kind::HelloFirst))?;
        connection.caller.clone().ok_or_else(|| Refusal::plain(Kind::Unauthorized))
    }

    /// The origin of a connection, for limits. A connection that has ended, or is inside this process, has none.
    pub(super) fn origin(&self, from: u64) -> Origin {
        self.connection(from).and_then(|connection| connection.origin).unwrap_or(Origin::Hidden)
    }

    fn connection(&self, from: u64) -> Option<&Connection> {
        self.audiences.find(from)
    }

    /// Tells the client that this message was carried out before. Delayed spectators learn it from the update.
    pub(super) fn done(&mut self, to: u64, n: u64, id: ClientId) {
        if self.audiences.has_been_sent(to, n) {
            self.answer(to, &FromServer::Done(Done { id, n }));
        }
    }

    pub(super) fn answer(&mut self, to: u64, message: &FromServer<'_>) {
        self.audiences.answer(to, message);
    }
}
