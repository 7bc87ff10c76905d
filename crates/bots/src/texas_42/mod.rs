//! Bots for Texas 42, and the solver.

use facedown_core::{BotInfo, Dice, Level};
use facedown_games::texas_42::Texas42;

use crate::{Bot, BotGame, RANDOM};

mod greedy;
mod hand;
mod old_timer;
mod policy;
pub mod solver;

pub use greedy::Greedy;
pub use old_timer::OldTimer;

impl BotGame for Texas42 {
    const BOT_NAMES: &'static [&'static str] = crate::names::TEXANS;
    const BOTS: &'static [BotInfo] = &[
        RANDOM,
        BotInfo::new(
            "greedy",
            "Greedy",
            "Counts its trumps and plays the obvious domino.",
            Level::Medium,
        ),
        BotInfo::new(
            "old-timer",
            "Old-timer",
            "Imagines the other hands, again and again, and does what works out best.",
            Level::Hard,
        ),
    ];

    fn own_bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "greedy" => Some(Box::new(Greedy::new(dice))),
            "old-timer" => Some(Box::new(OldTimer::new(dice))),
            _ => None,
        }
    }
}
