//! Every kind of refusal: what provokes it, its rule, and a message that says what to do instead.

use facedown_core::{Refusal, Refused};
use facedown_games::exploding_kittens::{self, Action};

use crate::scene::{self, EkTable, Scene, action, held, pass_all, play, seat, unopposed};

/// Tries this and checks that it is refused so, and that nothing has changed.
#[track_caller]
fn check(table: &mut EkTable, index: usize, text: &str, [kind, rule, why]: [&str; 3]) {
    let refusal = scene::refused(table, index, text);
    assert_eq!([refusal.kind(), refusal.rule(), &refusal.to_string()], [kind, rule, why]);
}

/// What is said about something that cannot even be read.
#[track_caller]
fn unread(json: &str) -> String {
    match serde_json::from_str::<Action>(json) {
        Ok(_) => panic!("{json} can be read"),
        Err(error) => error.to_string(),
    }
}

const HANDS: [&str; 3] = [
    "shuffle attack nope tacocat beard_cat",
    "nope skip see_the_future tacocat tacocat",
    "attack skip shuffle tacocat rainbow_ralphing_cat",
];

fn table() -> EkTable {
    Scene::new("{}", &HANDS).pile("skip see_the_future beard_cat exploding_kitten").deal()
}

#[test]
fn every_kind_is_provoked_here() {
    let kinds = exploding_kittens::Refusal::KINDS;
    assert!(kinds.len() > 20);
    let here = [include_str!("refusals.rs"), include_str!("options.rs")].concat();
    let missing: Vec<_> =
        kinds.iter().filter(|kind| !here.contains(&format!("\"{kind}\""))).collect();
    assert!(missing.is_empty(), "nothing provokes {missing:?}");
}

#[test]
fn r_shuf_02_a_number_of_shuffles_that_is_none() {
    let mut table = table();
    unopposed(&mut table, 0, "play shuffle");
    for times in [0, -1, i64::MIN] {
        let why = format!("the pile cannot be shuffled {times} times; shuffle it at least once");
        let text = format!("shuffle times={times}");
        check(&mut table, 0, &text, ["too-few-shuffles", "R-SHUF-02", &why]);
    }
    for times in [101, 150, i64::MAX] {
        let why = format!("{times} shuffles are too many; shuffle at most 100 times");
        let text = format!("shuffle times={times}");
        check(&mut table, 0, &text, ["too-many-shuffles", "R-SHUF-02", &why]);
    }
    for times in ["\"abc\"", "\"5\"", "1.5", "5.0", "null", "[5]", "99999999999999999999"] {
        let why = unread(&format!(r#"{{"type":"shuffle","times":{times}}}"#));
        let says = "the number of shuffles is a whole number from 1 to 100";
        assert!(why.contains(says), "{times}: {why}");
    }
    let why = "that cannot be done now: say how often to shuffle, 1 to 100";
    check(&mut table, 0, "draw", ["not-now", "R-SHUF-02", why]);
}

#[test]
fn r_def_03_a_place_that_is_none() {
    let mut table = Scene::new("{}", &HANDS).pile("exploding_kitten").deal();
    let why = "that cannot be done now: use a Defuse";
    play(&mut table, &[(0, "draw")]);
    check(&mut table, 0, "draw", ["not-now", "R-DEF-01", why]);
    let card = held(&table, 0, "attack");
    let why = format!("card {card} is not a Defuse; use one that is");
    check(&mut table, 0, "defuse attack", ["not-a-defuse", "R-DEF-01", &why]);
    play(&mut table, &[(0, "defuse defuse")]);
    let size = table.game().pile.len();
    for place in [size + 1, 1000, 65_535] {
        let why =
            format!("place {place} is not in the pile; choose 0 (the top) to {size} (the bottom)");
        let text = format!("tuck place={place}");
        check(&mut table, 0, &text, ["no-such-place", "R-DEF-03", &why]);
    }
    // A sealed value that is empty is another machine's; in a house it is no place.
    let why = format!("place 65535 is not in the pile; choose 0 (the top) to {size} (the bottom)");
    check(&mut table, 0, "tuck place=null", ["no-such-place", "R-DEF-03", &why]);
    for place in ["-1", "65536", "1.5", "\"top\""] {
        let why = unread(&format!(r#"{{"type":"tuck","place":{place}}}"#));
        let says = "a place is how many cards lie above it, a whole number from 0 (the top)";
        assert!(why.contains(says), "{place}: {why}");
    }
    let why = "that cannot be done now: tuck the kitten into the pile";
    check(&mut table, 0, "draw", ["not-now", "R-DEF-03", why]);
    for place in [0, size] {
        let mut table = table.clone();
        play(&mut table, &[(0, &format!("tuck place={place}"))]);
    }
}

#[test]
fn r_play_04_a_target_that_is_none() {
    let json = r#"{"set":"imploding"}"#;
    let hands = [
        "targeted_attack attack nope tacocat tacocat",
        "skip skip tacocat feral_cat nope",
        "shuffle shuffle skip nope nope",
    ];
    let mut table = Scene::new(json, &hands).pile("exploding_kitten shuffle shuffle").deal();
    let here = &mut table;
    let why = "you cannot aim at yourself; name an opponent";
    check(here, 0, "play targeted_attack target=0", ["target-is-self", "R-PLAY-04", why]);
    check(here, 0, "pair tacocat tacocat target=0", ["target-is-self", "R-PLAY-04", why]);
    let why = "there is no seat 3 at this table; name one of your opponents";
    check(here, 0, "play targeted_attack target=3", ["no-such-target", "R-PLAY-04", why]);
    check(here, 0, "pair tacocat tacocat target=3", ["no-such-target", "R-PLAY-04", why]);
    let why = "Targeted Attack is aimed at somebody; name a target";
    check(here, 0, "play targeted_attack", ["target-needed", "R-PLAY-03", why]);
    let why = "Attack is not aimed at anybody; leave the target out";
    check(here, 0, "play attack target=1", ["target-not-needed", "R-PLAY-03", why]);
    for target in ["8", "-1", "\"1\"", "1.0"] {
        unread(&format!(r#"{{"type":"play","card":1,"target":{target}}}"#));
    }
    // Seat 0 tucks the kitten in for itself and dies of it.
    play(here, &[(0, "draw"), (0, "defuse defuse"), (0, "tuck place=2")]);
    play(here, &[(1, "draw"), (2, "draw"), (0, "draw")]);
    let why = "seat 0 is dead; name somebody who is alive";
    check(here, 1, "pair tacocat feral_cat target=0", ["target-is-dead", "R-PLAY-04", why]);
    let refused = table.act(seat(0), Action::Draw {}).map(|_| ()).map_err(|error| error.refused);
    assert!(matches!(refused, Err(Refused::OutOfTurn { .. })), "r_death_02");
}

#[test]
fn r_play_04_nothing_to_take() {
    // Seat 1 loses or plays all its cards.
    let json = r#"{"set":"streaking"}"#;
    let hands = ["mark mark tacocat tacocat nope", "shuffle shuffle shuffle skip skip"];
    let mut table = Scene::new(json, &hands).pile("nope nope nope attack attack").deal();
    let here = &mut table;
    for _ in 0..2 {
        play(here, &[(0, "draw"), (0, "keep")]);
        unopposed(here, 1, "play skip");
    }
    unopposed(here, 0, "play mark target=1");
    let card = held(here, 0, "tacocat");
    let why = format!("card {card} is not one that you can pick; pick a card of seat 1’s hand");
    let text = format!("pick card={}", card.id());
    check(here, 0, &text, ["not-in-their-hand", "R-MARK-01", &why]);
    let shuffle = held(here, 1, "shuffle");
    let pick = format!("pick card={}", shuffle.id());
    play(here, &[(0, &pick)]);
    unopposed(here, 0, "play mark target=1");
    // What is marked already cannot be marked again.
    let why = format!("card {shuffle} is not one that you can pick; pick a card of seat 1’s hand");
    check(here, 0, &pick, ["not-in-their-hand", "R-MARK-01", &why]);
}

#[test]
fn r_play_04_nobody_has_a_card() {
    let json = r#"{"set":"published"}"#;
    let hands = [
        "favor tacocat tacocat beard_cat beard_cat cattermelon cattermelon",
        "skip skip skip skip attack attack attack",
    ];
    let mut table = Scene::new(json, &hands)
        .pile("exploding_kitten shuffle shuffle shuffle shuffle favor favor favor")
        .deal();
    let here = &mut table;
    play(here, &[(0, "draw"), (0, "defuse defuse"), (0, "tuck place=0")]);
    play(here, &[(1, "draw"), (1, "defuse defuse"), (1, "tuck place=12")]);
    for _ in 0..4 {
        play(here, &[(0, "draw")]);
        unopposed(here, 1, "play skip");
    }
    for _ in 0..3 {
        play(here, &[(0, "draw")]);
        unopposed(here, 1, "play attack");
        play(here, &[(0, "draw")]);
    }
    assert!(here.game().players[seat(1)].hand.is_empty());
    let why = "seat 1 has no card for that; name somebody who has";
    check(here, 0, "play favor target=1", ["nothing-to-take", "R-PLAY-04", why]);
    let pair = "pair tacocat tacocat target=1";
    check(here, 0, pair, ["nothing-to-take", "R-PLAY-04", why]);
}

#[test]
fn r_nope_01_nothing_to_nope() {
    let mut table = table();
    let why = "there is nothing to Nope; wait until somebody plays something";
    check(&mut table, 0, "nope nope", ["nothing-to-nope", "R-NOPE-01", why]);
    let nope = action(&table, 1, "nope nope");
    let refused = table.act(seat(1), nope).map(|_| ()).map_err(|error| error.refused);
    assert!(matches!(refused, Err(Refused::OutOfTurn { .. })));
    // A kitten and a Defuse cannot be Noped: nobody is asked.
    let mut table = Scene::new("{}", &HANDS).pile("exploding_kitten").deal();
    play(&mut table, &[(0, "draw")]);
    check(&mut table, 0, "nope nope", ["nothing-to-nope", "R-NOPE-01", why]);
    play(&mut table, &[(0, "defuse defuse")]);
    check(&mut table, 0, "nope nope", ["nothing-to-nope", "R-NOPE-01", why]);
    assert_eq!(table.waiting_on(), seat(0).only());
}

#[test]
fn r_nope_02_in_the_window() {
    let mut table = table();
    play(&mut table, &[(0, "play attack")]);
    let card = held(&table, 1, "skip");
    let why = format!("card {card} is not a Nope; play a Nope or pass");
    check(&mut table, 1, "nope skip", ["not-a-nope", "R-NOPE-01", &why]);
    let why = "that cannot be done now: play a Nope or pass";
    check(&mut table, 1, "play skip", ["not-now", "R-NOPE-02", why]);
    let card = held(&table, 0, "nope");
    let why = format!("card {card} is not in your hand; choose one that is");
    let text = format!("nope card={}", card.id());
    check(&mut table, 1, &text, ["not-in-hand", "R-PLAY-01", &why]);
    let refused = table.act(seat(0), Action::Pass {}).map(|_| ()).map_err(|error| error.refused);
    assert!(matches!(refused, Err(Refused::OutOfTurn { .. })), "nobody Nopes what they played");
}

#[test]
fn r_combo_01_cards_that_do_not_go_together() {
    let mut table = table();
    let here = &mut table;
    let why = "these cards are not of a kind; play cats that match";
    check(here, 0, "pair tacocat beard_cat target=1", ["not-of-a-kind", "R-COMBO-01", why]);
    check(here, 0, "pair tacocat nope target=1", ["not-of-a-kind", "R-COMBO-01", why]);
    let (taco, defuse) = (held(here, 0, "tacocat"), held(here, 0, "defuse"));
    let twice = format!("pair cards=[{0},{0}] target=1", taco.id());
    let why = format!("card {taco} is named twice; a combo takes different cards");
    check(here, 0, &twice, ["card-twice", "R-COMBO-01", &why]);
    let other = held(here, 1, "tacocat");
    let theirs = format!("pair cards=[{},{}] target=1", taco.id(), other.id());
    let why = format!("card {other} is not in your hand; choose one that is");
    check(here, 0, &theirs, ["not-in-hand", "R-PLAY-01", &why]);
    for (kind, name) in [("tacocat", "Tacocat"), ("nope", "Nope"), ("defuse", "Defuse")] {
        let why = format!("{name} is not played alone; play another card or draw");
        check(here, 0, &format!("play {kind}"), ["not-playable", "R-PLAY-02", &why]);
    }
    let why = "that cannot be done now: play something or draw";
    check(here, 0, &format!("defuse card={}", defuse.id()), ["not-now", "R-TURN-01", why]);
    check(here, 0, "pass", ["not-now", "R-TURN-01", why]);
    for cards in ["[1]", "[1,2,3]", "[]"] {
        let why = unread(&format!(r#"{{"type":"pair","cards":{cards},"target":1}}"#));
        assert!(why.contains("this takes 2 cards of your hand, not"), "{why}");
    }
    assert!(unread(r#"{"type":"triple","cards":[1,2],"target":1}"#).contains("takes 3 cards"));
}

#[test]
fn r_combo_04_in_a_named_steal() {
    let hands = ["tacocat tacocat tacocat nope nope", "skip skip shuffle attack beard_cat"];
    let mut table = Scene::new("{}", &hands).deal();
    let here = &mut table;
    unopposed(here, 0, "triple tacocat tacocat tacocat target=1");
    for (kind, name) in [
        ("exploding_kitten", "Exploding Kitten"),
        ("imploding_kitten", "Imploding Kitten"),
        ("favor", "Favor"),
        ("streaking_kitten", "Streaking Kitten"),
    ] {
        let why = format!("{name} cannot be in a hand at this table; name another card");
        let text = format!("name kind={kind}");
        check(here, 0, &text, ["not-in-play", "R-COMBO-04", &why]);
    }
    let why =
        "that cannot be done now: name the card that you want, or give the one that was named";
    check(here, 0, "draw", ["not-now", "R-COMBO-04", why]);
    play(here, &[(0, "name kind=skip")]);
    let card = held(here, 1, "attack");
    let why = format!("card {card} is not the Skip that you are asked for; give one that is");
    check(here, 1, "give attack", ["not-what-was-named", "R-COMBO-04", &why]);
    let card = held(here, 0, "nope");
    let why = format!("card {card} is not in your hand; choose one that is");
    let text = format!("give card={}", card.id());
    check(here, 1, &text, ["not-in-hand", "R-PLAY-01", &why]);
    unread(r#"{"type":"name","kind":"dog"}"#);
}

#[test]
fn r_curse_02_blind() {
    let json = r#"{"set":"streaking"}"#;
    let hands =
        ["curse_of_the_cat_butt skip nope tacocat tacocat", "nope mark skip shuffle attack"];
    let mut table = Scene::new(json, &hands)
        .pile("shuffle skip")
        .then("nope mark skip shuffle attack defuse")
        .deal();
    let here = &mut table;
    let hand = here.game().players[seat(1)].hand.clone();
    unopposed(here, 0, "play curse_of_the_cat_butt target=1");
    unopposed(here, 0, "play skip");
    let pair = format!("pair cards=[{},{}] target=0", hand[0].id(), hand[1].id());
    let why = "you are cursed and cannot see your cards; play one card blind, or draw";
    check(here, 1, &pair, ["blind", "R-CURSE-02", why]);
    let triple =
        format!("triple cards=[{},{},{}] target=0", hand[0].id(), hand[1].id(), hand[2].id());
    check(here, 1, &triple, ["blind", "R-CURSE-02", why]);
    let why =
        "you cannot see that card; play it with no target, and aim it if it turns out to need one";
    let aimed = format!("play card={} target=0", hand[1].id());
    check(here, 1, &aimed, ["blind-target", "R-CURSE-03", why]);
    play(here, &[(1, &format!("play card={}", hand[1].id()))]);
    let why = "that cannot be done now: say whom the card is aimed at";
    check(here, 1, "draw", ["not-now", "R-CURSE-03", why]);
    let why = "you cannot aim at yourself; name an opponent";
    check(here, 1, "aim target=1", ["target-is-self", "R-PLAY-04", why]);
    play(here, &[(1, "aim target=0")]);
    pass_all(here);
    let why = "that cannot be done now: pick a card to mark";
    check(here, 1, "draw", ["not-now", "R-MARK-01", why]);
}

#[test]
fn r_streak_02_with_a_card_just_drawn() {
    let json = r#"{"set":"streaking"}"#;
    let hands = [
        "streaking_kitten garbage_collection nope beard_cat alter_the_future_five",
        "nope tacocat tacocat shuffle attack",
    ];
    let mut table =
        Scene::new(json, &hands).pile("exploding_kitten skip shuffle exploding_kitten").deal();
    let here = &mut table;
    play(here, &[(0, "draw")]);
    let why = "that cannot be done now: keep the card that you drew";
    check(here, 0, "play garbage_collection", ["not-now", "R-STREAK-02", why]);
    let card = held(here, 0, "nope");
    let why = format!("card {card} is not a Defuse; use one that is");
    check(here, 0, "defuse nope", ["not-a-defuse", "R-DEF-01", &why]);
    play(here, &[(0, "keep"), (1, "draw")]);
    let why = "what you drew is no Exploding Kitten; keep it";
    check(here, 1, "defuse defuse", ["nothing-to-defuse", "R-STREAK-02", why]);
    play(here, &[(1, "keep")]);
    unopposed(here, 0, "play alter_the_future_five");
    let why = "that is no order of 5 cards; name each place from 0 to 4 once";
    for order in ["[]", "[0,1,2,3]", "[0,1,2,3,5]", "[0,0,1,2,3]", "[0,1,2,3,4,5]"] {
        let text = format!("arrange order={order}");
        check(here, 0, &text, ["not-an-order", "R-FUT-02", why]);
    }
    let why = "that cannot be done now: put the top cards of the pile in an order";
    check(here, 0, "draw", ["not-now", "R-FUT-02", why]);
    play(here, &[(0, "arrange order=[0,1,2,3,4]"), (0, "draw"), (0, "keep")]);
    unopposed(here, 1, "pair tacocat tacocat target=0");
    let why = "that cannot be done now: pick a card to steal";
    check(here, 1, "draw", ["not-now", "R-COMBO-03", why]);
    let streaking = format!("pick card={}", held(here, 0, "streaking_kitten").id());
    play(here, &[(1, &streaking)]);
    let why = "that cannot be done now: turn up the Exploding Kitten that you may not keep";
    check(here, 0, "draw", ["not-now", "R-STREAK-04", why]);
    let card = held(here, 0, "nope");
    let why = format!("card {card} is not an Exploding Kitten; turn up one that is");
    check(here, 0, "unmask nope", ["not-a-kitten", "R-STREAK-04", &why]);
}

#[test]
fn what_is_no_action_cannot_be_read() {
    for json in [
        r#"{"type":"explode"}"#,
        r#"{"type":"draw","from":"bottom"}"#,
        r#"{"type":"play"}"#,
        r#"{"type":"play","card":-1}"#,
        r#"{"type":"nope"}"#,
        r#""draw""#,
        "[]",
    ] {
        unread(json);
    }
}
