//! What a player says: what is due from it, and what it chooses.

use facedown_core::Seat;
use rand_core::CryptoRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::super::apply::roll_promise;
use super::super::message::{Deck, Fresh, Message, Opening, Pile};
use super::super::waiting::{Look, Waiting};
use super::super::{ChainEntry, Fault, TableCard, masked};
use super::Player;
use crate::domain;
use crate::escrow::{Complaint, Dealing};
use crate::group::{Nonces, Point};
use crate::keys::KeyPair;
use crate::masked::{FaceNumber, MaskedCard, secret_card};
use crate::rekey::Rekeyed;
use crate::remask::Remasked;
use crate::share::Shares;
use crate::shuffle::{OutputOrder, Shuffled, random_order};
use crate::transcript::Operation;
use crate::tuck::Tucked;

impl Player {
    /// The message that is due from this player and needs no choice of its own, if there is one.
    pub fn due(&mut self, rng: &mut impl CryptoRng) -> Result<Option<ChainEntry>, Fault> {
        if self.table().ending().is_none()
            && let Some(&(cycle, dealer)) = self.grievances.first()
        {
            return self.complain(cycle, dealer, rng).map(Some);
        }
        if !self.table().waiting_on().contains(self.seat) {
            return Ok(None);
        }
        if let Some(entry) = self.already_said() {
            return Ok(Some(entry));
        }
        let message = match &self.chain.table().waiting {
            Waiting::Promises(_) => self.promise(rng),
            Waiting::Keys { .. } => Message::KeyOpening(self.opening.ok_or(Fault::NotDue)?),
            Waiting::Dealings { shares, .. } => {
                let recipients = self.table().recipients(self.seat, shares);
                let key = self.fresh.as_ref().ok_or(Fault::NotDue)?;
                Message::Dealt(self.deal(key, &recipients, rng)?)
            }
            Waiting::Shares(look) => self.share(look, rng)?,
            Waiting::Names { cards, .. } => {
                let own = cards.get(&self.seat).ok_or(Fault::NotDue)?;
                let opening = |point: &Point| self.brought.get(point.as_bytes()).copied();
                let names = own.iter().map(|(_, point)| opening(point).ok_or(Fault::NotDue));
                Message::Named(names.collect::<Result<_, _>>()?)
            }
            Waiting::Shuffle { pile, .. } => {
                let count = self.table().pile(*pile).len();
                let (deck, _) =
                    self.shuffle(Operation::Shuffle, *pile, count, &OutputOrder::Random, rng)?;
                Message::Shuffled(deck)
            }
            Waiting::Remask { pile, places, .. } => {
                let cards = self.table().at(*pile, places)?;
                self.remask(*pile, &cards, rng)?
            }
            Waiting::Rekey { pile, .. } => self.rekey(*pile, rng)?,
            Waiting::RollPromises { .. } => {
                let mut part = Zeroizing::new([0; 32]);
                rng.fill_bytes(&mut *part);
                let table = self.chain.table();
                let promise = roll_promise(&table.id, &table.since, self.seat, &part);
                self.part = Some(part);
                Message::RollPromise(promise)
            }
            Waiting::RollOpenings { .. } => {
                Message::RollOpening(**self.part.as_ref().ok_or(Fault::NotDue)?)
            }
            Waiting::Recovery { leaver, .. } => self.stand_in(*leaver, rng)?,
            // It has agreed to this.
            Waiting::Closing(_) => self.open_all()?,
            Waiting::Arrange { .. }
            | Waiting::Take { .. }
            | Waiting::Tuck { .. }
            | Waiting::Answer { .. }
            | Waiting::Agreement { .. }
            | Waiting::Request
            | Waiting::Over(_) => return Ok(None),
        };
        Ok(Some(self.made(message)))
    }

    /// Brings a list that only this player knows, in an order of chance. What was said at this place stands.
    pub fn bring_secretly(
        &mut self,
        pile: Pile,
        faces: &[FaceNumber],
        rng: &mut impl CryptoRng,
    ) -> Result<ChainEntry, Fault> {
        self.table().can_bring(pile, faces.len())?;
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let table = self.chain.table();
        let context = table.context(self.seat, Operation::Bring, pile);
        let secret = self.key(table.current)?.secret();
        let mut nonces = Nonces::new(&context.transcript(domain::SECRET_CARD), secret, rng);
        let order = random_order(faces.len(), &mut nonces);
        let (mut cards, mut brought) = (Vec::new(), Vec::new());
        for (copy, &place) in (0..).zip(order.iter()) {
            let opening = Opening { face: faces[place], salt: nonces.scalar().to_bytes() };
            let point = secret_card(&table.id, table.decks, copy, opening.face, &opening.salt);
            brought.push((*point.as_bytes(), opening));
            cards.push(point);
        }
        self.brought.extend(brought);
        Ok(self.made(Message::BringSecret { pile, cards }))
    }

    /// Puts the cards that were scried in this order; `top` of them stay on top, the rest goes below.
    pub fn arrange(
        &mut self,
        order: &[usize],
        top: u16,
        rng: &mut impl CryptoRng,
    ) -> Result<ChainEntry, Fault> {
        let Waiting::Arrange { pile, count, seat } = self.table().waiting else {
            return Err(Fault::NotDue);
        };
        if seat != self.seat {
            return Err(Fault::NotDue);
        }
        if usize::from(top) > count {
            return Err(Fault::TooManyOnTop);
        }
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let order = OutputOrder::Chosen(order);
        let (deck, order) = self.shuffle(Operation::Arrange, pile, count, &order, rng)?;
        self.follow_shuffle(pile, &deck, &order);
        Ok(self.made(Message::Arranged { deck, top }))
    }

    /// Takes the card at this place out of the pile that was searched.
    pub fn take(&mut self, place: usize, rng: &mut impl CryptoRng) -> Result<ChainEntry, Fault> {
        let Waiting::Take { pile, seat, .. } = self.table().waiting else {
            return Err(Fault::NotDue);
        };
        if seat != self.seat {
            return Err(Fault::NotDue);
        }
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let count = self.table().pile(pile).len();
        let order = OutputOrder::First(place);
        let (deck, order) = self.shuffle(Operation::Tutor, pile, count, &order, rng)?;
        self.follow_shuffle(pile, &deck, &order);
        Ok(self.made(Message::Taken(deck)))
    }

    /// Puts the card into the pile, so that it lies at this place there; 0 is the top.
    pub fn tuck(&mut self, place: usize, rng: &mut impl CryptoRng) -> Result<ChainEntry, Fault> {
        let Waiting::Tuck { from, place: held, pile, seat } = self.table().waiting else {
            return Err(Fault::NotDue);
        };
        if seat != self.seat {
            return Err(Fault::NotDue);
        }
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let table = self.chain.table();
        let card = *table.pile(from).get(held).ok_or(Fault::NoCards)?;
        let cycle = table.one_key(&[card])?;
        let mut before = masked(table.pile(pile));
        let context = table.context(self.seat, Operation::Tuck, pile);
        let secret = self.key(card.key)?.secret();
        let made = Tucked::new(&context, &cycle.joint, &before, &card.masked, place, secret, rng)?;
        before.insert(place, card.masked);
        self.follow(made.cards.iter().zip(before));
        Ok(self.made(Message::Tucked { cards: made.cards, proof: made.proof }))
    }

    /// Whether this player agrees: to close the table, which opens all its keys and lists, or to have its cards milled.
    pub fn agree(&mut self, agrees: bool) -> Result<ChainEntry, Fault> {
        let asked = matches!(self.table().waiting, Waiting::Agreement { .. });
        if !asked || !self.table().waiting_on().contains(self.seat) {
            return Err(Fault::NotDue);
        }
        Ok(self.already_said().unwrap_or_else(|| self.made(Message::Agree(agrees))))
    }

    /// What has been said and not yet been heard is said again: nobody honest says two things at one place.
    fn already_said(&self) -> Option<ChainEntry> {
        let next =
            |(entry, message): &&(ChainEntry, Message)| self.chain.continues_with(entry, message);
        self.made.iter().find(next).map(|(entry, _)| entry.clone())
    }

    fn made(&mut self, message: Message) -> ChainEntry {
        let entry = self.say(&message);
        self.made.push((entry.clone(), message));
        entry
    }

    fn promise(&mut self, rng: &mut impl CryptoRng) -> Message {
        let key = KeyPair::random(rng);
        let mut context = self.table().context(self.seat, Operation::Key, Pile(0));
        context.request = self.table().id;
        let opening = key.open(&context, rng);
        self.fresh = Some(key);
        self.opening = Some(opening);
        Message::KeyPromise(opening.promise())
    }

    fn deal(
        &self,
        key: &KeyPair,
        recipients: &[(Seat, Point)],
        rng: &mut impl CryptoRng,
    ) -> Result<Dealing, Fault> {
        let table = self.chain.table();
        let context = table.context(self.seat, Operation::Dealing, Pile(0));
        let threshold = table.escrowed().ok_or(Fault::NotDue)?;
        Ok(Dealing::new(&context, key, threshold, recipients, rng)?)
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
        let dealing = if table.escrowed().is_some() {
            let recipients = table.recipients(self.seat, &table.cycle(table.current)?.shares);
            Some(self.deal(&new, &recipients, rng)?)
        } else {
            None
        };
        self.fresh = Some(new);
        Ok(Message::Rekeyed(Fresh { opening, batches, dealing }))
    }

    fn remask(
        &self,
        pile: Pile,
        cards: &[TableCard],
        rng: &mut impl CryptoRng,
    ) -> Result<Message, Fault> {
        let table = self.chain.table();
        let cycle = table.one_key(cards)?;
        let secret = self.key(cards[0].key)?.secret();
        let context = table.context(self.seat, Operation::Remask, pile);
        let made = Remasked::new(&context, &cycle.joint, &masked(cards), secret, rng);
        Ok(Message::Remasked(made))
    }

    fn share(&self, look: &Look, rng: &mut impl CryptoRng) -> Result<Message, Fault> {
        let table = self.chain.table();
        let cards = table.looked_at(look)?;
        let key = self.key(cards.first().ok_or(Fault::NoCards)?.key)?;
        let context = table.context(self.seat, Operation::Share, look.pile);
        Ok(Message::Shares(Shares::new(&context, key, &masked(&cards), rng)))
    }

    /// This player's part of what a player who has left would have given for every card.
    fn stand_in(&self, leaver: Seat, rng: &mut impl CryptoRng) -> Result<Message, Fault> {
        let table = self.chain.table();
        let context = table.context(self.seat, Operation::Recover, Pile(0));
        let part = |(key, cards): &(usize, Vec<MaskedCard>)| {
            let escrowed = self.escrowed.get(*key).and_then(|parts| parts.get(&leaver));
            Ok(Shares::new(&context, escrowed.ok_or(Fault::NotDue)?, cards, rng))
        };
        let batches = table.left_behind(leaver).iter().map(part).collect::<Result<_, Fault>>()?;
        Ok(Message::Recovered(batches))
    }

    fn complain(
        &mut self,
        cycle: usize,
        dealer: Seat,
        rng: &mut impl CryptoRng,
    ) -> Result<ChainEntry, Fault> {
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let table = self.chain.table();
        let held = table.cycle(cycle)?;
        let dealt = held.dealt.get(&dealer).ok_or(Fault::NotDue)?;
        let share = held.shares.get(&dealer).ok_or(Fault::NotDue)?;
        let to = dealt.recipients.iter().find(|(seat, _)| *seat == self.seat);
        let key = to.and_then(|(_, to)| self.key_of(to)).ok_or(Fault::NotDue)?;
        let context = table.context(self.seat, Operation::Escrow, Pile(0));
        let complaint = Complaint::new(&context, &dealt.dealing, &dealt.context, share, key, rng)?;
        let cycle = u16::try_from(cycle).map_err(|_| Fault::TooManyKeys)?;
        Ok(self.made(Message::Complaint { cycle, dealer, complaint }))
    }

    fn open_all(&self) -> Result<Message, Fault> {
        let table = self.chain.table();
        let opening = |point: &[u8; 32]| self.brought.get(point).copied().ok_or(Fault::NotDue);
        let own = table.brought_by(self.seat);
        let keys = table.keys_in_use().into_iter();
        let keys = keys.map(|cycle| Ok::<_, Fault>(*self.key(cycle)?.secret().scalar()));
        Ok(Message::Closed {
            keys: keys.collect::<Result<_, _>>()?,
            lists: own.iter().map(|(_, point)| opening(point)).collect::<Result<_, _>>()?,
        })
    }

    fn shuffle(
        &self,
        operation: Operation,
        pile: Pile,
        count: usize,
        order: &OutputOrder<'_>,
        rng: &mut impl CryptoRng,
    ) -> Result<(Deck, Zeroizing<Vec<usize>>), Fault> {
        let table = self.table();
        let cards = table.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let cycle = table.one_key(cards)?;
        let secret = self.key(cards[0].key)?.secret();
        let context = table.context(self.seat, operation, pile);
        let made = Shuffled::new(&context, &cycle.joint, &masked(cards), order, secret, rng)?;
        Ok((Deck { cards: made.cards, proof: made.proof }, made.order))
    }

    fn follow_shuffle(&mut self, pile: Pile, deck: &Deck, order: &[usize]) {
        // Every card is compared with every place, so that nothing tells the order.
        let count = u64::try_from(deck.cards.len()).unwrap_or(u64::MAX);
        let before = masked(self.table().pile(pile));
        let points: Option<Vec<_>> = before
            .iter()
            .take(deck.cards.len())
            .map(|card| self.known.get(card).copied())
            .collect();
        // Who arranges or takes has seen all of them.
        let Some(points) = points else { return };
        for (card, &from) in deck.cards.iter().zip(order) {
            let point = (0..count).zip(&points).fold(Point::base(), |found, (place, point)| {
                Point::select(&found, point, place.ct_eq(&(from as u64)))
            });
            self.known.insert(*card, point);
        }
    }
}
