//! Golden counts of rounds, messages and bytes.

use super::*;

fn deal(players: usize, cards: u16, each: u16) -> Vec<Task> {
    let mut tasks = vec![bring(0..cards), shuffle(0..cards)];
    for player in 0..players {
        let first = u16::try_from(player).unwrap() * each;
        tasks.extend(show(first..first + each, player));
    }
    tasks
}

#[test]
fn a_first_hand_of_28_for_four_takes_seven_rounds() {
    let mut round = Round::new(4, &deal(4, 28, 7));
    let counts = round.counted();
    assert_eq!((counts.rounds, counts.messages), (7, 16));
    assert_eq!(counts.bytes, 24_696);
    let mut all: Vec<_> = (0..28).map(|place| round.knows(usize::from(place) / 7, place)).collect();
    all.sort_unstable();
    assert_eq!(all, (0..28).map(|n| Some(face(n))).collect::<Vec<_>>());
}

#[test]
fn a_later_hand_takes_five_rounds() {
    let mut round = Round::new(4, &deal(4, 28, 7));
    round.demand(0, &(0..28).map(reveal).collect::<Vec<_>>());
    round.counted();
    round.demand(2, &deal(4, 28, 7)[1..]);
    let counts = round.counted();
    assert_eq!((counts.rounds, counts.messages), (5, 8));
    assert!(counts.bytes <= 23_700, "{counts:?}");
}

#[test]
fn a_domino_is_one_message() {
    let mut round = Round::new(4, &deal(4, 28, 7));
    round.counted();
    round.act(1, &[9], &[], Vec::new());
    let counts = round.counted();
    assert_eq!((counts.rounds, counts.messages), (1, 1));
    assert_eq!(counts.bytes, 242);
}

#[test]
fn a_draw_into_a_hand_that_is_mixed_takes_two_rounds() {
    let mut round = Round::new(4, &deal(4, 40, 7));
    round.counted();
    // The drawn card is at place 30; it joins the hand at places 7 to 13.
    let mut hand = places(7..14);
    hand.push(Place(30));
    let mut tasks = show(30..31, 1);
    tasks.push(Task::Mix { seat: seat(1), places: hand });
    round.demand(1, &tasks);
    let counts = round.counted();
    // The mix comes with the action, before the new card is seen; then the others give their shares of the whole hand.
    assert_eq!((counts.rounds, counts.messages), (2, 4));
    assert!(counts.bytes <= 3_400, "{counts:?}");
    let order = round.players[1].order(1).unwrap().to_vec();
    let new = order.iter().position(|&from| from == 7).unwrap();
    let new = if new == 7 { 30 } else { 7 + u16::try_from(new).unwrap() };
    let Some(TaskOutcome::Face(face)) = round.players[1].outcome(0) else { panic!() };
    assert_eq!(round.knows(1, new), Some(face));
    assert!((7..14).chain([30]).all(|place| round.knows(1, place).is_some()));
    assert!((7..14).chain([30]).all(|place| round.watcher.holder(Place(place)) == Some(seat(1))));
    assert!((0..4).filter(|n| *n != 1).all(|n| round.knows(n, new).is_none()));
}

#[test]
fn a_shuffle_in_the_middle_of_a_game_takes_a_round_a_player() {
    let mut round = Round::new(4, &deal(4, 54, 7));
    round.counted();
    // Shuffled sixty times, it is shuffled once.
    round.demand(3, &vec![shuffle(28..54); 60]);
    let counts = round.counted();
    assert_eq!((counts.rounds, counts.messages), (4, 4));
}

/// Four piles of this size, a few cards of which each player sees.
fn four_piles(size: u16) -> Round {
    let pile = |n: u16| n * size..(n + 1) * size;
    let mut tasks: Vec<Task> = (0..4).map(|n| bring(pile(n))).collect();
    tasks.extend((0..4).map(|n| shuffle(pile(n))));
    for player in 0..4 {
        let first = pile(player).start;
        tasks.extend(show(first..first + 7, usize::from(player)));
    }
    let round = Round::new(4, &tasks);
    assert!(
        (0..4).all(|player| round.knows(player, size * u16::try_from(player).unwrap()).is_some())
    );
    round
}

#[test]
fn large_piles_are_shuffled_at_once_by_different_players() {
    let counts = four_piles(100).counted();
    // Keys, four rounds in which everybody shuffles a pile, shares.
    assert_eq!((counts.rounds, counts.messages), (7, 28));
}

#[test]
fn small_piles_are_shuffled_in_one_message_of_each_player() {
    let counts = four_piles(30).counted();
    assert_eq!((counts.rounds, counts.messages), (7, 16));
}

#[test]
fn a_pile_of_three_hundred_is_shuffled_in_one_step() {
    let mut round = Round::new(2, &[bring(0..300), shuffle(0..300)]);
    assert_eq!(round.counted().rounds, 4);
    round.demand(0, &show(0..300, 1));
    assert!(round.knows(1, 299).is_some());
}
