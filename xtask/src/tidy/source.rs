//! Checks of single files: module docs, sizes, leftovers, paths of a developer's machine.

use super::{File, Problem, has_word};

/// The most lines of a source file.
const MAX_LINES: usize = 500;
/// The beginning of a generated file.
const GENERATED: &str = "// Generated";
/// The most lines of a golden playthrough.
const MAX_PLAY_LINES: usize = 150;

// Written in pieces, so that this file does not contain them.
const UNFINISHED: [&str; 3] =
    [concat!("to", "do!("), concat!("un", "implemented!("), concat!("#[", "ignore")];
const NOTES: [&str; 2] = [concat!("FIX", "ME"), concat!("X", "XX")];
const MACHINE_PATHS: [&str; 3] =
    [concat!("/", "work/"), concat!("/", "root/"), concat!("/", "home/")];

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    let lines = file.text.lines().count();
    let longest = match file.path.extension().and_then(|extension| extension.to_str()) {
        Some("play") => MAX_PLAY_LINES,
        // Generated files may be long.
        Some("ts") if file.text.starts_with(GENERATED) => usize::MAX,
        Some("rs" | "ts" | "svelte") => MAX_LINES,
        _ => usize::MAX,
    };
    if lines > longest {
        let what = format!("{lines} lines; make several files of at most {longest} lines");
        problems.push(file.problem(None, what));
    }
    if file.is("rs") && !begins_with_doc(&file.text) {
        let what = "begin the file with `//!` and a sentence that says what it is for";
        problems.push(file.problem(1, what));
    }
    for (number, line) in file.lines() {
        problems.extend(leftover(file, line).map(|what| file.problem(number, what)));
    }
}

/// What is wrong with this line.
fn leftover(file: &File, line: &str) -> Option<String> {
    if let Some(path) = MACHINE_PATHS.iter().find(|path| has_path(line, path)) {
        return Some(format!("a path of somebody's machine: {path}"));
    }
    if let Some(note) = NOTES.iter().find(|note| has_word(line, note)) {
        return Some(format!("{note}: do it now, or write it down where plans are kept"));
    }
    // Doctests that must not compile may use these macros.
    let is_doc = line.trim_start().starts_with("//");
    let unfinished = UNFINISHED.iter().find(|unfinished| line.contains(**unfinished));
    unfinished.filter(|_| file.is("rs") && !is_doc).map(|what| format!("unfinished: {what}"))
}

/// Whether the path occurs, and not only as a part of a longer one.
fn has_path(line: &str, path: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-.)}".contains(c);
    line.match_indices(path).any(|(at, _)| !line[..at].ends_with(is_part))
}

/// Whether the first paragraph of the module's doc is a sentence.
fn begins_with_doc(text: &str) -> bool {
    let paragraph: Vec<_> =
        text.lines().map_while(|line| line.strip_prefix("//! ")).map(str::trim).collect();
    paragraph.first().is_some_and(|first| !first.is_empty() && !first.starts_with('#'))
        && paragraph.last().is_some_and(|last| last.ends_with(['.', '?', '!', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    #[track_caller]
    fn finds(path: &str, text: &str, wanted: &[&str]) {
        let found = complaints(check, path, text);
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.contains(wanted), "{found}");
        }
    }

    #[test]
    fn a_source_file_says_what_it_is_for() {
        finds("a.rs", "//! What it is for.\n", &[]);
        finds("a.rs", "//! What it is for, on\n//! two lines.\n//!\n//! More\n", &[]);
        finds("a.rs", "//! no sentence\nfn main() {}\n", &["a.rs:1: begin the file"]);
        finds("a.rs", "// What it is for.\n", &["a.rs:1: begin the file"]);
        finds("a.rs", "", &["a.rs:1: begin the file"]);
        finds("a.txt", "", &[]);
    }

    #[test]
    fn long_files_are_several_files() {
        let rust = |lines: usize| format!("//! Long.\n{}", "\n".repeat(lines - 1));
        finds("a.rs", &rust(MAX_LINES), &[]);
        finds("a.rs", &rust(MAX_LINES + 1), &["a.rs: 501 lines"]);
        finds("a.play", &"\n".repeat(MAX_PLAY_LINES), &[]);
        finds("a.play", &"\n".repeat(MAX_PLAY_LINES + 1), &["a.play: 151 lines"]);
        finds("a.md", &"\n".repeat(1000), &[]);
        finds("a.ts", &"\n".repeat(1000), &["a.ts: 1000 lines"]);
        finds("a.ts", &format!("// Generated from b.\n{}", "\n".repeat(1000)), &[]);
    }

    #[test]
    fn nothing_is_left_unfinished() {
        for unfinished in UNFINISHED {
            let line = format!("//! A file.\n    {unfinished})\n");
            finds("a.rs", &line, &["a.rs:2: unfinished"]);
        }
        for note in NOTES {
            finds("a.md", &format!("{note}: later\n"), &["a.md:1: "]);
            finds("a.md", &format!("a{note}b\n"), &[]);
        }
    }

    #[test]
    fn nothing_depends_on_somebodys_machine() {
        for path in MACHINE_PATHS {
            finds("a.md", &format!("see {path}me/x\n"), &["a.md:1: a path"]);
            finds("a.md", &format!("see https://example.org{path}me/x\n"), &[]);
            finds("a.md", &format!("see crates{path}me/x\n"), &[]);
        }
    }
}
