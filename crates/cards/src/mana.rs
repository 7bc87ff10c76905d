//! What a card costs, as a number.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a card costs, as a number. A few cards cost half a mana.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManaValue {
    halves: u32,
}

impl ManaValue {
    /// A number of whole mana.
    pub const fn whole(value: u16) -> Self {
        Self { halves: value as u32 * 2 }
    }

    /// A number of halves.
    pub const fn from_halves(halves: u32) -> Self {
        Self { halves }
    }

    /// The number of halves.
    pub const fn halves(self) -> u32 {
        self.halves
    }

    /// The number that a file has: not negative, and nothing smaller than a half.
    pub fn from_number(value: f64) -> Result<Self, NotAManaValue> {
        let halves = value * 2.0;
        if halves.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&halves) {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            // it is a whole number in range
            return Ok(Self { halves: halves as u32 });
        }
        Err(NotAManaValue)
    }

    /// The value of a mana cost: `{2}{W/U}{X}` is 3.
    pub fn of_cost(cost: &str) -> Self {
        let symbols = cost.split('{').skip(1).filter_map(|part| part.split_once('}'));
        let halves = symbols.map(|(symbol, _)| Self::of_symbol(symbol));
        Self { halves: halves.fold(0, u32::saturating_add) }
    }

    fn of_symbol(symbol: &str) -> u32 {
        let parts = symbol.split('/').map(|part| match part {
            "X" | "Y" | "Z" => 0,
            "½" => 1,
            _ if part.len() == 2 && part.starts_with('H') => 1,
            _ => part.parse::<u32>().map_or(2, |number| number.saturating_mul(2)),
        });
        parts.max().unwrap_or(0)
    }
}

impl fmt::Display for ManaValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.halves) / 2.0)
    }
}

/// A number that is no mana value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a mana value is a number such as 3 or 0.5, and not negative")]
pub struct NotAManaValue;

impl Serialize for ManaValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.halves.is_multiple_of(2) {
            serializer.serialize_u32(self.halves / 2)
        } else {
            serializer.serialize_f64(f64::from(self.halves) / 2.0)
        }
    }
}

impl<'de> Deserialize<'de> for ManaValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_number(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_added_up() {
        for (cost, value) in [
            ("", "0"),
            ("{2}{W}{W}", "4"),
            ("{X}{2/U}{B/P}{S}{C}", "5"),
            ("{HW}", "0.5"),
            ("{½}{1}", "1.5"),
            ("{1000000}", "1000000"),
            ("{99999999999}", "1"),
            ("2W", "0"),
        ] {
            assert_eq!(ManaValue::of_cost(cost).to_string(), value, "{cost}");
        }
    }

    #[test]
    fn numbers_are_read_and_written() {
        for json in ["3", "0.5", "1000000", "0"] {
            let value: ManaValue = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
        }
        assert_eq!(serde_json::from_str::<ManaValue>("4.0").unwrap(), ManaValue::whole(4));
        for json in ["-1", "0.3", "1e300", "\"3\""] {
            assert!(serde_json::from_str::<ManaValue>(json).is_err(), "{json}");
        }
    }
}
