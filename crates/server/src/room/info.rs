//! What everybody may know of a room, and what is kept of it when its game is over.

use facedown_core::Commitment;
use facedown_protocol::{Name, Occupant, SeatInfo, TableInfo};

use super::{Chair, Place, Room};

impl Room {
    /// The house's promise.
    pub fn commitment(&self) -> Commitment {
        self.seed.commitment()
    }

    /// What each seat is called in the record; a bot's name says which bot it is.
    pub fn names(&self) -> Vec<String> {
        let name = |(number, chair): (usize, &Chair)| match (&chair.place, &chair.sitter) {
            (_, Some(sitter)) => sitter.name.to_string(),
            (Place::Bot(bot), None) => format!("Bot {number} ({bot})"),
            _ => String::new(),
        };
        (1..).zip(&self.chairs).map(name).collect()
    }

    /// The whole game, once it is over.
    pub fn record(&self) -> Option<String> {
        self.game.as_ref()?.record(self.names())
    }

    /// What everybody may know who may know of the table.
    pub fn info(&self) -> TableInfo {
        let created = &self.created;
        TableInfo {
            id: self.id.clone(),
            game: created.game.clone(),
            rules: created.rules,
            options: created.options.clone(),
            state: self.state,
            seats: self.chairs.iter().map(|chair| self.seat_info(chair)).collect(),
            host: self.seat_of(&created.host),
            private: created.private,
            autostart: created.autostart,
            spectators: created.spectators,
            clock: created.clock,
            absent: created.absent.clone(),
            grace: created.grace,
            commitment: self.commitment(),
            standing: self.game.as_ref().and_then(|game| game.standing()),
            rematch: self.rematch.clone(),
            kicked: self.kicked.len(),
        }
    }

    fn seat_info(&self, chair: &Chair) -> SeatInfo {
        let (who, name) = match (&chair.sitter, &chair.place) {
            (Some(sitter), _) => (Occupant::Player, Some(sitter.name.clone())),
            (None, Place::Bot(bot)) => (Occupant::Bot, Name::new(bot).ok()),
            (None, Place::Open) => (Occupant::Open, None),
            (None, Place::Invited | Place::Kept(_)) => (Occupant::Invited, None),
        };
        // Published only when the deal is made, or the last to sit down could choose the deal after the others.
        let dealt = self.game.is_some();
        let contribution = chair.sitter.as_ref().and_then(|sitter| sitter.contribution.clone());
        SeatInfo {
            who,
            name,
            contribution: contribution.filter(|_| dealt),
            resigned: chair.resigned,
            absent: chair.away,
        }
    }
}
