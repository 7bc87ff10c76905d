//! Checks the dependencies of the crates and of the page: licences, sources and security advisories.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::step::{Failed, Step};

/// The version of cargo-deny. If another one is installed, this one is installed as well.
const VERSION: &str = "0.20.2";

pub(crate) fn check(root: &Path) -> Result<(), Failed> {
    let tool = tool(root)?;
    let tool = tool.to_string_lossy();
    let deny = |name, args: &[&str]| {
        let here = ["--locked", "--config", "deny.toml"];
        Step::new(root, name, &tool, &[&here, args].concat())
    };
    let what = ["licenses", "bans", "sources"];
    // The list of licences is shared by two workspaces, neither of which needs all of them.
    let ours = ["check", "--allow", "license-exception-not-encountered"];
    let fuzz =
        ["--manifest-path", "fuzz/Cargo.toml", "check", "--allow", "license-not-encountered"];
    deny("licences, bans, sources", &[&ours[..], &what].concat()).run()?;
    deny("licences, bans, sources of the fuzz targets", &[&fuzz[..], &what].concat()).run()?;
    if deny("advisories", &["fetch", "db"]).succeeds() {
        deny("advisories", &["check", "advisories"]).run()?;
    } else {
        not_checked("advisories", "the database of advisories cannot be fetched from here");
    }
    audit(root, "audit of what the page ships", &["--omit=dev"], &LEVELS)?;
    audit(root, "audit of what the page is built with", &[], &LEVELS[2..])
}

/// The path of cargo-deny. It is installed if it is missing, without optimisation, which takes less than a minute.
fn tool(root: &Path) -> Result<PathBuf, Failed> {
    let place = format!("target/tools/cargo-deny-{VERSION}");
    let tool =
        root.join(&place).join("bin/cargo-deny").with_extension(std::env::consts::EXE_EXTENSION);
    if !tool.exists() {
        let exactly = format!("={VERSION}");
        let args = [
            "install",
            "cargo-deny",
            "--version",
            &exactly,
            "--locked",
            "--debug",
            "--root",
            &place,
        ];
        Step::cargo(root, "cargo-deny", &args).env("CARGO_PROFILE_DEV_DEBUG", "false").run()?;
    }
    Ok(tool)
}

fn not_checked(name: &str, why: &str) {
    println!("== {name}: NOT CHECKED, because {why}\n");
}

/// The severities of npm.
const LEVELS: [&str; 4] = ["low", "moderate", "high", "critical"];

/// Asks npm for vulnerabilities in the page's packages. Those at these levels are a failure.
fn audit(root: &Path, name: &'static str, args: &[&str], levels: &[&str]) -> Result<(), Failed> {
    let args = [&["--prefix", "web", "audit"], args].concat();
    let json = Step::new(root, name, "npm", &[&args[..], &["--json"]].concat()).printed()?;
    match wrong(&json, levels) {
        None => not_checked(name, "the registry that npm uses does not support it"),
        Some(0) => println!("== {name}: ok\n"),
        // Again, as text for people.
        Some(_) => return Step::new(root, name, "npm", &args).run(),
    }
    Ok(())
}

/// The number of vulnerable packages at these levels; `None` if npm got no answer.
fn wrong(json: &str, levels: &[&str]) -> Option<u64> {
    let report: Value = serde_json::from_str(json).ok()?;
    let counts = report.pointer("/metadata/vulnerabilities")?;
    Some(levels.iter().filter_map(|level| counts[level].as_u64()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_counts_at_the_levels_that_matter() {
        let report = r#"{"auditReportVersion":2,"metadata":{"vulnerabilities":
            {"info":9,"low":1,"moderate":2,"high":3,"critical":4,"total":19}}}"#;
        assert_eq!(wrong(report, &LEVELS), Some(10));
        assert_eq!(wrong(report, &LEVELS[2..]), Some(7));
        let clean = r#"{"metadata":{"vulnerabilities":{"info":1,"low":0,"high":0,"total":1}}}"#;
        assert_eq!(wrong(clean, &LEVELS), Some(0));
    }

    #[test]
    fn an_audit_that_was_not_answered_is_no_clean_one() {
        let refused =
            r#"{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}"#;
        assert_eq!(wrong(refused, &LEVELS), None);
        assert_eq!(wrong("", &LEVELS), None);
    }
}
