//! Why a command failed: a sentence for people and an exit code for machines.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was checked is not as it should be; it has already been said how.
    #[error("not as it should be")]
    Check,
    /// Something went wrong that has already been said; this is its exit code.
    #[error("exit code {0}")]
    Said(u8),
    /// The command makes no sense.
    #[error("{0}")]
    Usage(String),
    /// A file or code is damaged.
    #[error("{}: {why}", shortened(what))]
    Damaged {
        /// The file or code.
        what: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file cannot be read.
    #[error("{}", unreadable(path, error))]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// Something cannot be written.
    #[error("cannot write: {}", plainly(.0))]
    Unwritable(#[from] io::Error),
}

impl Failure {
    pub(crate) fn damaged(what: impl Display, why: impl Display) -> Self {
        Self::Damaged { what: what.to_string(), why: why.to_string() }
    }

    pub(crate) fn unreadable(path: &Path, error: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), error }
    }

    pub(crate) fn unknown_game(name: &str) -> Self {
        let known = facedown_games::NAMES.join(", ");
        Self::Usage(format!("there is no game called {name:?}; there are: {known}"))
    }

    /// Says why on standard error, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        self.say();
        ExitCode::from(self.code())
    }

    /// Says why on standard error, unless it has been said.
    #[allow(clippy::print_stderr)]
    pub(crate) fn say(&self) {
        if !self.is_enough() && !matches!(self, Self::Check | Self::Said(_)) {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!("{red}error:{red:#} {self}");
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            _ if self.is_enough() => 0,
            Self::Check => 1,
            Self::Said(code) => *code,
            Self::Usage(_) => 2,
            Self::Damaged { .. } => 65,
            Self::Unreadable { .. } => 66,
            Self::Unwritable(_) => 74,
        }
    }

    /// Whether the reader of our output, such as `head`, has read enough: no failure.
    fn is_enough(&self) -> bool {
        matches!(self, Self::Unwritable(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Why a file cannot be read, and what to do.
fn unreadable(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    match error.kind() {
        _ if path.as_os_str().is_empty() => "this is no file's name, but empty; name a file".into(),
        io::ErrorKind::NotFound => format!("there is no file {shown}; check its name"),
        io::ErrorKind::IsADirectory => format!("{shown} is a directory; name a file in it"),
        _ => format!("{shown} cannot be read: {}", plainly(error)),
    }
}

/// The beginning of what would not fit on a few lines: somebody may have pasted anything for a code.
fn shortened(what: &str) -> String {
    match what.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &what[..end]),
        None => what.into(),
    }
}

/// What the system said, without its number.
pub(crate) fn plainly(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}
