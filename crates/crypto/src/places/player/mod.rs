//! A player's side of the table: its secrets, which all come from one seed, and what is due from it.
//!
//! An entry's content depends only on the seed, the head, and choices that were written down. So a player that starts again
//! and hears the same entries says the same, to the byte, and nobody can make it sign two bodies for one place.

mod choice;
mod idle;
mod keep;
mod make;
mod parts;

use std::collections::BTreeMap;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use thiserror::Error;

use super::accept::MAX_ACTION;
use super::entry::{Entry, EntryKind};
use super::genesis::{Genesis, signing_key};
use super::task::{Place, Task, TaskError, TaskOutcome};
use super::{Accepted, PendingAction, Refusal, Stage, TableState};
use crate::chance::Chance;
use crate::encoding::{Codec, Writer};
use crate::escrow::SealingKey;
use crate::faces::FaceCode;
use crate::group::Secret;
use crate::keys::KeyPair;
use crate::transcript::Operation;
use choice::{Acted, Chosen};
use idle::Idle;

pub use choice::{Choice, Note};

/// Why there is no such player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// The seed is not that of the player at this seat.
    #[error("the genesis names another key for {0}")]
    OtherKey(Seat),
}

/// A choice is missing, or does not fit its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("task {task} needs a choice that fits it")]
pub struct Undecided {
    /// The number of the task.
    pub task: usize,
}

/// Why a player does not act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ActError {
    /// The table does not wait for an action, or for this choice.
    #[error("the table does not wait for this now")]
    NotNow,
    /// The player has already said something else here.
    #[error("something else has been said here already, and it stays said")]
    AlreadySaid,
    /// The action is too long.
    #[error("an action has at most {MAX_ACTION} bytes")]
    TooLong,
    /// The action would bring along more than others would read.
    #[error(
        "with all that it brings along, the action has {0} bytes, which is too much for this table"
    )]
    TooMuch(usize),
    /// The player cannot turn over this card alone.
    #[error("the card at place {} cannot be turned over by its holder alone", .0.0)]
    NotMine(Place),
    /// The tasks cannot be carried out.
    #[error("{0}")]
    Tasks(#[from] TaskError),
    /// A choice is missing.
    #[error("{0}")]
    Undecided(#[from] Undecided),
}

/// A player: the public state of the table, and one seat's secrets. It has no `Debug` and no encoding.
pub struct Player {
    state: TableState,
    seat: Seat,
    pub(super) chance: Chance,
    signing: SigningKey,
    /// The keys that cards have, by epoch. Each is in a box, so that no copy of it is left behind when the map grows.
    pub(super) keys: BTreeMap<u16, KeyPair>,
    /// One-time keys for escrow, by task, until the parts that are sealed for them are opened.
    pub(super) sealing: BTreeMap<usize, SealingKey>,
    /// This player's parts of the others' keys.
    pub(super) parts: BTreeMap<(u16, Seat), Box<Secret>>,
    /// A key in escrow that is wrong, and the one-time key that shows it.
    wrong: Option<(u16, Seat, SealingKey)>,
    known: BTreeMap<Place, FaceCode>,
    /// The head at which the current wave began.
    wave: [u8; 32],
    /// Choices that were made, by the head at which their wave began.
    chosen: BTreeMap<[u8; 32], Chosen>,
    /// The orders of this player's own arrangements in the current wave.
    orders: BTreeMap<usize, Vec<u16>>,
    /// The faces of cards that this player was shown in the current wave, by task.
    shown: BTreeMap<usize, Option<FaceCode>>,
    /// Shuffles that were prepared in this wave, by the first place of their piles.
    idle: BTreeMap<Place, Idle>,
    /// What was said last in a step, and as an action.
    worked: Option<Entry>,
    acted: Option<Entry>,
}

impl Player {
    /// The player at a seat. The seed is its only secret: keep it as long as the table lasts, and delete it then.
    pub fn new(genesis: Genesis, seat: Seat, seed: [u8; 32]) -> Result<Self, PlayerError> {
        let signing = signing_key(&seed);
        let named = genesis.players().get(seat.index()).map(|player| player.key);
        if named != Some(signing.verifying_key()) {
            return Err(PlayerError::OtherKey(seat));
        }
        let state = TableState::new(genesis);
        Ok(Self {
            wave: state.head,
            state,
            seat,
            chance: Chance::from(seed),
            signing,
            keys: BTreeMap::new(),
            sealing: BTreeMap::new(),
            parts: BTreeMap::new(),
            wrong: None,
            known: BTreeMap::new(),
            chosen: BTreeMap::new(),
            orders: BTreeMap::new(),
            shown: BTreeMap::new(),
            idle: BTreeMap::new(),
            worked: None,
            acted: None,
        })
    }

    /// The public state of the table.
    pub const fn state(&self) -> &TableState {
        &self.state
    }

    /// The player's seat.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Tells a player that starts again what it has chosen before. Do so before it hears the entries again.
    ///
    /// Let it hear all entries that it had heard, from a log of its own: whoever is led back to an earlier head, and from
    /// there along another fork, gives shares on both.
    pub fn remember(&mut self, note: Note) {
        let chosen = self.chosen.entry(note.wave).or_default();
        if chosen.action.is_none() {
            chosen.action = note.chosen.action;
        }
        for (task, choice) in note.chosen.choices {
            chosen.choices.entry(task).or_insert(choice);
        }
        for (place, prepared) in note.chosen.prepared {
            chosen.prepared.entry(place).or_insert(prepared);
        }
    }

    /// Hears an entry, also the player's own. One that it has signed and did not make is refused as [`Refusal::NotMine`]: then its
    /// notes are older than what it has said, or somebody else has its keys.
    pub fn accept(&mut self, entry: &Entry) -> Result<Accepted, Refusal> {
        let own = entry.author() == self.seat;
        if own && !self.has_made(entry) {
            let is_signed = entry.is_signed(&self.state.genesis);
            return Err(if is_signed { Refusal::NotMine } else { Refusal::Signature });
        }
        // An action's content is compared when its tasks are known. Of short entries only the signature says whose they are, and
        // of late ones too.
        let made = own
            && entry.since() == self.state.head()
            && match entry.kind() {
                EntryKind::Work | EntryKind::Complaint => true,
                EntryKind::Action => self.acted.as_ref() == Some(entry),
                EntryKind::Head | EntryKind::Farewell | EntryKind::Forfeit(_) => false,
            };
        let accepted = self.state.hear(entry, !made)?;
        self.learn();
        Ok(accepted)
    }

    fn has_made(&mut self, entry: &Entry) -> bool {
        let noted = || {
            let noted = self.chosen.get(entry.since()).and_then(|it| it.action.as_ref());
            noted.is_some_and(|acted| action_of(entry) == Some(&acted.action))
        };
        if entry.since() != self.state.head() {
            // What was said before was compared then; an action may have come too late.
            let said = self.state.said.get(&entry.place());
            return match entry.kind() {
                EntryKind::Head | EntryKind::Farewell | EntryKind::Forfeit(_) => true,
                EntryKind::Action if said.is_none() => noted(),
                // Somebody was voted out meanwhile; nothing depends on what was due before.
                EntryKind::Work | EntryKind::Complaint if said.is_none() => true,
                _ => said.is_some_and(|said| *said == entry.digest(&self.state.id)),
            };
        }
        match entry.kind() {
            EntryKind::Work => {
                let due = self.due().ok().flatten().or_else(|| self.worked.clone());
                due.is_some_and(|made| made.digest(&self.state.id) == entry.digest(&self.state.id))
            }
            EntryKind::Action => noted(),
            EntryKind::Complaint => self.complain().as_ref() == Some(entry),
            EntryKind::Head | EntryKind::Farewell | EntryKind::Forfeit(_) => true,
        }
    }

    /// Begins an action that the rules permit: see [`TableState::begin`].
    pub fn begin(&mut self, action: PendingAction, tasks: Vec<Task>) -> Result<Accepted, Refusal> {
        let stale = action.entry().since() != self.state.head();
        if !stale && action.author() == self.seat {
            let made = self.made_action(&tasks).map_err(|_| Refusal::NotMine)?;
            if made.digest(&self.state.id) != action.entry().digest(&self.state.id) {
                return Err(Refusal::NotMine);
            }
        }
        let head = self.state.head;
        if !stale && action.author() != self.seat {
            self.orders.clear();
        }
        let accepted = self.state.begin(action, tasks)?;
        if !matches!(accepted, Accepted::Stale) {
            self.wave = head;
            self.shown.clear();
            self.idle.clear();
            self.learn();
        }
        Ok(accepted)
    }

    /// Goes on with more tasks: see [`TableState::extend`].
    pub fn extend(&mut self, tasks: Vec<Task>) -> Result<Accepted, TaskError> {
        let head = self.state.head;
        let accepted = self.state.extend(tasks)?;
        self.wave = head;
        self.orders.clear();
        self.shown.clear();
        self.idle.clear();
        self.learn();
        Ok(accepted)
    }

    /// Goes on by an action of a seat that has left: see [`TableState::derive`].
    pub fn derive(
        &mut self,
        seat: Seat,
        action: &[u8],
        tasks: Vec<Task>,
    ) -> Result<Accepted, TaskError> {
        let head = self.state.head;
        let accepted = self.state.derive(seat, action, tasks)?;
        self.wave = head;
        self.orders.clear();
        self.shown.clear();
        self.learn();
        Ok(accepted)
    }

    /// Renews hidden cards after a player has left: see [`TableState::renew`].
    pub fn renew(&mut self, piles: Vec<Vec<Place>>) -> Result<Accepted, TaskError> {
        let accepted = self.state.renew(piles)?;
        self.learn();
        Ok(accepted)
    }

    /// This player's entry for the current step, the same as often as it is asked for; `None` if nothing is due.
    pub fn due(&mut self) -> Result<Option<Entry>, Undecided> {
        if !self.state.due().contains(self.seat) {
            return Ok(None);
        }
        if let Some(made) = self.worked.as_ref().filter(|made| made.since() == self.state.head()) {
            return Ok(Some(made.clone()));
        }
        let jobs = self.state.wave.step.due.get(&self.seat).cloned().unwrap_or_default();
        let choices = self.chosen.get(&self.wave).map(|chosen| chosen.choices.clone());
        let payload = self.make(&jobs, &choices.unwrap_or_default())?;
        let entry = self.sign(EntryKind::Work, payload);
        self.worked = Some(entry.clone());
        Ok(Some(entry))
    }

    /// Makes a choice for a task of the current wave. It cannot be changed.
    pub fn choose(&mut self, task: usize, choice: Choice) -> Result<Note, ActError> {
        let number = u16::try_from(task).map_err(|_| ActError::NotNow)?;
        if task >= self.state.wave.given || self.state.stage != Stage::Working {
            return Err(ActError::NotNow);
        }
        let chosen = self.chosen.entry(self.wave).or_default();
        if chosen.choices.get(&number).is_some_and(|made| *made != choice) {
            return Err(ActError::AlreadySaid);
        }
        chosen.choices.insert(number, choice);
        Ok(Note { wave: self.wave, chosen: chosen.clone() })
    }

    /// Acts. The rules have been tried out before: `turned` are the player's own cards that the action turns over, and `tasks` is
    /// everything that it causes. Keep the note before the entry is sent.
    pub fn act(
        &mut self,
        action: &[u8],
        turned: &[Place],
        tasks: &[Task],
        choices: impl IntoIterator<Item = (usize, Choice)>,
    ) -> Result<(Entry, Note), ActError> {
        if self.state.stage != Stage::Idle || !self.state.present.contains(self.seat) {
            return Err(ActError::NotNow);
        }
        if action.len() > MAX_ACTION {
            return Err(ActError::TooLong);
        }
        let mut turned = turned.to_vec();
        turned.sort_unstable();
        turned.dedup();
        let number = |(task, choice)| u16::try_from(task).ok().map(|task| (task, choice));
        let new = Chosen {
            action: Some(Acted { action: action.to_vec(), turned }),
            choices: choices.into_iter().filter_map(number).collect(),
            prepared: BTreeMap::new(),
        };
        let head = self.state.head;
        let before = self.chosen.insert(head, new.clone());
        if before.as_ref().is_some_and(|before| before.action.is_some() && *before != new) {
            self.chosen.extend(before.map(|before| (head, before)));
            return Err(ActError::AlreadySaid);
        }
        match self.made_action(tasks) {
            Ok(entry) => Ok((entry, Note { wave: head, chosen: new })),
            Err(error) => {
                // Nothing has been said: the player may try something else.
                if before.is_none() {
                    self.chosen.remove(&head);
                }
                Err(error)
            }
        }
    }

    /// The entry of the action that was chosen at this head.
    fn made_action(&mut self, tasks: &[Task]) -> Result<Entry, ActError> {
        let head = self.state.head;
        if let Some(made) = self.acted.as_ref().filter(|made| made.since() == &head) {
            return Ok(made.clone());
        }
        let chosen = self.chosen.get(&head).cloned().ok_or(ActError::NotNow)?;
        let Acted { action, turned } = chosen.action.ok_or(ActError::NotNow)?;
        let other = |place: &&Place| self.state.holder(**place) != Some(self.seat);
        if let Some(place) = turned.iter().find(other) {
            return Err(ActError::NotMine(*place));
        }
        self.orders.clear();
        let attached = self.state.attachments(self.seat, &turned, tasks.to_vec())?;
        let mut to = Writer::default();
        to.short(action.len());
        to.bytes(&action);
        to.short(turned.len());
        for place in &turned {
            to.short(usize::from(place.0));
        }
        if !turned.is_empty() {
            let shares = self.make_turned(&turned);
            to.short(shares.len());
            to.bytes(&shares);
        }
        to.bytes(&self.make_attached(attached, &chosen.choices)?);
        let payload = to.into_bytes();
        if payload.len() > self.state.longest() {
            return Err(ActError::TooMuch(payload.len()));
        }
        let entry = self.sign(EntryKind::Action, payload);
        self.acted = Some(entry.clone());
        Ok(entry)
    }

    /// What came of a task of the current wave, also what only this player knows.
    pub fn outcome(&self, task: usize) -> Option<TaskOutcome> {
        let outcome = self.state.outcome(task)?;
        match (outcome, self.shown.get(&task)) {
            (TaskOutcome::Done, Some(Some(face))) => Some(TaskOutcome::Face(*face)),
            (TaskOutcome::Done, Some(None)) => Some(TaskOutcome::Unreadable),
            (outcome, _) => Some(outcome),
        }
    }

    /// The order of this player's own `Arrange` or `Mix`: the `k`th of its places got the card of this one of them.
    pub fn order(&self, task: usize) -> Option<&[u16]> {
        self.orders.get(&task).map(Vec::as_slice)
    }

    /// The face that this player knows to be at a place.
    pub fn face(&self, place: Place) -> Option<FaceCode> {
        self.known.get(&place).copied()
    }

    /// This player's vote that a seat has left. Only give it when the player's own clock says so.
    pub fn forfeit(&self, seat: Seat) -> Entry {
        self.sign(EntryKind::Forfeit(seat), Vec::new())
    }

    /// The same vote once more, with a number: whoever delivers entries may take the same bytes for the same entry.
    pub fn forfeit_again(&self, seat: Seat, number: u8) -> Entry {
        self.sign(EntryKind::Forfeit(seat), vec![number])
    }

    /// Signs the current head.
    pub fn sign_head(&self) -> Entry {
        self.sign(EntryKind::Head, Vec::new())
    }

    /// A complaint, if somebody's key in escrow is wrong.
    pub fn complain(&self) -> Option<Entry> {
        let (epoch, dealer, sealing) = self.wrong.as_ref()?;
        let dealt = self.state.epoch(*epoch)?.dealt.get(dealer)?;
        let share = self.state.epoch(*epoch)?.shares.get(dealer)?;
        let context = self.state.context(self.seat, Operation::Escrow, 0);
        let mut rng = self.chance.at(self.state.head(), 0, b"complaint");
        let complaint = sealing.complain(&context, &dealt.dealing, &dealt.context, share, &mut rng);
        let mut to = Writer::default();
        to.short(usize::from(*epoch));
        dealer.write(&mut to);
        complaint.ok()?.write(&mut to);
        Some(self.sign(EntryKind::Complaint, to.into_bytes()))
    }

    /// Replaces a ciphertext, as if a cheat had not been noticed.
    #[cfg(test)]
    pub(super) fn set_masked(&mut self, place: Place, masked: &crate::masked::MaskedCard) {
        self.state.cards.entry(place).and_modify(|card| card.masked = *masked);
    }

    fn sign(&self, kind: EntryKind, payload: Vec<u8>) -> Entry {
        let TableState { id, head, .. } = &self.state;
        Entry::sign(id, *head, self.seat, kind, payload, &self.signing)
    }
}

/// The action in an entry.
fn action_of(entry: &Entry) -> Option<&[u8]> {
    let (length, rest) = entry.payload().split_first_chunk::<2>()?;
    rest.get(..usize::from(u16::from_le_bytes(*length)))
}
