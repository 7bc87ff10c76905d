//! Formats every Rust file, including those that `cargo fmt` does not find.

use std::path::Path;

use crate::step::{Failed, Step};

/// Formats every Rust file of the repository, or only checks the format.
///
/// `cargo fmt` follows `mod` declarations, but not those in macros, so the files are listed by git instead, including
/// those that are not committed yet.
pub(crate) fn rust(root: &Path, check: bool) -> Result<(), Failed> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"];
    let listed = Step::new(root, "format", "git", &list).output()?;
    // git also lists a file that was deleted and is not yet staged.
    let mut files: Vec<&str> = listed.lines().filter(|file| root.join(file).exists()).collect();
    files.sort_unstable();
    files.dedup();
    let options = ["--edition", "2024", if check { "--check" } else { "--quiet" }];
    let files = [&options, &files[..]].concat();
    let typed = if check { "cargo xtask format --check" } else { "cargo xtask format" };
    Step::new(root, "format", "rustfmt", &files).typed_as(typed).run()
}
