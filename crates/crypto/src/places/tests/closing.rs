//! The end of a table: keys are opened, and everything can be read again.

use super::*;

/// The faces of all places after each wave, read with the opened keys.
fn audit(round: &Round, cards: u16) -> Vec<Vec<Option<FaceCode>>> {
    let keys = round.watcher.closed().unwrap();
    let mut faces = Vec::new();
    let mut rules = Script::of(&round.chain.genesis).unwrap();
    let visit = |state: &TableState| {
        faces.push((0..cards).map(|place| keys.face(state, Place(place))).collect());
    };
    round.chain.fold(&mut rules, visit).unwrap();
    faces
}

#[test]
fn answers_are_audited_when_the_keys_are_opened() {
    let mut tasks = vec![bring(0..6), shuffle(0..6)];
    tasks.extend(show(0..2, 1));
    let mut round = Round::new(3, &tasks);
    let held: Vec<_> = (0..2).map(|place| round.knows(1, place)).collect();
    let ask = Task::Answer { seat: seat(1), places: places(0..2) };
    let entry = round.action(0, &[], &[ask], Vec::new());
    round.post(&entry);
    let _ = round.players[1].choose(0, Choice::Answer(false)).unwrap();
    round.run();
    round.demand(2, &[shuffle(0..6)]);
    round.demand(0, &[Task::Close { from: 0 }]);
    let faces = audit(&round, 6);
    // The keys, the deal, the question, the shuffle, the end. At the question its cards were what their holder knew.
    assert_eq!(faces[2][..2], held[..]);
    for wave in &faces[1..4] {
        let mut all: Vec<_> = wave.iter().map(|face| face.unwrap()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..6).map(face).collect::<Vec<_>>());
    }
    assert_ne!(faces[2], faces[3]);
}

#[test]
fn a_secret_list_is_opened_at_the_end() {
    let mut round = Round::new(2, &[]);
    let list = Task::BringSealed { owner: seat(1), places: places(0..3) };
    let faces: Vec<_> = [5, 6, 7].map(face).to_vec();
    round.act(1, &[], &[list], vec![(0, Choice::Faces(faces.clone()))]);
    assert!((0..3).all(|place| round.knows(0, place).is_none()));
    round.demand(0, &[Task::Close { from: 0 }]);
    assert_eq!(audit(&round, 3)[2], faces.into_iter().map(Some).collect::<Vec<_>>());
}

#[test]
fn a_wrong_key_at_the_end_is_refused() {
    let mut round = Round::new(2, &[bring(0..3), shuffle(0..3)]);
    let entry = round.action(0, &[], &[Task::Close { from: 0 }], Vec::new());
    round.post(&entry);
    let honest = round.players[1].due().unwrap().unwrap();
    let key = signing_key(&seed(1));
    let mut wrong = honest.payload().to_vec();
    wrong[3] ^= 1;
    for payload in [wrong, vec![1, 0, 0]] {
        let (id, since) = (round.watcher.id(), *honest.since());
        let forged = Entry::sign(id, since, seat(1), EntryKind::Work, payload, &key);
        assert_eq!(round.try_post(&forged), Err(Refusal::Fault(Fault::WrongKeys)));
    }
    round.run();
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Closed));
    assert_eq!(round.players[0].due(), Ok(None));
    assert!(matches!(round.players[0].act(&[], &[], &[], []), Err(ActError::NotNow)));
}

#[test]
fn the_end_waits_for_everything_before_it() {
    let mut round = Round::new(2, &[bring(0..3), shuffle(0..3)]);
    round.demand(0, &[reveal(0), shuffle(1..3), Task::Close { from: 0 }]);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Closed));
    assert!(matches!(round.watcher.outcome(0), Some(TaskOutcome::Face(_))));
}
