//! A simple policy for playouts: the play of a sensible player who does not think ahead.

use facedown_core::Dice;
use facedown_games::texas_42::{Domino, Dominoes, partner};

use super::hand::Hand;

/// The percentage of random plays, because other players are not predictable.
const RANDOM_PERCENT: u32 = 8;

/// The play of the player whose turn it is: sensible, and sometimes random.
pub(super) fn choose(hand: &Hand, dice: &mut Dice) -> Domino {
    let playable = hand.playable();
    let is_whim = playable.len() > 1 && dice.below(100) < RANDOM_PERCENT;
    let whim = is_whim.then(|| playable.iter().nth(dice.place(playable.len()))).flatten();
    whim.unwrap_or_else(|| sensible(hand, playable))
}

/// Leads the strongest domino; wins as cheaply as possible; gives count to a partner who has the trick, and otherwise
/// throws away the least valuable domino.
pub(super) fn sensible(hand: &Hand, playable: Dominoes) -> Domino {
    let Some((led, (winner, best))) = hand.trick.led.zip(hand.trick.best) else {
        return pick(playable, |domino| lead(hand, domino));
    };
    let strength = |domino| i32::from(hand.suits.strength(led, domino));
    let count = |domino: Domino| i32::from(domino.count());
    let size = if hand.sits_out.is_some() { 3 } else { 4 };
    let is_last = hand.trick.played + 1 == size;
    if winner == partner(hand.turn) && (is_last || strength(best) >= 47) {
        return pick(playable, |domino| 100 * count(domino) - strength(domino));
    }
    let winning: Dominoes =
        playable.iter().filter(|&domino| hand.suits.beats(led, best, domino)).collect();
    if winning.is_empty() {
        return pick(playable, |domino| -100 * count(domino) - strength(domino));
    }
    if is_last {
        // The cheapest that takes it, with as much count as there is.
        return pick(winning, |domino| 100 * count(domino) - strength(domino));
    }
    pick(winning, |domino| strength(domino) - 3 * count(domino))
}

/// How good a domino is to lead: high in its suit, and not worth much if it is not the highest.
fn lead(hand: &Hand, domino: Domino) -> i32 {
    let strength = i32::from(hand.suits.strength(domino, domino));
    let others = hand.hands.iter().enumerate().filter(|(at, _)| *at != hand.turn.index());
    let unseen = others.fold(Dominoes::NONE, |all, (_, held)| all.or(*held));
    let suit = hand.suits.of(hand.suits.led_by(domino));
    let is_highest = unseen.and(suit).iter().all(|other| !hand.suits.beats(domino, domino, other));
    let count = i32::from(domino.count());
    if is_highest { 1_000 + strength + count } else { -count * 10 + 16 - strength }
}

/// The one that is worth most; the first of equals.
fn pick(from: Dominoes, worth: impl Fn(Domino) -> i32) -> Domino {
    let mut best: Option<(i32, Domino)> = None;
    for domino in from.iter() {
        let worth = worth(domino);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, domino));
        }
    }
    // There is always something to choose from; an empty hand has no turn.
    best.map_or_else(first, |(_, domino)| domino)
}

fn first() -> Domino {
    const BLANK: Domino = match Domino::at(0) {
        Some(domino) => domino,
        None => unreachable!(),
    };
    BLANK
}
