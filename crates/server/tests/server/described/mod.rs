//! The responses of every route, successful and refused, match the OpenAPI document.

mod document;

use crate::common::peers::{PeerTable, Player, new_peers};
use crate::common::{self, Client, TestServer, raw};
use document::Document;
use serde_json::{Value, json};

/// A server whose requests and responses are all compared with the document.
struct Described {
    server: TestServer,
    document: Document,
}

impl Described {
    /// Sends a request. `path` is a path of the document, with `{id}` for the table, and may have a query.
    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        table: &str,
        token: Option<&str>,
        body: Value,
    ) -> (u16, Value) {
        let described = path.split('?').next().unwrap();
        let answer = self.server.raw(method, &path.replace("{id}", table), token, &body, &[]).await;
        let (status, value) = self.document.check_answer(method, described, &answer);
        if status < 300 {
            self.document.check_request(method, described, &body);
        }
        (status, value)
    }

    async fn get(&mut self, path: &str, table: &str, token: Option<&str>) -> Value {
        let (status, answer) = self.ask("GET", path, table, token, json!(null)).await;
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    async fn post(&mut self, path: &str, table: &str, token: &str, body: Value) -> Value {
        let (status, answer) = self.ask("POST", path, table, Some(token), body).await;
        assert!(status < 300, "{path}: {status} {answer}");
        answer
    }

    async fn guest(&mut self, name: &str) -> String {
        let guest = self.ask("POST", "/api/v1/guests", "", None, json!({ "name": name })).await.1;
        guest["token"].as_str().unwrap().to_owned()
    }

    async fn create(&mut self, token: &str, new: Value) -> (String, Value) {
        let made = self.post("/api/v1/tables", "", token, new).await;
        (made["table"].as_str().unwrap().to_owned(), made["code"].clone())
    }
}

/// Requests for new tables that together use every setting.
fn tables() -> [Value; 3] {
    [
        json!({
            "game": "herding-cats",
            "options": { "challenge_clock": 20, "tie_breakers": ["herd"] },
            "seats": ["open", { "bot": "timid" }, "invited"],
            "private": true,
            "autostart": true,
            "spectators": { "delayed": 30 },
            "clock": { "game": { "seconds": 600, "increment": 5 } },
            "absent": { "bot": "random" },
            "grace": 90,
            "pace": "slow",
            "sit": 0,
            "contribution": "a rainy evening",
        }),
        json!({
            "game": "texas-42", "seats": ["open", "open", "open", "open"], "spectators": "none",
            "clock": { "decision": 30 }, "absent": "fallback",
        }),
        json!({ "game": "exploding-kittens", "seats": ["open", "open"], "clock": "none", "spectators": "live" }),
    ]
}

#[tokio::test]
async fn every_route_answers_as_described() {
    let mut server = Described { server: TestServer::open().await, document: Document::read() };
    for path in [
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/v1/openapi.json",
        "/api/v1/games",
        "/api/v1/decks",
    ] {
        let (status, _) = server.ask("GET", path, "", None, json!(null)).await;
        assert_eq!(status, 200, "{path}");
    }
    let ann = players(&mut server).await;
    let list = json!({ "text": "4 Nobody knows it\n\n2 Nor this", "format": "constructed" });
    let deck = server.post("/api/v1/decks", "", &ann, list).await;
    assert_eq!((&deck["main"][0]["count"], &deck["sideboard"][0]["count"]), (&json!(4), &json!(2)));
    for new in tables() {
        let (table, _) = server.create(&ann, new).await;
        server.get("/api/v1/tables/{id}", &table, Some(&ann)).await;
    }
    for path in
        ["/api/v1/tables?state=open", "/api/v1/tables?game=texas-42&free=true", "/api/v1/me/tables"]
    {
        let listed = server.get(path, "", Some(&ann)).await;
        assert!(!listed["tables"].as_array().unwrap().is_empty(), "{path}");
    }
    game(&mut server, &ann).await;
    peers(&mut server).await;
    refusals(&mut server, &ann).await;
    closing(&mut server).await;
    assert_eq!(server.document.inactive(), []);
}

/// Tests the requests about players, and returns the token of one.
async fn players(server: &mut Described) -> String {
    let ann = server.guest("Ann").await;
    server.get("/api/v1/me", "", Some(&ann)).await;
    server.post("/api/v1/me", "", &ann, json!({ "name": "Anna" })).await;
    let link = server.post("/api/v1/me/link", "", &ann, json!(null)).await;
    let code = json!({ "code": link["code"] });
    let (_, phone) = server.ask("POST", "/api/v1/link", "", None, code).await;
    let phone = phone["token"].as_str().unwrap();
    server.post("/api/v1/me/sign-out", "", phone, json!({ "which": "this" })).await;
    server.post("/api/v1/me/sign-out", "", &ann, json!({ "which": "others" })).await;
    ann
}

/// Tests the requests about tables during a whole game and its rematch.
async fn game(server: &mut Described, ann: &str) {
    let bob = server.guest("Bob").await;
    let new = json!({ "game": "herding-cats", "seats": ["open", "invited"], "sit": 0 });
    let (table, code) = server.create(ann, new).await;
    let find = json!({ "code": code });
    let (_, found) = server.ask("POST", "/api/v1/join", "", None, find).await;
    assert_eq!(found["table"], table.as_str());
    let sit = json!({ "seat": 1, "code": code, "contribution": "5f1c" });
    let path = "/api/v1/tables/{id}";
    server.post("/api/v1/tables/{id}/sit", &table, &bob, sit.clone()).await;
    server.post("/api/v1/tables/{id}/leave", &table, &bob, json!(null)).await;
    server.post("/api/v1/tables/{id}/sit", &table, &bob, sit.clone()).await;
    server.post("/api/v1/tables/{id}/kick", &table, ann, json!({ "seat": 1 })).await;
    assert_eq!(server.get(path, &table, None).await["kicked"], 1);
    server.post("/api/v1/tables/{id}/forgive", &table, ann, json!(null)).await;
    server.post("/api/v1/tables/{id}/sit", &table, &bob, sit).await;
    server.post("/api/v1/tables/{id}/start", &table, ann, json!(null)).await;
    server.document.set_last_seen("GET", "/api/v1/tables/{id}/ws", "101");
    let mut client = server.server.join(&table, Some(ann), None).await;
    assert_eq!(server.get(path, &table, None).await["seats"][1]["contribution"], "5f1c");
    let listed = server.get("/api/v1/me/tables", "", Some(ann)).await;
    assert!(listed["tables"].as_array().unwrap().iter().any(|line| line["your_turn"].is_boolean()));
    let solo = json!({ "game": "herding-cats", "seats": ["open", { "bot": "timid" }], "sit": 0 });
    let (solo, _) = server.create(ann, solo).await;
    server.post("/api/v1/tables/{id}/pace", &solo, ann, json!({ "pace": "fast" })).await;
    for token in [ann, &bob] {
        server.post("/api/v1/tables/{id}/resign", &table, token, json!(null)).await;
    }
    until_over(&mut client).await;
    let log = server.get("/api/v1/tables/{id}/log?before=9", &table, Some(ann)).await;
    assert_eq!((&log["first"], log["entries"].as_array().unwrap().len()), (&json!(0), 9));
    let record = server.get("/api/v1/tables/{id}/record", &table, None).await;
    server.get("/api/v1/tables/{id}/replay?as=1", &table, None).await;
    server.get("/api/v1/tables/{id}/scenario?actions=2", &table, None).await;
    server.get("/api/v1/tables/{id}/summary", &table, None).await;
    for path in ["/api/v1/replay", "/api/v1/scenario", "/api/v1/summary"] {
        let (status, _) = server.ask("POST", path, "", None, json!({ "record": record })).await;
        assert_eq!(status, 200, "{path}");
    }
    let again = json!({ "contribution": "once more" });
    let rematch = server.post("/api/v1/tables/{id}/rematch", &table, &bob, again).await;
    let seats = &server.get(path, rematch["table"].as_str().unwrap(), None).await["seats"];
    assert_eq!(seats[0], json!({ "who": "kept", "name": "Anna" }));
    let info = server.get(path, &table, None).await;
    assert!(info["standing"].is_object() && info["rematch"].is_string(), "{info}");
    server.get("/api/v1/tables?state=over&free=false", "", None).await;
}

async fn until_over(client: &mut Client) {
    while client.table["state"] != "over" {
        client.hear().await;
    }
}

/// Tests the requests about tables without a trusted server.
async fn peers(server: &mut Described) {
    let path = "/api/v1/peers";
    let mut new = new_peers(3);
    new["escrow"] = json!(2);
    let (status, made) = server.ask("POST", path, "", None, new).await;
    assert_eq!(status, 201, "{made}");
    let id = made["table"].as_str().unwrap();
    let table = PeerTable::of(&made);
    let ann = Player::new(0);
    let join = "/api/v1/peers/{id}/join";
    let (status, joined) = server.ask("POST", join, id, None, ann.join(&table)).await;
    assert_eq!((status, &joined["seat"]), (200, &json!(0)), "{joined}");
    server.server.peer(&table, Some(&ann), &[]).await;
    server.document.set_last_seen("GET", "/api/v1/peers/{id}/ws", "101");
    let info = server.get("/api/v1/peers/{id}", id, None).await;
    assert_eq!((&info["seats"][0]["name"], &info["seats"][1]), (&json!("Player 0"), &json!(null)));
    let listed = server.get(path, "", None).await;
    assert_eq!((&listed["tables"][0]["id"], &listed["tables"][0]["free"]), (&json!(id), &json!(2)));
    assert_eq!(server.ask("POST", path, "", None, new_peers(7)).await.0, 400);
    assert_eq!(server.ask("POST", join, "nowhere", None, ann.join(&table)).await.0, 404);
    for path in ["/api/v1/peers/{id}", "/api/v1/peers/{id}/ws"] {
        assert_eq!(server.ask("GET", path, "nowhere", None, json!(null)).await.0, 404);
    }
}

/// Tests at least one refusal of each operation.
async fn refusals(server: &mut Described, ann: &str) {
    for (method, path) in [
        ("GET", "/api/v1/me"),
        ("POST", "/api/v1/me"),
        ("POST", "/api/v1/replay"),
        ("POST", "/api/v1/scenario"),
        ("POST", "/api/v1/summary"),
        ("POST", "/api/v1/me/link"),
        ("POST", "/api/v1/me/sign-out"),
        ("GET", "/api/v1/me/tables"),
        ("POST", "/api/v1/guests"),
        ("POST", "/api/v1/link"),
        ("POST", "/api/v1/join"),
        ("POST", "/api/v1/tables"),
        ("POST", "/api/v1/decks"),
        ("GET", "/api/v1/tables?state=nowhere"),
    ] {
        let (status, refusal) = server.ask(method, path, "", None, json!(null)).await;
        assert!(matches!(status, 400 | 401), "{path}: {status} {refusal}");
    }
    let actions = ["sit", "leave", "kick", "start", "resign", "rematch", "forgive", "pace"];
    let actions = actions.map(|action| ("POST", format!("/api/v1/tables/{{id}}/{action}")));
    let looks = ["", "/log", "/record", "/replay", "/scenario", "/summary", "/ws"];
    let looks = looks.map(|look| ("GET", format!("/api/v1/tables/{{id}}{look}")));
    for (method, path) in actions.into_iter().chain(looks) {
        let body = if path.ends_with("kick") { json!({ "seat": 0 }) } else { json!(null) };
        let (status, refusal) = server.ask(method, &path, "nowhere", Some(ann), body).await;
        assert!(matches!(status, 400 | 404), "{path}: {status} {refusal}");
    }
    let unknown = json!({ "game": "solitaire", "seats": ["open"] });
    assert_eq!(server.ask("POST", "/api/v1/tables", "", Some(ann), unknown).await.0, 400);
}

/// Tests the refusals of a server that shuts down, has reached its limits, or hides its metrics.
async fn closing(server: &mut Described) {
    let mut config = common::config();
    config.metrics = facedown_server::config::MetricsFor::Off;
    config.limits.request_burst = 1;
    config.limits.requests_per_second = 0;
    let other = TestServer::open_with(config, "shut").await;
    let at = other.server.address();
    let answer = raw(at, "GET", "/metrics", None, &json!(null), &[]).await;
    assert_eq!(server.document.check_answer("GET", "/metrics", &answer).0, 404);
    for path in [
        "/healthz",
        "/readyz",
        "/api/v1/openapi.json",
        "/api/v1/games",
        "/api/v1/decks",
        "/api/v1/peers",
    ] {
        let answer = raw(at, "GET", path, None, &json!(null), &[]).await;
        assert_eq!(server.document.check_answer("GET", path, &answer).0, 429);
    }
    // The listener still accepts connections, but the hub is closed.
    server.server.hub().close().await;
    assert_eq!(server.ask("GET", "/readyz", "", None, json!(null)).await.0, 503);
}
