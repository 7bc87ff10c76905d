//! Kept chains: whole games with their stamps and their players' notes, which have to be read, verified and said again for ever.

use facedown_core::Game;
use facedown_crypto::Codec;
use facedown_crypto::places::Entry;
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::Texas42;
use facedown_peers::{Fold, Note, StampedChain, Terms, audit_at};
use serde::{Deserialize, Serialize};

use crate::stamped::{relay, stamped};
use crate::table::{Machines, dice, genesis, options, seat, seats};

/// A game as it is kept. Bytes are in hexadecimal.
#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    options: String,
    /// The seeds of all secrets, by seat.
    seeds: Vec<String>,
    /// What each seat's machine has kept, beside its seed.
    notes: Vec<Vec<String>>,
    /// The chain with its stamps.
    chain: String,
    /// The last head.
    head: String,
    /// How many actions there were.
    actions: usize,
}

fn hex(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for byte in bytes {
        hex.push(char::from_digit(u32::from(byte >> 4), 16).unwrap());
        hex.push(char::from_digit(u32::from(byte & 15), 16).unwrap());
    }
    hex
}

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// Plays a random game at a relay. Its first actions are enough; then the table stays as it is.
fn played<G: Game>(json: &str, players: usize, number: u64, actions: usize) -> Kept {
    let genesis = genesis::<G>(&options::<G>(json), seats(players), number);
    let genesis = genesis.with_relay(relay().verifying_key());
    let mut machines = Machines::<G>::at(genesis, number);
    let mut dice = dice("kept", number);
    machines.clock = Some(1_000);
    machines.settle();
    while machines.log.len() < actions && machines.step(&mut dice) {
        machines.clock = machines.clock.map(|clock| clock + 1_000);
    }
    Kept {
        name: G::NAME.to_owned(),
        options: json.to_owned(),
        seeds: machines.seeds.iter().map(|seed| hex(seed)).collect(),
        notes: machines
            .notes
            .iter()
            .map(|notes| notes.iter().map(|note| hex(&note.to_bytes())).collect())
            .collect(),
        chain: hex(&stamped(&machines).to_bytes()),
        head: hex(machines.spectator().head()),
        actions: machines.log.len(),
    }
}

fn check<G: Game>(kept: &Kept) {
    let chain = StampedChain::from_bytes(&bytes(&kept.chain)).unwrap();
    assert_eq!(hex(&chain.to_bytes()), kept.chain);
    chain.check_stamps().unwrap();
    let terms = Terms::read(chain.genesis.terms()).unwrap();
    assert_eq!((terms.game(), terms.to_bytes().as_slice()), (G::NAME, chain.genesis.terms()));
    let (plain, times) = chain.unstamped();
    let audit = audit_at::<G>(&plain, &times).unwrap();
    assert_eq!((audit.actions, audit.verdicts), (kept.actions, Vec::new()));
    for (index, (seed, notes)) in kept.seeds.iter().zip(&kept.notes).enumerate() {
        let notes = notes.iter().map(|note| Note::from_bytes(&bytes(note)).unwrap());
        let notes: Vec<Note> = notes.collect();
        assert!(
            notes.iter().zip(&kept.notes[index]).all(|(one, kept)| hex(&one.to_bytes()) == *kept)
        );
        let seed = bytes(seed).try_into().unwrap();
        let mut fold = Fold::<G>::sit(chain.genesis.clone(), seat(index), seed, notes).unwrap();
        for (entry, time) in plain.entries.iter().zip(&times) {
            if entry.author() == seat(index) {
                let due = fold.work().unwrap().map(|(entry, _)| entry);
                let said = due.or_else(|| fold.act_again().map(|(entry, _)| entry));
                assert_eq!(said.as_ref().map(Entry::to_bytes), Some(entry.to_bytes()));
            }
            let _ = fold.hear_at(entry, *time).unwrap();
        }
        assert_eq!(hex(fold.head()), kept.head);
    }
}

/// The file never changes: if this fails, machines of different versions do not understand each other. `BLESS_VECTORS=1` writes it.
fn hold<G: Game>(json: &str, players: usize, number: u64, actions: usize) {
    let path = format!("{}/tests/vectors/{}.json", env!("CARGO_MANIFEST_DIR"), G::NAME);
    if std::env::var_os("BLESS_VECTORS").is_some_and(|value| value == "1") {
        let kept = played::<G>(json, players, number, actions);
        std::fs::write(&path, serde_json::to_string_pretty(&kept).unwrap() + "\n").unwrap();
    }
    let kept: Kept = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    check::<G>(&kept);
}

#[test]
fn herding_cats() {
    hold::<HerdingCats>("{}", 2, 1, usize::MAX);
}

#[test]
fn exploding_kittens() {
    hold::<ExplodingKittens>("{}", 2, 2, 10);
}

#[test]
fn texas_42() {
    hold::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 3, 12);
}
