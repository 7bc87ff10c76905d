//! Checks that clocks ran while the server did and only then, without using the server's own arithmetic.

use facedown_core::{Seat, Seats};
use facedown_protocol::TableClock;
use facedown_server::room::{Acted, Actor, EntryBody, JournalEntry, Timing};
use facedown_server::time::{Millis, Moment, WallTime};
use serde_json::Value;

/// The state of a table before an entry.
pub(crate) struct Before<'a> {
    /// When the previous entry was written, by the wall clock and by the monotonic clock.
    pub(crate) last: WallTime,
    pub(crate) moment: Moment,
    pub(crate) timing: &'a Timing,
    /// The seats that the table waited for.
    pub(crate) waiting: Seats,
    /// How many seconds the rules allow for the decision.
    pub(crate) own_clock: Option<u32>,
}

/// Counts how long the table waited for each seat while the server ran.
///
/// This is never less than what the seat's clock lost, so a clock that runs out too early is noticed.
pub(crate) struct Stopwatch<'a> {
    rule: TableClock,
    /// When each process of the server ended.
    deaths: &'a [WallTime],
    seats: Vec<Waited>,
}

#[derive(Clone, Copy, Default)]
struct Waited {
    /// Since the seat last acted, or the table began to wait for it.
    now: Millis,
    /// In the whole game.
    all: Millis,
    acts: Millis,
}

impl<'a> Stopwatch<'a> {
    pub(crate) fn new(rule: TableClock, deaths: &'a [WallTime], seats: usize) -> Self {
        Self { rule, deaths, seats: vec![Waited::default(); seats] }
    }

    /// Goes on to the next entry. Returns what is wrong with it.
    pub(crate) fn entry(&mut self, before: &Before<'_>, entry: &JournalEntry) -> Option<String> {
        let is_running = before.timing.deadline().is_some();
        let reopened = matches!(entry.what, EntryBody::Reopened);
        let was_killed = self.kills_before(before.last) != self.kills_before(entry.at);
        if is_running && was_killed && !reopened {
            return Some("the server was killed before it, and clocks ran on".into());
        }
        if !reopened && !was_killed {
            let passed = entry.at.as_millis().saturating_sub(before.last.as_millis());
            for seat in before.waiting.iter() {
                let waited = &mut self.seats[seat.index()];
                waited.now += passed;
                waited.all += passed;
            }
        }
        let EntryBody::Acted(Acted { seat, by, .. }) = &entry.what else { return None };
        let too_early = if *by == Actor::Clock { self.too_early(*seat, before) } else { None };
        let waited = &mut self.seats[seat.index()];
        waited.now = 0;
        waited.acts += 1;
        too_early
    }

    /// Resets the seats that the table no longer waits for.
    pub(crate) fn waits_for(&mut self, waiting: Seats) {
        for (seat, waited) in (0..).filter_map(Seat::new).zip(&mut self.seats) {
            if !waiting.contains(seat) {
                waited.now = 0;
            }
        }
    }

    fn too_early(&self, seat: Seat, before: &Before<'_>) -> Option<String> {
        let waited = self.seats[seat.index()];
        let (had, least) = match (before.own_clock, self.rule) {
            (Some(seconds), _) | (None, TableClock::Decision(seconds)) => {
                (waited.now, u64::from(seconds) * 1000)
            }
            (None, TableClock::Game { seconds, increment }) => {
                (waited.all, (u64::from(seconds) + waited.acts * u64::from(increment)) * 1000)
            }
            (None, TableClock::None) => {
                return Some(format!("{seat} has no clock, and it ran out"));
            }
        };
        (had < least).then(|| format!("the clock of {seat} ran out after {had} ms of {least} ms"))
    }

    /// How often the server had been killed before this time.
    fn kills_before(&self, at: WallTime) -> usize {
        self.deaths.iter().filter(|&&death| death < at).count()
    }
}

/// What is wrong with the clocks after a restart: they must be where they stopped.
pub(crate) fn stood_still(before: &Before<'_>, timing: &Timing, at: Moment) -> Option<String> {
    let (was, is) = (before.timing.left(before.moment), timing.left(at));
    (was != is).then(|| format!("clocks moved while the server was down: from {was:?} to {is:?}"))
}

/// What is wrong with the clocks in a welcome that was heard at this time, after the last entry was written.
pub(crate) fn welcomed(
    told: &Value,
    timing: &Timing,
    written: Moment,
    heard: Moment,
) -> Option<String> {
    let (Some(most), Some(fewest)) = (timing.left(written), timing.left(heard)) else {
        return (!told.is_null()).then(|| format!("clocks: was told {told}, and there are none"));
    };
    let told_of = |seat: usize| told.get(seat).map(Value::as_u64);
    let bounds = || most.values().iter().zip(fewest.values()).enumerate();
    let fits = bounds().all(|(seat, bounds)| match (bounds, told_of(seat)) {
        ((Some(most), Some(fewest)), Some(Some(told))) => (*fewest..=*most).contains(&told),
        ((None, None), Some(None)) => true,
        _ => false,
    });
    (!fits).then(|| format!("clocks: was told {told}, and it is {fewest:?} to {most:?}"))
}

#[cfg(test)]
mod tests {
    use facedown_core::SeatCount;
    use facedown_server::room::ClockChange;
    use serde_json::{json, value::RawValue};

    use super::*;

    const DEATHS: [WallTime; 2] = [WallTime::from_millis(1_000), WallTime::from_millis(9_000)];

    fn zero() -> Seat {
        Seat::new(0).expect("a seat")
    }

    fn timing(since: Millis) -> Timing {
        let mut timing =
            Timing::new(TableClock::Decision(2), SeatCount::new(2).expect("two seats"));
        let (before, after) = (Seats::NONE, zero().only());
        timing.change(ClockChange {
            at: Moment::from_millis(since),
            actor: None,
            before,
            after,
            own_clock: None,
            is_open: false,
        });
        timing
    }

    fn entry(at: Millis, what: EntryBody) -> JournalEntry {
        let moment = Some(Moment::from_millis(at));
        JournalEntry { at: WallTime::from_millis(at), moment, stood: 0, what }
    }

    fn strike(last: Millis, at: Millis, stopwatch: &mut Stopwatch<'_>) -> Option<String> {
        let timing = timing(900);
        let waiting = zero().only();
        let (moment, last) = (Moment::from_millis(last), WallTime::from_millis(last));
        let before = Before { last, moment, timing: &timing, waiting, own_clock: None };
        let action = RawValue::from_string("{}".into()).expect("JSON");
        let what = EntryBody::Acted(Acted { seat: zero(), by: Actor::Clock, id: None, action });
        stopwatch.entry(&before, &entry(at, what))
    }

    #[test]
    fn no_clock_runs_while_the_server_is_down() {
        let mut stopwatch = Stopwatch::new(TableClock::Decision(2), &DEATHS, 2);
        let wrong = strike(900, 5_500, &mut stopwatch);
        assert!(wrong.is_some_and(|wrong| wrong.contains("was killed")));
        let reopened = entry(5_100, EntryBody::Reopened);
        let (running, later) = (timing(900), timing(5_100));
        let (last, moment) = (WallTime::from_millis(900), Moment::from_millis(900));
        let waiting = zero().only();
        let before = Before { last, moment, timing: &running, waiting, own_clock: None };
        assert_eq!(stopwatch.entry(&before, &reopened), None);
        assert_eq!(stood_still(&before, &later, reopened.moment()), None);
        assert!(stood_still(&before, &running, reopened.moment()).is_some());
        assert!(strike(5_100, 7_099, &mut stopwatch).is_some());
        stopwatch.seats[0].now = 0;
        assert_eq!(strike(5_100, 7_100, &mut stopwatch), None);
    }

    #[test]
    fn a_welcome_has_the_clocks_of_some_moment_after_the_last_entry() {
        let [written, heard] = [1_000, 1_500].map(Moment::from_millis);
        let wrong = |told: Value| welcomed(&told, &timing(1_000), written, heard);
        assert_eq!(wrong(json!([2_000, null])), None);
        assert_eq!(wrong(json!([1_500, null])), None);
        for bad in [json!([1_499, null]), json!([2_001, null]), json!([1_700, 5]), json!(null)] {
            assert!(wrong(bad).is_some());
        }
    }
}
