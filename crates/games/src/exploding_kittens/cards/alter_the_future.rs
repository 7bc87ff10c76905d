//! Alter the Future: a private look at the top of the pile, and another order for it (R-FUT-02).

use facedown_core::{CardOrder, Dealer, Dealt, Lens, Sealed, Seat};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::see_the_future::look;
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet};

/// How many cards there are to reorder.
fn top(game: &ExplodingKittens, most: usize) -> usize {
    game.pile.len().min(most)
}

/// Every order of this many cards.
fn list(cards: usize, seat: Seat, out: &mut Vec<Action>) {
    fn extend(order: &mut Vec<u16>, cards: usize, seat: Seat, out: &mut Vec<Action>) {
        if order.len() == cards {
            let order = Sealed::new(seat, CardOrder(order.clone()));
            out.push(Action::Arrange { order });
            return;
        }
        for place in (0..).take(cards) {
            if !order.contains(&place) {
                order.push(place);
                extend(order, cards, seat, out);
                order.pop();
            }
        }
    }
    extend(&mut Vec::with_capacity(cards), cards, seat, out);
}

/// Alter the Future for this many cards.
pub(in super::super) struct Alter<const MOST: usize>;

pub(in super::super) type AlterTheFuture = Alter<3>;
pub(in super::super) type AlterTheFutureFive = Alter<5>;

impl<const MOST: usize> CardRules for Alter<MOST> {
    const SHEET: Sheet = match MOST {
        5 => Sheet {
            name: "Alter the Future (5)",
            copies: Copies { streaking: 1, ..Copies::NONE },
            alone: Alone::Freely,
            cat: Cat::No,
        },
        _ => Sheet {
            name: "Alter the Future",
            copies: Copies { imploding: 4, ..Copies::NONE },
            alone: Alone::Freely,
            cat: Cat::No,
        },
    };

    const ASKS: (&'static str, &'static str) =
        ("put the top cards of the pile in an order", "R-FUT-02");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        if look(game, play, MOST, dealer)?.is_empty() {
            return game.go_on(dealer);
        }
        game.ask_players(play.clone(), play.by.only());
        Ok(())
    }

    fn choices(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        list(top(game, MOST), seat, out);
    }

    fn permits(
        game: &ExplodingKittens,
        _: &Play,
        _: Seat,
        action: &Action,
        lens: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        let Action::Arrange { order } = action else { return Err(Self::not_now()) };
        let cards = top(game, MOST);
        let fits = lens.allows(order, |order| order.is_of(cards));
        if fits { Ok(()) } else { Err(Refusal::NotAnOrder { cards }) }
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        let cards = top(game, MOST);
        if let Action::Arrange { order } = action {
            dealer.arrange(play.by, &game.pile[..cards], order)?;
            dealer.announce(Event::FutureAltered { player: play.by, cards });
        }
        game.surface(dealer)?;
        game.go_on(dealer)
    }
}
