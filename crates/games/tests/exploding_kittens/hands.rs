//! Hands are held in the hand: what the others know of them, and by what.

use std::collections::{BTreeMap, BTreeSet};

use facedown_core::{Card, Deal, Seat, Seed, Viewer};
use facedown_games::exploding_kittens::{
    Action, Event, ExplodingKittens, Kind, Options, Phase, Set,
};
use facedown_games::{Names, Story};

use crate::scene::{
    EkTable, Scene, count, held, kinds, only, play, random_game, seat, seen_by, unopposed,
};

/// At every step of random games in all sets, with everything that can happen to a hand: nobody but its holder sees a
/// card of it that has others to be mixed with, and the holder sees all of it, unless it is cursed.
#[test]
fn r_hand_01_nobody_else_can_tell_the_cards_of_a_hand_apart() {
    let (mut hands, mut marked, mut cursed, mut alone) = (0, 0, 0, 0);
    for set in Set::ALL {
        for number in 0..10 {
            let options = Options { any_pairs: number % 2 == 1, ..only(set) };
            random_game(&format!("hands {number}"), (2 + number % 4, options), |table| {
                let game = table.game();
                for (holder, player) in game.players.iter() {
                    let is_marked = |card: &&Card| game.marked.contains(card);
                    let unmarked = player.hand.iter().filter(|card| !is_marked(card)).count();
                    for card in &player.hand {
                        let seen = seen_by(table, *card);
                        if is_marked(&card) {
                            marked += 1;
                            assert_eq!(seen.len(), table.seats().get() + 1);
                        } else if unmarked == 1 {
                            alone += 1;
                        } else if game.cursed.contains(holder) {
                            cursed += 1;
                            assert!(seen.is_empty(), "{seen:?}");
                        } else {
                            hands += 1;
                            assert_eq!(seen, [Viewer::Seat(holder)]);
                        }
                    }
                }
            });
        }
    }
    assert!(hands > 50_000 && marked > 100 && cursed > 500 && alone > 100);
}

/// A table of three in which seat 0 has seen the top of the pile, whose first card seat 1 has drawn.
fn foreseen(number: u32) -> Option<(EkTable, Kind)> {
    let deal = Deal::from_seed(Seed::from_text(&format!("foreseen {number}")));
    let mut table = EkTable::new(only(Set::Base), count(3), deal).unwrap();
    let [first, second] = [table.game().turns.seat, table.seats().after(table.game().turns.seat)];
    let find = |table: &EkTable, who: Seat, kind| {
        let hand = &table.game().players[who].hand;
        hand.iter().copied().find(|&card| table.lens(who.into()).face(card) == Some(kind))
    };
    let (see, skip) = (find(&table, first, Kind::SeeTheFuture)?, find(&table, first, Kind::Skip)?);
    for card in [see, skip] {
        table.act(first, Action::Play { card, target: None }).map(|_| ()).unwrap();
        crate::scene::pass_all(&mut table);
    }
    let top = table.game().pile[0];
    let face = table.lens(first.into()).face(top)?;
    table.act(second, Action::Draw {}).map(|_| ()).unwrap();
    (face != Kind::ExplodingKitten).then_some((table, face))
}

/// What the first of the hostile readings did: look, and follow the number into a hand.
#[test]
fn r_hand_01_a_card_that_was_foreseen_is_lost_among_those_of_its_drawer() {
    let mut places = BTreeMap::new();
    let tables: Vec<_> = (0..400).filter_map(foreseen).collect();
    assert!(tables.len() > 50, "{}", tables.len());
    for (table, face) in &tables {
        let drawer = table.seats().after(table.seats().after(table.game().turns.seat));
        let hand = &table.game().players[drawer].hand;
        let looker = table.seats().after(table.game().turns.seat);
        assert!(hand.iter().all(|&card| table.lens(looker.into()).face(card).is_none()));
        // The number that was drawn is the last one; what was foreseen is under any of them.
        let lens = table.lens(drawer.into());
        let at = hand.iter().position(|&card| lens.face(card) == Some(*face)).unwrap();
        *places.entry(at).or_insert(0) += 1;
    }
    assert_eq!(places.len(), 7, "{places:?}");
}

#[test]
fn r_hand_01_the_only_card_of_a_hand_can_be_followed() {
    let mut table = Scene::new("{}", &["see_the_future skip nope tacocat beard_cat"; 2])
        .pile("attack shuffle tacocat")
        .deal();
    unopposed(&mut table, 0, "play see_the_future");
    let (game, house) = (table.game().clone(), table.house().clone());
    let (mut game, mut house) = (game, house);
    // As if seat 1 had played everything.
    game.players[seat(1)].hand.clear();
    game.turns.seat = seat(1);
    let top = game.pile[0];
    facedown_core::Game::apply(&mut game, seat(1), &Action::Draw {}, &mut house).unwrap();
    assert_eq!(game.players[seat(1)].hand.as_slice(), [top]);
    assert_eq!(house.lens(seat(0).into()).face(top), Some(Kind::Attack));
    facedown_core::Game::apply(&mut game, seat(0), &Action::Draw {}, &mut house).unwrap();
    facedown_core::Game::apply(&mut game, seat(1), &Action::Draw {}, &mut house).unwrap();
    let hand = &game.players[seat(1)].hand;
    assert!(hand.iter().all(|&card| house.lens(seat(0).into()).face(card).is_none()));
}

const STREAKING: &str = r#"{"set":"streaking"}"#;

/// Seat 0 is cursed, and two of its cats lie face up; it is its turn.
fn cursed_with_marked_cats() -> EkTable {
    let hands = [
        "tacocat tacocat nope skip shuffle",
        "mark mark nope skip attack",
        "curse_of_the_cat_butt hairy_potato_cat skip attack shuffle",
    ];
    let mut table = Scene::new(STREAKING, &hands)
        .pile("beard_cat beard_cat see_the_future exploding_kitten")
        .then("nope defuse skip shuffle beard_cat")
        .deal();
    play(&mut table, &[(0, "draw"), (0, "keep")]);
    for _ in 0..2 {
        unopposed(&mut table, 1, "play mark target=0");
        let unmarked = table.game().players[seat(0)].hand.iter().copied();
        let cat = unmarked
            .filter(|card| !table.game().marked.contains(card))
            .find(|&card| table.lens(seat(0).into()).face(card) == Some(Kind::Tacocat));
        play(&mut table, &[(1, &format!("pick card={}", cat.unwrap().id()))]);
    }
    play(&mut table, &[(1, "draw"), (1, "keep")]);
    unopposed(&mut table, 2, "play curse_of_the_cat_butt target=0");
    play(&mut table, &[(2, "draw"), (2, "keep")]);
    table
}

/// What each seat is told of a card that goes from hand to hand: its face, and whether it is a secret.
fn told_privately(events: &[Event]) -> Vec<(Option<Kind>, bool)> {
    let private = |event: &Event| match event {
        Event::TakenPrivate { card, secret, .. } => Some((card.face, *secret)),
        _ => None,
    };
    events.iter().filter_map(private).collect()
}

#[test]
fn r_combo_06_a_cursed_thief_is_not_told_what_it_is() {
    let mut table = cursed_with_marked_cats();
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    let loot = held(&table, 1, "attack");
    let events = play(&mut table, &[(0, &format!("pick card={}", loot.id()))]);
    // First the thief, then the victim.
    assert_eq!(told_privately(&events), [(None, true), (Some(Kind::Attack), true)]);
    let hand = &table.game().players[seat(0)].hand;
    assert!(hand.contains(&loot));
    assert!(hand.iter().all(|&card| seen_by(&table, card).is_empty()), "mixed with what is dark");
}

#[test]
fn r_combo_06_what_was_marked_or_named_is_no_secret_and_the_words_do_not_say_so() {
    let words = |table: &EkTable, viewer: Viewer, before: usize| -> Vec<String> {
        let names = Names::plain(table.seats(), viewer.seat());
        let told = table.stream(viewer).filter(|heard| heard.at > before);
        told.filter_map(|heard| ExplodingKittens::tell(&heard.told.event, &names)).collect()
    };
    // Marked: all are shown it as it goes.
    let hands = ["tacocat tacocat mark skip nope", "attack skip nope beard_cat beard_cat"];
    let mut table = Scene::new(STREAKING, &hands).deal();
    unopposed(&mut table, 0, "play mark target=1");
    let marked = held(&table, 1, "attack");
    play(&mut table, &[(0, &format!("pick card={}", marked.id()))]);
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    let before = table.log().len();
    let events = play(&mut table, &[(0, &format!("pick card={}", marked.id()))]);
    assert_eq!(told_privately(&events), [(Some(Kind::Attack), false); 2]);
    assert_eq!(
        words(&table, Viewer::Spectator, before),
        ["Player 1 gets an Attack from Player 2."]
    );
    assert_eq!(words(&table, seat(0).into(), before)[1], "It is an Attack.");
    assert_eq!(seen_by(&table, marked), [seat(0).into()], "in the other hand it is any card");
    // Named.
    let hands = ["tacocat tacocat tacocat skip nope", "attack skip nope beard_cat beard_cat"];
    let mut table = Scene::new("{}", &hands).deal();
    unopposed(&mut table, 0, "triple tacocat tacocat tacocat target=1");
    play(&mut table, &[(0, "name kind=attack")]);
    let before = table.log().len();
    let events = play(&mut table, &[(1, "give attack")]);
    assert_eq!(told_privately(&events), [(Some(Kind::Attack), false); 2]);
    assert_eq!(words(&table, seat(1).into(), before)[1], "It is an Attack.");
    // Blind.
    let mut table = Scene::new("{}", &hands).deal();
    unopposed(&mut table, 0, "pair tacocat tacocat target=1");
    let before = table.log().len();
    let loot = held(&table, 1, "attack");
    play(&mut table, &[(0, &format!("pick card={}", loot.id()))]);
    let said = "It is an Attack; only the two of you are told.";
    assert_eq!(words(&table, seat(0).into(), before)[1], said);
    assert_eq!(words(&table, Viewer::Spectator, before), ["Player 1 gets a card from Player 2."]);
}

/// R-STREAK-02: who is cursed is not asked whether they keep what they have drawn.
#[test]
fn r_streak_02_a_cursed_player_draws_and_is_done() {
    let mut table = Scene::new(
        STREAKING,
        &["curse_of_the_cat_butt skip skip attack nope", "nope skip attack shuffle tacocat"],
    )
    .pile("beard_cat beard_cat")
    .then("nope skip attack shuffle tacocat defuse")
    .deal();
    unopposed(&mut table, 0, "play curse_of_the_cat_butt target=1");
    play(&mut table, &[(0, "draw"), (0, "keep"), (1, "draw")]);
    assert_eq!(table.game().turns.seat, seat(0));
    let hand = &table.game().players[seat(1)].hand;
    assert!(hand.iter().all(|&card| seen_by(&table, card) == [seat(1).into()]));
}

/// Seat 0 keeps a kitten, is cursed, draws another, and guesses the Streaking Kitten away.
fn guessed_away(rules: u32) -> (EkTable, Vec<Event>) {
    let hands = [
        "streaking_kitten see_the_future nope beard_cat skip",
        "curse_of_the_cat_butt tacocat tacocat shuffle nope",
        "mark attack skip shuffle beard_cat",
    ];
    let dark = "streaking_kitten exploding_kitten defuse nope beard_cat skip see_the_future";
    let scene = Scene::new(STREAKING, &hands)
        .pile("exploding_kitten rainbow_ralphing_cat rainbow_ralphing_cat exploding_kitten")
        .then(dark)
        .then(dark);
    let mut table = scene.deal_by(rules);
    play(&mut table, &[(0, "draw"), (0, "keep")]);
    unopposed(&mut table, 1, "play curse_of_the_cat_butt target=0");
    play(&mut table, &[(1, "draw"), (1, "keep"), (2, "draw"), (2, "keep"), (0, "draw")]);
    let hand = table.game().players[seat(0)].hand.clone();
    assert_eq!(hand.len(), kinds(dark).len());
    play(&mut table, &[(0, &format!("defuse card={}", hand[0].id()))]);
    play(&mut table, &[(0, &format!("defuse card={}", hand[2].id()))]);
    let events = play(&mut table, &[(0, "tuck place=5")]);
    (table, events)
}

#[test]
fn r_streak_04_who_guesses_the_streaking_kitten_away_answers_for_it_before_the_turn_ends() {
    let (mut table, events) = guessed_away(2);
    let names: Vec<_> =
        events.iter().map(|event| serde_json::json!(event)["type"].clone()).collect();
    assert_eq!(names, ["tucked", "exposed"]);
    assert_eq!(table.game().turns.seat, seat(0), "it is still the turn in which it was lost");
    assert!(matches!(table.game().phase, Phase::Unmask { .. }));
    // No Defuse is left; with the death the turn goes on to the next.
    let events = play(&mut table, &[(0, "unmask exploding_kitten")]);
    let names: BTreeSet<_> =
        events.iter().map(|event| serde_json::json!(event)["type"].to_string()).collect();
    assert!(names.contains("\"died\"") && names.contains("\"turn-started\""), "{names:?}");
    assert_eq!((table.game().turns.seat, table.game().turns.owed.turns), (seat(1), 1));
}

#[test]
fn r_streak_04_a_second_defuse_saves_them_and_ends_the_turn_once() {
    let (table, _) = guessed_away(2);
    // As if there were a second Defuse in the hand: one turn, not two, is over when the second kitten is back.
    let (mut game, mut house) = (table.game().clone(), table.house().clone());
    let defuse = held(&table, 1, "defuse");
    game.players[seat(1)].hand.retain(|card| *card != defuse);
    game.players[seat(0)].hand.push(defuse);
    facedown_core::Dealer::<ExplodingKittens>::show(&mut house, defuse, seat(0)).unwrap();
    let kitten = held(&table, 0, "exploding_kitten");
    let tuck = Action::Tuck { place: facedown_core::Sealed::new(seat(0), facedown_core::Tuck(0)) };
    for action in [Action::Unmask { card: kitten }, Action::Defuse { card: defuse }, tuck] {
        facedown_core::Game::apply(&mut game, seat(0), &action, &mut house).unwrap();
    }
    assert_eq!((game.turns.seat, game.phase), (seat(1), Phase::Turn));
    assert!(game.living.contains(seat(0)));
}

/// The first version of the rules: in the next player's turn. Old tables must replay so.
#[test]
fn by_the_first_version_of_the_rules_it_came_in_the_next_players_turn() {
    let (table, events) = guessed_away(1);
    let names: Vec<_> =
        events.iter().map(|event| serde_json::json!(event)["type"].clone()).collect();
    assert_eq!(names, ["tucked", "turn-started", "exposed"]);
    assert_eq!(table.game().turns.seat, seat(1));
}

#[test]
fn r_death_02_the_dead_owe_nothing_also_when_their_death_ends_the_game() {
    let mut table = Scene::new("{}", &["attack skip nope tacocat beard_cat"; 2])
        .pile("exploding_kitten")
        .deal();
    unopposed(&mut table, 0, "play attack");
    assert_eq!(table.game().turns.owed.turns, 2);
    let (mut game, mut house) = (table.game().clone(), table.house().clone());
    // As if the Defuse had been used before.
    let defuse = held(&table, 1, "defuse");
    game.players[seat(1)].hand.retain(|card| *card != defuse);
    facedown_core::Game::apply(&mut game, seat(1), &Action::Draw {}, &mut house).unwrap();
    assert_eq!(game.phase, Phase::Over);
    assert_eq!((game.turns.owed.turns, game.turns.pending.values()), (0, &[0, 0][..]));
}
