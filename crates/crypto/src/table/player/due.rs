//! The messages of a player: those that are due, and those that it chooses.

use facedown_core::Seat;
use rand_core::CryptoRng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use super::super::apply::roll_promise;
use super::super::message::{CardOpening, FreshKey, Message, Pile, ShuffledDeck};
use super::super::waiting::{PendingLook, Waiting};
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
    /// The message that is due from this player and involves no choice, if there is one.
    pub fn due(&mut self, rng: &mut impl CryptoRng) -> Result<Option<ChainEntry>, Fault> {
        if self.table().ending().is_none()
            && let Some(&(epoch, dealer)) = self.wrong_dealings.first()
        {
            return self.complain(epoch, dealer, rng).map(Some);
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
                let opening = |point: &Point| self.secret_cards.get(point.as_bytes()).copied();
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
                let mut roll_part = Zeroizing::new([0; 32]);
                rng.fill_bytes(&mut *roll_part);
                let table = self.chain.table();
                let promise = roll_promise(&table.id, &table.since, self.seat, &roll_part);
                self.roll_part = Some(roll_part);
                Message::RollPromise(promise)
            }
            Waiting::RollOpenings { .. } => {
                Message::RollOpening(**self.roll_part.as_ref().ok_or(Fault::NotDue)?)
            }
            Waiting::Recovery { leaver, .. } => self.stand_in(*leaver, rng)?,
            // The player has agreed to open its keys.
            Waiting::Closing(_) => self.open_all()?,
            Waiting::Arrange { .. }
            | Waiting::Take { .. }
            | Waiting::Tuck { .. }
            | Waiting::Answer { .. }
            | Waiting::Agreement { .. }
            | Waiting::Request
            | Waiting::Over(_) => return Ok(None),
        };
        Ok(Some(self.sign_and_keep(message)))
    }

    /// Brings a secret list in random order. If the player has already signed a message for this place, returns that.
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
        let (mut cards, mut secret_cards) = (Vec::new(), Vec::new());
        for (copy, &place) in (0..).zip(order.iter()) {
            let opening = CardOpening { face: faces[place], salt: nonces.scalar().to_bytes() };
            let point = secret_card(&table.id, table.decks, copy, opening.face, &opening.salt);
            secret_cards.push((*point.as_bytes(), opening));
            cards.push(point);
        }
        self.secret_cards.extend(secret_cards);
        Ok(self.sign_and_keep(Message::BringSecret { pile, cards }))
    }

    /// Arranges the cards that were scried in this order. `top` of them stay on top, the rest go to the bottom.
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
        Ok(self.sign_and_keep(Message::Arranged { deck, top }))
    }

    /// Takes the card at this place from the pile that was searched.
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
        Ok(self.sign_and_keep(Message::Taken(deck)))
    }

    /// Tucks the card into the pile at this place; 0 is the top.
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
        let epoch = table.one_key(&[card])?;
        let mut before = masked(table.pile(pile));
        let context = table.context(self.seat, Operation::Tuck, pile);
        let secret = self.key(card.key)?.secret();
        let tucked =
            Tucked::new(&context, &epoch.joint, &before, &card.masked, place, secret, rng)?;
        before.insert(place, card.masked);
        self.follow(tucked.cards.iter().zip(before));
        Ok(self.sign_and_keep(Message::Tucked { cards: tucked.cards, proof: tucked.proof }))
    }

    /// Agrees or disagrees to close the table, which opens all keys and lists, or to have this player's cards milled.
    pub fn agree(&mut self, agrees: bool) -> Result<ChainEntry, Fault> {
        let asked = matches!(self.table().waiting, Waiting::Agreement { .. });
        if !asked || !self.table().waiting_on().contains(self.seat) {
            return Err(Fault::NotDue);
        }
        Ok(self.already_said().unwrap_or_else(|| self.sign_and_keep(Message::Agree(agrees))))
    }

    /// The message that this player has already signed for this place, which is sent again: an honest player never signs
    /// two messages for the same place.
    fn already_said(&self) -> Option<ChainEntry> {
        let next =
            |(entry, message): &&(ChainEntry, Message)| self.chain.continues_with(entry, message);
        self.unconfirmed.iter().find(next).map(|(entry, _)| entry.clone())
    }

    fn sign_and_keep(&mut self, message: Message) -> ChainEntry {
        let entry = self.say(&message);
        self.unconfirmed.push((entry.clone(), message));
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
            let recipients = table.recipients(self.seat, &table.epoch(table.current)?.shares);
            Some(self.deal(&new, &recipients, rng)?)
        } else {
            None
        };
        self.fresh = Some(new);
        Ok(Message::Rekeyed(FreshKey { opening, batches, dealing }))
    }

    fn remask(
        &self,
        pile: Pile,
        cards: &[TableCard],
        rng: &mut impl CryptoRng,
    ) -> Result<Message, Fault> {
        let table = self.chain.table();
        let epoch = table.one_key(cards)?;
        let secret = self.key(cards[0].key)?.secret();
        let context = table.context(self.seat, Operation::Remask, pile);
        let remasked = Remasked::new(&context, &epoch.joint, &masked(cards), secret, rng);
        Ok(Message::Remasked(remasked))
    }

    fn share(&self, look: &PendingLook, rng: &mut impl CryptoRng) -> Result<Message, Fault> {
        let table = self.chain.table();
        let cards = table.looked_at(look)?;
        let key = self.key(cards.first().ok_or(Fault::NoCards)?.key)?;
        let context = table.context(self.seat, Operation::Share, look.pile);
        Ok(Message::Shares(Shares::new(&context, key, &masked(&cards), rng)))
    }

    /// This player's part of the shares of a player who has left.
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
        epoch: usize,
        dealer: Seat,
        rng: &mut impl CryptoRng,
    ) -> Result<ChainEntry, Fault> {
        if let Some(entry) = self.already_said() {
            return Ok(entry);
        }
        let table = self.chain.table();
        let held = table.epoch(epoch)?;
        let dealt = held.dealt.get(&dealer).ok_or(Fault::NotDue)?;
        let share = held.shares.get(&dealer).ok_or(Fault::NotDue)?;
        let to = dealt.recipients.iter().find(|(seat, _)| *seat == self.seat);
        let key = to.and_then(|(_, to)| self.key_of(to)).ok_or(Fault::NotDue)?;
        let context = table.context(self.seat, Operation::Escrow, Pile(0));
        let complaint = Complaint::new(&context, &dealt.dealing, &dealt.context, share, key, rng)?;
        let epoch = u16::try_from(epoch).map_err(|_| Fault::TooManyKeys)?;
        Ok(self.sign_and_keep(Message::Complaint { epoch, dealer, complaint }))
    }

    fn open_all(&self) -> Result<Message, Fault> {
        let table = self.chain.table();
        let opening = |point: &[u8; 32]| self.secret_cards.get(point).copied().ok_or(Fault::NotDue);
        let own = table.brought_by(self.seat);
        let keys = table.keys_in_use().into_iter();
        let keys = keys.map(|epoch| Ok::<_, Fault>(*self.key(epoch)?.secret().scalar()));
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
    ) -> Result<(ShuffledDeck, Zeroizing<Vec<usize>>), Fault> {
        let table = self.table();
        let cards = table.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let epoch = table.one_key(cards)?;
        let secret = self.key(cards[0].key)?.secret();
        let context = table.context(self.seat, operation, pile);
        let shuffled = Shuffled::new(&context, &epoch.joint, &masked(cards), order, secret, rng)?;
        Ok((ShuffledDeck { cards: shuffled.cards, proof: shuffled.proof }, shuffled.order))
    }

    fn follow_shuffle(&mut self, pile: Pile, deck: &ShuffledDeck, order: &[usize]) {
        // Every card is compared with every place, so that timing does not reveal the order.
        let count = u64::try_from(deck.cards.len()).unwrap_or(u64::MAX);
        let before = masked(self.table().pile(pile));
        let points: Option<Vec<_>> = before
            .iter()
            .take(deck.cards.len())
            .map(|card| self.known.get(card).copied())
            .collect();
        // A player who arranges or takes cards has seen all of them.
        let Some(points) = points else { return };
        for (card, &from) in deck.cards.iter().zip(order) {
            let point = (0..count).zip(&points).fold(Point::base(), |found, (place, point)| {
                Point::select(&found, point, place.ct_eq(&(from as u64)))
            });
            self.known.insert(*card, point);
        }
    }
}
