//! Piles of every size: of none, of one, of two and of a hundred cards.

use super::*;

#[test]
fn nothing_can_be_done_with_no_cards() {
    let mut round = Round::new(2, 1);
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    assert!(round.table().pile(LIBRARY).is_empty());
    let pile = LIBRARY;
    for request in [
        Request::Shuffle { pile },
        Request::Reshuffle { pile },
        Request::Tutor { pile, to: HAND },
        Request::Scry { pile, count: 0 },
        Request::Scry { pile, count: 1 },
        Request::Draw { pile, count: 0, to: HAND },
        Request::Reveal { pile, place: 0 },
        Request::Show { pile, place: 0, to: seat(0) },
        Request::Mill { pile, count: 0, to: GRAVEYARD, seen_by: None },
    ] {
        assert_eq!(refused(&mut round, 0, &Message::Ask(request)), Fault::NoCards, "{request}");
    }
    for (common, faces) in [(true, vec![]), (false, vec![])] {
        let bring = Message::Bring { pile: GRAVEYARD, common, faces };
        assert_eq!(refused(&mut round, 0, &bring), Fault::NoCards);
    }
}

#[test]
fn one_two_and_a_hundred_cards_are_shuffled_searched_scried_and_shown() {
    for cards in [1, 2, 100] {
        let mut round = Round::new(2, cards);
        let (size, all) = (usize::from(cards), (0..cards).collect::<Vec<_>>());
        assert_eq!(round.visibility(LIBRARY), vec![Visibility::Encrypted; size]);

        round.ask(0, Request::Scry { pile: LIBRARY, count: cards });
        let seen: Vec<_> = round.sees(0, LIBRARY).into_iter().map(Option::unwrap).collect();
        assert_eq!(sorted(seen.clone()), all);
        let absorb_change: Vec<_> = (0..size).rev().collect();
        round.arrange(0, &absorb_change, cards / 2);
        let bottom_first = seen.iter().rev().copied().map(Some);
        assert_eq!(round.sees(0, LIBRARY), bottom_first.collect::<Vec<_>>());

        round.ask(1, Request::Tutor { pile: LIBRARY, to: HAND });
        let found = round.sees(1, LIBRARY)[size - 1];
        round.take(1, size - 1);
        assert_eq!(round.sees(1, HAND), [found]);
        assert_eq!(round.visibility(LIBRARY), vec![Visibility::Encrypted; size - 1]);

        round.ask(1, Request::Return { from: HAND, place: 0, pile: LIBRARY });
        round.ask(0, Request::Shuffle { pile: LIBRARY });
        round.ask(0, Request::Draw { pile: LIBRARY, count: cards, to: GRAVEYARD });
        let drawn = round.sees(0, GRAVEYARD).into_iter().map(Option::unwrap).collect();
        assert_eq!(sorted(drawn), all);
        assert!(round.sees(1, GRAVEYARD).iter().all(Option::is_none));
        assert!(Chain::verify(&round.players[1].chain().to_bytes()).is_ok());
    }
}
