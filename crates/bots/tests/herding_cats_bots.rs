//! The cat-herder plays well, plays by the rules, and sees no more than its lens shows.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_bots::herding_cats::{CatHerder, Timid};
use facedown_bots::{Bot, Random};
use facedown_core::{Dice, Game, House, Seat, SeatCount, Seed, Standing, Viewer};
use facedown_games::herding_cats::{HerdingCats, Options};

type Bots = Vec<Box<dyn Bot<HerdingCats>>>;

/// Plays a game to its end. Every choice must be legal.
fn play(seed: &Seed, number: u64, mut bots: Bots) -> Standing {
    let mut dice = Dice::numbered(seed, number);
    let seats = SeatCount::new(bots.len()).unwrap();
    let mut house = House::seeded(&dice.seed());
    let mut game = HerdingCats::deal(&Options::default(), seats, &mut house).unwrap();
    loop {
        for told in house.drain_told() {
            for (seat, bot) in seats.all().iter().zip(&mut bots) {
                if told.to.reaches(Viewer::Seat(seat)) {
                    bot.hear(&told.event);
                }
            }
        }
        let waiting: Vec<Seat> = game.waiting_on().iter().collect();
        let Some(&seat) = dice.pick(&waiting) else { break };
        let action = bots[seat.index()].choose(&game, seat, &house.lens(seat.into()));
        let mut legal = Vec::new();
        game.legal(seat, &house.lens(seat.into()), &mut legal);
        assert!(legal.contains(&action), "{action:?} in game {number} is not legal");
        game.apply(seat, &action, &mut house).unwrap();
    }
    game.standing().unwrap()
}

/// The share of games that one cat-herder wins against such opponents, shared wins split.
fn share_of_wins(
    text: &str,
    players: usize,
    opponent: impl Fn(Dice) -> Box<dyn Bot<HerdingCats>>,
) -> f64 {
    const GAMES: u32 = 400;
    let seed = Seed::from_text(text);
    let mut wins = 0.0;
    for number in 0..u64::from(GAMES) {
        let mine = usize::try_from(number).unwrap() % players;
        let mut chance = Dice::numbered(&seed, 1_000_000 + number);
        let bots = (0..players).map(|seat| {
            let dice = Dice::new(&chance.seed());
            if seat == mine { Box::new(CatHerder::new(dice)) } else { opponent(dice) }
        });
        let standing = play(&seed, number, bots.collect());
        if standing.winners.contains(Seat::new(mine).unwrap()) {
            wins += 1.0 / f64::from(u8::try_from(standing.winners.len()).unwrap());
        }
    }
    wins / f64::from(GAMES)
}

#[test]
fn a_cat_herder_beats_random_bots_by_far() {
    let random = |dice| -> Box<dyn Bot<HerdingCats>> { Box::new(Random::new(dice)) };
    let two = share_of_wins("two", 2, random);
    assert!(two > 0.90, "{two}");
    let four = share_of_wins("four", 4, random);
    assert!(four > 0.80, "{four}");
    let six = share_of_wins("six", 6, random);
    assert!(six > 0.70, "{six}");
}

#[test]
fn a_cat_herder_beats_timid_bots() {
    let timid = |dice| -> Box<dyn Bot<HerdingCats>> { Box::new(Timid::new(dice)) };
    let two = share_of_wins("two", 2, timid);
    assert!(two > 0.65, "{two}");
    let four = share_of_wins("four", 4, timid);
    assert!(four > 0.40, "{four}");
}

#[test]
fn a_cat_herder_chooses_the_same_in_every_world_that_looks_the_same() {
    let seed = Seed::from_text("other worlds");
    let mut worlds = Dice::numbered(&seed, u64::MAX);
    for number in 0..60 {
        let players = 2 + usize::try_from(number).unwrap() % 5;
        let seats = SeatCount::new(players).unwrap();
        let mut chance = Dice::numbered(&seed, number);
        let mut house = House::<HerdingCats>::seeded(&chance.seed());
        let mut game = HerdingCats::deal(&Options::default(), seats, &mut house).unwrap();
        let mut bots: Vec<CatHerder> =
            (0..players).map(|_| CatHerder::new(Dice::new(&chance.seed()))).collect();
        loop {
            for told in house.drain_told() {
                for (seat, bot) in seats.all().iter().zip(&mut bots) {
                    if told.to.reaches(seat.into()) {
                        bot.hear(&told.event);
                    }
                }
            }
            let waiting: Vec<Seat> = game.waiting_on().iter().collect();
            let Some(&seat) = chance.pick(&waiting) else { break };
            let bot = &mut bots[seat.index()];
            let before = bot.clone();
            let action = bot.choose(&game, seat, &house.lens(seat.into()));
            for _ in 0..3 {
                let other = house.redealt(seat.into(), &mut worlds);
                let again = before.clone().choose(&game, seat, &other.lens(seat.into()));
                assert_eq!(action, again, "game {number}, {seat}");
            }
            game.apply(seat, &action, &mut house).unwrap();
        }
    }
}

#[test]
fn a_cat_herder_is_not_predictable() {
    // From the same position other dice lead to other plays.
    let seed = Seed::from_text("a whim");
    let mut house = House::<HerdingCats>::seeded(&seed);
    let seats = SeatCount::new(3).unwrap();
    let game = HerdingCats::deal(&Options::default(), seats, &mut house).unwrap();
    let lens = house.lens(game.turn.into());
    let mut plays: Vec<String> = (0..40)
        .map(|number| CatHerder::new(Dice::numbered(&seed, number)).choose(&game, game.turn, &lens))
        .map(|action| format!("{action:?}"))
        .collect();
    plays.sort();
    plays.dedup();
    assert!(plays.len() > 2, "{plays:?}");
}
