//! Test vectors for other clients, to check that they decode shorthand and differences as the server encodes them.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_core::{Deal, Dice, Game, SeatCount, Seed, Table, Viewer};
use facedown_protocol::delta::{Shape, Shorthand, Tape, Vocabulary, apply, view_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Differences with the same vocabulary.
#[derive(Serialize, Deserialize)]
struct Group {
    name: String,
    vocabulary: Vocabulary,
    cases: Vec<Case>,
    /// Differences that do not fit the value and must be refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    misfits: Vec<Pair>,
    /// Own parts, and the views that they give when laid over a public view.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    own_parts: Vec<OwnPart>,
}

#[derive(Serialize, Deserialize)]
struct OwnPart {
    everybodys: Value,
    own: Value,
    view: Value,
}

#[derive(Serialize, Deserialize)]
struct Case {
    old: Value,
    delta: Value,
    new: Value,
}

#[derive(Serialize, Deserialize)]
struct Pair {
    old: Value,
    delta: Value,
}

fn case(old: &Tape, new: &Tape, shorthand: &Shorthand) -> Option<Case> {
    let mut delta = Vec::new();
    old.delta(new, shorthand, &mut delta);
    let read = |json: &[u8]| serde_json::from_slice(json).unwrap();
    let delta = (!delta.is_empty()).then(|| read(&delta))?;
    Some(Case { old: read(old.json()), delta, new: read(new.json()) })
}

fn tape<T: Serialize>(value: &T) -> Tape {
    let mut tape = Tape::new();
    tape.write(value).unwrap();
    tape
}

/// Examples of every line of the two tables in the documentation.
fn plain() -> Group {
    let shape = |keys: &[&str], is: Option<&str>| Shape {
        keys: keys.iter().map(|&key| key.to_owned()).collect(),
        is: is.map(str::to_owned),
    };
    let vocabulary = Vocabulary {
        shapes: vec![shape(&["id", "type"], None), shape(&["a", "b"], Some("turn"))],
        words: (0..40)
            .map(|number| json!(format!("word {number}")))
            .chain([json!([1, 2])])
            .collect(),
    };
    let shorthand = Shorthand::new(vocabulary.clone());
    let values = [
        json!(null),
        json!("word 3"),
        json!("3"),
        json!({"hand": [{"id": 1}, {"id": 2, "type": "word 39"}, {"id": 3}], "turn": 0}),
        json!({"hand": [{"id": 1}, {"id": 3}], "turn": 0, "now": {"a": "turn", "b": []}}),
        json!({"hand": [{"id": 3}, {"id": 4, "type": "it's"}], "now": {"a": "turn", "b": [1, [2]]}}),
        json!([{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}]),
        json!([{"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}, {"id": 6}]),
        json!([{"id": 2}, {"id": 3, "seen": true}, {"id": 5}, {"id": 6}, {"id": 7}]),
        json!({"__proto__": {"constructor": 1}, "": 2}),
        json!({"__proto__": {"constructor": 2}, "toString": [], "": 2}),
        json!([]),
        json!([1, 2]),
        json!({"a": [1, 2]}),
        json!({}),
        json!(-1.5),
    ];
    let tapes: Vec<_> = values.iter().map(tape).collect();
    let pairs = tapes.windows(2);
    let mut cases: Vec<_> = pairs.filter_map(|pair| case(&pair[0], &pair[1], &shorthand)).collect();
    cases.push(Case { old: json!(1), delta: json!([[-1, [1, "x"]]]), new: json!([1, "x"]) });
    let misfit = |old, delta| Pair { old, delta };
    let misfits = vec![
        misfit(json!(1), json!([])),
        misfit(json!([1]), json!({"0": []})),
        misfit(json!([1]), json!({"1": 2})),
        misfit(json!([1]), json!({"length": 2})),
        misfit(json!([1]), json!([1, 1])),
        misfit(json!([1]), json!([0, -1])),
        misfit(json!([1]), json!(["'a", "'b"])),
        misfit(json!(1), json!([0, 0, 1])),
        misfit(json!({}), json!({"'a": {"'b": 1}})),
        misfit(json!(1), json!("zz")),
        misfit(json!({}), json!({"14": 1})),
        misfit(json!(1), json!([[9, 1]])),
        misfit(json!(1), json!([[1, 1]])),
    ];
    let own_parts = vec![
        own_part(json!({"a": 1, "b": [1, 2]}), json!({"a": null, "c": {"d": 2}})),
        own_part(json!([{"id": 1}, {"id": 2}]), json!({"1": {"type": "x"}, "2": 1})),
        own_part(json!([{"id": 1}, {"id": 2}]), json!([{"type": "x"}, {"type": "y"}])),
        own_part(json!({"a": [1], "b": {"c": 1}}), json!({"a": [], "b": [2]})),
        own_part(json!({"__proto__": {"a": 1}}), json!({"__proto__": {"b": 2}})),
        own_part(json!(null), json!({"a": 1})),
        own_part(json!({"a": 1}), json!(null)),
    ];
    Group { name: "plain".to_owned(), vocabulary, cases, misfits, own_parts }
}

fn own_part(everybodys: Value, own: Value) -> OwnPart {
    let view = view_of(&everybodys, &own);
    OwnPart { everybodys, own, view }
}

/// A part of a random game of four, or of as many as can play, as its first player sees it.
fn game<G: Game>() -> Group {
    let seats = SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).unwrap();
    let seed = Seed::from_text("vectors");
    let mut dice = Dice::numbered(&seed, 0);
    let mut table = Table::<G>::new(G::Options::default(), seats, Deal::from_seed(seed)).unwrap();
    let shorthand = Shorthand::of::<G>();
    let viewer = Viewer::Seat(seats.first());
    let mut old = Tape::new();
    let (mut cases, mut own_parts) = (Vec::new(), Vec::new());
    for _ in 0..8 {
        let new = tape(&table.view(Viewer::Spectator));
        cases.extend(case(&old, &new, &shorthand));
        old = new;
        let part = own_part(json!(table.view(Viewer::Spectator)), json!(table.own(viewer)));
        assert_eq!(part.view, json!(table.view(viewer)));
        own_parts.push(part);
        let waiting = table.waiting_on();
        let Some(seat) = waiting.iter().nth(dice.place(waiting.len())) else { break };
        let action = dice.pick(&table.legal(seat)).unwrap().clone();
        table.act(seat, action).unwrap();
    }
    let vocabulary = shorthand.vocabulary().clone();
    Group { name: G::NAME.to_owned(), vocabulary, cases, misfits: Vec::new(), own_parts }
}

#[test]
fn the_vectors_are_what_the_server_writes() {
    let games = facedown_games::NAMES.iter();
    let games =
        games.map(|&name| facedown_games::with_game!(name, G => game::<G>(), else unreachable!()));
    let groups: Vec<_> = std::iter::once(plain()).chain(games).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol/vectors/delta.json");
    // One line per case keeps the file readable and its diffs small.
    let text = serde_json::to_string(&groups).unwrap() + "\n";
    let text = text.replace("{\"old\":", "\n{\"old\":").replace("{\"name\":", "\n{\"name\":");
    let text = text.replace("{\"everybodys\":", "\n{\"everybodys\":");
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(std::path::Path::new(path).parent().unwrap()).unwrap();
        std::fs::write(path, &text).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "the vectors are not current; run `cargo xtask codegen`");
    for Group { name, vocabulary, cases, misfits, own_parts } in
        serde_json::from_str::<Vec<Group>>(&found).unwrap()
    {
        let shorthand = Shorthand::new(vocabulary);
        for Case { mut old, delta, new } in cases {
            apply(&mut old, delta, &shorthand).unwrap();
            assert_eq!(old, new, "{name}");
        }
        for OwnPart { everybodys, own, view } in own_parts {
            assert_eq!(view_of(&everybodys, &own), view, "{name}");
        }
        for Pair { mut old, delta } in misfits {
            assert!(apply(&mut old, delta.clone(), &shorthand).is_err(), "{name}: {delta}");
        }
    }
}
