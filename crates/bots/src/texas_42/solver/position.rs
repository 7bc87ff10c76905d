//! A hand of 42 as somebody who sees every domino sees it, checked before it is searched.

use facedown_core::Seat;
use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Trump};
use thiserror::Error;

/// All points of a hand: seven tricks and the count.
pub const ALL_POINTS: u8 = 42;

/// What a position is made from. [`Position::new`] checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// What each seat still holds. In Nello the hand of the bidder's partner does not matter.
    pub hands: [Dominoes; 4],
    /// What was named.
    pub trump: Trump,
    /// What the doubles are if that is Nello.
    pub nello: NelloDoubles,
    /// Who won the auction.
    pub bidder: Seat,
    /// Who leads the current trick, or led it.
    pub leader: Seat,
    /// What has been played to the current trick, the lead first.
    pub trick: &'a [Domino],
    /// The points that the bidder's side has taken.
    pub taken: u8,
    /// The points that the other side has taken.
    pub taken_by_others: u8,
}

/// Why a layout is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// A seat that is not one of the four.
    #[error("{0} is not at a table of four")]
    NoSuchSeat(Seat),
    /// The bidder's partner cannot lead in Nello.
    #[error("{0} sits out and cannot lead")]
    SitsOut(Seat),
    /// The trick is complete, and has to be taken in first.
    #[error("the trick is complete after {0} dominoes")]
    TrickIsComplete(usize),
    /// Two seats hold the same domino, or it was played as well.
    #[error("{0} is in two places")]
    InTwoPlaces(Domino),
    /// A seat holds more or fewer dominoes than the others and the trick require.
    #[error("{seat} holds {held} dominoes and should hold {due}")]
    WrongHandSize {
        /// Whose hand it is.
        seat: Seat,
        /// How many it holds.
        held: usize,
        /// How many it should hold.
        due: usize,
    },
    /// The points taken are not those of the dominoes that are gone.
    #[error("{found} points were taken, and the dominoes that are gone are worth {due}")]
    WrongPoints {
        /// The points of both sides.
        found: u8,
        /// What they should be.
        due: u8,
    },
}

/// What the bidder's side plays for, and so what a position's value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// As many points as possible: the value is the points, from 0 to 42.
    Points,
    /// No trick for the bidder (Nello): the value is 1 if that comes off, and else 0.
    NoTrick,
    /// All tricks (Sevens): the value is 1 if that comes off, and else 0.
    AllTricks,
}

impl Objective {
    /// The highest value that a position can have.
    pub const fn most(self) -> u8 {
        match self {
            Self::Points => ALL_POINTS,
            Self::NoTrick | Self::AllTricks => 1,
        }
    }
}

/// A position in a hand of 42, with all hands open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) hands: [Dominoes; 4],
    pub(super) trump: Trump,
    pub(super) nello: NelloDoubles,
    pub(super) bidder: usize,
    pub(super) leader: usize,
    trick: [Option<Domino>; 3],
    pub(super) taken: u8,
    pub(super) taken_by_others: u8,
}

impl Position {
    /// The position of this layout, if it is one.
    pub fn new(layout: &Layout<'_>) -> Result<Self, PositionError> {
        let seats = if layout.trump == Trump::Nello { 3 } else { 4 };
        for seat in [layout.bidder, layout.leader] {
            if seat.index() >= 4 {
                return Err(PositionError::NoSuchSeat(seat));
            }
        }
        if layout.trick.len() >= seats {
            return Err(PositionError::TrickIsComplete(layout.trick.len()));
        }
        let mut position = Self {
            hands: layout.hands,
            trump: layout.trump,
            nello: layout.nello,
            bidder: layout.bidder.index(),
            leader: layout.leader.index(),
            trick: std::array::from_fn(|at| layout.trick.get(at).copied()),
            taken: layout.taken,
            taken_by_others: layout.taken_by_others,
        };
        if let Some(out) = position.sits_out() {
            if out == position.leader {
                return Err(PositionError::SitsOut(layout.leader));
            }
            position.hands[out] = Dominoes::NONE;
        }
        position.check_places()?;
        position.check_sizes()?;
        position.check_points()?;
        Ok(position)
    }

    /// What the bidder's side plays for.
    pub const fn objective(&self) -> Objective {
        match self.trump {
            Trump::Nello => Objective::NoTrick,
            Trump::Sevens => Objective::AllTricks,
            _ => Objective::Points,
        }
    }

    /// Who plays next, or would if there were anything left to play.
    pub fn to_play(&self) -> Option<Seat> {
        self.seats().nth(self.trick().count()).and_then(Seat::new)
    }

    /// What has been played to the current trick.
    pub fn trick(&self) -> impl Iterator<Item = Domino> + Clone {
        self.trick.into_iter().flatten()
    }

    /// Those who play, in their order from the leader.
    pub(super) fn seats(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        let (leader, out) = (self.leader, self.sits_out());
        (0..4).map(move |at| (leader + at) % 4).filter(move |&seat| Some(seat) != out)
    }

    fn sits_out(&self) -> Option<usize> {
        (self.trump == Trump::Nello).then_some((self.bidder + 2) % 4)
    }

    fn check_places(&self) -> Result<(), PositionError> {
        let mut seen = Dominoes::NONE;
        for domino in self.hands.into_iter().flat_map(Dominoes::iter).chain(self.trick()) {
            if seen.contains(domino) {
                return Err(PositionError::InTwoPlaces(domino));
            }
            seen = seen.with(domino);
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<(), PositionError> {
        let played = self.trick().count();
        // Who plays next has the most, whatever has been played to the trick.
        let full = self.seats().nth(played).map_or(0, |seat| self.hands[seat].len());
        for (at, seat) in self.seats().enumerate() {
            let held = self.hands[seat].len();
            let due = if at < played { full.saturating_sub(1) } else { full }.min(7);
            if held != due || (played > 0 && full == 0) {
                let seat = Seat::new(seat).unwrap_or_else(|| unreachable!("below four"));
                return Err(PositionError::WrongHandSize { seat, held, due: due.max(1) });
            }
        }
        Ok(())
    }

    /// In Nello the partner's dominoes are out of play as well, so only the total can be checked.
    fn check_points(&self) -> Result<(), PositionError> {
        let held = self.hands.into_iter().flat_map(Dominoes::iter).chain(self.trick());
        let count: u8 = held.map(Domino::count).sum();
        let tricks = self.seats().last().map_or(0, |seat| self.hands[seat].len());
        let open = count + u8::try_from(tricks).unwrap_or(u8::MAX);
        let due = ALL_POINTS.saturating_sub(open);
        let found = self.taken.saturating_add(self.taken_by_others);
        let fits = if self.trump == Trump::Nello { found <= due } else { found == due };
        if fits { Ok(()) } else { Err(PositionError::WrongPoints { found, due }) }
    }
}
