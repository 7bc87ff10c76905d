//! The cost of sending views as differences, for every viewer after every action of random games.
//!
//! The reference is a server that sends whole views: each is written as JSON with `serde_json`. `cargo xtask bench`
//! prints the ratios.

use std::hint::black_box;
use std::rc::Rc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use facedown_core::{Deal, Dice, Game, House, Seat, SeatCount, Seed, Table, Viewer};
use facedown_protocol::delta::{Shorthand, Tape, apply};
use facedown_protocol::{FromServer, UpdateWriter};

const GAMES: usize = 4;

/// What a player sees after each action of a game.
type Seen<G> = Vec<Moment<G>>;

/// A game after one of its actions, for one player.
struct Moment<G: Game> {
    seat: Seat,
    table: Rc<(G, House<G>)>,
    /// What the player was told of the action.
    events: Vec<G::Event>,
}

impl<G: Game> Moment<G> {
    fn view(&self) -> G::View<'_> {
        let (game, house) = &*self.table;
        game.view(&house.lens(self.seat.into()))
    }
}

/// What the players see in games of four, or of as many as can play.
fn seen<G: Game>() -> Vec<Seen<G>> {
    let seats = SeatCount::new(4.clamp(*G::SEATS.start(), *G::SEATS.end())).expect("four seats");
    let mut all = Vec::new();
    for number in 0..GAMES {
        let seed = Seed::from_text(&format!("bench {number}"));
        let mut dice = Dice::numbered(&seed, 0);
        let deal = Deal::from_seed(seed);
        let mut table = Table::<G>::new(G::Options::default(), seats, deal).expect("a table");
        let first = all.len();
        all.extend(seats.all().iter().map(|_| Vec::new()));
        loop {
            let at = table.log().len();
            let now = Rc::new((table.game().clone(), table.house().clone()));
            for (seat, seen) in seats.all().iter().zip(&mut all[first..]) {
                let heard = table.stream(Viewer::Seat(seat)).filter(|heard| heard.at == at);
                let events = heard.map(|heard| heard.told.event.clone()).collect();
                seen.push(Moment { seat, table: Rc::clone(&now), events });
            }
            let waiting = table.waiting_on();
            let Some(seat) = waiting.iter().nth(dice.place(waiting.len())) else { break };
            let action = dice.pick(&table.legal(seat)).expect("a legal action").clone();
            table.act(seat, action).expect("it is legal");
        }
    }
    all
}

/// Writes the updates of all players, and calls `each` with each frame.
fn updates<G: Game>(all: &[Seen<G>], shorthand: &Shorthand, mut each: impl FnMut(usize, &[u8])) {
    let (mut old, mut new, mut event) = (Tape::new(), Tape::new(), Tape::new());
    let (mut frame, mut told) = (Vec::new(), Vec::new());
    for (player, seen) in all.iter().enumerate() {
        old.write(&()).expect("nothing");
        for (n, moment) in seen.iter().enumerate() {
            frame.clear();
            let mut update = UpdateWriter::new(&mut frame, n as u64);
            update.events(|list| {
                for happened in &moment.events {
                    told.clear();
                    event.write(happened).expect("an event");
                    shorthand.shorten(&event, &mut told);
                    list.json(&told);
                }
            });
            new.write(&moment.view()).expect("a view");
            update.view(|out| old.delta(&new, shorthand, out));
            update.finish(64);
            std::mem::swap(&mut old, &mut new);
            each(player, &frame);
        }
    }
}

fn bench<G: Game>(c: &mut Criterion) {
    let (all, shorthand) = (seen::<G>(), Shorthand::of::<G>());
    let count: usize = all.iter().map(Vec::len).sum();
    let mut frames = Vec::new();
    let mut last = vec![serde_json::Value::Null; all.len()];
    updates::<G>(&all, &shorthand, |player, frame| {
        let frame = String::from_utf8(frame.to_vec()).expect("text");
        hear(&mut last[player], &frame, &shorthand);
        frames.push((player, frame));
    });
    for (last, seen) in last.iter().zip(&all) {
        let wanted = seen.last().map(|moment| serde_json::to_value(moment.view()).expect("a view"));
        assert_eq!(Some(last), wanted.as_ref());
    }

    let mut group = c.benchmark_group(format!("updates of {}", G::NAME));
    group.throughput(Throughput::Elements(count as u64));
    let mut out = Vec::new();
    group.bench_function("reference: a view, written by serde_json", |b| {
        b.iter(|| {
            for moment in all.iter().flatten() {
                out.clear();
                serde_json::to_writer(&mut out, &moment.view()).expect("a view");
                black_box(&out);
            }
        });
    });
    let mut tape = Tape::new();
    group.bench_function("a view, written on a tape", |b| {
        b.iter(|| {
            for moment in all.iter().flatten() {
                tape.write(&moment.view()).expect("a view");
                black_box(tape.json());
            }
        });
    });
    let tapes: Vec<Vec<_>> = all.iter().map(|seen| seen.iter().map(on_tape).collect()).collect();
    group.bench_function("a difference of two tapes", |b| {
        b.iter(|| {
            for tapes in &tapes {
                for pair in tapes.windows(2) {
                    out.clear();
                    pair[0].delta(&pair[1], &shorthand, &mut out);
                    black_box(&out);
                }
            }
        });
    });
    group.bench_function("a whole update: tape, difference, events", |b| {
        b.iter(|| updates::<G>(&all, &shorthand, |_, frame| _ = black_box(frame)));
    });
    group.bench_function("an update, read and applied by a client", |b| {
        b.iter(|| {
            let mut views = vec![serde_json::Value::Null; all.len()];
            for (player, frame) in &frames {
                hear(&mut views[*player], frame, &shorthand);
            }
            assert_eq!(views, last);
        });
    });
    group.finish();
    c.benchmark_group(format!("vocabulary of {}", G::NAME))
        .sample_size(10)
        .bench_function("learnt", |b| b.iter(|| black_box(Shorthand::of::<G>())));
}

fn on_tape<G: Game>(moment: &Moment<G>) -> Tape {
    let mut tape = Tape::new();
    tape.write(&moment.view()).expect("a view");
    tape
}

fn hear(view: &mut serde_json::Value, frame: &str, shorthand: &Shorthand) {
    let Ok(FromServer::Update(update)) = FromServer::read(frame) else { panic!("{frame}") };
    if let Some(delta) = update.view {
        let delta = serde_json::from_str(delta.get()).expect("a difference");
        apply(view, delta, shorthand).expect("it fits");
    }
}

fn games(c: &mut Criterion) {
    for &name in facedown_games::NAMES {
        facedown_games::with_game!(name, G => bench::<G>(c), else ());
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = games
}
criterion_main!(benches);
