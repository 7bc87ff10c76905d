//! The conformance suite that every game must pass, and playthroughs.
//!
//! A game runs the suite with one line in its tests:
//!
//! ```
//! facedown_testkit::conformance!(facedown_testkit::small::Small);
//! ```
//!
//! [`play`] runs golden playthroughs, and [`rules`] finds rules that no code enforces or no test shows. [`small`] is a
//! game on which all of this is tested.
//!
//! Each property is also a function that returns a [`Report`] or a [`Violation`], which describes what went wrong, in
//! which game, at which step and for which viewer.
#![deny(missing_docs)]

mod agreement;
mod coalitions;
mod counting;
mod decks;
mod determinism;
mod handles;
mod imagination;
mod leaving;
pub mod loose;
mod machines;
mod noninterference;
mod opening;
mod own_parts;
mod peers;
pub mod play;
mod pool;
mod recall;
pub mod rules;
mod sharing;
pub mod small;
mod soundness;
mod suite;
mod trace;
mod vault;
mod violation;
mod world;

pub use agreement::agreement;
pub use coalitions::coalitions;
pub use counting::Counting;
#[doc(hidden)]
pub use counting::{NoStatistics, Statistics};
pub use determinism::determinism;
pub use handles::handles;
pub use imagination::imagination;
pub use leaving::without_a_seat;
pub use machines::{Departure, Machines, Trace, Wave};
pub use noninterference::noninterference;
pub use own_parts::own_parts;
#[doc(hidden)]
pub use peers::long_form;
pub use peers::without_a_house;
pub use recall::recall;
pub use sharing::{characters_per_action, sharing};
pub use soundness::{conservation, termination};
pub use suite::{Case, OtherFaces, Report, Suite};
pub use vault::{MachineSays, Met, Unsaid, Vault};
pub use violation::{Aspect, Breach, Location, Violation};
pub use world::World;

/// Defines one test for each property that must hold for every game.
///
/// `conformance!(MyGame)` plays with the default options; `conformance!(MyGame, suite)` takes a [`Suite`], to play with
/// other options as well, or more games. Use it once in a module. The statistics of a game that is
/// [`Counted`](facedown_core::Counted) are checked too.
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance!($game, $crate::Suite::default());
    };
    ($game:ty, $suite:expr) => {
        $crate::conformance!(@ $game, $suite,
            noninterference recall handles agreement determinism sharing conservation termination
            imagination own_parts);
    };
    (@ $game:ty, $suite:expr, $($property:ident)*) => {
        $(
            #[test]
            fn $property() {
                #[allow(unused_imports)] // a game that keeps statistics does not need it
                use $crate::NoStatistics as _;
                let mut suite: $crate::Suite<$game> = $suite;
                suite.statistics = $crate::Statistics::<$game>::OF;
                if let Err(violation) = $crate::$property(&suite) {
                    panic!("{violation}");
                }
            }
        )*
    };
}

/// Defines the tests that must hold for every game between the players' own machines.
///
/// `peers!(MyGame)` plays with the default options; `peers!(MyGame, suite)` takes a [`Suite`]. Options that need a house are
/// left out. With `FACEDOWN_PEER_GAMES=1000` in the environment, at least so many games are played.
#[macro_export]
macro_rules! peers {
    ($game:ty) => {
        $crate::peers!($game, $crate::Suite::default());
    };
    ($game:ty, $suite:expr) => {
        $crate::peers!(@ $game, $suite, without_a_house without_a_seat coalitions);
    };
    (@ $game:ty, $suite:expr, $($property:ident)*) => {
        $(
            #[test]
            fn $property() {
                let suite: $crate::Suite<$game> = $crate::long_form($suite);
                if let Err(violation) = $crate::$property(&suite) {
                    panic!("{violation}");
                }
            }
        )*
    };
}
