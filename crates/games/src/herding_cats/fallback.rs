//! What is done for a player who is absent or out of time.

use arrayvec::ArrayVec;
use facedown_core::{Card, Dice, Lens, Seat};

use super::action::Action;
use super::kind::Kind;
use super::legal::legal;
use super::state::{HerdingCats, Phase};

/// R-ABS-01: passes every window and plays a random card truthfully; what has to be picked is picked at
/// random. R-ABS-02: a card that cannot be declared truthfully is left in the hand; if there is no
/// other, it goes as a Kitten.
pub(super) fn fallback(
    game: &HerdingCats,
    seat: Seat,
    lens: &Lens<Kind>,
    dice: &mut Dice,
) -> Action {
    match game.phase {
        Phase::Challenge { .. } | Phase::InterceptChallenge { .. } => return Action::Pass {},
        Phase::Intercept { .. } => return Action::Decline {},
        _ => {}
    }
    let mut actions = Vec::new();
    legal(game, seat, &mut actions);
    if game.phase == Phase::Turn {
        let honest = |action: &Action| match *action {
            Action::Play { card, declare, .. } => lens.face(card) == Some(declare),
            _ => false,
        };
        let playable: ArrayVec<_, 7> = game.players[seat]
            .hand
            .iter()
            .filter(|&&mine| actions.iter().any(|a| honest(a) && plays(*a) == Some(mine)))
            .collect();
        let as_kitten = |a: &Action| matches!(a, Action::Play { declare: Kind::Kitten, .. });
        // First the card, then its target, so that attacks are no likelier than other cards.
        match dice.pick(&playable) {
            Some(&&card) => actions.retain(|a| honest(a) && plays(*a) == Some(card)),
            None => actions.retain(as_kitten),
        }
    }
    dice.pick(&actions).copied().unwrap_or(Action::Pass {})
}

const fn plays(action: Action) -> Option<Card> {
    match action {
        Action::Play { card, .. } => Some(card),
        _ => None,
    }
}
