//! Forbidden dependencies: core on impure crates, the shipped program on the test kit.

use std::path::Path;

use super::Problem;
use crate::step::{Failed, Step};

/// Crates that do I/O, or that provide randomness or the time.
const IMPURE: [&str; 14] = [
    "chrono",
    "getrandom",
    "instant",
    "js-sys",
    "libc",
    "mio",
    "rand",
    "rustix",
    "socket2",
    "time",
    "tokio",
    "wasm-bindgen",
    "web-time",
    "windows-sys",
];

/// The crate of the test kit.
const TEST_KIT: &str = "facedown-testkit";

/// Features of `serde_json` that change the order of keys or the form of numbers, and thereby the checksums of records. If
/// one crate enables them, they are enabled for all.
const REORDERING: [&str; 2] = ["arbitrary_precision", "preserve_order"];

pub(super) fn check(root: &Path, problems: &mut Vec<Problem>) -> Result<(), Failed> {
    let mut complain = |file: &str, what: String| {
        problems.push(Problem { file: file.into(), line: None, what });
    };
    // The target of browsers. Cargo prints the tree even if the target is not installed.
    let tree = ["tree", "--package", "facedown-core", "--edges", "normal", "--prefix", "none"];
    let target = ["--target", "wasm32-unknown-unknown"];
    let core = Step::cargo(root, "core's dependencies", &[&tree[..], &target].concat()).output()?;
    for name in impure_in(&core) {
        complain("crates/core/Cargo.toml", format!("core is pure: it must not depend on {name}"));
    }
    let tree = ["tree", "--package", "facedown-cli", "--edges", "normal,build", "--prefix", "none"];
    let shipped = Step::cargo(root, "the program's dependencies", &tree).output()?;
    if has_crate(&shipped, TEST_KIT) {
        complain(
            "crates/cli/Cargo.toml",
            format!("the program is shipped: it must not depend on {TEST_KIT}"),
        );
    }
    let tree = ["tree", "--workspace", "--edges", "features", "--prefix", "none"];
    let inverted = ["--invert", "serde_json"];
    let json = Step::cargo(root, "serde_json", &[&tree[..], &inverted].concat()).output()?;
    for feature in reordering_in(&json) {
        complain("Cargo.toml", format!("serde_json's {feature} would break all old records"));
    }
    Ok(())
}

/// The impure crates in the output of `cargo tree`.
fn impure_in(tree: &str) -> impl Iterator<Item = &'static str> {
    IMPURE.into_iter().filter(move |name| has_crate(tree, name))
}

/// Whether this crate is in the output of `cargo tree`, which has lines like `serde v1.0.229 (*)`.
fn has_crate(tree: &str, name: &str) -> bool {
    tree.lines().any(|line| line.split(' ').next() == Some(name))
}

/// The forbidden features in the output of `cargo tree`, which has lines like `serde_json feature "std"`.
fn reordering_in(tree: &str) -> impl Iterator<Item = &'static str> {
    let line = |feature: &&str| format!("serde_json feature \"{feature}\"");
    REORDERING.into_iter().filter(move |feature| tree.contains(&line(feature)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_whole_names_only() {
        let tree = "facedown-core v0.1.0\nrand_core v0.10.1\nlibc v0.2.1 (*)\ntimes v1.0.0\n";
        assert_eq!(impure_in(tree).collect::<Vec<_>>(), ["libc"]);
        assert!(has_crate(tree, "times") && !has_crate(tree, "core"));
    }

    #[test]
    fn finds_features_that_reorder() {
        let tree = "serde_json v1.0.154\nserde_json feature \"preserve_order\"\n";
        assert_eq!(reordering_in(tree).collect::<Vec<_>>(), ["preserve_order"]);
        assert_eq!(reordering_in("serde_json feature \"std\"\n").count(), 0);
    }
}
