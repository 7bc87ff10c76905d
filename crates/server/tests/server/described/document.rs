//! The OpenAPI document, and the comparison of responses with it.

use std::collections::BTreeSet;

use boon::{Compiler, Draft, SchemaIndex, Schemas};
use facedown_server::http::OPENAPI;
use serde_json::{Value, json};

const AT: &str = "https://server.example/openapi.json";

/// The document, changed so that undocumented members are errors.
pub(crate) struct Document {
    json: Value,
    compiler: Compiler,
    schemas: Schemas,
    /// The operations and statuses that were seen.
    seen: BTreeSet<(String, String, String)>,
}

impl Document {
    pub(crate) fn read() -> Self {
        let mut json: Value = serde_json::from_str(OPENAPI).unwrap();
        close(&mut json["components"]["schemas"], false);
        let mut compiler = Compiler::new();
        compiler.set_default_draft(Draft::V2020_12);
        compiler.add_resource(AT, json.clone()).unwrap();
        Self { json, compiler, schemas: Schemas::new(), seen: BTreeSet::new() }
    }

    /// Checks the body of a request to this operation.
    pub(crate) fn check_request(&mut self, method: &str, path: &str, body: &Value) {
        let operation = ["paths", path, &method.to_lowercase()];
        let place =
            [&operation[..], &["requestBody", "content", "application/json", "schema"]].concat();
        let required = self.find(&[&operation[..], &["requestBody", "required"]].concat());
        match self.find(&place) {
            None => assert!(body.is_null(), "{method} {path} is not said to take a body"),
            Some(_) if body.is_null() => {
                assert_ne!(required, Some(&json!(true)), "{method} {path}");
            }
            Some(_) => self.check(&place, body, &format!("{method} {path}")),
        }
    }

    /// Checks a response of this operation.
    pub(crate) fn check_answer(&mut self, method: &str, path: &str, answer: &str) -> (u16, Value) {
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap();
        let kind = head.lines().find_map(|line| line.strip_prefix("content-type: "));
        let kind = kind.map(|kind| kind.split(';').next().unwrap());
        let what = format!("{method} {path}: {status}");
        let responses = ["paths", path, &method.to_lowercase(), "responses"];
        let described = |status: &str| self.find(&[&responses[..], &[status]].concat()).is_some();
        let told = if described(status) { status } else { "default" };
        assert!(told == status || !status.starts_with('2'), "{what} is not described");
        let content = [&responses[..], &[told, "content"]].concat();
        match (self.find(&content), kind) {
            (None, _) => assert!(body.is_empty(), "{what} is said to have no body: {body}"),
            (Some(_), None) => panic!("{what} has no content type"),
            (Some(_), Some(kind)) => {
                let place = [&content[..], &[kind, "schema"]].concat();
                assert!(self.find(&place).is_some(), "{what} is not said to be {kind}");
                let text = || Value::String(body.to_owned());
                let value = match kind {
                    "application/json" => serde_json::from_str(body).unwrap(),
                    _ => text(),
                };
                self.check(&place, &value, &what);
            }
        }
        self.set_last_seen(method, path, told);
        (status.parse().unwrap(), serde_json::from_str(body).unwrap_or_default())
    }

    /// Records that this response occurred.
    pub(crate) fn set_last_seen(&mut self, method: &str, path: &str, status: &str) {
        self.seen.insert((path.to_owned(), method.to_lowercase(), status.to_owned()));
    }

    /// The documented responses that did not occur.
    pub(crate) fn inactive(&self) -> Vec<(String, String, String)> {
        let paths = self.json["paths"].as_object().unwrap();
        let operations = paths.iter().flat_map(|(path, operations)| {
            let operations = operations.as_object().unwrap();
            operations.iter().map(move |(method, operation)| (path, method, operation))
        });
        let answers = operations.flat_map(|(path, method, operation)| {
            let statuses = operation["responses"].as_object().unwrap().keys();
            statuses.map(|status| (path.clone(), method.clone(), status.clone()))
        });
        answers.filter(|answer| !self.seen.contains(answer)).collect()
    }

    fn find(&self, place: &[&str]) -> Option<&Value> {
        place.iter().try_fold(&self.json, |value, key| value.get(key))
    }

    fn check(&mut self, place: &[&str], value: &Value, what: &str) {
        let index = self.compiled(place);
        if let Err(error) = self.schemas.validate(value, index) {
            panic!("{what}: {error}\n{value}");
        }
    }

    fn compiled(&mut self, place: &[&str]) -> SchemaIndex {
        let escaped = place.iter().map(|key| {
            let pointer = key.replace('~', "~0").replace('/', "~1");
            format!("/{}", pointer.replace('{', "%7B").replace('}', "%7D"))
        });
        let url = format!("{AT}#{}", escaped.collect::<String>());
        self.compiler.compile(&url, &mut self.schemas).unwrap_or_else(|error| panic!("{error:#}"))
    }
}

/// Forbids undocumented members of objects.
fn close(value: &mut Value, is_part: bool) {
    match value {
        Value::Object(schema) => {
            let has_members = schema.contains_key("properties");
            for (key, inner) in schema.iter_mut() {
                // A schema that is part of another does not describe all members.
                close(inner, key == "oneOf" && has_members);
            }
            if has_members && !is_part && schema.get("type") == Some(&json!("object")) {
                schema.insert("unevaluatedProperties".into(), json!(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| close(item, is_part)),
        _ => {}
    }
}

#[test]
fn an_undocumented_member_is_noticed() {
    let guest = |document: &mut Document, body: &str| {
        let answer = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{body}");
        document.check_answer("POST", "/api/v1/guests", &answer)
    };
    let good = r#"{"player":"p","name":"Ann","token":"t"}"#;
    guest(&mut Document::read(), good);
    for bad in [
        r#"{"player":"p","name":"Ann"}"#,
        r#"{"player":"p","name":"Ann","token":7}"#,
        r#"{"player":"p","name":"Ann","token":"t","seed":"5f1c"}"#,
        r"[]",
    ] {
        let noticed = std::panic::catch_unwind(|| guest(&mut Document::read(), bad));
        assert!(noticed.is_err(), "{bad}");
    }
}
