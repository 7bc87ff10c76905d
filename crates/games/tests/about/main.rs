//! That what is said of a game's options is true of the type: every field, every value, every limit.
#![allow(clippy::unwrap_used)] // what fails here is the test

mod asked;

use asked::{Asked, fields};
use facedown_core::{About, Choice, Game, SeatCount, Setting, Values};
use facedown_games::{NAMES, with_game};
use serde_json::{Value, json};

/// Runs a check for every game.
macro_rules! for_every_game {
    ($check:ident) => {
        for &name in NAMES {
            with_game!(name, G => $check::<G>(), else unreachable!());
        }
    };
}

#[test]
fn every_field_is_described_as_what_it_is() {
    for_every_game!(agrees);
}

fn agrees<G: About>() {
    let described: Vec<_> =
        G::SETTINGS.iter().map(|setting| (setting.key, as_asked(setting.values))).collect();
    let mut described_by_key = described.clone();
    let mut found = fields::<G::Options>();
    described_by_key.sort_by_key(|(key, _)| *key);
    found.sort_by_key(|(key, _)| *key);
    assert_eq!(described_by_key, found, "{}", G::NAME);
}

fn as_asked(values: Values) -> Asked {
    let names = |choices: &[Choice]| choices.iter().map(|choice| choice.value).collect();
    match values {
        Values::Bool {} => Asked::Bool,
        Values::Number { none: None, .. } => Asked::Number,
        Values::Number { none: Some(_), .. } => Asked::Maybe(Box::new(Asked::Number)),
        Values::Choice { choices } => Asked::OneOf(names(choices)),
        Values::Ranking { choices } => Asked::List(Box::new(Asked::OneOf(names(choices)))),
    }
}

#[test]
fn every_value_that_is_described_can_be_chosen_and_read_again() {
    for_every_game!(takes_all);
}

fn takes_all<G: About>() {
    for setting in G::SETTINGS {
        for value in good(setting.values) {
            let options = accepted::<G>(setting, &value).unwrap_or_else(|why| panic!("{why}"));
            let written = serde_json::to_value(&options).unwrap();
            let again: G::Options = serde_json::from_value(written.clone()).unwrap();
            assert!(again == options, "{}: {} does not come back", G::NAME, setting.key);
            // What is left out when it is written is nothing, or a list of nothing.
            let left_out = value.is_null() || value == json!([]);
            if !left_out || written.get(setting.key).is_some() {
                assert_eq!(written[setting.key], value, "{}: {}", G::NAME, setting.key);
            }
        }
    }
}

#[test]
fn what_is_not_described_is_refused() {
    for_every_game!(takes_no_more);
}

fn takes_no_more<G: About>() {
    for setting in G::SETTINGS {
        for value in bad(setting.values) {
            let refused = accepted::<G>(setting, &value);
            assert!(refused.is_err(), "{}: {} may be {value}", G::NAME, setting.key);
        }
    }
}

/// The options with this one value, if a game can be played with them.
fn accepted<G: Game>(setting: &Setting, value: &Value) -> Result<G::Options, String> {
    let why =
        |error: &dyn std::fmt::Display| format!("{}: {} = {value}: {error}", G::NAME, setting.key);
    let options: G::Options =
        serde_json::from_value(json!({ setting.key: value })).map_err(|error| why(&error))?;
    let seats = SeatCount::new(*G::SEATS.end()).unwrap();
    G::accepts(&options, seats).map_err(|refusal| why(&refusal))?;
    Ok(options)
}

fn good(values: Values) -> Vec<Value> {
    match values {
        Values::Bool {} => vec![json!(false), json!(true)],
        Values::Number { least, most, none, .. } => {
            let numbers = [least, least + 1, most - 1, most].map(|number| json!(number));
            numbers.into_iter().chain(none.map(|_| Value::Null)).collect()
        }
        Values::Choice { choices } => choices.iter().map(|choice| json!(choice.value)).collect(),
        Values::Ranking { choices } => {
            let names: Vec<_> = choices.iter().map(|choice| choice.value).collect();
            let backwards: Vec<_> = names.iter().rev().collect();
            let single = names.iter().map(|name| json!([name]));
            single.chain([json!([]), json!(names), json!(backwards)]).collect()
        }
    }
}

fn bad(values: Values) -> Vec<Value> {
    match values {
        Values::Bool {} => vec![json!(null), json!(1), json!("true")],
        Values::Number { least, most, none, .. } => {
            let past = [json!(i64::from(least) - 1), json!(most + 1), json!(-1), json!("5")];
            past.into_iter().chain(none.is_none().then_some(Value::Null)).collect()
        }
        Values::Choice { .. } => vec![json!("no-such-thing"), json!(null), json!(0)],
        Values::Ranking { choices } => {
            let twice = [choices[0].value, choices[0].value];
            vec![json!("no-such-thing"), json!(["no-such-thing"]), json!(twice), json!(null)]
        }
    }
}

#[test]
fn the_words_are_fit_to_be_shown() {
    for_every_game!(reads_well);
}

fn reads_well<G: About>() {
    let sentence = |text: &str| {
        assert!(text.ends_with('.') && text.len() > 10 && text.len() < 120, "{text:?}");
        assert!(text.starts_with(char::is_uppercase), "{text:?}");
    };
    let title = |text: &str| assert!(text.starts_with(char::is_uppercase), "{text:?}");
    title(G::TITLE);
    sentence(G::ABOUT);
    for setting in G::SETTINGS {
        title(setting.title);
        sentence(setting.about);
        if let Values::Choice { choices } | Values::Ranking { choices } = setting.values {
            for choice in choices {
                title(choice.title);
                sentence(choice.about);
            }
        }
        if let Some(needed) = setting.needs {
            let flag = |other: &&Setting| other.key == needed;
            let flag = G::SETTINGS.iter().find(flag).unwrap();
            assert!(matches!(flag.values, Values::Bool {}), "{} is no flag", flag.key);
        }
    }
}
