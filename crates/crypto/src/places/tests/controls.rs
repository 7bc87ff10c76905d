//! What a coalition would learn if the table did not do what it does: each property with a variant of the table that breaks it.
//!
//! The fourth control, acceptance by private knowledge, concerns the rules and is in the test kit (`tests/peers.rs`).

use super::random::Eavesdropper;
use super::*;
use crate::group::Point;

/// How many of two equal cards can be the one that a seat has seen before they were shuffled and turned over.
fn candidates(copies: [FaceCode; 2]) -> usize {
    let bring = Task::Bring { places: places(0..2), faces: copies.to_vec() };
    let mut round = Round::new(2, &[bring, shuffle(0..2), show(0..1, 1).remove(0)]);
    let seen = round.knows(1, 0).unwrap();
    round.demand(0, &[shuffle(0..2), reveal(0), reveal(1)]);
    let is_it = |place: &u16| round.watcher.public_face(Place(*place)) == Some(seen);
    (0..2).filter(is_it).count()
}

#[test]
fn equal_cards_have_one_point_or_they_could_be_followed_through_a_shuffle() {
    assert_eq!(candidates([face(7), face(7)]), 2);
    assert_eq!(candidates([face(7), face(8)]), 1, "the control: a point for each copy");
}

#[test]
fn a_second_viewer_renews_the_card_or_everybody_could_read_it() {
    let mut tasks = vec![bring(0..4), shuffle(0..4)];
    tasks.extend(show(0..1, 0));
    let mut round = Round::new(3, &tasks);
    let mut spy = Eavesdropper::default();
    spy.hears(&round.watcher);
    let key = round.players[0].keys[&0].secret().clone();
    let share_of = |masked: &MaskedCard| Point::new(key.scalar() * masked.c1().point());
    let shown_first = round.watcher.clone();
    round.demand(1, &show(0..1, 1));
    spy.hears(&round.watcher);
    assert!(round.watcher.known_to(Place(0)).contains(seat(1)));
    assert!(spy.reads(&round, &[]).is_empty() && spy.reads(&round, &[2]).is_empty());
    // The control: seat 0 gives the second viewer its share of the card as it lies there, beside the others' shares for itself.
    round.watcher = shown_first;
    let card = round.watcher.cards.get_mut(&Place(0)).unwrap();
    card.shares.insert(seat(0), share_of(&card.masked));
    spy.hears(&round.watcher);
    assert_eq!(spy.reads(&round, &[]).get(&Place(0)), round.knows(0, 0).as_ref());
}

#[test]
fn all_test_a_hidden_card_together_or_who_answers_would_read_it() {
    let yes = vec![face(0), face(1)];
    let read_by_the_drawer = |tasks: &[Task]| {
        let mut round = Round::new(3, &[bring(0..4), shuffle(0..4)]);
        let entry = round.action(0, &[], tasks, vec![(1, Choice::Answer(true))]);
        round.post(&entry);
        let mut spy = Eavesdropper::default();
        loop {
            spy.hears(&round.watcher);
            let _ = round.players[0].choose(1, Choice::Answer(true));
            if !round.step() {
                break;
            }
        }
        assert!(matches!(round.watcher.outcome(tasks.len() - 1), Some(TaskOutcome::Answer(_))));
        [&[0][..], &[0, 1]].map(|with| spy.reads(&round, with).len())
    };
    assert_eq!(read_by_the_drawer(&[Task::Test { place: Place(2), yes }]), [0, 0]);
    // The control: the drawer is shown the card and answers alone.
    let mut alone = show(2..3, 0);
    alone.push(Task::Answer { seat: seat(0), places: places(2..3) });
    assert_eq!(read_by_the_drawer(&alone), [1, 1]);
}
