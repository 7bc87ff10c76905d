//! Ownership of piles: who may make which requests.

use super::*;

const MINE: Pile = Pile(5);

#[test]
fn nobody_can_ask_to_see_what_is_somebody_elses() {
    let mut round = Round::new(3, 6);
    let faces = (50..56).map(FaceNumber).collect();
    round.say(1, &Message::Bring { pile: MINE, common: false, faces });
    round.ask(2, Request::Shuffle { pile: MINE });
    assert_eq!(round.table().owner(MINE), Some(seat(1)));
    let mine = Fault::NotOwner(seat(1));
    for (request, fault) in [
        (Request::Draw { pile: MINE, count: 1, to: HAND }, mine),
        (Request::Show { pile: MINE, place: 0, to: seat(0) }, mine),
        (Request::Reveal { pile: MINE, place: 0 }, mine),
        (Request::Scry { pile: MINE, count: 1 }, mine),
        (Request::Tutor { pile: MINE, to: HAND }, mine),
        (Request::Mill { pile: MINE, count: 1, to: HAND, seen_by: Some(seat(0)) }, mine),
        (Request::Return { from: MINE, place: 0, pile: LIBRARY }, mine),
        (Request::Tuck { from: MINE, place: 0, pile: LIBRARY }, mine),
        (Request::Draw { pile: LIBRARY, count: 1, to: MINE }, mine),
        (Request::Tutor { pile: LIBRARY, to: MINE }, mine),
        (Request::Question { pile: MINE, to: seat(1), question: 0 }, Fault::NotKnown(seat(1))),
    ] {
        assert_eq!(round.refusal(0, &Message::Ask(request)), fault, "{request}");
    }
    // Anybody can request a shuffle of it, or a mill if its owner agrees.
    for (to, seen_by) in [(GRAVEYARD, None), (Pile(6), Some(seat(1)))] {
        round.ask(0, Request::Mill { pile: MINE, count: 1, to, seen_by });
        assert_eq!(round.table().waiting_on(), seat(1).only(), "its owner has to agree");
        let entry = round.players[1].agree(true).unwrap();
        round.tell(&entry);
        round.settle();
    }
    assert_eq!(round.table().owner(GRAVEYARD), Some(seat(1)));
    assert!(round.sees(1, Pile(6))[0].is_some() && round.sees(0, Pile(6))[0].is_none());
    round.ask(2, Request::Reshuffle { pile: MINE });
}

#[test]
fn what_one_seat_sees_does_not_go_where_all_may_look() {
    let mut round = Round::new(2, 6);
    round.say(0, &Message::Bring { pile: Pile(8), common: true, faces: vec![FaceNumber(70)] });
    let draw = Request::Draw { pile: LIBRARY, count: 1, to: Pile(8) };
    assert_eq!(round.refusal(0, &Message::Ask(draw)), Fault::Common);
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: HAND });
    let reveal = Request::Reveal { pile: HAND, place: 0 };
    assert_eq!(round.refusal(1, &Message::Ask(reveal)), Fault::NotOwner(seat(0)));
}
