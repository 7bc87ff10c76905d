//! Who sees what, at the moments that matter.

use std::collections::BTreeSet;

use facedown_core::{Card, Deal, Game, Seat, SeatCount, Seed, Table, Viewer, share};
use facedown_games::herding_cats::{Action, HerdingCats, Kind, Options};
use facedown_games::{Names, Story};
use serde_json::json;

use crate::scene::{self, CHALLENGE, PASS, card, play, seat};

#[test]
fn r_set_03_the_two_cards_out_of_the_game_are_seen_by_nobody_until_it_is_over() {
    let table = scene::table(2, "{}");
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into()] {
        for place in [7, 8] {
            assert_eq!(table.lens(viewer).face(card(0, place)), None);
        }
    }
    assert!(table.hindsight().is_none());
}

#[test]
fn r_set_04_a_hand_is_seen_by_its_holder_alone() {
    let table = scene::table(3, "{}");
    for place in 0..7 {
        assert_eq!(
            table.lens(seat(1).into()).face(card(1, place)),
            Some(scene::HAND[usize::from(place)])
        );
        for viewer in [Viewer::Spectator, seat(0).into(), seat(2).into()] {
            assert_eq!(table.lens(viewer).face(card(1, place)), None);
        }
    }
}

#[test]
fn r_turn_01_the_card_on_the_table_is_seen_by_whoever_played_it_alone() {
    let mut table = scene::table(3, "{}");
    let played = |table: &Table<HerdingCats>, viewer: Viewer| table.view(viewer).played;
    let others = [Viewer::Spectator, seat(1).into(), seat(2).into()];
    assert_eq!(played(&table, seat(0).into()), None, "nothing lies there yet");
    // A bluff, in every phase that it lies there for.
    let steps = [
        (0, r#"{"type":"play","card":0,"declare":"catnip","target":1}"#),
        (1, PASS),
        (2, PASS),
        (0, r#"{"type":"select","card":9}"#),
        (1, r#"{"type":"intercept","card":15}"#),
        (0, CHALLENGE),
    ];
    for step in steps {
        play(&mut table, &[step]);
        assert_eq!(played(&table, seat(0).into()), Some(Kind::Kitten), "after {step:?}");
        for viewer in others {
            assert_eq!(played(&table, viewer), None, "{viewer} after {step:?}");
        }
    }
    play(&mut table, &[(1, r#"{"type":"pick","card":1}"#)]);
    assert_eq!(played(&table, seat(0).into()), None, "it is in the herd");
}

#[test]
fn r_chal_04_a_challenged_truth_is_seen_by_everybody_while_it_lies_on_the_table() {
    let mut table = scene::table(3, "{}");
    let steps = [
        (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
        (2, CHALLENGE),
        (0, r#"{"type":"pick","card":18}"#),
    ];
    play(&mut table, &steps[..1]);
    for step in &steps[1..] {
        play(&mut table, &[*step]);
        for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into(), seat(2).into()] {
            assert_eq!(table.view(viewer).played, Some(Kind::Catnip), "{viewer} after {step:?}");
        }
    }
}

#[test]
fn r_catnip_01_the_loot_is_shown_to_the_thief_and_no_longer_to_its_former_owner() {
    let table = scene::theft();
    let shown =
        |viewer: Viewer| table.view(viewer).players.get(seat(0)).unwrap().herd.get(0).unwrap();
    assert_eq!(shown(seat(0).into()).card.face, Some(Kind::Kitten));
    assert_eq!(shown(seat(0).into()).identity, Some(Kind::Kitten));
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert_eq!((shown(viewer).card.face, shown(viewer).identity), (None, None), "{viewer}");
    }
    // A lens does not forget what its player remembers; it is the view that no longer shows it.
    let seen = |viewer: Viewer| table.lens(viewer).face(card(1, 0));
    assert_eq!(seen(seat(1).into()), Some(Kind::Kitten));
    assert_eq!((seen(Viewer::Spectator), seen(seat(2).into())), (None, None));
}

/// Seat 1 intercepts a Catnip of seat 0 with this card, at a table of three.
fn substitution(presented: u16, answers: &[(usize, &str)]) -> Table<HerdingCats> {
    let mut table = scene::table(3, "{}");
    let intercept = format!(r#"{{"type":"intercept","card":{presented}}}"#);
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (2, PASS),
            (0, r#"{"type":"select","card":9}"#),
            (1, &intercept),
        ],
    );
    play(&mut table, answers);
    table
}

#[test]
fn r_int_06_a_laser_pointer_stolen_in_place_of_another_is_shown_to_the_thief_alone() {
    let challenged = [(2, CHALLENGE), (1, r#"{"type":"pick","card":18}"#)];
    let unchallenged = [(0, PASS), (2, PASS)];
    // A true Laser Pointer, one that all have seen, and a bluff that stood.
    for (presented, printed, answers) in [
        (15, Kind::LaserPointer, &unchallenged[..]),
        (15, Kind::LaserPointer, &challenged[..]),
        (14, Kind::AnimalControl, &unchallenged[..]),
    ] {
        let table = substitution(presented, answers);
        let stolen =
            |viewer: Viewer| table.view(viewer).players.get(seat(0)).unwrap().herd.get(0).unwrap();
        let thiefs = stolen(seat(0).into());
        assert_eq!((thiefs.card.face, thiefs.identity), (Some(printed), Some(Kind::LaserPointer)));
        for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
            let theirs = stolen(viewer);
            assert_eq!((theirs.card.face, theirs.identity), (None, None), "{viewer}");
            let events = table.stream(viewer).map(|heard| json!(heard.told.event));
            for event in events
                .filter(|event| event["type"] == "cardStolen" || event["type"] == "herdUpdate")
            {
                assert_eq!(event["card"]["type"], json!(null), "{event}");
            }
            assert!(
                table
                    .stream(viewer)
                    .all(|heard| { json!(heard.told.event)["type"] != "cardStolenPrivate" })
            );
        }
        // It counts as a Laser Pointer all the same, also for whoever wants to attack it.
        let herd = &table.game().players[seat(0)].herd.first().unwrap();
        assert_eq!(herd.identity, Some(Kind::LaserPointer));
    }
}

#[test]
fn r_int_06_a_stolen_laser_pointer_can_intercept_and_is_then_shown_to_all_who_challenge() {
    let mut table = substitution(14, &[(0, PASS), (2, PASS)]);
    play(
        &mut table,
        &[
            (1, r#"{"type":"play","card":9,"declare":"animal_control","target":0}"#),
            (0, PASS),
            (2, PASS),
        ],
    );
    // What it counts as is not offered to the attacker either.
    let names = Names::plain(table.seats(), Some(seat(1)));
    let offers: Vec<String> = table
        .legal_for(seat(1))
        .iter()
        .map(|action| HerdingCats::offer(action, &table.view(seat(1).into()), &names))
        .collect();
    assert_eq!(offers.len(), 2);
    assert!(offers.iter().any(|offer| offer.ends_with("herd, a Catnip")), "{offers:?}");
    assert!(offers.iter().any(|offer| offer.ends_with("herd")), "{offers:?}");
    play(
        &mut table,
        &[
            (1, r#"{"type":"select","card":4}"#),
            (0, r#"{"type":"intercept","card":14}"#),
            (2, CHALLENGE),
        ],
    );
    // While the penalty is paid, everybody sees what the challenge has shown.
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        let there = table.view(viewer).players.get(seat(0)).unwrap().herd.get(0).unwrap();
        assert_eq!(there.identity, Some(Kind::LaserPointer), "{viewer}");
    }
    let events = play(&mut table, &[(0, r#"{"type":"pick","card":19}"#)]);
    let shown = json!({"id": 14, "type": "laser_pointer"});
    assert!(events.iter().any(|event| json!(event)["card"] == shown));
    assert_eq!(table.game().players[seat(0)].discard.len(), 1);
}

#[test]
fn r_end_02_what_was_stolen_is_turned_over_at_the_end_in_events_and_views_alike() {
    let mut table = scene::table(2, r#"{"tie_breakers":["face_down_herd"]}"#);
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (0, r#"{"type":"select","card":9}"#),
            (1, r#"{"type":"intercept","card":14}"#),
            (0, PASS),
        ],
    );
    // Seat 1 is caught bluffing until nothing is left.
    let mut events = Vec::new();
    for (bluff, lost, own) in [(9, 10, 0), (11, 12, 1), (13, 15, 2)] {
        let play_own = format!(r#"{{"type":"play","card":{own},"declare":"kitten"}}"#);
        let bluff = format!(r#"{{"type":"play","card":{bluff},"declare":"laser_pointer"}}"#);
        let lost = format!(r#"{{"type":"pick","card":{lost}}}"#);
        events = play(&mut table, &[(1, &bluff), (0, CHALLENGE), (0, &lost)]);
        if table.standing().is_none() {
            play(&mut table, &[(0, &play_own), (1, PASS)]);
        }
    }
    assert!(table.standing().is_some());
    let turned = json!({"type": "herdUpdate", "player_id": 0, "visible": true,
        "card": {"id": 14, "type": "laser_pointer"}});
    assert!(events.iter().any(|event| json!(event) == turned), "{}", json!(events));
    for viewer in [Viewer::Spectator, seat(0).into(), seat(1).into()] {
        let there = table.view(viewer).players.get(seat(0)).unwrap().herd.get(0).unwrap();
        assert_eq!((there.identity, there.face_up), (Some(Kind::LaserPointer), true), "{viewer}");
    }
    // What is printed on the bluff that stood stays hidden from those who never saw it.
    assert_eq!(
        table.view(Viewer::Spectator).players.get(seat(0)).unwrap().herd.get(0).unwrap().card.face,
        None
    );
    // Turned over only to be counted, it still counts as face down.
    assert!(!table.game().players[seat(0)].herd.first().unwrap().face_up);
}

#[test]
fn the_thief_still_knows_after_a_reload() {
    let table = scene::theft();
    let reloaded = share::decode::<HerdingCats>(&share::encode(&table).unwrap()).unwrap();
    let loot = json!({"id": 9, "type": "kitten", "identity": "kitten", "face_up": false});
    assert_eq!(json!(reloaded.view(seat(0).into()))["players"][0]["herd"][0], loot);
    let back = json!({"id": 9, "face_up": false});
    assert_eq!(json!(reloaded.view(seat(1).into()))["players"][0]["herd"][0], back);
}

#[test]
fn public_log_lines_never_name_a_stolen_card_and_the_thiefs_own_do() {
    let table = scene::theft();
    let lines = |viewer: Viewer| -> Vec<String> {
        let names = Names::plain(table.seats(), viewer.seat());
        let told = table.stream(viewer).filter(|heard| heard.at >= 4);
        told.filter_map(|heard| HerdingCats::tell(&heard.told.event, &names)).collect()
    };
    assert!(lines(seat(0).into()).iter().any(|line| line.contains("Kitten")));
    for viewer in [Viewer::Spectator, seat(1).into(), seat(2).into()] {
        assert!(lines(viewer).iter().any(|line| line.contains("steal")));
        assert!(!lines(viewer).iter().any(|line| line.contains("Kitten")), "{:?}", lines(viewer));
    }
}

#[test]
fn r_herd_04_what_is_printed_on_a_bluff_that_stood_shows_only_after_the_game() {
    let mut table = scene::table(2, "{}");
    play(&mut table, &[(0, r#"{"type":"play","card":5,"declare":"kitten"}"#), (1, PASS)]);
    play(
        &mut table,
        &[
            (1, r#"{"type":"play","card":14,"declare":"animal_control","target":0}"#),
            (0, PASS),
            (1, r#"{"type":"select","card":5}"#),
        ],
    );
    let view = json!(table.view(seat(1).into()));
    assert_eq!(view["players"][0]["discard"], json!([{"id": 5, "type": "kitten"}]));
    let own = json!([{"id": 5, "type": "kitten", "printed": "animal_control"}]);
    assert_eq!(json!(table.view(seat(0).into()))["players"][0]["discard"], own);
    assert_eq!(table.lens(seat(1).into()).face(card(0, 5)), None);
    // To the end as fast as it goes: seat 1 challenges the truth and is caught bluffing.
    for (mine, pick) in [(0, 15), (1, 13)] {
        let play_true = format!(r#"{{"type":"play","card":{mine},"declare":"kitten"}}"#);
        let pick = format!(r#"{{"type":"pick","card":{pick}}}"#);
        play(&mut table, &[(0, &play_true), (1, CHALLENGE), (0, &pick)]);
        let (bluff, lost) = if mine == 0 { (12, 11) } else { (9, 10) };
        let bluff = format!(r#"{{"type":"play","card":{bluff},"declare":"laser_pointer"}}"#);
        let lost = format!(r#"{{"type":"pick","card":{lost}}}"#);
        play(&mut table, &[(1, &bluff), (0, CHALLENGE)]);
        if table.standing().is_none() {
            play(&mut table, &[(0, &lost)]);
        }
    }
    let hindsight = table.hindsight().unwrap();
    let view = json!(table.game().view(&hindsight));
    let discard = json!({"id": 5, "type": "kitten", "printed": "animal_control"});
    assert_eq!(view["players"][0]["discard"][0], discard);
    assert_eq!(view["players"][0]["out"][1], json!({"id": 8, "type": "alley_cat"}));
    assert_eq!(hindsight.face(card(0, 5)), Some(Kind::AnimalControl));
    assert_eq!(hindsight.face(card(0, 7)), Some(Kind::Kitten));
}

/// The first player attacks a card of the second with its like, at a table of three dealt from a seed: the table, and
/// the card that was shown.
fn thwarted(text: &str, kind: Kind) -> Option<(Table<HerdingCats>, Card)> {
    let deal = Deal::from_seed(Seed::from_text(text));
    let mut table: Table<HerdingCats> =
        Table::new(Options::default(), SeatCount::new(3).unwrap(), deal).unwrap();
    let (me, other) = (table.game().turn, table.seats().after(table.game().turn));
    let find = |who: Seat| {
        let hand = &table.game().players[who].hand;
        hand.iter().copied().find(|&card| table.lens(who.into()).face(card) == Some(kind))
    };
    let (mine, theirs) = (find(me)?, find(other)?);
    let third = table.seats().after(other);
    let act = |table: &mut Table<HerdingCats>, seat, action| {
        table.act(seat, action).map(|_| ()).unwrap();
    };
    act(&mut table, me, Action::Play { card: mine, declare: kind, target: Some(other) });
    act(&mut table, other, Action::Pass {});
    act(&mut table, third, Action::Pass {});
    act(&mut table, me, Action::Select { card: theirs });
    act(&mut table, other, Action::Decline {});
    Some((table, theirs))
}

#[test]
fn r_hand_01_a_card_that_was_shown_to_all_and_went_back_is_somewhere_in_the_hand() {
    for kind in [Kind::Catnip, Kind::AlleyCat] {
        let tables: Vec<_> =
            (0..60).filter_map(|number| thwarted(&format!("thwart {number}"), kind)).collect();
        assert!(tables.len() > 20);
        let (mut places, mut stayed) = (BTreeSet::new(), 0);
        for (table, shown) in &tables {
            let holder = table.game().turn;
            let hand = &table.game().players[holder].hand;
            let held = |viewer: Viewer| -> Vec<Kind> {
                hand.iter().filter_map(|&card| table.lens(viewer).face(card)).collect()
            };
            assert_eq!(held(holder.into()).len(), 7, "its holder knows all of it");
            for viewer in table.seats().all().without(holder).iter().map(Viewer::Seat) {
                assert!(held(viewer).is_empty(), "nobody else knows which card is which");
            }
            assert!(held(Viewer::Spectator).is_empty());
            places.insert(held(holder.into()).iter().position(|&face| face == kind));
            stayed += usize::from(table.lens(holder.into()).face(*shown) == Some(kind));
        }
        assert!(places.len() > 5, "it can be anywhere: {places:?}");
        assert!(stayed < tables.len() / 2, "{stayed} of {} lie where they lay", tables.len());
    }
}

#[test]
fn r_hand_01_the_only_card_of_a_hand_stays_in_sight() {
    let mut table = scene::table(2, "{}");
    // Seat 1 is caught bluffing until the Catnip alone is left.
    for (bluff, lost, own) in [(9, 10, 0), (11, 12, 1), (14, 15, 2)] {
        let own = format!(r#"{{"type":"play","card":{own},"declare":"kitten"}}"#);
        let bluff = format!(r#"{{"type":"play","card":{bluff},"declare":"laser_pointer"}}"#);
        let lost = format!(r#"{{"type":"pick","card":{lost}}}"#);
        play(&mut table, &[(0, &own), (1, PASS)]);
        play(&mut table, &[(1, &bluff), (0, CHALLENGE), (0, &lost)]);
    }
    play(
        &mut table,
        &[
            (0, r#"{"type":"play","card":4,"declare":"catnip","target":1}"#),
            (1, PASS),
            (0, r#"{"type":"select","card":13}"#),
        ],
    );
    let seen = table.view(Viewer::Spectator).players.get(seat(1)).unwrap().hand.get(0).unwrap();
    assert_eq!(seen.face, Some(Kind::Catnip), "everybody can follow it");
}
