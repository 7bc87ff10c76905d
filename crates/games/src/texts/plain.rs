//! Plain words for what has no message, from its fields. `web/src/lib/sentence.ts` says the same.

use serde_json::Value;

use crate::story::Names;

/// The field with one of these names says whose doing it is.
const DOERS: [&str; 2] = ["player", "seat"];
/// Fields with these names are seats.
const SEATS: [&str; 6] = ["player", "seat", "target", "challenger", "picker", "attacker"];

/// "Ada: card taken, card queen, target you", or without whose doing it is.
pub(super) fn sentence(value: &Value, names: &Names) -> String {
    let fields = value.as_object();
    let is_doer = |(key, field): (&String, &Value)| DOERS.contains(&stem(key)) && field.is_number();
    let doer = fields.into_iter().flatten().find(|&field| is_doer(field));
    let kind = value.get("type").and_then(Value::as_str).map(spaced);
    let others = fields
        .into_iter()
        .flatten()
        .filter(|(key, _)| *key != "type" && doer.is_none_or(|(doer, _)| doer != *key));
    let others =
        others.map(|(key, field)| format!("{} {}", spaced(stem(key)), said(key, field, names)));
    let what: Vec<String> = kind.into_iter().chain(others).collect();
    match doer {
        Some((key, field)) => format!("{}: {}", upper(&said(key, field, names)), what.join(", ")),
        None => upper(&what.join(", ")),
    }
}

fn said(key: &str, field: &Value, names: &Names) -> String {
    match field {
        Value::Number(_) if is_seat(key) => match field.as_u64() {
            Some(seat) if names.reads(seat) => "you".into(),
            Some(seat) => names.called(seat),
            None => field.to_string(),
        },
        Value::String(text) => spaced(text),
        Value::Array(items) => {
            items.iter().map(|item| said("", item, names)).collect::<Vec<_>>().join(" ")
        }
        Value::Object(fields) if fields.contains_key("id") => {
            fields.get("type").map_or_else(|| "face down".into(), |face| said("", face, names))
        }
        _ => field.to_string(),
    }
}

fn is_seat(key: &str) -> bool {
    let last = stem(key).rsplit('_').next().unwrap_or_default();
    SEATS.contains(&last)
}

fn stem(key: &str) -> &str {
    key.strip_suffix("_id").unwrap_or(key)
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A name of the protocol as words: "cardTaken", "card-taken" and "`card_taken`" are "card taken".
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() || "-_".contains(letter) {
            words.push(' ');
        }
        if !"-_".contains(letter) {
            words.extend(letter.to_lowercase());
        }
    }
    words.trim().to_owned()
}
