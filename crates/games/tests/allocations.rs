//! In the steady state, playing allocates nothing.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{Dealer, Dice, Game, House, SeatCount, Seed};
use facedown_games::exploding_kittens::{ExplodingKittens, Question};
use facedown_games::texas_42::Texas42;

fn playout<G: Game>(
    options: &G::Options,
    house: &mut House<G>,
    legal: &mut Vec<G::Action>,
    number: u64,
) -> u64 {
    let seed = Seed::from_text("allocations");
    let mut dice = Dice::numbered(&seed, 2 * number);
    house.clear(Dice::numbered(&seed, 2 * number + 1));
    let seats = SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).unwrap();
    let mut game = G::deal(options, seats, house).unwrap();
    let mut actions = 0;
    while let Some(seat) = game.waiting_on().iter().nth(dice.place(game.waiting_on().len())) {
        legal.clear();
        game.legal(seat, &house.lens(seat.into()), legal);
        game.apply(seat, dice.pick(legal).unwrap(), house).unwrap();
        actions += 1;
    }
    actions
}

#[track_caller]
fn check<G: Game>(options: &str) {
    let options: G::Options = serde_json::from_str(options).unwrap();
    let mut house = House::<G>::seeded(&Seed::from_text("allocations")).silent();
    let mut legal = Vec::new();
    (0..20).for_each(|number| {
        playout(&options, &mut house, &mut legal, number);
    });
    let mut actions = 0;
    let allocations = allocation_counter::measure(|| {
        let games = (20..120).map(|number| playout(&options, &mut house, &mut legal, number));
        actions = games.sum();
    });
    assert!(actions > 500, "a hundred games were really played");
    assert_eq!(allocations.count_total, 0);
}

/// What is arranged or mixed allocates: an order has a list of its own, and where cards of several decks are
/// shuffled together the ledger makes one deck of them. That is the deal, a kitten tucked in, Alter the Future, a
/// hand that a curse shuffles and a Garbage Collection. Nothing else may.
fn arranges(game: &ExplodingKittens) -> bool {
    use facedown_games::exploding_kittens::{Kind, Phase};
    let cards = [
        Kind::AlterTheFuture,
        Kind::AlterTheFutureFive,
        Kind::GarbageCollection,
        Kind::CurseOfTheCatButt,
    ];
    match &game.phase {
        Phase::Tuck { .. } => true,
        Phase::Choice { play, .. } | Phase::Nope { play, .. } if cards.contains(&play.kind) => true,
        _ => !game.cursed.is_empty(),
    }
}

#[test]
fn exploding_kittens_allocates_nothing_once_warm_but_to_arrange() {
    for set in ["base", "streaking", "imploding", "party", "published"] {
        let options = serde_json::from_str(&format!(r#"{{"set":"{set}"}}"#)).unwrap();
        let seed = Seed::from_text("allocations");
        let mut house = House::<ExplodingKittens>::seeded(&seed).silent();
        let mut legal = Vec::with_capacity(1000);
        let (mut actions, mut exempt) = (0, 0);
        for number in 0..100 {
            let mut dice = Dice::numbered(&seed, 2 * number);
            house.clear(Dice::numbered(&seed, 2 * number + 1));
            let seats = SeatCount::new(4).unwrap();
            let mut game = ExplodingKittens::deal(&options, seats, &mut house).unwrap();
            // No hand that anybody is asked about will ever be larger than the pile at the start.
            house.ask(&game.pile, Question::Exposed).unwrap();
            while let Some(seat) = game.waiting_on().iter().nth(dice.place(game.waiting_on().len()))
            {
                let arranges = arranges(&game);
                let allocations = allocation_counter::measure(|| {
                    legal.clear();
                    game.legal(seat, &house.lens(seat.into()), &mut legal);
                    game.apply(seat, dice.pick(&legal).unwrap(), &mut house).unwrap();
                });
                assert!(
                    arranges || number == 0 || allocations.count_total == 0,
                    "{set}, game {number}"
                );
                actions += 1;
                exempt += usize::from(arranges);
            }
        }
        assert!(actions > 3_000 && exempt < actions / 3, "{set}: {exempt} of {actions}");
    }
}

#[test]
fn texas_42_allocates_nothing_once_warm() {
    check::<Texas42>("{}");
    check::<Texas42>(r#"{"pace":"auto"}"#);
    check::<Texas42>(r#"{"pace":"auto","nello":true,"sevens":true,"plunge":true,"splash":true}"#);
}

/// A game that is tried on more than the usual options, or may allocate somewhere, has its line here.
macro_rules! allocations_of {
    (exploding_kittens $game:ty) => {};
    // A table of any cards and tokens has lists of any length, and keeps its past.
    (spellbook $game:ty) => {};
    (texas_42 $game:ty) => {};
    ($module:ident $game:ty) => {
        #[test]
        fn $module() {
            check::<$game>("{}");
        }
    };
}
facedown_games::every_game!(allocations_of);
