//! Chains with stamps: what they prove to somebody who has nothing else.

use ed25519_dalek::SigningKey;
use facedown_core::{Game, Seat};
use facedown_crypto::Codec;
use facedown_crypto::places::{Ending, Entry, EntryKind, Stage};
use facedown_games::texas_42::Texas42;
use facedown_peers::{Fold, Heard, StampFlaw, StampedChain, StampedChainError, audit_at};
use facedown_protocol::relay::Stamps;

use crate::table::{Machines, dice, genesis, options, seats};

const GRACE: u64 = 120_000;

pub(crate) fn relay() -> SigningKey {
    SigningKey::from_bytes(&[77; 32])
}

/// A table at a relay whose entries come one millisecond after the other.
fn dealt(number: u64) -> Machines<Texas42> {
    let genesis = genesis::<Texas42>(&options::<Texas42>("{}"), seats(4), number);
    let genesis = genesis.with_relay(relay().verifying_key());
    let mut machines = Machines::at(genesis, number);
    machines.clock = Some(500);
    machines.settle();
    machines
}

/// The chain of these machines, as the relay has stamped it.
pub(crate) fn stamped<G: Game>(machines: &Machines<G>) -> StampedChain {
    let genesis = machines.chain.genesis.clone();
    let mut stamps = Stamps::new(&genesis.to_bytes());
    let mut chain = StampedChain { genesis, entries: Vec::new() };
    for (entry, time) in machines.chain.entries.iter().zip(&machines.times) {
        let stamp = stamps.stamp(&relay(), time.unwrap(), entry.author(), entry.to_bytes());
        stamps = stamps.after(&stamp);
        chain.entries.push(stamp);
    }
    chain
}

/// Somebody who has only the file folds it.
fn verified(chain: &StampedChain) -> Fold<Texas42> {
    chain.check_stamps().unwrap();
    let mut fold = Fold::watch(chain.genesis.clone()).unwrap();
    for stamped in &chain.entries {
        let entry = Entry::from_bytes(&stamped.entry).unwrap();
        let _ = fold.hear_at(&entry, Some(stamped.time)).unwrap();
    }
    fold
}

fn abandoned(number: u64) -> (Machines<Texas42>, Seat) {
    let mut machines = dealt(number);
    let gone = machines.spectator().awaited().iter().next().unwrap();
    machines.off = gone.only();
    machines.clock = Some(500 + GRACE);
    let ended = machines.vote(gone, 3);
    assert_eq!(ended, Some(Heard::Ended(Ending::Abandoned(gone))));
    (machines, gone)
}

#[test]
fn a_verifier_judges_forfeits_by_the_stamps() {
    let (machines, gone) = abandoned(80);
    let chain = stamped(&machines);
    let read = StampedChain::from_bytes(&chain.to_bytes()).unwrap();
    assert_eq!(read, chain);
    let fold = verified(&read);
    assert_eq!(*fold.cards().stage(), Stage::Over(Ending::Abandoned(gone)));
    assert_eq!(fold.head(), machines.spectator().head());
    let (plain, times) = read.unstamped();
    assert_eq!(audit_at::<Texas42>(&plain, &times).unwrap().verdicts, []);
    // The same votes with other times are no forfeit: the relay would have had to sign them.
    let mut hasty = Fold::<Texas42>::watch(plain.genesis.clone()).unwrap();
    for entry in &plain.entries {
        let _ = hasty.hear_at(entry, Some(600)).unwrap();
    }
    assert_eq!(*hasty.cards().stage(), Stage::Idle);
}

#[test]
fn a_chain_that_was_changed_convicts_nobody() {
    let chain = stamped(&abandoned(81).0);
    let mut changed = chain.clone();
    changed.entries.last_mut().unwrap().time += 1;
    assert!(matches!(changed.check_stamps(), Err(StampFlaw::Broken(_))));
    let mut shorter = chain.clone();
    shorter.entries.remove(3);
    assert!(matches!(shorter.check_stamps(), Err(StampFlaw::Broken(_))));
    // What is cut off at the end is not missed.
    let mut cut = chain.clone();
    cut.entries.truncate(9);
    assert_eq!(cut.check_stamps(), Ok(()));
    assert_eq!(chain.compare(&cut).unwrap().relay, None);
    assert_eq!(chain.compare(&changed).unwrap().relay, None, "nobody has signed the other time");
    let bytes = chain.to_bytes();
    for length in [0, 10, StampedChain::MAGIC.len() + 5] {
        assert!(StampedChain::from_bytes(&bytes[..length]).is_err());
    }
    let (whole, broken) = StampedChain::read_as_far_as_possible(&bytes[..bytes.len() - 1]).unwrap();
    assert_eq!(whole.entries.len(), chain.entries.len() - 1);
    assert!(matches!(broken, Some(StampedChainError::Unreadable(Some(_), _))));
}

#[test]
fn two_stamps_for_one_number_convict_the_relay() {
    let mut ann = dealt(82);
    let mut ben = dealt(82);
    let (one, other) = (stamped(&ann), stamped(&ben));
    assert_eq!(one.compare(&other).unwrap().relay, None);
    // It tells them different first actions.
    let dealt = one.entries.len() as u64;
    let choices = ann.choices();
    let (who, action) = choices.first().copied().unwrap();
    ann.act(who, &action);
    ben.clock = Some(501);
    let head = ben.folds[0].sign_head().unwrap();
    let _ = ben.post(&head);
    let (one, other) = (stamped(&ann), stamped(&ben));
    let found = one.compare(&other).unwrap();
    assert_eq!((found.relay, found.players), (Some(dealt), Vec::new()));
    assert_eq!(one.compare(&stamped(&self::dealt(83))), None, "another table");
}

#[test]
fn players_who_sign_two_things_are_convicted_by_two_chains() {
    let (mut ann, mut ben) = (dealt(84), dealt(84));
    let (who, action) = ann.choices().first().copied().unwrap();
    ann.act(who, &action);
    let (seed, since) = (ben.seeds[who.index()], *ben.spectator().head());
    let genesis = &ben.chain.genesis;
    let payload = Vec::new();
    let forged = Entry::forged(genesis, &seed, since, who, EntryKind::Action, payload);
    ben.chain.entries.push(forged);
    ben.times.push(Some(501));
    let found = stamped(&ann).compare(&stamped(&ben)).unwrap();
    assert_eq!(found.players.len(), 1);
    assert_eq!(found.players[0].seat, who);
    assert!(found.relay.is_some());
}

#[test]
fn an_honest_relay_stands_still_where_its_clock_goes_back() {
    let mut machines = dealt(85);
    machines.clock = Some(499);
    assert!(machines.step(&mut dice("back", 85)));
    let chain = stamped(&machines);
    assert_eq!(chain.check_stamps(), Ok(()));
    assert!(chain.entries.iter().all(|stamped| stamped.time == 500));
    let unnamed = genesis::<Texas42>(&options::<Texas42>("{}"), seats(4), 85);
    let none = StampedChain { genesis: unnamed, entries: Vec::new() };
    assert_eq!(none.check_stamps(), Err(StampFlaw::NoRelay));
}
