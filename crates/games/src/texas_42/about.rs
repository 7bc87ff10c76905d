//! The description of Texas 42 and its options.

use facedown_core::{About, Choice, Setting, Values};

use super::Texas42;

impl About for Texas42 {
    const TITLE: &'static str = "Texas 42";
    const ABOUT: &'static str = "Four at a table, two against two, with dominoes. Bid, name trumps, follow suit. First side to seven marks wins.";
    const SETTINGS: &'static [Setting] = &[
        Setting::new(
            "marks",
            "Marks",
            "How many marks win a game.",
            Values::Number { least: 1, most: 21, unit: "marks", none: None },
        ),
        Setting::new(
            "games",
            "Games",
            "How many games a side has to win.",
            Values::Number { least: 1, most: 9, unit: "games", none: None },
        ),
        Setting::new(
            "forced_bid",
            "Forced bid",
            "The shaker must bid when all others have passed; otherwise the dominoes are dealt anew.",
            Values::Bool {},
        ),
        Setting::new(
            "early_end",
            "Early end",
            "A hand ends with the trick that decides it; otherwise it is played to the last domino.",
            Values::Bool {},
        ),
        Setting::new(
            "pace",
            "Pace",
            "Who moves the game along after a trick and after a hand.",
            Values::Choice {
                choices: &[
                    Choice::new(
                        "agree",
                        "All agree",
                        "All four agree before a trick is taken in and a hand is scored.",
                    ),
                    Choice::new(
                        "auto",
                        "By itself",
                        "Tricks are taken in and hands are scored at once.",
                    ),
                ],
            },
        ),
        Setting::new(
            "nello",
            "Nello",
            "Who wins a bid of marks may name Nello: to take no trick, without the partner.",
            Values::Bool {},
        ),
        Setting::new(
            "nello_doubles",
            "Doubles in Nello",
            "What the doubles are in Nello.",
            Values::Choice {
                choices: &[
                    Choice::new("suit", "A suit of their own", "The doubles follow each other."),
                    Choice::new("high", "High", "Each double is the highest of its suit."),
                    Choice::new("low", "Low", "Each double is the lowest of its suit."),
                ],
            },
        )
        .needs("nello"),
        Setting::new(
            "sevens",
            "Sevens",
            "Who wins a bid of marks may name Sevens: what is nearest to seven pips takes the trick.",
            Values::Bool {},
        ),
        Setting::new(
            "plunge",
            "Plunge",
            "Who holds four doubles may bid Plunge: the partner names the trump, for four marks or more.",
            Values::Bool {},
        ),
        Setting::new(
            "splash",
            "Splash",
            "Who holds three doubles may bid Splash: the partner names the trump, for two or three marks.",
            Values::Bool {},
        ),
    ];
}
