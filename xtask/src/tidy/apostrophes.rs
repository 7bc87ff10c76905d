//! Checks that players read one apostrophe, the curly one.

use super::{File, Problem};

/// The folders of texts that players read.
const READ_BY_PLAYERS: [&str; 7] = [
    "crates/bots/src",
    "crates/cli/src",
    "crates/core/src",
    "crates/games/src",
    "crates/protocol/src",
    "web/src",
    "xtask/template",
];

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    let is_read = READ_BY_PLAYERS.into_iter().any(|folder| file.is_under(folder));
    let is_source = ["ftl", "html", "rs", "svelte", "ts"].into_iter().any(|kind| file.is(kind));
    if !is_read || !is_source || is_test(file) {
        return;
    }
    for (number, line) in file.lines().filter(|(_, line)| !is_comment(line)) {
        if has_straight_apostrophe(line) {
            problems.push(file.problem(number, "players read ’, not a straight apostrophe"));
        }
    }
}

fn is_test(file: &File) -> bool {
    let path = file.path.to_string_lossy();
    [".spec.", ".test.", "/e2e/", "/tests/", "/tests."].into_iter().any(|part| path.contains(part))
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    ["//", "/*", "*", "#", "<!--"].into_iter().any(|mark| line.starts_with(mark))
        // The sentence of a refusal or an error.
        && !line.starts_with("#[error")
}

/// Whether there is one between two letters, and not as the quote of a byte such as `b'a'`.
fn has_straight_apostrophe(line: &str) -> bool {
    line.match_indices('\'').any(|(at, _)| {
        let before = &line[..at];
        let is_byte = before
            .strip_suffix('b')
            .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        !is_byte
            && before.ends_with(char::is_alphabetic)
            && line[at + 1..].starts_with(char::is_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    #[test]
    fn a_straight_apostrophe_in_a_text_is_found() {
        for (path, line) in [
            ("crates/games/src/a/texts/en.ftl", "look = Don't look"),
            ("web/src/a.svelte", "<p>It isn't your turn.</p>"),
            ("crates/cli/src/a.rs", "say(\"Bob's turn\")"),
            ("crates/games/src/a.rs", "#[error(\"that isn't yours\")]"),
        ] {
            assert_eq!(complaints(check, path, line).len(), 1, "{path}: {line}");
        }
        for (path, line) in [
            ("crates/games/src/a/texts/en.ftl", "look = Don’t look"),
            ("crates/games/src/a.rs", "// the card's face"),
            ("crates/cli/src/a.rs", "matches!(byte, b'a'..=b'z')"),
            ("crates/cli/src/a.rs", "fn a<'a>(text: &'a str) -> Box<dyn Fn() + 'a>"),
            ("crates/server/src/a.rs", "the server's log"),
            ("web/src/a.test.ts", "it(\"shows the thief's board\")"),
        ] {
            assert!(complaints(check, path, line).is_empty(), "{path}: {line}");
        }
    }
}
