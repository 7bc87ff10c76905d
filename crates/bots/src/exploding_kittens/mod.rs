//! Bots for Exploding Kittens.

use facedown_core::{BotInfo, Dice, Level};
use facedown_games::exploding_kittens::ExplodingKittens;

use crate::{Bot, BotGame, RANDOM};

mod nine_lives;
mod own_eyes;
mod scaredy_cat;

pub use nine_lives::NineLives;
pub use scaredy_cat::ScaredyCat;

impl BotGame for ExplodingKittens {
    const BOT_NAMES: &'static [&'static str] = crate::names::KITTENS;
    const BOTS: &'static [BotInfo] = &[
        RANDOM,
        BotInfo::new(
            "scaredy-cat",
            "Scaredy-cat",
            "Runs away when the next card looks dangerous, and otherwise plays what it has.",
            Level::Medium,
        ),
        BotInfo::new(
            "nine-lives",
            "Nine Lives",
            "Counts the kittens, and reckons what each draw may cost and what each card would bring.",
            Level::Hard,
        ),
    ];

    fn own_bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "scaredy-cat" => Some(Box::new(ScaredyCat::new(dice))),
            "nine-lives" => Some(Box::new(NineLives::new(dice))),
            _ => None,
        }
    }
}

/// A small count as a floating-point number.
#[allow(clippy::cast_precision_loss)] // a handful of cards
const fn as_f64(count: usize) -> f64 {
    count as f64
}
