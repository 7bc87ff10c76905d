//! Bots that play a scenario to the end of its game.

use facedown_bots::{Bot, BotGame};
use facedown_core::{BySeat, Dice, Game, Seat, Seed, Table, Viewer};

use crate::failure::Failure;

/// Which bots play a scenario to the end of its game.
pub(crate) struct Completion {
    /// The name of the bot on every seat.
    pub(crate) bot: String,
    /// The seed of the bots' random choices.
    pub(crate) seed: Seed,
}

/// A bot for each seat, and dice that choose who acts where several may.
pub(crate) struct Bots<G: Game> {
    by_seat: BySeat<Box<dyn Bot<G>>>,
    /// How many of the table's events the bots have been sent.
    heard: usize,
    order: Dice,
}

impl<G: BotGame> Bots<G> {
    pub(crate) fn new(completion: &Completion, table: &Table<G>) -> Result<Self, Failure> {
        let by_seat = BySeat::try_new(table.seats(), |seat| {
            let dice = Dice::numbered(&completion.seed, seat.index() as u64 + 1);
            G::bot(&completion.bot, dice).ok_or_else(|| {
                let (game, bot, known) = (G::NAME, &completion.bot, G::bot_names().join(", "));
                Failure::Usage(format!("{game} has no bot called {bot:?}; there are: {known}"))
            })
        })?;
        Ok(Self { by_seat, heard: 0, order: Dice::numbered(&completion.seed, 0) })
    }

    /// The next seat to act and its action; `None` when the game is over.
    pub(crate) fn choose(&mut self, table: &Table<G>) -> Option<(Seat, G::Action)> {
        for heard in &table.heard()[self.heard..] {
            for (seat, bot) in self.by_seat.iter_mut() {
                if heard.told.to.reaches(Viewer::Seat(seat)) {
                    bot.hear(&heard.told.event);
                }
            }
        }
        self.heard = table.heard().len();
        let waiting_on = table.waiting_on();
        let first = self.order.place(waiting_on.len());
        let seat = waiting_on.iter().nth(first)?;
        Some((seat, self.by_seat[seat].choose(table.game(), seat, &table.lens(seat.into()))))
    }
}
