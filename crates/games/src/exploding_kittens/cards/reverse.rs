//! Reverse: turns the order of play and ends one turn (R-REV-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Reverse;

impl CardRules for Reverse {
    const SHEET: Sheet = Sheet {
        name: "Reverse",
        copies: Copies { base: 0, streaking: 0, imploding: 4, published: 0 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        game.turns.reversed = !game.turns.reversed;
        dealer.announce(Event::Reversed { player: play.by });
        game.end_turn(dealer)
    }
}
