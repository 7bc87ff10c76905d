//! Statistics about the players, for games that keep them.

use serde::Serialize;

use crate::game::Game;
use crate::lens::{Lens, Viewer};
use crate::seat::{BySeat, Seat};
use crate::table::{LogEntry, Table};

/// A game that keeps statistics about its players. A game without this trait has none.
///
/// A viewer's statistics are computed from the log through that viewer's own lens, so they show no more than the viewer
/// has seen. Once the game is over they are complete, because then everything may be seen.
pub trait Counted: Game {
    /// The statistics of one seat.
    type Statistics: Clone + Default + Serialize;

    /// Counts one action. `self` and `lens` are the state and the viewer's lens before the action, `events` are the events
    /// of the action that the viewer got.
    fn tally(
        &self,
        seat: Seat,
        action: &Self::Action,
        lens: &Lens<Self::Face>,
        events: &[Self::Event],
        statistics: &mut BySeat<Self::Statistics>,
    );

    /// What was counted about a seat: each number with its key, in the order in which they are shown.
    fn numbers(statistics: &Self::Statistics) -> Vec<(&'static str, u32)>;
}

/// One thing that was counted in a game, for all seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// What is counted.
    pub key: &'static str,
    /// The number of each seat.
    pub numbers: BySeat<u32>,
    /// When the numbers grew.
    pub moments: Vec<StatisticMoment>,
}

/// A moment at which a number grew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatisticMoment {
    /// Whose number.
    pub seat: Seat,
    /// After how many actions.
    pub actions: usize,
}

impl<G: Counted> Table<G> {
    /// The statistics of every seat, as far as this viewer can know them; complete once the game is over.
    pub fn statistics(&self, viewer: Viewer) -> BySeat<G::Statistics> {
        self.tallied(viewer, |_, _| {})
    }

    /// Everything that was counted, and when, as far as this viewer can know it; complete once the game is over.
    pub fn counts(&self, viewer: Viewer) -> Vec<Count> {
        let mut counts: Vec<Count> = Vec::new();
        self.tallied(viewer, |actions, statistics| {
            for (seat, of_seat) in statistics.iter() {
                for (place, (key, number)) in G::numbers(of_seat).into_iter().enumerate() {
                    if counts.len() <= place {
                        let numbers = BySeat::new(self.seats(), |_| 0);
                        counts.push(Count { key, numbers, moments: Vec::new() });
                    }
                    let count = &mut counts[place];
                    let before = count.numbers[seat];
                    if number > before {
                        count.moments.push(StatisticMoment { seat, actions });
                    } else if number < before {
                        // What was counted last is taken back: a bluff stood until it was caught.
                        let last = count.moments.iter().rposition(|moment| moment.seat == seat);
                        last.map(|last| count.moments.remove(last));
                    }
                    count.numbers[seat] = number;
                }
            }
        });
        counts
    }

    /// The statistics of every seat. `after` is given them after each action, with the number of actions so far.
    fn tallied(
        &self,
        viewer: Viewer,
        mut after: impl FnMut(usize, &BySeat<G::Statistics>),
    ) -> BySeat<G::Statistics> {
        let mut statistics = BySeat::new(self.seats(), |_| G::Statistics::default());
        let over = self.standing().is_some();
        let begun = Self::begin(self.rules(), self.options(), self.seats(), self.deal());
        let Ok((mut game, mut house, _)) = begun else {
            return statistics;
        };
        after(0, &statistics);
        for (actions, LogEntry { seat, action }) in (1..).zip(self.log()) {
            let before = (game.clone(), house.clone());
            let again = game.apply(*seat, action, &mut house);
            debug_assert!(again.is_ok());
            let heard: Vec<_> = house
                .drain_told()
                .filter(|told| over || told.to.reaches(viewer))
                .map(|told| told.event)
                .collect();
            let lens = if over { before.1.hindsight() } else { before.1.lens(viewer) };
            before.0.tally(*seat, action, &lens, &heard, &mut statistics);
            after(actions, &statistics);
        }
        statistics
    }
}
