//! What the source document asks of a dealer, as compositions of tasks.

use super::*;

/// A shuffled pile at places 0 to 9, of which each player was shown the one with its own number.
fn pile(players: usize) -> Round {
    let mut tasks = vec![bring(0..10), shuffle(0..10)];
    for player in 0..players {
        let place = u16::try_from(player).unwrap();
        tasks.extend(show(place..place + 1, player));
    }
    Round::new(players, &tasks)
}

fn known(round: &Round, player: usize) -> Vec<u16> {
    (0..10).filter(|&place| round.knows(player, place).is_some()).collect()
}

#[test]
fn draw_shows_cards_to_their_owner_alone() {
    let mut round = pile(3);
    round.counted();
    round.demand(1, &show(5..6, 1));
    // The re-mask came with the action, so only the others' shares were left.
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 3));
    assert_eq!(
        (known(&round, 0), known(&round, 1), known(&round, 2)),
        (vec![0], vec![1, 5], vec![2])
    );
    assert_eq!(round.watcher.known_to(Place(5)), seat(1).only());
    assert_eq!(round.watcher.holder(Place(5)), Some(seat(1)));
    assert_eq!(round.watcher.public_face(Place(5)), None);
    assert!(matches!(round.players[1].outcome(0), Some(TaskOutcome::Face(_))));
    assert_eq!(round.players[0].outcome(0), Some(TaskOutcome::Done));
}

#[test]
fn show_adds_one_viewer() {
    let mut round = pile(3);
    let before = *round.watcher.masked(Place(0)).unwrap();
    round.demand(1, &show(0..1, 1));
    assert_eq!(round.knows(0, 0), round.knows(1, 0));
    assert_eq!(round.watcher.known_to(Place(0)), seat(0).only().with(seat(1)));
    // The second viewer has re-masked it: the shares of both looks are of different ciphertexts.
    assert_ne!(&before, round.watcher.masked(Place(0)).unwrap());
    // A card that somebody has seen is not shown again.
    round.counted();
    round.demand(2, &show(0..1, 0));
    assert_eq!(round.counts.messages, 1);
}

#[test]
fn a_look_by_somebody_else_than_the_author_takes_one_round_more() {
    let mut round = pile(3);
    round.counted();
    round.demand(2, &show(6..7, 0));
    assert_eq!((round.counts.rounds, round.counts.messages), (3, 4));
    assert_eq!(known(&round, 0), [0, 6]);
}

#[test]
fn reveal_needs_only_the_missing_shares() {
    let mut round = pile(3);
    round.counted();
    // The holder plays its card: one message.
    round.act(0, &[0], &[], Vec::new());
    assert_eq!((round.counts.rounds, round.counts.messages), (1, 1));
    assert_eq!(round.watcher.public_face(Place(0)), round.knows(0, 0));
    assert!((0..3).all(|player| round.knows(player, 0) == round.knows(0, 0)));
    // Somebody else has it turned over: the holder's share is the only one that is missing.
    round.counted();
    round.demand(2, &[reveal(1)]);
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 2));
    // A card that nobody has seen: everybody's share, all at once. The author's is not alone, so nothing is attached.
    round.counted();
    round.demand(2, &[reveal(9)]);
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 4));
    assert!(matches!(round.watcher.outcome(0), Some(TaskOutcome::Face(_))));
}

#[test]
fn scry_keeps_positions_and_knowledge_follows_the_cards() {
    let mut round = pile(2);
    let look: Vec<Task> = show(4..7, 1);
    round.demand(1, &look);
    let before: Vec<_> = (4..7).map(|place| round.knows(1, place)).collect();
    // Looks and the arrangement are separate waves: what is chosen depends on what was seen.
    round.counted();
    let arrange = Task::Arrange { seat: seat(1), places: places(4..7), way: Way::Freely };
    round.act(1, &[], &[arrange], vec![(0, Choice::Order(vec![2, 0, 1]))]);
    assert_eq!((round.counts.rounds, round.counts.messages), (1, 1));
    let after: Vec<_> = (4..7).map(|place| round.knows(1, place)).collect();
    assert_eq!(after, [before[2], before[0], before[1]]);
    assert_eq!(round.players[1].order(0), Some(&[2, 0, 1][..]));
    // What lies there is what its owner says.
    round.demand(0, &[reveal(4), reveal(5), reveal(6)]);
    let public: Vec<_> = (4..7).map(|place| round.watcher.public_face(Place(place))).collect();
    assert_eq!(public, after);
}

#[test]
fn tutor_takes_a_card_and_the_rest_is_re_encrypted_and_shuffled() {
    let mut round = pile(2);
    round.demand(0, &show(0..10, 0));
    let wanted = (0..10).find(|&place| round.knows(0, place) == Some(face(7))).unwrap();
    // The card comes to the first place, and all shuffle the rest: the arrangement and the first shuffle need one entry each.
    let mut order = vec![wanted];
    order.extend((0..10).filter(|&place| place != wanted));
    let take = Task::Arrange { seat: seat(0), places: places(0..10), way: Way::Freely };
    round.counted();
    round.act(0, &[], &[take, shuffle(1..10)], vec![(0, Choice::Order(order))]);
    assert_eq!((round.counts.rounds, round.counts.messages), (3, 3));
    assert_eq!(round.knows(0, 0), Some(face(7)));
    assert_eq!(known(&round, 0), [0]);
    assert!((1..10).all(|place| round.watcher.known_to(Place(place)).is_empty()));
    round.demand(0, &(0..10).map(reveal).collect::<Vec<_>>());
    assert_eq!(round.watcher.public_face(Place(0)), Some(face(7)));
    assert_ne!(
        (1..10).map(|p| round.knows(0, p)).collect::<Vec<_>>(),
        (0..9).map(|n| Some(face(n))).collect::<Vec<_>>()
    );
}

#[test]
fn tutor_of_the_last_card_needs_no_shuffle() {
    let mut round = pile(2);
    round.counted();
    let take = Task::Arrange { seat: seat(0), places: places(9..10), way: Way::Freely };
    round.demand(0, &[take, shuffle(9..10), shuffle(9..9)]);
    assert_eq!(round.counts.messages, 1);
}

#[test]
fn mill_goes_to_public_face_up_and_face_down_destinations() {
    let mut round = pile(3);
    // Face up: all shares of three cards in one message a player. Face down for a seat: a look.
    round.counted();
    let mut tasks: Vec<Task> = (3..6).map(reveal).collect();
    tasks.extend(show(6..8, 0));
    round.demand(0, &tasks);
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 4));
    assert!((3..6).all(|place| round.watcher.public_face(Place(place)).is_some()));
    assert_eq!(known(&round, 0), [0, 3, 4, 5, 6, 7]);
    assert_eq!(known(&round, 1), [1, 3, 4, 5]);
}

#[test]
fn tuck_puts_a_card_at_a_secret_place_and_keeps_the_order_of_the_others() {
    let mut round = pile(2);
    round.demand(0, &show(4..8, 0));
    let before: Vec<_> = (4..8).map(|place| round.knows(0, place).unwrap()).collect();
    round.counted();
    let tuck = Task::Arrange { seat: seat(0), places: places(4..8), way: Way::Tuck };
    round.act(0, &[], &[tuck], vec![(0, Choice::Tuck(2))]);
    assert_eq!((round.counts.rounds, round.counts.messages), (1, 1));
    assert_eq!(round.players[0].order(0), Some(&[1, 2, 0, 3][..]));
    round.demand(1, &(4..8).map(reveal).collect::<Vec<_>>());
    let after: Vec<_> = (4..8).map(|p| round.watcher.public_face(Place(p)).unwrap()).collect();
    assert_eq!(after, [before[1], before[2], before[0], before[3]]);
}

#[test]
fn a_hand_is_mixed_by_its_holder_who_can_still_play_it() {
    let mut round = pile(3);
    round.demand(0, &show(3..6, 0));
    round.counted();
    let hand = vec![Place(0), Place(3), Place(4), Place(5)];
    let before: Vec<_> = hand.iter().map(|place| round.knows(0, place.0)).collect();
    round.demand(0, &[Task::Mix { seat: seat(0), places: hand.clone() }]);
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 3));
    let order = round.players[0].order(0).unwrap().to_vec();
    let after: Vec<_> = hand.iter().map(|place| round.knows(0, place.0)).collect();
    let expected: Vec<_> = order.iter().map(|&from| before[usize::from(from)]).collect();
    assert_eq!(after, expected);
    round.counted();
    round.act(0, &[3], &[], Vec::new());
    assert_eq!(round.counts.messages, 1);
    assert_eq!(round.watcher.public_face(Place(3)), after[1]);
}

#[test]
fn returned_cards_are_shuffled_in() {
    let mut round = pile(2);
    round.demand(0, &[reveal(4)]);
    round.demand(1, &[shuffle(0..10)]);
    assert!(known(&round, 0).is_empty() && known(&round, 1).is_empty());
    assert_eq!(round.watcher.public_face(Place(4)), None);
    round.demand(0, &(0..10).map(reveal).collect::<Vec<_>>());
    let mut all: Vec<_> = (0..10).map(|place| round.knows(1, place).unwrap()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..10).map(face).collect::<Vec<_>>());
}

#[test]
fn request_reshuffle_has_fresh_keys_per_cycle_and_all_becomes_encrypted() {
    let mut round = pile(2);
    for cycle in 2..4 {
        let fresh = Task::Reshuffle { piles: vec![places(0..9)], hands: vec![Place(9)] };
        round.demand(0, &[fresh]);
        assert_eq!(round.watcher.epochs(), cycle);
        assert!(known(&round, 0).is_empty());
    }
    // Old keys are wiped when no card has them.
    assert_eq!(round.players[0].keys.len(), 1);
    round.demand(0, &show(0..10, 1));
    assert_eq!(known(&round, 1).len(), 10);
}

#[test]
fn a_hand_keeps_its_cards_and_their_shares_under_fresh_keys() {
    let mut round = pile(2);
    let fresh = Task::Reshuffle { piles: vec![places(2..10)], hands: places(0..2) };
    round.demand(1, &[fresh]);
    assert_eq!((known(&round, 0), known(&round, 1)), (vec![0], vec![1]));
    round.counted();
    round.act(0, &[0], &[], Vec::new());
    assert_eq!(round.counts.messages, 1);
    assert_eq!(round.watcher.public_face(Place(0)), round.knows(0, 0));
}

#[test]
fn returned_cards_of_older_keys_are_reshuffled_in() {
    let mut round = pile(2);
    round.demand(0, &[Task::Reshuffle { piles: vec![places(2..10)], hands: Vec::new() }]);
    // Places 0 and 1 have the old keys; the shuffle brings all to the newest first.
    round.demand(1, &[shuffle(0..10)]);
    assert_eq!(round.players[1].keys.len(), 1);
    round.demand(0, &(0..10).map(reveal).collect::<Vec<_>>());
    let mut all: Vec<_> = (0..10).map(|place| round.knows(1, place).unwrap()).collect();
    all.sort_unstable();
    assert_eq!(all, (0..10).map(face).collect::<Vec<_>>());
}

#[test]
fn roll_is_committed_before_it_is_opened() {
    let mut round = pile(3);
    round.counted();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..6 {
        round.demand(0, &[Task::Roll { sides: 6 }, Task::Roll { sides: 6 }]);
        for task in 0..2 {
            let Some(TaskOutcome::Rolled(number)) = round.watcher.outcome(task) else { panic!() };
            assert!(number < 6);
            seen.insert(number);
        }
    }
    // An action, promises, openings.
    assert_eq!((round.counts.rounds, round.counts.messages), (6 * 3, 6 * 7));
    assert!(seen.len() > 1, "twelve rolls are not all the same");
}

#[test]
fn the_first_roll_rides_on_the_keys() {
    let round = Round::new(3, &[Task::Roll { sides: 3 }, Task::Roll { sides: 1000 }]);
    assert_eq!((round.counts.rounds, round.counts.messages), (2, 6));
    let Some(TaskOutcome::Rolled(first)) = round.watcher.outcome(0) else { panic!() };
    let Some(TaskOutcome::Rolled(second)) = round.watcher.outcome(1) else { panic!() };
    assert!(first < 3 && second < 1000);
}

#[test]
fn questions_are_answered_by_the_seat_that_is_asked() {
    let mut round = pile(2);
    let ask = Task::Answer { seat: seat(1), places: places(1..2) };
    let entry = round.action(0, &[], std::slice::from_ref(&ask), Vec::new());
    round.post(&entry);
    assert_eq!(round.players[1].due().unwrap_err(), Undecided { task: 0 });
    let _ = round.players[1].choose(0, Choice::Answer(true)).unwrap();
    round.run();
    assert_eq!(round.watcher.outcome(0), Some(TaskOutcome::Answer(true)));
}

#[test]
fn all_together_learn_whether_a_hidden_card_has_one_of_some_faces() {
    let mut round = Round::new(3, &[bring(0..5), shuffle(0..5)]);
    let tests = |faces: &[u16]| -> Vec<Task> {
        let yes: Vec<_> = faces.iter().copied().map(face).collect();
        (0..5).map(|place| Task::Test { place: Place(place), yes: yes.clone() }).collect()
    };
    for faces in [&[3][..], &[1, 4], &[9]] {
        round.counted();
        round.demand(0, &tests(faces));
        let rounds = if faces.len() == 1 { 3 } else { 5 };
        assert_eq!(round.counts.rounds, rounds);
        let answers: Vec<_> = (0..5).map(|task| round.watcher.outcome(task).unwrap()).collect();
        round.players.iter().for_each(|p| assert!((0..5).all(|n| p.face(Place(n)).is_none())));
        let yes = answers.iter().filter(|a| **a == TaskOutcome::Answer(true)).count();
        assert_eq!(yes, faces.iter().filter(|face| **face < 5).count());
    }
    let answers =
        |round: &Round| (0..5).map(|t| round.watcher.outcome(t).unwrap()).collect::<Vec<_>>();
    round.demand(0, &tests(&[2]));
    let hidden = answers(&round);
    round.demand(1, &(0..5).map(reveal).collect::<Vec<_>>());
    round.counted();
    round.demand(0, &tests(&[2]));
    assert_eq!((answers(&round), round.counts.messages), (hidden, 1), "public cards need no test");
}

#[test]
fn a_secret_list_is_read_by_whoever_is_shown_a_card() {
    let mut round = Round::new(3, &[]);
    let list = Task::BringSealed { owner: seat(1), places: places(0..6) };
    let faces: Vec<_> = (50..56).map(face).collect();
    round.act(1, &[], &[list, shuffle(0..6)], vec![(0, Choice::Faces(faces.clone()))]);
    assert!(known(&round, 1).is_empty(), "it was shuffled");
    round.demand(0, &show(0..6, 0));
    let mut seen: Vec<_> = (0..6).map(|place| round.knows(0, place).unwrap()).collect();
    seen.sort_unstable();
    assert_eq!(seen, faces);
}

#[test]
fn the_owner_of_a_secret_list_knows_it_and_can_be_asked_for_it_later() {
    let list = Task::BringSealed { owner: seat(1), places: places(0..3) };
    let mut round = Round::begin(genesis(2, &[list]));
    round.step();
    round.step();
    assert_eq!(round.players[1].due().unwrap_err(), Undecided { task: 0 });
    let _ = round.players[1].choose(0, Choice::Faces((0..3).map(face).collect())).unwrap();
    round.run();
    assert_eq!(known(&round, 1), [0, 1, 2]);
    assert!(known(&round, 0).is_empty());
    round.demand(0, &show(1..2, 0));
    assert_eq!(round.knows(0, 1), Some(face(1)));
}

#[test]
fn entries_hold_counts_and_never_hidden_identities() {
    // Two tables that differ in nothing but the seeds: entries have the same sizes.
    let sizes = |first: usize| -> Vec<usize> {
        let mut round = pile(2);
        round.demand(first, &show(4..6, first));
        round.demand(1 - first, &[shuffle(0..10)]);
        round.chain.entries.iter().map(Entry::size).collect()
    };
    assert_eq!(sizes(0), sizes(1));
}

#[test]
fn what_is_due_is_said_again_in_the_same_words() {
    let mut round = pile(2);
    let entry = round.action(0, &[], &show(4..5, 1), Vec::new());
    assert_eq!(entry, round.action(0, &[], &show(4..5, 1), Vec::new()));
    round.post(&entry);
    let due = round.players[1].due().unwrap().unwrap();
    assert_eq!(Some(&due), round.players[1].due().unwrap().as_ref());
}

/// The fingerprint is the same on all machines as soon as all keys are open. It depends on what everybody has promised before
/// and nothing else, and so on more than the genesis, which a relay with keys of its own could choose.
#[test]
fn the_fingerprint_is_of_what_was_promised_before_any_of_it_was_open() {
    let tables = [genesis(3, &[]), genesis(3, &[]).with_escrow(2).unwrap()];
    for genesis in tables {
        let mut round = Round::begin(genesis);
        round.step();
        assert!(round.watcher.fingerprint().is_none(), "promises alone show nothing");
        round.step();
        let fingerprint = *round.watcher.fingerprint().unwrap();
        round.run();
        round.demand(0, &[bring(0..6), shuffle(0..6)]);
        for player in &round.players {
            assert_eq!(
                player.state().fingerprint(),
                Some(&fingerprint),
                "what comes later is not in it"
            );
        }
    }
    // The same players with the same keys and nonces, but one has other secrets: its signing key is given, its chance is not.
    let of_genesis = |seeds: [[u8; 32]; 2]| {
        let seated = |n: usize| Seated::new(&seeds[n], [u8::try_from(n).unwrap() + 1; 32]);
        let genesis = Genesis::new(Script::write(&[]), vec![seated(0), seated(1)]).unwrap();
        let player = |n: usize| Player::new(genesis.clone(), seat(n), seeds[n]).unwrap();
        let mut players = [player(0), player(1)];
        for _ in 0..2 {
            let due: Vec<_> = players.iter_mut().map(|one| one.due().unwrap().unwrap()).collect();
            for entry in due.iter().rev() {
                for one in &mut players {
                    hear(one, entry).unwrap();
                }
            }
        }
        *players[0].state().fingerprint().unwrap()
    };
    assert_eq!(of_genesis([seed(0), seed(1)]), of_genesis([seed(0), seed(1)]), "in any order");
    assert_ne!(of_genesis([seed(0), seed(1)]), of_genesis([seed(0), seed(2)]));
}
