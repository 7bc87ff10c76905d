//! The public state: handles, identities that were declared, whose turn it is. No faces.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Seat, Seats, Window};
use serde::Serialize;

use super::action::Options;
use super::kind::{Kind, Zone};

/// How many cards a hand begins with (R-SET-03).
pub(super) const HAND_SIZE: usize = 7;
/// The most cards a herd or a discard pile can hold: seven played and a card stolen with each.
pub(super) const MAX_PILE: usize = 2 * HAND_SIZE;

/// The state of a game of Herding Cats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HerdingCats {
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// What the table chose.
    pub options: Options,
    /// What lies before each player.
    pub players: BySeat<Player>,
    /// Whose turn it is.
    pub turn: Seat,
    /// What the table is waiting for.
    pub phase: Phase,
}

/// What lies before one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The hand, in the order in which it is held.
    pub hand: ArrayVec<Card, HAND_SIZE>,
    /// The herd.
    pub herd: ArrayVec<HerdCard, MAX_PILE>,
    /// The discard pile, oldest first.
    pub discard: ArrayVec<Discard, MAX_PILE>,
    /// The two cards that are out of the game.
    pub out: [Card; 2],
}

/// A card in a herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HerdCard {
    /// The handle of the card.
    pub card: Card,
    /// What it counts as. Nothing for a stolen card that nobody else has seen: it counts as what is
    /// printed on it (R-HERD-02).
    pub identity: Option<Kind>,
    /// Whether it lies face up and so is protected (R-HERD-03).
    pub face_up: bool,
    /// Whether it was stolen: until it is turned over, a view shows it to the thief alone (R-CATNIP-01, R-INT-06).
    pub stolen: bool,
}

/// A card on a discard pile, with what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Discard {
    /// The handle of the card.
    pub card: Card,
    /// The kind that everybody sees: what it counted as (R-HERD-04).
    pub identity: Kind,
}

/// A card that has been played and is not yet in a herd or on a discard pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Play {
    /// The card, which lies face down on the table.
    pub card: Card,
    /// What it was declared to be.
    pub declared: Kind,
    /// Whom it attacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<Seat>,
}

/// An attack that has found its victim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Attack {
    /// The card that was played.
    pub card: Card,
    /// What it was declared to be.
    pub declared: Kind,
    /// Where the attack is aimed.
    pub zone: Zone,
    /// Who is attacked.
    pub target: Seat,
    /// The card under attack.
    pub selected: Card,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Phase {
    /// The player whose turn it is plays a card.
    Turn,
    /// Anyone may challenge the declaration.
    Challenge { play: Play, window: Window },
    /// Somebody picks the card that somebody else loses.
    Penalty { payer: Seat, picker: Seat, then: Then },
    /// The attacker selects a card.
    Select { play: Play },
    /// The attacked player may claim a Laser Pointer.
    Intercept { attack: Attack },
    /// Anyone may challenge that claim.
    InterceptChallenge { attack: Attack, presented: Card, window: Window },
    /// The game has ended.
    Over,
}

/// What goes on when a penalty has been paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Then {
    /// The turn ends.
    EndTurn,
    /// The declaration stands and takes effect.
    Resolve { play: Play },
    /// The interception stands and takes effect.
    Substitute { attack: Attack, presented: Card },
}

impl Player {
    pub(super) fn in_hand(&self, card: Card) -> bool {
        self.hand.contains(&card)
    }

    pub(super) fn in_herd(&self, card: Card) -> Option<&HerdCard> {
        self.herd.iter().find(|herd| herd.card == card)
    }

    /// The cards of a zone that an attack can select (R-ATK-01, R-HERD-03).
    pub(super) fn attackable(&self, zone: Zone) -> impl Iterator<Item = Card> {
        let hand = self.hand.iter().copied().filter(move |_| zone == Zone::Hand);
        let herd = self.herd.iter().filter(move |herd| zone == Zone::Herd && !herd.face_up);
        hand.chain(herd.map(|herd| herd.card))
    }

    /// The cards of a zone that can be presented as a Laser Pointer (R-INT-01, R-INT-08).
    pub(super) fn presentable(&self, zone: Zone) -> impl Iterator<Item = Card> {
        let hand = self.hand.iter().copied().filter(move |_| zone == Zone::Hand);
        let herd = self.herd.iter().filter(move |_| zone == Zone::Herd);
        hand.chain(herd.map(|herd| herd.card))
    }
}

impl HerdingCats {
    /// Whose deck a card comes from: the decks were brought in seat order (R-SET-02).
    pub fn owner(&self, card: Card) -> Option<Seat> {
        let owner = Seat::new(usize::from(card.id()) / Kind::DECK.len())?;
        self.players.seats().has(owner).then_some(owner)
    }

    /// The seats but one that have a card to lose, and so may challenge (R-CHAL-05).
    pub(super) fn may_challenge(&self, but: Seat) -> Seats {
        let seats =
            self.players.iter().filter(|(seat, player)| *seat != but && !player.hand.is_empty());
        seats.map(|(seat, _)| seat).collect()
    }

    /// Whether an attack with this kind finds something at that opponent (R-TURN-03).
    pub(super) fn can_attack(&self, target: Seat, declare: Kind) -> bool {
        declare.attacks().is_some_and(|zone| self.players[target].attackable(zone).next().is_some())
    }

    /// The seats that may act now.
    pub(super) fn awaited(&self) -> Seats {
        match self.phase {
            Phase::Turn | Phase::Select { .. } => self.turn.only(),
            Phase::Challenge { window, .. } | Phase::InterceptChallenge { window, .. } => {
                window.waiting_on()
            }
            Phase::Penalty { picker, .. } => picker.only(),
            Phase::Intercept { attack } => attack.target.only(),
            Phase::Over => Seats::NONE,
        }
    }
}

impl Phase {
    /// The played card that lies on the table, in no one's hand, herd or discard pile.
    pub(super) const fn on_the_table(&self) -> Option<Card> {
        match *self {
            Self::Challenge { play, .. }
            | Self::Select { play }
            | Self::Penalty { then: Then::Resolve { play }, .. } => Some(play.card),
            Self::Intercept { attack }
            | Self::InterceptChallenge { attack, .. }
            | Self::Penalty { then: Then::Substitute { attack, .. }, .. } => Some(attack.card),
            Self::Turn | Self::Penalty { then: Then::EndTurn, .. } | Self::Over => None,
        }
    }
}
