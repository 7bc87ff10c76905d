//! Checks that the source files and items that the documentation names exist.

use super::{File, Problem, has_word};

/// The kinds of files whose names are checked.
const SOURCES: [&str; 3] = ["rs", "ts", "svelte"];

pub(super) fn check(files: &[File], problems: &mut Vec<Problem>) {
    // Records of decisions and the changelog describe the past.
    let is_history =
        |file: &File| file.is_under("docs/decisions") || file.path.ends_with("CHANGELOG.md");
    for page in files.iter().filter(|file| file.is("md") && !is_history(file)) {
        for (number, line) in page.lines() {
            let spans = line.split('`').skip(1).step_by(2);
            let missing = spans.filter_map(|span| missing(span, files));
            problems.extend(missing.map(|what| page.problem(number, what)));
        }
    }
}

/// What is wrong with this code span, if it is the name of a file (`room/check.rs`) or of an item (`Room::fold`).
fn missing(span: &str, files: &[File]) -> Option<String> {
    let is_name = |text: &str| {
        text.starts_with(char::is_alphabetic)
            && text.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c))
    };
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name(span) && SOURCES.iter().any(|kind| span.ends_with(&format!(".{kind}"))) {
        let exists = files.iter().any(|file| file.path.ends_with(span));
        return (!exists).then(|| format!("there is no file {span}"));
    }
    let (owner, item) = span.split_once("::")?;
    if !owner.starts_with(char::is_uppercase) || !is_word(owner) || !is_word(item) {
        return None;
    }
    let mut sources = files.iter().filter(|file| file.is("rs"));
    let declares = |file: &File| {
        let kinds = ["struct", "enum", "trait", "type"].iter();
        kinds.clone().any(|kind| has_word(&file.text, &format!("{kind} {owner}")))
    };
    let exists = sources.clone().any(declares) && sources.any(|file| has_word(&file.text, item));
    (!exists).then(|| format!("there is no {span}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(page: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let source = file("crates/a/src/room/check.rs", "pub struct Room;\nfn fold() {}\n");
        let mut problems = Vec::new();
        check(&[source, file("docs/a.md", page)], &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn files_and_items_that_exist_are_fine() {
        let page = "`room/check.rs` has `Room::fold`, and `serde::Value`, `*.rs`, `<game>/a.rs`.";
        assert_eq!(complaints(page), [""; 0]);
    }

    #[test]
    fn files_and_items_that_do_not_exist_are_reported() {
        assert_eq!(complaints("\nSee `heck.rs`."), ["docs/a.md:2: there is no file heck.rs"]);
        assert_eq!(complaints("`Room::plain`"), ["docs/a.md:1: there is no Room::plain"]);
        assert_eq!(complaints("`Hall::fold`"), ["docs/a.md:1: there is no Hall::fold"]);
    }
}
