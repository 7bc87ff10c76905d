//! The bots of a table. They are not part of the room; each bot gets the events that its seat is told.

use facedown_bots::{Bot, BotGame};
use facedown_core::{BySeat, Dice, Seat, SeatCount};
use facedown_games::with_game;

use crate::room::hosted::{Prepared, Snapshot, prepared};

/// The bots of a table, by their seats.
pub(super) struct Bots {
    seats: BySeat<Option<SeatedBot>>,
}

/// A bot of any game with its seat. It can think on another thread.
pub(super) struct SeatedBot {
    seat: Seat,
    bot: Box<dyn AnyBot>,
}

impl Bots {
    /// No bots yet.
    pub(super) fn new(seats: SeatCount) -> Self {
        Self { seats: BySeat::new(seats, |_| None) }
    }

    /// Whether there is a bot on the seat that is not thinking at the moment.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some_and(Option::is_some)
    }

    /// Creates the game's bot of this name for the seat, if the game has it.
    pub(super) fn sit(&mut self, game: &str, seat: Seat, name: &str, dice: Dice) {
        let bot = with_game!(
            game,
            G => G::bot(name, dice).map(|bot| Box::new(Listener::<G> { bot, heard: 0 }) as Box<dyn AnyBot>),
            else None
        );
        if let Some(bot) = bot {
            self.put_back(SeatedBot { seat, bot });
        }
    }

    /// Takes the seat's bot out, so that it can think on another thread.
    pub(super) fn take(&mut self, seat: Seat) -> Option<SeatedBot> {
        let (_, bot) = self.seats.iter_mut().find(|(other, _)| *other == seat)?;
        bot.take()
    }

    /// Puts a bot back after it has thought.
    pub(super) fn put_back(&mut self, bot: SeatedBot) {
        if self.seats.get(bot.seat).is_some() {
            let seat = bot.seat;
            self.seats[seat] = Some(bot);
        }
    }
}

impl SeatedBot {
    /// Chooses an action in this state of the game; `None` if it cannot be serialised.
    pub(super) fn choose(&mut self, state: &Snapshot) -> Option<Prepared> {
        self.bot.choose(self.seat, state)
    }
}

/// A bot with its game erased.
trait AnyBot: Send {
    fn choose(&mut self, seat: Seat, state: &Snapshot) -> Option<Prepared>;
}

/// A bot, and how many of the game's events it has processed, including those for other seats.
struct Listener<G: BotGame> {
    bot: Box<dyn Bot<G>>,
    heard: usize,
}

impl<G: BotGame> AnyBot for Listener<G> {
    fn choose(&mut self, seat: Seat, state: &Snapshot) -> Option<Prepared> {
        let table = state.table::<G>()?;
        let new = table.heard().get(self.heard..).unwrap_or_default();
        for heard in new.iter().filter(|heard| heard.told.to.reaches(seat.into())) {
            self.bot.hear(&heard.told.event);
        }
        self.heard = table.heard().len();
        let action = self.bot.choose(table.game(), seat, &table.lens(seat.into()));
        prepared(table, seat, action)
    }
}
