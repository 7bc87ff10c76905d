//! Checks requests against the state of a room: each becomes a journal entry, or is refused.

use facedown_core::{Contribution, Seat};
use facedown_protocol::{ChatText, ClientId, Code, Kind, Name, Pace, Refusal, Spectators, State};
use serde_json::value::RawValue;
use subtle::ConstantTimeEq;

use super::{Actor, Draft, EntryBody, Room, SeatRule, fingerprint};
use crate::store::PlayerId;

/// The result of checking a message that has an id.
pub enum Checked {
    /// It may be carried out.
    New(Draft),
    /// It was carried out before, as the entry with this number.
    AlreadyDone(u64),
}

/// Whether an id was used before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdSeen {
    /// It was not used.
    Never,
    /// It was used for the same message, which is the entry with this number.
    Same(u64),
    /// It was used for another message.
    Other,
}

impl Room {
    /// Whether this caller may know that the table exists.
    pub fn may_know(&self, player: Option<&PlayerId>, code: Option<&Code>) -> bool {
        let belongs = player.is_some_and(|player| {
            self.created.host == *player
                || self.seat_of(player).is_some()
                || self.chairs.iter().any(|chair| chair.place.is_kept_for(player))
        });
        !self.created.private || belongs || self.has_code(code)
    }

    /// Checks that this caller may watch the table.
    pub fn may_watch(&self, player: Option<&PlayerId>) -> Result<(), Refusal> {
        let sits = player.is_some_and(|player| self.seat_of(player).is_some());
        if !sits && player.is_some_and(|player| self.kicked.contains(player)) {
            return Err(Refusal::plain(Kind::Kicked));
        }
        let hosts = player == Some(&self.created.host);
        // Before the game there is nothing to see but who sits where, so everybody may.
        if sits || hosts || self.created.spectators != Spectators::None || self.state == State::Open
        {
            return Ok(());
        }
        Err(Refusal::plain(Kind::NoSpectators))
    }

    /// Whether this is the table's code.
    pub fn has_code(&self, code: Option<&Code>) -> bool {
        let own = self.created.code.as_str().as_bytes();
        code.is_some_and(|code| bool::from(code.as_str().as_bytes().ct_eq(own)))
    }

    /// Checks that a player may take this seat, or any free one.
    pub fn sit(
        &self,
        player: &PlayerId,
        name: &Name,
        seat: Option<Seat>,
        code: Option<&Code>,
        contribution: Option<Contribution>,
    ) -> Result<EntryBody, Refusal> {
        // Checked first: a client whose response was lost has to learn that its player has a seat.
        if self.seat_of(player).is_some() {
            return Err(Refusal::plain(Kind::AlreadySeated));
        }
        self.still_open()?;
        if self.kicked.contains(player) {
            return Err(Refusal::plain(Kind::Kicked));
        }
        let seat = match seat {
            Some(seat) => {
                self.may_take(player, seat, code)?;
                seat
            }
            None => self.first_free(player, code)?,
        };
        let (player, name) = (player.clone(), name.clone());
        Ok(EntryBody::Sat { seat, player, name, contribution })
    }

    fn first_free(&self, player: &PlayerId, code: Option<&Code>) -> Result<Seat, Refusal> {
        let seats = || (0..self.chairs.len()).filter_map(Seat::new);
        self.kept_for(player)
            .into_iter()
            .chain(seats())
            .find(|&seat| self.may_take(player, seat, code).is_ok())
            .ok_or_else(|| Refusal::plain(Kind::TableFull))
    }

    fn may_take(&self, player: &PlayerId, seat: Seat, code: Option<&Code>) -> Result<(), Refusal> {
        let chair = self.chairs.get(seat.index());
        let chair = chair.ok_or_else(|| Refusal::plain(Kind::NoSuchSeat))?;
        let taken = Refusal::plain(Kind::SeatTaken);
        match &chair.place {
            _ if chair.sitter.is_some() => Err(taken),
            SeatRule::Bot(_) => Err(taken),
            SeatRule::Kept(kept) if kept.player != *player => Err(taken),
            SeatRule::Open | SeatRule::Kept(_) => Ok(()),
            SeatRule::Invited if self.has_code(code) || self.created.host == *player => Ok(()),
            SeatRule::Invited => Err(Refusal::plain(Kind::BadCode)),
        }
    }

    /// The entry for a player's new name; `None` if the player has no seat, has that name already, or the game is over.
    pub fn rename(&self, player: &PlayerId, name: &Name) -> Option<EntryBody> {
        let seat = self.seat_of(player).filter(|_| self.state != State::Over)?;
        let sitter = self.chairs[seat.index()].sitter.as_ref()?;
        (sitter.name != *name).then(|| EntryBody::Renamed { seat, name: name.clone() })
    }

    /// Checks that a player may leave their seat.
    pub fn leave(&self, player: &PlayerId) -> Result<EntryBody, Refusal> {
        let seat = self.own_seat(player)?;
        if self.state != State::Open {
            let message = "the game has already started; resign if you do not want to go on";
            return Err(Refusal::new(Kind::AlreadyStarted, message));
        }
        Ok(EntryBody::Left { seat })
    }

    /// Checks that the host may kick the player on this seat.
    pub fn kick(&self, player: &PlayerId, seat: Seat) -> Result<EntryBody, Refusal> {
        self.hosted_by(player)?;
        self.still_open()?;
        let chair = self.chairs.get(seat.index());
        let chair = chair.ok_or_else(|| Refusal::plain(Kind::NoSuchSeat))?;
        if chair.sitter.is_none() && !matches!(chair.place, SeatRule::Kept(_)) {
            let message = "nobody sits there; name the seat of a player";
            return Err(Refusal::new(Kind::NoSuchSeat, message));
        }
        Ok(EntryBody::Kicked { seat })
    }

    /// Checks that the host may let all kicked players come back; `None` if nobody was kicked.
    pub fn forgive(&self, player: &PlayerId) -> Result<Option<EntryBody>, Refusal> {
        self.hosted_by(player)?;
        self.still_open()?;
        Ok((!self.kicked.is_empty()).then_some(EntryBody::Forgiven))
    }

    /// Checks that the host may start the game.
    pub fn start(&self, player: &PlayerId) -> Result<EntryBody, Refusal> {
        self.hosted_by(player)?;
        self.still_open()?;
        if !self.is_full() {
            return Err(Refusal::plain(Kind::SeatsFree));
        }
        Ok(EntryBody::Started)
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        self.free() == 0
    }

    /// How many seats are free, including reserved ones.
    fn free(&self) -> usize {
        let free = |chair: &&super::Chair| {
            chair.sitter.is_none() && !matches!(chair.place, SeatRule::Bot(_))
        };
        self.chairs.iter().filter(free).count()
    }

    /// How many seats are free and not reserved.
    pub fn free_for_all(&self) -> usize {
        let kept = |chair: &&super::Chair| {
            chair.sitter.is_none() && matches!(chair.place, SeatRule::Kept(_))
        };
        self.free() - self.chairs.iter().filter(kept).count()
    }

    /// Checks that a player may resign.
    pub fn resign(&self, player: &PlayerId) -> Result<EntryBody, Refusal> {
        let seat = self.own_seat(player)?;
        self.in_play()?;
        if self.chairs[seat.index()].resigned {
            return Err(Refusal::plain(Kind::Resigned));
        }
        Ok(EntryBody::Resigned { seat })
    }

    /// Checks that a player may change how fast the bots move, which needs a table without other people; `None` if the pace
    /// is the same.
    pub fn set_pace(&self, player: &PlayerId, pace: Pace) -> Result<Option<EntryBody>, Refusal> {
        self.own_seat(player)?;
        if !self.is_full() || self.players().count() > 1 {
            return Err(Refusal::plain(Kind::NotAlone));
        }
        if self.state == State::Over {
            return Err(Refusal::plain(Kind::GameOver));
        }
        Ok((pace != self.pace).then_some(EntryBody::Paced { pace }))
    }

    /// Checks that this player may ask for a rematch.
    pub fn may_rematch(&self, player: &PlayerId) -> Result<(), Refusal> {
        // A table that was closed has no rematch.
        if self.closed {
            return Err(Refusal::plain(Kind::GameOver));
        }
        self.own_seat(player)?;
        if self.state == State::Over { Ok(()) } else { Err(Refusal::plain(Kind::GameNotOver)) }
    }

    /// Checks a player's action. A repeated message is not carried out again.
    pub fn act(
        &self,
        player: &PlayerId,
        id: &ClientId,
        at: Option<u64>,
        action: &RawValue,
    ) -> Result<Checked, Refusal> {
        let seat = self.own_seat(player)?;
        // Ids are compared with the normalised action, so that it does not matter how the client wrote it.
        let prepared = self.game().map(|game| game.prepare(seat, action));
        let text = prepared.as_ref().and_then(|prepared| Some(&*prepared.as_ref().ok()?.text));
        match self.id_seen(seat, id, text.unwrap_or(action).get()) {
            IdSeen::Same(n) => return Ok(Checked::AlreadyDone(n)),
            IdSeen::Other => return Err(Refusal::plain(Kind::IdReused)),
            IdSeen::Never => {}
        }
        self.in_play()?;
        if self.chairs[seat.index()].resigned {
            return Err(Refusal::plain(Kind::Resigned));
        }
        // Only entries that change the game make an action stale, or chat could keep players from acting.
        if at.is_some_and(|at| at < self.moved) {
            return Err(Refusal::plain(Kind::Stale));
        }
        let prepared = prepared.ok_or_else(|| Refusal::plain(Kind::NotStarted))??;
        Draft::of_action(Actor::Player, Some(id.clone()), prepared).map(Checked::New)
    }

    /// Checks whether a player may do this now, without doing it.
    pub fn why_not(&self, player: &PlayerId, action: &RawValue) -> Result<(), Refusal> {
        let seat = self.own_seat(player)?;
        self.in_play()?;
        if self.chairs[seat.index()].resigned {
            return Err(Refusal::plain(Kind::Resigned));
        }
        let game = self.game().ok_or_else(|| Refusal::plain(Kind::NotStarted))?;
        game.prepare(seat, action)?.permitted.map(|_| ())
    }

    /// Checks a chat message. A repeated message is not written again.
    pub fn say(
        &self,
        player: &PlayerId,
        name: &Name,
        id: &ClientId,
        text: &ChatText,
    ) -> Result<Checked, Refusal> {
        let seat = self.seat_of(player);
        let seen = if let Some(seat) = seat {
            self.id_seen(seat, id, text.as_str())
        } else {
            let own = self.said.iter().rev().filter(|(other, _)| other == player);
            seen(own.map(|(_, done)| done), id, text.as_str())
        };
        match seen {
            IdSeen::Same(n) => return Ok(Checked::AlreadyDone(n)),
            IdSeen::Other => return Err(Refusal::plain(Kind::IdReused)),
            IdSeen::Never => {}
        }
        let (player, name) = (player.clone(), name.clone());
        let said = EntryBody::Said { seat, player, name, id: id.clone(), text: text.clone() };
        Ok(Checked::New(said.into()))
    }

    /// Whether this seat's client has used this id before.
    pub fn id_seen(&self, seat: Seat, id: &ClientId, content: &str) -> IdSeen {
        seen(self.chairs[seat.index()].done.iter().rev(), id, content)
    }

    /// The seat of this player, or a refusal if they have none.
    pub fn own_seat(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        self.seat_of(player).ok_or_else(|| Refusal::plain(Kind::NotSeated))
    }

    fn hosted_by(&self, player: &PlayerId) -> Result<(), Refusal> {
        if self.created.host == *player { Ok(()) } else { Err(Refusal::plain(Kind::NotHost)) }
    }

    fn still_open(&self) -> Result<(), Refusal> {
        match self.state {
            State::Open => Ok(()),
            State::Playing => Err(Refusal::plain(Kind::AlreadyStarted)),
            State::Over => Err(Refusal::plain(Kind::GameOver)),
        }
    }

    fn in_play(&self) -> Result<(), Refusal> {
        match self.state {
            State::Open => Err(Refusal::plain(Kind::NotStarted)),
            State::Playing => Ok(()),
            State::Over => Err(Refusal::plain(Kind::GameOver)),
        }
    }
}

fn seen<'a>(
    mut done: impl Iterator<Item = &'a super::HandledMessage>,
    id: &ClientId,
    content: &str,
) -> IdSeen {
    let print = fingerprint(id.as_str());
    match done.find(|done| done.id == print) {
        None => IdSeen::Never,
        Some(done) if done.content == fingerprint(content) => IdSeen::Same(done.n),
        Some(_) => IdSeen::Other,
    }
}
