//! Checks that the compiler does not do. Each check reads the repository and reports what is untidy, and where.

mod apostrophes;
mod boundaries;
mod dependencies;
mod manifest;
mod packages;
mod plans;
mod purity;
mod references;
mod source;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::step::Failed;

/// Something untidy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The path, relative to the root of the repository.
    file: PathBuf,
    /// The line, counted from 1; `None` for the whole file.
    line: Option<usize>,
    /// What is wrong, and what to do.
    what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// A text file of the repository.
struct File {
    /// The path, relative to the root of the repository.
    path: PathBuf,
    text: String,
}

impl File {
    fn is(&self, extension: &str) -> bool {
        self.path.extension().is_some_and(|found| found == extension)
    }

    fn is_under(&self, folder: &str) -> bool {
        self.path.starts_with(folder)
    }

    /// The lines, counted from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    fn problem(&self, line: impl Into<Option<usize>>, what: impl Into<String>) -> Problem {
        Problem { file: self.path.clone(), line: line.into(), what: what.into() }
    }
}

/// Everything that is untidy in the repository.
pub(crate) fn problems(root: &Path) -> Result<Vec<Problem>, Failed> {
    let mut problems = Vec::new();
    let files = files(root);
    for file in &files {
        source::check(file, &mut problems);
        apostrophes::check(file, &mut problems);
        purity::check(file, &mut problems);
        manifest::check(file, &mut problems);
        boundaries::check(file, &mut problems);
        packages::check(file, &mut problems);
    }
    plans::check(&files, &mut problems);
    references::check(&files, &mut problems);
    dependencies::check(root, &mut problems)?;
    Ok(problems)
}

/// Folders that are not checked.
const SKIPPED: [&str; 4] = [".git", "target", "node_modules", "dist"];

/// The text files to check.
fn files(root: &Path) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if SKIPPED.into_iter().any(|skipped| name == skipped) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let path = path.strip_prefix(root).unwrap_or(&path).to_owned();
                found.push(File { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Whether the text contains this word, and not only as a part of a longer one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The problems that one check finds in a file with this path and text.
    pub(super) fn complaints(
        check: fn(&File, &mut Vec<Problem>),
        path: &str,
        text: &str,
    ) -> Vec<String> {
        let mut problems = Vec::new();
        check(&File { path: path.into(), text: text.into() }, &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_repository_is_tidy() {
        let problems = problems(&crate::root()).unwrap();
        let list: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert!(list.is_empty(), "\n{}\n", list.join("\n"));
    }

    #[test]
    fn words_are_whole_words() {
        assert!(has_word("an Instant.", "Instant"));
        assert!(!has_word("Instantly", "Instant"));
        assert!(!has_word("is_Instant", "Instant"));
    }
}
