//! Shuffle: the pile is shuffled as often as its player says, once nobody has Noped it (R-SHUF-01).

use facedown_core::{Dealer, Dealt, Lens, Seat};

use super::super::action::{Action, Refusal};
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::{Alone, CardRules, Cat, Copies, Kind, Sheet};

/// The most shuffles at a time (R-SHUF-02).
const MAX_SHUFFLES: i64 = 100;

pub(in super::super) struct Shuffle;

impl CardRules for Shuffle {
    const SHEET: Sheet = Sheet {
        name: "Shuffle",
        copies: Copies { base: 4, streaking: 0, imploding: 0, published: 4 },
        alone: Alone::Freely,
        cat: Cat::No,
    };

    const ASKS: (&'static str, &'static str) = ("say how often to shuffle, 1 to 100", "R-SHUF-02");

    fn effect<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: &mut D,
    ) -> Dealt<()> {
        game.ask_players(play.clone(), play.by.only());
        Ok(())
    }

    fn choices(_: &ExplodingKittens, _: &Play, _: Seat, _: &Lens<Kind>, out: &mut Vec<Action>) {
        out.extend((1..=MAX_SHUFFLES).map(|times| Action::Shuffle { times }));
    }

    fn permits(
        _: &ExplodingKittens,
        _: &Play,
        _: Seat,
        action: &Action,
        _: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Shuffle { times } if times < 1 => Err(Refusal::TooFewShuffles { times }),
            Action::Shuffle { times } if times > MAX_SHUFFLES => {
                Err(Refusal::TooManyShuffles { times })
            }
            Action::Shuffle { .. } => Ok(()),
            _ => Err(Self::not_now()),
        }
    }

    fn chosen<D: Dealer<ExplodingKittens>>(
        game: &mut ExplodingKittens,
        play: &Play,
        _: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        if let Action::Shuffle { times } = *action {
            for _ in 0..times {
                dealer.shuffle(&game.pile)?;
            }
            dealer.announce(Event::Shuffled { player: play.by, times });
        }
        game.surface(dealer)?;
        game.go_on(dealer)
    }
}
