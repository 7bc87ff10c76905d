//! Short texts from outside, checked when they come in: names, chat, ids and codes.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de};

/// Why a text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadText {
    /// There is nothing in it.
    #[error("{what} is empty; write at least one character")]
    Empty {
        /// What it should have been.
        what: &'static str,
    },
    /// There is nothing in it that can be seen.
    #[error("{what} shows nothing; write something that can be seen")]
    Invisible {
        /// What it should have been.
        what: &'static str,
    },
    /// It is too long.
    #[error("{what} has {length} characters; at most {most} are allowed")]
    TooLong {
        /// What it should have been.
        what: &'static str,
        /// How long it is.
        length: usize,
        /// How long it may be.
        most: usize,
    },
    /// There is a character in it that does not belong there.
    #[error("{what} contains {found:?}; {allowed}")]
    Character {
        /// What it should have been.
        what: &'static str,
        /// The first such character.
        found: char,
        /// What may be in it.
        allowed: &'static str,
    },
}

/// What may be in a text.
enum Alphabet {
    /// What can be read: no control characters, and none that turn the direction of what is around them.
    Readable,
    /// What needs no escape in a URL or in JSON.
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

    fn check(&self, what: &'static str, text: &str, most: usize) -> Result<(), BadText> {
        let length = text.chars().count();
        if length == 0 {
            return Err(BadText::Empty { what });
        }
        if length > most {
            return Err(BadText::TooLong { what, length, most });
        }
        match text.chars().find(|&c| !self.has(c)) {
            Some(found) => Err(BadText::Character { what, found, allowed: self.allowed() }),
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
            /// The longest that is allowed, in characters.
            pub const MAX: usize = $most;

            /// The text, if it is one of this kind. White space around it is taken off.
            pub fn new(text: &str) -> Result<Self, BadText> {
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
    /// What a player is called.
    Name, "a name", 32, Readable
}
text! {
    /// Something that somebody says at the table.
    ChatText, "a message", 500, Readable
}
text! {
    /// What a client calls one of its actions, so that it is done once however often it is sent.
    ClientId, "an id", 64, Plain
}
text! {
    /// Which table.
    TableId, "the id of a table", 64, Plain
}
text! {
    /// A secret that lets its bearer sit down at a table, or take a player along to another device.
    Code, "a code", 64, Plain
}
text! {
    /// A secret that says who somebody is. It is not printed.
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
    fn texts_are_checked_when_they_come_in() {
        let name = |text: &str| Name::new(text).map(|name| name.to_string());
        assert_eq!(name(" Zoë 🐈 ").as_deref(), Ok("Zoë 🐈"));
        assert_eq!(name("  "), Err(BadText::Empty { what: "a name" }));
        let long = "a".repeat(33);
        assert_eq!(name(&long), Err(BadText::TooLong { what: "a name", length: 33, most: 32 }));
        for found in ['\n', '\0', '\u{202e}', '\u{2028}'] {
            let bad = name(&format!("a{found}b"));
            assert!(matches!(bad, Err(BadText::Character { found: it, .. }) if it == found));
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
