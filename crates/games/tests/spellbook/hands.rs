//! Hands, showing cards, and cards that lie face down and betray nothing.

use facedown_core::Viewer;
use facedown_games::spellbook::{Event, Side, Zone};
use serde_json::json;

use crate::scene::{
    act, card, deploy, duel, hand_order, library, lying, piece, player, pod, refusal, seat, told,
    zone,
};

#[test]
fn r_hand_02_cards_leave_the_hand_unseen_and_nobody_can_tell_which() {
    // Brainstorm: two cards of the hand go on top, in an order of the player's choice.
    let mut table = duel().play();
    let it = json!({"type": "reveal", "cards": [card(&table, 0, "a1")], "to": "all"});
    act(&mut table, 0, it);
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "a1 ? ? ? ? ? ?");
    let order = hand_order(&table, 0, &["a3", "a1"]);
    let piles = json!([{"count": 2, "to": {"zone": "library"}}]);
    act(&mut table, 0, json!({"type": "from-hand", "order": order, "piles": piles}));
    assert_eq!(library(&table, 0), "a3 a1 ? ? ? ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ? ? ? ? ?");
    assert_eq!(
        zone(&table, seat(1), 0, Zone::Hand),
        "? ? ? ? ?",
        "nobody knows whether a1 is there"
    );
    let text = serde_json::to_string(&told(&table, seat(1))).unwrap();
    assert!(!text.contains("\"id\""), "{text}");
    // By its handle a card does not leave unseen.
    let id = piece(&table, 0, "a2");
    let to_library = json!({"type": "move", "pieces": [id], "to": {"zone": "library"}});
    assert_eq!(refusal(&mut table, 0, to_library), ("leaves-unseen", "R-HAND-02"));
    let face_down =
        json!({"type": "move", "pieces": [id], "to": {"zone": "battlefield"}, "side": "down"});
    assert_eq!(refusal(&mut table, 0, face_down).0, "leaves-unseen");
    let cast = json!({"type": "cast", "card": card(&table, 0, "a2"), "side": "down"});
    assert_eq!(refusal(&mut table, 0, cast).0, "leaves-unseen");
}

#[test]
fn r_side_01_a_morph_is_known_to_its_controller_until_it_is_turned_up() {
    // R-SIDE-02, R-SIDE-03
    let mut table = duel().play();
    let order = hand_order(&table, 0, &["a5"]);
    let piles = json!([{"count": 1, "to": {"zone": "stack"}, "side": "down"}]);
    act(&mut table, 0, json!({"type": "from-hand", "order": order, "piles": piles}));
    let id = piece(&table, 0, "a5");
    assert_eq!(lying(&table, &id).side, Side::Down);
    act(&mut table, 0, json!({"type": "resolve", "piece": id, "to": {"zone": "battlefield"}}));
    assert_eq!(lying(&table, &id).side, Side::Down, "it resolves face down");
    assert_eq!(zone(&table, seat(0), 0, Zone::Battlefield), "a5");
    for viewer in [seat(1).into(), Viewer::Spectator] {
        assert_eq!(zone(&table, viewer, 0, Zone::Battlefield), "?");
    }
    act(&mut table, 0, json!({"type": "turn", "piece": id, "side": "up"}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Battlefield), "a5");
    act(&mut table, 0, json!({"type": "turn", "piece": id, "side": "down"}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Battlefield), "a5", "nobody forgets it");
    act(&mut table, 0, json!({"type": "turn", "piece": id, "side": "back"}));
    assert_eq!(lying(&table, &id).side, Side::Back);
}

#[test]
fn r_side_04_face_down_cards_are_shown_when_they_leave_play_and_when_the_game_ends() {
    for to in ["hand", "library", "graveyard", "exile"] {
        let mut table = duel().play();
        let top = json!({"card": player(&table, 0).library[0]});
        let play =
            json!({"type": "move", "pieces": [top], "to": {"zone": "battlefield"}, "side": "down"});
        act(&mut table, 0, play);
        assert_eq!(zone(&table, seat(0), 0, Zone::Battlefield), "?", "manifested unseen");
        act(&mut table, 0, json!({"type": "peek", "card": top["card"]}));
        assert_eq!(zone(&table, seat(0), 0, Zone::Battlefield), "a8");
        assert_eq!(zone(&table, seat(1), 0, Zone::Battlefield), "?");
        let side = if to == "exile" { json!("down") } else { json!(null) };
        act(
            &mut table,
            0,
            json!({"type": "move", "pieces": [top], "to": {"zone": to}, "side": side}),
        );
        let text = serde_json::to_string(&told(&table, seat(1))).unwrap();
        assert!(text.contains(&crate::scene::face("a8").to_string()), "{to}: {text}");
    }
    let mut table = duel().play();
    let order = hand_order(&table, 0, &["a2"]);
    let piles = json!([{"count": 1, "to": {"zone": "battlefield"}, "side": "down"}]);
    act(&mut table, 0, json!({"type": "from-hand", "order": order, "piles": piles}));
    let events = act(&mut table, 1, json!({"type": "concede"}));
    let up = events
        .iter()
        .any(|event| matches!(event, Event::TurnedUp { cards, .. } if cards.len() == 1));
    assert!(up, "{events:?}");
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Battlefield), "a2");
    assert_eq!(
        zone(&table, Viewer::Spectator, 0, Zone::Hand),
        "? ? ? ? ? ?",
        "and nothing else is"
    );
}

#[test]
fn r_hand_01_a_hand_is_mixed_at_the_end_of_a_turn_and_when_its_player_wishes() {
    let mut table = duel().play();
    let it = json!({"type": "reveal", "cards": [card(&table, 0, "a4")], "to": {"seats": [1]}});
    act(&mut table, 0, it);
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? a4 ? ? ?");
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Hand), "? ? ? ? ? ? ?");
    act(&mut table, 0, json!({"type": "hide"}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? ? ? ? ?");
    let it = json!({"type": "reveal", "cards": [card(&table, 0, "a4")], "to": "all"});
    act(&mut table, 0, it);
    act(&mut table, 0, json!({"type": "end-turn"}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? ? ? ? ?");
    assert!(zone(&table, seat(0), 0, Zone::Hand).contains("a4"), "its holder keeps knowing");
}

#[test]
fn r_hand_03_another_hand_is_looked_at_with_leave_and_mixed_afterwards() {
    // Thoughtseize, then Brainstorm: the put-backs are not recognised.
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": "hand"}));
    let not_asked = json!({"type": "agree"});
    assert_eq!(refusal(&mut table, 0, not_asked), ("not-asked", "R-ASK-02"));
    act(&mut table, 1, json!({"type": "agree"}));
    assert_eq!(zone(&table, seat(0), 1, Zone::Hand), "b1 b2 b3 b4 b5 b6 b7");
    assert_eq!(zone(&table, Viewer::Spectator, 1, Zone::Hand), "? ? ? ? ? ? ?");
    let sort = json!({"type": "sort-out", "order": [0, 1, 2, 3, 4, 5, 6]});
    assert_eq!(
        refusal(&mut table, 0, sort),
        ("no-look", "R-LOOK-03"),
        "a hand is not put in order"
    );
    let it =
        json!({"type": "move", "pieces": [piece(&table, 1, "b3")], "to": {"zone": "graveyard"}});
    act(&mut table, 1, it);
    assert_eq!(table.game().players[seat(0)].look.as_ref().unwrap().cards.len(), 6);
    act(&mut table, 0, json!({"type": "done"}));
    assert_eq!(zone(&table, seat(0), 1, Zone::Hand), "? ? ? ? ? ?");
}

#[test]
fn r_show_01_cards_are_shown_to_some_or_to_all() {
    let mut table = pod("{}", 3).play();
    let cards = json!([card(&table, 0, "a1"), card(&table, 0, "a2")]);
    act(&mut table, 0, json!({"type": "reveal", "cards": cards, "to": {"seats": [2]}}));
    assert_eq!(zone(&table, seat(2), 0, Zone::Hand), "a1 a2 ? ? ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? ? ? ? ?");
    assert!(serde_json::to_string(&told(&table, seat(2))).unwrap().contains("you-are-shown"));
    assert!(!serde_json::to_string(&told(&table, seat(1))).unwrap().contains("you-are-shown"));
    let top = player(&table, 0).library[0];
    act(&mut table, 0, json!({"type": "reveal", "cards": [top], "to": "all"}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Library), "a8 ? ? ? ? ?");
    let theirs = json!({"type": "reveal", "cards": [player(&table, 1).hand[0]], "to": "all"});
    assert_eq!(refusal(&mut table, 0, theirs), ("not-yours", "R-WHO-03"));
    let nobody = json!({"type": "reveal", "cards": [top], "to": {"seats": []}});
    assert_eq!(refusal(&mut table, 0, nobody).1, "R-WHO-04");
}

#[test]
fn r_show_02_chance_picks_what_is_discarded_or_shown() {
    let mut table = duel().roll(3).roll(0).roll(2).play();
    act(&mut table, 0, json!({"type": "discard-at-random", "count": 2}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Graveyard), "a1 a4");
    act(&mut table, 0, json!({"type": "reveal-at-random", "count": 1, "to": "all"}));
    let shown = zone(&table, Viewer::Spectator, 0, Zone::Hand);
    assert_eq!(shown.split(' ').filter(|name| *name != "?").count(), 1, "{shown}");
    let many = json!({"type": "discard-at-random", "count": 6});
    assert_eq!(refusal(&mut table, 0, many).1, "R-WHO-04");
}

#[test]
fn r_show_03_a_hand_is_kept_shown_and_so_is_what_comes_into_it() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "keep-shown", "what": "hand", "to": "all"}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Hand), "a1 a2 a3 a4 a5 a6 a7");
    act(&mut table, 0, json!({"type": "draw", "count": 1}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Hand), "a1 a2 a3 a4 a5 a6 a7 a8");
    act(&mut table, 0, json!({"type": "keep-shown", "what": "hand"}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Hand), "? ? ? ? ? ? ? ?");
}

#[test]
fn r_show_04_only_face_down_cards_of_ones_own_are_peeked_at() {
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    let up = json!({"type": "peek", "card": id["card"]});
    assert_eq!(refusal(&mut table, 0, up), ("wrong-zone", "R-SHOW-04"));
    let order = hand_order(&table, 1, &["b1"]);
    let piles = json!([{"count": 1, "to": {"zone": "battlefield"}, "side": "down"}]);
    act(&mut table, 1, json!({"type": "from-hand", "order": order, "piles": piles}));
    let down = player(&table, 1).battlefield[0].id.card().unwrap();
    assert_eq!(refusal(&mut table, 0, json!({"type": "peek", "card": down})).0, "not-yours");
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": {"peek": down}}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert_eq!(zone(&table, seat(0), 1, Zone::Battlefield), "b1");
    assert_eq!(zone(&table, Viewer::Spectator, 1, Zone::Battlefield), "?");
}

#[test]
fn r_secret_01_a_choice_is_bound_and_hidden_until_it_is_shown() {
    // R-SECRET-02
    let mut table = pod("{}", 3).play();
    let nothing = json!({"type": "show-choices"});
    assert_eq!(refusal(&mut table, 0, nothing), ("nothing-chosen", "R-SECRET-02"));
    for (index, vote) in ["yes", "no", "yes"].into_iter().enumerate() {
        let choice = json!([crate::scene::face(vote)]);
        act(&mut table, index, json!({"type": "choose-secretly", "choice": choice}));
        assert!(!serde_json::to_string(&told(&table, Viewer::Spectator)).unwrap().contains("ff"));
    }
    let choices = |table: &crate::scene::SbTable, viewer: Viewer| -> Vec<String> {
        let of = |index: usize| {
            crate::scene::seen(table, viewer, &table.game().players[seat(index)].choices)
        };
        (0..3).map(of).collect()
    };
    assert_eq!(choices(&table, seat(1).into()), ["?", "no", "?"]);
    for index in 0..3 {
        act(&mut table, index, json!({"type": "show-choices"}));
    }
    assert_eq!(choices(&table, Viewer::Spectator), ["yes", "no", "yes"]);
    let none = json!({"type": "choose-secretly", "choice": []});
    assert_eq!(refusal(&mut table, 0, none).1, "R-WHO-04");
}
