//! A table without a trusted dealer: the public state that every player and every verifier folds from the messages.
//!
//! It holds ciphertexts, public keys and what is waited for, and no secret. A message that is not due, or whose
//! proof does not hold, is a [`Fault`] of its author and changes nothing. One request is carried out at a time.

mod apply;
mod audit;
mod chain;
mod checks;
mod entry;
mod fault;
mod gathered;
mod message;
mod player;
mod request;
mod waiting;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use facedown_core::{Seat, SeatCount, Seats};

use crate::escrow::Dealing;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{FaceNumber, Faces, MaskedCard};
use crate::transcript::{Context, Operation};
use waiting::{Look, Waiting};

pub use audit::{Answer, Audit, Lie};
pub use chain::{Chain, ChainError, Misdeed, Report, Step};
pub use ed25519_dalek::{SigningKey, VerifyingKey};
pub use entry::{ChainEntry, Genesis};
pub use fault::Fault;
pub use message::{Deck, Fresh, MAX_CYCLES, Message, Opening, Pile};
pub use player::Player;
pub use request::Request;
pub use waiting::Ending;

/// Who can see a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nobody, as far as the table can tell.
    Encrypted,
    /// These seats.
    OwnerKnown(Seats),
    /// Everybody.
    Public(FaceNumber),
    /// Everybody sees which card of a secret list it is; its owner has left and can no longer say what that means.
    Nameless,
}

/// A card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCard {
    masked: MaskedCard,
    /// Which of the table's joint keys it is masked with.
    key: usize,
    visibility: Visibility,
    /// Who has seen it for certain; more may, if something was interrupted.
    seen: Seats,
}

impl TableCard {
    /// The ciphertext.
    pub const fn masked(&self) -> &MaskedCard {
        &self.masked
    }

    /// Who can see it.
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The seats that know it and are not everybody.
    pub const fn known_to(&self) -> Seats {
        match self.visibility {
            Visibility::OwnerKnown(seats) => seats,
            Visibility::Encrypted | Visibility::Public(_) | Visibility::Nameless => Seats::NONE,
        }
    }
}

/// Cards that lie on each other, and whose they are; nobody's if they are common.
#[derive(Clone, Default)]
struct Heap {
    owner: Option<Seat>,
    cards: Vec<TableCard>,
}

/// One of the joint keys of a table, with everybody's share of it.
struct Cycle {
    shares: BTreeMap<Seat, Point>,
    joint: JointKey,
    /// Which key this was before somebody left.
    before: Option<usize>,
    /// The keys in escrow, if the table has chosen escrow.
    dealt: BTreeMap<Seat, Dealt>,
}

/// A key in escrow.
#[derive(Clone)]
struct Dealt {
    dealing: Dealing,
    /// Where it was dealt.
    context: Context,
    /// The keys it was dealt to.
    recipients: Vec<(Seat, Point)>,
}

/// A card of a secret list.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SecretListCard {
    owner: Seat,
    deck: u16,
    copy: u16,
}

/// The public state of a table.
#[derive(Clone)]
pub struct TableState {
    id: [u8; 32],
    seats: SeatCount,
    /// The threshold of escrow, if the table has chosen it.
    escrow: Option<usize>,
    /// Who still plays.
    present: Seats,
    cycles: Vec<Arc<Cycle>>,
    /// The key that new cards are masked with.
    current: usize,
    faces: Arc<Faces>,
    secrets: Arc<HashMap<[u8; 32], SecretListCard>>,
    /// How many answers there were when a card of a secret list was named to all.
    named_at: Arc<HashMap<[u8; 32], usize>>,
    decks: u16,
    piles: BTreeMap<Pile, Heap>,
    answers: Vec<Answer>,
    /// How many answers were given, those included that have left with their seat.
    answered: usize,
    waiting: Waiting,
    /// The head of the chain when the table began to wait for this.
    since: [u8; 32],
    rolled: Option<u16>,
    audit: Option<Arc<Audit>>,
}

impl TableState {
    /// The table before anybody has a key.
    fn new(id: [u8; 32], seats: SeatCount, escrow: Option<usize>) -> Self {
        Self {
            id,
            seats,
            escrow,
            present: seats.all(),
            cycles: Vec::new(),
            current: 0,
            faces: Arc::default(),
            secrets: Arc::default(),
            named_at: Arc::default(),
            decks: 0,
            piles: BTreeMap::new(),
            answers: Vec::new(),
            answered: 0,
            waiting: Waiting::first(),
            since: id,
            rolled: None,
            audit: None,
        }
    }

    /// How many have sat down.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// Who still plays.
    pub const fn present(&self) -> Seats {
        self.present
    }

    /// The cards of a pile from the top; none if there is no such pile.
    pub fn pile(&self, pile: Pile) -> &[TableCard] {
        self.piles.get(&pile).map_or(&[], |heap| heap.cards.as_slice())
    }

    /// All piles there are.
    pub fn piles(&self) -> impl Iterator<Item = Pile> {
        self.piles.keys().copied()
    }

    /// Whose pile it is; nobody's if it is common, or not there.
    pub fn owner(&self, pile: Pile) -> Option<Seat> {
        self.piles.get(&pile).and_then(|heap| heap.owner)
    }

    /// How often the keys of the table were made, those included that somebody who left no longer has a part in.
    pub fn cycles(&self) -> usize {
        self.cycles.len()
    }

    /// The last number that was rolled.
    pub const fn rolled(&self) -> Option<u16> {
        self.rolled
    }

    /// What was answered so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// Everything in the open, once the table is closed.
    pub fn audit(&self) -> Option<&Audit> {
        self.audit.as_deref()
    }

    /// The seats for whose message the table waits; nobody if any seat may ask for something, or it is over.
    pub fn waiting_on(&self) -> Seats {
        self.waiting.on(self.present)
    }

    const fn is_shuffling(&self) -> bool {
        matches!(self.waiting, Waiting::Shuffle { .. })
    }

    /// How the table has ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        if let Waiting::Over(ending) = self.waiting { Some(ending) } else { None }
    }

    /// How many others can stand in for a player who leaves; nobody if there is no escrow, or too few are left for it.
    fn escrowed(&self) -> Option<usize> {
        self.escrow.filter(|&threshold| threshold < self.present.len())
    }

    /// The place of a proof.
    const fn context(&self, author: Seat, operation: Operation, pile: Pile) -> Context {
        Context { table: self.id, request: self.since, author, operation, pile: pile.0 }
    }

    /// The cards of a pile, which must have one key that is still held by those who are here.
    fn deck(&self, pile: Pile) -> Result<(Arc<Cycle>, Vec<MaskedCard>), Fault> {
        let cards = self.pile(pile);
        Ok((self.one_key(cards)?, masked(cards)))
    }

    fn one_key(&self, cards: &[TableCard]) -> Result<Arc<Cycle>, Fault> {
        let key = cards.first().ok_or(Fault::NoCards)?.key;
        if cards.iter().any(|card| card.key != key) {
            return Err(Fault::MixedKeys);
        }
        let cycle = self.cycle(key)?;
        if cycle.shares.len() == self.present.len() { Ok(cycle) } else { Err(Fault::Lost) }
    }

    fn cycle(&self, key: usize) -> Result<Arc<Cycle>, Fault> {
        self.cycles.get(key).cloned().ok_or(Fault::NotDue)
    }

    /// The cards that are to be seen.
    fn looked_at(&self, look: &Look) -> Result<Vec<TableCard>, Fault> {
        self.at(look.pile, &look.places)
    }

    /// The cards at these places of a pile.
    fn at(&self, pile: Pile, places: &[usize]) -> Result<Vec<TableCard>, Fault> {
        let pile = self.pile(pile);
        let card = |&place: &usize| pile.get(place).copied().ok_or(Fault::NoCards);
        places.iter().map(card).collect()
    }

    /// The keys that a card has, or new cards will have.
    fn keys_in_use(&self) -> BTreeSet<usize> {
        self.everything().into_keys().chain([self.current]).collect()
    }

    /// The cards of a pile by their old keys, oldest first.
    fn by_key(&self, pile: Pile) -> BTreeMap<usize, Vec<MaskedCard>> {
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for card in self.pile(pile) {
            groups.entry(card.key).or_default().push(card.masked);
        }
        groups
    }
}

fn masked(cards: &[TableCard]) -> Vec<MaskedCard> {
    cards.iter().map(|card| card.masked).collect()
}

#[cfg(test)]
mod tests;
