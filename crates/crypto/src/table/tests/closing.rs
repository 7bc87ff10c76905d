//! Questions, and the audit when all keys are open.

use super::*;

/// How many cards of the hand are even.
pub(super) fn even(_question: u16, faces: &[FaceNumber]) -> u16 {
    u16::try_from(faces.iter().filter(|FaceNumber(face)| face % 2 == 0).count()).unwrap()
}

fn asked(players: u8, lie: u16) -> Round {
    let mut round = Round::new(players, 8);
    round.ask(1, Request::Draw { pile: LIBRARY, count: 4, to: HAND });
    let hand: Vec<_> = round.sees(1, HAND).into_iter().flatten().map(FaceNumber).collect();
    round.ask(0, Request::Question { pile: HAND, to: seat(1), question: 3 });
    assert_eq!(round.table().waiting_on(), seat(1).only());
    round.say(1, &Message::Answer(even(3, &hand) + lie));
    round
}

pub(super) fn close(round: &mut Round) {
    round.ask(0, Request::Close);
    for author in round.table().present().iter() {
        let entry = round.players[author.index()].agree(true).unwrap();
        round.tell(&entry);
    }
    round.settle();
}

#[test]
fn answers_are_audited_when_the_keys_are_opened() {
    for (players, lie) in [(2, 0), (3, 1), (2, 1)] {
        let mut round = asked(players, lie);
        // The hand has changed since then; the answer is about the hand at that time.
        round.ask(1, Request::Return { from: HAND, place: 0, pile: LIBRARY });
        round.ask(0, Request::Reshuffle { pile: LIBRARY });
        assert!(round.table().audit().is_none());
        close(&mut round);
        assert_eq!(round.table().ending(), Some(Ending::Closed));
        let audit = round.table().audit().unwrap();
        let lies: Vec<_> = audit.lies(even).iter().map(|lie| (lie.number, lie.seat)).collect();
        assert_eq!(lies, if lie == 0 { vec![] } else { vec![(0, seat(1))] });
        let all = audit.piles.values().flatten().map(|face| face.unwrap().0).collect();
        assert_eq!(sorted(all), (0..8).collect::<Vec<_>>());
        let report = Chain::verify(&round.players[0].chain().to_bytes());
        assert!(report.is_ok(), "{report:?}");
    }
}

#[test]
fn a_secret_list_is_opened_at_the_end() {
    let mut round = Round::new(2, 2);
    let faces: Vec<_> = (30..34).map(FaceNumber).collect();
    let entry = round.players[1].bring_secretly(Pile(7), &faces, &mut round.rng).unwrap();
    round.tell(&entry);
    round.ask(0, Request::Shuffle { pile: Pile(7) });
    close(&mut round);
    let pile = &round.table().audit().unwrap().piles[&Pile(7)];
    assert_eq!(
        sorted(pile.iter().map(|face| face.unwrap().0).collect()),
        (30..34).collect::<Vec<_>>()
    );
}

#[test]
fn nobody_has_to_open_anything_before_all_have_agreed() {
    let mut round = asked(3, 0);
    round.ask(0, Request::Close);
    assert_eq!(round.players[1].due(&mut round.rng), Ok(None), "it is a choice");
    let entry = round.players[0].agree(true).unwrap();
    round.tell(&entry);
    let entry = round.players[1].agree(false).unwrap();
    round.tell(&entry);
    assert!(round.table().waiting_on().is_empty() && round.table().ending().is_none());
    // The game goes on.
    round.ask(0, Request::Draw { pile: LIBRARY, count: 1, to: Pile(9) });
    assert!(round.sees(0, Pile(9))[0].is_some());
}

#[test]
fn a_wrong_key_at_the_end_is_refused() {
    let mut round = asked(2, 1);
    round.ask(0, Request::Close);
    for author in [0, 1] {
        let entry = round.players[author].agree(true).unwrap();
        round.tell(&entry);
    }
    let due = round.players[1].due(&mut round.rng).unwrap().unwrap();
    let Message::Closed { keys, lists } = due.message().unwrap() else { panic!("keys") };
    let other = keys.iter().map(|key| key + curve25519_dalek::Scalar::ONE).collect();
    for (keys, lists, fault) in [
        (other, lists.clone(), Fault::WrongKey),
        (vec![], lists.clone(), Fault::WrongKey),
        (keys, vec![CardOpening { face: FaceNumber(0), salt: [0; 32] }], Fault::WrongOpening),
    ] {
        assert_eq!(round.refusal(1, &Message::Closed { keys, lists }), fault);
    }
    round.settle();
    assert_eq!(round.table().audit().unwrap().lies(even).len(), 1);
}

#[test]
fn who_does_not_know_the_cards_cannot_be_asked() {
    let mut round = Round::new(3, 5);
    let question = |to| Request::Question { pile: LIBRARY, to, question: 0 };
    let fault = round.refusal(0, &Message::Ask(question(seat(1))));
    assert_eq!(fault, Fault::NotKnown(seat(1)));
    let nowhere = Request::Question { pile: HAND, to: seat(1), question: 0 };
    assert_eq!(round.refusal(0, &Message::Ask(nowhere)), Fault::NoCards);
}
