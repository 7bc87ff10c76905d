//! A bot that takes random legal actions.

use facedown_core::{Dice, Game, Lens, Seat};

use crate::Bot;

/// Takes random legal actions.
pub struct Random<G: Game> {
    dice: Dice,
    legal: Vec<G::Action>,
}

impl<G: Game> Random<G> {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, legal: Vec::new() }
    }
}

impl<G: Game> Bot<G> for Random<G> {
    fn choose(&mut self, game: &G, seat: Seat, lens: &Lens<G::Face>) -> G::Action {
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let choice = self.dice.pick(&self.legal).cloned();
        choice.unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }
}
