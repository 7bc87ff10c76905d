//! The thinking time of the old-timer of Texas 42, compared with dealing one hand at random.
//!
//! The longest moves are those with the most to choose from: a bid with seven dominoes in hand, and the
//! opening lead. A move may take 50 milliseconds; on one core of a 2-core machine with others at work a bid
//! takes about 2, an opening lead about 3.5.

use criterion::{Criterion, criterion_group, criterion_main};
use facedown_bots::Bot;
use facedown_bots::texas_42::OldTimer;
use facedown_core::{Dice, Game, House, SeatCount, Seed, imagine};
use facedown_games::texas_42::{Action, Bid, Options, Texas42, Trump};

fn thinking(c: &mut Criterion) {
    let seed = Seed::from_text("old-timer");
    let mut house = House::<Texas42>::seeded(&seed);
    let seats = SeatCount::new(4).expect("four seats");
    let mut game = Texas42::deal(&Options::default(), seats, &mut house).expect("a deal");
    let mut bot = OldTimer::new(Dice::new(&seed));
    let mut group = c.benchmark_group("old-timer");
    let bidder = game.waiting_on().single().expect("somebody bids");
    let mut dice = Dice::new(&seed);
    group.bench_function("reference: one imagined deal", |b| {
        b.iter(|| imagine(&game, &house.lens(bidder.into()), &mut dice).cards());
    });
    group.bench_function("a bid", |b| {
        b.iter(|| bot.choose(&game, bidder, &house.lens(bidder.into())));
    });
    let first = Action::Bid { bid: Bid::LOWEST };
    let pass = Action::Bid { bid: Bid::Pass };
    for action in [first, pass, pass, pass, Action::SelectTrump { trump: Trump::Fives }] {
        let seat = game.waiting_on().single().expect("somebody's turn");
        game.apply(seat, &action, &mut house).expect("the house is never held up");
    }
    group.bench_function("an opening lead", |b| {
        b.iter(|| bot.choose(&game, bidder, &house.lens(bidder.into())));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = thinking
}
criterion_main!(benches);
