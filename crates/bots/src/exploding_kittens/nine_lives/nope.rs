//! The value to the bot of letting a play take effect.

use facedown_games::exploding_kittens::{Combination, Kind, Play};

use super::super::as_f64;
use super::memory::{Spot, even_out};
use super::outlook::{Course, Outlook};
use super::prices::PRICES;

impl Outlook<'_> {
    /// The bot's gain or loss if this play takes effect, compared with stopping it.
    pub(super) fn stake(&self, play: &Play) -> f64 {
        match play.shape() {
            Combination::Single => self.stake_of_card(play),
            Combination::Pair | Combination::Triple => self.stake_of_theft(play),
        }
    }

    fn stake_of_card(&self, play: &Play) -> f64 {
        let me = self.eyes.me;
        let at_me = play.target == Some(me);
        let course = Course::new(self.eyes.game);
        let pile = self.memory.pile();
        let stopped = self.value(course, pile.iter().copied());
        let stands = match play.kind {
            Kind::Shuffle | Kind::GarbageCollection => {
                let mut mixed = pile.to_vec();
                even_out(&mut mixed);
                self.value(course, mixed.iter().copied())
            }
            Kind::SwapTopAndBottom => {
                let mut swapped = pile.to_vec();
                let last = swapped.len().saturating_sub(1);
                if last > 0 {
                    swapped.swap(0, last);
                }
                self.value(course, swapped.iter().copied())
            }
            Kind::AlterTheFuture => self.value(course, altered(pile, 3, course.owed)),
            Kind::AlterTheFutureFive => self.value(course, altered(pile, 5, course.owed)),
            Kind::SeeTheFuture | Kind::SeeTheFutureFive => {
                let top = pile.first().map_or(0.0, |top| top.explodes);
                let helps = if play.by == me { 1.0 } else { -self.share() };
                stopped + helps * (0.4 + top)
            }
            Kind::Favor if at_me => stopped - self.cheapest() * (1.0 + self.share()),
            Kind::CurseOfTheCatButt if at_me => stopped - 1.5,
            Kind::Mark if at_me => stopped - 0.3,
            Kind::Favor | Kind::CurseOfTheCatButt | Kind::Mark if play.by == me => {
                stopped + play.target.map_or(0.0, |target| self.aimed(play.kind, target))
            }
            kind => self.ended(course, kind, play.target, pile),
        };
        stands - stopped
    }

    fn stake_of_theft(&self, play: &Play) -> f64 {
        let Some(target) = play.target else { return 0.0 };
        let named = play.shape() == Combination::Triple;
        if play.by == self.eyes.me {
            return if named { self.best_name(target).1 } else { self.best_loot(target) };
        }
        if target != self.eyes.me {
            return 0.0;
        }
        let defuses = self.eyes.held(Kind::Defuse);
        let loss = if named && defuses > 0 {
            PRICES.of(Kind::Defuse, defuses - 1)
        } else if named {
            PRICES.card
        } else {
            let hand = self.eyes.hand();
            let worth = |kind: Option<Kind>| kind.map_or(PRICES.card, |kind| self.price(kind));
            let all: f64 = hand.iter().map(|&card| worth(self.eyes.face(card))).sum();
            all / as_f64(hand.len().max(1))
        };
        -loss * (1.0 + self.share())
    }

    /// The value of the card that the bot would give away.
    fn cheapest(&self) -> f64 {
        let hand = self.eyes.hand().iter().filter_map(|&card| self.eyes.face(card));
        hand.map(|kind| self.price(kind)).fold(PRICES.card, f64::min)
    }
}

/// The pile in the order that suits a player who owes `turns` turns: safe for them, dangerous for the next.
fn altered(pile: &[Spot], cards: usize, owed: u8) -> Vec<Spot> {
    let mut altered = pile.to_vec();
    let top = cards.min(altered.len());
    let mut kittens: f64 = altered[..top].iter().map(|spot| spot.explodes).sum();
    altered[..top].iter_mut().for_each(|spot| spot.explodes = 0.0);
    let first = usize::from(owed).min(top);
    for place in (first..top).chain((0..first).rev()) {
        altered[place].explodes = kittens.clamp(0.0, 1.0);
        kittens -= altered[place].explodes;
    }
    altered
}
