//! The thinking time of the bot Nine Lives, in a whole game against copies of itself and in a Nope window.
//!
//! A choice may take 2 milliseconds. On one core of a 2-core machine with others at work a turn takes about 6
//! microseconds with the cards of `base` and 36 with those of `party`, where the longest took 0.7 milliseconds;
//! a Nope window takes about 1 microsecond.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use facedown_bots::Bot;
use facedown_bots::exploding_kittens::NineLives;
use facedown_core::{Dice, Game, House, SeatCount, Seed};
use facedown_games::exploding_kittens::{ExplodingKittens, Options, Phase, Set};

fn thinking(c: &mut Criterion) {
    let seed = Seed::from_text("nine lives");
    let mut group = c.benchmark_group("nine-lives");
    for set in [Set::Base, Set::Party] {
        let options = Options { set, ..Options::default() };
        let seats = SeatCount::new(4).expect("four seats");
        let name = format!("{set:?}");
        group.bench_with_input(
            BenchmarkId::new("a game of four", &name),
            &options,
            |b, options| {
                b.iter(|| {
                    let mut house = House::<ExplodingKittens>::seeded(&seed);
                    let mut game =
                        ExplodingKittens::deal(options, seats, &mut house).expect("a deal");
                    let mut bots: Vec<NineLives> = (0..4)
                        .map(|number| NineLives::new(Dice::numbered(&seed, number)))
                        .collect();
                    while let Some(seat) = game.waiting_on().iter().next() {
                        let action =
                            bots[seat.index()].choose(&game, seat, &house.lens(seat.into()));
                        game.apply(seat, &action, &mut house).expect("the house is never held up");
                    }
                    game
                });
            },
        );
    }
    // The first turn and the first Nope window of a game in which somebody plays a card.
    let mut house = House::<ExplodingKittens>::seeded(&seed);
    let options = Options { set: Set::Party, ..Options::default() };
    let seats = SeatCount::new(4).expect("four seats");
    let mut game = ExplodingKittens::deal(&options, seats, &mut house).expect("a deal");
    let mut bot = NineLives::new(Dice::new(&seed));
    let turn = game.turns.seat;
    group.bench_function("a turn", |b| {
        b.iter(|| black_box(bot.choose(&game, turn, &house.lens(turn.into()))));
    });
    while !matches!(game.phase, Phase::Nope { .. }) {
        let seat = game.waiting_on().iter().next().expect("somebody's turn");
        let mut legal = Vec::new();
        game.legal(seat, &house.lens(seat.into()), &mut legal);
        let action = legal.last().cloned().expect("something to do");
        game.apply(seat, &action, &mut house).expect("the house is never held up");
    }
    let asked = game.waiting_on().single().expect("somebody is asked");
    group.bench_function("a Nope window", |b| {
        b.iter(|| black_box(bot.choose(&game, asked, &house.lens(asked.into()))));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = thinking
}
criterion_main!(benches);
