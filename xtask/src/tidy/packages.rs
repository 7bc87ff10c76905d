//! Checks the licences of the page's packages.

use serde_json::Value;

use super::{File, Problem};

/// Licences of packages that are shipped with the page.
const SHIPPED: [&str; 5] = ["Apache-2.0", "BSD-3-Clause", "ISC", "MIT", "OFL-1.1"];
/// What the page may be built and tested with besides, for that is given to nobody.
const TOOLS: [&str; 4] = ["0BSD", "BSD-2-Clause", "BlueOak-1.0.0", "MPL-2.0"];

pub(super) fn check(file: &File, problems: &mut Vec<Problem>) {
    if !file.path.ends_with("package-lock.json") {
        return;
    }
    let lock: Value = serde_json::from_str(&file.text).unwrap_or_default();
    let Some(packages) = lock["packages"].as_object() else {
        problems.push(file.problem(None, "this is not an npm lockfile with a list of packages"));
        return;
    };
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let licence = package["license"].as_str().unwrap_or("no licence");
        let is_tool = package["dev"] == true;
        let is_fine = SHIPPED.contains(&licence) || (is_tool && TOOLS.contains(&licence));
        if !is_fine {
            let purpose = if is_tool { "to build with" } else { "to ship" };
            let what = format!("{path} has {licence}, which is not among those allowed {purpose}");
            problems.push(file.problem(None, what));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::complaints;

    fn lock(package: &str) -> Vec<String> {
        let text = format!(r#"{{"packages":{{"":{{}},"node_modules/a":{package}}}}}"#);
        complaints(check, "web/package-lock.json", &text)
    }

    #[test]
    fn what_is_shipped_has_a_licence_that_allows_it() {
        for fine in [r#"{"license":"MIT"}"#, r#"{"license":"MPL-2.0","dev":true}"#] {
            assert_eq!(lock(fine), [""; 0], "{fine}");
        }
        for wrong in [
            r#"{"license":"MPL-2.0"}"#,
            r#"{"license":"GPL-3.0","dev":true}"#,
            r#"{"dev":true}"#,
            "{}",
        ] {
            assert!(lock(wrong)[0].contains("node_modules/a has "), "{wrong}");
        }
        assert_eq!(complaints(check, "web/package-lock.json", "{}").len(), 1);
        assert_eq!(complaints(check, "web/package.json", "{}"), [""; 0]);
    }
}
