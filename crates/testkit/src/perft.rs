//! Perft: how many lines of play there are to a depth, to pin the legal moves and find where two rule sets part.

use facedown_core::{Deal, Dealt, Game, SeatCount, legal_for};

use crate::violation::text;
use crate::world::World;

/// How many lines of `depth` actions there are: at each step, everything that anybody may do.
pub fn perft<G: Game>(
    options: &G::Options,
    seats: SeatCount,
    deal: &Deal<G::Face>,
    depth: u32,
) -> Dealt<u64> {
    count(&World::<G>::dealt_by(options, seats, deal)?, depth)
}

/// The same count, split by the first action: the seat, the action as JSON, and how many lines begin so.
pub fn divide<G: Game>(
    options: &G::Options,
    seats: SeatCount,
    deal: &Deal<G::Face>,
    depth: u32,
) -> Dealt<Vec<(String, u64)>> {
    let world = World::<G>::dealt_by(options, seats, deal)?;
    let mut lines = Vec::new();
    for seat in world.game.waiting_on().iter() {
        let labels = legal_for(&world.game, &world.house, seat);
        let actions = facedown_core::legal(&world.game, &world.house, seat);
        for (label, action) in labels.iter().zip(&actions) {
            let mut next = world.clone();
            next.apply(seat, action)?;
            let number = count(&next, depth.saturating_sub(1))?;
            lines.push((format!("{seat} {}", text(label)), number));
        }
    }
    Ok(lines)
}

fn count<G: Game>(world: &World<G>, depth: u32) -> Dealt<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let choices = world.choices();
    if depth == 1 {
        return Ok(choices.len() as u64);
    }
    let mut lines = 0;
    for (seat, action) in &choices {
        let mut next = world.clone();
        next.apply(*seat, action)?;
        lines += count(&next, depth - 1)?;
    }
    Ok(lines)
}
