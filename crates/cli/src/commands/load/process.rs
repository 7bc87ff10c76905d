//! A house in a process of its own, and what a process takes of the machine.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use facedown_client::NO_LIMITS;

use crate::failure::Failure;

/// The ticks in which Linux counts processor time, whatever the processor.
const TICKS_PER_SECOND: f64 = 100.0;

/// A house in a process of its own. It ends, and its database with it, when this is dropped.
pub(super) struct Process {
    child: Child,
    url: String,
    _folder: tempfile::TempDir,
}

impl Process {
    /// Starts a house and waits until it is open.
    pub(super) fn start(pad: Option<usize>, folder: Option<&Path>) -> Result<Self, Failure> {
        let cannot = |what: String| Failure::Usage(format!("no house could be started: {what}"));
        let folder = match folder {
            Some(folder) => tempfile::tempdir_in(folder),
            None => tempfile::tempdir(),
        };
        let folder = folder.map_err(|error| cannot(error.to_string()))?;
        let config = folder.path().join("house.toml");
        std::fs::File::create(&config)?.write_all(NO_LIMITS.as_bytes())?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--config"]).arg(config);
        command.arg("--data").arg(folder.path().join("house.db"));
        if let Some(pad) = pad {
            command.arg("--pad").arg(pad.to_string());
        }
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("FACEDOWN_") {
                command.env_remove(name);
            }
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let child = child.map_err(|error| cannot(error.to_string()))?;
        let mut process = Self { child, url: String::new(), _folder: folder };
        let mut line = String::new();
        if let Some(out) = process.child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let url = line.trim().rsplit(' ').next().filter(|url| url.starts_with("http://"));
        let url = url.ok_or_else(|| cannot("it did not say where it is".into()))?;
        process.url.push_str(url);
        Ok(process)
    }

    /// Where it is.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Its number.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It has nothing to lose, for its database goes with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many bytes of memory the process has, if the system says so.
pub(super) fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// How much processor time the process has taken, if the system says so.
pub(super) fn processor_time(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in brackets may have blanks and brackets.
    let after_name = stat.rsplit_once(')')?.1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u32>().ok();
    let ticks = ticks(11)? + ticks(12)?;
    Some(Duration::from_secs_f64(f64::from(ticks) / TICKS_PER_SECOND))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_and_time() {
        let pid = std::process::id();
        assert!(memory(pid).is_some_and(|bytes| bytes > 100_000));
        assert!(processor_time(pid).is_some());
        assert_eq!(memory(u32::MAX), None);
    }
}
