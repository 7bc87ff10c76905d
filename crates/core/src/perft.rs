//! Perft: counts the lines of play to a depth, to pin the legal actions and to find where two sets of rules differ.

use crate::{Dealt, Game, House, Seat, Table, legal};

/// The number of lines of exactly `depth` actions from this table. Each step takes every legal action of every seat that may act; of an
/// [open](Game::OPEN) game, those that `legal` lists. A line
/// that ends earlier does not count.
pub fn perft<G: Game>(table: &Table<G>, depth: u32) -> Dealt<u64> {
    count(table.game(), &table.house().clone().silent(), depth)
}

/// The lines that begin with one action.
#[derive(Clone, Debug)]
pub struct Part<A> {
    /// Who acts.
    pub seat: Seat,
    /// What they do, with sealed values open.
    pub action: A,
    /// How many lines begin with this action.
    pub lines: u64,
}

/// The same count, split by the first action.
pub fn divide<G: Game>(table: &Table<G>, depth: u32) -> Dealt<Vec<Part<G::Action>>> {
    let house = table.house().clone().silent();
    let mut parts = Vec::new();
    for seat in table.may_act().iter() {
        for (action, open) in table.legal(seat).iter().zip(table.legal_for(seat)) {
            let lines = after(table.game(), &house, seat, action, depth)?;
            parts.push(Part { seat, action: open, lines });
        }
    }
    Ok(parts)
}

fn count<G: Game>(game: &G, house: &House<G>, depth: u32) -> Dealt<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let mut lines = 0;
    for seat in game.may_act().iter() {
        let legal = legal(game, house, seat);
        if depth == 1 {
            lines += legal.len() as u64;
            continue;
        }
        for action in &legal {
            lines += after(game, house, seat, action, depth)?;
        }
    }
    Ok(lines)
}

fn after<G: Game>(
    game: &G,
    house: &House<G>,
    seat: Seat,
    action: &G::Action,
    depth: u32,
) -> Dealt<u64> {
    let (mut game, mut house) = (game.clone(), house.clone());
    game.apply(seat, action, &mut house)?;
    count(&game, &house, depth.saturating_sub(1))
}
