//! What is done for absent players (R-ABS-01, R-ABS-02).

use facedown_core::{Card, Deal, Dice, Game, Seed, Table};
use facedown_games::texas_42::{Action, Bid, Domino, Phase, Texas42, Trump};

use crate::scene::{self, auction, options, seat, trick};

fn fallback(table: &Table<Texas42>, index: usize, number: u64) -> Action {
    let lens = table.lens(seat(index).into());
    let mut dice = Dice::numbered(&Seed::from_text("absent"), number);
    table.game().fallback(seat(index), &lens, &mut dice)
}

#[test]
fn r_abs_01_the_auction_is_passed_or_else_the_least_is_bid() {
    let mut table = scene::table(r#"{"forced_bid":true}"#);
    for index in 0..3 {
        let pass = fallback(&table, index, 0);
        assert_eq!(pass, Action::Bid { bid: Bid::Pass });
        table.act(seat(index), pass).map(|_| ()).unwrap();
    }
    assert_eq!(fallback(&table, 3, 0), Action::Bid { bid: Bid::LOWEST });
}

#[test]
fn r_abs_01_everything_is_agreed_to() {
    let mut table = scene::table(r#"{"marks":1,"games":2}"#);
    let mut seen = Vec::new();
    auction(&mut table, [r#"{"marks":2}"#, "\"pass\"", "\"pass\"", "\"pass\""], (0, "sixes"));
    while !matches!(table.game().phase, Phase::Bidding { .. }) {
        let next = table.waiting_on().iter().next().unwrap();
        let action = fallback(&table, next.index(), 0);
        table.act(next, action).map(|_| ()).unwrap();
        if !seen.contains(&action) && !matches!(action, Action::PlayDomino { .. }) {
            seen.push(action);
        }
    }
    let wanted =
        ["agree-complete-trick", "complete-trick", "agree-score-hand", "score-hand", "new-game"];
    assert_eq!(seen, wanted.map(scene::action));
}

#[test]
fn r_abs_02_the_longest_suit_is_named() {
    let named = |index: usize| {
        let mut table = scene::table("{}");
        for seat_index in 0..4 {
            let bid = if seat_index == index { r#"{"points":30}"# } else { "\"pass\"" };
            table.act(seat(seat_index), scene::bid(bid)).map(|_| ()).unwrap();
        }
        fallback(&table, index, 0)
    };
    // Seat 2 has four threes and as many fours, and the higher ones are named; seat 3 has four blanks.
    let trumps = [Trump::Sixes, Trump::Fives, Trump::Fours, Trump::Blanks];
    for (index, trump) in trumps.into_iter().enumerate() {
        assert_eq!(named(index), Action::SelectTrump { trump }, "seat {index}");
    }
}

#[test]
fn r_abs_02_something_that_counts_least_is_played() {
    let mut table = scene::table(r#"{"pace":"auto"}"#);
    auction(&mut table, [r#"{"points":30}"#, "\"pass\"", "\"pass\"", "\"pass\""], (0, "sixes"));
    trick(&mut table, 0, 0);
    // Seat 0 has 6-5 to 6-0 left, and 6-4 counts ten.
    let mut played: Vec<_> = (0..100).map(|number| fallback(&table, 0, number)).collect();
    played.sort_by_key(|action| match action {
        Action::PlayDomino { card } => card.id(),
        other => panic!("{other:?} is no play"),
    });
    played.dedup();
    let counts_nothing = [1, 3, 4, 5, 6].map(|id| Action::PlayDomino { card: Card::new(id) });
    assert_eq!(played, counts_nothing);
    assert_eq!(Domino::new(6, 4).unwrap().count(), 10);
}

#[test]
fn a_table_that_everybody_has_left_plays_itself_to_the_end() {
    for number in 0..4 {
        let deal = Deal::from_seed(Dice::numbered(&Seed::from_text("left"), number).seed());
        let forced = options(r#"{"marks":2,"forced_bid":true}"#);
        let mut table = Table::<Texas42>::new(forced, scene::four(), deal).unwrap();
        while let Some(next) = table.waiting_on().iter().next() {
            let action = fallback(&table, next.index(), number);
            table.act(next, action).map(|_| ()).unwrap();
        }
        assert!(table.standing().is_some());
    }
}
