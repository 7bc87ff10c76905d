//! The games of this server: enough for a form to set up a table, without knowing any rules.

use facedown_core::{About, BotInfo, OptionInfo};
use serde::Serialize;

/// The response to `GET /games`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Games {
    /// All games.
    pub games: Vec<GameInfo>,
}

/// A game of this server.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameInfo {
    /// Its name in requests.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What the game is about, in a sentence.
    pub about: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// The smallest number of players.
    pub least: usize,
    /// The largest number of players.
    pub most: usize,
    /// Its options, in the order of the form.
    pub options: Vec<OptionInfo>,
    /// Its bots, the weakest first.
    pub bots: Vec<BotInfo>,
}

impl GameInfo {
    /// The game's own description, with the bots that play it.
    pub fn of<G: About>(bots: Vec<BotInfo>) -> Self {
        Self {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            rules: G::RULES,
            least: *G::SEATS.start(),
            most: *G::SEATS.end(),
            options: G::options(),
            bots,
        }
    }
}
