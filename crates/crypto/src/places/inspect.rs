//! Inspection: every job of an entry is decoded and its proofs are verified, all of them together.

use std::sync::Arc;

use curve25519_dalek::ristretto::RistrettoPoint;
use facedown_core::Seat;

use super::card::{Epoch, Escrowed};
use super::job::Job;
use super::roll::promise;
use super::task::{Place, Task};
use super::wave::{Goal, Opened, Progress, Promised, Wave};
use super::work::{FreshKey, Work};
use super::{Fault, TableState};
use crate::batch::{Batch, Equation};
use crate::encoding::{Codec, DecodeError, Reader};
use crate::equality::{Blinded, TestError};
use crate::escrow::{Dealing, SealingOffer, SealingShare};
use crate::group::Point;
use crate::keys::{KeyError, KeyOpening};
use crate::masked::{MAX_DECK, MaskedCard};
use crate::rekey::Rekeyed;
use crate::remask::{RemaskError, Remasked};
use crate::secret_list::{ListError, SecretList};
use crate::share::{ShareError, Shares};
use crate::shuffle::{ShuffleError, ShuffleProof};
use crate::transcript::{Context, Operation};
use crate::tuck::TuckProof;

/// Reads and verifies the jobs of one entry.
pub(super) struct Inspector<'a, 'b> {
    table: &'a TableState,
    /// The wave that the jobs belong to, which an action is about to begin.
    wave: &'a Wave,
    author: Seat,
    from: Reader<'b>,
    /// The equations of all proofs, with what is wrong if one does not hold.
    equations: Vec<(Fault, Equation)>,
    /// Whether proofs are verified: not those that the player has just made itself.
    verify: bool,
}

impl<'a, 'b> Inspector<'a, 'b> {
    pub(super) const fn new(
        table: &'a TableState,
        wave: &'a Wave,
        author: Seat,
        payload: &'b [u8],
        verify: bool,
    ) -> Self {
        Self { table, wave, author, from: Reader::new(payload), equations: Vec::new(), verify }
    }

    /// Checks that all bytes have been read, and verifies all proofs together. If that fails, names what is wrong: proofs of one
    /// kind are never looked at one by one, which would cost more than an honest entry does.
    pub(super) fn verified(self) -> Result<(), Fault> {
        self.from.end()?;
        let Some((last, _)) = self.equations.last() else { return Ok(()) };
        let hold = |wanted: &dyn Fn(&Fault) -> bool| {
            let mut batch = Batch::default();
            let equations = self.equations.iter().filter(|(fault, _)| wanted(fault));
            equations.for_each(|(_, equation)| batch.add(equation.clone()));
            batch.holds()
        };
        if hold(&|_| true) {
            return Ok(());
        }
        let mut checked = vec![*last];
        for (fault, _) in &self.equations {
            if checked.contains(fault) {
                continue;
            }
            if !hold(&|other| other == fault) {
                return Err(*fault);
            }
            checked.push(*fault);
        }
        Err(*last)
    }

    /// Reads the next job, which is the `number`th of its entry.
    pub(super) fn job(&mut self, number: u16, job: &Job) -> Result<Work, Fault> {
        match job {
            Job::KeyPromise => {
                Ok(Work::KeyPromise(Promised { key: self.from.array()?, roll: self.from.array()? }))
            }
            Job::KeyOpening => self.key_opening(),
            Job::Dealing(task) => self.dealt(number, *task),
            Job::Sealing(_) => self.sealing(number).map(|key| Work::Sealing(Box::new(key))),
            Job::List(_, places) => self.list(number, places),
            Job::Shuffle(_, places) => self.shuffled(number, Operation::Shuffle, places),
            Job::Arrange(_, places) | Job::Mix(_, places) => {
                self.shuffled(number, Operation::Arrange, places)
            }
            Job::Comparands(task) => {
                let before = self.wave.comparands(*task).ok_or(Fault::NotDue)?;
                let epoch = self.tested(*task)?;
                self.deck(number, Operation::Test, epoch, before)
            }
            Job::Tuck(_, places) => self.tucked(number, places),
            Job::Unify(_, places) => self.unified(number, places),
            Job::Answer(_) => self.flag().map(Work::Answer),
            Job::RollPromise(_) => Ok(Work::Part(self.from.array()?)),
            Job::RollOpening(task) => {
                let part = self.from.array()?;
                self.keeps_promise(*task, &part)?;
                Ok(Work::Part(part))
            }
            Job::Blind(task) => self.blinded(number, *task),
            Job::TestShares(task) => {
                let cards = self.wave.summed(*task).ok_or(Fault::NotDue)?;
                let public = *self.tested(*task)?.shares.get(&self.author).ok_or(Fault::NotDue)?;
                let context = self.context(Operation::Test, number);
                self.points(&context, public, cards).map(Work::Points)
            }
            Job::Rekey(task, places) => self.rekeyed(number, *task, places),
            Job::Close(task) => self.closed(*task),
            Job::Refresh(_, leaver) => self.refreshed(number, *leaver),
            Job::Recover(_, leaver) => self.recovered(number, *leaver),
            Job::Remask(epoch, places) => self.remasked(number, *epoch, places),
            Job::Shares(epoch, places) => self.shares(number, *epoch, places),
        }
    }

    /// Shares of cards of one key.
    pub(super) fn shares(
        &mut self,
        number: u16,
        epoch: u16,
        places: &[Place],
    ) -> Result<Work, Fault> {
        let cards = self.table.masked_at(places);
        let context = self.context(Operation::Share, number);
        let public = self.share_of(epoch)?;
        self.points(&context, public, &cards).map(Work::Points)
    }

    pub(super) const fn context(&self, operation: Operation, number: u16) -> Context {
        self.table.context(self.author, operation, number)
    }

    fn progress(&self, task: usize) -> Result<&'a Progress, Fault> {
        self.wave.tasks.get(task).map(|running| &running.progress).ok_or(Fault::NotDue)
    }

    /// The author's share of the joint key of an epoch.
    pub(super) fn share_of(&self, epoch: u16) -> Result<Point, Fault> {
        let epoch = self.table.epoch(epoch).ok_or(Fault::NotDue)?;
        epoch.shares.get(&self.author).copied().ok_or(Fault::NotDue)
    }

    /// The key of the card that a test is about.
    fn tested(&self, task: usize) -> Result<&'a Arc<Epoch>, Fault> {
        let table = self.table;
        match self.wave.tasks.get(task).map(|running| &running.goal) {
            Some(Goal::Task(Task::Test { place, .. })) => table.key_of(&[*place]),
            _ => Err(Fault::NotDue),
        }
    }

    /// Notes an equation that has to hold.
    fn claim<E: Into<Fault>>(
        &mut self,
        wrong: E,
        equation: impl FnOnce() -> Result<Equation, E>,
    ) -> Result<(), Fault> {
        if self.verify {
            self.equations.push((wrong.into(), equation().map_err(Into::into)?));
        }
        Ok(())
    }

    fn flag(&mut self) -> Result<bool, Fault> {
        match self.from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            byte => Err(DecodeError::UnknownKind { what: "flag", byte }.into()),
        }
    }

    /// A key with its proof of possession.
    fn key(&mut self, context: &Context) -> Result<Point, Fault> {
        let opening = KeyOpening::read(&mut self.from)?;
        self.claim(KeyError::NoPossession, || Ok(opening.equation(context)))?;
        Ok(*opening.share())
    }

    /// A one-time key for escrow, with its proof of possession.
    fn sealing(&mut self, number: u16) -> Result<SealingShare, Fault> {
        let context = self.context(Operation::Sealing, number);
        let offer = SealingOffer::read(&mut self.from)?;
        self.claim(KeyError::NoPossession, || Ok(offer.equation(&context)))?;
        Ok(offer.verified_in_batch())
    }

    fn key_opening(&mut self) -> Result<Work, Fault> {
        let Progress::Openings(promises, asked) = self.progress(0)? else {
            return Err(Fault::NotDue);
        };
        let own = promises.get(&self.author).ok_or(Fault::NotDue)?;
        // The opening was made together with its promise, so it is bound to the head at that time.
        let context = Context { request: *asked, ..self.context(Operation::Key, 0) };
        let opening = KeyOpening::read(&mut self.from)?;
        if opening.promise() != own.key {
            return Err(KeyError::PromiseMismatch.into());
        }
        self.claim(KeyError::NoPossession, || Ok(opening.equation(&context)))?;
        let part = self.from.array()?;
        if promise(&self.table.id, asked, self.author, 0, &part) != own.roll {
            return Err(Fault::PromiseMismatch);
        }
        let sealing = match self.table.escrowed() {
            Some(_) => Some(self.sealing(0)?),
            None => None,
        };
        Ok(Work::KeyOpening(Box::new((Opened { share: *opening.share(), sealing }, part))))
    }

    fn keeps_promise(&self, task: usize, part: &[u8; 32]) -> Result<(), Fault> {
        let Progress::Openings(promises, asked) = self.progress(task)? else {
            return Err(Fault::NotDue);
        };
        let own = promises.get(&self.author).ok_or(Fault::NotDue)?;
        if promise(&self.table.id, asked, self.author, task, part) == own.roll {
            Ok(())
        } else {
            Err(Fault::PromiseMismatch)
        }
    }

    fn dealt(&mut self, number: u16, task: usize) -> Result<Work, Fault> {
        let Progress::Dealings(opened) = self.progress(task)? else { return Err(Fault::NotDue) };
        let share = opened.get(&self.author).ok_or(Fault::NotDue)?.share;
        let sealing = opened.iter().filter_map(|(seat, opened)| Some((*seat, opened.sealing?)));
        let recipients = self.table.recipients(self.author, sealing);
        self.escrowed(number, &share, recipients).map(Work::Dealing)
    }

    /// A key in escrow with these seats.
    fn escrowed(
        &mut self,
        number: u16,
        share: &Point,
        recipients: Vec<(Seat, SealingShare)>,
    ) -> Result<Arc<Escrowed>, Fault> {
        let context = self.context(Operation::Dealing, number);
        let dealing = Dealing::read(&mut self.from)?;
        let threshold = self.table.escrowed().ok_or(Fault::NotDue)?;
        if self.verify {
            dealing.verify_one_time(&context, share, threshold, &recipients)?;
        }
        Ok(Arc::new(Escrowed { dealing, context, recipients }))
    }

    fn list(&mut self, number: u16, places: &[Place]) -> Result<Work, Fault> {
        let context = self.context(Operation::Bring, number);
        let list = SecretList::read(&mut self.from)?;
        if list.cards().len() != places.len() {
            return Err(Fault::Count);
        }
        let epoch = self.table.epoch(self.table.current).ok_or(Fault::NotDue)?;
        self.claim(ListError::Wrong, || Ok(list.equation(&context, &epoch.joint)))?;
        Ok(Work::Cards(list.cards().to_vec()))
    }

    fn shuffled(
        &mut self,
        number: u16,
        operation: Operation,
        places: &[Place],
    ) -> Result<Work, Fault> {
        let before = self.table.masked_at(places);
        let table = self.table;
        let epoch = table.key_of(places)?;
        self.deck(number, operation, epoch, &before)
    }

    fn deck(
        &mut self,
        number: u16,
        operation: Operation,
        epoch: &Epoch,
        before: &[MaskedCard],
    ) -> Result<Work, Fault> {
        let context = self.context(operation, number);
        let cards: Vec<MaskedCard> = self.from.list(MAX_DECK)?;
        let proof = ShuffleProof::read(&mut self.from)?;
        if cards.len() != before.len() {
            return Err(Fault::Count);
        }
        self.claim(ShuffleError::Wrong, || proof.equation(&context, &epoch.joint, before, &cards))?;
        Ok(Work::Cards(cards))
    }

    fn tucked(&mut self, number: u16, places: &[Place]) -> Result<Work, Fault> {
        let context = self.context(Operation::Tuck, number);
        let before = self.table.masked_at(places);
        let (card, pile) = before.split_first().ok_or(Fault::NotDue)?;
        let cards: Vec<MaskedCard> = self.from.list(MAX_DECK)?;
        let proof = TuckProof::read(&mut self.from)?;
        if cards.len() != before.len() {
            return Err(Fault::Count);
        }
        let epoch = self.table.key_of(places)?;
        if self.verify {
            proof.verify(&context, &epoch.joint, pile, card, &cards)?;
        }
        Ok(Work::Cards(cards))
    }

    /// Cards of one key under fresh masks.
    pub(super) fn remasked(
        &mut self,
        number: u16,
        epoch: u16,
        places: &[Place],
    ) -> Result<Work, Fault> {
        let context = self.context(Operation::Remask, number);
        let epoch = self.table.epoch(epoch).ok_or(Fault::NotDue)?;
        let remasked = Remasked::read(&mut self.from)?;
        if remasked.cards().len() != places.len() {
            return Err(Fault::Count);
        }
        let before = self.table.masked_at(places);
        self.claim(RemaskError::Wrong, || remasked.equation(&context, &epoch.joint, &before))?;
        Ok(Work::Cards(remasked.cards().to_vec()))
    }

    /// Fresh masks for the cards that cannot lose a leaver's layer as they are.
    fn refreshed(&mut self, number: u16, leaver: Seat) -> Result<Work, Fault> {
        let mut all = Vec::new();
        for (epoch, places) in self.table.to_refresh(leaver) {
            if let Work::Cards(cards) = self.remasked(number, epoch, &places)? {
                all.extend(cards);
            }
        }
        Ok(Work::Cards(all))
    }

    /// Shares of these cards with the key of this public share.
    pub(super) fn points(
        &mut self,
        context: &Context,
        public: Point,
        cards: &[MaskedCard],
    ) -> Result<Vec<Point>, Fault> {
        let shares = Shares::read(&mut self.from)?;
        if shares.points().len() != cards.len() {
            return Err(Fault::Count);
        }
        self.claim(ShareError::Wrong, || shares.equation(context, &public, cards))?;
        Ok(shares.points().to_vec())
    }

    /// The steps from one key of the author to another in these cards.
    fn steps(
        &mut self,
        context: &Context,
        old: Point,
        new: Point,
        places: &[Place],
    ) -> Result<Vec<Point>, Fault> {
        let cards = self.table.masked_at(places);
        let mut steps = Vec::with_capacity(cards.len());
        for cards in cards.chunks(MAX_DECK) {
            let rekeyed = Rekeyed::read(&mut self.from)?;
            if rekeyed.points().len() != cards.len() {
                return Err(Fault::Count);
            }
            self.claim(ShareError::Wrong, || rekeyed.equation(context, &old, &new, cards))?;
            steps.extend_from_slice(rekeyed.points());
        }
        Ok(steps)
    }

    fn unified(&mut self, number: u16, places: &[Place]) -> Result<Work, Fault> {
        let (newest, groups) = self.table.unifying(places);
        let context = self.context(Operation::Rekey, number);
        let new = self.share_of(newest)?;
        let mut steps = Vec::new();
        for (old, places) in groups {
            let old = self.share_of(old)?;
            steps.extend(self.steps(&context, old, new, &places)?);
        }
        Ok(Work::Points(steps))
    }

    fn rekeyed(&mut self, number: u16, task: usize, places: &[Place]) -> Result<Work, Fault> {
        let share = self.key(&self.context(Operation::Key, number))?;
        let context = self.context(Operation::Rekey, number);
        let mut steps = Vec::new();
        for (old, places) in self.table.by_epoch(places) {
            let old = self.share_of(old)?;
            steps.extend(self.steps(&context, old, share, &places)?);
        }
        let dealt = match self.table.escrowed() {
            Some(_) => {
                let running = self.wave.tasks.get(task).ok_or(Fault::NotDue)?;
                let sealing = running.sealing.iter().map(|(seat, key)| (*seat, *key));
                let recipients = self.table.recipients(self.author, sealing);
                Some(self.escrowed(number, &share, recipients)?)
            }
            None => None,
        };
        Ok(Work::Rekey(Box::new(FreshKey { share, steps, dealt })))
    }

    fn blinded(&mut self, number: u16, task: usize) -> Result<Work, Fault> {
        let Progress::Blind(comparison, _) = self.progress(task)? else {
            return Err(Fault::NotDue);
        };
        let context = self.context(Operation::Test, number);
        let blinded = Blinded::read(&mut self.from)?;
        self.claim(TestError::Wrong, || blinded.equation(&context, comparison))?;
        Ok(Work::Blinded(Box::new(blinded)))
    }

    /// The author's keys, compared with the shares that they belong to.
    fn closed(&mut self, task: usize) -> Result<Work, Fault> {
        if !self.flag()? {
            return Ok(Work::Close(None));
        }
        let epochs = self.table.epochs_to_open(task, self.author);
        let keys = self.from.scalars(epochs.len())?;
        if keys.len() != epochs.len() {
            return Err(Fault::WrongKeys);
        }
        for (key, epoch) in keys.iter().zip(epochs) {
            if &RistrettoPoint::mul_base(key) != self.share_of(epoch)?.point() {
                return Err(Fault::WrongKeys);
            }
        }
        Ok(Work::Close(Some(keys)))
    }

    /// The author's parts of a leaver's layer.
    fn recovered(&mut self, number: u16, leaver: Seat) -> Result<Work, Fault> {
        let context = self.context(Operation::Recover, number);
        let mut batches = Vec::new();
        for (epoch, places) in self.table.left_behind(leaver) {
            let epoch = self.table.epoch(epoch).ok_or(Fault::NotDue)?;
            let dealt = epoch.dealt.get(&leaver).ok_or(Fault::NotDue)?;
            let share = epoch.shares.get(&leaver).ok_or(Fault::NotDue)?;
            let public = dealt.dealing.public(share, self.author);
            let cards = self.table.masked_at(&places);
            batches.push(self.points(&context, public, &cards)?);
        }
        Ok(Work::Batches(batches))
    }
}
