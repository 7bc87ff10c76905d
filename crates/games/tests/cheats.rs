//! Without a house: what is accepted on trust, and what exposes it.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{
    Attached, Card, Deal, Dice, Exposure, Face, Game, LogEntry, NeedsHouse, NotAccepted, PeerError,
    PeerTable, Recipient, Refused, Seat, SeatCount, Seed, SetupError, Table, Viewer,
};
use facedown_games::exploding_kittens::{self as kittens, ExplodingKittens, Phase, Set};
use facedown_games::texas_42::{self as texas, Bid, Texas42};
use facedown_testkit::Machines;

fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

fn dealt<G: Game>(options: &str, count: usize, number: usize) -> (Machines<G>, Dice) {
    let options = serde_json::from_str(options).unwrap();
    let seed = Seed::from_text(&format!("cheats {number}"));
    (Machines::deal(&options, seats(count), &seed).unwrap(), Dice::new(&seed))
}

/// Takes a random legal action.
fn go_on<G: Game>(machines: &mut Machines<G>, dice: &mut Dice) -> bool {
    let choices = machines.choices();
    let Some((seat, action)) = dice.pick(&choices) else { return false };
    machines.act(*seat, action).unwrap();
    true
}

fn game<G: Game>(machines: &Machines<G>) -> &G {
    machines.of(Viewer::Spectator).game().unwrap()
}

/// A card with what is truly on it, as a cheat attaches it: the shares would not allow anything else.
fn turned<F: Face>(card: Card, face: F) -> Attached<F> {
    Attached { turned: vec![(card, face)], brought: None }
}

/// Plays the game again in a house, as an audit does when all keys are open, and returns what it refuses.
fn audit<G: Game>(machines: &Machines<G>, options: &str) -> Vec<Refused<G::Refusal>> {
    let options = serde_json::from_str(options).unwrap();
    let table = machines.of(Viewer::Spectator);
    let deal = Deal::Dealt(machines.vault().rig().clone());
    let mut house = Table::<G>::new(options, table.seats(), deal).unwrap();
    let mut refused = Vec::new();
    for (number, LogEntry { seat, .. }) in table.log().iter().enumerate() {
        // Every player opens what it has sealed.
        let action = machines.of((*seat).into()).log()[number].action.clone();
        if let Err(error) = house.act(*seat, action) {
            refused.push(error.refused);
            break;
        }
    }
    refused
}

/// The first domino of the seat's hand that it may not play now, although it is its turn.
fn revoke(machines: &Machines<Texas42>) -> Option<(Seat, Card)> {
    let game = game(machines);
    let seat = game.waiting_on().single()?;
    if !matches!(game.phase, texas::Phase::Playing { .. }) {
        return None;
    }
    let forbidden = |&&card: &&Card| {
        let played = texas::Action::PlayDomino { card };
        machines.of(seat.into()).permits(&played).is_err()
    };
    Some((seat, *game.hands[seat].iter().find(forbidden)?))
}

/// R-SUIT-04 is accepted on trust: nobody else sees the hand.
#[test]
fn a_revoke_is_exposed_when_the_withheld_domino_appears() {
    let options = r#"{"marks":1,"pace":"auto"}"#;
    let (mut machines, mut dice) = dealt::<Texas42>(options, 4, 0);
    let (seat, card) = loop {
        if let Some(found) = revoke(&machines) {
            break found;
        }
        assert!(go_on(&mut machines, &mut dice));
    };
    let play = texas::Action::PlayDomino { card };
    let own = machines.of(seat.into());
    let refusal =
        PeerError::from(NotAccepted::Refused(Refused::Rules(texas::Refusal::MustFollow { card })));
    assert_eq!(own.permits(&play), Err(refusal), "one's own machine knows better");
    assert!(own.intend(&play).is_err());
    let domino = machines.vault().face(card).unwrap();
    machines.act_with(seat, &play, &turned(card, domino)).unwrap();
    assert!(machines.tables().iter().all(|table| table.exposures().is_empty()));
    while machines.tables()[0].exposures().is_empty() {
        assert!(go_on(&mut machines, &mut dice), "the withheld domino has to be played");
    }
    for table in machines.tables() {
        let [Exposure::RuledOut { to: Recipient::Everybody, at, card, face }] = table.exposures()
        else {
            panic!("everybody sees it");
        };
        assert_eq!(*at, table.log().len());
        assert_eq!(machines.vault().face(*card), Some(*face));
    }
    let expected = Refused::Rules(texas::Refusal::MustFollow { card });
    assert_eq!(audit(&machines, options), [expected], "and the audit names the play itself");
}

/// R-PLUNGE-01 is accepted on trust, unless everybody can count that the doubles are elsewhere.
#[test]
fn a_false_plunge_is_found_by_the_audit() {
    let options = r#"{"marks":7,"plunge":true}"#;
    let (machines, _) = dealt::<Texas42>(options, 4, 1);
    let seat = game(&machines).waiting_on().single().unwrap();
    let plunge = texas::Action::Bid { bid: Bid::Plunge };
    let refusal = texas::Refusal::TooFewDoubles { name: "plunge", needed: 4, rule: "R-PLUNGE-01" };
    let own = machines.of(seat.into()).permits(&plunge);
    assert_eq!(own, Err(NotAccepted::Refused(Refused::Rules(refusal.clone())).into()));
    let mut cheated = machines;
    cheated.act_with(seat, &plunge, &Attached::default()).unwrap();
    assert!(cheated.tables().iter().all(|table| table.exposures().is_empty()));
    assert_eq!(audit(&cheated, options), [Refused::Rules(refusal)]);
}

/// A domino that lies open cannot be played a second time, whoever says so.
#[test]
fn a_face_that_lies_open_elsewhere_is_impossible() {
    let (mut machines, mut dice) = dealt::<Texas42>(r#"{"marks":1,"pace":"auto"}"#, 4, 2);
    while game(&machines).trick.is_empty() {
        assert!(go_on(&mut machines, &mut dice));
    }
    let seat = game(&machines).waiting_on().single().unwrap();
    let (card, open) = (game(&machines).hands[seat][0], game(&machines).trick[0].domino);
    let play = texas::Action::PlayDomino { card };
    for table in machines.tables() {
        let verdict = table.accepts(seat, &play, &turned(card, open));
        assert_eq!(verdict, Err(NotAccepted::Impossible { card }.into()), "{}", table.viewer());
    }
}

/// Somebody who was asked for a card by name, and has it, gives another: the card to give, who is asked and who gets it.
fn wrong_gift(machines: &Machines<ExplodingKittens>) -> Option<(Seat, Seat, Card)> {
    let game = game(machines);
    let Phase::Choice { play, .. } = &game.phase else { return None };
    let named = play.named?;
    let giver = game.waiting_on().single()?;
    let other = |&&card: &&Card| machines.vault().face(card) != Some(named);
    Some((giver, play.by, *game.players[giver].hand.iter().find(other)?))
}

/// R-COMBO-04: only the one who gets the card can tell, and can prove it.
#[test]
fn a_wrong_gift_is_exposed_to_the_one_who_gets_it() {
    let options = r#"{"set":"published","any_pairs":true}"#;
    let found = (0..400).find_map(|number| {
        let (mut machines, mut dice) = dealt::<ExplodingKittens>(options, 3, number);
        loop {
            if let Some(gift) = wrong_gift(&machines) {
                return Some((machines, gift));
            }
            if !go_on(&mut machines, &mut dice) {
                return None;
            }
        }
    });
    let (mut machines, (giver, taker, card)) = found.expect("a named steal");
    let give = kittens::Action::Give { card };
    assert!(machines.of(giver.into()).permits(&give).is_err());
    machines.act_with(giver, &give, &Attached::default()).unwrap();
    for table in machines.tables() {
        if table.viewer() == Viewer::Seat(taker) {
            let [Exposure::Refused { seat, refusal, at }] = table.exposures() else {
                panic!("it was given something else");
            };
            assert_eq!((*seat, *at), (giver, table.log().len()));
            assert!(matches!(refusal, kittens::Refusal::NotWhatWasNamed { .. }));
        } else {
            assert!(table.exposures().is_empty(), "{} cannot know", table.viewer());
        }
    }
}

/// What is turned over on one's own turn has to come with the action, also where a blind player could try it.
#[test]
fn a_card_is_not_played_without_its_face() {
    let (machines, _) = dealt::<ExplodingKittens>("{}", 2, 0);
    let seat = game(&machines).waiting_on().single().unwrap();
    let card = game(&machines).players[seat].hand[0];
    let play = kittens::Action::Play { card, target: None };
    for table in machines.tables() {
        let verdict = table.accepts(seat, &play, &Attached::default());
        assert_eq!(verdict, Err(NotAccepted::NotTurned { card }.into()));
    }
}

#[test]
fn sets_with_a_curse_need_a_house() {
    for set in Set::ALL {
        let options = kittens::Options { set, ..kittens::Options::default() };
        let table = PeerTable::<ExplodingKittens>::new(options, seats(3), Viewer::Spectator);
        match (set, table) {
            (Set::Base | Set::Imploding | Set::Published, Ok(_)) => {}
            (_, Err(SetupError::NeedsHouse(NeedsHouse::UnseenCards { what }))) => {
                let name = serde_json::to_value(set).unwrap();
                assert_eq!(what, format!("the set `{}`", name.as_str().unwrap()));
            }
            (set, _) => panic!("{set:?}"),
        }
    }
}
