//! What happened, in words: for the log beside a table.

use facedown_core::{BySeat, Game, Seat, SeatCount};

/// What the players are called.
#[derive(Clone, Debug)]
pub struct Names {
    names: BySeat<String>,
    you: Option<Seat>,
}

impl Names {
    /// These names; the reader, if it is a player, is called "you".
    pub const fn new(names: BySeat<String>, you: Option<Seat>) -> Self {
        Self { names, you }
    }

    /// "Player 1", "Player 2" and so on.
    pub fn plain(seats: SeatCount, you: Option<Seat>) -> Self {
        Self::new(BySeat::new(seats, |seat| format!("Player {}", seat.index() + 1)), you)
    }

    /// What the player on this seat is called in the middle of a sentence.
    pub fn of(&self, seat: Seat) -> &str {
        if self.is_you(seat) { "you" } else { self.name(seat) }
    }

    /// What the player on this seat is called, even if it is the reader.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat).map_or("somebody", String::as_str)
    }

    /// Whose: "your", "Ann's", "Mittens'".
    pub fn possessive(&self, seat: Seat) -> String {
        match self.name(seat) {
            _ if self.is_you(seat) => "your".into(),
            name if name.ends_with(['s', 'S']) => format!("{name}'"),
            name => format!("{name}'s"),
        }
    }

    /// Who does what: "You play", "Ann plays".
    pub fn does(&self, seat: Seat, verb: &str) -> String {
        if self.is_you(seat) {
            format!("You {verb}")
        } else {
            format!("{} {verb}s", self.name(seat))
        }
    }

    /// The same with a verb that does not end in s: "You are", "Ann is".
    pub fn does_so(&self, seat: Seat, you: &str, they: &str) -> String {
        if self.is_you(seat) { format!("You {you}") } else { format!("{} {they}", self.name(seat)) }
    }

    /// The same in the middle of a sentence: "you play", "Ann plays".
    pub fn who_does(&self, seat: Seat, verb: &str) -> String {
        if self.is_you(seat) { format!("you {verb}") } else { self.does(seat, verb) }
    }

    /// Whether the reader sits here.
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }
}

/// A game that can tell its story.
///
/// Both take what the reader may know and nothing else: an event that the reader was told, an action
/// that the reader may do, seen through the reader's own view.
pub trait Story: Game {
    /// What an event means, as a sentence without its full stop; nothing if it is not worth a line.
    fn tell(event: &Self::Event, names: &Names) -> Option<String>;

    /// What an action would do, as a choice in a list.
    fn offer(action: &Self::Action, view: &Self::View, names: &Names) -> String;

    /// What the game asks of somebody whom it is waiting for.
    fn prompt(view: &Self::View, names: &Names) -> String;
}
