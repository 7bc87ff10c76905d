//! What one viewer sees of the table.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Lens, OwnFace, Seat, Seats, Shown, Sparse, Standing};
use serde::Serialize;

use super::cards::Kind;
use super::deck::DECK;
use super::state::{ExplodingKittens, Imploding, Phase, Pile, Player};
use super::turns::Turns;

/// Some cards as one viewer sees them.
pub type ShownPile = ArrayVec<Shown<Kind>, DECK>;

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// Whose turn it is, and how many turns everybody owes.
    pub turns: Turns,
    /// What the table is waiting for. The same for everybody.
    pub now: Phase,
    /// The cards to draw from, the top one first, with the faces that the viewer happens to know.
    pub pile: ShownPile,
    /// The discard pile, the oldest card first.
    pub discard: ShownPile,
    /// What each player has.
    pub players: BySeat<PlayerView>,
    /// The card that somebody has drawn, or the kitten that is about to explode.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub drawn: Option<Shown<Kind>>,
    /// Who passes every Nope window for the rest of this turn.
    pub standing_passes: Seats,
    /// Where the Imploding Kitten is.
    pub imploding: Imploding,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView {
    /// Whether they live.
    pub alive: bool,
    /// Whether they are cursed.
    pub cursed: bool,
    /// The hand, in the order in which it is held.
    pub hand: ShownPile,
    /// The places in the hand whose cards lie face up for all to see.
    pub marked: ArrayVec<u8, DECK>,
    /// What has left the game with this player.
    pub out: ShownPile,
}

/// What one player sees beyond what everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    you: Option<Seat>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    pile: Sparse<OwnFace<Kind>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    discard: Sparse<OwnFace<Kind>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    players: Sparse<OwnPlayer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<OwnFace<Kind>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct OwnPlayer {
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    hand: Sparse<OwnFace<Kind>>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    out: Sparse<OwnFace<Kind>>,
}

impl ExplodingKittens {
    pub(super) fn own_through(&self, lens: &Lens<Kind>) -> Own {
        let player = |player: &Player| {
            let (hand, out) = (lens.own_faces(&player.hand), lens.own_faces(&player.out));
            let is_empty = hand.is_empty() && out.is_empty();
            (!is_empty).then_some(OwnPlayer { hand, out })
        };
        Own {
            you: lens.seat(),
            pile: lens.own_faces(&self.pile),
            discard: lens.own_faces(&self.discard),
            players: Sparse::of(self.players.iter().map(|(_, cards)| player(cards))),
            drawn: self.drawn().and_then(|card| lens.own_face(card)),
        }
    }

    /// The card that somebody has drawn, or the kitten that is about to explode.
    const fn drawn(&self) -> Option<Card> {
        match self.phase {
            Phase::Drawn { card, .. }
            | Phase::Defuse { kitten: card, .. }
            | Phase::Tuck { kitten: card, .. } => Some(card),
            _ => None,
        }
    }

    pub(super) fn view_through(&self, lens: &Lens<Kind>) -> View {
        let shown = |pile: &Pile| pile.iter().map(|&card| lens.shown(card)).collect();
        View {
            you: lens.seat(),
            turns: self.turns.clone(),
            now: self.phase.clone(),
            pile: shown(&self.pile),
            discard: shown(&self.discard),
            players: self.players.map(|seat, player| PlayerView {
                alive: self.living.contains(seat),
                cursed: self.is_cursed(seat),
                hand: shown(&player.hand),
                marked: (0..)
                    .zip(&player.hand)
                    .filter(|(_, card)| self.marked.contains(card))
                    .map(|(place, _)| place)
                    .collect(),
                out: shown(&player.out),
            }),
            drawn: self.drawn().map(|card| lens.shown(card)),
            standing_passes: self.standing_passes,
            imploding: self.imploding,
            standing: (self.phase == Phase::Over).then(|| self.score()),
        }
    }
}
