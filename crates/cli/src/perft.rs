//! Counting lines of play: how many ways there are to make so many actions.

use facedown_core::{Dealt, Game, House, Seat};

/// How many lines of just `depth` actions there are, whoever makes them. A game that ends before makes none.
pub(crate) fn perft<G: Game>(game: &G, house: &House<G>, depth: u32) -> Dealt<u64> {
    if depth == 0 {
        return Ok(1);
    }
    let mut legal = Vec::new();
    let mut lines = 0;
    for seat in game.waiting_on().iter() {
        legal.clear();
        game.legal(seat, &house.lens(seat.into()), &mut legal);
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

/// The same, for each first action: of each seat that may act, in the order of what is legal for it.
pub(crate) fn divide<G: Game>(
    game: &G,
    house: &House<G>,
    depth: u32,
) -> Dealt<Vec<(Seat, Vec<u64>)>> {
    let seats = game.waiting_on();
    let division = |seat: Seat| {
        let mut legal = Vec::new();
        game.legal(seat, &house.lens(seat.into()), &mut legal);
        let lines = legal.iter().map(|action| after(game, house, seat, action, depth));
        Ok((seat, lines.collect::<Dealt<_>>()?))
    };
    seats.iter().map(division).collect()
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
    perft(&game, &house, depth.saturating_sub(1))
}
