//! Bots for Herding Cats, and what they think with.

mod cat_herder;
mod timid;

pub use cat_herder::CatHerder;
pub use timid::Timid;
