//! The folder of a seat: its lock, its secrets, what was agreed, and the log.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use facedown_core::Seat;
use facedown_protocol::relay::{Base64, Hex};
use facedown_protocol::{Code, Name, TableId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::StoreError;
use super::files::{make_folder, private, sync_folder, unfinished, write_whole};
use super::journal::Journal;
use crate::agreed::Agreed;
use crate::link::TableLink;

const SEAT: &str = "seat.json";
const SEED: &str = "seed";
const LOG: &str = "log";
const CHAIN: &str = "table.chain";
const LOCK: &str = "lock";

/// How the file of the seed begins.
const SEED_HEADER: &str = "facedown seed v1";
/// How many bytes of a lock file are read to name its holder.
const MAX_HOLDER: u64 = 200;
/// The version of `seat.json`.
const VERSION: u32 = 1;

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The user.
    You,
    /// The game's bot of this name.
    Bot(String),
}

/// What is kept of a seat and is not secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    version: u32,
    /// The relay's address.
    relay: String,
    /// The table.
    pub table: TableId,
    /// The table's code.
    pub code: Option<Code>,
    /// Who plays the seat.
    pub who: Who,
    /// The player's name.
    pub name: Name,
    /// What the player has agreed to.
    pub agreed: Agreed,
    /// The seat, once the relay has given one.
    pub seat: Option<Seat>,
    /// The genesis, once all have agreed on it.
    pub genesis: Option<Base64>,
    /// Whether the table is over for this player.
    pub is_over: bool,
    /// Whether the player has left for good before the end.
    #[serde(default)]
    pub has_left: bool,
}

/// The secrets of a seat.
#[derive(Zeroize, ZeroizeOnDrop)]
pub struct Secrets {
    /// The seed from which all secrets come.
    pub seed: [u8; 32],
    /// What makes this table different from all others.
    pub nonce: [u8; 32],
}

/// The folder of a seat. This process alone plays the seat while it has this.
pub struct SeatFolder {
    path: PathBuf,
    kept: Kept,
    journal: Option<Journal>,
    _lock: File,
}

impl Kept {
    /// A seat that was not taken yet.
    pub fn new(link: &TableLink, who: Who, name: Name, agreed: Agreed) -> Self {
        Self {
            version: VERSION,
            relay: link.relay.to_string(),
            table: link.table.clone(),
            code: link.code.clone(),
            who,
            name,
            agreed,
            seat: None,
            genesis: None,
            is_over: false,
            has_left: false,
        }
    }

    /// The link to the table.
    pub fn link(&self) -> Option<TableLink> {
        let relay = self.relay.parse().ok()?;
        Some(TableLink { relay, table: self.table.clone(), code: self.code.clone() })
    }
}

impl Secrets {
    /// New secrets, from the system's randomness.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut secrets = Self { seed: [0; 32], nonce: [0; 32] };
        getrandom::fill(&mut secrets.seed)?;
        getrandom::fill(&mut secrets.nonce)?;
        Ok(secrets)
    }

    fn to_text(&self) -> Zeroizing<String> {
        let lines = format!("{SEED_HEADER}\n{}\n{}\n", Hex(self.seed), Hex(self.nonce));
        let sum = seed_sum(lines.as_bytes());
        Zeroizing::new(lines + &format!("{sum}\n"))
    }

    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        if lines.next() != Some(SEED_HEADER) {
            return None;
        }
        let (seed, nonce) = (Hex::parse(lines.next()?)?, Hex::parse(lines.next()?)?);
        let secrets = Self { seed: seed.0, nonce: nonce.0 };
        (*secrets.to_text() == text).then_some(secrets)
    }
}

/// A checksum against damage, not against attackers: who can change the seed has it.
fn seed_sum(lines: &[u8]) -> Hex<8> {
    let mut sum = [0; 8];
    sum.copy_from_slice(&Sha256::digest(lines)[..8]);
    Hex(sum)
}

impl SeatFolder {
    /// Makes a folder for a new seat, and keeps its secrets before anybody can hear of them.
    pub fn create(path: &Path, kept: Kept, secrets: &Secrets) -> Result<Self, StoreError> {
        make_folder(path).map_err(|error| StoreError::files(path, error))?;
        let lock = lock(path)?;
        let folder = Self { path: path.to_owned(), kept, journal: None, _lock: lock };
        let seed = path.join(SEED);
        write_whole(&seed, secrets.to_text().as_bytes())
            .map_err(|error| StoreError::files(&seed, error))?;
        folder.write_kept()?;
        Ok(folder)
    }

    /// Opens the folder of a seat, unless another process plays it.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let kept = read_kept(path)?;
        let folder = Self { path: path.to_owned(), kept, journal: None, _lock: lock };
        // What a crash has left there: files that were not whole yet, and what was to be deleted.
        let unfinished = [SEAT, SEED, CHAIN].map(unfinished);
        folder.remove(unfinished.iter().map(String::as_str))?;
        if folder.kept.is_over {
            folder.remove([SEED, LOG])?;
        }
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is kept of the seat.
    pub const fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Changes what is kept of the seat. When this returns it is on the disk.
    pub fn change(&mut self, change: impl FnOnce(&mut Kept)) -> Result<(), StoreError> {
        change(&mut self.kept);
        self.write_kept()
    }

    fn write_kept(&self) -> Result<(), StoreError> {
        let path = self.path.join(SEAT);
        // Plain data, which can be written.
        let text = serde_json::to_string_pretty(&self.kept).unwrap_or_default() + "\n";
        write_whole(&path, text.as_bytes()).map_err(|error| StoreError::files(&path, error))
    }

    /// The secrets of the seat.
    pub fn secrets(&self) -> Result<Secrets, StoreError> {
        let path = self.path.join(SEED);
        let text = match fs::read_to_string(&path) {
            Ok(text) => Zeroizing::new(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(StoreError::NoSeed(path));
            }
            Err(error) => return Err(StoreError::files(&path, error)),
        };
        let why = || "this is not a seed that this program has written".to_owned();
        Secrets::read(&text).ok_or_else(|| StoreError::Damaged { path, why: why() })
    }

    /// The log of the seat, and what is in it. It stays open.
    pub fn open_log(&mut self) -> Result<Vec<super::Record>, StoreError> {
        let (journal, records) = Journal::open(&self.path.join(LOG))?;
        self.journal = Some(journal);
        Ok(records)
    }

    /// The open log.
    pub(crate) const fn log(&mut self) -> Option<&mut Journal> {
        self.journal.as_mut()
    }

    /// Where the chain is when the table is over.
    pub fn chain_path(&self) -> PathBuf {
        self.path.join(CHAIN)
    }

    /// The table is over for this player: keeps the chain, and deletes the secrets and the log.
    pub fn finish(&mut self, chain: &[u8]) -> Result<(), StoreError> {
        let path = self.chain_path();
        write_whole(&path, chain).map_err(|error| StoreError::files(&path, error))?;
        self.change(|kept| kept.is_over = true)?;
        self.journal = None;
        self.remove([SEED, LOG])
    }

    /// Removes files, if they are there. When this returns, they do not come back after a crash.
    fn remove<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<(), StoreError> {
        let mut is_changed = false;
        for name in names {
            let path = self.path.join(name);
            match fs::remove_file(&path) {
                Ok(()) => is_changed = true,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(StoreError::files(&path, error)),
            }
        }
        if !is_changed {
            return Ok(());
        }
        sync_folder(&self.path).map_err(|error| StoreError::files(&self.path, error))
    }

    /// Forgets a seat that was never taken, or that the relay has given to somebody else before the game began.
    pub fn forget(self) -> Result<(), StoreError> {
        fs::remove_dir_all(&self.path).map_err(|error| StoreError::files(&self.path, error))
    }
}

/// What is kept of a seat, for who only wants to know.
pub(super) fn read_kept(folder: &Path) -> Result<Kept, StoreError> {
    let path = folder.join(SEAT);
    let text = fs::read_to_string(&path).map_err(|error| StoreError::files(&path, error))?;
    serde_json::from_str::<Kept>(&text)
        .ok()
        .filter(|kept| kept.version == VERSION && kept.link().is_some())
        .ok_or_else(|| {
            let why = "this is not what this program writes there".to_owned();
            StoreError::Damaged { path, why }
        })
}

/// Whether a folder is that of a seat.
pub(super) fn is_seat(folder: &Path) -> bool {
    folder.join(SEAT).is_file()
}

/// Takes the lock of a seat. It ends with the process, however that ends. The file is never removed: another process might be
/// locking it at that moment.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let failed = |error| StoreError::files(&path, error);
    let mut file = private()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = (&mut file).take(MAX_HOLDER).read_to_string(&mut holder);
            let holder = holder.trim();
            let holder = if holder.is_empty() { "another process" } else { holder };
            return Err(StoreError::InUse { holder: holder.to_owned() });
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    // Only the lock matters, not what is in the file.
    let _ = file
        .set_len(0)
        .and_then(|()| file.seek(SeekFrom::Start(0)))
        .and_then(|_| writeln!(file, "process {}", std::process::id()));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use facedown_core::Game;
    use facedown_games::herding_cats::{HerdingCats, Options};
    use serde_json::json;

    use super::*;

    fn seat(folder: &Path) -> SeatFolder {
        let info = json!({
            "id": "t1", "game": HerdingCats::NAME, "rules": HerdingCats::RULES,
            "options": Options::default(), "seats": [null, null], "think": 0, "grace": 60,
            "escrow": null, "private": false, "relay": Hex([1; 32]), "state": "open",
            "entries": 0, "created": 0,
        });
        let agreed = Agreed::to(&serde_json::from_value(info).unwrap());
        let link = "http://relay/peers/t1".parse().unwrap();
        let kept = Kept::new(&link, Who::You, Name::new("Ann").unwrap(), agreed);
        SeatFolder::create(folder, kept, &Secrets::random().unwrap()).unwrap()
    }

    fn files(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_crash_left_undone_is_done_when_the_seat_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("you");
        let mut ours = seat(&path);
        let seed = fs::read(path.join(SEED)).unwrap();
        ours.open_log().unwrap();
        ours.finish(b"the chain").unwrap();
        drop(ours);
        let whole = files(&path);
        assert_eq!(whole, [LOCK, SEAT, CHAIN]);
        // The crash was after the seat was marked as over, or while a file was written.
        for left in [SEED, LOG, "seed.new", "seat.json.new", "table.chain.new"] {
            fs::write(path.join(left), &seed).unwrap();
        }
        let opened = SeatFolder::open(&path).unwrap();
        assert!(opened.kept().is_over);
        assert_eq!(files(&path), whole);
    }

    #[test]
    fn a_seat_that_is_not_over_keeps_its_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("you");
        let secrets = seat(&path).secrets().unwrap();
        fs::write(path.join("seed.new"), "half of it").unwrap();
        let opened = SeatFolder::open(&path).unwrap();
        assert_eq!(opened.secrets().unwrap().seed, secrets.seed);
        assert_eq!(files(&path), [LOCK, SEAT, SEED]);
    }
}
