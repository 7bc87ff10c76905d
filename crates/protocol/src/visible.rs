//! Visibility of texts: new names and messages need a visible character, and names may not have invisible ones.
//!
//! Only new texts are checked here; texts that were stored before are still accepted.

use serde::{Deserialize, Deserializer, de};

use crate::text::{ChatText, Name, TextError};

/// Parses a new name.
pub(crate) fn new_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    let name = Name::deserialize(deserializer)?;
    check_name(name.as_str()).map_err(de::Error::custom)?;
    Ok(name)
}

/// Parses a new chat message.
pub(crate) fn new_chat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ChatText, D::Error> {
    let text = ChatText::deserialize(deserializer)?;
    check_visible("a message", text.as_str()).map_err(de::Error::custom)?;
    Ok(text)
}

/// Checks that a name is visible and has no invisible characters, with which two different names could look the same.
fn check_name(name: &str) -> Result<(), TextError> {
    check_visible("a name", name)?;
    let mut before = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        // Emoji are composed with these, and some scripts join their letters with them. Latin letters never need them.
        let follows =
            before.is_some_and(|b: char| !b.is_ascii() && (!is_blank(b) || is_selector(b)));
        let joins = is_joiner(c) && follows && chars.peek().is_some_and(|next| !is_blank(*next));
        let selects = is_selector(c) && follows;
        if is_blank(c) && !c.is_whitespace() && !joins && !selects {
            let allowed = "invisible characters are not allowed";
            return Err(TextError::Character { what: "a name", found: c, allowed });
        }
        before = Some(c);
    }
    Ok(())
}

fn check_visible(what: &'static str, text: &str) -> Result<(), TextError> {
    if text.chars().all(is_blank) { Err(TextError::Invisible { what }) } else { Ok(()) }
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

const fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character is invisible by itself: white space, the default ignorable characters of Unicode (joiners,
/// selectors, fillers, marks of direction, tags), and the empty Braille cell.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invisible_name_is_refused() {
        for blank in [
            "\u{200b}",
            "\u{3164}",
            "\u{61c}",
            "\u{e0041}",
            "\u{2800}",
            "\u{200d}\u{200d}",
            "\u{ffa0}\u{115f}",
        ] {
            assert_eq!(
                check_name(blank),
                Err(TextError::Invisible { what: "a name" }),
                "{blank:?}"
            );
        }
    }

    #[test]
    fn a_name_with_an_invisible_character_is_refused() {
        for (name, hidden) in [
            ("An\u{200b}n", '\u{200b}'),
            ("Ann\u{3164}", '\u{3164}'),
            ("\u{61c}Ann", '\u{61c}'),
            ("A\u{200d}nn", '\u{200d}'),
            ("Ann\u{fe0f}", '\u{fe0f}'),
            ("Ann\u{e0061}", '\u{e0061}'),
            ("Zoë\u{200d}", '\u{200d}'),
            ("A\u{ad}nn", '\u{ad}'),
        ] {
            let refused = check_name(name);
            assert!(
                matches!(refused, Err(TextError::Character { found, .. }) if found == hidden),
                "{name:?}"
            );
        }
    }

    #[test]
    fn names_in_all_scripts_and_with_emoji_are_accepted() {
        for name in
            ["Ann Lee", "Zoë 🐈", "👩‍👩‍👧", "❤️‍🔥 Kim", "می‌خواهم", "한글", "نور", "Łukasz", "李 明"]
        {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_message_may_have_invisible_characters_beside_visible_ones() {
        assert_eq!(check_visible("a message", "🏴\u{e0067}\u{e0062}\u{e007f}"), Ok(()));
        let blank = check_visible("a message", "\u{200b} \u{3164}");
        assert_eq!(
            blank.unwrap_err().to_string(),
            "a message has no visible characters; write something that can be seen"
        );
    }
}
