//! Tables of older versions of a game's rules are opened, replayed and recorded by those rules.

use crate::common::{TestServer, step};
use facedown_core::Record;
use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_protocol::{State, TableId};
use facedown_server::room::{Journal, Room};
use facedown_server::store::JournalLine;
use serde_json::{Value, json};

/// Records in the repository, of the first and the second version of the rules.
const KEPT: [&str; 6] = [
    "herding-cats-3",
    "exploding-kittens-3-streaking",
    "exploding-kittens-5-party",
    "herding-cats-3-rules-2",
    "exploding-kittens-3-streaking-rules-2",
    "exploding-kittens-5-party-rules-2",
];

fn kept(stem: &str, kind: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/fixtures");
    std::fs::read_to_string(format!("{folder}/{stem}.{kind}")).unwrap()
}

/// The journal that the server would have written for the game of this record.
fn journal(record: &Value) -> Journal {
    let seats = usize::try_from(record["seats"].as_u64().unwrap()).unwrap();
    let created = json!({
        "game": record["game"], "rules": record["rules"], "options": record["options"],
        "places": vec!["open"; seats], "host": "player 0", "private": false, "autostart": false,
        "spectators": "live", "clock": "none", "absent": "fallback", "grace": 60,
        "seed": record["deal"]["seed"], "code": "code",
    });
    let mut what = vec![json!({ "created": created })];
    for seat in 0..seats {
        what.push(json!({ "sat": {
            "seat": seat, "player": format!("player {seat}"), "name": record["names"][seat],
            "contribution": record["deal"]["contributions"][seat],
        } }));
    }
    what.push(json!("started"));
    for line in record["actions"].as_array().unwrap() {
        let acted = json!({ "seat": line["seat"], "by": "player", "action": line["action"] });
        what.push(json!({ "acted": acted }));
    }
    what.iter().map(|what| json!({ "at": 1_000, "what": what }).to_string()).collect()
}

#[test]
fn a_journal_is_played_by_the_version_that_it_names_and_gives_the_record_that_it_gave() {
    for stem in KEPT {
        let text = kept(stem, "json");
        let record: Value = serde_json::from_str(&text).unwrap();
        let room = Room::fold(TableId::new("table").unwrap(), &journal(&record));
        let room = room.unwrap_or_else(|error| panic!("{stem}: {error}"));
        assert_eq!(room.state(), State::Over, "{stem}");
        let again: Value = serde_json::from_str(&room.record().unwrap()).unwrap();
        assert_eq!(again, record, "{stem}");
    }
}

#[test]
fn an_unknown_version_is_named_in_the_error() {
    let mut record: Value = serde_json::from_str(&kept(KEPT[0], "json")).unwrap();
    record["rules"] = json!(3);
    let Err(error) = Room::fold(TableId::new("table").unwrap(), &journal(&record)) else {
        panic!("it was dealt")
    };
    assert!(error.to_string().contains("version 3 of the rules of herding-cats"), "{error}");
}

#[tokio::test]
async fn old_records_and_codes_are_shown_and_their_scenarios_name_the_version() {
    let server = TestServer::open().await;
    for stem in KEPT {
        let record: Value = serde_json::from_str(&kept(stem, "json")).unwrap();
        let count = record["actions"].as_array().unwrap().len();
        for ask in [json!({ "record": record }), json!({ "share": kept(stem, "code").trim() })] {
            let (status, answer) = server.request("POST", "/api/v1/replay", None, &ask).await;
            assert_eq!(status, 200, "{stem}: {answer}");
            assert_eq!(answer["frames"].as_array().unwrap().len(), count + 1, "{stem}");
            let (status, answer) = server.request("POST", "/api/v1/scenario", None, &ask).await;
            assert_eq!((status, &answer["rules"]), (200, &record["rules"]), "{stem}");
        }
    }
}

/// The server was updated while a table of the first version was being played.
#[tokio::test]
async fn a_table_in_play_goes_on_by_its_own_rules_and_its_rematch_by_the_newest() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "exploding-kittens" }), 2).await;
    let store = &server.hub().shared.store;
    let journals = facedown_server::store::journals(&**store).await.unwrap();
    let (_, journal) = journals.into_iter().find(|(id, _)| id.as_str() == table).unwrap();
    let old = TableId::new("old").unwrap();
    let lines: Vec<JournalLine> = (0..)
        .zip(journal.lines())
        .map(|(n, entry)| {
            let entry =
                entry.replace("\"rules\":2", "\"rules\":1").replace("\"code\":\"", "\"code\":\"o");
            JournalLine { table: old.clone(), n, entry }
        })
        .collect();
    assert!(lines[0].entry.contains("\"rules\":1"));
    store.append(lines).await.unwrap();
    let server = server.reopened().await;
    let mut clients = Vec::new();
    for token in &tokens {
        clients.push(server.join("old", Some(token), None).await);
    }
    assert_eq!(clients[0].table["rules"], 1);
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    let (status, record) =
        server.request("GET", "/api/v1/tables/old/record", None, &Value::Null).await;
    assert_eq!((status, &record["rules"]), (200, &json!(1)));
    let record = Record::<ExplodingKittens>::from_json(&record.to_string()).unwrap();
    assert!(record.verify().flaws.is_empty());
    let rematch = server.post("/api/v1/tables/old/rematch", &tokens[0], json!({})).await;
    let path = format!("/api/v1/tables/{}", rematch["table"].as_str().unwrap());
    let (_, info) = server.request("GET", &path, Some(&tokens[0]), &Value::Null).await;
    assert_eq!(info["rules"], 2, "{info}");
}
