//! The bot's expectation of the next draws: who draws, and which cards.

use facedown_core::{MAX_SEATS, Seat};
use facedown_games::exploding_kittens::{ExplodingKittens, Kind, TargetedAttacks};

use super::super::as_f64;
use super::super::own_eyes::{self, OwnEyes};
use super::memory::{Memory, Spot};
use super::prices::PRICES;

/// How many draws the bot looks ahead.
const LOOK_AHEAD: usize = 12;

/// The cards that end a turn without a draw from the top.
pub(super) const ESCAPES: [Kind; 7] = [
    Kind::Skip,
    Kind::Reverse,
    Kind::SuperSkip,
    Kind::Attack,
    Kind::TargetedAttack,
    Kind::DrawFromTheBottom,
    Kind::CatomicBomb,
];

/// The order of the next draws: a copy of the turns for simulation.
#[derive(Clone, Copy)]
pub(super) struct Course<'a> {
    game: &'a ExplodingKittens,
    pub(super) seat: Seat,
    pub(super) owed: u8,
    under_attack: bool,
    pending: [u8; MAX_SEATS],
    reversed: bool,
    /// Whether the first draw is certain, and not only the next likely event.
    forced: bool,
    /// How many of its escape cards the bot has used.
    spent: f64,
}

impl<'a> Course<'a> {
    pub(super) fn new(game: &'a ExplodingKittens) -> Self {
        let turns = &game.turns;
        let mut pending = [0; MAX_SEATS];
        for (seat, &waiting) in turns.pending.iter() {
            pending[seat.index()] = waiting;
        }
        let (owed, under_attack) = (turns.owed.turns, turns.owed.under_attack);
        let (seat, reversed) = (turns.seat, turns.reversed);
        Self { game, seat, owed, under_attack, pending, reversed, forced: false, spent: 0.0 }
    }

    /// The next card is certainly drawn.
    pub(super) const fn drawing(mut self) -> Self {
        self.forced = true;
        self
    }

    /// The bot has used an escape card.
    pub(super) const fn running(mut self) -> Self {
        self.spent = 1.0;
        self
    }

    /// One turn ends.
    pub(super) fn end_one(mut self) -> Self {
        self.owed = self.owed.saturating_sub(1);
        self.forced = false;
        if self.owed == 0 { self.hand_over() } else { self }
    }

    /// All turns end.
    pub(super) fn hand_over(self) -> Self {
        self.begin(own_eyes::next(self.game, self.seat, self.reversed))
    }

    fn begin(mut self, seat: Seat) -> Self {
        let waiting = std::mem::take(&mut self.pending[seat.index()]);
        self.seat = seat;
        self.under_attack = waiting > 0;
        self.owed = waiting.max(1);
        self
    }

    /// The order of play turns round and one turn ends.
    pub(super) fn reverse(mut self) -> Self {
        self.reversed = !self.reversed;
        self.end_one()
    }

    /// An Attack on somebody, or on whoever is next.
    pub(super) fn attack(mut self, target: Option<Seat>) -> Self {
        let victim = target.unwrap_or_else(|| own_eyes::next(self.game, self.seat, self.reversed));
        let passed_on = if self.under_attack { self.owed.saturating_add(2) } else { 2 };
        let waiting = &mut self.pending[victim.index()];
        *waiting = waiting.saturating_add(passed_on);
        let at_once = self.game.options.targeted_attack == TargetedAttacks::Immediate;
        if target.is_some() && at_once { self.begin(victim) } else { self.hand_over() }
    }
}

/// The bot's estimate of the table.
pub(super) struct Outlook<'a> {
    pub(super) eyes: OwnEyes<'a>,
    pub(super) memory: &'a Memory,
    /// How many Exploding Kittens the bot can keep with Streaking Kittens.
    shields: f64,
    defuses: f64,
    /// How many cards the bot has that end a turn without a draw from the top.
    escapes: f64,
    /// The probability that others use an escape card when the pile looks dangerous to everybody.
    flees: f64,
}

impl<'a> Outlook<'a> {
    pub(super) fn new(eyes: OwnEyes<'a>, memory: &'a Memory) -> Self {
        let streaking = eyes.held(Kind::StreakingKitten);
        let shields = as_f64(streaking.saturating_sub(eyes.held(Kind::ExplodingKitten)));
        let defuses =
            if eyes.is_cursed() { memory.defuse(eyes.me) } else { as_f64(eyes.held(Kind::Defuse)) };
        let escapes = ESCAPES.iter().map(|&kind| as_f64(eyes.held(kind))).sum();
        let pile = memory.pile();
        let kittens: f64 = pile.iter().map(|spot| spot.explodes + spot.implodes).sum();
        let flees = (PRICES.flee * kittens / as_f64(pile.len().max(1))).min(0.7);
        Self { eyes, memory, shields, defuses, escapes, flees }
    }

    /// The value to the bot of another player's loss.
    pub(super) fn share(&self) -> f64 {
        1.0 / as_f64(self.eyes.rivals().count().max(1))
    }

    /// The expected value of drawing from this pile from now on.
    pub(super) fn value(&self, mut course: Course, pile: impl IntoIterator<Item = Spot>) -> f64 {
        let (me, share) = (self.eyes.me, self.share());
        let (mut near, mut shields, mut defuses) = (1.0, self.shields, self.defuses);
        let mut escapes = self.escapes - course.spent;
        let mut value = 0.0;
        for spot in pile.into_iter().take(LOOK_AHEAD) {
            let safe = (1.0 - spot.explodes - spot.implodes).max(0.0);
            let mine = if shields >= 1.0 {
                0.3
            } else if defuses >= 1.0 {
                if defuses >= 1.9 { PRICES.spare } else { PRICES.defuse }
            } else {
                let some = defuses.max(0.0);
                some * PRICES.defuse + (1.0 - some) * PRICES.life
            };
            let my_loss = spot.explodes * mine + spot.implodes * PRICES.life;
            let their_loss = |seat: Seat| {
                let saved = self.memory.defuse(seat);
                let harm = saved * PRICES.defuse + (1.0 - saved) * PRICES.life;
                share * (spot.explodes * harm + spot.implodes * PRICES.life)
            };
            let seat = course.seat;
            let next = own_eyes::next(course.game, seat, course.reversed);
            if seat == me {
                let draw = safe * PRICES.card - my_loss;
                let run = their_loss(next) - PRICES.skip;
                if escapes >= 1.0 && !course.forced && run > draw {
                    escapes -= 1.0;
                    value += near * run;
                } else {
                    if shields >= 1.0 {
                        shields -= spot.explodes;
                    } else {
                        defuses -= spot.explodes;
                    }
                    value += near * draw;
                }
            } else {
                let flees = if course.forced { 0.0 } else { self.flees };
                let instead = if next == me {
                    // The bot can use an escape card too.
                    let run = -PRICES.skip;
                    if escapes >= 1.0 { run.max(-my_loss) } else { -my_loss }
                } else {
                    their_loss(next)
                };
                let draw = their_loss(seat) - share * safe * PRICES.card;
                value += near * ((1.0 - flees) * draw + flees * instead);
            }
            near *= PRICES.fade;
            course = course.end_one();
        }
        value
    }

    /// The cost of playing a card.
    pub(super) fn price(&self, kind: Kind) -> f64 {
        PRICES.of(kind, self.eyes.held(kind).saturating_sub(1))
    }

    /// The expected value of a card picked blind from another hand.
    pub(super) fn unseen_card(&self, target: Seat) -> f64 {
        let hand = as_f64(self.eyes.game.players[target].hand.len().max(1));
        let (mut known, mut worth) = (0.0, 0.0);
        for (kind, count) in self.memory.hands.of(target) {
            known += as_f64(count);
            worth += as_f64(count) * self.loot(target, Some(kind));
        }
        let others = (hand - known).max(0.0);
        let has_known = self.memory.hands.count(target, Kind::Defuse) > 0;
        let defuses = if has_known { 0.0 } else { self.memory.defuse(target).min(others) };
        let mine = PRICES.of(Kind::Defuse, self.eyes.held(Kind::Defuse));
        worth += defuses * (mine + self.share() * PRICES.defuse);
        worth += (others - defuses) * PRICES.card * (1.0 + self.share());
        worth / hand.max(known)
    }

    /// The value of taking this card, known or not, from that player.
    pub(super) fn loot(&self, target: Seat, kind: Option<Kind>) -> f64 {
        match kind {
            Some(Kind::ExplodingKitten) => -PRICES.life,
            Some(kind) => {
                let mine = PRICES.of(kind, self.eyes.held(kind));
                mine + self.share() * PRICES.of(kind, 0)
            }
            None => self.unseen_card(target),
        }
    }
}
