//! The bots of Exploding Kittens play well, play by the rules, and see no more than their lens shows.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_bots::exploding_kittens::{NineLives, ScaredyCat};
use facedown_bots::{Bot, Random};
use facedown_core::{Dice, Game, House, Lens, Seat, SeatCount, Seed, Standing};
use facedown_games::exploding_kittens::{
    Action, ExplodingKittens, Kind, Options, Set, TargetedAttacks,
};

type Player = Box<dyn Bot<ExplodingKittens>>;

/// Plays a game to its end. Every choice must be permitted.
fn play(options: &Options, seed: &Seed, number: u64, mut bots: Vec<Player>) -> (Standing, u32) {
    let mut dice = Dice::numbered(seed, number);
    let seats = SeatCount::new(bots.len()).unwrap();
    let mut house = House::seeded(&dice.seed());
    let mut game = ExplodingKittens::deal(options, seats, &mut house).unwrap();
    let mut actions = 0;
    loop {
        for told in house.drain_told() {
            for (seat, bot) in seats.all().iter().zip(&mut bots) {
                if told.to.reaches(seat.into()) {
                    bot.hear(&told.event);
                }
            }
        }
        let waiting: Vec<Seat> = game.waiting_on().iter().collect();
        let Some(&seat) = dice.pick(&waiting) else { break };
        let lens = house.lens(seat.into());
        let action = bots[seat.index()].choose(&game, seat, &lens);
        let permitted = game.permits(seat, &action, &lens);
        assert_eq!(permitted, Ok(()), "{action:?} in game {number} of {options:?}");
        game.apply(seat, &action, &mut house).unwrap();
        actions += 1;
    }
    (game.standing().unwrap(), actions)
}

fn random(dice: Dice) -> Player {
    Box::new(Random::new(dice))
}

fn scaredy_cat(dice: Dice) -> Player {
    Box::new(ScaredyCat::new(dice))
}

fn nine_lives(dice: Dice) -> Player {
    Box::new(NineLives::new(dice))
}

/// The share of games, in all sets, that one bot wins against such opponents, shared wins split.
fn share_of_wins(
    players: usize,
    games: u32,
    bot: fn(Dice) -> Player,
    opponent: fn(Dice) -> Player,
) -> f64 {
    let seed = Seed::from_text("nine lives");
    let mut wins = 0.0;
    for set in Set::ALL {
        let options = Options { set, ..Options::default() };
        for number in 0..u64::from(games) {
            let mine = usize::try_from(number).unwrap() % players;
            let mut chance = Dice::numbered(&seed, 1_000_000 + number);
            let bots = (0..players).map(|seat| {
                let dice = Dice::new(&chance.seed());
                if seat == mine { bot(dice) } else { opponent(dice) }
            });
            let (standing, _) = play(&options, &seed, number, bots.collect());
            if standing.winners.contains(Seat::new(mine).unwrap()) {
                wins += 1.0 / f64::from(u8::try_from(standing.winners.len()).unwrap());
            }
        }
    }
    wins / f64::from(games) / 5.0
}

#[test]
fn nine_lives_beats_random_bots() {
    let two = share_of_wins(2, 60, nine_lives, random);
    assert!(two > 0.93, "{two}");
    let four = share_of_wins(4, 60, nine_lives, random);
    assert!(four > 0.65, "{four}");
}

#[test]
fn nine_lives_beats_scaredy_cats() {
    let two = share_of_wins(2, 150, nine_lives, scaredy_cat);
    assert!(two > 0.62, "{two}");
    let four = share_of_wins(4, 100, nine_lives, scaredy_cat);
    assert!(four > 0.36, "{four}");
}

#[test]
fn a_scaredy_cat_beats_random_bots() {
    let two = share_of_wins(2, 300, scaredy_cat, random);
    assert!(two > 0.88, "{two}");
    let four = share_of_wins(4, 60, scaredy_cat, random);
    assert!(four > 0.40, "{four}");
}

/// Tables of every set and size, with and without the other options.
fn tables() -> impl Iterator<Item = (Options, usize)> {
    let attacks = [TargetedAttacks::Pending, TargetedAttacks::Immediate];
    Set::ALL.into_iter().flat_map(move |set| {
        attacks.into_iter().zip([false, true]).flat_map(move |(targeted_attack, any_pairs)| {
            let options = Options { set, targeted_attack, any_pairs, nope_clock: None };
            (2..=5).map(move |players| (options.clone(), players))
        })
    })
}

#[test]
fn all_bots_keep_to_the_rules_at_every_table() {
    let seed = Seed::from_text("every table");
    for (options, players) in tables() {
        for number in 0..12 {
            let mut chance = Dice::numbered(&seed, 1_000_000 + number);
            let bots = (0..players).map(|_| {
                let dice = Dice::new(&chance.seed());
                [random, scaredy_cat, nine_lives, nine_lives][chance.place(4)](dice)
            });
            play(&options, &seed, number, bots.collect());
        }
    }
}

#[test]
fn the_same_dice_play_the_same_game() {
    let seed = Seed::from_text("again");
    for (options, players) in tables() {
        let game = || {
            let mut chance = Dice::new(&seed);
            let bots = (0..players).map(|seat| {
                let dice = Dice::new(&chance.seed());
                if seat == 1 { scaredy_cat(dice) } else { nine_lives(dice) }
            });
            play(&options, &seed, 0, bots.collect())
        };
        assert_eq!(game(), game());
    }
}

/// What somebody chose, with what is sealed in it laid open through their own lens.
fn laid_open(action: &Action, lens: &Lens<Kind>) -> String {
    let secret = match action {
        Action::Tuck { place } => format!("{:?}", lens.open(place).unwrap()),
        Action::Arrange { order } => format!("{:?}", lens.open(order).unwrap()),
        _ => String::new(),
    };
    format!("{action:?} {secret}")
}

/// Plays among its like, and at each choice asks again in other worlds that look the same.
fn chooses_the_same_in_every_world<B: Bot<ExplodingKittens> + Clone>(make: fn(Dice) -> B) {
    let seed = Seed::from_text("other worlds");
    let mut worlds = Dice::numbered(&seed, u64::MAX);
    for (number, (options, players)) in (0..).zip(tables()) {
        let seats = SeatCount::new(players).unwrap();
        let mut chance = Dice::numbered(&seed, number);
        let mut house = House::<ExplodingKittens>::seeded(&chance.seed());
        let mut game = ExplodingKittens::deal(&options, seats, &mut house).unwrap();
        let mut bots: Vec<B> = (0..players).map(|_| make(Dice::new(&chance.seed()))).collect();
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
            let chosen = laid_open(&action, &house.lens(seat.into()));
            for _ in 0..2 {
                let other = house.redealt(seat.into(), &mut worlds);
                let lens = other.lens(seat.into());
                let again = before.clone().choose(&game, seat, &lens);
                assert_eq!(chosen, laid_open(&again, &lens), "{options:?}, {seat}");
            }
            game.apply(seat, &action, &mut house).unwrap();
        }
    }
}

#[test]
fn nine_lives_chooses_the_same_in_every_world_that_looks_the_same() {
    chooses_the_same_in_every_world(NineLives::new);
}

#[test]
fn a_scaredy_cat_chooses_the_same_in_every_world_that_looks_the_same() {
    chooses_the_same_in_every_world(ScaredyCat::new);
}
