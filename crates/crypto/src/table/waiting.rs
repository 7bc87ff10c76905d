//! What a table waits for.

use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};

use super::gathered::Gathered;
use super::message::Pile;
use super::{Dealt, SecretListCard};
use crate::group::Point;

/// How a table has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat has left, or has cheated where nothing can be mended, and the others could not go on.
    Forfeited(Seat),
    /// Everybody has opened its keys.
    Closed,
}

/// What the table waits for.
#[derive(Clone)]
pub(super) enum Waiting {
    /// For the promises of keys.
    Promises(Gathered<[u8; 32]>),
    /// For the keys that were promised.
    Keys { promises: Gathered<[u8; 32]>, shares: Gathered<Point> },
    /// For the keys in escrow.
    Dealings { shares: BTreeMap<Seat, Point>, dealt: Gathered<Dealt> },
    /// For a request.
    Request,
    /// For shares.
    Shares(Look),
    /// For the owners of secret lists to say what the cards are that everybody sees.
    Names { look: Look, cards: BTreeMap<Seat, Vec<(SecretListCard, Point)>>, named: Gathered<()> },
    /// For a seat to arrange the cards on top that it has seen.
    Arrange { pile: Pile, count: usize, seat: Seat },
    /// For a seat to take a card from the pile it has searched.
    Take { pile: Pile, seat: Seat, to: Pile },
    /// For a seat to put a card into a pile.
    Tuck { from: Pile, place: usize, pile: Pile, seat: Seat },
    /// For the first of these seats to re-mask cards where they lie.
    Remask { pile: Pile, places: Vec<usize>, order: Vec<Seat>, then: Box<Self> },
    /// For the first of these seats to shuffle.
    Shuffle { pile: Pile, order: Vec<Seat> },
    /// For fresh keys.
    Rekey { pile: Pile, fresh: Gathered<Rekeying> },
    /// For promises of a roll.
    RollPromises { sides: u16, promises: Gathered<[u8; 32]> },
    /// For what was promised.
    RollOpenings {
        sides: u16,
        /// The head at the request.
        asked: [u8; 32],
        promises: Gathered<[u8; 32]>,
        parts: Gathered<[u8; 32]>,
    },
    /// For an answer.
    Answer { pile: Pile, seat: Seat, question: u16 },
    /// For what the others have of the key of a seat that has left: for each key the multiples of its cards.
    Recovery {
        leaver: Seat,
        parts: Gathered<Vec<Vec<Point>>>,
        /// Who is not waited for, because the others are enough.
        excused: Seats,
        /// What is waited for afterwards.
        then: Box<Self>,
    },
    /// For these seats to agree to what is waited for then.
    Agreement { of: Seats, agreed: Gathered<()>, then: Box<Self> },
    /// For all keys and lists.
    Closing(Gathered<super::audit::Opened>),
    /// For nothing any more.
    Over(Ending),
}

/// One player's fresh key, and what it adds to the cards.
#[derive(Clone)]
pub(super) struct Rekeying {
    pub(super) share: Point,
    pub(super) steps: Vec<Point>,
    pub(super) dealt: Option<Dealt>,
}

/// Cards that are to be seen, and what happens to them then.
#[derive(Clone)]
pub(super) struct Look {
    pub(super) pile: Pile,
    pub(super) places: Vec<usize>,
    /// Who sees them; everybody if nobody is named.
    pub(super) viewer: Option<Seat>,
    pub(super) then: Then,
    pub(super) shares: Gathered<Vec<Point>>,
    /// The cards' points, once everybody sees them.
    pub(super) points: Vec<Point>,
}

/// What happens to cards that were seen.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// They stay where they are.
    Stay,
    /// They go to a pile, which belongs to this seat if it is new.
    Move(Pile, Option<Seat>),
    /// The viewer arranges them.
    Arrange,
    /// The viewer takes one into a pile.
    Take(Pile),
}

impl Waiting {
    /// Waits for something once these seats agree to it.
    pub(super) fn agreement(of: Seats, then: Self) -> Self {
        Self::Agreement { of, agreed: Gathered::default(), then: Box::new(then) }
    }

    /// Begins with promises of keys.
    pub(super) fn first() -> Self {
        Self::Promises(Gathered::default())
    }

    /// What goes on without a player who has left: a pile that only some have shuffled or re-masked is not left so, for
    /// they could follow its cards.
    pub(super) fn without(self, leaver: Seat) -> Self {
        match self {
            Self::Shuffle { pile, mut order } => {
                order.retain(|&seat| seat != leaver);
                if order.is_empty() { Self::Request } else { Self::Shuffle { pile, order } }
            }
            Self::Remask { pile, places, mut order, then } if order.len() > 1 => {
                order.retain(|&seat| seat != leaver);
                Self::Remask { pile, places, order, then }
            }
            _ => Self::Request,
        }
    }

    /// The seats that are to speak, of those who are present.
    pub(super) fn on(&self, present: Seats) -> Seats {
        match self {
            Self::Promises(list) | Self::RollPromises { promises: list, .. } => {
                list.missing(present)
            }
            Self::Keys { shares, .. } => shares.missing(present),
            Self::Dealings { dealt, .. } => dealt.missing(present),
            Self::RollOpenings { parts, .. } => parts.missing(present),
            Self::Rekey { fresh, .. } => fresh.missing(present),
            Self::Shares(look) => {
                let due = look.shares.missing(present);
                look.viewer.map_or(due, |viewer| due.without(viewer))
            }
            Self::Names { cards, named, .. } => {
                named.missing(cards.keys().copied().collect()).and(present)
            }
            Self::Recovery { parts, excused, .. } => parts.missing(present).minus(*excused),
            Self::Agreement { of, agreed, .. } => agreed.missing(of.and(present)),
            Self::Closing(opened) => opened.missing(present),
            Self::Arrange { seat, .. }
            | Self::Take { seat, .. }
            | Self::Tuck { seat, .. }
            | Self::Answer { seat, .. } => seat.only(),
            Self::Shuffle { order, .. } | Self::Remask { order, .. } => {
                order.first().map_or(Seats::NONE, |seat| seat.only())
            }
            Self::Request | Self::Over(_) => Seats::NONE,
        }
    }
}
