//! A table without a trusted dealer: the public state that every player and every verifier folds from the messages.
//!
//! It holds ciphertexts, public keys and what is waited for, and no secret. A message that is not due, or whose
//! proof does not hold, is a [`Fault`] of its author and changes nothing. One request is carried out at a time.

mod apply;
mod chain;
mod fault;
mod message;
mod player;

use std::collections::BTreeMap;
use std::sync::Arc;

use facedown_core::{Seat, SeatCount, Seats};

use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{Face, Faces, MaskedCard};
use crate::transcript::{Context, Operation};

pub use ed25519_dalek::{SigningKey, VerifyingKey};

pub use chain::{Chain, ChainError, Entry, Genesis, Misdeed, Report};
pub use fault::Fault;
pub use message::{Deck, Message, Pile, Request};
pub use player::Player;

/// Who can see a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nobody.
    Encrypted,
    /// These seats.
    OwnerKnown(Seats),
    /// Everybody.
    Public(Face),
}

/// A card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    masked: MaskedCard,
    /// Which of the table's joint keys it is masked with.
    key: usize,
    visibility: Visibility,
}

impl Card {
    /// The ciphertext.
    pub const fn masked(&self) -> &MaskedCard {
        &self.masked
    }

    /// Who can see it.
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }
}

/// One of the joint keys of a table.
struct Cycle {
    shares: Vec<Point>,
    joint: JointKey,
}

/// The public state of a table.
#[derive(Clone)]
pub struct Table {
    id: [u8; 32],
    seats: SeatCount,
    cycles: Vec<Arc<Cycle>>,
    faces: Faces,
    decks: u16,
    piles: BTreeMap<Pile, Vec<Card>>,
    waiting: Waiting,
    /// The head of the chain when the table began to wait for this.
    since: [u8; 32],
    rolled: Option<u16>,
}

/// What the table waits for.
#[derive(Clone)]
enum Waiting {
    /// For the promises of keys.
    Promises(Vec<Option<[u8; 32]>>),
    /// For the keys that were promised.
    Keys { promises: Vec<[u8; 32]>, shares: Vec<Option<Point>> },
    /// For a request.
    Request,
    /// For shares.
    Shares(Look),
    /// For a seat to arrange the cards on top that it has seen.
    Arrange { pile: Pile, count: usize, seat: Seat },
    /// For a seat to take a card from the pile it has searched.
    Take { pile: Pile, seat: Seat, to: Pile },
    /// For the first of these seats to shuffle.
    Shuffle { pile: Pile, order: Vec<Seat> },
    /// For fresh keys.
    Rekey { pile: Pile, fresh: Vec<Option<(Point, Vec<Point>)>> },
    /// For promises of a roll.
    RollPromises { sides: u16, promises: Vec<Option<[u8; 32]>> },
    /// For what was promised.
    RollOpenings { sides: u16, promises: Vec<[u8; 32]>, parts: Vec<Option<[u8; 32]>> },
    /// For nothing any more: a seat has left.
    Over(Seat),
}

/// Cards that are to be seen, and what happens to them then.
#[derive(Clone)]
struct Look {
    pile: Pile,
    places: Vec<usize>,
    /// Who sees them; everybody if nobody is named.
    viewer: Option<Seat>,
    then: Then,
    shares: Vec<Option<Vec<Point>>>,
}

#[derive(Clone, Copy)]
enum Then {
    Stay,
    Move(Pile),
    Arrange,
    Take(Pile),
}

impl Table {
    /// The table before anybody has a key.
    fn new(id: [u8; 32], seats: SeatCount) -> Self {
        Self {
            id,
            seats,
            cycles: Vec::new(),
            faces: Faces::default(),
            decks: 0,
            piles: BTreeMap::new(),
            waiting: Waiting::Promises(vec![None; seats.get()]),
            since: id,
            rolled: None,
        }
    }

    /// How many play.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// The cards of a pile from the top; none if there is no such pile.
    pub fn pile(&self, pile: Pile) -> &[Card] {
        self.piles.get(&pile).map_or(&[], Vec::as_slice)
    }

    /// How often the keys of the table were made.
    pub fn cycles(&self) -> usize {
        self.cycles.len()
    }

    /// The last number that was rolled.
    pub const fn rolled(&self) -> Option<u16> {
        self.rolled
    }

    /// The seats for whose message the table waits; nobody if any seat may ask for something, or it is over.
    pub fn waiting_on(&self) -> Seats {
        fn open<T>(list: &[Option<T>]) -> Seats {
            let missing = list.iter().enumerate().filter(|(_, item)| item.is_none());
            missing.filter_map(|(index, _)| Seat::new(index)).fold(Seats::NONE, Seats::with)
        }
        match &self.waiting {
            Waiting::Promises(list) | Waiting::RollPromises { promises: list, .. } => open(list),
            Waiting::Keys { shares, .. } => open(shares),
            Waiting::RollOpenings { parts, .. } => open(parts),
            Waiting::Rekey { fresh, .. } => open(fresh),
            Waiting::Shares(look) => {
                let due = open(&look.shares);
                look.viewer.map_or(due, |viewer| due.without(viewer))
            }
            Waiting::Arrange { seat, .. } | Waiting::Take { seat, .. } => seat.only(),
            Waiting::Shuffle { order, .. } => order.first().map_or(Seats::NONE, |seat| seat.only()),
            Waiting::Request | Waiting::Over(_) => Seats::NONE,
        }
    }

    /// Who has left, if that has ended the table.
    pub const fn forfeited_by(&self) -> Option<Seat> {
        if let Waiting::Over(seat) = self.waiting { Some(seat) } else { None }
    }

    /// The place of a proof.
    const fn context(&self, author: Seat, operation: Operation, pile: Pile) -> Context {
        Context { table: self.id, request: self.since, author, operation, pile: pile.0 }
    }

    /// The cards of a pile, which must have one key.
    fn deck(&self, pile: Pile) -> Result<(Arc<Cycle>, Vec<MaskedCard>), Fault> {
        let cards = self.pile(pile);
        let cycle = self.one_key(cards)?;
        Ok((cycle, cards.iter().map(|card| card.masked).collect()))
    }

    fn one_key(&self, cards: &[Card]) -> Result<Arc<Cycle>, Fault> {
        let key = cards.first().ok_or(Fault::NoCards)?.key;
        if cards.iter().any(|card| card.key != key) {
            return Err(Fault::MixedKeys);
        }
        self.cycles.get(key).cloned().ok_or(Fault::NotDue)
    }

    /// The cards that are to be seen, with their key.
    fn looked_at(&self, look: &Look) -> Result<(Arc<Cycle>, Vec<MaskedCard>), Fault> {
        let pile = self.pile(look.pile);
        let cards: Option<Vec<Card>> =
            look.places.iter().map(|&place| pile.get(place).copied()).collect();
        let cards = cards.ok_or(Fault::NoCards)?;
        Ok((self.one_key(&cards)?, cards.iter().map(|card| card.masked).collect()))
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

#[cfg(test)]
mod tests;
