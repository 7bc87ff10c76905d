//! Attacks through signed entries: each is refused by everybody, blames its author, and changes nothing.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;

use super::*;
use crate::encoding::{Codec, Writer};
use crate::group::{Point, Secret};
use crate::keys::{JointKey, KeyError, KeyOpening, KeyPair};
use crate::masked::MaskedCard;
use crate::secret_list::ListError;
use crate::share::{ShareError, Shares};
use crate::shuffle::{OutputOrder, ShuffleError, Shuffled};
use crate::testing::rng;
use crate::transcript::{Context, Operation};

/// An entry that a player signs although its own machine would not make it.
fn forge(round: &Round, player: usize, kind: EntryKind, payload: Vec<u8>) -> Entry {
    let key = signing_key(&seed(player));
    Entry::sign(round.watcher.id(), *round.watcher.head(), seat(player), kind, payload, &key)
}

/// Everybody refuses what a player says in a step, and its honest entry is accepted afterwards.
fn refused(round: &mut Round, player: usize, payload: Vec<u8>) -> Fault {
    let entry = forge(round, player, EntryKind::Work, payload);
    let head = *round.watcher.head();
    let refusal = round.try_post(&entry).unwrap_err();
    assert_eq!(round.watcher.head(), &head);
    let Refusal::Fault(fault) = refusal else { panic!("{refusal}") };
    fault
}

/// Player 0 has shuffled five cards, and player 1 is due.
fn in_a_shuffle() -> Round {
    let mut round = Round::new(2, &[bring(0..5), shuffle(0..5)]);
    let entry = round.action(0, &[], &[shuffle(0..5)], Vec::new());
    round.post(&entry);
    round
}

fn deck(round: &Round) -> Vec<MaskedCard> {
    round.watcher.masked_at(&places(0..5))
}

/// What player 1 would say if it shuffled these cards instead, with a proof that holds for them.
fn shuffled(round: &Round, context: &Context, cards: &[MaskedCard]) -> Vec<u8> {
    let joint = &round.watcher.epochs[0].joint;
    let secret = round.players[1].keys[&0].secret().clone();
    let made =
        Shuffled::new(context, joint, cards, &OutputOrder::Random, &secret, &mut rng(5)).unwrap();
    let mut to = Writer::default();
    to.list(&made.cards);
    made.proof.write(&mut to);
    to.into_bytes()
}

#[test]
fn cards_cannot_be_duplicated_substituted_swapped_or_dropped() {
    let mut round = in_a_shuffle();
    let honest = round.players[1].due().unwrap().unwrap().payload().to_vec();
    let before = deck(&round);
    let wrong = Fault::Shuffle(ShuffleError::Wrong);
    let card = |n: usize| 2 + 64 * n..2 + 64 * (n + 1);
    let mut doubled = honest.clone();
    doubled.copy_within(card(0), card(1).start);
    assert_eq!(refused(&mut round, 1, doubled), wrong);
    let mut swapped = honest.clone();
    swapped[card(0).start..card(1).end].rotate_left(64);
    assert_eq!(refused(&mut round, 1, swapped), wrong);
    let mut old = honest.clone();
    old[card(2)].copy_from_slice(&before[2].to_bytes());
    assert_eq!(refused(&mut round, 1, old), wrong);
    let mut dropped = honest.clone();
    dropped.drain(card(0));
    dropped[0] = 4;
    assert!(matches!(refused(&mut round, 1, dropped), Fault::Count | Fault::Unreadable(_)));
    round.run();
}

#[test]
fn a_duplicate_with_a_freshly_made_proof_is_refused() {
    let mut round = in_a_shuffle();
    let context = round.watcher.context(seat(1), Operation::Shuffle, 0);
    let honest = shuffled(&round, &context, &deck(&round));
    let wrong = Fault::Shuffle(ShuffleError::Wrong);
    for change in [
        |cards: &mut Vec<MaskedCard>| cards[1] = cards[0],
        |cards: &mut Vec<MaskedCard>| {
            cards[1] = face(4).fresh(&JointKey::new([&Point::base()]).unwrap());
        },
        |cards: &mut Vec<MaskedCard>| cards[3] = cards[3].without(&Point::base()),
    ] {
        let mut cards = deck(&round);
        change(&mut cards);
        let forged = shuffled(&round, &context, &cards);
        assert_eq!(refused(&mut round, 1, forged), wrong);
    }
    // The control: so a shuffle is made that is accepted, though the player's own machine would choose another.
    let other = forge(&round, 1, EntryKind::Work, honest);
    assert!(hear(&mut round.watcher, &other).is_ok());
}

#[test]
fn a_proof_is_bound_to_its_table_step_author_operation_and_job() {
    let mut round = in_a_shuffle();
    let good = round.watcher.context(seat(1), Operation::Shuffle, 0);
    for context in [
        Context { table: [1; 32], ..good },
        Context { request: *round.chain.entries.last().unwrap().since(), ..good },
        Context { author: seat(0), ..good },
        Context { operation: Operation::Arrange, ..good },
        Context { pile: 1, ..good },
    ] {
        let forged = shuffled(&round, &context, &deck(&round));
        assert_eq!(refused(&mut round, 1, forged), Fault::Shuffle(ShuffleError::Wrong));
    }
}

#[test]
fn wrong_shares_and_shares_under_another_key_name_their_author() {
    let mut round = Round::new(3, &[bring(0..5), shuffle(0..5)]);
    let entry = round.action(0, &[], &show(0..2, 0), Vec::new());
    round.post(&entry);
    let context = round.watcher.context(seat(1), Operation::Share, 0);
    let cards = round.watcher.masked_at(&places(0..2));
    let mine = round.players[1].keys[&0].clone();
    let theirs = round.players[2].keys[&0].clone();
    let wrong = Fault::Share(ShareError::Wrong);
    for (key, cards) in [
        (&theirs, cards.clone()),
        (&mine, round.watcher.masked_at(&places(1..3))),
        (&mine, vec![cards[1], cards[0]]),
    ] {
        let forged = Shares::new(&context, key, &cards, &mut rng(1)).to_bytes();
        assert_eq!(refused(&mut round, 1, forged), wrong);
    }
    // Too few, and those of another player as they are.
    let few = Shares::new(&context, &mine, &cards[..1], &mut rng(1)).to_bytes();
    assert_eq!(refused(&mut round, 1, few), Fault::Count);
    let copied = round.players[2].due().unwrap().unwrap().payload().to_vec();
    assert_eq!(refused(&mut round, 1, copied), wrong);
    round.run();
    assert!(round.knows(0, 1).is_some());
}

#[test]
fn replayed_entries_are_refused() {
    let mut round = Round::new(2, &[bring(0..5), shuffle(0..5)]);
    let look = show(0..1, 0);
    round.demand(0, &look);
    let old = round.chain.entries.last().unwrap().clone();
    round.demand(0, &[shuffle(0..5)]);
    let entry = round.action(0, &[], &look, Vec::new());
    round.post(&entry);
    // The old entry is known; its content under a new signature has a proof for another head.
    assert!(matches!(round.watcher.accept(&old), Ok(Accepted::Known)));
    let fault = refused(&mut round, 1, old.payload().to_vec());
    assert_eq!(fault, Fault::Share(ShareError::Wrong));
}

/// Every block of 32 bytes of every entry of a long wave is changed in turn. What can be anything when it is sent is found out later.
#[test]
fn any_changed_block_of_any_work_is_refused() {
    let mut tasks = vec![bring(0..8), shuffle(0..8)];
    tasks.extend(show(0..3, 1));
    let mut round = Round::begin(genesis(3, &tasks));
    let later = [
        vec![
            Task::Mix { seat: seat(1), places: places(0..3) },
            Task::Test { place: Place(4), yes: vec![face(1), face(2)] },
            Task::Arrange { seat: seat(2), places: places(5..8), way: Way::Tuck },
            Task::Show { place: Place(3), to: seat(2) },
            Task::Roll { sides: 6 },
        ],
        vec![Task::Reshuffle { piles: vec![places(3..8)], hands: places(0..3) }],
        vec![shuffle(0..8), reveal(0)],
        vec![Task::Close { from: 0 }],
    ];
    let mut later = later.into_iter();
    let mut changed = 0;
    loop {
        if round.watcher.stage() == &Stage::Idle {
            let Some(tasks) = later.next() else { break };
            let entry = round.action(0, &[], &tasks, Vec::new());
            round.post(&entry);
            let _ = round.players[2].choose(2, Choice::Tuck(1));
        }
        let due: Vec<_> = round.players.iter_mut().filter_map(|p| p.due().unwrap()).collect();
        if due.is_empty() {
            break;
        }
        for entry in due {
            let player = entry.author().index();
            let jobs = round.watcher.wave.step.due[&entry.author()].clone();
            let free =
                |job: &job::Job| matches!(job, job::Job::KeyPromise | job::Job::RollPromise(_));
            if !jobs.iter().any(free) {
                for block in 0..entry.payload().len() / 32 {
                    let mut payload = entry.payload().to_vec();
                    payload[block * 32 + 7] ^= 4;
                    let forged = forge(&round, player, EntryKind::Work, payload);
                    let refusal = round.watcher.accept(&forged).unwrap_err();
                    assert!(matches!(refusal, Refusal::Fault(_)), "{refusal} {jobs:?}");
                    changed += 1;
                }
            }
            round.post(&entry);
        }
    }
    assert!(matches!(round.watcher.stage(), Stage::Over(Ending::Closed)));
    assert!(changed > 400, "{changed}");
}

#[test]
fn any_changed_byte_of_an_action_is_refused() {
    let mut tasks = vec![bring(0..6), shuffle(0..6)];
    tasks.extend(show(0..3, 0));
    let mut round = Round::new(2, &tasks);
    let arrange = Task::Arrange { seat: seat(0), places: places(1..3), way: Way::Freely };
    let tasks = [Task::Show { place: Place(4), to: seat(0) }, arrange, shuffle(4..6)];
    let choices = vec![(1, Choice::Order(vec![1, 0]))];
    let entry = round.action(0, &[0], &tasks, choices);
    for place in 2 + Script::write(&tasks).len()..entry.payload().len() {
        let mut payload = entry.payload().to_vec();
        payload[place] ^= 4;
        let forged = forge(&round, 0, EntryKind::Action, payload);
        assert!(hear(&mut round.watcher, &forged).is_err(), "{place}");
    }
    round.post(&entry);
    assert!(round.watcher.public_face(Place(0)).is_some());
}

#[test]
fn nobody_turns_over_somebody_elses_card() {
    let mut tasks = vec![bring(0..6), shuffle(0..6)];
    tasks.extend(show(0..3, 0));
    let mut round = Round::new(2, &tasks);
    // Player 1 attaches its own share of a card of player 0, and of one that nobody has seen.
    for place in [0_u8, 5] {
        let context = round.watcher.context(seat(1), Operation::Share, work::TURNED);
        let cards = round.watcher.masked_at(&[Place(u16::from(place))]);
        let shares =
            Shares::new(&context, &round.players[1].keys[&0], &cards, &mut rng(1)).to_bytes();
        let mut payload = vec![2, 0, 0, 0, 1, 0, place, 0, u8::try_from(shares.len()).unwrap(), 0];
        payload.extend(shares);
        let forged = forge(&round, 1, EntryKind::Action, payload);
        let fault = Fault::NotTurnable(Place(u16::from(place)));
        assert_eq!(round.try_post(&forged), Err(Refusal::Fault(fault)));
    }
    let refused = round.players[1].act(&[], &[Place(0)], &[], []).map(drop);
    assert_eq!(refused, Err(ActError::NotMine(Place(0))));
}

#[test]
fn a_roll_and_a_key_cannot_be_changed_after_their_promise() {
    let mut round = Round::begin(genesis(2, &[]));
    round.step();
    let honest = round.players[1].due().unwrap().unwrap().payload().to_vec();
    let id = *round.watcher.id();
    let context = Context { request: id, ..round.watcher.context(seat(1), Operation::Key, 0) };
    let mut other = KeyPair::random(&mut rng(1)).open(&context, &mut rng(2)).to_bytes();
    other.extend(&honest[96..]);
    assert_eq!(refused(&mut round, 1, other), Fault::Key(KeyError::PromiseMismatch));
    let mut part = honest;
    part[100] ^= 1;
    assert_eq!(refused(&mut round, 1, part), Fault::PromiseMismatch);
    round.run();
    let entry = round.action(0, &[], &[Task::Roll { sides: 6 }], Vec::new());
    round.post(&entry);
    round.step();
    let mut part = round.players[1].due().unwrap().unwrap().payload().to_vec();
    part[0] ^= 1;
    assert_eq!(refused(&mut round, 1, part), Fault::PromiseMismatch);
}

/// A rogue key: a share that is chosen so that its author alone knows the secret of the joint key.
#[test]
fn a_rogue_key_would_read_everything_and_cannot_be_opened() {
    // What seat 0 will open, which the rogue at seat 1 has somehow seen before it promises anything.
    let mut round = Round::begin(genesis(2, &[]));
    round.step();
    let theirs = round.players[0].due().unwrap().unwrap().payload()[..96].to_vec();
    let theirs = KeyOpening::from_bytes(&theirs).unwrap();
    let x = Secret::random(&mut rng(66));
    let rogue = Point::new(x.times_base().point() - theirs.share().point());
    // The control: without a proof of possession the joint key's secret is x, and the rogue reads every card alone.
    let joint = JointKey::new([theirs.share(), &rogue]).unwrap();
    let card = face(8).fresh(&joint).remask(&joint, &Scalar::from(1_234_u64));
    let share = Point::new(x.scalar() * card.c1().point());
    assert_eq!(FaceCode::of(&card.unmask([&share])), Ok(face(8)));

    let mut round = Round::begin(genesis(2, &[]));
    let id = *round.watcher.id();
    let context = Context { request: id, ..round.watcher.context(seat(1), Operation::Key, 0) };
    // A proof with the secret of the sum is none for the rogue share, and neither is that of seat 0.
    let own = KeyPair::new(x.clone()).open(&context, &mut rng(68)).to_bytes();
    let sum = [rogue.as_bytes(), &own[32..]].concat();
    let copied = [rogue.as_bytes(), &theirs.to_bytes()[32..]].concat();
    for forged in [sum, copied, theirs.to_bytes()] {
        let part = [3; 32];
        let opening = KeyOpening::from_bytes(&forged).unwrap();
        let promise = roll::promise(&id, &id, seat(1), 0, &part);
        let mut table = round.watcher.clone();
        let first = round.players[0].due().unwrap().unwrap();
        hear(&mut table, &first).unwrap();
        let key = signing_key(&seed(1));
        let say = |table: &TableState, payload| {
            Entry::sign(&id, *table.head(), seat(1), EntryKind::Work, payload, &key)
        };
        let promises = say(&table, [opening.promise(), promise].concat());
        hear(&mut table, &promises).unwrap();
        let opened = say(&table, [&forged[..], &part[..]].concat());
        let fault = Refusal::Fault(Fault::Key(KeyError::NoPossession));
        assert_eq!(hear(&mut table, &opened), Err(fault));
    }
}

/// A secret list with a re-masked copy of somebody else's hidden card: shown to its owner, it would show that card.
#[test]
fn a_secret_list_is_no_decryption_oracle() {
    let mut tasks = vec![bring(0..4), shuffle(0..4)];
    tasks.extend(show(0..2, 0));
    let mut round = Round::new(2, &tasks);
    let list = Task::BringSealed { owner: seat(1), places: places(10..12) };
    let entry = round.action(
        1,
        &[],
        std::slice::from_ref(&list),
        vec![(0, Choice::Faces(vec![face(7), face(8)]))],
    );
    let action = Script::write(std::slice::from_ref(&list));
    let start = 2 + action.len() + 2 + 2;
    let hidden = round.watcher.masked(Place(0)).unwrap();
    let copy = hidden.remask(&round.watcher.epochs[0].joint, &Scalar::from(77_u64));
    let mut payload = entry.payload().to_vec();
    payload[start..start + 64].copy_from_slice(&copy.to_bytes());
    let forged = forge(&round, 1, EntryKind::Action, payload);
    let fault = Refusal::Fault(Fault::List(ListError::Wrong));
    assert_eq!(hear(&mut round.watcher, &forged), Err(fault));
    // The control: if it were taken for the player's own card and shown to it, the card would be read.
    let keys: Vec<_> = round.players.iter().map(|player| player.keys[&0].clone()).collect();
    let shares: Vec<_> =
        keys.iter().map(|key| Point::new(key.secret().scalar() * copy.c1().point())).collect();
    assert_eq!(FaceCode::of(&copy.unmask(&shares)).ok(), round.knows(0, 0));
}

/// A list with a card that has no face: it shows as soon as the card is turned over, and the opened keys show who brought it.
#[test]
fn a_card_without_a_face_does_not_stop_the_table() {
    let mut round = Round::new(2, &[bring(0..3), shuffle(0..3)]);
    let card = round.watcher.cards.get_mut(&Place(1)).unwrap();
    let garbage = Point::new(RistrettoPoint::mul_base(&Scalar::from(5_u64)));
    let broken = card.masked.without(&garbage);
    round.watcher.cards.get_mut(&Place(1)).unwrap().masked = broken;
    for player in &mut round.players {
        player.set_masked(Place(1), &broken);
    }
    round.demand(0, &show(0..3, 0));
    assert_eq!(round.players[0].outcome(1), Some(TaskOutcome::Unreadable));
    round.demand(0, &[reveal(1), reveal(2)]);
    assert_eq!(round.watcher.outcome(0), Some(TaskOutcome::Unreadable));
    assert!(matches!(round.watcher.outcome(1), Some(TaskOutcome::Face(_))));
    // It can still be shuffled, and closing opens all others.
    round.demand(1, &[shuffle(0..3)]);
    let before = round.watcher.clone();
    round.demand(1, &[Task::Close { from: 0 }]);
    let keys = round.watcher.closed().unwrap();
    assert_eq!((0..3).filter_map(|n| keys.face(&before, Place(n))).count(), 2);
}

#[test]
fn stale_and_senseless_tasks_are_refused() {
    let mut round = Round::new(2, &[bring(0..4), shuffle(0..4)]);
    let twice = Task::Shuffle { places: vec![Place(1), Place(1)] };
    let uneven = Task::Bring { places: places(8..10), faces: vec![face(1)] };
    for (task, error) in [
        (reveal(9), TaskError::NoCard(Place(9))),
        (bring(3..5), TaskError::Occupied(Place(3))),
        (twice, TaskError::Twice(Place(1))),
        (uneven, TaskError::Size(1)),
        (Task::Roll { sides: 0 }, TaskError::Empty),
        (Task::Test { place: Place(0), yes: Vec::new() }, TaskError::Empty),
        (Task::Show { place: Place(0), to: seat(2) }, TaskError::NoSuchSeat(seat(2))),
        (Task::BringSealed { owner: seat(0), places: Vec::new() }, TaskError::Size(0)),
    ] {
        assert_eq!(round.watcher.extend(vec![task.clone()]).unwrap_err(), error);
        let action = Script::write(std::slice::from_ref(&task));
        let refused = round.players[0].act(&action, &[], &[task], []).map(drop);
        assert_eq!(refused, Err(ActError::Tasks(error)));
    }
}

#[test]
fn sizes_of_nothing_one_two_and_a_hundred() {
    for size in [1_u16, 2, 100] {
        let mut round = Round::new(2, &[bring(0..size), shuffle(0..size)]);
        let mut tasks = show(0..size, 1);
        tasks.push(Task::Mix { seat: seat(1), places: places(0..size) });
        tasks.push(Task::Arrange { seat: seat(0), places: Vec::new(), way: Way::Freely });
        tasks.push(shuffle(0..0));
        round.demand(1, &tasks);
        let mut seen: Vec<_> = (0..size).map(|place| round.knows(1, place).unwrap()).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..size).map(face).collect::<Vec<_>>());
        round.demand(0, &[Task::Reshuffle { piles: vec![places(0..size)], hands: Vec::new() }]);
        round.demand(0, &(0..size).map(reveal).collect::<Vec<_>>());
        assert!((0..size).all(|place| round.watcher.public_face(Place(place)).is_some()));
    }
}

/// A seat that has just searched the pile follows its cards as far as the public entries permit.
#[test]
fn the_owner_loses_track_after_a_tutor() {
    let (mut found, mut places_seen) = (0, 0);
    for first in 0..6 {
        let mut round = Round::new(2, &[bring(0..14 + first), shuffle(0..14)]);
        round.demand(1, &show(0..14, 1));
        let known: Vec<_> = (0..14).map(|place| round.knows(1, place)).collect();
        let before = round.watcher.masked_at(&places(0..14));
        round.demand(1, &[shuffle(0..14)]);
        assert!((0..14).all(|n| !before.contains(round.watcher.masked(Place(n)).unwrap())));
        round.demand(0, &(0..14).map(reveal).collect::<Vec<_>>());
        found += (0..14).filter(|&n| round.knows(1, n) == known[usize::from(n)]).count();
        places_seen += 14;
    }
    // One place of each pile is right by chance.
    assert!(found < 20, "{found} of {places_seen} places were followed");
}

/// Copies of a face are one point, so that nothing tells them apart when one is revealed; masked they are all different.
#[test]
fn equal_cards_cannot_be_told_apart_or_linked() {
    let bring = Task::Bring { places: places(0..4), faces: vec![face(7); 4] };
    let mut round = Round::new(2, &[bring, shuffle(0..4)]);
    let cards = round.watcher.masked_at(&places(0..4));
    for (n, card) in cards.iter().enumerate() {
        for other in &cards[..n] {
            assert!(card.c1 != other.c1 && card.c2 != other.c2);
            assert_ne!(
                card.c2.point() - other.c2.point(),
                card.c1.point() - other.c1.point(),
                "the difference is no encryption under a known mask"
            );
        }
    }
    round.demand(0, &(0..4).map(reveal).collect::<Vec<_>>());
    assert!((0..4).all(|place| round.knows(1, place) == Some(face(7))));
}
