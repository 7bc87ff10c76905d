//! Short texts that players write: names of counters, notes, and what is printed on tokens.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de};

/// A text of at most `N` characters on one line, without control characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Words<const N: usize>(Arc<str>);

/// A name: of a counter, a token, a designation.
pub type Name = Words<40>;
/// A line: the type of a token, a note.
pub type Line = Words<120>;
/// A text of several sentences: what a token does.
pub type Prose = Words<600>;

impl<const N: usize> Words<N> {
    /// These words, or `None` if they are too long or not on one line.
    pub fn new(text: &str) -> Option<Self> {
        let fits = text.chars().count() <= N && !text.chars().any(char::is_control);
        fits.then(|| Self(text.into()))
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<const N: usize> Deref for Words<N> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const N: usize> fmt::Display for Words<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Words<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| {
            let given = text.chars().count();
            de::Error::custom(format_args!(
                "a text of {given} characters; write at most {N}, all on one line"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_or_has_lines_is_refused() {
        let longest = "ü".repeat(40);
        assert_eq!(&*serde_json::from_str::<Name>(&format!("\"{longest}\"")).unwrap(), longest);
        for text in [format!("\"{longest}!\""), "\"two\\nlines\"".to_owned()] {
            let error = serde_json::from_str::<Name>(&text).unwrap_err().to_string();
            assert!(error.contains("write at most 40, all on one line"), "{error}");
        }
    }
}
