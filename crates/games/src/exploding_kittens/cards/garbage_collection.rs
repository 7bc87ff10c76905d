//! Garbage Collection: everybody gives a card, and all are shuffled into the pile (R-GARB-01).

use facedown_core::{Dealer, Dealt, Lens, Seat, Seats, Shown};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Phase, Play};
use super::asking::{gifts, permits_gift};
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet, Victim};

pub(in super::super) struct GarbageCollection;

impl CardRules for GarbageCollection {
    const SHEET: Sheet = Sheet {
        name: "Garbage Collection",
        copies: Copies { streaking: 1, ..Copies::NONE },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) =
        ("give a card of your hand to the pile", "R-GARB-01");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        let asked: Seats =
            game.living.iter().filter(|&seat| game.can_be(Victim::WithCards, seat)).collect();
        game.ask_players(play.clone(), asked);
        finish(game, play, dealer)
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
            game.drop_from_hand(seat, card);
            dealer.announce(Event::Gave { player: seat, card: Shown::back(card) });
            if let Phase::Choice { window, gathered, .. } = &mut game.phase {
                window.pass(seat);
                gathered[seat] = Some(card);
            }
        }
        finish(game, play, dealer)
    }
}

/// Shuffles everything into the pile, once all have given.
fn finish<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    dealer: &mut D,
) -> Dealt<()> {
    let Phase::Choice { window, gathered, .. } = &game.phase else { return Ok(()) };
    if !window.is_closed() {
        return Ok(());
    }
    let cards = gathered.values().iter().flatten().count();
    game.pile.extend(gathered.values().iter().flatten().copied());
    dealer.shuffle(&game.pile)?;
    dealer.announce(Event::Collected { player: play.by, cards });
    game.surface(dealer)?;
    game.go_on(dealer)
}
