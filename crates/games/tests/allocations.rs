//! In the steady state, playing allocates nothing.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{Dice, Game, House, SeatCount, Seed};
use facedown_games::herding_cats::HerdingCats;

fn playout<G: Game>(house: &mut House<G>, legal: &mut Vec<G::Action>, number: u64) -> u64 {
    let seed = Seed::from_text("allocations");
    let mut dice = Dice::numbered(&seed, 2 * number);
    house.clear(Dice::numbered(&seed, 2 * number + 1));
    let seats = SeatCount::new(4).unwrap();
    let mut game = G::deal(&G::Options::default(), seats, house).unwrap();
    let mut actions = 0;
    while let Some(seat) = game.waiting_on().iter().nth(dice.place(game.waiting_on().len())) {
        legal.clear();
        game.legal(seat, &house.lens(seat.into()), legal);
        game.apply(seat, dice.pick(legal).unwrap(), house).unwrap();
        actions += 1;
    }
    actions
}

#[test]
fn playing_allocates_nothing_once_warm() {
    let mut house = House::<HerdingCats>::seeded(&Seed::from_text("allocations")).silent();
    let mut legal = Vec::new();
    (0..20).for_each(|number| {
        playout(&mut house, &mut legal, number);
    });
    let mut actions = 0;
    let allocations = allocation_counter::measure(|| {
        actions = (20..120).map(|number| playout(&mut house, &mut legal, number)).sum();
    });
    assert!(actions > 3_000, "a hundred games were really played");
    assert_eq!(allocations.count_total, 0);
}
