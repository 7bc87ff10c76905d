//! What a table waits for, and how it can end.

use std::collections::BTreeMap;

use facedown_core::{Seat, Seats};

use super::message::Pile;
use super::submissions::Submissions;
use super::{EscrowedKey, SecretListCard};
use crate::group::Point;

/// How a table has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A seat has left, or has cheated, and the others cannot go on.
    Forfeited(Seat),
    /// All players have opened their keys.
    Closed,
}

/// What the table waits for.
#[derive(Clone)]
pub(super) enum Waiting {
    /// Promises of keys.
    Promises(Submissions<[u8; 32]>),
    /// Openings of the promised keys.
    Keys { promises: Submissions<[u8; 32]>, shares: Submissions<Point> },
    /// Keys in escrow.
    Dealings { shares: BTreeMap<Seat, Point>, dealt: Submissions<EscrowedKey> },
    /// A request from any seat.
    Request,
    /// Shares of cards.
    Shares(PendingLook),
    /// Openings of cards of secret lists that become public, from the lists' owners.
    Names {
        look: PendingLook,
        cards: BTreeMap<Seat, Vec<(SecretListCard, Point)>>,
        named: Submissions<()>,
    },
    /// A seat that arranges the top cards, which it has seen.
    Arrange { pile: Pile, count: usize, seat: Seat },
    /// A seat that takes a card from the pile that it has searched.
    Take { pile: Pile, seat: Seat, to: Pile },
    /// A seat that tucks a card into a pile.
    Tuck { from: Pile, place: usize, pile: Pile, seat: Seat },
    /// The first of these seats, which re-masks cards in place.
    Remask { pile: Pile, places: Vec<usize>, order: Vec<Seat>, then: Box<Self> },
    /// The first of these seats, which shuffles.
    Shuffle { pile: Pile, order: Vec<Seat> },
    /// Fresh keys.
    Rekey { pile: Pile, fresh: Submissions<Rekeying> },
    /// Promises of parts of a roll.
    RollPromises { sides: u16, promises: Submissions<[u8; 32]> },
    /// Openings of the promised parts.
    RollOpenings {
        sides: u16,
        /// The head of the chain at the request.
        asked: [u8; 32],
        promises: Submissions<[u8; 32]>,
        parts: Submissions<[u8; 32]>,
    },
    /// An answer to a question.
    Answer { pile: Pile, seat: Seat, question: u16 },
    /// The others' parts of the layer of a seat that has left, by key epoch.
    Recovery {
        leaver: Seat,
        parts: Submissions<Vec<Vec<Point>>>,
        /// Seats that are not waited for, because the others reach the threshold.
        excused: Seats,
        /// What the table waits for afterwards.
        then: Box<Self>,
    },
    /// The agreement of these seats to `then`.
    Agreement { of: Seats, agreed: Submissions<()>, then: Box<Self> },
    /// The keys and secret lists of all players.
    Closing(Submissions<super::audit::Opened>),
    /// Nothing: the table has ended.
    Over(Ending),
}

/// A player's fresh key, and the points that it adds to the cards.
#[derive(Clone)]
pub(super) struct Rekeying {
    pub(super) share: Point,
    pub(super) steps: Vec<Point>,
    pub(super) dealt: Option<EscrowedKey>,
}

/// Cards that are being looked at, and what happens to them afterwards.
#[derive(Clone)]
pub(super) struct PendingLook {
    pub(super) pile: Pile,
    pub(super) places: Vec<usize>,
    /// The seat that sees them; everybody if there is none.
    pub(super) viewer: Option<Seat>,
    pub(super) then: AfterLook,
    pub(super) shares: Submissions<Vec<Point>>,
    /// The cards' points, once they are public.
    pub(super) points: Vec<Point>,
}

/// What happens to cards after a look.
#[derive(Clone, Copy)]
pub(super) enum AfterLook {
    /// They stay where they are.
    Stay,
    /// They go to a pile. A new pile belongs to this seat.
    Move(Pile, Option<Seat>),
    /// The viewer arranges them.
    Arrange,
    /// The viewer takes one into a pile.
    Take(Pile),
}

impl Waiting {
    /// Waits for `then` once these seats agree.
    pub(super) fn agreement(of: Seats, then: Self) -> Self {
        Self::Agreement { of, agreed: Submissions::default(), then: Box::new(then) }
    }

    /// The first state of a table: it waits for promises of keys.
    pub(super) fn first() -> Self {
        Self::Promises(Submissions::default())
    }

    /// What the table waits for after a player has left. A shuffle or re-masking continues without the leaver: the players
    /// who have already taken part could otherwise follow the cards.
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

    /// The seats that have to send a message.
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
