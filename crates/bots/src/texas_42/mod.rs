//! Texas 42: what its bots think with.

pub mod solver;
