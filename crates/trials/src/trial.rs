//! What the trials have in common: a house, tables at which people play, and the comparison in the end.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use facedown_client::Client;
use facedown_core::{Dice, Seed};
use facedown_protocol::TableId;
use facedown_server::room::Room;
use facedown_server::store::{SqliteStore, Store, StoreError};
use facedown_server::time::WallTime;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use crate::Failure;
use crate::check::{Found, check};
use crate::context::TrialContext;
use crate::disk::Disk;
use crate::house::{Place, Running};
use crate::slot::{self, Played};

/// If nothing happens for so long, something is wrong.
const PATIENCE: Duration = Duration::from_mins(1);

/// How often is looked whether something has happened.
const POLL: Duration = Duration::from_millis(20);
/// How much has to be refused on a full disk before there is room again.
const REFUSALS: u64 = 40;

/// A trial that has begun.
pub(crate) struct Trial {
    // Before the folder that it is in: what is dropped first is the disk.
    pub(crate) place: Place,
    folder: TempDir,
    pub(crate) context: Arc<TrialContext>,
    slots: Vec<JoinHandle<Vec<Played>>>,
}

impl Trial {
    /// Begins to play at so many tables. Of each slot, so many tables are kept for comparison. The disk is a small one of
    /// its own if it is to be filled.
    pub(crate) fn begin(
        house: PathBuf,
        seed: &Seed,
        tables: usize,
        keep: usize,
        fills: bool,
    ) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("facedown-trial-").tempdir();
        let folder = folder.map_err(Failure::io("a folder for the trial"))?;
        let place = Place::new(house, folder.path(), fills)?;
        let context = Arc::new(TrialContext::new());
        let slot = |number: usize| {
            let dice = Dice::numbered(seed, number as u64);
            tokio::spawn(slot::run(Arc::clone(&context), number, dice, keep))
        };
        let slots = (0..tables).map(slot).collect();
        Ok(Self { place, folder, context, slots })
    }

    /// Tells everybody where the house is.
    pub(crate) fn call(&self, running: &Running) {
        self.context.set_house(Client::at(&running.url).ok());
    }

    /// Waits until the next kill is due. Whether all is well.
    pub(crate) async fn progress(&self, running: &mut Running) -> bool {
        loop {
            let before = self.context.steps();
            let due = tokio::time::timeout(PATIENCE, self.context.due.notified()).await.is_ok();
            self.watch(running);
            if self.context.is_broken() || due {
                return !self.context.is_broken();
            }
            if self.context.steps() == before {
                self.context.report("nothing happens any more at any table".into());
            }
        }
    }

    /// Fills the disk while people play, until the house refuses what it cannot store. Whether all is well.
    pub(crate) async fn fill(&self, disk: &Disk, running: &mut Running) -> Result<bool, Failure> {
        let refused = || self.context.unavailable.load(Relaxed);
        let before = refused();
        disk.fill()?;
        // What the log has room for can still be written.
        for _ in 0..PATIENCE.as_millis() / POLL.as_millis() {
            self.watch(running);
            if self.context.is_broken() || refused() > before + REFUSALS {
                break;
            }
            tokio::time::sleep(POLL).await;
        }
        if refused() <= before + REFUSALS && !self.context.is_broken() {
            self.context.report("nothing is refused although the disk is full".into());
        }
        let (status, answer) = self.readiness().await;
        if status != 503 && !self.context.is_broken() {
            self.context.report(format!("on a full disk /readyz says {status}: {answer}"));
        }
        Ok(!self.context.is_broken())
    }

    /// Waits until the house has noticed that there is room again, without being told.
    pub(crate) async fn recovers(&self, running: &mut Running) -> bool {
        for _ in 0..PATIENCE.as_millis() / POLL.as_millis() {
            self.watch(running);
            if self.context.is_broken() || self.readiness().await.0 == 200 {
                return !self.context.is_broken();
            }
            tokio::time::sleep(POLL).await;
        }
        self.context.report("there is room on the disk again, and the house is not ready".into());
        false
    }

    async fn readiness(&self) -> (u16, String) {
        let house = self.context.house().await;
        house.ask("GET", "/readyz", None, None).await.unwrap_or_default()
    }

    /// Reports it if the house has ended.
    pub(crate) fn watch(&self, running: &mut Running) {
        if running.has_ended() {
            self.context.report("the house ended by itself".into());
        }
    }

    /// Waits until every table is played to its end. Those that are to be compared.
    pub(crate) async fn finish(&mut self, running: Option<&mut Running>) -> Vec<Played> {
        let mut played = Vec::new();
        let mut running = running;
        self.context.stop();
        for mut slot in self.slots.drain(..) {
            loop {
                let before = self.context.steps();
                if let Ok(ended) = tokio::time::timeout(PATIENCE, &mut slot).await {
                    match ended {
                        Ok(tables) => played.extend(tables),
                        Err(error) => self.context.report(error.to_string()),
                    }
                    break;
                }
                let ended = running.as_mut().is_some_and(|running| running.has_ended());
                if ended || self.context.steps() == before {
                    self.context.report("a table does not come to its end".into());
                }
            }
        }
        played
    }

    /// Compares what everybody heard with what is in the database, and has the program verify the records. The house
    /// has to be gone by then.
    pub(crate) async fn compare(self, played: &[Played]) -> Result<Found, Failure> {
        let mut all = Found { wrong: self.context.wrongs(), ..Found::default() };
        all.wrong.extend(self.place.complaints());
        let records = self.place.folder.join("records");
        fs::create_dir_all(&records).map_err(Failure::io("a folder for the records"))?;
        let deaths = self.place.deaths();
        match journals(&self.place.data(), played, &mut all).await {
            Ok(journals) => {
                for (table, journal) in played.iter().zip(journals) {
                    let Some(journal) = journal else {
                        let table = &table.table;
                        all.wrong.push(format!("table {table} is not in the database"));
                        continue;
                    };
                    self.compare_table(table, &journal, &deaths, &records, &mut all)?;
                }
            }
            Err(error) => all.wrong.push(error.to_string()),
        }
        if all.wrong.is_empty() {
            return Ok(all);
        }
        if let Some(disk) = &self.place.disk {
            disk.save(self.folder.path());
        }
        Err(keep(self.folder, played, all.wrong))
    }

    fn compare_table(
        &self,
        played: &Played,
        journal: &[String],
        deaths: &[WallTime],
        records: &Path,
        all: &mut Found,
    ) -> Result<(), Failure> {
        // Where the trial was broken off there is none; what broke it off has been noted.
        let Some(record) = &played.record else { return Ok(()) };
        all.add(check(played, record, journal, deaths));
        let file = records.join(format!("{}.json", played.table));
        fs::write(&file, record).map_err(Failure::io("a record"))?;
        let mut command = Command::new(&self.place.program);
        let commitment = played.commitment().unwrap_or_default();
        command.arg("verify").arg(&file).arg("--commitment").arg(commitment);
        let output = command.output().map_err(Failure::io("facedown verify"))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stdout);
            all.wrong.push(format!("table {}: facedown verify: {said}", played.table));
        }
        Ok(())
    }
}

/// The journals of these tables. All others that are not cleared away must make sense as well.
async fn journals(
    data: &Path,
    played: &[Played],
    found: &mut Found,
) -> Result<Vec<Option<Vec<String>>>, StoreError> {
    let store = SqliteStore::open(data).await?;
    let open = facedown_server::store::journals(&store).await?;
    let mut open: HashMap<TableId, Vec<String>> = open.into_iter().collect();
    let mut journals = Vec::new();
    for table in played {
        let journal = match open.remove(&table.table) {
            Some(journal) => Some(journal),
            None => store.archived(&table.table).await?.inspect(|_| found.archived += 1),
        };
        journals.push(journal);
    }
    store.close().await?;
    for (table, journal) in open {
        if let Err(error) = Room::fold(table.clone(), &journal) {
            found.wrong.push(format!("table {table}: {error}"));
        }
    }
    Ok(journals)
}

/// Keeps everything for whoever wants to know more.
fn keep(folder: TempDir, played: &[Played], findings: Vec<String>) -> Failure {
    let folder = folder.keep();
    let transcripts = folder.join("transcripts");
    // What cannot be written is missing there, and what is wrong is said all the same.
    let _ = fs::create_dir_all(&transcripts);
    let _ = fs::write(folder.join("findings.txt"), findings.join("\n"));
    for table in played {
        for transcript in &table.transcripts {
            let name = format!("{}-{}.txt", table.table, transcript.who().replace(' ', "-"));
            let lines =
                transcript.lines.iter().map(|(at, line)| format!("{} {line}\n", at.as_millis()));
            let _ = fs::write(transcripts.join(name), lines.collect::<String>());
        }
    }
    Failure::Wrong { findings, folder }
}
