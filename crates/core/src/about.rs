//! A description of a game for people who do not know its rules: enough for the form that creates a table.
//!
//! The response to `GET /games` of a server consists of these types, so a game describes itself only once.

use serde::Serialize;
use serde_json::Value;

use crate::game::Game;

/// A game that describes itself and its options.
///
/// A test compares the settings with the type of the options: every field is described, takes every value that is
/// described, and no other.
pub trait About: Game {
    /// The game's name for people.
    const TITLE: &'static str;
    /// What the game is about, in up to three short sentences. The lobby shows each on a line of its own.
    const ABOUT: &'static str;
    /// Every field of the game's options, in the order of the form.
    const SETTINGS: &'static [Setting];

    /// The settings with their defaults.
    fn options() -> Vec<OptionInfo> {
        let usual = serde_json::to_value(Self::Options::default()).unwrap_or_default();
        let option = |setting: &Setting| OptionInfo {
            usual: usual.get(setting.key).cloned().unwrap_or_else(|| setting.values.nothing()),
            setting: *setting,
        };
        Self::SETTINGS.iter().map(option).collect()
    }
}

/// One field of a game's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Setting {
    /// The name of the field.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// The key of a `bool` option. This one has no effect unless that one is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub needs: Option<&'static str>,
    /// The values that it can have.
    #[serde(flatten)]
    pub values: Values,
}

/// The values that an option can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Values {
    /// True or false.
    Bool {},
    /// A whole number.
    Number {
        /// The smallest allowed value.
        least: u32,
        /// The largest allowed value.
        most: u32,
        /// The unit, in the plural.
        unit: &'static str,
        /// What `null` means to people, if the option may be `null`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        none: Option<&'static str>,
    },
    /// One of several values.
    Choice {
        /// The values to choose from.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Choice>"))]
        choices: &'static [Choice],
    },
    /// A list of some values, each at most once, the most important first.
    Ranking {
        /// The values to choose from.
        #[cfg_attr(feature = "ts", ts(as = "Vec<Choice>"))]
        choices: &'static [Choice],
    },
}

/// A value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// The value in the options.
    pub value: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
}

/// One field of a game's options, with its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionInfo {
    /// Its default.
    #[cfg_attr(feature = "ts", ts(type = "boolean | number | string | string[] | null"))]
    pub usual: Value,
    /// The field and its values.
    #[serde(flatten)]
    pub setting: Setting,
}

// Core knows no bots. The type is here because bots, messages and the server share it.
/// The description of a bot for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotInfo {
    /// Its name in commands and requests.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// How strong it is.
    pub level: Level,
}

/// How strong a bot is, among those of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A beginner beats it.
    Easy,
    /// It plays sensibly.
    Medium,
    /// It is hard to beat.
    Hard,
}

impl Setting {
    /// A setting with this key, title and description.
    pub const fn new(
        key: &'static str,
        title: &'static str,
        about: &'static str,
        values: Values,
    ) -> Self {
        Self { key, title, about, values, needs: None }
    }

    /// The same setting, with no effect unless the flag with this key is set.
    #[must_use]
    pub const fn needs(mut self, key: &'static str) -> Self {
        self.needs = Some(key);
        self
    }
}

impl Values {
    /// What options leave out when they are written: nothing, or a list of nothing.
    fn nothing(self) -> Value {
        match self {
            Self::Ranking { .. } => Value::Array(Vec::new()),
            _ => Value::Null,
        }
    }
}

impl Choice {
    /// A choice with this value, title and description.
    pub const fn new(value: &'static str, title: &'static str, about: &'static str) -> Self {
        Self { value, title, about }
    }
}

impl BotInfo {
    /// A bot with this name, title, description and level.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        level: Level,
    ) -> Self {
        Self { name, title, about, level }
    }
}
