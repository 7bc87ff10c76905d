//! Checks that every line of a test plan names tests, and that these tests exist.

use super::{File, Problem};

/// Where the test plans are.
const FOLDER: &str = "docs/testplans";

pub(super) fn check(files: &[File], problems: &mut Vec<Problem>) {
    let is_plan =
        |file: &&File| file.is_under(FOLDER) && file.is("md") && !file.path.ends_with("README.md");
    for plan in files.iter().filter(is_plan) {
        check_plan(plan, files, problems);
    }
}

fn check_plan(plan: &File, files: &[File], problems: &mut Vec<Problem>) {
    // The line of a requirement that has no test yet.
    let mut untested = None;
    let mut complain_of = |line: Option<usize>| {
        let what = "name the test that shows this: \"  - `FILE`: `TEST`\" in the next line";
        problems.extend(line.map(|line| plan.problem(line, what)));
    };
    let mut wrong = Vec::new();
    for (number, line) in plan.lines() {
        if let Some(named) = line.strip_prefix("  - ") {
            untested = None;
            wrong.extend(mistake(named, files).map(|what| plan.problem(number, what)));
        } else if line.starts_with("- ") {
            complain_of(untested.replace(number));
        } else if line.starts_with('#') {
            complain_of(untested.take());
        }
    }
    complain_of(untested);
    problems.append(&mut wrong);
}

/// What is wrong with the reference to a test, "`FILE`: `TEST`".
fn mistake(named: &str, files: &[File]) -> Option<String> {
    let parts: Vec<_> = named.split('`').collect();
    let ["", path, ": ", name, ""] = parts[..] else {
        return Some(format!("write it as \"`FILE`: `TEST`\": {named}"));
    };
    let Some(file) = files.iter().find(|file| file.path.as_os_str() == path) else {
        return Some(format!("there is no file {path}"));
    };
    let is_there = match file.path.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => has_function(file, name),
        Some("ts") => has_title(&file.text, name),
        Some("play") => file.lines().any(|(_, line)| line.strip_prefix("# ") == Some(name)),
        _ => false,
    };
    (!is_there).then(|| format!("there is no test `{name}` in {path}"))
}

/// Whether a Rust file has a test with this name: a function below a test attribute.
fn has_function(file: &File, name: &str) -> bool {
    let mut is_test = false;
    for (_, line) in file.lines() {
        let line = line.trim_start();
        if line.starts_with("#[") {
            is_test |= line.contains("test]") || line.contains("test(");
        } else if !line.starts_with("//") {
            let function = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
            let called = function.and_then(|rest| rest.split_once(['(', '<']));
            if is_test && called.is_some_and(|(called, _)| called == name) {
                return true;
            }
            is_test = false;
        }
    }
    false
}

/// Whether a test of the page has this title: `test("…"`, `it("…"`, or `it.each(…)("…"`.
fn has_title(text: &str, title: &str) -> bool {
    ['"', '\'', '`'].into_iter().any(|quote| {
        text.match_indices(&format!("({quote}{title}{quote},")).any(|(at, _)| {
            let before = &text[..at];
            ["test", " it", ")"].into_iter().any(|call| before.ends_with(call))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &str = "#[test]\n#[should_panic]\nfn one() {}\n\n#[tokio::test(flavor = \"x\")]\nasync fn two() {}\n\nfn three() {}\n";
    const PAGE: &str = "  it(\"says hello\", () => {});\ntest(`goes on`, f);\nit.each([1])(\"takes %s\", f);\ntest.skip(\"is off\", f);\ndescribe(\"a group\", f);\n";
    const PLAY: &str = "# K1: a Kitten\n> 0 play card=1\n";

    /// The problems of a plan with these lines.
    fn complaints(plan: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [
            file("a.rs", RUST),
            file("a.test.ts", PAGE),
            file("a.play", PLAY),
            file("docs/testplans/README.md", "- nothing is said of this\n"),
            file("docs/testplans/a.md", plan),
        ];
        let mut problems = Vec::new();
        check(&files, &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn tests_are_found_by_their_names() {
        for named in [
            "`a.rs`: `one`",
            "`a.rs`: `two`",
            "`a.test.ts`: `says hello`",
            "`a.test.ts`: `goes on`",
            "`a.test.ts`: `takes %s`",
            "`a.play`: `K1: a Kitten`",
        ] {
            assert_eq!(complaints(&format!("- a line\n  - {named}\n")), [""; 0], "{named}");
        }
    }

    #[test]
    fn what_is_no_test_is_found_out() {
        for (named, what) in [
            ("`a.rs`: `three`", "there is no test `three` in a.rs"),
            ("`a.rs`: `on`", "there is no test `on` in a.rs"),
            ("`a.test.ts`: `is off`", "there is no test `is off`"),
            ("`a.test.ts`: `a group`", "there is no test `a group`"),
            ("`a.test.ts`: `says`", "there is no test `says`"),
            ("`a.play`: `K1`", "there is no test `K1` in a.play"),
            ("`b.rs`: `one`", "there is no file b.rs"),
            ("a.rs: one", "write it as"),
        ] {
            let found = complaints(&format!("# A plan\n\n- a line\n  - {named}\n"));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].starts_with("docs/testplans/a.md:4: "), "{found:?}");
            assert!(found[0].contains(what), "{found:?}");
        }
    }

    #[test]
    fn every_line_of_a_plan_names_a_test() {
        let tested = "- a line\n  that goes on\n  - `a.rs`: `one`\n";
        assert_eq!(complaints(tested), [""; 0]);
        for plan in [
            format!("- untested\n{tested}"),
            format!("- untested\n\n## More\n\n{tested}"),
            "- untested\n".to_owned(),
        ] {
            let found = complaints(&plan);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].starts_with("docs/testplans/a.md:1: name the test"), "{found:?}");
        }
    }
}
