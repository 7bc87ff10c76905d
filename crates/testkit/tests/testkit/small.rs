//! The suite, run on the small game as it should be.

use facedown_core::perft::{divide, perft};
use facedown_core::{Deal, Dice, Game, Seat, SeatCount, Seed, Table, Viewer};
use facedown_testkit::small::{Face, Options, Small};
use facedown_testkit::{Suite, characters_per_action, play, rules};

facedown_testkit::conformance!(
    Small,
    Suite::default()
        .with_games(12)
        .with_options([Options { rounds: 2 }, Options { rounds: 4 }])
        .with_other_faces(|_| Face::ALL.into())
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
    let rules = include_str!("../../RULES.md");
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

/// While a game runs, a table's statistics are made of what their viewer was told, and of nothing else.
#[test]
fn a_tables_statistics_hear_what_their_viewer_was_told() {
    let seed = Seed::from_text("statistics");
    let mut dice = Dice::new(&seed);
    let seats = SeatCount::new(2).unwrap();
    let mut table = Table::<Small>::new(Options::default(), seats, Deal::from_seed(seed)).unwrap();
    // Absent players stash and then draw, one each.
    for _ in 0..4 {
        let seat = table.waiting_on().iter().next().unwrap();
        let action = table.game().fallback(seat, &table.lens(seat.into()), &mut dice);
        table.act(seat, action).unwrap();
    }
    let draws = |viewer| {
        let counts = table.statistics(viewer);
        counts.values().iter().map(|count| count.draws_seen).collect::<Vec<_>>()
    };
    let [one, two] = [0, 1].map(|index| Viewer::Seat(Seat::new(index).unwrap()));
    assert_eq!([draws(one), draws(two), draws(Viewer::Spectator)], [[1, 0], [0, 1], [0, 0]]);
}

#[test]
fn perft_counts_the_lines_of_play() {
    let deal = Deal::from_seed(Seed::from_text("perft"));
    let seats = SeatCount::new(2).unwrap();
    let table = Table::<Small>::new(Options::default(), seats, deal).unwrap();
    let count = |depth| perft(&table, depth).unwrap();
    assert_eq!([0, 1, 2, 3].map(count), PERFT);
    let divided = divide(&table, 3).unwrap();
    assert_eq!(divided.len(), 6);
    let first = serde_json::to_string(&divided[0].action).unwrap();
    assert_eq!(first, r#"{"type":"stash","charm":["pearl"]}"#);
    assert_eq!(divided.iter().map(|part| part.lines).sum::<u64>(), count(3));
}

/// Less than a character an action: the code of a whole game fits into a message.
#[test]
fn share_codes_are_short() {
    let characters = characters_per_action(&Suite::<Small>::default()).unwrap();
    assert!(characters < 1.0, "{characters} characters an action");
}

/// How many lines of 0, 1, 2 and 3 actions there are for two.
const PERFT: [u64; 4] = [1, 6, 18, 288];

/// What was checked is carried out as it is only in the state in which it was checked; otherwise the rules are asked again.
#[test]
fn an_action_that_was_checked_in_another_state_is_checked_again() {
    let seats = SeatCount::new(2).unwrap();
    let deal = || Deal::from_seed(Seed::from_text("checked"));
    let new = || Table::<Small>::new(Options::default(), seats, deal()).unwrap();
    let (mut table, mut other) = (new(), new());
    let mut dice = Dice::new(&Seed::from_text("checked"));
    let seat = table.waiting_on().iter().next().unwrap();
    let action = table.game().fallback(seat, &table.lens(seat.into()), &mut dice);
    let checked = |table: &Table<Small>| table.check(seat, action.clone()).unwrap();
    let (first, late, elsewhere) = (checked(&table), checked(&table), checked(&table));
    assert_eq!(table.log().len(), 0, "to check is not to do");
    let mut clone = table.clone();
    assert!(!table.carry_out(first).unwrap().is_empty());
    assert!(table.carry_out(late).is_err(), "the same once more is not permitted");
    assert_eq!(table.log().len(), 1);
    // It is permitted there as well, and a clone is in the state in which it was checked.
    other.carry_out(elsewhere).unwrap();
    assert_eq!(other.log().len(), 1);
    let in_time = checked(&clone);
    clone.carry_out(in_time).unwrap();
    // A table where it is another's turn asks its own rules.
    let early = checked(&new());
    assert!(other.carry_out(early).is_err());
    assert_eq!(table.check(seat, action.clone()).err(), table.permits(seat, &action).err());
}
