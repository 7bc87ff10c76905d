//! What one viewer sees of the table.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Game, Lens, Seat, Shown, Standing};
use serde::Serialize;

use super::{DECK_SIZE, MAX_HAND, Phase, Rank, TemplateGame};

/// What one viewer sees of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct View {
    /// The viewer's own seat; nothing for a spectator.
    pub you: Option<Seat>,
    /// What the table is waiting for.
    pub phase: Phase,
    /// Which round it is, which is also what it is worth (R-ROUND-03).
    pub round: u8,
    /// What lies before each player.
    pub players: BySeat<PlayerView>,
    /// The cards of earlier rounds, the oldest first.
    pub turned_up: ArrayVec<Shown<Rank>, DECK_SIZE>,
    /// How the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub standing: Option<Standing>,
}

/// What one viewer sees of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerView {
    /// The hand. Only its holder sees what is printed on it.
    pub hand: ArrayVec<Shown<Rank>, MAX_HAND>,
    /// The card that was played face down in this round.
    pub played: Option<Shown<Rank>>,
    /// The points so far.
    pub points: u8,
}

impl TemplateGame {
    pub(super) fn view_through(&self, lens: &Lens<Rank>) -> View {
        let standing = self.standing();
        View {
            you: lens.seat(),
            phase: if standing.is_some() { Phase::Over {} } else { Phase::Choose {} },
            round: self.round,
            players: self.players.map(|_, player| PlayerView {
                hand: player.hand.iter().map(|&card| lens.shown(card)).collect(),
                played: player.played.map(|card| lens.shown(card)),
                points: player.points,
            }),
            turned_up: self.turned_up.iter().map(|&card| lens.shown(card)).collect(),
            standing,
        }
    }
}
