//! Mark: a card of another hand, picked blind, lies face up while it is there (R-MARK-01).

use facedown_core::{Dealer, Dealt, Lens, Seat, Shown};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::asking::{ask_about, permits_pick};
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet, Victim};

pub(in super::super) struct Mark;

impl CardRules for Mark {
    const SHEET: Sheet = Sheet {
        name: "Mark",
        copies: Copies { streaking: 3, ..Copies::NONE },
        alone: Alone::At(Victim::WithUnmarkedCards),
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) = ("pick a card to mark", "R-MARK-01");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        ask_about(game, play, Victim::WithUnmarkedCards, |_| play.by.only(), dealer)
    }

    fn choices(
        game: &ExplodingKittens,
        play: &Play,
        _: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        if let Some(target) = play.target {
            out.extend(game.unmarked(target).map(|card| Action::Pick { card }));
        }
    }

    fn permits(
        game: &ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        _: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        let is_there = |target, card| game.unmarked(target).any(|there| there == card);
        permits_pick(play, action, Self::ASKS.1, is_there).unwrap_or_else(|| Err(Self::not_now()))
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let (Action::Pick { card }, Some(target)) = (action, play.target) {
            dealer.reveal(*card)?;
            game.marked.push(*card);
            let card = Shown::back(*card);
            dealer.announce(Event::Marked { player: play.by, target, card });
        }
        game.go_on(dealer)
    }
}
