//! Runs the bodies of the fuzz targets on random bytes and on changed real values.
#![allow(clippy::unwrap_used, clippy::expect_used)] // what fails here is the test

mod bodies;

use facedown_core::{Dice, Seed};

/// How many changes of each seed are tried.
const CHANGES: usize = 24;

/// Runs a body on the seeds of its target, on changed ones, and on random bytes.
fn try_all(target: &str, body: fn(&[u8])) {
    let mut dice = Dice::new(&Seed::from_text(target));
    let seeds = bodies::seeds(target);
    assert!(!seeds.is_empty(), "{target} has no seeds");
    for seed in &seeds {
        body(seed);
        for _ in 0..CHANGES {
            let mut changed = seed.clone();
            for _ in 0..=dice.below(2) {
                change(&mut changed, &seeds, &mut dice);
            }
            body(&changed);
        }
        let random: Vec<u8> = (0..dice.below(200)).map(|_| byte(&mut dice)).collect();
        body(&random);
    }
}

fn byte(dice: &mut Dice) -> u8 {
    u8::try_from(dice.below(256)).unwrap()
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], dice: &mut Dice) {
    if bytes.is_empty() {
        return;
    }
    let at = dice.place(bytes.len());
    match dice.below(6) {
        0 => bytes[at] ^= 1 << dice.below(8),
        1 => bytes[at] = byte(dice),
        2 => drop(bytes.remove(at)),
        3 => bytes.insert(at, byte(dice)),
        4 => bytes.truncate(at),
        _ => {
            // The beginning of this with the end of another.
            let other = dice.pick(seeds).unwrap();
            let from = at.min(other.len());
            bytes.truncate(from);
            bytes.extend_from_slice(&other[from..]);
        }
    }
}

#[test]
fn peer_terms() {
    try_all("peer_terms", bodies::terms_have_one_encoding);
}

#[test]
fn peer_note() {
    try_all("peer_note", bodies::notes_have_one_encoding);
}

#[test]
fn peer_stamped_chain() {
    try_all("peer_stamped_chain", bodies::stamped_chains_have_one_encoding);
}

#[test]
fn peer_face() {
    try_all("peer_face", bodies::faces_have_one_code);
}

#[test]
fn peer_entry() {
    try_all("peer_entry", bodies::all_machines_say_the_same);
}

#[test]
fn peer_desk() {
    try_all("peer_desk", bodies::a_desk_hears_anything);
}
