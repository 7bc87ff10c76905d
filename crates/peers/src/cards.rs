//! The cards of one machine: a player's, with its secrets, or a spectator's.

use facedown_core::Seat;
use facedown_crypto::FaceCode;
use facedown_crypto::places::{
    Accepted, Entry, Genesis, PendingAction, Place, Player, PlayerError, Refusal, TableState, Task,
    TaskError, TaskOutcome,
};

/// The cards of one machine.
pub(crate) enum Cards {
    /// A player's.
    Player(Box<Player>),
    /// A spectator's or a verifier's.
    Watcher(Box<TableState>),
}

impl Cards {
    pub(crate) fn new(
        genesis: Genesis,
        seated: Option<(Seat, [u8; 32])>,
    ) -> Result<Self, PlayerError> {
        Ok(match seated {
            Some((seat, seed)) => Self::Player(Box::new(Player::new(genesis, seat, seed)?)),
            None => Self::Watcher(Box::new(TableState::new(genesis))),
        })
    }

    /// What everybody knows.
    pub(crate) fn state(&self) -> &TableState {
        match self {
            Self::Player(player) => player.state(),
            Self::Watcher(state) => state,
        }
    }

    pub(crate) fn player(&mut self) -> Option<&mut Player> {
        match self {
            Self::Player(player) => Some(player),
            Self::Watcher(_) => None,
        }
    }

    pub(crate) fn accept(&mut self, entry: &Entry) -> Result<Accepted, Refusal> {
        match self {
            Self::Player(player) => player.accept(entry),
            Self::Watcher(state) => state.accept(entry),
        }
    }

    pub(crate) fn begin(
        &mut self,
        action: PendingAction,
        tasks: Vec<Task>,
    ) -> Result<Accepted, Refusal> {
        match self {
            Self::Player(player) => player.begin(action, tasks),
            Self::Watcher(state) => state.begin(action, tasks),
        }
    }

    pub(crate) fn extend(&mut self, tasks: Vec<Task>) -> Result<Accepted, TaskError> {
        match self {
            Self::Player(player) => player.extend(tasks),
            Self::Watcher(state) => state.extend(tasks),
        }
    }

    pub(crate) fn renew(&mut self, piles: Vec<Vec<Place>>) -> Result<Accepted, TaskError> {
        match self {
            Self::Player(player) => player.renew(piles),
            Self::Watcher(state) => state.renew(piles),
        }
    }

    pub(crate) fn derive(
        &mut self,
        seat: Seat,
        action: &[u8],
        tasks: Vec<Task>,
    ) -> Result<Accepted, TaskError> {
        match self {
            Self::Player(player) => player.derive(seat, action, tasks),
            Self::Watcher(state) => state.derive(seat, action, tasks),
        }
    }

    /// What came of a task of the current wave, as this machine knows it.
    pub(crate) fn outcome(&self, task: usize) -> Option<TaskOutcome> {
        match self {
            Self::Player(player) => player.outcome(task),
            Self::Watcher(state) => state.outcome(task),
        }
    }

    /// The order of this machine's own seat for a task of the current wave.
    pub(crate) fn order(&self, task: usize) -> Option<&[u16]> {
        match self {
            Self::Player(player) => player.order(task),
            Self::Watcher(_) => None,
        }
    }

    /// The face at a place, if this machine knows it.
    pub(crate) fn face(&self, place: Place) -> Option<FaceCode> {
        match self {
            Self::Player(player) => player.face(place),
            Self::Watcher(state) => state.public_face(place),
        }
    }
}
