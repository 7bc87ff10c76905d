//! All tables without a trusted server: finds the actor of a table by its id.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use facedown_protocol::relay::{
    Hex, MAX_GAME, MAX_GRACE, MAX_OPTIONS, MIN_GRACE, NewPeerTable, NewPeerTableInfo,
    PeerTableInfo, PeerTableLine, SEATS,
};
use facedown_protocol::{Code, Kind, Refusal, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::RelayKey;
use super::actor::{Message, PeerActor};
use super::journal::{PeerCreated, PeerEvent, PeerLine};
use super::opening::{Opening, Read, is_peers};
use super::room::PeerRoom;
use crate::actor::ActorContext;
use crate::origin::OriginTag;
use crate::store::StoreError;

/// The capacity of a table's inbox.
const INBOX_CAPACITY: usize = 256;
/// The maximum number of tables in a list.
const MAX_LISTED: usize = 200;

/// All tables without a trusted server.
pub(crate) struct Relay {
    shared: Arc<ActorContext>,
    key: Arc<RelayKey>,
    tables: Mutex<Tables>,
    next: AtomicU64,
    /// The tables whose journals cannot be read, as far as they could be. They stay in the store unchanged.
    set_aside: Mutex<HashMap<TableId, Option<PeerCreated>>>,
}

#[derive(Default)]
struct Tables {
    handles: HashMap<TableId, Handle>,
    /// By number, for lists of the newest tables.
    order: BTreeMap<u64, TableId>,
    /// The addresses of tables that are being made. They count towards limits before they are written.
    pending: Vec<OriginTag>,
    is_closing: bool,
}

struct Handle {
    inbox: mpsc::Sender<Message>,
    /// What lists show of the table. The actor keeps it up to date.
    summary: Arc<Mutex<PeerTableLine>>,
    created: PeerCreated,
    /// Whether it is an archived table that was opened again to be read.
    is_archived: bool,
    number: u64,
    task: JoinHandle<()>,
}

impl Relay {
    /// Starts all tables that could be read, and sets the others aside.
    pub(crate) fn open(shared: Arc<ActorContext>, key: RelayKey, opening: Opening) -> Arc<Self> {
        let public = key.public();
        let relay = Arc::new(Self {
            shared,
            key: Arc::new(key),
            tables: Mutex::default(),
            next: AtomicU64::new(0),
            set_aside: Mutex::default(),
        });
        for (table, read) in opening.tables(&public) {
            match read {
                Read::Sound(room) => drop(relay.start_actor(*room, false)),
                Read::Damaged(damage, room) => {
                    tracing::error!(%table, %damage, "a table without a trusted server is set aside: its journal cannot be read, and stays in the database unchanged");
                    relay.shared.metrics.set_aside.inc();
                    let created = room.map(|room| room.created().clone());
                    let mut set_aside =
                        relay.set_aside.lock().unwrap_or_else(PoisonError::into_inner);
                    set_aside.insert(table, created);
                }
            }
        }
        relay
    }

    /// The relay's public key.
    pub(crate) fn key(&self) -> Hex<32> {
        self.key.public()
    }

    /// Makes a table.
    pub(crate) async fn create(
        self: &Arc<Self>,
        origin: OriginTag,
        new: NewPeerTable,
    ) -> Result<NewPeerTableInfo, Refusal> {
        check(&new)?;
        let internal = || Refusal::plain(Kind::Internal);
        let _reserved = self.reserve(&origin)?;
        let random = &self.shared.random;
        let table = TableId::new(&random.id()).map_err(|_| internal())?;
        let code = Code::new(&random.code()).map_err(|_| internal())?;
        let created = PeerCreated { new, code: code.clone(), origin };
        let line = PeerLine::now(&*self.shared.clock, PeerEvent::Created(Box::new(created)));
        let written = self.shared.writer.append(line.numbered(&table, 0)).await;
        written.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        let room = PeerRoom::new(table.clone(), &line.text()).map_err(|error| {
            tracing::error!(%table, %error, "a new table cannot be opened");
            internal()
        })?;
        self.start_actor(room, false)?;
        Ok(NewPeerTableInfo { table, code, relay: self.key() })
    }

    /// Reserves a table for this address, if the limits allow one.
    fn reserve(&self, origin: &OriginTag) -> Result<Reserved<'_>, Refusal> {
        let limits = self.shared.gate.limits();
        let mut tables = self.tables();
        if tables.is_closing || tables.taken() >= limits.peer_tables {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        let handles = tables.handles.values();
        let of_origin =
            handles.filter(|handle| handle.created.origin == *origin && !handle.has_ended());
        let pending = tables.pending.iter().filter(|other| *other == origin);
        if of_origin.count() + pending.count() >= limits.tables_per_address {
            return Err(Refusal::plain(Kind::TooManyTablesHere));
        }
        tables.pending.push(origin.clone());
        Ok(Reserved { relay: self, origin: origin.clone() })
    }

    fn start_actor(
        self: &Arc<Self>,
        room: PeerRoom,
        is_archived: bool,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let (id, created) = (room.id().clone(), room.created().clone());
        let (shared, key) = (Arc::clone(&self.shared), Arc::clone(&self.key));
        let actor = PeerActor::new(shared, key, room, is_archived);
        let (inbox, messages) = mpsc::channel(INBOX_CAPACITY);
        let (summary, relay, table) = (actor.summary(), Arc::downgrade(self), id.clone());
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut tables = self.tables();
        if tables.is_closing {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        if let Some(there) = tables.handles.get(&id) {
            return Ok(there.inbox.clone());
        }
        let task = tokio::spawn(async move {
            actor.run(messages).await;
            if let Some(relay) = relay.upgrade() {
                relay.remove(&table, number);
            }
        });
        let sender = inbox.clone();
        let handle = Handle { inbox, summary, created, is_archived, number, task };
        tables.order.insert(number, id.clone());
        tables.handles.insert(id, handle);
        self.count(&tables);
        Ok(sender)
    }

    fn remove(&self, table: &TableId, number: u64) {
        let mut tables = self.tables();
        if tables.handles.get(table).is_some_and(|handle| handle.number == number) {
            tables.handles.remove(table);
        }
        tables.order.remove(&number);
        self.count(&tables);
    }

    fn count(&self, tables: &Tables) {
        let count = i64::try_from(tables.handles.len()).unwrap_or(i64::MAX);
        self.shared.metrics.peer_tables.set(count);
    }

    /// The inbox of a table's actor, for whoever may know of the table. An archived table is opened for that.
    pub(crate) async fn find(
        self: &Arc<Self>,
        table: &TableId,
        code: Option<&Code>,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        let not_found = || Refusal::plain(Kind::NotFound);
        {
            let tables = self.tables();
            if tables.is_closing {
                return Err(Refusal::plain(Kind::Unavailable));
            }
            if let Some(handle) = tables.handles.get(table)
                && !handle.inbox.is_closed()
            {
                let known = handle.created.is_known_to(code);
                return if known { Ok(handle.inbox.clone()) } else { Err(not_found()) };
            }
        }
        if let Some(refusal) = self.refuse_set_aside(table, code) {
            return Err(refusal);
        }
        let journal = match self.shared.store.archived(table).await {
            Ok(journal) => journal.filter(is_peers).ok_or_else(not_found)?,
            Err(StoreError::Damaged(_)) => return Err(not_found()),
            Err(error) => {
                tracing::error!(%error, "the archive cannot be read");
                return Err(Refusal::plain(Kind::Internal));
            }
        };
        let room = PeerRoom::fold(table.clone(), &journal).map_err(|error| {
            tracing::error!(%table, %error, "an archived table cannot be read");
            not_found()
        })?;
        if !room.may_know(code) {
            return Err(not_found());
        }
        self.start_actor(room, true)
    }

    fn refuse_set_aside(&self, table: &TableId, code: Option<&Code>) -> Option<Refusal> {
        let tables = self.set_aside.lock().unwrap_or_else(PoisonError::into_inner);
        let created = tables.get(table)?;
        let known = created.as_ref().is_some_and(|created| created.is_known_to(code));
        Some(Refusal::plain(if known { Kind::Damaged } else { Kind::NotFound }))
    }

    /// Asks a table something, and waits for the answer.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        table: &TableId,
        code: Option<&Code>,
        message: impl FnOnce(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Refusal> {
        let inbox = self.find(table, code).await?;
        let (reply, answer) = oneshot::channel();
        // The table may be archived at this very moment. When the client tries again, it is opened from the archive.
        inbox.send(message(reply)).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        answer.await.map_err(|_| Refusal::plain(Kind::Unavailable))
    }

    /// The public information about a table.
    pub(crate) async fn info(
        self: &Arc<Self>,
        table: &TableId,
        code: Option<&Code>,
    ) -> Result<PeerTableInfo, Refusal> {
        self.ask(table, code, |reply| Message::Info { reply }).await
    }

    /// The public tables that have not ended, newest first.
    pub(crate) fn list(&self) -> Vec<PeerTableLine> {
        let tables = self.tables();
        let lines = tables.order.values().rev().filter_map(|id| {
            let handle = tables.handles.get(id)?;
            (!handle.created.new.private && !handle.has_ended()).then(|| handle.summary().clone())
        });
        lines.take(MAX_LISTED).collect()
    }

    /// Lets all tables archive or close what nobody needs any more.
    pub(crate) async fn sweep(&self) {
        let inboxes: Vec<_> =
            self.tables().handles.values().map(|handle| handle.inbox.clone()).collect();
        for inbox in inboxes {
            let _ = inbox.send(Message::Sweep).await;
        }
    }

    /// Disconnects all peers and stops all tables. What they have told is written.
    pub(crate) async fn close(&self) {
        let handles: Vec<Handle> = {
            let mut tables = self.tables();
            tables.is_closing = true;
            std::mem::take(&mut tables.handles).into_values().collect()
        };
        for handle in &handles {
            // A table that has just been archived has stopped already.
            let _ = handle.inbox.send(Message::Close).await;
        }
        for handle in handles {
            let _ = handle.task.await;
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tables {
    /// How many tables count towards the limit.
    fn taken(&self) -> usize {
        self.handles.values().filter(|handle| !handle.is_archived).count() + self.pending.len()
    }
}

impl Handle {
    fn summary(&self) -> MutexGuard<'_, PeerTableLine> {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_ended(&self) -> bool {
        use facedown_protocol::relay::PeerState::{Closed, Over};
        matches!(self.summary().state, Over | Closed)
    }
}

/// A table that is being made. It no longer counts as such when this is dropped.
struct Reserved<'a> {
    relay: &'a Relay,
    origin: OriginTag,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut tables = self.relay.tables();
        if let Some(place) = tables.pending.iter().position(|origin| *origin == self.origin) {
            tables.pending.swap_remove(place);
        }
    }
}

/// Checks the shape of a new table. What it is about is the players' business.
fn check(new: &NewPeerTable) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new(Kind::BadOptions, message));
    let NewPeerTable { game, options, seats, think, grace, escrow, .. } = new;
    let is_slug = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if game.is_empty() || game.len() > MAX_GAME || !game.chars().all(is_slug) {
        return refuse(format!(
            "the name of a game has 1 to {MAX_GAME} lower-case letters, digits and `-`"
        ));
    }
    if options.get().len() > MAX_OPTIONS || !options.get().starts_with('{') {
        return refuse(format!("give the options as a JSON object of at most {MAX_OPTIONS} bytes"));
    }
    if !SEATS.contains(seats) {
        return refuse(format!("a table has {} to {} seats", SEATS.start(), SEATS.end()));
    }
    if !(MIN_GRACE..=MAX_GRACE).contains(grace) || think >= grace {
        return refuse(format!(
            "the grace is {MIN_GRACE} to {MAX_GRACE} seconds, and longer than the time to think"
        ));
    }
    if let Some(threshold) = escrow
        && !(*seats / 2 + 1..*seats).contains(&usize::from(*threshold))
    {
        return refuse("escrow needs more than half of the players, and fewer than all".to_owned());
    }
    Ok(())
}
