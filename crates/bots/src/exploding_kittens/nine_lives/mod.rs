//! A bot that counts the kittens, and estimates the cost of each draw and the value of each card.

use facedown_core::{Dice, Game, Lens, Seat};
use facedown_games::exploding_kittens::{
    Action, Combination, Event, ExplodingKittens, Kind, Phase, Play, Then,
};

mod hands;
mod memory;
mod nope;
mod outlook;
mod prices;
mod turn;

use super::own_eyes::OwnEyes;
use crate::Bot;
use memory::{Memory, Spot};
use outlook::{Course, Outlook};
use prices::PRICES;
use turn::Turn;

/// The random noise on the value of each action, which breaks ties.
const NOISE: f64 = 0.02;

/// Counts the kittens, and estimates the cost of each draw.
///
/// It knows the public state, its own lens and its events. From these it estimates for each place of the pile the
/// probability of a kitten, and for each player the probability of a Defuse.
#[derive(Clone)]
pub struct NineLives {
    dice: Dice,
    memory: Memory,
    legal: Vec<Action>,
}

impl NineLives {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, memory: Memory::new(), legal: Vec::new() }
    }

    fn answer(&self, eyes: OwnEyes, play: &Play, nopes: u8) -> Action {
        let Some(card) = eyes.find(Kind::Nope) else { return Action::Pass {} };
        let outlook = Outlook::new(eyes, &self.memory);
        let stake = outlook.stake(play);
        let gain = if nopes.is_multiple_of(2) { -stake } else { stake };
        if gain > outlook.price(Kind::Nope) { Action::Nope { card } } else { Action::Pass {} }
    }

    fn turn(&mut self, eyes: OwnEyes) -> Option<Action> {
        let outlook = Outlook::new(eyes, &self.memory);
        let turn = Turn::new(&outlook);
        best(&self.legal, &mut self.dice, |action| turn.worth(action))
    }

    fn aim(&mut self, eyes: OwnEyes, kind: Kind) -> Option<Action> {
        let outlook = Outlook::new(eyes, &self.memory);
        let course = Course::new(eyes.game);
        best(&self.legal, &mut self.dice, |action| {
            let Action::Aim { target } = *action else { return f64::MIN };
            let ended = outlook.ended(course, kind, Some(target), self.memory.pile());
            outlook.aimed(kind, target) + ended
        })
    }

    fn choice(&mut self, eyes: OwnEyes, play: &Play) -> Option<Action> {
        let outlook = Outlook::new(eyes, &self.memory);
        match (play.shape(), play.kind) {
            (Combination::Single, Kind::Shuffle) => Some(Action::Shuffle { times: 1 }),
            (Combination::Single, Kind::AlterTheFuture | Kind::AlterTheFutureFive) => {
                let turn = Turn::new(&outlook);
                best(&self.legal, &mut self.dice, |action| turn.worth_of_order(action))
            }
            (Combination::Triple, _) if play.named.is_none() => {
                play.target.map(|target| Action::Name { kind: outlook.best_name(target).0 })
            }
            (shape, _) => best(&self.legal, &mut self.dice, |action| match (action, play.target) {
                (Action::Give { card }, _) => {
                    -eyes.face(*card).map_or(PRICES.card, |kind| outlook.price(kind))
                }
                (Action::Pick { card }, Some(target)) if shape == Combination::Pair => {
                    outlook.loot(target, eyes.face(*card))
                }
                // It is best to mark a card that the bot does not know yet.
                (Action::Pick { card }, _) => f64::from(u8::from(eyes.face(*card).is_none())),
                _ => 0.0,
            }),
        }
    }

    fn tuck(&mut self, eyes: OwnEyes, kitten: Spot, then: Then) -> Option<Action> {
        let outlook = Outlook::new(eyes, &self.memory);
        let course = Course::new(eyes.game);
        let course = if then == Then::EndTurn { course.end_one() } else { course };
        let before = self.memory.pile();
        let action = best(&self.legal, &mut self.dice, |action| {
            let Action::Tuck { place } = action else { return f64::MIN };
            let Some(place) = eyes.lens.open(place) else { return f64::MIN };
            let (above, below) = before.split_at(usize::from(place.0).min(before.len()));
            outlook.value(course, above.iter().chain([&kitten]).chain(below).copied())
        });
        if let Some(Action::Tuck { place }) = &action {
            let place = eyes.lens.open(place).map_or(0, |place| usize::from(place.0));
            self.memory.tuck(place);
        }
        action
    }
}

/// The action with the highest value, with some noise.
fn best(legal: &[Action], dice: &mut Dice, worth: impl Fn(&Action) -> f64) -> Option<Action> {
    let mut best = None;
    for action in legal {
        let sway = NOISE * f64::from(dice.word()) / f64::from(u32::MAX);
        let worth = worth(action) + sway;
        if best.is_none_or(|(highest, _)| worth > highest) {
            best = Some((worth, action));
        }
    }
    best.map(|(_, action)| action.clone())
}

impl Bot<ExplodingKittens> for NineLives {
    fn choose(&mut self, game: &ExplodingKittens, seat: Seat, lens: &Lens<Kind>) -> Action {
        let eyes = OwnEyes { game, lens, me: seat };
        self.memory.look(&eyes);
        if let Phase::Nope { play, nopes, .. } = &game.phase {
            return self.answer(eyes, play, *nopes);
        }
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let choice = match &game.phase {
            Phase::Turn => self.turn(eyes),
            Phase::Aim { play } => self.aim(eyes, play.kind),
            Phase::Choice { play, .. } => self.choice(eyes, play),
            Phase::Tuck { kitten, then, .. } => {
                let imploding = lens.face(*kitten) == Some(Kind::ImplodingKitten);
                let kitten = if imploding {
                    Spot { explodes: 0.0, implodes: 1.0 }
                } else {
                    Spot { explodes: 1.0, implodes: 0.0 }
                };
                self.tuck(eyes, kitten, *then)
            }
            // A kitten that can be kept is kept; a card that is certainly a Defuse is used first.
            Phase::Drawn { .. } => Some(Action::Keep {}),
            Phase::Defuse { .. } => eyes.find(Kind::Defuse).map(|card| Action::Defuse { card }),
            Phase::Unmask { .. } | Phase::Nope { .. } | Phase::Over => None,
        };
        choice.unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }

    fn hear(&mut self, event: &Event) {
        self.memory.hear(event);
    }

    fn listens(&self) -> bool {
        true
    }
}
