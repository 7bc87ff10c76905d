//! The public information about a room, and the record of its game.

use facedown_core::Commitment;
use facedown_protocol::{Name, Occupant, SeatInfo, TableInfo};

use super::{Chair, Room, SeatRule, hosted};

impl Room {
    /// The commitment to the server's seed.
    pub fn commitment(&self) -> Commitment {
        self.seed.commitment()
    }

    /// The names in the record, by seat. The name of a bot includes its level.
    pub fn names(&self) -> Vec<String> {
        let name = |(seat, chair): (usize, &Chair)| match (&chair.place, &chair.sitter) {
            (_, Some(sitter)) => sitter.name.to_string(),
            (SeatRule::Bot(bot), None) => format!("{} ({bot})", self.bot_name(seat)),
            _ => String::new(),
        };
        self.chairs.iter().enumerate().map(name).collect()
    }

    /// The name of the bot on the seat with this index. Journals of old versions have no names of bots; they get the game's
    /// names in order.
    fn bot_name(&self, seat: usize) -> String {
        let chosen = self.created.bot_names.get(seat).and_then(Option::as_ref);
        chosen.map_or_else(|| hosted::bot_name(&self.created.game, seat), Name::to_string)
    }

    /// The record of the game, once it is over.
    pub fn record(&self) -> Option<String> {
        self.game.as_ref()?.record(self.names())
    }

    /// The information that everybody who may know of the table can read.
    pub fn info(&self) -> TableInfo {
        let created = &self.created;
        TableInfo {
            id: self.id.clone(),
            game: created.game.clone(),
            rules: created.rules,
            options: created.options.clone(),
            open_game: hosted::is_open(&created.game),
            state: self.state,
            seats: (0..)
                .zip(&self.chairs)
                .map(|(seat, chair)| self.seat_info(seat, chair))
                .collect(),
            host: self.seat_of(&created.host),
            private: created.private,
            autostart: created.autostart,
            spectators: created.spectators,
            clock: created.clock,
            absent: created.absent.clone(),
            grace: created.grace,
            pace: self.pace,
            commitment: self.commitment(),
            words: Vec::new(),
            standing: self.game.as_ref().and_then(|game| game.standing()),
            rematch: self.rematch.clone(),
            kicked: self.kicked.len(),
        }
    }

    fn seat_info(&self, seat: usize, chair: &Chair) -> SeatInfo {
        let (who, name) = match (&chair.sitter, &chair.place) {
            (Some(sitter), _) => (Occupant::Player, Some(sitter.name.clone())),
            (None, SeatRule::Bot(_)) => (Occupant::Bot, Name::new(&self.bot_name(seat)).ok()),
            (None, SeatRule::Open) => (Occupant::Open, None),
            (None, SeatRule::Invited) => (Occupant::Invited, None),
            (None, SeatRule::Kept(kept)) => (Occupant::Kept, kept.name.clone()),
        };
        // Published only after the deal, or the last player to sit down could choose the deal by their contribution.
        let dealt = self.game.is_some();
        let contribution = chair.sitter.as_ref().and_then(|sitter| sitter.contribution.clone());
        SeatInfo {
            who,
            name,
            bot: match &chair.place {
                SeatRule::Bot(bot) => Some(bot.clone()),
                _ => None,
            },
            contribution: contribution.filter(|_| dealt),
            resigned: chair.resigned,
            absent: chair.away,
        }
    }
}
