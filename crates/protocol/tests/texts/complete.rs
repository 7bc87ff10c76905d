//! Every event, action and phase has its message, every message is used, and what it asks for is there.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::Game;
use facedown_games::{About, Story};
use serde_json::Value;
use ts_rs::{Config, TS, TypeVisitor};

use crate::files::{self, Messages};
use crate::samples::{self, Sample};

/// What a type of the game declares: its variants with their fields, as TypeScript has them.
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

/// Finds what the table can be waiting for.
#[derive(Default)]
struct Phases(Vec<String>);

impl TypeVisitor for Phases {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::ident(&Config::new()) == "Phase" {
            self.0 = variants(&declared::<T>()).into_keys().collect();
        }
    }
}

/// The names before the colons.
fn fields(declared: &str) -> BTreeSet<String> {
    let names =
        declared.split(':').filter_map(|before| before.split([',', '{', ' ', '\n']).next_back());
    names.map(|name| name.trim_end_matches('?').to_owned()).collect()
}

/// What there is to say in a game, and which variables the messages for it may begin with.
fn needed<G: About + Story>() -> BTreeMap<String, BTreeSet<String>>
where
    G::Event: TS,
    G::Action: TS,
    G::View: TS + 'static,
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
    for (tag, fields) in variants(&declared::<G::Event>()) {
        needed.insert(format!("event-{tag}"), fields);
    }
    for (tag, mut fields) in variants(&declared::<G::Action>()) {
        fields.extend(offer_facts.remove(&tag).unwrap_or_default());
        needed.insert(format!("offer-{tag}"), fields);
    }
    let mut view = fields(&declared::<G::View>());
    view.extend(prompt_facts);
    let mut phases = Phases::default();
    G::View::visit_dependencies(&mut phases);
    for phase in phases.0 {
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
    G::Action: TS,
    G::View: TS + 'static,
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
                "{game}: {id} asks for ${variable}; there is only {known:?}"
            );
        }
    }
}

/// A message is used for what there is to say, by another message, as a word of a list, or by its name in the code.
fn all_is_used(game: &str, messages: &Messages, needed: &BTreeMap<String, BTreeSet<String>>) {
    let sources = files::sources(game);
    let shared = files::shared();
    let all = || messages.values().chain(shared.values());
    let functions: BTreeSet<&String> = all().flat_map(|message| &message.functions).collect();
    let referred: BTreeSet<&String> = all().flat_map(|message| &message.refers_to).collect();
    for id in messages.keys() {
        let name = id.split('.').next().unwrap_or_default();
        let list = name.split('-').next().unwrap_or_default();
        let is_word =
            functions.contains(&list.to_uppercase()) || sources.contains(&format!("\"{list}\","));
        let is_named =
            sources.contains(&format!("\"{name}\"")) || sources.contains(&format!("\"{id}\""));
        assert!(
            needed.contains_key(name) || referred.contains(id) || is_word || is_named,
            "{game}: nobody uses {id}"
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

/// The messages that are asked for by name, as far as their group tells that they are messages.
fn named(sources: &str) -> Vec<String> {
    let mut named = Vec::new();
    for group in ["\"page-", "\"howto-", "\"terminal-"] {
        for (at, _) in sources.match_indices(group) {
            let name = sources[at + 1..].split('"').next().unwrap_or_default();
            // What goes on with something else is made of parts.
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
