//! A player may ask why an action is not permitted. The answer is the refusal that trying would get.

use crate::common::{Client, TestServer};
use serde_json::{Value, json};

async fn why(client: &mut Client, id: &str, action: &Value) -> Value {
    client.send(json!({ "type": "why", "id": id, "action": action })).await;
    loop {
        let heard = client.hear().await;
        if heard["type"] == "because" || heard["type"] == "refused" {
            return heard;
        }
    }
}

#[tokio::test]
async fn the_answer_is_what_trying_would_be_refused_with() {
    let server = TestServer::open().await;
    let (table, tokens) = server.table(json!({ "game": "herding-cats" }), 2).await;
    let mut first = server.join(&table, Some(&tokens[0]), None).await;
    let mut second = server.join(&table, Some(&tokens[1]), None).await;
    let (asked, other) =
        if first.is_asked() { (&mut first, &mut second) } else { (&mut second, &mut first) };
    let action = asked.legal[0].clone();
    assert_eq!(why(asked, "w1", &action).await, json!({ "type": "because", "id": "w1" }));
    let pass = json!({ "type": "pass" });
    let because = why(asked, "w2", &pass).await;
    asked.act("a1", &pass).await;
    let refused = asked.hear().await;
    assert_eq!(refused["type"], "refused");
    for field in ["kind", "message"] {
        assert_eq!(because["refusal"][field], refused[field], "{because} {refused}");
    }
    assert_eq!(why(other, "w3", &action).await["refusal"]["kind"], "out-of-turn");
    // Asking carries nothing out, and does not use up the id.
    asked.act("w1", &action).await;
    let n = asked.n;
    asked.catch_up(n + 1).await;
    let mut nobody = server.join(&table, None, None).await;
    assert_eq!(why(&mut nobody, "w4", &action).await["kind"], "unauthorized");
}
