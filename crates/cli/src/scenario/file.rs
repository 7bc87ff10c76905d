//! The JSON format of a scenario. Unknown fields are refused.

use std::fmt;
use std::marker::PhantomData;

use facedown_core::{Seats, Standing};
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

/// A scenario file. The parts that depend on the game are parsed later.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct ScenarioFile<'a> {
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    pub(crate) game: String,
    /// The version of the rules; the newest if absent.
    #[serde(default)]
    pub(crate) rules: Option<u32>,
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

/// The name of a scenario that cannot be read otherwise.
#[derive(Deserialize)]
pub(crate) struct ScenarioName {
    pub(crate) scenario: Option<String>,
}

/// The shuffles, rolls and mixes of a rigged deal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RiggedFile<F> {
    pub(crate) shuffles: Vec<Vec<F>>,
    #[serde(default)]
    pub(crate) rolls: Vec<u32>,
    #[serde(default = "Vec::new")]
    pub(crate) mixes: Vec<Vec<F>>,
}

/// One action to try.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub(crate) struct Step<'a> {
    /// Any number: a seat that no table can have is refused like one that this table does not have.
    pub(crate) seat: u64,
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
    #[serde(default)]
    pub(crate) expect: Option<Expect>,
}

/// The expected result of a step. Without `refused`, the action must be carried out.
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
    /// Expects that the action is carried out, and nothing else.
    pub(crate) const OK: Self = Self { refused: None, waiting_on: None, outcome: None };
}

/// A type that is read from a JSON object only. The deserializers that serde derives also accept a list.
trait FromObject<'de>: Sized {
    /// What error messages say was expected.
    const EXPECTED: &'static str;

    /// Reads the fields of the object.
    fn fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;

    /// Reads a string in place of the object, for types that allow one.
    fn text(_: &str) -> Option<Self> {
        None
    }
}

// In these implementations `Self::deserialize` is the derived function, not that of the trait `Deserialize`.

impl<'de: 'a, 'a> FromObject<'de> for ScenarioFile<'a> {
    const EXPECTED: &'static str = "an object with \"game\", \"seats\" and so on";

    fn fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl<'de: 'a, 'a> FromObject<'de> for Step<'a> {
    const EXPECTED: &'static str = "an object with \"seat\" and \"action\"";

    fn fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

impl<'de> FromObject<'de> for Expect {
    const EXPECTED: &'static str = r#""ok" or an object such as {"refused": "not-in-hand"}"#;

    fn fields<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }

    fn text(text: &str) -> Option<Self> {
        (text == "ok").then_some(Self::OK)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ScenarioFile<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Object(PhantomData))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Step<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Object(PhantomData))
    }
}

impl<'de> Deserialize<'de> for Expect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Object(PhantomData))
    }
}

struct Object<T>(PhantomData<T>);

impl<'de, T: FromObject<'de>> de::Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::fields(MapAccessDeserializer::new(map))
    }
}

/// Removes the whitespace between the parts of a JSON text.
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
