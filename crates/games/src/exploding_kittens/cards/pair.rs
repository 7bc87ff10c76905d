//! Two of a kind: a blind steal (R-COMBO-03).

use facedown_core::{Dealer, Dealt, Lens, Seat};

use super::super::action::{Action, Refusal};
use super::super::state::{ExplodingKittens, Play};
use super::asking::{ask_about, permits_pick};
use super::{CardRules, Kind, Sheet, Victim};

pub(in super::super) struct Pair;

impl CardRules for Pair {
    const SHEET: Sheet = super::cats::Tacocat::SHEET;

    const ASKS: (&'static str, &'static str) = ("pick a card to steal", "R-COMBO-03");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        ask_about(game, play, Victim::WithCards, |_| play.by.only(), dealer)
    }

    fn choices(
        game: &ExplodingKittens,
        play: &Play,
        _: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        if let Some(target) = play.target {
            out.extend(game.players[target].hand.iter().copied().map(|card| Action::Pick { card }));
        }
    }

    fn permits(
        game: &ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        _: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        let is_there = |target, card| game.holds(target, card);
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
            game.take(play.by, target, *card, false, dealer)?;
        }
        game.go_on(dealer)
    }
}
