//! What can be seen of a text: new names and messages must show something, and names nothing that does not show.
//!
//! Texts that were accepted before are still read; only what comes in new is checked here.

use serde::{Deserialize, Deserializer, de};

use crate::text::{BadText, ChatText, Name};

/// Reads a name that somebody wants to be called by from now on.
pub(crate) fn new_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    let name = Name::deserialize(deserializer)?;
    check_name(name.as_str()).map_err(de::Error::custom)?;
    Ok(name)
}

/// Reads a message that somebody says.
pub(crate) fn new_chat<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ChatText, D::Error> {
    let text = ChatText::deserialize(deserializer)?;
    check_shows("a message", text.as_str()).map_err(de::Error::custom)?;
    Ok(text)
}

/// A name shows, and has nothing in it that does not: two names that look the same would not be the same.
fn check_name(name: &str) -> Result<(), BadText> {
    check_shows("a name", name)?;
    let mut before = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        // Emoji are put together with these, and some scripts join their letters with them. Latin letters never need them.
        let follows =
            before.is_some_and(|b: char| !b.is_ascii() && (!is_blank(b) || is_selector(b)));
        let joins = is_joiner(c) && follows && chars.peek().is_some_and(|next| !is_blank(*next));
        let selects = is_selector(c) && follows;
        if is_blank(c) && !c.is_whitespace() && !joins && !selects {
            let allowed = "characters that cannot be seen are not allowed";
            return Err(BadText::Character { what: "a name", found: c, allowed });
        }
        before = Some(c);
    }
    Ok(())
}

fn check_shows(what: &'static str, text: &str) -> Result<(), BadText> {
    if text.chars().all(is_blank) { Err(BadText::Invisible { what }) } else { Ok(()) }
}

const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

const fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether a character shows nothing by itself: white space, what Unicode calls default ignorable (joiners, selectors,
/// fillers, marks of direction, tags), and the empty Braille cell.
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
    fn a_name_that_does_not_show_is_refused() {
        for blank in [
            "\u{200b}",
            "\u{3164}",
            "\u{61c}",
            "\u{e0041}",
            "\u{2800}",
            "\u{200d}\u{200d}",
            "\u{ffa0}\u{115f}",
        ] {
            assert_eq!(check_name(blank), Err(BadText::Invisible { what: "a name" }), "{blank:?}");
        }
    }

    #[test]
    fn a_name_with_something_in_it_that_does_not_show_is_refused() {
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
                matches!(refused, Err(BadText::Character { found, .. }) if found == hidden),
                "{name:?}"
            );
        }
    }

    #[test]
    fn names_of_all_scripts_and_emoji_are_welcome() {
        for name in
            ["Ann Lee", "Zoë 🐈", "👩‍👩‍👧", "❤️‍🔥 Kim", "می‌خواهم", "한글", "نور", "Łukasz", "李 明"]
        {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_message_may_have_anything_in_it_as_long_as_something_shows() {
        assert_eq!(check_shows("a message", "🏴\u{e0067}\u{e0062}\u{e007f}"), Ok(()));
        let blank = check_shows("a message", "\u{200b} \u{3164}");
        assert_eq!(
            blank.unwrap_err().to_string(),
            "a message shows nothing; write something that can be seen"
        );
    }
}
