//! The games of Facedown, one module each, and the one list of them.

mod story;
mod texts;

pub use story::{Names, Story};
pub use texts::{Texts, locate, variables};

/// Runs the same code for the game with this name: in `$body`, `$Game` is the game's type.
///
/// This is the registry: to add a game, add its line here. Everything else finds it through this macro, or through
/// [`every_game!`].
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
        $crate::with_game! { @games among [$name, $Game, $body, $otherwise] }
    };
    (@games $how:ident $with:tt) => {
        $crate::with_game! { @$how $with
            herding_cats::HerdingCats,
            texas_42::Texas42,
            exploding_kittens::ExplodingKittens,
            spellbook::Spellbook,
        }
    };
    (@among [$name:expr, $Game:ident, $body:expr, $otherwise:expr] $($module:ident::$game:ident,)*) => {
        match $name {
            $(name if name == <$crate::$module::$game as ::facedown_core::Game>::NAME => {
                type $Game = $crate::$module::$game;
                $body
            })*
            _ => $otherwise,
        }
    };
    (@each [$Game:ident, $body:expr] $($module:ident::$game:ident,)*) => {{
        $({
            type $Game = $crate::$module::$game;
            $body;
        })*
    }};
    (@items [$items:ident] $($module:ident::$game:ident,)*) => {
        $($items! { $module $crate::$module::$game })*
    };
    (@names [] $($module:ident::$game:ident,)*) => {
        &[$(<$crate::$module::$game as ::facedown_core::Game>::NAME),*]
    };
    (@modules [] $($module:ident::$game:ident,)*) => {
        $(pub mod $module;)*
    };
}

/// Does the same for every game, as an expression or as items.
///
/// `every_game!(G => body)` runs `body` for each game in turn, where `G` is its type. `every_game!(items)` calls the
/// macro `items` with each game's module and type, to declare something for it. A game that has more than the usual
/// gets an arm with the name of its module there:
///
/// ```
/// trait Greets {
///     fn greeting() -> &'static str {
///         "Hello."
///     }
/// }
/// macro_rules! greeting_of {
///     (texas_42 $game:ty) => {
///         impl Greets for $game {
///             fn greeting() -> &'static str {
///                 "Howdy."
///             }
///         }
///     };
///     ($module:ident $game:ty) => {
///         impl Greets for $game {}
///     };
/// }
/// facedown_games::every_game!(greeting_of);
///
/// let mut greetings = Vec::new();
/// facedown_games::every_game!(G => greetings.push(G::greeting()));
/// assert_eq!(greetings, ["Hello.", "Howdy.", "Hello.", "Hello."]);
/// ```
#[macro_export]
macro_rules! every_game {
    ($Game:ident => $body:expr) => {
        $crate::with_game! { @games each [$Game, $body] }
    };
    ($items:ident) => {
        $crate::with_game! { @games items [$items] }
    };
}

with_game! { @games modules [] }

/// The names of all games.
pub const NAMES: &[&str] = with_game!(@games names []);

/// The names of all games whose legal actions are listed, so that a client can play them without their rules: those that are not
/// [open](facedown_core::Game::OPEN).
pub fn listed() -> Vec<&'static str> {
    let is_open = |name: &&str| with_game!(*name, G => <G as facedown_core::Game>::OPEN, else true);
    NAMES.iter().copied().filter(|name| !is_open(name)).collect()
}

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
