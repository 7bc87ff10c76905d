//! All machines of the demo and a spectator's: delivers every entry to everybody, and measures the work.

use std::time::{Duration, Instant};

use facedown_core::{Seat, SeatCount};
use facedown_crypto::MaskedCard;
use facedown_crypto::places::{Chain, Entry, Genesis, Place, Seated};
use facedown_games::Story;
use facedown_peers::{Fold, Terms, Verdict};
use facedown_protocol::Name;

use super::demo_error;
use super::machine::Machine;
use crate::failure::Failure;

/// What the machines are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Keys,
    Shuffle,
    Deal,
    Play,
    Open,
}

impl Phase {
    pub(super) const ALL: [Self; 5] =
        [Self::Keys, Self::Shuffle, Self::Deal, Self::Play, Self::Open];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Shuffle => "shuffle",
            Self::Deal => "deal",
            Self::Play => "play",
            Self::Open => "open",
        }
    }
}

/// The cost of a phase.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) rounds: usize,
    pub(super) messages: usize,
    pub(super) bytes: usize,
    /// The processing time of all players together.
    pub(super) work: Duration,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.messages += other.messages;
        self.bytes += other.bytes;
        self.work += other.work;
    }
}

/// What became of an entry that a cheater sent.
pub(super) struct Refused {
    /// The number of the entry in the chain.
    pub(super) number: usize,
    /// The seats that refused it.
    pub(super) by: Vec<Seat>,
    /// Why.
    pub(super) why: String,
    /// The verdict, which is the same on all machines, if somebody is to blame.
    pub(super) verdict: Option<Verdict>,
}

/// The machines of the demo.
pub(super) struct Machines<G: Story> {
    pub(super) by_seat: Vec<Machine<G>>,
    pub(super) spectator: Fold<G>,
    pub(super) chain: Chain,
    /// The cost of each phase.
    costs: [Cost; Phase::ALL.len()],
    /// The cost since it was last noted.
    current: Cost,
    /// The processing time of each player.
    work: Vec<Duration>,
}

impl<G: Story> Machines<G> {
    /// Machines before the first entry. `dishonest` is a seat whose rules permit everything, and whether it lies.
    pub(super) fn new(
        options: &G::Options,
        names: &[Name],
        seeds: &[[u8; 32]],
        nonces: &[[u8; 32]],
        dishonest: Option<(Seat, bool)>,
    ) -> Result<Self, Failure> {
        let terms = Terms::new::<G>(options, names.to_vec())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let seated = seeds.iter().zip(nonces).map(|(seed, nonce)| Seated::new(seed, *nonce));
        let genesis = Genesis::new(terms.to_bytes(), seated.collect())
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let seats = (0..).map_while(Seat::new);
        let machines = seats.zip(seeds).map(|(seat, seed)| match dishonest {
            Some((cheater, lies)) if seat == cheater => {
                Machine::dishonest(&genesis, seat, *seed, lies)
            }
            _ => Machine::honest(&genesis, seat, *seed),
        });
        let by_seat: Vec<_> = machines.collect::<Result<_, _>>().map_err(demo_error)?;
        let spectator = Fold::watch(genesis.clone()).map_err(demo_error)?;
        let work = vec![Duration::ZERO; by_seat.len()];
        let (costs, current) = Default::default();
        Ok(Self { by_seat, spectator, chain: Chain::new(genesis), costs, current, work })
    }

    pub(super) fn seats(&self) -> SeatCount {
        self.chain.genesis.seats()
    }

    pub(super) fn of(&self, seat: Seat) -> &Machine<G> {
        &self.by_seat[seat.index()]
    }

    /// What is done now. A shuffle is told from a deal only by what it did to the cards.
    pub(super) fn phase(&self) -> Phase {
        if self.spectator.cards().epochs() == 0 {
            Phase::Keys
        } else if self.spectator.rules().game().is_none() {
            Phase::Deal
        } else if self.spectator.rules().standing().is_none() {
            Phase::Play
        } else {
            Phase::Open
        }
    }

    /// The cost of a phase.
    pub(super) const fn cost(&self, phase: Phase) -> Cost {
        self.costs[phase as usize]
    }

    pub(super) fn total(&self) -> Cost {
        let mut total = Cost::default();
        self.costs.iter().for_each(|cost| total += *cost);
        total
    }

    /// The player with the most processing time, and that time.
    pub(super) fn busiest(&self) -> Option<(Seat, Duration)> {
        let seats = (0..).map_while(Seat::new);
        seats.zip(self.work.iter().copied()).max_by_key(|(_, work)| *work)
    }

    /// All ciphertexts.
    pub(super) fn ciphertexts(&self) -> Vec<(Place, MaskedCard)> {
        let cards = self.spectator.cards();
        cards.places().filter_map(|place| Some((place, *cards.masked(place)?))).collect()
    }

    /// A round has ended: notes what it cost.
    pub(super) fn end_round(&mut self, phase: Phase) {
        self.current.rounds += 1;
        self.costs[phase as usize] += std::mem::take(&mut self.current);
    }

    /// The entries that are due now.
    pub(super) fn due(&mut self) -> Result<Vec<Entry>, Failure> {
        let mut due = Vec::new();
        for seat in self.seats().all().iter() {
            due.extend(self.measured(seat, Machine::work).map_err(demo_error)?);
            self.measured(seat, Machine::prepare);
        }
        Ok(due)
    }

    /// Has a player's machine make the entry of an action.
    pub(super) fn act(&mut self, seat: Seat, action: G::Action) -> Result<Entry, Failure> {
        self.measured(seat, |machine| machine.act(action)).map_err(demo_error)
    }

    /// Everybody hears an entry. Honest entries are accepted by all.
    pub(super) fn post(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.current.messages += 1;
        self.current.bytes += entry.size();
        self.chain.entries.push(entry.clone());
        for seat in self.seats().all().iter() {
            let _ = self.measured(seat, |machine| machine.hear(entry)).map_err(demo_error)?;
        }
        let _ = self.spectator.hear(entry).map_err(demo_error)?;
        if self.by_seat.iter().any(|machine| machine.game().is_some() && !self.agrees(machine)) {
            return Err(demo_error("two machines do not agree about the outcome"));
        }
        Ok(())
    }

    fn agrees(&self, machine: &Machine<G>) -> bool {
        let of_all = self.spectator.rules().standing().map(|standing| standing.winners);
        machine.game().and_then(G::standing).map(|standing| standing.winners) == of_all
    }

    /// Everybody but its author hears an entry that nobody may accept.
    pub(super) fn post_forged(
        &mut self,
        entry: &Entry,
        cheater: Option<Seat>,
    ) -> Result<Refused, Failure> {
        let number = self.chain.entries.len();
        self.chain.entries.push(entry.clone());
        let before = self.spectator.verdicts().len();
        let Err(error) = self.spectator.hear(entry) else {
            return Err(demo_error("a spectator did not notice"));
        };
        let verdict = self.spectator.verdicts().get(before).cloned();
        let mut by = Vec::new();
        for seat in self.seats().all().iter().filter(|seat| Some(*seat) != cheater) {
            let heard = self.measured(seat, |machine| machine.hear(entry));
            let same = verdict.is_none() || self.of(seat).verdicts().last() == verdict.as_ref();
            if heard.is_ok() || !same {
                return Err(demo_error(format_args!("{seat} did not notice")));
            }
            by.push(seat);
        }
        let why = verdict.as_ref().map_or_else(|| error.to_string(), |it| it.cheat.to_string());
        Ok(Refused { number, by, why, verdict })
    }

    /// Runs something on a player's machine, and measures it.
    fn measured<T>(&mut self, seat: Seat, run: impl FnOnce(&mut Machine<G>) -> T) -> T {
        let start = Instant::now();
        let result = run(&mut self.by_seat[seat.index()]);
        let work = start.elapsed();
        self.current.work += work;
        self.work[seat.index()] += work;
        result
    }
}
