//! Revoking tokens closes the connections that were opened with them.

use crate::common::TestServer;
use serde_json::json;

/// Signs in another device, and returns its token.
async fn another(server: &TestServer, token: &str) -> String {
    let link = server.post("/api/v1/me/link", token, json!(null)).await;
    let (_, guest) =
        server.request("POST", "/api/v1/link", None, &json!({ "code": link["code"] })).await;
    guest["token"].as_str().unwrap().to_owned()
}

async fn is_known(server: &TestServer, token: &str) -> bool {
    server.request("GET", "/api/v1/me", Some(token), &json!(null)).await.0 == 200
}

async fn sign_out(server: &TestServer, token: &str, which: &str) {
    server.post("/api/v1/me/sign-out", token, json!({ "which": which })).await;
}

#[tokio::test]
async fn a_revoked_token_is_refused_and_its_connections_are_closed() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let phone = another(&server, &tokens[0]).await;
    let mut at_home = server.join(&table, Some(&tokens[0]), None).await;
    let mut away = server.join(&table, Some(&phone), None).await;
    let mut other = server.join(&table, Some(&tokens[1]), None).await;
    server.post("/api/v1/me/sign-out", &phone, json!(null)).await;
    assert_eq!(away.hear().await, json!({ "type": "bye", "reason": "signed-out" }));
    assert!(away.next().await.is_none());
    assert!(!is_known(&server, &phone).await);
    let (status, refusal) =
        server.request("POST", "/api/v1/me/sign-out", Some(&phone), &json!(null)).await;
    assert_eq!((status, &refusal["kind"]), (401, &json!("unauthorized")));
    let mut again = server.connect(&table).await;
    again.hello(Some(&phone), None).await;
    assert_eq!(again.hear().await["kind"], "unauthorized");
    // Other sessions are not affected.
    assert!(is_known(&server, &tokens[0]).await);
    for (client, id) in [(&mut at_home, "mine"), (&mut other, "theirs")] {
        client.send(json!({ "type": "chat", "id": id, "text": "still here" })).await;
        while client.hear().await["a"] != id {}
    }
}

#[tokio::test]
async fn all_other_sessions_can_be_revoked_with_their_links() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let own = &tokens[0];
    let [thief, second] = [another(&server, own).await, another(&server, own).await];
    let mut listener = server.join(&table, Some(&thief), None).await;
    let mut mine = server.join(&table, Some(own), None).await;
    let link = server.post("/api/v1/me/link", &thief, json!(null)).await;
    sign_out(&server, own, "others").await;
    assert_eq!(listener.hear().await["reason"], "signed-out");
    assert!(is_known(&server, own).await);
    assert!(!is_known(&server, &thief).await && !is_known(&server, &second).await);
    let code = json!({ "code": link["code"] });
    assert_eq!(server.request("POST", "/api/v1/link", None, &code).await.0, 403);
    mine.send(json!({ "type": "ping" })).await;
    assert_eq!(mine.hear().await["type"], "pong");
    assert!(is_known(&server, &tokens[1]).await, "another player's token is still valid");
}

#[tokio::test]
async fn all_sessions_can_be_revoked_and_stay_revoked_after_a_crash() {
    let mut server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let phone = another(&server, &tokens[0]).await;
    // A spectator can have a token as well.
    let stranger = server.guest("Sue").await;
    let mut spectator = server.join(&table, Some(&stranger), None).await;
    sign_out(&server, &stranger, "all").await;
    assert_eq!(spectator.hear().await["reason"], "signed-out");
    let mut clients = [
        server.join(&table, Some(&tokens[0]), None).await,
        server.join(&table, Some(&phone), None).await,
    ];
    sign_out(&server, &phone, "all").await;
    for client in &mut clients {
        assert_eq!(client.hear().await["reason"], "signed-out");
    }
    server = server.reopened().await;
    for token in [&tokens[0], &phone, &stranger] {
        assert!(!is_known(&server, token).await);
    }
    assert!(is_known(&server, &tokens[1]).await);
    let bad = json!({ "which": "some" });
    let (status, _) = server.request("POST", "/api/v1/me/sign-out", Some(&tokens[1]), &bad).await;
    assert_eq!(status, 400);
}
