//! Curse of the Cat Butt: the victim no longer sees their own hand (R-CURSE-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet, Victim};

pub(in super::super) struct CurseOfTheCatButt;

impl CardRules for CurseOfTheCatButt {
    const SHEET: Sheet = Sheet {
        name: "Curse of the Cat Butt",
        copies: Copies { base: 0, streaking: 2, imploding: 0, published: 0 },
        alone: Alone::At(Victim::Anyone),
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let Some(target) = play.target {
            game.cursed = game.cursed.with(target);
            dealer.announce(Event::Cursed { player: play.by, target });
            game.blind(target, dealer)?;
        }
        game.go_on(dealer)
    }
}
