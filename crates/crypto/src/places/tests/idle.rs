//! Shuffles that are prepared while others have theirs.

use curve25519_dalek::ristretto::RistrettoPoint;

use super::findings::split;
use super::*;
use crate::chance::Chance;
use crate::encoding::Codec;

/// Players who have their keys; player 0 shuffles first.
fn begun() -> Round {
    let mut round = Round::begin(genesis(3, &[bring(0..6), shuffle(0..6)]));
    while round.watcher.epochs() == 0 {
        assert!(round.step());
    }
    assert_eq!(round.watcher.due(), seat(0).only());
    round
}

fn due(player: &mut Player) -> Entry {
    player.due().unwrap().unwrap()
}

#[test]
fn a_prepared_shuffle_is_said_again_after_a_restart() {
    let mut round = begun();
    assert!(!round.players[0].prepare(), "it shuffles at once");
    assert!(round.players[1].prepare());
    assert!(!round.players[1].prepare(), "there is only one pile");
    assert!(round.players[1].use_prepared().is_none(), "it is not its turn");
    assert!(round.step());
    let ordinary = due(&mut split(&round, &[1])[0]);
    let note = round.players[1].use_prepared().expect("something to keep");
    let entry = due(&mut round.players[1]);
    assert_ne!(entry, ordinary);
    assert!(round.players[1].use_prepared() == Some(note.clone()), "it stays what it was");
    let mut again = split(&round, &[1]).remove(0);
    again.remember(Note::from_bytes(&note.to_bytes()).unwrap());
    assert_eq!(due(&mut again), entry);
    // Who has prepared, but has not said so, shuffles as if it had not.
    let mut idle = split(&round, &[1]).remove(0);
    assert!(!idle.prepare());
    assert_eq!(due(&mut idle), ordinary);
    round.run();
    assert!(hear(&mut again, &entry).is_ok());
    assert_eq!(round.watcher.stage(), &Stage::Idle);
}

/// It would fail if that nothing was prepared were no note: a machine that starts again has more idle time than before.
#[test]
fn a_shuffle_that_was_not_prepared_is_said_again_by_who_has_time_to_prepare() {
    let mut round = begun();
    // While it hears again what it had heard, it prepares.
    let mut again = split(&round, &[1]).remove(0);
    assert!(again.prepare());
    assert!(round.step());
    let note = round.players[1].use_prepared().expect("something to keep");
    let entry = due(&mut round.players[1]);
    again.remember(note.clone());
    hear(&mut again, round.chain.entries.last().unwrap()).unwrap();
    let _ = again.use_prepared();
    assert_eq!(due(&mut again), entry);
    // Who has made its entry notes that, whatever it prepares then.
    let mut made = split(&round, &[1]).remove(0);
    assert_eq!(due(&mut made), entry);
    assert!(made.use_prepared() == Some(note));
    // The control: without the note it says something else.
    let mut forgetful = begun().players.remove(1);
    assert!(forgetful.prepare());
    hear(&mut forgetful, round.chain.entries.last().unwrap()).unwrap();
    let _ = forgetful.use_prepared();
    assert_ne!(due(&mut forgetful), entry);
}

/// The order that two outputs of one preparation show, if they are that: the differences of the outputs are those of the decks.
fn order_shown(decks: [&TableState; 2], outputs: [&TableState; 2]) -> Option<Vec<usize>> {
    let c1 = |table: &TableState| -> Vec<RistrettoPoint> {
        (0..6).map(|place| *table.masked(Place(place)).unwrap().c1.point()).collect()
    };
    let difference = |[one, other]: [&TableState; 2]| -> Vec<RistrettoPoint> {
        c1(one).into_iter().zip(c1(other)).map(|(one, other)| one - other).collect()
    };
    let (before, after) = (difference(decks), difference(outputs));
    after.iter().map(|it| before.iter().position(|other| other == it)).collect()
}

/// It would fail if the note did not say where the preparation was used: somebody who signs two shuffles could lead a machine that
/// starts again along the other fork, and read the order of its shuffle.
#[test]
fn a_preparation_is_used_on_one_fork_only() {
    let mut round = begun();
    let machine = |round: &Round| {
        let mut player = split(round, &[1]).remove(0);
        assert!(player.prepare());
        player
    };
    // Player 0 signs two shuffles.
    let first = due(&mut round.players[0]);
    let mut twin = split(&round, &[0]).remove(0);
    twin.chance = Chance::from([99; 32]);
    let second = due(&mut twin);
    assert!(first.contradicts(&second, &round.chain.genesis));
    let run_shuffle = |mut player: Player, deck: &Entry, note: Option<Note>| {
        if let Some(note) = note {
            player.remember(note);
        }
        hear(&mut player, deck).unwrap();
        let before = player.state().clone();
        let note = player.use_prepared();
        let entry = due(&mut player);
        hear(&mut player, &entry).unwrap();
        (before, player.state().clone(), note)
    };
    let (deck, shuffled, note) = run_shuffle(machine(&round), &first, None);
    let (other_deck, again, nothing) = run_shuffle(machine(&round), &second, note);
    assert!(nothing.is_none());
    assert_eq!(order_shown([&deck, &other_deck], [&shuffled, &again]), None);
    // The control: a machine that has lost its note.
    let (_, again, _) = run_shuffle(machine(&round), &second, None);
    let mut order = order_shown([&deck, &other_deck], [&shuffled, &again]).expect("the order");
    order.sort_unstable();
    assert_eq!(order, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn what_was_prepared_for_a_table_before_somebody_left_is_not_used() {
    let mut round = Round::begin(genesis(4, &[bring(0..6), shuffle(0..6)]).with_escrow(3).unwrap());
    while round.watcher.epochs() == 0 {
        assert!(round.step());
    }
    assert!(round.players[3].prepare() && round.players[2].prepare());
    assert!(round.step());
    let votes: Vec<Entry> = [0, 2, 3].map(|n| round.players[n].forfeit(seat(1))).into();
    for vote in &votes[..2] {
        round.post(vote);
    }
    assert!(!round.watcher.present().contains(seat(1)));
    for _ in 0..20 {
        let due: Vec<Entry> = [0, 2, 3]
            .into_iter()
            .filter_map(|n| {
                let player = &mut round.players[n];
                player.prepare();
                let _ = player.use_prepared();
                player.due().unwrap()
            })
            .collect();
        for entry in &due {
            round.post(entry);
        }
    }
    assert_eq!(round.watcher.stage(), &Stage::Idle);
}
