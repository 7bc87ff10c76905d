//! Players who leave, and what the others make of it.

use std::collections::BTreeSet;

use super::*;
use crate::encoding::{Codec, Writer};
use crate::escrow::Dealing;
use crate::transcript::Operation;

/// A table of `players` with escrow: a pile at places 0 to 5, and a hand of two for each player after it.
fn table(players: u16, threshold: u8) -> Round {
    let cards = 6 + 2 * players;
    let mut tasks = vec![bring(0..cards), shuffle(0..cards)];
    for player in 0..players {
        tasks.extend(show(6 + 2 * player..8 + 2 * player, usize::from(player)));
    }
    Round::with_escrow(usize::from(players), threshold, &tasks)
}

/// All others say that a seat has left. It is told nothing any more, and says nothing.
fn leaves(round: &mut Round, leaver: usize) {
    let gone = round.players.remove(leaver);
    let votes: Vec<_> = round.players.iter().map(|player| player.forfeit(gone.seat())).collect();
    for vote in votes {
        round.try_post(&vote).unwrap();
    }
}

fn all_faces(round: &Round, cards: u16) -> BTreeSet<FaceCode> {
    (0..cards).filter_map(|place| round.watcher.public_face(Place(place))).collect()
}

#[test]
fn the_others_take_the_leavers_layer_off_and_go_on() {
    let mut round = table(4, 3);
    let known = [round.knows(0, 6), round.knows(1, 8)];
    let left: Vec<_> = (12..14).map(|place| round.knows(3, place)).collect();
    leaves(&mut round, 3);
    round.run();
    assert_eq!(round.watcher.stage(), &Stage::Idle);
    assert_eq!(round.watcher.present().len(), 3);
    // The leaver's hand lies open; the others' hands are theirs alone; what was hidden is shuffled.
    assert_eq!((12..14).map(|n| round.watcher.public_face(Place(n))).collect::<Vec<_>>(), left);
    assert_eq!((round.knows(0, 6), round.knows(1, 8)), (known[0], known[1]));
    assert_eq!((round.knows(0, 8), round.knows(1, 6)), (None, None));
    assert!((0..6).all(|place| round.watcher.known_to(Place(place)).is_empty()));
    // A hand can still be played with one message, and everything can be turned over.
    round.counted();
    round.act(0, &[6], &[], Vec::new());
    assert_eq!(round.counts.messages, 1);
    assert_eq!(round.watcher.public_face(Place(6)), known[0]);
    round.demand(1, &(0..14).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 14), (0..14).map(face).collect());
    let verified = round.chain.verify(&mut Script::of(&round.chain.genesis).unwrap()).unwrap();
    assert_eq!(verified.state.head(), round.watcher.head());
}

#[test]
fn several_can_leave_while_enough_are_left() {
    let mut round = table(6, 4);
    for _ in 0..2 {
        leaves(&mut round, 0);
        round.run();
        assert_eq!(round.watcher.stage(), &Stage::Idle);
    }
    round.demand(0, &(0..18).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 18), (0..18).map(face).collect());
    let last = round.players[0].seat();
    leaves(&mut round, 0);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Abandoned(last)));
}

#[test]
fn two_can_leave_at_once() {
    let mut round = table(6, 4);
    leaves(&mut round, 5);
    // The second says nothing during the recovery of the first.
    leaves(&mut round, 4);
    round.run();
    assert_eq!((round.watcher.stage(), round.watcher.present().len()), (&Stage::Idle, 4));
    round.demand(0, &(0..18).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 18), (0..18).map(face).collect());
}

/// A card that the leaver knew lies among cards that somebody has tucked: all others mask them anew before the leaver's layer comes off.
#[test]
fn cards_get_fresh_masks_before_a_layer_comes_off_if_they_need_them() {
    let tucked = || {
        let mut tasks = vec![bring(0..8), shuffle(0..8)];
        tasks.extend(show(1..2, 4));
        let mut round = Round::with_escrow(5, 3, &tasks);
        let tuck = Task::Arrange { seat: seat(0), places: places(0..4), way: Way::Tuck };
        round.act(0, &[], &[tuck], vec![(0, Choice::Tuck(2))]);
        round
    };
    let is_whole = |round: &mut Round| {
        round.run();
        assert_eq!(round.watcher.stage(), &Stage::Idle);
        round.demand(0, &(0..8).map(reveal).collect::<Vec<_>>());
        assert_eq!(all_faces(round, 8), (0..8).map(face).collect());
    };
    // Masks of something else are refused.
    let mut round = tucked();
    let before = *round.watcher.masked(Place(0)).unwrap();
    leaves(&mut round, 4);
    let honest = round.players[2].due().unwrap().unwrap();
    let mut payload = honest.payload().to_vec();
    payload[2..130].rotate_left(64);
    let since = *honest.since();
    let key = signing_key(&seed(2));
    let wrong = Entry::sign(round.watcher.id(), since, seat(2), EntryKind::Work, payload, &key);
    let fault = Fault::Remask(crate::remask::RemaskError::Wrong);
    assert_eq!(round.try_post(&wrong), Err(Refusal::Fault(fault)));
    assert!(round.step());
    assert_ne!(round.watcher.masked(Place(0)), Some(&before));
    assert_eq!(round.watcher.epochs(), 1, "the layer is still there");
    is_whole(&mut round);
    // Somebody else is silent then, before and after its masks.
    for says in [false, true] {
        let mut round = tucked();
        leaves(&mut round, 4);
        for n in usize::from(!says)..3 {
            let entry = round.players[n].due().unwrap().unwrap();
            round.post(&entry);
        }
        leaves(&mut round, if says { 3 } else { 0 });
        is_whole(&mut round);
    }
    // Where nobody could carry shares over, nothing is masked anew.
    let mut round = Round::with_escrow(5, 3, &[bring(0..8), shuffle(0..8)]);
    let before = *round.watcher.masked(Place(0)).unwrap();
    leaves(&mut round, 4);
    assert!(round.step());
    assert_eq!(round.watcher.masked(Place(0)).unwrap().c1, before.c1);
    assert_eq!(round.watcher.epochs(), 2);
    is_whole(&mut round);
}

/// Everything that can be due when somebody leaves.
fn busy(players: usize) -> (Vec<Task>, Vec<(usize, Choice)>) {
    let tasks = vec![
        shuffle(0..4),
        Task::Show { place: Place(4), to: seat(1) },
        Task::Show { place: Place(4), to: seat(2) },
        reveal(5),
        Task::Mix { seat: seat(0), places: places(6..8) },
        Task::Test { place: Place(3), yes: vec![face(1), face(2)] },
        Task::Roll { sides: 6 },
        Task::Answer { seat: seat(players - 1), places: places(0..1) },
        Task::Arrange { seat: seat(1), places: places(8..10), way: Way::Freely },
    ];
    (tasks, Vec::new())
}

fn choose_all(round: &mut Round) {
    for player in &mut round.players {
        let _ = player.choose(7, Choice::Answer(true));
        let _ = player.choose(8, Choice::Order(vec![1, 0]));
    }
}

#[test]
fn leaving_at_every_step_is_recovered_from() {
    let mut steps = 0;
    for at in 0..30 {
        for leaver in [1, 3] {
            let mut round = table(4, 3);
            let (tasks, choices) = busy(4);
            let entry = round.action(0, &[], &tasks, choices);
            round.post(&entry);
            choose_all(&mut round);
            for _ in 0..at {
                round.step();
            }
            if !round.watcher.due().contains(seat(leaver)) {
                continue;
            }
            steps += 1;
            leaves(&mut round, leaver);
            choose_all(&mut round);
            round.run();
            assert_eq!(round.watcher.stage(), &Stage::Idle, "{at} {leaver}");
            assert!((0..9).all(|task| round.watcher.outcome(task).is_some()));
            round.demand(0, &(0..14).map(reveal).collect::<Vec<_>>());
            assert_eq!(all_faces(&round, 14), (0..14).map(face).collect(), "{at} {leaver}");
        }
    }
    assert!(steps >= 8, "{steps}");
}

/// The part of a leaver's layer is made with another key: refused, and nothing changes.
#[test]
fn a_wrong_part_of_a_leavers_layer_is_refused() {
    let mut round = table(4, 3);
    leaves(&mut round, 3);
    let honest = round.players[0].due().unwrap().unwrap();
    let key = signing_key(&seed(0));
    let mut payload = honest.payload().to_vec();
    // Two shares change places: both are points of the right form.
    payload[2..66].rotate_left(32);
    let forged =
        Entry::sign(round.watcher.id(), *honest.since(), seat(0), EntryKind::Work, payload, &key);
    let fault = round.try_post(&forged).unwrap_err();
    assert_eq!(fault, Refusal::Fault(Fault::Share(crate::share::ShareError::Wrong)));
    round.run();
    assert_eq!(round.watcher.stage(), &Stage::Idle);
}

#[test]
fn hidden_cards_have_to_be_renewed_before_anything_else() {
    let mut round = table(4, 3);
    let gone = round.players.remove(3);
    let votes: Vec<_> = round.players.iter().map(|player| player.forfeit(gone.seat())).collect();
    let mut machine = round.watcher.clone();
    for vote in &votes {
        let _ = machine.accept(vote);
        for player in &mut round.players {
            drop(player.accept(vote));
        }
    }
    for player in &mut round.players {
        let _ = machine.accept(&player.due().unwrap().unwrap()).unwrap();
    }
    assert!(matches!(machine.stage(), Stage::Renewal(hidden) if *hidden == places(0..6)));
    assert_eq!(machine.extend(show(0..1, 0)).unwrap_err(), TaskError::NotIdle);
    assert_eq!(machine.renew(vec![places(0..5)]).unwrap_err(), TaskError::Uncovered(Place(5)));
    assert!(machine.renew(vec![places(0..3), places(3..6)]).is_ok());
    assert_eq!(machine.due().len(), 1);
}

#[test]
fn a_bad_share_in_escrow_convicts_its_dealer() {
    let mut round = Round::begin(genesis(3, &[]).with_escrow(2).unwrap());
    round.step();
    round.step();
    // Player 2 deals parts of another key than the one that it has opened.
    let honest = round.players[2].due().unwrap().unwrap();
    let rogue = &mut round.players[2];
    let state = rogue.state().clone();
    let wave::Progress::Dealings(opened) = &state.wave.tasks[0].progress else { panic!() };
    let sealing = opened.iter().map(|(seat, opened)| (*seat, opened.sealing.unwrap()));
    let recipients = state.recipients(seat(2), sealing);
    let recipients: Vec<_> = recipients.iter().map(|(seat, key)| (*seat, *key.point())).collect();
    let context = state.context(seat(2), Operation::Dealing, 0);
    let other = crate::keys::KeyPair::random(&mut crate::testing::rng(9));
    let dealing =
        Dealing::new(&context, &other, 2, &recipients, &mut crate::testing::rng(8)).unwrap();
    let key = signing_key(&seed(2));
    let forged = Entry::sign(
        state.id(),
        *honest.since(),
        seat(2),
        EntryKind::Work,
        dealing.to_bytes(),
        &key,
    );
    assert!(honest.contradicts(&forged, &round.chain.genesis));
    let due: Vec<_> = (0..2).map(|n| round.players[n].due().unwrap().unwrap()).collect();
    round.players.truncate(2);
    for entry in due.iter().chain([&forged]) {
        round.post(entry);
    }
    let complaint = round.players[0].complain().unwrap();
    // A complaint about an honest dealer is groundless and convicts its author.
    let mut to = Writer::default();
    to.bytes(&complaint.payload()[..2]);
    seat(1).write(&mut to);
    to.bytes(&complaint.payload()[3..]);
    let key = signing_key(&seed(0));
    let false_one = Entry::sign(
        state.id(),
        *round.watcher.head(),
        seat(0),
        EntryKind::Complaint,
        to.into_bytes(),
        &key,
    );
    assert!(matches!(round.watcher.accept(&false_one), Err(Refusal::Fault(Fault::Escrow(_)))));
    round.post(&complaint);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Cheated(seat(2))));
}

#[test]
fn thresholds_that_would_let_two_sides_go_on_are_refused() {
    for (players, accepted) in
        [(2, vec![]), (3, vec![2]), (4, vec![3]), (5, vec![3, 4]), (6, vec![4, 5])]
    {
        let allowed: Vec<u8> =
            (0..8).filter(|&t| genesis(players, &[]).with_escrow(t).is_ok()).collect();
        assert_eq!(allowed, accepted);
    }
}

#[test]
fn without_escrow_a_leaver_ends_the_table() {
    let mut round = Round::new(2, &[bring(0..4), shuffle(0..4)]);
    leaves(&mut round, 0);
    assert_eq!(round.watcher.stage(), &Stage::Over(Ending::Abandoned(seat(0))));
}

/// Rules that count how often they are asked to go on, and note who leaves.
struct Counting {
    script: Script,
    asked: usize,
    left: Vec<Seat>,
}

impl Rules for Counting {
    fn start(&mut self) -> Vec<Task> {
        self.script.start()
    }

    fn judge(
        &mut self,
        author: Seat,
        action: &[u8],
        turned: &[(Place, FaceCode)],
    ) -> Result<Vec<Task>, String> {
        self.script.judge(author, action, turned)
    }

    fn go_on(&mut self, outcomes: &[TaskOutcome]) -> Vec<Task> {
        self.asked += 1;
        self.script.go_on(outcomes)
    }

    fn left(&mut self, seat: Seat) {
        self.left.push(seat);
    }
}

#[test]
fn rules_go_on_once_for_each_wave_also_if_somebody_leaves_in_between() {
    let mut round = table(4, 3);
    round.demand(0, &show(0..1, 0));
    leaves(&mut round, 3);
    round.run();
    round.demand(1, &[reveal(0)]);
    let script = Script::of(&round.chain.genesis).unwrap();
    let mut rules = Counting { script, asked: 0, left: Vec::new() };
    round.chain.verify(&mut rules).unwrap();
    // After the deal, the look, and the reveal.
    assert_eq!((rules.asked, rules.left), (3, vec![seat(3)]));
}

/// A holder mixes its hand and leaves before the others' shares count. It would fail if the shares were still given afterwards: they
/// would open whatever the renewal has brought to these places.
#[test]
fn who_leaves_after_a_mix_makes_nobody_open_hidden_cards() {
    let mut round = table(4, 3);
    let tasks = [Task::Mix { seat: seat(0), places: places(6..8) }, Task::Roll { sides: 6 }];
    let entry = round.action(0, &[], &tasks, Vec::new());
    round.post(&entry);
    // All others post their shares and promises; seat 0 does not post its promise.
    for n in 1..4 {
        let entry = round.players[n].due().unwrap().unwrap();
        round.post(&entry);
    }
    leaves(&mut round, 0);
    round.run();
    assert_eq!(round.watcher.stage(), &Stage::Idle);
    // The others have shuffled them in the holder's place.
    assert_eq!(round.watcher.outcome(0), Some(TaskOutcome::Done));
    assert!((0..8).all(|place| round.watcher.public_face(Place(place)).is_none()));
    round.demand(0, &(0..14).map(reveal).collect::<Vec<_>>());
    assert_eq!(all_faces(&round, 14), (0..14).map(face).collect());
}
