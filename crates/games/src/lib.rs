//! The games of Facedown, one module each, and the one list of them.

mod about;
mod story;
mod texts;

pub mod exploding_kittens;
pub mod herding_cats;
pub mod texas_42;

pub use about::{About, Choice, Setting, Values};
pub use story::{Names, Story};
pub use texts::{Texts, locate, variables};

/// Runs the same code for the game with this name: in `$body`, `$Game` is the game's type.
///
/// This is the registry: to add a game, add its line here.
///
/// ```
/// use facedown_core::Game;
/// fn seats(name: &str) -> Option<usize> {
///     facedown_games::with_game!(name, G => Some(*G::SEATS.end()), else None)
/// }
/// assert_eq!(seats("herding-cats"), Some(6));
/// assert_eq!(seats("solitaire"), None);
/// ```
#[macro_export]
macro_rules! with_game {
    ($name:expr, $Game:ident => $body:expr, else $otherwise:expr) => {
        $crate::with_game!(@games among [$name, $Game, $body, $otherwise])
    };
    (@games $how:ident $with:tt) => {
        $crate::with_game!(@$how $with
            $crate::herding_cats::HerdingCats,
            $crate::texas_42::Texas42,
            $crate::exploding_kittens::ExplodingKittens,
        )
    };
    (@among [$name:expr, $Game:ident, $body:expr, $otherwise:expr] $($game:ty,)*) => {
        match $name {
            $(name if name == <$game as ::facedown_core::Game>::NAME => {
                type $Game = $game;
                $body
            })*
            _ => $otherwise,
        }
    };
    (@names [] $($game:ty,)*) => {
        &[$(<$game as ::facedown_core::Game>::NAME),*]
    };
}

/// The names of all games.
pub const NAMES: &[&str] = with_game!(@games names []);

/// The name of the game whose share codes begin with these initials.
pub fn with_initials(initials: &str) -> Option<&'static str> {
    NAMES.iter().copied().find(
        |&name| with_game!(name, G => <G as facedown_core::Game>::INITIALS == initials, else false),
    )
}

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
