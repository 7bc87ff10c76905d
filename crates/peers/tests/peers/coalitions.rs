//! Coalitions on real chains: all players but one, with all their keys and the whole log, read nothing that none of their
//! lenses shows.
//!
//! The one who is left refuses to open its keys at the end. What can be read then, with the keys of all others and the shares
//! that are on the log, is what the coalition can read.

use std::collections::BTreeSet;

use facedown_core::{Card, Game, Seat};
use facedown_crypto::places::{OpenedKeys, Place};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::Texas42;
use facedown_peers::Fold;

use crate::table::{Machines, dice, seat, seats};

/// A game to its end, after which this seat refuses to open its keys, if there is one. The keys of the others.
fn played<G: Game>(
    options: &str,
    players: usize,
    number: u64,
    honest: Option<Seat>,
) -> (Machines<G>, OpenedKeys) {
    let options: G::Options = serde_json::from_str(options).unwrap();
    let mut machines = Machines::<G>::dealt(&options, seats(players), number);
    machines.silent = honest;
    let mut dice = dice("coalition", number);
    while machines.step(&mut dice) {}
    let keys = machines.spectator().cards().closed().unwrap().clone();
    assert_eq!(keys.refused().single(), honest);
    (machines, keys)
}

/// The cards that are read with these keys at some moment, although the lens of nobody in the coalition shows them before or
/// after the action in which that happens; and how many are read rightly.
fn secrets_read<G: Game>(
    machines: &Machines<G>,
    keys: &OpenedKeys,
    honest: Seat,
) -> (Vec<(usize, u16)>, usize) {
    let genesis = &machines.chain.genesis;
    let coalition = (0..machines.seeds.len()).filter(|index| *index != honest.index());
    let mut members: Vec<Fold<G>> = coalition
        .map(|index| {
            let notes = machines.notes[index].iter().cloned();
            Fold::sit(genesis.clone(), seat(index), machines.seeds[index], notes).unwrap()
        })
        .collect();
    let (mut found, mut rightly) = (Vec::new(), 0);
    let mut before: BTreeSet<u16> = BTreeSet::new();
    let mut read: BTreeSet<u16> = BTreeSet::new();
    for (number, entry) in machines.chain.entries.iter().enumerate() {
        for member in &mut members {
            let _ = member.hear(entry).unwrap();
        }
        let state = members[0].cards();
        let places: Vec<Place> = state.places().collect();
        read.extend(places.iter().filter(|place| keys.face(state, **place).is_some()).map(|p| p.0));
        if !members[0].is_idle() {
            continue;
        }
        let shown = |place: &Place| {
            let card = Card::new(place.0);
            members.iter().any(|member| member.rules().lens().face(card).is_some())
        };
        let after: BTreeSet<u16> =
            places.iter().filter(|place| shown(place)).map(|p| p.0).collect();
        rightly += read.intersection(&after).count();
        let secret = read.iter().filter(|card| !before.contains(card) && !after.contains(card));
        found.extend(secret.map(|&card| (number, card)));
        read.clear();
        before = after;
    }
    (found, rightly)
}

/// What a public list holds is known until it is shuffled, in the very first wave.
fn check<G: Game>(options: &str, players: usize, number: u64) {
    for honest in [0, players - 1].map(seat) {
        let (machines, keys) = played::<G>(options, players, number, Some(honest));
        let (found, rightly) = secrets_read(&machines, &keys, honest);
        let first = first_idle(&machines);
        let found: Vec<_> = found.into_iter().filter(|(entry, _)| *entry > first).collect();
        assert_eq!(found, [], "{}: a coalition against {honest} reads secrets", G::NAME);
        assert!(rightly > 0, "it reads its own cards");
    }
    // Control: with the keys of all players the same look finds secrets, so it would find them if there were any.
    let (machines, keys) = played::<G>(options, players, number, None);
    let (found, _) = secrets_read(&machines, &keys, seat(0));
    let first = first_idle(&machines);
    assert!(found.iter().any(|(entry, _)| *entry > first), "with all keys everything is read");
}

/// The number of the entry by which the cards were dealt.
fn first_idle<G: Game>(machines: &Machines<G>) -> usize {
    let mut fold = Fold::<G>::watch(machines.chain.genesis.clone()).unwrap();
    let mut entries = machines.chain.entries.iter();
    entries
        .position(|entry| {
            let _ = fold.hear(entry).unwrap();
            fold.is_idle()
        })
        .unwrap()
}

#[test]
fn texas_42() {
    check::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 1);
}

#[test]
fn herding_cats() {
    check::<HerdingCats>("{}", 3, 2);
}

#[test]
fn exploding_kittens() {
    check::<ExplodingKittens>("{}", 3, 3);
}
