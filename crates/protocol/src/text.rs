//! Short texts from clients, checked when they are parsed: names, chat, ids and codes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is empty.
    #[error("{what} is empty; write at least one character")]
    Empty {
        /// The kind of text, with an article.
        what: &'static str,
    },
    /// The text has no visible character.
    #[error("{what} has no visible characters; write something that can be seen")]
    Invisible {
        /// The kind of text, with an article.
        what: &'static str,
    },
    /// The text is too long.
    #[error("{what} has {length} characters; at most {most} are allowed")]
    TooLong {
        /// The kind of text, with an article.
        what: &'static str,
        /// Its length in characters.
        length: usize,
        /// The longest allowed length in characters.
        most: usize,
    },
    /// The text has a character that is not allowed.
    #[error("{what} contains {found:?}; {allowed}")]
    Character {
        /// The kind of text, with an article.
        what: &'static str,
        /// The first such character.
        found: char,
        /// Which characters are allowed, as a clause.
        allowed: &'static str,
    },
}

/// The characters that are allowed in a kind of text.
enum Alphabet {
    /// No control characters, and none that change the direction of the text around them.
    Readable,
    /// Only characters that need no escaping in a URL or in JSON.
    Plain,
}

impl Alphabet {
    fn has(&self, c: char) -> bool {
        match self {
            Self::Plain => c.is_ascii_alphanumeric() || c == '-' || c == '_',
            Self::Readable => {
                let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                let breaks = matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}');
                !c.is_control() && !turns && !breaks
            }
        }
    }

    const fn allowed(&self) -> &'static str {
        match self {
            Self::Plain => "only letters, digits, `-` and `_` are allowed",
            Self::Readable => "control characters are not allowed",
        }
    }

    fn check(&self, what: &'static str, text: &str, most: usize) -> Result<(), TextError> {
        let length = text.chars().count();
        if length == 0 {
            return Err(TextError::Empty { what });
        }
        if length > most {
            return Err(TextError::TooLong { what, length, most });
        }
        match text.chars().find(|&c| !self.has(c)) {
            Some(found) => Err(TextError::Character { what, found, allowed: self.allowed() }),
            None => Ok(()),
        }
    }
}

macro_rules! text {
    ($(#[$doc:meta])* $Text:ident, $what:literal, $most:literal, $alphabet:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(transparent)]
        pub struct $Text(Box<str>);

        impl $Text {
            /// The longest allowed length, in characters.
            pub const MAX: usize = $most;

            /// Checks a text. White space around it is removed.
            pub fn new(text: &str) -> Result<Self, TextError> {
                let text = text.trim();
                Alphabet::$alphabet.check($what, text, $most)?;
                Ok(Self(text.into()))
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $Text {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                Self::new(&text).map_err(de::Error::custom)
            }
        }
    };
}

macro_rules! shown {
    ($($Text:ident),*) => {$(
        impl fmt::Display for $Text {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl fmt::Debug for $Text {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?}", self.0)
            }
        }
    )*};
}

text! {
    /// The name of a player.
    Name, "a name", 32, Readable
}
text! {
    /// A chat message.
    ChatText, "a message", 500, Readable
}
text! {
    /// An id that a client gives to a message, so that it is carried out only once however often it is sent.
    ClientId, "an id", 64, Plain
}
text! {
    /// The id of a table.
    TableId, "the id of a table", 64, Plain
}
text! {
    /// A secret with which its bearer may join a table, or sign in another device.
    Code, "a code", 64, Plain
}
text! {
    /// A secret that authenticates a player. It is never printed.
    ///
    /// ```
    /// let token = facedown_protocol::Token::new("c2VjcmV0").unwrap();
    /// assert_eq!(format!("{token:?}"), "Token(..)");
    /// ```
    /// ```compile_fail,E0277
    /// let token = facedown_protocol::Token::new("c2VjcmV0").unwrap();
    /// assert_eq!(format!("{token}"), "Token(..)");
    /// ```
    Token, "a token", 128, Plain
}
shown!(Name, ChatText, ClientId, TableId);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_checked_when_they_are_parsed() {
        let name = |text: &str| Name::new(text).map(|name| name.to_string());
        assert_eq!(name(" Zoë 🐈 ").as_deref(), Ok("Zoë 🐈"));
        assert_eq!(name("  "), Err(TextError::Empty { what: "a name" }));
        let long = "a".repeat(33);
        assert_eq!(name(&long), Err(TextError::TooLong { what: "a name", length: 33, most: 32 }));
        for found in ['\n', '\0', '\u{202e}', '\u{2028}'] {
            let bad = name(&format!("a{found}b"));
            assert!(matches!(bad, Err(TextError::Character { found: it, .. }) if it == found));
        }
        assert!(ClientId::new("move-17_a").is_ok());
        assert!(ClientId::new("move 17").is_err());
        assert!(ClientId::new("é").is_err());
    }

    #[test]
    fn a_text_of_another_type_is_refused() {
        assert!(serde_json::from_str::<ClientId>("17").is_err());
        assert!(serde_json::from_str::<ClientId>("null").is_err());
        let escaped: ClientId = serde_json::from_str(r#""\u0061b""#).unwrap();
        assert_eq!(escaped.as_str(), "ab");
    }

    #[test]
    fn secrets_are_not_printed() {
        assert_eq!(format!("{:?}", Code::new("abc").unwrap()), "Code(..)");
        assert_eq!(format!("{:?}", Token::new("abc").unwrap()), "Token(..)");
    }
}
