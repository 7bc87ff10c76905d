//! Numbered rules: each has its id in RULES.md, in the code that enforces it, and in a test that shows it.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// Rule ids that are missing somewhere, or used without being rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleGaps {
    /// Ids in RULES.md that are not in the code.
    pub not_in_code: Vec<String>,
    /// Ids in RULES.md that are not in a test.
    pub not_in_tests: Vec<String>,
    /// Ids in code or tests that are not in RULES.md.
    pub unknown: Vec<String>,
}

impl fmt::Display for RuleGaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (&self.not_in_code, "not in the code"),
            (&self.not_in_tests, "not in any test"),
            (&self.unknown, "used, but not in RULES.md"),
        ];
        for (ids, what) in kinds.into_iter().filter(|(ids, _)| !ids.is_empty()) {
            writeln!(f, "{what}: {}", ids.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for RuleGaps {}

/// Checks that the ids in the rules, the code and the tests are the same. Returns their number.
///
/// In a test's name an id is written `r_bid_03`, everywhere else `R-BID-03`. Ids with a prefix that the rules do not have
/// are ignored, so that a file may mention rules of other games.
pub fn check<S: AsRef<str>>(rules: &str, code: &[S], tests: &[S]) -> Result<usize, RuleGaps> {
    let known = ids(rules);
    let family = |id: &str| id.rsplit_once('-').map(|(family, _)| family.to_owned());
    let families: BTreeSet<_> = known.iter().filter_map(|id| family(id)).collect();
    let used = |texts: &[S]| -> BTreeSet<String> {
        let all = texts.iter().flat_map(|text| ids(text.as_ref()));
        all.filter(|id| family(id).is_some_and(|family| families.contains(&family))).collect()
    };
    let (code, tests) = (used(code), used(tests));
    let missing = |there: &BTreeSet<String>| known.difference(there).cloned().collect();
    let used: BTreeSet<String> = code.union(&tests).cloned().collect();
    let gaps = RuleGaps {
        not_in_code: missing(&code),
        not_in_tests: missing(&tests),
        unknown: used.difference(&known).cloned().collect(),
    };
    if gaps == RuleGaps::default() { Ok(known.len()) } else { Err(gaps) }
}

/// The texts of these files, and of all `.rs` and `.play` files in these folders and below.
pub fn texts(paths: &[impl AsRef<Path>]) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    let mut left: Vec<PathBuf> = paths.iter().map(|path| path.as_ref().to_owned()).collect();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                let entry = entry?.path();
                let is_text = entry.extension().is_some_and(|ext| ext == "rs" || ext == "play");
                if is_text || entry.is_dir() {
                    left.push(entry);
                }
            }
        } else {
            found.push(std::fs::read_to_string(&path)?);
        }
    }
    Ok(found)
}

/// All rule ids in a text, in the form `R-BID-03`.
fn ids(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    words.flat_map(|word| [id(word, '-'), id(word, '_')]).flatten().collect()
}

/// The id that a word begins with: `R-BID-03`, or `r_bid_03` as in `r_bid_03_the_dealer_bids_last`.
fn id(word: &str, between: char) -> Option<String> {
    let mut parts = Vec::new();
    for part in word.split(between) {
        let is_letter = |c: char| match between {
            '-' => c.is_ascii_uppercase(),
            _ => c.is_ascii_lowercase(),
        };
        let is_number = !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        if is_number && parts.len() >= 2 {
            parts.push(part.to_owned());
            return Some(parts.join("-"));
        }
        let begins = !parts.is_empty() || part.eq_ignore_ascii_case("r");
        if !begins || part.is_empty() || !part.chars().all(is_letter) {
            return None;
        }
        parts.push(part.to_ascii_uppercase());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_prose_and_in_names() {
        let found = ids("**R-BID-03** (see R-BID-14.) fn r_end_02_last() R-NOT R-1 rr_end_03");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["R-BID-03", "R-BID-14", "R-END-02"]);
    }

    #[test]
    fn each_missing_id_is_reported() {
        let gaps = check("R-A-01 R-A-02 R-A-03", &["R-A-01 R-A-02"], &["r_a_01 R-A-09 R-Z-01"]);
        let gaps = gaps.unwrap_err();
        assert_eq!(gaps.not_in_code, ["R-A-03"]);
        assert_eq!(gaps.not_in_tests, ["R-A-02", "R-A-03"]);
        assert_eq!(gaps.unknown, ["R-A-09"]);
        assert_eq!(check("R-A-01", &["R-A-01"], &["R-A-01"]), Ok(1));
    }
}
