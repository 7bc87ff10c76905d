//! Bots: they get what a player gets, the public state and one lens, and return an action.

use facedown_core::{BotInfo, Dice, Game, Lens, Level, Seat};

pub mod names;
mod random;

pub use random::Random;

/// A bot.
pub trait Bot<G: Game>: Send {
    /// Chooses a legal action for this seat. `lens` is the seat's own.
    fn choose(&mut self, game: &G, seat: Seat, lens: &Lens<G::Face>) -> G::Action;

    /// What it does while the table waits for somebody else, in a game in which it [may](Game::may_act): it blocks what
    /// attacks it. `None` if there is nothing to do. It is asked after each action of another.
    fn interject(&mut self, _game: &G, _seat: Seat, _lens: &Lens<G::Face>) -> Option<G::Action> {
        None
    }

    /// Receives an event for this seat, public or private. A bot without a memory ignores it.
    fn hear(&mut self, _event: &G::Event) {}

    /// Whether it needs events. A simulated game without listeners produces none.
    fn listens(&self) -> bool {
        false
    }
}

/// A game as bots play it. The random bot plays any game; a game may have others.
pub trait BotGame: Game {
    /// Its bots, the weakest first.
    const BOTS: &'static [BotInfo] = &[RANDOM];

    /// What its bots are called at a table, whatever their level. Each name begins with a letter of its own, so that names
    /// stay apart where there is no room for all of them, and there are more of them than seats.
    const BOT_NAMES: &'static [&'static str] = names::PLAIN;

    /// The bot with this name that only this game has.
    fn own_bot(_name: &str, _dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        None
    }

    /// The bot with this name. Its random choices come from `dice`.
    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        if name == RANDOM.name {
            return Some(Box::new(Random::new(dice)));
        }
        Self::own_bot(name, dice)
    }

    /// The names of its bots, the weakest first.
    fn bot_names() -> Vec<&'static str> {
        Self::BOTS.iter().map(|bot| bot.name).collect()
    }
}

/// The bot that plays any game.
pub const RANDOM: BotInfo =
    BotInfo::new("random", "Random", "Does anything that the rules allow.", Level::Easy);

/// A game with bots of its own has its line here and a folder with its [`BotGame`]. Any other game has the random bot.
macro_rules! bots_of {
    (exploding_kittens $game:ty) => {
        pub mod exploding_kittens;
    };
    (herding_cats $game:ty) => {
        pub mod herding_cats;
    };
    (texas_42 $game:ty) => {
        pub mod texas_42;
    };
    (spellbook $game:ty) => {
        pub mod spellbook;
    };
    ($module:ident $game:ty) => {
        impl BotGame for $game {}
    };
}
facedown_games::every_game!(bots_of);
