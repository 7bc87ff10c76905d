//! What one viewer sees of the table.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Lens, Seat, Shown, Standing};
use serde::Serialize;

use super::kind::Kind;
use super::state::{HAND, HerdingCats, PILE, Phase};

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// Whose turn it is.
    pub turn: Seat,
    /// What the table is waiting for. The same for everybody.
    pub now: Phase,
    /// What lies before each player.
    pub players: BySeat<PlayerView>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerView {
    /// The hand, in the order in which it is held.
    pub hand: ArrayVec<Shown<Kind>, HAND>,
    /// The herd.
    pub herd: ArrayVec<HerdView, PILE>,
    /// The discard pile, oldest first, with what each card shows.
    pub discard: ArrayVec<Shown<Kind>, PILE>,
    /// The two cards out of the game.
    pub out: [Card; 2],
}

/// What one viewer sees of a card in a herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HerdView {
    /// Which card, and what is printed on it for those who may see that.
    #[serde(flatten)]
    pub card: Shown<Kind>,
    /// What it counts as, if the viewer can know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identity: Option<Kind>,
    /// Whether it lies face up and so is protected.
    pub face_up: bool,
}

impl HerdingCats {
    pub(super) fn view_through(&self, lens: &Lens<Kind>) -> View {
        View {
            you: lens.seat(),
            turn: self.turn,
            now: self.phase,
            players: self.players.map(|_, player| PlayerView {
                hand: player.hand.iter().map(|&card| lens.shown(card)).collect(),
                herd: player
                    .herd
                    .iter()
                    .map(|herd| HerdView {
                        card: lens.shown(herd.card),
                        identity: herd.identity.or_else(|| lens.face(herd.card)),
                        face_up: herd.face_up,
                    })
                    .collect(),
                discard: player
                    .discard
                    .iter()
                    .map(|discard| Shown { id: discard.card, face: Some(discard.identity) })
                    .collect(),
                out: player.out,
            }),
            standing: (self.phase == Phase::Over).then(|| self.score()),
        }
    }
}
