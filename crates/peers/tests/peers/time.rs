//! Time: by the relay's stamps, by the machines' own clocks, and both together.

use std::sync::Arc;

use facedown_core::{Game, Seat, Viewer};
use facedown_crypto::places::{Ending, Genesis, Seated, Stage};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::texas_42::Texas42;
use facedown_peers::{Desk, Heard, NotHeard, Out, Terms};
use facedown_protocol::Name;
use facedown_protocol::delta::Shorthand;

use crate::table::{Machines, genesis, options, seat, seats, seeds};

/// The grace that terms have unless they say something else.
const GRACE: u64 = 120_000;

/// A table whose genesis names a relay.
fn relayed<G: Game>(options: &str, players: usize, number: u64) -> Genesis {
    let options = serde_json::from_str::<G::Options>(options).unwrap();
    let relay = Seated::new(&[99; 32], [1; 32]).key;
    genesis::<G>(&options, seats(players), number).with_relay(relay)
}

/// A dealt table at which somebody is waited for. The last stamp was at 1000.
fn waiting(number: u64) -> (Machines<Texas42>, Seat) {
    let mut machines = Machines::<Texas42>::at(relayed::<Texas42>("{}", 4, number), number);
    machines.clock = Some(1000);
    machines.settle();
    let gone = machines.spectator().awaited().iter().next().unwrap();
    machines.off = gone.only();
    (machines, gone)
}

#[test]
fn votes_count_when_the_stamps_show_that_the_grace_has_passed() {
    let (mut machines, gone) = waiting(60);
    machines.clock = Some(1000 + GRACE - 1);
    assert_eq!(machines.vote(gone, 3), Some(Heard::Counted));
    assert_eq!(*machines.spectator().cards().stage(), Stage::Idle);
    // They wait for it: any later stamp shows it.
    machines.clock = Some(1000 + GRACE);
    let signature =
        machines.folds[machines.off.without(gone).len() + usize::from(gone == seat(0))].sign_head();
    let ended = machines.post(&signature.unwrap());
    assert_eq!(ended, Heard::Ended(Ending::Abandoned(gone)));
}

#[test]
fn a_minority_cannot_say_that_somebody_has_left() {
    let (mut machines, gone) = waiting(61);
    machines.clock = Some(1000 + 10 * GRACE);
    assert_eq!(machines.vote(gone, 1), Some(Heard::Counted));
    assert_eq!(machines.vote(gone, 1), Some(Heard::Known));
    assert_eq!(machines.vote(gone, 2), Some(Heard::Ended(Ending::Abandoned(gone))));
}

#[test]
fn a_relay_that_stamps_far_ahead_achieves_nothing_alone() {
    let (mut machines, gone) = waiting(62);
    machines.clock = Some(u64::MAX);
    let on = seats(4).all().without(gone).iter().next().unwrap();
    let signature = machines.folds[on.index()].sign_head().unwrap();
    assert_eq!(machines.post(&signature), Heard::Counted);
    assert_eq!(*machines.spectator().cards().stage(), Stage::Idle);
    machines.off = facedown_core::Seats::NONE;
    assert_eq!(machines.folds[gone.index()].awaited(), gone.only());
}

#[test]
fn a_clock_that_goes_back_stands_still() {
    let (mut machines, gone) = waiting(63);
    machines.clock = Some(0);
    assert_eq!(machines.vote(gone, 2), Some(Heard::Counted));
    machines.clock = Some(GRACE);
    assert_eq!(machines.vote(gone, 3), Some(Heard::Counted));
    machines.clock = Some(1000 + GRACE);
    let _ = machines.vote(gone, 3);
    assert_eq!(*machines.spectator().cards().stage(), Stage::Over(Ending::Abandoned(gone)));
}

#[test]
fn nobody_is_voted_out_whom_nobody_waits_for() {
    let (mut machines, gone) = waiting(64);
    machines.clock = Some(1000 + GRACE);
    let others: Vec<Seat> = seats(4).all().without(gone).iter().collect();
    assert!(machines.folds[others[0].index()].forfeit(others[1], 0).is_none());
    let forged = facedown_crypto::places::Entry::forged(
        &machines.chain.genesis,
        &machines.seeds[others[0].index()],
        *machines.spectator().head(),
        others[0],
        facedown_crypto::places::EntryKind::Forfeit(others[1]),
        Vec::new(),
    );
    // Its own machine has not made it, but cannot tell: it has signed it.
    assert_eq!(machines.try_post(&forged), Err(NotHeard::NotAwaited(others[1])));
}

/// It would fail if a vote were kept for later before its length is checked: with all places for votes, that is a lot.
#[test]
fn a_long_vote_is_refused_at_once_and_convicts_its_author() {
    let (mut machines, gone) = waiting(67);
    let author = seats(4).all().without(gone).iter().next().unwrap();
    let long = facedown_crypto::places::Entry::forged(
        &machines.chain.genesis,
        &machines.seeds[author.index()],
        *machines.spectator().head(),
        author,
        facedown_crypto::places::EntryKind::Forfeit(gone),
        vec![0; 60_000],
    );
    assert!(matches!(machines.try_post(&long), Err(NotHeard::Refused(_))));
    let verdicts = machines.spectator().verdicts();
    assert_eq!(verdicts.iter().map(|it| it.entry).collect::<Vec<_>>(), [long.place()]);
}

#[test]
fn the_wait_begins_anew_with_every_head() {
    let (mut machines, gone) = waiting(65);
    machines.off = facedown_core::Seats::NONE;
    machines.clock = Some(1000 + GRACE - 1);
    let (_, action) = machines.choices().into_iter().find(|(seat, _)| *seat == gone).unwrap();
    machines.act(gone, &action);
    let next = machines.spectator().awaited().iter().next().unwrap();
    machines.off = next.only();
    machines.clock = Some(1000 + GRACE + 5);
    assert_eq!(machines.vote(next, 3), Some(Heard::Counted));
    assert_eq!(*machines.spectator().cards().stage(), Stage::Idle);
}

/// Without stamps nobody knows the time, and votes count at once. Where a relay is named, an entry without a stamp has none.
#[test]
fn without_a_stamp_no_time_passes_at_a_table_with_a_relay() {
    let mut machines = Machines::<Texas42>::at(relayed::<Texas42>("{}", 4, 66), 66);
    machines.settle();
    let gone = machines.spectator().awaited().iter().next().unwrap();
    machines.off = gone.only();
    assert_eq!(machines.vote(gone, 3), Some(Heard::Counted));
    assert_eq!(*machines.spectator().cards().stage(), Stage::Idle);
}

/// Desks around a table, with a network that delivers what it is told to, and a clock for all.
struct Timed<G: Game> {
    desks: Vec<Desk<G>>,
    wakes: Vec<Option<u64>>,
    now: u64,
    off: Vec<usize>,
    posted: usize,
}

impl<G: Game> Timed<G> {
    fn new(options: &str, players: usize, number: u64, times: (u32, u32)) -> Self {
        let options: G::Options = serde_json::from_str(options).unwrap();
        let names = (0..players).map(|n| Name::new(&format!("Player {n}")).unwrap()).collect();
        let terms = Terms::new::<G>(&options, names).unwrap().with_times(times.0, times.1);
        let seeds = seeds(seats(players), number);
        let seated = seeds.iter().map(|seed| Seated::new(seed, seed.map(|byte| !byte))).collect();
        let genesis = Genesis::new(terms.unwrap().to_bytes(), seated).unwrap();
        let genesis = genesis.with_relay(Seated::new(&[99; 32], [1; 32]).key);
        let shorthand = Arc::new(Shorthand::of::<G>());
        let desk = |(index, seed)| {
            Desk::sit(genesis.clone(), seat(index), seed, [], Arc::clone(&shorthand)).unwrap()
        };
        let desks: Vec<Desk<G>> = seeds.into_iter().enumerate().map(desk).collect();
        let wakes = vec![Some(0); players];
        let mut table = Self { desks, wakes, now: 5000, off: Vec::new(), posted: 0 };
        for index in 0..players {
            let out = table.desks[index].resume();
            table.deliver(index, out);
        }
        table.tick();
        table
    }

    fn deliver(&mut self, from: usize, out: Out) {
        let mut queue: std::collections::VecDeque<(usize, Out)> = [(from, out)].into();
        while let Some((from, out)) = queue.pop_front() {
            self.wakes[from] = out.wake.or(self.wakes[from]);
            for entry in out.post {
                self.posted += 1;
                for index in (0..self.desks.len()).filter(|index| !self.off.contains(index)) {
                    let out = self.desks[index].hear(&entry, Some(self.now / 2)).unwrap();
                    queue.push_back((index, out));
                }
            }
        }
    }

    /// All machines whose clocks ring do what is to be done, until none rings.
    fn tick(&mut self) {
        loop {
            let rings = |index: &usize| {
                !self.off.contains(index) && self.wakes[*index].is_some_and(|at| at <= self.now)
            };
            let Some(index) = (0..self.desks.len()).find(rings) else { return };
            self.wakes[index] = None;
            let out = self.desks[index].tick(self.now);
            self.deliver(index, out);
        }
    }

    /// Time passes until the next clock rings.
    fn pass(&mut self) -> u64 {
        let on = (0..self.desks.len()).filter(|index| !self.off.contains(index));
        let next = on.filter_map(|index| self.wakes[index]).min().unwrap();
        let passed = next - self.now;
        self.now = next;
        self.tick();
        passed
    }

    fn awaited(&self) -> Vec<usize> {
        let on = (0..self.desks.len()).find(|index| !self.off.contains(index)).unwrap();
        self.desks[on].fold().awaited().iter().map(Seat::index).collect()
    }
}

#[test]
fn a_machine_plays_for_its_slow_player_and_only_for_it() {
    let mut table = Timed::<Texas42>::new("{}", 4, 70, (20, 60));
    let slow = table.awaited()[0];
    let actions = |table: &Timed<Texas42>| table.desks[0].fold().rules().log().len();
    // First the head is signed by all, once.
    let posted = table.posted;
    assert_eq!(table.pass(), 10_000);
    assert_eq!((table.posted - posted, actions(&table)), (4, 0));
    let agreement = table.desks[0].fold().agreement();
    assert_eq!(agreement.signed.len(), 4);
    assert_eq!(agreement.agreed, Some((*table.desks[0].fold().head(), 0)));
    assert!(agreement.elsewhere.is_empty());
    // Called too often, it does nothing.
    assert!((0..4).all(|index| table.desks[index].tick(table.now).is_empty()));
    assert_eq!(table.pass(), 10_000);
    assert_eq!(actions(&table), 1);
    assert_eq!(table.desks[0].fold().rules().log()[0].seat, seat(slow));
    // The same seeds play the same.
    let mut again = Timed::<Texas42>::new("{}", 4, 70, (20, 60));
    again.pass();
    again.pass();
    assert_eq!(again.desks[0].fold().head(), table.desks[0].fold().head());
}

#[test]
fn nobody_hurries_where_the_terms_do_not() {
    let mut table = Timed::<Texas42>::new("{}", 4, 71, (0, 60));
    table.pass();
    let silent = table.awaited();
    // All machines are on; but nobody acts for longer than the grace, so the others vote.
    while table.desks[0].ending().is_none() {
        table.pass();
    }
    assert_eq!(table.desks[0].ending(), Some(Ending::Abandoned(seat(silent[0]))));
}

/// The relay's clock is half as fast as theirs, so their first votes are too early. They cast them again.
#[test]
fn a_silent_machine_is_voted_out_after_the_grace_of_the_slower_clock() {
    let mut table = Timed::<ExplodingKittens>::new("{}", 3, 72, (5, 30));
    let gone = table.awaited()[0];
    table.off.push(gone);
    let (other, before) = (usize::from(gone == 0), table.now);
    while table.now < before + 60_000 {
        assert_eq!(*table.desks[other].fold().cards().stage(), Stage::Idle);
        table.pass();
    }
    assert_eq!(table.desks[other].ending(), Some(Ending::Abandoned(seat(gone))));
}

#[test]
fn of_two_players_the_one_who_waits_ends_the_table_and_says_for_whom() {
    let mut table = Timed::<ExplodingKittens>::new("{}", 2, 73, (0, 10));
    let gone = table.awaited()[0];
    table.off.push(gone);
    let other = 1 - gone;
    while table.desks[other].ending().is_none() {
        table.pass();
    }
    assert_eq!(table.desks[other].ending(), Some(Ending::Abandoned(seat(gone))));
    assert_eq!(table.desks[other].fold().viewer(), Viewer::Seat(seat(other)));
}

#[test]
fn entries_of_another_fork_show() {
    let mut here = Machines::<Texas42>::dealt(&options::<Texas42>("{}"), seats(4), 74);
    let mut there = Machines::<Texas42>::dealt(&options::<Texas42>("{}"), seats(4), 74);
    let (who, action) = there.choices().pop().unwrap();
    there.act(who, &action);
    // The relay tells one machine another first action than the others, and then what they say after theirs.
    let on = seats(4).all().without(who).iter().next().unwrap();
    let signature = there.folds[on.index()].sign_head().unwrap();
    let fold = here.folds.last_mut().unwrap();
    assert!(fold.agreement().elsewhere.is_empty());
    assert!(fold.hear(&signature).is_err());
    assert_eq!(fold.agreement().elsewhere, on.only());
    // Who only hears them in another order gets there.
    for entry in &there.chain.entries[here.chain.entries.len()..] {
        let _ = fold.hear(entry).unwrap();
    }
    assert!(fold.agreement().elsewhere.is_empty());
    assert_eq!(fold.hear(&signature), Ok(Heard::Counted));
}

#[test]
fn the_last_head_is_signed_by_all() {
    let mut table = Timed::<ExplodingKittens>::new("{}", 2, 75, (1, 10));
    while table.desks[0].ending().is_none() {
        table.pass();
    }
    assert_eq!(table.desks[0].ending(), Some(Ending::Closed));
    for desk in &table.desks {
        let agreement = desk.fold().agreement();
        assert_eq!(agreement.agreed.map(|(head, _)| head), Some(*desk.fold().head()));
    }
}
