//! A relay that stamps what it should not: two things with one number, what it has made up, and what belongs to another table.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use facedown_machine::{Error, Patience};
use facedown_peers::StampedChain;
use facedown_protocol::relay::{Stamped, Stamps};
use futures_util::future::join_all;

use crate::delivery::is_survived;
use crate::player::{PATIENT, Played, herding_cats, machines, play_at, plays};
use crate::relay::{Relay, Sent, Way};

/// Everything that a relay was given to stamp, for another one.
#[derive(Clone, Default)]
struct Recorded(Arc<Mutex<Vec<Posted>>>);

/// An entry, and who has posted it.
type Posted = (Seat, Vec<u8>);

impl Way for Recorded {
    fn stamps(&mut self, by: Seat, entry: &[u8], _: &mut u64) -> Vec<Posted> {
        self.0.lock().unwrap().push((by, entry.to_vec()));
        vec![(by, entry.to_vec())]
    }
}

/// Stamps entries of another table, and earlier ones of this one, between the real ones.
struct Replays {
    theirs: Vec<Posted>,
    ours: Vec<Posted>,
}

impl Way for Replays {
    fn stamps(&mut self, by: Seat, entry: &[u8], _: &mut u64) -> Vec<Posted> {
        let mut all = vec![(by, entry.to_vec())];
        // Under the names of both seats.
        all.extend(self.theirs.pop().map(|(_, entry)| (by, entry)));
        all.extend(self.theirs.pop());
        let early = self.ours.len() / 2;
        all.extend(self.ours.get(early).cloned());
        self.ours.push((by, entry.to_vec()));
        all
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_of_another_table_or_time_change_nothing_and_convict_nobody() {
    let recorded = Recorded::default();
    let relay = Relay::open(herding_cats(600), 2, recorded.clone()).await;
    is_survived(&join_all(machines(&relay, 2, PATIENT, 0, 7)).await);
    let mut theirs = recorded.0.lock().unwrap().clone();
    theirs.reverse();
    let length = theirs.len() as u64;
    // The same players, with the same keys, at the same relay; only their nonces are others.
    let played = plays(2, PATIENT, Replays { theirs, ours: Vec::new() }).await;
    is_survived(&played);
    assert!(played[0].entries > length);
}

/// Stamps what it has made up: changed entries, under the names of the wrong seats, empty and long ones.
struct MakesUp;

impl Way for MakesUp {
    fn stamps(&mut self, by: Seat, entry: &[u8], _: &mut u64) -> Vec<Posted> {
        let other = Seat::new(1 - by.index()).unwrap();
        let mut changed = entry.to_vec();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        vec![
            (by, changed),
            (by, Vec::new()),
            (other, vec![7; 60_000]),
            (by, entry.to_vec()),
            (by, entry[..entry.len() - 1].to_vec()),
        ]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_relay_has_made_up_changes_nothing_and_convicts_nobody() {
    is_survived(&plays(2, PATIENT, MakesUp).await);
}

/// Stamps every entry under the name of the other seat. Who has said it is in the entry itself.
struct Misattributes;

impl Way for Misattributes {
    fn stamps(&mut self, by: Seat, entry: &[u8], _: &mut u64) -> Vec<Posted> {
        vec![(Seat::new(1 - by.index()).unwrap(), entry.to_vec())]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stamp_with_the_wrong_seat_convicts_nobody() {
    is_survived(&plays(2, PATIENT, Misattributes).await);
}

/// Sends stamps that are not its own, or that go backwards, from this number on.
struct Forges(fn(&mut Stamped));

impl Way for Forges {
    fn sends(&mut self, _: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        let mut stamped = stamped.clone();
        if stamped.number >= 8 {
            (self.0)(&mut stamped);
        }
        vec![Sent::Bytes(stamped.to_bytes())]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn stamps_that_are_not_the_relays_are_not_taken() {
    let changes: [fn(&mut Stamped); 5] = [
        |stamped| stamped.signature[40] ^= 1,
        |stamped| stamped.time += 1,
        |stamped| stamped.number += 1,
        |stamped| stamped.entry.push(0),
        |stamped| stamped.seat = Seat::new(1 - stamped.seat.index()).unwrap(),
    ];
    for change in changes {
        for one in plays(2, PATIENT, Forges(change)).await {
            assert!(matches!(one.result, Err(Error::RelayBroken(_))), "{one:?}");
            assert_eq!((one.entries, one.verdicts), (8, 0));
        }
    }
}

/// Cuts the connections at an entry, and tells something else at an earlier number from then on, with true stamps.
struct StampsTwice {
    cut: Vec<Option<Seat>>,
    other: Option<Stamped>,
    key: SigningKey,
    before: Option<Stamps>,
}

impl StampsTwice {
    const AT: u64 = 6;
}

impl Way for StampsTwice {
    fn knows(&mut self, key: &SigningKey, before: &Stamps) {
        self.key = key.clone();
        if before.next() == Self::AT {
            self.before = Some(*before);
        }
    }

    fn sends(&mut self, to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        if stamped.number == Self::AT {
            let before = self.before.unwrap();
            let entry = b"something else".to_vec();
            self.other = Some(before.stamp(&self.key, stamped.time, stamped.seat, entry));
        }
        if self.cut.contains(&to) && stamped.number == Self::AT {
            return vec![Sent::Bytes(self.other.as_ref().unwrap().to_bytes())];
        }
        if stamped.number == 9 && !self.cut.contains(&to) {
            self.cut.push(to);
            // Out of order, so that everything is asked for again.
            let mut gap = stamped.clone();
            gap.number += 5;
            return vec![Sent::Bytes(gap.to_bytes())];
        }
        vec![Sent::Bytes(stamped.to_bytes())]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_stamps_with_one_number_convict_the_relay_and_the_proof_can_be_checked() {
    let key = SigningKey::from_bytes(&[1; 32]);
    let way = StampsTwice { cut: Vec::new(), other: None, key, before: None };
    for one in plays(2, PATIENT, way).await {
        let Err(Error::RelayConvicted(proof)) = one.result else { panic!("{one:?}") };
        assert!(proof.holds());
        assert_eq!(proof.number(), StampsTwice::AT);
        let read: facedown_machine::RelayProof = serde_json::from_str(&proof.to_json()).unwrap();
        assert!(read.holds());
        assert_eq!(one.verdicts, 0, "no player is convicted");
    }
}

/// Tells each player only what that player has posted itself, from an entry on.
struct Forks;

impl Way for Forks {
    fn forks_at(&self) -> Option<usize> {
        Some(12)
    }
}

/// Each side waits for the other, which looks like absence. Put together, what both have heard convicts the relay.
#[tokio::test(flavor = "multi_thread")]
async fn a_fork_leads_nobody_astray_and_two_chains_convict_the_relay() {
    let way = Forks;
    let played = forked(way).await;
    let chains: Vec<StampedChain> =
        played.iter().map(|one| StampedChain::from_bytes(&one.chain).unwrap()).collect();
    assert!(played.iter().all(|one| one.verdicts == 0), "{played:?}");
    let (one, other) = (&chains[0].entries, &chains[1].entries);
    let common = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    assert!((12..one.len().min(other.len())).contains(&common), "the relay has forked");
    let found = chains[0].compare(&chains[1]).unwrap();
    assert_eq!((found.relay, found.players.len()), (Some(one[common].number), 0));
}

async fn forked(way: impl Way) -> Vec<Played> {
    let relay = Relay::open(herding_cats(10), 2, way).await;
    play_at(&relay, 2, Patience(Duration::from_mins(1))).await
}
