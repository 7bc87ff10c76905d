//! Bots for Spellbook.

use facedown_core::{BotInfo, Dice, Level};
use facedown_games::spellbook::Spellbook;

use crate::{Bot, BotGame, RANDOM};

mod apprentice;
mod before;
mod combat;
mod eyes;
mod goldfish;
mod mana;

pub use apprentice::Apprentice;
pub use goldfish::Goldfish;

impl BotGame for Spellbook {
    const BOT_NAMES: &'static [&'static str] = crate::names::WIZARDS;
    const BOTS: &'static [BotInfo] = &[
        RANDOM,
        BotInfo::new(
            "goldfish",
            "Goldfish",
            "Brings a deck of the house and does nothing with it, so that you can try yours.",
            Level::Easy,
        ),
        BotInfo::new(
            "apprentice",
            "Apprentice",
            "Brings a deck of the house, and plays its lands and creatures. Never reads what else is on its cards.",
            Level::Medium,
        ),
    ];

    fn own_bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "goldfish" => Some(Box::new(Goldfish::new(dice))),
            "apprentice" => Some(Box::new(Apprentice::new(dice))),
            _ => None,
        }
    }
}
