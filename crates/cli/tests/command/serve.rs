//! Tests of `facedown serve` as a process: on a full disk, next to a second server, and stopped at startup.
#![allow(clippy::print_stderr)] // a skipped part has to be reported

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use facedown_server::store::{SqliteStore, Store};
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};

/// A server in a separate process, which is killed on drop.
struct Server {
    child: Child,
    address: String,
}

fn command(data: &Path) -> Command {
    // With this trap, writing beyond the file size limit is an error and does not end the process.
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap '' XFSZ; exec "$0" "$@""#, env!("CARGO_BIN_EXE_facedown")]);
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    /// Starts a server. If it does not open, the error is what it printed.
    fn start(data: &Path) -> Result<Self, String> {
        let mut child = command(data).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
        if let Some(address) = address {
            return Ok(Self { child, address: address.to_owned() });
        }
        let said = child.wait_with_output().unwrap().stderr;
        Err(String::from_utf8_lossy(&said).into_owned())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
        write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    /// Registers a guest and returns its token, unless the server refuses.
    fn guest(&self) -> Option<String> {
        let (status, answer) = self.ask("POST", "/api/v1/guests", r#"{"name":"Ann"}"#);
        assert!([200, 503].contains(&status), "{answer}");
        let token = answer.split_once(r#""token":""#)?.1.split('"').next()?;
        Some(token.to_owned())
    }

    fn readiness(&self) -> u16 {
        self.ask("GET", "/readyz", "").0
    }

    fn signal(&self, signal: &str) {
        signal_to(self.child.id(), signal);
    }

    /// Stops the server and waits for it.
    fn stop(mut self) -> ExitStatus {
        self.signal("TERM");
        self.child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn signal_to(process: u32, signal: &str) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A disk that can be filled.
enum Disk {
    /// A small file system in memory.
    Mounted(tempfile::TempDir),
    /// A limit on the size of files, if mounting is not permitted.
    Limited(tempfile::TempDir),
}

impl Disk {
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=2m", "facedown-test"]).arg(folder.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(Self::Mounted(folder));
        }
        let limits = Command::new("prlimit").arg("--version").output();
        limits.is_ok_and(|output| output.status.success()).then_some(Self::Limited(folder))
    }

    fn data(&self) -> PathBuf {
        let (Self::Mounted(folder) | Self::Limited(folder)) = self;
        folder.path().join("facedown.db")
    }

    fn fill(&self, server: Option<&Server>) {
        match self {
            Self::Mounted(folder) => {
                let mut file = fs::File::create(folder.path().join("ballast")).unwrap();
                while file.write_all(&[1; 4096]).is_ok() {}
            }
            Self::Limited(_) => limit(server, "4096:"),
        }
    }

    fn free(&self, server: Option<&Server>) {
        match self {
            Self::Mounted(folder) => fs::remove_file(folder.path().join("ballast")).unwrap(),
            Self::Limited(_) => limit(server, "unlimited:"),
        }
    }
}

fn limit(server: Option<&Server>, size: &str) {
    let Some(server) = server else { return };
    let process = server.child.id().to_string();
    let mut command = Command::new("prlimit");
    command.args(["--pid", &process, &format!("--fsize={size}")]);
    assert!(command.status().unwrap().success());
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Self::Mounted(folder) = self {
            let _ = Command::new("umount").arg("-l").arg(folder.path()).output();
        }
    }
}

/// Checks that all these tokens are in the database.
fn assert_stored(data: &Path, tokens: &[String]) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = SqliteStore::open(data).await.unwrap();
        for token in tokens {
            let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
            assert!(store.token(&hash).await.unwrap().is_some(), "an acknowledged guest is gone");
        }
        store.close().await.unwrap();
    });
}

#[test]
fn on_a_full_disk_nothing_is_acknowledged_that_is_not_stored_and_it_goes_on_when_there_is_room() {
    let Some(disk) = Disk::new() else {
        eprintln!("SKIPPED: a full disk; neither can one be mounted here nor is there prlimit");
        return;
    };
    let data = disk.data();
    let server = Server::start(&data).unwrap();
    let mut tokens: Vec<String> = (0..3).filter_map(|_| server.guest()).collect();
    assert_eq!((tokens.len(), server.readiness()), (3, 200));
    for _ in 0..2 {
        disk.fill(Some(&server));
        // Writes that fit into the log still succeed.
        let mut refused = 0;
        for _ in 0..2_000 {
            match server.guest() {
                Some(token) => tokens.push(token),
                None => refused += 1,
            }
            if refused == 20 {
                break;
            }
        }
        assert_eq!((refused, server.readiness()), (20, 503));
        disk.free(Some(&server));
        tokens.push(server.guest().expect("there is room again"));
        assert_eq!(server.readiness(), 200);
    }
    disk.fill(Some(&server));
    while let Some(token) = server.guest() {
        tokens.push(token);
    }
    assert_eq!(server.stop().code(), Some(0), "stopped while the disk is full");
    // It either starts on a full disk or reports the problem.
    match Server::start(&data) {
        Ok(server) => {
            disk.fill(Some(&server));
            assert_eq!(server.readiness(), 503);
            server.signal("KILL");
        }
        Err(said) => assert!(said.contains("see that its disk has room"), "{said}"),
    }
    disk.free(None);
    assert_stored(&data, &tokens);
    let server = Server::start(&data).unwrap();
    tokens.push(server.guest().unwrap());
    assert_eq!(server.stop().code(), Some(0));
    assert_stored(&data, &tokens);
}

#[test]
fn a_full_disk_is_noticed_also_if_nobody_writes() {
    let Some(disk) = Disk::new() else {
        eprintln!("SKIPPED: a full disk; neither can one be mounted here nor is there prlimit");
        return;
    };
    let server = Server::start(&disk.data()).unwrap();
    disk.fill(Some(&server));
    assert_eq!(server.readiness(), 503);
    let (_, metrics) = server.ask("GET", "/metrics", "");
    let failing = metrics
        .lines()
        .any(|line| line.starts_with("facedown_store_failing{") && line.ends_with(" 1"));
    assert!(failing, "{metrics}");
}

#[test]
fn a_new_database_is_made_as_soon_as_there_is_room() {
    let Some(disk @ Disk::Mounted(_)) = Disk::new() else {
        eprintln!("SKIPPED: a new database on a full disk; none can be mounted here");
        return;
    };
    disk.fill(None);
    let said = Server::start(&disk.data()).err().unwrap();
    assert!(said.contains("disk") && !said.contains("panicked"), "{said}");
    disk.free(None);
    let server = Server::start(&disk.data()).unwrap();
    assert!(server.guest().is_some());
    assert_eq!(server.stop().code(), Some(0));
}

#[test]
fn a_second_server_on_the_same_database_is_refused_until_the_first_is_gone_however_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("facedown.db");
    let first = Server::start(&data).unwrap();
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(&data, &link).unwrap();
    for name in [&data, &link] {
        let said = Server::start(name).err().unwrap();
        let holder = format!("process {}, which listens on {}", first.child.id(), first.address);
        assert!(said.contains("is in use by") && said.contains(&holder), "{said}");
    }
    assert!(first.guest().is_some(), "the first is not disturbed");
    first.signal("KILL");
    drop(first);
    let second = Server::start(&link).unwrap();
    assert_eq!(second.stop().code(), Some(0));
}

#[test]
fn it_can_be_stopped_in_good_order_before_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("facedown.db");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // Another connection locks the database, so that the server cannot open it during this test.
    let options = SqliteConnectOptions::new().filename(&data).create_if_missing(true);
    let mut other = runtime.block_on(options.connect()).unwrap();
    runtime.block_on(other.execute("CREATE TABLE a (b); BEGIN EXCLUSIVE")).unwrap();
    let mut child = command(&data).spawn().unwrap();
    let start = Instant::now();
    let lock = folder.path().join("facedown.db-lock");
    while !fs::read_to_string(&lock).is_ok_and(|text| text.contains("process")) {
        assert!(start.elapsed() < Duration::from_mins(1), "it does not start");
        std::thread::yield_now();
    }
    signal_to(child.id(), "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(other);
}

#[test]
fn it_is_stopped_in_good_order_as_soon_as_it_says_that_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("facedown.db");
    for _ in 0..5 {
        assert_eq!(Server::start(&data).unwrap().stop().code(), Some(0));
        assert!(!folder.path().join("facedown.db-wal").exists(), "the log is in the database");
    }
}
