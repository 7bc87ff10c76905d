//! Tables with known hands, and short words for what is done at them.

use facedown_core::{Deal, Dice, Rig, Seat, SeatCount, Seed, Table};
use facedown_games::texas_42::{Action, Domino, Event, Options, Phase, Texas42};

/// All special contracts at one table.
pub(crate) const SPECIAL: &str = r#"{"nello":true,"sevens":true,"plunge":true,"splash":true}"#;

pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub(crate) fn four() -> SeatCount {
    SeatCount::new(4).unwrap()
}

pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}

/// From the highest domino down: seat 0 has all sixes, seat 1 the fives and 4-4, seat 3 the lowest.
pub(crate) fn downwards() -> Vec<Domino> {
    let mut dominoes: Vec<_> = Domino::all().collect();
    dominoes.reverse();
    dominoes
}

/// A table at which these dominoes lie in this order, again and again, and this seat shakes first.
pub(crate) fn rigged(order: &[Domino], shaker: u32, json: &str) -> Table<Texas42> {
    let rig = Rig { shuffles: vec![order.to_vec(); 16], rolls: vec![shaker], mixes: vec![] };
    Table::new(options(json), four(), Deal::Rigged(rig)).unwrap()
}

/// A table that seat 3 shakes for, so that seat 0 calls first.
pub(crate) fn table(json: &str) -> Table<Texas42> {
    rigged(&downwards(), 3, json)
}

/// Does one thing after another, given as seat and action.
#[track_caller]
pub(crate) fn play(table: &mut Table<Texas42>, steps: &[(usize, &str)]) {
    for &(index, json) in steps {
        if let Err(refused) = table.act(seat(index), action(json)) {
            panic!("seat {index}, {json}: {refused}");
        }
    }
}

/// An action as JSON, or just its name: `complete-trick`.
pub(crate) fn action(text: &str) -> Action {
    let named = format!(r#"{{"type":"{text}"}}"#);
    serde_json::from_str(if text.starts_with('{') { text } else { &named }).unwrap()
}

/// A bid, as JSON: `"pass"`, `{"points":30}`.
pub(crate) fn bid(json: &str) -> Action {
    action(&format!(r#"{{"type":"bid","bid":{json}}}"#))
}

/// Everybody calls, from seat 0 on; then this seat names this trump.
#[track_caller]
pub(crate) fn auction(table: &mut Table<Texas42>, bids: [&str; 4], (namer, trump): (usize, &str)) {
    for (index, json) in bids.into_iter().enumerate() {
        table.act(seat(index), bid(json)).map(|_| ()).unwrap();
    }
    let trump = action(&format!(r#"{{"type":"select-trump","trump":"{trump}"}}"#));
    table.act(seat(namer), trump).map(|_| ()).unwrap();
}

/// Plays the cards at this place of all hands, beginning with this seat.
#[track_caller]
pub(crate) fn trick(table: &mut Table<Texas42>, leader: usize, place: usize) {
    for index in (leader..leader + 4).map(|index| index % 4) {
        let card = 7 * index + place;
        play(table, &[(index, &format!(r#"{{"type":"play-domino","card":{card}}}"#))]);
    }
}

/// What is bid and named in each hand of [`everything`]; the last again and again.
const PLAN: [(&str, &str); 6] = [
    (r#""pass""#, ""),
    (r#"{"points":30}"#, "no-trump"),
    (r#"{"marks":1}"#, "nello"),
    (r#"{"marks":1}"#, "sevens"),
    (r#"{"splash":2}"#, "doubles"),
    (r#""plunge""#, "fives"),
];

/// A game that has everything in it: a redeal, and each special contract. Seat 0 has all doubles in each hand.
pub(crate) fn everything(json: &str, mut after: impl FnMut(&Table<Texas42>)) -> Table<Texas42> {
    let (doubles, others): (Vec<_>, Vec<_>) = Domino::all().partition(|d| d.is_double());
    let mut table = rigged(&[doubles, others].concat(), 3, json);
    let mut dice = Dice::new(&Seed::from_text("everything"));
    while !table.waiting_on().is_empty() {
        let deals = table.heard().iter();
        let deals = deals.filter(|heard| matches!(heard.told.event, Event::HandDealt { .. }));
        let (wanted, trump) = PLAN[(deals.count() - 1).min(PLAN.len() - 1)];
        let next = table.waiting_on().iter().nth(dice.place(table.waiting_on().len())).unwrap();
        let legal = table.legal(next);
        let action = match table.game().phase {
            Phase::Bidding { .. } if legal.contains(&bid(wanted)) => bid(wanted),
            Phase::Bidding { .. } => legal[0],
            Phase::TrumpSelection { .. } => {
                action(&format!(r#"{{"type":"select-trump","trump":"{trump}"}}"#))
            }
            _ => *dice.pick(&legal).unwrap(),
        };
        table.act(next, action).map(|_| ()).unwrap();
        after(&table);
    }
    table
}

/// A random game from this seed, to its end, with what `after` sees of it after each action.
pub(crate) fn random_game(
    seed: &str,
    json: &str,
    mut after: impl FnMut(&Table<Texas42>),
) -> Table<Texas42> {
    let deal = Deal::from_seed(Seed::from_text(seed));
    let mut table = Table::<Texas42>::new(options(json), four(), deal).unwrap();
    let mut dice = Dice::new(&Seed::from_text("somebody"));
    while !table.waiting_on().is_empty() {
        let next = table.waiting_on().iter().nth(dice.place(table.waiting_on().len())).unwrap();
        let action = *dice.pick(&table.legal(next)).unwrap();
        table.act(next, action).map(|_| ()).unwrap();
        after(&table);
    }
    table
}
