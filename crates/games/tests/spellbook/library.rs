//! US-024.2 to US-024.5: scry, tutor, mill, and what is known of a library until it is shuffled.

use facedown_core::Viewer;
use facedown_games::spellbook::{Event, Zone};
use serde_json::json;

use crate::scene::{
    act, card, duel, library, order, player, pod, refusal, seat, seen, told, with, zone,
};

fn scry(table: &mut crate::scene::SbTable, look: u16, top: &[u16], bottom: usize) {
    act(table, 0, json!({"type": "look", "part": {"top": look}}));
    let (count, top_count) = (usize::from(look), top.len());
    let mut piles = vec![];
    if top_count > 0 {
        piles.push(json!({"count": top_count, "to": {"zone": "library"}}));
    }
    if bottom > 0 {
        piles.push(json!({"count": bottom, "to": {"zone": "library", "at": "bottom"}}));
    }
    let order = order(count, top);
    act(table, 0, json!({"type": "sort-out", "order": order, "piles": piles}));
}

#[test]
fn us_024_2_scry_puts_cards_on_top_and_bottom_in_the_owners_order() {
    // R-LOOK-01, R-LOOK-03
    for seats in 2..=4 {
        let mut table = pod("{}", seats).play();
        scry(&mut table, 3, &[2, 0], 1);
        assert_eq!(library(&table, 0), "a10 a8 ? ? ? a9", "{seats} players");
        for viewer in (1..seats).map(|index| seat(index).into()).chain([Viewer::Spectator]) {
            assert_eq!(zone(&table, viewer, 0, Zone::Library), "? ? ? ? ? ?");
        }
    }
}

#[test]
fn us_024_2_opponents_learn_the_count_and_the_split_and_no_face() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "look", "part": {"top": 3}}));
    assert_eq!(
        told(&table, seat(1)),
        [json!({"type": "looked", "player": 0, "seat": 0, "part": {"top": 3}, "count": 3})]
    );
    assert_eq!(told(&table, seat(0)).len(), 2, "the owner sees the cards besides");
    let piles = json!([
        {"count": 2, "to": {"zone": "library"}},
        {"count": 1, "to": {"zone": "library", "at": "bottom"}},
    ]);
    act(&mut table, 0, json!({"type": "sort-out", "order": [1, 2, 0], "piles": piles}));
    let split = json!({"type": "sorted-out", "player": 0, "seat": 0, "back": 0, "rest": "back", "piles": [
        {"count": 2, "to": {"zone": "library"}},
        {"count": 1, "to": {"zone": "library", "at": "bottom"}},
    ]});
    for viewer in [seat(0).into(), seat(1).into(), Viewer::Spectator] {
        assert_eq!(told(&table, viewer), std::slice::from_ref(&split));
    }
    assert_eq!(library(&table, 0), "a9 a10 ? ? ? a8");
}

#[test]
fn us_024_2_the_owner_keeps_knowing_and_draws_what_is_known() {
    // US-024.5, R-LIB-01
    let mut table = duel().play();
    scry(&mut table, 2, &[1], 1);
    assert_eq!(library(&table, 0), "a9 ? ? ? ? a8");
    act(&mut table, 0, json!({"type": "draw", "count": 2}));
    assert_eq!(library(&table, 0), "? ? ? a8");
    assert!(zone(&table, seat(0), 0, Zone::Hand).ends_with("a9 a10"));
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? ? ? ? ? ? ?");
}

#[test]
fn us_024_5_scries_add_up_as_the_cards_go_and_a_shuffle_ends_them() {
    // Five are known if the three went to the bottom, three if they stayed on top.
    let mut table = duel().play();
    scry(&mut table, 3, &[], 3);
    scry(&mut table, 2, &[0, 1], 0);
    assert_eq!(library(&table, 0), "a11 a12 ? a8 a9 a10");
    act(&mut table, 0, json!({"type": "look", "part": {"bottom": 1}}));
    act(&mut table, 0, json!({"type": "done"}));
    assert_eq!(library(&table, 0), "a11 a12 ? a8 a9 a10", "R-LOOK-04: they stay as they are");

    let scene = duel().shuffle("a13 a12 a11 a10 a9 a8");
    let mut table = scene.play();
    scry(&mut table, 3, &[0, 1, 2], 0);
    scry(&mut table, 2, &[0, 1], 0);
    assert_eq!(library(&table, 0), "a8 a9 a10 ? ? ?");
    act(&mut table, 0, json!({"type": "shuffle"}));
    assert_eq!(library(&table, 0), "? ? ? ? ? ?", "R-LIB-03");
    for viewer in [seat(1).into(), Viewer::Spectator] {
        let shuffled = json!({"type": "shuffled", "player": 0, "cards": 6});
        assert_eq!(told(&table, viewer), [shuffled]);
    }
}

#[test]
fn us_024_3_a_tutor_takes_a_card_that_nobody_else_sees_and_the_library_is_shuffled() {
    // R-LOOK-02, R-LOOK-03
    let mut table = duel().shuffle("a13 a12 a11 a9 a8").play();
    act(&mut table, 0, json!({"type": "search"}));
    assert_eq!(library(&table, 0), "a8 a9 a10 a11 a12 a13");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ? ? ?");
    let found = json!([{"count": 1, "to": {"zone": "hand"}}]);
    act(
        &mut table,
        0,
        json!({"type": "sort-out", "order": [2, 0, 1, 3, 4, 5], "piles": found, "rest": "shuffle"}),
    );
    assert_eq!(library(&table, 0), "? ? ? ? ?", "no position is known any more");
    assert!(zone(&table, seat(0), 0, Zone::Hand).ends_with("a10"));
    assert_eq!(zone(&table, seat(1), 0, Zone::Hand), "? ? ? ? ? ? ? ?");
    let text = serde_json::to_string(&told(&table, seat(1))).unwrap();
    assert!(!text.contains("\"id\""), "{text}");
    assert!(text.contains("\"back\":5") && text.contains("\"count\":1"), "{text}");
}

#[test]
fn us_024_3_forty_cards_less_one_are_left_and_no_place_is_known() {
    let decks = [crate::scene::deck('a', 47), crate::scene::deck('b', 47)];
    let rest: Vec<String> = (8..=47).filter(|n| *n != 20).map(|n| format!("a{n}")).collect();
    let scene = crate::scene::Scene::new("{}", &[&decks[0], &decks[1]]).shuffle(&rest.join(" "));
    let mut table = scene.play();
    assert_eq!(player(&table, 0).library.len(), 40);
    act(&mut table, 0, json!({"type": "search"}));
    let piles = json!([{"count": 1, "to": {"zone": "hand"}}]);
    let order = order(40, &[12]);
    act(
        &mut table,
        0,
        json!({"type": "sort-out", "order": order, "piles": piles, "rest": "shuffle"}),
    );
    assert_eq!(player(&table, 0).library.len(), 39);
    assert!(library(&table, 0).split(' ').all(|name| name == "?"));
    assert!(zone(&table, seat(0), 0, Zone::Hand).ends_with("a20"));
}

#[test]
fn us_024_3_a_search_may_fail_to_find_and_a_found_card_may_be_shown() {
    let mut table = duel().shuffle("a8 a9 a10 a11 a12 a13").shuffle("a8 a9 a10 a11 a12").play();
    act(&mut table, 0, json!({"type": "search"}));
    act(&mut table, 0, json!({"type": "done"}));
    assert_eq!(library(&table, 0), "? ? ? ? ? ?", "R-LOOK-04: a searched library is shuffled");
    act(&mut table, 0, json!({"type": "search"}));
    let piles = json!([{"count": 1, "to": {"zone": "hand"}, "reveal": true}]);
    let order = order(6, &[5]);
    act(
        &mut table,
        0,
        json!({"type": "sort-out", "order": order, "piles": piles, "rest": "shuffle"}),
    );
    assert!(zone(&table, Viewer::Spectator, 0, Zone::Hand).ends_with("a13"));
    // To the top, after the rest is shuffled: the place is public, the card is not.
    let mut table = duel().shuffle("a13 a12 a11 a10 a9").play();
    act(&mut table, 0, json!({"type": "search"}));
    let piles = json!([{"count": 1, "to": {"zone": "aside"}}]);
    let order = crate::scene::order(6, &[0]);
    act(
        &mut table,
        0,
        json!({"type": "sort-out", "order": order, "piles": piles, "rest": "shuffle"}),
    );
    let aside = table.game().board.aside[0];
    let to = json!({"zone": "library"});
    act(&mut table, 0, json!({"type": "move", "pieces": [{"card": aside}], "to": to}));
    assert_eq!(library(&table, 0), "a8 ? ? ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ? ? ?");
}

#[test]
fn us_024_4_milled_cards_are_public_in_the_graveyard_and_in_exile() {
    // R-MILL-01, R-MILL-02, R-MOVE-03
    for (to, zone_of) in [("graveyard", Zone::Graveyard), ("exile", Zone::Exile)] {
        for (who, whose) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut table = duel().play();
            act(&mut table, who, json!({"type": "mill", "seat": whose, "count": 2, "to": to}));
            let name = ['a', 'b'][whose];
            let wanted = format!("{name}9 {name}8");
            assert_eq!(zone(&table, Viewer::Spectator, whose, zone_of), wanted);
        }
    }
}

#[test]
fn us_024_4_face_down_exile_is_for_the_owner_or_for_nobody() {
    let mut table = duel().play();
    act(&mut table, 1, json!({"type": "mill", "seat": 0, "count": 1, "to": "exile-face-down"}));
    assert_eq!(zone(&table, seat(0), 0, Zone::Exile), "a8");
    assert_eq!(zone(&table, seat(1), 0, Zone::Exile), "?");
    let text = serde_json::to_string(&told(&table, seat(1))).unwrap();
    assert!(!text.contains("type\":\"ff"), "{text}");
    act(&mut table, 1, json!({"type": "mill", "seat": 0, "count": 1, "to": "exile-unseen"}));
    let unseen = player(&table, 0).exile[1];
    assert_eq!(zone(&table, seat(0), 0, Zone::Exile), "a8 ?");
    // R-SHOW-04
    act(&mut table, 0, json!({"type": "peek", "card": unseen}));
    assert_eq!(zone(&table, seat(0), 0, Zone::Exile), "a8 a9");
    assert_eq!(zone(&table, seat(1), 0, Zone::Exile), "? ?");
}

#[test]
fn us_024_4_milling_and_drawing_past_the_end_moves_what_there_is_and_says_so() {
    // R-MILL-03, R-LIB-02, R-LOSE-02
    let mut table = duel().play();
    let events = act(&mut table, 0, json!({"type": "mill", "seat": 1, "count": 9, "to": "exile"}));
    let milled = events.iter().find_map(|event| match event {
        Event::Milled { asked, cards, .. } => Some((*asked, cards.len())),
        _ => None,
    });
    assert_eq!(milled, Some((9, 6)));
    let events = act(&mut table, 0, json!({"type": "draw", "count": 7}));
    assert!(matches!(events[0], Event::Drew { count: 6, asked: 7, .. }));
    assert!(events.iter().any(|event| matches!(event, Event::ShouldLose { .. })));
    let none = json!({"type": "mill", "seat": 1, "count": 0, "to": "exile"});
    assert_eq!(refusal(&mut table, 0, none), ("nothing", "R-WHO-04"));
    let many = json!({"type": "draw", "count": 501});
    assert_eq!(refusal(&mut table, 0, many), ("too-many", "R-WHO-04"));
}

#[test]
fn us_024_5_every_library_card_is_forgotten_by_a_shuffle_and_none_by_a_shuffle_of_others() {
    let mut table = duel().shuffle("a13 a12").play();
    scry(&mut table, 3, &[0, 1, 2], 0);
    act(&mut table, 0, json!({"type": "shuffle", "part": {"bottom": 2}}));
    assert_eq!(library(&table, 0), "a8 a9 a10 ? ? ?");
}

#[test]
fn r_look_05_an_opponents_library_is_searched_unseen_by_its_owner() {
    // R-ASK-01, R-ASK-02, R-CONTROL-02
    let mut table = duel().shuffle("b8 b9 b11 b12 b13").play();
    let ask = json!({"type": "ask", "seat": 1, "wish": "search"});
    act(&mut table, 0, ask);
    assert_eq!(table.waiting_on(), seat(1).only());
    act(&mut table, 1, json!({"type": "agree"}));
    let lib = player(&table, 1).library.clone();
    assert_eq!(seen(&table, seat(0), &lib), "b8 b9 b10 b11 b12 b13");
    assert_eq!(seen(&table, seat(1), &lib), "? ? ? ? ? ?");
    let piles = json!([{"count": 1, "to": {"zone": "exile"}, "side": "down"}]);
    let order = order(6, &[2]);
    act(
        &mut table,
        0,
        json!({"type": "sort-out", "order": order, "piles": piles, "rest": "shuffle"}),
    );
    assert_eq!(zone(&table, seat(0), 1, Zone::Exile), "b10", "the thief alone knows it");
    assert_eq!(zone(&table, seat(1), 1, Zone::Exile), "?");
    assert_eq!(zone(&table, seat(0), 1, Zone::Library), "? ? ? ? ?");
    let id = json!({"card": card(&table, 0, "b10")});
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": {"control": id}}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Battlefield), "b10");
    let to = json!({"zone": "graveyard"});
    act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": to}));
    assert_eq!(zone(&table, Viewer::Spectator, 1, Zone::Graveyard), "b10", "R-ZONE-02");
}

#[test]
fn r_look_06_what_leaves_the_library_leaves_the_look() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "look", "part": {"top": 2}}));
    let again = json!({"type": "search"});
    assert_eq!(refusal(&mut table, 0, again), ("still-looking", "R-LOOK-01"));
    act(&mut table, 1, json!({"type": "mill", "seat": 0, "count": 1, "to": "graveyard"}));
    let stale = json!({"type": "sort-out", "order": [0, 1]});
    assert_eq!(refusal(&mut table, 0, stale), ("wrong-order", "R-LOOK-03"));
    act(&mut table, 0, json!({"type": "sort-out", "order": [0]}));
    let over = json!({"type": "done"});
    assert_eq!(refusal(&mut table, 0, over), ("no-look", "R-LOOK-03"));
}

#[test]
fn r_look_03_piles_and_orders_that_do_not_fit_are_refused() {
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "look", "part": {"top": 2}}));
    let sort = |order: serde_json::Value, count: u16| {
        let piles = json!([{"count": count, "to": {"zone": "graveyard"}}]);
        json!({"type": "sort-out", "order": order, "piles": piles})
    };
    assert_eq!(refusal(&mut table, 0, sort(json!([0, 0]), 1)), ("wrong-order", "R-LOOK-03"));
    assert_eq!(refusal(&mut table, 0, sort(json!([0, 1, 2]), 1)), ("wrong-order", "R-LOOK-03"));
    assert_eq!(refusal(&mut table, 0, sort(json!(null), 1)), ("wrong-order", "R-LOOK-03"));
    assert_eq!(refusal(&mut table, 0, sort(json!([0, 1]), 3)).1, "R-WHO-04");
    assert_eq!(refusal(&mut table, 0, sort(json!([0, 1]), 0)).1, "R-WHO-04");
    let two = json!({"count": 2, "to": {"zone": "graveyard"}});
    let piles = json!({"type": "sort-out", "order": [0, 1], "piles": [two, two]});
    assert_eq!(refusal(&mut table, 0, piles), ("piles-too-large", "R-LOOK-03"));
}

#[test]
fn r_show_03_the_top_is_kept_shown_as_it_changes() {
    let mut table = with(r#"{"frame":"free"}"#).play();
    act(&mut table, 0, json!({"type": "keep-shown", "what": "top", "to": "all"}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "a8 ? ? ? ? ?");
    act(&mut table, 0, json!({"type": "draw", "count": 1}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "a9 ? ? ? ?");
    act(&mut table, 0, json!({"type": "keep-shown", "what": "top"}));
    act(&mut table, 0, json!({"type": "draw", "count": 1}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ?");
    // To oneself alone: looking at the top card at any time.
    act(&mut table, 0, json!({"type": "keep-shown", "what": "top", "to": {"seats": [0]}}));
    assert_eq!(library(&table, 0), "a10 ? ? ?");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ? ?");
}
