//! Tokens can be taken back, and what was opened with them ends.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod common;

use common::TestHouse;
use serde_json::json;

/// Another token of the same player.
async fn another(house: &TestHouse, token: &str) -> String {
    let link = house.post("/api/v1/me/link", token, json!(null)).await;
    let (_, guest) =
        house.request("POST", "/api/v1/link", None, &json!({ "code": link["code"] })).await;
    guest["token"].as_str().unwrap().to_owned()
}

async fn is_known(house: &TestHouse, token: &str) -> bool {
    house.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

async fn sign_out(house: &TestHouse, token: &str, which: &str) {
    house.post("/api/v1/me/sign-out", token, json!({ "which": which })).await;
}

#[tokio::test]
async fn a_token_that_was_taken_back_is_good_for_nothing_and_its_connections_end() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let phone = another(&house, &tokens[0]).await;
    let mut at_home = house.join(&table, Some(&tokens[0]), None).await;
    let mut away = house.join(&table, Some(&phone), None).await;
    let mut other = house.join(&table, Some(&tokens[1]), None).await;
    house.post("/api/v1/me/sign-out", &phone, json!(null)).await;
    assert_eq!(away.hear().await, json!({ "type": "bye", "reason": "signed-out" }));
    assert!(away.next().await.is_none());
    assert!(!is_known(&house, &phone).await);
    let (status, refusal) =
        house.request("POST", "/api/v1/me/sign-out", Some(&phone), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (401, &json!("unauthorized")));
    let mut again = house.connect(&table).await;
    again.hello(Some(&phone), None).await;
    assert_eq!(again.hear().await["kind"], "unauthorized");
    // Nobody else notices.
    assert!(is_known(&house, &tokens[0]).await);
    for (client, id) in [(&mut at_home, "mine"), (&mut other, "theirs")] {
        client.send(json!({ "type": "chat", "id": id, "text": "still here" })).await;
        while client.hear().await["a"] != id {}
    }
}

#[tokio::test]
async fn all_others_can_be_taken_back_with_the_links_that_they_made() {
    let house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let own = &tokens[0];
    let [thief, second] = [another(&house, own).await, another(&house, own).await];
    let mut listener = house.join(&table, Some(&thief), None).await;
    let mut mine = house.join(&table, Some(own), None).await;
    let link = house.post("/api/v1/me/link", &thief, json!(null)).await;
    sign_out(&house, own, "others").await;
    assert_eq!(listener.hear().await["reason"], "signed-out");
    assert!(is_known(&house, own).await);
    assert!(!is_known(&house, &thief).await && !is_known(&house, &second).await);
    let code = json!({ "code": link["code"] });
    assert_eq!(house.request("POST", "/api/v1/link", None, &code).await.0, 403);
    mine.send(json!({ "type": "ping" })).await;
    assert_eq!(mine.hear().await["type"], "pong");
    assert!(is_known(&house, &tokens[1]).await, "of another player");
}

#[tokio::test]
async fn all_can_be_taken_back_and_stay_so_after_a_fall() {
    let mut house = TestHouse::open().await;
    let (table, tokens) = house.table(json!({ "game": "herding-cats" }), 2).await;
    let phone = another(&house, &tokens[0]).await;
    // One who only looks on is known by a token as well.
    let stranger = house.guest("Sue").await;
    let mut spectator = house.join(&table, Some(&stranger), None).await;
    sign_out(&house, &stranger, "all").await;
    assert_eq!(spectator.hear().await["reason"], "signed-out");
    let mut clients = [
        house.join(&table, Some(&tokens[0]), None).await,
        house.join(&table, Some(&phone), None).await,
    ];
    sign_out(&house, &phone, "all").await;
    for client in &mut clients {
        assert_eq!(client.hear().await["reason"], "signed-out");
    }
    house = house.reopened().await;
    for token in [&tokens[0], &phone, &stranger] {
        assert!(!is_known(&house, token).await);
    }
    assert!(is_known(&house, &tokens[1]).await);
    let bad = json!({ "which": "some" });
    let (status, _) = house.request("POST", "/api/v1/me/sign-out", Some(&tokens[1]), &bad).await;
    assert_eq!(status, 400);
}
