//! Super Skip: ends all turns that are owed, without a draw (R-SKIP-02).

use facedown_core::{Dealer, Dealt};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct SuperSkip;

impl CardRules for SuperSkip {
    const SHEET: Sheet = Sheet {
        name: "Super Skip",
        copies: Copies { base: 0, streaking: 1, imploding: 0, published: 0 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::Skipped { player: play.by });
        game.turns.end_all();
        game.hand_over(dealer)
    }
}
