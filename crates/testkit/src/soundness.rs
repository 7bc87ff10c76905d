//! Soundness: no card is lost or added, a game always ends, and until then whoever may act can act.

use std::collections::BTreeMap;

use facedown_core::{Card, Dice, Game, Seat, Seats};

use crate::pool::{Pool, choose_or_invent};
use crate::suite::{Case, Report, Suite};
use crate::violation::{Breach, Violation, text};
use crate::world::{World, choose};

/// Checks that every card is in exactly one zone, at every step of random games.
pub fn conservation<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    walk(suite, |world, _| {
        let mut zones: BTreeMap<Card, usize> = BTreeMap::new();
        zones.extend(world.house.cards().into_iter().map(|card| (card, 0)));
        let mut strange = None;
        world.game.cards(&mut |card| match zones.get_mut(&card) {
            Some(zones) => *zones += 1,
            None => strange = Some(card),
        });
        if let Some(card) = strange {
            // The card is in a zone, but not at the table.
            return Err(Breach::Zones { card, zones: 0 });
        }
        match zones.into_iter().find(|&(_, zones)| zones != 1) {
            Some((card, zones)) => Err(Breach::Zones { card, zones }),
            None => Ok(()),
        }
    })
}

/// Checks that random games end in which only what `legal` lists is done. Until then whoever the table waits for may act and has a
/// permitted fallback, and whoever may act has a legal action. The table never waits for a seat that was out of the game before.
pub fn termination<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let (mut out, mut number) = (Seats::NONE, None);
    walk_as_listed(suite, |world, case| {
        let this = (case.number, case.seats.get(), text(case.options));
        if number.as_ref() != Some(&this) {
            (out, number) = (Seats::NONE, Some(this));
        }
        let waiting = world.game.waiting_on();
        out = out.or(case.seats.all().iter().filter(|&seat| world.game.is_out(seat)).collect());
        if let Some(seat) = waiting.and(out).iter().next() {
            return Err(Breach::OutAndAwaited { seat });
        }
        if waiting.is_empty() != world.game.standing().is_some() {
            return Err(Breach::NoOutcome);
        }
        let may_act = world.game.may_act();
        if let Some(seat) = waiting.minus(may_act).iter().next() {
            return Err(Breach::MayNotAct { seat });
        }
        if let Some(seat) = may_act.iter().next().filter(|_| waiting.is_empty()) {
            return Err(Breach::ActsAfterTheEnd { seat });
        }
        let choices = world.choices();
        let is_stuck = |seat: &Seat| !choices.iter().any(|(who, _)| who == seat);
        if let Some(seat) = may_act.iter().find(is_stuck) {
            return Err(Breach::Stuck { seat });
        }
        for seat in waiting.iter() {
            let lens = world.house.lens(seat.into());
            let action = world.game.fallback(seat, &lens, &mut case.choices());
            if let Err(refused) = world.permits(seat, &action) {
                let (action, refusal) = (text(&action), refused.to_string());
                return Err(Breach::FallbackRefused { seat, action, refusal });
            }
        }
        Ok(())
    })
}

/// Plays random games to the end and calls a function after each action. An [open](Game::OPEN) game that has not ended is broken off:
/// what is not listed need not lead to its end.
pub(crate) fn walk<G: Game>(
    suite: &Suite<G>,
    look: impl FnMut(&World<G>, &Case<'_, G>) -> Result<(), Breach>,
) -> Result<Report, Violation> {
    walk_by(suite, !G::OPEN, look, |world, pool, dice| {
        let permits = |seat, action: &G::Action| world.permits(seat, action).is_ok();
        choose_or_invent(world.choices(), pool, dice, permits)
    })
}

/// The same, and nothing is done that `legal` does not list.
fn walk_as_listed<G: Game>(
    suite: &Suite<G>,
    look: impl FnMut(&World<G>, &Case<'_, G>) -> Result<(), Breach>,
) -> Result<Report, Violation> {
    walk_by(suite, true, look, |world, _, dice| choose(world.choices(), dice))
}

fn walk_by<G: Game>(
    suite: &Suite<G>,
    has_to_end: bool,
    mut look: impl FnMut(&World<G>, &Case<'_, G>) -> Result<(), Breach>,
    mut choose: impl FnMut(&World<G>, &mut Pool<G>, &mut Dice) -> Option<(Seat, G::Action)>,
) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let mut world = case.world()?;
        let (mut dice, mut pool) = (case.choices(), Pool::default());
        for step in 0.. {
            let wrong = |breach| case.violation(step, breach);
            look(&world, &case).map_err(wrong)?;
            report.comparisons += 1;
            let Some((seat, action)) = choose(&world, &mut pool, &mut dice) else { break };
            if step == suite.longest {
                if has_to_end {
                    return Err(wrong(Breach::Endless));
                }
                break;
            }
            world.apply(seat, &action).map_err(|holdup| wrong(Breach::DealError(holdup)))?;
            report.actions += 1;
        }
        report.games += 1;
    }
    report.unless_idle(suite)
}
