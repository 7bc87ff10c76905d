//! The server as a process of its own, which can be killed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crate::client::NO_LIMITS;
use facedown_server::time::{Clock, SystemClock, WallTime};

use super::disk::Disk;
use crate::{Failure, process};

/// Tables are archived as soon as possible, so that the server is also killed while it does that.
const CONFIG: &str = "\
linger-seconds = 0
sweep-seconds = 1
bot-pause-millis = 0
";

/// The folder of the disk that can be filled.
const DATA: &str = "data";

/// What the log says about a full disk.
const FULL: &str = "the database cannot be written";

/// How much of the log is quoted.
const LOG_LINES: usize = 20;

/// The program, and the folder with its config, database and log.
pub(crate) struct Place {
    pub(crate) program: PathBuf,
    pub(crate) folder: PathBuf,
    /// The disk of the database, if it can be filled.
    pub(crate) disk: Option<Disk>,
    deaths: Arc<Mutex<Vec<WallTime>>>,
}

/// A process of the server. It is killed when this is dropped.
pub(crate) struct Running {
    child: Child,
    /// Its address, once it listens.
    pub(crate) url: String,
    deaths: Arc<Mutex<Vec<WallTime>>>,
}

impl Place {
    /// Prepares the folder, with a disk for the database if it is to be filled and one can be mounted.
    pub(crate) fn new(program: PathBuf, folder: &Path, wants_disk: bool) -> Result<Self, Failure> {
        let disk = if wants_disk { Disk::mount(&folder.join(DATA))? } else { None };
        let place = Self { program, folder: folder.to_owned(), disk, deaths: Arc::default() };
        fs::write(place.config(), CONFIG.to_owned() + NO_LIMITS)
            .map_err(Failure::io("the server's config"))?;
        Ok(place)
    }

    fn config(&self) -> PathBuf {
        self.folder.join("server.toml")
    }

    /// The path of the database.
    pub(crate) fn data(&self) -> PathBuf {
        let folder = if self.disk.is_some() { self.folder.join(DATA) } else { self.folder.clone() };
        folder.join("facedown.db")
    }

    fn log(&self) -> PathBuf {
        self.folder.join("server.log")
    }

    /// When each process of the server ended, in order.
    pub(crate) fn deaths(&self) -> Vec<WallTime> {
        self.deaths.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The lines of the log that should not be there.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        // The log has to say that the disk is full, if it was.
        let is_told = |line: &str| self.disk.is_some() && line.contains(FULL);
        let is_error = |line: &str| line.contains("ERROR") && !is_told(line);
        let is_bad = |line: &&str| is_error(line) || line.contains("panicked at");
        log.lines().filter(is_bad).map(|line| format!("the server's log: {line}")).collect()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--config"])
            .arg(self.config())
            .arg("--data")
            .arg(self.data())
            .arg("--wall-skew")
            .arg(crate::trial::jumps::file(&self.folder))
            .stdin(Stdio::null());
        command
    }

    /// Starts a second process on the same database. Returns what is wrong if it is not refused or does not say why.
    pub(crate) fn rival(&self, running: &Running) -> Result<Option<String>, Failure> {
        let output = self.command().output().map_err(Failure::io("a second server"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let holder = format!("in use by process {}", running.child.id());
        let is_refused = !output.status.success() && said.contains(&holder);
        let wrong = || format!("a second server ended with {} and said: {said}", output.status);
        Ok((!is_refused).then(wrong))
    }

    /// Starts the process without waiting until it listens.
    pub(crate) fn spawn(&self) -> Result<Running, Failure> {
        let log = File::options().create(true).append(true).open(self.log());
        let log = log.map_err(Failure::io("the server's log"))?;
        let child = self
            .command()
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .map_err(Failure::io(format!("{} cannot be started", self.program.display())))?;
        Ok(Running { child, url: String::new(), deaths: Arc::clone(&self.deaths) })
    }

    /// Starts the process and waits until it listens.
    pub(crate) async fn open(&self) -> Result<Running, Failure> {
        let mut running = self.spawn()?;
        let stdout = running.child.stdout.take().ok_or_else(|| self.not_open())?;
        let url = tokio::task::spawn_blocking(move || process::url(stdout));
        let url = url.await.map_err(|_| self.not_open())?;
        let url = url.map_err(Failure::io("the server prints nothing"))?;
        running.url = url.ok_or_else(|| self.not_open())?;
        Ok(running)
    }

    fn not_open(&self) -> Failure {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        Failure::NotOpen(lines[lines.len().saturating_sub(LOG_LINES)..].join("\n"))
    }
}

impl Running {
    /// Its resident memory in bytes. `None` on systems that do not report it.
    pub(crate) fn memory(&self) -> Option<u64> {
        process::memory(self.child.id())
    }

    /// How many files and sockets it has open. `None` on systems that do not report it.
    pub(crate) fn handles(&self) -> Option<usize> {
        process::handles(self.child.id())
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

/// Kills it at once, as `kill -9` does, and waits until it is gone.
impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.deaths.lock().unwrap_or_else(PoisonError::into_inner).push(now());
    }
}

/// The wall-clock time.
pub(crate) fn now() -> WallTime {
    SystemClock::default().wall()
}
