//! A bot that avoids drawing when the next card looks dangerous, and otherwise plays what it has.

use facedown_core::{Dice, Game, Lens, Seat};
use facedown_games::exploding_kittens::{Action, ExplodingKittens, Kind, Phase, Play};

use super::own_eyes::OwnEyes;
use crate::Bot;

/// The probability of a deadly card above which the bot avoids drawing.
const MAX_RISK: f64 = 0.2;

/// The cards that end a turn without a draw from the top, the cheapest first.
const ESCAPES: [Kind; 7] = [
    Kind::Reverse,
    Kind::DrawFromTheBottom,
    Kind::Skip,
    Kind::Attack,
    Kind::TargetedAttack,
    Kind::SuperSkip,
    Kind::CatomicBomb,
];

/// The cards that change the pile, for when the next card is certainly deadly.
const PILE_CHANGERS: [Kind; 5] = [
    Kind::AlterTheFuture,
    Kind::AlterTheFutureFive,
    Kind::Shuffle,
    Kind::SwapTopAndBottom,
    Kind::GarbageCollection,
];

/// The valuable cards, the least valuable first. Other cards are given away before them.
const VALUABLE: [Kind; 5] =
    [Kind::Attack, Kind::Skip, Kind::Nope, Kind::StreakingKitten, Kind::Defuse];

/// Avoids drawing when the next card looks dangerous.
#[derive(Clone)]
pub struct ScaredyCat {
    dice: Dice,
    legal: Vec<Action>,
}

impl ScaredyCat {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, legal: Vec::new() }
    }

    /// One of the legal ways to play a card of this kind.
    fn playing(&mut self, eyes: &OwnEyes, kind: Kind) -> Option<Action> {
        let card = eyes.find(kind)?;
        let ways: Vec<Action> = self
            .legal
            .iter()
            .filter(|action| matches!(action, Action::Play { card: played, .. } if *played == card))
            .cloned()
            .collect();
        self.dice.pick(&ways).cloned()
    }

    fn turn(&mut self, eyes: &OwnEyes) -> Action {
        // Stealing does not increase the danger.
        let steals = |action: &&Action| {
            matches!(action, Action::Pair { .. } | Action::Triple { .. })
                || matches!(action, Action::Play { card, .. } if eyes.face(*card) == Some(Kind::Favor))
        };
        if let Some(steal) = self.legal.iter().find(steals) {
            return steal.clone();
        }
        let danger = eyes.danger(0);
        let known = eyes.game.pile.first().is_some_and(|&top| eyes.face(top).is_some());
        let mut wanted: Vec<Kind> = Vec::new();
        if danger >= MAX_RISK {
            if !known {
                wanted.extend([Kind::SeeTheFuture, Kind::SeeTheFutureFive]);
            }
            wanted.extend(ESCAPES);
            if known {
                wanted.extend(PILE_CHANGERS);
            }
        }
        wanted.into_iter().find_map(|kind| self.playing(eyes, kind)).unwrap_or(Action::Draw {})
    }

    /// Stops plays against the bot, and Nopes against its own plays.
    fn answer(eyes: &OwnEyes, play: &Play, nopes: u8) -> Action {
        let next = eyes.after(play.by) == eyes.me;
        let at_me = play.target == Some(eyes.me) || play.kind == Kind::Attack && next;
        let stands = nopes.is_multiple_of(2);
        let stop = if stands { at_me } else { play.by == eyes.me };
        let nope = eyes.find(Kind::Nope).filter(|_| stop);
        nope.map_or(Action::Pass {}, |card| Action::Nope { card })
    }

    /// Takes the first choice, but gives the least valuable card, takes the most valuable one and names a Defuse.
    fn choice(&self, eyes: &OwnEyes) -> Option<Action> {
        let cost = |action: &&Action| match action {
            Action::Give { card } => VALUABLE
                .iter()
                .position(|&kind| eyes.face(*card) == Some(kind))
                .map_or(0, |at| at + 1),
            // A marked card is picked if it is valuable, and otherwise only after the hidden ones; a kitten comes last.
            Action::Pick { card } => match eyes.face(*card) {
                None => VALUABLE.len(),
                Some(Kind::ExplodingKitten) => VALUABLE.len() + 2,
                Some(kind) => {
                    let rank = VALUABLE.iter().rev().position(|&other| other == kind);
                    rank.unwrap_or(VALUABLE.len() + 1)
                }
            },
            Action::Name { kind } => usize::from(*kind != Kind::Defuse),
            Action::Arrange { order } => {
                let top = eyes.lens.open(order).and_then(|order| order.0.first().copied());
                let top = top.and_then(|place| eyes.game.pile.get(usize::from(place)));
                usize::from(top.and_then(|&card| eyes.face(card)).is_some_and(Kind::is_deadly))
            }
            _ => 0,
        };
        self.legal.iter().min_by_key(cost).cloned()
    }
}

impl Bot<ExplodingKittens> for ScaredyCat {
    fn choose(&mut self, game: &ExplodingKittens, seat: Seat, lens: &Lens<Kind>) -> Action {
        let eyes = OwnEyes { game, lens, me: seat };
        if let Phase::Nope { play, nopes, .. } = &game.phase {
            return Self::answer(&eyes, play, *nopes);
        }
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let choice = match game.phase {
            Phase::Turn => Some(self.turn(&eyes)),
            Phase::Choice { .. } => self.choice(&eyes),
            _ => None,
        };
        choice.unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }
}
