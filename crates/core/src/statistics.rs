//! Statistics about the players, for games that count something.

use serde::Serialize;

use crate::game::Game;
use crate::lens::{Lens, Viewer};
use crate::seat::{BySeat, Seat};
use crate::table::{LogEntry, Table};

/// A game that keeps statistics about its players. A game without this trait has none.
///
/// A viewer's statistics are a fold of the log through that viewer's own lens, so they tell no more than the viewer
/// has seen. Once the game is over they are complete, because then the lens is that of hindsight.
pub trait Counted: Game {
    /// What is counted about a seat.
    type Statistics: Clone + Default + Serialize;

    /// Counts one action. `self` and `lens` are the state and the viewer's lens before the action, `events` what the
    /// viewer was told by it.
    fn tally(
        &self,
        seat: Seat,
        action: &Self::Action,
        lens: &Lens<Self::Face>,
        events: &[Self::Event],
        statistics: &mut BySeat<Self::Statistics>,
    );
}

impl<G: Counted> Table<G> {
    /// The statistics of every seat, as far as this viewer can know them; complete once the game is over.
    pub fn statistics(&self, viewer: Viewer) -> BySeat<G::Statistics> {
        let mut counts = BySeat::new(self.seats(), |_| G::Statistics::default());
        let over = self.standing().is_some();
        let begun = Self::begin(self.rules(), self.options(), self.seats(), self.deal());
        let Ok((mut game, mut house, _)) = begun else {
            return counts;
        };
        for LogEntry { seat, action } in self.log() {
            let before = (game.clone(), house.clone());
            let again = game.apply(*seat, action, &mut house);
            debug_assert!(again.is_ok());
            let heard: Vec<_> = house
                .drain_told()
                .filter(|told| over || told.to.reaches(viewer))
                .map(|told| told.event)
                .collect();
            let lens = if over { before.1.hindsight() } else { before.1.lens(viewer) };
            before.0.tally(*seat, action, &lens, &heard, &mut counts);
        }
        counts
    }
}
