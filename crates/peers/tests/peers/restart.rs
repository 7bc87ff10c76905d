//! Restarts: a machine that forgets everything but its seed and its notes, and hears the chain again, says the same bytes.

use facedown_core::Game;
use facedown_crypto::Codec;
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::texas_42::Texas42;
use facedown_peers::{Fold, Note};

use crate::table::{Machines, Seen, dice, seat, seats};

/// The machine of a seat, made anew from what it has kept and from the first entries of the chain.
fn again<G: Game>(machines: &Machines<G>, index: usize, entries: usize) -> Fold<G> {
    // Notes go through their bytes, and their order does not matter.
    let notes = machines.notes[index].iter().rev();
    let notes = notes.map(|note| Note::from_bytes(&note.to_bytes()).unwrap());
    let genesis = machines.chain.genesis.clone();
    let mut fold = Fold::sit(genesis, seat(index), machines.seeds[index], notes).unwrap();
    for entry in &machines.chain.entries[..entries] {
        let _ = fold.hear(entry).unwrap();
        // It may have more idle time than before, and must not say anything else because of that.
        while fold.prepare_shuffle() {}
    }
    fold
}

/// Restarts, after every entry of a game, the machine that says the next one.
fn restarts<G: Game>(options: &str, players: usize, number: u64, actions: usize) {
    let options: G::Options = serde_json::from_str(options).unwrap();
    let mut machines = Machines::<G>::dealt(&options, seats(players), number);
    let mut dice = dice("restart", number);
    while machines.log.len() < actions && machines.step(&mut dice) {}
    for (entries, next) in machines.chain.entries.iter().enumerate() {
        let mut fold = again(&machines, next.author().index(), entries);
        // What is due from it, or what it had posted and not heard, is what it said then.
        let due = fold.work().unwrap().map(|(entry, _)| entry);
        let said = due.or_else(|| fold.act_again().map(|(entry, _)| entry));
        assert_eq!(said.map(|entry| entry.to_bytes()), Some(next.to_bytes()), "entry {entries}");
    }
    // At the end it shows the same as the machine that never stopped.
    let (all, at) = (machines.chain.entries.len(), machines.log.len());
    for index in 0..players {
        let fold = again(&machines, index, all);
        assert_eq!(fold.head(), machines.of(seat(index)).head());
        assert_eq!(Seen::on(&fold, at), Seen::on(machines.of(seat(index)), at));
    }
}

#[test]
fn texas_42_at_every_entry() {
    restarts::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 7, 20);
}

#[test]
fn exploding_kittens_at_every_entry() {
    restarts::<ExplodingKittens>("{}", 2, 9, 24);
}

#[test]
fn without_its_notes_a_machine_refuses_its_own_choices() {
    let options = serde_json::from_str(r#"{"marks":1,"pace":"auto"}"#).unwrap();
    let mut machines = Machines::<Texas42>::dealt(&options, seats(4), 7);
    let mut dice = dice("restart", 7);
    assert!(machines.step(&mut dice));
    let author = machines.log[0].seat;
    let genesis = machines.chain.genesis.clone();
    let seed = machines.seeds[author.index()];
    // All notes but the one of the action.
    let (_, kept) = machines.notes[author.index()].split_last().unwrap();
    let mut fold = Fold::<Texas42>::sit(genesis, author, seed, kept.to_vec()).unwrap();
    let entries = &machines.chain.entries;
    let (last, before) = entries.split_last().unwrap();
    for entry in before {
        let _ = fold.hear(entry).unwrap();
    }
    assert!(fold.hear(last).is_err(), "it cannot know that this is its own");
    assert_eq!(fold.verdicts(), []);
}
