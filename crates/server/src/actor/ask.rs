//! What can be asked of a table by a request.

use facedown_core::{Contribution, Seat, Viewer};
use facedown_protocol::{ByeReason, Code, Kind, Refusal, TableId, TableInfo};

use super::{Actor, Replay};
use crate::identity::Caller;
use crate::room::{Created, EntryBody, Place, hosted};
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
    /// How to set up the same table again, or where that has been done.
    Again,
    /// To send everybody to that table.
    GoTo(TableId),
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
    /// How to set up the same table again.
    Again(Box<Created>),
    /// Where they play again.
    There(TableId),
    /// The whole game.
    Record(String),
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
            Ask::Info | Ask::Record | Ask::Replay(_) => {
                return Err(Refusal::plain(Kind::Internal));
            }
            Ask::Sit { seat, contribution } => {
                return self.sit(caller, seat, code, contribution).await;
            }
            Ask::Leave => self.room.leave(&caller.id)?,
            Ask::Kick(seat) => self.room.kick(&caller.id, seat)?,
            Ask::Forgive => match self.room.forgive(&caller.id)? {
                Some(what) => what,
                None => return Ok(Answer::Done),
            },
            Ask::Start => self.room.start(&caller.id)?,
            Ask::Resign => self.room.resign(&caller.id)?,
            Ask::Again => return self.again(&caller.id),
            Ask::GoTo(table) => {
                if let Some(there) = self.room_for(Some(&caller.id)).rematch() {
                    return Ok(Answer::There(there.clone()));
                }
                self.append_or_refuse(self.room.play_again(&caller.id, table.clone())?).await?;
                return Ok(Answer::There(table));
            }
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
        let sitter = self.room.chairs()[seat.index()].sitter.as_ref();
        let player = sitter.map(|sitter| sitter.player.clone());
        self.append_or_refuse(what).await?;
        if let Some(player) = player {
            self.move_over(&player);
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
        self.move_over(&caller.id);
        self.start_if_full().await;
        Ok(Answer::Seat(seat))
    }

    /// After a player has sat down or got up, their connections look at the table in another way: each is welcomed
    /// anew, or shown out if it may no longer look.
    fn move_over(&mut self, player: &PlayerId) {
        let mut connections = self.audience.remove_player(player);
        if let Some(delay) = &mut self.delay {
            connections.extend(delay.audience.remove_player(player));
        }
        self.presence();
        let viewer = self.room.viewer(Some(player));
        for connection in connections {
            let may_know = connection.has_code || self.room.may_know(Some(player), None);
            if may_know && self.room.may_watch(Some(player)).is_ok() {
                self.admit(connection, viewer, None);
            } else {
                connection.say_bye(ByeReason::Removed);
            }
        }
    }

    /// When the game begins, whoever only waited with the others has to go, if nobody may look on.
    pub(super) fn show_out(&mut self) {
        let room = &self.room;
        let has_to_go = |caller: Option<&Caller>| room.may_watch(caller.map(|c| &c.id)).is_err();
        for connection in self.audience.remove_those(has_to_go) {
            connection.say_bye(ByeReason::Removed);
        }
    }

    fn again(&mut self, player: &PlayerId) -> Result<Answer, Refusal> {
        // As the room is shown to them: that they play again tells that the game is over.
        if let Some(there) = self.room_for(Some(player)).rematch() {
            return Ok(Answer::There(there.clone()));
        }
        let table = self.room.id().clone();
        self.room.play_again(player, table)?;
        let mut created = self.room.created().clone();
        for (place, chair) in created.places.iter_mut().zip(self.room.chairs()) {
            if let Some(sitter) = &chair.sitter {
                *place = Place::Kept(sitter.player.clone());
            }
        }
        created.host = player.clone();
        // The new table is played by the newest rules, even if the old one was not.
        created.rules = hosted::newest_rules(&created.game).unwrap_or(created.rules);
        // Neither is used again: they are secrets of the old table.
        created.seed = String::new();
        Ok(Answer::Again(Box::new(created)))
    }
}
