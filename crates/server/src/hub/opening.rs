//! Opens the tables in the store. Those whose journals cannot be replayed are set aside.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError};

use facedown_protocol::{Kind, Refusal, TableId};
use tokio::sync::mpsc;

use super::Hub;
use crate::actor::Message;
use crate::identity::Caller;
use crate::relay::is_peers;
use crate::room::{Created, EntryBody, FoldError, Journal, JournalEntry, Room, SeatRule, read};
use crate::store::{PlayerId, ReadLine, StoreError};
use crate::time::Moment;

/// How many of a player's archived tables are searched for a damaged one.
const MAX_SEARCHED: u32 = 1_000;

/// Why a table cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(super) enum Damage {
    /// The entries are not numbered in order.
    #[error("entry {expected} is missing or duplicated")]
    Number { expected: u64 },
    /// The entry is not text, or too long.
    #[error("entry {0} is not a line of text")]
    NoText(u64),
    /// The entries cannot be applied.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// Applying the entry panicked.
    #[error("applying entry {0} panics")]
    Failed(u64),
}

/// Who may know of a table that was set aside, as far as its journal can be read.
#[derive(Default)]
pub(super) struct SetAside {
    is_public: bool,
    players: HashSet<PlayerId>,
}

/// The tables that are being read, each as far as its lines have been read.
#[derive(Default)]
pub(super) struct Opening {
    /// In the order in which they were created.
    order: Vec<TableId>,
    tables: HashMap<TableId, Read>,
}

enum Read {
    Sound(Box<Room>, Journal),
    Damaged(Damage, SetAside),
}

impl Opening {
    /// Applies the next line of any journal.
    pub(super) fn line(&mut self, line: ReadLine) {
        let ReadLine { table, n, entry } = line;
        let Some(read) = self.tables.get_mut(&table) else {
            self.order.push(table.clone());
            let read = match first(&table, n, entry.as_deref()) {
                Ok(room) => Read::Sound(Box::new(room), entry.iter().collect()),
                Err(damage) => Read::Damaged(damage, SetAside::default().learn(entry.as_deref())),
            };
            self.tables.insert(table, read);
            return;
        };
        match read {
            Read::Sound(room, journal) => match next(room, n, entry.as_deref()) {
                Ok(()) => journal.push_line(entry.as_deref().unwrap_or_default()),
                Err(damage) => {
                    let aside = SetAside::of(room).learn(entry.as_deref());
                    *read = Read::Damaged(damage, aside);
                }
            },
            Read::Damaged(_, aside) => {
                *aside = std::mem::take(aside).learn(entry.as_deref());
            }
        }
    }
}

impl Opening {
    /// The time of each table's last entry.
    pub(super) fn last_moments(&self) -> impl Iterator<Item = Moment> {
        self.tables.values().filter_map(|read| match read {
            Read::Sound(room, _) => Some(room.last()),
            Read::Damaged(..) => None,
        })
    }
}

fn first(table: &TableId, n: Option<u64>, entry: Option<&str>) -> Result<Room, Damage> {
    let entry = parsed(0, n, entry)?;
    caught(0, || Room::new(table.clone(), &entry))
}

fn next(room: &mut Room, n: Option<u64>, entry: Option<&str>) -> Result<(), Damage> {
    let expected = room.n() + 1;
    let entry = parsed(expected, n, entry)?;
    caught(expected, || room.apply(&entry))?;
    Ok(())
}

fn parsed(expected: u64, n: Option<u64>, entry: Option<&str>) -> Result<JournalEntry, Damage> {
    if n != Some(expected) {
        return Err(Damage::Number { expected });
    }
    let text = entry.ok_or(Damage::NoText(expected))?;
    Ok(read(expected, text)?)
}

/// Catches panics. A modified journal may hold what the rules of a game do not expect; that must not stop the other tables,
/// and the room that panicked is dropped.
fn caught<T>(n: u64, fold: impl FnOnce() -> Result<T, FoldError>) -> Result<T, Damage> {
    catch_unwind(AssertUnwindSafe(fold)).map_err(|_| Damage::Failed(n))?.map_err(Damage::Fold)
}

impl SetAside {
    fn of(room: &Room) -> Self {
        let players = room.players().cloned().collect();
        Self { is_public: false, players }.created(room.created())
    }

    fn created(mut self, created: &Created) -> Self {
        let kept = created.places.iter().filter_map(|place| match place {
            SeatRule::Kept(kept) => Some(kept.player.clone()),
            _ => None,
        });
        self.players.extend(kept.chain([created.host.clone()]));
        self.is_public |= !created.private;
        self
    }

    /// Adds those who may know of the table according to this entry, if it can be parsed.
    fn learn(mut self, entry: Option<&str>) -> Self {
        match entry.and_then(|entry| serde_json::from_str::<JournalEntry>(entry).ok()) {
            Some(JournalEntry { what: EntryBody::Created(created), .. }) => self.created(&created),
            Some(JournalEntry { what: EntryBody::Sat { player, .. }, .. }) => {
                self.players.insert(player);
                self
            }
            _ => self,
        }
    }
}

impl Hub {
    /// Starts all tables that could be read, and sets the others aside.
    pub(super) fn open_tables(self: &Arc<Self>, opening: Opening) {
        let Opening { order, mut tables } = opening;
        for table in order {
            match tables.remove(&table) {
                Some(Read::Sound(room, journal)) => {
                    let (aside, n) = (SetAside::of(&room), room.n());
                    if let Err(damage) = caught(n, || self.start_actor(*room, journal, false)) {
                        self.set_aside(table, &damage, aside);
                    }
                }
                Some(Read::Damaged(damage, aside)) => self.set_aside(table, &damage, aside),
                None => {}
            }
        }
    }

    fn set_aside(&self, table: TableId, damage: &Damage, aside: SetAside) {
        tracing::error!(%table, %damage, "a table is set aside: its journal cannot be replayed, and stays in the database unchanged");
        self.shared.metrics.set_aside.inc();
        self.set_aside.lock().unwrap_or_else(PoisonError::into_inner).insert(table, aside);
    }

    /// The refusal for this table if it was set aside. Those who may not know of it are told that it does not exist.
    pub(super) fn refuse_set_aside(
        &self,
        table: &TableId,
        caller: Option<&Caller>,
    ) -> Option<Refusal> {
        let tables = self.set_aside.lock().unwrap_or_else(PoisonError::into_inner);
        let aside = tables.get(table)?;
        let plays = caller.is_some_and(|caller| aside.players.contains(&caller.id));
        let kind = if plays || aside.is_public { Kind::Damaged } else { Kind::NotFound };
        Some(Refusal::plain(kind))
    }

    /// Opens an archived table to be watched.
    pub(super) async fn open_archived(
        self: &Arc<Self>,
        table: &TableId,
        caller: Option<&Caller>,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let journal = match self.shared.store.archived(table).await {
            Ok(journal) => journal
                .filter(|journal| !is_peers(journal))
                .ok_or_else(|| Refusal::plain(Kind::NotFound))?,
            Err(error @ StoreError::Damaged(_)) => {
                return Err(self.refuse_damaged(table, caller, &error).await);
            }
            Err(error) => {
                tracing::error!(%error, "the archive cannot be read");
                return Err(Refusal::plain(Kind::Internal));
            }
        };
        let folded = caught(journal.len() as u64, || {
            let room = Room::fold(table.clone(), &journal)?;
            self.start_actor(room, journal, true)
        });
        match folded {
            Ok(inbox) => Ok(inbox),
            Err(damage) => Err(self.refuse_damaged(table, caller, &damage).await),
        }
    }

    /// The refusal for an archived table that cannot be read. The store knows its players without the journal.
    async fn refuse_damaged(
        &self,
        table: &TableId,
        caller: Option<&Caller>,
        why: &(impl std::error::Error + Sync),
    ) -> Refusal {
        tracing::error!(%table, error = %why, "an archived table cannot be read");
        let Some(caller) = caller else { return Refusal::plain(Kind::NotFound) };
        let sat = self.shared.store.archived_of(&caller.id, MAX_SEARCHED).await;
        let plays = sat.is_ok_and(|tables| tables.contains(table));
        Refusal::plain(if plays { Kind::Damaged } else { Kind::NotFound })
    }
}
