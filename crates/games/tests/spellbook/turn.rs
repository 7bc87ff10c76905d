//! US-024.6: the twelve steps, extra turns, asking to wait; chance.

use facedown_games::spellbook::{Event, Step, Zone};
use serde_json::json;

use crate::scene::{act, deploy, duel, lying, player, pod, refusal, seat, with, zone};

#[test]
fn us_024_6_a_turn_has_twelve_steps_and_goes_on_to_the_next_player() {
    // R-TURN-01, R-TURN-02, R-WHO-01
    let mut table = duel().play();
    let mut steps = vec![table.game().board.turn.step];
    for _ in 0..11 {
        act(&mut table, 0, json!({"type": "next-step"}));
        steps.push(table.game().board.turn.step);
    }
    assert_eq!(steps, Step::ALL);
    assert_eq!(table.waiting_on(), seat(0).only());
    assert_eq!(table.may_act().len(), 2);
    let theirs = json!({"type": "next-step"});
    assert_eq!(refusal(&mut table, 1, theirs), ("not-your-turn", "R-TURN-02"));
    act(&mut table, 0, json!({"type": "next-step"}));
    let turn = &table.game().board.turn;
    assert_eq!((turn.number, turn.active, turn.step), (2, seat(1), Step::Untap));
}

#[test]
fn r_turn_04_the_guided_frame_untaps_draws_and_skips_the_first_draw_of_two() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "to-step", "step": "main-1"}));
    assert_eq!(player(&table, 0).hand.len(), 7);
    let id = deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "tap", "pieces": [id]}));
    let over = json!({"type": "to-step", "step": "upkeep"});
    assert_eq!(refusal(&mut table, 0, over), ("step-is-over", "R-TURN-02"));
    act(&mut table, 0, json!({"type": "end-turn"}));
    act(&mut table, 1, json!({"type": "to-step", "step": "main-1"}));
    assert_eq!(zone(&table, seat(1), 1, Zone::Hand), "b1 b2 b3 b4 b5 b6 b7 b8");
    assert!(lying(&table, &id).tapped);
    act(&mut table, 1, json!({"type": "end-turn"}));
    assert!(!lying(&table, &id).tapped);
    let mut table = pod("{}", 3).play();
    act(&mut table, 0, json!({"type": "to-step", "step": "draw"}));
    assert_eq!(player(&table, 0).hand.len(), 8, "of three players everybody draws");
    let mut table = with(r#"{"frame":"free"}"#).play();
    act(&mut table, 0, json!({"type": "mana", "colour": "r", "by": 1}));
    act(&mut table, 0, json!({"type": "end-turn"}));
    act(&mut table, 1, json!({"type": "to-step", "step": "main-1"}));
    assert_eq!((player(&table, 1).hand.len(), player(&table, 0).mana[3]), (7, 1));
}

#[test]
fn r_turn_05_extra_turns_come_first_and_then_the_usual_order_goes_on() {
    // R-TURN-03
    let mut table = pod("{}", 3).play();
    act(&mut table, 0, json!({"type": "extra-turn", "seat": 0}));
    act(&mut table, 0, json!({"type": "extra-turn", "seat": 2}));
    let mut order = Vec::new();
    for _ in 0..6 {
        let active = table.game().board.turn.active;
        order.push(active.index());
        let events = act(&mut table, active.index(), json!({"type": "end-turn"}));
        let cleanup = |event: &Event| matches!(event, Event::StepBegan { step: Step::Cleanup, .. });
        assert!(events.iter().any(cleanup));
    }
    assert_eq!(order, [0, 2, 0, 1, 2, 0]);
}

#[test]
fn r_hold_01_whoever_asks_to_wait_passes_before_the_turn_goes_on() {
    let mut table = pod("{}", 3).play();
    act(&mut table, 2, json!({"type": "hold"}));
    assert_eq!(table.waiting_on(), seat(2).only());
    for go_on in ["next-step", "end-turn"] {
        let (kind, rule) = refusal(&mut table, 0, json!({"type": go_on}));
        assert_eq!((kind, rule), ("on-hold", "R-HOLD-01"));
    }
    assert_eq!(refusal(&mut table, 2, json!({"type": "hold"})).0, "need-not-hold");
    assert_eq!(refusal(&mut table, 0, json!({"type": "hold"})).0, "need-not-hold");
    assert_eq!(refusal(&mut table, 1, json!({"type": "pass"})).0, "nothing-held");
    act(&mut table, 2, json!({"type": "pass"}));
    act(&mut table, 0, json!({"type": "next-step"}));
}

#[test]
fn r_chance_01_dice_and_coins_are_public() {
    // R-CHANCE-02
    let mut table = duel().roll(19).roll(0).roll(0b101).roll(1).play();
    let events = act(&mut table, 1, json!({"type": "roll", "sides": 20, "count": 2}));
    assert!(matches!(&events[0], Event::Rolled { results, .. } if results == &[20, 1]));
    let events = act(&mut table, 1, json!({"type": "flip", "count": 3}));
    assert!(matches!(events[0], Event::Flipped { count: 3, heads: 2, .. }));
    let among = json!([{"seat": 0}, {"seat": 1}]);
    let events = act(&mut table, 1, json!({"type": "pick-at-random", "among": among}));
    let picked = serde_json::to_value(&events[0]).unwrap();
    assert_eq!(picked["picked"], json!({"seat": 1}));
    let one_side = json!({"type": "roll", "sides": 1, "count": 1});
    assert_eq!(refusal(&mut table, 0, one_side), ("out-of-range", "R-COUNT-02"));
    assert_eq!(refusal(&mut table, 0, json!({"type": "flip", "count": 21})).0, "too-many");
    assert_eq!(refusal(&mut table, 0, json!({"type": "pick-at-random", "among": []})).0, "nothing");
}
