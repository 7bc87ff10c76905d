//! Bots for Exploding Kittens, and what they think with.

mod nine_lives;
mod own_eyes;
mod scaredy_cat;

pub use nine_lives::NineLives;
pub use scaredy_cat::ScaredyCat;

/// A small count as a number to reckon with.
#[allow(clippy::cast_precision_loss)] // a handful of cards
const fn as_f64(count: usize) -> f64 {
    count as f64
}
