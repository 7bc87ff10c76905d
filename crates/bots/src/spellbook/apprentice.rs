//! A bot that plays lands and creatures, attacks and blocks, and reads nothing else on its cards.

use std::collections::VecDeque;

use facedown_core::{Card, Dice, Game, Lens, Seat};
use facedown_games::spellbook::{
    Action, CardId, Frame, Phase, PieceId, Place, Side, Spellbook, Step, Subject, Zone,
};

use super::eyes::Eyes;
use super::mana::{Source, payment, yields};
use super::{before, combat};
use crate::Bot;

/// How many cards a player holds at the end of their turn.
const HAND: usize = 7;

/// Plays lands and creatures, attacks and blocks.
#[derive(Clone)]
pub struct Apprentice {
    dice: Dice,
    /// What comes next of something that takes several actions, and the turn in which it was begun.
    plan: (u32, VecDeque<Action>),
    /// The last turn in which it did each of these.
    done: Done,
}

/// The last turns in which something was done that is done once in a turn.
#[derive(Clone, Default)]
struct Done {
    draw: u32,
    attack: u32,
    damage: u32,
    block: u32,
}

impl Apprentice {
    /// A bot with these dice.
    pub fn new(dice: Dice) -> Self {
        Self { dice, plan: (0, VecDeque::new()), done: Done::default() }
    }

    fn wanted(&mut self, eyes: &Eyes) -> Option<Action> {
        match eyes.game.phase {
            Phase::Decks { .. } => before::deck(eyes, &mut self.dice),
            Phase::FirstPlayer { .. } => Some(Action::ChooseFirst { seat: eyes.me }),
            Phase::Mulligans { .. } => Some(before::hand(eyes)),
            Phase::Sideboarding { .. } => Some(Action::Ready {}),
            Phase::Playing => Some(self.in_play(eyes)),
            Phase::Over => None,
        }
    }

    fn in_play(&mut self, eyes: &Eyes) -> Action {
        let (game, me) = (eyes.game, eyes.me);
        if let Some(answer) = answer(eyes) {
            return answer;
        }
        if !game.players[me].doomed.is_empty() {
            return Action::Concede {};
        }
        if game.players[me].look.is_some() {
            return Action::Done {};
        }
        if game.board.turn.active != me {
            return buried(eyes).or_else(|| self.blocks(eyes)).unwrap_or(Action::Pass {});
        }
        self.planned(eyes).or_else(|| buried(eyes)).unwrap_or_else(|| self.turn(eyes))
    }

    /// What comes next of what was begun in this turn. What is not permitted any more is left out.
    fn planned(&mut self, eyes: &Eyes) -> Option<Action> {
        let (begun, plan) = &mut self.plan;
        if *begun != eyes.game.board.turn.number {
            plan.clear();
        }
        while let Some(action) = plan.pop_front() {
            if eyes.game.permits(eyes.me, &action, eyes.lens).is_ok() {
                return Some(action);
            }
            // Of damage, each point is for itself. Anything else was done for what comes after it.
            if !matches!(action, Action::Damage { .. }) {
                plan.clear();
            }
        }
        None
    }

    /// Begins with the first of several actions.
    fn begin(&mut self, eyes: &Eyes, actions: Vec<Action>) -> Option<Action> {
        self.plan = (eyes.game.board.turn.number, actions.into());
        self.planned(eyes)
    }

    fn turn(&mut self, eyes: &Eyes) -> Action {
        let turn = &eyes.game.board.turn;
        let to = |step| Action::ToStep { step };
        match turn.step {
            Step::Untap | Step::Upkeep | Step::Draw => {
                self.unguided(eyes).unwrap_or(to(Step::Main1))
            }
            Step::Main1 => {
                self.spells(eyes).or_else(|| self.attack(eyes)).unwrap_or_else(|| end(eyes))
            }
            Step::Attackers | Step::Blockers => Action::NextStep {},
            Step::Damage if self.done.damage != turn.number => {
                self.done.damage = turn.number;
                let damage = combat::damage(eyes);
                self.begin(eyes, damage).unwrap_or(to(Step::Main2))
            }
            Step::Combat | Step::Damage | Step::CombatEnd => to(Step::Main2),
            Step::Main2 if eyes.own().battlefield.iter().any(combat::is_attacking) => {
                Action::Attack { attackers: Vec::new() }
            }
            Step::Main2 => self.spells(eyes).unwrap_or_else(|| end(eyes)),
            Step::End | Step::Cleanup => end(eyes),
        }
    }

    /// What the table does by itself in guided games.
    fn unguided(&mut self, eyes: &Eyes) -> Option<Action> {
        let (game, turn) = (eyes.game, &eyes.game.board.turn);
        if game.options.frame == Frame::Guided {
            return None;
        }
        let stays = |piece: &facedown_games::spellbook::Piece| {
            piece.more().and_then(|more| more.stays_tapped) == Some(true)
        };
        if eyes.own().battlefield.iter().any(|piece| piece.tapped && !stays(piece)) {
            return Some(Action::UntapAll {});
        }
        let draws = turn.number > 1 || game.players.seats().get() > 2;
        if draws && self.done.draw != turn.number {
            self.done.draw = turn.number;
            return Some(Action::Draw { count: 1 });
        }
        None
    }

    /// Plays a land, and casts the dearest creature that can be paid.
    fn spells(&mut self, eyes: &Eyes) -> Option<Action> {
        resolved(eyes).or_else(|| land(eyes)).or_else(|| {
            let cast = creature(eyes)?;
            self.begin(eyes, cast)
        })
    }

    fn attack(&mut self, eyes: &Eyes) -> Option<Action> {
        let turn = eyes.game.board.turn.number;
        if self.done.attack == turn {
            return None;
        }
        self.done.attack = turn;
        let attackers = combat::attack(eyes, &mut self.dice);
        if attackers.is_empty() {
            return None;
        }
        let own = eyes.creatures(eyes.me);
        let is_watchful = |id: PieceId| own.iter().any(|own| own.id == id && own.has("Watchful"));
        let tapped: Vec<PieceId> = attackers
            .iter()
            .map(|attacker| attacker.piece)
            .filter(|&id| !is_watchful(id))
            .collect();
        let mut actions =
            vec![Action::ToStep { step: Step::Attackers }, Action::Attack { attackers }];
        if !tapped.is_empty() {
            actions.push(Action::Tap { pieces: tapped });
        }
        self.begin(eyes, actions)
    }

    /// Blocks once what attacks in this turn.
    fn blocks(&mut self, eyes: &Eyes) -> Option<Action> {
        let turn = &eyes.game.board.turn;
        let is_time = matches!(turn.step, Step::Attackers | Step::Blockers);
        if !is_time || self.done.block == turn.number || combat::attackers(eyes).is_empty() {
            return None;
        }
        self.done.block = turn.number;
        let blocks = combat::block(eyes, &mut self.dice);
        (!blocks.is_empty()).then_some(Action::Block { blocks })
    }
}

impl Bot<Spellbook> for Apprentice {
    fn choose(&mut self, game: &Spellbook, seat: Seat, lens: &Lens<CardId>) -> Action {
        let eyes = Eyes { game, lens, me: seat };
        let wanted = self.wanted(&eyes);
        wanted.filter(|action| game.permits(seat, action, lens).is_ok()).unwrap_or_else(|| {
            self.plan.1.clear();
            game.fallback(seat, lens, &mut self.dice)
        })
    }

    fn interject(&mut self, game: &Spellbook, seat: Seat, lens: &Lens<CardId>) -> Option<Action> {
        let eyes = Eyes { game, lens, me: seat };
        if game.phase != Phase::Playing || game.request.is_some() {
            return None;
        }
        let action = if game.players[seat].doomed.is_empty() {
            buried(&eyes).or_else(|| self.blocks(&eyes))?
        } else {
            Action::Concede {}
        };
        game.permits(seat, &action, lens).is_ok().then_some(action)
    }
}

/// Says yes to everything that is asked, but ends the game in a draw only if it is not ahead.
pub(super) fn answer(eyes: &Eyes) -> Option<Action> {
    let request = eyes.game.request.as_ref()?;
    if !request.answers.waiting_on().contains(eyes.me) {
        return None;
    }
    let players = &eyes.game.board.players;
    let is_ahead = players[eyes.me].life > players[request.by].life;
    let refuses = matches!(request.about, Subject::Draw) && is_ahead;
    Some(if refuses { Action::Refuse {} } else { Action::Agree {} })
}

/// Puts the creatures that are dead into the graveyard, and a commander into the command zone.
fn buried(eyes: &Eyes) -> Option<Action> {
    let dead = eyes.creatures(eyes.me).into_iter().filter(|own| own.left <= 0);
    let commanders = &eyes.game.players[eyes.me].commanders;
    let is_commander = |id: &PieceId| id.card().is_some_and(|card| commanders.contains(&card));
    let (first, others): (Vec<PieceId>, Vec<PieceId>) =
        dead.map(|own| own.id).partition(is_commander);
    let (pieces, zone) =
        if first.is_empty() { (others, Zone::Graveyard) } else { (first, Zone::Command) };
    let to = Place::of(zone);
    (!pieces.is_empty()).then_some(Action::Move { pieces, to, side: None, tapped: false })
}

/// Takes what the bot has put on the stack off it.
fn resolved(eyes: &Eyes) -> Option<Action> {
    let stack = eyes.game.board.stack.iter().rev();
    let piece = stack.into_iter().find(|piece| piece.controller == eyes.me)?;
    let words = piece.id.card().and_then(|card| eyes.words(card));
    let stays = words.is_some_and(|words| is_permanent(&words.type_line));
    let zone = if stays { Zone::Battlefield } else { Zone::Graveyard };
    Some(Action::Resolve { piece: piece.id, to: Place::of(zone) })
}

/// Whether such a card stays in play.
fn is_permanent(type_line: &str) -> bool {
    !type_line.contains("Instant") && !type_line.contains("Sorcery")
}

/// Plays a land, if none was played in this turn: the one that yields most kinds of mana that the bot lacks.
fn land(eyes: &Eyes) -> Option<Action> {
    let turn = eyes.game.board.turn.number;
    if eyes.lands().any(|(piece, _)| piece.since == turn) {
        return None;
    }
    let has = eyes.lands().fold(0, |all, (_, words)| all | yields(&words.text));
    let lands = eyes.own().hand.iter().filter(|&&card| eyes.is_land(card));
    let best = lands.max_by_key(|&&card| {
        let kinds = eyes.words(card).map_or(0, |words| yields(&words.text));
        ((kinds & !has).count_ones(), kinds.count_ones())
    })?;
    let tapped = eyes.words(*best).is_some_and(|words| words.text.contains("enters tapped"));
    let pieces = vec![PieceId::Card(*best)];
    Some(Action::Move { pieces, to: Place::of(Zone::Battlefield), side: None, tapped })
}

/// Taps lands for the dearest creature that they pay for, in hand or in the command zone, and casts it.
fn creature(eyes: &Eyes) -> Option<Vec<Action>> {
    let untapped = eyes.lands().filter(|(piece, _)| !piece.tapped);
    let sources: Vec<Source> = untapped
        .map(|(piece, words)| Source { land: piece.id, kinds: yields(&words.text) })
        .filter(|source| source.kinds != 0)
        .collect();
    let own = eyes.own();
    let tax = |card: Card| {
        let casts = own.tax.iter().find(|tax| tax.card == card).map_or(0, |tax| tax.casts);
        usize::from(casts) * 2
    };
    let hand = own.hand.iter().map(|&card| (card, 0));
    let command = own.command.iter().filter_map(|piece| piece.id.card());
    let castable = hand.chain(command.map(|card| (card, tax(card)))).filter_map(|(card, more)| {
        let words = eyes.words(card).filter(|words| words.type_line.contains("Creature"))?;
        let lands = payment(&words.cost, more, &sources)?;
        Some((card, lands))
    });
    let (card, lands) = castable.max_by_key(|(_, lands)| lands.len())?;
    let cast = Action::Cast { card, side: Side::Up };
    let to = Place::of(Zone::Battlefield);
    let resolve = Action::Resolve { piece: card.into(), to };
    let tap = (!lands.is_empty()).then_some(Action::Tap { pieces: lands });
    Some(tap.into_iter().chain([cast, resolve]).collect())
}

/// Ends the turn with at most seven cards in hand.
fn end(eyes: &Eyes) -> Action {
    let beyond = eyes.own().hand.len().saturating_sub(HAND);
    if beyond == 0 {
        return Action::EndTurn {};
    }
    let pieces = before::spared(eyes, beyond).into_iter().map(PieceId::Card).collect();
    Action::Move { pieces, to: Place::of(Zone::Graveyard), side: None, tapped: false }
}
