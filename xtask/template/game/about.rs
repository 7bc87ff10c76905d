//! What Template Game is, what a table can choose, and where its words are.

use facedown_core::{About, Setting, Values};

use super::TemplateGame;
use crate::{Story, Texts};

impl About for TemplateGame {
    const TITLE: &'static str = "Template Game";
    const ABOUT: &'static str =
        "Play a number face down. The highest takes the round. The last rounds are worth most.";
    const SETTINGS: &'static [Setting] = &[Setting::new(
        "hand",
        "Cards",
        "How many cards everybody is dealt, and so how many rounds there are.",
        Values::Number { least: 3, most: 7, unit: "cards", none: None },
    )];
}

impl Story for TemplateGame {
    fn texts() -> &'static Texts {
        static TEXTS: Texts = Texts::new(&[("en", include_str!("texts/en.ftl"))]);
        &TEXTS
    }
}
