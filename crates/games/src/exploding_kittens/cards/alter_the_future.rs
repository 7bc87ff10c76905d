//! Alter the Future: a private look at the top of the pile, and another order for it (R-FUT-02).

use facedown_core::{Dealer, Dealt, Lens, Order, Sealed, Seat};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::see_the_future::look;
use super::{Alone, Cat, Copies, Kind, Sheet, Unit};

const ASKS: (&str, &str) = ("put the top cards of the pile in an order", "R-FUT-02");

/// How many cards there are to reorder.
fn top(game: &ExplodingKittens, most: usize) -> usize {
    game.pile.len().min(most)
}

fn begin<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    most: usize,
    dealer: &mut D,
) -> Dealt<()> {
    if look(game, play, most, dealer)?.is_empty() {
        return game.go_on(dealer);
    }
    game.ask_players(play.clone(), play.by.only());
    Ok(())
}

/// Every order of so many cards.
fn list(cards: usize, seat: Seat, out: &mut Vec<Action>) {
    fn extend(order: &mut Vec<u16>, cards: usize, seat: Seat, out: &mut Vec<Action>) {
        if order.len() == cards {
            let order = Sealed::new(seat, Order(order.clone()));
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

fn check(cards: usize, action: &Action, lens: &Lens<Kind>) -> Option<Result<(), Refusal>> {
    let Action::Arrange { order } = action else { return None };
    let fits = lens.open(order).is_some_and(|order| order.is_of(cards));
    Some(if fits { Ok(()) } else { Err(Refusal::NotAnOrder { cards }) })
}

fn finish<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    most: usize,
    action: &Action,
    dealer: &mut D,
) -> Dealt<()> {
    let cards = top(game, most);
    if let Action::Arrange { order } = action {
        dealer.arrange(play.by, &game.pile[..cards], order)?;
        dealer.announce(Event::FutureAltered { player: play.by, cards });
    }
    game.surface(dealer)?;
    game.go_on(dealer)
}

pub(in super::super) struct AlterTheFuture;

impl Unit for AlterTheFuture {
    const SHEET: Sheet = Sheet {
        name: "Alter the Future",
        text: "Look at the top three cards of the pile and put them in any order.",
        copies: Copies { imploding: 4, ..Copies::NONE },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) = ASKS;

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        begin(game, play, 3, dealer)
    }

    fn choices(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        list(top(game, 3), seat, out);
    }

    fn permits(
        game: &ExplodingKittens,
        _: &Play,
        _: Seat,
        action: &Action,
        lens: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        check(top(game, 3), action, lens).unwrap_or_else(|| Err(Self::not_now()))
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        finish(game, play, 3, action, dealer)
    }
}

pub(in super::super) struct AlterTheFutureFive;

impl Unit for AlterTheFutureFive {
    const SHEET: Sheet = Sheet {
        name: "Alter the Future (5)",
        text: "Look at the top five cards of the pile and put them in any order.",
        copies: Copies { streaking: 1, ..Copies::NONE },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) = ASKS;

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        begin(game, play, 5, dealer)
    }

    fn choices(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        list(top(game, 5), seat, out);
    }

    fn permits(
        game: &ExplodingKittens,
        _: &Play,
        _: Seat,
        action: &Action,
        lens: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        check(top(game, 5), action, lens).unwrap_or_else(|| Err(Self::not_now()))
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        finish(game, play, 5, action, dealer)
    }
}
