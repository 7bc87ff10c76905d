//! The difference of any two values, applied to the old one, makes the new one.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use std::collections::{BTreeMap, HashMap};

use facedown_protocol::delta::{DeltaError, Learner, Shape, Shorthand, Tape, Vocabulary, apply};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

fn tape<T: Serialize + ?Sized>(value: &T) -> Tape {
    let mut tape = Tape::new();
    tape.write(value).unwrap();
    tape
}

/// The difference without a vocabulary. Checks that it is right with a vocabulary and without.
#[track_caller]
fn checked<O: Serialize + ?Sized, N: Serialize + ?Sized>(old: &O, new: &N) -> String {
    let (old, new) = (tape(old), tape(new));
    right(&old, &new, &Shorthand::new(learnt(&old, &new)));
    right(&old, &new, &Shorthand::default())
}

fn learnt(old: &Tape, new: &Tape) -> Vocabulary {
    let mut learner = Learner::default();
    for _ in 0..2 {
        learner.changed(old, new);
        learner.changed(&Tape::new(), new);
    }
    learner.vocabulary()
}

#[track_caller]
fn right(old: &Tape, new: &Tape, shorthand: &Shorthand) -> String {
    let (mut delta, mut whole) = (Vec::new(), Vec::new());
    old.delta(new, shorthand, &mut delta);
    shorthand.shorten(new, &mut whole);
    let read = |json: &[u8]| serde_json::from_slice::<Value>(json).unwrap();
    let (mut value, new) = (read(old.json()), read(new.json()));
    assert_eq!(shorthand.lengthen(read(&whole)).unwrap(), new);
    if !delta.is_empty() {
        apply(&mut value, read(&delta), shorthand).unwrap();
    }
    let delta = String::from_utf8(delta).unwrap();
    assert_eq!(value, new, "{delta}");
    delta
}

#[track_caller]
fn check(old: &Value, new: &Value, wanted: &str) {
    assert_eq!(checked(old, new), wanted);
}

#[test]
fn scalars_are_replaced() {
    check(&json!(1), &json!(1), "");
    check(&json!(1), &json!("a"), r#""'a""#);
    check(&json!([1, 2]), &json!(null), "null");
    check(&json!({"a": 1}), &json!(2.5), "2.5");
    check(&json!(1), &json!({"a": 1}), r#"[{"a":1}]"#);
    check(&json!(1), &json!([]), "[[]]");
    check(&json!([1]), &json!({"0": [1]}), r#"[{"0":[0,1]}]"#);
}

#[test]
fn members_are_changed_added_and_removed() {
    let old = json!({"a": 1, "b": {"c": 1, "d": 2}, "z": "as it was"});
    check(&old, &json!({"a": 1, "b": {"c": 1, "d": 3}, "z": "as it was"}), r#"{"'b":{"'d":3}}"#);
    check(&old, &json!({"b": {"c": 1, "d": 2}, "z": "as it was"}), r#"{"'a":[]}"#);
    let more = json!({"a": 1, "b": {"c": 1, "d": 2}, "m": [7], "n": {}, "z": "as it was"});
    check(&old, &more, r#"{"'m":[[0,7]],"'n":[{}]}"#);
    // The shorter of two differences is used.
    check(&old, &json!({}), "[{}]");
}

#[test]
fn elements_are_changed_added_and_removed() {
    let card = |id: u32| json!({"id": id, "seen": [true, true, false, false]});
    let cards = |ids: &[u32]| ids.iter().map(|&id| card(id)).collect::<Value>();
    let old = cards(&[1, 2, 3, 4, 5]);
    check(&old, &cards(&[1, 2, 4, 5]), "[2,1]");
    check(&old, &cards(&[1, 2, 3]), "[3,2]");
    let nine = r#"[2,0,{"id":9,"seen":[0,true,true,false,false]}]"#;
    check(&old, &cards(&[1, 2, 9, 3, 4, 5]), nine);
    check(&old, &cards(&[1, 2, 9, 4, 5]), r#"{"2":{"'id":9}}"#);
    check(&old, &cards(&[8, 2, 9, 4, 5]), r#"{"0":{"'id":8},"2":{"'id":9}}"#);
    // A list of the last five items: the oldest is removed, a new one is added.
    let ring = r#"[[0,1],[4,0,{"id":6,"seen":[0,true,true,false,false]}]]"#;
    check(&old, &cards(&[2, 3, 4, 5, 6]), ring);
    check(&old, &cards(&[7, 3, 4, 5]), r#"[{"0":{"'id":7}},[1,1]]"#);
    check(&json!([1, 2, 3]), &json!([4, 5]), "[[0,4,5]]");
}

#[track_caller]
fn writes<T: Serialize>(shorthand: &Shorthand, value: &T, wanted: &str) {
    assert_eq!(right(&tape(&()), &tape(value), shorthand), wanted);
}

#[test]
fn words_and_shapes_of_the_vocabulary_are_not_spelt_out() {
    let shape = |keys: &[&str], is: Option<&str>| Shape {
        keys: keys.iter().map(|&key| key.to_owned()).collect(),
        is: is.map(str::to_owned),
    };
    let shapes = vec![shape(&["id", "type"], None), shape(&["type", "card"], Some("play"))];
    let words =
        (0..40).map(|number| json!(format!("word {number}"))).chain([json!([7, null])]).collect();
    let shorthand = Shorthand::new(Vocabulary { shapes, words });
    writes(&shorthand, &json!({"id": 3, "type": "word 1"}), r#"[[1,3,"1"]]"#);
    writes(&shorthand, &json!({"id": 3, "type": "word 39"}), r#"[[1,3,"13"]]"#);
    writes(&shorthand, &json!({"id": 3, "type": "13"}), r#"[[1,3,"'13"]]"#);
    // `json!` sorts the keys, so the first value is not the constant one of the shape.
    writes(&shorthand, &json!({"card": 1, "type": "play"}), r#"[{"card":1,"type":"'play"}]"#);
    writes(&shorthand, &Play { kind: "play", card: [7] }, "[[2,[0,7]]]");
    writes(&shorthand, &Play { kind: "pass", card: [7] }, r#"[{"type":"'pass","card":[0,7]}]"#);
    writes(&shorthand, &json!([7, null]), r#""14""#);
    writes(&shorthand, &json!([[7, null], 7]), r#"[[0,"14",7]]"#);
    writes(&shorthand, &["word 0", "", "'"], r#"[[0,"0","'","''"]]"#);
}

#[derive(Serialize)]
struct Play {
    #[serde(rename = "type")]
    kind: &'static str,
    card: [u8; 1],
}

#[test]
fn a_tape_has_the_same_json_as_serde_json_writes() {
    #[derive(Serialize)]
    enum Sum {
        Unit,
        New(u8),
        Tuple(i8, f32),
        Struct { a: char, b: () },
    }
    let map = HashMap::from([(u128::MAX, Sum::Unit)]);
    let value = (
        (Sum::New(1), Sum::Tuple(-1, 0.1), Sum::Struct { a: '\u{1}', b: () }, map),
        BTreeMap::from([("a \"b\"\n", Some(f64::NAN)), ("é\\", None)]),
        (RawValue::from_string("{ \"raw\" : [1] }".to_owned()).unwrap(), i128::MIN),
        (BTreeMap::from([(true, b"bytes".as_slice())]), [(); 0]),
    );
    let written = tape(&value);
    assert_eq!(written.json(), serde_json::to_vec(&value).unwrap());
    assert_eq!(checked(&value, &value), "");
    checked(&value, &());
    checked(&(), &value);
}

#[test]
fn a_value_that_cannot_be_serialised_leaves_null() {
    let mut tape = tape("text");
    assert!(tape.write(&HashMap::from([([1], 2)])).is_err());
    assert_eq!(tape.json(), b"null");
    assert_eq!(Tape::default().json(), b"null");
}

#[test]
fn raw_json_is_replaced_as_a_whole() {
    #[derive(Serialize)]
    struct View<'a> {
        raw: &'a RawValue,
        n: u8,
    }
    let raws = ["{\"a\": 1}", "{\"a\":2}", "[1, 2]", "[]", "{}", "7", "\"\\u0061\"", "[[]]"];
    let raws = raws.map(|raw| RawValue::from_string(raw.to_owned()).unwrap());
    for old in &raws {
        for new in &raws {
            checked(&View { raw: old, n: 1 }, &View { raw: new, n: 2 });
            checked(&View { raw: old, n: 1 }, &());
            checked(&BTreeMap::from([("n", 1)]), &View { raw: new, n: 1 });
            checked(old, new);
        }
    }
}

#[test]
fn keys_in_another_order_are_the_same_keys() {
    let raw = |text: &str| serde_json::from_str::<Ordered>(text).unwrap();
    let old = raw(r#"{"a":1,"b":2,"c":{"long":"as it was"},"d":4}"#);
    let new = raw(r#"{"d":4,"c":{"long":"as it was"},"b":3,"e":5}"#);
    assert_eq!(checked(&old, &new), r#"{"'b":3,"'e":5,"'a":[]}"#);
}

/// An object whose keys stay in the order in which they were written.
struct Ordered(Vec<(String, Value)>);

impl<'de> serde::Deserialize<'de> for Ordered {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> serde::de::Visitor<'de> for Pairs {
            type Value = Ordered;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Ordered, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Ordered(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl Serialize for Ordered {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[test]
fn a_difference_that_does_not_fit_is_refused() {
    let vocabulary = Vocabulary {
        shapes: vec![Shape { keys: vec!["a".to_owned()], is: None }],
        words: vec![json!("b"), json!([1])],
    };
    let shorthand = Shorthand::new(vocabulary);
    let refused = |mut old: Value, delta: Value| apply(&mut old, delta, &shorthand).unwrap_err();
    assert_eq!(refused(json!(1), json!([])), DeltaError::Gone);
    assert_eq!(refused(json!([1]), json!({"0": []})), DeltaError::Gone);
    assert_eq!(refused(json!([1]), json!({"1": 2})), DeltaError::NoSuchElement("1".to_owned()));
    assert_eq!(refused(json!([1]), json!({"x": 2})), DeltaError::NoSuchElement("x".to_owned()));
    assert_eq!(refused(json!([1]), json!([1, 1])), DeltaError::NoSuchElement("2".to_owned()));
    let far = json!([u64::MAX, u64::MAX]);
    assert!(matches!(refused(json!([1]), far), DeltaError::NoSuchElement(_)));
    assert_eq!(refused(json!([1]), json!([0, -1])), DeltaError::NoStep);
    assert_eq!(refused(json!([1]), json!([[0], [0, 1]])), DeltaError::NoStep);
    assert_eq!(refused(json!([1]), json!(["a", "b"])), DeltaError::NoStep);
    assert_eq!(refused(json!(1), json!([0, 0, 1])), DeltaError::NoParts);
    assert_eq!(refused(json!(1), json!({"'a": 1})), DeltaError::NoParts);
    assert_eq!(refused(json!(1), json!("2")), DeltaError::NoWord("2".to_owned()));
    assert_eq!(refused(json!({}), json!({"1": 1})), DeltaError::NoWord("1".to_owned()));
    assert_eq!(refused(json!({}), json!({"": 1})), DeltaError::NoWord(String::new()));
    assert_eq!(refused(json!(1), json!([[2, 0]])), DeltaError::NoShape(2));
    assert_eq!(refused(json!(1), json!([[-2]])), DeltaError::NoShape(-2));
    assert_eq!(refused(json!(1), json!([[1]])), DeltaError::NoShorthand);
    assert_eq!(refused(json!(1), json!([[1, 1, 1]])), DeltaError::NoShorthand);
    assert_eq!(refused(json!(1), json!([[-1]])), DeltaError::NoShorthand);
    assert_eq!(refused(json!(1), json!([["0"]])), DeltaError::NoShorthand);
}

/// Any JSON, with few different keys and values, so that two values often have something in common.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (0..4).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-c\"\\\\\n é]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..7).prop_map(Value::from),
            prop::collection::btree_map("[a-d0-2]|__proto__", inner, 0..6)
                .prop_map(Value::from_iter),
        ]
    })
}

/// A value, and another that was made from it by a few changes.
fn related() -> impl Strategy<Value = (Value, Value)> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any_json(), 0..4_u8), 1..5);
    (any_json(), changes).prop_map(|(old, changes)| {
        let mut new = old.clone();
        for (place, value, how) in changes {
            let count = size(&new);
            disturb(&mut new, &mut place.index(count), &value, how);
        }
        (old, new)
    })
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(elements) => elements.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum::<usize>(),
        _ => 0,
    }
}

/// Changes the value with this number, counted in depth-first order.
fn disturb(value: &mut Value, place: &mut usize, with: &Value, how: u8) {
    if *place == 0 {
        *place = usize::MAX;
        match (value, how) {
            (Value::Array(elements), 1) => elements.insert(elements.len() / 2, with.clone()),
            (Value::Array(elements), 2) if !elements.is_empty() => {
                elements.remove(elements.len() / 2);
            }
            (Value::Array(elements), 3) if !elements.is_empty() => elements.rotate_left(1),
            (Value::Object(members), 1) => {
                members.insert("a".to_owned(), with.clone());
            }
            (Value::Object(members), 2) => {
                members.remove("a");
            }
            (value, _) => *value = with.clone(),
        }
        return;
    }
    *place -= 1;
    match value {
        Value::Array(elements) => {
            for element in elements {
                disturb(element, place, with, how);
            }
        }
        Value::Object(members) => {
            for member in members.values_mut() {
                disturb(member, place, with, how);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_value_becomes_any_other(old in any_json(), new in any_json()) {
        prop_assert_eq!(tape(&old).json().to_vec(), old.to_string().into_bytes());
        checked(&old, &new);
    }

    #[test]
    fn a_value_becomes_a_similar_one((old, new) in related()) {
        checked(&old, &new);
    }

    #[test]
    fn any_difference_is_applied_or_refused(mut old in any_json(), delta in any_json()) {
        let mut again = old.clone();
        let _ = apply(&mut again, delta.clone(), &Shorthand::default());
        let shorthand = Shorthand::new(learnt(&tape(&old), &tape(&delta)));
        let _ = apply(&mut old, delta, &shorthand);
    }
}
