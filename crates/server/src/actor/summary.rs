//! What lists show of a table, kept where lists can read it without asking the table.

use facedown_core::Seats;
use facedown_protocol::{Name, Occupant, SeatInfo, State};

use crate::room::Room;
use crate::store::PlayerId;

/// What lists show of a table.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The name of the game.
    pub game: String,
    /// How far it has come.
    pub state: State,
    /// Whether it was given up.
    pub closed: bool,
    /// Whether it is in no list.
    pub private: bool,
    /// Who set it up.
    pub host: PlayerId,
    /// What the seats are called.
    pub names: Vec<Option<Name>>,
    /// Who sits where.
    pub players: Vec<Option<PlayerId>>,
    /// How many seats are free.
    pub free: usize,
    /// Whom it waits for.
    pub waiting: Seats,
}

impl Summary {
    /// What lists show of this room.
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

/// What whoever sits there is called. Somebody for whom a seat is kept does not sit there yet.
fn sitting(seat: SeatInfo) -> Option<Name> {
    seat.name.filter(|_| seat.who != Occupant::Kept)
}

/// What lists show of a table to those who play at it, and to those who may only see it later.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// As it is.
    pub now: Summary,
    /// As it was, if spectators are shown everything later.
    pub later: Option<Summary>,
}

impl Summaries {
    /// What this player may know of the table now; nobody in particular is a spectator.
    pub fn seen_by(&self, player: Option<&PlayerId>) -> &Summary {
        let sits = self.now.players.iter().flatten().any(|sitter| Some(sitter) == player);
        self.later.as_ref().filter(|_| !sits).unwrap_or(&self.now)
    }
}
