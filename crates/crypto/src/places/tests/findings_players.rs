//! What a hostile reading of the first version found about keys, choices, the end and hostile entries. Each test says what would let it fail.

use curve25519_dalek::scalar::Scalar;

use super::findings::split;
use super::*;
use crate::group::Point;

/// 5. It would fail if keys were replaced before the shuffle: the fresh keys would read the pile in the order before it.
#[test]
fn finding_5_fresh_keys_do_not_read_the_pile_as_it_lay_before() {
    let mut round = Round::new(2, &[bring(0..6), shuffle(0..6)]);
    let start = round.chain.entries.len();
    let before = round.watcher.clone();
    round.demand(0, &[Task::Reshuffle { piles: vec![places(0..6)], hands: Vec::new() }]);
    let after = round.watcher.clone();
    round.demand(0, &[Task::Close { from: 1 }]);
    let keys = round.watcher.closed().unwrap();
    assert!((0..6).all(|place| keys.face(&after, Place(place)).is_some()), "the control");
    // Every state on the way, until all have shuffled and all are due with their fresh keys.
    let fresh: Scalar = (0..2).map(|n| round.players[n].keys[&1].secret().scalar()).sum();
    let mut state = before;
    let mut states = 0;
    for entry in &round.chain.entries[start..] {
        if state.due().len() == 2 {
            break;
        }
        states += 1;
        assert!((0..6).all(|place| keys.face(&state, Place(place)).is_none()));
        // What the fresh keys have been put into is on the log: no card from before can be read with any of it.
        for card in state.cards.values() {
            let share = fresh * card.masked.c1.point();
            let reads =
                |last: &Card| FaceCode::of(&Point::new(last.masked.c2.point() - share)).is_ok();
            assert!(!after.cards.values().any(reads));
        }
        hear(&mut state, entry).unwrap();
    }
    assert_eq!(states, 2);
}

/// 5. It would fail if parts of fresh keys were sealed to keys that are opened at the end.
#[test]
fn finding_5_opened_keys_do_not_open_what_is_in_escrow() {
    let mut round = Round::with_escrow(3, 2, &[bring(0..6), shuffle(0..6)]);
    round.demand(0, &[Task::Reshuffle { piles: vec![places(0..6)], hands: Vec::new() }]);
    for epoch in &round.watcher.epochs {
        assert_eq!(epoch.dealt.len(), 3);
        for (dealer, dealt) in &epoch.dealt {
            for (recipient, sealing) in &dealt.recipients {
                // A one-time key is no card key, and it is gone.
                assert!(
                    round
                        .watcher
                        .epochs
                        .iter()
                        .all(|e| e.shares.values().all(|s| s != sealing.point()))
                );
                let player = &round.players[recipient.index()];
                assert!(player.sealing.is_empty());
                for key in [player.key_of(&round.watcher.epochs[0]), player.key_of(epoch)] {
                    let share = &epoch.shares[dealer];
                    assert!(dealt.dealing.open(&dealt.context, share, *recipient, &key).is_err());
                }
            }
        }
    }
    // All keys in use are kept, and no others: each player has its part of every other key.
    assert!(round.players.iter().all(|p| p.keys.len() == 1 && p.parts.len() == 2));
}

/// 6. It would fail if a player could be brought to sign two bodies for one place: by changing its mind, by starting again, or by
///    asking it twice.
#[test]
fn finding_6_a_player_cannot_say_two_things_at_one_place() {
    let mut round = Round::new(2, &[bring(0..6), shuffle(0..6)]);
    let player = &mut round.players[0];
    let (one, other) = (show(0..1, 0), show(1..2, 0));
    // What cannot be said has not been said.
    let failed = player.act(b"x", &[Place(0)], &one, []);
    assert!(matches!(failed, Err(ActError::NotMine(Place(0)))));
    let (entry, note) = player.act(&Script::write(&one), &[], &one, []).unwrap();
    assert_eq!(player.act(&Script::write(&one), &[], &one, []).unwrap().0, entry);
    assert!(matches!(
        player.act(&Script::write(&other), &[], &other, []),
        Err(ActError::AlreadySaid)
    ));
    // A machine that starts again, with the same seed and its note, says the same.
    let mut again = split(&round, &[0]).remove(0);
    again.remember(note);
    assert!(matches!(
        again.act(&Script::write(&other), &[], &other, []),
        Err(ActError::AlreadySaid)
    ));
    assert_eq!(again.act(&Script::write(&one), &[], &one, []).unwrap().0, entry);
    // A choice stays.
    round.post(&entry);
    round.run();
    let ask = Task::Answer { seat: seat(1), places: Vec::new() };
    let entry = round.action(0, &[], &[ask], Vec::new());
    round.post(&entry);
    let player = &mut round.players[1];
    let _ = player.choose(0, Choice::Answer(true)).unwrap();
    assert!(matches!(player.choose(0, Choice::Answer(false)), Err(ActError::AlreadySaid)));
}

/// 6. It would fail if anything but the seed, the entries and the notes went into an entry.
#[test]
fn finding_6_a_player_that_starts_again_says_the_same_bytes() {
    let mut round = Round::with_escrow(3, 2, &[bring(0..8), shuffle(0..8)]);
    let arrange = Task::Arrange { seat: seat(1), places: places(2..5), way: Way::Freely };
    let mut notes = Vec::new();
    let all = [
        (show(2..5, 1), Vec::new()),
        (vec![arrange], vec![(0, Choice::Order(vec![1, 2, 0]))]),
        (vec![Task::Roll { sides: 6 }, shuffle(0..8)], Vec::new()),
    ];
    for (tasks, choices) in all {
        let (entry, note) =
            round.players[1].act(&Script::write(&tasks), &[], &tasks, choices).unwrap();
        notes.push(note);
        round.post(&entry);
        round.run();
    }
    for n in 0..3 {
        let mut player = Player::new(round.chain.genesis.clone(), seat(n), seed(n)).unwrap();
        if n == 1 {
            for note in notes.iter().cloned() {
                player.remember(note);
            }
        }
        for entry in &round.chain.entries {
            if entry.author() == seat(n) && entry.kind() == EntryKind::Work {
                assert_eq!(player.due().unwrap().as_ref(), Some(entry));
            }
            hear(&mut player, entry).unwrap();
        }
        assert_eq!(player.state().head(), round.watcher.head());
        assert!((0..8).all(|place| player.face(Place(place)) == round.knows(n, place)));
    }
}

/// 7. It would fail if a refusal were free, or if it voided the audit of what others held.
#[test]
fn finding_7_a_refusal_to_open_is_on_record_and_partial_hands_are_judged() {
    let mut tasks = vec![bring(0..9), shuffle(0..9)];
    for n in 0..3 {
        tasks.extend(show(u16::try_from(n).unwrap() * 2..u16::try_from(n).unwrap() * 2 + 2, n));
    }
    let mut round = Round::new(3, &tasks);
    let played = round.watcher.clone();
    let entry = round.action(0, &[], &[Task::Close { from: 0 }], Vec::new());
    round.post(&entry);
    let _ = round.players[2].choose(0, Choice::Refuse).unwrap();
    round.run();
    let keys = round.watcher.closed().unwrap();
    assert_eq!(keys.refused(), seat(2).only());
    // The others' hands can be judged: the shares of the one who refuses were given long ago.
    for place in 0..4 {
        let holder = usize::from(place) / 2;
        assert_eq!(keys.face(&played, Place(place)), round.knows(holder, place));
    }
    assert!((4..9).all(|place| keys.face(&played, Place(place)).is_none()));
    // Saying nothing is a refusal as well, as soon as a majority has waited long enough.
    let mut round = Round::new(3, &tasks);
    let entry = round.action(0, &[], &[Task::Close { from: 0 }], Vec::new());
    round.post(&entry);
    for n in 0..2 {
        let entry = round.players[n].due().unwrap().unwrap();
        round.post(&entry);
    }
    let votes = [0, 1].map(|n| round.players[n].forfeit(seat(2)));
    for vote in &votes {
        round.post(vote);
    }
    round.run();
    assert_eq!(round.watcher.closed().unwrap().refused(), seat(2).only());
    assert!(round.watcher.closed().unwrap().face(&played, Place(0)).is_some());
}

/// 8. It would fail if the entry that convicts were dropped, or took the place of the first.
#[test]
fn finding_8_the_entry_that_convicts_is_not_lost() {
    let mut round = Round::new(3, &[bring(0..6), shuffle(0..6)]);
    let entry = round.action(0, &[], &show(2..3, 1), Vec::new());
    round.post(&entry);
    let honest = round.players[1].due().unwrap().unwrap();
    round.post(&honest);
    let key = signing_key(&seed(1));
    let other =
        Entry::sign(round.watcher.id(), *honest.since(), seat(1), EntryKind::Work, vec![1], &key);
    let head = *round.watcher.head();
    assert_eq!(hear(&mut round.watcher, &other), Err(Refusal::Contradiction));
    assert_eq!(round.watcher.head(), &head);
    assert!(other.contradicts(&honest, &round.chain.genesis));
    round.run();
    let mut chain = round.chain.clone();
    chain.entries.push(other);
    let Err(error) = chain.verify(&mut Script::of(&chain.genesis).unwrap()) else { panic!() };
    let ChainError::Contradiction { first, second, author } = error else { panic!("{error}") };
    assert_eq!(
        (&chain.entries[first], second, author),
        (&honest, chain.entries.len() - 1, seat(1))
    );
}

/// 8. It would fail if a message were decoded, and its points decompressed, before its kind and its length are checked.
#[test]
fn finding_8_a_long_entry_is_refused_before_it_is_decoded() {
    const LONG: usize = 60_000;
    let mut round = Round::begin(genesis(2, &[bring(0..4), shuffle(0..4)]));
    let key = signing_key(&seed(1));
    let forged = |round: &Round, kind, payload| {
        Entry::sign(round.watcher.id(), *round.watcher.head(), seat(1), kind, payload, &key)
    };
    // Unreadable content: if it were decoded, the fault would be another.
    let long = forged(&round, EntryKind::Work, vec![0xff; LONG]);
    let too_long = Refusal::Fault(Fault::TooLong { size: LONG, most: 64 });
    assert_eq!(round.try_post(&long), Err(too_long));
    let action = forged(&round, EntryKind::Action, vec![0xff; LONG]);
    assert_eq!(round.try_post(&action), Err(Refusal::Fault(Fault::NotDue)));
    round.run();
    let idle = forged(&round, EntryKind::Action, vec![0xff; LONG]);
    let unreadable = crate::encoding::DecodeError::TooMany { count: 0xffff, most: MAX_ACTION };
    assert_eq!(round.try_post(&idle), Err(Refusal::Fault(Fault::Unreadable(unreadable))));
    let work = forged(&round, EntryKind::Work, vec![0xff; LONG]);
    assert_eq!(round.try_post(&work), Err(Refusal::Fault(Fault::NotDue)));
    // Shares that come with an action are not decoded before their length is what the cards need.
    let length = u16::try_from(LONG).unwrap();
    round.demand(0, &show(0..1, 1));
    let shares = [&[0, 0, 1, 0, 0, 0][..], &length.to_le_bytes(), &vec![0xff; LONG]].concat();
    let turning = forged(&round, EntryKind::Action, shares);
    let too_long = Refusal::Fault(Fault::TooLong { size: LONG, most: 2 + 32 + 96 });
    assert_eq!(round.try_post(&turning), Err(too_long));
    // What is longer than anything at this table is not even hashed, whoever signed it and wherever it belongs.
    for kind in [EntryKind::Work, EntryKind::Action, EntryKind::Head, EntryKind::Complaint] {
        for since in [*round.watcher.id(), *round.watcher.head(), [7; 32]] {
            let (id, size) = (round.watcher.id(), 1 << 20);
            let huge = Entry::sign(id, since, seat(1), kind, vec![0xff; size], &key);
            let most = (1 << 16) + 512 * 4;
            assert_eq!(round.try_post(&huge), Err(Refusal::TooLong { size, most }));
        }
    }
    // During a shuffle the limit follows from the number of cards.
    let entry = round.action(0, &[], &[shuffle(0..4)], Vec::new());
    round.post(&entry);
    let honest = round.players[1].due().unwrap().unwrap();
    let most = honest.payload().len();
    let long = forged(&round, EntryKind::Work, vec![0xff; most + 1]);
    assert_eq!(round.try_post(&long), Err(Refusal::Fault(Fault::TooLong { size: most + 1, most })));
}

/// 8. It would fail if one accuser were enough, or the accused could keep the others from saying so.
#[test]
fn finding_8_a_forfeit_needs_a_majority_of_the_others() {
    let mut round = Round::new(4, &[bring(0..4), shuffle(0..4)]);
    let entry = round.action(0, &[], &show(0..1, 3), Vec::new());
    round.post(&entry);
    let vote = |round: &Round, n: usize| round.players[n].forfeit(seat(3));
    let (first, second) = (vote(&round, 0), vote(&round, 1));
    round.post(&first);
    assert_eq!(round.watcher.stage(), &Stage::Working);
    // Said twice, it counts once; and nobody votes about itself.
    assert!(matches!(round.watcher.accept(&first), Ok(Accepted::Known)));
    let own = vote(&round, 3);
    assert_eq!(round.try_post(&own), Err(Refusal::Fault(Fault::NotAbsent)));
    round.post(&second);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Abandoned(seat(3))));
    // Who is not waited for is not gone, whatever a majority says that has not heard it yet.
    let mut round = Round::new(3, &[bring(0..4), shuffle(0..4)]);
    let entry = round.action(0, &[], &show(0..1, 2), Vec::new());
    round.post(&entry);
    let votes = [0, 1].map(|n| round.players[n].forfeit(seat(1 - n)));
    for vote in &votes {
        assert!(matches!(round.watcher.accept(vote), Ok(Accepted::Stale)));
    }
}

/// 8. It would fail if anybody could shuffle or look at what the rules do not demand.
#[test]
fn finding_8_nobody_does_to_a_hand_what_the_rules_do_not_demand() {
    let mut round = Round::new(2, &[bring(0..6), shuffle(0..6)]);
    round.demand(0, &show(0..3, 0));
    let before = *round.watcher.masked(Place(0)).unwrap();
    let key = signing_key(&seed(1));
    let work = Entry::sign(
        round.watcher.id(),
        *round.watcher.head(),
        seat(1),
        EntryKind::Work,
        vec![0; 64],
        &key,
    );
    assert_eq!(round.try_post(&work), Err(Refusal::Fault(Fault::NotDue)));
    // Not even as part of an action: what is attached has to be what the tasks demand.
    let mut payload = Script::write(&[]);
    payload.splice(0..0, [2, 0]);
    payload.extend([0, 0]);
    payload.extend([9; 100]);
    let action = Entry::sign(
        round.watcher.id(),
        *round.watcher.head(),
        seat(1),
        EntryKind::Action,
        payload,
        &key,
    );
    assert_eq!(round.try_post(&action), Err(Refusal::Fault(Fault::TooLong { size: 100, most: 0 })));
    assert_eq!(round.watcher.masked(Place(0)), Some(&before));
}
