//! Servers that are started for a measurement, each as a process of its own so that its processor time can be read.

use std::fmt::Display;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use super::LoadError;
use crate::client::NO_LIMITS;
use crate::process;

/// A process that serves. It ends when this is dropped.
pub(crate) struct ServerProcess {
    child: Child,
    url: String,
    /// The folder of its database, which is deleted with it.
    _folder: Option<TempDir>,
}

impl ServerProcess {
    /// Starts the server with a fresh database and without limits, and waits until it listens.
    pub(crate) fn start(
        program: &Path,
        pad: Option<usize>,
        folder: Option<&Path>,
    ) -> Result<Self, LoadError> {
        let folder = match folder {
            Some(folder) => tempfile::tempdir_in(folder),
            None => tempfile::tempdir(),
        };
        let folder = folder.map_err(not_started)?;
        let config = folder.path().join("server.toml");
        std::fs::write(&config, NO_LIMITS).map_err(not_started)?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--config"]).arg(config);
        command.arg("--data").arg(folder.path().join("facedown.db"));
        if let Some(pad) = pad {
            command.arg("--pad").arg(pad.to_string());
        }
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("FACEDOWN_") {
                command.env_remove(name);
            }
        }
        Self::spawn(command, Some(folder))
    }

    /// Starts a bare fan-out: see [`FanOut`](super::FanOut).
    pub(super) fn fan_out(program: &Path, seats: usize, bytes: usize) -> Result<Self, LoadError> {
        let mut command = Command::new(program);
        command.args(["fan-out", &seats.to_string(), &bytes.to_string()]);
        Self::spawn(command, None)
    }

    fn spawn(mut command: Command, folder: Option<TempDir>) -> Result<Self, LoadError> {
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = child.map_err(not_started)?;
        let mut server = Self { child, url: String::new(), _folder: folder };
        let stdout = server.child.stdout.take().ok_or_else(|| not_started("no output"))?;
        let url = process::url(stdout).map_err(not_started)?;
        server.url = url.ok_or_else(|| not_started("it did not print its address"))?;
        Ok(server)
    }

    /// Its address.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Its process id.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // Nothing is lost: its database is deleted with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn not_started(why: impl Display) -> LoadError {
    LoadError::NotStarted(why.to_string())
}
