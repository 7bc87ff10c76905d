//! Rematches: one request seats a player at the new table.

use crate::common::{TestServer, config};
use serde_json::{Value, json};

/// Ends a game: all players resign.
async fn finish(server: &TestServer, table: &str, tokens: &[String]) {
    for token in tokens {
        server.post(&format!("/api/v1/tables/{table}/resign"), token, json!(null)).await;
    }
    let mut client = server.join(table, Some(&tokens[0]), None).await;
    while client.table["state"] != "over" {
        client.hear().await;
    }
    client.close().await;
}

async fn rematch(server: &TestServer, table: &str, token: &str) -> String {
    let body = json!({ "contribution": "again" });
    let again = server.post(&format!("/api/v1/tables/{table}/rematch"), token, body).await;
    assert!(again["code"].is_string(), "{again}");
    again["table"].as_str().unwrap().to_owned()
}

async fn info(server: &TestServer, table: &str, token: &str) -> Value {
    let path = format!("/api/v1/tables/{table}");
    let (status, info) = server.request("GET", &path, Some(token), &json!(null)).await;
    assert_eq!(status, 200, "{info}");
    info
}

/// Waits until the table is archived, which happens when nobody watches it.
async fn archive(server: &TestServer, table: &str) {
    let id = facedown_protocol::TableId::new(table).unwrap();
    while server.hub().shared.store.archived(&id).await.unwrap().is_none() {
        server.hub().sweep().await;
        tokio::task::yield_now().await;
    }
}

fn who(info: &Value) -> Vec<(&str, &str)> {
    let seats = info["seats"].as_array().unwrap().iter();
    seats.map(|seat| (seat["who"].as_str().unwrap(), seat["name"].as_str().unwrap_or(""))).collect()
}

#[tokio::test]
async fn each_player_is_seated_at_the_rematch_and_the_game_starts() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "private": true });
    let (table, tokens) = server.table(new, 3).await;
    finish(&server, &table, &tokens).await;
    // A player other than the host is the first to ask.
    let again = rematch(&server, &table, &tokens[1]).await;
    let then = info(&server, &again, &tokens[1]).await;
    assert_eq!(who(&then), [("kept", "Player 0"), ("player", "Player 1"), ("kept", "Player 2")]);
    assert_eq!((&then["state"], &then["host"]), (&json!("open"), &json!(1)));
    // Asking twice changes nothing.
    assert_eq!(rematch(&server, &table, &tokens[1]).await, again);
    for token in [&tokens[2], &tokens[0]] {
        assert_eq!(rematch(&server, &table, token).await, again);
    }
    let then = info(&server, &again, &tokens[0]).await;
    assert_eq!(then["state"], "playing");
    assert_eq!(who(&then), [0, 1, 2].map(|n| ("player", ["Player 0", "Player 1", "Player 2"][n])));
    assert_eq!(then["seats"][2]["contribution"], "again");
    for (seat, token) in tokens.iter().enumerate() {
        assert_eq!(server.join(&again, Some(token), None).await.you, Some(seat as u64));
    }
}

#[tokio::test]
async fn the_rematch_against_bots_starts_at_once() {
    let server = TestServer::open().await;
    let bot = json!({ "bot": "random" });
    let new = json!({ "game": "herding-cats", "seats": ["open", bot, bot] });
    let (table, tokens) = server.table(new, 1).await;
    finish(&server, &table, &tokens).await;
    let again = rematch(&server, &table, &tokens[0]).await;
    let client = server.join(&again, Some(&tokens[0]), None).await;
    assert_eq!((client.you, &client.table["state"]), (Some(0), &json!("playing")));
}

#[tokio::test]
async fn archived_tables_have_rematches_also_after_a_restart() {
    let mut settings = config();
    settings.linger_seconds = 0;
    let server = TestServer::open_with(settings, "archived").await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    finish(&server, &table, &tokens).await;
    archive(&server, &table).await;
    let again = rematch(&server, &table, &tokens[0]).await;
    assert_eq!(info(&server, &again, &tokens[0]).await["seats"][0]["who"], "player");
    let server = server.reopened().await;
    assert_eq!(rematch(&server, &table, &tokens[1]).await, again);
    assert_eq!(info(&server, &again, &tokens[0]).await["state"], "playing");
}

#[tokio::test]
async fn a_finished_rematch_leads_to_its_own_and_a_closed_one_is_replaced() {
    let mut settings = config();
    settings.abandon_seconds = 0;
    let server = TestServer::open_with(settings, "a chain").await;
    let (first, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    finish(&server, &first, &tokens).await;
    let second = rematch(&server, &first, &tokens[0]).await;
    rematch(&server, &first, &tokens[1]).await;
    finish(&server, &second, &tokens).await;
    let third = rematch(&server, &first, &tokens[0]).await;
    assert!(third != first && third != second);
    assert_eq!(rematch(&server, &second, &tokens[0]).await, third);
    // Nobody else comes, so the table is closed.
    archive(&server, &third).await;
    let fourth = rematch(&server, &first, &tokens[1]).await;
    assert_ne!(fourth, third);
    assert_eq!(info(&server, &fourth, &tokens[1]).await["seats"][1]["who"], "player");
    assert_eq!(info(&server, &second, &tokens[1]).await["rematch"], fourth.as_str());
}

#[tokio::test]
async fn a_spectator_gets_no_seat_and_reserved_seats_are_not_listed_as_free() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let sue = server.guest("Sue").await;
    finish(&server, &table, &tokens).await;
    let path = format!("/api/v1/tables/{table}/rematch");
    let (status, refusal) = server.request("POST", &path, Some(&sue), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (403, &json!("not-seated")));
    let again = rematch(&server, &table, &tokens[0]).await;
    let told = server.post(&path, &sue, json!(null)).await;
    assert_eq!(told, json!({ "table": again }));
    let (_, listed) =
        server.request("GET", "/api/v1/tables?state=open", Some(&sue), &json!(null)).await;
    assert_eq!(listed["tables"][0]["free"], 0);
    assert_eq!(listed["tables"][0]["names"], json!(["Player 0", null]));
    let sit = format!("/api/v1/tables/{again}/sit");
    let (status, refusal) = server.request("POST", &sit, Some(&sue), &json!({})).await;
    assert_eq!((status, &refusal["kind"]), (409, &json!("table-full")));
}

#[tokio::test]
async fn a_player_kicked_from_a_private_rematch_cannot_replace_it() {
    let server = TestServer::open().await;
    let new = json!({ "game": "herding-cats", "private": true });
    let (table, tokens) = server.table(new, 3).await;
    finish(&server, &table, &tokens).await;
    let again = rematch(&server, &table, &tokens[0]).await;
    assert_eq!(rematch(&server, &table, &tokens[1]).await, again);
    let kick = format!("/api/v1/tables/{again}/kick");
    server.post(&kick, &tokens[0], json!({ "seat": 1 })).await;
    // The kicked player is told where the others play, and gets neither a seat nor a code.
    let path = format!("/api/v1/tables/{table}/rematch");
    assert_eq!(server.post(&path, &tokens[1], json!(null)).await, json!({ "table": again }));
    assert_eq!(rematch(&server, &table, &tokens[2]).await, again);
}
