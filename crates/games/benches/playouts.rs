//! Random playouts through the public `Game` interface, with and without views, and replay.
//!
//! The reference is work that every server of such games has to do for each player and action, whatever
//! its engine: writing one view as JSON. `cargo xtask bench` prints the ratios. On one core of a 2-core
//! machine, in one run, millions of actions a second:
//!
//! | game, four seats | playout | what four viewers get | all four views |
//! | --- | --- | --- | --- |
//! | Herding Cats | 22.4 | 18.0 | 16.0 |
//! | Texas 42 | 34.2 | 24.5 | 11.3 |
//! | Texas 42, pace `auto` | 23.0 | 18.8 | 10.0 |
//! | Exploding Kittens | 5.6 | 3.4 | 2.1 |
//! | Exploding Kittens, party | 4.0 | 2.7 | 1.8 |
//!
//! What four viewers get is the public view and four own parts. Views borrow from the table, so most of their cost is
//! in writing them.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use facedown_core::{Deal, Dice, Game, House, Seat, SeatCount, Seed, Table, Viewer};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::texas_42::Texas42;

const GAMES: u64 = 64;

fn seed() -> Seed {
    Seed::from_text("bench")
}

/// Four seats, or as many as can play.
fn four<G: Game>() -> SeatCount {
    SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).expect("four seats")
}

/// Plays a random game and returns the number of actions. `after` is called after each.
fn playout<G: Game>(
    options: &G::Options,
    house: &mut House<G>,
    legal: &mut Vec<G::Action>,
    (seed, number): (&Seed, u64),
    mut after: impl FnMut(&G, &House<G>),
) -> u64 {
    let mut dice = Dice::numbered(seed, number);
    house.clear(Dice::numbered(seed, GAMES + number));
    let mut game = G::deal(options, four::<G>(), house).expect("a deal");
    let mut actions = 0;
    loop {
        let waiting_on = game.waiting_on();
        let Some(seat) = waiting_on.iter().nth(dice.place(waiting_on.len())) else { break };
        legal.clear();
        game.legal(seat, &house.lens(seat.into()), legal);
        let action = dice.pick(legal).expect("somebody may always act");
        game.apply(seat, action, house).expect("the house is never held up");
        after(&game, house);
        actions += 1;
    }
    assert!(game.standing().is_some());
    actions
}

/// Measures a game with these options, under this name.
fn playouts<G: Game>(c: &mut Criterion, name: &str, options: &str) {
    let options: G::Options = serde_json::from_str(options).expect("options of this game");
    let seed = seed();
    let mut house = House::<G>::seeded(&seed).silent();
    let mut legal = Vec::new();
    let total: u64 =
        (0..GAMES).map(|n| playout(&options, &mut house, &mut legal, (&seed, n), |_, _| ())).sum();
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(total));
    group.bench_function("playout", |b| {
        b.iter(|| {
            let actions: u64 = (0..GAMES)
                .map(|n| playout(&options, &mut house, &mut legal, (&seed, n), |_, _| ()))
                .sum();
            assert_eq!(actions, total);
        });
    });
    group.bench_function("playout, all four views after each action", |b| {
        b.iter(|| {
            for number in 0..GAMES {
                playout(&options, &mut house, &mut legal, (&seed, number), |game, house| {
                    for seat in four::<G>().all().iter() {
                        black_box(game.view(&house.lens(Viewer::Seat(seat))));
                    }
                });
            }
        });
    });
    group.bench_function("playout, what four viewers get after each action", |b| {
        b.iter(|| {
            for number in 0..GAMES {
                playout(&options, &mut house, &mut legal, (&seed, number), |game, house| {
                    black_box(game.view(&house.lens(Viewer::Spectator)));
                    for seat in four::<G>().all().iter() {
                        black_box(game.own(&house.lens(Viewer::Seat(seat))));
                    }
                });
            }
        });
    });
    let mut buffer = Vec::new();
    group.bench_function("playout, what four viewers get after each action, as JSON", |b| {
        b.iter(|| {
            for number in 0..GAMES {
                playout(&options, &mut house, &mut legal, (&seed, number), |game, house| {
                    buffer.clear();
                    let public = game.view(&house.lens(Viewer::Spectator));
                    serde_json::to_writer(&mut buffer, &public).expect("plain data");
                    for seat in four::<G>().all().iter() {
                        let own = game.own(&house.lens(Viewer::Seat(seat)));
                        serde_json::to_writer(&mut buffer, &own).expect("plain data");
                    }
                    black_box(buffer.len());
                });
            }
        });
    });
    house.clear(Dice::new(&seed));
    let mut game = G::deal(&options, four::<G>(), &mut house).expect("a deal");
    let mut dice = Dice::new(&seed);
    for _ in 0..20 {
        let Some(seat) = game.waiting_on().iter().next() else { break };
        legal.clear();
        game.legal(seat, &house.lens(seat.into()), &mut legal);
        let action = dice.pick(&legal).expect("somebody may always act");
        game.apply(seat, action, &mut house).expect("the house is never held up");
    }
    let view = game.view(&house.lens(Viewer::Spectator));
    group.throughput(Throughput::Elements(1));
    group.bench_function("reference: one view as JSON", |b| {
        b.iter(|| {
            buffer.clear();
            serde_json::to_writer(&mut buffer, black_box(&view)).expect("plain data");
            black_box(buffer.len())
        });
    });
    let logs: Vec<_> = (0..GAMES).map(|number| log::<G>(&options, number)).collect();
    let total = logs.iter().map(|(_, log)| log.len() as u64).sum();
    group.throughput(Throughput::Elements(total));
    group.bench_function("replay of a table, with every event", |b| {
        b.iter(|| {
            for (seed, log) in &logs {
                let deal = Deal::from_seed(seed.clone());
                let mut table =
                    Table::<G>::new(options.clone(), four::<G>(), deal).expect("a table");
                for (seat, action) in log {
                    table.act(*seat, action.clone()).expect("a recorded action");
                }
                assert!(table.standing().is_some());
            }
        });
    });
    group.finish();
}

/// A random game as a table's log.
fn log<G: Game>(options: &G::Options, number: u64) -> (Seed, Vec<(Seat, G::Action)>) {
    let mut dice = Dice::numbered(&seed(), number);
    let seed = dice.seed();
    let deal = Deal::from_seed(seed.clone());
    let mut table = Table::<G>::new(options.clone(), four::<G>(), deal).expect("a table");
    while !table.waiting_on().is_empty() {
        let waiting_on = table.waiting_on();
        let seat = waiting_on.iter().nth(dice.place(waiting_on.len())).expect("a seat");
        let action = dice.pick(&table.legal(seat)).expect("an action").clone();
        table.act(seat, action).expect("a legal action");
    }
    (seed, table.log().iter().map(|entry| (entry.seat, entry.action.clone())).collect())
}

/// Every game with its usual options.
fn every_game(c: &mut Criterion) {
    facedown_games::every_game!(G => playouts::<G>(c, G::NAME, "{}"));
}

/// Options that make a game much slower or faster.
fn other_options(c: &mut Criterion) {
    playouts::<Texas42>(c, "texas-42, pace auto", r#"{"pace":"auto"}"#);
    playouts::<ExplodingKittens>(c, "exploding-kittens, party", r#"{"set":"party"}"#);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = every_game, other_options
}
criterion_main!(benches);
