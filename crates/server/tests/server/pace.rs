//! The names of bots, and their pace, which a player alone against bots can set.

use crate::common::TestServer;
use serde_json::{Value, json};

async fn info(server: &TestServer, table: &str, token: &str) -> Value {
    let path = format!("/api/v1/tables/{table}");
    server.request("GET", &path, Some(token), &json!(null)).await.1
}

#[tokio::test]
async fn a_bot_has_a_name_of_its_own_and_keeps_it() {
    let server = TestServer::open().await;
    let token = server.guest("Mittens").await;
    let seats = json!(["open", { "bot": "random" }, { "bot": "timid" }, { "bot": "timid" }]);
    let new = json!({ "game": "herding-cats", "seats": seats, "sit": 0, "autostart": true });
    let made = server.post("/api/v1/tables", &token, new).await;
    let table = made["table"].as_str().unwrap();
    let before = info(&server, table, &token).await;
    let seats = before["seats"].as_array().unwrap();
    let mut names: Vec<_> = seats.iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert_eq!(
        seats.iter().map(|seat| &seat["bot"]).collect::<Vec<_>>(),
        [&json!(null), &json!("random"), &json!("timid"), &json!("timid")]
    );
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 4, "{names:?}");
    let table = table.to_owned();
    let server = server.reopened().await;
    assert_eq!(info(&server, &table, &token).await["seats"], before["seats"]);
}

#[tokio::test]
async fn only_a_player_alone_against_bots_can_set_the_pace() {
    let server = TestServer::open().await;
    let token = server.guest("Ann").await;
    let seats = json!(["open", { "bot": "random" }]);
    let new = json!({ "game": "herding-cats", "seats": seats, "sit": 0, "autostart": true, "pace": "slow" });
    let made = server.post("/api/v1/tables", &token, new).await;
    let table = made["table"].as_str().unwrap().to_owned();
    assert_eq!(info(&server, &table, &token).await["pace"], "slow");
    let path = format!("/api/v1/tables/{table}/pace");
    for pace in ["fast", "fast", "normal"] {
        server.post(&path, &token, json!({ "pace": pace })).await;
    }
    assert_eq!(info(&server, &table, &token).await["pace"], json!(null), "the default is omitted");
    server.post(&path, &token, json!({ "pace": "instant" })).await;
    let stranger = server.guest("Bob").await;
    let body = json!({ "pace": "slow" });
    let refused = server.request("POST", &path, Some(&stranger), &body).await;
    assert_eq!((refused.0, &refused.1["kind"]), (403, &json!("not-seated")));
    let server = server.reopened().await;
    assert_eq!(info(&server, &table, &token).await["pace"], "instant");

    let (shared, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let path = format!("/api/v1/tables/{shared}/pace");
    let refused = server.request("POST", &path, Some(&tokens[0]), &body).await;
    assert_eq!((refused.0, &refused.1["kind"]), (403, &json!("not-alone")));
}
