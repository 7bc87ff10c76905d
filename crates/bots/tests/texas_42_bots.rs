//! The old-timer plays well, plays by the rules, and sees no more than its lens shows.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_bots::texas_42::{Greedy, OldTimer};
use facedown_bots::{Bot, Random};
use facedown_core::{Dice, Game, House, SeatCount, Seed};
use facedown_games::texas_42::{Options, Texas42};

/// One hand a game, so that hands are counted.
fn one_hand() -> Options {
    serde_json::from_str(r#"{"marks":1,"pace":"auto"}"#).unwrap()
}

fn four() -> SeatCount {
    SeatCount::new(4).unwrap()
}

/// Plays a hand. Every choice must be legal. Says whether seats 0 and 2 took it.
fn plays_well(seed: &Seed, number: u64, bots: &mut [Box<dyn Bot<Texas42>>]) -> bool {
    let mut house = House::seeded(&Dice::numbered(seed, number).seed());
    let mut game = Texas42::deal(&one_hand(), four(), &mut house).unwrap();
    while let Some(seat) = game.waiting_on().iter().next() {
        let lens = house.lens(seat.into());
        let action = bots[seat.index()].choose(&game, seat, &lens);
        assert!(game.permits(seat, &action, &lens).is_ok(), "{action:?} in hand {number}");
        game.apply(seat, &action, &mut house).unwrap();
    }
    game.standing().unwrap().winners.contains(four().first())
}

/// How many hands out of a hundred two old-timers take from two others.
fn hands_taken(hands: u64, other: impl Fn(Dice) -> Box<dyn Bot<Texas42>>) -> u64 {
    let seed = Seed::from_text("old-timers");
    let mut chance = Dice::new(&seed);
    let mut bots: Vec<Box<dyn Bot<Texas42>>> = (0..4)
        .map(|seat| {
            let dice = Dice::new(&chance.seed());
            if seat % 2 == 0 { Box::new(OldTimer::new(dice)) } else { other(dice) }
        })
        .collect();
    let taken = (0..hands).filter(|&number| plays_well(&seed, number, &mut bots)).count();
    100 * u64::try_from(taken).unwrap() / hands
}

#[test]
fn old_timers_beat_random_bots() {
    let taken = hands_taken(60, |dice| Box::new(Random::new(dice)));
    assert!(taken >= 90, "{taken} %");
}

#[test]
fn old_timers_beat_greedy_bots() {
    let taken = hands_taken(500, |dice| Box::new(Greedy::new(dice)));
    assert!(taken >= 73, "{taken} %");
}

#[test]
fn an_old_timer_chooses_the_same_in_every_world_that_looks_the_same() {
    let seed = Seed::from_text("other worlds");
    let mut worlds = Dice::numbered(&seed, u64::MAX);
    for number in 0..4 {
        let mut chance = Dice::numbered(&seed, number);
        let mut house = House::<Texas42>::seeded(&chance.seed());
        let mut game = Texas42::deal(&one_hand(), four(), &mut house).unwrap();
        let mut bot = OldTimer::new(Dice::new(&chance.seed()));
        while let Some(seat) = game.waiting_on().iter().next() {
            let other = house.redealt(seat.into(), &mut worlds);
            let again = bot.clone().choose(&game, seat, &other.lens(seat.into()));
            let action = bot.choose(&game, seat, &house.lens(seat.into()));
            assert_eq!(action, again, "hand {number}, {seat}");
            game.apply(seat, &action, &mut house).unwrap();
        }
    }
}
