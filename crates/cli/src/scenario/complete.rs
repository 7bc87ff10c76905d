//! Bots that play a scenario on to the end.

use facedown_bots::{Bot, BotGame};
use facedown_core::{BySeat, Dice, Game, Seat, Seed, Table, Viewer};

use crate::failure::Failure;

/// Who plays a scenario on to the end.
pub(crate) struct Complete {
    /// The name of the bot on every seat.
    pub(crate) bot: String,
    /// Where the bots' chances come from.
    pub(crate) seed: Seed,
}

/// One bot for each seat, and dice that say who is first where several may act.
pub(crate) struct Bots<G: Game> {
    by_seat: BySeat<Box<dyn Bot<G>>>,
    /// How much of what was told the bots have heard.
    heard: usize,
    order: Dice,
}

impl<G: BotGame> Bots<G> {
    pub(crate) fn new(complete: &Complete, table: &Table<G>) -> Result<Self, Failure> {
        let by_seat = BySeat::try_new(table.seats(), |seat| {
            let dice = Dice::numbered(&complete.seed, seat.index() as u64 + 1);
            G::bot(&complete.bot, dice).ok_or_else(|| {
                let (game, bot, known) = (G::NAME, &complete.bot, G::bot_names().join(", "));
                Failure::Usage(format!("{game} has no bot called {bot:?}; there are: {known}"))
            })
        })?;
        Ok(Self { by_seat, heard: 0, order: Dice::numbered(&complete.seed, 0) })
    }

    /// Who acts next and how; nobody when the game is over.
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
