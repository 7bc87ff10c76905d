//! Catomic Bomb: all Exploding Kittens to the top, the rest shuffled, the turn ends (R-BOMB-01).

use facedown_core::{Dealer, Dealt};

use super::super::Question;
use super::super::event::{Event, backs};
use super::super::state::{ExplodingKittens, Pile, Play};
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet};

pub(in super::super) struct CatomicBomb;

impl CardRules for CatomicBomb {
    const SHEET: Sheet = Sheet {
        name: "Catomic Bomb",
        copies: Copies { base: 0, streaking: 1, imploding: 0, published: 0 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        // Shuffled first, so that where the kittens are found does not tell where they were tucked in.
        dealer.shuffle(&game.pile)?;
        let (mut kittens, mut rest) = (Pile::new(), Pile::new());
        for &card in &game.pile {
            if dealer.ask(&[card], Question::Has(Kind::ExplodingKitten))? {
                dealer.reveal(card)?;
                kittens.push(card);
            } else {
                rest.push(card);
            }
        }
        dealer.announce(Event::Bombed { player: play.by, kittens: backs(&kittens) });
        kittens.extend(rest);
        game.pile = kittens;
        game.surface(dealer)?;
        game.end_turn(dealer)
    }
}
