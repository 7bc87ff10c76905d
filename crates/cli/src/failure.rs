//! The error type of all commands, with a message and an exit code.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A check failed. The command has already printed the details.
    #[error("a check failed")]
    Check,
    /// An error that has already been printed; this is its exit code.
    #[error("exit code {0}")]
    Reported(u8),
    /// The arguments do not make sense.
    #[error("{0}")]
    Usage(String),
    /// A file or share code is damaged.
    #[error("{}: {reason}", shortened(input))]
    Damaged {
        /// The name of the file, or the share code.
        input: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read.
    #[error("{}", unreadable(path, error))]
    Unreadable {
        /// The file's path.
        path: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
    /// Something that has an exit code of its own.
    #[error("{message}")]
    Coded {
        /// The exit code.
        code: u8,
        /// What has happened, and what to do.
        message: String,
    },
    /// Output cannot be written.
    #[error("cannot write: {}", os_message(.0))]
    Unwritable(#[from] io::Error),
}

impl Failure {
    pub(crate) fn damaged(input: impl Display, reason: impl Display) -> Self {
        Self::Damaged { input: input.to_string(), reason: reason.to_string() }
    }

    pub(crate) fn unreadable(path: &Path, error: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), error }
    }

    pub(crate) fn unknown_game(name: &str) -> Self {
        let known = facedown_games::NAMES.join(", ");
        Self::Usage(format!("there is no game called {name:?}; there are: {known}"))
    }

    /// An error with an exit code of its own.
    pub(crate) fn coded(code: u8, message: impl Display) -> Self {
        Self::Coded { code, message: message.to_string() }
    }

    /// Prints the error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        self.print();
        ExitCode::from(self.code())
    }

    /// Prints the error to standard error, unless that has already been done.
    #[allow(clippy::print_stderr)]
    pub(crate) fn print(&self) {
        if !self.is_broken_pipe() && !matches!(self, Self::Check | Self::Reported(_)) {
            let red = anstyle::AnsiColor::Red.on_default().bold();
            anstream::eprintln!("{red}error:{red:#} {self}");
        }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            _ if self.is_broken_pipe() => 0,
            Self::Check => 1,
            Self::Reported(code) | Self::Coded { code, .. } => *code,
            Self::Usage(_) => 2,
            Self::Damaged { .. } => 65,
            Self::Unreadable { .. } => 66,
            Self::Unwritable(_) => 74,
        }
    }

    /// Whether the reader of our output, such as `head`, has closed the pipe. That is not a failure.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Unwritable(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Says why a file cannot be read and what to do about it.
fn unreadable(path: &Path, error: &io::Error) -> String {
    let shown = path.display();
    match error.kind() {
        _ if path.as_os_str().is_empty() => "the file name is empty; name a file".into(),
        io::ErrorKind::NotFound => format!("there is no file {shown}; check its name"),
        io::ErrorKind::IsADirectory => format!("{shown} is a directory; name a file in it"),
        _ => format!("{shown} cannot be read: {}", os_message(error)),
    }
}

/// Cuts a long text after 200 characters: a user can paste anything in place of a share code.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(200) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// The operating system's message, without the error number.
pub(crate) fn os_message(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words).to_owned()
}
