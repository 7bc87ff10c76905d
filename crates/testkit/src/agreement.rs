//! Agreement: `legal` lists exactly what `permits` permits, and refused actions change nothing.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::{Dice, Game, Seat, Table};
use serde_json::Value;

use crate::suite::{Report, Suite};
use crate::violation::{Breach, Violation, text};
use crate::world::viewers;

/// How many candidate actions are tried for each seat at each step.
const CANDIDATES: usize = 24;

/// Plays random games, and at each step tries legal actions, actions that were legal earlier or for other seats, and
/// combinations of them.
pub fn agreement<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    // Shared by all games, so that each is also tried with actions of other games and other table sizes.
    let mut pool = Pool::<G>::default();
    for case in suite.cases() {
        let table = case.play(suite.longest, |table, dice| {
            report.comparisons += compare(table, dice, &mut pool)?;
            Ok(())
        })?;
        report.games += 1;
        report.actions += table.log().len();
    }
    report.unless_idle(suite)
}

/// Every action that was legal at some point, by its JSON.
struct Pool<G: Game> {
    known: BTreeMap<String, G::Action>,
    names: Vec<String>,
}

impl<G: Game> Default for Pool<G> {
    fn default() -> Self {
        Self { known: BTreeMap::new(), names: Vec::new() }
    }
}

impl<G: Game> Pool<G> {
    fn add(&mut self, name: &str, action: &G::Action) {
        if !self.known.contains_key(name) {
            self.known.insert(name.to_owned(), action.clone());
            self.names.push(name.to_owned());
        }
    }

    fn pick(&self, dice: &mut Dice) -> Option<(String, G::Action)> {
        let name = dice.pick(&self.names)?;
        Some((name.clone(), self.known.get(name)?.clone()))
    }

    /// An action with one value taken from another action, or with a number that is off by one.
    fn crossbreed(&self, dice: &mut Dice) -> Option<(String, G::Action)> {
        let mut child: Value = serde_json::from_str(dice.pick(&self.names)?).ok()?;
        let parent: Value = serde_json::from_str(dice.pick(&self.names)?).ok()?;
        let (mut from, mut to) = (Vec::new(), Vec::new());
        leaves(&parent, "", &mut from);
        leaves(&child, "", &mut to);
        let place = child.pointer_mut(dice.pick(&to)?)?;
        let off_by_one = place.as_u64().filter(|_| dice.below(2) == 0);
        *place = match off_by_one {
            Some(number) if dice.below(2) == 0 => number.saturating_sub(1).into(),
            Some(number) => (number + 1).into(),
            None => parent.pointer(dice.pick(&from)?)?.clone(),
        };
        let action: G::Action = serde_json::from_value(child.clone()).ok()?;
        let written = serde_json::to_value(&action).ok()?;
        round_trips(&child, &written).then(|| (child.to_string(), action))
    }
}

/// Whether an action is serialised as it was read, except for sealed values. Serde ignores extra fields of a unit variant.
fn round_trips(read: &Value, written: &Value) -> bool {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => {
            read.len() == written.len()
                && read.iter().all(|(name, value)| {
                    written.get(name).is_some_and(|written| round_trips(value, written))
                })
        }
        (Value::Array(read), Value::Array(written)) => {
            read.len() == written.len()
                && read.iter().zip(written).all(|(one, two)| round_trips(one, two))
        }
        (read, written) => written.is_null() || read == written,
    }
}

/// The JSON pointers of all scalars in an action.
fn leaves(value: &Value, at: &str, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| leaves(value, &format!("{at}/{name}"), out));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| leaves(item, &format!("{at}/{i}"), out));
        }
        _ => out.push(at.to_owned()),
    }
}

fn compare<G: Game>(
    table: &mut Table<G>,
    dice: &mut Dice,
    pool: &mut Pool<G>,
) -> Result<usize, Breach> {
    let mut comparisons = 0;
    let before = snapshot(table);
    let mut last_refused = None;
    for seat in table.seats().all().iter() {
        let legal = listed(table, seat, pool)?;
        comparisons += legal.len() + CANDIDATES;
        for number in 0..CANDIDATES {
            let candidate = if number % 2 == 0 { pool.pick(dice) } else { pool.crossbreed(dice) };
            let Some((name, action)) = candidate else { continue };
            match table.permits(seat, &action) {
                Ok(()) if legal.contains(&name) => {}
                Ok(()) => return Err(Breach::PermittedButNotLegal { seat, action: name }),
                Err(_) => {
                    let given = canonical(&action);
                    let Err(error) = table.act(seat, action) else {
                        return Err(Breach::RefusedButDone { seat, action: name });
                    };
                    if canonical(&error.action) != given {
                        return Err(Breach::RefusalChanges {
                            seat,
                            action: name,
                            what: "the action",
                        });
                    }
                    last_refused = Some((seat, name));
                }
            }
        }
    }
    let changed = before.into_iter().zip(snapshot(table)).find(|(before, after)| before != after);
    match (changed, last_refused) {
        (Some(((what, _), _)), Some((seat, action))) => {
            Err(Breach::RefusalChanges { seat, action, what })
        }
        _ => Ok(comparisons),
    }
}

/// The actions that `legal` lists for a seat. Checks that each is permitted and listed only once.
fn listed<G: Game>(
    table: &Table<G>,
    seat: Seat,
    pool: &mut Pool<G>,
) -> Result<BTreeSet<String>, Breach> {
    let mut legal = BTreeSet::new();
    for action in table.legal_for(seat) {
        let name = canonical(&action);
        if let Err(refused) = table.permits(seat, &action) {
            let refusal = refused.to_string();
            return Err(Breach::LegalButRefused { seat, action: name, refusal });
        }
        pool.add(&name, &action);
        if !legal.insert(name.clone()) {
            return Err(Breach::LegalTwice { seat, action: name });
        }
    }
    Ok(legal)
}

/// Everything that anyone can see of a table.
fn snapshot<G: Game>(table: &Table<G>) -> Vec<(&'static str, String)> {
    let mut seen = vec![
        ("the state", text(table.game())),
        ("the log", table.log().len().to_string()),
        ("the number of events", table.heard().len().to_string()),
    ];
    for viewer in viewers(table.seats()) {
        seen.push(("a view", text(&table.view(viewer))));
        let lens = table.lens(viewer);
        let mut faces = Vec::new();
        table.game().cards(&mut |card| faces.push(lens.face(card)));
        seen.push(("a lens", text(&faces)));
    }
    seen
}

/// An action as JSON with sorted keys, so that equal actions have equal texts.
fn canonical<A: serde::Serialize>(action: &A) -> String {
    serde_json::to_value(action).map(|value| value.to_string()).unwrap_or_default()
}
