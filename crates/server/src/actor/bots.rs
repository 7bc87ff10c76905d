//! The bots of a table. They sit beside the room, and learn from its game what their seats are told.

use facedown_bots::{Bot, BotGame};
use facedown_core::{BySeat, Dice, Seat, SeatCount};
use facedown_games::with_game;

use crate::room::hosted::{Prepared, Snapshot, prepared};

/// The bots of a table, by their seats.
pub(super) struct Bots {
    seats: BySeat<Option<SeatedBot>>,
}

/// A bot of any game on its seat. It can be sent to another thread to think.
pub(super) struct SeatedBot {
    seat: Seat,
    bot: Box<dyn AnyBot>,
}

impl Bots {
    /// A table without bots.
    pub(super) fn new(seats: SeatCount) -> Self {
        Self { seats: BySeat::new(seats, |_| None) }
    }

    /// Whether there is a bot on the seat, and not away to think.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.seats.get(seat).is_some_and(Option::is_some)
    }

    /// Sits the game's bot of this name on the seat, if the game has one.
    pub(super) fn sit(&mut self, game: &str, seat: Seat, name: &str, dice: Dice) {
        let bot = with_game!(
            game,
            G => G::bot(name, dice).map(|bot| Box::new(Listener::<G> { bot, heard: 0 }) as Box<dyn AnyBot>),
            else None
        );
        if let Some(bot) = bot {
            self.take_back(SeatedBot { seat, bot });
        }
    }

    /// Takes the seat's bot out, to think.
    pub(super) fn send_off(&mut self, seat: Seat) -> Option<SeatedBot> {
        let (_, bot) = self.seats.iter_mut().find(|(other, _)| *other == seat)?;
        bot.take()
    }

    /// Takes a bot back that has thought.
    pub(super) fn take_back(&mut self, bot: SeatedBot) {
        if self.seats.get(bot.seat).is_some() {
            let seat = bot.seat;
            self.seats[seat] = Some(bot);
        }
    }
}

impl SeatedBot {
    /// What the bot wants to do in this state of the game; nothing, if that cannot be written.
    pub(super) fn choose(&mut self, state: &Snapshot) -> Option<Prepared> {
        self.bot.choose(self.seat, state)
    }
}

/// A bot, whatever its game.
trait AnyBot: Send {
    fn choose(&mut self, seat: Seat, state: &Snapshot) -> Option<Prepared>;
}

/// A bot, and how many of the game's events it has heard or passed over because they were for others.
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
