//! Decks, mulligans, sideboards and the match.

use facedown_core::{Deal, Game as _, Refused, SeatCount, Seed, Table, Viewer};
use facedown_games::spellbook::{CardId, Format, Options, Phase, Spellbook, Zone};
use serde_json::{Value, json};

use crate::scene::{
    SbTable, Scene, act, action, deck, duel, hand_order, library, options, order, player, pod,
    refusal, seat, told, with, zone,
};

fn bring(cards: usize, main: usize, commanders: usize) -> Value {
    let named = |prefix: &str, count: usize| -> Vec<CardId> {
        (0..count).map(|i| CardId::of_words(&format!("{prefix}{i}")).unwrap()).collect()
    };
    json!({
        "type": "bring-deck", "cards": named("c", cards), "main": main,
        "commanders": named("k", commanders),
    })
}

#[test]
fn r_deck_04_names_come_with_a_deck_and_are_as_secret() {
    let mut table = Scene::new(r#"{"format":"free"}"#, &["a", "b"]).table();
    let named = |names: Value| {
        let mut deck = bring(1, 1, 0);
        deck["names"] = names;
        deck
    };
    let long = "x".repeat(201);
    let many = vec!["Otter"; 1001];
    for names in [json!([""]), json!([long]), json!(["two\nlines"]), json!(many)] {
        assert_eq!(refusal(&mut table, 0, named(names)).0, "bad-names");
    }
    act(&mut table, 0, named(json!(["Lantern Otter"])));
    assert_eq!(table.names(), [(seat(0), "Lantern Otter".to_owned())]);
    // The log hides them like the deck, and the record has both.
    let logged = serde_json::to_string(&table.log()[0].action).unwrap();
    assert!(!logged.contains("Otter"), "{logged}");
    let record = serde_json::to_string(&table.logged(0).unwrap().action).unwrap();
    assert!(record.contains("Lantern Otter"), "{record}");
}

#[test]
fn words_are_told_of_what_somebody_sees_and_of_nothing_else() {
    let id = |number: u8| CardId([number; 16]);
    let deck = |numbers: [u8; 8]| {
        let cards: Vec<CardId> = numbers.iter().map(|&number| id(number)).collect();
        json!({"type": "bring-deck", "cards": cards, "main": 8})
    };
    let seats = SeatCount::new(2).unwrap();
    let seed = Deal::from_seed(Seed::from_text("first sights"));
    let mut table: SbTable = Table::new(options(r#"{"format":"free"}"#), seats, seed).unwrap();
    act(&mut table, 0, deck([1, 1, 2, 2, 3, 3, 4, 4]));
    act(&mut table, 1, deck([11, 11, 12, 12, 13, 13, 14, 14]));
    for _ in 0..2 {
        let first = table.waiting_on().iter().next().unwrap();
        if matches!(table.game().phase, Phase::FirstPlayer { .. }) {
            act(&mut table, first.index(), json!({"type": "choose-first", "seat": first}));
        }
    }
    for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Spectator] {
        let lens = table.lens(viewer);
        let mut faces = Vec::new();
        table.game().cards(&mut |card| faces.extend(lens.face(card)));
        let told = table.house().sightings().iter().filter(|sighting| sighting.to.reaches(viewer));
        let mut told: Vec<CardId> = told.map(|sighting| CardId(sighting.number)).collect();
        faces.sort();
        faces.dedup();
        told.sort();
        assert_eq!(told, faces, "{viewer:?}");
    }
}

#[test]
fn r_deck_03_decks_are_neither_too_small_nor_too_large() {
    // R-DECK-01, R-COM-01
    let table = |format: &str| -> SbTable {
        Scene::new(&format!(r#"{{"format":"{format}"}}"#), &["a", "b"]).table()
    };
    for (format, cards, main, commanders, wanted) in [
        ("free", 0, 0, 0, "deck-incomplete"),
        ("free", 1, 0, 0, "deck-too-small"),
        ("free", 501, 501, 0, "deck-too-large"),
        ("free", 65_535, 65_535, 0, "deck-too-large"),
        ("free", 10, 11, 0, "deck-incomplete"),
        ("free", 10, 10, 5, "wrong-commanders"),
        ("constructed", 1, 1, 0, "deck-too-small"),
        ("constructed", 59, 59, 0, "deck-too-small"),
        ("constructed", 76, 60, 0, "sideboard-too-large"),
        ("constructed", 60, 60, 1, "wrong-commanders"),
        ("limited", 39, 39, 0, "deck-too-small"),
        ("commander", 100, 100, 0, "wrong-commanders"),
        ("commander", 99, 99, 2, "deck-too-large"),
        ("commander", 98, 98, 1, "deck-too-small"),
        ("commander", 97, 97, 3, "wrong-commanders"),
    ] {
        let mut table = table(format);
        let (kind, _) = refusal(&mut table, 1, bring(cards, main, commanders));
        assert_eq!(kind, wanted, "{format}: {cards} cards, {main} of them the deck");
    }
    for (format, cards, main, commanders) in [
        ("free", 1, 1, 4),
        ("free", 500, 250, 0),
        ("constructed", 75, 60, 0),
        ("limited", 90, 40, 0),
        ("commander", 109, 98, 2),
    ] {
        let mut table = table(format);
        act(&mut table, 1, bring(cards, main, commanders));
        assert_eq!(player(&table, 1).library.len(), main);
        let again = table.act(seat(1), action(bring(cards, main, commanders)));
        assert!(matches!(again.map_err(|error| error.refused), Err(Refused::OutOfTurn { .. })));
    }
    let cards = vec![json!(CardId::sample(1)); 65_536];
    let huge = json!({"type": "bring-deck", "cards": cards, "main": 60});
    assert_eq!(refusal(&mut table("free"), 0, huge).0, "deck-too-large");
    let unreadable = json!({"type": "bring-deck", "cards": ["no card"], "main": 1});
    assert!(serde_json::from_value::<facedown_games::spellbook::Action>(unreadable).is_err());
}

#[test]
fn r_deck_02_two_to_four_players_sit_and_see_their_own_sideboards() {
    assert_eq!(Spellbook::SEATS, 2..=4);
    let scene = Scene::new("{}", &["a1 a2", "b1 b2"]).sideboard(0, "s1 s2");
    let table = scene.brought();
    assert_eq!(zone(&table, seat(0), 0, Zone::Sideboard), "s1 s2");
    assert_eq!(zone(&table, seat(1), 0, Zone::Sideboard), "? ?");
    assert_eq!(library(&table, 0), "? ?", "R-BEGIN-01: it is shuffled");
    let text =
        serde_json::to_string(table.heard().iter().next().map(|heard| &heard.told.event).unwrap());
    assert!(!text.unwrap().contains("\"id\""), "a list is secret");
}

#[test]
fn r_begin_02_chance_names_who_says_who_begins() {
    let mut table = pod("{}", 3).brought();
    assert_eq!(table.game().phase, Phase::FirstPlayer { chooser: seat(0) });
    let nobody = json!({"type": "choose-first", "seat": 4});
    assert_eq!(refusal(&mut table, 0, nobody), ("no-such-seat", "R-WHO-01"));
    act(&mut table, 0, json!({"type": "choose-first", "seat": 2}));
    for index in 0..3 {
        act(&mut table, index, json!({"type": "keep"}));
    }
    assert_eq!(table.game().board.turn.active, seat(2));
    let late = json!({"type": "choose-first", "seat": 1});
    assert_eq!(refusal(&mut table, 0, late), ("not-now", "R-BEGIN-02"));
}

#[test]
fn r_mul_03_two_mulligans_leave_a_hand_of_five_and_a_library_of_fifty_five() {
    // R-MUL-01, R-MUL-02
    let sixty = [deck('a', 60), deck('b', 60)];
    let scene = Scene::new("{}", &[&sixty[0], &sixty[1]]).shuffle(&sixty[0]).shuffle(&sixty[0]);
    let mut table = scene.brought();
    let early = json!({"type": "draw", "count": 1});
    assert_eq!(refusal(&mut table, 0, early), ("not-now", "R-MATCH-02"));
    act(&mut table, 0, json!({"type": "choose-first", "seat": 0}));
    assert_eq!(player(&table, 1).hand.len(), 7);
    for _ in 0..2 {
        act(&mut table, 0, json!({"type": "mulligan"}));
        assert_eq!(player(&table, 0).hand.len(), 7);
    }
    let hand = player(&table, 0).hand.clone();
    let keep = |cards: &[facedown_core::Card]| json!({"type": "keep", "bottom": cards});
    assert_eq!(refusal(&mut table, 0, keep(&hand[..1])), ("wrong-bottom", "R-MUL-03"));
    assert_eq!(refusal(&mut table, 0, keep(&[hand[0], hand[0]])).0, "twice");
    let strange = [hand[0], player(&table, 1).hand[0]];
    assert_eq!(refusal(&mut table, 0, keep(&strange)).0, "not-in-hand");
    act(&mut table, 0, keep(&[hand[3], hand[1]]));
    assert_eq!((player(&table, 0).hand.len(), player(&table, 0).library.len()), (5, 55));
    assert!(library(&table, 0).ends_with("a4 a2"), "their order is the player’s");
    assert!(!serde_json::to_string(&told(&table, seat(1))).unwrap().contains("\"type\":\"ff"));
    act(&mut table, 1, json!({"type": "keep"}));
    let late = json!({"type": "mulligan"});
    assert_eq!(refusal(&mut table, 1, late), ("not-now", "R-MUL-01"));
}

#[test]
fn r_mul_02_the_first_mulligan_may_be_free_and_they_end() {
    let all = deck('a', 7);
    let mut scene = Scene::new(r#"{"mulligan":"free-first"}"#, &[&all, &deck('b', 7)]);
    for _ in 0..8 {
        scene = scene.shuffle(&all);
    }
    let mut table = scene.brought();
    act(&mut table, 0, json!({"type": "choose-first", "seat": 0}));
    for _ in 0..8 {
        act(&mut table, 0, json!({"type": "mulligan"}));
    }
    let more = json!({"type": "mulligan"});
    assert_eq!(refusal(&mut table, 0, more), ("too-many-mulligans", "R-MUL-02"));
    let bottom = player(&table, 0).hand.clone();
    act(&mut table, 0, json!({"type": "keep", "bottom": bottom}));
    assert!(player(&table, 0).hand.is_empty());
}

#[test]
fn r_match_03_between_games_the_same_cards_make_another_deck() {
    // R-MATCH-01, R-BEGIN-02, R-LOSE-01
    let json = r#"{"best_of":"three","frame":"free"}"#;
    let scene = Scene::new(json, &["a1 a2 a3", "b1 b2 b3"]).sideboard(0, "s1");
    let scene = scene.shuffle("a2 a3 s1").shuffle("b1 b2 b3");
    let mut table = scene.play();
    act(&mut table, 0, json!({"type": "concede"}));
    assert!(matches!(table.game().phase, Phase::Sideboarding { .. }));
    assert_eq!(library(&table, 0), "a1 a2 a3", "everybody sees their own cards");
    assert_eq!(zone(&table, seat(1), 0, Zone::Library), "? ? ?");
    let wrong = json!({"type": "sideboard", "order": [0, 1, 2], "main": 3});
    assert_eq!(refusal(&mut table, 0, wrong), ("wrong-order", "R-LOOK-03"));
    let wrong = json!({"type": "sideboard", "order": [0, 1, 2, 3], "main": 5});
    assert_eq!(refusal(&mut table, 0, wrong), ("deck-incomplete", "R-DECK-01"));
    act(&mut table, 0, json!({"type": "sideboard", "order": [1, 2, 3, 0], "main": 3}));
    assert_eq!(
        (library(&table, 0), zone(&table, seat(0), 0, Zone::Sideboard)),
        ("a2 a3 s1".into(), "a1".into())
    );
    assert_eq!(zone(&table, seat(1), 0, Zone::Sideboard), "?");
    act(&mut table, 0, json!({"type": "ready"}));
    act(&mut table, 1, json!({"type": "ready"}));
    assert_eq!(table.game().phase, Phase::FirstPlayer { chooser: seat(0) }, "the loser says");
    act(&mut table, 0, json!({"type": "choose-first", "seat": 1}));
    act(&mut table, 0, json!({"type": "keep"}));
    act(&mut table, 1, json!({"type": "keep"}));
    assert_eq!(table.game().board.turn.active, seat(1));
    act(&mut table, 0, json!({"type": "concede"}));
    let standing = table.standing().unwrap();
    assert_eq!((standing.winners, standing.scores[seat(1)]), (seat(1).only(), 2));
    assert_eq!(table.waiting_on(), facedown_core::Seats::NONE);
}

#[test]
fn r_end_02_a_draw_is_agreed_on_and_nobody_wins_the_game() {
    let mut table = pod("{}", 3).play();
    act(&mut table, 0, json!({"type": "offer-draw"}));
    act(&mut table, 1, json!({"type": "agree"}));
    assert!(table.standing().is_none());
    act(&mut table, 2, json!({"type": "agree"}));
    let standing = table.standing().unwrap();
    assert_eq!((standing.winners.len(), standing.scores[seat(0)]), (3, 0));
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "offer-draw"}));
    act(&mut table, 1, json!({"type": "refuse"}));
    assert!(table.game().request.is_none() && table.standing().is_none());
}

#[test]
fn r_lose_05_who_leaves_before_or_between_games_gives_up_the_match() {
    let mut table = with(r#"{"best_of":"five"}"#).table();
    act(&mut table, 1, json!({"type": "concede"}));
    assert_eq!(table.standing().unwrap().winners, seat(0).only());
    let mut table = pod(r#"{"best_of":"three"}"#, 3).table();
    act(&mut table, 1, json!({"type": "concede"}));
    assert!(table.standing().is_none());
    assert!(table.game().is_out(seat(1)) && !table.game().is_out(seat(0)));
}

#[test]
fn r_absent_01_what_is_done_for_the_absent_is_permitted_and_ends_games() {
    let mut table = pod("{}", 3).brought();
    let mut steps = 0;
    while table.standing().is_none() {
        let seat = table.waiting_on().iter().next().unwrap();
        let mut dice = facedown_core::Dice::new(&Seed::from_text("absent"));
        let lens = table.lens(seat.into());
        let action = table.game().fallback(seat, &lens, &mut dice);
        table.act(seat, action).map(|_| ()).unwrap();
        steps += 1;
        assert!(steps < 100);
    }
    // R-ASK-03
    let mut table = duel().play();
    act(&mut table, 0, json!({"type": "offer-draw"}));
    assert_eq!(table.game().clock(), Some(30));
    let mut dice = facedown_core::Dice::new(&Seed::from_text("absent"));
    let lens = table.lens(seat(1).into());
    let no = table.game().fallback(seat(1), &lens, &mut dice);
    table.act(seat(1), no).map(|_| ()).unwrap();
    assert!(table.game().request.is_none());
}

#[test]
fn r_life_01_options_are_checked() {
    let two = SeatCount::new(2).unwrap();
    for (life, accepted) in
        [(None, true), (Some(0), false), (Some(1), true), (Some(1000), true), (Some(1001), false)]
    {
        let options = Options { life, ..Options::default() };
        assert_eq!(Spellbook::accepts(&options, two).is_ok(), accepted, "{life:?}");
    }
    assert_eq!(options("{}").format, Format::Free);
}

#[test]
fn a_game_goes_from_the_decks_to_the_end_on_every_number_of_seats() {
    for seats in 2..=4 {
        let mut table = pod("{}", seats).play();
        let order_of_hand = hand_order(&table, 0, &["a1"]);
        let piles = json!([{"count": 1, "to": {"zone": "library", "at": "bottom"}}]);
        act(&mut table, 0, json!({"type": "from-hand", "order": order_of_hand, "piles": piles}));
        for index in 1..seats {
            act(&mut table, index, json!({"type": "concede"}));
        }
        let standing = table.standing().unwrap();
        assert_eq!(standing.winners, seat(0).only());
        assert_eq!(zone(&table, Viewer::Spectator, 1, Zone::Graveyard), "");
        assert_eq!(order(2, &[1]), json!([1, 0]));
    }
}
