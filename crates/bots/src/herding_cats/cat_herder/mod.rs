//! A bot that plays Herding Cats sensibly: it counts cards, remembers who lies, and lies when it pays.

use facedown_core::{Card, Dice, Game, Lens, Seat};
use facedown_games::herding_cats::{Action, Attack, Event, HerdingCats, Kind, Phase, Play, Zone};

mod judgement;
mod memory;

use crate::Bot;
use judgement::{HAND_CARD, Judgement, hand_value};
use memory::Memory;

/// The random noise on the value of a play, in points, so that the bot is not predictable.
const PLAY_NOISE: f64 = 1.5;
/// The factor on the cost of a wrong challenge: somebody else may challenge instead.
const CAUTION: f64 = 1.7;
/// The random noise on the values of cards, which breaks ties.
const TIE_NOISE: f64 = 0.01;

/// Plays Herding Cats sensibly.
#[derive(Clone)]
pub struct CatHerder {
    dice: Dice,
    memory: Memory,
    legal: Vec<Action>,
}

impl CatHerder {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, memory: Memory::new(), legal: Vec::new() }
    }

    /// A number from 0 to 1.
    fn chance(&mut self) -> f64 {
        f64::from(self.dice.word()) / f64::from(u32::MAX)
    }

    /// Whether to do something with this expected value; close decisions are random.
    fn dares(&mut self, gain: f64) -> bool {
        gain + (self.chance() - 0.5) * PLAY_NOISE > 0.0
    }

    /// The legal action with the highest value, with some noise.
    fn best(
        &mut self,
        game: &HerdingCats,
        me: Seat,
        whim: f64,
        worth: impl Fn(&Judgement, Action) -> f64,
    ) -> Option<Action> {
        let mut best = None;
        for i in 0..self.legal.len() {
            let (action, sway) = (self.legal[i], self.chance() * whim);
            let worth = worth(&Judgement { game, memory: &self.memory, me }, action) + sway;
            if best.is_none_or(|(highest, _)| worth > highest) {
                best = Some((worth, action));
            }
        }
        best.map(|(_, action)| action)
    }
}

impl Bot<HerdingCats> for CatHerder {
    fn choose(&mut self, game: &HerdingCats, seat: Seat, lens: &Lens<Kind>) -> Action {
        self.memory.look(game, lens);
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let judge = Judgement { game, memory: &self.memory, me: seat };
        let choice = match game.phase {
            Phase::Turn => self.best(game, seat, PLAY_NOISE, worth_of_play),
            Phase::Challenge { play, .. } => {
                let gain = gain_of_challenge(&judge, play);
                Some(challenge_if(self.dares(gain)))
            }
            Phase::InterceptChallenge { attack, presented, .. } => {
                let gain = gain_of_doubting_claim(&judge, attack, presented);
                Some(challenge_if(self.dares(gain)))
            }
            Phase::Penalty { payer, .. } => self.best(game, seat, TIE_NOISE, |judge, action| {
                worth_of_penalty(judge, payer, action)
            }),
            Phase::Select { play } => self
                .best(game, seat, TIE_NOISE, |judge, action| worth_of_target(judge, play, action)),
            Phase::Intercept { attack } => {
                self.best(game, seat, PLAY_NOISE / 2.0, |judge, action| {
                    gain_of_interception(judge, attack, action)
                })
            }
            Phase::Over => None,
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

const fn challenge_if(doubted: bool) -> Action {
    if doubted { Action::Challenge {} } else { Action::Pass {} }
}

/// The expected value of a play.
fn worth_of_play(judge: &Judgement, action: Action) -> f64 {
    let Action::Play { card, declare, target } = action else { return f64::MIN };
    let Some(face) = judge.memory.face(card) else { return 0.0 };
    let attack = target.map_or(0.0, |target| worth_of_attack(judge, declare, target));
    let stands = judge.herd_gain(declare) + attack;
    let doubted = judge.doubted(declare);
    if face == declare {
        // A player who challenges wrongly pays with a card.
        let rivals = judge.game.players.seats().get() - 1;
        let fine = HAND_CARD * if rivals == 1 { 1.0 } else { 0.5 };
        return stands + doubted * fine - judge.keep(face);
    }
    let caught = -HAND_CARD;
    (1.0 - doubted) * stands + doubted * caught - judge.keep(face)
}

/// The expected value of an attack, without the attacking card itself.
fn worth_of_attack(judge: &Judgement, declare: Kind, target: Seat) -> f64 {
    let stake = judge.stake(target);
    let player = &judge.game.players[target];
    match declare {
        // Sometimes it meets another Alley Cat, or a Laser Pointer.
        Kind::AlleyCat => 0.8 * HAND_CARD * stake - 0.2,
        Kind::Catnip => 0.85 * (HAND_CARD * stake + 1.9) - 0.1,
        Kind::AnimalControl => {
            let best = player
                .herd
                .iter()
                .filter(|herd| !herd.face_up && herd.identity != Some(Kind::AnimalControl))
                .map(|&herd| judge.herd_value(herd, player))
                .fold(0.0, f64::max);
            let guarded = player.herd.iter().any(|h| h.identity == Some(Kind::LaserPointer));
            best * stake * if guarded { 0.1 } else { 0.9 }
        }
        Kind::Kitten | Kind::ShowCat | Kind::LaserPointer => 0.0,
    }
}

/// The expected value of challenging a declaration.
fn gain_of_challenge(judge: &Judgement, play: Play) -> f64 {
    let (actor, me) = (judge.game.turn, judge.me);
    let truth = judge.truth(actor, play.card, play.declared);
    let stake = judge.stake(actor);
    let mut caught = HAND_CARD + threat(judge, play.declared, actor);
    caught *= stake;
    if play.target == Some(me) {
        caught += match play.declared {
            Kind::AnimalControl => worst_loss(judge),
            _ => HAND_CARD,
        };
    }
    (1.0 - truth) * caught - truth * HAND_CARD * CAUTION
}

/// The value of a declaration that stands to its player.
fn threat(judge: &Judgement, declared: Kind, actor: Seat) -> f64 {
    let herd = &judge.game.players[actor].herd;
    let kitten = herd.iter().any(|there| there.identity == Some(Kind::Kitten));
    match declared {
        Kind::ShowCat => 6.5,
        Kind::Catnip => 2.5,
        kind => f64::from(kind.value(kitten)),
    }
}

/// The most that an Animal Control could take from the bot.
fn worst_loss(judge: &Judgement) -> f64 {
    let mine = &judge.game.players[judge.me];
    let open = mine.herd.iter().filter(|herd| !herd.face_up);
    open.map(|&herd| judge.herd_value(herd, mine)).fold(0.0, f64::max)
}

/// The expected value of challenging a Laser Pointer claim.
fn gain_of_doubting_claim(judge: &Judgement, attack: Attack, presented: Card) -> f64 {
    let defender = attack.target;
    let there = judge.game.players[defender].herd.iter().find(|herd| herd.card == presented);
    let truth = match there.and_then(|herd| herd.identity) {
        Some(kind) => f64::from(u8::from(kind == Kind::LaserPointer)),
        None => judge.truth(defender, presented, Kind::LaserPointer),
    };
    let mut caught = HAND_CARD * judge.stake(defender);
    if judge.game.turn == judge.me && attack.declared == Kind::Catnip {
        caught += 1.9;
    }
    (1.0 - truth) * caught - truth * HAND_CARD * CAUTION
}

/// The value to the bot of the payer losing this card.
fn worth_of_penalty(judge: &Judgement, payer: Seat, action: Action) -> f64 {
    let Action::Pick { card } = action else { return 0.0 };
    let known = judge.memory.face(card).filter(|_| payer != judge.me);
    known.map_or(HAND_CARD, hand_value)
}

/// The value of attacking this card.
fn worth_of_target(judge: &Judgement, play: Play, action: Action) -> f64 {
    let (Some(target), Action::Select { card }) = (play.target, action) else { return 0.0 };
    let player = &judge.game.players[target];
    if let Some(herd) = player.herd.iter().find(|herd| herd.card == card) {
        let like = herd.identity.or_else(|| judge.memory.face(card)) == Some(play.declared);
        return if like { -1.0 } else { judge.herd_value(*herd, player) };
    }
    match judge.memory.face(card) {
        Some(face) if face == play.declared => -1.0,
        Some(face) => hand_value(face),
        None => HAND_CARD,
    }
}

/// The expected value of intercepting with this card, compared with letting the attack through.
fn gain_of_interception(judge: &Judgement, attack: Attack, action: Action) -> f64 {
    let Action::Intercept { card } = action else { return 0.0 };
    let mine = &judge.game.players[judge.me];
    let in_herd = |card: Card| mine.herd.iter().find(|herd| herd.card == card);
    let value = |card: Card| {
        let face = judge.memory.face(card);
        let in_hand = || (face, face.map_or(HAND_CARD, hand_value));
        in_herd(card)
            .map_or_else(in_hand, |&herd| (herd.identity.or(face), judge.herd_value(herd, mine)))
    };
    let ((selected, at_stake), (presented, price)) = (value(attack.selected), value(card));
    if selected == Some(attack.declared) {
        // The attack has no effect and costs the attacker a card.
        return -3.0;
    }
    let thief = if attack.declared == Kind::Catnip { 0.8 } else { 0.0 };
    let saved = at_stake * (1.0 + thief) - price;
    let open = in_herd(card).and_then(|herd| herd.identity);
    let doubted = match (attack.zone, open) {
        // Everybody sees what it counts as.
        (Zone::Herd, Some(kind)) if kind != Kind::LaserPointer => 0.99,
        _ => judge.doubted(Kind::LaserPointer),
    };
    if presented == Some(Kind::LaserPointer) {
        return saved + doubted * HAND_CARD * judge.stake(judge.game.turn);
    }
    (1.0 - doubted) * saved - doubted * price - 0.3
}
