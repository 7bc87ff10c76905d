//! What must hold for every game, and a small game to try it on.
#![deny(missing_docs)]

pub mod small;
