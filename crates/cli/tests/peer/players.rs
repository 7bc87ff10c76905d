//! A relay and players, each a process of its own.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};

use facedown_core::Game;
use facedown_machine::TableLink;
use facedown_machine::net::{Connection, FromConnection, Identity, create};
use facedown_protocol::relay::{Hex, NewPeerTable};

/// The command, with nothing of this machine's user in its surroundings.
pub(crate) fn facedown() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    command.env("COLUMNS", "100").env("USER", "tester");
    command.env_remove("FACEDOWN_RELAY").env_remove("FACEDOWN_PEER_DATA");
    command
}

/// Runs something that waits for the network.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// A relay that is a process of its own, and the folder of a test.
pub(crate) struct Relay {
    child: Child,
    pub(crate) url: String,
    pub(crate) folder: PathBuf,
}

impl Relay {
    pub(crate) fn start(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("peer-{test}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (child, url) = serve(&folder, &format!("{}:0", own_address()));
        Self { child, url, folder }
    }

    /// Kills it, as a crash would.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again at the same address.
    pub(crate) fn start_again(&mut self) {
        let address = self.url.trim_start_matches("http://").to_owned();
        self.child = serve(&self.folder, &address).0;
    }

    /// Makes a table of this game, and returns its link and the relay's key.
    pub(crate) fn table<G: Game>(
        &self,
        options: &G::Options,
        seats: usize,
    ) -> (TableLink, Hex<32>) {
        self.table_with_escrow::<G>(options, seats, None)
    }

    /// The same with all keys in escrow, if there is a threshold.
    pub(crate) fn table_with_escrow<G: Game>(
        &self,
        options: &G::Options,
        seats: usize,
        escrow: Option<u8>,
    ) -> (TableLink, Hex<32>) {
        let table = NewPeerTable {
            game: G::NAME.into(),
            rules: G::RULES,
            options: serde_json::value::to_raw_value(options).unwrap(),
            seats,
            think: 0,
            grace: 120,
            escrow,
            private: false,
        };
        let relay = self.url.parse().unwrap();
        let made = block_on(create(&relay, &table)).unwrap();
        (TableLink { relay, table: made.table, code: None }, made.relay)
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An address of this machine that no other test of this program has, where the system has so many: while a relay is away, nobody else
/// can take its port.
fn own_address() -> Ipv4Addr {
    static COUNT: AtomicU8 = AtomicU8::new(2);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let process = std::process::id().to_le_bytes();
    if cfg!(target_os = "linux") {
        Ipv4Addr::new(127, process[0], process[1], number)
    } else {
        Ipv4Addr::LOCALHOST
    }
}

fn serve(folder: &Path, address: &str) -> (Child, String) {
    let mut command = facedown();
    let log = OpenOptions::new().create(true).append(true).open(folder.join("relay.log")).unwrap();
    command.args(["serve", "--log", "warn", "--listen", address, "--data"]);
    command.arg(folder.join("relay.db")).stdout(Stdio::piped()).stderr(log);
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let url = line.trim().strip_prefix("Listening on ").expect("the server listens").to_owned();
    (child, url)
}

/// A bot that is a process of its own.
pub(crate) struct BotProcess {
    child: Child,
    number: usize,
    folder: PathBuf,
    link: String,
}

impl BotProcess {
    pub(crate) fn start(relay: &Relay, link: &TableLink, number: usize) -> Self {
        let (folder, link) = (relay.folder.clone(), link.to_string());
        let child = bot(&folder, &link, number);
        Self { child, number, folder, link }
    }

    /// Where its machine keeps what it has to keep.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.join(format!("data-{}", self.number))
    }

    /// Where it writes the chain.
    pub(crate) fn chain(&self) -> PathBuf {
        self.folder.join(format!("{}.chain", self.number))
    }

    /// What it has written.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(self.folder.join(format!("{}.out", self.number))).unwrap()
    }

    /// Kills it, as a crash would.
    pub(crate) fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Starts it again with the same command.
    pub(crate) fn start_again(&mut self) {
        self.child = bot(&self.folder, &self.link, self.number);
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bot(folder: &Path, link: &str, number: usize) -> Child {
    let out = folder.join(format!("{number}.out"));
    let out = OpenOptions::new().create(true).append(true).open(out).unwrap();
    let error: File = out.try_clone().unwrap();
    let mut command = facedown();
    command.args(["peer", "bot", link, "--bot", "random", "--pause", "0", "--data"]);
    command.arg(folder.join(format!("data-{number}"))).arg("--out");
    command.arg(folder.join(format!("{number}.chain")));
    command.stdin(Stdio::null()).stdout(out).stderr(error).spawn().unwrap()
}

/// Waits until all bots have ended, and checks that all have heard the same game to its end. Returns the chain.
pub(crate) fn all_end(bots: &mut [BotProcess]) -> Vec<u8> {
    let mut chains: Vec<Vec<u8>> = Vec::new();
    for bot in bots {
        let status = bot.wait();
        assert!(status.success(), "{status}: {}", bot.said());
        let kept = fs::read(bot.chain()).unwrap();
        let seats = bot.data().join("tables");
        let table = fs::read_dir(seats).unwrap().next().unwrap().unwrap().path();
        let names = |path: PathBuf| {
            let names = fs::read_dir(path).unwrap().map(|file| file.unwrap().file_name());
            let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        // One seat, its secrets gone, the chain kept.
        assert_eq!(names(table.clone()), ["bot-1"]);
        assert_eq!(names(table.join("bot-1")), ["lock", "seat.json", "table.chain"]);
        assert_eq!(fs::read(table.join("bot-1/table.chain")).unwrap(), kept);
        chains.push(kept);
    }
    assert!(chains.windows(2).all(|pair| pair[0] == pair[1]), "all have the same chain");
    chains.pop().unwrap()
}

/// A chain in a file verifies, and the game can be watched.
pub(crate) fn verifies(chain: &Path) -> serde_json::Value {
    let checked = facedown().args(["verify", "--json"]).arg(chain).output().unwrap();
    let findings: serde_json::Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert!(checked.status.success(), "{findings}");
    assert_eq!(findings["ending"], "closed", "{findings}");
    assert_eq!(findings["actions"], findings["judged"], "{findings}");
    let replayed = facedown().arg("replay").arg(chain).stdin(Stdio::null()).output().unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    findings
}

/// Somebody who watches what a relay stamps at a table.
pub(crate) struct Onlooker {
    link: TableLink,
    relay: Hex<32>,
    connection: Connection,
    heard: u64,
    /// How many entries the relay had when it was connected to.
    told: u64,
    is_over: bool,
}

impl Onlooker {
    pub(crate) fn new(link: &TableLink, relay: Hex<32>) -> Self {
        let connection = open(link, relay, 0);
        Self { link: link.clone(), relay, connection, heard: 0, told: 0, is_over: false }
    }

    /// Hears everything that the relay has by now, and returns how many entries that is.
    pub(crate) async fn catch_up(&mut self) -> u64 {
        self.connection = open(&self.link, self.relay, self.heard);
        let mut is_told = false;
        while !is_told || self.heard < self.told {
            match self.connection.next().await {
                FromConnection::Stamped(_) => self.heard += 1,
                FromConnection::Open(welcome) => {
                    (self.told, is_told) = (welcome.entries, true);
                }
                FromConnection::Control(_) => {}
                FromConnection::Lost(why) => {
                    assert!(why.is_passing(), "{why}");
                    is_told = false;
                    self.connection = open(&self.link, self.relay, self.heard);
                }
            }
        }
        self.heard
    }

    /// Waits until this many entries were stamped. Returns false if there will not be so many.
    pub(crate) async fn wait_for(&mut self, entries: u64) -> bool {
        use facedown_protocol::relay::FromRelay;
        use facedown_protocol::relay::PeerState::{Closed, Over};
        while self.heard < entries {
            if self.is_over && self.told <= self.heard {
                return false;
            }
            match self.connection.next().await {
                FromConnection::Stamped(_) => self.heard += 1,
                // What it has and this one has not follows.
                FromConnection::Open(welcome) => {
                    self.is_over = matches!(welcome.table.state, Over | Closed);
                    self.told = welcome.entries;
                }
                FromConnection::Control(FromRelay::Table(changed)) => {
                    self.is_over = matches!(changed.table.state, Over | Closed);
                }
                FromConnection::Control(_) => {}
                FromConnection::Lost(why) => {
                    if !why.is_passing() {
                        return false;
                    }
                    self.connection = open(&self.link, self.relay, self.heard);
                }
            }
        }
        true
    }
}

fn open(link: &TableLink, relay: Hex<32>, since: u64) -> Connection {
    Connection::open(link.clone(), Identity { relay, key: None }, since)
}
