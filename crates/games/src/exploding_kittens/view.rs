//! What one viewer sees of the table.

use arrayvec::ArrayVec;
use facedown_core::{
    BySeat, Card, Lens, OwnFace, OwnFaces, Seat, Seats, Show, Shown, ShownCards, Sparse,
    SparseSeats, Standing,
};
use serde::Serialize;

use super::cards::Kind;
use super::deck::MAX_CARDS;
use super::state::{ExplodingKittens, Imploding, Phase, Player};
use super::turns::Turns;

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View<'a> {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// Whose turn it is, and how many turns everybody owes.
    pub turns: &'a Turns,
    /// What the table is waiting for. The same for everybody.
    pub now: &'a Phase,
    /// The cards to draw from, the top one first, with the faces that the viewer happens to know.
    pub pile: ShownCards<'a, Kind>,
    /// The discard pile, the oldest card first.
    pub discard: ShownCards<'a, Kind>,
    /// What each player has.
    pub players: BySeat<PlayerView<'a>>,
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
pub struct PlayerView<'a> {
    /// Whether they live.
    pub alive: bool,
    /// Whether they are cursed.
    pub cursed: bool,
    /// The hand, in the order in which it is held.
    pub hand: ShownCards<'a, Kind>,
    /// The places in the hand whose cards lie face up for all to see.
    pub marked: ArrayVec<u8, MAX_CARDS>,
    /// What has left the game with this player.
    pub out: ShownCards<'a, Kind>,
}

/// What one player sees beyond what everybody sees.
#[derive(Clone, Serialize)]
pub struct Own<'a> {
    you: Option<Seat>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    pile: OwnFaces<'a, Kind>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    discard: OwnFaces<'a, Kind>,
    #[serde(skip_serializing_if = "SparseSeats::is_empty")]
    players: SparseSeats<'a, Player, OwnSight<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<OwnFace<Kind>>,
}

#[derive(Clone, Copy, Serialize)]
struct OwnPlayer<'a> {
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    hand: OwnFaces<'a, Kind>,
    #[serde(skip_serializing_if = "Sparse::is_empty")]
    out: OwnFaces<'a, Kind>,
}

/// Shows what one viewer sees of one player and not everybody.
#[derive(Clone, Copy)]
struct OwnSight<'a>(Lens<'a, Kind>);

impl<'a> Show<(Seat, &'a Player)> for OwnSight<'a> {
    type Seen = Option<OwnPlayer<'a>>;

    fn show(&self, (_, player): &(Seat, &'a Player)) -> Option<OwnPlayer<'a>> {
        let (hand, out) = (self.0.own_faces(&player.hand), self.0.own_faces(&player.out));
        let is_empty = hand.is_empty() && out.is_empty();
        (!is_empty).then_some(OwnPlayer { hand, out })
    }
}

impl ExplodingKittens {
    pub(super) fn own_through<'a>(&'a self, lens: &Lens<'a, Kind>) -> Own<'a> {
        Own {
            you: lens.seat(),
            pile: lens.own_faces(&self.pile),
            discard: lens.own_faces(&self.discard),
            players: SparseSeats::new(&self.players, OwnSight(*lens)),
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

    pub(super) fn view_through<'a>(&'a self, lens: &Lens<'a, Kind>) -> View<'a> {
        View {
            you: lens.seat(),
            turns: &self.turns,
            now: &self.phase,
            pile: lens.cards(&self.pile),
            discard: lens.cards(&self.discard),
            players: self.players.map(|seat, player| PlayerView {
                alive: self.living.contains(seat),
                cursed: self.is_cursed(seat),
                hand: lens.cards(&player.hand),
                marked: (0..)
                    .zip(&player.hand)
                    .filter(|(_, card)| self.marked.contains(card))
                    .map(|(place, _)| place)
                    .collect(),
                out: lens.cards(&player.out),
            }),
            drawn: self.drawn().map(|card| lens.shown(card)),
            standing_passes: self.standing_passes,
            imploding: self.imploding,
            standing: (self.phase == Phase::Over).then(|| self.score()),
        }
    }
}
