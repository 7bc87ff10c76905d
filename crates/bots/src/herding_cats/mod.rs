//! Bots for Herding Cats.

use facedown_core::{BotInfo, Dice, Level};
use facedown_games::herding_cats::HerdingCats;

use crate::{Bot, BotGame, RANDOM};

mod cat_herder;
mod timid;

pub use cat_herder::CatHerder;
pub use timid::Timid;

impl BotGame for HerdingCats {
    const BOT_NAMES: &'static [&'static str] = crate::names::CATS;
    const BOTS: &'static [BotInfo] = &[
        RANDOM,
        BotInfo::new("timid", "Timid", "Never lies and never doubts.", Level::Medium),
        BotInfo::new(
            "cat-herder",
            "Cat-herder",
            "Counts cards, notes who lies, and lies where it pays.",
            Level::Hard,
        ),
    ];

    fn own_bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "timid" => Some(Box::new(Timid::new(dice))),
            "cat-herder" => Some(Box::new(CatHerder::new(dice))),
            _ => None,
        }
    }
}
