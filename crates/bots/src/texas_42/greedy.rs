//! A bot that counts its trumps and plays the obvious domino.

use facedown_core::{Dice, Game, Lens, Seat};
use facedown_games::texas_42::{Action, Bid, Domino, Dominoes, Texas42, Trump};

use super::hand::{Hand, own};
use super::policy::sensible;
use crate::Bot;

/// Counts its trumps and plays the obvious domino.
pub struct Greedy {
    dice: Dice,
    legal: Vec<Action>,
}

impl Greedy {
    /// A bot with these dice.
    pub const fn new(dice: Dice) -> Self {
        Self { dice, legal: Vec::new() }
    }
}

impl Bot<Texas42> for Greedy {
    fn choose(&mut self, game: &Texas42, seat: Seat, lens: &Lens<Domino>) -> Action {
        self.legal.clear();
        game.legal(seat, lens, &mut self.legal);
        let hand = own(game, seat, lens);
        let (trump, strength) = best_trump(hand);
        let wanted = match self.legal.first() {
            Some(Action::Bid { .. }) => {
                let bids = self.legal.iter().filter_map(|action| match action {
                    Action::Bid { bid: bid @ (Bid::Points(_) | Bid::Marks(1 | 2)) } => Some(*bid),
                    _ => None,
                });
                // Seven or more is a hand that wins most of its tricks.
                let lowest = bids.into_iter().next().filter(|_| strength >= 7);
                lowest.map(|bid| Action::Bid { bid })
            }
            Some(Action::SelectTrump { .. }) => Some(Action::SelectTrump { trump }),
            Some(Action::PlayDomino { .. }) => play(game, seat, hand, lens),
            _ => None,
        };
        let is_legal = |action: &Action| self.legal.contains(action);
        let first = self.legal.first().copied();
        wanted
            .filter(is_legal)
            .or(first)
            .unwrap_or_else(|| game.fallback(seat, lens, &mut self.dice))
    }
}

/// The obvious domino for a player who sees no other hand.
fn play(game: &Texas42, seat: Seat, hand: Dominoes, lens: &Lens<Domino>) -> Option<Action> {
    let mut hands = [Dominoes::NONE; 4];
    // The others hold the unseen dominoes; who holds which does not matter here.
    let played = game.tricks.iter().flat_map(|trick| &trick.plays).chain(&game.trick);
    let seen = played.map(|played| played.domino).collect::<Dominoes>().or(hand);
    hands[(seat.index() + 1) % 4] = Dominoes::ALL.minus(seen);
    hands[seat.index()] = hand;
    let open = Hand::of(game, hands, seat)?;
    let domino = sensible(&open, open.playable());
    let card = game.hands[seat].iter().find(|&&card| lens.face(card) == Some(domino))?;
    Some(Action::PlayDomino { card: *card })
}

/// The trump that suits a hand best, and how strong the hand is with it.
fn best_trump(hand: Dominoes) -> (Trump, usize) {
    let strength = |trump: Trump| {
        let pips = Trump::USUAL.iter().position(|&usual| usual == trump).unwrap_or(7);
        let doubles = hand.iter().filter(|domino| domino.is_double()).count();
        let of_pips = |pips: usize| {
            hand.iter()
                .filter(move |d| usize::from(d.high()) == pips || usize::from(d.low()) == pips)
        };
        match pips {
            7 => 2 * doubles,
            8 => doubles,
            pips => {
                let has_double = of_pips(pips).any(Domino::is_double);
                of_pips(pips).count() + doubles + usize::from(has_double)
            }
        }
    };
    let best = Trump::USUAL.into_iter().max_by_key(|&trump| strength(trump));
    best.map_or((Trump::NoTrump, 0), |trump| (trump, strength(trump)))
}
