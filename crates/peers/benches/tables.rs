//! The cost of tables between machines, compared with the same entries on the cards alone.
//!
//! Each group has a reference in the same run:
//!
//! - **deal**: four machines deal a hand of Texas 42, keys included. The reference is four players of `facedown_crypto` that are given the
//!   same tasks: what rules, demands and history add is the difference;
//! - **play**: a spectator's machine hears the hand that follows, bids and 28 dominoes. The reference is the public state of the cards
//!   with the same entries;
//! - **other deals**: four machines deal Herding Cats and Exploding Kittens. The reference is their first hand of Texas 42;
//! - **a draw**: four machines carry out a draw of Exploding Kittens. The reference is the deal before it;
//! - **a game**: a spectator's machine hears a whole game, which is what it takes to verify it. The audit reads every card and replays
//!   the game in a house besides.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use facedown_core::{Card, Demand, Dice, Game, Outcome, PeerTable, Seat, SeatCount, Seed, Viewer};
use facedown_crypto::places::{
    Accepted, Chain, Entry, Genesis, Place, Player, Seated, Stage, TableState, Task, TaskOutcome,
};
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_games::herding_cats::HerdingCats;
use facedown_games::texas_42::{Domino, Options, Texas42};
use facedown_peers::{Fold, Terms, audit, code_of};
use facedown_protocol::Name;

const PLAYERS: usize = 4;

fn seeds() -> Vec<[u8; 32]> {
    (1..=4).map(|number| [number; 32]).collect()
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..PLAYERS).filter_map(Seat::new)
}

fn options() -> Options {
    serde_json::from_str(r#"{"marks":1,"pace":"auto"}"#).expect("options of Texas 42")
}

fn genesis() -> Genesis {
    genesis_of::<Texas42>(&options())
}

fn genesis_of<G: Game>(options: &G::Options) -> Genesis {
    let names = ["Ann", "Ben", "Cleo", "Dan"].map(|name| Name::new(name).expect("a name"));
    let terms = Terms::new::<G>(options, names.into()).expect("these can be played");
    let seated =
        seeds().iter().map(|seed| Seated::new(seed, seed.map(|byte| byte ^ 0xff))).collect();
    Genesis::new(terms.to_bytes(), seated).expect("four players")
}

/// The rules, as somebody runs them who wants to know only what they demand for the deal.
fn rules() -> PeerTable<Texas42> {
    let seats = SeatCount::new(PLAYERS).expect("four seats");
    PeerTable::new(options(), seats, Viewer::Spectator).expect("a table")
}

fn tasks(rules: &PeerTable<Texas42>) -> Vec<Task> {
    let place = |card: Card| Place(card.id());
    let task = |demand: &Demand<Domino>| match demand {
        Demand::Bring { cards, faces } => Task::Bring {
            places: cards.into_iter().map(place).collect(),
            faces: faces.iter().map(|&face| code_of(face).expect("a short face")).collect(),
        },
        Demand::Shuffle { cards } => {
            Task::Shuffle { places: cards.iter().copied().map(place).collect() }
        }
        Demand::Show { card, to } => Task::Show { place: place(*card), to: *to },
        Demand::Roll { sides } => Task::Roll { sides: *sides },
        other => panic!("{other:?} is no part of the deal"),
    };
    rules.demands()[rules.needs()].iter().map(task).collect()
}

/// What the rules demand next, when all that they demanded before is done.
fn go_on(rules: &mut PeerTable<Texas42>, state: &TableState) -> Vec<Task> {
    let done = state.outcomes().unwrap_or_default();
    let outcomes: Vec<Outcome<Domino>> = rules
        .needs()
        .zip(done)
        .map(|(_, outcome)| match outcome {
            TaskOutcome::Rolled(number) => Outcome::Rolled(number),
            _ => Outcome::Done,
        })
        .collect();
    let _ = rules.go_on(&outcomes).expect("outcomes of these demands");
    tasks(rules)
}

/// Players of the cards alone deal a hand. Returns their entries.
fn dealt_by_cards(genesis: &Genesis) -> Vec<Entry> {
    let player = |(seat, seed)| Player::new(genesis.clone(), seat, seed).expect("its seat");
    let mut players: Vec<Player> = seats().zip(seeds()).map(player).collect();
    let (mut entries, mut rules, mut is_begun) = (Vec::new(), rules(), false);
    loop {
        let due: Vec<Entry> =
            players.iter_mut().filter_map(|it| it.due().expect("no choices")).collect();
        for entry in &due {
            for player in &mut players {
                let _ = player.accept(entry).expect("an honest entry");
            }
        }
        entries.extend(due);
        while *players[0].state().stage() == Stage::Idle {
            let next = if is_begun { go_on(&mut rules, players[0].state()) } else { tasks(&rules) };
            if next.is_empty() {
                return entries;
            }
            is_begun = true;
            for player in &mut players {
                let _ = player.extend(next.clone()).expect("tasks");
            }
        }
    }
}

/// Machines that have dealt a hand, and their entries.
fn dealt_by_folds<G: Game>(genesis: &Genesis) -> (Vec<Fold<G>>, Vec<Entry>) {
    let fold = |(seat, seed)| Fold::sit(genesis.clone(), seat, seed, []).expect("its seat");
    let mut folds: Vec<Fold<G>> = seats().zip(seeds()).map(fold).collect();
    let mut entries = Vec::new();
    settle(&mut folds, &mut entries);
    (folds, entries)
}

fn settle<G: Game>(folds: &mut [Fold<G>], entries: &mut Vec<Entry>) {
    loop {
        let due: Vec<Entry> = folds
            .iter_mut()
            .filter_map(|fold| fold.work().expect("no choices").map(|(entry, _)| entry))
            .collect();
        if due.is_empty() {
            return;
        }
        for entry in due {
            post(folds, entries, entry);
        }
    }
}

fn post<G: Game>(folds: &mut [Fold<G>], entries: &mut Vec<Entry>, entry: Entry) {
    for fold in folds {
        let _ = fold.hear(&entry).expect("an honest entry");
    }
    entries.push(entry);
}

/// A whole game, and how many entries its first deal and its first hand have.
fn played(genesis: &Genesis) -> (Chain, usize, usize) {
    let (mut folds, mut entries) = dealt_by_folds::<Texas42>(genesis);
    let (dealt, mut hand) = (entries.len(), 0);
    let mut dice = Dice::new(&Seed::from_text("bench"));
    while let Some(seat) = folds[0].rules().waiting_on().iter().next() {
        let legal = folds[seat.index()].rules().legal_for();
        let action = dice.pick(&legal).copied().expect("somebody may always act");
        let (entry, _) = folds[seat.index()].act(action, None).expect("it is legal");
        post(&mut folds, &mut entries, entry);
        if hand == 0 && !folds[0].is_idle() {
            hand = entries.len() - 1;
        }
        settle(&mut folds, &mut entries);
    }
    (Chain { genesis: genesis.clone(), entries }, dealt, hand)
}

fn compare(criterion: &mut Criterion) {
    let genesis = genesis();
    let mut group = criterion.benchmark_group("peers: deal a hand of Texas 42, four machines");
    group.sample_size(10);
    assert_eq!(dealt_by_cards(&genesis).len(), dealt_by_folds::<Texas42>(&genesis).1.len());
    group.bench_function("reference: the cards alone", |bencher| {
        bencher.iter(|| black_box(dealt_by_cards(&genesis).len()));
    });
    group.bench_function("rules and cards", |bencher| {
        bencher.iter(|| black_box(dealt_by_folds::<Texas42>(&genesis).1.len()));
    });
    group.finish();
    compare_games(criterion, &genesis);

    let (chain, dealt, hand) = played(&genesis);
    let mut group = criterion.benchmark_group("peers: hear the bids and dominoes of a hand");
    group.sample_size(10);
    let (mut state, mut rules, mut is_begun) = (TableState::new(genesis.clone()), rules(), false);
    for entry in &chain.entries[..dealt] {
        let _ = state.accept(entry).expect("an honest entry");
        while *state.stage() == Stage::Idle {
            let next = if is_begun { go_on(&mut rules, &state) } else { tasks(&rules) };
            if next.is_empty() {
                break;
            }
            is_begun = true;
            let _ = state.extend(next).expect("tasks");
        }
    }
    group.bench_function("reference: the cards alone", |bencher| {
        let hear = |mut state: TableState| {
            for entry in &chain.entries[dealt..hand] {
                let accepted = state.accept(entry).expect("an honest entry");
                let Accepted::Action(pending) = accepted else { panic!("an action") };
                let _ = state.begin(*pending, Vec::new()).expect("nothing to do");
            }
            state
        };
        bencher.iter_batched(|| state.clone(), hear, BatchSize::LargeInput);
    });
    group.bench_function("rules and cards", |bencher| {
        let dealt_fold = || heard(&chain, 0..dealt, Fold::watch(genesis.clone()).expect("a table"));
        let hear = |fold| heard(&chain, dealt..hand, fold);
        bencher.iter_batched(dealt_fold, hear, BatchSize::LargeInput);
    });
    group.finish();

    let mut group = criterion.benchmark_group("peers: a game of Texas 42 to one mark");
    group.sample_size(10);
    let all = chain.entries.len();
    group.bench_function("reference: hear the chain", |bencher| {
        bencher.iter(|| {
            let fold = heard(&chain, 0..all, Fold::watch(genesis.clone()).expect("a table"));
            assert!(fold.rules().standing().is_some());
        });
    });
    group.bench_function("audit it", |bencher| {
        bencher.iter(|| {
            let audit = audit::<Texas42>(&chain).expect("a whole chain");
            assert!(audit.verdicts.is_empty() && audit.record.is_some());
        });
    });
    group.finish();
}

/// The deals of the other games, and a draw.
fn compare_games(criterion: &mut Criterion, texas: &Genesis) {
    let cats = genesis_of::<HerdingCats>(&<HerdingCats as Game>::Options::default());
    let kittens = genesis_of::<ExplodingKittens>(&<ExplodingKittens as Game>::Options::default());
    let mut group = criterion.benchmark_group("peers: deal another game, four machines");
    group.sample_size(10);
    group.bench_function("reference: a hand of Texas 42", |bencher| {
        bencher.iter(|| black_box(dealt_by_folds::<Texas42>(texas).1.len()));
    });
    group.bench_function("Herding Cats", |bencher| {
        bencher.iter(|| black_box(dealt_by_folds::<HerdingCats>(&cats).1.len()));
    });
    group.bench_function("Exploding Kittens", |bencher| {
        bencher.iter(|| black_box(dealt_by_folds::<ExplodingKittens>(&kittens).1.len()));
    });
    group.finish();

    let mut group = criterion.benchmark_group("peers: a draw of Exploding Kittens, four machines");
    group.sample_size(10);
    let dealt = || dealt_by_folds::<ExplodingKittens>(&kittens);
    group.bench_function("reference: the deal before it", |bencher| bencher.iter(dealt));
    group.bench_function("draw", |bencher| {
        let draw = |(mut folds, mut entries): (Vec<Fold<ExplodingKittens>>, Vec<Entry>)| {
            let seat = folds[0].rules().waiting_on().iter().next().expect("somebody's turn");
            let draw = serde_json::from_str(r#"{"type":"draw"}"#).expect("an action");
            let (entry, _) = folds[seat.index()].act(draw, None).expect("it is legal");
            post(&mut folds, &mut entries, entry);
            settle(&mut folds, &mut entries);
            assert!(folds.iter().all(Fold::is_idle));
            folds
        };
        bencher.iter_batched(dealt, draw, BatchSize::PerIteration);
    });
    group.finish();
}

fn heard(chain: &Chain, entries: std::ops::Range<usize>, mut fold: Fold<Texas42>) -> Fold<Texas42> {
    for entry in &chain.entries[entries] {
        let _ = fold.hear(entry).expect("an honest entry");
    }
    fold
}

criterion_group!(benches, compare);
criterion_main!(benches);
