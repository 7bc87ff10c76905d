//! Players who leave while the others play on: their cards lie open, hidden cards are renewed, and the rules' fallback plays for them.
//!
//! Nobody signs what is played for a seat that has left. Every machine derives it from the head, with dice that the head gives.

use facedown_core::{Answerer, Card, Demand, Dice, Game, LeftBehind, PeerError, Seat, Seed};
use facedown_crypto::places::{Entry, EntryKind, Place, Stage, Task, TaskOutcome};

use super::history::Act;
use super::{Fold, Heard, NotHeard, Stuck, open_json};
use crate::faces::face_of;
use crate::posted::Posted;
use crate::tasks::{Batch, card_at, place_of, places_of};

/// The seats that have left, and for which the rules do not know it yet.
#[derive(Default)]
pub(super) struct Leaving {
    seats: Vec<Seat>,
    /// The piles of hidden cards that were shuffled since.
    piles: Vec<Vec<Card>>,
    /// Whether the first of the seats has had its cards turned over.
    is_turned_over: bool,
    /// Whether the cards have been turned over that one of them was asked about.
    is_silent: bool,
}

/// A question to a seat that has left.
pub(super) enum Silent {
    /// Its cards are turned over.
    Reveal(Vec<Task>),
    /// The answer that they give.
    Answer(bool),
}

/// Cards with their faces.
type Faces<F> = Vec<(Card, F)>;

/// Why a player cannot leave without ending the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CannotLeave {
    /// Something is being carried out, or this machine's viewer does not play.
    #[error("the table is busy; leave when it is idle")]
    NotNow,
    /// The rules may wait for this player again, and the table has no escrow: its players have agreed that it ends then.
    #[error("the others need this player's keys; if it leaves, the table ends")]
    Needed,
}

impl<G: Game> Fold<G> {
    /// Whether this player may leave while the others play on: the rules never wait for it again, or the table has escrow, so that
    /// all have agreed to play on.
    pub fn may_leave(&self, seat: Seat) -> bool {
        let is_out = self.rules.game().is_some_and(|game| game.is_out(seat));
        is_out || self.cards().genesis().escrow().is_some()
    }

    /// This player's farewell: it takes its layer off all cards, so the others go on without its machine.
    pub fn farewell(&mut self) -> Result<Entry, CannotLeave> {
        let me = self.viewer().seat().ok_or(CannotLeave::NotNow)?;
        if !self.may_leave(me) {
            return Err(CannotLeave::Needed);
        }
        let is_idle = self.is_idle() && self.stuck.is_none();
        let player = self.cards.player().filter(|_| is_idle);
        player.and_then(|player| player.farewell()).ok_or(CannotLeave::NotNow)
    }

    /// Refuses a farewell of somebody whom the table needs.
    pub(super) fn check_farewell(&self, entry: &Entry) -> Result<(), NotHeard<G::Refusal>> {
        // The rules are asked only about seats that there are.
        let is_farewell = entry.kind() == EntryKind::Farewell
            && entry.since() == self.head()
            && self.cards().present().contains(entry.author());
        if is_farewell && (!self.is_idle() || !self.may_leave(entry.author())) {
            return Err(NotHeard::Needed(entry.author()));
        }
        Ok(())
    }

    /// A seat has left. The table ends, or goes on without.
    pub(super) fn left(&mut self, seat: Seat) -> Result<Heard, NotHeard<G::Refusal>> {
        if let Stage::Over(ending) = self.cards.state().stage() {
            return Ok(Heard::Ended(*ending));
        }
        // The others open their keys without it.
        if self.is_closing {
            return Ok(Heard::Left(seat));
        }
        if self.viewer().seat() == Some(seat) {
            let _ = self.stop(Stuck::Gone);
            return Ok(Heard::Left(seat));
        }
        self.leaving.seats.push(seat);
        if self.under_way.is_some() || !self.is_dealt {
            self.history.interrupt();
        }
        match self.go_on()? {
            Heard::Ended(ending) => Ok(Heard::Ended(ending)),
            _ => Ok(Heard::Left(seat)),
        }
    }

    /// Has hidden cards shuffled, within the piles that the rules leave no way to tell apart.
    pub(super) fn renew(&mut self, hidden: &[Place]) -> Result<(), NotHeard<G::Refusal>> {
        let hidden: Vec<Card> = hidden.iter().copied().map(card_at).collect();
        let mut piles = self.rules.interchangeable(&hidden);
        let places = piles.iter().map(|pile| places_of(pile)).collect();
        let _ = self.cards.renew(places).map_err(|error| self.stop(error.into()))?;
        // A single card only gets a new key.
        piles.retain(|pile| pile.len() > 1);
        self.rules.renew(&piles);
        self.leaving.piles.extend(piles);
        Ok(())
    }

    /// Takes out the first seat that has left, when nothing is under way: what it alone has seen is turned over, and the rules are
    /// told. Returns whether there was one.
    pub(super) fn take_out(&mut self) -> Result<bool, NotHeard<G::Refusal>> {
        let Some(&seat) = self.leaving.seats.first() else { return Ok(false) };
        let LeftBehind { alone, shared } = self.rules.left_behind(seat);
        let state = self.cards.state();
        let is_open = |card: &Card| state.public_face(place_of(*card)).is_some();
        let closed: Vec<Card> = alone.iter().copied().filter(|card| !is_open(card)).collect();
        if let Some(&card) = closed.first() {
            if std::mem::replace(&mut self.leaving.is_turned_over, true) {
                return Err(self.no_face(Some(place_of(card)), true));
            }
            self.extend(closed.into_iter().map(reveal).collect())?;
            return Ok(true);
        }
        let mut opened = alone;
        opened.extend(shared.into_iter().filter(is_open));
        let opened = self.open_faces(&opened)?;
        self.rules.leave(seat, &opened).map_err(|error| match error {
            PeerError::Contradiction { card } => self.stop(Stuck::Impossible(card)),
            other => self.stop(Stuck::Bug(other.to_string())),
        })?;
        let piles = std::mem::take(&mut self.leaving.piles);
        self.history.leave(seat, &opened, &piles);
        if let Some(keys) = &self.keys {
            for &card in piles.iter().flatten() {
                let code = keys.face(self.cards.state(), place_of(card));
                if let Some(face) = code.and_then(|code| face_of(code).ok()) {
                    self.history.learn(card, face);
                }
            }
        }
        self.leaving.seats.remove(0);
        self.leaving.is_turned_over = false;
        Ok(true)
    }

    /// The answer to a question to a seat that has left, from its cards.
    pub(super) fn answer_for_gone(
        &mut self,
        demands: &[Demand<G::Face>],
    ) -> Result<Option<Silent>, NotHeard<G::Refusal>> {
        let number = self.batch.demands.start;
        let Some(Demand::Ask { cards, of: Answerer::Seat(_) }) = demands.get(number) else {
            return Ok(None);
        };
        let is_silent = |task: usize| self.cards.outcome(task) == Some(TaskOutcome::Left);
        if !self.leaving.is_silent && !self.batch.pairs().any(|(_, task)| is_silent(task)) {
            return Ok(None);
        }
        let state = self.cards.state();
        let closed = cards.iter().copied();
        let closed = closed.filter(|card| state.public_face(place_of(*card)).is_none());
        let closed: Vec<Card> = closed.collect();
        let was_silent = std::mem::replace(&mut self.leaving.is_silent, true);
        if let Some(&card) = closed.first() {
            if was_silent {
                return Err(self.no_face(Some(place_of(card)), true));
            }
            return Ok(Some(Silent::Reveal(closed.into_iter().map(reveal).collect())));
        }
        let opened = self.open_faces(cards)?;
        self.leaving.is_silent = false;
        match self.rules.answer_for(&opened) {
            Some(answer) => Ok(Some(Silent::Answer(answer))),
            None => Err(self.stop(Stuck::Bug("open cards give no answer".to_owned()))),
        }
    }

    /// Plays the rules' fallback for a seat that has left, if the rules wait for one. Returns whether they do.
    pub(super) fn play_for_gone(&mut self) -> Result<bool, NotHeard<G::Refusal>> {
        let mut dice = Dice::new(&Seed::new(*self.head()));
        let Some((seat, action)) = self.rules.fallback(&mut dice) else { return Ok(false) };
        let mut rules = self.rules.clone();
        let bug = |error: String| Stuck::Bug(format!("the fallback of {seat}: {error}"));
        let begun = rules.begin_fallback(seat, action.clone());
        let _ = begun.map_err(|error| self.stop(bug(error.to_string())))?;
        let next = Batch::next(rules.demands(), 0, Vec::new());
        let (batch, tasks) = next.map_err(|error| self.stop(error.into()))?;
        let derived = self.cards.derive(seat, &open_json(action.clone()), tasks);
        let _ = derived.map_err(|error| self.stop(error.into()))?;
        self.under_way = Some((seat, None));
        let posted = Posted { action, brought: None, said: Vec::new() };
        self.history.begin(Act { seat, entry: None, posted }, &[]);
        (self.rules, self.batch, self.said) = (rules, batch, Vec::new());
        self.read_moved();
        Ok(true)
    }

    /// The faces of cards that lie open.
    fn open_faces(&mut self, cards: &[Card]) -> Result<Faces<G::Face>, NotHeard<G::Refusal>> {
        let face = |&card: &Card| {
            let code = self.cards.state().public_face(place_of(card));
            let face = code.and_then(|code| face_of(code).ok());
            face.map(|face| (card, face)).ok_or(place_of(card))
        };
        let faces: Result<Faces<G::Face>, Place> = cards.iter().map(face).collect();
        faces.map_err(|place| self.no_face(Some(place), true))
    }
}

const fn reveal(card: Card) -> Task {
    Task::Reveal { place: place_of(card) }
}
