//! A server in a process of its own, and how much memory and processor time a process has used.

use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

/// The ticks in which Linux counts processor time, whatever the processor.
const TICKS_PER_SECOND: f64 = 100.0;

/// Reads the address that a server prints on its first line; `None` if it printed none.
pub(crate) fn url(stdout: impl Read) -> std::io::Result<Option<String>> {
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let url = line.split_whitespace().find(|word| word.starts_with("http://"));
    Ok(url.map(str::to_owned))
}

/// The resident memory of the process in bytes; `None` on systems that do not report it.
pub(crate) fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// How many files and sockets the process has open; `None` on systems that do not report it.
pub(crate) fn handles(pid: u32) -> Option<usize> {
    Some(std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count())
}

/// The processor time of the process, with all threads, user and system; `None` on systems that do not report it.
///
/// The time in ticks includes threads that have ended, but is too coarse for a short measurement. The time of the
/// scheduler is in nanoseconds, but only of threads that still run. The longer of the two is closer to the truth.
pub(crate) fn processor_time(pid: u32) -> Option<Duration> {
    let ticks = time_in_ticks(pid)?;
    Some(scheduled_time(pid).map_or(ticks, |scheduled| scheduled.max(ticks)))
}

/// The time that the process's present threads have been on a processor; `None` if the kernel does not count it.
fn scheduled_time(pid: u32) -> Option<Duration> {
    let mut nanoseconds = 0;
    for thread in std::fs::read_dir(format!("/proc/{pid}/task")).ok()? {
        // A thread may end while the others are read.
        let Ok(stat) = std::fs::read_to_string(thread.ok()?.path().join("schedstat")) else {
            continue;
        };
        nanoseconds += stat.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

fn time_in_ticks(pid: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may itself contain spaces and parentheses.
    let after_name = stat.rsplit_once(')')?.1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field)?.parse::<u32>().ok();
    let ticks = ticks(11)? + ticks(12)?;
    Some(Duration::from_secs_f64(f64::from(ticks) / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_on_the_first_line() {
        let url = |text: &str| url(text.as_bytes()).expect("a line");
        assert_eq!(
            url("Open at http://127.0.0.1:1\nmore\n").as_deref(),
            Some("http://127.0.0.1:1")
        );
        assert_eq!(url("something else\nhttp://127.0.0.1:1\n"), None);
        assert_eq!(url(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_has_memory_time_and_handles() {
        let pid = std::process::id();
        assert!(memory(pid).is_some_and(|bytes| bytes > 100_000));
        assert!(processor_time(pid).is_some_and(|time| !time.is_zero()));
        assert!(handles(pid).is_some_and(|handles| handles > 0));
        assert_eq!(memory(u32::MAX), None);
    }
}
