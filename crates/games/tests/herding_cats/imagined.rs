//! What a player imagines: any table that it could be at, each as likely as any other.

use facedown_core::{Card, Dice, Lens, Seed, Viewer, imagine};
use facedown_games::herding_cats::{HerdingCats, Kind};

use crate::scene::{self, card, play, seat};

/// The face of each card in one table that this lens lets its viewer imagine. They are read by the one who
/// would see them in hindsight: everything is turned over in the imagined house.
fn faces(game: &HerdingCats, lens: &Lens<Kind>, dice: &mut Dice) -> Vec<Kind> {
    use facedown_core::Dealer;
    let mut house = imagine(game, lens, dice);
    house.cards().into_iter().map(|card| house.reveal(card).unwrap()).collect()
}

#[test]
fn every_deck_is_the_one_that_its_player_brought() {
    let mut table = scene::theft();
    play(&mut table, &[(1, r#"{"type":"play","card":10,"declare":"show_cat"}"#)]);
    let mut dice = Dice::new(&Seed::from_text("decks"));
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into(), seat(2).into()] {
        let lens = table.lens(viewer);
        for _ in 0..50 {
            let faces = faces(table.game(), &lens, &mut dice);
            for deck in faces.chunks(9) {
                let count = |kind| deck.iter().filter(|&&face| face == kind).count();
                assert_eq!(Kind::ALL.map(count), [3, 1, 2, 1, 1, 1], "{viewer}");
            }
            for id in 0..27 {
                let (card, face) = (Card::new(id), faces[usize::from(id)]);
                assert!(lens.face(card).is_none_or(|seen| seen == face), "{viewer}, {card}");
            }
        }
    }
}

/// Seat 0 has stolen a Kitten of seat 1: of that deck eight cards are hidden, two of them Kittens.
#[test]
fn each_unseen_card_lies_as_often_under_each_unseen_handle() {
    const TABLES: u32 = 8000;
    let table = scene::theft();
    let lens = table.lens(seat(0).into());
    let mut dice = Dice::new(&Seed::from_text("even"));
    let mut counts = [[0u32; 8]; 6];
    for _ in 0..TABLES {
        let faces = faces(table.game(), &lens, &mut dice);
        for place in 1..9 {
            let face = faces[usize::from(card(1, place).id())];
            let kind = Kind::ALL.iter().position(|&kind| kind == face).unwrap();
            counts[kind][usize::from(place) - 1] += 1;
        }
    }
    for (copies, counts) in [2, 1, 2, 1, 1, 1].into_iter().zip(counts) {
        let mean = f64::from(TABLES * copies) / 8.0;
        let chi_squared: f64 = counts.map(|n| (f64::from(n) - mean).powi(2) / mean).iter().sum();
        // Of eight counts seven are free. One χ² in ten thousand is above 29.9.
        assert!(chi_squared < 29.9, "χ² = {chi_squared} in {counts:?}");
    }
}
