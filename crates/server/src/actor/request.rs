//! HTTP requests about a table, as its actor handles them.

use bytes::Bytes;
use facedown_core::{Contribution, Seat, Viewer};
use facedown_protocol::{ByeReason, Code, Kind, Name, Pace, Refusal, TableId, TableInfo};

use super::{Actor, Replay};
use crate::identity::Caller;
use crate::room::{Created, EntryBody, Reservation, SeatRule, Sitter, hosted};
use crate::store::PlayerId;

/// A request about a table.
pub enum TableRequest {
    /// The public information about the table.
    Info,
    /// Take a seat.
    Sit {
        /// Which seat; any free one, if `None`.
        seat: Option<Seat>,
        /// The player's contribution to the seed.
        contribution: Option<Contribution>,
    },
    /// Change the caller's name.
    Rename(Name),
    /// A page of the caller's log.
    Log {
        /// The number of the entry that the page ends before; `None` for the last page.
        before: Option<u64>,
    },
    /// Leave the seat before the game starts.
    Leave,
    /// Kick the player on this seat.
    Kick(Seat),
    /// Let all kicked players come back.
    Forgive,
    /// Start the game.
    Start,
    /// Resign the game.
    Resign,
    /// Change how fast the bots move.
    SetPace(Pace),
    /// The settings for a rematch, and the rematch if there is one.
    Rematch,
    /// Record that this table is the rematch.
    SetRematch(TableId),
    /// Take the seat that is reserved for the caller, if there is one.
    SitReserved {
        /// The player's contribution to the seed.
        contribution: Option<Contribution>,
    },
    /// The record of the finished game.
    Record,
    /// A replay of the game as this viewer saw it; as the caller did, if `None`.
    Replay(Option<Viewer>),
    /// The table's code.
    Code,
}

/// A table's response to a request.
pub enum TableResponse {
    /// The request was carried out.
    Done,
    /// The caller's seat.
    Seat(Seat),
    /// The public information about the table.
    Info(Box<TableInfo>),
    /// How to set up the rematch.
    Rematch {
        /// The rematch, if there is one.
        there: Option<TableId>,
        /// The settings for a rematch, if the caller played here and the game is over.
        created: Option<Box<Created>>,
    },
    /// The record of the finished game, as JSON.
    Record(String),
    /// A page of the log, as JSON.
    Log(Bytes),
    /// The replay, and the viewer it is for.
    Replay(Replay, Viewer),
    /// The table's code.
    Code(Code),
}

impl Actor {
    pub(super) async fn request(
        &mut self,
        caller: Option<&Caller>,
        code: Option<&Code>,
        request: TableRequest,
    ) -> Result<TableResponse, Refusal> {
        if !self.room.may_know(caller.map(|caller| &caller.id), code) {
            return Err(Refusal::plain(Kind::NotFound));
        }
        let player = caller.map(|caller| &caller.id);
        match request {
            TableRequest::Info => {
                return Ok(TableResponse::Info(Box::new(self.room_for(player).info())));
            }
            TableRequest::Record => {
                let record = self.room_for(player).record();
                let record = record.ok_or_else(|| Refusal::plain(Kind::GameNotOver))?;
                return Ok(TableResponse::Record(record));
            }
            TableRequest::Log { before } => {
                return self.log(player, before).map(TableResponse::Log);
            }
            TableRequest::Replay(viewer) => {
                let viewer = viewer.unwrap_or_else(|| self.room.viewer(player));
                if viewer.seat().is_some_and(|seat| seat.index() >= self.room.chairs().len()) {
                    return Err(Refusal::plain(Kind::NoSuchSeat));
                }
                let room = self.room_for(player);
                room.may_see_replay(player, viewer)?;
                let last = room.n();
                return Ok(TableResponse::Replay(self.replay_until(last), viewer));
            }
            _ => {}
        }
        let caller = caller.ok_or_else(|| Refusal::plain(Kind::Unauthorized))?;
        match self.authenticated_request(caller, code, request).await {
            Err(refusal) => Err(self.hide_game_over(&caller.id, refusal)),
            answer => answer,
        }
    }

    async fn authenticated_request(
        &mut self,
        caller: &Caller,
        code: Option<&Code>,
        request: TableRequest,
    ) -> Result<TableResponse, Refusal> {
        let what = match request {
            TableRequest::Info
            | TableRequest::Record
            | TableRequest::Replay(_)
            | TableRequest::Log { .. } => {
                return Err(Refusal::plain(Kind::Internal));
            }
            TableRequest::Sit { seat, contribution } => {
                return self.sit(caller, seat, code, contribution).await;
            }
            TableRequest::Rename(name) => {
                self.audiences.rename(&caller.id, &name);
                match self.room.rename(&caller.id, &name) {
                    Some(what) => what,
                    None => return Ok(TableResponse::Done),
                }
            }
            TableRequest::Leave => self.room.leave(&caller.id)?,
            TableRequest::Kick(seat) => self.room.kick(&caller.id, seat)?,
            TableRequest::Forgive => match self.room.forgive(&caller.id)? {
                Some(what) => what,
                None => return Ok(TableResponse::Done),
            },
            TableRequest::SetPace(pace) => match self.room.set_pace(&caller.id, pace)? {
                Some(what) => what,
                None => return Ok(TableResponse::Done),
            },
            TableRequest::Start => self.room.start(&caller.id)?,
            TableRequest::Resign => self.room.resign(&caller.id)?,
            TableRequest::Rematch => return self.rematch_settings(&caller.id),
            TableRequest::SetRematch(table) => {
                self.room.may_rematch(&caller.id)?;
                // An archived table is not changed. The new one knows which table it is the rematch of.
                if self.is_archived {
                    return Ok(TableResponse::Done);
                }
                EntryBody::Rematch { table }
            }
            TableRequest::SitReserved { contribution } => match self.room.kept_for(&caller.id) {
                Some(seat) => return self.sit(caller, Some(seat), code, contribution).await,
                None => return Ok(TableResponse::Done),
            },
            TableRequest::Code => {
                let invites = self.room.created().host == caller.id
                    || self.room.seat_of(&caller.id).is_some();
                let code = self.room.created().code.clone();
                return if invites {
                    Ok(TableResponse::Code(code))
                } else {
                    Err(Refusal::plain(Kind::NotSeated))
                };
            }
        };
        let (EntryBody::Left { seat } | EntryBody::Kicked { seat }) = what else {
            self.append_or_refuse(what).await?;
            return Ok(TableResponse::Done);
        };
        let reason = match what {
            EntryBody::Kicked { .. } => ByeReason::Kicked,
            _ => ByeReason::Removed,
        };
        let sitter = self.room.chairs()[seat.index()].sitter.as_ref();
        let player = sitter.map(|sitter| sitter.player.clone());
        self.append_or_refuse(what).await?;
        if let Some(player) = player {
            self.reattach(&player, reason);
        }
        Ok(TableResponse::Done)
    }

    async fn sit(
        &mut self,
        caller: &Caller,
        seat: Option<Seat>,
        code: Option<&Code>,
        contribution: Option<Contribution>,
    ) -> Result<TableResponse, Refusal> {
        // Checked first with what the caller is shown, so that a refusal does not reveal more than that.
        let shown = self.room_for(Some(&caller.id));
        shown.sit(&caller.id, &caller.name, seat, code, None)?;
        let what = self.room.sit(&caller.id, &caller.name, seat, code, contribution)?;
        self.append_or_refuse(what).await?;
        let seat = self.room.own_seat(&caller.id)?;
        self.absent_since[seat] = Some(self.shared.clock.now());
        self.reattach(&caller.id, ByeReason::Removed);
        self.start_if_ready().await;
        Ok(TableResponse::Seat(seat))
    }

    /// Moves a player's connections to their new viewer after the player took or left a seat: each gets a new welcome, or is
    /// closed with this reason if it may no longer watch.
    fn reattach(&mut self, player: &PlayerId, reason: ByeReason) {
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

    /// Disconnects those who may not watch now that the game has started.
    pub(super) fn disconnect_unauthorized(&mut self) {
        let room = &self.room;
        let has_to_go = |caller: Option<&Caller>| room.may_watch(caller.map(|c| &c.id)).is_err();
        for connection in self.audiences.live.remove_matching(has_to_go) {
            connection.say_bye(ByeReason::Started);
        }
    }

    fn rematch_settings(&mut self, player: &PlayerId) -> Result<TableResponse, Refusal> {
        // Taken from what the player is shown: a rematch reveals that the game is over.
        let there = self.room_for(Some(player)).rematch().cloned();
        let created = match self.room.may_rematch(player) {
            Ok(()) => Some(Box::new(self.settings_for_rematch(player))),
            Err(_) if there.is_some() => None,
            Err(refusal) => return Err(refusal),
        };
        Ok(TableResponse::Rematch { there, created })
    }

    /// The settings of a rematch with this host, where each player's seat is reserved.
    fn settings_for_rematch(&self, host: &PlayerId) -> Created {
        let mut created = self.room.created().clone();
        for (place, chair) in created.places.iter_mut().zip(self.room.chairs()) {
            if let Some(Sitter { player, name, .. }) = chair.sitter.clone() {
                *place = SeatRule::Kept(Reservation { player, name: Some(name) });
            }
        }
        created.host = host.clone();
        created.rematch_of = Some(self.room.id().clone());
        // The new table is played by the newest rules, even if the old one was not.
        created.rules = hosted::newest_rules(&created.game).unwrap_or(created.rules);
        // The caller sets a new seed and a new code.
        created.seed = String::new();
        created
    }
}
