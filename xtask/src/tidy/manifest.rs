//! Every crate of the workspace inherits its lints.

use super::{File, Problem};

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    if !file.path.ends_with("Cargo.toml") || file.text.contains("[workspace]") {
        return;
    }
    let mut lines = file.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let inherits = lines.any(|line| line == "[lints]") && lines.next() == Some("workspace = true");
    if !inherits {
        let what = "add `[lints]` and `workspace = true`, as the other crates have";
        problems.push(file.problem(None, what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    #[test]
    fn a_crate_inherits_the_lints() {
        let found = |text| complaints(check, "crates/a/Cargo.toml", text).len();
        assert_eq!(found("[package]\nname = \"a\"\n\n[lints]\nworkspace = true\n"), 0);
        assert_eq!(found("[package]\nname = \"a\"\n"), 1);
        assert_eq!(found("[package]\nname = \"a\"\n[lints]\n[dependencies]\n"), 1);
        assert_eq!(found("[workspace]\nmembers = []\n"), 0);
    }
}
