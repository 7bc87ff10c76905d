//! Chains that were changed: the verifier names the entry, and blames its author only if the author is to blame.

use super::*;
use crate::encoding::Codec;

fn played() -> Round {
    let mut round = Round::new(3, &[bring(0..8), shuffle(0..8)]);
    round.demand(0, &show(0..2, 0));
    round.act(0, &[1], &[reveal(3)], Vec::new());
    round.demand(1, &[Task::Test { place: Place(4), yes: vec![face(2)] }, Task::Roll { sides: 6 }]);
    let heads: Vec<_> = round.players.iter().map(Player::sign_head).collect();
    for entry in &heads {
        round.post(entry);
    }
    round
}

fn verify(chain: &Chain) -> Result<ChainReport, ChainError> {
    chain.verify(&mut Script::of(&chain.genesis).unwrap())
}

#[test]
fn an_honest_chain_verifies_with_no_other_input() {
    let round = played();
    let chain = Chain::from_bytes(&round.chain.to_bytes()).unwrap();
    assert_eq!(chain, round.chain);
    let report = verify(&chain).unwrap();
    assert_eq!(report.state.head(), round.watcher.head());
    assert_eq!(report.state.signed(), round.watcher.present());
    assert_eq!(report.entries.len(), chain.entries.len());
    let bytes: usize = report.entries.iter().map(|entry| entry.size).sum();
    assert_eq!(bytes, round.counts.bytes);
}

#[test]
fn an_edited_entry_is_named() {
    let round = played();
    for number in 0..round.chain.entries.len() {
        let mut chain = round.chain.clone();
        let mut bytes = chain.entries[number].to_bytes();
        let middle = bytes.len() - 70;
        bytes[middle] ^= 1;
        let Ok(edited) = Entry::from_bytes(&bytes) else { continue };
        chain.entries[number] = edited;
        let Err(ChainError::Entry { number: named, refusal, .. }) = verify(&chain) else {
            panic!()
        };
        assert_eq!(named, number);
        // A part of the entry may have been the seat or the head; nobody is blamed.
        assert!(!matches!(refusal, Refusal::Fault(_) | Refusal::Contradiction), "{refusal:?}");
    }
}

#[test]
fn dropped_and_reordered_entries_blame_nobody() {
    let round = played();
    let length = round.chain.entries.len() - 3;
    for number in 0..length - 1 {
        let mut chain = round.chain.clone();
        chain.entries.remove(number);
        let Err(ChainError::Entry { refusal, number: named, .. }) = verify(&chain) else {
            panic!()
        };
        assert_eq!(refusal, Refusal::Unplaced);
        assert!(named >= number);
        let mut chain = round.chain.clone();
        chain.entries.swap(number, number + 1);
        // Entries of one step may come in any order.
        match verify(&chain) {
            Ok(report) => assert_eq!(report.state.head(), round.watcher.head()),
            Err(ChainError::Entry { refusal, .. }) => assert_eq!(refusal, Refusal::Unplaced),
            Err(error) => panic!("{error}"),
        }
        // An entry that is there twice counts once.
        let mut chain = round.chain.clone();
        chain.entries.insert(number + 1, chain.entries[number].clone());
        assert!(verify(&chain).unwrap().entries[number + 1].stale);
    }
}

#[test]
fn an_entry_of_another_table_or_signed_by_another_is_refused() {
    let mut round = Round::begin(genesis(2, &[]));
    let mut other = Round::begin(genesis(3, &[]));
    let foreign = other.players[0].due().unwrap().unwrap();
    assert_eq!(round.try_post(&foreign), Err(Refusal::Unplaced));
    let honest = round.players[0].due().unwrap().unwrap();
    let (id, since) = (*round.watcher.id(), *honest.since());
    let key = signing_key(&seed(1));
    let forged = Entry::sign(&id, since, seat(0), EntryKind::Work, vec![0; 64], &key);
    assert_eq!(round.watcher.accept(&forged).unwrap_err(), Refusal::Signature);
    let nobody = Entry::sign(&id, since, seat(5), EntryKind::Work, vec![0; 64], &key);
    assert_eq!(round.watcher.accept(&nobody).unwrap_err(), Refusal::NoSuchSeat(seat(5)));
}

#[test]
fn an_action_against_the_rules_is_named_with_its_author() {
    let mut round = played();
    let (entry, _) = round.players[2].act(b"nonsense", &[], &[], []).unwrap();
    round.chain.entries.push(entry);
    let Err(ChainError::Rules { number, author, .. }) = verify(&round.chain) else { panic!() };
    assert_eq!((number, author), (round.chain.entries.len() - 1, seat(2)));
}

#[test]
fn what_is_no_chain_is_refused_by_name() {
    let bytes = played().chain.to_bytes();
    assert!(Chain::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    assert!(Chain::from_bytes(&bytes[1..]).is_err());
    assert!(Chain::from_bytes(b"nonsense").is_err());
}

#[test]
fn machines_whose_rules_disagree_notice_it_at_the_next_entry() {
    let mut round = Round::new(2, &[bring(0..4), shuffle(0..4)]);
    let entry = round.action(0, &[], &show(0..1, 1), Vec::new());
    let Ok(Accepted::Action(action)) = round.watcher.accept(&entry) else { panic!() };
    let _ = round.watcher.begin(*action, show(1..2, 1)).unwrap();
    hear(&mut round.players[1], &entry).unwrap();
    let due = round.players[1].due().unwrap().unwrap();
    assert_eq!(round.watcher.accept(&due).unwrap_err(), Refusal::Unplaced);
}
