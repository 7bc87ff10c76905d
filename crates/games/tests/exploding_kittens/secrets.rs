//! Who sees what, at the moments that matter.

use facedown_core::{Card, Game, Viewer, share};
use facedown_games::exploding_kittens::{Event, ExplodingKittens, Imploding, Kind, Options, Set};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use crate::scene::{
    EkTable, Scene, held, only, play, random_game, seat, seen_by, unopposed, viewers,
};

const STREAKING: &str = r#"{"set":"streaking"}"#;
const HANDS: [&str; 3] = [
    "streaking_kitten see_the_future nope beard_cat skip",
    "nope tacocat tacocat shuffle curse_of_the_cat_butt",
    "mark attack skip shuffle beard_cat",
];

fn streaking(pile: &str) -> EkTable {
    Scene::new(STREAKING, &HANDS).pile(pile).deal()
}

/// All that this viewer has been told and sees.
fn everything(table: &EkTable, viewer: Viewer) -> Value {
    let told: Vec<&Event> = table.stream(viewer).map(|heard| &heard.told.event).collect();
    json!([told, table.view(viewer), table.waiting_on()])
}

#[test]
fn r_streak_03_to_the_others_a_kept_kitten_is_any_card() {
    let [mut kitten, mut safe] =
        [streaking("exploding_kitten tacocat"), streaking("tacocat exploding_kitten")];
    for step in ["draw", "keep"] {
        play(&mut kitten, &[(0, step)]);
        play(&mut safe, &[(0, step)]);
        for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
            assert_eq!(
                everything(&kitten, viewer).to_string(),
                everything(&safe, viewer).to_string()
            );
        }
        assert_ne!(everything(&kitten, seat(0).into()), everything(&safe, seat(0).into()));
    }
    // Nor does the log tell: the same was done.
    assert_eq!(json!(kitten.log()), json!(safe.log()));
}

#[test]
fn r_nope_02_waiting_for_somebody_tells_nothing_about_their_hand() {
    let asked = |hand: &str| {
        let mut table = Scene::new("{}", &["attack skip nope tacocat beard_cat", hand]).deal();
        play(&mut table, &[(0, "play attack")]);
        [Viewer::Spectator, seat(0).into()].map(|viewer| everything(&table, viewer).to_string())
    };
    assert_eq!(asked("nope nope nope skip skip"), asked("tacocat tacocat shuffle skip skip"));
}

#[test]
fn r_def_03_the_place_of_a_kitten_is_in_nobody_elses_hands() {
    let tucked = |place: u16| {
        let scene = Scene::new("{}", &["nope attack skip tacocat tacocat"; 2]);
        let mut table = scene.pile("exploding_kitten").deal();
        play(&mut table, &[(0, "draw"), (0, "defuse defuse")]);
        play(&mut table, &[(0, &format!("tuck place={place}"))]);
        table
    };
    let (one, other) = (tucked(3), tucked(9));
    for viewer in [Viewer::Spectator, seat(1).into()] {
        assert_eq!(everything(&one, viewer).to_string(), everything(&other, viewer).to_string());
    }
    assert_ne!(everything(&one, seat(0).into()), everything(&other, seat(0).into()));
    // In the log it is shut, in the record it is open, and a share code has it.
    let last = one.log().len() - 1;
    assert_eq!(json!(one.log()[last].action), json!({"type": "tuck", "place": null}));
    assert_eq!(json!(one.logged(last).unwrap().action), json!({"type": "tuck", "place": 3}));
    let read = share::decode::<ExplodingKittens>(&share::encode(&one).unwrap()).unwrap();
    let at = one.game().pile[3];
    assert_eq!(read.lens(seat(0).into()).face(at), Some(Kind::ExplodingKitten));
    assert_eq!(seen_by(&read, at), [seat(0).into()]);
}

#[test]
fn r_fut_01_what_was_seen_belongs_to_one_until_a_shuffle() {
    let mut table =
        Scene::new(STREAKING, &HANDS).pile("skip tacocat attack shuffle exploding_kitten").deal();
    unopposed(&mut table, 0, "play see_the_future");
    let top: Vec<Card> = table.game().pile[..4].to_vec();
    for &card in &top[..3] {
        assert_eq!(seen_by(&table, card), [seat(0).into()]);
    }
    assert!(seen_by(&table, top[3]).is_empty());
    let told: Vec<_> = table
        .heard()
        .iter()
        .filter(|heard| matches!(heard.told.event, Event::YourFuture { .. }))
        .collect();
    assert_eq!(told.len(), 1);
    assert!(viewers(&table).iter().filter(|&&v| told[0].told.to.reaches(v)).eq([&seat(0).into()]));
}

#[test]
fn r_shuf_01_a_shuffle_makes_everybody_forget() {
    let table = random_game("forgetting", (3, only(Set::Base)), |table| {
        if let Some(Event::Shuffled { .. }) = table.heard().last().map(|heard| &heard.told.event) {
            assert!(table.game().pile.iter().all(|&card| seen_by(table, card).is_empty()));
        }
    });
    let is_shuffle = |event: &Event| matches!(event, Event::Shuffled { .. });
    assert!(table.heard().iter().any(|heard| is_shuffle(&heard.told.event)));
}

#[test]
fn r_combo_06_loot_is_told_to_the_two_alone_and_named_to_nobody_else() {
    let mut table = streaking("skip tacocat");
    play(&mut table, &[(0, "draw"), (0, "keep")]);
    unopposed(&mut table, 1, "pair tacocat tacocat target=0");
    let loot = held(&table, 0, "streaking_kitten");
    let before = table.log().len();
    play(&mut table, &[(1, &format!("pick card={}", loot.id()))]);
    assert_eq!(seen_by(&table, loot), [seat(1).into()], "r_hand_01: it is mixed in");
    let lines = |viewer: Viewer| -> String {
        let names = Names::plain(table.seats(), viewer.seat());
        let told = table.stream(viewer).filter(|heard| heard.at > before);
        told.filter_map(|heard| ExplodingKittens::tell(&heard.told.event, &names)).collect()
    };
    for (viewer, knows) in [
        (Viewer::Spectator, false),
        (seat(0).into(), true),
        (seat(1).into(), true),
        (seat(2).into(), false),
    ] {
        assert_eq!(lines(viewer).contains("Streaking"), knows, "{}", lines(viewer));
    }
}

#[test]
fn r_death_01_a_dead_hand_is_never_shown() {
    let mut hidden = 0;
    for set in Set::ALL {
        let table = random_game("dying", (5, only(set)), |table| {
            let lens = table.lens(Viewer::Spectator);
            for (at, player) in table.game().players.iter() {
                // What killed them was seen by all; what lay face up in the hand, too.
                let alive = table.game().living.contains(at);
                let out = player.out.iter().skip(1).filter(|&&card| lens.face(card).is_none());
                hidden += out.count();
                assert_eq!(player.out.is_empty(), alive);
                assert!(alive || player.hand.is_empty());
            }
        });
        // Who died sees their own cards still, and nobody was told anything about them.
        for &dead in &table.game().dead {
            let out = &table.game().players[dead].out;
            let lens = table.lens(dead.into());
            let killer = lens.face(out[0]);
            assert!(killer.is_some_and(Kind::is_deadly));
            assert_eq!(seen_by(&table, out[0]).len(), 6);
            if set == Set::Base {
                let unseen = |&&card: &&Card| !seen_by(&table, card).contains(&Viewer::Spectator);
                assert_eq!(out.iter().skip(1).filter(unseen).count(), out.len() - 1);
            }
        }
    }
    assert!(hidden > 100);
}

#[test]
fn r_curse_01_a_cursed_hand_is_dark_and_a_safe_draw_lights_it() {
    let mut table = Scene::new(STREAKING, &HANDS)
        .pile("skip tacocat rainbow_ralphing_cat")
        .then("skip defuse attack shuffle mark beard_cat")
        .deal();
    play(&mut table, &[(0, "draw"), (0, "keep")]);
    unopposed(&mut table, 1, "play curse_of_the_cat_butt target=2");
    play(&mut table, &[(1, "draw"), (1, "keep")]);
    let hand = table.game().players[seat(2)].hand.clone();
    assert!(hand.iter().all(|&card| seen_by(&table, card).is_empty()));
    // Every card may be tried, and no combo.
    assert_eq!(table.legal(seat(2)).len(), 1 + hand.len());
    play(&mut table, &[(2, "draw")]);
    let hand = table.game().players[seat(2)].hand.clone();
    assert!(hand.iter().all(|&card| seen_by(&table, card) == [seat(2).into()]));
    assert_eq!(table.lens(seat(2).into()).face(hand[1]), Some(Kind::Defuse), "r_curse_06");
}

/// Through random games in all sets: what a spectator sees of hands was marked or blown up by a Catomic Bomb, and
/// of the pile the same, or an Imploding Kitten that is or was on top.
#[test]
fn r_mark_01_a_spectator_sees_only_what_lies_face_up() {
    let (mut marks, mut surfaced) = (0, 0);
    for set in Set::ALL {
        for number in 0..12 {
            let options = Options { any_pairs: number % 2 == 1, ..only(set) };
            let seats = 2 + number % 4;
            random_game(&format!("spectator {number}"), (seats, options), |table| {
                let game = table.game();
                let lens = table.lens(Viewer::Spectator);
                for (_, player) in game.players.iter() {
                    for &card in &player.hand {
                        let face = lens.face(card);
                        let marked = game.marked.contains(&card);
                        marks += u32::from(marked);
                        assert!(!marked || face.is_some(), "what is marked is seen");
                        let bombed = face == Some(Kind::ExplodingKitten);
                        assert!(marked || bombed || face.is_none(), "{face:?} in a hand");
                    }
                }
                for (place, &card) in game.pile.iter().enumerate() {
                    match lens.face(card) {
                        None | Some(Kind::ExplodingKitten) => {}
                        Some(Kind::ImplodingKitten) => {
                            // Swapped with the bottom card, it lies there for all to know.
                            let on_top = place == 0 && game.imploding == Imploding::OnTop;
                            assert!(on_top || place + 1 == game.pile.len());
                            surfaced += 1;
                        }
                        Some(face) => panic!("{face} in the pile"),
                    }
                }
                assert!(game.discard.iter().all(|&card| lens.face(card).is_some()));
            });
        }
    }
    assert!(marks > 100 && surfaced > 10, "{marks} {surfaced}");
}

#[test]
fn hindsight_is_for_afterwards() {
    let table = streaking("skip");
    assert!(table.hindsight().is_none());
    let table = random_game("after", (2, only(Set::Party)), |_| ());
    let view = json!(table.game().view(&table.hindsight().unwrap()));
    assert!(view["pile"].as_array().unwrap().iter().all(|card| card["type"].is_string()));
}
