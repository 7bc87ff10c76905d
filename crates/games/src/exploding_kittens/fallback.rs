//! What is done for a player who is absent (R-ABS-01).

use facedown_core::{Dice, Lens, Seat};

use super::action::Action;
use super::cards::Kind;
use super::legal::legal;
use super::state::{ExplodingKittens, Phase};

/// Draws, passes and keeps; what has to be chosen is chosen at random.
pub(super) fn fallback(
    game: &ExplodingKittens,
    seat: Seat,
    lens: &Lens<Kind>,
    dice: &mut Dice,
) -> Action {
    match game.phase {
        Phase::Turn => Action::Draw {},
        Phase::Nope { .. } => Action::Pass {},
        Phase::Drawn { .. } => Action::Keep {},
        _ => {
            let mut choices = Vec::new();
            legal(game, seat, lens, &mut choices);
            // Somebody who is waited for can always do something.
            dice.pick(&choices).cloned().unwrap_or(Action::Draw {})
        }
    }
}
