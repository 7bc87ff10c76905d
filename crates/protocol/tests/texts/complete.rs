//! Every event, action and phase has its message, every message is used, and all its variables exist.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::{About, Game};
use facedown_games::Story;
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

use crate::files::{self, Messages};
use crate::samples::{self, Sample};

/// The variants of a type with their fields, taken from its TypeScript declaration.
fn variants(declared: &str) -> BTreeMap<String, BTreeSet<String>> {
    let variants = declared.split("{ \"type\": \"").skip(1);
    variants
        .map(|variant| {
            let (tag, rest) = variant.split_once('"').unwrap();
            (tag.to_owned(), fields(rest))
        })
        .collect()
}

fn declared<T: TS + ?Sized>() -> String {
    let declared = T::inline(&Config::new());
    let mut plain = String::new();
    for part in declared.split("/*") {
        plain += part.split_once("*/").map_or(part, |(_, rest)| rest);
    }
    plain
}

/// Finds the phases of a game and the kinds of its cards.
#[derive(Default)]
struct Found {
    phases: Vec<String>,
    kinds: Vec<String>,
}

impl TypeVisitor for Found {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        match &*T::ident(&Config::new()) {
            "Phase" => self.phases = variants(&declared::<T>()).into_keys().collect(),
            "Kind" => {
                let quoted = declared::<T>();
                self.kinds = quoted.split('"').skip(1).step_by(2).map(str::to_owned).collect();
            }
            _ => {}
        }
    }
}

/// The names of the fields in a declaration.
fn fields(declared: &str) -> BTreeSet<String> {
    let names =
        declared.split(':').filter_map(|before| before.split([',', '{', ' ', '\n']).next_back());
    names.map(|name| name.trim_end_matches('?').to_owned()).collect()
}

/// The messages that a game needs, and the variables that each may use.
fn needed<G: About + Story>() -> BTreeMap<String, BTreeSet<String>>
where
    G::Event: TS,
    G::Action: TS + 'static,
    G::View<'static>: TS + 'static,
{
    let mut offer_facts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut prompt_facts = BTreeSet::from(["waiting".to_owned()]);
    samples::all::<G>(|_, sample| {
        let Sample::Scene(scene) = sample else { return };
        prompt_facts.extend(keys(&scene.facts));
        for (action, facts) in &scene.legal {
            offer_facts.entry(tag(action).unwrap_or_default()).or_default().extend(keys(facts));
        }
    });
    let mut needed = BTreeMap::new();
    for (tag, mut fields) in variants(&declared::<G::Event>()) {
        // What the page knows besides.
        fields.insert("known".to_owned());
        needed.insert(format!("event-{tag}"), fields);
    }
    for (tag, mut fields) in variants(&declared::<G::Action>()) {
        fields.extend(offer_facts.remove(&tag).unwrap_or_default());
        needed.insert(format!("offer-{tag}"), fields);
    }
    let mut view = fields(&declared::<G::View<'static>>());
    view.extend(prompt_facts);
    let mut found = Found::default();
    G::Action::visit_dependencies(&mut found);
    <G::View<'static>>::visit_dependencies(&mut found);
    // What a card does is said wherever it is seen.
    for kind in found.kinds {
        for form in ["", ".title", ".text"] {
            needed.insert(format!("card-{kind}{form}"), BTreeSet::new());
        }
    }
    for phase in found.phases {
        needed.insert(format!("wait-{phase}"), view.clone());
        needed.insert(format!("prompt-{phase}"), view.clone());
    }
    needed
}

fn tag(value: &Value) -> Option<String> {
    Some(value.get("type")?.as_str()?.to_owned())
}

fn keys(value: &Value) -> impl Iterator<Item = String> {
    value.as_object().into_iter().flat_map(|fields| fields.keys().cloned())
}

fn check<G: About + Story>()
where
    G::Event: TS,
    G::Action: TS + 'static,
    G::View<'static>: TS + 'static,
{
    let messages = files::of::<G>();
    if messages.is_empty() {
        return;
    }
    let needed = needed::<G>();
    let missing: Vec<&String> = needed.keys().filter(|id| !messages.contains_key(*id)).collect();
    assert!(missing.is_empty(), "{}: these messages are missing: {missing:?}", G::NAME);
    arguments_are_there(G::NAME, &messages, &needed);
    all_is_used(G::NAME, &messages, &needed);
}

fn arguments_are_there(
    game: &str,
    messages: &Messages,
    needed: &BTreeMap<String, BTreeSet<String>>,
) {
    for (id, message) in messages {
        let Some(known) = needed.get(id.split('.').next().unwrap_or_default()) else { continue };
        for variable in &message.variables {
            let first = variable.split('-').next().unwrap_or_default();
            assert!(
                known.contains(first),
                "{game}: {id} uses ${variable}, which does not exist; there are {known:?}"
            );
        }
    }
}

/// Checks that every message is needed, used by another message, part of a list, or named in the code.
fn all_is_used(game: &str, messages: &Messages, needed: &BTreeMap<String, BTreeSet<String>>) {
    let sources = files::sources(game);
    let shared = files::shared();
    let all = || messages.values().chain(shared.values());
    let functions: BTreeSet<&String> = all().flat_map(|message| &message.functions).collect();
    let referred: BTreeSet<&String> = all().flat_map(|message| &message.refers_to).collect();
    for id in messages.keys() {
        let name = id.split('.').next().unwrap_or_default();
        let list = name.split('-').next().unwrap_or_default();
        let is_word = functions.contains(&list.to_uppercase())
            || sources.contains(&format!("\"{list}\","))
            || sources.contains(&format!("group(\"{list}\")"));
        let is_named =
            sources.contains(&format!("\"{name}\"")) || sources.contains(&format!("\"{id}\""));
        assert!(
            needed.contains_key(name) || referred.contains(id) || is_word || is_named,
            "{game}: {id} is not used"
        );
    }
    for id in referred.into_iter().cloned().chain(named(&sources)) {
        let id = &id;
        assert!(
            messages.contains_key(id) || shared.contains_key(id),
            "{game}: there is no message {id}"
        );
    }
}

/// The messages that the code names, as far as their prefix shows that they are messages.
fn named(sources: &str) -> Vec<String> {
    let mut named = Vec::new();
    for group in ["\"page-", "\"howto-", "\"terminal-"] {
        for (at, _) in sources.match_indices(group) {
            let name = sources[at + 1..].split('"').next().unwrap_or_default();
            // A name that continues with other characters is composed at run time.
            if name.chars().all(|it| it.is_ascii_alphanumeric() || "-.".contains(it)) {
                named.push(name.to_owned());
            }
        }
    }
    named
}

#[test]
fn every_event_action_and_phase_has_its_message_and_every_message_is_used() {
    for &name in facedown_games::NAMES {
        facedown_games::with_game!(name, G => check::<G>(), else unreachable!());
    }
}

#[test]
fn all_languages_have_the_same_messages_with_the_same_variables() {
    for &name in facedown_games::NAMES {
        let languages =
            facedown_games::with_game!(name, G => G::texts().languages(), else unreachable!());
        let all: Vec<_> =
            languages.iter().map(|(tag, text)| (tag, files::read(text).unwrap())).collect();
        let Some(((_, first), others)) = all.split_first() else { continue };
        let shape = |messages: &Messages| -> Vec<(String, BTreeSet<String>)> {
            messages.iter().map(|(id, message)| (id.clone(), message.variables.clone())).collect()
        };
        for (tag, other) in others {
            assert_eq!(shape(first), shape(other), "{name}, {tag}");
        }
    }
}

#[test]
fn messages_are_written_in_one_way() {
    let games = facedown_games::NAMES.iter().map(|&name| {
        facedown_games::with_game!(name, G => (G::NAME, files::of::<G>()), else unreachable!())
    });
    for (game, messages) in games.chain([("shared", files::shared())]) {
        for (id, message) in messages {
            for line in message.text.lines() {
                let place = format!("{game}: {id}: {line}");
                assert!(!line.contains(['\'', '"', '`']), "use ’ “ ”: {place}");
                assert!(!line.contains("  ") && !line.contains(" ."), "spaces: {place}");
                assert!(!line.contains("--") && !line.contains("..."), "use – …: {place}");
            }
            let is_label = ["offer-", "prompt-", "wait-"].iter().any(|kind| id.starts_with(kind));
            if is_label && !id.contains('.') {
                let text = message.text.trim_end();
                assert!(!text.ends_with('.'), "a label has no full stop: {game}: {id}");
            }
        }
    }
}

/// Refusals, descriptions and what the terminal prints besides are in Rust, and read by players all the same.
#[test]
fn texts_in_rust_have_the_apostrophe_of_the_messages() {
    for line in files::code() {
        let letters: Vec<char> = line.chars().collect();
        let is_straight = |three: &[char]| {
            three[1] == '\''
                && three[2].is_alphabetic()
                && (three[0] == '}' || three[0].is_alphabetic())
        };
        assert!(!letters.windows(3).any(is_straight), "use ’: {line}");
    }
}
