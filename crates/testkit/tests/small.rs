//! The suite, run on the small game as it should be.

use facedown_core::{Deal, Dice, Game, SeatCount, Seed, Table};
use facedown_testkit::small::{Options, Small};
use facedown_testkit::{Suite, characters_per_action, divide, perft, play, rules};

facedown_testkit::conformance!(
    Small,
    Suite::default().with_games(12).with_options([Options { rounds: 2 }, Options { rounds: 4 }])
);

/// The playthroughs of the small game, each of which must be there.
#[test]
fn playthroughs() {
    let plays = concat!(env!("CARGO_MANIFEST_DIR"), "/plays");
    let names = play::check_folder::<Small>(plays).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(names, ["CH1", "CH2", "LA1", "LA2", "TU1", "TU2"]);
}

/// Each rule of the small game is beside the code that enforces it, and in a test or playthrough.
#[test]
fn every_rule_is_enforced_and_shown() {
    let texts = |paths: &[&str]| {
        let root = |path: &&str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
        rules::texts(&paths.iter().map(root).collect::<Vec<_>>()).unwrap()
    };
    let rules = include_str!("../RULES.md");
    let found = rules::check(rules, &texts(&["src/small"]), &texts(&["plays", "tests"]));
    assert_eq!(found.unwrap_or_else(|corners| panic!("{corners}")), 14);
}

/// `R-SMALL-14`: whoever is absent stashes a stone, draws, passes and agrees, and the game ends all the same.
#[test]
fn r_small_14_a_table_of_absent_players_ends() {
    let seed = Seed::from_text("absent");
    let mut dice = Dice::new(&seed);
    let seats = SeatCount::new(2).unwrap();
    let mut table = Table::<Small>::new(Options::default(), seats, Deal::from_seed(seed)).unwrap();
    while let Some(seat) = table.waiting_on().iter().next() {
        let action = table.game().fallback(seat, &table.lens(seat.into()), &mut dice);
        table.act(seat, action).unwrap();
    }
    // Two stashes, four draws, two charms let go, two agree.
    assert_eq!(table.log().len(), 10);
    assert_eq!(table.standing().unwrap().winners, table.seats().all());
}

#[test]
fn perft_counts_the_lines_of_play() {
    let deal = Deal::from_seed(Seed::from_text("perft"));
    let options = Options::default();
    let seats = SeatCount::new(2).unwrap();
    let count = |depth| perft::<Small>(&options, seats, &deal, depth).unwrap();
    assert_eq!([0, 1, 2, 3].map(count), PERFT);
    let divided = divide::<Small>(&options, seats, &deal, 3).unwrap();
    assert_eq!(divided.len(), 6);
    assert_eq!(divided[0].0, r#"seat 0 {"type":"stash","charm":["pearl"]}"#);
    assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u64>(), count(3));
}

/// Less than a character an action: the code of a whole game fits into a message.
#[test]
fn share_codes_are_short() {
    let characters = characters_per_action(&Suite::<Small>::default()).unwrap();
    assert!(characters < 1.0, "{characters} characters an action");
}

/// How many lines of 0, 1, 2 and 3 actions there are for two.
const PERFT: [u64; 4] = [1, 6, 18, 288];
