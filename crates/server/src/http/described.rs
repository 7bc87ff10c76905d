//! Tests that the OpenAPI document describes exactly the routes of the server.

use std::collections::BTreeSet;

use axum::routing::MethodFilter;
use serde_json::Value;

use super::{OPENAPI, PATHS};

#[test]
fn the_document_has_every_path_and_method_and_no_other() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let described: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(|method| (path.clone(), method.clone()))
        })
        .collect();
    let name = |filter| if filter == MethodFilter::GET { "get" } else { "post" };
    let answered: BTreeSet<(String, String)> =
        PATHS.iter().map(|(path, filter)| ((*path).to_owned(), name(*filter).to_owned())).collect();
    assert_eq!(described, answered);
}

#[test]
fn the_document_defines_what_it_names() {
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let mut named = BTreeSet::new();
    collect(&document, &mut named);
    assert!(named.len() > 10);
    for name in named {
        let pointer = name.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{name} is not there");
    }
}

fn collect(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| match value {
            Value::String(name) if key == "$ref" => drop(named.insert(name.clone())),
            _ => collect(value, named),
        }),
        Value::Array(items) => items.iter().for_each(|item| collect(item, named)),
        _ => {}
    }
}
