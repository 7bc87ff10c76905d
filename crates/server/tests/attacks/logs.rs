//! The server's log contains no secrets.

use std::fmt::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::refused;
use crate::common::{TestServer, step};

/// A subscriber that collects everything that this process logs, at every level.
#[derive(Default)]
struct Ear(Mutex<String>);

impl Ear {
    fn text(&self) -> std::sync::MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Words<'a>(&'a mut String);

impl Visit for Words<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = writeln!(self.0, "{field}={value:?}");
    }
}

impl Subscriber for &'static Ear {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Words(&mut self.text()));
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Words(&mut self.text()));
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        let mut text = self.text();
        let _ = writeln!(text, "{}", event.metadata().target());
        event.record(&mut Words(&mut text));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn the_log_has_no_secrets_at_any_level() {
    static EAR: OnceLock<Ear> = OnceLock::new();
    let ear = EAR.get_or_init(Ear::default);
    tracing::subscriber::set_global_default(ear).unwrap();
    tracing::info!("the log is heard");
    let server = TestServer::open().await;
    let (table, tokens, mut clients) =
        server.seated(json!({ "game": "herding-cats", "private": true }), 2).await;
    let link = server.post("/api/v1/me/link", &tokens[0], json!(null)).await;
    let code = json!({ "code": link["code"] });
    let (_, other) = server.request("POST", "/api/v1/link", None, &code).await;
    let forged = format!("{}x", tokens[0]);
    let mut client = server.connect(&table).await;
    client.hello(Some(&forged), None).await;
    refused(&mut client).await;
    server.request("GET", "/api/v1/me", Some(&forged), &json!(null)).await;
    server.request("GET", "/api/v1/me/tables", Some(&tokens[0]), &json!(null)).await;
    let mut number = 0;
    while step(&mut clients, number).await {
        number += 1;
    }
    let (_, record) = server
        .request("GET", &format!("/api/v1/tables/{table}/record"), Some(&tokens[0]), &json!(null))
        .await;
    let again =
        server.post(&format!("/api/v1/tables/{table}/rematch"), &tokens[0], json!(null)).await;
    server.close().await;
    let text = ear.text();
    assert!(text.contains("the log is heard"));
    let mut secrets = tokens;
    secrets.extend(
        [&link["code"], &other["token"], &again["code"], seed(&record)]
            .map(|secret| secret.as_str().unwrap().to_owned()),
    );
    for secret in secrets {
        assert!(secret.len() >= 12);
        assert!(!text.contains(&secret), "a secret is in the log");
    }
}

fn seed(record: &Value) -> &Value {
    record.get("seed").or_else(|| record.get("deal").and_then(|deal| deal.get("seed"))).unwrap()
}
