//! Favor: another player gives a card of their choice (R-FAVOR-01).

use facedown_core::{Dealer, Dealt, Lens, Seat};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, Cat, Copies, Kind, Sheet, Unit, Victim};

pub(in super::super) struct Favor;

impl Unit for Favor {
    const SHEET: Sheet = Sheet {
        name: "Favor",
        text: "Another player gives you a card of their choice.",
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
        let Some(target) = play.target else { return game.go_on(dealer) };
        if !game.can_be(Victim::WithCards, target) {
            dealer.announce(Event::Fizzled { player: play.by, target });
            return game.go_on(dealer);
        }
        game.ask_players(play.clone(), target.only());
        Ok(())
    }

    fn choices(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        _: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        out.extend(game.players[seat].hand.iter().map(|&card| Action::Give { card }));
    }

    fn permits(
        game: &ExplodingKittens,
        _: &Play,
        seat: Seat,
        action: &Action,
        _: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Give { card } if game.holds(seat, card) => Ok(()),
            Action::Give { card } => Err(Refusal::NotInHand { card }),
            _ => Err(Self::not_now()),
        }
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let Action::Give { card } = *action {
            game.take(play.by, seat, card, dealer)?;
        }
        game.go_on(dealer)
    }
}
