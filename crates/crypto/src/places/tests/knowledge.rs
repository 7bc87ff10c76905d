//! What seats know, and what can be read from the log.

use super::random::Eavesdropper;
use super::*;
use crate::group::Point;

fn pile(players: usize) -> Round {
    Round::new(players, &pile_tasks(players))
}

fn pile_tasks(players: usize) -> Vec<Task> {
    let mut tasks = vec![bring(0..8), shuffle(0..8)];
    for player in 0..players {
        let place = u16::try_from(player).unwrap();
        tasks.extend(show(place..place + 1, player));
    }
    tasks
}

#[test]
fn what_two_seats_have_seen_a_third_cannot_read_from_the_log() {
    let mut round = pile(3);
    let mut spy = Eavesdropper::default();
    spy.hears(&round.watcher);
    let entry = round.action(1, &[], &show(0..1, 1), Vec::new());
    round.post(&entry);
    spy.hears(&round.watcher);
    while round.step() {
        spy.hears(&round.watcher);
    }
    assert_eq!(round.watcher.known_to(Place(0)), seat(0).only().with(seat(1)));
    assert!(!spy.reads(&round, &[2]).contains_key(&Place(0)));
    // The control: each of the two can, with its own key.
    assert_eq!(spy.reads(&round, &[1]).get(&Place(0)), round.knows(0, 0).as_ref());
}

/// The owner of a secret list knows its masks, so it never needs the others' shares; two others see one of its cards in turn.
#[test]
fn a_card_of_a_secret_list_is_read_by_its_viewers_alone() {
    let mut round = Round::new(4, &[]);
    let list = Task::BringSealed { owner: seat(1), places: places(0..3) };
    let mut spy = Eavesdropper::default();
    let mut hear_all = |round: &mut Round, entry: Entry| {
        round.post(&entry);
        spy.hears(&round.watcher);
        while round.step() {
            spy.hears(&round.watcher);
        }
        (0..4).filter(|n| !spy.reads(round, &[*n]).is_empty()).collect::<Vec<_>>()
    };
    let faces = (50..53).map(face).collect();
    let entry = round.action(1, &[], &[list], vec![(0, Choice::Faces(faces))]);
    assert!(hear_all(&mut round, entry).is_empty());
    let entry = round.action(2, &[], &show(0..1, 2), Vec::new());
    assert_eq!(hear_all(&mut round, entry), [2]);
    let entry = round.action(0, &[], &show(0..1, 3), Vec::new());
    assert_eq!(
        hear_all(&mut round, entry),
        [3],
        "the first viewer's shares are of an older ciphertext"
    );
    assert_eq!([1, 2, 3].map(|n| round.knows(n, 0)), [Some(face(50)); 3]);
    assert_eq!(round.knows(0, 0), None);
    assert_eq!(
        round.watcher.known_to(Place(0)),
        Seats::NONE.with(seat(1)).with(seat(2)).with(seat(3))
    );
}

/// Whoever tucks knows the masks, and could carry shares from before the tuck over to the cards after it. It would fail if the next
/// viewer did not re-mask the card: then the share of the one who knew it would be given of a ciphertext whose mask the tucker knows.
#[test]
fn a_tuck_among_cards_that_others_know_gives_nothing_away() {
    let mut round = pile(3);
    // Seat 1 knows the card at place 1. Seat 0 tucks its own card behind it.
    let before = round.watcher.cards[&Place(1)].clone();
    let tuck = Task::Arrange { seat: seat(0), places: places(0..3), way: Way::Tuck };
    round.act(0, &[], &[tuck], vec![(0, Choice::Tuck(1))]);
    assert_eq!(round.players[0].order(0), Some(&[1, 0, 2][..]));
    let after = round.watcher.cards[&Place(0)].clone();
    assert!(after.shares.is_empty());
    // Seat 2 is shown the card, and seat 1 gives its share.
    round.demand(2, &show(0..1, 2));
    let last = round.watcher.cards[&Place(0)].clone();
    let key = round.players[1].keys[&0].secret().clone();
    // The tucker knows c1' − c1 as a multiple of G, so it can carry a share of seat 1 back.
    let carried = |share: &Point| {
        let step = key.scalar() * (after.masked.c1.point() - before.masked.c1.point());
        Point::new(share.point() - step)
    };
    let reads = |share: Point| {
        FaceCode::of(&before.masked.unmask(before.shares.values().chain([&share]))).ok()
    };
    assert!(!before.shares.contains_key(&seat(1)));
    assert_eq!(reads(carried(&last.shares[&seat(1)])), None);
    // The control: with a share of the tucked card itself.
    let share = Point::new(key.scalar() * after.masked.c1.point());
    assert_eq!(reads(carried(&share)), round.knows(2, 0));
}

/// Seat 1 knows a card of the pile, seat 0 tucks another one among them, and seat 1 leaves: everybody gets its layer. Returns how the card
/// lay before the tuck and after it, and how it lies without that layer.
fn tucked_and_left(round: &mut Round, leave: impl FnOnce(&mut Round)) -> [Card; 3] {
    let before = round.watcher.cards[&Place(1)].clone();
    let tuck = Task::Arrange { seat: seat(0), places: places(0..3), way: Way::Tuck };
    round.act(0, &[], &[tuck], vec![(0, Choice::Tuck(1))]);
    let after = round.watcher.cards[&Place(0)].clone();
    leave(round);
    [before, after, round.watcher.cards[&Place(0)].clone()]
}

/// What the tucker reads with the leaver's layer: it knows the masks of its tuck, and carries the others' shares over that were given to
/// the leaver.
fn read_by_the_tucker(round: &Round, [before, after, without]: &[Card; 3]) -> Option<FaceCode> {
    let others = round.players.iter().filter(|player| player.seat() != seat(1));
    let carried = others.map(|player| {
        // A share of c1 and the step from c1 to c1', which is a multiple of the player's public share.
        let key = player.key_of(&round.watcher.epochs[0]);
        let step = after.masked.c1.point() - before.masked.c1.point();
        Point::new(key.secret().scalar() * (before.masked.c1.point() + step))
    });
    FaceCode::of(&without.masked.unmask(&carried.collect::<Vec<_>>())).ok()
}

/// It would fail if who leaves, or the others for it, gave its layer of the card as the tucker has masked it.
#[test]
fn a_tuck_before_somebody_leaves_gives_nothing_away() {
    let check = |round: &mut Round, leave: fn(&mut Round)| {
        let known = round.knows(1, 1);
        let key = round.players[1].keys[&0].clone();
        let cards = tucked_and_left(round, leave);
        assert_eq!(read_by_the_tucker(round, &cards), None);
        // The control: with the layer of the tucked card itself.
        let [before, after, _] = cards;
        let layer = Point::new(key.secret().scalar() * after.masked.c1.point());
        let without = Card { masked: after.masked.without(&layer), ..after.clone() };
        assert_eq!(read_by_the_tucker(round, &[before, after, without]), known);
        // What is hidden is whole.
        round.run();
        round.demand(0, &(0..8).map(reveal).collect::<Vec<_>>());
        let faces = (0..8).map(|place| round.watcher.public_face(Place(place)));
        let mut faces: Vec<_> = faces.collect();
        faces.sort_unstable();
        assert_eq!(faces, (0..8).map(|n| Some(face(n))).collect::<Vec<_>>());
    };
    check(&mut pile(4), |round| {
        let farewell = round.players[1].farewell().unwrap();
        round.players.remove(1);
        round.post(&farewell);
    });
    check(&mut Round::with_escrow(4, 3, &pile_tasks(4)), |round| {
        round.players.remove(1);
        let votes: Vec<_> = round.players.iter().map(|player| player.forfeit(seat(1))).collect();
        for vote in &votes {
            round.try_post(vote).unwrap();
        }
        while round.watcher.epochs.len() == 1 {
            assert!(round.step());
        }
    });
}

#[test]
fn forced_shuffle_makes_everybody_forget() {
    let mut round = pile(3);
    round.demand(2, &[shuffle(0..8)]);
    assert!((0..3).all(|n| (0..8).all(|place| round.knows(n, place).is_none())));
    assert!((0..8).all(|place| round.watcher.known_to(Place(place)).is_empty()));
}

#[test]
fn old_keys_are_forgotten_when_no_card_has_them() {
    let mut round = pile(2);
    round.demand(0, &[Task::Reshuffle { piles: vec![places(2..8)], hands: Vec::new() }]);
    assert!(
        round.players.iter().all(|player| player.keys.len() == 2),
        "two cards have the old ones"
    );
    round.demand(0, &[Task::Reshuffle { piles: vec![places(0..8)], hands: Vec::new() }]);
    assert!(round.players.iter().all(|player| player.keys.len() == 1));
}

#[test]
fn a_hand_of_cards_that_its_holder_does_not_know_is_mixed_without_shares() {
    let mut round = pile(2);
    round.counted();
    // Seat 0 knows place 0 alone: if the others gave their shares after the mix, it would see the others too.
    round.demand(0, &[Task::Mix { seat: seat(0), places: places(0..4) }]);
    assert_eq!(round.counts.messages, 1);
    let known: Vec<_> = (0..4).filter_map(|place| round.knows(0, place)).collect();
    assert_eq!(known.len(), 1);
    assert!((0..4).all(|place| round.watcher.known_to(Place(place)).is_empty()));
}

#[test]
fn a_look_at_a_card_before_a_mix_of_unknown_cards_is_a_look_of_its_own() {
    let mut round = pile(2);
    let mut tasks = show(4..5, 0);
    tasks.push(Task::Mix { seat: seat(0), places: places(3..6) });
    round.demand(0, &tasks);
    let Some(TaskOutcome::Face(seen)) = round.players[0].outcome(0) else { panic!() };
    let known: Vec<_> = (3..6).filter_map(|place| round.knows(0, place)).collect();
    assert_eq!(known, [seen]);
}

#[test]
fn who_alone_can_turn_a_card_over_can_prove_it_without_playing_it() {
    use crate::encoding::Codec;
    let mut round = pile(3);
    let proof = round.players[1].prove(Place(1)).unwrap();
    let proof = CardProof::from_bytes(&proof.to_bytes()).unwrap();
    assert_eq!(round.watcher.proven(seat(1), Place(1), &proof), round.knows(1, 1));
    assert_eq!(round.watcher.public_face(Place(1)), None);
    // Not somebody else's card, not as somebody else, not of another card, not with other bytes, and not later.
    assert_eq!(round.players[1].prove(Place(0)), None);
    assert_eq!(round.players[1].prove(Place(5)), None);
    assert_eq!(round.watcher.proven(seat(0), Place(1), &proof), None);
    assert_eq!(round.watcher.proven(seat(0), Place(0), &proof), None);
    let mut bytes = proof.to_bytes();
    bytes[140] ^= 1;
    let other = CardProof::from_bytes(&bytes);
    assert!(other.map_or(true, |it| round.watcher.proven(seat(1), Place(1), &it).is_none()));
    round.demand(0, &[Task::Roll { sides: 2 }]);
    assert_eq!(round.watcher.proven(seat(1), Place(1), &proof), None);
}
