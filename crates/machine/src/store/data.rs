//! The user's data folder, and the seats in it.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use facedown_protocol::TableId;

use super::folder::{Kept, SeatFolder, Who, is_seat, read_kept};
use super::{StoreError, files};

/// The user's data folder.
pub struct Data {
    tables: PathBuf,
}

/// A seat in the data folder.
pub struct Listed {
    /// Its folder.
    pub path: PathBuf,
    /// What is kept of it.
    pub kept: Kept,
    /// How many entries were heard, if the table is not over.
    pub entries: usize,
}

impl Data {
    /// The folder that the user has chosen, or the usual one of the system, which is made if there is none.
    pub fn open(chosen: Option<&Path>) -> Result<Self, StoreError> {
        let root = chosen.map(Path::to_owned).or_else(usual_folder).ok_or(StoreError::NoFolder)?;
        let tables = root.join("tables");
        files::make_folder(&tables).map_err(|error| StoreError::files(&tables, error))?;
        Ok(Self { tables })
    }

    /// The folder of the user's own seat at a table, whether or not there is one.
    pub fn own_seat(&self, table: &TableId) -> PathBuf {
        self.tables.join(table.as_str()).join("you")
    }

    /// Whether the user has a seat at a table.
    pub fn has_own_seat(&self, table: &TableId) -> bool {
        is_seat(&self.own_seat(table))
    }

    /// The folder for a bot at a table: that of such a bot whose process has ended, or a new one.
    pub fn bot_seat(
        &self,
        table: &TableId,
        bot: &Who,
        name: Option<&str>,
    ) -> Result<BotSeat, StoreError> {
        let table = self.tables.join(table.as_str());
        for number in 1.. {
            let path = table.join(format!("bot-{number}"));
            if !is_seat(&path) {
                return Ok(BotSeat::New(path));
            }
            match SeatFolder::open(&path) {
                Ok(folder) => {
                    let kept = folder.kept();
                    let same =
                        kept.who == *bot && name.is_none_or(|name| kept.name.as_str() == name);
                    if same {
                        return Ok(BotSeat::Old(Box::new(folder)));
                    }
                }
                Err(StoreError::InUse { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Err(StoreError::NoFolder)
    }

    /// The bots at a table that have folders here.
    pub fn bots(&self, table: &TableId) -> Vec<Kept> {
        let table = self.tables.join(table.as_str());
        let folders = (1..).map(|number| table.join(format!("bot-{number}")));
        folders.take_while(|path| is_seat(path)).filter_map(|path| read_kept(&path).ok()).collect()
    }

    /// All seats that were taken, the latest first. Folders that cannot be read are left out.
    pub fn seats(&self) -> Result<Vec<Listed>, StoreError> {
        let failed = |error| StoreError::files(&self.tables, error);
        let mut seats = Vec::new();
        for table in fs::read_dir(&self.tables).map_err(failed)? {
            let Ok(folders) = fs::read_dir(table.map_err(failed)?.path()) else { continue };
            for folder in folders {
                let path = folder.map_err(failed)?.path();
                let Ok(kept) = read_kept(&path) else { continue };
                let changed = changed(&path);
                let records = super::journal::read_only(&path.join("log")).unwrap_or_default();
                let is_entry =
                    |record: &&super::Record| matches!(record, super::Record::Stamped(_));
                let entries = records.iter().filter(is_entry).count();
                seats.push((changed, Listed { path, kept, entries }));
            }
        }
        seats.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
        Ok(seats.into_iter().map(|(_, listed)| listed).collect())
    }

    /// The user's seat at the table whose id begins with this.
    pub fn find(&self, table: &str) -> Result<PathBuf, StoreError> {
        let named = |listed: &Listed| {
            listed.kept.who == Who::You && listed.kept.table.as_str().starts_with(table)
        };
        let mut found = self.seats()?.into_iter().filter(named);
        let first = found.next().ok_or_else(|| StoreError::NoSuchTable(table.to_owned()))?;
        if found.next().is_some() && first.kept.table.as_str() != table {
            return Err(StoreError::Ambiguous(table.to_owned()));
        }
        Ok(first.path)
    }
}

/// Where a bot's seat is.
pub enum BotSeat {
    /// A bot that plays on.
    Old(Box<SeatFolder>),
    /// A folder for a new one.
    New(PathBuf),
}

/// When something last happened in a folder.
fn changed(folder: &Path) -> Option<std::time::SystemTime> {
    let changed = |name: &str| -> io::Result<_> { fs::metadata(folder.join(name))?.modified() };
    changed("log").or_else(|_| changed("seat.json")).ok()
}

/// Where programs keep their users' data on this system.
fn usual_folder() -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::home_dir().filter(|home| home.is_absolute());
    let folder = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        Some(home()?.join("Library/Application Support"))
    } else {
        named("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")))
    };
    Some(folder?.join("facedown"))
}
