//! The events that players and spectators are told.

use arrayvec::ArrayVec;
use facedown_core::{Seat, Shown};
use serde::Serialize;

use super::bid::{Bid, Contract};
use super::domino::Domino;
use super::state::HAND_SIZE;
use super::suits::Trump;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Event {
    /// A hand was dealt.
    HandDealt { shaker: Seat },
    /// The player's own dominoes. Each player gets only theirs.
    YourHand { hand: ArrayVec<Shown<Domino>, HAND_SIZE> },
    /// Somebody called.
    Called { player: Seat, bid: Bid },
    /// The auction is won.
    AuctionWon { player: Seat, contract: Contract },
    /// All have passed.
    AllPassed { player: Seat },
    /// The trump was named.
    TrumpSelected { player: Seat, trump: Trump },
    /// A domino was played.
    DominoPlayed { player: Seat, card: Shown<Domino> },
    /// A trick is full.
    TrickWon { player: Seat, points: u8 },
    /// Somebody agrees.
    Agreed { player: Seat },
    /// The trick was taken in.
    TrickCompleted { player: Seat },
    /// All tricks are played, or the hand is decided.
    HandDecided { made: bool },
    /// The hand was scored.
    HandScored { team: usize, marks: u8, team_marks: [u8; 2] },
    /// A game of several is won.
    GameWon { team: usize, games: [u8; 2] },
    /// The last game is won.
    GameOver { team: usize },
}
