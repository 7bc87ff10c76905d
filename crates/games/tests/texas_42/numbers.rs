//! The known numbers of the game, and perft.

use facedown_core::perft::{divide, perft};
use facedown_core::{Game, House, Table};
use facedown_games::texas_42::{Action, Bid, DOMINOES, HAND_SIZE, Phase, Texas42};

use crate::scene::{self, play, seat};

/// How many ways there are to pick so many of so many.
fn ways(of: usize, picked: usize) -> u128 {
    (0..picked).fold(1, |ways, n| ways * (of - n) as u128 / (n + 1) as u128)
}

/// How many ways there are to deal these dominoes in hands.
fn deals(dominoes: usize) -> u128 {
    (1..=dominoes / HAND_SIZE).map(|hands| ways(hands * HAND_SIZE, HAND_SIZE)).product()
}

#[test]
fn there_are_as_many_deals_as_there_are() {
    assert_eq!(HAND_SIZE * Texas42::SEATS.start(), DOMINOES);
    assert_eq!(deals(DOMINOES), 472_518_347_558_400);
    assert_eq!(deals(DOMINOES - HAND_SIZE), 399_072_960);
    assert_eq!(deals(DOMINOES), ways(DOMINOES, HAND_SIZE) * deals(DOMINOES - HAND_SIZE));
}

/// How many ways this auction can end, if nobody bids more marks than the cap.
fn auctions(game: &Texas42, house: &House<Texas42>, cap: u8) -> u32 {
    let Phase::Bidding { player } = game.phase else { return 1 };
    let mut legal = Vec::new();
    game.legal(player, &house.lens(player.into()), &mut legal);
    let within =
        |action: &&Action| !matches!(action, Action::Bid { bid: Bid::Marks(m) } if *m > cap);
    let after = |action| {
        let (mut game, mut house) = (game.clone(), house.clone());
        game.apply(player, action, &mut house).unwrap();
        auctions(&game, &house, cap)
    };
    legal.iter().filter(within).map(after).sum()
}

#[test]
fn r_bid_03_there_are_as_many_auctions_as_the_cap_on_marks_allows() {
    let table = scene::table("{}");
    let house = table.house().clone().silent();
    let found = [1, 2, 3, 4, 5, 6, 7].map(|cap| auctions(table.game(), &house, cap));
    assert_eq!(found, [2380, 3060, 3196, 3213, 3214, 3214, 3214]);
}

#[track_caller]
fn check(table: &Table<Texas42>, lines: &[u64]) {
    for (depth, &expected) in (1..).zip(lines) {
        assert_eq!(perft(table, depth).unwrap(), expected, "depth {depth}");
    }
}

#[test]
fn the_auction_and_the_naming() {
    // The bids of an auction rise: some of 30 to 41, 1 mark and 2 marks, which are 14; after 2 marks there may
    // come 3, then 4, then 5.
    let rising = |bids: usize| {
        let after_two_marks = (1..bids).map(|above| ways(13, bids - 1 - above));
        u64::try_from(ways(14, bids) + after_two_marks.sum::<u128>()).unwrap()
    };
    // Of so many calls, all but those are passes.
    let calls = |calls: usize| -> u64 {
        let bids = (0..=calls).map(|bids| u64::try_from(ways(calls, bids)).unwrap() * rising(bids));
        bids.sum()
    };
    assert_eq!([1, 2, 3, 4].map(calls), [15, 121, 697, 3214]);
    // Every auction but one ends in nine choices; the one in which all pass ends in the redeal.
    check(&scene::table("{}"), &[15, 121, 697, 3214, 3213 * 9 + 1]);
}

#[test]
fn the_play_of_a_fixed_deal() {
    let mut table = scene::table(r#"{"pace":"auto"}"#);
    scene::auction(
        &mut table,
        [r#"{"points":30}"#, "\"pass\"", "\"pass\"", "\"pass\""],
        (0, "sixes"),
    );
    // Nobody else has a six: seven to play for everybody.
    check(&table, &[7, 7 * 7, 7 * 7 * 7, 7 * 7 * 7 * 7, 7 * 7 * 7 * 7 * 6]);
    let divided = divide(&table, 4).unwrap();
    assert_eq!(divided.len(), 7);
    assert!(divided.iter().all(|part| part.lines == 7 * 7 * 7 && part.seat == seat(0)));
}

#[test]
fn the_play_of_a_fixed_deal_where_most_follow() {
    let mut table = scene::table(r#"{"pace":"auto"}"#);
    scene::auction(
        &mut table,
        ["\"pass\"", "\"pass\"", r#"{"points":30}"#, "\"pass\""],
        (2, "ones"),
    );
    // Seat 2 leads 4-3, 4-2 or 4-0: seat 3 has no four and plays any of seven; 6-4 follows; 5-4 or 4-4 do.
    // 4-1 and 3-1 are trumps: 2-1, 1-1 or 1-0 follow; 6-1; 5-1. 3-3 and 3-2: 3-0; 6-3; 5-3.
    // That is 3·7·2 + 2·3 + 2; and whoever takes the trick has six to lead.
    check(&table, &[7, 29, 29, 50, 50 * 6]);
    // Deeper than anybody counts by hand, and the same in a program of another language: two whole tricks, and
    // the next lead.
    let deeper = [6, 7, 8, 9].map(|depth| perft(&table, depth).unwrap());
    assert_eq!(deeper, [1_101, 5_782, 22_180, 110_900]);
    let divided: Vec<_> = divide(&table, 2).unwrap().iter().map(|part| part.lines).collect();
    assert_eq!(divided, [7, 7, 3, 7, 1, 1, 3]);
}

#[test]
fn to_agree_takes_four_in_any_order() {
    let mut table = scene::table("{}");
    scene::auction(
        &mut table,
        [r#"{"points":30}"#, "\"pass\"", "\"pass\"", "\"pass\""],
        (0, "sixes"),
    );
    scene::trick(&mut table, 0, 0);
    // Four, three, two and one to agree, then the winner takes the trick in, and leads one of six.
    check(&table, &[4, 12, 24, 24, 24, 24 * 6]);
    play(&mut table, &[(3, "agree-complete-trick")]);
    check(&table, &[3, 6, 6, 6, 6 * 6]);
}
