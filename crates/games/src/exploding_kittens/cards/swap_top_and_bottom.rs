//! Swap Top and Bottom: the two cards change places unseen (R-SWAP-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct SwapTopAndBottom;

impl CardRules for SwapTopAndBottom {
    const SHEET: Sheet = Sheet {
        name: "Swap Top and Bottom",
        copies: Copies { base: 0, streaking: 3, imploding: 0, published: 0 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let Some(last) = game.pile.len().checked_sub(1) {
            game.pile.swap(0, last);
        }
        dealer.announce(Event::Swapped { player: play.by });
        game.surface(dealer)?;
        game.go_on(dealer)
    }
}
