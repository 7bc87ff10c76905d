//! Plays the games of a simulation. Each depends only on the seed and its number, not on the threads.

use std::sync::atomic::{AtomicU64, Ordering};

use facedown_bots::{Bot, BotGame};
use facedown_core::{Dice, Game, House, Seat, SeatCount, Seats, Seed, Viewer, permits};

use super::tally::Tally;
use crate::failure::Failure;
use crate::lineup;

/// How many games a thread takes at a time.
const BATCH_SIZE: u64 = 64;

/// The parameters of a simulation.
pub(super) struct Plan<G: Game> {
    pub(super) seats: SeatCount,
    /// The line-up, which moves on by one seat in each game.
    pub(super) bots: Vec<String>,
    /// Whether several winners are partners who have each won the whole game.
    pub(super) partners: bool,
    pub(super) options: G::Options,
    pub(super) seed: Seed,
    pub(super) games: u64,
}

impl<G: BotGame> Plan<G> {
    /// Plays all games on up to `threads` threads. `done` is called with the number of games in each finished batch.
    pub(super) fn run(
        &self,
        threads: usize,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Tally, Failure> {
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            // Never more threads than batches; if the system refuses a thread, the others do its work.
            let batches = usize::try_from(self.games.div_ceil(BATCH_SIZE)).unwrap_or(usize::MAX);
            let workers: Vec<_> = (1..threads.min(batches))
                .map_while(|_| {
                    std::thread::Builder::new().spawn_scoped(scope, || self.work(&next, done)).ok()
                })
                .collect();
            let mut total = self.work(&next, done)?;
            for worker in workers {
                let tally = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                total.add(&tally?);
            }
            Ok(total)
        })
    }

    fn work(&self, next: &AtomicU64, done: &(dyn Fn(u64) + Sync)) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(BATCH_SIZE, Ordering::Relaxed);
            if first >= self.games {
                return Ok(tally);
            }
            let batch = first..self.games.min(first.saturating_add(BATCH_SIZE));
            let count = batch.end - batch.start;
            for number in batch {
                self.play(number, &mut tally)?;
            }
            done(count);
        }
    }

    fn play(&self, number: u64, tally: &mut Tally) -> Result<(), Failure> {
        let broken = |why: &dyn std::fmt::Display| {
            Failure::damaged(format_args!("game {number} of seed {}", self.seed.to_hex()), why)
        };
        let mut dice = Dice::numbered(&self.seed, number);
        let players = self.seats.get();
        #[allow(clippy::cast_possible_truncation)] // below the number of players
        let shift = (number % players as u64) as usize;
        let place = |seat: usize| (seat + shift) % players;
        let mut bots: Vec<Box<dyn Bot<G>>> = (0..players)
            .map(|seat| lineup::bot(&self.bots[place(seat)], Dice::new(&dice.seed())))
            .collect::<Result<_, _>>()?;
        let listening = bots.iter().any(|bot| bot.listens());
        let house = House::seeded(&dice.seed());
        let mut house = if listening { house } else { house.silent() };
        let mut game = G::deal(&self.options, self.seats, &mut house).map_err(|e| broken(&e))?;
        let mut actions = 0;
        loop {
            for told in house.drain_told() {
                for (seat, bot) in self.seats.all().iter().zip(&mut bots) {
                    if told.to.reaches(Viewer::Seat(seat)) {
                        bot.hear(&told.event);
                    }
                }
            }
            let waiting = game.waiting_on();
            let interjected = game.may_act().minus(waiting).iter().find_map(|seat| {
                let lens = house.lens(seat.into());
                Some((seat, bots[seat.index()].interject(&game, seat, &lens)?))
            });
            let (seat, action) = if let Some(interjected) = interjected {
                interjected
            } else {
                let Some(seat) = one_of(waiting, &mut dice) else { break };
                (seat, bots[seat.index()].choose(&game, seat, &house.lens(seat.into())))
            };
            permits(&game, &house, self.seats, seat, &action).map_err(|e| broken(&e))?;
            game.apply(seat, &action, &mut house).map_err(|e| broken(&e))?;
            actions += 1;
        }
        let standing =
            game.standing().ok_or_else(|| broken(&"it waits for nobody, yet is not over"))?;
        tally.count(&standing, self.partners, place, actions);
        Ok(())
    }
}

/// Chooses one of these seats, each with the same probability, so that no seat is always the first to act.
fn one_of(seats: Seats, dice: &mut Dice) -> Option<Seat> {
    seats.single().or_else(|| seats.iter().nth(dice.place(seats.len())))
}
