//! What happened and what can be done, in words: for the log beside a table and for menus.

use facedown_core::{BySeat, Count, Game, Seat, SeatCount, Table, Viewer};
use serde::Serialize;
use serde_json::Value;

use crate::texts::Texts;

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

    /// Whether the reader sits here.
    pub fn is_you(&self, seat: Seat) -> bool {
        self.you == Some(seat)
    }

    /// The name of a seat that is given as a number.
    pub(crate) fn called(&self, seat: u64) -> String {
        number(seat).map_or_else(String::new, |seat| self.name(seat).to_owned())
    }

    /// Whether the reader sits on a seat that is given as a number.
    pub(crate) fn reads(&self, seat: u64) -> bool {
        number(seat).is_some_and(|seat| self.is_you(seat))
    }
}

fn number(seat: u64) -> Option<Seat> {
    Seat::new(seat.try_into().ok()?)
}

/// A game that can tell its story.
///
/// A game writes its messages, and facts that they need and that are not fields of what they are about. What is told
/// is made of what the reader may know and nothing else: an event that the reader was told, an action that the
/// reader may do, seen through the reader's own view.
pub trait Story: Game {
    /// The game's messages. Without any, the fields of events and actions are named one by one.
    fn texts() -> &'static Texts {
        Texts::none()
    }

    /// What the message for an action needs to know beyond the action's own fields and cards.
    fn offer_facts(_action: &Self::Action, _view: &Self::View<'_>) -> Value {
        Value::Null
    }

    /// What the messages for a phase need to know beyond the fields of the view.
    fn prompt_facts(_view: &Self::View<'_>) -> Value {
        Value::Null
    }

    /// What an event means, as a sentence; nothing if it is not worth a line.
    fn tell(event: &Self::Event, names: &Names) -> Option<String> {
        Self::texts().event_in_terminal(&json(event), names)
    }

    /// What an action would do, as a choice in a list.
    fn offer(action: &Self::Action, view: &Self::View<'_>, names: &Names) -> String {
        Self::texts().offer(&json(action), &json(view), Self::offer_facts(action, view), names)
    }

    /// What was counted in a game, and when, as far as a viewer can know it. The message `statistic-…` says what a key
    /// means.
    fn counts(_table: &Table<Self>, _viewer: Viewer) -> Vec<Count> {
        Vec::new()
    }

    /// What the game asks of somebody whom it is waiting for.
    fn prompt(view: &Self::View<'_>, names: &Names) -> String {
        Self::texts().prompt("prompt", &json(view), Self::prompt_facts(view), names).0
    }
}

/// A value as the page gets it.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}
