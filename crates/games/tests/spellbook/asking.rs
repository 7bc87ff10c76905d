//! Consent and undoing: knowledge and chance are never undone.

use facedown_core::Viewer;
use facedown_games::spellbook::{Event, Zone};
use serde_json::json;

use crate::scene::{act, deploy, duel, library, player, pod, refusal, seat, with, zone};

#[test]
fn r_ask_01_one_question_at_a_time_and_its_author_may_withdraw_it() {
    // R-ASK-02
    let mut table = pod("{}", 3).play();
    let ask = json!({"type": "ask", "seat": 1, "wish": {"look": {"top": 2}}});
    act(&mut table, 0, ask.clone());
    let other = json!({"type": "ask", "seat": 0, "wish": "hand"});
    assert_eq!(refusal(&mut table, 2, other), ("question-open", "R-ASK-01"));
    assert_eq!(refusal(&mut table, 2, json!({"type": "agree"})), ("not-asked", "R-ASK-02"));
    assert_eq!(refusal(&mut table, 1, json!({"type": "agree-if-shuffled"})).0, "not-about-undo");
    act(&mut table, 0, json!({"type": "refuse"}));
    assert!(table.game().request.is_none());
    act(&mut table, 0, ask);
    act(&mut table, 1, json!({"type": "agree"}));
    assert_eq!(zone(&table, seat(0), 1, Zone::Library), "b8 b9 ? ? ? ?");
    let itself = json!({"type": "ask", "seat": 0, "wish": "hand"});
    assert_eq!(refusal(&mut table, 0, itself), ("asks-self", "R-ASK-01"));
    let hidden =
        json!({"type": "ask", "seat": 1, "wish": {"control": {"card": player(&table, 1).hand[0]}}});
    assert_eq!(refusal(&mut table, 0, hidden), ("nothing-to-ask", "R-ASK-01"));
    // What was asked for may be gone when the answer comes.
    act(&mut table, 0, json!({"type": "done"}));
    let id = deploy(&mut table, 1, "b1");
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": {"control": id}}));
    act(&mut table, 1, json!({"type": "move", "pieces": [id], "to": {"zone": "hand"}}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert!(player(&table, 0).battlefield.is_empty() && table.game().request.is_none());
}

#[test]
fn r_undo_01_the_own_last_action_is_taken_back_at_once() {
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    let told = json!({"type": "take-back"});
    assert_eq!(refusal(&mut table, 0, told.clone()), ("cannot-take-back", "R-UNDO-01"));
    act(&mut table, 0, json!({"type": "tap", "pieces": [id]}));
    assert_eq!(refusal(&mut table, 1, told.clone()).0, "cannot-take-back");
    act(&mut table, 0, told);
    assert!(!crate::scene::lying(&table, &id).tapped);
    assert_eq!(player(&table, 0).battlefield.len(), 1, "one action, not two");
}

#[test]
fn r_undo_02_a_drawn_card_lies_on_top_again_and_its_drawer_still_knows_it() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "draw", "count": 1}));
    let id = deploy(&mut table, 0, "a2");
    act(&mut table, 0, json!({"type": "tap", "pieces": [id]}));
    act(&mut table, 0, json!({"type": "ask-undo", "steps": 3}));
    assert_eq!(table.waiting_on(), seat(1).only());
    let events = act(&mut table, 1, json!({"type": "agree"}));
    assert!(
        events.iter().any(|event| matches!(event, Event::Undone { steps: 3, shuffled: false, .. }))
    );
    assert_eq!(library(&table, 0), "a8 ? ? ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ? ? ?");
    assert_eq!(
        zone(&table, Viewer::Spectator, 0, Zone::Hand),
        "? a2 ? ? ? ? ?",
        "it was seen in play"
    );
    let far = json!({"type": "ask-undo", "steps": 1});
    assert_eq!(refusal(&mut table, 0, far), ("too-far-back", "R-UNDO-02"));
}

#[test]
fn r_undo_04_who_agrees_may_want_the_library_shuffled() {
    let mut table = duel().shuffle("a13 a12 a11 a10 a9 a8").play();
    act(&mut table, 0, json!({"type": "draw", "count": 1}));
    act(&mut table, 0, json!({"type": "ask-undo", "steps": 1}));
    act(&mut table, 1, json!({"type": "agree-if-shuffled"}));
    assert_eq!(library(&table, 0), "? ? ? ? ? ?");
    assert_eq!(player(&table, 0).hand.len(), 7);
}

#[test]
fn r_undo_02_nothing_goes_back_beyond_chance_secrets_and_the_turn() {
    let barriers = [
        json!({"type": "roll", "sides": 6, "count": 1}),
        json!({"type": "shuffle"}),
        json!({"type": "hide"}),
        json!({"type": "choose-secretly", "choice": [crate::scene::face("x")]}),
        json!({"type": "end-turn"}),
    ];
    for barrier in barriers {
        let mut table = duel().roll(0).shuffle("a8 a9 a10 a11 a12 a13").play();
        deploy(&mut table, 0, "a1");
        assert!(table.view(Viewer::Spectator).undoable > 0);
        act(&mut table, 0, barrier.clone());
        assert_eq!(table.view(Viewer::Spectator).undoable, 0, "{barrier}");
    }
    // A question about undoing is void when a barrier comes between.
    let mut table = duel().roll(0).play();
    deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "ask-undo", "steps": 1}));
    act(&mut table, 1, json!({"type": "roll", "sides": 6, "count": 1}));
    assert!(table.game().request.is_none());
}

#[test]
fn r_undo_03_all_or_more_than_half_or_nobody() {
    let ask = json!({"type": "ask-undo", "steps": 1});
    for (undo, agreeing, undone) in
        [("ask", 2, false), ("ask", 3, true), ("majority", 1, false), ("majority", 2, true)]
    {
        let mut table = pod(&format!(r#"{{"undo":"{undo}"}}"#), 4).play();
        deploy(&mut table, 0, "a1");
        act(&mut table, 0, ask.clone());
        for index in 1..=3 {
            if table.game().request.is_none() {
                break;
            }
            let answer = if index <= agreeing { "agree" } else { "refuse" };
            let events = act(&mut table, index, json!({"type": answer}));
            let named =
                events.iter().any(|event| matches!(event, Event::Refused { player: Some(_) }));
            assert!(!named, "who refuses is not told");
        }
        assert_eq!(player(&table, 0).battlefield.is_empty(), undone, "{undo}, {agreeing} agree");
        assert!(table.game().request.is_none());
    }
    let mut table = with(r#"{"undo":"off"}"#).play();
    deploy(&mut table, 0, "a1");
    assert_eq!(refusal(&mut table, 0, ask), ("undo-is-off", "R-UNDO-03"));
    let mut table = duel().play();
    let none = json!({"type": "ask-undo", "steps": 0});
    assert_eq!(refusal(&mut table, 0, none).1, "R-WHO-04");
}
