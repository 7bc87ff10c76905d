//! Checks that core is pure: no clocks, files, threads or system randomness.

use super::{File, Problem, has_word};

const CORE: &str = "crates/core/src";
const STD_MODULES: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];
const NAMES: [&str; 5] = ["SystemTime", "Instant", "OsRng", "getrandom", "thread_local"];
const MACROS: [&str; 3] = ["print!", "println!", "dbg!"];

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    if !file.is_under(CORE) || !file.is("rs") {
        return;
    }
    let mut complain = |line: usize, name: &str| {
        problems.push(file.problem(line, format!("core is pure: it must not use {name}")));
    };
    for (number, line) in file.lines() {
        for module in STD_MODULES {
            let path = format!("std::{module}");
            if has_word(line, &path) {
                complain(number, &path);
            }
        }
        for name in NAMES.into_iter().filter(|name| has_word(line, name)) {
            complain(number, name);
        }
        for name in MACROS.into_iter().filter(|name| line.contains(name)) {
            complain(number, name);
        }
    }
    for (at, _) in file.text.match_indices("std::{") {
        let group = file.text[at..].split(';').next().unwrap_or_default();
        let line = file.text[..at].lines().count().max(1);
        for module in STD_MODULES.into_iter().filter(|module| has_word(group, module)) {
            complain(line, &format!("std::{module}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    #[test]
    fn core_uses_nothing_of_the_world_outside() {
        for line in [
            "use std::time::Duration;",
            "use std::{fmt, fs};",
            "use std::{\n    fmt,\n    net,\n};",
            "let now = Instant::now();",
            "rand_core::OsRng",
            "getrandom::fill(&mut bytes)",
            "eprintln!(\"a\");",
        ] {
            let found = complaints(check, "crates/core/src/a.rs", line);
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(complaints(check, "crates/server/src/a.rs", line).is_empty());
        }
        for line in ["use std::fmt;", "use std::{fmt, iter};", "//! Timeless.", "environment"] {
            let found = complaints(check, "crates/core/src/a.rs", line);
            assert!(found.is_empty(), "{line}: {found:?}");
        }
    }
}
