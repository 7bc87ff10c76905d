//! The sets of cards and the deal (R-SET-01 to R-SET-06).

use std::collections::BTreeMap;

use facedown_core::{Deal, Dice, Game, Seed};
use facedown_games::exploding_kittens::{Kind, Set};

use crate::scene::{EkTable, count, only, random_game, seat, seen_by};

fn dealt(set: Set, seats: usize, number: u64) -> EkTable {
    let seed = Dice::numbered(&Seed::from_text("deal"), number).seed();
    EkTable::new(only(set), count(seats), Deal::from_seed(seed)).unwrap()
}

/// How many there are: in `base`, added by `streaking`, added by `imploding`, in `published`.
const COPIES: [(&str, [usize; 4]); 25] = [
    ("nope", [4, 0, 0, 5]),
    ("attack", [3, 0, 0, 4]),
    ("skip", [3, 0, 0, 4]),
    ("shuffle", [4, 0, 0, 4]),
    ("see_the_future", [4, 0, 0, 5]),
    ("favor", [0, 0, 0, 4]),
    ("tacocat", [4, 0, 0, 4]),
    ("beard_cat", [4, 0, 0, 4]),
    ("rainbow_ralphing_cat", [4, 0, 0, 4]),
    ("hairy_potato_cat", [4, 0, 0, 4]),
    ("cattermelon", [0, 0, 0, 4]),
    ("streaking_kitten", [0, 1, 0, 0]),
    ("catomic_bomb", [0, 1, 0, 0]),
    ("super_skip", [0, 1, 0, 0]),
    ("garbage_collection", [0, 1, 0, 0]),
    ("see_the_future_five", [0, 1, 0, 0]),
    ("alter_the_future_five", [0, 1, 0, 0]),
    ("swap_top_and_bottom", [0, 3, 0, 0]),
    ("mark", [0, 3, 0, 0]),
    ("curse_of_the_cat_butt", [0, 2, 0, 0]),
    ("draw_from_the_bottom", [0, 0, 4, 0]),
    ("alter_the_future", [0, 0, 4, 0]),
    ("feral_cat", [0, 0, 4, 0]),
    ("reverse", [0, 0, 4, 0]),
    ("targeted_attack", [0, 0, 3, 0]),
];

fn copies(set: Set, [base, streaking, imploding, published]: [usize; 4]) -> usize {
    match set {
        Set::Base => base,
        Set::Streaking => base + streaking,
        Set::Imploding => base + imploding,
        Set::Party => base + streaking + imploding,
        Set::Published => published,
    }
}

#[test]
fn r_set_03_each_set_has_its_cards() {
    for set in Set::ALL {
        for seats in 2..=5 {
            let table = random_game("cards", (seats, only(set)), |_| ());
            let everything = table.hindsight().unwrap();
            let mut found: BTreeMap<Kind, usize> = BTreeMap::new();
            table.game().cards(&mut |card| {
                *found.entry(everything.face(card).unwrap()).or_default() += 1;
            });
            let mut wanted: BTreeMap<Kind, usize> = COPIES
                .iter()
                .map(|&(name, each)| (crate::scene::kind(name), copies(set, each)))
                .filter(|&(_, copies)| copies > 0)
                .collect();
            // R-SET-04, R-SET-05
            let defuses = match (set, seats) {
                (Set::Published, 2) => 4,
                (Set::Published, _) => 6,
                _ => 5,
            };
            wanted.insert(Kind::Defuse, defuses);
            let streaks = matches!(set, Set::Streaking | Set::Party);
            wanted.insert(Kind::ExplodingKitten, if streaks { seats } else { seats - 1 });
            if matches!(set, Set::Imploding | Set::Party) {
                wanted.insert(Kind::ImplodingKitten, 1);
            }
            assert_eq!(found, wanted, "{set:?} for {seats}");
        }
    }
}

#[test]
fn r_set_05_the_pile_begins_with_so_many_cards() {
    for n in 2..=5 {
        let begins = |set| dealt(set, n, 0).game().pile.len();
        assert_eq!(begins(Set::Base), 38 - 5 * n);
        assert_eq!(begins(Set::Streaking), 53 - 5 * n);
        assert_eq!(begins(Set::Imploding), 58 - 5 * n);
        assert_eq!(begins(Set::Party), 73 - 5 * n);
        // Two of the six Defuses stay in the box when two play.
        let boxed = if n == 2 { 2 } else { 0 };
        assert_eq!(begins(Set::Published), 51 - 7 * n - boxed);
    }
    // The published box has 56 cards, all of which five play with.
    let mut cards = 0;
    dealt(Set::Published, 5, 0).game().cards(&mut |_| cards += 1);
    assert_eq!(cards, 56);
}

#[test]
fn r_set_02_one_defuse_and_the_rest_seen_by_nobody_else() {
    for set in Set::ALL {
        for number in 0..20 {
            let table = dealt(set, 4, number);
            for index in 0..4 {
                let hand = &table.game().players[seat(index)].hand;
                assert_eq!(hand.len(), if set == Set::Published { 8 } else { 6 });
                let lens = table.lens(seat(index).into());
                let faces: Vec<Kind> = hand.iter().map(|&card| lens.face(card).unwrap()).collect();
                assert_eq!(faces.iter().filter(|&&kind| kind == Kind::Defuse).count(), 1);
                assert!(!faces.iter().any(|kind| kind.is_deadly()));
                assert!(hand.iter().all(|&card| seen_by(&table, card) == [seat(index).into()]));
            }
            assert!(table.game().pile.iter().all(|&card| seen_by(&table, card).is_empty()));
        }
    }
}

#[test]
fn r_set_02_the_defuse_lies_anywhere_in_the_hand() {
    let places: std::collections::BTreeSet<_> = (0..100)
        .map(|number| {
            let table = dealt(Set::Base, 2, number);
            let lens = table.lens(seat(0).into());
            let hand = &table.game().players[seat(0)].hand;
            hand.iter().position(|&card| lens.face(card) == Some(Kind::Defuse)).unwrap()
        })
        .collect();
    assert_eq!(places.len(), 6);
}

#[test]
fn r_set_06_who_begins_is_rolled() {
    let mut begins = [0; 5];
    for number in 0..200 {
        begins[dealt(Set::Base, 5, number).game().turns.seat.index()] += 1;
    }
    assert!(begins.iter().all(|&times| (20..=65).contains(&times)), "{begins:?}");
}
