//! The description of Exploding Kittens and its options.

use facedown_core::{About, Choice, Setting, Values};

use super::ExplodingKittens;

impl About for ExplodingKittens {
    const TITLE: &'static str = "Exploding Kittens";
    const ABOUT: &'static str = "Draw until somebody explodes. Skip, attack, peek, steal; and Nope to all that. The last one alive wins.";
    const SETTINGS: &'static [Setting] = &[
        Setting::new(
            "set",
            "Cards",
            "Which cards are played with.",
            Values::Choice {
                choices: &[
                    Choice::new("base", "Base", "The plain game, quick and mean."),
                    Choice::new(
                        "streaking",
                        "Streaking Kittens",
                        "Base, one more Exploding Kitten, and a Streaking Kitten that lets you hold one.",
                    ),
                    Choice::new(
                        "imploding",
                        "Imploding Kittens",
                        "Base, and a kitten that nothing defuses, which all can see coming.",
                    ),
                    Choice::new("party", "Party", "All of these together."),
                    Choice::new(
                        "published",
                        "Published",
                        "The cards of the published box, with Favors.",
                    ),
                ],
            },
        ),
        Setting::new(
            "targeted_attack",
            "Targeted Attacks",
            "When the victim of a Targeted Attack takes their turns.",
            Values::Choice {
                choices: &[
                    Choice::new("pending", "In order", "When the order of play comes to them."),
                    Choice::new("immediate", "At once", "At once, and play goes on from there."),
                ],
            },
        ),
        Setting::new(
            "any_pairs",
            "Any pairs",
            "Any two or three cards of a kind make a combo, not only cats.",
            Values::Bool {},
        ),
        Setting::new(
            "nope_clock",
            "Nope clock",
            "How long each player has to say Nope; without a clock they may take their time.",
            Values::Number { least: 3, most: 600, unit: "seconds", none: Some("no clock") },
        ),
    ];
}
