//! What somebody hostile tried at the table: each of these once worked.

use facedown_games::spellbook::Zone;
use serde_json::json;

use crate::scene::{act, deploy, duel, library, lying, piece, player, pod, refusal, seat, zone};

#[test]
fn r_undo_02_nobody_who_has_left_comes_back_by_undoing() {
    let mut table = pod(r#"{"auto_loss":true}"#, 3).play();
    act(&mut table, 1, json!({"type": "hold"}));
    act(&mut table, 0, json!({"type": "life", "seat": 1, "by": -20}));
    assert!(!table.game().living.contains(seat(1)));
    let back = json!({"type": "take-back"});
    assert_eq!(refusal(&mut table, 0, back).0, "cannot-take-back");
    let ask = json!({"type": "ask-undo", "steps": 1});
    assert_eq!(refusal(&mut table, 0, ask).0, "too-far-back");
    act(&mut table, 0, json!({"type": "next-step"}));
}

#[test]
fn random_places_keep_every_card_with_its_owner() {
    let mut table = duel().play();
    let own = deploy(&mut table, 0, "a1");
    let stolen = deploy(&mut table, 1, "b1");
    act(&mut table, 1, json!({"type": "control", "piece": stolen, "seat": 0}));
    let to = json!({"zone": "library", "at": "random-bottom"});
    act(&mut table, 0, json!({"type": "move", "pieces": [own, stolen], "to": to}));
    assert_eq!(library(&table, 0), "? ? ? ? ? ? a1");
    assert_eq!(library(&table, 1), "? ? ? ? ? ? b1");
}

#[test]
fn r_com_04_a_commander_never_lies_where_cards_are_mixed() {
    let mut table = duel().commander(0, "Ada").play();
    let ada = piece(&table, 0, "Ada");
    for there in ["hand", "library"] {
        act(&mut table, 0, json!({"type": "cast", "card": ada["card"]}));
        act(&mut table, 0, json!({"type": "resolve", "piece": ada, "to": {"zone": there}}));
        assert_eq!(zone(&table, seat(1), 0, Zone::Command), "Ada", "{there}");
        assert_eq!(player(&table, 0).hand.len(), 7);
    }
    act(&mut table, 0, json!({"type": "hide"}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Command), "Ada");
}

#[test]
fn r_look_06_a_look_ends_when_its_cards_are_shuffled() {
    let mut table = duel().shuffle("b8 b9 b10 b11 b12 b13").play();
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": "search"}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert!(table.game().players[seat(0)].look.is_some());
    act(&mut table, 1, json!({"type": "shuffle"}));
    assert!(table.game().players[seat(0)].look.is_none());
    let take = json!({
        "type": "sort-out", "order": [0, 1, 2, 3, 4, 5],
        "piles": [{"count": 3, "to": {"zone": "exile"}}],
    });
    assert_eq!(refusal(&mut table, 0, take).0, "no-look");
}

#[test]
fn r_hand_01_a_hand_that_is_kept_shown_to_one_is_mixed_for_the_others() {
    let mut table = pod("{}", 3).play();
    let to = json!({"seats": [1]});
    act(&mut table, 0, json!({"type": "keep-shown", "what": "hand", "to": to}));
    let id = deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": "hand"}}));
    assert!(zone(&table, seat(2), 0, Zone::Hand).contains("a1"));
    act(&mut table, 0, json!({"type": "end-turn"}));
    assert_eq!(zone(&table, seat(2), 0, Zone::Hand), "? ? ? ? ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "a2 a3 a4 a5 a6 a7 a1");
}

#[test]
fn r_side_02_what_everybody_sees_does_not_lie_face_down() {
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "turn", "piece": id, "side": "down"}));
    act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": "command"}}));
    assert!(lying(&table, &id).side.is_up());
}

#[test]
fn r_token_01_words_on_tokens_have_a_limit() {
    let mut table = duel().play();
    let text = "x".repeat(600);
    let many = json!({
        "type": "token", "count": 1000,
        "spec": {"kind": "token", "name": "Otter", "text": text},
    });
    assert_eq!(refusal(&mut table, 0, many).0, "too-many");
    let short = json!({"type": "token", "count": 100, "spec": {"kind": "token", "name": "Otter"}});
    act(&mut table, 0, short);
}
