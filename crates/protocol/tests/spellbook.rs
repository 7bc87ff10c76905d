//! What crosses the wire when a card is tapped at a large table of Spellbook.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use facedown_core::{Deal, Seat, SeatCount, Seed, Table, Viewer};
use facedown_games::spellbook::{CardId, Phase, Spellbook};
use facedown_protocol::delta::{Shorthand, Tape};
use serde_json::{Value, json};

fn act(table: &mut Table<Spellbook>, index: usize, action: Value) {
    let action = serde_json::from_value(action).unwrap();
    table.act(Seat::new(index).unwrap(), action).map(|_| ()).unwrap();
}

/// Four players with 100 cards each, and 100 permanents in play: cards and tokens.
fn large() -> Table<Spellbook> {
    let options = serde_json::from_value(json!({"format": "commander"})).unwrap();
    let deal = Deal::from_seed(Seed::from_text("large"));
    let mut table = Table::new(options, SeatCount::new(4).unwrap(), deal).unwrap();
    for index in 0..4 {
        let cards: Vec<_> = (0..99).map(CardId::sample).collect();
        let commanders = [CardId::sample(99)];
        let deck =
            json!({"type": "bring-deck", "cards": cards, "main": 99, "commanders": commanders});
        act(&mut table, index, deck);
    }
    let Phase::FirstPlayer { chooser } = table.game().phase else { panic!("somebody chooses") };
    act(&mut table, chooser.index(), json!({"type": "choose-first", "seat": 0}));
    (0..4).for_each(|index| act(&mut table, index, json!({"type": "keep"})));
    for index in 0..4 {
        act(&mut table, index, json!({"type": "draw", "count": 5}));
        let hand = table.game().board.players[Seat::new(index).unwrap()].hand.clone();
        let hand: Vec<_> = hand.iter().map(|card| json!({"card": card})).collect();
        let to = json!({"zone": "battlefield"});
        act(&mut table, index, json!({"type": "move", "pieces": hand, "to": to}));
        let token = json!({"type": "token", "spec": {"name": "Wolf"}, "count": 13});
        act(&mut table, index, token);
    }
    let pieces: usize =
        table.game().board.players.values().iter().map(|player| player.battlefield.len()).sum();
    assert_eq!(pieces, 100);
    table
}

#[test]
fn a_tap_costs_less_than_200_bytes() {
    let mut table = large();
    for (index, piece) in [(0, 3), (3, 20)] {
        for viewer in [Viewer::Spectator, Seat::new(0).unwrap().into()] {
            let view = |table: &Table<Spellbook>| {
                let mut tape = Tape::new();
                tape.write(&table.view(viewer)).unwrap();
                tape
            };
            let before = view(&table);
            let battlefield = &table.game().board.players[Seat::new(index).unwrap()].battlefield;
            let pieces = json!([battlefield[piece].id]);
            act(&mut table, index, json!({"type": "tap", "pieces": pieces}));
            let mut delta = Vec::new();
            before.delta(&view(&table), &Shorthand::default(), &mut delta);
            let delta = String::from_utf8(delta).unwrap();
            assert!(!delta.is_empty() && delta.len() < 200, "{} bytes: {delta}", delta.len());
            act(&mut table, index, json!({"type": "untap", "pieces": pieces}));
        }
    }
}
