//! Draw from the Bottom: ends one turn with a draw from the bottom (R-BOT-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::End;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct DrawFromTheBottom;

impl CardRules for DrawFromTheBottom {
    const SHEET: Sheet = Sheet {
        name: "Draw from the Bottom",
        copies: Copies { base: 0, streaking: 0, imploding: 4, published: 0 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        _: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        game.draw(End::Bottom, dealer)
    }
}
