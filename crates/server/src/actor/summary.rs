//! What lists show of a table. It is shared, so that lists can be made without a message to every table.

use facedown_core::Seats;
use facedown_protocol::{Name, Occupant, SeatInfo, State};

use crate::room::Room;
use crate::store::PlayerId;

/// What lists show of a table.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The name of the game.
    pub game: String,
    /// Whether it is open, playing or over.
    pub state: State,
    /// Whether it was closed before its game ended.
    pub closed: bool,
    /// Whether it is hidden from public lists.
    pub private: bool,
    /// Who created it.
    pub host: PlayerId,
    /// The names of players and bots, by seat.
    pub names: Vec<Option<Name>>,
    /// The players, by seat.
    pub players: Vec<Option<PlayerId>>,
    /// How many seats are free.
    pub free: usize,
    /// The seats that have to act.
    pub waiting: Seats,
}

impl Summary {
    /// Summarises this room.
    pub fn of(room: &Room) -> Self {
        let sitter = |player: &crate::room::Chair| Some(player.sitter.as_ref()?.player.clone());
        Self {
            game: room.created().game.clone(),
            state: room.state(),
            closed: room.is_closed(),
            private: room.created().private,
            host: room.created().host.clone(),
            names: room.info().seats.into_iter().map(sitting).collect(),
            players: room.chairs().iter().map(sitter).collect(),
            free: room.free_for_all(),
            waiting: room.waiting(),
        }
    }
}

/// The name of whoever sits there. A player for whom a seat is reserved does not sit there yet.
fn sitting(seat: SeatInfo) -> Option<Name> {
    seat.name.filter(|_| seat.who != Occupant::Kept)
}

/// What lists show of a table to its players, and to others if spectators are delayed.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// The current state.
    pub now: Summary,
    /// The state that delayed spectators see, if the table has a delay.
    pub later: Option<Summary>,
}

impl Summaries {
    /// What this player may know of the table now; `None` is a spectator.
    pub fn seen_by(&self, player: Option<&PlayerId>) -> &Summary {
        let sits = self.now.players.iter().flatten().any(|sitter| Some(sitter) == player);
        self.later.as_ref().filter(|_| !sits).unwrap_or(&self.now)
    }
}
