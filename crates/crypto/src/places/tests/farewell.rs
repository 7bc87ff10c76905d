//! Players who say farewell, what is played for those who have left, and votes that are cast again.

use std::collections::BTreeSet;

use super::*;
use crate::encoding::Codec;

/// A pile at places 0 to 5, and a hand of two for each of three players after it, without escrow.
fn table(players: u16) -> Round {
    let cards = 6 + 2 * players;
    let mut tasks = vec![bring(0..cards), shuffle(0..cards)];
    for player in 0..players {
        tasks.extend(show(6 + 2 * player..8 + 2 * player, usize::from(player)));
    }
    Round::new(usize::from(players), &tasks)
}

/// A player says farewell, and its machine is gone.
fn goes(round: &mut Round, player: usize) {
    let farewell = round.players[player].farewell().unwrap();
    let gone = round.players.remove(player);
    round.post(&farewell);
    assert!(!round.watcher.present().contains(gone.seat()));
    round.run();
}

fn all_faces(round: &Round, cards: u16) -> BTreeSet<FaceCode> {
    (0..cards).filter_map(|place| round.watcher.public_face(Place(place))).collect()
}

#[test]
fn who_says_farewell_is_needed_no_more() {
    let mut round = table(4);
    let known = [round.knows(0, 6), round.knows(2, 10)];
    let left: Vec<_> = (8..10).map(|place| round.knows(1, place)).collect();
    goes(&mut round, 1);
    assert_eq!((round.watcher.stage(), round.watcher.present().len()), (&Stage::Idle, 3));
    // Its hand lies open, the others' are theirs, and the pile was shuffled under fresh keys.
    assert_eq!((8..10).map(|n| round.watcher.public_face(Place(n))).collect::<Vec<_>>(), left);
    assert_eq!((round.knows(0, 6), round.knows(1, 10)), (known[0], known[1]));
    assert_eq!((round.knows(0, 10), round.watcher.public_face(Place(6))), (None, None));
    assert!((0..6).all(|place| round.watcher.known_to(Place(place)).is_empty()));
    goes(&mut round, 0);
    round.demand(0, &(0..14).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 14), (0..14).map(face).collect());
    let verified = round.chain.verify(&mut Script::of(&round.chain.genesis).unwrap()).unwrap();
    assert_eq!(verified.state.head(), round.watcher.head());
}

#[test]
fn the_last_player_cannot_play_alone() {
    let mut round = table(2);
    let farewell = round.players[0].farewell().unwrap();
    round.post(&farewell);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Abandoned(seat(0))));
}

#[test]
fn a_farewell_is_for_an_idle_table_and_has_to_be_whole() {
    let mut round = table(3);
    let honest = round.players[1].farewell().unwrap();
    let forged = |round: &Round, payload: Vec<u8>| {
        let since = *round.watcher.head();
        let key = signing_key(&seed(1));
        Entry::sign(round.watcher.id(), since, seat(1), EntryKind::Farewell, payload, &key)
    };
    let mut wrong = honest.payload().to_vec();
    wrong[2..66].rotate_left(32);
    let fault = |refusal| matches!(refusal, Err(Refusal::Fault(_)));
    for payload in [Vec::new(), wrong, [honest.payload(), &[0]].concat()] {
        let entry = forged(&round, payload);
        assert!(fault(round.watcher.accept(&entry)));
    }
    let entry = round.action(0, &[], &[Task::Roll { sides: 6 }], Vec::new());
    round.post(&entry);
    assert!(round.players[1].farewell().is_none());
    let early = forged(&round, honest.payload().to_vec());
    assert_eq!(round.watcher.accept(&early).unwrap_err(), Refusal::Fault(Fault::NotDue));
    // The one that was made before came too late.
    assert!(matches!(round.watcher.accept(&honest), Ok(Accepted::Stale)));
    assert!(matches!(round.players[1].accept(&honest), Ok(Accepted::Stale)));
    round.run();
    assert_eq!(round.watcher.present().len(), 3);
}

#[test]
fn an_action_of_who_has_left_is_derived_and_binds_the_head() {
    let mut round = table(3);
    assert_eq!(round.watcher.derive(seat(2), b"pass", Vec::new()).unwrap_err(), TaskError::NotIdle);
    goes(&mut round, 2);
    let at = |seat: usize, action: &[u8], tasks: Vec<Task>| {
        let mut state = round.watcher.clone();
        let _ = state.derive(super::seat(seat), action, tasks).unwrap();
        *state.head()
    };
    let heads = [
        at(2, b"pass", Vec::new()),
        at(2, b"play", Vec::new()),
        at(2, b"pass", vec![reveal(0)]),
        *round.watcher.head(),
    ];
    let different: BTreeSet<[u8; 32]> = heads.into_iter().collect();
    assert_eq!(different.len(), 4);
    // All do it, and what it demands is due from all of them.
    for player in &mut round.players {
        let _ = player.derive(seat(2), b"draw", show(0..1, 1)).unwrap();
    }
    let _ = round.watcher.derive(seat(2), b"draw", show(0..1, 1)).unwrap();
    round.run();
    assert!(round.knows(1, 0).is_some() && round.knows(0, 0).is_none());
}

/// Nobody may know the order: that of a seat that has left would be everybody's.
#[test]
fn what_a_leaver_would_put_in_order_is_shuffled_by_all_others() {
    let mut round = table(3);
    goes(&mut round, 2);
    let tasks = [
        Task::Arrange { seat: seat(2), places: places(0..6), way: Way::Tuck },
        Task::Mix { seat: seat(2), places: places(10..12) },
    ];
    let before: Vec<_> = (0..6).map(|place| *round.watcher.masked(Place(place)).unwrap()).collect();
    round.counted();
    round.demand(0, &tasks);
    assert_eq!(round.counts.messages, 2, "the action with its author's turn, and the other's");
    assert!(tasks.iter().enumerate().all(|(n, _)| round.watcher.outcome(n).is_some()));
    let after: Vec<_> = (0..6).map(|place| *round.watcher.masked(Place(place)).unwrap()).collect();
    assert!(before.iter().zip(&after).all(|(one, other)| one != other));
    assert!((10..12).all(|place| round.watcher.public_face(Place(place)).is_none()));
    round.demand(0, &(0..12).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 12), (0..12).map(face).collect());
}

#[test]
fn a_vote_that_is_cast_again_counts_once_and_convicts_nobody() {
    let mut round = table(4);
    let player = &round.players[0];
    let votes = [
        player.forfeit(seat(3)),
        player.forfeit_again(seat(3), 1),
        player.forfeit_again(seat(3), 2),
    ];
    assert!(!votes[0].contradicts(&votes[1], &round.chain.genesis));
    for vote in &votes {
        round.post(vote);
    }
    assert_eq!(round.watcher.present().len(), 4);
    assert_eq!(round.watcher.stage(), &Stage::Idle);
    let long = Entry::sign(
        round.watcher.id(),
        *round.watcher.head(),
        seat(0),
        EntryKind::Forfeit(seat(3)),
        vec![0, 0],
        &signing_key(&seed(0)),
    );
    assert!(matches!(round.watcher.accept(&long), Err(Refusal::Fault(Fault::TooLong { .. }))));
    let second = round.players[1].forfeit_again(seat(3), 7);
    round.post(&second);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Abandoned(seat(3))));
}

/// Whoever delivers entries could otherwise have a player believe that it has voted.
#[test]
fn a_vote_in_a_players_own_name_has_to_be_signed_by_it() {
    let mut round = table(2);
    let mut bytes = round.players[0].forfeit(seat(1)).to_bytes();
    *bytes.last_mut().unwrap() ^= 1;
    let forged = Entry::from_bytes(&bytes).unwrap();
    assert_eq!(round.players[0].accept(&forged).unwrap_err(), Refusal::Signature);
    assert_eq!(round.players[0].state().stage(), &Stage::Idle);
}
