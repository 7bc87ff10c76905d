//! Tables with known hands, and short words for what is done at them.

use facedown_core::{Card, Deal, LogEntry, Rig, Seat, SeatCount, Table};
use facedown_games::herding_cats::{Action, Event, HerdingCats, Kind, Options};

/// What every hand holds, in this order; a Kitten and an Alley Cat are out of the game.
pub(crate) const HAND: [Kind; 9] = [
    Kind::Kitten,
    Kind::Kitten,
    Kind::ShowCat,
    Kind::AlleyCat,
    Kind::Catnip,
    Kind::AnimalControl,
    Kind::LaserPointer,
    Kind::Kitten,
    Kind::AlleyCat,
];

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// The card at this place of a hand, as it was dealt.
pub(crate) fn card(seat: u16, place: u16) -> Card {
    Card::new(9 * seat + place)
}

/// A table at which every hand is [`HAND`] and seat 0 begins.
pub(crate) fn table(seats: usize, options: &str) -> Table<HerdingCats> {
    let options: Options = serde_json::from_str(options).unwrap();
    let rig = Rig { shuffles: vec![HAND.to_vec(); seats], rolls: vec![0], mixes: vec![] };
    Table::new(options, SeatCount::new(seats).unwrap(), Deal::Rigged(rig)).unwrap()
}

/// Does one thing after another, given as seat and JSON, and gives all that was told by them to anyone.
pub(crate) fn play(table: &mut Table<HerdingCats>, steps: &[(usize, &str)]) -> Vec<Event> {
    let before = table.heard().len();
    for &(index, action) in steps {
        let action: Action = serde_json::from_str(action).unwrap();
        if let Err(refused) = table.act(seat(index), action) {
            panic!("seat {index}, {action:?}: {refused}");
        }
    }
    table.heard()[before..].iter().map(|heard| heard.told.event.clone()).collect()
}

pub(crate) const PASS: &str = r#"{"type":"pass"}"#;
pub(crate) const CHALLENGE: &str = r#"{"type":"challenge"}"#;
pub(crate) const DECLINE: &str = r#"{"type":"decline"}"#;

/// Seat 0 steals the first card of seat 1, a Kitten, at a table of three.
pub(crate) fn theft() -> Table<HerdingCats> {
    let mut table = table(3, "{}");
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (2, PASS),
            (0, r#"{"type":"select","card":9}"#),
            (1, DECLINE),
        ],
    );
    table
}

/// The kinds of action that somebody has taken, for counting.
pub(crate) fn actions_of(log: &[LogEntry<Action>], seat: Seat) -> usize {
    log.iter().filter(|entry| entry.seat == seat).count()
}
