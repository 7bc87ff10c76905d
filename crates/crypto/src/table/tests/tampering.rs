//! Changes to a chain are detected, with the entry and its author.

use super::*;

fn played() -> Round {
    let mut round = Round::new(3, 5);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(2, Request::Reshuffle { pile: LIBRARY });
    round
}

fn entry_error(verdict: Result<ChainReport, ChainError>) -> (usize, usize, EntryError) {
    match verdict {
        Err(ChainError::Entry { number, author, error }) => (number, author.index(), error),
        other => panic!("no entry is named: {other:?}"),
    }
}

/// Encodes a chain with these entries, valid or not.
fn written(chain: &Chain, entries: &[ChainEntry]) -> Vec<u8> {
    let mut chain = chain.clone();
    chain.entries = entries.to_vec();
    chain.to_bytes()
}

#[test]
fn an_honest_chain_verifies_with_no_other_input() {
    let round = played();
    let chain = round.players[2].chain();
    let report = Chain::verify(&chain.to_bytes()).unwrap();
    assert_eq!(report.steps.len(), chain.entries().len());
    for player in &round.players {
        assert_eq!(player.chain().head, report.head);
    }
    let descriptions: Vec<_> = report.steps.iter().map(|step| step.description.as_str()).collect();
    let shuffled = "shuffled 5 cards";
    let first = ["bring 5 cards as pile 0, for all", "shuffle pile 0"];
    assert_eq!(descriptions[6..8], first);
    assert_eq!(descriptions[8..11], [shuffled; 3]);
    assert_eq!(descriptions[11..13], ["draw 1 from pile 0 to pile 1", "shares of 1 card"]);
}

#[test]
fn an_edited_entry_is_named() {
    let round = played();
    let chain = round.players[0].chain();
    for number in 0..chain.entries().len() {
        let mut entries = chain.entries().to_vec();
        let middle = entries[number].message.len() / 2;
        entries[number].message[middle] ^= 1;
        let (named, author, error) = entry_error(Chain::verify(&written(chain, &entries)));
        assert_eq!((named, author), (number, entries[number].author().index()));
        assert_eq!(error, EntryError::Signature);
    }
}

#[test]
fn dropped_and_reordered_entries_are_noticed() {
    let round = played();
    let chain = round.players[0].chain();
    let last = chain.entries().len() - 1;
    for number in 0..last {
        let mut dropped = chain.entries().to_vec();
        dropped.remove(number);
        assert!(Chain::verify(&written(chain, &dropped)).is_err(), "without {number}");
        let mut swapped = chain.entries().to_vec();
        swapped.swap(number, number + 1);
        assert!(Chain::verify(&written(chain, &swapped)).is_err(), "{number} swapped");
        let mut doubled = chain.entries().to_vec();
        doubled.insert(number, doubled[number].clone());
        assert!(Chain::verify(&written(chain, &doubled)).is_err(), "{number} doubled");
    }
}

#[test]
fn equivocation_is_refused_and_both_signatures_convict() {
    let mut round = Round::new(2, 5);
    let first = round.players[0].ask(Request::Reveal { pile: LIBRARY, place: 0 });
    let second = round.players[0].ask(Request::Reveal { pile: LIBRARY, place: 1 });
    assert_eq!(first.parent, second.parent);
    round.tell(&first);
    let verdict = round.players[1].hear(&second);
    assert!(matches!(verdict, Err(ChainError::Entry { error: EntryError::Number(_), .. })));
    let genesis = round.players[1].chain().genesis().clone();
    assert!(first.contradicts(&second, &genesis) && second.contradicts(&first, &genesis));
    assert!(!first.contradicts(&first, &genesis));
    // An entry that its author did not sign proves nothing.
    let mut forged = second.clone();
    forged.signature[0] ^= 1;
    assert!(!first.contradicts(&forged, &genesis));
}

#[test]
fn an_entry_of_another_table_or_signed_by_another_is_refused() {
    let mut round = Round::silent(2, 1);
    let mut elsewhere = Round::silent(2, 2);
    let entry = elsewhere.players[0].due(&mut elsewhere.rng).unwrap().unwrap();
    let verdict = round.players[1].hear(&entry);
    assert!(matches!(verdict, Err(ChainError::Entry { error: EntryError::Signature, .. })));
    let mut forged = round.players[0].due(&mut round.rng).unwrap().unwrap();
    forged.author = seat(1);
    let verdict = round.players[1].hear(&forged);
    assert!(matches!(verdict, Err(ChainError::Entry { error: EntryError::Signature, .. })));
}

#[test]
fn what_is_no_chain_is_refused_by_name() {
    let bytes = played().players[0].chain().to_bytes();
    assert!(matches!(Chain::verify(b"junk"), Err(ChainError::Unreadable(_))));
    assert!(matches!(Chain::verify(&[1; 100]), Err(ChainError::Unreadable(_))));
    assert!(matches!(
        Chain::verify(&bytes[..bytes.len() - 1]),
        Err(ChainError::Unreadable(crate::DecodeError::Truncated { missing: 1 }))
    ));
    let key = signing_key(0).verifying_key();
    assert_eq!(Genesis::new([0; 32], vec![key]), Err(ChainError::Players));
    assert_eq!(Genesis::new([0; 32], vec![key, key]), Err(ChainError::Players));
}
