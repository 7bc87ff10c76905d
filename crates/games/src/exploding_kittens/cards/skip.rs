//! Skip: ends one turn without a draw (R-SKIP-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Skip;

impl CardRules for Skip {
    const SHEET: Sheet = Sheet {
        name: "Skip",
        copies: Copies { base: 3, streaking: 0, imploding: 0, published: 4 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::Skipped { player: play.by });
        game.end_turn(dealer)
    }
}
