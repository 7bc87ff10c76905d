//! Equal to a house, byte for byte: what every viewer gets on its own machine is what a house would have given it.
//!
//! The machines play a random game and open their keys. The audit reads every card, and a house that deals the same replays
//! the game: at every step it must give every seat and the spectator the same bytes.

use facedown_core::{Flaw, Game, SeatCount, Table, Viewer};
use facedown_peers::audit;

use crate::table::{Machines, Seen, dice};

/// A game of the suite.
pub(crate) struct Plan<O> {
    pub(crate) options: O,
    pub(crate) seats: usize,
}

/// Plays these games, or as many as `FACEDOWN_PEER_GAMES` says, to their ends.
pub(crate) fn equal_to_a_house<G: Game>(plans: &[Plan<G::Options>]) {
    let asked = std::env::var("FACEDOWN_PEER_GAMES").ok().and_then(|games| games.parse().ok());
    let count: usize = asked.unwrap_or(plans.len());
    for (number, plan) in (0..).zip(plans.iter().cycle()).take(count) {
        play::<G>(&plan.options, SeatCount::new(plan.seats).unwrap(), number);
    }
}

fn play<G: Game>(options: &G::Options, seats: SeatCount, number: u64) {
    let mut machines = Machines::<G>::dealt(options, seats, number);
    let mut dice = dice(G::NAME, number);
    let mut seen: Vec<Vec<Seen>> = Vec::new();
    loop {
        let at = machines.log.len();
        seen.push(machines.folds.iter().map(|fold| Seen::on(fold, at)).collect());
        if !machines.step(&mut dice) {
            break;
        }
    }
    assert!(machines.spectator().rules().standing().is_some(), "the game ends");
    for fold in &machines.folds {
        assert_eq!(fold.verdicts(), [], "nobody has cheated");
        assert!(fold.stuck().is_none());
    }
    let audit = audit::<G>(&machines.chain).unwrap();
    assert_eq!((audit.verdicts.as_slice(), audit.refused.len()), (&[][..], 0));
    assert_eq!((audit.actions, audit.judged), (machines.log.len(), machines.log.len()));
    let record = audit.record.expect("every card can be read");
    let flaws = record.verify().flaws;
    assert!(matches!(flaws[..], [Flaw::Dealt]), "{:?}", flaws.last().map(ToString::to_string));
    let mut house = Table::<G>::by_rules(
        record.rules,
        record.options.clone(),
        record.seats,
        record.deal.clone(),
    )
    .unwrap();
    for (at, seen) in seen.iter().enumerate() {
        for (fold, seen) in machines.folds.iter().zip(seen) {
            let viewer: Viewer = fold.viewer();
            assert_eq!(
                *seen,
                Seen::at(&house, viewer),
                "{} {number}: {viewer} after {at}",
                G::NAME
            );
        }
        if let Some(entry) = machines.log.get(at) {
            house.act(entry.seat, entry.action.clone()).unwrap();
        }
    }
}

/// A game with options of its own has its line here; any other plays the usual ones.
macro_rules! equal_to_a_house {
    (texas_42 $game:ty) => {
        #[test]
        fn texas_42() {
            equal_to_a_house::<$game>(&[
                plan(r#"{"marks":1}"#, 4),
                plan(
                    r#"{"marks":2,"pace":"auto","nello":true,"sevens":true,"plunge":true,"splash":true}"#,
                    4,
                ),
            ]);
        }
    };
    (exploding_kittens $game:ty) => {
        #[test]
        fn exploding_kittens() {
            equal_to_a_house::<$game>(&[
                plan("{}", 2),
                plan(r#"{"set":"imploding","targeted_attack":"immediate"}"#, 3),
                plan(r#"{"any_pairs":true}"#, 4),
                plan(r#"{"set":"published","any_pairs":true}"#, 5),
            ]);
        }
    };
    ($module:ident $game:ty) => {
        #[test]
        fn $module() {
            let most = *<$game as Game>::SEATS.end();
            equal_to_a_house::<$game>(&[plan("{}", 3), plan("{}", 2), plan("{}", most)]);
        }
    };
}
facedown_games::every_game!(equal_to_a_house);

/// The test kit's own game has what no other has: secret lists, and cards that somebody else has looked at.
#[test]
fn small() {
    equal_to_a_house::<facedown_testkit::small::Small>(&[
        plan("{}", 3),
        plan("{}", 2),
        plan("{}", 4),
    ]);
}

/// An open game, with faces of sixteen bytes, whose deal brings no cards.
#[test]
fn loose() {
    equal_to_a_house::<facedown_testkit::loose::Loose>(&[
        plan("{\"rounds\":1}", 3),
        plan("{}", 2),
        plan("{\"rounds\":1}", 4),
    ]);
}

fn plan<O: serde::de::DeserializeOwned>(options: &str, seats: usize) -> Plan<O> {
    Plan { options: serde_json::from_str(options).unwrap(), seats }
}
