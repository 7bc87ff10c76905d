//! Bots for Texas 42, and what they think with.

mod greedy;
mod hand;
mod old_timer;
mod policy;
pub mod solver;

pub use greedy::Greedy;
pub use old_timer::OldTimer;
