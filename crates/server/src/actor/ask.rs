//! What can be asked of a table by a request.

use bytes::Bytes;
use facedown_core::{Contribution, Seat, Viewer};
use facedown_protocol::{ByeReason, Code, Kind, Name, Pace, Refusal, TableId, TableInfo};

use super::{Actor, Replay};
use crate::identity::Caller;
use crate::room::{Created, EntryBody, Kept, Place, Sitter, hosted};
use crate::store::PlayerId;

/// What is asked of a table.
pub enum Ask {
    /// What everybody may know of it.
    Info,
    /// To sit down.
    Sit {
        /// Where; anywhere, if nothing.
        seat: Option<Seat>,
        /// What is added to the deal.
        contribution: Option<Contribution>,
    },
    /// To be called by another name from now on.
    Rename(Name),
    /// What the caller was told, up to an entry.
    Log {
        /// The number that the entries come before; after the last one, if nothing.
        before: Option<u64>,
    },
    /// To get up.
    Leave,
    /// To show somebody the door.
    Kick(Seat),
    /// To let those come back who were shown the door.
    Forgive,
    /// To begin.
    Start,
    /// To give up.
    Resign,
    /// To have the bots answer faster or slower.
    SetPace(Pace),
    /// How to set up the same table again, and where that has been done.
    Again,
    /// To send everybody to that table, where they play again.
    GoTo(TableId),
    /// To take the seat that is kept for the caller, if there is one.
    SitKept {
        /// What is added to the deal.
        contribution: Option<Contribution>,
    },
    /// The whole game.
    Record,
    /// To see the game again as this viewer; as oneself, if nothing.
    Replay(Option<Viewer>),
    /// The code that lets others in.
    Code,
}

/// What a table answers.
pub enum Answer {
    /// It is done.
    Done,
    /// The caller's seat.
    Seat(Seat),
    /// What everybody may know of it.
    Info(Box<TableInfo>),
    /// How to play again.
    Again {
        /// The table at which they already do.
        there: Option<TableId>,
        /// How to set up the same table again, if the caller played here and it is over.
        created: Option<Box<Created>>,
    },
    /// The whole game.
    Record(String),
    /// A page of the log, as JSON.
    Log(Bytes),
    /// The game, to be shown again as this viewer saw it.
    Replay(Replay, Viewer),
    /// The code.
    Code(Code),
}

impl Actor {
    pub(super) async fn ask(
        &mut self,
        caller: Option<&Caller>,
        code: Option<&Code>,
        ask: Ask,
    ) -> Result<Answer, Refusal> {
        if !self.room.may_know(caller.map(|caller| &caller.id), code) {
            return Err(Refusal::plain(Kind::NotFound));
        }
        let player = caller.map(|caller| &caller.id);
        match ask {
            Ask::Info => return Ok(Answer::Info(Box::new(self.room_for(player).info()))),
            Ask::Record => {
                let record = self.room_for(player).record();
                let record = record.ok_or_else(|| Refusal::plain(Kind::GameNotOver))?;
                return Ok(Answer::Record(record));
            }
            Ask::Log { before } => return self.log(player, before).map(Answer::Log),
            Ask::Replay(viewer) => {
                let viewer = viewer.unwrap_or_else(|| self.room.viewer(player));
                if viewer.seat().is_some_and(|seat| seat.index() >= self.room.chairs().len()) {
                    return Err(Refusal::plain(Kind::NoSuchSeat));
                }
                let room = self.room_for(player);
                room.may_look_back(player, viewer)?;
                let last = room.n();
                return Ok(Answer::Replay(self.replay_until(last), viewer));
            }
            _ => {}
        }
        let caller = caller.ok_or_else(|| Refusal::plain(Kind::Unauthorized))?;
        match self.ask_as(caller, code, ask).await {
            Err(refusal) => Err(self.told_later(&caller.id, refusal)),
            answer => answer,
        }
    }

    async fn ask_as(
        &mut self,
        caller: &Caller,
        code: Option<&Code>,
        ask: Ask,
    ) -> Result<Answer, Refusal> {
        let what = match ask {
            Ask::Info | Ask::Record | Ask::Replay(_) | Ask::Log { .. } => {
                return Err(Refusal::plain(Kind::Internal));
            }
            Ask::Sit { seat, contribution } => {
                return self.sit(caller, seat, code, contribution).await;
            }
            Ask::Rename(name) => {
                self.audiences.rename(&caller.id, &name);
                match self.room.rename(&caller.id, &name) {
                    Some(what) => what,
                    None => return Ok(Answer::Done),
                }
            }
            Ask::Leave => self.room.leave(&caller.id)?,
            Ask::Kick(seat) => self.room.kick(&caller.id, seat)?,
            Ask::Forgive => match self.room.forgive(&caller.id)? {
                Some(what) => what,
                None => return Ok(Answer::Done),
            },
            Ask::SetPace(pace) => match self.room.set_pace(&caller.id, pace)? {
                Some(what) => what,
                None => return Ok(Answer::Done),
            },
            Ask::Start => self.room.start(&caller.id)?,
            Ask::Resign => self.room.resign(&caller.id)?,
            Ask::Again => return self.again(&caller.id),
            Ask::GoTo(table) => {
                self.room.play_again(&caller.id)?;
                // An archived table stays as it is. The new one knows whose rematch it is.
                if self.is_archived {
                    return Ok(Answer::Done);
                }
                EntryBody::Rematch { table }
            }
            Ask::SitKept { contribution } => match self.room.kept_for(&caller.id) {
                Some(seat) => return self.sit(caller, Some(seat), code, contribution).await,
                None => return Ok(Answer::Done),
            },
            Ask::Code => {
                let invites = self.room.created().host == caller.id
                    || self.room.seat_of(&caller.id).is_some();
                let code = self.room.created().code.clone();
                return if invites {
                    Ok(Answer::Code(code))
                } else {
                    Err(Refusal::plain(Kind::NotSeated))
                };
            }
        };
        let (EntryBody::Left { seat } | EntryBody::Kicked { seat }) = what else {
            self.append_or_refuse(what).await?;
            return Ok(Answer::Done);
        };
        let reason = match what {
            EntryBody::Kicked { .. } => ByeReason::Kicked,
            _ => ByeReason::Removed,
        };
        let sitter = self.room.chairs()[seat.index()].sitter.as_ref();
        let player = sitter.map(|sitter| sitter.player.clone());
        self.append_or_refuse(what).await?;
        if let Some(player) = player {
            self.move_over(&player, reason);
        }
        Ok(Answer::Done)
    }

    async fn sit(
        &mut self,
        caller: &Caller,
        seat: Option<Seat>,
        code: Option<&Code>,
        contribution: Option<Contribution>,
    ) -> Result<Answer, Refusal> {
        // As the room is shown to them, before it is looked at as it is.
        let shown = self.room_for(Some(&caller.id));
        shown.sit(&caller.id, &caller.name, seat, code, None)?;
        let what = self.room.sit(&caller.id, &caller.name, seat, code, contribution)?;
        self.append_or_refuse(what).await?;
        let seat = self.room.own_seat(&caller.id)?;
        self.gone[seat] = Some(self.shared.clock.now());
        self.move_over(&caller.id, ByeReason::Removed);
        self.start_if_full().await;
        Ok(Answer::Seat(seat))
    }

    /// After a player has sat down or got up, their connections look at the table in another way: each is welcomed
    /// anew, or ended for this reason if it may no longer look.
    fn move_over(&mut self, player: &PlayerId, reason: ByeReason) {
        let connections = self.audiences.remove_player(player);
        self.presence();
        let viewer = self.room.viewer(Some(player));
        for connection in connections {
            let may_know = connection.has_code || self.room.may_know(Some(player), None);
            if may_know && self.room.may_watch(Some(player)).is_ok() {
                self.admit(connection, viewer, None);
            } else {
                connection.say_bye(reason);
            }
        }
    }

    /// When the game begins, whoever only waited with the others has to go, if nobody may look on.
    pub(super) fn show_out(&mut self) {
        let room = &self.room;
        let has_to_go = |caller: Option<&Caller>| room.may_watch(caller.map(|c| &c.id)).is_err();
        for connection in self.audiences.live.remove_those(has_to_go) {
            connection.say_bye(ByeReason::Started);
        }
    }

    fn again(&mut self, player: &PlayerId) -> Result<Answer, Refusal> {
        // As the room is shown to them: that they play again tells that the game is over.
        let there = self.room_for(Some(player)).rematch().cloned();
        let created = match self.room.play_again(player) {
            Ok(()) => Some(Box::new(self.created_again(player))),
            Err(_) if there.is_some() => None,
            Err(refusal) => return Err(refusal),
        };
        Ok(Answer::Again { there, created })
    }

    /// The same table again, with this host, and a seat for each player who sits here.
    fn created_again(&self, host: &PlayerId) -> Created {
        let mut created = self.room.created().clone();
        for (place, chair) in created.places.iter_mut().zip(self.room.chairs()) {
            if let Some(Sitter { player, name, .. }) = chair.sitter.clone() {
                *place = Place::Kept(Kept { player, name: Some(name) });
            }
        }
        created.host = host.clone();
        created.rematch_of = Some(self.room.id().clone());
        // The new table is played by the newest rules, even if the old one was not.
        created.rules = hosted::newest_rules(&created.game).unwrap_or(created.rules);
        // Neither is used again: they are secrets of the old table.
        created.seed = String::new();
        created
    }
}
