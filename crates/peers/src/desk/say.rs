//! What the page or the terminal says to its desk.

use facedown_core::{Game, NotAccepted, PeerError};
use facedown_crypto::Codec;
use facedown_protocol::{Act, Because, ClientId, FromClient, FromServer, Kind, Refusal, Refused};
use serde_json::value::RawValue;

use super::{Desk, Out, Pending, Postponed, refusal};
use crate::fold::{CannotAct, open_json};
use crate::note::Note;

impl<G: Game> Desk<G> {
    /// Takes a frame of the page or the terminal.
    pub fn say(&mut self, frame: &[u8]) -> Out {
        let mut out = Out::default();
        let (id, outcome) = match FromClient::read(frame) {
            Ok(FromClient::Hello(_)) if self.is_greeted => {
                (None, Err(Refusal::plain(Kind::HelloTwice)))
            }
            Ok(FromClient::Hello(hello)) => {
                self.is_greeted = true;
                out.frames.push(self.welcome(hello.since));
                return out;
            }
            _ if !self.is_greeted => {
                let refusal = Refusal::plain(Kind::HelloFirst);
                let refused = FromServer::Refused(Refused { id: None, refusal });
                out.frames.push(super::frames::written(&refused));
                return out;
            }
            Ok(FromClient::Act(act)) => {
                let outcome = self.say_act(&act, &mut out);
                (Some(act.id), outcome)
            }
            Ok(FromClient::Why(why)) => {
                let refusal = self.why_not(why.action).err();
                self.answer(&FromServer::Because(Because { id: why.id, refusal }), &mut out);
                return out;
            }
            Ok(FromClient::Ping {}) => {
                self.answer(&FromServer::Pong {}, &mut out);
                return out;
            }
            Ok(FromClient::Chat(chat)) => {
                let message = "this table has no house to pass messages on; talk elsewhere";
                (Some(chat.id), Err(Refusal::new(Kind::Unavailable, message)))
            }
            Err(unreadable) => (unreadable.id, Err(Refusal::from(&unreadable.why))),
        };
        if let Err(refusal) = outcome {
            self.answer(&FromServer::Refused(Refused { id, refusal }), &mut out);
        }
        out
    }

    /// The client has closed its connection, and may say hello again.
    pub fn hang_up(&mut self) {
        self.is_greeted = false;
    }

    /// Refuses to open this player's keys at the end of the game. It is recorded.
    pub fn refuse_to_open(&mut self) -> Option<Note> {
        self.fold.refuse_to_open()
    }

    fn say_act(&mut self, act: &Act<'_>, out: &mut Out) -> Result<(), Refusal> {
        if self.fold.viewer().seat().is_none() {
            return Err(Refusal::plain(Kind::NotSeated));
        }
        let read = Self::read(act.action);
        // However it is spelt, it is one action.
        let content = match &read {
            Ok(action) => open_json(action.clone()),
            Err(_) => act.action.get().as_bytes().to_vec(),
        };
        if let Some(done) = self.done.iter().rev().find(|done| done.id == act.id) {
            let (same, n) = (done.content == content, done.n);
            if !same {
                return Err(Refusal::plain(Kind::IdReused));
            }
            let done = facedown_protocol::Done { id: act.id.clone(), n };
            self.answer(&FromServer::Done(done), out);
            return Ok(());
        }
        if let Some(pending) = &self.pending
            && pending.id.as_ref() == Some(&act.id)
        {
            let same = pending.content == content;
            // It is answered when it has come back.
            return if same { Ok(()) } else { Err(Refusal::plain(Kind::IdReused)) };
        }
        if let Some(postponed) = &self.postponed {
            // It is answered when it has been posted and come back.
            let is_it = postponed.id == act.id && postponed.content == content;
            return if is_it { Ok(()) } else { Err(Refusal::plain(Kind::Stale)) };
        }
        self.in_play()?;
        if act.at.is_some_and(|at| at < self.n) {
            return Err(Refusal::plain(Kind::Stale));
        }
        let action = read?;
        let is_busy = !self.fold.is_idle() || self.pending.is_some();
        if G::OPEN && self.fold.stuck().is_none() && is_busy {
            self.postponed = Some(Postponed { id: act.id.clone(), content });
            return Ok(());
        }
        self.post(action, Some(act.id.clone()), out)
    }

    /// Posts the action that had to wait, if nothing is under way any more. The rules decide whether it is still permitted.
    pub(super) fn post_postponed(&mut self, out: &mut Out) {
        let is_free = self.pending.is_none() && self.fold.is_idle();
        let is_over = self.in_play().is_err() || self.fold.stuck().is_some();
        let Some(Postponed { id, content }) = self.postponed.take_if(|_| is_free || is_over) else {
            return;
        };
        let posted = self.in_play().and_then(|()| {
            let action = serde_json::from_slice(&content);
            let action = action.map_err(|_| Refusal::plain(Kind::NoSuchAction))?;
            self.post(action, Some(id.clone()), out)
        });
        if let Err(refusal) = posted {
            self.answer(&FromServer::Refused(Refused { id: Some(id), refusal }), out);
        }
    }

    /// Posts an action of the player.
    pub(super) fn post(
        &mut self,
        action: G::Action,
        id: Option<ClientId>,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        let content = open_json(action.clone());
        let kept = id.as_ref().map(|id| id.as_str().to_owned());
        let (entry, note) = self.fold.act(action, kept).map_err(|error| told(&error))?;
        let since = *entry.since();
        self.pending = Some(Pending { since, id, content, is_heard: false });
        out.notes.push(note);
        out.post.push(entry.to_bytes());
        Ok(())
    }

    /// Why the player may not do this now.
    fn why_not(&self, action: &RawValue) -> Result<(), Refusal> {
        if self.fold.viewer().seat().is_none() {
            return Err(Refusal::plain(Kind::NotSeated));
        }
        self.in_play()?;
        let action = Self::read(action)?;
        self.fold.rules().permits(&action).map_err(|error| told_by_rules(&error))
    }

    pub(super) fn in_play(&self) -> Result<(), Refusal> {
        let rules = self.fold.rules();
        if rules.standing().is_some() || self.ending.is_some() {
            return Err(Refusal::plain(Kind::GameOver));
        }
        if rules.game().is_none() {
            return Err(Refusal::plain(Kind::NotStarted));
        }
        Ok(())
    }

    fn read(action: &RawValue) -> Result<G::Action, Refusal> {
        serde_json::from_str(action.get()).map_err(|error| {
            let message = format!("{} knows no such action ({error}); send a legal one", G::NAME);
            Refusal::new(Kind::NoSuchAction, message)
        })
    }
}

/// Why an action cannot be taken, as it is told to a client.
fn told<R: facedown_core::Refusal>(error: &CannotAct<R>) -> Refusal {
    match error {
        CannotAct::Rules(error) => told_by_rules(error),
        CannotAct::Posted => Refusal::plain(Kind::Stale),
        CannotAct::TooLong(_) => Refusal::new(Kind::TooLarge, error.to_string()),
        CannotAct::Stuck(_) => Refusal::new(Kind::Damaged, error.to_string()),
        other => Refusal::new(Kind::Internal, other.to_string()),
    }
}

fn told_by_rules<R: facedown_core::Refusal>(error: &PeerError<R>) -> Refusal {
    match error {
        PeerError::NotAccepted(NotAccepted::Refused(refused)) => refusal(refused),
        PeerError::Busy => Refusal::plain(Kind::Stale),
        PeerError::Spectator => Refusal::plain(Kind::NotSeated),
        other => Refusal::new(Kind::Dealer, other.to_string()),
    }
}
