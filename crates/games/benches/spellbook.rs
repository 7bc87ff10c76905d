//! What single actions of Spellbook cost at a large table: four decks of 100 cards, and 100 permanents in play.
//!
//! No action is to take more than 50 µs in a house. On one core of a 2-core machine `cargo xtask bench spellbook` prints what
//! each takes; the bench itself fails if one takes longer.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use facedown_core::{CardOrder, Game, House, Sealed, Seat, SeatCount, Seed, Viewer};
use facedown_games::spellbook::{Action, CardId, Options, Phase, Place, Sorted, Spellbook, Zone};
use serde_json::{Value, json};

/// The longest that an action may take.
const LIMIT: Duration = Duration::from_micros(50);

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

fn action(value: Value) -> Action {
    serde_json::from_value(value).expect("an action")
}

/// A table of four in the first main phase: 25 permanents each, most with a counter.
fn table() -> (Spellbook, House<Spellbook>) {
    let mut house = House::seeded(&Seed::from_text("bench")).silent();
    let options: Options = serde_json::from_value(json!({"format": "commander"})).expect("options");
    let seats = SeatCount::new(4).expect("four seats");
    let mut game = Spellbook::deal(&options, seats, &mut house).expect("a deal");
    for index in 0..4 {
        let card = |number: usize| CardId::of_words(&format!("{index}-{number}"));
        let cards: Vec<_> = (0..99).map(card).collect();
        let deck =
            json!({"type": "bring-deck", "cards": cards, "main": 99, "commanders": [card(99)]});
        act(&mut game, &mut house, index, deck);
    }
    let Phase::FirstPlayer { chooser } = game.phase else { unreachable!("somebody chooses") };
    act(&mut game, &mut house, chooser.index(), json!({"type": "choose-first", "seat": 0}));
    for index in 0..4 {
        act(&mut game, &mut house, index, json!({"type": "keep"}));
    }
    for index in 0..4 {
        act(&mut game, &mut house, index, json!({"type": "draw", "count": 18}));
        let hand: Vec<_> =
            game.board.players[seat(index)].hand.iter().map(|card| json!({"card": card})).collect();
        let play = json!({"type": "move", "pieces": hand, "to": {"zone": "battlefield"}});
        act(&mut game, &mut house, index, play);
        for piece in hand.iter().take(20) {
            let count = json!({"type": "count", "on": piece, "counter": "+1/+1", "by": 2});
            act(&mut game, &mut house, index, count);
        }
        act(&mut game, &mut house, index, json!({"type": "draw", "count": 7}));
    }
    let permanents: usize =
        game.board.players.values().iter().map(|player| player.battlefield.len()).sum();
    assert_eq!(permanents, 100);
    (game, house)
}

fn act(game: &mut Spellbook, house: &mut House<Spellbook>, index: usize, value: Value) {
    let action = action(value);
    game.permits(seat(index), &action, &house.lens(seat(index).into())).expect("permitted");
    game.apply(seat(index), &action, house).expect("the house is never held up");
}

/// Some action of each kind that touches many cards or pieces.
fn actions(game: &Spellbook) -> Vec<(&'static str, Action)> {
    let own = &game.board.players[seat(0)];
    let piece = json!(own.battlefield[3].id);
    let all: Vec<_> = own.battlefield.iter().map(|piece| json!(piece.id)).collect();
    let spec = json!({"name": "Wolf"});
    let top = json!({"top": 3});
    let order =
        CardOrder((0..).take(own.hand.len()).collect::<Vec<_>>().into_iter().rev().collect());
    let to = Place::of(Zone::Library);
    let two = Sorted { count: 2, to, side: None, reveal: false };
    let from_hand = Action::FromHand { order: Sealed::new(seat(0), order), piles: vec![two] };
    let attack: Vec<_> =
        all.iter().map(|piece| json!({"piece": piece, "target": {"seat": 1}})).collect();
    let hand = json!({"card": own.hand[0]});
    [
        ("tap", json!({"type": "tap", "pieces": [piece]})),
        ("tap all", json!({"type": "tap", "pieces": all})),
        ("untap all", json!({"type": "untap-all"})),
        ("draw", json!({"type": "draw", "count": 1})),
        ("mill ten", json!({"type": "mill", "seat": 1, "count": 10, "to": "graveyard"})),
        ("shuffle", json!({"type": "shuffle"})),
        ("look", json!({"type": "look", "part": top})),
        ("search", json!({"type": "search"})),
        ("play", json!({"type": "move", "pieces": [hand], "to": {"zone": "battlefield"}})),
        ("sweep", json!({"type": "move", "pieces": all, "to": {"zone": "graveyard"}})),
        ("tokens", json!({"type": "token", "spec": spec, "count": 20})),
        ("counter", json!({"type": "count", "on": piece, "counter": "charge", "by": 1})),
        ("attack", json!({"type": "attack", "attackers": attack})),
        ("damage", json!({"type": "damage", "from": piece, "to": {"seat": 2}, "amount": 3})),
        ("life", json!({"type": "life", "seat": 3, "by": -1})),
        ("step", json!({"type": "next-step"})),
        ("end turn", json!({"type": "end-turn"})),
        ("reveal", json!({"type": "reveal", "cards": own.hand, "to": "all"})),
        ("concede", json!({"type": "concede"})),
    ]
    .map(|(name, value)| (name, action(value)))
    .into_iter()
    .chain([("from hand", from_hand)])
    .collect()
}

fn single_actions(criterion: &mut Criterion) {
    let (game, house) = table();
    let mut group = criterion.benchmark_group("spellbook");
    for (name, action) in actions(&game) {
        let done = |(mut game, mut house): (Spellbook, House<Spellbook>)| {
            let lens = house.lens(seat(0).into());
            game.permits(seat(0), &action, &lens).expect("permitted");
            game.apply(seat(0), &action, &mut house).expect("the house is never held up");
            (game, house)
        };
        let quickest = (0..20).map(|_| {
            let before = (game.clone(), house.clone());
            let begun = Instant::now();
            black_box(done(before));
            begun.elapsed()
        });
        let quickest = quickest.min().unwrap_or_default();
        assert!(quickest < LIMIT, "{name} takes {quickest:?}");
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || (game.clone(), house.clone()),
                |before| black_box(done(before)),
                BatchSize::SmallInput,
            );
        });
    }
    group.bench_function("one view", |bencher| {
        bencher.iter(|| serde_json::to_vec(&game.view(&house.lens(Viewer::Spectator))));
    });
    group.finish();
}

criterion_group!(benches, single_actions);
criterion_main!(benches);
