//! A bot that swims around: it brings a deck and passes its turns, for people who try their own.

use facedown_core::{Dice, Game, Lens, Seat};
use facedown_games::spellbook::{Action, CardId, Phase, Spellbook};

use super::before;
use super::eyes::Eyes;
use crate::Bot;

/// Brings a deck of the house and passes its turns.
#[derive(Clone)]
pub struct Goldfish {
    dice: Dice,
}

impl Goldfish {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice }
    }
}

impl Bot<Spellbook> for Goldfish {
    fn choose(&mut self, game: &Spellbook, seat: Seat, lens: &Lens<CardId>) -> Action {
        let eyes = Eyes { game, lens, me: seat };
        let wanted = match game.phase {
            Phase::Decks { .. } => before::deck(&eyes, &mut self.dice),
            Phase::Playing => super::apprentice::answer(&eyes)
                .or_else(|| (!game.players[seat].doomed.is_empty()).then_some(Action::Concede {})),
            _ => None,
        };
        let wanted = wanted.filter(|action| game.permits(seat, action, lens).is_ok());
        wanted.unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }

    fn interject(&mut self, game: &Spellbook, seat: Seat, _: &Lens<CardId>) -> Option<Action> {
        let is_lost = game.phase == Phase::Playing && !game.players[seat].doomed.is_empty();
        is_lost.then_some(Action::Concede {})
    }
}
