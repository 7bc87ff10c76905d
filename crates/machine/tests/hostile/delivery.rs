//! A relay that drops, delays, reorders, repeats and cuts what it sends.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use facedown_core::Seat;
use facedown_crypto::places::Ending;
use facedown_machine::{Error, Patience};
use facedown_protocol::relay::Stamped;

use crate::player::{PATIENT, Played, herding_cats, play_at, plays};
use crate::relay::{Honest, Relay, Sent, Way};

/// All have played the same game to its end, and nobody is convicted.
pub(crate) fn is_survived(played: &[Played]) {
    for one in played {
        assert!(one.result.is_ok(), "{one:?}");
        assert_eq!((one.ending, one.verdicts), (Some(Ending::Closed), 0));
        assert_eq!(one.words.len(), 4);
        assert_eq!((&one.words, one.chain == played[0].chain), (&played[0].words, true));
    }
}

/// The control: this relay does what a real one does.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_keeps_its_promises() {
    let played = plays(3, PATIENT, Honest).await;
    is_survived(&played);
    assert!(played.iter().all(|one| one.losses == 0));
}

/// Sends every fourth entry after the next one. The first entries of all players are posted at once, so there is a next one.
#[derive(Default)]
struct Reorders(HashMap<Option<Seat>, Stamped>);

impl Way for Reorders {
    fn sends(&mut self, to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        if stamped.number.is_multiple_of(4) {
            self.0.insert(to, stamped.clone());
            return Vec::new();
        }
        let held = self.0.remove(&to);
        [Some(stamped), held.as_ref()].into_iter().flatten().map(bytes).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_in_another_order_than_their_stamps_are_not_taken() {
    // It says so to everybody who asks again, too.
    for one in plays(2, PATIENT, Reorders::default()).await {
        assert!(matches!(one.result, Err(Error::RelayBroken(_))), "{one:?}");
        let text = one.result.unwrap_err().to_string();
        assert!(text.contains("the relay breaks its promises"), "{text}");
        assert_eq!(one.verdicts, 0);
    }
}

/// Leaves out one entry, once for each player. All players post one at that time, so another one follows.
struct LeavesOut(Vec<Option<Seat>>);

impl Way for LeavesOut {
    fn sends(&mut self, to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        if stamped.number == 2 && !self.0.contains(&to) {
            self.0.push(to);
            return Vec::new();
        }
        vec![bytes(stamped)]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_once_is_asked_for_again() {
    is_survived(&plays(2, PATIENT, LeavesOut(Vec::new())).await);
}

/// Sends everything three times, and each time the first entries again.
struct Repeats(Vec<Stamped>);

impl Way for Repeats {
    fn sends(&mut self, _: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        if stamped.number < 3 && self.0.iter().all(|known| known.number != stamped.number) {
            self.0.push(stamped.clone());
        }
        let earlier = self.0.iter().filter(|known| known.number < stamped.number);
        earlier.chain([stamped; 3]).map(bytes).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_again_changes_nothing() {
    is_survived(&plays(2, PATIENT, Repeats(Vec::new())).await);
}

/// Ends the connection before or after every seventh entry, once for each entry and player.
struct Cuts(Vec<(Option<Seat>, u64)>);

impl Way for Cuts {
    fn sends(&mut self, to: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        let is_new = !self.0.contains(&(to, stamped.number));
        self.0.push((to, stamped.number));
        match stamped.number % 14 {
            6 if is_new => vec![bytes(stamped), Sent::End],
            13 if is_new => vec![Sent::End],
            _ => vec![bytes(stamped)],
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_cut_again_and_again_is_opened_again() {
    let played = plays(2, PATIENT, Cuts(Vec::new())).await;
    is_survived(&played);
    assert!(played.iter().all(|one| one.losses > 1), "{played:?}");
}

/// Stamps what the first player posts later than what the others post after it.
struct Delays;

impl Way for Delays {
    fn holds(&mut self, by: Seat) -> Duration {
        Duration::from_millis(if by.index() == 0 { 20 } else { 0 })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_are_stamped_late_and_in_another_order_do_no_harm() {
    is_survived(&plays(3, PATIENT, Delays).await);
}

/// Passes nothing on that this seat posts after so many entries. Its clock runs a minute with every entry.
struct Drops {
    seat: Seat,
    after: usize,
    stamped: usize,
}

impl Drops {
    fn new(seat: usize, after: usize) -> Self {
        Self { seat: Seat::new(seat).unwrap(), after, stamped: 0 }
    }
}

impl Way for Drops {
    fn stamps(&mut self, by: Seat, entry: &[u8], ahead: &mut u64) -> Vec<(Seat, Vec<u8>)> {
        *ahead += 60_000;
        if by == self.seat && self.stamped >= self.after {
            return Vec::new();
        }
        self.stamped += 1;
        vec![(by, entry.to_vec())]
    }
}

/// It looks like absence, and the table ends as if the player had gone. Stamps alone, which show the grace with every entry, end
/// nothing: the others' own clocks do.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_never_passed_on_is_voted_out_and_nobody_waits_for_ever() {
    let began = Instant::now();
    let relay = Relay::open(herding_cats(10), 3, Drops::new(2, 10)).await;
    let played = play_at(&relay, 3, PATIENT).await;
    assert!(began.elapsed() > Duration::from_secs(10));
    for one in &played {
        assert_eq!(one.ending, Some(Ending::Abandoned(Seat::new(2).unwrap())), "{one:?}");
        assert_eq!(one.verdicts, 0);
        assert!(one.result.is_ok(), "{one:?}");
    }
}

/// Passes nothing on that this seat posts after so many entries, and its clock stands still.
struct StandsStill(Drops);

impl Way for StandsStill {
    fn stamps(&mut self, by: Seat, entry: &[u8], _: &mut u64) -> Vec<(Seat, Vec<u8>)> {
        self.0.stamps(by, entry, &mut 0)
    }

    fn is_still(&self) -> bool {
        true
    }
}

/// By its stamps nobody is ever silent for long, so the vote has no effect; the machines do not wait for ever all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_relay_whose_clock_stands_still_is_given_up_after_the_patience() {
    let relay = Relay::open(herding_cats(10), 3, StandsStill(Drops::new(2, 10))).await;
    for one in play_at(&relay, 3, Patience(Duration::from_secs(1))).await {
        let text = one.result.as_ref().unwrap_err().to_string();
        if one.seat == Seat::new(2) {
            assert!(matches!(one.result, Err(Error::NotPassedOn(1))), "{text}");
        } else {
            assert!(matches!(one.result, Err(Error::NobodyGone(1))), "{text}");
            assert!(text.contains("the relay's clock stands still"), "{text}");
        }
        assert_eq!((one.verdicts, one.ending), (0, None));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_never_passed_on_is_told_after_its_patience() {
    let relay = Relay::open(herding_cats(10), 2, Drops::new(0, 4)).await;
    let played = play_at(&relay, 2, Patience(Duration::from_secs(1))).await;
    let of_seat_0 = played.iter().find(|one| one.seat == Seat::new(0)).unwrap();
    let text = of_seat_0.result.as_ref().unwrap_err().to_string();
    assert!(matches!(of_seat_0.result, Err(Error::NotPassedOn(1))), "{text}");
    assert!(text.contains("play on at another relay"), "{text}");
}

/// Sends nothing more after some entries.
struct Silence;

impl Way for Silence {
    fn sends(&mut self, _: Option<Seat>, stamped: &Stamped) -> Vec<Sent> {
        if stamped.number < 7 { vec![bytes(stamped)] } else { Vec::new() }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_that_tells_nothing_more_is_given_up() {
    let relay = Relay::open(herding_cats(10), 2, Silence).await;
    for one in play_at(&relay, 2, Patience(Duration::from_secs(1))).await {
        // Whoever waits for the other votes after the grace, and is not passed on either.
        assert!(matches!(one.result, Err(Error::NotPassedOn(1))), "{one:?}");
        assert_eq!((one.verdicts, one.ending), (0, None));
    }
}

fn bytes(stamped: &Stamped) -> Sent {
    Sent::Bytes(stamped.to_bytes())
}
