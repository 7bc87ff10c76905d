//! Actions that were checked before they are carried out: for a server that writes them to its disk in between.

use std::sync::{Arc, OnceLock};

use super::{Heard, Refused, Table};
use crate::game::{Action, Game};
use crate::sealed::Pen;
use crate::seat::Seat;

/// An action that a table permits in its present state. Only [`Table::check`] makes one.
///
/// It holds what its author sealed, so it has no `Debug` and no `Serialize`.
pub struct Permitted<A> {
    seat: Seat,
    action: A,
    state: Arc<()>,
}

/// Which state a table is in. Clones of a table are in the same state until one of them acts.
///
/// The marker is made only when an action is checked, so that a table that never checks in advance pays nothing for it.
#[derive(Clone, Default)]
pub(super) struct StateMarker(OnceLock<Arc<()>>);

impl StateMarker {
    fn get(&self) -> &Arc<()> {
        self.0.get_or_init(Arc::default)
    }

    fn is(&self, other: &Arc<()>) -> bool {
        self.0.get().is_some_and(|state| Arc::ptr_eq(state, other))
    }

    /// From now on it is another state.
    pub(super) fn change(&mut self) {
        self.0.take();
    }
}

impl<G: Game> Table<G> {
    /// Whether this seat may do this now.
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

    /// Checks whether this seat may do this now, without doing it.
    pub fn check(
        &self,
        seat: Seat,
        mut action: G::Action,
    ) -> Result<Permitted<G::Action>, Refused<G::Refusal>> {
        action.seals(&Pen::author(seat));
        self.permits_sealed(seat, &action)?;
        Ok(Permitted { seat, action, state: Arc::clone(self.state.get()) })
    }

    /// Does what was checked, and gives what was told by it. Refused, it changes nothing.
    ///
    /// The rules are not asked a second time, unless the action was checked at another table or at an earlier state of
    /// this one.
    pub fn carry_out(
        &mut self,
        permitted: Permitted<G::Action>,
    ) -> Result<&[Heard<G::Event>], Refused<G::Refusal>> {
        let Permitted { seat, action, state } = permitted;
        if !self.state.is(&state) {
            self.permits_sealed(seat, &action)?;
        }
        self.apply(seat, action)
    }
}

/// An action with its sealed values open, as a log has it: for a server that writes it down before it is carried out.
/// [`Table::check`] and [`Table::act`] seal it again.
pub fn opened<A: Action>(mut action: A) -> A {
    action.seals(&Pen::open());
    action
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_state_is_the_same_only_until_it_changes() {
        let mut here = StateMarker::default();
        let checked = Arc::clone(here.get());
        let mut clone = here.clone();
        assert!(here.is(&checked) && clone.is(&checked));
        clone.change();
        assert!(here.is(&checked) && !clone.is(&checked));
        here.change();
        assert!(!here.is(&checked), "nor is it that of the clone, which did something else");
        assert!(!here.is(clone.get()));
    }
}
