//! `docs/protocol.md` is correct: its examples are parsed, written and applied, and its lists are complete.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_core::{About, BotInfo, Level};
use facedown_games::texas_42::Texas42;
use facedown_protocol::delta::{Shorthand, Tape, Vocabulary, apply, view_of};
use facedown_protocol::{
    FromClient, FromServer, Kind, MAX_FRAME, Missed, PAD, VERSION, relay, rest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const PAGE: &str = include_str!("../../../docs/protocol.md");

/// The examples of the page: the type of each, and its text.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let blocks = PAGE.split("\n```json ").skip(1);
    blocks.map(|block| block.split_once("\n```").unwrap().0.split_once('\n').unwrap())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Checks that an example is serialised as it was. A field with a wrong name would be ignored and lost.
#[track_caller]
fn same(text: &str, written: &impl Serialize) {
    assert_eq!(serde_json::to_value(written).unwrap(), json(text));
}

#[track_caller]
fn body<T: Serialize + DeserializeOwned>(text: &str) {
    same(text, &serde_json::from_str::<T>(text).unwrap());
}

/// The example has the fields of the real description, and what it says of an option is true.
fn described<G: About>(example: &Value) {
    let bots = vec![BotInfo::new("greedy", "Greedy", "Plays.", Level::Medium)];
    let real = serde_json::to_value(rest::GameInfo::of::<G>(bots)).unwrap();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(example), keys(&real));
    assert_eq!(keys(&example["bots"][0]), keys(&real["bots"][0]));
    for option in example["options"].as_array().unwrap() {
        let mut options = real["options"].as_array().unwrap().iter();
        let real = options.find(|real| real["key"] == option["key"]).unwrap();
        assert_eq!(keys(option), keys(real));
        for key in ["title", "usual", "kind", "least", "most", "unit", "needs"] {
            assert_eq!(option.get(key), real.get(key), "{}", option["key"]);
        }
    }
}

#[test]
fn the_examples_are_parsed_and_serialised_again() {
    let (mut kinds, mut from_relay) = (Vec::new(), Vec::new());
    for (of, text) in examples() {
        match of {
            "client" => same(text, &FromClient::read(text.as_bytes()).unwrap()),
            "server" => {
                same(text, &FromServer::read(text).unwrap());
                kinds.extend(json(text)["type"].as_str().map(str::to_owned));
            }
            "peer" => same(text, &relay::FromPeer::read(text.as_bytes()).unwrap()),
            "relay" => {
                same(text, &relay::FromRelay::read(text).unwrap());
                from_relay.extend(json(text)["type"].as_str().map(str::to_owned));
            }
            "NewPeerTable" => body::<relay::NewPeerTable>(text),
            "NewPeerTableInfo" => body::<relay::NewPeerTableInfo>(text),
            "Join" => body::<relay::Join>(text),
            "missed" => same(text, &serde_json::from_str::<Missed>(text).unwrap()),
            "NewGuest" => body::<rest::NewGuest>(text),
            "ReplayOf" => body::<rest::ReplayOf>(text),
            "ScenarioOf" => body::<rest::ScenarioOf>(text),
            "SummaryOf" => body::<rest::SummaryOf>(text),
            "GameSummary" => body::<rest::GameSummary>(text),
            "SetPace" => body::<rest::SetPace>(text),
            "Guest" => body::<rest::Guest>(text),
            "SignOut" => body::<rest::SignOut>(text),
            "GameInfo" => described::<Texas42>(&json(text)),
            "NewTable" => body::<rest::NewTable>(text),
            "NewTableInfo" => body::<rest::NewTableInfo>(text),
            "Sit" => body::<rest::Sit>(text),
            "Rematch" => body::<rest::Rematch>(text),
            "vocabulary" => body::<Vocabulary>(text),
            "difference" => {}
            unknown => panic!("there is no type {unknown}"),
        }
    }
    let all = ["welcome", "pong", "refused", "done", "reminder", "presence", "bye"];
    assert!(all.iter().all(|kind| kinds.iter().any(|found| found == kind)), "{kinds:?}");
    assert_eq!(from_relay, ["challenge", "welcome", "begun", "refused"]);
}

#[test]
fn the_differences_are_made_and_applied() {
    let vocabulary = examples().find(|(of, _)| *of == "vocabulary").unwrap().1;
    let shorthand = Shorthand::new(serde_json::from_str(vocabulary).unwrap());
    let tape = |value: &Value| {
        let mut tape = Tape::new();
        // With sorted keys.
        tape.write(value).unwrap();
        tape
    };
    let mut count = 0;
    for (_, text) in examples().filter(|(of, _)| *of == "difference") {
        let example = json(text);
        let mut delta = Vec::new();
        tape(&example["old"]).delta(&tape(&example["new"]), &shorthand, &mut delta);
        assert_eq!(serde_json::from_slice::<Value>(&delta).unwrap(), example["delta"]);
        let mut value = example["old"].clone();
        apply(&mut value, example["delta"].clone(), &shorthand).unwrap();
        assert_eq!(value, example["new"]);
        count += 1;
    }
    assert!(count >= 2);
}

#[test]
fn the_example_of_an_update_fits_the_example_of_a_welcome() {
    let server = |n: usize| examples().filter(|(of, _)| *of == "server").nth(n).unwrap().1;
    let FromServer::Welcome(welcome) = FromServer::read(server(0)).unwrap() else { panic!() };
    let FromServer::Update(update) = FromServer::read(server(1)).unwrap() else { panic!() };
    let shorthand = Shorthand::new(welcome.vocabulary.into_owned());
    assert_eq!(update.n, welcome.n + 1);
    let mut parts = [welcome.view, welcome.own].map(|part| json(part.unwrap().get()));
    let first = json(r#"{"id": 3, "type": "kitten"}"#);
    assert_eq!(view_of(&parts[0], &parts[1])["hand"][0], first);
    for (part, delta) in parts.iter_mut().zip([update.view, update.own]) {
        apply(part, json(delta.unwrap().get()), &shorthand).unwrap();
    }
    let view = view_of(&parts[0], &parts[1]);
    assert_eq!(view["turn"], json("1"));
    assert_eq!(view["hand"], json(r#"[{"id": 3, "type": "kitten"}, {"id": 5, "type": "kitten"}]"#));
    let event = shorthand.lengthen(json(update.events[0].get())).unwrap();
    assert_eq!(event, json(r#"{"type": "challengePassed", "player_id": 1}"#));
    let long = |text| shorthand.lengthen(json(text)).unwrap();
    assert_eq!(long(r#"[1, 3, "1"]"#), json(r#"{"id": 3, "type": "kitten"}"#));
    assert_eq!(long(r#"[0, "'catnip", "3"]"#), json(r#"["catnip", [0, 1]]"#));
}

#[test]
fn the_list_of_refusals_is_complete() {
    let rows: Vec<_> = PAGE
        .lines()
        .filter(|line| {
            line.starts_with("| `")
                && line.split('|').nth(2).is_some_and(|status| status.trim().parse::<u16>().is_ok())
        })
        .collect();
    let wanted = Kind::ALL
        .iter()
        .map(|kind| format!("| `{}` | {} | {} |", kind.name(), kind.status(), kind.advice()));
    assert_eq!(rows, wanted.collect::<Vec<_>>());
}

#[test]
fn the_numbers_are_those_of_the_code() {
    assert!(
        PAGE.contains(&format!("speaks: {VERSION}\n"))
            || PAGE.contains(&format!("speaks: {VERSION} |"))
    );
    assert!(PAGE.contains(&format!("a multiple of {PAD} bytes")));
    assert_eq!(MAX_FRAME, 16_384);
    assert!(PAGE.contains("at most 16,384 bytes"));
    assert!(PAGE.contains(&format!("has its own version: {}", relay::VERSION)));
    assert_eq!((relay::MAX_ENTRY, relay::MAX_GENESIS), (64 << 10, 10 << 10));
    assert_eq!((relay::MAX_OPTIONS, relay::MAX_GAME, relay::SEATS), (4 << 10, 64, 2..=6));
    assert_eq!((relay::MIN_GRACE, relay::MAX_GRACE), (10, 604_800));
    assert_eq!(relay::Stamped::HEAD, 8 + 8 + 1 + 64);
}
