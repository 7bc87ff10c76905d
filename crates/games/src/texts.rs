//! What players read: a game's messages, from the file that the terminal and the page share.
//!
//! The messages are in [Fluent](https://projectfluent.org), a file for each language in the game's folder. The words
//! that all games share are in `texts/en.ftl`. `web/src/lib/texts.ts` does the same for the page, and the vectors in
//! `web/src/protocol/vectors/texts.json` show that both say the same.
//!
//! **Which message.** An event of the type `called` is told with `event-called`, an action of that type is offered
//! with `offer-called`, and `prompt-…` and `wait-…` say what a phase of the game asks of the reader, or whom it waits
//! for; their attribute `detail` says more. A message that is empty says nothing. Where an event has an attribute `terminal`,
//! the terminal says that instead. Without a message the fields are named one by one.
//!
//! **Arguments.** A variable is a path into what the message is about: `$player` is the field `player` of an event,
//! `$contract-bid` the field `bid` of its field `contract`, `$team_marks-0` the first item of a list and
//! `$winners-count` the length of one. What that gives is in [`value`]. The page also gives an event `$known`: what the
//! reader knows of a card in it from their own hand.
//!
//! **Functions.** `NAME($player)` is a player's name or "you", `NAMES($winners)` several, `WHOSE($player)` "Ann’s" or
//! "your", and `YOU($player)` chooses between `[you]` and `*[other]`. `SAME($a, $b)` is `yes` or `no`, `PARITY($n)` `odd`
//! or `even`. `PLACE($index)` counts from 1 what is counted from 0, and `AT($list, $index)` is an item of a list.
//! Any group of messages is a list of words: `CARD($kind)` is the message `card-…` for this kind, and
//! `CARD($kind, form: "one")` its attribute `one`.

use std::sync::{Arc, OnceLock};

use fluent_bundle::concurrent::FluentBundle as SharedBundle;
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
use fluent_syntax::ast;
use serde_json::Value;

use crate::story::Names;

mod functions;
mod plain;
mod value;
mod variables;

pub use value::locate;
pub use variables::variables;

/// The words that all games share, by language.
const SHARED: &[(&str, &str)] = &[("en", include_str!("texts/en.ftl"))];

/// The messages of a game, in every language there is.
pub struct Texts {
    languages: &'static [(&'static str, &'static str)],
    read: OnceLock<Messages>,
}

/// The messages of a game in one language.
struct Messages {
    language: &'static str,
    resources: [Arc<FluentResource>; 2],
    /// The same without functions: what words are looked up in.
    words: SharedBundle<Arc<FluentResource>>,
}

type Bundle = FluentBundle<Arc<FluentResource>>;

impl Texts {
    /// The messages of a game that has none: everything is said in a plain way.
    pub fn none() -> &'static Self {
        static NONE: Texts = Texts::new(&[("en", "")]);
        &NONE
    }

    /// Messages by language, each the text of a file. The first language is the one that is complete.
    pub const fn new(languages: &'static [(&'static str, &'static str)]) -> Self {
        Self { languages, read: OnceLock::new() }
    }

    /// The languages and their files.
    pub const fn languages(&self) -> &'static [(&'static str, &'static str)] {
        self.languages
    }

    /// What happened, as a sentence; nothing if it is not worth a line.
    pub fn event(&'static self, event: &Value, names: &Names) -> Option<String> {
        let id = format!("event-{}", tag(event)?);
        let told =
            self.say(&id, event, names).unwrap_or_else(|| plain::sentence(event, names) + ".");
        Some(told).filter(|told| !told.is_empty())
    }

    /// The same for the terminal, which is silent about some of it.
    pub fn event_in_terminal(&'static self, event: &Value, names: &Names) -> Option<String> {
        let id = format!("event-{}.terminal", tag(event)?);
        let told = self.say(&id, event, names).or_else(|| self.event(event, names))?;
        Some(told).filter(|told| !told.is_empty())
    }

    /// What an action would do, as a choice in a list. The cards in it are as the reader's view shows them.
    pub fn offer(
        &'static self,
        action: &Value,
        view: &Value,
        facts: Value,
        names: &Names,
    ) -> String {
        let mut about = action.clone();
        for key in ["card", "cards"] {
            if let Some(cards) = about.get_mut(key) {
                *cards = value::seen(cards, view);
            }
        }
        join(&mut about, facts);
        let id = format!("offer-{}", tag(action).unwrap_or_default());
        self.say(&id, &about, names).unwrap_or_else(|| plain::sentence(action, names))
    }

    /// What a phase of the game asks of the reader, as a title; with `.detail` more about it.
    pub fn prompt(
        &'static self,
        kind: &str,
        view: &Value,
        facts: Value,
        names: &Names,
    ) -> (String, Option<String>) {
        let mut about = view.clone();
        join(&mut about, facts);
        let phase = ["now", "phase"].into_iter().find_map(|key| tag(view.get(key)?));
        let id = format!("{kind}-{}", phase.unwrap_or_default());
        match self.say(&id, &about, names) {
            Some(title) => {
                let detail = self.say(&format!("{id}.detail"), &about, names);
                (title, detail.filter(|detail| !detail.is_empty()))
            }
            None => (self.say(kind, &about, names).unwrap_or_default(), None),
        }
    }

    /// The text of a message, or of an attribute of one (`card-kitten.one`); nothing if there is no such message.
    pub fn say(&'static self, id: &str, about: &Value, names: &Names) -> Option<String> {
        let bundle = self.messages().read_by(names);
        let pattern = pattern(&bundle, id)?;
        let mut arguments = FluentArgs::new();
        for name in variables(pattern, &|id| self::pattern(&bundle, id)) {
            let value = value::look_up(about, &name);
            arguments.set(name, value);
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{id}: {errors:?}");
        Some(text)
    }

    /// A word of a list, or a form of it: `word("card", "kitten", Some("one"))`.
    pub fn word(&'static self, list: &str, key: &str, form: Option<&str>) -> String {
        functions::word(&self.messages().words, list, key, form, None)
    }

    /// The names of the messages of a group, in the order of the file: `howto-1`, `howto-2`.
    pub fn group(&'static self, group: &str) -> impl Iterator<Item = &'static str> {
        let messages = self.messages();
        messages.ids().filter(move |id| id.split_once('-').is_some_and(|(list, _)| list == group))
    }

    fn messages(&self) -> &Messages {
        self.read.get_or_init(|| {
            let (language, game) = self.languages.first().copied().unwrap_or(("en", ""));
            let shared = SHARED.iter().find(|(of, _)| *of == language).map_or("", |(_, text)| text);
            let read = |text: &str| {
                // What cannot be read is left out here, and found by a test.
                Arc::new(FluentResource::try_new(text.to_owned()).unwrap_or_else(|(read, _)| read))
            };
            Messages::new(language, [read(shared), read(game)])
        })
    }
}

impl Messages {
    fn new(language: &'static str, resources: [Arc<FluentResource>; 2]) -> Self {
        let mut words = SharedBundle::new_concurrent(locale(language));
        words.set_use_isolating(false);
        for resource in &resources {
            // A game's message takes the place of a shared one.
            words.add_resource_overriding(Arc::clone(resource));
        }
        Self { language, resources, words }
    }

    /// The messages for one reader, with the functions that name the players.
    fn read_by(&'static self, names: &Names) -> Bundle {
        let mut bundle = Bundle::new(locale(self.language));
        bundle.set_use_isolating(false);
        for resource in &self.resources {
            bundle.add_resource_overriding(Arc::clone(resource));
        }
        let lists = self.ids().filter_map(|id| Some(id.split_once('-')?.0));
        functions::add(&mut bundle, &self.words, lists, names);
        bundle
    }

    fn ids(&self) -> impl Iterator<Item = &str> {
        self.resources.iter().flat_map(|resource| resource.entries()).filter_map(
            |entry| match entry {
                ast::Entry::Message(message) => Some(message.id.name),
                _ => None,
            },
        )
    }
}

fn locale<L: std::str::FromStr>(language: &str) -> Vec<L> {
    language.parse().into_iter().collect()
}

/// The value of a message, or of an attribute of one.
fn pattern<'b, M>(
    bundle: &'b fluent_bundle::bundle::FluentBundle<Arc<FluentResource>, M>,
    id: &str,
) -> Option<&'b ast::Pattern<&'b str>> {
    match id.split_once('.') {
        Some((id, attribute)) => Some(bundle.get_message(id)?.get_attribute(attribute)?.value()),
        None => bundle.get_message(id)?.value(),
    }
}

/// What kind of event, action or phase this is.
fn tag(value: &Value) -> Option<&str> {
    value.get("type")?.as_str()
}

/// Adds facts to what a message is about.
fn join(about: &mut Value, facts: Value) {
    if let (Value::Object(about), Value::Object(facts)) = (about, facts) {
        about.extend(facts);
    }
}
