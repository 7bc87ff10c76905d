//! Imagination: a table that a viewer imagines is possible, and reveals nothing about the real one.

use facedown_core::{Card, DealError, Dealt, Dice, Game, House, Seat, Viewer, imagine};

use crate::decks::Decks;
use crate::suite::{Case, Report, Suite};
use crate::trace::{Tracer, faces};
use crate::violation::{Breach, Violation};
use crate::world::{World, choose, viewers};

/// How many actions an imagined table is played on.
const IMAGINED_ACTIONS: usize = 30;

/// Plays random games, and at each step imagines the table for every viewer.
pub fn imagination<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in suite.cases() {
        let held_up = |step, holdup| case.violation(step, Breach::DealError(holdup));
        let (mut world, mut decks) = dealt(&case).map_err(|holdup| held_up(0, holdup))?;
        let mut dice = case.choices();
        for step in 0..suite.longest {
            for viewer in world.viewers() {
                imagined(&world, &decks, viewer, &mut dice)
                    .map_err(|breach| case.violation(step, breach))?;
                report.comparisons += 1;
            }
            let Some((seat, action)) = choose(world.choices(), &mut dice) else { break };
            apply(&mut world, &mut decks, seat, &action).map_err(|holdup| held_up(step, holdup))?;
            report.actions += 1;
        }
        report.games += 1;
    }
    report.unless_idle(suite)
}

/// A freshly dealt world, and the decks in it.
fn dealt<G: Game>(case: &Case<'_, G>) -> Dealt<(World<G>, Decks)> {
    let mut house = House::seeded(&case.seed());
    let mut tracer = Tracer::new(&mut house);
    let game = G::deal(case.options, case.seats, &mut tracer)?;
    let mut decks = Decks::default();
    decks.follow(tracer.into_moves());
    Ok((World { seats: case.seats, game, house }, decks))
}

fn apply<G: Game>(
    world: &mut World<G>,
    decks: &mut Decks,
    seat: Seat,
    action: &G::Action,
) -> Dealt<()> {
    let mut tracer = Tracer::new(&mut world.house);
    world.game.apply(seat, action, &mut tracer)?;
    decks.follow(tracer.into_moves());
    world.house.drain_told();
    Ok(())
}

fn imagined<G: Game>(
    world: &World<G>,
    decks: &Decks,
    viewer: Viewer,
    dice: &mut Dice,
) -> Result<(), Breach> {
    let wrong = |what| Err(Breach::Misimagined { viewer, what });
    let fresh = Dice::new(&dice.seed());
    let lens = world.house.lens(viewer);
    let house = imagine(&world.game, &lens, &mut fresh.clone());
    let imagined = faces(&house);
    // The result must be the same in another world that this lens cannot tell from the real one.
    let other = world.redealt(viewer, dice);
    let elsewhere = imagine(&other.game, &other.house.lens(viewer), &mut fresh.clone());
    if imagined != faces(&elsewhere) {
        return wrong("it depends on cards that this viewer cannot see");
    }
    for (card, &face) in world.house.cards().into_iter().zip(&imagined) {
        let seen = lens.face(card);
        if seen.is_none() && face.is_some_and(|face| world.game.rules_out(card, face)) {
            return wrong("a card has a face that everybody can rule out");
        }
        let known = viewers(world.seats).find_map(|other| world.house.lens(other).face(card));
        if seen.is_none() && known.is_some_and(|face| world.game.rules_out(card, face)) {
            return wrong("the face that a card really has is ruled out");
        }
        if seen.is_some() && face != seen {
            return wrong("a card that this viewer sees has another face");
        }
        if seen.is_none() && face.is_some() != decks.knows_list(card, viewer) {
            return wrong("it has faces of a secret list, or none of a list that everybody knows");
        }
    }
    let real = world.faces();
    for deck in decks.iter() {
        let of = |faces: &[Option<G::Face>]| {
            let mut faces: Vec<_> = deck.iter().map(|&card| faces[at(card)]).collect();
            faces.sort_unstable();
            faces
        };
        if deck.iter().all(|&card| imagined[at(card)].is_some()) && of(&imagined) != of(&real) {
            return wrong("there are other cards in a deck than at the real one");
        }
    }
    let is_complete = imagined.iter().all(Option::is_some);
    let on = World { seats: world.seats, game: world.game.clone(), house };
    play_on(on, dice, is_complete).map_err(Breach::DealError)
}

fn at(card: Card) -> usize {
    usize::from(card.id())
}

/// Continues the game in an imagined world. It may stop only where a face of a secret list is needed.
fn play_on<G: Game>(
    mut world: World<G>,
    dice: &mut Dice,
    is_complete: bool,
) -> Result<(), DealError> {
    for _ in 0..IMAGINED_ACTIONS {
        let Some((seat, action)) = choose(world.choices(), dice) else { break };
        match world.apply(seat, &action) {
            Err(DealError::Pending) if !is_complete => break,
            done => done?,
        }
    }
    Ok(())
}
