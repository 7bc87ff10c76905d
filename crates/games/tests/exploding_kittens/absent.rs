//! What is done for absent players (R-ABS-01).

use std::collections::BTreeSet;

use facedown_core::{Deal, Dice, Game, Seed};
use facedown_games::exploding_kittens::{Action, Set};

use crate::scene::{EkTable, Scene, count, only, play, seat, unopposed};

fn fallback(table: &EkTable, index: usize, number: u64) -> Action {
    let lens = table.lens(seat(index).into());
    let mut dice = Dice::numbered(&Seed::from_text("absent"), number);
    table.game().fallback(seat(index), &lens, &mut dice)
}

/// All that is done for this seat, as it is written.
fn all(table: &EkTable, index: usize) -> BTreeSet<String> {
    let actions = (0..400).map(|number| fallback(table, index, number));
    actions.map(|action| serde_json::to_string(&action).unwrap()).collect()
}

#[test]
fn r_abs_01_cards_are_drawn_and_kept_and_windows_are_passed() {
    let hands = [
        "streaking_kitten attack nope beard_cat skip",
        "nope tacocat tacocat shuffle curse_of_the_cat_butt",
    ];
    let mut table = Scene::new(r#"{"set":"streaking"}"#, &hands).pile("exploding_kitten").deal();
    assert_eq!(all(&table, 0), [r#"{"type":"draw"}"#.to_owned()].into());
    play(&mut table, &[(0, "draw")]);
    assert_eq!(all(&table, 0), [r#"{"type":"keep"}"#.to_owned()].into());
    play(&mut table, &[(0, "keep"), (1, "play shuffle")]);
    // There is a Nope to play, and it is not played.
    assert_eq!(all(&table, 0), [r#"{"type":"pass"}"#.to_owned()].into());
}

#[test]
fn r_abs_01_what_has_to_be_chosen_is_chosen_at_random() {
    let hands =
        ["tacocat tacocat nope beard_cat shuffle", "nope skip skip attack garbage_collection"];
    let mut table = Scene::new(r#"{"set":"streaking"}"#, &hands).pile("exploding_kitten").deal();
    let mut shuffled = table.clone();
    unopposed(&mut shuffled, 0, "play shuffle");
    assert!(all(&shuffled, 0).len() > 90, "1 to 100 times");
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    assert_eq!(all(&table, 0).len(), 6);
    let mut drawn = Scene::new("{}", &["nope attack skip tacocat tacocat"; 2]);
    drawn = drawn.pile("exploding_kitten");
    let mut drawn = drawn.deal();
    play(&mut drawn, &[(0, "draw")]);
    assert_eq!(all(&drawn, 0).len(), 1, "there is one Defuse");
    play(&mut drawn, &[(0, "defuse defuse")]);
    // What is sealed stays so; each is permitted, and the kitten comes to lie in many places.
    let mut places = BTreeSet::new();
    for number in 0..300 {
        let mut table = drawn.clone();
        table.act(seat(0), fallback(&drawn, 0, number)).map(|_| ()).unwrap();
        let lens = table.lens(seat(0).into());
        places.insert(table.game().pile.iter().position(|&card| lens.face(card).is_some()));
    }
    assert_eq!(places.len(), drawn.game().pile.len() + 1);
}

#[test]
fn a_table_that_everybody_has_left_plays_itself_to_the_end() {
    for (number, set) in (0..20).zip(Set::ALL.into_iter().cycle()) {
        let seats = 2 + usize::try_from(number % 4).unwrap();
        let deal = Deal::from_seed(Dice::numbered(&Seed::from_text("left"), number).seed());
        let mut table = EkTable::new(only(set), count(seats), deal).unwrap();
        while let Some(next) = table.waiting_on().iter().next() {
            let action = fallback(&table, next.index(), number);
            table.act(next, action).map(|_| ()).unwrap();
        }
        assert_eq!(table.standing().unwrap().winners.len(), 1);
    }
}
