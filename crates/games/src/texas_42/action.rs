//! The actions of the players, the options of a table, and the refusals.

use facedown_core::{Card, Seats};
use serde::{Deserialize, Serialize};

use super::bid::Bid;
use super::suits::{NelloDoubles, Trump};

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Calls in the auction (R-BID-01).
    Bid {
        /// The call.
        bid: Bid,
    },
    /// Names the trump (R-TRUMP-01).
    SelectTrump {
        /// The trump of this hand.
        trump: Trump,
    },
    /// Plays a domino to the trick (R-PLAY-01).
    PlayDomino {
        /// A card of one's own hand.
        card: Card,
    },
    /// Agrees that the trick can be taken in (R-AGREE-01).
    AgreeCompleteTrick {},
    /// Takes the trick in (R-AGREE-02).
    CompleteTrick {},
    /// Agrees that the hand can be scored (R-AGREE-01).
    AgreeScoreHand {},
    /// Scores the hand and deals the next (R-AGREE-02).
    ScoreHand {},
    /// Deals anew when all have passed (R-BID-05).
    Redeal {},
    /// Begins the next game of several (R-GAME-02).
    NewGame {},
}

impl facedown_core::Action for Action {}

/// The options of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // each is a choice of its own
pub struct Options {
    /// How many marks win a game, 1 to 21.
    pub marks: u8,
    /// How many games a side has to win, 1 to 9.
    pub games: u8,
    /// Whether the shaker must bid when all others have passed (R-BID-06).
    pub forced_bid: bool,
    /// Whether a hand ends as soon as it is decided (R-SCORE-04).
    pub early_end: bool,
    /// Whether all four agree before a trick is taken in and a hand is scored (R-AGREE-03).
    pub pace: Pace,
    /// Whether Nello can be named.
    pub nello: bool,
    /// What the doubles are in Nello.
    pub nello_doubles: NelloDoubles,
    /// Whether Sevens can be named.
    pub sevens: bool,
    /// Whether one can plunge.
    pub plunge: bool,
    /// Whether one can splash.
    pub splash: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            marks: 7,
            games: 1,
            forced_bid: false,
            early_end: false,
            pace: Pace::Agree,
            nello: false,
            nello_doubles: NelloDoubles::Suit,
            sevens: false,
            plunge: false,
            splash: false,
        }
    }
}

/// Who moves the game along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// All four agree.
    #[default]
    Agree,
    /// It moves along by itself.
    Auto,
}

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// An action of another phase of the game.
        #[rule(rule)]
        #[error("that cannot be done now: {now}")]
        NotNow {
            /// What can be done.
            now: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// A bid that is not on the list of bids.
        #[rule("R-BID-02")]
        #[error("{bid} cannot be bid; bid 30 to 41 points, or marks")]
        NoSuchBid {
            /// What was bid.
            bid: Bid,
        },
        /// A bid that is too low.
        #[rule("R-BID-02")]
        #[error("{bid} is not higher than the highest bid, {highest}; bid more or pass")]
        TooLow {
            /// What was bid.
            bid: Bid,
            /// What is to be beaten.
            highest: Bid,
        },
        /// A bid of marks that skips some.
        #[rule("R-BID-03")]
        #[error("{marks} marks are too many at once; bid at most {most}")]
        TooManyMarks {
            /// What was bid.
            marks: u8,
            /// The most marks that can be bid now.
            most: u8,
        },
        /// A special contract that this table does not play.
        #[rule(rule)]
        #[error("this table does not play {name}; bid or name something else")]
        NotPlayed {
            /// What it is called.
            name: &'static str,
            /// The rule that offers it.
            rule: &'static str,
        },
        /// Not enough doubles to plunge or splash.
        #[rule(rule)]
        #[error("a {name} needs {needed} doubles in hand; bid something else")]
        TooFewDoubles {
            /// What it is called.
            name: &'static str,
            /// How many are needed.
            needed: usize,
            /// The rule that says so.
            rule: &'static str,
        },
        /// The shaker may not pass.
        #[rule("R-BID-06")]
        #[error("all others have passed, so you must bid; bid at least 30")]
        ForcedBid,
        /// A special contract on too low a bid.
        #[rule(rule)]
        #[error("{name} goes only with a bid of marks; name a trump instead")]
        NeedsMarks {
            /// What it is called.
            name: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// The domino is not in the player's own hand.
        #[rule("R-PLAY-01")]
        #[error("card {card} is not in your hand; play one that is")]
        NotInHand {
            /// The card that was named.
            card: Card,
        },
        /// Another domino has to be played.
        #[rule("R-SUIT-04")]
        #[error("card {card} does not follow; play a domino of the suit that was led")]
        MustFollow {
            /// The card that was named.
            card: Card,
        },
        /// Another domino has to be played.
        #[rule("R-SEVENS-02")]
        #[error("card {card} is not your nearest to seven pips; play one that is")]
        MustPlayNearest {
            /// The card that was named.
            card: Card,
        },
        /// Not everybody agrees yet.
        #[rule("R-AGREE-02")]
        #[error("not everybody has agreed yet; get the agreement of {missing} first")]
        NotAgreed {
            /// The seats that have not agreed.
            missing: Seats,
        },
        /// An option is out of range.
        #[rule("R-GAME-01")]
        #[error("{name} of {value} cannot be played; choose 1 to {most}")]
        OutOfRange {
            /// The key of the option.
            name: &'static str,
            /// What was chosen.
            value: u8,
            /// The most that can be.
            most: u8,
        },
    }
}
