//! A bot that never lies and never challenges: it takes the fallback action for absent players.

use facedown_core::{Dice, Game, Lens, Seat};

use crate::Bot;

/// Never lies and never doubts.
pub struct Timid {
    dice: Dice,
}

impl Timid {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice }
    }
}

impl<G: Game> Bot<G> for Timid {
    fn choose(&mut self, game: &G, seat: Seat, lens: &Lens<G::Face>) -> G::Action {
        game.fallback(seat, lens, &mut self.dice)
    }
}
