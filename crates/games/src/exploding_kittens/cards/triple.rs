//! Three of a kind: a named steal (R-COMBO-04).

use facedown_core::{Dealer, Dealt, Lens, Seat};

use super::super::Question;
use super::super::action::{Action, Refusal};
use super::super::deck::Set;
use super::super::event::Event;
use super::super::state::{ExplodingKittens, Play};
use super::asking::ask_about;
use super::{CardRules, Kind, Sheet, Victim};

pub(in super::super) struct Triple;

impl CardRules for Triple {
    const SHEET: Sheet = super::cats::Tacocat::SHEET;

    const ASKS: (&'static str, &'static str) =
        ("name the card that you want, or give the one that was named", "R-COMBO-04");

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
        seat: Seat,
        lens: &Lens<Kind>,
        out: &mut Vec<Action>,
    ) {
        match play.named {
            None => {
                let kinds = Kind::ALL.iter().filter(|kind| kind.can_be_held(game.options.set));
                out.extend(kinds.map(|&kind| Action::Name { kind }));
            }
            Some(kind) => {
                let hand = game.players[seat].hand.iter().copied();
                let such = hand.filter(|&card| lens.face(card) == Some(kind));
                out.extend(such.map(|card| Action::Give { card }));
            }
        }
    }

    fn permits(
        game: &ExplodingKittens,
        play: &Play,
        seat: Seat,
        action: &Action,
        lens: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        match (play.named, action) {
            (None, &Action::Name { kind }) if kind.can_be_held(game.options.set) => Ok(()),
            (None, &Action::Name { kind }) => Err(Refusal::NotInPlay { kind }),
            (Some(_), &Action::Give { card }) if !game.holds(seat, card) => {
                Err(Refusal::NotInHand { card })
            }
            (Some(kind), &Action::Give { card }) if !lens.could_be(card, |face| face == kind) => {
                Err(Refusal::NotWhatWasNamed { card, kind })
            }
            (Some(_), Action::Give { .. }) => Ok(()),
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
        let Some(target) = play.target else { return game.go_on(dealer) };
        match *action {
            Action::Name { kind } => return ask_for(game, play, target, kind, dealer),
            Action::Give { card } => game.take(play.by, target, card, true, dealer)?,
            _ => {}
        }
        game.go_on(dealer)
    }
}

/// Asks whether the target has such a card; who has, gives one.
fn ask_for<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    target: Seat,
    kind: Kind,
    dealer: &mut D,
) -> Dealt<()> {
    let has = dealer.ask(&game.players[target].hand, Question::Has(kind))?;
    dealer.announce(Event::Named { player: play.by, target, kind, has });
    if !has {
        return game.go_on(dealer);
    }
    if game.is_cursed(target) {
        // R-CURSE-07: the victim cannot tell which card it is.
        if let Some(card) = game.find(target, kind, dealer)? {
            game.take(play.by, target, card, true, dealer)?;
        }
        return game.go_on(dealer);
    }
    game.ask_players(Play { named: Some(kind), ..play.clone() }, target.only());
    Ok(())
}

impl Kind {
    /// Whether such a card can be in a hand, in this set.
    pub fn can_be_held(self, set: Set) -> bool {
        match self {
            Self::Defuse => true,
            Self::ExplodingKitten => set.streaks(),
            _ => self.sheet().copies.of(set) > 0,
        }
    }
}
