//! The public state: handles, calls, what has been played. A hand holds no faces.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Seat, SeatCount, Seats, Window};
use serde::Serialize;

use super::action::Options;
use super::bid::{Bid, Contract};
use super::domino::{DOMINOES, Domino, Dominoes};
use super::suits::{Suits, Trump};

/// How many dominoes a hand begins with (R-DEAL-01).
pub const HAND_SIZE: usize = 7;
/// How many players there are.
pub(super) const SEATS: usize = 4;

/// The dominoes that a player holds.
pub type Hand = ArrayVec<Card, HAND_SIZE>;

/// The state of a game of Texas 42.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Texas42 {
    /// What the table chose.
    pub options: Options,
    /// All dominoes, which are dealt again and again.
    #[serde(skip)]
    pub(super) dominoes: ArrayVec<Card, DOMINOES>,
    /// The player who shuffles and deals the dominoes (R-DEAL-03).
    pub shaker: Seat,
    /// The hands.
    pub hands: BySeat<Hand>,
    /// What the table is waiting for.
    pub phase: Phase,
    /// The calls of this auction, in order; the first is by the one left of the shaker.
    pub calls: ArrayVec<Call, SEATS>,
    /// The highest bid and whose it is.
    pub highest: Option<(Seat, Contract)>,
    /// What was named.
    pub trump: Option<Trump>,
    /// The dominoes of the current trick, in order; the first led.
    pub trick: ArrayVec<Played, SEATS>,
    /// The tricks of this hand that have been taken in.
    pub tricks: ArrayVec<Trick, HAND_SIZE>,
    /// What each side has taken in this hand.
    pub points: [u8; 2],
    /// Each side's marks.
    pub marks: [u8; 2],
    /// The games each side has won.
    pub games: [u8; 2],
    /// What each player cannot hold, as everybody has seen: they did not follow.
    #[serde(skip)]
    pub(super) ruled_out: [Dominoes; SEATS],
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Phase {
    /// Somebody calls.
    Bidding { player: Seat },
    /// All have passed; the next shaker deals.
    Redeal { player: Seat },
    /// Somebody names the trump.
    TrumpSelection { player: Seat },
    /// Somebody plays a domino.
    Playing { player: Seat },
    /// All agree that the trick can be taken in; then its winner does so.
    TrickComplete { winner: Seat, consensus: Window },
    /// All agree that the hand can be scored; then the shaker does so.
    HandComplete { consensus: Window },
    /// The next shaker begins the next game.
    GameComplete { player: Seat },
    /// The last game is won.
    Over,
}

/// What somebody called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Call {
    /// The player who called.
    pub player: Seat,
    /// The bid, or a pass.
    pub bid: Bid,
}

/// A domino that was played to a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Played {
    /// Who played it.
    pub player: Seat,
    /// The handle of the domino.
    pub card: Card,
    /// Its face, which everybody has seen.
    pub domino: Domino,
}

/// A trick that has been taken in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Trick {
    /// Its dominoes, in order.
    pub plays: ArrayVec<Played, SEATS>,
    /// Who took it.
    pub winner: Seat,
    /// What it counts.
    pub points: u8,
}

/// The side that a player belongs to: 0 for seats 0 and 2, 1 for seats 1 and 3 (R-DEAL-02).
pub const fn team(seat: Seat) -> usize {
    seat.index() % 2
}

/// The player across (R-DEAL-02).
pub fn partner(seat: Seat) -> Seat {
    Seat::new((seat.index() + 2) % SEATS).unwrap_or(seat)
}

/// The four seats.
pub(super) const fn four() -> SeatCount {
    match SeatCount::new(SEATS) {
        Some(four) => four,
        None => unreachable!(),
    }
}

impl Texas42 {
    /// The suits of this hand, once the trump is named.
    pub fn suits(&self) -> Option<&'static Suits> {
        self.trump.map(|trump| Suits::under(trump, self.options.nello_doubles))
    }

    /// Who holds the contract.
    pub fn bidder(&self) -> Option<Seat> {
        self.highest.map(|(seat, _)| seat)
    }

    /// The highest bid so far.
    pub fn contract(&self) -> Option<Contract> {
        self.highest.map(|(_, contract)| contract)
    }

    /// The player who plays no dominoes in this hand: the bidder's partner in Nello (R-NELLO-03).
    pub fn sits_out(&self) -> Option<Seat> {
        if self.trump == Some(Trump::Nello) { self.bidder().map(partner) } else { None }
    }

    /// What led the current trick.
    pub fn led(&self) -> Option<Domino> {
        self.trick.first().map(|played| played.domino)
    }

    /// How many dominoes make a trick.
    pub(super) fn trick_size(&self) -> usize {
        if self.sits_out().is_some() { SEATS - 1 } else { SEATS }
    }

    /// The next player who plays dominoes.
    pub(super) fn next_player(&self, seat: Seat) -> Seat {
        let next = four().after(seat);
        if self.sits_out() == Some(next) { four().after(next) } else { next }
    }

    /// The seats that may act now.
    pub(super) fn awaited(&self) -> Seats {
        match self.phase {
            Phase::Bidding { player }
            | Phase::Redeal { player }
            | Phase::TrumpSelection { player }
            | Phase::Playing { player }
            | Phase::GameComplete { player } => player.only(),
            Phase::TrickComplete { winner, consensus } if consensus.is_closed() => winner.only(),
            Phase::HandComplete { consensus } if consensus.is_closed() => self.shaker.only(),
            Phase::TrickComplete { consensus, .. } | Phase::HandComplete { consensus } => {
                consensus.waiting_on()
            }
            Phase::Over => Seats::NONE,
        }
    }

    /// Whether the hand is decided, and how (R-SCORE-03, R-SCORE-04).
    pub(super) fn decided(&self) -> Option<bool> {
        let (bidder, contract) = self.highest?;
        let (own, other) = (self.points[team(bidder)], self.points[1 - team(bidder)]);
        let all_played = self.tricks.len() == HAND_SIZE;
        if self.trump == Some(Trump::Nello) {
            // R-NELLO-01: the bidder's side takes tricks only through the bidder.
            return if own > 0 { Some(false) } else { all_played.then_some(true) };
        }
        if self.trump == Some(Trump::Sevens) || contract.all_tricks() > 0 {
            return if other > 0 { Some(false) } else { all_played.then_some(true) };
        }
        if own >= contract.points() {
            return Some(true);
        }
        (other > 42 - contract.points() || all_played).then_some(false)
    }
}
