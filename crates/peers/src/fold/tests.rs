//! What only a machine that has been tampered with can say: a false word about a card that it cannot turn over alone.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{Card, Dealer, Dealt, Dice, Seat, Seed};
use facedown_crypto::places::{Accepted, Entry, Seated, Task};
use facedown_protocol::Name;
use facedown_testkit::small::{Action, Face, Options, Small, Sound, Twist};

use super::*;

fn folds<T: Twist>(number: u8) -> Vec<Fold<Small<T>>> {
    let names = ["Ann", "Ben", "Cleo", "Dan"].map(|name| Name::new(name).unwrap());
    let terms = Terms::new::<Small<T>>(&Options::default(), names.into()).unwrap();
    let seeds: Vec<[u8; 32]> = (1..=4).map(|seat| [number * 8 + seat; 32]).collect();
    let seated = seeds.iter().map(|seed| Seated::new(seed, seed.map(|byte| !byte))).collect();
    let genesis = Genesis::new(terms.to_bytes(), seated).unwrap();
    let seats = (0..4).filter_map(Seat::new).zip(seeds);
    seats.map(|(seat, seed)| Fold::sit(genesis.clone(), seat, seed, []).unwrap()).collect()
}

fn post<T: Twist>(folds: &mut [Fold<Small<T>>], entry: &Entry) -> Vec<Result<Heard, String>> {
    folds.iter_mut().map(|fold| fold.hear(entry).map_err(|error| error.to_string())).collect()
}

/// Posts what is due until nothing is. Returns what came of the last entry.
fn settle<T: Twist>(folds: &mut [Fold<Small<T>>]) -> Vec<Result<Heard, String>> {
    let mut last = Vec::new();
    loop {
        let due: Vec<Entry> =
            folds.iter_mut().filter_map(|fold| Some(fold.work().unwrap()?.0)).collect();
        if due.is_empty() {
            return last;
        }
        for entry in &due {
            last = post(folds, entry);
        }
    }
}

/// An entry in which this seat says of a card what is not on it, if it can be made to.
/// Also the tasks that the entry causes.
fn false_word<T: Twist>(
    folds: &mut [Fold<Small<T>>],
    seat: Seat,
    somebody_knows: bool,
) -> Option<(Entry, Card, Vec<Task>)> {
    for action in folds[seat.index()].rules.legal_for() {
        let fold = &folds[seat.index()];
        let attached = fold.rules.intend(&action).unwrap().attached;
        let mut prepared = fold.prepare(action.clone(), attached.clone()).unwrap();
        let Some(&(card, truth)) = prepared.posted.said.first() else { continue };
        for face in Face::ALL.into_iter().filter(|face| *face != truth) {
            let mut lie = attached.clone();
            for (it, said) in lie.turned.iter_mut().chain(&mut prepared.posted.said) {
                *said = if *it == card { face } else { *said };
            }
            let action = facedown_core::shut(action.clone());
            // Somebody else may have seen the card, and know that it is a lie. As far as everybody can tell, it need not be.
            let knows = |fold: &Fold<Small<T>>| fold.rules.lens().face(card) == Some(truth);
            let others = || folds.iter().filter(|fold| fold.viewer().seat() != Some(seat));
            let watches = others().find(|fold| !knows(fold));
            let is_credible =
                watches.is_some_and(|fold| fold.rules.accepts(seat, &action, &lie).is_ok());
            if is_credible && (!somebody_knows || others().any(knows)) {
                let act::Prepared { posted, turned, tasks, choices } = prepared;
                let player = folds[seat.index()].cards.player()?;
                let (entry, _) = player.act(&posted.to_bytes(), &turned, &tasks, choices).ok()?;
                return Some((entry, card, tasks));
            }
        }
    }
    None
}

/// Posts a false word. Everybody carries it out until the card is turned over; then its author is convicted, and all open their keys.
fn found_out<T: Twist>(
    mut folds: Vec<Fold<Small<T>>>,
    seat: Seat,
    entry: &Entry,
    card: Card,
    tasks: Vec<Task>,
) {
    let mut cheater = folds.remove(seat.index());
    let heard = post(&mut folds, entry);
    assert!(heard.iter().all(|heard| *heard == Ok(Heard::Noted)), "{heard:?}");
    // Its rules would not go on with this, but its cards do.
    let Ok(Accepted::Action(pending)) = cheater.cards.accept(entry) else { panic!() };
    let _ = cheater.cards.begin(*pending, tasks).unwrap();
    // The action may demand more than that the card is turned over.
    let last = loop {
        let due = folds.iter_mut().filter_map(|fold| Some(fold.work().unwrap()?.0));
        let mut due: Vec<Entry> = due.collect();
        due.extend(cheater.cards.player().unwrap().due().unwrap());
        let mut last = Vec::new();
        for entry in &due {
            last = post(&mut folds, entry);
            let _ = cheater.cards.accept(entry).unwrap();
        }
        if last.iter().any(Result::is_err) {
            break last;
        }
        assert!(!due.is_empty());
    };
    assert!(last.iter().all(Result::is_err), "{last:?}");
    let verdict = Verdict {
        seat,
        cheat: Cheat::FalseWord { card },
        proven: Proven::AtOnce,
        entry: entry.place(),
    };
    for fold in &folds {
        assert_eq!(fold.verdicts(), std::slice::from_ref(&verdict));
        assert_eq!(fold.stuck(), Some(&Stuck::FalseWord));
    }
    // The game is over. All open their keys, so that the rest can be judged too.
    let due = folds.iter_mut().filter_map(|fold| Some(fold.work().unwrap()?.0));
    let due: Vec<Entry> = due.collect();
    assert_eq!(due.len(), folds.len());
}

#[test]
fn a_false_word_is_found_out_at_once_by_everybody() {
    for number in 0..30 {
        let mut folds = folds::<Sound>(number);
        let mut dice = Dice::new(&Seed::from_text(&format!("words {number}")));
        let _ = settle(&mut folds);
        while let Some(seat) = folds[0].rules.waiting_on().iter().next() {
            if let Some((entry, card, tasks)) = false_word(&mut folds, seat, false) {
                found_out(folds, seat, &entry, card, tasks);
                return;
            }
            let legal = folds[seat.index()].rules.legal_for();
            let action = dice.pick(&legal).cloned().unwrap();
            let (entry, _) = folds[seat.index()].act(action, None).unwrap();
            assert!(post(&mut folds, &entry).iter().all(Result::is_ok));
            let _ = settle(&mut folds);
        }
    }
    panic!("nobody could say a false word in any of these games");
}

/// Lent cards are not mixed into the hand of the borrower, so that the lender can still tell which they are.
#[derive(Clone, Default)]
struct Keeping;

impl Twist for Keeping {
    fn lose_track<D: Dealer<Small<Self>>>(
        &self,
        _: Seat,
        _: &[Card],
        _: Card,
        _: &mut D,
    ) -> Dealt<()> {
        Ok(())
    }
}

/// It would fail if a machine judged a word by what its own player sees: it would be left behind, alone, and be voted out.
#[test]
fn a_machine_that_knows_better_carries_a_false_word_out_like_all_others() {
    let mut folds = folds::<Keeping>(1);
    let mut dice = Dice::new(&Seed::from_text("knows better"));
    let _ = settle(&mut folds);
    let (lender, borrower) = (Seat::new(0).unwrap(), Seat::new(2).unwrap());
    let mut lent = None;
    while let Some(seat) = folds[0].rules.waiting_on().iter().next() {
        if let Some((entry, card, tasks)) = false_word(&mut folds, seat, true) {
            // The lender doubts a card that it has lent, and says of it what the borrower knows to be false.
            assert_eq!((seat, Some(card)), (lender, lent));
            found_out(folds, seat, &entry, card, tasks);
            return;
        }
        let legal = folds[seat.index()].rules.legal_for();
        let wanted = legal.iter().find(|action| match action {
            Action::Lend { to, .. } => lent.is_none() && (seat, *to) == (lender, borrower),
            Action::Lay { card } => lent == Some(*card),
            _ => false,
        });
        let action = wanted.or_else(|| dice.pick(&legal)).cloned().unwrap();
        if let Action::Lend { card, .. } = action
            && seat == lender
        {
            lent = Some(card);
        }
        let (entry, _) = folds[seat.index()].act(action, None).unwrap();
        assert!(post(&mut folds, &entry).iter().all(Result::is_ok));
        let _ = settle(&mut folds);
    }
    panic!("the lent card was not laid");
}
