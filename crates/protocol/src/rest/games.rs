//! What can be played here: enough for a form on which a table is set up, without knowing any rules.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET /games`: what can be played here.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Games {
    /// All games.
    pub games: Vec<GameInfo>,
}

/// A game that can be played here.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameInfo {
    /// Its name in requests.
    pub name: String,
    /// Its name as people write it.
    pub title: String,
    /// What one does in it, in a sentence.
    pub about: String,
    /// The version of its rules.
    pub rules: u32,
    /// The fewest that can play.
    pub least: usize,
    /// The most that can play.
    pub most: usize,
    /// What a table can choose, in the order in which a form has it.
    pub options: Vec<OptionInfo>,
    /// Its bots, the weakest first.
    pub bots: Vec<BotInfo>,
}

/// Something that a table can choose: a field of the `options` of a new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionInfo {
    /// What the field is called.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// What it means, in a sentence.
    pub about: String,
    /// What it is if nothing is chosen.
    #[cfg_attr(feature = "ts", ts(type = "boolean | number | string | string[] | null"))]
    pub usual: Value,
    /// The key of the `bool` without which it means nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub needs: Option<String>,
    /// What it can be.
    #[serde(flatten)]
    pub values: OptionValues,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum OptionValues {
    /// True or false.
    Bool {},
    /// A whole number.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
        /// What is counted.
        unit: String,
        /// If it may also be `null`: what that is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        none: Option<String>,
    },
    /// One of these.
    Choice {
        /// All of them.
        choices: Vec<Choice>,
    },
    /// A list of some of these, each at most once, the most important first.
    Ranking {
        /// All of them.
        choices: Vec<Choice>,
    },
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Choice {
    /// What it is in the options.
    pub value: String,
    /// What people call it.
    pub title: String,
    /// What it means, in a sentence.
    pub about: String,
}

/// A bot that can sit at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BotInfo {
    /// Its name in requests.
    pub name: String,
    /// Its name as people write it.
    pub title: String,
    /// How it plays, in a sentence.
    pub about: String,
    /// How strong it is.
    pub level: Level,
}

/// How strong a bot is, among those of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Anybody wins.
    Easy,
    /// It knows what it does.
    Medium,
    /// It is hard to beat.
    Hard,
}
