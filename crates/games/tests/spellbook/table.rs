//! US-024.6 on the table: zones, tapping, counters, combat, mana, life, tokens, the stack, commanders.

use facedown_core::{Game as _, Viewer};
use facedown_games::spellbook::{Doom, Event, Target, Zone};
use serde_json::{Value, json};

use crate::scene::{
    Scene, act, card, deck, deploy, duel, face, lying, piece, player, pod, refusal, seat, with,
    zone,
};

fn token(name: &str) -> Value {
    json!({"type": "token", "spec": {"name": name, "power": "*", "toughness": "1+*"}, "count": 1})
}

#[test]
fn us_024_6_cards_go_through_all_seven_zones_stack_and_aside() {
    // R-ZONE-01, R-MOVE-01, R-MOVE-03
    let mut table = duel().play();
    let id = piece(&table, 0, "a1");
    act(&mut table, 0, json!({"type": "cast", "card": id["card"]}));
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Stack), "a1");
    act(&mut table, 0, json!({"type": "resolve", "piece": id, "to": {"zone": "battlefield"}}));
    for (to, zone_of) in [
        ("graveyard", Zone::Graveyard),
        ("exile", Zone::Exile),
        ("command", Zone::Command),
        ("sideboard", Zone::Sideboard),
        ("aside", Zone::Aside),
        ("hand", Zone::Hand),
        ("battlefield", Zone::Battlefield),
        ("library", Zone::Library),
    ] {
        act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": to}}));
        assert!(zone(&table, Viewer::Spectator, 0, zone_of).contains("a1"), "{to}");
    }
    let mut cards = 0;
    table.game().cards(&mut |_| cards += 1);
    assert_eq!(cards, 26);
}

#[test]
fn r_move_02_places_of_a_library_and_of_a_graveyard() {
    let mut table = duel().shuffle("a4 a3").play();
    let (one, two) = (piece(&table, 0, "a1"), piece(&table, 0, "a2"));
    for id in [&one, &two] {
        act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": "exile"}}));
    }
    let both = json!([one, two]);
    let to =
        |at: Value| json!({"type": "move", "pieces": both, "to": {"zone": "library", "at": at}});
    let back = json!({"type": "move", "pieces": both, "to": {"zone": "exile"}});
    for (at, wanted) in [
        (json!("top"), "a1 a2 ? ? ? ? ? ?"),
        (json!("bottom"), "? ? ? ? ? ? a1 a2"),
        (json!({"nth": 2}), "? ? a1 a2 ? ? ? ?"),
        (json!({"nth": 99}), "? ? ? ? ? ? a1 a2"),
    ] {
        act(&mut table, 0, to(at));
        assert_eq!(crate::scene::library(&table, 0), wanted);
        act(&mut table, 0, back.clone());
    }
    let pair = json!([piece(&table, 0, "a3"), piece(&table, 0, "a4")]);
    act(&mut table, 0, json!({"type": "move", "pieces": pair, "to": {"zone": "graveyard"}}));
    assert_eq!(zone(&table, seat(1), 0, Zone::Graveyard), "a4 a3", "the first one is on top");
    act(
        &mut table,
        0,
        json!({"type": "move", "pieces": pair, "to": {"zone": "library", "at": "random-bottom"}}),
    );
    assert_eq!(crate::scene::library(&table, 0), "? ? ? ? ? ? ? ?", "in random order");
    let nowhere =
        json!({"type": "move", "pieces": both, "to": {"zone": "graveyard", "at": {"nth": 1}}});
    assert_eq!(refusal(&mut table, 0, nowhere), ("no-such-place", "R-MOVE-02"));
    let spot = json!({"type": "move", "pieces": both, "to": {"zone": "battlefield", "at": {"spot": {"x": 7, "y": 1001}}}});
    assert_eq!(refusal(&mut table, 0, spot).1, "R-MOVE-02");
    let side = json!({"type": "move", "pieces": both, "to": {"zone": "graveyard"}, "side": "down"});
    assert_eq!(refusal(&mut table, 0, side), ("no-such-side", "R-SIDE-02"));
}

#[test]
fn r_move_02_things_lie_on_the_battlefield_where_their_controller_puts_them() {
    let mut table = duel().play();
    let (one, two) = (deploy(&mut table, 0, "a1"), deploy(&mut table, 0, "a2"));
    let to = json!({"zone": "battlefield", "at": {"spot": {"x": 300, "y": 40}}});
    let events = act(&mut table, 0, json!({"type": "move", "pieces": [one], "to": to}));
    assert_eq!(events, [], "it is no news");
    let spot = lying(&table, &one).more().unwrap().spot.unwrap();
    assert_eq!((spot.x, spot.y), (300, 40));
    assert!(lying(&table, &two).more().is_none());
    let first = player(&table, 0).battlefield[0].id;
    assert_eq!(json!(first), one, "the order stays");
}

#[test]
fn us_024_6_tap_and_untap() {
    // R-TAP-01, R-TAP-02
    let mut table = duel().play();
    let (one, two) = (deploy(&mut table, 0, "a1"), deploy(&mut table, 0, "a2"));
    act(&mut table, 1, json!({"type": "tap", "pieces": [one, two]}));
    assert!(lying(&table, &one).tapped && lying(&table, &two).tapped);
    act(&mut table, 0, json!({"type": "set", "piece": two, "marks": {"stays_tapped": true}}));
    act(&mut table, 0, json!({"type": "untap-all"}));
    assert!(!lying(&table, &one).tapped && lying(&table, &two).tapped);
    act(&mut table, 0, json!({"type": "untap", "pieces": [two]}));
    assert!(!lying(&table, &two).tapped);
    let hidden = json!({"type": "tap", "pieces": [piece(&table, 0, "a3")]});
    assert_eq!(refusal(&mut table, 0, hidden), ("wrong-zone", "R-ZONE-03"));
    let twice = json!({"type": "tap", "pieces": [one, one]});
    assert_eq!(refusal(&mut table, 0, twice), ("twice", "R-WHO-04"));
    assert_eq!(refusal(&mut table, 0, json!({"type": "tap", "pieces": []})).0, "nothing");
    let gone = json!({"type": "tap", "pieces": [{"token": 9}]});
    assert_eq!(refusal(&mut table, 0, gone), ("gone", "R-WHO-02"));
}

#[test]
fn us_024_6_counters_of_any_name_on_anything() {
    // R-COUNT-01, R-COUNT-02, R-COUNT-03
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    for name in ["+1/+1", "-1/-1", "loyalty", "charge", "Zuber’s ἀριθμός"] {
        let count = |by: i32| json!({"type": "count", "on": id, "counter": name, "by": by});
        act(&mut table, 1, count(3));
        act(&mut table, 0, count(-1));
        assert_eq!(lying(&table, &id).counters(name), 2, "{name}");
        let (kind, rule) = refusal(&mut table, 0, count(-3));
        assert_eq!((kind, rule), ("out-of-range", "R-COUNT-02"));
    }
    let count =
        |on: &Value, by: i64| json!({"type": "count", "on": on, "counter": "time", "by": by});
    assert_eq!(refusal(&mut table, 0, count(&id, 1_000_001)).1, "R-COUNT-02");
    assert_eq!(refusal(&mut table, 0, count(&id, 0)).1, "R-WHO-04");
    let nameless = json!({"type": "count", "on": id, "counter": " ", "by": 1});
    assert_eq!(refusal(&mut table, 0, nameless), ("no-name", "R-COUNT-02"));
    // On a player, and on a card in exile, where they stay until it is moved.
    act(&mut table, 0, count(&json!({"seat": 1}), 4));
    assert_eq!(player(&table, 1).counters[0].count, 4);
    act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": "exile"}}));
    act(&mut table, 0, count(&id, 2));
    assert_eq!(table.game().board.counted[0].counters[0].count, 2);
    act(&mut table, 0, json!({"type": "move", "pieces": [id], "to": {"zone": "battlefield"}}));
    assert!(table.game().board.counted.is_empty());
    assert_eq!(lying(&table, &id).counters("time"), 0, "R-MOVE-04");
    assert!(
        serde_json::from_value::<facedown_games::spellbook::Action>(count(&id, 1 << 40)).is_err()
    );
}

#[test]
fn us_024_6_attackers_then_blockers_then_damage() {
    // R-COMBAT-01, R-COMBAT-02, R-COMBAT-03
    let mut table = duel().play();
    let attacker = deploy(&mut table, 0, "a1");
    let blocker = deploy(&mut table, 1, "b1");
    act(&mut table, 0, json!({"type": "to-step", "step": "attackers"}));
    let early = json!({"type": "block", "blocks": [{"piece": blocker, "attacker": attacker}]});
    assert_eq!(refusal(&mut table, 1, early.clone()), ("not-attacking", "R-COMBAT-02"));
    let attack =
        json!({"type": "attack", "attackers": [{"piece": attacker, "target": {"seat": 1}}]});
    assert_eq!(refusal(&mut table, 1, attack.clone()).0, "only-active-attacks");
    act(&mut table, 0, attack);
    let target = lying(&table, &attacker).more().unwrap().attacks;
    assert_eq!(target, Some(Target::Seat(seat(1))));
    act(&mut table, 0, json!({"type": "next-step"}));
    act(&mut table, 1, early);
    act(&mut table, 0, json!({"type": "next-step"}));
    let damage = |from: &Value, to: Value| json!({"type": "damage", "from": from, "to": to, "amount": 3, "combat": true});
    act(&mut table, 0, damage(&attacker, blocker.clone()));
    act(&mut table, 1, damage(&blocker, attacker.clone()));
    assert_eq!(lying(&table, &blocker).more().unwrap().damage, Some(3));
    act(&mut table, 0, damage(&attacker, json!({"seat": 1})));
    assert_eq!(player(&table, 1).life, 17);
    act(&mut table, 0, json!({"type": "to-step", "step": "main-2"}));
    assert!(lying(&table, &blocker).more().unwrap().blocks.is_none(), "R-TURN-04");
    act(&mut table, 0, json!({"type": "to-step", "step": "cleanup"}));
    assert!(lying(&table, &blocker).more().is_none(), "damage wears off");
    let none = json!({"type": "damage", "to": {"seat": 1}, "amount": 0});
    assert_eq!(refusal(&mut table, 0, none).1, "R-COUNT-02");
}

#[test]
fn us_024_6_mana_of_five_colours_and_colourless() {
    // R-MANA-01, R-MANA-02
    let mut table = duel().play();
    for (place, colour) in ["w", "u", "b", "r", "g", "c"].into_iter().enumerate() {
        act(&mut table, 0, json!({"type": "mana", "colour": colour, "by": 3}));
        act(&mut table, 0, json!({"type": "mana", "colour": colour, "by": -1}));
        assert_eq!(player(&table, 0).mana[place], 2);
    }
    let much = json!({"type": "mana", "colour": "g", "by": -3});
    assert_eq!(refusal(&mut table, 0, much), ("too-little-mana", "R-MANA-02"));
    act(&mut table, 0, json!({"type": "next-step"}));
    assert_eq!(player(&table, 0).mana, [0; 6], "pools empty between steps");
}

#[test]
fn us_024_6_life_is_twenty_or_forty_or_what_the_table_chose() {
    // R-LIFE-01, R-LIFE-02
    assert_eq!(player(&duel().play(), 1).life, 20);
    assert_eq!(player(&with(r#"{"life":33}"#).play(), 1).life, 33);
    let table = Scene::new(r#"{"format":"commander"}"#, &[&deck('a', 99), &deck('b', 99)]).table();
    assert_eq!(player(&table, 0).life, 40);
    let mut table = duel().play();
    act(&mut table, 1, json!({"type": "life", "seat": 0, "by": -25}));
    assert_eq!(player(&table, 0).life, -5);
    let much = json!({"type": "life", "seat": 0, "by": 1_000_006});
    assert_eq!(refusal(&mut table, 0, much), ("out-of-range", "R-COUNT-02"));
    let nobody = json!({"type": "life", "seat": 5, "by": 1});
    assert_eq!(refusal(&mut table, 0, nobody), ("no-such-seat", "R-WHO-01"));
}

#[test]
fn r_lose_02_what_should_lose_is_said_and_left_to_the_players() {
    let mut table = duel().play();
    let whys = |events: &[Event]| -> Vec<Doom> {
        let why = |event: &Event| match event {
            Event::ShouldLose { why, .. } => Some(*why),
            _ => None,
        };
        events.iter().filter_map(why).collect()
    };
    let events = act(&mut table, 0, json!({"type": "life", "seat": 1, "by": -20}));
    assert_eq!(whys(&events), [Doom::Life]);
    let events = act(&mut table, 0, json!({"type": "life", "seat": 1, "by": -1}));
    assert_eq!(whys(&events), [], "once is enough");
    act(&mut table, 0, json!({"type": "life", "seat": 1, "by": 10}));
    let poison = json!({"type": "count", "on": {"seat": 1}, "counter": "poison", "by": 10});
    assert_eq!(whys(&act(&mut table, 0, poison)), [Doom::Poison]);
    assert!(table.standing().is_none());
}

#[test]
fn r_lose_03_with_auto_loss_they_lose_and_together_nobody_wins() {
    let mut table = with(r#"{"auto_loss":true}"#).play();
    act(&mut table, 0, json!({"type": "life", "seat": 1, "by": -20}));
    assert!(table.standing().unwrap().winners.contains(seat(0)));
    let mut table = with(r#"{"auto_loss":true,"life":1}"#).play();
    let to_all = |index: usize| json!({"type": "life", "seat": index, "by": -1});
    act(&mut table, 0, to_all(1));
    assert_eq!(table.standing().unwrap().winners, seat(0).only());
}

#[test]
fn r_com_03_twenty_one_from_one_commander_and_not_from_two() {
    // R-COM-01, R-COM-02, R-LOSE-02
    let scene = Scene::new(r#"{"format":"commander"}"#, &[&deck('a', 98), &deck('b', 99)]);
    let mut table = scene.commander(0, "Ada Bob").commander(1, "Cleo").play();
    assert_eq!(zone(&table, Viewer::Spectator, 0, Zone::Command), "Ada Bob");
    let (ada, bob) = (piece(&table, 0, "Ada"), piece(&table, 0, "Bob"));
    for (id, casts) in [(&ada, 0), (&bob, 0), (&ada, 1)] {
        let events = act(&mut table, 0, json!({"type": "cast", "card": id["card"]}));
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Cast { tax: Some(tax), .. } if *tax == casts))
        );
        act(&mut table, 0, json!({"type": "resolve", "piece": id, "to": {"zone": "command"}}));
    }
    act(&mut table, 0, json!({"type": "tax", "card": ada["card"], "by": -2}));
    assert_eq!(player(&table, 0).tax[0].casts, 0);
    let wrong = json!({"type": "tax", "card": ada["card"], "by": 1});
    assert_eq!(refusal(&mut table, 1, wrong), ("not-your-commander", "R-COM-02"));
    let hit = |from: &Value, amount: u32| json!({"type": "damage", "from": from, "to": {"seat": 1}, "amount": amount, "combat": true});
    let dooms = |events: Vec<Event>| {
        events.iter().any(|event| matches!(event, Event::ShouldLose { why: Doom::Commander, .. }))
    };
    assert!(!dooms(act(&mut table, 0, hit(&ada, 20))));
    assert!(!dooms(act(&mut table, 0, hit(&bob, 1))), "20 + 1 from two commanders");
    assert_eq!(player(&table, 1).commander_damage.len(), 2);
    assert!(dooms(act(&mut table, 0, hit(&ada, 1))), "21 from one");
}

#[test]
fn r_token_01_tokens_and_emblems_say_what_their_maker_wrote() {
    // R-TOKEN-02, R-TOKEN-03
    let mut table = duel().play();
    act(&mut table, 0, token("Wolf"));
    let wolf = json!({"token": 0});
    assert_eq!(lying(&table, &wolf).spec().unwrap().toughness.as_deref(), Some("1+*"));
    act(&mut table, 1, json!({"type": "copy", "piece": wolf, "count": 2}));
    assert_eq!(player(&table, 1).battlefield.len(), 2);
    let id = deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "copy", "piece": id, "count": 1}));
    let like = lying(&table, &json!({"token": 3})).spec().unwrap().like;
    assert_eq!(like, Some(face("a1")));
    act(
        &mut table,
        0,
        json!({"type": "token", "spec": {"kind": "emblem", "name": "Glory"}, "count": 1}),
    );
    assert_eq!(player(&table, 0).command.len(), 1);
    act(&mut table, 0, json!({"type": "move", "pieces": [wolf], "to": {"zone": "graveyard"}}));
    assert!(player(&table, 0).graveyard.is_empty(), "a token is gone when it leaves play");
    assert_eq!(refusal(&mut table, 0, json!({"type": "tap", "pieces": [wolf]})).0, "gone");
    let down = json!({"type": "turn", "piece": {"token": 3}, "side": "down"});
    assert_eq!(refusal(&mut table, 0, down), ("is-token", "R-TOKEN-03"));
    act(&mut table, 0, json!({"type": "turn", "piece": id, "side": "down"}));
    let copy = json!({"type": "copy", "piece": id, "count": 1});
    assert_eq!(refusal(&mut table, 0, copy), ("copies-face-down", "R-TOKEN-02"));
    let many = json!({"type": "token", "spec": {"name": "Rat"}, "count": 999});
    assert_eq!(refusal(&mut table, 0, many), ("too-many", "R-WHO-04"));
    let ability = json!({"type": "token", "spec": {"kind": "ability", "name": "x"}, "count": 1});
    assert_eq!(refusal(&mut table, 0, ability), ("wrong-kind", "R-TOKEN-01"));
}

#[test]
fn r_stack_01_spells_and_abilities_resolve_in_any_order() {
    // R-STACK-02, R-STACK-03
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    act(&mut table, 0, json!({"type": "ability", "source": id, "text": "Draw two cards."}));
    let it = json!({"type": "cast", "card": card(&table, 1, "b1")});
    act(&mut table, 1, it);
    assert_eq!(table.game().board.stack.len(), 2);
    let ability = json!({"token": 0});
    let resolve = |id: &Value| json!({"type": "resolve", "piece": id, "to": {"zone": "graveyard"}});
    assert_eq!(refusal(&mut table, 1, resolve(&ability)).0, "not-yours");
    act(&mut table, 0, resolve(&ability));
    let spell = piece(&table, 1, "b1");
    act(&mut table, 1, resolve(&spell));
    assert!(table.game().board.stack.is_empty());
    assert_eq!(zone(&table, Viewer::Spectator, 1, Zone::Graveyard), "b1");
    assert_eq!(refusal(&mut table, 1, resolve(&spell)), ("wrong-zone", "R-STACK-03"));
}

#[test]
fn r_token_04_attachments_arrows_and_piles_go_with_what_they_are_about() {
    // R-MARK-01, R-MARK-02, R-MARK-03, R-MARK-04, R-MOVE-04
    let mut table = duel().play();
    let (aura, bear) = (deploy(&mut table, 0, "a1"), deploy(&mut table, 1, "b1"));
    act(&mut table, 0, json!({"type": "attach", "piece": aura, "to": bear}));
    let itself = json!({"type": "attach", "piece": aura, "to": aura});
    assert_eq!(refusal(&mut table, 0, itself), ("at-itself", "R-TOKEN-04"));
    act(&mut table, 1, json!({"type": "arrow", "from": aura, "to": bear}));
    act(&mut table, 0, json!({"type": "arrow", "from": {"seat": 0}, "to": {"seat": 1}}));
    act(&mut table, 0, json!({"type": "piles", "piles": [[aura], [bear]]}));
    let marks = json!({"power": "7", "note": "flies", "colours": ["g", "w"], "phased": true});
    act(&mut table, 1, json!({"type": "set", "piece": bear, "marks": marks}));
    assert_eq!(lying(&table, &bear).more().unwrap().power.as_deref(), Some("7"));
    act(
        &mut table,
        1,
        json!({"type": "set", "piece": bear, "marks": {"power": "", "phased": false}}),
    );
    assert!(lying(&table, &bear).more().unwrap().power.is_none());
    act(&mut table, 1, json!({"type": "move", "pieces": [bear], "to": {"zone": "hand"}}));
    assert!(lying(&table, &aura).more().is_none());
    assert_eq!(table.game().board.arrows.len(), 1);
    assert_eq!(table.game().board.piles[1].len(), 0);
    act(&mut table, 0, json!({"type": "clear-arrows"}));
    assert!(table.game().board.arrows.is_empty());
    act(&mut table, 0, json!({"type": "designate", "what": "monarch", "seat": 1}));
    act(&mut table, 0, json!({"type": "designate", "what": "monarch", "seat": 0}));
    assert_eq!(table.game().board.designations.len(), 1);
    act(&mut table, 0, json!({"type": "designate", "what": "monarch"}));
    assert!(table.game().board.designations.is_empty());
}

#[test]
fn r_control_01_control_is_given_and_taken_with_leave_and_the_owner_stays_the_owner() {
    // R-WHO-03, R-ZONE-02, R-CONTROL-02
    let mut table = duel().play();
    let id = deploy(&mut table, 0, "a1");
    let theirs = json!({"type": "move", "pieces": [id], "to": {"zone": "exile"}});
    assert_eq!(refusal(&mut table, 1, theirs), ("not-yours", "R-WHO-03"));
    act(&mut table, 0, json!({"type": "control", "piece": id, "seat": 1}));
    assert_eq!(player(&table, 1).battlefield.len(), 1);
    assert_eq!(lying(&table, &id).owner, seat(0));
    let elsewhere = json!({"type": "move", "pieces": [id], "to": {"zone": "graveyard", "seat": 0}});
    assert_eq!(refusal(&mut table, 1, elsewhere), ("owners-zone", "R-ZONE-02"));
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": {"control": id}}));
    act(&mut table, 1, json!({"type": "refuse"}));
    assert_eq!(player(&table, 1).battlefield.len(), 1);
    act(&mut table, 0, json!({"type": "ask", "seat": 1, "wish": {"control": id}}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert_eq!(player(&table, 0).battlefield.len(), 1);
}

#[test]
fn r_lose_04_who_leaves_takes_everything_along() {
    let mut table = pod("{}", 3).play();
    let (given, own) = (deploy(&mut table, 0, "a1"), deploy(&mut table, 1, "b1"));
    act(&mut table, 0, json!({"type": "control", "piece": given, "seat": 1}));
    act(&mut table, 1, json!({"type": "control", "piece": own, "seat": 2}));
    act(&mut table, 1, token("Wolf"));
    act(&mut table, 1, json!({"type": "concede"}));
    assert_eq!(player(&table, 0).battlefield.len(), 1, "given back");
    assert!(player(&table, 1).battlefield.is_empty() && player(&table, 2).battlefield.is_empty());
    assert_eq!(player(&table, 1).gone.len(), 13);
    let dead = json!({"type": "life", "seat": 1, "by": 1});
    assert_eq!(refusal(&mut table, 0, dead), ("seat-is-out", "R-LOSE-04"));
    act(&mut table, 0, json!({"type": "concede"}));
    assert_eq!(table.standing().unwrap().winners, seat(2).only(), "R-END-01");
}
