//! A player: its secrets, what it knows, and the messages that are due from it.

use std::collections::HashMap;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

use super::apply::{Proofs, roll_promise};
use super::message::{Deck, Message, Pile, Request};
use super::{Card, Chain, ChainError, Entry, Fault, Genesis, Table, Visibility, Waiting};
use crate::group::Point;
use crate::keys::{KeyOpening, KeyPair};
use crate::masked::{Face, MaskedCard};
use crate::rekey::Rekeyed;
use crate::share::{Shares, multiples};
use crate::shuffle::{Order, Shuffled};
use crate::transcript::Operation;

/// One player at a table. It has no `Debug`: it holds secrets, which are wiped on drop.
pub struct Player {
    seat: Seat,
    signing: SigningKey,
    /// One key a cycle; perhaps one more, which has been sent and not yet been used.
    pub(super) keys: Vec<KeyPair>,
    /// The opening of the first key, until it is shown.
    opening: Option<KeyOpening>,
    part: Option<Zeroizing<[u8; 32]>>,
    /// The faces that this player has seen, by ciphertext: what is shuffled is forgotten by itself.
    pub(super) known: HashMap<MaskedCard, Face>,
    chain: Chain,
    /// The last entry whose proofs this player has made itself, until it comes back.
    made: Option<(Entry, Message)>,
}

impl Player {
    /// A player who sits down. The signing key must be the one that the genesis has for the seat.
    pub fn new(genesis: Genesis, seat: Seat, signing: SigningKey) -> Result<Self, ChainError> {
        Ok(Self {
            seat,
            signing,
            keys: Vec::new(),
            opening: None,
            part: None,
            known: HashMap::new(),
            chain: Chain::new(genesis)?,
            made: None,
        })
    }

    /// The table as this player has it.
    pub const fn table(&self) -> &Table {
        self.chain.table()
    }

    /// All that has happened.
    pub const fn chain(&self) -> &Chain {
        &self.chain
    }

    /// What this player sees of a pile, from the top.
    pub fn sees(&self, pile: Pile) -> Vec<Option<Face>> {
        let face = |card: &Card| match card.visibility {
            Visibility::Public(face) => Some(face),
            Visibility::Encrypted | Visibility::OwnerKnown(_) => {
                self.known.get(&card.masked).copied()
            }
        };
        self.table().pile(pile).iter().map(face).collect()
    }

    /// Signs a message of the player's own choice: a request, cards that it brings, a seat that has left.
    pub fn say(&self, message: &Message) -> Entry {
        self.chain.sign(self.seat, &self.signing, message)
    }

    /// Signs a request.
    pub fn ask(&self, request: Request) -> Entry {
        self.say(&Message::Ask(request))
    }

    /// Takes in an entry, the player's own included. If it is refused, nothing changes.
    pub fn hear(&mut self, entry: &Entry) -> Result<(), ChainError> {
        // What was to be seen is no longer said once the last shares are in, so it is noted before.
        let look = match &self.table().waiting {
            Waiting::Shares(look) if look.viewer == Some(self.seat) => Some(look.clone()),
            _ => None,
        };
        let cards = look.as_ref().and_then(|look| self.table().looked_at(look).ok());
        let key = look.as_ref().and_then(|look| {
            let place = *look.places.first()?;
            Some(self.table().pile(look.pile).get(place)?.key)
        });
        let message = match self.made.take_if(|(made, _)| made == entry) {
            Some((entry, message)) => {
                self.chain.add_read(entry, &message, Proofs::Own)?;
                message
            }
            None => self.chain.add(entry.clone())?,
        };
        if let (Some(mut look), Some((_, cards)), Some(key)) = (look, cards, key)
            && let Message::Shares(shares) = message
            && !matches!(self.table().waiting, Waiting::Shares(_))
        {
            if let Some(place) = look.shares.get_mut(entry.author().index()) {
                *place = Some(shares.into_points());
            }
            self.learn(&cards, key, &look.shares);
        }
        Ok(())
    }

    /// The message that is due from this player and needs no choice of its own, if there is one.
    ///
    /// It answers whatever request was heard. A request that the rules of the game forbid must not be heard.
    pub fn due(&mut self, rng: &mut impl CryptoRng) -> Result<Option<Entry>, Fault> {
        if !self.table().waiting_on().contains(self.seat) {
            return Ok(None);
        }
        // What has been said and not yet been heard is said again: a second key or part would not fit the first.
        if let Some((entry, message)) = &self.made
            && self.chain.continues_with(entry, message)
        {
            return Ok(Some(entry.clone()));
        }
        let message = match &self.chain.table().waiting {
            Waiting::Promises(_) => self.promise(rng),
            Waiting::Keys { .. } => Message::KeyOpening(self.opening.take().ok_or(Fault::NotDue)?),
            Waiting::Shares(look) => {
                let (_, cards) = self.table().looked_at(look)?;
                let first = look.places.first().ok_or(Fault::NoCards)?;
                let key = self.table().pile(look.pile)[*first].key;
                let context = self.table().context(self.seat, Operation::Share, look.pile);
                Message::Shares(Shares::new(&context, self.key(key)?, &cards, rng))
            }
            Waiting::Shuffle { pile, .. } => {
                let count = self.table().pile(*pile).len();
                let (deck, _) =
                    self.shuffle(Operation::Shuffle, *pile, count, &Order::Random, rng)?;
                Message::Shuffled(deck)
            }
            Waiting::Rekey { pile, .. } => self.rekey(*pile, rng)?,
            Waiting::RollPromises { .. } => {
                let mut part = Zeroizing::new([0; 32]);
                rng.fill_bytes(&mut *part);
                let promise = roll_promise(&self.table().id, self.seat, &part);
                self.part = Some(part);
                Message::RollPromise(promise)
            }
            Waiting::RollOpenings { .. } => {
                Message::RollOpening(*self.part.take().ok_or(Fault::NotDue)?)
            }
            Waiting::Arrange { .. }
            | Waiting::Take { .. }
            | Waiting::Request
            | Waiting::Over(_) => return Ok(None),
        };
        Ok(Some(self.proven(message)))
    }

    /// Puts the cards that were scried in this order; `top` of them stay on top, the rest goes below.
    pub fn arrange(
        &mut self,
        order: &[usize],
        top: u16,
        rng: &mut impl CryptoRng,
    ) -> Result<Entry, Fault> {
        let Waiting::Arrange { pile, count, .. } = self.table().waiting else {
            return Err(Fault::NotDue);
        };
        let order = Order::Chosen(order);
        let (deck, order) = self.shuffle(Operation::Arrange, pile, count, &order, rng)?;
        self.follow(pile, &deck.cards, &order);
        Ok(self.proven(Message::Arranged { deck, top }))
    }

    /// Takes the card at this place out of the pile that was searched.
    pub fn take(&mut self, place: usize, rng: &mut impl CryptoRng) -> Result<Entry, Fault> {
        let Waiting::Take { pile, .. } = self.table().waiting else {
            return Err(Fault::NotDue);
        };
        let count = self.table().pile(pile).len();
        let order = Order::First(place);
        let (deck, order) = self.shuffle(Operation::Tutor, pile, count, &order, rng)?;
        self.follow(pile, &deck.cards, &order);
        Ok(self.proven(Message::Taken(deck)))
    }

    fn proven(&mut self, message: Message) -> Entry {
        let entry = self.say(&message);
        self.made = Some((entry.clone(), message));
        entry
    }

    fn promise(&mut self, rng: &mut impl CryptoRng) -> Message {
        let key = KeyPair::random(rng);
        let mut context = self.table().context(self.seat, Operation::Key, Pile(0));
        context.request = self.table().id;
        let opening = key.open(&context, rng);
        self.keys = vec![key];
        self.opening = Some(opening);
        Message::KeyPromise(opening.promise())
    }

    fn rekey(&mut self, pile: Pile, rng: &mut impl CryptoRng) -> Result<Message, Fault> {
        let new = KeyPair::random(rng);
        let table = self.chain.table();
        let opening = new.open(&table.context(self.seat, Operation::Key, pile), rng);
        let context = table.context(self.seat, Operation::Rekey, pile);
        let batches = table
            .by_key(pile)
            .iter()
            .map(|(&key, cards)| Ok(Rekeyed::new(&context, self.key(key)?, &new, cards, rng)))
            .collect::<Result<_, Fault>>()?;
        self.keys.truncate(self.table().cycles());
        self.keys.push(new);
        Ok(Message::Rekeyed(opening, batches))
    }

    fn shuffle(
        &self,
        operation: Operation,
        pile: Pile,
        count: usize,
        order: &Order<'_>,
        rng: &mut impl CryptoRng,
    ) -> Result<(Deck, Zeroizing<Vec<usize>>), Fault> {
        let table = self.table();
        let cards = table.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let cycle = table.one_key(cards)?;
        let secret = self.key(cards[0].key)?.secret();
        let masked: Vec<_> = cards.iter().map(|card| card.masked).collect();
        let context = table.context(self.seat, operation, pile);
        let made = Shuffled::new(&context, &cycle.joint, &masked, order, secret, rng)?;
        Ok((Deck { cards: made.cards, proof: made.proof }, made.order))
    }

    /// What this player knows follows the cards that it has re-masked itself.
    fn follow(&mut self, pile: Pile, after: &[MaskedCard], order: &[usize]) {
        for (card, &place) in after.iter().zip(order) {
            let before = self.chain.table().pile(pile).get(place);
            if let Some(&face) = before.and_then(|before| self.known.get(&before.masked)) {
                self.known.insert(*card, face);
            }
        }
    }

    /// Reads cards with the others' shares and its own, which it keeps to itself.
    fn learn(&mut self, cards: &[MaskedCard], key: usize, shares: &[Option<Vec<Point>>]) {
        let Some(key) = self.keys.get(key) else { return };
        let blinds: Vec<_> = cards.iter().map(|card| *card.blind()).collect();
        let own = multiples(key.secret(), &blinds);
        for (index, (card, own)) in cards.iter().zip(&own).enumerate() {
            let others = shares.iter().flatten().filter_map(|list| list.get(index));
            let point = card.unmask(others.chain([own]));
            if let Some(face) = self.chain.table().faces.face(&point) {
                self.known.insert(*card, face);
            }
        }
    }

    fn key(&self, cycle: usize) -> Result<&KeyPair, Fault> {
        self.keys.get(cycle).ok_or(Fault::NotDue)
    }
}
