//! See the Future: a private look at the top of the pile (R-FUT-01).

use facedown_core::{Dealer, Dealt};

use super::super::event::{Event, backs};
use super::super::state::{ExplodingKittens, Pile, Play};
use super::{Alone, CardRules, Cat, Copies, Sheet};

/// Shows the top cards to the one who played, and gives them back.
pub(super) fn look<D: Dealer<ExplodingKittens>>(
    game: &ExplodingKittens,
    play: &Play,
    most: usize,
    dealer: &mut D,
) -> Dealt<Pile> {
    let top: Pile = game.pile.iter().copied().take(most).collect();
    for &card in &top {
        dealer.show(card, play.by)?;
    }
    dealer.announce(Event::FutureSeen { player: play.by, cards: top.len() });
    dealer.tell(play.by, Event::YourFuture { cards: backs(&top) });
    Ok(top)
}

/// See the Future for this many cards.
pub(in super::super) struct See<const MOST: usize>;

pub(in super::super) type SeeTheFuture = See<3>;
pub(in super::super) type SeeTheFutureFive = See<5>;

impl<const MOST: usize> CardRules for See<MOST> {
    const SHEET: Sheet = match MOST {
        5 => Sheet {
            name: "See the Future (5)",
            copies: Copies { streaking: 1, ..Copies::NONE },
            alone: Alone::Freely,
            cat: Cat::No,
        },
        _ => Sheet {
            name: "See the Future",
            copies: Copies { base: 4, streaking: 0, imploding: 0, published: 5 },
            alone: Alone::Freely,
            cat: Cat::No,
        },
    };

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        look(game, play, MOST, dealer)?;
        game.go_on(dealer)
    }
}
