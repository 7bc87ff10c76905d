//! Statistics about each player, counted from the events that a viewer was told.

use facedown_core::{BySeat, Counted, Lens, Seat};
use serde::Serialize;

use super::action::Action;
use super::cards::Kind;
use super::event::Event;
use super::state::ExplodingKittens;

/// The statistics of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Cards drawn.
    pub drawn: u32,
    /// Cards and combos played, Nopes not counted.
    pub played: u32,
    /// Nopes played.
    pub nopes: u32,
    /// Plays of this player that were stopped by a Nope.
    pub stopped: u32,
    /// Cards taken from others.
    pub taken: u32,
    /// Attacks dealt out.
    pub attacks: u32,
    /// Kittens defused.
    pub defused: u32,
}

impl Counted for ExplodingKittens {
    type Statistics = Statistics;

    fn tally(
        &self,
        _: Seat,
        _: &Action,
        _: &Lens<Kind>,
        events: &[Event],
        statistics: &mut BySeat<Statistics>,
    ) {
        for event in events {
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
    }

    fn numbers(of: &Statistics) -> Vec<(&'static str, u32)> {
        vec![
            ("cards_drawn", of.drawn),
            ("plays", of.played),
            ("plays_stopped", of.stopped),
            ("nopes", of.nopes),
            ("cards_taken", of.taken),
            ("attacks", of.attacks),
            ("kittens_defused", of.defused),
        ]
    }
}
