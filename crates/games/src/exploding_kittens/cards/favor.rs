//! Favor: another player gives a card of their choice (R-FAVOR-01).

use facedown_core::{Dealer, Dealt, Lens, Seat};

use super::super::action::{Action, Refusal};
use super::super::state::{ExplodingKittens, Play};
use super::asking::{ask_about, gifts, permits_gift};
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet, Victim};

pub(in super::super) struct Favor;

impl CardRules for Favor {
    const SHEET: Sheet = Sheet {
        name: "Favor",
        copies: Copies { published: 4, ..Copies::NONE },
        alone: Alone::At(Victim::WithCards),
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) = ("give a card of your hand", "R-FAVOR-01");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        ask_about(game, play, Victim::WithCards, Seat::only, dealer)
    }

    fn choices(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        gifts(game, seat, out);
    }

    fn permits(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        action: &Action,
        _: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        permits_gift(game, seat, action).unwrap_or_else(|| Err(Self::not_now()))
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let Action::Give { card } = *action {
            game.take(play.by, seat, card, false, dealer)?;
        }
        game.go_on(dealer)
    }
}
