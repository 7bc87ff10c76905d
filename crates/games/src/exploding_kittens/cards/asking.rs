//! Questions that several cards share: pick a card of another hand, give a card of your own.

use facedown_core::{Card, Dealer, Dealt, Seat, Seats};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::Victim;

/// Asks somebody about the target of a play, if it is still one (R-PLAY-04).
pub(super) fn ask_about<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    victim: Victim,
    asked: impl Fn(Seat) -> Seats,
    dealer: &mut D,
) -> Dealt<()> {
    match play.target {
        Some(target) if game.can_be(victim, target) => {
            game.ask_players(play.clone(), asked(target));
            return Ok(());
        }
        Some(target) => dealer.announce(Event::Fizzled { player: play.by, target }),
        None => {}
    }
    game.go_on(dealer)
}

/// The cards that can be given: any of one's own.
pub(super) fn gifts(game: &ExplodingKittens, seat: Seat, out: &mut Vec<Action>) {
    out.extend(game.players[seat].hand.iter().map(|&card| Action::Give { card }));
}

/// Why this card cannot be given; `None` if the action is not a gift.
pub(super) fn permits_gift(
    game: &ExplodingKittens,
    seat: Seat,
    action: &Action,
) -> Option<Result<(), Refusal>> {
    let Action::Give { card } = *action else { return None };
    Some(if game.holds(seat, card) { Ok(()) } else { Err(Refusal::NotInHand { card }) })
}

/// Why this card cannot be picked; `None` if the action is not a pick.
pub(super) fn permits_pick(
    play: &Play,
    action: &Action,
    rule: &'static str,
    is_there: impl Fn(Seat, Card) -> bool,
) -> Option<Result<(), Refusal>> {
    let (&Action::Pick { card }, Some(target)) = (action, play.target) else { return None };
    let refusal = Refusal::NotInTheirHand { card, target, rule };
    Some(if is_there(target, card) { Ok(()) } else { Err(refusal) })
}
