//! What is done for a player who is absent or out of time.

use facedown_core::{Dice, Lens, Seat};

use super::action::Action;
use super::bid::Bid;
use super::domino::Domino;
use super::legal::{held, legal};
use super::state::{Phase, Texas42};
use super::suits::Trump;

/// R-ABS-01: passes if that is allowed, and agrees; R-ABS-02: names the suit of which there is most in
/// the hand, and plays what counts least.
pub(super) fn fallback(game: &Texas42, seat: Seat, lens: &Lens<Domino>, dice: &mut Dice) -> Action {
    let mut actions = Vec::new();
    legal(game, seat, lens, &mut actions);
    let worth = |action: &Action| match *action {
        Action::PlayDomino { card } => lens.face(card).map_or(0, Domino::count),
        _ => 0,
    };
    match game.phase {
        // Passing comes first in the list; without it, the lowest bid does.
        Phase::Bidding { .. } => actions.first().copied().unwrap_or(Action::Bid { bid: Bid::Pass }),
        Phase::TrumpSelection { .. } => Action::SelectTrump { trump: longest(game, seat, lens) },
        _ => {
            let least = actions.iter().map(worth).min().unwrap_or_default();
            actions.retain(|action| worth(action) == least);
            dice.pick(&actions).copied().unwrap_or(Action::Redeal {})
        }
    }
}

/// The pips of which there are most in the hand, the higher ones of equals.
fn longest(game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Trump {
    let hand = held(game, seat, lens);
    let length = |pips: u8| hand.iter().filter(|domino| domino.has(pips)).count();
    let best = (0..7).max_by_key(|&pips| length(pips)).unwrap_or(6);
    Trump::USUAL[usize::from(best)]
}
