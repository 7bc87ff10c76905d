//! Follows the statistics of a game that keeps them, without knowing their type.

use std::marker::PhantomData;

use facedown_core::{BySeat, Counted, Game, Seat, SeatCount, Table, Viewer};

use crate::violation::text;
use crate::world::World;

/// Access to the statistics of a game.
#[derive(Clone)]
pub struct Counting<G: Game> {
    new: fn(SeatCount) -> Box<dyn Counts<G>>,
    read: fn(&Table<G>, Viewer) -> String,
}

impl<G: Counted> Counting<G> {
    /// The statistics of this game.
    pub const fn new() -> Self {
        Self {
            new: |seats| Box::new(Own::<G>(BySeat::new(seats, |_| G::Statistics::default()))),
            read: |table, viewer| text(&table.statistics(viewer)),
        }
    }
}

impl<G: Counted> Default for Counting<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Counting<G> {
    /// A table's statistics for this viewer, as JSON.
    pub(crate) fn of_table(&self, table: &Table<G>, viewer: Viewer) -> String {
        (self.read)(table, viewer)
    }
}

/// The running statistics of one viewer; `None` for a game that keeps none.
pub(crate) struct Counter<G: Game>(Option<Box<dyn Counts<G>>>);

impl<G: Game> Counter<G> {
    pub(crate) fn new(counting: Option<&Counting<G>>, seats: SeatCount) -> Self {
        Self(counting.map(|counting| (counting.new)(seats)))
    }

    /// Counts an action that this viewer saw happen.
    pub(crate) fn tally(
        &mut self,
        before: &World<G>,
        viewer: Viewer,
        deed: (Seat, &G::Action),
        events: &[G::Event],
    ) {
        if let Some(counts) = &mut self.0 {
            counts.tally(before, viewer, deed, events);
        }
    }

    /// The statistics as JSON.
    pub(crate) fn text(&self) -> String {
        self.0.as_ref().map(|counts| counts.text()).unwrap_or_default()
    }
}

impl<G: Game> Clone for Counter<G> {
    fn clone(&self) -> Self {
        Self(self.0.as_ref().map(|counts| counts.copy()))
    }
}

trait Counts<G: Game> {
    fn tally(
        &mut self,
        before: &World<G>,
        viewer: Viewer,
        deed: (Seat, &G::Action),
        events: &[G::Event],
    );
    fn text(&self) -> String;
    fn copy(&self) -> Box<dyn Counts<G>>;
}

struct Own<G: Counted>(BySeat<G::Statistics>);

impl<G: Counted> Counts<G> for Own<G> {
    fn tally(
        &mut self,
        before: &World<G>,
        viewer: Viewer,
        (seat, action): (Seat, &G::Action),
        events: &[G::Event],
    ) {
        before.game.tally(seat, action, &before.house.lens(viewer), events, &mut self.0);
    }

    fn text(&self) -> String {
        text(&self.0)
    }

    fn copy(&self) -> Box<dyn Counts<G>> {
        Box::new(Self(self.0.clone()))
    }
}

/// Determines whether a game keeps statistics: `Statistics::<G>::OF`, with [`NoStatistics`] in scope.
///
/// An inherent associated constant takes precedence over one of a trait, and this one exists only if the game is
/// [`Counted`]. So `conformance!` checks the statistics of every game that keeps them, without a declaration.
#[doc(hidden)]
pub struct Statistics<G>(PhantomData<G>);

impl<G: Counted> Statistics<G> {
    pub const OF: Option<Counting<G>> = Some(Counting::new());
}

#[doc(hidden)]
pub trait NoStatistics<G: Game> {
    const OF: Option<Counting<G>> = None;
}

impl<G: Game> NoStatistics<G> for Statistics<G> {}
