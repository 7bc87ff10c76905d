//! What the terminal prints, for the page to compare: web/src/protocol/vectors/texts.json.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use facedown_core::{About, BySeat, Game, SeatCount, Viewer};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use crate::samples::{self, Sample, Scene};

/// Names, one of which ends in an s.
const NAMES: [&str; 6] = ["Ann", "Bob", "Mittens", "Dee", "Eli", "Fay"];
/// The most sentences of each kind that are kept. A scene has a whole view with it.
const MAX_EVENTS_PER_KIND: usize = 10;
const MAX_SCENES_PER_KIND: usize = 6;

/// Keeps a few sentences of each kind that differ in more than numbers and names.
#[derive(Default)]
struct Kept(BTreeMap<String, BTreeSet<String>>);

impl Kept {
    fn is_full(&self, kind: &str) -> bool {
        let most =
            if kind.starts_with("event") { MAX_EVENTS_PER_KIND } else { MAX_SCENES_PER_KIND };
        self.0.get(kind).is_some_and(|known| known.len() >= most)
    }

    fn take(&mut self, kind: &str, text: &str) -> bool {
        let mut shape = text.replace(|letter: char| letter.is_ascii_digit(), "");
        for name in NAMES {
            shape = shape.replace(name, "N");
        }
        !self.is_full(kind) && self.0.entry(kind.to_owned()).or_default().insert(shape)
    }
}

fn names(viewer: Viewer) -> Names {
    let seats = SeatCount::new(NAMES.len()).unwrap();
    Names::new(BySeat::new(seats, |seat| NAMES[seat.index()].to_owned()), viewer.seat())
}

fn kind(value: &Value) -> &str {
    value["type"].as_str().unwrap_or_default()
}

/// A line for each event, and for each scene.
fn game<G: About + Story>() -> Vec<String> {
    if crate::files::of::<G>().is_empty() {
        return Vec::new();
    }
    let (mut lines, mut kept) = (Vec::new(), Kept::default());
    samples::all::<G>(|viewer, sample| {
        let names = names(viewer);
        match sample {
            Sample::Event(event) => {
                let text = G::texts().event(event, &names);
                let kind = format!("event {} {viewer}", kind(event));
                if kept.take(&kind, text.as_deref().unwrap_or_default()) {
                    lines.push(
                        json!({ "you": viewer.seat(), "event": event, "text": text }).to_string(),
                    );
                }
            }
            Sample::Scene(scene) => lines.extend(scene_line::<G>(scene, viewer, &names, &mut kept)),
        }
    });
    lines
}

fn scene_line<G: Game + Story>(
    scene: &Scene,
    viewer: Viewer,
    names: &Names,
    kept: &mut Kept,
) -> Option<String> {
    let Scene { view, waiting, facts, legal } = scene;
    let asked = if legal.is_empty() { "wait" } else { "prompt" };
    let mut facts = if facts.is_null() { json!({}) } else { facts.clone() };
    facts["waiting"] = waiting.clone();
    let (title, detail) = G::texts().prompt(asked, view, facts, names);
    let phase = kind(&view["now"]).to_owned() + kind(&view["phase"]);
    let said = format!("{title} {}", detail.as_deref().unwrap_or_default());
    let is_new = kept.take(&format!("{asked} {phase}"), &said);
    let mut offers = Vec::new();
    for (at, (action, facts)) in legal.iter().enumerate() {
        let kind = format!("offer {}", kind(action));
        if kept.is_full(&kind) {
            continue;
        }
        let text = G::texts().offer(action, view, facts.clone(), names);
        if kept.take(&kind, &text) {
            offers.push(json!([at, text]));
        }
    }
    (is_new || !offers.is_empty()).then(|| {
        let actions: Vec<&Value> = legal.iter().map(|(action, _)| action).collect();
        json!({
            "you": viewer.seat(), "view": view, "waiting": waiting, "legal": actions,
            "title": title, "detail": detail, "offers": offers,
        })
        .to_string()
    })
}

#[test]
fn the_vectors_are_what_the_terminal_prints() {
    let mut text = format!("{{\"names\":{}", json!(NAMES));
    for &name in facedown_games::NAMES {
        let lines = facedown_games::with_game!(name, G => game::<G>(), else unreachable!());
        if lines.is_empty() {
            continue;
        }
        let _ = write!(text, ",\n\"{name}\":[\n{}\n]", lines.join(",\n"));
    }
    text += "}\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol/vectors/texts.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "the vectors are not current; run `cargo xtask codegen`");
}
