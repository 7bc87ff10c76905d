//! Bots: they get the public state and one lens, and return an action. No more than a player gets.

use facedown_core::{Dice, Game, Lens, Seat};

mod cat_herder;
pub mod exploding_kittens;
mod random;
pub mod texas_42;
mod timid;

pub use cat_herder::CatHerder;
pub use random::Random;
pub use timid::Timid;

/// Somebody who plays.
pub trait Bot<G: Game>: Send {
    /// Chooses among what this seat may do now. `lens` is the seat's own.
    fn choose(&mut self, game: &G, seat: Seat, lens: &Lens<G::Face>) -> G::Action;

    /// Hears what this seat is told, public or private. A bot that remembers nothing need not listen.
    fn hear(&mut self, _event: &G::Event) {}

    /// Whether it listens at all. A simulated game that nobody listens to need not be told.
    fn listens(&self) -> bool {
        false
    }
}

/// A game that bots can play.
pub trait Brains: Game {
    /// The names of its bots, the weakest first.
    const BOTS: &'static [&'static str];

    /// The bot with this name, which takes its chances from `dice`.
    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>>;
}

impl Brains for facedown_games::texas_42::Texas42 {
    const BOTS: &'static [&'static str] = &["random", "greedy", "old-timer"];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "greedy" => Some(Box::new(texas_42::Greedy::new(dice))),
            "old-timer" => Some(Box::new(texas_42::OldTimer::new(dice))),
            _ => None,
        }
    }
}

impl Brains for facedown_games::exploding_kittens::ExplodingKittens {
    const BOTS: &'static [&'static str] = &["random", "scaredy-cat", "nine-lives"];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "scaredy-cat" => Some(Box::new(exploding_kittens::ScaredyCat::new(dice))),
            "nine-lives" => Some(Box::new(exploding_kittens::NineLives::new(dice))),
            _ => None,
        }
    }
}

impl Brains for facedown_games::herding_cats::HerdingCats {
    const BOTS: &'static [&'static str] = &["random", "timid", "cat-herder"];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "timid" => Some(Box::new(Timid::new(dice))),
            "cat-herder" => Some(Box::new(CatHerder::new(dice))),
            _ => None,
        }
    }
}
