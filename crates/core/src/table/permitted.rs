//! Actions that are checked first and carried out later: a server writes them to its disk in between.

use std::sync::{Arc, OnceLock};

use super::{LoggedEvent, Refused, Table};
use crate::game::{Action, Game};
use crate::sealed::Pen;
use crate::seat::Seat;

/// An action that a table permits in its present state. Only [`Table::check`] creates one.
///
/// It may contain sealed values, so it has no `Debug` and no `Serialize`.
pub struct Permitted<A> {
    seat: Seat,
    action: A,
    state: Arc<()>,
}

/// Identifies the state of a table. Clones of a table are in the same state until one of them acts.
///
/// The marker is created only when an action is checked, so a table that never checks in advance does not allocate one.
#[derive(Clone, Default)]
pub(super) struct StateMarker(OnceLock<Arc<()>>);

impl StateMarker {
    fn get(&self) -> &Arc<()> {
        self.0.get_or_init(Arc::default)
    }

    fn is(&self, other: &Arc<()>) -> bool {
        self.0.get().is_some_and(|state| Arc::ptr_eq(state, other))
    }

    /// Marks a new state.
    pub(super) fn change(&mut self) {
        self.0.take();
    }
}

impl<G: Game> Table<G> {
    /// Checks whether this seat may take this action now.
    pub fn permits(&self, seat: Seat, action: &G::Action) -> Result<(), Refused<G::Refusal>> {
        let mut action = action.clone();
        action.seals(&Pen::author(seat));
        self.permits_sealed(seat, &action)
    }

    pub(super) fn permits_sealed(
        &self,
        seat: Seat,
        action: &G::Action,
    ) -> Result<(), Refused<G::Refusal>> {
        super::permits(&self.game, &self.house, self.seats, seat, action)
    }

    /// Checks an action without carrying it out. [`Table::carry_out`] takes the result.
    pub fn check(
        &self,
        seat: Seat,
        mut action: G::Action,
    ) -> Result<Permitted<G::Action>, Refused<G::Refusal>> {
        action.seals(&Pen::author(seat));
        self.permits_sealed(seat, &action)?;
        Ok(Permitted { seat, action, state: Arc::clone(self.state.get()) })
    }

    /// Carries out a checked action and returns its events. A refused action changes nothing.
    ///
    /// The rules are not asked a second time, unless the action was checked at another table or at an earlier state of
    /// this one.
    pub fn carry_out(
        &mut self,
        permitted: Permitted<G::Action>,
    ) -> Result<&[LoggedEvent<G::Event>], Refused<G::Refusal>> {
        let Permitted { seat, action, state } = permitted;
        if !self.state.is(&state) {
            self.permits_sealed(seat, &action)?;
        }
        self.apply(seat, action)
    }
}

/// An action with its sealed values open, for a server that stores it before it is carried out. [`Table::check`] and
/// [`Table::act`] seal it again.
pub fn opened<A: Action>(mut action: A) -> A {
    action.seals(&Pen::open());
    action
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn clones_are_in_the_same_state_until_one_of_them_changes() {
        let mut here = StateMarker::default();
        let checked = Arc::clone(here.get());
        let mut clone = here.clone();
        assert!(here.is(&checked) && clone.is(&checked));
        clone.change();
        assert!(here.is(&checked) && !clone.is(&checked));
        here.change();
        assert!(!here.is(&checked), "both have changed, each in its own way");
        assert!(!here.is(clone.get()));
    }
}
