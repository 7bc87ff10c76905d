//! Agreement: `legal` lists exactly what `permits` permits, or in an open game some of it, and refused actions change nothing.

use std::collections::BTreeSet;

use facedown_core::{Dice, Game, Seat, Table};

use crate::pool::{Pool, canonical};
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
                // What is not listed has to be possible all the same.
                Ok(()) if G::OPEN => {
                    let went = table.clone().act(seat, action).map(drop);
                    went.map_err(|error| Breach::PermittedButImpossible {
                        seat,
                        action: name,
                        why: error.to_string(),
                    })?;
                }
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
