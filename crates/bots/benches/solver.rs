//! Hands of 42 solved with all dominoes open: random deals, declarations and leaders.
//!
//! The reference is alpha–beta as one would write it first, without a table, on hands of five dominoes, with
//! the solver on the same hands. Nodes (dominoes played in the search) are counted once, before the
//! benchmark, which then reports them for each second.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use facedown_bots::texas_42::solver::{ALL_POINTS, Layout, Position, Solver};
use facedown_core::{Dice, Seat, Seed};
use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Suits, Trump};

const DEALS: usize = 256;
const SMALL: usize = 5;

/// Hands for four, with a random declaration and leader, who is the bidder.
struct Deal {
    hands: [Dominoes; 4],
    trump: Trump,
    leader: usize,
}

impl Deal {
    fn new(dice: &mut Dice, size: usize) -> Self {
        let mut all: Vec<Domino> = Domino::all().collect();
        dice.shuffle(&mut all);
        let hand = |seat| all.iter().skip(seat * size).take(size).copied().collect();
        let trump = *dice.pick(&Trump::USUAL).expect("nine of them");
        Self { hands: std::array::from_fn(hand), trump, leader: dice.place(4) }
    }

    fn position(&self) -> Position {
        let leader = Seat::new(self.leader).expect("one of four");
        let held = self.hands.into_iter().flat_map(Dominoes::iter);
        let tricks = u8::try_from(self.hands[0].len()).expect("at most seven");
        Position::new(&Layout {
            hands: self.hands,
            trump: self.trump,
            nello: NelloDoubles::Suit,
            bidder: leader,
            leader,
            trick: &[],
            taken: 0,
            taken_by_others: ALL_POINTS - tricks - held.map(Domino::count).sum::<u8>(),
        })
        .expect("a position")
    }
}

fn deals(size: usize) -> Vec<Deal> {
    let mut dice = Dice::new(&Seed::from_text("bench"));
    (0..DEALS).map(|_| Deal::new(&mut dice, size)).collect()
}

/// Plain alpha–beta on the points that the even seats take.
struct Reference {
    suits: &'static Suits,
}

impl Reference {
    fn value(deal: &Deal) -> u8 {
        let reference = Self { suits: Suits::under(deal.trump, NelloDoubles::Suit) };
        let even = reference.search(deal.hands, deal.leader, &mut Vec::new(), 0, ALL_POINTS);
        let open = deal.hands.into_iter().flat_map(Dominoes::iter).map(Domino::count).sum::<u8>();
        let tricks = u8::try_from(deal.hands[0].len()).expect("at most seven");
        if deal.leader.is_multiple_of(2) { even } else { open + tricks - even }
    }

    fn search(
        &self,
        hands: [Dominoes; 4],
        leader: usize,
        trick: &mut Vec<Domino>,
        mut alpha: u8,
        mut beta: u8,
    ) -> u8 {
        if trick.len() == 4 {
            let winner = (leader + self.suits.winner(trick).expect("four dominoes")) % 4;
            let points = 1 + trick.iter().map(|domino| domino.count()).sum::<u8>();
            let taken = if winner.is_multiple_of(2) { points } else { 0 };
            let (alpha, beta) = (alpha.saturating_sub(taken), beta.saturating_sub(taken));
            return taken + self.search(hands, winner, &mut Vec::new(), alpha, beta);
        }
        let seat = (leader + trick.len()) % 4;
        if hands[seat].is_empty() {
            return 0;
        }
        let mut best = if seat.is_multiple_of(2) { 0 } else { ALL_POINTS };
        for domino in self.suits.playable(hands[seat], trick.first().copied()).iter() {
            let mut after = hands;
            after[seat] = after[seat].without(domino);
            trick.push(domino);
            let value = self.search(after, leader, &mut trick.clone(), alpha, beta);
            trick.pop();
            if seat.is_multiple_of(2) {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Says how long a deal takes, and how many nodes all of them do.
fn measure(positions: &[Position]) -> u64 {
    let mut solver = Solver::new();
    let mut times: Vec<Duration> = Vec::new();
    for position in positions {
        let begin = Instant::now();
        black_box(solver.value(position));
        times.push(begin.elapsed());
    }
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    let nodes = solver.nodes();
    #[allow(clippy::cast_precision_loss)] // far below 2^52
    let per_second = nodes as f64 / total.as_secs_f64() / 1e6;
    println!(
        "texas-42-solver: {} deals, median {:.2?}, slowest {:.2?}, {} nodes a deal, {per_second:.1} \
         million nodes a second",
        times.len(),
        times[times.len() / 2],
        times[times.len() - 1],
        nodes / times.len() as u64,
    );
    nodes
}

fn bench(criterion: &mut Criterion) {
    let mut solver = Solver::new();
    let positions: Vec<_> = deals(7).iter().map(Deal::position).collect();
    let nodes = measure(&positions);
    let small = deals(SMALL);
    let small_positions: Vec<_> = small.iter().map(Deal::position).collect();
    for (deal, position) in small.iter().zip(&small_positions) {
        assert_eq!(Reference::value(deal), solver.value(position));
    }

    let mut group = criterion.benchmark_group("texas-42-solver");
    group.sample_size(10);
    let mut exact = |positions: &[Position]| -> u64 {
        positions.iter().map(|position| u64::from(solver.value(position))).sum()
    };
    group.throughput(Throughput::Elements(DEALS as u64));
    group.bench_function("exact", |b| b.iter(|| exact(&positions)));
    group.bench_function("exact, five dominoes", |b| b.iter(|| exact(&small_positions)));
    group.bench_function("reference: plain alpha-beta without a table, five dominoes", |b| {
        b.iter(|| small.iter().map(|deal| u64::from(Reference::value(deal))).sum::<u64>());
    });
    let mut solver = Solver::new();
    group.bench_function("makes 30", |b| {
        b.iter(|| positions.iter().filter(|position| solver.makes(position, 30)).count());
    });
    group.bench_function("every play", |b| {
        b.iter(|| {
            positions.iter().map(|position| solver.solve(position).plays.len()).sum::<usize>()
        });
    });
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("nodes", |b| {
        b.iter(|| positions.iter().map(|position| u64::from(solver.value(position))).sum::<u64>());
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
