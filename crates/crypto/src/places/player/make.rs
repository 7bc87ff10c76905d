//! Making a player's entries: each job in turn, with chance that depends on the seed, the head and the job alone.

use std::collections::BTreeMap;

use super::super::TableState;
use super::super::job::Job;
use super::super::roll::promise;
use super::super::start::Attachments;
use super::super::task::Place;
use super::super::wave::{Progress, Running};
use super::super::work::TURNED;
use super::{Choice, Player, Undecided};
use crate::chance::ChanceRng;
use crate::encoding::{Codec, Writer};
use crate::group::Secret;
use crate::keys::KeyPair;
use crate::share::Shares;
use crate::shuffle::OutputOrder;
use crate::transcript::{Context, Operation};

/// The choices of a wave, by task.
type Choices = BTreeMap<u16, Choice>;

impl Player {
    /// The payload of an entry with these jobs.
    pub(super) fn make(&mut self, jobs: &[Job], choices: &Choices) -> Result<Vec<u8>, Undecided> {
        let mut to = Writer::default();
        for (number, job) in (0..).zip(jobs) {
            let task = job.task().unwrap_or_default();
            // A job of a validated task can be made, so what is missing is a choice.
            self.make_job(number, job, choices, &mut to).ok_or(Undecided { task })?;
        }
        Ok(to.into_bytes())
    }

    /// What an action brings along. The jobs belong to a wave that has not begun.
    pub(super) fn make_attached(
        &mut self,
        attached: Attachments,
        choices: &Choices,
    ) -> Result<Vec<u8>, Undecided> {
        let Attachments { wave, jobs } = attached;
        let before = std::mem::replace(&mut self.state.wave, wave);
        let made = self.make(&jobs, choices);
        self.state.wave = before;
        made
    }

    /// The player's shares of cards that an action turns over, by key.
    pub(super) fn make_turned(&mut self, places: &[Place]) -> Vec<u8> {
        let mut to = Writer::default();
        for (number, (epoch, places)) in (TURNED..).zip(self.state.by_epoch(places)) {
            if let Some(key) = self.keys.get(&epoch) {
                let context = self.context(Operation::Share, number);
                let cards = self.state.masked_at(&places);
                Shares::new(&context, key, &cards, &mut self.rng(number)).write(&mut to);
            }
        }
        to.into_bytes()
    }

    pub(super) const fn context(&self, operation: Operation, number: u16) -> Context {
        self.state.context(self.seat, operation, number)
    }

    /// The chance of a job.
    pub(super) fn rng(&self, number: u16) -> ChanceRng {
        self.chance.at(self.state.head(), u32::from(number), b"job")
    }

    /// A secret that keeps masks safe.
    pub(super) fn secret(&self) -> Option<&Secret> {
        self.keys.get(&self.state.current).map(KeyPair::secret)
    }

    pub(super) fn running(&self, task: usize) -> Option<&Running> {
        self.state.wave.tasks.get(task)
    }

    /// Makes a job that concerns an order of cards, or keys. Others are made by `make_other`.
    fn make_job(
        &mut self,
        number: u16,
        job: &Job,
        choices: &Choices,
        to: &mut Writer,
    ) -> Option<()> {
        let chosen = |task: usize| choices.get(&u16::try_from(task).ok()?);
        match job {
            Job::KeyPromise => {
                let (opening, part) = self.first_key();
                to.bytes(&opening.promise());
                to.bytes(&promise(&self.state.id, &self.state.id, self.seat, 0, &part));
            }
            Job::KeyOpening => {
                let (opening, part) = self.first_key();
                opening.write(to);
                to.bytes(&*part);
                if self.state.escrowed().is_some() {
                    self.offer_sealing(0, 0, to);
                }
            }
            Job::Dealing(task) => {
                let Progress::Dealings(opened) = &self.running(*task)?.progress else {
                    return None;
                };
                let sealing =
                    opened.iter().filter_map(|(seat, opened)| Some((*seat, opened.sealing?)));
                let recipients = self.state.recipients(self.seat, sealing);
                let key = self.key_made(self.state.id, 0);
                self.deal(number, &key, &recipients)?.write(to);
            }
            Job::Sealing(task) => self.offer_sealing(*task, number, to),
            Job::List(task, places) => {
                let Choice::Faces(faces) = chosen(*task)? else { return None };
                if faces.len() != places.len() {
                    return None;
                }
                self.list(number, faces)?.write(to);
            }
            Job::Shuffle(_, places) => {
                if let Some(prepared) = self.prepared_for(places) {
                    return self.shuffle_prepared(number, places, prepared, to);
                }
                let order = OutputOrder::Random;
                self.shuffle(number, Operation::Shuffle, places, &order, to)?;
            }
            Job::Mix(task, places) => {
                let order = OutputOrder::Random;
                let order = self.shuffle(number, Operation::Arrange, places, &order, to)?;
                self.orders.insert(*task, order);
            }
            Job::Arrange(task, places) => {
                let Choice::Order(order) = chosen(*task)? else { return None };
                let places_of: Vec<usize> = order.iter().copied().map(usize::from).collect();
                let wanted = OutputOrder::Chosen(&places_of);
                let order = self.shuffle(number, Operation::Arrange, places, &wanted, to)?;
                self.orders.insert(*task, order);
            }
            Job::Tuck(task, places) => {
                let Choice::Tuck(place) = chosen(*task)? else { return None };
                self.tuck(number, *task, places, *place, to)?;
            }
            Job::Comparands(task) => {
                let list = self.state.wave.comparands(*task)?.to_vec();
                let epoch = self.tested(*task)?;
                self.shuffle_cards(
                    number,
                    Operation::Test,
                    epoch,
                    &list,
                    &OutputOrder::Random,
                    to,
                )?;
            }
            other => self.make_other(number, other, choices, to)?,
        }
        Some(())
    }

    fn make_other(&self, number: u16, job: &Job, choices: &Choices, to: &mut Writer) -> Option<()> {
        let chosen = |task: usize| choices.get(&u16::try_from(task).ok()?);
        match job {
            Job::Unify(_, places) => {
                let (newest, groups) = self.state.unifying(places);
                let new = self.keys.get(&newest)?.clone();
                for (old, places) in groups {
                    self.rekey(number, old, &new, &places, to)?;
                }
            }
            Job::Answer(task) => {
                let Choice::Answer(answer) = chosen(*task)? else { return None };
                to.byte(u8::from(*answer));
            }
            Job::RollPromise(task) => {
                let part = self.roll_part(*self.state.head(), *task);
                let TableState { id, head, .. } = &self.state;
                to.bytes(&promise(id, head, self.seat, *task, &part));
            }
            Job::RollOpening(task) => {
                let Progress::Openings(_, asked) = &self.running(*task)?.progress else {
                    return None;
                };
                to.bytes(&*self.roll_part(*asked, *task));
            }
            Job::Blind(task) => {
                let Progress::Blind(comparison, _) = &self.running(*task)?.progress else {
                    return None;
                };
                let context = self.context(Operation::Test, number);
                comparison.blind(&context, self.secret()?, &mut self.rng(number)).write(to);
            }
            Job::TestShares(task) => {
                let key = self.keys.get(&self.tested(*task)?)?;
                let context = self.context(Operation::Test, number);
                let cards = self.state.wave.summed(*task)?;
                Shares::new(&context, key, cards, &mut self.rng(number)).write(to);
            }
            Job::Rekey(task, places) => self.fresh_key(number, *task, places, to)?,
            Job::Close(task) => self.close(*task, chosen(*task) == Some(&Choice::Refuse), to)?,
            Job::Refresh(_, leaver) => {
                for (epoch, places) in self.state.to_refresh(*leaver) {
                    self.remask(number, epoch, &places)?.write(to);
                }
            }
            Job::Recover(_, leaver) => {
                let context = self.context(Operation::Recover, number);
                for (epoch, places) in self.state.left_behind(*leaver) {
                    let part = KeyPair::new((**self.parts.get(&(epoch, *leaver))?).clone());
                    let cards = self.state.masked_at(&places);
                    Shares::new(&context, &part, &cards, &mut self.rng(number)).write(to);
                }
            }
            Job::Remask(epoch, places) => self.remask(number, *epoch, places)?.write(to),
            Job::Shares(epoch, places) => {
                let key = self.keys.get(epoch)?;
                let context = self.context(Operation::Share, number);
                let cards = self.state.masked_at(places);
                Shares::new(&context, key, &cards, &mut self.rng(number)).write(to);
            }
            _ => return None,
        }
        Some(())
    }
}
