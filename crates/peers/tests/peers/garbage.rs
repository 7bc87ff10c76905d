//! Garbage: whatever comes over the network or from a disk is refused, and changes nothing.

use facedown_core::Game;
use facedown_crypto::Codec;
use facedown_crypto::places::Entry;
use facedown_games::exploding_kittens::{ExplodingKittens, Kind};
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::{Domino, Texas42};
use facedown_peers::{Fold, Note, Terms, code_of, face_of};

use crate::table::{Machines, dice, seats};

fn usual<G: Game>() -> G::Options {
    G::Options::default()
}

/// Hears each entry of a game only after changed copies of it have been refused.
fn changed_entries<G: Game>(options: &str, players: usize, number: u64, actions: usize) {
    let options: G::Options = serde_json::from_str(options).unwrap();
    let mut machines = Machines::<G>::dealt(&options, seats(players), number);
    let mut chances = dice("garbage", number);
    while machines.log.len() < actions && machines.step(&mut chances) {}
    let mut fold = Fold::<G>::watch(machines.chain.genesis.clone()).unwrap();
    let (mut refused, mut unreadable) = (0, 0);
    for entry in &machines.chain.entries {
        let (bytes, head) = (entry.to_bytes(), *fold.head());
        let ends = [0, 31, 32, 33, 34, 38, bytes.len() - 64, bytes.len() - 1];
        let inside = (0..4).map(|_| chances.place(bytes.len()));
        for at in ends.into_iter().chain(inside.collect::<Vec<_>>()) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << chances.below(8);
            match Entry::from_bytes(&changed) {
                Err(_) => unreadable += 1,
                Ok(changed) => {
                    assert!(fold.hear(&changed).is_err());
                    refused += 1;
                }
            }
        }
        assert!(Entry::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert_eq!((*fold.head(), fold.verdicts()), (head, &[][..]), "nobody can be framed");
        let _ = fold.hear(entry).unwrap();
    }
    assert!(refused > 100 && unreadable > 10, "{refused} {unreadable}");
}

#[test]
fn changed_entries_are_refused_and_convict_nobody() {
    changed_entries::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 11, 12);
    changed_entries::<ExplodingKittens>("{}", 2, 12, 12);
}

#[test]
fn entries_of_another_table_are_refused() {
    let one = Machines::<HerdingCats>::dealt(&usual::<HerdingCats>(), seats(2), 1);
    let mut other = Fold::<HerdingCats>::watch(
        Machines::<HerdingCats>::new(&usual::<HerdingCats>(), seats(2), 2).chain.genesis,
    )
    .unwrap();
    for entry in &one.chain.entries {
        assert!(other.hear(entry).is_err());
    }
    assert_eq!(other.verdicts(), []);
}

#[test]
fn entries_are_heard_twice_or_late_without_harm() {
    let machines = Machines::<HerdingCats>::dealt(&usual::<HerdingCats>(), seats(3), 3);
    let mut fold = Fold::<HerdingCats>::watch(machines.chain.genesis.clone()).unwrap();
    for (number, entry) in machines.chain.entries.iter().enumerate() {
        let _ = fold.hear(entry).unwrap();
        let again = &machines.chain.entries[number / 2];
        assert_eq!(fold.hear(again), Ok(facedown_peers::Heard::Known));
    }
    assert_eq!(fold.head(), machines.spectator().head());
    // Without one of them, nothing after it fits.
    let mut fold = Fold::<HerdingCats>::watch(machines.chain.genesis.clone()).unwrap();
    let entries: Vec<_> = machines.chain.entries.iter().skip(1).collect();
    let heard = entries.iter().filter(|entry| fold.hear(entry).is_ok()).count();
    assert_eq!(heard, 2, "the two others' promises of the first step");
}

#[test]
fn damaged_notes_and_terms_are_refused() {
    let mut machines = Machines::<Texas42>::dealt(&usual::<Texas42>(), seats(4), 4);
    assert!(machines.step(&mut dice("garbage", 4)));
    let author = machines.log[0].seat;
    let bytes = machines.notes[author.index()][0].to_bytes();
    assert!(Note::from_bytes(&bytes).is_ok_and(|note| note.to_bytes() == bytes));
    for length in 0..bytes.len() {
        assert!(Note::from_bytes(&bytes[..length]).is_err());
    }
    assert!(Note::from_bytes(&[bytes.as_slice(), &[0]].concat()).is_err());
    let terms = machines.chain.genesis.terms();
    for length in 0..terms.len() {
        assert!(Terms::read(&terms[..length]).is_err());
    }
}

#[test]
fn the_codes_of_faces_stay() {
    let code = |bytes: &[u8]| {
        let mut code = [0; 16];
        code[..bytes.len()].copy_from_slice(bytes);
        code
    };
    let domino: Domino = serde_json::from_str("[6,4]").unwrap();
    assert_eq!(code_of(domino).unwrap().0, code(&[2, 6, 4]));
    for (number, &kind) in (0..).zip(Kind::ALL) {
        assert_eq!(code_of(kind).unwrap().0, code(&[1, number]));
        assert_eq!(face_of(code_of(kind).unwrap()), Ok(kind));
    }
    for (number, kind) in (0..).zip(facedown_games::herding_cats::Kind::ALL) {
        assert_eq!(code_of(kind).unwrap().0, code(&[1, number]));
    }
}
