//! The events that players and spectators are told. Their names and fields are the wire contract of Herding Cats.
//!
//! A card in a public event shows a type only where the rules made it public: it was revealed, or it
//! is the identity that the card has in a herd. The thief's own event is filled in through the
//! thief's lens.

use facedown_core::{BySeat, Card, Seat, Seats, Shown};
use serde::Serialize;

use super::kind::{Kind, Zone};

/// Where a card was that has been taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FromZone {
    /// A hand.
    Hand,
    /// A herd, face down.
    HerdDown,
    /// A herd, face up.
    HerdUp,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase")]
#[allow(missing_docs)] // the fields say what they are; the protocol is documented as a whole
pub enum Event {
    /// It is somebody's turn.
    TurnStarted { player_id: Seat },
    /// A card was played face down and declared.
    CardDeclared {
        player_id: Seat,
        card: Shown<Kind>,
        declared: Kind,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        target_player_id: Option<Seat>,
    },
    /// A player passes on the declaration or the claim.
    ChallengePassed { player_id: Seat },
    /// A declaration was challenged; the card is turned over for all.
    ChallengeResult {
        player_id: Seat,
        challenger_id: Seat,
        declared: Kind,
        truthful: bool,
        card: Shown<Kind>,
    },
    /// Somebody owes a card, which somebody else picks blind.
    PenaltyDue { player_id: Seat, picker_id: Seat },
    /// The attacker selected a hidden card.
    CardSelected {
        player_id: Seat,
        target_player_id: Seat,
        zone: Zone,
        card: Shown<Kind>,
        selected_slot_index: usize,
    },
    /// The attacked player let it through.
    InterceptDeclined { player_id: Seat },
    /// The attacked player presented a card as a Laser Pointer.
    InterceptClaimed { player_id: Seat, zone: Zone, card: Shown<Kind> },
    /// The result of a claim. Sent for every claim, before any herd changes.
    InterceptChallengeResult {
        player_id: Seat,
        challenged: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        challenger_id: Option<Seat>,
        stands: bool,
        card: Shown<Kind>,
    },
    /// The presented card takes the place of the selected one.
    InterceptApplied { player_id: Seat, attacker_id: Seat, zone: Zone, card: Shown<Kind> },
    /// A card was taken away from somebody.
    CardRemoved { player_id: Seat, from_zone: FromZone, card_id: Card },
    /// A card moved from a hand into the thief's herd. Public, so it never says which kind.
    CardStolen {
        from_player_id: Seat,
        to_player_id: Seat,
        card: Shown<Kind>,
        hand_counts: BySeat<usize>,
    },
    /// The stolen card. Only for the thief.
    CardStolenPrivate { from_player_id: Seat, to_player_id: Seat, card: Shown<Kind> },
    /// A card lies in a herd, face down or face up.
    HerdUpdate { player_id: Seat, visible: bool, card: Shown<Kind> },
    /// A card lies on a discard pile.
    DiscardUpdate { player_id: Seat, card: Shown<Kind> },
    /// An Alley Cat met an Alley Cat.
    AlleyCatIneffective { target_player_id: Seat, card: Shown<Kind>, selected_slot_index: usize },
    /// A Catnip met a Catnip.
    CatnipIneffective { target_player_id: Seat, card: Shown<Kind>, selected_slot_index: usize },
    /// An Animal Control met an Animal Control.
    AnimalControlIneffective {
        target_player_id: Seat,
        card: Shown<Kind>,
        selected_slot_index: usize,
    },
    /// The attack found nothing left to attack.
    AttackFizzled { player_id: Seat, declared: Kind, target_player_id: Seat },
    /// The game is over.
    GameEnded { scores: BySeat<i32>, winners: Seats },
}

/// A card that everybody may see as this kind.
pub(super) const fn open(card: Card, kind: Kind) -> Shown<Kind> {
    Shown { id: card, face: Some(kind) }
}
