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
//! What is not indented is input. Headings before the first case hold for each case that has none of its own.
//! `shuffle` gives the faces in the order in which they are to lie, one line a
//! shuffle, where `...` stands for the rest in order, and `stone*3` for three; `roll` gives what comes up; `mix`
//! gives all the faces of a hand that is mixed, which stays as it is where there is no such line; a `seed` may
//! stand in place of all these. A step `>` names the seat and the action, as JSON or as
//! `kind name=value`; `! kind` says that it is to be refused. A quiet step `.` is played and not shown: it
//! sets the scene. A look `?` shows a part of a viewer's view, or with `legal` what the viewer may do.
//!
//! What is indented is written by the program: what was told to everybody or to one seat, what changed in
//! whose view, who is waited on next, the outcome. Set `BLESS=1` to have it written anew, then read the
//! difference. Refusals that were not foreseen are errors even then.

mod case;
mod changes;
mod parse;
mod rig;

use std::path::{Path, PathBuf};

use facedown_core::Game;
use similar::TextDiff;

pub use parse::Problem;

/// The most lines that a file may have: more than this nobody reads.
pub const MOST_LINES: usize = 150;

/// Why a playthrough is not as it should be.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There is no playthrough where there should be some.
    #[error("{}: no .play files here", .0.display())]
    Nothing(PathBuf),
    /// A line of it makes no sense, or goes another way than it says.
    #[error("{}:{line}: {problem}", path.display())]
    ScriptLine {
        /// Which file.
        path: PathBuf,
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong.
        problem: Problem,
    },
    /// Too long to be read.
    #[error("{}: {lines} lines; split it, {MOST_LINES} is the most that anybody reads", path.display())]
    TooLong {
        /// Which file.
        path: PathBuf,
        /// How long it is.
        lines: usize,
    },
    /// The game goes otherwise than the file says.
    #[error("{} is not how it goes; if it is right so, run again with BLESS=1\n{diff}", path.display())]
    Differs {
        /// Which file.
        path: PathBuf,
        /// What is different: `-` is the file, `+` how it goes.
        diff: String,
    },
}

/// Plays all `.play` files of a folder and compares them; gives the titles' names (`LAY1`) of all cases, in order.
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

/// Plays one file and compares it, or writes it anew if `BLESS=1`; gives the names of its cases.
pub fn check<G: Game>(path: impl AsRef<Path>) -> Result<Vec<String>, PlayError> {
    let bless = std::env::var_os("BLESS").is_some_and(|value| value == "1");
    check_or_bless::<G>(path.as_ref(), bless)
}

/// Plays one file and compares it, or writes it anew; gives the names of its cases.
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
    // Only now, so that whoever has to split a file sees all of it.
    let lines = played.text.lines().count();
    if lines > MOST_LINES {
        return Err(PlayError::TooLong { path, lines });
    }
    Ok(played.names)
}

/// A playthrough as it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The file as it should be.
    pub text: String,
    /// The names of its cases.
    pub names: Vec<String>,
}

/// Plays a text and gives it as it should be, or the line that makes no sense and why.
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
