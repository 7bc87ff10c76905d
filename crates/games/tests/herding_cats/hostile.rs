//! Whatever comes in from outside, nothing panics, hangs or is half done.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use facedown_core::share::{self, ShareError};
use facedown_core::{Dice, Record, Seed, Table};
use facedown_games::herding_cats::{Action, HerdingCats, Options};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::scene::{self, seat};

/// The same cases every time.
fn fixed() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(42), failure_persistence: None, ..<_>::default() }
}

/// A table in the middle of a game, or after it.
fn played(actions: usize) -> Table<HerdingCats> {
    let mut table = scene::table(3, "{}");
    let mut dice = Dice::new(&Seed::from_text("hostile"));
    while table.log().len() < actions {
        let Some(next) = table.waiting_on().iter().next() else { break };
        table.act(next, *dice.pick(&table.legal(next)).unwrap()).unwrap();
    }
    table
}

/// JSON that is much like an action, or nothing like it.
fn a_value() -> impl Strategy<Value = Value> {
    let words =
        ["play", "pick", "select", "pass", "kitten", "catnip", "type", "card", "target", ""];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..30u64).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let names = ["type", "card", "declare", "target", "seat", "action", "x"];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(prop::sample::select(names.to_vec()), inner, 0..4)
                .prop_map(|fields| json!(fields)),
        ]
    })
}

/// An action with any of its fields replaced.
fn a_mutilated_action() -> impl Strategy<Value = Value> {
    let whole = [
        json!({"type": "play", "card": 0, "declare": "kitten"}),
        json!({"type": "play", "card": 4, "declare": "catnip", "target": 1}),
        json!({"type": "pick", "card": 9}),
        json!({"type": "select", "card": 10}),
        json!({"type": "intercept", "card": 15}),
        json!({"type": "decline"}),
        json!({"type": "challenge"}),
    ];
    let names = ["type", "card", "declare", "target", "x"];
    (prop::sample::select(whole.to_vec()), prop::sample::select(names.to_vec()), a_value())
        .prop_map(|(mut action, name, value)| {
            action[name] = value;
            action
        })
}

/// A code with these bytes and the checksum that belongs to them.
fn forged(body: &[u8]) -> String {
    let sum = Sha256::new().chain_update(b"facedown/v1/share\0hc1.").chain_update(body).finalize();
    format!("hc1.{}", URL_SAFE_NO_PAD.encode([body, &sum[..4]].concat()))
}

/// What is in a code, without its checksum.
fn body(code: &str) -> Vec<u8> {
    let mut bytes = URL_SAFE_NO_PAD.decode(code.strip_prefix("hc1.").unwrap()).unwrap();
    bytes.truncate(bytes.len() - 4);
    bytes
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn a_strange_action_is_refused_or_done_whole(
        actions in 0..60usize,
        who in 0..8usize,
        value in prop_oneof![a_value(), a_mutilated_action()],
    ) {
        let Ok(action) = serde_json::from_value::<Action>(value) else { return Ok(()) };
        let mut table = played(actions);
        let before = (table.game().clone(), table.log().len(), table.heard().len());
        let permitted = table.permits(seat(who), &action);
        let done = table.act(seat(who), action).map(|_| ()).map_err(|error| error.refused);
        prop_assert_eq!(&permitted, &done);
        if done.is_err() {
            prop_assert_eq!(before, (table.game().clone(), table.log().len(), table.heard().len()));
        }
    }

    #[test]
    fn strange_options_are_read_or_not(value in a_value()) {
        let _ = serde_json::from_value::<Options>(value);
    }

    #[test]
    fn a_record_with_something_strange_in_it_is_an_error_or_a_record(
        part in prop::sample::select(&["facedown", "game", "rules", "options", "seats", "deal",
            "actions", "outcome", "names", "checksum", "more"][..]),
        value in a_value(),
    ) {
        let mut file: Value = serde_json::from_str(&played(20).record(Vec::new()).to_json()).unwrap();
        file[part] = value;
        // The checksum is right again, so that the parts themselves are read.
        let fields = file.as_object_mut().unwrap();
        let given = fields.remove("checksum").unwrap();
        let sum = Sha256::new().chain_update(b"facedown/v1/record\0").chain_update(file.to_string());
        let right = Seed::new(sum.finalize().into()).to_hex();
        file["checksum"] = if part == "checksum" { given } else { json!(right) };
        if let Ok(record) = Record::<HerdingCats>::from_json(&file.to_string()) {
            let _ = record.verify();
        }
    }

    #[test]
    fn a_forged_code_is_an_error_or_a_table(
        actions in 0..80usize,
        at in any::<prop::sample::Index>(),
        byte: u8,
        drop in 0..3usize,
    ) {
        let mut bytes = body(&share::encode(&played(actions)).unwrap());
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(bytes.len() - drop);
        if let Ok(table) = share::decode::<HerdingCats>(&forged(&bytes)) {
            prop_assert_eq!(share::encode(&table).unwrap(), forged(&bytes));
        }
    }

    #[test]
    fn any_text_is_a_code_or_not(text in ".{0,40}", payload in "[A-Za-z0-9_-]{0,90}") {
        let code = format!("hc1.{payload}");
        prop_assert!(share::decode::<HerdingCats>(&text).is_err());
        prop_assert!(share::decode::<HerdingCats>(&code).is_err());
        prop_assert!(Record::<HerdingCats>::from_json(&text).is_err());
    }
}

/// A seeded table for two, and a number of actions that nobody took.
#[test]
fn a_code_that_claims_too_much_is_an_error_at_once() {
    let claiming = |number: &[u8]| {
        let bytes = [&[2, 1][..], &[7; 32], number].concat();
        share::decode::<HerdingCats>(&forged(&bytes)).map(|table| table.log().len())
    };
    assert_eq!(claiming(&[0]).unwrap(), 0);
    let huge = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10];
    assert!(matches!(claiming(&huge), Err(ShareError::TooManyActions)));
    // One more than fits; then as many as fit, which is far beyond the end of any game.
    assert!(matches!(claiming(&[0x80, 0x80, 0x04]), Err(ShareError::TooManyActions)));
    assert!(matches!(claiming(&[0xff, 0xff, 0x03]), Err(ShareError::Contents(_))));
    // No actions, and yet a megabyte of them.
    let megabyte = [&[0][..], &vec![255; 1 << 20]].concat();
    assert!(matches!(claiming(&megabyte), Err(ShareError::Contents(_))));
}

#[test]
fn a_record_that_goes_on_after_the_end_is_read_to_its_end() {
    let mut record = played(usize::MAX).record(Vec::new());
    let taken = record.actions.len();
    let last = record.actions.last().unwrap().clone();
    record.actions.resize(taken + 100_000, last);
    assert_eq!(record.replay().unwrap().refused.len(), 100_000);
}

#[test]
fn deep_json_is_an_error() {
    let deep = "[".repeat(100_000);
    assert!(serde_json::from_str::<Action>(&deep).is_err());
    assert!(Record::<HerdingCats>::from_json(&deep).is_err());
    let inside = format!(r#"{{"facedown":1,"game":{deep}"#);
    assert!(Record::<HerdingCats>::from_json(&inside).is_err());
}
