//! Targeted Attack: an Attack against anyone (R-ATT-04).

use facedown_core::{Dealer, Dealt};

use super::super::action::TargetedAttacks;
use super::super::state::{ExplodingKittens, Play};
use super::attack::attack;
use super::{Alone, CardRules, Cat, Copies, Sheet, Victim};

pub(in super::super) struct TargetedAttack;

impl CardRules for TargetedAttack {
    const SHEET: Sheet = Sheet {
        name: "Targeted Attack",
        copies: Copies { base: 0, streaking: 0, imploding: 3, published: 0 },
        alone: Alone::At(Victim::Anyone),
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        let Some(target) = play.target else { return game.go_on(dealer) };
        attack(game, play.by, target, dealer);
        match game.options.targeted_attack {
            TargetedAttacks::Pending => game.hand_over(dealer),
            TargetedAttacks::Immediate => game.jump_to(target, dealer),
        }
    }
}
