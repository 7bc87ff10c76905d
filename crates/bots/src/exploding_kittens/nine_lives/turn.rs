//! The bot's turn: the value of each card that it could play.

use facedown_core::Seat;
use facedown_games::exploding_kittens::{Action, Combo, Kind};

use super::super::as_f64;
use super::memory::{Spot, even_out};
use super::outlook::{Course, ESCAPES, Outlook};
use super::prices::PRICES;

/// Cases less likely than this are not evaluated.
const MIN_PROBABILITY: f64 = 0.01;

/// A way to end a turn: a card and its target, or a draw.
type Ending = Option<(Kind, Option<Seat>)>;

/// A turn of the bot's own.
pub(super) struct Turn<'a> {
    pub(super) outlook: &'a Outlook<'a>,
    pub(super) course: Course<'a>,
    /// The ways to end it.
    endings: Vec<Ending>,
}

impl<'a> Turn<'a> {
    pub(super) fn new(outlook: &'a Outlook<'a>) -> Self {
        let eyes = &outlook.eyes;
        let mut endings = vec![None];
        for kind in ESCAPES.into_iter().filter(|&kind| kind != Kind::TargetedAttack) {
            if eyes.held(kind) > 0 {
                endings.push(Some((kind, None)));
            }
        }
        if eyes.held(Kind::TargetedAttack) > 0 {
            endings.extend(eyes.rivals().map(|seat| Some((Kind::TargetedAttack, Some(seat)))));
        }
        Self { outlook, course: Course::new(eyes.game), endings }
    }

    /// The value of the best way to end the turn with this pile.
    pub(super) fn settle(&self, pile: &[Spot]) -> f64 {
        let draw = self.outlook.value(self.course.drawing(), pile.iter().copied());
        let worth = |&ending: &Ending| match ending {
            None => draw,
            Some((kind, target)) => self.ending(kind, target, pile, draw),
        };
        self.endings.iter().map(worth).fold(f64::MIN, f64::max)
    }

    /// The value of ending the turn with a card, which others may stop.
    fn ending(&self, kind: Kind, target: Option<Seat>, pile: &[Spot], draw: f64) -> f64 {
        let through = PRICES.through;
        let stands = self.outlook.ended(self.course.running(), kind, target, pile);
        through * stands + (1.0 - through) * draw - self.outlook.price(kind)
    }

    /// The value of an action.
    pub(super) fn worth(&self, action: &Action) -> f64 {
        let pile = self.outlook.memory.pile();
        match action {
            Action::Draw {} => self.outlook.value(self.course.drawing(), pile.iter().copied()),
            Action::Play { card, target } => match self.outlook.eyes.face(*card) {
                Some(kind) => self.playing(kind, *target, pile),
                None => self.blind(pile),
            },
            Action::Pair { cards, target } => {
                self.steal(self.outlook.best_loot(*target), cards, pile)
            }
            Action::Triple { cards, target } => {
                self.steal(self.outlook.best_name(*target).1, cards, pile)
            }
            _ => f64::MIN,
        }
    }

    /// The value of the turn with the top of the pile in this order.
    pub(super) fn worth_of_order(&self, action: &Action) -> f64 {
        let eyes = &self.outlook.eyes;
        let Action::Arrange { order } = action else { return f64::MIN };
        let Some(order) = eyes.lens.open(order) else { return f64::MIN };
        let before = self.outlook.memory.pile();
        let mut pile = before.to_vec();
        // The bot prefers good cards among those that it draws first.
        let (mut sway, mut near) = (0.0, 0.1);
        for (place, &from) in order.0.iter().enumerate() {
            let from = usize::from(from);
            pile[place] = before[from];
            let face = eyes.game.pile.get(from).and_then(|&card| eyes.face(card));
            sway += near * face.map_or(0.0, |kind| PRICES.of(kind, 0));
            near *= if place < usize::from(self.course.owed) { 0.8 } else { -0.2 };
        }
        self.settle(&pile) + sway
    }

    fn playing(&self, kind: Kind, target: Option<Seat>, pile: &[Spot]) -> f64 {
        let outlook = self.outlook;
        let now = self.settle(pile);
        let stands = match kind {
            Kind::Shuffle | Kind::GarbageCollection => {
                let mut mixed = pile.to_vec();
                even_out(&mut mixed);
                self.settle(&mixed)
            }
            Kind::SwapTopAndBottom => {
                let mut swapped = pile.to_vec();
                let last = swapped.len().saturating_sub(1);
                if last > 0 {
                    swapped.swap(0, last);
                }
                self.settle(&swapped)
            }
            Kind::SeeTheFuture => self.foresee(pile, 3, false),
            Kind::SeeTheFutureFive => self.foresee(pile, 5, false),
            Kind::AlterTheFuture => self.foresee(pile, 3, true),
            Kind::AlterTheFutureFive => self.foresee(pile, 5, true),
            Kind::Favor | Kind::Mark | Kind::CurseOfTheCatButt => {
                now + target.map_or(0.0, |target| outlook.aimed(kind, target))
            }
            _ => {
                let draw = outlook.value(self.course.drawing(), pile.iter().copied());
                return self.ending(kind, target, pile, draw);
            }
        };
        let through = PRICES.through;
        through * stands + (1.0 - through) * now - outlook.price(kind) - PRICES.margin
    }

    fn steal<const N: usize>(&self, loot: f64, cards: &Combo<N>, pile: &[Spot]) -> f64 {
        let outlook = self.outlook;
        let kinds = cards.cards().iter().filter_map(|&card| outlook.eyes.face(card));
        let price: f64 = kinds.map(|kind| outlook.price(kind)).sum();
        self.settle(pile) + PRICES.through * loot - price - PRICES.margin
    }

    /// The value of playing a card that the bot cannot see.
    fn blind(&self, pile: &[Spot]) -> f64 {
        let mut safe = pile.to_vec();
        if let Some(top) = safe.first_mut() {
            *top = Spot::default();
        }
        let (draw, relief) =
            (self.settle(pile), self.outlook.value(self.course.drawing(), safe.iter().copied()));
        0.7 * draw + 0.3 * relief - PRICES.card
    }

    /// The value of the turn if the bot sees the top of the pile, or can reorder it.
    fn foresee(&self, pile: &[Spot], cards: usize, alter: bool) -> f64 {
        let mut pile = pile.to_vec();
        let top = cards.min(pile.len());
        self.supposing(&mut pile, 0, top, alter, 1.0)
    }

    fn supposing(&self, pile: &mut [Spot], at: usize, top: usize, alter: bool, odds: f64) -> f64 {
        if at == top {
            return if alter { self.best_order(pile, top) } else { self.settle(pile) };
        }
        let before = pile[at];
        let chance = before.explodes;
        let mut value = 0.0;
        for (explodes, likely) in [(1.0, chance), (0.0, 1.0 - chance)] {
            if odds * likely > MIN_PROBABILITY || likely > 0.5 {
                pile[at].explodes = explodes;
                value += likely * self.supposing(pile, at + 1, top, alter, odds * likely);
            } else {
                // Too unlikely to matter.
                value += likely * self.settle(pile);
            }
        }
        pile[at] = before;
        value
    }

    /// The value of the turn with the top of the pile in the bot's preferred order.
    fn best_order(&self, pile: &[Spot], top: usize) -> f64 {
        let kittens = pile[..top].iter().filter(|spot| spot.explodes > 0.5).count();
        let mut best = f64::MIN;
        let mut ordered = pile.to_vec();
        for places in 0..1_u32 << top {
            if places.count_ones() as usize == kittens {
                for (place, spot) in ordered[..top].iter_mut().enumerate() {
                    spot.explodes = f64::from(places >> place & 1);
                }
                best = best.max(self.settle(&ordered));
            }
        }
        best
    }
}

impl Outlook<'_> {
    /// The expected value after a card has ended the turn.
    pub(super) fn ended(
        &self,
        course: Course,
        kind: Kind,
        target: Option<Seat>,
        pile: &[Spot],
    ) -> f64 {
        match kind {
            Kind::Skip => self.value(course.end_one(), pile.iter().copied()),
            Kind::Reverse => self.value(course.reverse(), pile.iter().copied()),
            Kind::SuperSkip => self.value(course.hand_over(), pile.iter().copied()),
            Kind::Attack => self.value(course.attack(None), pile.iter().copied()),
            Kind::TargetedAttack => self.value(course.attack(target), pile.iter().copied()),
            Kind::DrawFromTheBottom => {
                let Some((last, rest)) = pile.split_last() else { return 0.0 };
                self.value(course.drawing(), std::iter::once(last).chain(rest).copied())
            }
            Kind::CatomicBomb => {
                let mut kittens: f64 = pile.iter().map(|spot| spot.explodes).sum();
                let mut bombed = pile.to_vec();
                even_out(&mut bombed);
                for spot in &mut bombed {
                    spot.explodes = kittens.clamp(0.0, 1.0);
                    kittens -= 1.0;
                }
                self.value(course.end_one(), bombed.iter().copied())
            }
            _ => self.value(course, pile.iter().copied()),
        }
    }

    /// The value of a card that has a target and does not end the turn.
    pub(super) fn aimed(&self, kind: Kind, target: Seat) -> f64 {
        let hand = as_f64(self.eyes.game.players[target].hand.len().max(1));
        match kind {
            Kind::Favor => (self.unseen_card(target) / hand).max(0.4),
            Kind::CurseOfTheCatButt if self.eyes.game.cursed.contains(target) => -1.0,
            Kind::CurseOfTheCatButt => {
                let next = self.eyes.after(self.eyes.me) == target;
                let danger = self.memory.pile().first().map_or(0.0, |top| top.explodes);
                let urgent = if next { 2.0 + 3.0 * danger } else { 0.5 };
                self.share() * urgent * hand.min(6.0) / 6.0
            }
            Kind::Mark => self.share() * self.memory.defuse(target) * 0.5,
            _ => 0.0,
        }
    }

    /// The value of the best card to pick from a hand.
    pub(super) fn best_loot(&self, target: Seat) -> f64 {
        let hand = &self.eyes.game.players[target].hand;
        let loot = hand.iter().map(|&card| self.loot(target, self.eyes.face(card)));
        loot.fold(f64::MIN, f64::max)
    }

    /// The best kind to ask for by name, and its value.
    pub(super) fn best_name(&self, target: Seat) -> (Kind, f64) {
        let set = self.eyes.game.options.set;
        let mut best = (Kind::Defuse, f64::MIN);
        for &kind in Kind::ALL.iter().filter(|kind| kind.can_be_held(set)) {
            let worth = self.chance_of(target, kind) * self.loot(target, Some(kind));
            if worth > best.1 {
                best = (kind, worth);
            }
        }
        best
    }

    /// The probability that a player holds a card of this kind.
    fn chance_of(&self, target: Seat, kind: Kind) -> f64 {
        let game = self.eyes.game;
        let hand = &game.players[target].hand;
        let in_sight = hand.iter().any(|&card| self.eyes.face(card) == Some(kind));
        if in_sight || self.memory.hands.count(target, kind) > 0 {
            return 1.0;
        }
        if kind == Kind::Defuse {
            return self.memory.defuse(target);
        }
        let (mut seen, mut blank) = (0, 0);
        facedown_core::Game::cards(game, &mut |card| match self.eyes.face(card) {
            Some(face) => seen += usize::from(face == kind),
            None => blank += 1,
        });
        let left = kind.sheet().copies.of(game.options.set).saturating_sub(seen);
        let unseen = hand.iter().filter(|&&card| self.eyes.face(card).is_none()).count();
        let share = as_f64(unseen) / as_f64(blank.max(1));
        1.0 - (0..left).fold(1.0, |none, _| none * (1.0 - share))
    }
}
