//! Applies journal entries to a room.

use std::sync::Arc;

use facedown_core::{Contribution, Seat, SeatCount, Seats};
use facedown_protocol::{By, ClientId, Refusal, Said, State};

use super::hosted::LoggedAction;
use super::{
    Acted, Actor, Applied, Chair, ClockChange, Created, EntryBody, FoldError, HandledMessage,
    Hosted, JournalEntry, Logged, MissedEntry, Permit, RECENT_ENTRIES, Room, SeatRule, Sitter,
    fingerprint, hosted,
};
use crate::store::PlayerId;
use crate::time::Moment;

impl Room {
    /// Applies an entry of the journal. It was checked before it was written, so this fails only for a damaged journal.
    pub fn apply(&mut self, entry: &JournalEntry) -> Result<Applied, FoldError> {
        self.apply_with(entry, None)
    }

    /// Applies an entry that has just been written. `permit` carries out its action, if it has one.
    ///
    /// An action that the dealer cannot carry out changes nothing, now and whenever the journal is replayed.
    pub fn apply_with(
        &mut self,
        entry: &JournalEntry,
        permit: Option<Permit>,
    ) -> Result<Applied, FoldError> {
        let told = self.game.as_ref().map_or(0, |game| game.told());
        let mut note = MissedEntry::nothing(told);
        let (before, state) = (self.timed(), self.state);
        let (at, mut actor, mut refused) = (entry.moment(), None, None);
        if matches!(entry.what, EntryBody::Reopened) || at < self.last {
            // The server was stopped in between. After a crash the clock resumes a little before the crash.
            self.timing.reopen(self.last, at);
        } else {
            self.timing.stand(entry.stood);
        }
        self.stood = 0;
        match &entry.what {
            EntryBody::Created(_) => return Err(FoldError::NotCreated),
            EntryBody::Sat { seat, player, name, contribution } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    let (player, name) = (player.clone(), name.clone());
                    let contribution = contribution.clone();
                    chair.sitter = Some(Sitter { player, name, contribution });
                }
            }
            EntryBody::Renamed { seat, name } => {
                let chair = self.chairs.get_mut(seat.index());
                if let Some(sitter) = chair.and_then(|chair| chair.sitter.as_mut()) {
                    sitter.name = name.clone();
                }
            }
            EntryBody::Left { seat } => self.vacate(*seat),
            EntryBody::Kicked { seat } => self.kick_from(*seat),
            EntryBody::Forgiven => self.kicked.clear(),
            EntryBody::Started => {
                self.game = Some(self.deal()?);
                self.state = State::Playing;
                note.events = 0..0;
            }
            EntryBody::Acted(acted) => {
                actor = Some(acted.seat);
                refused = self.carry_out(acted, permit, &mut note).err();
            }
            EntryBody::Said { seat, player, name, id, text } => {
                self.chat_bytes += Self::chat_size(text);
                let (seat, name, text) = (*seat, name.clone(), text.clone());
                note.said = Some(Arc::new(Said { seat, name, text: text.clone() }));
                note.ack = Some((player.clone(), id.clone()));
                self.remember(seat, player, id, fingerprint(text.as_str()));
            }
            EntryBody::Resigned { seat } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    chair.resigned = true;
                }
            }
            EntryBody::Away { seat } | EntryBody::Back { seat } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    chair.away = matches!(entry.what, EntryBody::Away { .. });
                }
            }
            EntryBody::Reopened => {}
            EntryBody::Paced { pace } => self.pace = *pace,
            EntryBody::Rematch { table } => self.rematch = Some(table.clone()),
            EntryBody::Closed => (self.state, self.closed) = (State::Over, true),
        }
        if matches!(entry.what, EntryBody::Started | EntryBody::Acted(_)) {
            self.moved = self.entries;
        }
        if entry.what.is_by_person() {
            self.visited = entry.moment();
        }
        self.finish(note, at, actor, before);
        let is_around_the_table = !matches!(
            entry.what,
            EntryBody::Acted(_) | EntryBody::Said { .. } | EntryBody::Reopened
        );
        Ok(Applied { refused, info_changed: is_around_the_table || self.state != state })
    }

    /// Carries out an action of a game that was played elsewhere, at the moment of the last entry.
    pub fn replay_logged(&mut self, action: LoggedAction) -> Applied {
        let (before, state) = (self.timed(), self.state);
        let note = MissedEntry::nothing(self.game.as_ref().map_or(0, |game| game.told()));
        let actor = action.seat();
        let outcome = self.game.as_mut().map_or(Ok(()), |game| game.replay_logged(action));
        self.end_if_over();
        self.moved = self.entries;
        self.finish(note, self.last, Some(actor), before);
        Applied { refused: outcome.err(), info_changed: self.state != state }
    }

    /// Updates the clocks and remembers the entry. `before` are the seats whose clocks ran before it.
    fn finish(&mut self, mut note: MissedEntry, at: Moment, actor: Option<Seat>, before: Seats) {
        if let Some(game) = &self.game {
            note.events.end = game.told();
            let (after, own_clock) = (self.timed(), game.clock());
            let is_open = hosted::is_open(&self.created.game);
            self.timing.change(ClockChange { at, actor, before, after, own_clock, is_open });
        }
        self.note(note, at);
    }

    fn end_if_over(&mut self) {
        if self.game.as_ref().is_some_and(|game| game.waiting_on().is_empty()) {
            self.state = State::Over;
        }
    }

    fn carry_out(
        &mut self,
        acted: &Acted,
        permit: Option<Permit>,
        note: &mut MissedEntry,
    ) -> Result<(), Refusal> {
        let Some(game) = &mut self.game else { return Ok(()) };
        note.by = match acted.by {
            Actor::Player | Actor::Bot => None,
            Actor::Clock => Some((By::Clock, acted.seat)),
            Actor::Absent => Some((By::Absent, acted.seat)),
        };
        let outcome = match permit {
            Some(permit) => game.carry_out(permit),
            None => game.replay(acted.seat, &acted.action),
        };
        self.end_if_over();
        let player = self.chairs.get(acted.seat.index()).and_then(|chair| chair.sitter.as_ref());
        if let (Some(id), Some(sitter)) = (&acted.id, player) {
            let player = sitter.player.clone();
            note.ack = Some((player.clone(), id.clone()));
            self.remember(Some(acted.seat), &player, id, fingerprint(acted.action.get()));
        }
        outcome
    }

    fn remember(&mut self, seat: Option<Seat>, player: &PlayerId, id: &ClientId, content: u64) {
        let done = HandledMessage { id: fingerprint(id.as_str()), content, n: self.entries };
        if let Some(chair) = seat.and_then(|seat| self.chairs.get_mut(seat.index())) {
            chair.done.push(done);
            return;
        }
        if self.said.len() >= RECENT_ENTRIES {
            self.said.pop_front();
        }
        self.said.push_back((player.clone(), done));
    }

    fn deal(&self) -> Result<Box<dyn Hosted>, FoldError> {
        let seats = SeatCount::new(self.chairs.len()).ok_or(FoldError::NotCreated)?;
        let Created { game, rules, options, .. } = &self.created;
        hosted::deal(game, *rules, options, seats, self.seed.clone(), self.contributions())
            .map_err(FoldError::Deal)
    }

    /// The contributions of all seats. A bot, or a player without one, counts as an empty text.
    fn contributions(&self) -> Vec<Contribution> {
        let given = |chair: &Chair| chair.sitter.as_ref()?.contribution.clone();
        self.chairs
            .iter()
            .filter_map(|chair| given(chair).or_else(|| Contribution::new("")))
            .collect()
    }

    fn vacate(&mut self, seat: Seat) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.sitter = None;
            chair.done = Vec::new();
        }
    }

    /// Frees a seat, and bans the player who had it or for whom it was reserved. The host cannot be banned.
    fn kick_from(&mut self, seat: Seat) {
        let Some(chair) = self.chairs.get_mut(seat.index()) else { return };
        let sitter = chair.sitter.as_ref().map(|sitter| sitter.player.clone());
        let kept = match &chair.place {
            SeatRule::Kept(kept) => Some(kept.player.clone()),
            _ => None,
        };
        if kept.is_some() {
            // The seat is no longer reserved.
            chair.place = SeatRule::Open;
        }
        let gone = sitter.or(kept).filter(|player| *player != self.created.host);
        self.kicked.extend(gone);
        self.vacate(seat);
    }

    pub(super) fn note(&mut self, note: MissedEntry, at: Moment) {
        if self.notes.len() >= RECENT_ENTRIES {
            self.notes.pop_front();
        }
        let told = u32::try_from(note.events.end).unwrap_or(u32::MAX);
        self.logged.push(Logged { told, by: note.by });
        self.notes.push_back(note);
        self.entries += 1;
        self.age += at.since(self.last);
        self.last = at;
    }
}
