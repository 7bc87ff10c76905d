//! The public state: handles, counts, whose turn it is. No faces but those that everybody has seen.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Seat, Seats, Window};
use serde::Serialize;

use super::action::Options;
use super::cards::{Kind, Victim};
use super::deck::MAX_CARDS;
use super::turns::Turns;

/// Some cards of the table, in order.
pub type Pile = ArrayVec<Card, MAX_CARDS>;

/// The state of a game of Exploding Kittens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplodingKittens {
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// What the table chose.
    pub options: Options,
    /// What each player has.
    pub players: BySeat<Player>,
    /// Who is alive.
    pub living: Seats,
    /// Whose turn it is, and how many turns everybody owes.
    pub turns: Turns,
    /// The cards to draw from, the top one first.
    pub pile: Pile,
    /// The discard pile, the oldest card first. It lies face up.
    pub discard: Pile,
    /// Who is cursed (R-CURSE-01).
    pub cursed: Seats,
    /// The cards in hands that are face up to all (R-MARK-01).
    pub marked: Pile,
    /// Who passes every Nope window for the rest of this turn (R-NOPE-07).
    pub standing_passes: Seats,
    /// Where the Imploding Kitten is, if there is one.
    pub imploding: Imploding,
    /// The dead, the first one first.
    pub dead: ArrayVec<Seat, { facedown_core::MAX_SEATS }>,
    /// What the table is waiting for.
    pub phase: Phase,
}

/// Where the Imploding Kitten is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Imploding {
    /// Nowhere: there is none in this set, or it has killed.
    Gone,
    /// Face down in the pile: nobody has drawn it yet.
    FaceDown,
    /// Face up in the pile, but not on top (R-IMP-01).
    FaceUp,
    /// Face up on top of the pile, for all to see (R-IMP-03).
    OnTop,
}

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The hand, in the order in which it is held.
    pub hand: Pile,
    /// What has left the game with this player, who is dead (R-DEATH-01).
    pub out: Pile,
}

/// Something that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Play {
    /// Who played it.
    pub by: Seat,
    /// What the card is, or the cards of a combo are.
    pub kind: Kind,
    /// One card, or the two or three of a combo. They are on the discard pile already.
    pub cards: ArrayVec<Card, 3>,
    /// Whom it is aimed at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<Seat>,
    /// The kind of card that three of a kind ask for (R-COMBO-04).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub named: Option<Kind>,
}

/// How many cards were played together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// A single card.
    Single,
    /// Two of a kind.
    Pair,
    /// Three of a kind.
    Triple,
}

impl Play {
    /// How many cards were played together.
    pub fn shape(&self) -> Combination {
        match self.cards.len() {
            3 => Combination::Triple,
            2 => Combination::Pair,
            _ => Combination::Single,
        }
    }
}

/// What the table is waiting for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Phase {
    /// The player whose turn it is plays or draws.
    Turn,
    /// A card that was played blind wants a target (R-CURSE-03).
    Aim { play: Play },
    /// Anyone may Nope.
    Nope { play: Play, nopes: u8, window: Window },
    /// The play asks somebody something; those who have answered have passed.
    Choice { play: Play, window: Window, gathered: BySeat<Option<Card>> },
    /// Somebody has drawn a card and keeps it, unless it is a kitten that they would rather defuse
    /// (R-STREAK-02).
    Drawn { seat: Seat, card: Card },
    /// Somebody holds a kitten that they may not keep, and turns it up (R-STREAK-04).
    Unmask { seat: Seat, then: Then },
    /// Somebody has a kitten to defuse and a Defuse to do it with (R-DEF-01).
    Defuse { seat: Seat, kitten: Card, then: Then },
    /// Somebody tucks a kitten into the pile (R-DEF-03, R-IMP-01).
    Tuck { seat: Seat, kitten: Card, then: Then },
    /// The game has ended.
    Over,
}

/// What goes on when a kitten has been dealt with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// It was drawn: one turn ends.
    EndTurn,
    /// It came in the middle of a turn, which goes on.
    Resume,
}

impl ExplodingKittens {
    /// The seats that may act now.
    pub(super) fn awaited(&self) -> Seats {
        match &self.phase {
            Phase::Turn => self.turns.seat.only(),
            Phase::Aim { play } => play.by.only(),
            Phase::Nope { window, .. } | Phase::Choice { window, .. } => window.waiting_on(),
            Phase::Drawn { seat, .. }
            | Phase::Unmask { seat, .. }
            | Phase::Defuse { seat, .. }
            | Phase::Tuck { seat, .. } => seat.only(),
            Phase::Over => Seats::NONE,
        }
    }

    /// Whether a card is in this player's hand.
    pub(super) fn holds(&self, seat: Seat, card: Card) -> bool {
        self.players[seat].hand.contains(&card)
    }

    /// Whether this player is cursed.
    pub(super) const fn is_cursed(&self, seat: Seat) -> bool {
        self.cursed.contains(seat)
    }

    /// The cards of a hand that are not face up to all.
    pub(super) fn unmarked(&self, seat: Seat) -> impl Iterator<Item = Card> {
        self.players[seat].hand.iter().copied().filter(|card| !self.marked.contains(card))
    }

    /// Whether something can be aimed at this opponent (R-PLAY-04).
    pub(super) fn can_be(&self, victim: Victim, target: Seat) -> bool {
        match victim {
            Victim::Anyone => true,
            Victim::WithCards => !self.players[target].hand.is_empty(),
            Victim::WithUnmarkedCards => self.unmarked(target).next().is_some(),
        }
    }

    /// The opponents at whom something can be aimed.
    pub(super) fn targets(&self, by: Seat, victim: Victim) -> impl Iterator<Item = Seat> {
        self.living.without(by).iter().filter(move |&seat| self.can_be(victim, seat))
    }

    /// Names each card once for each zone it lies in.
    pub(super) fn zones(&self, visit: &mut dyn FnMut(Card)) {
        for (_, player) in self.players.iter() {
            player.hand.iter().chain(&player.out).for_each(|&card| visit(card));
        }
        self.pile.iter().chain(&self.discard).for_each(|&card| visit(card));
        match &self.phase {
            Phase::Drawn { card, .. }
            | Phase::Defuse { kitten: card, .. }
            | Phase::Tuck { kitten: card, .. } => visit(*card),
            Phase::Choice { gathered, .. } => {
                gathered.values().iter().flatten().for_each(|&card| visit(card));
            }
            _ => {}
        }
    }
}
