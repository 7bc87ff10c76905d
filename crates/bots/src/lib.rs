//! Bots: they get the public state and one lens, and return an action. No more than a player gets.

use facedown_core::{Dice, Game, Lens, Seat};

pub mod exploding_kittens;
pub mod herding_cats;
mod random;
pub mod texas_42;

pub use random::Random;

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
pub trait BotGame: Game {
    /// Its bots, the weakest first.
    const BOTS: &'static [Profile];

    /// The bot with this name, which takes its chances from `dice`.
    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>>;

    /// The names of its bots, the weakest first.
    fn bot_names() -> Vec<&'static str> {
        Self::BOTS.iter().map(|bot| bot.name).collect()
    }
}

/// What a bot is to those who want to play with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its name in commands and requests.
    pub name: &'static str,
    /// Its name as people write it.
    pub title: &'static str,
    /// How it plays, in a sentence.
    pub about: &'static str,
    /// How strong it is.
    pub level: Level,
}

/// How strong a bot is, among those of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Anybody wins.
    Easy,
    /// It knows what it does.
    Medium,
    /// It is hard to beat.
    Hard,
}

impl Profile {
    /// The one that plays any game.
    const RANDOM: Self =
        Self::new("random", "Random", "Does anything that the rules allow.", Level::Easy);

    const fn new(
        name: &'static str,
        title: &'static str,
        about: &'static str,
        level: Level,
    ) -> Self {
        Self { name, title, about, level }
    }
}

impl BotGame for facedown_games::texas_42::Texas42 {
    const BOTS: &'static [Profile] = &[
        Profile::RANDOM,
        Profile::new(
            "greedy",
            "Greedy",
            "Counts its trumps and plays the obvious domino.",
            Level::Medium,
        ),
        Profile::new(
            "old-timer",
            "Old-timer",
            "Imagines the other hands, again and again, and does what works out best.",
            Level::Hard,
        ),
    ];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "greedy" => Some(Box::new(texas_42::Greedy::new(dice))),
            "old-timer" => Some(Box::new(texas_42::OldTimer::new(dice))),
            _ => None,
        }
    }
}

impl BotGame for facedown_games::exploding_kittens::ExplodingKittens {
    const BOTS: &'static [Profile] = &[
        Profile::RANDOM,
        Profile::new(
            "scaredy-cat",
            "Scaredy-cat",
            "Runs away when the next card looks dangerous, and otherwise plays what it has.",
            Level::Medium,
        ),
        Profile::new(
            "nine-lives",
            "Nine Lives",
            "Counts the kittens, and reckons what each draw may cost and what each card would bring.",
            Level::Hard,
        ),
    ];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "scaredy-cat" => Some(Box::new(exploding_kittens::ScaredyCat::new(dice))),
            "nine-lives" => Some(Box::new(exploding_kittens::NineLives::new(dice))),
            _ => None,
        }
    }
}

impl BotGame for facedown_games::herding_cats::HerdingCats {
    const BOTS: &'static [Profile] = &[
        Profile::RANDOM,
        Profile::new("timid", "Timid", "Never lies and never doubts.", Level::Medium),
        Profile::new(
            "cat-herder",
            "Cat-herder",
            "Counts cards, notes who lies, and lies where it pays.",
            Level::Hard,
        ),
    ];

    fn bot(name: &str, dice: Dice) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(dice))),
            "timid" => Some(Box::new(herding_cats::Timid::new(dice))),
            "cat-herder" => Some(Box::new(herding_cats::CatHerder::new(dice))),
            _ => None,
        }
    }
}
