//! The file of a scenario, as it is written: every field is checked, and every unknown one refused.

use std::fmt;

use facedown_core::{Seats, Standing};
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// A scenario as it is written. The parts that depend on the game are read later.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile<'a> {
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    pub(crate) game: String,
    #[serde(default, borrow)]
    pub(crate) options: Option<&'a RawValue>,
    pub(crate) seats: u64,
    #[serde(default)]
    pub(crate) seed: Option<String>,
    #[serde(default, borrow)]
    pub(crate) rigged: Option<&'a RawValue>,
    #[serde(default, borrow)]
    pub(crate) steps: Vec<Step<'a>>,
}

/// The shuffles and rolls of a rigged deal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RiggedFile<F> {
    pub(crate) shuffles: Vec<Vec<F>>,
    #[serde(default)]
    pub(crate) rolls: Vec<u32>,
}

/// One action to try.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step<'a> {
    /// Any number, so that a seat that no table has can be refused like one that this table lacks.
    pub(crate) seat: u64,
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
    #[serde(default)]
    pub(crate) expect: Option<Expect>,
}

/// What a step expects. Without a `refused` it expects that the action is carried out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Expect {
    #[serde(default)]
    pub(crate) refused: Option<String>,
    #[serde(default)]
    pub(crate) waiting_on: Option<Seats>,
    #[serde(default)]
    pub(crate) outcome: Option<Standing>,
}

impl Expect {
    /// That the action is carried out, and nothing more.
    pub(crate) const OK: Self = Self { refused: None, waiting_on: None, outcome: None };
}

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExpectVisitor)
    }
}

struct ExpectVisitor;

impl<'de> de::Visitor<'de> for ExpectVisitor {
    type Value = Expect;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#""ok" or an object such as {"refused": "not-in-hand"}"#)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Expect, E> {
        match text {
            "ok" => Ok(Expect::OK),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Expect, A::Error> {
        // The derived function of the same name, which reads the fields.
        Expect::deserialize(MapAccessDeserializer::new(map))
    }
}

/// The same JSON on one line, without the blanks between its parts.
pub(crate) fn on_one_line(json: &str) -> String {
    let (mut in_text, mut escaped) = (false, false);
    let keeps = |&c: &char| {
        let keep = in_text || !c.is_ascii_whitespace();
        match c {
            '"' if !escaped => in_text = !in_text,
            _ => {}
        }
        escaped = in_text && c == '\\' && !escaped;
        keep
    };
    json.chars().filter(keeps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_go_but_not_those_of_texts() {
        let json = "{\n  \"a \\\" b\": [ 1, \"\\\\\" , 2 ]\r\n}";
        assert_eq!(on_one_line(json), r#"{"a \" b":[1,"\\",2]}"#);
    }

    #[test]
    fn what_is_expected_is_checked() {
        let ok: Expect = serde_json::from_str(r#""ok""#).unwrap();
        assert!(ok.refused.is_none());
        let refused: Expect = serde_json::from_str(r#"{"refused": "not-now"}"#).unwrap();
        assert_eq!(refused.refused.as_deref(), Some("not-now"));
        for (json, says) in [
            (r#""okay""#, "okay"),
            ("3", "\"ok\" or an object"),
            (r#"{"refusal": "not-now"}"#, "`refusal`"),
        ] {
            let error = serde_json::from_str::<Expect>(json).err().unwrap().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
