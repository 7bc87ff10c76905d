//! What the terminal says of an attack: to the defender which card it is, to the others only where it lies.

use facedown_core::{Table, Viewer};
use facedown_games::herding_cats::{HerdingCats, Kind};
use facedown_games::{Names, Story};

use super::scene::{self, DECLINE, PASS, play, seat};

fn viewers() -> [Viewer; 4] {
    [Viewer::Spectator, seat(0).into(), seat(1).into(), seat(2).into()]
}

fn prompt(table: &Table<HerdingCats>, viewer: Viewer) -> String {
    let names = Names::plain(table.seats(), viewer.seat());
    HerdingCats::prompt(&table.view(viewer), &names)
}

/// Everything that this viewer has been told, in words.
fn log(table: &Table<HerdingCats>, viewer: Viewer) -> Vec<String> {
    let names = Names::plain(table.seats(), viewer.seat());
    let told = table.stream(viewer);
    told.filter_map(|heard| HerdingCats::tell(&heard.told.event, &names)).collect()
}

/// Seat 0 attacks seat 1 with this card, declared truly, and goes for that one.
fn attack(table: &mut Table<HerdingCats>, attacker: &str, selected: u16) {
    let select = format!(r#"{{"type":"select","card":{selected}}}"#);
    play(table, &[(0, attacker), (1, PASS), (2, PASS), (0, &select)]);
}

const CATNIP: &str = r#"{"type":"play","card":4,"declare":"catnip","target":1}"#;

#[test]
fn the_defender_alone_reads_the_number_and_the_type_of_the_selected_card() {
    let mut table = scene::table(3, "{}");
    attack(&mut table, CATNIP, 11);
    assert_eq!(prompt(&table, seat(1).into()), "Catnip: Player 1 selected Card 3, Show Cat");
    for viewer in viewers().into_iter().filter(|&viewer| viewer != seat(1).into()) {
        let (prompt, log) = (prompt(&table, viewer), log(&table, viewer).join("\n"));
        assert!(!prompt.contains("Show Cat") && !log.contains("Show Cat"), "{prompt}\n{log}");
        assert!(log.contains("card 3 of Player 2’s hand"), "{log}");
    }
}

#[test]
fn an_attack_on_the_herd_names_the_place_in_the_herd() {
    let mut table = scene::table(3, "{}");
    // Two rounds in which everybody plays what is nobody's business; seat 1 herds two Kittens.
    for (round, others) in [(0, [1, 2]), (1, [0, 2]), (2, [0, 1])].repeat(2).iter().enumerate() {
        let (actor, watching) = others;
        let card = 9 * actor + round / 3;
        let kitten = format!(r#"{{"type":"play","card":{card},"declare":"kitten"}}"#);
        play(&mut table, &[(*actor, &kitten), (watching[0], PASS), (watching[1], PASS)]);
    }
    attack(&mut table, r#"{"type":"play","card":5,"declare":"animal_control","target":1}"#, 10);
    assert_eq!(prompt(&table, seat(1).into()), "Animal Control: Player 1 selected Card 2, Kitten");
}

#[test]
fn an_ineffective_catnip_is_told_to_everybody() {
    let mut table = scene::table(3, "{}");
    attack(&mut table, CATNIP, 13);
    play(&mut table, &[(1, DECLINE)]);
    for viewer in viewers() {
        let who = if viewer == seat(1).into() { "you reveal" } else { "Player 2 reveals" };
        let line = format!("Ineffective: {who} Catnip (returns to hand).");
        assert!(log(&table, viewer).contains(&line), "{viewer}: {:?}", log(&table, viewer));
    }
}

#[test]
fn a_refusal_names_cards_as_the_messages_do() {
    for kind in Kind::ALL {
        let key = serde_json::to_value(kind).unwrap();
        let title = HerdingCats::texts().word("card", key.as_str().unwrap(), Some("title"));
        assert_eq!(kind.to_string(), title);
    }
}
