//! Attack: ends the turn without a draw, and the next player takes two (R-ATT-01 to R-ATT-03).

use facedown_core::{Dealer, Dealt, Seat};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Attack;

impl CardRules for Attack {
    const SHEET: Sheet = Sheet {
        name: "Attack",
        copies: Copies { base: 3, streaking: 0, imploding: 0, published: 4 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        // R-ATT-02: never a dead one.
        match game.turns.next(play.by, game.living) {
            Some(target) => {
                attack(game, play.by, target, dealer);
                game.hand_over(dealer)
            }
            None => Ok(()),
        }
    }
}

/// Gives a victim the turns of an attack, and says so (R-ATT-03).
pub(super) fn attack<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    player: Seat,
    target: Seat,
    dealer: &mut D,
) {
    game.turns.attack(target);
    dealer.announce(Event::Attacked { player, target, turns: game.turns.pending[target] });
}
