//! Players around a table: every entry goes to everybody, and the work is measured.

use std::time::{Duration, Instant};

use facedown_core::{Seat, Seats};
use facedown_crypto::table::{
    Chain, ChainEntry, ChainError, Fault, Genesis, Message, Player, Request, SigningKey, TableState,
};
use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

use super::broken;
use crate::failure::Failure;

/// What something has cost.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) messages: usize,
    pub(super) bytes: usize,
    /// Of all players together.
    pub(super) work: Duration,
}

/// The players of an evening.
pub(super) struct Round {
    players: Vec<Player>,
    rng: ChaCha20Rng,
    /// Since it was last asked.
    cost: Cost,
    /// What each player has worked in all.
    work: Vec<Duration>,
    /// Who no longer says or hears anything.
    silent: Seats,
}

impl Round {
    pub(super) fn new(players: u8, escrow: bool, mut rng: ChaCha20Rng) -> Result<Self, Failure> {
        let mut secret = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let name = secret();
        let keys: Vec<_> = (0..players).map(|_| SigningKey::from_bytes(&secret())).collect();
        let known = keys.iter().map(SigningKey::verifying_key).collect();
        let mut genesis = Genesis::new(name, known).map_err(broken)?;
        if escrow {
            genesis = genesis.with_escrow(threshold(players)).map_err(broken)?;
        }
        let seats = (0..).map_while(Seat::new);
        let players: Vec<Player> = seats
            .zip(keys)
            .map(|(seat, key)| Player::new(genesis.clone(), seat, key).map_err(broken))
            .collect::<Result<_, _>>()?;
        let work = vec![Duration::ZERO; players.len()];
        Ok(Self { players, rng, cost: Cost::default(), work, silent: Seats::NONE })
    }

    /// The table as those who are still here have it.
    pub(super) fn table(&self) -> &TableState {
        self.chain().table()
    }

    pub(super) fn chain(&self) -> &Chain {
        let here = self.players.iter().find(|player| self.is_here(player.seat()));
        here.unwrap_or(&self.players[0]).chain()
    }

    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Those who still say and hear something.
    pub(super) fn here(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| self.is_here(player.seat()))
    }

    fn is_here(&self, seat: Seat) -> bool {
        !self.silent.contains(seat)
    }

    pub(super) fn rng(&mut self) -> &mut ChaCha20Rng {
        &mut self.rng
    }

    /// What was spent since this was last asked.
    pub(super) fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }

    /// Who has worked most, and how long.
    pub(super) fn busiest(&self) -> Option<(Seat, Duration)> {
        let seats = (0..).map_while(Seat::new);
        seats.zip(self.work.iter().copied()).max_by_key(|(_, work)| *work)
    }

    /// From now on this seat says nothing and hears nothing.
    pub(super) fn falls_silent(&mut self, seat: Seat) {
        self.silent = self.silent.with(seat);
    }

    /// Has a seat do something, and measures it.
    pub(super) fn act<T>(
        &mut self,
        seat: Seat,
        act: impl FnOnce(&mut Player, &mut ChaCha20Rng) -> T,
    ) -> T {
        let begun = Instant::now();
        let made = act(&mut self.players[seat.index()], &mut self.rng);
        let took = begun.elapsed();
        self.work[seat.index()] += took;
        self.cost.work += took;
        made
    }

    /// Everybody hears an entry, which must be right.
    pub(super) fn tell(&mut self, entry: &ChainEntry) -> Result<(), Failure> {
        self.cost.messages += 1;
        self.cost.bytes += entry.size();
        for seat in self.seats_here() {
            self.act(seat, |player, _| player.hear(entry)).map_err(broken)?;
        }
        Ok(())
    }

    /// What each of the others says to an entry that is wrong.
    pub(super) fn refused(
        &mut self,
        entry: &ChainEntry,
        cheater: Option<Seat>,
    ) -> Vec<(Seat, Result<(), ChainError>)> {
        let others = self.seats_here().into_iter().filter(|&seat| Some(seat) != cheater);
        let others: Vec<Seat> = others.collect();
        others
            .into_iter()
            .map(|seat| (seat, self.act(seat, |player, _| player.hear(entry))))
            .collect()
    }

    fn seats_here(&self) -> Vec<Seat> {
        self.here().map(Player::seat).collect()
    }

    /// What is due is done, until somebody has a choice, or only those are waited for who keep back.
    pub(super) fn settle_but(&mut self, back: Seats) -> Result<(), Failure> {
        loop {
            let waited = self.table().waiting_on().minus(self.silent).minus(back);
            let Some(seat) = waited.iter().next() else { return Ok(()) };
            let due = self.act(seat, Player::due).map_err(broken)?;
            let Some(entry) = due else { return Ok(()) };
            self.tell(&entry)?;
        }
    }

    pub(super) fn settle(&mut self) -> Result<(), Failure> {
        self.settle_but(Seats::NONE)
    }

    /// What is due from a seat, which keeps it to itself for now.
    pub(super) fn due(&mut self, seat: Seat) -> Result<(ChainEntry, Message), Failure> {
        let due = self.act(seat, Player::due).map_err(broken)?;
        let entry = due.ok_or_else(|| broken("nothing is due"))?;
        let message = entry.message().map_err(broken)?;
        Ok((entry, message))
    }

    /// A seat says something, and what is due then is done.
    pub(super) fn say(&mut self, author: Seat, message: &Message) -> Result<(), Failure> {
        let entry = self.act(author, |player, _| player.say(message));
        self.tell(&entry)?;
        self.settle()
    }

    pub(super) fn ask(&mut self, author: Seat, request: Request) -> Result<(), Failure> {
        self.say(author, &Message::Ask(request))
    }

    /// The same, but some keep back what is due from them.
    pub(super) fn ask_but(
        &mut self,
        author: Seat,
        request: Request,
        back: Seats,
    ) -> Result<(), Failure> {
        let entry = self.act(author, |player, _| player.ask(request));
        self.tell(&entry)?;
        self.settle_but(back)
    }

    /// A seat makes a choice, and what is due then is done.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        choice: impl FnOnce(&mut Player, &mut ChaCha20Rng) -> Result<ChainEntry, Fault>,
    ) -> Result<(), Failure> {
        let entry = self.act(seat, choice).map_err(broken)?;
        self.tell(&entry)?;
        self.settle()
    }
}

/// How many of the others stand in for a player who leaves: all but one, and never one alone.
pub(super) const fn threshold(players: u8) -> u8 {
    if players > 4 { players - 2 } else { 2 }
}
