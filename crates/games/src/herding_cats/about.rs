//! The description of Herding Cats and its options.

use facedown_core::{About, Choice, Setting, Values};

use super::HerdingCats;

impl About for HerdingCats {
    const TITLE: &'static str = "Herding Cats";
    const ABOUT: &'static str = "Play cards face down and say what they are. Is it true? Challenge or pass. Whoever gathers the best herd wins.";
    const SETTINGS: &'static [Setting] = &[
        Setting::new(
            "challenge_clock",
            "Challenge clock",
            "How long there is to challenge what somebody declares; without a clock everybody has to pass.",
            Values::Number { least: 5, most: 600, unit: "seconds", none: Some("no clock") },
        ),
        Setting::new(
            "tie_breakers",
            "Tie-breakers",
            "What decides between players with equal points, in this order; with none they share the win.",
            Values::Ranking {
                choices: &[
                    Choice::new(
                        "face_down_herd",
                        "Face-down cards",
                        "Whoever has more face-down cards in the herd is ahead.",
                    ),
                    Choice::new(
                        "herd",
                        "Size of the herd",
                        "Whoever has more cards in the herd is ahead.",
                    ),
                ],
            },
        ),
    ];
}
