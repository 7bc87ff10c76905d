//! What is counted about each player, as far as the one who counts was told.

use facedown_core::BySeat;
use serde::Serialize;

use super::event::Event;

/// What is counted about one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Cards drawn.
    pub drawn: u32,
    /// Cards and combos played, Nopes not counted.
    pub played: u32,
    /// Nopes played.
    pub nopes: u32,
    /// Plays of theirs that were stopped.
    pub stopped: u32,
    /// Cards taken from others.
    pub taken: u32,
    /// Attacks dealt out.
    pub attacks: u32,
    /// Kittens defused.
    pub defused: u32,
}

/// Counts what happened.
pub(super) fn count(event: &Event, statistics: &mut BySeat<Statistics>) {
    match *event {
        Event::Drawn { player, .. } => statistics[player].drawn += 1,
        Event::Played { player, .. } => statistics[player].played += 1,
        Event::Noped { player, .. } => statistics[player].nopes += 1,
        Event::Stopped { player, .. } => statistics[player].stopped += 1,
        Event::Taken { player, .. } => statistics[player].taken += 1,
        Event::Attacked { player, .. } => statistics[player].attacks += 1,
        Event::Defused { player, .. } => statistics[player].defused += 1,
        _ => {}
    }
}
