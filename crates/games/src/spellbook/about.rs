//! What Spellbook is, and what a table can choose.

use facedown_core::{About, Choice, Setting, Values};

use super::Spellbook;

impl About for Spellbook {
    const TITLE: &'static str = "Spellbook";
    const ABOUT: &'static str = "Bring your own deck. The table keeps the cards and the secrets. The rules are yours to follow.";
    const SETTINGS: &'static [Setting] = &[
        Setting::new(
            "format",
            "Format",
            "What decks have to be like. Which cards are allowed is up to you.",
            Values::Choice {
                choices: &[
                    Choice::new("free", "Free", "Any deck of 1 to 500 cards."),
                    Choice::new(
                        "constructed",
                        "Constructed",
                        "At least 60 cards, and a sideboard of at most 15.",
                    ),
                    Choice::new(
                        "commander",
                        "Commander",
                        "A deck of 100 cards with one or two commanders, and 40 life.",
                    ),
                    Choice::new("limited", "Limited", "At least 40 cards."),
                ],
            },
        ),
        Setting::new(
            "life",
            "Life",
            "How much life everybody begins with.",
            Values::Number {
                least: 1,
                most: 1000,
                unit: "life",
                none: Some("what the format says"),
            },
        ),
        Setting::new(
            "best_of",
            "Games",
            "How many games the match goes over.",
            Values::Choice {
                choices: &[
                    Choice::new("one", "One", "A single game."),
                    Choice::new("three", "Best of three", "Whoever wins two games."),
                    Choice::new("five", "Best of five", "Whoever wins three games."),
                ],
            },
        ),
        Setting::new(
            "mulligan",
            "Mulligans",
            "What a new hand costs.",
            Values::Choice {
                choices: &[
                    Choice::new("london", "London", "One card on the bottom for each mulligan."),
                    Choice::new(
                        "free-first",
                        "First one free",
                        "The first mulligan costs nothing.",
                    ),
                ],
            },
        ),
        Setting::new(
            "undo",
            "Undo",
            "Who has to agree before something is undone.",
            Values::Choice {
                choices: &[
                    Choice::new(
                        "off",
                        "Off",
                        "Only your own last move can be taken back, at once.",
                    ),
                    Choice::new("ask", "All agree", "All other players have to agree."),
                    Choice::new("majority", "Most agree", "More than half of the others."),
                ],
            },
        ),
        Setting::new(
            "frame",
            "Steps",
            "How much the table does by itself.",
            Values::Choice {
                choices: &[
                    Choice::new("free", "By hand", "Nothing: you do everything."),
                    Choice::new(
                        "guided",
                        "Guided",
                        "It untaps, draws the card of the turn, and clears mana and damage.",
                    ),
                ],
            },
        ),
        Setting::new(
            "auto_loss",
            "Lose at once",
            "Whoever should lose does, without giving up.",
            Values::Bool {},
        ),
        Setting::new(
            "commander_damage",
            "Commander damage",
            "Combat damage of 21 points from one commander defeats a player.",
            Values::Bool {},
        ),
    ];
}
