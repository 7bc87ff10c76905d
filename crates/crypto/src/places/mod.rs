//! A table without a trusted dealer: places with encrypted cards, tasks that the rules demand, and signed entries.
//!
//! The table is one row of [`Place`]s, each with a card. It knows no piles, no owners and no game. Its caller runs the rules of a
//! game and tells it the [`Task`]s that the rules demand, the same on every machine. All tasks that are demanded at once are a
//! *wave*. A wave is worked off in *steps*. In each step some seats are due, and each of them posts one signed [`Entry`] with
//! everything that is due from it. When the last of them has arrived the step ends, and the table has a new *head*: a hash of
//! the head before and the bodies of the step. Entries are bound to the head of their step. So nothing said on one fork of a
//! table is valid on another, and the order in which entries of a step arrive does not matter.
//!
//! [`TableState`] is what everybody can compute from the entries. [`Player`] adds a seat's secrets, all of which come from one
//! seed, so that a machine that starts again says the same. [`Chain`] keeps the entries for whoever wants to verify them.
//!
//! ```
//! use facedown_core::Seat;
//! use facedown_crypto::FaceCode;
//! use facedown_crypto::places::{Genesis, Place, Player, Seated, Task};
//!
//! /// Everybody says what is due, and hears it, until nothing is due.
//! fn run(players: &mut [Player]) {
//!     loop {
//!         let due: Vec<_> = players.iter_mut().filter_map(|p| p.due().unwrap()).collect();
//!         if due.is_empty() {
//!             return;
//!         }
//!         for entry in &due {
//!             players.iter_mut().for_each(|p| drop(p.accept(entry).unwrap()));
//!         }
//!     }
//! }
//!
//! // In a program, seeds and nonces are random, and the terms say what is played.
//! let seated = [1, 2].map(|n| Seated::new(&[n; 32], [n + 10; 32])).to_vec();
//! let genesis = Genesis::new(b"high card".to_vec(), seated)?;
//! let seats = [Seat::new(0).unwrap(), Seat::new(1).unwrap()];
//! let player = |n: u8| Player::new(genesis.clone(), seats[usize::from(n)], [n + 1; 32]);
//! let mut players = [player(0)?, player(1)?];
//! run(&mut players); // keys
//!
//! // The rules demand a shuffled pile and a card for each player, on every machine.
//! let places: Vec<_> = (0..13).map(Place).collect();
//! let faces = (0..13).map(|n| FaceCode([n; 16])).collect();
//! let mut tasks = vec![Task::Bring { places: places.clone(), faces }, Task::Shuffle { places }];
//! tasks.extend([0, 1].map(|n| Task::Show { place: Place(n), to: seats[usize::from(n)] }));
//! for player in &mut players {
//!     let _ = player.extend(tasks.clone())?;
//! }
//! run(&mut players);
//! assert!(players[0].face(Place(0)).is_some() && players[1].face(Place(0)).is_none());
//!
//! // A player turns its card over: one entry.
//! let (entry, _note) = players[0].act(b"mine", &[Place(0)], &[], [])?;
//! for player in &mut players {
//!     if let facedown_crypto::places::Accepted::Action(action) = player.accept(&entry)? {
//!         // Here the rules judge `action.action()` and `action.turned()`.
//!         let _ = player.begin(*action, Vec::new())?;
//!     }
//! }
//! assert_eq!(players[1].face(Place(0)), players[0].face(Place(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which shares are given
//!
//! A share of a card is given for a seat only if that seat has re-masked or shuffled the card in the same wave. Otherwise two
//! players who act at the same moment, and are told different orders of their actions, would give shares of one ciphertext for two
//! different viewers, and whoever hears both reads the card. If the seat is the author of the action, the re-mask is part of the action.
//!
//! One leak is left, and it convicts: the last of the players who shuffle can sign two different shuffles for one place and have
//! shares given of both, if it also decides who hears which. The heads differ from then on, so the table stops, and the two
//! entries together prove who did it.

mod accept;
mod apply;
mod card;
mod chain;
mod close;
mod entry;
mod farewell;
mod fault;
mod forward;
mod genesis;
mod inspect;
mod job;
mod leave;
mod plan;
mod player;
mod prove;
mod roll;
mod script;
mod start;
mod task;
mod wave;
mod work;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use facedown_core::{Seat, SeatCount, Seats};

use crate::escrow::Threshold;
use crate::faces::FaceCode;
use crate::masked::MaskedCard;
use crate::transcript::{Context, Operation, Transcript};
use card::{Card, Epoch, Open};
use wave::{Goal, Running, Wave};

pub use accept::{Accepted, MAX_ACTION, PendingAction};
pub use chain::{Chain, ChainError, ChainReport, EntrySummary, Rules};
pub use close::OpenedKeys;
pub use ed25519_dalek::VerifyingKey;
pub use entry::{Entry, EntryKind, EntryPlace};
pub use fault::{Fault, Refusal};
pub use genesis::{Genesis, GenesisError, MAX_TERMS, Seated, signing_key};
pub use player::{ActError, Choice, Note, Player, PlayerError, Undecided};
pub use prove::CardProof;
pub use script::Script;
pub use task::{MAX_EPOCHS, MAX_PLACES, Place, Task, TaskError, TaskOutcome, Way};

/// What a table is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for entries that are due.
    Working,
    /// All tasks are done: it waits for an action, or for more tasks.
    Idle,
    /// A player has left. These hidden cards have to be shuffled before anything else: [`TableState::renew`].
    Renewal(Vec<Place>),
    /// It has ended.
    Over(Ending),
}

/// How a table has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat has left, and the others cannot go on.
    Abandoned(Seat),
    /// A seat has put a wrong key into escrow.
    Cheated(Seat),
    /// The keys have been opened.
    Closed,
}

/// What happened to places, for players who remember what they have seen.
#[derive(Clone, Debug)]
enum Change {
    /// Everybody can read the card.
    Open(Place, FaceCode),
    /// The seat can read the card, as the task demands.
    Shown(usize, Place, Seat),
    /// The seat can read the card that lay at this place, as the first task demands, after it was mixed as the second demands.
    Mixed(usize, usize, Place, Seat),
    /// The seat has put the cards into a new order; the number is that of the task.
    Moved(usize, Seat, Vec<Place>),
    /// The seat has brought a secret list for a task.
    Listed(usize, Seat, Vec<Place>),
    /// A key epoch has begun.
    Epoch(u16),
}

/// The public state of a table.
#[derive(Clone)]
pub struct TableState {
    genesis: Arc<Genesis>,
    id: [u8; 32],
    seats: SeatCount,
    /// The seats that have not left.
    present: Seats,
    epochs: Vec<Arc<Epoch>>,
    /// The epoch whose key masks new cards.
    current: u16,
    cards: BTreeMap<Place, Card>,
    head: [u8; 32],
    /// The heads before.
    past: HashSet<[u8; 32]>,
    /// What each seat has said at each place.
    said: HashMap<EntryPlace, [u8; 64]>,
    /// The most bytes that were due from anybody in a step so far.
    longest_due: usize,
    stage: Stage,
    wave: Wave,
    /// How many actions were begun, and players have left: a new wave begins with each.
    wave_number: u32,
    /// Who says that a seat has left.
    votes: BTreeMap<Seat, Seats>,
    /// The seats that have signed this head.
    signed: Seats,
    /// The players' parts of the first rolls, until the first action.
    chance: Option<[u8; 32]>,
    fingerprint: Option<[u8; 32]>,
    closed: OpenedKeys,
    changes: Vec<Change>,
}

impl TableState {
    /// A table on which no player has a key yet. The players' keys are the first thing that is due.
    pub fn new(genesis: Genesis) -> Self {
        let (id, seats) = (genesis.id(), genesis.seats());
        let keys = Running::new(Goal::Keys, Vec::new(), seats.first());
        let mut table = Self {
            genesis: Arc::new(genesis),
            id,
            seats,
            present: seats.all(),
            epochs: Vec::new(),
            current: 0,
            cards: BTreeMap::new(),
            head: id,
            past: HashSet::new(),
            said: HashMap::new(),
            longest_due: 0,
            stage: Stage::Working,
            wave: Wave { tasks: vec![keys], ..Wave::default() },
            wave_number: 0,
            votes: BTreeMap::new(),
            signed: Seats::NONE,
            chance: None,
            fingerprint: None,
            closed: OpenedKeys::default(),
            changes: Vec::new(),
        };
        table.settle();
        table
    }

    /// The genesis.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// The table's id.
    pub const fn id(&self) -> &[u8; 32] {
        &self.id
    }

    /// The head: a hash of everything so far.
    pub const fn head(&self) -> &[u8; 32] {
        &self.head
    }

    /// What the players compare elsewhere, to be sure that they sit at one table and that nobody sits between them; `None` until
    /// all keys are open.
    ///
    /// It is a hash of the table's id, the first keys, and what was promised with them. All of that was promised before any of
    /// it was opened, so whoever sits between players with keys of its own has one try: it cannot choose its keys such that two
    /// tables have similar fingerprints. Of the table's id alone it could, since it knows all keys and nonces when it gives its
    /// own. So a few words of the fingerprint are enough to compare.
    pub const fn fingerprint(&self) -> Option<&[u8; 32]> {
        self.fingerprint.as_ref()
    }

    /// What the table is doing.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The seats that have not left.
    pub const fn present(&self) -> Seats {
        self.present
    }

    /// The seats that the table waits for in this step.
    pub fn due(&self) -> Seats {
        if matches!(self.stage, Stage::Working) { self.wave.step.missing() } else { Seats::NONE }
    }

    /// The seats that have signed the current head.
    pub const fn signed(&self) -> Seats {
        self.signed
    }

    /// Whether the table is or was at this head.
    pub fn has_been_at(&self, head: &[u8; 32]) -> bool {
        self.head == *head || self.past.contains(head)
    }

    /// What came of a task of the current wave, as far as everybody knows.
    pub fn outcome(&self, task: usize) -> Option<TaskOutcome> {
        if task < self.wave.given { self.wave.tasks.get(task)?.outcome() } else { None }
    }

    /// What came of the tasks of the current wave, once all of them are done.
    pub fn outcomes(&self) -> Option<Vec<TaskOutcome>> {
        (0..self.wave.given).map(|task| self.outcome(task)).collect()
    }

    /// The ciphertext at a place.
    pub fn masked(&self, place: Place) -> Option<&MaskedCard> {
        self.cards.get(&place).map(|card| &card.masked)
    }

    /// The face at a place, if everybody can read it.
    pub fn public_face(&self, place: Place) -> Option<FaceCode> {
        match self.cards.get(&place)?.open {
            Some(Open::Face(face)) => Some(face),
            Some(Open::Unreadable) | None => None,
        }
    }

    /// The seats that have seen the card at a place, and can still tell where it is. None if everybody can read it.
    pub fn known_to(&self, place: Place) -> Seats {
        self.cards.get(&place).map_or(Seats::NONE, |card| card.seen)
    }

    /// The seat that alone can turn over the card at a place, because all other shares of it are on the log.
    pub fn holder(&self, place: Place) -> Option<Seat> {
        let card = self.cards.get(&place).filter(|card| card.open.is_none())?;
        card.missing(self.present).single()
    }

    /// The number of key epochs so far.
    pub fn epochs(&self) -> usize {
        self.epochs.len()
    }

    /// The places with cards.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.cards.keys().copied()
    }

    fn epoch(&self, epoch: u16) -> Option<&Arc<Epoch>> {
        self.epochs.get(usize::from(epoch))
    }

    /// The threshold of escrow, if the table uses escrow and enough players are left.
    fn escrowed(&self) -> Option<Threshold> {
        Threshold::new(self.present.len(), self.genesis.escrow()?).ok()
    }

    /// The context of the proof of a job, which is the `number`th of its entry.
    const fn context(&self, author: Seat, operation: Operation, number: u16) -> Context {
        Context { table: self.id, request: self.head, author, operation, pile: number }
    }

    /// The ciphertexts at these places. Tasks are validated, so that there is a card at each.
    fn masked_at(&self, places: &[Place]) -> Vec<MaskedCard> {
        places.iter().filter_map(|place| self.masked(*place)).copied().collect()
    }

    /// The places by the epoch of their cards, oldest first.
    fn by_epoch(&self, places: &[Place]) -> BTreeMap<u16, Vec<Place>> {
        let mut groups: BTreeMap<u16, Vec<Place>> = BTreeMap::new();
        for place in places {
            if let Some(card) = self.cards.get(place) {
                groups.entry(card.epoch).or_default().push(*place);
            }
        }
        groups
    }

    /// Begins a new step at this head.
    fn advance(&mut self, head: [u8; 32]) {
        self.past.insert(self.head);
        self.head = head;
        self.votes.clear();
        self.signed = Seats::NONE;
    }
}

/// A hash of 32 bytes.
fn hash_of(mut transcript: Transcript) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(&transcript.challenge_bytes(b"hash")[..32]);
    hash
}

#[cfg(test)]
mod tests;
