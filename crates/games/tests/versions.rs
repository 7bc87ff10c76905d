//! Tables of older versions of the rules are played, recorded and shared by their own.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{
    Deal, Dice, Game, Record, RecordError, SeatCount, Seed, SetupError, Table, Viewer, share,
};
use facedown_games::exploding_kittens::ExplodingKittens;
use serde_json::json;

/// Four seats, or as many as can play.
fn four<G: Game>() -> SeatCount {
    SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).unwrap()
}

/// A random game by this version of the rules, to its end.
fn played<G: Game>(rules: u32, options: &str, seed: &str) -> Table<G> {
    let options = serde_json::from_str(options).unwrap();
    let deal = Deal::from_seed(Seed::from_text(seed));
    let mut table = Table::<G>::by_rules(rules, options, four::<G>(), deal).unwrap();
    let mut dice = Dice::new(&Seed::from_text(seed));
    while !table.waiting_on().is_empty() {
        let waiting = table.waiting_on();
        let seat = waiting.iter().nth(dice.place(waiting.len())).unwrap();
        let action = dice.pick(&table.legal(seat)).unwrap().clone();
        table.act(seat, action).map(|_| ()).unwrap();
    }
    table
}

fn faces<G: Game>(table: &Table<G>) -> String {
    json!(table.game().view(&table.hindsight().unwrap())).to_string()
}

/// Plays games by each version, and makes each again from its record, its code and a part of its log.
fn replays_by_its_own_rules<G: Game>(options: &str) {
    let mut differ = 0;
    for number in 0..12 {
        let seed = format!("versions {number}");
        for rules in G::OLDEST_RULES..=G::RULES {
            let table = played::<G>(rules, options, &seed);
            let text = table.record(Vec::new()).to_json();
            let record = Record::<G>::from_json(&text).unwrap();
            assert_eq!(record.rules, rules);
            assert!(record.verify().flaws.is_empty());
            assert_eq!(record.to_json(), text);
            let again = record.replay().unwrap().table;
            let shared = share::decode::<G>(&share::encode(&table).unwrap()).unwrap();
            let whole = table.at(table.log().len()).unwrap();
            for other in [again, shared, whole] {
                assert_eq!(other.rules(), rules);
                assert_eq!(faces(&other), faces(&table));
            }
            // By other rules it would not be the same game.
            let other = G::OLDEST_RULES + G::RULES - rules;
            let changed =
                text.replace(&format!("\"rules\": {rules},"), &format!("\"rules\": {other},"));
            let stale = Record::<G>::from_json(&changed);
            assert!(rules == other || matches!(stale, Err(RecordError::Checksum)));
            let otherwise = Record::<G> { rules: other, ..Record::from_json(&text).unwrap() };
            differ += usize::from(otherwise.replay().map_or(true, |replayed| {
                !replayed.refused.is_empty() || replayed.table.standing() != table.standing()
            }));
        }
    }
    assert!(G::OLDEST_RULES == G::RULES || differ > 3, "{differ}");
}

#[test]
fn exploding_kittens_replays_by_its_own_rules() {
    for set in ["base", "streaking", "imploding", "party", "published"] {
        replays_by_its_own_rules::<ExplodingKittens>(&format!(r#"{{"set":"{set}"}}"#));
    }
}

/// A game that is tried on more than the usual options has its line here.
macro_rules! versions_of {
    (exploding_kittens $game:ty) => {};
    ($module:ident $game:ty) => {
        #[test]
        fn $module() {
            replays_by_its_own_rules::<$game>("{}");
        }
    };
}
facedown_games::every_game!(versions_of);

fn refuses_versions_it_never_had<G: Game>() {
    for rules in [0, G::RULES + 1, u32::MAX] {
        let deal = Deal::from_seed(Seed::from_text("no such version"));
        let table = Table::<G>::by_rules(rules, G::Options::default(), four::<G>(), deal);
        let Err(SetupError::Rules { found, oldest, newest, .. }) = table.map(|_| ()) else {
            panic!("version {rules} of {} was dealt", G::NAME)
        };
        assert_eq!((found, oldest, newest), (rules, G::OLDEST_RULES, G::RULES));
        let deal = Deal::from_seed(Seed::from_text("no such version"));
        let table = Table::<G>::new(G::Options::default(), four::<G>(), deal).unwrap();
        assert_eq!(table.rules(), G::RULES, "new tables are of the newest");
        let record = Record::<G> { rules, ..table.record(Vec::new()) };
        let error = Record::<G>::from_json(&record.to_json()).err().unwrap().to_string();
        assert!(error.contains(&format!("version {rules} of the rules")), "{error}");
    }
}

#[test]
fn versions_that_never_were_are_refused_and_named() {
    facedown_games::every_game!(G => refuses_versions_it_never_had::<G>());
}

/// What the first version did, an old table still does: it conceals and does not mix.
#[test]
fn an_old_table_mixes_nothing() {
    let table = played::<ExplodingKittens>(1, "{}", "old");
    let seats = table.seats().all();
    let mut followed = 0;
    for actions in 0..table.log().len() {
        let table = table.at(actions).unwrap();
        for (holder, player) in table.game().players.iter() {
            for others in seats.without(holder).iter().map(Viewer::Seat) {
                let lens = table.lens(others);
                followed += player.hand.iter().filter(|&&card| lens.face(card).is_some()).count();
            }
        }
    }
    assert!(followed > 0, "somebody could follow a card into a hand");
}
