//! Playthroughs: short golden files that are input and expectation at once.
//!
//! A file holds one or more cases:
//!
//! ```text
//! # LAY1: a gem that is doubted
//! rules: R-SMALL-05, R-SMALL-10
//! seats: 2
//! options: {"rounds":1}
//! shuffle: pearl stone ...
//! roll: 3
//!
//! // Comments and blank lines stay where they are.
//! > 0 stash charm=["ruby"]
//!   told: {"type":"stashed","seat":0,"card":{"id":8}}
//!   all: /players/0/charm null -> {"id":8}
//!   next: seat 1
//! > 1 draw ! not-now
//!   ! not-now: that cannot be done now; wait for its time
//! ? 1 /players/1/hand
//!   [{"id":2,"type":"ruby"},{"id":3,"type":"stone"}]
//! ```
//!
//! Lines that are not indented are input. Headings before the first case apply to each case that has none of its own.
//! `shuffle` gives the faces in their new order, one line per shuffle, where `...` stands for the rest in order and
//! `stone*3` for three of them; `roll` gives the numbers rolled; `mix` gives all faces of a hand that is mixed (without
//! such a line it stays as it is); a `seed` can replace all of these. A step `>` has the seat and the action, as JSON or
//! as `kind name=value`; `! kind` means that it is refused. A quiet step `.` is played and not shown. A look `?` shows a
//! part of a viewer's view, or with `legal` the viewer's legal actions.
//!
//! Indented lines are written by the program: events to everybody or to one seat, changes of the views, the seats that
//! the table is waiting for, the outcome. Set `BLESS=1` to write them again, then read the diff. Unexpected refusals are
//! errors even then.

mod case;
mod changes;
mod parse;
mod rig;

use std::path::{Path, PathBuf};

use facedown_core::Game;
use similar::TextDiff;

pub use parse::Problem;

/// The most lines that a file may have, so that reviewers read all of it.
pub const MAX_LINES: usize = 150;

/// Why a playthrough fails.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The folder has no playthroughs.
    #[error("{}: no .play files here", .0.display())]
    Nothing(PathBuf),
    /// A line is invalid, or has another result than it expects.
    #[error("{}:{line}: {problem}", path.display())]
    ScriptLine {
        /// The file.
        path: PathBuf,
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: Problem,
    },
    /// The file is too long.
    #[error("{}: {lines} lines; split it, at most {MAX_LINES} are allowed", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// The number of lines.
        lines: usize,
    },
    /// The game has other results than the file.
    #[error("{} differs from the game; if the game is right, run again with BLESS=1\n{diff}", path.display())]
    Differs {
        /// The file.
        path: PathBuf,
        /// The difference: `-` is the file, `+` the game.
        diff: String,
    },
}

/// Plays all `.play` files of a folder and compares the results. Returns the names of all cases (`LAY1`), in order.
pub fn check_folder<G: Game>(folder: impl AsRef<Path>) -> Result<Vec<String>, PlayError> {
    let folder = folder.as_ref();
    let fail = |source| PlayError::File { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|extension| extension == "play") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(PlayError::Nothing(folder.to_owned()));
    }
    let mut names = Vec::new();
    for file in files {
        names.extend(check::<G>(file)?);
    }
    Ok(names)
}

/// Plays one file and compares the results, or writes them if `BLESS=1`. Returns the names of its cases.
pub fn check<G: Game>(path: impl AsRef<Path>) -> Result<Vec<String>, PlayError> {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    check_or_bless::<G>(path.as_ref(), bless)
}

/// Plays one file and compares the results, or writes them. Returns the names of its cases.
pub fn check_or_bless<G: Game>(path: &Path, bless: bool) -> Result<Vec<String>, PlayError> {
    let path = path.to_owned();
    let fail = |source| PlayError::File { path: path.clone(), source };
    let text = std::fs::read_to_string(&path).map_err(fail)?;
    let played = play::<G>(&text).map_err(|(line, problem)| PlayError::ScriptLine {
        path: path.clone(),
        line,
        problem,
    })?;
    if played.text != text {
        if bless {
            std::fs::write(&path, &played.text).map_err(fail)?;
        } else {
            let diff = TextDiff::from_lines(&text, &played.text);
            let diff = diff.unified_diff().context_radius(2).to_string();
            return Err(PlayError::Differs { path, diff });
        }
    }
    // Checked last, so that a file that has to be split is complete.
    let lines = played.text.lines().count();
    if lines > MAX_LINES {
        return Err(PlayError::TooLong { path, lines });
    }
    Ok(played.names)
}

/// The result of a playthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The text with the actual results.
    pub text: String,
    /// The names of its cases.
    pub names: Vec<String>,
}

/// Plays a text. Returns it with the actual results, or the number of an invalid line and what is wrong with it.
pub fn play<G: Game>(text: &str) -> Result<Played, (usize, Problem)> {
    let script = parse::parse(text)?;
    let mut out = String::new();
    for line in &script.preface {
        out.push_str(line.text);
        out.push('\n');
    }
    let mut names = Vec::new();
    for case in &script.cases {
        names.push(case.name.to_owned());
        case::play::<G>(case, &script.preface, &mut out)?;
    }
    Ok(Played { text: out, names })
}
