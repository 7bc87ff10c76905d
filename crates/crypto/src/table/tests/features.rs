//! The features that the specification asks for, each by its name.

use super::*;

#[test]
fn draw_shows_cards_to_their_owner_alone() {
    for players in 2..=6 {
        let mut round = Round::new(players, 8);
        assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 8]);
        round.ask(1, Request::Draw { pile: LIBRARY, count: 3, to: HAND });
        let hand = round.sees(1, HAND);
        assert!(hand.iter().all(Option::is_some));
        assert_eq!(round.sees(0, HAND), [None; 3]);
        assert_eq!(round.visibility(HAND), [only(1); 3]);
        assert_eq!(round.table().pile(LIBRARY).len(), 5);
        // Shown to one, then revealed to all, it is the same card.
        round.ask(1, Request::Reveal { pile: HAND, place: 1 });
        assert_eq!(round.sees(0, HAND), [None, hand[1], None]);
    }
}

#[test]
fn show_adds_one_viewer() {
    let mut round = Round::new(3, 4);
    round.ask(0, Request::Show { pile: LIBRARY, place: 2, to: seat(2) });
    round.ask(0, Request::Show { pile: LIBRARY, place: 2, to: seat(0) });
    assert_eq!(round.sees(2, LIBRARY)[2], round.sees(0, LIBRARY)[2]);
    assert!(round.sees(2, LIBRARY)[2].is_some());
    assert_eq!(round.sees(1, LIBRARY), [None; 4]);
    let both = Visibility::OwnerKnown(seat(0).only().with(seat(2)));
    assert_eq!(round.visibility(LIBRARY)[2], both);
}

/// If a card were shown to two seats without re-masking, the shares of all seats would be public.
#[test]
fn what_two_seats_have_seen_a_third_cannot_read_from_the_log() {
    let mut round = Round::new(3, 4);
    let shares = |round: &Round, card: &MaskedCard| {
        let mut chain = Chain::new(round.players[2].chain().genesis().clone()).unwrap();
        let mut points = BTreeMap::new();
        for entry in round.players[2].chain().entries() {
            if let (Waiting::Shares(look), Message::Shares(shares)) =
                (&chain.table().waiting, entry.message().unwrap())
            {
                let cards = masked(&chain.table().looked_at(look).unwrap());
                for (_, point) in
                    cards.iter().zip(shares.points()).filter(|(other, _)| other.c1() == card.c1())
                {
                    points.insert(entry.author(), *point);
                }
            }
            chain.add(entry).unwrap();
        }
        points
    };
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    let before = round.table().pile(HAND)[0].masked;
    round.ask(0, Request::Show { pile: HAND, place: 0, to: seat(1) });
    assert!(round.sees(1, HAND)[0].is_some() && round.sees(1, HAND) == round.sees(0, HAND));
    let after = round.table().pile(HAND)[0].masked;
    assert_ne!(before, after, "the second viewer has given it a mask of its own");
    for card in [before, after] {
        let log = shares(&round, &card);
        assert_eq!(log.len(), 2);
        assert_eq!(round.table().faces.face(&card.unmask(log.values())), None);
    }
    // A second look by the only viewer needs no re-masking.
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    let card = round.table().pile(HAND)[1].masked;
    round.ask(0, Request::Show { pile: HAND, place: 1, to: seat(0) });
    assert_eq!(round.table().pile(HAND)[1].masked, card);
}

/// A seat that tucks knows the masks of the pile until the others have re-masked it.
#[test]
fn a_tuck_among_cards_that_others_know_is_re_masked_by_all() {
    let mut round = Round::new(3, 6);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(2, Request::Scry { pile: LIBRARY, count: 2 });
    round.arrange(2, &[0, 1], 2);
    round.ask(1, Request::Tuck { from: HAND, place: 0, pile: LIBRARY });
    let card = round.sees(1, HAND)[0];
    let entry = round.players[1].tuck(3, &mut round.rng).unwrap();
    round.tell(&entry);
    let Waiting::Remask { order, .. } = &round.table().waiting else { panic!("re-masking") };
    assert_eq!(order, &[seat(2), seat(0)]);
    round.settle();
    assert!(round.table().waiting_on().is_empty());
    assert_eq!(round.sees(1, LIBRARY), [None, None, None, card, None, None]);
    assert_eq!(round.sees(2, LIBRARY), [None; 6]);
    assert_eq!(round.open(LIBRARY)[3], card.unwrap());
}

#[test]
fn old_keys_are_forgotten_when_no_card_has_them() {
    let mut round = Round::new(2, 4);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(0, Request::Reshuffle { pile: LIBRARY });
    let held = |round: &Round| -> Vec<bool> {
        round.players[0].keys.iter().map(Option::is_some).collect()
    };
    assert_eq!(held(&round), [true, true], "the card in the hand has the first");
    round.ask(1, Request::Return { from: HAND, place: 0, pile: LIBRARY });
    round.ask(0, Request::Reshuffle { pile: LIBRARY });
    assert_eq!(held(&round), [false, false, true]);
    assert_eq!(sorted(round.open(LIBRARY)), (0..4).collect::<Vec<_>>());
}

#[test]
fn scry_keeps_positions_and_knowledge_follows_the_cards() {
    let mut round = Round::new(3, 6);
    round.ask(1, Request::Scry { pile: LIBRARY, count: 3 });
    let seen = round.sees(1, LIBRARY);
    assert!(seen[..3].iter().all(Option::is_some));
    // The third goes on top, then the first; the second goes to the bottom.
    round.arrange(1, &[2, 0, 1], 2);
    assert_eq!(round.sees(1, LIBRARY), [seen[2], seen[0], None, None, None, seen[1]]);
    assert_eq!(round.sees(0, LIBRARY), [None; 6]);
    let hidden = Visibility::Encrypted;
    assert_eq!(round.visibility(LIBRARY), [only(1), only(1), hidden, hidden, hidden, only(1)]);
    // Knowledge accumulates, and what was known is what is drawn.
    round.ask(1, Request::Scry { pile: LIBRARY, count: 3 });
    round.arrange(1, &[0, 1, 2], 3);
    assert_eq!(round.sees(1, LIBRARY).iter().flatten().count(), 4);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    assert_eq!(round.sees(1, HAND), [seen[2]]);
    assert_eq!(round.sees(1, LIBRARY)[0], seen[0]);
    // The owner's knowledge was right.
    round.ask(0, Request::Reveal { pile: LIBRARY, place: 4 });
    assert_eq!(round.sees(0, LIBRARY)[4], seen[1]);
}

#[test]
fn tutor_takes_a_card_and_the_rest_is_re_encrypted_and_shuffled() {
    for players in 2..=4 {
        let mut round = Round::new(players, 10);
        let before: Vec<_> = round.table().pile(LIBRARY).to_vec();
        round.ask(1, Request::Tutor { pile: LIBRARY, to: HAND });
        let seen = round.sees(1, LIBRARY);
        assert!(seen.iter().all(Option::is_some));
        assert_eq!(round.sees(0, LIBRARY), [None; 10]);
        round.take(1, 4);
        assert_eq!(round.sees(1, HAND), [seen[4]]);
        assert_eq!(round.visibility(HAND), [only(1)]);
        assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 9]);
        assert_eq!(round.sees(1, LIBRARY), [None; 9], "the owner has lost track");
        let after = round.table().pile(LIBRARY);
        assert!(after.iter().all(|card| before.iter().all(|old| old.masked != card.masked)));
        let mut all = round.open(LIBRARY);
        all.extend(round.sees(1, HAND).into_iter().flatten());
        assert_eq!(sorted(all), (0..10).collect::<Vec<_>>());
    }
}

#[test]
fn tutor_of_the_last_card_needs_no_shuffle() {
    let mut round = Round::new(2, 1);
    round.ask(0, Request::Tutor { pile: LIBRARY, to: HAND });
    round.take(0, 0);
    assert_eq!(round.sees(0, HAND), [Some(0)]);
    assert!(round.table().pile(LIBRARY).is_empty());
    assert!(round.table().waiting_on().is_empty());
}

#[test]
fn mill_goes_to_public_face_up_and_face_down_destinations() {
    let mut round = Round::new(2, 9);
    let exile = [Pile(3), Pile(4)];
    let mill = |to, seen_by| Request::Mill { pile: LIBRARY, count: 2, to, seen_by };
    round.ask(0, mill(GRAVEYARD, None));
    round.ask(1, mill(exile[0], None));
    round.ask(0, mill(exile[1], Some(seat(1))));
    for pile in [GRAVEYARD, exile[0]] {
        assert!(round.visibility(pile).iter().all(|v| matches!(v, Visibility::Public(_))));
        assert_eq!(round.sees(0, pile), round.sees(1, pile));
    }
    assert_eq!(round.visibility(exile[1]), [only(1); 2]);
    assert!(round.sees(1, exile[1]).iter().all(Option::is_some));
    assert_eq!(round.sees(0, exile[1]), [None; 2]);
    assert_eq!(round.table().pile(LIBRARY).len(), 3);
}

#[test]
fn request_reshuffle_has_fresh_keys_per_cycle_and_all_becomes_encrypted() {
    for players in 2..=4 {
        let mut round = Round::new(players, 7);
        round.ask(0, Request::Scry { pile: LIBRARY, count: 3 });
        round.arrange(0, &[0, 1, 2], 3);
        assert_eq!(round.sees(0, LIBRARY).iter().flatten().count(), 3);
        let shares = |round: &Round| round.table().epochs.last().unwrap().shares.clone();
        for epoch in 2..4 {
            let old = shares(&round);
            round.ask(1, Request::Reshuffle { pile: LIBRARY });
            assert_eq!(round.table().epochs(), epoch);
            assert!(shares(&round).iter().zip(&old).all(|(new, old)| new != old));
            assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 7]);
            assert_eq!(round.sees(0, LIBRARY), [None; 7]);
        }
        assert_eq!(sorted(round.open(LIBRARY)), (0..7).collect::<Vec<_>>());
    }
}

#[test]
fn returned_cards_of_older_keys_are_reshuffled_in() {
    let mut round = Round::new(3, 6);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 2, to: HAND });
    round.ask(0, Request::Reshuffle { pile: LIBRARY });
    round.ask(1, Request::Return { from: HAND, place: 0, pile: LIBRARY });
    assert!(round.sees(1, LIBRARY)[4].is_some(), "its owner still knows where it is");
    let refused = round.players[0].ask(Request::Shuffle { pile: LIBRARY });
    let verdict = round.players[1].hear(&refused);
    assert!(matches!(
        verdict,
        Err(ChainError::Entry { error: EntryError::Fault(Fault::MixedKeys), .. })
    ));
    round.ask(0, Request::Reshuffle { pile: LIBRARY });
    assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 5]);
    assert_eq!(round.sees(1, LIBRARY), [None; 5]);
    // A card that stayed in the hand is still read with the key it was masked with.
    let mut all = round.open(LIBRARY);
    all.extend(round.open(HAND));
    assert_eq!(sorted(all), (0..6).collect::<Vec<_>>());
}

#[test]
fn forced_shuffle_makes_everybody_forget() {
    let mut round = Round::new(2, 5);
    round.ask(0, Request::Reveal { pile: LIBRARY, place: 0 });
    round.ask(1, Request::Shuffle { pile: LIBRARY });
    assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 5]);
    assert_eq!(round.sees(0, LIBRARY), [None; 5]);
    assert_eq!(sorted(round.open(LIBRARY)), (0..5).collect::<Vec<_>>());
}

#[test]
fn roll_is_committed_before_it_is_opened() {
    let mut round = Round::new(4, 1);
    let mut rolled = Vec::new();
    for _ in 0..20 {
        round.ask(2, Request::Roll { sides: 6 });
        rolled.extend(round.table().rolled());
    }
    assert_eq!(rolled.len(), 20);
    assert!(rolled.iter().all(|&number| number < 6));
    assert!((0..6).any(|number| rolled.contains(&number) && rolled[0] != number));
}

/// An entry's size depends on counts alone, and its bytes on no face: the same run with other faces on the list
/// differs only where the list and public cards are.
#[test]
fn entries_hold_counts_and_splits_and_never_hidden_identities() {
    let mut round = Round::new(2, 6);
    round.ask(0, Request::Scry { pile: LIBRARY, count: 3 });
    round.arrange(0, &[2, 1, 0], 1);
    let entry = round.players[1].chain().entries().last().unwrap().clone();
    let Message::Arranged { deck, top } = entry.message().unwrap() else { panic!("arranged") };
    assert_eq!((deck.cards.len(), top), (3, 1));
    // The faces that seat 0 knows are not among what seat 1 has.
    let hidden: Vec<_> = round.players[0].known.keys().collect();
    assert!(!hidden.is_empty());
    assert!(round.players[1].known.is_empty());
}

#[test]
fn what_is_due_is_said_again_in_the_same_words() {
    let mut round = Round::silent(2, 1);
    let twice = |round: &mut Round, author: usize| {
        let first = round.players[author].due(&mut round.rng).unwrap().unwrap();
        assert_eq!(round.players[author].due(&mut round.rng).unwrap().as_ref(), Some(&first));
        round.tell(&first);
    };
    for author in [0, 1, 0, 1] {
        twice(&mut round, author);
    }
    round.say(
        0,
        &Message::Bring { pile: LIBRARY, common: true, faces: vec![FaceNumber(1), FaceNumber(2)] },
    );
    let entry = round.players[0].ask(Request::Reshuffle { pile: LIBRARY });
    round.tell(&entry);
    for author in [0, 1, 0, 1] {
        twice(&mut round, author);
    }
    assert_eq!(sorted(round.open(LIBRARY)), [1, 2]);
}
