//! What the crash trial and the soak share: a server, tables that clients play at, and the comparison in the end.

mod check;
mod client_view;
mod clocks;
mod context;
mod disk;
mod failure;
pub(crate) mod jumps;
mod player;
pub(crate) mod server;
mod slot;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use crate::client::Client;
use facedown_core::{Dice, Seed};
use facedown_protocol::TableId;
use facedown_server::room::{Journal, Room};
use facedown_server::store::{SqliteStore, Store, StoreError};
use facedown_server::time::WallTime;
use tempfile::TempDir;
use tokio::task::JoinHandle;

use check::{Found, check};
use context::TrialContext;
use disk::Disk;
use server::{Place, Running};
use slot::Played;

pub use failure::Failure;

/// How long nothing may happen before the trial fails.
const TIMEOUT: Duration = Duration::from_mins(1);

/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How many requests have to be refused on a full disk before there is room again.
const MIN_REFUSALS: u64 = 40;

/// A running trial.
pub(crate) struct Trial {
    // Before the folder that it is mounted in: fields are dropped in order.
    pub(crate) place: Place,
    folder: TempDir,
    pub(crate) context: Arc<TrialContext>,
    slots: Vec<JoinHandle<Vec<Played>>>,
}

impl Trial {
    /// Starts to play at `tables` tables, of which `keep` per slot are kept for comparison. If the disk is to be filled,
    /// the database is on a small disk of its own.
    pub(crate) fn begin(
        program: PathBuf,
        seed: &Seed,
        tables: usize,
        keep: usize,
        fills: bool,
    ) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("facedown-trial-").tempdir();
        let folder = folder.map_err(Failure::io("a folder for the trial"))?;
        let place = Place::new(program, folder.path(), fills)?;
        let context = Arc::new(TrialContext::new());
        let slot = |number: usize| {
            let dice = Dice::numbered(seed, number as u64);
            tokio::spawn(slot::run(Arc::clone(&context), number, dice, keep))
        };
        let slots = (0..tables).map(slot).collect();
        Ok(Self { place, folder, context, slots })
    }

    /// Tells all clients the address of the server.
    pub(crate) fn announce(&self, running: &Running) {
        self.context.set_client(Client::at(&running.url).ok());
    }

    /// Waits until the next kill is due. Returns whether all is well.
    pub(crate) async fn progress(&self, running: &mut Running) -> bool {
        loop {
            let before = self.context.steps();
            let due = tokio::time::timeout(TIMEOUT, self.context.due.notified()).await.is_ok();
            self.watch(running);
            if self.context.is_broken() || due {
                return !self.context.is_broken();
            }
            if self.context.steps() == before {
                self.context.report("nothing happens at any table".into());
            }
        }
    }

    /// Fills the disk during play, until the server refuses what it cannot store. Returns whether all is well.
    pub(crate) async fn fill(&self, disk: &Disk, running: &mut Running) -> Result<bool, Failure> {
        let refused = || self.context.unavailable.load(Relaxed);
        let before = refused();
        disk.fill()?;
        // Whatever fits into the free part of the log can still be written.
        for _ in 0..TIMEOUT.as_millis() / POLL_INTERVAL.as_millis() {
            self.watch(running);
            if self.context.is_broken() || refused() > before + MIN_REFUSALS {
                break;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        if refused() <= before + MIN_REFUSALS && !self.context.is_broken() {
            self.context.report("nothing is refused although the disk is full".into());
        }
        let (status, answer) = self.readiness().await;
        if status != 503 && !self.context.is_broken() {
            self.context.report(format!("on a full disk /readyz says {status}: {answer}"));
        }
        Ok(!self.context.is_broken())
    }

    /// Waits until the server has noticed by itself that there is room again. Returns whether all is well.
    pub(crate) async fn recovers(&self, running: &mut Running) -> bool {
        for _ in 0..TIMEOUT.as_millis() / POLL_INTERVAL.as_millis() {
            self.watch(running);
            if self.context.is_broken() || self.readiness().await.0 == 200 {
                return !self.context.is_broken();
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        self.context.report("there is room on the disk again, and the server is not ready".into());
        false
    }

    async fn readiness(&self) -> (u16, String) {
        let client = self.context.client().await;
        client.ask("GET", "/readyz", None, None).await.unwrap_or_default()
    }

    /// Reports if the server has ended.
    pub(crate) fn watch(&self, running: &mut Running) {
        if running.has_ended() {
            self.context.report("the server ended by itself".into());
        }
    }

    /// Waits until every table is played to its end. Returns those to be compared.
    pub(crate) async fn finish(&mut self, running: Option<&mut Running>) -> Vec<Played> {
        let mut played = Vec::new();
        let mut running = running;
        self.context.stop();
        for mut slot in self.slots.drain(..) {
            loop {
                let before = self.context.steps();
                if let Ok(ended) = tokio::time::timeout(TIMEOUT, &mut slot).await {
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

    /// Compares what all clients heard with the database, and verifies the records with `facedown verify`. The server
    /// must have ended.
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
        journal: &Journal,
        deaths: &[WallTime],
        records: &Path,
        all: &mut Found,
    ) -> Result<(), Failure> {
        // A trial that was stopped has none; what stopped it has been recorded.
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

/// The journals of these tables. All others that are not archived must be readable as well.
async fn journals(
    data: &Path,
    played: &[Played],
    found: &mut Found,
) -> Result<Vec<Option<Journal>>, StoreError> {
    let store = SqliteStore::open(data).await?;
    let open = facedown_server::store::journals(&store).await?;
    let mut open: HashMap<TableId, Journal> = open.into_iter().collect();
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

/// Keeps all files for whoever looks into the findings.
fn keep(folder: TempDir, played: &[Played], findings: Vec<String>) -> Failure {
    let folder = folder.keep();
    let transcripts = folder.join("transcripts");
    // The findings are returned even if some files cannot be written.
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
