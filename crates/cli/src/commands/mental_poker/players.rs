//! All players of the demo: delivers every entry to everybody and measures the work.

use std::time::{Duration, Instant};

use facedown_core::{Seat, Seats};
use facedown_crypto::table::{
    Chain, ChainEntry, ChainError, Fault, Genesis, Message, Player, Request, SigningKey, TableState,
};
use rand_chacha::ChaCha20Rng;
use rand_core::Rng;

use super::demo_error;
use crate::failure::Failure;

/// The cost of one or more steps.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) messages: usize,
    pub(super) bytes: usize,
    /// The processing time of all players together.
    pub(super) work: Duration,
}

/// The players of the demo.
pub(super) struct Players {
    by_seat: Vec<Player>,
    rng: ChaCha20Rng,
    /// The cost since the last call of `take_cost`.
    cost: Cost,
    /// The total processing time of each player.
    work: Vec<Duration>,
    /// Players who no longer send or receive messages.
    disconnected: Seats,
}

impl Players {
    pub(super) fn new(players: u8, escrow: bool, mut rng: ChaCha20Rng) -> Result<Self, Failure> {
        let mut secret = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let name = secret();
        let keys: Vec<_> = (0..players).map(|_| SigningKey::from_bytes(&secret())).collect();
        let known = keys.iter().map(SigningKey::verifying_key).collect();
        let mut genesis = Genesis::new(name, known).map_err(demo_error)?;
        if escrow {
            genesis = genesis.with_escrow(threshold(players)).map_err(demo_error)?;
        }
        let seats = (0..).map_while(Seat::new);
        let players: Vec<Player> = seats
            .zip(keys)
            .map(|(seat, key)| Player::new(genesis.clone(), seat, key).map_err(demo_error))
            .collect::<Result<_, _>>()?;
        let work = vec![Duration::ZERO; players.len()];
        Ok(Self { by_seat: players, rng, cost: Cost::default(), work, disconnected: Seats::NONE })
    }

    /// The table as the connected players know it.
    pub(super) fn table(&self) -> &TableState {
        self.chain().table()
    }

    pub(super) fn chain(&self) -> &Chain {
        let connected = self.by_seat.iter().find(|player| self.is_connected(player.seat()));
        connected.unwrap_or(&self.by_seat[0]).chain()
    }

    pub(super) fn player(&self, seat: Seat) -> &Player {
        &self.by_seat[seat.index()]
    }

    /// The players who still send and receive messages.
    pub(super) fn connected(&self) -> impl Iterator<Item = &Player> {
        self.by_seat.iter().filter(|player| self.is_connected(player.seat()))
    }

    fn is_connected(&self, seat: Seat) -> bool {
        !self.disconnected.contains(seat)
    }

    pub(super) fn rng(&mut self) -> &mut ChaCha20Rng {
        &mut self.rng
    }

    /// Returns the cost since the last call.
    pub(super) fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.cost)
    }

    /// The player with the most processing time, and that time.
    pub(super) fn busiest(&self) -> Option<(Seat, Duration)> {
        let seats = (0..).map_while(Seat::new);
        seats.zip(self.work.iter().copied()).max_by_key(|(_, work)| *work)
    }

    /// Cuts a seat off: from now on it sends and receives nothing.
    pub(super) fn disconnect(&mut self, seat: Seat) {
        self.disconnected = self.disconnected.with(seat);
    }

    /// Runs `act` as a seat and measures it.
    pub(super) fn act<T>(
        &mut self,
        seat: Seat,
        act: impl FnOnce(&mut Player, &mut ChaCha20Rng) -> T,
    ) -> T {
        let started = Instant::now();
        let result = act(&mut self.by_seat[seat.index()], &mut self.rng);
        let took = started.elapsed();
        self.work[seat.index()] += took;
        self.cost.work += took;
        result
    }

    /// Delivers an entry to all players, who must accept it.
    pub(super) fn broadcast(&mut self, entry: &ChainEntry) -> Result<(), Failure> {
        self.cost.messages += 1;
        self.cost.bytes += entry.size();
        for seat in self.connected_seats() {
            self.act(seat, |player, _| player.hear(entry)).map_err(demo_error)?;
        }
        Ok(())
    }

    /// Delivers an entry to all players but the cheater and returns their verdicts.
    pub(super) fn verdicts(
        &mut self,
        entry: &ChainEntry,
        cheater: Option<Seat>,
    ) -> Vec<(Seat, Result<(), ChainError>)> {
        let others = self.connected_seats().into_iter().filter(|&seat| Some(seat) != cheater);
        let others: Vec<Seat> = others.collect();
        others
            .into_iter()
            .map(|seat| (seat, self.act(seat, |player, _| player.hear(entry))))
            .collect()
    }

    fn connected_seats(&self) -> Vec<Seat> {
        self.connected().map(Player::seat).collect()
    }

    /// Sends everything that is due, until a player has a choice or the table waits only for `withholding`.
    pub(super) fn settle_except(&mut self, withholding: Seats) -> Result<(), Failure> {
        loop {
            let waited = self.table().waiting_on().minus(self.disconnected).minus(withholding);
            let Some(seat) = waited.iter().next() else { return Ok(()) };
            let due = self.act(seat, Player::due).map_err(demo_error)?;
            let Some(entry) = due else { return Ok(()) };
            self.broadcast(&entry)?;
        }
    }

    pub(super) fn settle(&mut self) -> Result<(), Failure> {
        self.settle_except(Seats::NONE)
    }

    /// The message that is due from a seat, without sending it.
    pub(super) fn due(&mut self, seat: Seat) -> Result<(ChainEntry, Message), Failure> {
        let due = self.act(seat, Player::due).map_err(demo_error)?;
        let entry = due.ok_or_else(|| demo_error("nothing is due"))?;
        let message = entry.message().map_err(demo_error)?;
        Ok((entry, message))
    }

    /// A seat sends a message, and everything that is due afterwards is sent.
    pub(super) fn say(&mut self, author: Seat, message: &Message) -> Result<(), Failure> {
        let entry = self.act(author, |player, _| player.say(message));
        self.broadcast(&entry)?;
        self.settle()
    }

    pub(super) fn ask(&mut self, author: Seat, request: Request) -> Result<(), Failure> {
        self.say(author, &Message::Ask(request))
    }

    /// A seat sends a request, and everything that is due afterwards is sent, except by `withholding`.
    pub(super) fn ask_except(
        &mut self,
        author: Seat,
        request: Request,
        withholding: Seats,
    ) -> Result<(), Failure> {
        let entry = self.act(author, |player, _| player.ask(request));
        self.broadcast(&entry)?;
        self.settle_except(withholding)
    }

    /// A seat makes a choice, and everything that is due afterwards is sent.
    pub(super) fn choose(
        &mut self,
        seat: Seat,
        choice: impl FnOnce(&mut Player, &mut ChaCha20Rng) -> Result<ChainEntry, Fault>,
    ) -> Result<(), Failure> {
        let entry = self.act(seat, choice).map_err(demo_error)?;
        self.broadcast(&entry)?;
        self.settle()
    }
}

/// The escrow threshold: all other players but one, and at least two.
pub(super) const fn threshold(players: u8) -> u8 {
    if players > 4 { players - 2 } else { 2 }
}
