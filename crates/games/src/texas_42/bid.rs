//! What can be called in the auction, and which call is higher.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a player calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Bid {
    /// No bid.
    Pass,
    /// To take at least this many points, 30 to 41.
    Points(u8),
    /// To take all 42 points, for this many marks.
    Marks(u8),
    /// To take everything with partner naming the trump, on three doubles or more (R-SPLASH-01).
    Splash(u8),
    /// To take everything with partner naming the trump, on four doubles or more (R-PLUNGE-01).
    Plunge,
}

/// A bid that was made, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Contract {
    /// What was bid.
    pub bid: Bid,
    /// How many marks it is worth (R-SCORE-01, R-SCORE-02).
    pub marks: u8,
}

impl Bid {
    /// The lowest bid.
    pub const LOWEST: Self = Self::Points(30);

    /// Every bid of points and of marks that can be made once `highest` has been bid, lowest first.
    pub fn usual_above(highest: Option<Contract>) -> impl Iterator<Item = Self> {
        let lowest = match highest.map(|contract| contract.bid) {
            None => 30,
            Some(Self::Points(points)) => points + 1,
            Some(_) => 42,
        };
        let floor = highest.map_or(0, Contract::all_tricks);
        // R-BID-03: 1 or 2 to begin with; above 2 only one more than the highest so far.
        let marks = (floor + 1..=2.max(floor + 1)).map(Self::Marks);
        (lowest..=41).map(Self::Points).chain(marks)
    }

    /// The splashes and the plunge that can be made once `highest` has been bid, where the table plays
    /// them and the hand has the doubles.
    pub fn special_above(highest: Option<Contract>) -> impl Iterator<Item = Self> {
        let splash = (2..=3).map(Self::Splash);
        splash.chain([Self::Plunge]).filter(move |bid| bid.beats(highest))
    }

    /// Whether this bid is higher than the highest so far, and not too high (R-BID-02, R-BID-03).
    pub fn beats(self, highest: Option<Contract>) -> bool {
        let floor = highest.map_or(0, Contract::all_tricks);
        match self {
            Self::Pass => false,
            Self::Points(points) => {
                let lower = match highest.map(|contract| contract.bid) {
                    None => true,
                    Some(Self::Points(highest)) => points > highest,
                    Some(_) => false,
                };
                (30..=41).contains(&points) && lower
            }
            Self::Marks(marks) => marks > floor && (marks <= 2 || marks == floor + 1),
            Self::Splash(marks) => (2..=3).contains(&marks) && marks > floor,
            Self::Plunge => true,
        }
    }

    /// What this bid is worth after the highest so far.
    pub fn worth(self, highest: Option<Contract>) -> Contract {
        let marks = match self {
            Self::Pass => 0,
            Self::Points(_) => 1,
            Self::Marks(marks) | Self::Splash(marks) => marks,
            Self::Plunge => 4.max(highest.map_or(0, Contract::all_tricks) + 1),
        };
        Contract { bid: self, marks }
    }

    /// How many doubles the hand of whoever bids this must hold (R-PLUNGE-01, R-SPLASH-01).
    pub const fn doubles_needed(self) -> usize {
        match self {
            Self::Plunge => 4,
            Self::Splash(_) => 3,
            _ => 0,
        }
    }

    /// Whether partner names the trump and leads (R-PLUNGE-02, R-SPLASH-02).
    pub const fn partner_declares(self) -> bool {
        matches!(self, Self::Plunge | Self::Splash(_))
    }
}

impl Contract {
    /// How many points the bidder's side has to take.
    pub const fn points(self) -> u8 {
        match self.bid {
            Bid::Points(points) => points,
            _ => 42,
        }
    }

    /// The marks of a bid to take everything; 0 for one of points.
    pub const fn all_tricks(self) -> u8 {
        match self.bid {
            Bid::Points(_) => 0,
            _ => self.marks,
        }
    }
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Points(points) => write!(f, "{points}"),
            Self::Marks(1) => f.write_str("1 mark"),
            Self::Marks(marks) => write!(f, "{marks} marks"),
            Self::Splash(marks) => write!(f, "splash for {marks} marks"),
            Self::Plunge => f.write_str("plunge"),
        }
    }
}
