//! What is counted, and that counting tells nobody more than they have seen.

use facedown_core::Viewer;
use facedown_games::herding_cats::Statistics;

use crate::scene::{self, CHALLENGE, PASS, actions_of, play, seat};

#[test]
fn while_the_game_runs_only_its_player_knows_of_a_bluff_that_stood() {
    let mut table = scene::table(3, "{}");
    let bluff = r#"{"type":"play","card":5,"declare":"kitten"}"#;
    play(&mut table, &[(0, bluff), (1, PASS), (2, PASS)]);
    assert_eq!(table.statistics(seat(0).into())[seat(0)].bluffs_made, Some(1));
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert_eq!(table.statistics(viewer)[seat(0)], Statistics::default());
    }
}

#[test]
fn a_truth_and_a_bluff_that_stood_count_the_same_to_everybody_else() {
    let told = |card: u16| {
        let mut table = scene::table(2, "{}");
        let declared = format!(r#"{{"type":"play","card":{card},"declare":"kitten"}}"#);
        play(&mut table, &[(0, &declared), (1, PASS)]);
        table.statistics(seat(1).into())
    };
    assert_eq!(told(0), told(5));
}

#[test]
fn thefts_and_challenges_are_counted_for_all() {
    let mut table = scene::theft();
    // Seat 1 bluffs and is caught by seat 2; seat 2 tells the truth and seat 0 doubts it.
    play(
        &mut table,
        &[
            (1, r#"{"type":"play","card":15,"declare":"kitten"}"#),
            (2, CHALLENGE),
            (2, r#"{"type":"pick","card":10}"#),
            (2, r#"{"type":"play","card":18,"declare":"kitten"}"#),
            (0, CHALLENGE),
            (2, r#"{"type":"pick","card":0}"#),
        ],
    );
    let counts = table.statistics(Viewer::Spectator);
    let [thief, victim, third] = [0, 1, 2].map(|index| counts[seat(index)]);
    assert_eq!((thief.cards_stolen, victim.cards_lost_to_catnip), (1, 1));
    assert_eq!((victim.bluffs_caught, third.challenges_won), (1, 1));
    assert_eq!((thief.challenges_lost, third.challenges_lost), (1, 0));
}

#[test]
fn after_the_game_everything_is_counted() {
    let mut table = scene::table(2, "{}");
    let mut dice = facedown_core::Dice::new(&facedown_core::Seed::from_text("count"));
    // Everything that is legal is done at random until the game is over.
    while let Some(next) = table.waiting_on().iter().next() {
        let action = *dice.pick(&table.legal(next)).unwrap();
        table.act(next, action).unwrap();
    }
    let counts = table.statistics(Viewer::Spectator);
    for index in [0, 1] {
        assert!(actions_of(table.log(), seat(index)) > 0);
        let made = counts[seat(index)].bluffs_made.unwrap();
        assert!(made >= counts[seat(index)].bluffs_caught);
    }
    assert!(counts.values().iter().any(|count| count.bluffs_made > Some(0)));
}
