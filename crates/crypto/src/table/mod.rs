//! A table without a trusted dealer: the public state that every player and every verifier computes from the messages.
//!
//! The state contains ciphertexts, public keys and what the table waits for, but no secrets. A message that is not due,
//! or whose proof is invalid, is a [`Fault`] of its author and changes nothing. One request is carried out at a time.

mod apply;
mod audit;
mod chain;
mod checks;
mod entry;
mod fault;
mod message;
mod player;
mod request;
mod submissions;
mod waiting;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use facedown_core::{Seat, SeatCount, Seats};

use crate::escrow::Dealing;
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{FaceNumber, Faces, MaskedCard};
use crate::transcript::{Context, Operation};
use waiting::{PendingLook, Waiting};

pub use audit::{Answer, Audit, Lie};
pub use chain::{Chain, ChainError, ChainReport, EntryError, EntrySummary};
pub use ed25519_dalek::{SigningKey, VerifyingKey};
pub use entry::{ChainEntry, Genesis};
pub use fault::Fault;
pub use message::{CardOpening, FreshKey, MAX_KEY_EPOCHS, Message, Pile, ShuffledDeck};
pub use player::Player;
pub use request::Request;
pub use waiting::Ending;

/// Who can read a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nobody, as far as the table knows.
    Encrypted,
    /// These seats.
    OwnerKnown(Seats),
    /// Everybody can read it.
    Public(FaceNumber),
    /// Everybody can see which card of a secret list this is, but the list's owner has left without naming it.
    Nameless,
}

/// A card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableCard {
    masked: MaskedCard,
    /// The key epoch whose joint key masks the card.
    key: usize,
    visibility: Visibility,
    /// The seats that have certainly seen the card. If an operation was interrupted, others may have seen it too.
    seen: Seats,
}

impl TableCard {
    /// The ciphertext.
    pub const fn masked(&self) -> &MaskedCard {
        &self.masked
    }

    /// Who can read the card.
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The seats that can read the card; none if it is public.
    pub const fn known_to(&self) -> Seats {
        match self.visibility {
            Visibility::OwnerKnown(seats) => seats,
            Visibility::Encrypted | Visibility::Public(_) | Visibility::Nameless => Seats::NONE,
        }
    }
}

/// A pile: its cards from the top, and its owner unless it is common.
#[derive(Clone, Default)]
struct PileState {
    owner: Option<Seat>,
    cards: Vec<TableCard>,
}

/// A joint key of the table with every player's share of it. A table starts a new epoch when players make fresh keys,
/// and when a player leaves.
struct KeyEpoch {
    shares: BTreeMap<Seat, Point>,
    joint: JointKey,
    /// The epoch that this one continues after a player has left.
    before: Option<usize>,
    /// The keys in escrow, if the table uses escrow.
    dealt: BTreeMap<Seat, EscrowedKey>,
}

/// A key in escrow.
#[derive(Clone)]
struct EscrowedKey {
    dealing: Dealing,
    /// The context in which the key was dealt.
    context: Context,
    /// The public keys of the recipients.
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
    /// The threshold of escrow, if the table uses escrow.
    escrow: Option<usize>,
    /// The seats that have not left.
    present: Seats,
    epochs: Vec<Arc<KeyEpoch>>,
    /// The epoch whose key masks new cards.
    current: usize,
    faces: Arc<Faces>,
    secrets: Arc<HashMap<[u8; 32], SecretListCard>>,
    /// For each card of a secret list that was named: how many answers had been given by then.
    named_at: Arc<HashMap<[u8; 32], usize>>,
    decks: u16,
    piles: BTreeMap<Pile, PileState>,
    answers: Vec<Answer>,
    /// How many answers were given, including those of seats that have left.
    answered: usize,
    waiting: Waiting,
    /// The head of the chain when the table began to wait for its current message.
    since: [u8; 32],
    rolled: Option<u16>,
    audit: Option<Arc<Audit>>,
}

impl TableState {
    /// Creates a table on which no player has a key yet.
    fn new(id: [u8; 32], seats: SeatCount, escrow: Option<usize>) -> Self {
        Self {
            id,
            seats,
            escrow,
            present: seats.all(),
            epochs: Vec::new(),
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

    /// The number of seats.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The seats that have not left.
    pub const fn present(&self) -> Seats {
        self.present
    }

    /// The cards of a pile from the top; empty if there is no such pile.
    pub fn pile(&self, pile: Pile) -> &[TableCard] {
        self.piles.get(&pile).map_or(&[], |state| state.cards.as_slice())
    }

    /// All piles.
    pub fn piles(&self) -> impl Iterator<Item = Pile> {
        self.piles.keys().copied()
    }

    /// The owner of a pile; `None` if the pile is common or does not exist.
    pub fn owner(&self, pile: Pile) -> Option<Seat> {
        self.piles.get(&pile).and_then(|state| state.owner)
    }

    /// The number of key epochs so far.
    pub fn epochs(&self) -> usize {
        self.epochs.len()
    }

    /// The last number that was rolled.
    pub const fn rolled(&self) -> Option<u16> {
        self.rolled
    }

    /// The answers so far.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// The audit, once the table is closed.
    pub fn audit(&self) -> Option<&Audit> {
        self.audit.as_deref()
    }

    /// The seats whose messages the table waits for; none if any seat may make a request, or if the table has ended.
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

    /// The threshold of escrow, if the table uses escrow and enough players are left.
    fn escrowed(&self) -> Option<usize> {
        self.escrow.filter(|&threshold| threshold < self.present.len())
    }

    /// The context of a proof.
    const fn context(&self, author: Seat, operation: Operation, pile: Pile) -> Context {
        Context { table: self.id, request: self.since, author, operation, pile: pile.0 }
    }

    /// The cards of a pile, which must all have the same key, and one that the players who are left can open.
    fn deck(&self, pile: Pile) -> Result<(Arc<KeyEpoch>, Vec<MaskedCard>), Fault> {
        let cards = self.pile(pile);
        Ok((self.one_key(cards)?, masked(cards)))
    }

    fn one_key(&self, cards: &[TableCard]) -> Result<Arc<KeyEpoch>, Fault> {
        let key = cards.first().ok_or(Fault::NoCards)?.key;
        if cards.iter().any(|card| card.key != key) {
            return Err(Fault::MixedKeys);
        }
        let epoch = self.epoch(key)?;
        if epoch.shares.len() == self.present.len() { Ok(epoch) } else { Err(Fault::Lost) }
    }

    fn epoch(&self, key: usize) -> Result<Arc<KeyEpoch>, Fault> {
        self.epochs.get(key).cloned().ok_or(Fault::NotDue)
    }

    /// The cards of a pending look.
    fn looked_at(&self, look: &PendingLook) -> Result<Vec<TableCard>, Fault> {
        self.at(look.pile, &look.places)
    }

    /// The cards at these places of a pile.
    fn at(&self, pile: Pile, places: &[usize]) -> Result<Vec<TableCard>, Fault> {
        let pile = self.pile(pile);
        let card = |&place: &usize| pile.get(place).copied().ok_or(Fault::NoCards);
        places.iter().map(card).collect()
    }

    /// The epochs of all cards, and of new cards.
    fn keys_in_use(&self) -> BTreeSet<usize> {
        self.everything().into_keys().chain([self.current]).collect()
    }

    /// The cards of a pile by key epoch, oldest first.
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
