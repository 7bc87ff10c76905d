//! Determinism: the same seed and actions give the same table, and a record of it replays.

use facedown_core::{Deal, Dealt, Game, House, LogEntry, Record, Rig, Table};

use crate::suite::{Case, Report, Suite};
use crate::trace::{How, Move, Tracer};
use crate::violation::{Breach, Violation, text};
use crate::world::viewers;

/// The longest game, in actions, whose record is damaged at every character.
const MAX_DAMAGED_ACTIONS: usize = 3;

/// Plays random games and restores each table: from its log, from its record as JSON, and with its shuffles and rolls
/// rigged to the same results. Also checks that damaged records are refused.
pub fn determinism<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let mut early = None;
        let table = case.play(suite.longest, |table, _| {
            if table.log().len() <= MAX_DAMAGED_ACTIONS {
                early = Some(table.record(Vec::new()).to_json());
            }
            Ok(())
        })?;
        let step = table.log().len();
        let wrong = |breach| case.violation(step, breach);
        again(suite, &table).map_err(wrong)?;
        recorded(suite, &table).map_err(wrong)?;
        rigged(suite, &case, &table).map_err(wrong)?;
        report.comparisons += 3;
        if case.number == 0 {
            let json = early.unwrap_or_default();
            damaged::<G>(&json).map_err(wrong)?;
            report.comparisons += 2 * json.len();
        }
        report.games += 1;
        report.actions += step;
    }
    report.unless_idle(suite)
}

/// Compares the states of two tables.
pub(crate) fn same_position<G: Game>(
    how: &'static str,
    one: &Table<G>,
    two: &Table<G>,
) -> Result<(), Breach> {
    let each = |what, of: &dyn Fn(&Table<G>) -> String| same(how, what, of(one), of(two));
    each("the state", &|table| text(table.game()))?;
    each("the number of actions", &|table| text(&table.log().len()))?;
    each("the outcome", &|table| text(&table.standing()))?;
    viewers(one.seats()).try_for_each(|viewer| each("a view", &|table| text(&table.view(viewer))))
}

/// Compares everything that can be seen of two tables.
pub(crate) fn same_table<G: Game>(
    suite: &Suite<G>,
    how: &'static str,
    one: &Table<G>,
    two: &Table<G>,
) -> Result<(), Breach> {
    same_position(how, one, two)?;
    let each = |what, of: &dyn Fn(&Table<G>) -> String| same(how, what, of(one), of(two));
    for viewer in viewers(one.seats()) {
        each("a viewer's events", &|table| {
            let events = table.stream(viewer).map(|heard| (heard.at, &heard.told.event));
            text(&events.collect::<Vec<_>>())
        })?;
        if let Some(counting) = &suite.statistics {
            each("a viewer's statistics", &|table| counting.of_table(table, viewer))?;
        }
    }
    Ok(())
}

fn same(how: &'static str, what: &'static str, here: String, there: String) -> Result<(), Breach> {
    if here == there { Ok(()) } else { Err(Breach::NotTheSame { how, what, here, there }) }
}

/// Replays the table's log with this deal.
pub(crate) fn replay<G: Game>(table: &Table<G>, deal: Deal<G::Face>) -> Result<Table<G>, Breach> {
    let mut again = Table::new(table.options().clone(), table.seats(), deal)
        .map_err(|error| Breach::Setup(error.to_string()))?;
    for LogEntry { seat, action } in table.log() {
        let how = "from its log";
        let unreadable = |why| Breach::Unreadable { how, why };
        again.act(*seat, action.clone()).map_err(|refused| unreadable(refused.to_string()))?;
    }
    Ok(again)
}

/// The shuffles, rolls and mixes of a table, as a scenario gives them.
pub(crate) fn rig<G: Game>(case: &Case<'_, G>, log: &[LogEntry<G::Action>]) -> Dealt<Rig<G::Face>> {
    let mut house: House<G> = House::seeded(&case.seed());
    let mut tracer = Tracer::new(&mut house);
    let mut game = G::deal(case.options, case.seats, &mut tracer)?;
    for LogEntry { seat, action } in log {
        game.apply(*seat, action, &mut tracer)?;
    }
    let mut rig = Rig { shuffles: Vec::new(), rolls: Vec::new(), mixes: Vec::new() };
    for step in tracer.into_moves() {
        match step {
            Move::Moved { after, how: How::Shuffled, .. } => rig.shuffles.push(after),
            // A scenario has no entry for a mix of fewer than two cards.
            Move::Moved { after, how: How::Mixed, .. } if after.len() > 1 => rig.mixes.push(after),
            Move::Rolled(number) => rig.rolls.push(number),
            Move::Moved { .. } | Move::Brought { .. } => {}
        }
    }
    Ok(rig)
}

fn again<G: Game>(suite: &Suite<G>, table: &Table<G>) -> Result<(), Breach> {
    same_table(suite, "replayed", table, &replay(table, table.deal().clone())?)
}

fn recorded<G: Game>(suite: &Suite<G>, table: &Table<G>) -> Result<(), Breach> {
    let how = "from its record";
    let names = table.seats().all().iter().map(|seat| seat.to_string()).collect();
    let json = table.record(names).to_json();
    let record = Record::<G>::from_json(&json)
        .map_err(|error| Breach::Unreadable { how, why: error.to_string() })?;
    let report = record.verify();
    if let Some(flaw) = report.flaws.first() {
        return Err(Breach::Unreadable { how, why: flaw.to_string() });
    }
    let replayed = record.replay().map_err(|error| Breach::Setup(error.to_string()))?;
    same_table(suite, how, table, &replayed.table)?;
    same(how, "the record", json, record.to_json())
}

fn rigged<G: Game>(suite: &Suite<G>, case: &Case<'_, G>, table: &Table<G>) -> Result<(), Breach> {
    let rig = rig(case, table.log()).map_err(Breach::DealError)?;
    same_table(suite, "with rigged shuffles and rolls", table, &replay(table, Deal::Rigged(rig))?)
}

/// Changes and removes each character of a record in turn.
fn damaged<G: Game>(json: &str) -> Result<(), Breach> {
    let other = |c: char| if c == '7' { '8' } else { '7' };
    for damaged in damages(json, other) {
        let Ok(record) = Record::<G>::from_json(&damaged.text) else { continue };
        // Only white space may differ.
        if record.to_json() != json {
            return Err(Breach::DamageUnnoticed { what: "a record", at: damaged.at });
        }
    }
    Ok(())
}

/// A text with one character changed or removed.
pub(crate) struct Damaged {
    pub(crate) at: usize,
    pub(crate) text: String,
}

/// The text with each of its characters changed, and with each removed.
pub(crate) fn damages(text: &str, other: impl Fn(char) -> char) -> impl Iterator<Item = Damaged> {
    text.char_indices().flat_map(move |(at, c)| {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        [format!("{before}{}{after}", other(c)), format!("{before}{after}")]
            .map(|text| Damaged { at, text })
    })
}
