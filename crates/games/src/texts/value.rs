//! What the variables of a message stand for: paths into what the message is about.
//!
//! | what is there | what a message gets |
//! | --- | --- |
//! | a number, a text | the same |
//! | true, false | `true`, `false` |
//! | nothing | `none` |
//! | a card | its face, or `none` for a back; a face of two numbers is `6-4` |
//! | a list | its items, with spaces between them |
//! | something with a type | its type |
//! | something with a single field, as `{"points": 34}` | the field's name; `$bid-value` is what it holds |
//! | anything else | `some` |

use fluent_bundle::FluentValue;
use serde_json::{Map, Value};

/// What the variable with this name stands for.
pub(super) fn look_up(about: &Value, name: &str) -> FluentValue<'static> {
    let mut at = Some(about);
    for step in name.split('-') {
        at = match at {
            Some(Value::Array(items)) if step == "count" => return items.len().into(),
            Some(value) => enter(value, step),
            None => None,
        };
    }
    match at.map_or(Plain::Text("none".into()), simplify) {
        Plain::Number(number) => number.into(),
        Plain::Text(text) => text.into(),
    }
}

fn enter<'v>(value: &'v Value, step: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        Value::Object(fields) if step == "value" && fields.len() == 1 => fields.values().next(),
        Value::Object(fields) => fields.get(step),
        _ => None,
    }
}

enum Plain {
    Number(i64),
    Text(String),
}

fn simplify(value: &Value) -> Plain {
    Plain::Text(match value {
        Value::Null => "none".into(),
        Value::Bool(it) => it.to_string(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => return Plain::Number(number),
            None => number.to_string(),
        },
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => of_object(fields),
    })
}

fn of_object(fields: &Map<String, Value>) -> String {
    match (fields.get("id"), fields.get("type")) {
        (Some(_), Some(Value::Array(ends))) => ends.iter().map(text).collect::<Vec<_>>().join("-"),
        (Some(_), face) => face.map_or_else(|| "none".into(), text),
        (None, Some(Value::String(kind))) => kind.clone(),
        (None, _) if fields.len() == 1 => fields.keys().next().cloned().unwrap_or_default(),
        (None, _) => "some".into(),
    }
}

/// The same as a text, also if it is a number.
pub(super) fn text(value: &Value) -> String {
    match simplify(value) {
        Plain::Number(number) => number.to_string(),
        Plain::Text(text) => text,
    }
}

/// The cards with these ids as a view shows them.
pub(super) fn seen(ids: &Value, view: &Value) -> Value {
    match ids {
        Value::Number(id) => {
            let id = id.as_u64().unwrap_or_default();
            locate(view, id).unwrap_or_else(|| serde_json::json!({ "id": id }))
        }
        Value::Array(ids) => ids.iter().map(|id| seen(id, view)).collect(),
        other => other.clone(),
    }
}

/// Where a card lies in a view, and what the view shows of it: the fields that it has there, and
/// `seat`, `zone` (the list it is in), `place` (counted from 1) and `of` (how many are in that list).
pub fn locate(view: &Value, card: u64) -> Option<Value> {
    search(view, "", None, card)
}

fn search(value: &Value, key: &str, seat: Option<usize>, card: u64) -> Option<Value> {
    match value {
        Value::Array(items) if key == "players" => {
            items.iter().enumerate().find_map(|(seat, item)| search(item, "", Some(seat), card))
        }
        Value::Array(items) => items.iter().enumerate().find_map(|(at, item)| {
            if item.get("id").and_then(Value::as_u64) != Some(card) {
                return search(item, "", seat, card);
            }
            let mut found = item.as_object()?.clone();
            found.insert("seat".into(), seat.into());
            found.insert("zone".into(), key.into());
            found.insert("place".into(), (at + 1).into());
            found.insert("of".into(), items.len().into());
            Some(found.into())
        }),
        Value::Object(fields) => {
            fields.iter().find_map(|(key, field)| search(field, key, seat, card))
        }
        _ => None,
    }
}
