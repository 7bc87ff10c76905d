//! The parts of a player's entries that need its keys: keys themselves, escrow, orders, farewells, and the opening of keys at the end.

use facedown_core::Seat;
use zeroize::Zeroizing;

use super::super::Stage;
use super::super::entry::{Entry, EntryKind};
use super::super::task::{Place, Task};
use super::super::wave::Goal;
use super::super::work::FAREWELL;
use super::Player;
use crate::encoding::{Codec, Writer};
use crate::escrow::{Dealing, SealingKey, SealingShare};
use crate::faces::FaceCode;
use crate::keys::{KeyOpening, KeyPair};
use crate::masked::{MAX_DECK, MaskedCard};
use crate::rekey::Rekeyed;
use crate::remask::Remasked;
use crate::secret_list::SecretList;
use crate::share::Shares;
use crate::shuffle::{OutputOrder, Shuffled};
use crate::transcript::{Context, Operation};
use crate::tuck::{Tucked, tucked_order};

impl Player {
    /// The key that is made at this head for this task.
    pub(super) fn key_made(&self, request: [u8; 32], task: u16) -> KeyPair {
        self.chance.key(&Context { request, ..self.context(Operation::Key, task) })
    }

    /// This player's part of the roll that was asked for at this head.
    pub(super) fn roll_part(&self, asked: [u8; 32], task: usize) -> Zeroizing<[u8; 32]> {
        let number = u16::try_from(task).unwrap_or(u16::MAX);
        self.chance.roll_part(&Context { request: asked, ..self.context(Operation::Key, number) })
    }

    /// The first key, which is bound to the table's id, and the part of the first rolls.
    pub(super) fn first_key(&self) -> (KeyOpening, Zeroizing<[u8; 32]>) {
        let id = self.state.id;
        let context = Context { request: id, ..self.context(Operation::Key, 0) };
        let opening = self.key_made(id, 0).open(&context, &mut self.chance.at(&id, 0, b"key"));
        (opening, self.roll_part(id, 0))
    }

    /// Offers a one-time key to which the others seal their parts.
    pub(super) fn offer_sealing(&mut self, task: usize, number: u16, to: &mut Writer) {
        let context = self.context(Operation::Sealing, number);
        let key = SealingKey::new(self.chance.key(&context));
        key.offer(&context, &mut self.rng(number)).write(to);
        self.sealing.insert(task, key);
    }

    /// Puts a key into escrow.
    pub(super) fn deal(
        &self,
        number: u16,
        key: &KeyPair,
        recipients: &[(Seat, SealingShare)],
    ) -> Option<Dealing> {
        let context = self.context(Operation::Dealing, number);
        let threshold = self.state.escrowed()?;
        let rng = &mut self.rng(number);
        Dealing::to_one_time_keys(&context, key, threshold, recipients, rng).ok()
    }

    pub(super) fn list(&self, number: u16, faces: &[FaceCode]) -> Option<SecretList> {
        let context = self.context(Operation::Bring, number);
        let epoch = self.state.epoch(self.state.current)?;
        let rng = &mut self.rng(number);
        SecretList::new(&context, &epoch.joint, faces, self.secret()?, rng).ok()
    }

    /// The cards of these places, which have this key, under fresh masks.
    pub(super) fn remask(&self, number: u16, epoch: u16, places: &[Place]) -> Option<Remasked> {
        let epoch = self.state.epoch(epoch)?;
        let context = self.context(Operation::Remask, number);
        let cards = self.state.masked_at(places);
        let rng = &mut self.rng(number);
        Some(Remasked::new(&context, &epoch.joint, &cards, self.secret()?, rng))
    }

    /// Re-masks and permutes the cards of these places, and returns the order.
    pub(super) fn shuffle(
        &self,
        number: u16,
        operation: Operation,
        places: &[Place],
        order: &OutputOrder<'_>,
        to: &mut Writer,
    ) -> Option<Vec<u16>> {
        let cards = self.state.masked_at(places);
        let epoch = self.state.cards.get(places.first()?)?.epoch;
        self.shuffle_cards(number, operation, epoch, &cards, order, to)
    }

    pub(super) fn shuffle_cards(
        &self,
        number: u16,
        operation: Operation,
        epoch: u16,
        cards: &[MaskedCard],
        order: &OutputOrder<'_>,
        to: &mut Writer,
    ) -> Option<Vec<u16>> {
        let context = self.context(operation, number);
        let epoch = self.state.epoch(epoch)?;
        let rng = &mut self.rng(number);
        let made = Shuffled::new(&context, &epoch.joint, cards, order, self.secret()?, rng).ok()?;
        to.list(&made.cards);
        made.proof.write(to);
        made.order.iter().map(|&place| u16::try_from(place).ok()).collect()
    }

    /// Puts the card of the first place among the others.
    pub(super) fn tuck(
        &mut self,
        number: u16,
        task: usize,
        places: &[Place],
        place: u16,
        to: &mut Writer,
    ) -> Option<()> {
        let cards = self.state.masked_at(places);
        let (card, pile) = cards.split_first()?;
        let context = self.context(Operation::Tuck, number);
        let epoch = self.state.epoch(self.state.cards.get(places.first()?)?.epoch)?;
        let (secret, rng) = (self.secret()?, &mut self.rng(number));
        let made = Tucked::new(&context, &epoch.joint, pile, card, usize::from(place), secret, rng)
            .ok()?;
        to.list(&made.cards);
        made.proof.write(to);
        // The tucked card comes last in this order, but lay at the first of the places.
        let order = tucked_order(pile.len(), usize::from(place)).ok()?;
        let from = |before: &usize| u16::try_from((before + 1) % cards.len()).ok();
        self.orders.insert(task, order.iter().map(from).collect::<Option<_>>()?);
        Some(())
    }

    /// The key epoch of the card that a test is about.
    pub(super) fn tested(&self, task: usize) -> Option<u16> {
        match &self.running(task)?.goal {
            Goal::Task(Task::Test { place, .. }) => Some(self.state.cards.get(place)?.epoch),
            _ => None,
        }
    }

    /// The steps from an old key to a new one.
    pub(super) fn rekey(
        &self,
        number: u16,
        old: u16,
        new: &KeyPair,
        places: &[Place],
        to: &mut Writer,
    ) -> Option<()> {
        let context = self.context(Operation::Rekey, number);
        let old = self.keys.get(&old)?;
        let cards = self.state.masked_at(places);
        for cards in cards.chunks(MAX_DECK) {
            Rekeyed::new(&context, old, new, cards, &mut self.rng(number)).write(to);
        }
        Some(())
    }

    /// A fresh key in these cards, and in escrow if the table uses it.
    pub(super) fn fresh_key(
        &self,
        number: u16,
        task: usize,
        places: &[Place],
        to: &mut Writer,
    ) -> Option<()> {
        let new = self.key_made(*self.state.head(), u16::try_from(task).ok()?);
        new.open(&self.context(Operation::Key, number), &mut self.rng(number)).write(to);
        for (old, places) in self.state.by_epoch(places) {
            self.rekey(number, old, &new, &places, to)?;
        }
        if self.state.escrowed().is_some() {
            let sealing = self.running(task)?.sealing.iter().map(|(seat, key)| (*seat, *key));
            let recipients = self.state.recipients(self.seat, sealing);
            self.deal(number, &new, &recipients)?.write(to);
        }
        Some(())
    }

    /// Opens the keys, or refuses to.
    pub(super) fn close(&self, task: usize, refused: bool, to: &mut Writer) -> Option<()> {
        to.byte(u8::from(!refused));
        if !refused {
            let epochs = self.state.epochs_to_open(task, self.seat);
            to.short(epochs.len());
            for epoch in epochs {
                to.scalar(self.key_of(self.state.epoch(epoch)?).secret().scalar());
            }
        }
        Some(())
    }

    /// Takes this player's layer off all cards and leaves: the others go on without its keys, and what it alone could read lies
    /// open. `None` while the table is working.
    pub fn farewell(&self) -> Option<Entry> {
        let (state, seat) = (&self.state, self.seat);
        if state.stage != Stage::Idle || !state.present.contains(seat) {
            return None;
        }
        let mut numbers = FAREWELL..;
        let (mut to, mut fresh) = (Writer::default(), Vec::new());
        for ((epoch, places), number) in state.to_refresh(seat).into_iter().zip(numbers.by_ref()) {
            let masked = self.remask(number, epoch, &places)?;
            masked.write(&mut to);
            fresh.extend(places.into_iter().zip(masked.cards().iter().copied()));
        }
        for ((epoch, places), number) in state.left_behind(seat).into_iter().zip(numbers) {
            let context = self.context(Operation::Share, number);
            let cards = state.masked_with(&places, &fresh);
            let key = self.keys.get(&epoch)?;
            Shares::new(&context, key, &cards, &mut self.rng(number)).write(&mut to);
        }
        Some(self.sign(EntryKind::Farewell, to.into_bytes()))
    }
}
