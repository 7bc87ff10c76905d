//! Completes rigged shuffles that name only the first faces.

use facedown_core::{
    Deal, DealError, Game, House, LogEntry, Refused, Rig, Seed, SetupError, Table,
};
use serde::Deserialize;

use super::parse::{Case, Headings, Kind};
use crate::trace::{How, Move, Tracer};

/// The deal of a case. If a shuffle ends in `...`, the case is played up to that shuffle to find out what is shuffled.
pub(super) fn deal<G: Game>(case: &Case<'_>, headings: &Headings<G>) -> Deal<G::Face> {
    if let Some(seed) = &headings.seed {
        return Deal::from_seed(Seed::from_text(seed));
    }
    let shuffles = headings.shuffles.iter().map(|shuffle| shuffle.faces.clone()).collect();
    let (rolls, mixes) = (headings.rolls.clone(), headings.mixes.clone());
    let mut rig = Rig { shuffles, rolls, mixes };
    for (place, shuffle) in headings.shuffles.iter().enumerate() {
        if !shuffle.and_the_rest {
            continue;
        }
        // Later shuffles do not matter yet.
        if let Some(mut rest) = shuffled_at(case, headings, &rig, place + 1) {
            for face in &shuffle.faces {
                if let Some(at) = rest.iter().position(|other| other == face) {
                    rest.remove(at);
                }
            }
            rest.sort_unstable();
            rig.shuffles[place].extend(rest);
        }
    }
    Deal::Rigged(rig)
}

/// The faces that the shuffle with this number (counted from 1) shuffles.
fn shuffled_at<G: Game>(
    case: &Case<'_>,
    headings: &Headings<G>,
    rig: &Rig<G::Face>,
    number: usize,
) -> Option<Vec<G::Face>> {
    let (options, seats) = (&headings.options, headings.seats);
    // Without its entry the shuffle always fails, even if the case names all faces.
    let mut rig = rig.clone();
    rig.shuffles.truncate(number - 1);
    let mut log: Vec<LogEntry<G::Action>> = Vec::new();
    match Table::<G>::new(options.clone(), seats, Deal::Rigged(rig.clone())) {
        Err(SetupError::Deal(DealError::NoRiggedShuffle { .. })) => {}
        Err(_) => return None,
        Ok(mut table) => {
            for line in &case.lines {
                let Kind::Step { seat, action, .. } = &line.kind else { continue };
                let action = G::Action::deserialize(action).ok()?;
                let refused = table.act(*seat, action.clone()).err().map(|error| error.refused);
                let entry = LogEntry { seat: *seat, action };
                match refused {
                    None => log.push(entry),
                    Some(Refused::Dealer(DealError::NoRiggedShuffle { .. })) => {
                        log.push(entry);
                        break;
                    }
                    Some(_) => {}
                }
            }
        }
    }
    let mut house = House::rigged(rig);
    let mut tracer = Tracer::new(&mut house);
    if let Ok(mut game) = G::deal(options, seats, &mut tracer) {
        for LogEntry { seat, action } in &log {
            if game.apply(*seat, action, &mut tracer).is_err() {
                break;
            }
        }
    }
    let shuffles = tracer.into_moves().into_iter().filter_map(|step| match step {
        Move::Moved { before, how: How::Shuffled, .. } => Some(before),
        _ => None,
    });
    shuffles.skip(number - 1).last()
}
