//! The clocks of a table: how much time each seat has left, computed from the times in the journal.

use facedown_core::{BySeat, Seat, SeatCount, Seats};
use facedown_protocol::{Clocks, TableClock};

use super::Room;
use crate::time::{Millis, Moment};

/// A reminder is sent when a quarter of the time is left…
const REMINDER_PART: Millis = 4;
/// …or this many milliseconds, if that is more.
const REMINDER_LEAST: Millis = 5_000;

/// The clocks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    rule: TableClock,
    seats: BySeat<SeatTime>,
    /// How many times a clock has been started.
    starts: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SeatTime {
    /// What is left of the time for the whole game. While that clock runs, `running` has the current value.
    bank: Millis,
    running: Option<Running>,
}

/// A running clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    /// The number of this start, among all clocks of the table.
    start: u64,
    since: Moment,
    /// The time that was left then.
    left: Millis,
    /// Whether the time for the whole game is running, and not that for one decision.
    is_bank: bool,
}

/// A reminder that will be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The seat that is reminded.
    pub seat: Seat,
    /// When it is sent.
    pub at: Moment,
    /// How much time is left then, in milliseconds.
    pub left: Millis,
    /// The number of the clock's start. There is one reminder for each start.
    pub start: u64,
}

/// A change that affects the clocks.
#[derive(Clone, Copy, Debug)]
pub struct ClockChange {
    /// When it happened.
    pub at: Moment,
    /// The seat that acted, if any.
    pub actor: Option<Seat>,
    /// The seats whose clocks ran before.
    pub before: Seats,
    /// The seats whose clocks run now.
    pub after: Seats,
    /// How many seconds the rules allow for the current decision.
    pub own_clock: Option<u32>,
    /// Whether the game is open: there a turn is many actions.
    pub is_open: bool,
}

impl Timing {
    /// Clocks that are stopped.
    pub fn new(rule: TableClock, seats: SeatCount) -> Self {
        let bank = match rule {
            TableClock::Game { seconds, .. } => millis(seconds),
            TableClock::None | TableClock::Decision(_) => 0,
        };
        let seats = BySeat::new(seats, |_| SeatTime { bank, running: None });
        Self { rule, seats, starts: 0 }
    }

    /// Stops the clocks of those who have decided, and starts those of the seats that have to decide.
    ///
    /// A seat that newly has to act starts a decision, and so does one that acted and has to act again. If a seat other than
    /// the actor newly has to act, all seats start one, because something has happened that all have to think about. While
    /// the seats of a window answer one after the other, the remaining ones keep their time.
    pub fn change(&mut self, turn: ClockChange) {
        let new = turn.after.minus(turn.before);
        let others = turn.actor.map_or(new, |actor| new.without(actor));
        for (seat, time) in self.seats.iter_mut() {
            let acted = turn.actor == Some(seat);
            let goes_on = turn.after.contains(seat);
            let begins = new.contains(seat) || acted || !others.is_empty();
            if goes_on && !begins {
                continue;
            }
            if let Some(running) = time.running.take()
                && running.is_bank
            {
                time.bank = running.left_at(turn.at);
            }
            // Whoever acts without being waited for gains no time, nor does every action of a turn in an open game.
            let is_done = turn.before.contains(seat) && !(turn.is_open && goes_on);
            if acted
                && is_done
                && let TableClock::Game { increment, .. } = self.rule
            {
                time.bank += millis(increment);
            }
            if goes_on {
                time.running = start(self.rule, turn.own_clock, time.bank, turn.at, self.starts);
                self.starts += 1;
            }
        }
    }

    /// Continues after the server was stopped: the clocks did not run from the last entry until now.
    pub fn reopen(&mut self, last: Moment, now: Moment) {
        for (_, time) in self.seats.iter_mut() {
            if let Some(running) = &mut time.running {
                running.left = running.left_at(last);
                running.since = now;
            }
        }
    }

    /// Stops all clocks for this long after the last entry.
    pub fn stand(&mut self, millis: Millis) {
        for (_, time) in self.seats.iter_mut() {
            if let Some(running) = &mut time.running {
                running.since = running.since + millis;
            }
        }
    }

    /// How much time each seat has left; `None` if no seat has a clock.
    pub fn left(&self, now: Moment) -> Option<Clocks> {
        let has_bank = matches!(self.rule, TableClock::Game { .. });
        let clocks = self.seats.map(|_, time| match time.running {
            Some(running) => Some(running.left_at(now)),
            None => has_bank.then_some(time.bank),
        });
        clocks.values().iter().any(Option::is_some).then_some(clocks)
    }

    /// The next timeout, and its seat.
    pub fn deadline(&self) -> Option<(Moment, Seat)> {
        self.running().map(|(seat, running)| (running.deadline(), seat)).min()
    }

    /// When this seat runs out of time.
    pub fn deadline_of(&self, seat: Seat) -> Option<Moment> {
        self.running().find(|(other, _)| *other == seat).map(|(_, running)| running.deadline())
    }

    /// The reminders of all seats whose clocks run.
    pub fn reminders(&self) -> impl Iterator<Item = Due> {
        self.running().filter_map(|(seat, running)| {
            let left = (running.left / REMINDER_PART).max(REMINDER_LEAST);
            let at = running.since + running.left.saturating_sub(left);
            (left < running.left).then_some(Due { seat, at, left, start: running.start })
        })
    }

    fn running(&self) -> impl Iterator<Item = (Seat, Running)> {
        self.seats.iter().filter_map(|(seat, time)| Some((seat, time.running?)))
    }
}

// The current clocks of a room, including the time since the last entry.
impl Room {
    /// Stops all clocks for this long. The next entry records it.
    pub fn stand(&mut self, millis: Millis) {
        self.stood += millis;
    }

    /// For how long the clocks were stopped since the last entry.
    pub const fn stood(&self) -> Millis {
        self.stood
    }

    /// How much time each seat has left at this moment; `None` if no seat has a clock.
    pub fn clocks(&self, now: Moment) -> Option<Clocks> {
        self.timing.left(now - self.stood)
    }

    /// The next timeout, and its seat.
    pub fn deadline(&self) -> Option<(Moment, Seat)> {
        self.timing.deadline().map(|(due, seat)| (due + self.stood, seat))
    }

    /// When this seat runs out of time.
    pub fn deadline_of(&self, seat: Seat) -> Option<Moment> {
        self.timing.deadline_of(seat).map(|due| due + self.stood)
    }

    /// The reminders of all seats whose clocks run.
    pub fn reminders(&self) -> impl Iterator<Item = Due> {
        self.timing.reminders().map(|due| Due { at: due.at + self.stood, ..due })
    }
}

impl Running {
    fn deadline(self) -> Moment {
        self.since + self.left
    }

    const fn left_at(self, now: Moment) -> Millis {
        self.left.saturating_sub(now.since(self.since))
    }
}

fn start(
    rule: TableClock,
    own: Option<u32>,
    bank: Millis,
    since: Moment,
    start: u64,
) -> Option<Running> {
    let (left, is_bank) = match (own, rule) {
        (Some(seconds), _) | (None, TableClock::Decision(seconds)) => (millis(seconds), false),
        (None, TableClock::Game { .. }) => (bank, true),
        (None, TableClock::None) => return None,
    };
    Some(Running { start, since, left, is_bank })
}

const fn millis(seconds: u32) -> Millis {
    seconds as Millis * 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(indices: &[usize]) -> Seats {
        indices.iter().map(|&index| Seat::new(index).unwrap()).collect()
    }

    fn at(millis: Millis) -> Moment {
        Moment::from_millis(millis)
    }

    fn turn(
        millis: Millis,
        actor: Option<usize>,
        before: &[usize],
        after: &[usize],
    ) -> ClockChange {
        let actor = actor.and_then(Seat::new);
        let (before, after) = (seats(before), seats(after));
        ClockChange { at: at(millis), actor, before, after, own_clock: None, is_open: false }
    }

    fn left(timing: &Timing, now: Millis) -> Vec<Option<u64>> {
        timing.left(at(now)).map_or_else(Vec::new, |clocks| clocks.values().to_vec())
    }

    fn three(rule: TableClock) -> Timing {
        Timing::new(rule, SeatCount::new(3).unwrap())
    }

    #[test]
    fn a_decision_has_its_time_and_a_window_that_empties_gives_none_back() {
        let mut timing = three(TableClock::Decision(10));
        timing.change(turn(0, None, &[], &[0]));
        assert_eq!(timing.deadline(), Some((at(10_000), Seat::new(0).unwrap())));
        timing.change(turn(4_000, Some(0), &[0], &[1, 2]));
        assert_eq!(left(&timing, 5_000), [None, Some(9_000), Some(9_000)]);
        timing.change(turn(6_000, Some(1), &[1, 2], &[2]));
        assert_eq!(left(&timing, 6_000), [None, None, Some(8_000)]);
        // A seat newly has to act, so all clocks start anew.
        timing.change(turn(7_000, Some(2), &[2], &[0, 1, 2]));
        assert_eq!(left(&timing, 7_000), [Some(10_000); 3]);
    }

    #[test]
    fn the_time_for_a_game_runs_off_and_grows_with_each_action() {
        let mut timing = three(TableClock::Game { seconds: 60, increment: 2 });
        timing.change(turn(0, None, &[], &[0]));
        timing.change(turn(10_000, Some(0), &[0], &[1]));
        assert_eq!(left(&timing, 15_000), [Some(52_000), Some(55_000), Some(60_000)]);
        timing.change(turn(20_000, Some(1), &[1], &[0]));
        assert_eq!(left(&timing, 20_000), [Some(52_000), Some(52_000), Some(60_000)]);
        assert_eq!(timing.deadline(), Some((at(72_000), Seat::new(0).unwrap())));
    }

    #[test]
    fn in_an_open_game_time_grows_with_each_turn_and_for_nobody_else() {
        let mut timing = three(TableClock::Game { seconds: 60, increment: 2 });
        let turn = |millis, actor, before: &[usize], after: &[usize]| ClockChange {
            is_open: true,
            ..turn(millis, actor, before, after)
        };
        timing.change(turn(0, None, &[], &[0]));
        // A seat acts in the meantime, and then the one whose turn it is.
        timing.change(turn(10_000, Some(1), &[0], &[0]));
        timing.change(turn(20_000, Some(0), &[0], &[0]));
        assert_eq!(left(&timing, 20_000), [Some(40_000), Some(60_000), Some(60_000)]);
        timing.change(turn(30_000, Some(0), &[0], &[1]));
        assert_eq!(left(&timing, 30_000), [Some(32_000), Some(60_000), Some(60_000)]);
    }

    #[test]
    fn what_the_rules_say_goes_first_and_spares_the_time_for_the_game() {
        let mut timing = three(TableClock::Game { seconds: 60, increment: 0 });
        timing.change(ClockChange { own_clock: Some(5), ..turn(0, None, &[], &[0]) });
        assert_eq!(left(&timing, 1_000), [Some(4_000), Some(60_000), Some(60_000)]);
        timing.change(turn(3_000, Some(0), &[0], &[1]));
        assert_eq!(left(&timing, 3_000), [Some(60_000); 3]);
    }

    #[test]
    fn while_the_server_was_closed_no_clock_ran() {
        let mut timing = three(TableClock::Decision(10));
        timing.change(turn(0, None, &[], &[0]));
        timing.reopen(at(4_000), at(1_000_000));
        assert_eq!(left(&timing, 1_000_000), [Some(6_000), None, None]);
        assert_eq!(timing.deadline(), Some((at(1_006_000), Seat::new(0).unwrap())));
    }

    #[test]
    fn while_the_server_takes_its_time_no_clock_runs() {
        let mut timing = three(TableClock::Game { seconds: 10, increment: 0 });
        timing.change(turn(0, None, &[], &[0]));
        timing.stand(3_000);
        assert_eq!(timing.deadline_of(Seat::new(0).unwrap()), Some(at(13_000)));
        assert_eq!(timing.deadline_of(Seat::new(1).unwrap()), None);
        timing.change(turn(4_000, Some(0), &[0], &[1]));
        assert_eq!(left(&timing, 4_000), [Some(9_000), Some(10_000), Some(10_000)]);
    }

    #[test]
    fn a_reminder_comes_with_a_quarter_left_or_five_seconds() {
        let mut timing = three(TableClock::Decision(40));
        timing.change(turn(0, None, &[], &[0]));
        let seat = Seat::new(0).unwrap();
        let due = Due { seat, at: at(30_000), left: 10_000, start: 0 };
        assert_eq!(timing.reminders().collect::<Vec<_>>(), [due]);
        let mut short = three(TableClock::Decision(5));
        short.change(turn(0, None, &[], &[0]));
        assert_eq!(short.reminders().count(), 0);
    }
}
