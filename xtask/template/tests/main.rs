//! Template Game: what its rules say, each shown by a test. `conformance.rs` runs the conformance suite on it.
#![allow(clippy::unwrap_used)] // what fails here is the test

use std::path::Path;

use facedown_core::{
    Card, Deal, Game, Refusal as _, Rig, Seat, SeatCount, Seats, Seed, SetupError, Table, Viewer,
};
use facedown_games::template_game::{Action, DECK_SIZE, Event, Options, Rank, TemplateGame};
use facedown_testkit::rules;

/// A table at which the numbers lie in order. Cards are dealt from the end, so seat 0 has the highest.
fn table(seats: usize, hand: u8) -> Table<TemplateGame> {
    let order = (1..).take(DECK_SIZE).map(Rank).collect();
    let rig = Rig { shuffles: vec![order], rolls: vec![], mixes: vec![] };
    Table::new(Options { hand }, SeatCount::new(seats).unwrap(), Deal::Rigged(rig)).unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Everybody plays the first card of their hand.
fn play_round(table: &mut Table<TemplateGame>) {
    for seat in table.seats().all().iter() {
        let action = table.legal(seat)[0];
        table.act(seat, action).map(|_| ()).unwrap();
    }
}

#[test]
fn every_rule_is_in_the_code_and_in_a_test() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code_folder = crate_folder.join("src/template_game");
    let text = std::fs::read_to_string(code_folder.join("RULES.md")).unwrap();
    let code = rules::texts(&[code_folder]).unwrap();
    let tests = rules::texts(&[crate_folder.join("tests/template_game")]).unwrap();
    rules::check(&text, &code, &tests).unwrap_or_else(|corners| panic!("{corners}"));
}

#[test]
fn r_deal_01_two_to_six_can_play() {
    for seats in [1, 7] {
        let Some(seats) = SeatCount::new(seats) else { continue };
        let deal = Deal::from_seed(Seed::from_text("a deal"));
        let table = Table::<TemplateGame>::new(Options::default(), seats, deal);
        assert!(matches!(table.err(), Some(SetupError::SeatCount { .. })));
    }
}

/// R-DEAL-02, R-DEAL-03
#[test]
fn everybody_sees_only_their_own_cards() {
    let table = table(2, 3);
    let [own, other, nobody] =
        [seat(0).into(), seat(1).into(), Viewer::Spectator].map(|viewer: Viewer| {
            let view = table.view(viewer);
            view.players[seat(0)].hand.iter().map(|card| card.face).collect::<Vec<_>>()
        });
    assert_eq!(own, [42, 41, 40].map(|rank| Some(Rank(rank))));
    assert_eq!([other, nobody], [vec![None; 3], vec![None; 3]]);
}

#[test]
fn r_deal_03_hands_have_three_to_seven_cards() {
    for hand in [0, 2, 8] {
        let refusal = TemplateGame::accepts(&Options { hand }, SeatCount::new(2).unwrap());
        assert_eq!(refusal.unwrap_err().kind(), "hand-out-of-range");
    }
}

#[test]
fn r_round_01_a_card_is_played_face_down_and_only_from_ones_own_hand() {
    let mut table = table(2, 3);
    let theirs = table.legal(seat(1))[0];
    let error = table.act(seat(0), theirs).unwrap_err();
    assert_eq!((error.action, error.refused.kind()), (theirs, "not-in-hand"));
    let own = table.legal(seat(0))[0];
    table.act(seat(0), own).map(|_| ()).unwrap();
    let played = |viewer: Viewer| table.view(viewer).players[seat(0)].played.unwrap().face;
    assert_eq!(played(seat(0).into()), Some(Rank(42)));
    assert_eq!(played(seat(1).into()), None);
    assert_eq!(table.waiting_on(), seat(1).only());
}

/// R-ROUND-02, R-ROUND-03
#[test]
fn the_highest_takes_the_round_and_later_ones_are_worth_more() {
    let mut table = table(3, 3);
    for round in 1..=3 {
        play_round(&mut table);
        let won = Event::RoundWon { player: seat(0), points: round };
        assert!(table.stream(Viewer::Spectator).any(|heard| heard.told.event == won));
    }
    let view = table.view(Viewer::Spectator);
    assert!(view.turned_up.iter().all(|card| card.face.is_some()));
}

/// R-END-01, R-END-02
#[test]
fn most_points_win_when_all_cards_are_played() {
    let mut table = table(2, 3);
    assert!(table.standing().is_none());
    (0..3).for_each(|_| play_round(&mut table));
    assert_eq!(table.waiting_on(), Seats::NONE);
    let standing = table.standing().unwrap();
    assert_eq!((standing.scores.values(), standing.winners), (&[6, 0][..], seat(0).only()));
    assert!(table.act(seat(0), Action::Play { card: Card::new(0) }).is_err());
}
