//! The views and statistics of Small.

use facedown_core::{BySeat, Lens, Seat, Shown};
use serde::Serialize;

use super::{Action, Face, Phase, Small, Twist};

/// What one viewer sees.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The viewer's seat.
    pub you: Option<Seat>,
    /// The phase of the game.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns are left.
    pub turns_left: usize,
    /// How many cards are in the pile.
    pub pile: usize,
    /// What the viewer sees of each seat.
    pub players: BySeat<PlayerView>,
}

/// What a viewer sees of one seat.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerView {
    /// The cards in hand.
    pub hand: Vec<Shown<Face>>,
    /// The cards that were laid.
    pub row: Vec<Shown<Face>>,
    /// The charm.
    pub charm: Option<Shown<Face>>,
    /// The points.
    pub score: i32,
}

/// The statistics of a seat, as far as a viewer knows them.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// How many cards were laid.
    pub laid: u32,
    /// How many of them the viewer saw to be stones.
    pub bluffs: u32,
    /// How many doubts there were.
    pub doubts: u32,
    /// How many drawn cards the viewer saw.
    pub draws_seen: u32,
}

impl<T: Twist> Small<T> {
    pub(super) fn seen_through(&self, lens: &Lens<Face>) -> View {
        let shown = |cards: &[_]| cards.iter().map(|&card| lens.shown(card)).collect();
        View {
            you: lens.seat(),
            phase: self.phase,
            turn: self.turn,
            turns_left: self.turns_left,
            pile: self.twist.pile(self.pile.len()),
            players: self.players.map(|_, player| PlayerView {
                hand: shown(&player.hand),
                row: shown(&player.row),
                charm: player.charm.map(|card| lens.shown(card)),
                score: player.score,
            }),
        }
    }

    pub(super) fn count(
        &self,
        seat: Seat,
        action: &Action,
        lens: &Lens<Face>,
        statistics: &mut BySeat<Statistics>,
    ) {
        let counts = &mut statistics[seat];
        match action {
            Action::Lay { card } => {
                counts.laid += 1;
                counts.bluffs += u32::from(self.twist.bluff(*card, lens.face(*card)));
            }
            Action::Doubt => counts.doubts += 1,
            _ => {}
        }
    }
}
