//! The boundaries of crates: which crates of the workspace a crate may depend on.

use super::{File, Problem};

/// Each crate with the crates that it may use outside its tests. ARCHITECTURE.md gives the reasons.
const BOUNDARIES: [(&str, &[&str]); 12] = [
    ("core", &[]),
    ("cards", &[]),
    ("games", &["core"]),
    ("bots", &["core", "cards", "games"]),
    ("protocol", &["core"]),
    ("server", &["core", "cards", "games", "bots", "protocol"]),
    ("crypto", &["core"]),
    ("peers", &["core", "crypto", "protocol"]),
    ("machine", &["core", "crypto", "peers", "protocol"]),
    ("testkit", &["core"]),
    ("trials", &["core", "games", "protocol", "server"]),
    (
        "cli",
        &[
            "core", "cards", "games", "bots", "protocol", "server", "crypto", "peers", "machine",
            "trials",
        ],
    ),
];

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    if !file.is_under("crates") || !file.path.ends_with("Cargo.toml") {
        return;
    }
    let name = file.path.parent().and_then(|folder| folder.file_name()).unwrap_or_default();
    let Some((_, allowed)) = BOUNDARIES.iter().find(|(known, _)| name == *known) else {
        let what = "this crate has no boundaries; add it to xtask/src/tidy/boundaries.rs and ARCHITECTURE.md";
        problems.push(file.problem(None, what));
        return;
    };
    let mut in_dependencies = false;
    for (number, line) in file.lines() {
        if line.starts_with('[') {
            in_dependencies = line == "[dependencies]" || line == "[build-dependencies]";
        }
        let used =
            line.strip_prefix("facedown-").and_then(|rest| rest.split(['.', ' ', '=']).next());
        if let Some(used) = used.filter(|used| in_dependencies && !allowed.contains(used)) {
            let what = format!("this crate must not depend on {used}; ARCHITECTURE.md says why");
            problems.push(file.problem(number, what));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    #[test]
    fn a_crate_uses_only_what_it_may() {
        let found = |path: &str, text: &str| complaints(check, path, text);
        let games = "crates/games/Cargo.toml";
        assert!(
            found(games, "[dependencies]\nfacedown-core.workspace = true\nserde = \"1\"\n")
                .is_empty()
        );
        let server = "[dependencies]\nfacedown-server = { workspace = true }\n";
        assert!(
            found(games, server)[0].contains("Cargo.toml:2: this crate must not depend on server")
        );
        let tests = "[dev-dependencies]\nfacedown-testkit.workspace = true\n";
        assert!(found(games, tests).is_empty());
        assert!(found("crates/new/Cargo.toml", "")[0].contains("has no boundaries"));
        assert!(found("xtask/Cargo.toml", server).is_empty());
    }
}
