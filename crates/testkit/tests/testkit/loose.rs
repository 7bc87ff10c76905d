//! The suite, run on an open game as it should be and as it should not be, with and without a house.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use facedown_core::perft::perft;
use facedown_core::{
    Card, CardOrder, Deal, Dice, Game, Refused, Sealed, Seat, SeatCount, Seed, Shown, Table,
    Viewer, share,
};
use facedown_testkit::loose::{Action, Face, Flaw, Flawless, Loose, Options, Refusal, Zone};
use facedown_testkit::{
    Aspect, Breach, Report, Suite, Violation, agreement, coalitions, conservation, noninterference,
    rules, termination,
};

fn suite<T: Flaw>() -> Suite<Loose<T>> {
    Suite { longest: 600, ..Suite::default() }.with_other_faces(|_| Face::ALL.into())
}

mod house {
    use super::*;

    facedown_testkit::conformance!(Loose, suite());
}

mod machines {
    use super::*;

    facedown_testkit::peers!(Loose, suite());
}

/// Each rule is beside the code that enforces it, and in a test.
#[test]
fn every_rule_is_enforced_and_shown() {
    let texts =
        |path: &str| rules::texts(&[format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))]).unwrap();
    let rules = include_str!("../../LOOSE.md");
    let found = rules::check(rules, &texts("src/loose"), &texts("tests"));
    assert_eq!(found.unwrap_or_else(|gaps| panic!("{gaps}")), 10);
}

type Property<T> = fn(&Suite<Loose<T>>) -> Result<Report, Violation>;

/// The breach that a property finds in a flawed game.
fn caught<T: Flaw>(property: Property<T>) -> Breach {
    match property(&suite()) {
        Err(violation) => *violation.breach,
        Ok(report) => panic!("not caught in {report}"),
    }
}

macro_rules! flaw {
    ($(#[$doc:meta])* $name:ident { $($body:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Default)]
        struct $name;
        impl Flaw for $name { $($body)* }
    };
}

flaw!(
    /// Offers to draw more cards than there are.
    Unsound { const OFFERS_MORE: usize = 1; }
);
flaw!(
    /// Lists nothing for those whose turn it is not, although they may act.
    Empty { const LISTS_FOR_ALL: bool = false; }
);
flaw!(
    /// Never counts a turn.
    Endless { const COUNTS_TURNS: bool = false; }
);
flaw!(
    /// Waits for a seat that may not act.
    Deaf { const LETS_THE_AWAITED_ACT: bool = false; }
);
flaw!(
    /// Lets seats act when the game is over.
    Restless { const LETS_ACT_AFTER_THE_END: bool = true; }
);
flaw!(
    /// Loses all cards but one that come to the table together, which the list never offers.
    Clumsy { const LOSES_CARDS: bool = true; }
);
flaw!(
    /// Permits to move what is nobody's.
    Careless { const MOVES_ANYTHING: bool = true; }
);

#[test]
fn a_list_of_an_open_game_that_is_unsound_is_caught() {
    let breach = caught::<Unsound>(agreement);
    assert!(matches!(breach, Breach::LegalButRefused { .. }), "{breach}");
}

#[test]
fn a_list_that_is_empty_is_caught() {
    let breach = caught::<Empty>(termination);
    assert!(matches!(breach, Breach::Stuck { .. }), "{breach}");
}

#[test]
fn a_list_that_does_not_lead_to_the_end_is_caught() {
    assert_eq!(caught::<Endless>(termination), Breach::Endless);
    // Only there: who does something else may go on for longer.
    conservation(&suite::<Endless>()).unwrap();
}

#[test]
fn waiting_for_a_seat_that_may_not_act_is_caught() {
    let breach = caught::<Deaf>(termination);
    assert!(matches!(breach, Breach::MayNotAct { .. }), "{breach}");
}

#[test]
fn acting_after_the_end_is_caught() {
    let breach = caught::<Restless>(termination);
    assert!(matches!(breach, Breach::ActsAfterTheEnd { .. }), "{breach}");
}

#[test]
fn permitting_what_cannot_be_done_is_caught() {
    let breach = caught::<Careless>(agreement);
    assert!(matches!(breach, Breach::PermittedButImpossible { .. }), "{breach}");
}

/// Adds to a player's points how many copies of a face are in the deck, once its owner has seen all of it. Where the cards lie does
/// not matter, so only another list shows it.
#[derive(Default)]
struct CountsDecks(Mutex<BTreeMap<usize, usize>>);

impl Clone for CountsDecks {
    fn clone(&self) -> Self {
        Self(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl Flaw for CountsDecks {
    fn overhear(&self, seat: Seat, faces: &[Option<Face>]) {
        if !faces.is_empty() && faces.iter().all(Option::is_some) {
            let copies = faces.iter().filter(|&&face| face == Some(Face::ALL[0])).count();
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(seat.index(), copies);
        }
    }

    fn points(&self, seat: Seat, points: i32) -> i32 {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        points + known.get(&seat.index()).map_or(0, |&copies| i32::try_from(copies).unwrap())
    }
}

#[test]
fn what_tells_of_a_secret_list_is_caught() {
    let breach = caught::<CountsDecks>(noninterference);
    assert!(matches!(breach, Breach::Noticed { aspect: Aspect::View, .. }), "{breach}");
}

#[test]
fn what_goes_wrong_only_by_what_is_not_listed_is_caught() {
    let violation = conservation(&suite::<Clumsy>().with_games(60)).unwrap_err();
    assert!(matches!(*violation.breach, Breach::Zones { zones: 0, .. }), "{violation}");
    // Whoever does only what is listed does not notice.
    termination(&suite::<Clumsy>().with_games(60)).unwrap();
}

#[test]
fn much_is_compared() {
    let report = noninterference(&suite::<Flawless>()).unwrap();
    assert!(report.comparisons > 10_000 && report.other_lists > 300, "{report}");
    let report = coalitions(&suite::<Flawless>()).unwrap();
    assert!(report.comparisons > 5_000 && report.other_lists > 30, "{report}");
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn new(seats: usize) -> Table<Loose> {
    let seats = SeatCount::new(seats).unwrap();
    let deal = Deal::from_seed(Seed::from_text("loose"));
    Table::new(Options::default(), seats, deal).unwrap()
}

/// A table at which everybody has brought a deck of the first face and these.
fn brought(seats: usize, others: [Face; 3]) -> Table<Loose> {
    let mut table = new(seats);
    for seat in table.seats().all().iter() {
        let deck = [Face::ALL[0]].into_iter().chain(others).collect();
        table.act(seat, Action::Bring { deck: Sealed::new(seat, deck) }).unwrap();
    }
    table
}

fn usual(seats: usize) -> Table<Loose> {
    brought(seats, [Face::ALL[1], Face::ALL[2], Face::ALL[3]])
}

fn why(table: &Table<Loose>, index: usize, action: &Action) -> Option<Refusal> {
    match table.permits(seat(index), action) {
        Err(Refused::Rules(refusal)) => Some(refusal),
        Err(other) => panic!("{other}"),
        Ok(()) => None,
    }
}

/// The cards of one seat's hand, library and table, as a viewer sees them.
fn zones(table: &Table<Loose>, of: usize, viewer: Viewer) -> [Vec<Shown<Face>>; 3] {
    let player = table.view(viewer).players[seat(of)].clone();
    [player.hand, player.library, player.table]
}

#[test]
fn r_loose_01_all_bring_decks_that_nobody_else_knows() {
    let mut table = new(2);
    assert_eq!((table.waiting_on(), table.may_act()), (table.seats().all(), table.seats().all()));
    let bring = |faces: Vec<Face>| Action::Bring { deck: Sealed::new(seat(1), faces) };
    let [a, b, ..] = Face::ALL;
    assert_eq!(why(&table, 1, &bring(vec![a, b])), Some(Refusal::NotADeck));
    let stranger = serde_json::from_str("\"0102030405060708090a0b0c0d0e0f10\"").unwrap();
    assert_eq!(why(&table, 1, &bring(vec![a, b, stranger])), Some(Refusal::NotADeck));
    assert_eq!(why(&table, 1, &Action::Count { by: 1 }), Some(Refusal::NotNow));
    table.act(seat(1), bring(vec![a, b, b])).unwrap();
    assert_eq!((table.waiting_on(), table.may_act()), (seat(0).only(), seat(0).only()));
    let [_, library, _] = zones(&table, 1, seat(1).into());
    assert!(library.len() == 3 && library.iter().all(|card| card.face.is_none()));
}

#[test]
fn r_loose_02_everybody_may_act_while_one_is_waited_for() {
    let mut table = usual(3);
    assert_eq!((table.waiting_on(), table.may_act()), (seat(0).only(), table.seats().all()));
    table.act(seat(2), Action::Count { by: 12_345 }).unwrap();
    assert_eq!(table.waiting_on(), seat(0).only());
    let legal = table.legal_for(seat(2));
    assert!(legal.iter().any(|action| matches!(action, Action::Count { by: 1 })), "a sample");
}

#[test]
fn r_loose_03_cards_are_drawn_by_number() {
    let mut table = usual(2);
    for count in [0, 5] {
        let refused = Some(Refusal::CannotDraw { left: 4 });
        assert_eq!(why(&table, 1, &Action::Draw { count }), refused);
    }
    table.act(seat(1), Action::Draw { count: 3 }).unwrap();
    let [hand, library, _] = zones(&table, 1, seat(1).into());
    assert!(hand.iter().all(|card| card.face.is_some()) && (hand.len(), library.len()) == (3, 1));
    let [hand, ..] = zones(&table, 1, seat(0).into());
    assert!(hand.iter().all(|card| card.face.is_none()));
}

#[test]
fn r_loose_04_a_search_finds_and_shuffles() {
    let mut table = usual(2);
    let take = |order: Vec<u16>, count| Action::Take {
        order: Sealed::new(seat(0), CardOrder(order)),
        count,
    };
    assert_eq!(why(&table, 0, &take(vec![0, 1, 2, 3], 1)), Some(Refusal::NotSearching));
    table.act(seat(0), Action::Search {}).unwrap();
    assert_eq!(why(&table, 0, &Action::Pass {}), Some(Refusal::Searching));
    let [_, library, _] = zones(&table, 0, seat(0).into());
    let wanted = library.iter().position(|card| card.face == Some(Face::ALL[3])).unwrap();
    let mut order: Vec<u16> = (0..4).collect();
    order.swap(0, wanted);
    for wrong in [take(vec![0, 0, 1, 2], 1), take(order.clone(), 3)] {
        assert_eq!(why(&table, 0, &wrong), Some(Refusal::CannotTake));
    }
    table.act(seat(0), take(order, 1)).unwrap();
    let [hand, library, _] = zones(&table, 0, seat(0).into());
    assert_eq!(hand[0].face, Some(Face::ALL[3]));
    assert!(library.iter().all(|card| card.face.is_none()), "nobody knows the order any more");
}

#[test]
fn r_loose_05_cards_go_where_their_player_wants() {
    let mut table = usual(2);
    table.act(seat(0), Action::Draw { count: 3 }).unwrap();
    let [hand, ..] = zones(&table, 0, seat(0).into());
    let cards: Vec<_> = hand.iter().map(|card| card.id).collect();
    let shift = |cards: &[Card], to, up| Action::Move { cards: cards.to_vec(), to, up };
    for wrong in [&cards[..0], &[cards[0], cards[0]]] {
        assert_eq!(why(&table, 0, &shift(wrong, Zone::Table, true)), Some(Refusal::NotYours));
    }
    assert_eq!(why(&table, 1, &shift(&cards, Zone::Table, true)), Some(Refusal::NotYours));
    table.act(seat(0), shift(&cards[..1], Zone::Table, true)).unwrap();
    table.act(seat(0), shift(&cards[1..2], Zone::Table, false)).unwrap();
    let [_, _, on_table] = zones(&table, 0, Viewer::Spectator);
    assert_eq!([on_table[0].face, on_table[1].face], [hand[0].face, None]);
    table.act(seat(0), shift(&cards[2..], Zone::Library, false)).unwrap();
    let [_, library, _] = zones(&table, 0, seat(0).into());
    assert_eq!(library[0], hand[2], "it lies on top, and its owner knows it");
    table.act(seat(0), shift(&cards[..2], Zone::Hand, false)).unwrap();
    let [hand, ..] = zones(&table, 0, Viewer::Spectator);
    assert!(hand.iter().all(|card| card.face.is_none()), "nobody knows which is which");
}

#[test]
fn r_loose_06_a_card_is_shown_to_one_player() {
    let mut table = usual(3);
    table.act(seat(0), Action::Draw { count: 1 }).unwrap();
    let [hand, ..] = zones(&table, 0, seat(0).into());
    let show = |to| Action::Show { card: hand[0].id, to: seat(to) };
    assert_eq!(why(&table, 0, &show(0)), Some(Refusal::NotAnother { seat: seat(0) }));
    table.act(seat(0), show(2)).unwrap();
    let seen = [1, 2].map(|index| zones(&table, 0, seat(index).into())[0][0].face);
    assert_eq!(seen, [None, hand[0].face]);
}

#[test]
fn r_loose_07_points_are_counted_by_any_number() {
    let mut table = usual(2);
    table.act(seat(1), Action::Count { by: -999_999 }).unwrap();
    table.act(seat(1), Action::Count { by: 1_500_000 }).unwrap();
    assert_eq!(why(&table, 1, &Action::Count { by: 500_000 }), Some(Refusal::TooMuch));
    assert_eq!(table.view(Viewer::Spectator).players[seat(1)].points, 500_001);
}

#[test]
fn r_loose_08_turns_are_passed_on_and_the_most_points_win() {
    let wrong = Options { rounds: 6 };
    let seats = SeatCount::new(2).unwrap();
    let deal = || Deal::from_seed(Seed::from_text("rounds"));
    assert!(Table::<Loose>::new(wrong, seats, deal()).is_err());
    let mut table = usual(2);
    assert_eq!(why(&table, 1, &Action::Pass {}), Some(Refusal::NotYourTurn));
    table.act(seat(1), Action::Count { by: 3 }).unwrap();
    for index in [0, 1, 0, 1] {
        assert_eq!(table.waiting_on(), seat(index).only());
        table.act(seat(index), Action::Pass {}).unwrap();
    }
    assert_eq!(table.standing().unwrap().winners, seat(1).only());
    assert!(table.waiting_on().is_empty() && table.may_act().is_empty());
    assert_eq!(table.permits(seat(0), &Action::Count { by: 1 }), Err(Refused::GameOver));
}

#[test]
fn r_loose_09_who_has_nothing_left_may_give_up() {
    let mut table = usual(3);
    assert_eq!(why(&table, 0, &Action::GiveUp {}), Some(Refusal::PlayOn));
    table.act(seat(0), Action::Draw { count: 4 }).unwrap();
    table.act(seat(0), Action::GiveUp {}).unwrap();
    assert_eq!(table.waiting_on(), seat(1).only());
    let others = table.seats().all().without(seat(0));
    assert_eq!(table.may_act(), others);
    let refused = table.permits(seat(0), &Action::Count { by: 1 }).unwrap_err();
    assert_eq!(refused, Refused::OutOfTurn { seat: seat(0), may_act: others });
    assert_eq!(refused.to_string(), "seat 0 cannot act now; it is up to seat 1, 2");
    table.act(seat(2), Action::Draw { count: 4 }).unwrap();
    table.act(seat(2), Action::GiveUp {}).unwrap();
    assert_eq!(table.standing().unwrap().winners, seat(1).only());
}

#[test]
fn r_loose_10_a_table_of_absent_players_ends() {
    let (mut table, mut dice) = (new(2), Dice::new(&Seed::from_text("absent")));
    while let Some(seat) = table.waiting_on().iter().next() {
        let action = table.game().fallback(seat, &table.lens(seat.into()), &mut dice);
        table.act(seat, action).unwrap();
    }
    assert_eq!(table.log().len(), 6, "two decks and four turns");
}

/// Every seat that may act is counted, and of an open game what is listed.
#[test]
fn perft_counts_those_who_may_act() {
    assert_eq!(perft(&new(2), 1).unwrap(), 6);
    // Draw, search, count for both, and to pass for one of them.
    assert_eq!(perft(&usual(2), 1).unwrap(), 7);
}

/// A short game with an action of every kind.
fn scripted() -> Table<Loose> {
    let mut table = usual(2);
    let order = Sealed::new(seat(0), CardOrder(vec![2, 0, 1, 3]));
    let actions = [
        (0, Action::Search {}),
        (1, Action::Count { by: -70_000 }),
        (0, Action::Take { order, count: 2 }),
        (1, Action::Draw { count: 4 }),
        (1, Action::Show { card: id(5), to: seat(0) }),
        (1, Action::Move { cards: vec![id(4), id(6)], to: Zone::Table, up: true }),
        (1, Action::Move { cards: vec![id(4), id(5)], to: Zone::Hand, up: false }),
        (0, Action::Pass {}),
        (1, Action::GiveUp {}),
    ];
    for (index, action) in actions {
        table.act(seat(index), action).unwrap();
    }
    table
}

fn id(number: u16) -> Card {
    Card::new(number)
}

/// Old codes are read for ever: if this fails, the code is wrong.
#[test]
fn a_share_code_has_the_actions_themselves() {
    let table = scripted();
    let code = share::encode(&table).unwrap();
    assert_eq!(code, CODE);
    let read = share::decode::<Loose>(CODE).unwrap();
    assert_eq!(share::encode(&read).unwrap(), CODE);
    assert_eq!(json(&read.view(Viewer::Spectator)), json(&table.view(Viewer::Spectator)));
    assert_eq!(read.standing(), table.standing());
    // A word and the keys of an action are spelt out once, so one more of a kind takes a few bytes.
    let mut longer = usual(2);
    let mut lengths = Vec::new();
    for by in [100, 200, 300] {
        longer.act(seat(0), Action::Count { by }).unwrap();
        lengths.push(share::encode(&longer).unwrap().len());
    }
    assert_eq!(lengths[2] - lengths[1], 7, "five bytes");
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

const CODE: &str = "lo1.ggFBkYkPVLZYn5tjbyBFQYTh2IphHqK8TS1EUsZ-AnnFFAsAFiNkZWNrI3R5cGUkgwI2MTIwNzM2YzY1NjU3MDY5NmU2NzIwNjI2NTYxNzM3NIMCNjEyMDcyNjk3NjY1NzIyMDZmNjYyMDczNzQ2ZjZlNjWDAjAwMDEwMjAzMDQwNTA2MDcwODA5MGEwYjBjMGQwZTBmgwIwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMCticmluZwEFJBIaIioyAA4KM3NlYXJjaAEWE2J5CvmWIitjb3VudAAeSitvcmRlcgoQJBAACBgjdGFrZQEWSgogI2RyYXcBHiNjYXJkE3RvCigAI3Nob3cBJitjYXJkc3IKE3VwFCAwK3RhYmxlI21vdmUXATUUICgjaGFuZJoBDwANI3Bhc3MBDTtnaXZlLXVwArzOOA";
