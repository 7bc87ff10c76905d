//! What a table without a house refuses, and what it keeps when it does.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{
    Answerer, Attached, Card, Demand, Dice, Game, NotAccepted, Outcome, PeerError, PeerTable,
    Progress, Refused, Sealed, SealedChoice, Seat, SeatCount, Seed, Tuck, Viewer, Way, imagine,
    layer, shut,
};
use facedown_testkit::Machines;
use facedown_testkit::small::{Action, Face, Options, Refusal, Small};

type Error = PeerError<Refusal>;

fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn refused(refusal: Refusal) -> Error {
    NotAccepted::Refused(Refused::Rules(refusal)).into()
}

fn turned(cards: &[(Card, Face)]) -> Attached<Face> {
    Attached { turned: cards.to_vec(), brought: None }
}

fn stash(by: usize) -> Action {
    Action::Stash { charm: Sealed::new(seat(by), vec![Face::Ruby]) }
}

/// Two machines and a spectator's, when both players have stashed a charm.
fn stashed() -> Machines<Small> {
    let mut machines =
        Machines::deal(&Options::default(), seats(2), &Seed::from_text("peers")).unwrap();
    machines.act(seat(0), &stash(0)).unwrap();
    machines.act(seat(1), &stash(1)).unwrap();
    machines
}

/// The machine of a player, dealt with these faces in hand.
fn dealt(hand: [Face; 2]) -> PeerTable<Small> {
    let mut table = PeerTable::<Small>::new(Options::default(), seats(2), seat(0).into()).unwrap();
    let shown: Vec<_> = hand.into_iter().map(Outcome::Face).collect();
    table.go_on(&[Outcome::Done, Outcome::Done]).unwrap();
    table.go_on(&shown).unwrap();
    table.go_on(&[Outcome::Done, Outcome::Done]).unwrap();
    table
}

#[test]
fn the_deal_is_one_wave_in_layers() {
    let table = PeerTable::<Small>::new(Options::default(), seats(2), Viewer::Spectator).unwrap();
    let [bring, shuffle, looks @ ..] = table.demands() else { panic!("a deck is dealt") };
    assert!(matches!(bring, Demand::Bring { faces, .. } if faces.len() == 8));
    assert!(matches!(shuffle, Demand::Shuffle { cards } if cards.len() == 8));
    assert!(matches!(
        looks,
        [Demand::Show { .. }, Demand::Show { .. }, Demand::Show { .. }, Demand::Show { .. }]
    ));
    assert_eq!(layer(table.demands()), [1, 2, 3, 3, 3, 3]);
    assert_eq!(table.needs(), 0..6);
    assert!(table.is_busy() && table.game().is_none() && table.view().is_none());
}

#[test]
fn nobody_acts_before_the_cards_are_dealt() {
    let mut table = PeerTable::<Small>::new(Options::default(), seats(2), seat(0).into()).unwrap();
    assert_eq!(table.permits(&stash(0)), Err(Error::Busy));
    assert_eq!(table.begin(seat(0), stash(0), Attached::default()), Err(Error::Busy));
    assert!(table.waiting_on().is_empty() && table.legal().is_empty());
}

#[test]
fn a_spectator_does_nothing() {
    let machines = stashed();
    let spectator = machines.of(Viewer::Spectator);
    assert_eq!(spectator.permits(&Action::Draw), Err(Error::Spectator));
    assert_eq!(spectator.intend(&Action::Draw).map(|_| ()), Err(Error::Spectator));
    assert!(spectator.legal().is_empty());
}

#[test]
fn one_action_is_carried_out_after_the_other() {
    let mut machines = stashed();
    let mut table = machines.of(seat(1).into()).clone();
    let Progress::Needs(wave) = table.begin(seat(0), Action::Draw, Attached::default()).unwrap()
    else {
        panic!("a drawn card is shown");
    };
    assert_eq!(wave, 0..2, "a look and the roll at the end of the turn");
    assert_eq!(table.accepts(seat(0), &Action::Draw, &Attached::default()), Err(Error::Busy));
    assert_eq!(table.heard().len(), machines.of(seat(1).into()).heard().len(), "nothing yet");
    machines.act(seat(0), &Action::Draw).unwrap();
    assert!(machines.of(seat(1).into()).heard().len() > table.heard().len());
}

#[test]
fn a_secret_list_comes_with_the_number_of_its_cards() {
    let machines =
        Machines::<Small>::deal(&Options::default(), seats(2), &Seed::from_text("list")).unwrap();
    let intent = machines.of(seat(0).into()).intend(&stash(0)).unwrap();
    assert_eq!(intent.attached.brought, Some(1));
    assert!(matches!(intent.demands[..], [Demand::BringSealed { .. }, Demand::Show { .. }]));
    let [(0, SealedChoice::List(list))] = &intent.choices[..] else {
        panic!("the list is one's own")
    };
    assert_eq!(*list, [Face::Ruby]);
    let other = machines.of(seat(1).into());
    let judge = |brought| {
        other.accepts(seat(0), &shut(stash(0)), &Attached { brought, ..Attached::default() })
    };
    assert_eq!(judge(Some(1)), Ok(()));
    assert_eq!(judge(Some(2)), Err(refused(Refusal::NotACharm)));
    assert_eq!(judge(None), Err(refused(Refusal::NotACharm)));
    // A list that was sent along does not count, only what was announced.
    let two = Attached { brought: Some(2), ..Attached::default() };
    assert_eq!(other.accepts(seat(0), &stash(0), &two), Err(refused(Refusal::NotACharm)));
    let own = machines.of(seat(0).into()).accepts(seat(0), &stash(0), &two);
    assert_eq!(own, Err(Error::ChoiceMissing), "the author's own machine does not have two");
    let unneeded = Attached { brought: Some(1), ..Attached::default() };
    let verdict = stashed().of(seat(1).into()).accepts(seat(0), &Action::Draw, &unneeded);
    assert_eq!(verdict, Err(NotAccepted::NothingBrought.into()));
}

#[test]
fn what_the_author_sees_comes_with_the_action_that_turns_it_over() {
    let mut machines = stashed();
    while phase(&machines) != "charms" {
        let game = machines.of(Viewer::Spectator).game().unwrap().clone();
        let acting = game.waiting_on().iter().next().unwrap();
        let lens = machines.of(acting.into()).lens();
        let action = game.fallback(acting, &lens, &mut Dice::new(&Seed::from_text("charms")));
        machines.act(acting, &action).unwrap();
    }
    let author = machines.of(seat(0).into());
    let intent = author.intend(&Action::Open).unwrap();
    let [(charm, Face::Ruby)] = intent.attached.turned[..] else {
        panic!("the charm is turned over")
    };
    assert!(intent.demands.is_empty(), "and that is all it takes");
    for table in machines.tables() {
        let judge = |attached: &Attached<Face>| table.accepts(seat(0), &Action::Open, attached);
        assert_eq!(judge(&intent.attached), Ok(()));
        assert_eq!(judge(&turned(&[])), Err(NotAccepted::NotTurned { card: charm }.into()));
        let elsewhere = Card::new(0);
        let also = turned(&[(charm, Face::Ruby), (elsewhere, Face::Ruby)]);
        assert_eq!(judge(&also), Err(NotAccepted::NotTurnedOver { card: elsewhere }.into()));
        let twice = turned(&[(charm, Face::Ruby), (charm, Face::Ruby)]);
        assert_eq!(judge(&twice), Err(NotAccepted::NotTurnedOver { card: charm }.into()));
    }
    let mut table = machines.of(seat(1).into()).clone();
    let done = table.begin(seat(0), Action::Open, intent.attached).unwrap();
    assert!(matches!(done, Progress::Done(heard) if heard.len() == 1), "one message and no round");
}

fn phase(machines: &Machines<Small>) -> String {
    let game = serde_json::to_value(machines.of(Viewer::Spectator).game()).unwrap();
    game["phase"]["type"].as_str().unwrap().to_owned()
}

#[test]
fn a_card_that_nobody_sees_does_not_come_with_an_action() {
    let machines = stashed();
    let top = machines.of(Viewer::Spectator).game().unwrap().pile()[0];
    let verdict =
        machines.of(seat(1).into()).accepts(seat(0), &Action::Draw, &turned(&[(top, Face::Stone)]));
    assert_eq!(verdict, Err(NotAccepted::NotTurnedOver { card: top }.into()));
}

#[test]
fn ones_own_choice_is_needed_to_follow_the_cards() {
    let machines = stashed();
    let card = machines.of(Viewer::Spectator).game().unwrap().hand(seat(0))[0];
    let bury = Action::Bury { card, depth: Sealed::new(seat(0), Tuck(2)) };
    let mut own = machines.of(seat(0).into()).clone();
    let lost = own.begin(seat(0), shut(bury.clone()), Attached::default());
    assert_eq!(lost, Err(Error::ChoiceMissing));
    assert!(!own.is_busy());
    own.begin(seat(0), bury.clone(), Attached::default()).unwrap();
    let Some(SealedChoice::Order(order)) = own.choice(0) else { panic!("the order is one's own") };
    assert_eq!(order.0, [1, 2, 0, 3, 4], "the first of five lies below two others");
    let mut other = machines.of(seat(1).into()).clone();
    other.begin(seat(0), shut(bury), Attached::default()).unwrap();
    assert!(other.choice(0).is_none());
    assert_eq!(own.demands(), other.demands());
    assert!(matches!(other.demands()[0], Demand::Arrange { way: Way::Tuck, .. }));
}

#[test]
fn an_outcome_that_does_not_fit_changes_nothing() {
    let mut table = PeerTable::<Small>::new(Options::default(), seats(2), seat(0).into()).unwrap();
    assert_eq!(table.go_on(&[Outcome::Answer(true)]), Err(Error::WrongOutcome { number: 0 }));
    let done = [Outcome::Done, Outcome::Done];
    assert_eq!(table.go_on(&done), Ok(Progress::Needs(2..6)));
    let hidden = [Outcome::Face(Face::Ruby), Outcome::Done];
    assert_eq!(table.go_on(&hidden), Err(Error::WrongOutcome { number: 3 }));
    assert_eq!(table.needs(), 2..6, "not even the first of them was kept");
    let ruby = Outcome::Face(Face::Ruby);
    let own = [ruby.clone(), ruby.clone(), Outcome::Done, Outcome::Done];
    let too_many = [&own[..], &[Outcome::Done]].concat();
    assert_eq!(table.go_on(&too_many), Err(Error::WrongOutcome { number: 6 }));
    assert!(matches!(table.go_on(&own), Ok(Progress::Done(_))));
    assert_eq!(table.go_on(&[]), Ok(Progress::Done(1..1)), "nothing is under way");
    assert_eq!(table.go_on(&[ruby]), Err(Error::WrongOutcome { number: 0 }));
}

#[test]
fn a_face_that_was_seen_elsewhere_is_a_contradiction() {
    let mut table = dealt([Face::Ruby, Face::Ruby]);
    for by in 0..2 {
        let action = if by == 0 { stash(0) } else { shut(stash(1)) };
        table
            .begin(seat(by), action, Attached { brought: Some(1), ..Attached::default() })
            .unwrap();
        table.go_on(&[Outcome::Done]).unwrap();
        let look = if by == 0 { Outcome::Face(Face::Ruby) } else { Outcome::Done };
        table.go_on(&[look]).unwrap();
    }
    // Both rubies of the deck are in this player's hand.
    let top = table.game().unwrap().pile()[0];
    table.begin(seat(0), Action::Draw, Attached::default()).unwrap();
    let third = table.go_on(&[Outcome::Face(Face::Ruby), Outcome::Rolled(1)]);
    assert_eq!(third, Err(Error::Contradiction { card: top }));
    assert_eq!(table.needs(), 0..2);
    assert!(table.go_on(&[Outcome::Face(Face::Pearl), Outcome::Rolled(1)]).is_ok());
}

#[test]
fn a_player_answers_about_its_own_hand() {
    let machines = stashed();
    let call = Action::Call { seat: seat(1) };
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into()] {
        let mut table = machines.of(viewer).clone();
        table.begin(seat(0), call.clone(), Attached::default()).unwrap();
        let [Demand::Ask { cards, of: Answerer::Seat(asked) }] = table.demands() else {
            panic!("a question");
        };
        assert_eq!((cards.len(), *asked), (2, seat(1)));
        let hand = cards.iter().map(|&card| machines.vault().face(card).unwrap());
        let truth = hand.clone().any(Face::is_gem);
        assert_eq!(table.answer(), (viewer == seat(1).into()).then_some(truth));
    }
}

/// A bot at a machine imagines from what it sees, and the cards that it imagines are those of the table.
#[test]
fn what_a_machine_does_not_see_can_be_imagined() {
    let machines =
        Machines::<Small>::deal(&Options::default(), seats(4), &Seed::from_text("imagine"))
            .unwrap();
    let mut dice = Dice::new(&Seed::from_text("imagined"));
    let mut truth: Vec<Face> =
        (0..16).map(|id| machines.vault().face(Card::new(id)).unwrap()).collect();
    truth.sort_unstable();
    for table in machines.tables() {
        let mut worlds = std::collections::BTreeSet::new();
        for _ in 0..20 {
            let mut house = imagine(table.game().unwrap(), &table.lens(), &mut dice);
            let cards: Vec<Card> = house.cards().into_iter().collect();
            let faces: Vec<Face> = cards
                .iter()
                .map(|&card| facedown_core::Dealer::<Small>::reveal(&mut house, card).unwrap())
                .collect();
            for (&card, &face) in cards.iter().zip(&faces) {
                assert!(table.lens().face(card).is_none_or(|seen| seen == face));
            }
            worlds.insert(faces.clone());
            let mut sorted = faces;
            sorted.sort_unstable();
            assert_eq!(sorted, truth);
        }
        assert!(worlds.len() > 15);
    }
}
