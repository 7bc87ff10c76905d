//! Secret lists and tucks.

use super::*;
use crate::masked::secret_card;

const DECK: Pile = Pile(7);

/// A table where seat 1 has brought a secret list of ten cards, which has been shuffled.
fn secret(players: u8) -> Round {
    let mut round = Round::new(players, 4);
    let faces: Vec<_> = (100..110).map(FaceNumber).collect();
    let entry = round.players[1].bring_secretly(DECK, &faces, &mut round.rng).unwrap();
    round.tell(&entry);
    assert_eq!(round.visibility(DECK), [only(1); 10]);
    assert_eq!(round.sees(0, DECK), [None; 10]);
    let own: Vec<_> = round.sees(1, DECK).into_iter().flatten().collect();
    assert_ne!(own, (100..110).collect::<Vec<_>>(), "a list comes in an order of chance");
    assert_eq!(sorted(own), (100..110).collect::<Vec<_>>());
    round.ask(1, Request::Shuffle { pile: DECK });
    assert_eq!(round.sees(1, DECK), [None; 10]);
    round
}

#[test]
fn only_the_owner_of_a_secret_list_can_name_its_cards() {
    for players in [2, 3] {
        let mut round = secret(players);
        round.ask(1, Request::Draw { pile: DECK, count: 3, to: HAND });
        let hand = round.sees(1, HAND);
        assert!(hand.iter().all(Option::is_some));
        assert_eq!(round.sees(0, HAND), [None; 3]);
        // Another seat that looks at it sees which card it is, but no face, until the owner has named it.
        round.ask(1, Request::Show { pile: HAND, place: 0, to: seat(0) });
        assert_eq!(round.sees(0, HAND), [None; 3]);
        assert_eq!(round.players[0].known.len(), 11, "ten fresh cards, and this one");
        round.ask(1, Request::Reveal { pile: HAND, place: 0 });
        assert_eq!(round.sees(0, HAND), [hand[0], None, None]);
        assert_eq!(round.visibility(HAND)[0], Visibility::Public(FaceNumber(hand[0].unwrap())));
        let all = round.open(DECK);
        assert_eq!(all.len(), 7);
        assert!(all.iter().all(|face| (100..110).contains(face)));
    }
}

#[test]
fn the_chain_holds_no_face_of_a_secret_list_that_was_not_revealed() {
    let run = |first: u16| {
        let mut round = Round::new(2, 2);
        let faces: Vec<_> = (first..first + 4).map(FaceNumber).collect();
        let entry = round.players[1].bring_secretly(DECK, &faces, &mut round.rng).unwrap();
        round.tell(&entry);
        round.ask(1, Request::Draw { pile: DECK, count: 2, to: HAND });
        round.players[0].chain().entries().iter().map(ChainEntry::size).collect::<Vec<_>>()
    };
    assert_eq!(run(100), run(60_000));
}

#[test]
fn a_secret_card_cannot_be_opened_as_another() {
    let mut round = secret(2);
    let entry = round.players[1].ask(Request::Reveal { pile: DECK, place: 0 });
    round.tell(&entry);
    for author in [0, 1] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    assert_eq!(round.table().waiting_on(), seat(1).only());
    let entry = round.players[1].due(&mut round.rng).unwrap().unwrap();
    let Message::Named(names) = entry.message().unwrap() else { panic!("names") };
    let refused = |round: &mut Round, names: Vec<CardOpening>| {
        let entry = round.players[1].say(&Message::Named(names));
        assert!(matches!(
            round.players[0].hear(&entry),
            Err(ChainError::Entry { error: EntryError::Fault(Fault::WrongOpening), .. })
        ));
    };
    refused(&mut round, vec![CardOpening { face: FaceNumber(5), ..names[0] }]);
    refused(&mut round, vec![CardOpening { salt: [0; 32], ..names[0] }]);
    refused(&mut round, vec![]);
    refused(&mut round, vec![names[0]; 2]);
    round.tell(&entry);
    assert_eq!(round.sees(0, DECK)[0], Some(names[0].face.0));
}

#[test]
fn no_point_comes_to_the_table_twice() {
    let mut round = secret(2);
    let id = round.table().id;
    let mut before = Chain::new(round.players[0].chain().genesis().clone()).unwrap();
    for entry in round.players[0].chain().entries() {
        if matches!(entry.message().unwrap(), Message::Bring { .. }) {
            break;
        }
        before.add(entry).unwrap();
    }
    let place = before.table().place_of_bring();
    let open = crate::masked::open_card(&place, 0, 0, FaceNumber(0));
    let Message::BringSecret { cards, .. } = round.brought() else { panic!("a list") };
    let new = secret_card(&id, 9, 0, FaceNumber(1), &[1; 32]);
    for points in [vec![open], vec![cards[3]], vec![new, new]] {
        let bring = Message::BringSecret { pile: Pile(8), cards: points };
        let entry = round.players[0].say(&bring);
        assert!(matches!(
            round.players[1].hear(&entry),
            Err(ChainError::Entry { error: EntryError::Fault(Fault::Duplicate), .. })
        ));
    }
}

/// If a seat could bring a re-masked copy of a hidden card, it could have the card revealed. But a list consists of points
/// without masks, so a seat can bring only cards that it knows.
#[test]
fn a_secret_list_is_no_decryption_oracle() {
    let mut round = Round::new(2, 6);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    let hidden = round.table().pile(HAND)[0].masked;
    // The control: if ciphertexts could be brought, shares of a re-masked copy would show the card to seat 0.
    let joint = &round.table().epochs[0].clone().joint;
    let copy = hidden.remask(joint, &curve25519_dalek::Scalar::from(77_u64));
    let shares: Vec<_> = round
        .players
        .iter()
        .map(|player| {
            crate::share::multiples(player.keys[0].as_ref().unwrap().secret(), &[*copy.c1()])[0]
        })
        .collect();
    let read = round.table().faces.face(&copy.unmask(&shares)).map(|FaceNumber(face)| face);
    assert_eq!(read, round.sees(1, HAND)[0], "the control reads it");
    // The ciphertext's points are just points in a list: revealing them gives the same points, which have no name.
    let points = vec![copy.c1, copy.c2];
    let entry = round.players[0].say(&Message::BringSecret { pile: DECK, cards: points.clone() });
    round.tell(&entry);
    round.ask(0, Request::Draw { pile: DECK, count: 2, to: Pile(9) });
    assert_eq!(round.sees(0, Pile(9)), [None; 2]);
    let seen: Vec<_> = round
        .table()
        .pile(Pile(9))
        .iter()
        .map(|card| round.players[0].known[&card.masked])
        .collect();
    assert_eq!(seen, points);
}

#[test]
fn tuck_puts_a_card_at_a_secret_place_and_keeps_the_order_of_the_others() {
    for (players, place) in [(2, 0), (3, 2), (4, 5)] {
        let mut round = Round::new(players, 6);
        round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
        round.ask(1, Request::Scry { pile: LIBRARY, count: 5 });
        round.arrange(1, &[0, 1, 2, 3, 4], 5);
        let (card, mut expected) = (round.sees(1, HAND)[0], round.sees(1, LIBRARY));
        expected.insert(place, card);
        round.ask(1, Request::Tuck { from: HAND, place: 0, pile: LIBRARY });
        let entry = round.players[1].tuck(place, &mut round.rng).unwrap();
        round.tell(&entry);
        assert_eq!(round.sees(1, LIBRARY), expected, "its knowledge follows the cards");
        assert_eq!(round.sees(0, LIBRARY), [None; 6]);
        assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 6]);
        assert!(round.table().pile(HAND).is_empty());
        let truth = round.open(LIBRARY);
        assert_eq!(truth, expected.into_iter().flatten().collect::<Vec<_>>());
    }
}

#[test]
fn a_tuck_that_does_something_else_is_refused() {
    let mut round = Round::new(2, 5);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(1, Request::Tuck { from: HAND, place: 0, pile: LIBRARY });
    let entry = round.players[1].tuck(2, &mut round.rng).unwrap();
    let Message::Tucked { cards, proof } = entry.message().unwrap() else { panic!("a tuck") };
    let attempts: [fn(&mut Vec<MaskedCard>); 4] = [
        |cards| cards.swap(0, 4),
        |cards| cards[0] = cards[1],
        |cards| cards.truncate(4),
        |cards| cards.push(cards[0]),
    ];
    for change in attempts {
        let mut cards = cards.clone();
        change(&mut cards);
        let entry = round.players[1].say(&Message::Tucked { cards, proof: proof.clone() });
        assert!(matches!(
            round.players[0].hear(&entry),
            Err(ChainError::Entry { error: EntryError::Fault(Fault::Tuck(_)), .. })
        ));
    }
    round.tell(&entry);
}
