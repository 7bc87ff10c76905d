//! Regression tests: ways in which a player could learn or fake something that the table does not allow.

use super::closing::{close, even};
use super::leaving::leave;
use super::*;
use crate::encoding::Codec;
use crate::masked::open_card;

const MINE: Pile = Pile(5);
const DECK: Pile = Pile(7);

/// The cards of a seat's piles are shown only if it agrees: its hand, and the secret list that it draws from.
#[test]
fn nobody_turns_over_somebody_elses_hand() {
    let mut round = Round::new(3, 6);
    let faces: Vec<_> = (100..105).map(FaceNumber).collect();
    let entry = round.players[1].bring_secretly(DECK, &faces, &mut round.rng).unwrap();
    round.tell(&entry);
    round.ask(1, Request::Shuffle { pile: DECK });
    round.ask(1, Request::Draw { pile: LIBRARY, count: 3, to: HAND });
    let hand = round.sees(1, HAND);
    for (pile, count, seen_by) in [(HAND, 3, None), (DECK, 5, None), (DECK, 5, Some(seat(1)))] {
        let before = round.visibility(pile);
        round.ask(0, Request::Mill { pile, count, to: GRAVEYARD, seen_by });
        assert_eq!(round.table().waiting_on(), seat(1).only());
        for player in &mut round.players {
            assert_eq!(player.due(&mut round.rng), Ok(None), "it is seat 1's choice");
        }
        // The seat that asks cannot agree for the owner.
        assert_eq!(round.players[0].agree(true), Err(Fault::NotDue));
        assert_eq!(round.refusal(0, &Message::Agree(true)), Fault::NotDue);
        round.agree(1, false);
        assert!(round.table().waiting_on().is_empty());
        assert!(round.table().pile(GRAVEYARD).is_empty());
        assert_eq!(round.visibility(pile), before);
        assert!(round.sees(0, pile).iter().all(Option::is_none));
    }
    round.ask(0, Request::Mill { pile: HAND, count: 3, to: GRAVEYARD, seen_by: None });
    round.agree(1, true);
    round.settle();
    assert_eq!(round.sees(0, GRAVEYARD), hand, "if the owner wants it, all see them");
    // No agreement is needed for own or common piles.
    round.ask(1, Request::Mill { pile: DECK, count: 1, to: GRAVEYARD, seen_by: None });
    round.ask(0, Request::Mill { pile: LIBRARY, count: 1, to: Pile(20), seen_by: None });
    assert!(round.sees(2, GRAVEYARD)[3].is_some() && round.sees(2, Pile(20))[0].is_some());
}

/// A seat that leaves when it is asked for its cards takes them with it unseen.
#[test]
fn who_leaves_instead_of_agreeing_keeps_its_hand_to_itself() {
    let mut round = Round::escrowed(3, 2, 6);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 3, to: HAND });
    round.ask(0, Request::Mill { pile: HAND, count: 3, to: GRAVEYARD, seen_by: None });
    round.say(0, &Message::Forfeit(seat(1)));
    assert_eq!(round.table().ending(), None);
    assert!(round.table().pile(HAND).is_empty() && round.table().pile(GRAVEYARD).is_empty());
}

/// All have agreed to close, and two have opened their keys. If the third is silent now, nothing more is dealt under these
/// keys.
#[test]
fn a_table_ends_once_a_key_was_opened() {
    let mut round = Round::escrowed(3, 2, 8);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 2, to: HAND });
    round.ask(0, Request::Close);
    for author in 0..3 {
        round.agree(author, true);
    }
    for author in [0, 1] {
        let entry = round.due(author);
        assert!(matches!(entry.message(), Ok(Message::Closed { .. })));
        round.tell(&entry);
    }
    round.say(0, &Message::Forfeit(seat(2)));
    assert_eq!(round.table().ending(), Some(Ending::Forfeited(seat(2))));
    let draw = Message::Ask(Request::Draw { pile: LIBRARY, count: 2, to: HAND });
    assert_eq!(round.refusal(1, &draw), Fault::NotDue);
}

/// A card of seat 1's hand, which only seats 1 and 2 have seen; seat 2 was asked about it. When seat 1 leaves with its
/// hand, its layer is not removed from that card: the other shares are public, and seat 0 could read it.
#[test]
fn what_was_asked_about_stays_hidden_when_its_owner_leaves() {
    let mut round = Round::escrowed(3, 2, 4);
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: MINE });
    round.ask(1, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    for to in [seat(2), seat(1)] {
        round.ask(1, Request::Show { pile: HAND, place: 0, to });
    }
    for (author, pile, to) in [(0, HAND, seat(2)), (1, MINE, seat(0))] {
        round.ask(author, Request::Question { pile, to, question: 0 });
        round.say(to.index(), &Message::Answer(1));
    }
    let asked = round.table().pile(HAND)[0].masked;
    round.begin(0, Request::Roll { sides: 6 });
    let entry = round.players[0].say(&Message::Forfeit(seat(1)));
    round.tell(&entry);
    let opened = round.table().left_behind(seat(1)).into_iter().flat_map(|(_, cards)| cards);
    let opened: Vec<_> = opened.collect();
    assert!(!opened.is_empty() && opened.iter().all(|card| card.c1 != asked.c1));
    round.settle();
    assert!(round.table().pile(HAND).is_empty(), "the hand has left with its owner");
    // Cards that the leaver never saw can still be audited.
    let answered: Vec<_> = round.table().answers().iter().map(|answer| answer.seat).collect();
    assert_eq!(answered, [seat(0)]);
    close(&mut round);
    assert_eq!(round.table().audit().unwrap().answers.len(), 1);
}

/// Seat 0 tucks and knows the masks; seat 1, who knows a card of the pile, leaves before it has re-masked it. Its layer
/// is removed from the ciphertext whose masks seat 0 knows, so the table notes that the remaining players may know it.
#[test]
fn a_tuck_that_a_leaver_interrupts_is_not_called_hidden() {
    let mut round = Round::escrowed(3, 2, 4);
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(1, Request::Show { pile: LIBRARY, place: 0, to: seat(1) });
    round.ask(0, Request::Tuck { from: HAND, place: 0, pile: LIBRARY });
    let entry = round.players[0].tuck(3, &mut round.rng).unwrap();
    round.tell(&entry);
    assert_eq!(round.table().waiting_on(), seat(1).only());
    round.say(0, &Message::Forfeit(seat(1)));
    let rest = round.table().present();
    assert_eq!(rest, seat(0).only().with(seat(2)));
    assert_eq!(round.visibility(LIBRARY), [Visibility::OwnerKnown(rest); 4]);
    // They only may know it, so nobody can be asked about it. A shuffle hides it again.
    let question = Request::Question { pile: LIBRARY, to: seat(0), question: 0 };
    assert_eq!(round.refusal(2, &Message::Ask(question)), Fault::NotKnown(seat(0)));
    round.ask(2, Request::Shuffle { pile: LIBRARY });
    assert_eq!(round.visibility(LIBRARY), [Visibility::Encrypted; 4]);
    assert_eq!(sorted(round.open(LIBRARY)), [0, 1, 2, 3]);
}

/// The points of a public list cannot be computed before it is there. Seat 0 tries all that it can know then, and brings
/// them as its secret cards; the public list has others, and seat 0 has to say what its cards are.
#[test]
fn a_secret_card_is_no_copy_of_one_of_a_later_public_list() {
    let mut round = Round::silent(2, 1);
    round.settle();
    let places = [round.table().id, round.table().place_of_bring()];
    let copies: Vec<_> =
        (0..3).flat_map(|n| places.map(|place| open_card(&place, 1, n, FaceNumber(n)))).collect();
    round.say(0, &Message::BringSecret { pile: MINE, cards: copies.clone() });
    let faces = (0..6).map(FaceNumber).collect();
    round.say(1, &Message::Bring { pile: LIBRARY, common: true, faces });
    assert!(copies.iter().all(|copy| round.table().faces.face(copy).is_none()));
    assert_eq!(round.open(LIBRARY), [0, 1, 2, 3, 4, 5]);
    round.begin(0, Request::Reveal { pile: MINE, place: 0 });
    for author in [0, 1] {
        let entry = round.due(author);
        round.tell(&entry);
    }
    assert_eq!(round.table().waiting_on(), seat(0).only(), "it has to name the card");
    let name = CardOpening { face: FaceNumber(0), salt: [0; 32] };
    assert_eq!(round.refusal(0, &Message::Named(vec![name])), Fault::WrongOpening);
    assert_eq!(round.visibility(MINE)[0], only(0));
}

/// Seat 0 has tucked a card into a pile of which it knows two; the last seat knows a card too, so all others re-mask.
fn about_to_remask(players: u8) -> Round {
    let mut round = Round::new(players, 3);
    round.ask(0, Request::Scry { pile: LIBRARY, count: 2 });
    round.arrange(0, &[0, 1], 2);
    let to = seat(usize::from(players) - 1);
    round.ask(0, Request::Show { pile: LIBRARY, place: 2, to });
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    round.ask(0, Request::Tuck { from: HAND, place: 0, pile: LIBRARY });
    let entry = round.players[0].tuck(0, &mut round.rng).unwrap();
    round.tell(&entry);
    assert!(round.sees(0, LIBRARY)[..2].iter().all(Option::is_some));
    round
}

/// The message that is due from a seat, with the first two cards exchanged.
fn exchanged(round: &mut Round, author: usize) -> (ChainEntry, crate::Remasked) {
    let Ok(Message::Remasked(right)) = round.due(author).message() else { panic!("cards") };
    let mut bytes = right.to_bytes();
    let (a, b) = bytes[2..130].split_at_mut(64);
    a.swap_with_slice(b);
    let wrong = crate::Remasked::from_bytes(&bytes).unwrap();
    assert_eq!(wrong.cards()[..2], [right.cards()[1], right.cards()[0]]);
    (round.players[author].say(&Message::Remasked(wrong)), right)
}

/// An undone step leaves no trace in what a player knows: ciphertexts that seat 1 passed off as other cards are not
/// known to seat 0 when they later come to the table as what they really are.
#[test]
fn a_wrong_remask_makes_nobody_see_what_is_not_there() {
    let mut round = about_to_remask(3);
    let truth = round.sees(0, LIBRARY);
    let (bad, right) = exchanged(&mut round, 1);
    for player in [0, 2] {
        round.players[player].hear(&bad).unwrap();
    }
    let entry = round.due(2);
    for player in [0, 2] {
        let verdict = round.players[player].hear(&entry);
        assert!(matches!(verdict, Err(ChainError::Entry { author, .. }) if author == seat(1)));
        let known = &round.players[player].known;
        assert!(right.cards().iter().all(|card| !known.contains_key(card)));
    }
    assert_eq!(round.sees(0, LIBRARY), truth);
    round.settle();
    assert_eq!(round.sees(0, LIBRARY), truth);
    let open = round.open(LIBRARY);
    assert_eq!(truth[..2], [Some(open[0]), Some(open[1])]);
}

/// A later seat's wrong re-masking does not make anybody forget a card.
#[test]
fn a_wrong_remask_makes_nobody_forget_what_was_right() {
    let mut round = about_to_remask(4);
    let truth = round.sees(0, LIBRARY);
    let entry = round.due(1);
    round.tell(&entry);
    let (bad, _) = exchanged(&mut round, 2);
    for player in [0, 1, 3] {
        round.players[player].hear(&bad).unwrap();
    }
    let entry = round.due(3);
    for player in [0, 1, 3] {
        let verdict = round.players[player].hear(&entry);
        assert!(matches!(verdict, Err(ChainError::Entry { author, .. }) if author == seat(2)));
    }
    round.settle();
    assert_eq!(round.sees(0, LIBRARY), truth);
}

/// Neither does an entry that is delivered twice during re-masking.
#[test]
fn an_entry_that_comes_twice_makes_nobody_forget_a_card() {
    let mut round = about_to_remask(3);
    let truth = round.sees(0, LIBRARY);
    let entry = round.due(1);
    round.tell(&entry);
    assert!(round.players[0].hear(&entry).is_err());
    round.settle();
    assert_eq!(round.sees(0, LIBRARY), truth);
}

/// A seat whose look was interrupted by a leaver does not know the cards and cannot be asked about them.
#[test]
fn who_was_about_to_see_cards_is_not_asked_about_them() {
    let mut round = Round::escrowed(3, 2, 4);
    round.begin(1, Request::Scry { pile: LIBRARY, count: 4 });
    round.say(0, &Message::Forfeit(seat(2)));
    assert_eq!(round.sees(1, LIBRARY), [None; 4], "no share of seat 0 is on the log");
    let question = Request::Question { pile: LIBRARY, to: seat(1), question: 0 };
    assert_eq!(round.refusal(0, &Message::Ask(question)), Fault::NotKnown(seat(1)));
    // Once it has seen them, it can.
    round.ask(1, Request::Scry { pile: LIBRARY, count: 4 });
    round.arrange(1, &[0, 1, 2, 3], 4);
    round.ask(0, question);
    assert_eq!(round.table().waiting_on(), seat(1).only());
}

/// Seat 2 scries, arranges and leaves. Nobody has a share under its masks, so nobody else is asked about the cards.
#[test]
fn what_a_leaver_has_arranged_is_asked_of_nobody() {
    let mut round = Round::escrowed(3, 2, 4);
    round.ask(2, Request::Scry { pile: LIBRARY, count: 4 });
    round.arrange(2, &[3, 2, 1, 0], 4);
    leave(&mut round, 2);
    for to in [0, 1] {
        assert_eq!(round.sees(to, LIBRARY), [None; 4]);
        let question = Request::Question { pile: LIBRARY, to: seat(to), question: 0 };
        assert_eq!(round.refusal(1 - to, &Message::Ask(question)), Fault::NotKnown(seat(to)));
    }
}

/// A card of seat 1's secret list in seat 0's hand is a number to seat 0 until seat 1 has named it to all. What seat 0 says
/// about its hand before that is never a lie; what it says afterwards is checked.
#[test]
fn who_holds_a_strangers_secret_card_is_no_liar() {
    for named in [false, true] {
        let mut round = Round::new(2, 3);
        let entry =
            round.players[1].bring_secretly(DECK, &[FaceNumber(100)], &mut round.rng).unwrap();
        round.tell(&entry);
        round.ask(1, Request::Return { from: DECK, place: 0, pile: LIBRARY });
        round.ask(1, Request::Shuffle { pile: LIBRARY });
        round.ask(0, Request::Draw { pile: LIBRARY, count: 4, to: HAND });
        let hand = round.sees(0, HAND);
        let place = hand.iter().position(Option::is_none).unwrap();
        if named {
            round.ask(0, Request::Reveal { pile: HAND, place: u16::try_from(place).unwrap() });
        }
        round.ask(1, Request::Question { pile: HAND, to: seat(0), question: 0 });
        let hand: Vec<_> = hand.into_iter().flatten().map(FaceNumber).collect();
        assert_eq!(hand.len(), 3, "one it could not name");
        round.say(0, &Message::Answer(even(0, &hand)));
        close(&mut round);
        let lies = round.table().audit().unwrap().lies(even);
        let liars: Vec<_> = lies.iter().map(|lie| lie.seat).collect();
        assert_eq!(liars, if named { vec![seat(0)] } else { vec![] });
    }
}

/// The same if another seat has left since then, and its answers with it.
#[test]
fn a_lie_about_a_card_that_was_named_stays_a_lie_when_somebody_leaves() {
    let mut round = Round::escrowed(3, 2, 3);
    round.ask(2, Request::Draw { pile: LIBRARY, count: 1, to: MINE });
    round.ask(0, Request::Question { pile: MINE, to: seat(2), question: 0 });
    round.say(2, &Message::Answer(0));
    let entry = round.players[1].bring_secretly(DECK, &[FaceNumber(100)], &mut round.rng).unwrap();
    round.tell(&entry);
    round.ask(1, Request::Return { from: DECK, place: 0, pile: LIBRARY });
    round.ask(0, Request::Mill { pile: LIBRARY, count: 3, to: HAND, seen_by: Some(seat(0)) });
    round.ask(0, Request::Reveal { pile: HAND, place: 2 });
    assert_eq!(round.sees(0, HAND)[2], Some(100));
    let hand: Vec<_> = round.sees(0, HAND).into_iter().flatten().map(FaceNumber).collect();
    round.ask(1, Request::Question { pile: HAND, to: seat(0), question: 0 });
    round.say(0, &Message::Answer(even(0, &hand) + 1));
    leave(&mut round, 2);
    close(&mut round);
    let lies = round.table().audit().unwrap().lies(even);
    assert_eq!(lies.iter().map(|lie| lie.seat).collect::<Vec<_>>(), [seat(0)]);
}

/// A seat knows the cards of its own secret list, and its answers about them are checked.
#[test]
fn the_owner_of_a_secret_card_can_lie_about_it() {
    let mut round = Round::new(2, 1);
    let entry = round.players[1].bring_secretly(DECK, &[FaceNumber(100)], &mut round.rng).unwrap();
    round.tell(&entry);
    round.ask(0, Request::Question { pile: DECK, to: seat(1), question: 0 });
    round.say(1, &Message::Answer(0));
    close(&mut round);
    assert_eq!(round.table().audit().unwrap().lies(even).len(), 1);
}
