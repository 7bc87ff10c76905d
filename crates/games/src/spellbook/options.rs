//! The options of a table.

use serde::{Deserialize, Serialize};

/// The options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// What decks have to be like (R-DECK-03).
    pub format: Format,
    /// The life that everybody begins with, 1 to 1,000; `null` for what the format says (R-LIFE-01).
    pub life: Option<u32>,
    /// How many games the match goes over (R-MATCH-01).
    pub best_of: BestOf,
    /// Which mulligan is taken (R-MUL-02).
    pub mulligan: Mulligans,
    /// Who has to agree before something is undone (R-UNDO-03).
    pub undo: Undo,
    /// How much the table does by itself (R-TURN-04).
    pub frame: Frame,
    /// Whether a player who should lose does so at once (R-LOSE-03).
    pub auto_loss: bool,
    /// Whether 21 points of damage from one commander defeat a player (R-LOSE-02).
    pub commander_damage: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            format: Format::Free,
            life: None,
            best_of: BestOf::One,
            mulligan: Mulligans::London,
            undo: Undo::Ask,
            frame: Frame::Guided,
            auto_loss: false,
            commander_damage: true,
        }
    }
}

impl Options {
    /// The life that everybody begins with (R-LIFE-01).
    pub fn starting_life(&self) -> i32 {
        let usual = if self.format == Format::Commander { 40 } else { 20 };
        self.life.and_then(|life| i32::try_from(life).ok()).unwrap_or(usual)
    }

    /// How many games have to be won (R-MATCH-01).
    pub const fn wins_needed(&self) -> u32 {
        self.best_of.games() / 2 + 1
    }
}

/// How many games a match goes over (R-MATCH-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum BestOf {
    /// A single game.
    #[default]
    One,
    /// Whoever wins two of three.
    Three,
    /// Whoever wins three of five.
    Five,
}

impl BestOf {
    /// The number of games.
    pub const fn games(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Three => 3,
            Self::Five => 5,
        }
    }
}

/// What decks have to be like (R-DECK-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Any deck of 1 to 500 cards.
    #[default]
    Free,
    /// At least 60 cards, and a sideboard of at most 15.
    Constructed,
    /// 100 cards, one or two commanders among them.
    Commander,
    /// At least 40 cards.
    Limited,
}

/// Which mulligan is taken (R-MUL-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Mulligans {
    /// Draw seven again, and put one card on the bottom for each mulligan.
    #[default]
    London,
    /// The same, and the first one costs nothing.
    FreeFirst,
}

/// Who has to agree before something is undone (R-UNDO-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// Nobody can undo anything but their own last move.
    Off,
    /// All others.
    #[default]
    Ask,
    /// More than half of the others.
    Majority,
}

/// How much the table does by itself (R-TURN-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// Nothing: the players do everything.
    Free,
    /// It untaps, draws the card of the turn, and clears mana, combat and damage.
    #[default]
    Guided,
}
