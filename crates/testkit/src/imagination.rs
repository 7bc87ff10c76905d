//! Imagination: a table that a viewer imagines is one it could be at, and tells nothing of the real one.

use facedown_core::{Dice, Game, Holdup, Viewer, imagine};

use crate::suite::{Report, Suite};
use crate::trace::faces;
use crate::violation::{Breach, Violation};
use crate::world::{World, choose, viewers};

/// How far an imagined table is played on.
const PLAYED_ON: usize = 30;

/// Plays random games, and at each step has every viewer imagine the table.
pub fn imagination<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let mut world = case.world()?;
        let mut dice = case.choices();
        for step in 0..suite.longest {
            let wrong = |breach| case.violation(step, breach);
            for viewer in world.viewers() {
                imagined(&world, viewer, &mut dice).map_err(wrong)?;
                report.comparisons += 1;
            }
            let Some((seat, action)) = choose(world.choices(), &mut dice) else { break };
            world.apply(seat, &action).map_err(|holdup| wrong(Breach::Holdup(holdup)))?;
            report.actions += 1;
        }
        report.games += 1;
    }
    report.unless_idle(suite)
}

fn imagined<G: Game>(world: &World<G>, viewer: Viewer, dice: &mut Dice) -> Result<(), Breach> {
    let wrong = |what| Err(Breach::Misimagined { viewer, what });
    let fresh = Dice::new(&dice.seed());
    let lens = world.house.lens(viewer);
    let house = imagine(&world.game, &lens, &mut fresh.clone());
    let imagined = faces(&house);
    // The same lens upon another world: what is imagined must not depend on what is really there.
    let other = world.redealt(viewer, dice);
    let elsewhere = imagine(&other.game, &other.house.lens(viewer), &mut fresh.clone());
    if imagined != faces(&elsewhere) {
        return wrong("it depends on cards that this viewer cannot see");
    }
    for (card, &face) in world.house.cards().into_iter().zip(&imagined) {
        let seen = world.house.lens(viewer).face(card);
        if seen.is_none() && face.is_some_and(|face| world.game.rules_out(card, face)) {
            return wrong("a card has a face that everybody can rule out");
        }
        let known = viewers(world.seats).find_map(|other| world.house.lens(other).face(card));
        if seen.is_none() && known.is_some_and(|face| world.game.rules_out(card, face)) {
            return wrong("the face that a card really has is ruled out");
        }
        if lens.face(card).is_some_and(|seen| face != Some(seen)) {
            return wrong("a card that this viewer sees has another face");
        }
    }
    let is_complete = imagined.iter().all(Option::is_some);
    let sorted = |mut faces: Vec<_>| {
        faces.sort_unstable();
        faces
    };
    if is_complete && sorted(imagined) != sorted(world.faces()) {
        return wrong("there are other cards in it than at the real one");
    }
    let on = World { seats: world.seats, game: world.game.clone(), house };
    play_on(on, dice, is_complete).map_err(Breach::Holdup)
}

/// Plays on in an imagined world. Only what nobody could know may hold it up.
fn play_on<G: Game>(mut world: World<G>, dice: &mut Dice, is_complete: bool) -> Result<(), Holdup> {
    for _ in 0..PLAYED_ON {
        let Some((seat, action)) = choose(world.choices(), dice) else { break };
        match world.apply(seat, &action) {
            Err(Holdup::Pending) if !is_complete => break,
            done => done?,
        }
    }
    Ok(())
}
