//! The hub: all tables and players of a server. It finds the actor of a table by its id.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use facedown_protocol::rest::{NewTable, NewTableInfo, SeatChoice};
use facedown_protocol::{Absent, Code, Kind, Refusal, State, TableId};
use subtle::ConstantTimeEq;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::actor::{
    Actor, ActorContext, BotPool, Message, PendingRequest, Summaries, TableRequest, TableResponse,
};
use crate::config::Config;
use crate::gate::Gate;
use crate::http::Replays;
use crate::identity::{Caller, Identity};
use crate::metrics::Metrics;
use crate::origin::{Origin, OriginTag, OriginTags};
use crate::random::RandomSource;
use crate::relay::{self, Relay, RelayKey};
use crate::room::{Created, EntryBody, Journal, JournalEntry, Room, SeatRule, hosted};
use crate::sessions::Sessions;
use crate::store::{JournalLine, PlayerId, Store, StoreError, Writer};
use crate::time::{Clock, Millis, Moment};
use crate::words::Lexicon;

mod lists;
mod new_table;
mod opening;
mod rematch;
mod sweep;
mod watch;

use new_table::{bot_names, check_settings};
use opening::{Opening, SetAside};

/// The capacity of a table's inbox. It is far more than usual, because a connection has only a few unhandled frames: the
/// action of a player must not wait outside behind the chat of others.
const INBOX_CAPACITY: usize = 4096;
/// How much of the clock a killed server can lose at most, in milliseconds. The clock is saved far more often.
const MAX_CLOCK_LOSS: Millis = 60 * 60 * 1000;

/// All tables and players of a server.
pub struct Hub {
    /// What the actors of all tables share.
    pub shared: Arc<ActorContext>,
    /// Registers and authenticates players.
    pub identity: Identity,
    /// Enforces limits per player and per address.
    pub gate: Arc<Gate>,
    /// The configuration.
    pub config: Config,
    /// The open connections of each token.
    pub(crate) sessions: Sessions,
    /// Tables without a trusted server.
    pub(crate) relay: Arc<Relay>,
    /// Makes tags for the addresses that tables were created from.
    pub(crate) origins: OriginTags,
    /// Limits how many replays are made at a time.
    pub(crate) replays: Replays,
    tables: Mutex<Tables>,
    /// The next number for a connection or a table.
    connections: AtomicU64,
    closing: AtomicBool,
    /// Held during a sweep, so that there is one at a time.
    sweeping: tokio::sync::Mutex<()>,
    /// Held while a rematch is created, so that players who request it at the same time get the same table.
    rematching: tokio::sync::Mutex<()>,
    /// When inactive guests are deleted next.
    next_guest_cleanup: AtomicU64,
    /// The tables whose journals cannot be replayed. They stay in the store unchanged.
    set_aside: Mutex<HashMap<TableId, SetAside>>,
    /// When a write to the store was last tried for `/readyz`.
    checked: tokio::sync::Mutex<Option<std::time::Instant>>,
    writing: Mutex<Option<JoinHandle<()>>>,
}

/// The tables in memory.
#[derive(Default)]
struct Tables {
    handles: HashMap<TableId, Handle>,
    /// By number, for lists of the newest tables.
    order: BTreeMap<u64, TableId>,
    /// Tables that are being created. They count towards limits before they are written.
    pending: Vec<(PlayerId, OriginTag)>,
}

/// The handle of a table's actor.
struct Handle {
    inbox: mpsc::Sender<Message>,
    summary: Arc<Mutex<Summaries>>,
    code: Code,
    host: PlayerId,
    /// The tag of the address that it was created from. Journals of old versions have none.
    origin: Option<OriginTag>,
    /// The table that it is the rematch of.
    rematch_of: Option<TableId>,
    /// Whether it is an archived table that was opened again to be watched.
    is_archived: bool,
    /// Tables with higher numbers are newer and are listed first.
    number: u64,
    task: JoinHandle<()>,
}

impl Hub {
    /// Opens the hub: reads all journals from the store and starts the tables that were open or playing.
    pub async fn open(
        config: Config,
        lexicon: Lexicon,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        random: RandomSource,
    ) -> Result<Arc<Self>, StoreError> {
        let (metrics, random) = (Arc::new(Metrics::default()), Arc::new(random));
        // Computed now, so that the first request does not have to wait for it.
        hosted::shorthand("");
        let saved = store.saved_clock().await?;
        let (mut opening, mut peers) = (Opening::default(), relay::Opening::default());
        let mut each = |line| peers.line(line).into_iter().for_each(|line| opening.line(line));
        store.open_journals(&mut each).await?;
        clock.resume(resumed(saved, opening.last_moments().chain(peers.last_moments())));
        let (writer, writing) = Writer::start(Arc::clone(&store), Arc::clone(&metrics));
        let gate = Gate::new(config.limits);
        let shared = ActorContext {
            clock: Arc::clone(&clock),
            random: Arc::clone(&random),
            store: Arc::clone(&store),
            writer,
            metrics,
            pad: config.pad,
            lexicon: Arc::new(lexicon),
            bot_executor: Arc::new(BotPool::new()),
            bot_pause: config.bot_pause_millis,
            chat_queue: config.limits.chat_queue,
            chat_every: config.limits.chat_every_millis,
            linger: config.linger_seconds * 1000,
            abandon: config.abandon_seconds * 1000,
            unvisited: match config.unvisited_days {
                0 => Millis::MAX,
                days => days.saturating_mul(24 * 60 * 60 * 1000),
            },
            gate: Arc::clone(&gate),
            saved_clock: saved.as_millis().into(),
        };
        // Saved at once, because tables that are archived take their times out of the journal, from which the clock is resumed.
        if let Err(error) = shared.save_clock().await {
            // A server must also start on a full disk. The next sweep tries again.
            tracing::debug!(%error, "the server's clock could not be saved");
        }
        let (shared, secret) = (Arc::new(shared), store.secret().await?);
        let relay = Relay::open(Arc::clone(&shared), RelayKey::of(&secret), peers);
        let hub = Arc::new(Self {
            shared,
            relay,
            identity: Identity::new(store, clock, random),
            gate,
            origins: OriginTags::new(secret),
            replays: Replays::new(&config.limits),
            config,
            sessions: Sessions::default(),
            tables: Mutex::default(),
            connections: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            sweeping: tokio::sync::Mutex::default(),
            rematching: tokio::sync::Mutex::default(),
            next_guest_cleanup: AtomicU64::new(0),
            set_aside: Mutex::default(),
            checked: tokio::sync::Mutex::default(),
            writing: Mutex::new(Some(writing)),
        });
        hub.open_tables(opening);
        tokio::spawn(sweep::sweep(Arc::downgrade(&hub)));
        tokio::spawn(watch::watch(Arc::downgrade(&hub)));
        Ok(hub)
    }

    /// Starts the actor of a table, and returns its inbox.
    fn start_actor(
        self: &Arc<Self>,
        room: Room,
        journal: Journal,
        is_archived: bool,
    ) -> Result<mpsc::Sender<Message>, crate::room::FoldError> {
        let id = room.id().clone();
        let Created { code, host, origin, rematch_of, .. } = room.created().clone();
        let actor = Actor::new(Arc::clone(&self.shared), room, journal, is_archived)?;
        let (inbox, messages) = mpsc::channel(INBOX_CAPACITY);
        let (summary, hub, table) = (actor.summary(), Arc::downgrade(self), id.clone());
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let mut tables = self.tables();
        if let Some(there) = tables.handles.get(&id) {
            return Ok(there.inbox.clone());
        }
        let task = tokio::spawn(async move {
            actor.run(messages).await;
            if let Some(hub) = hub.upgrade() {
                hub.remove(&table, number);
            }
        });
        let sender = inbox.clone();
        let handle =
            Handle { inbox, summary, code, host, origin, rematch_of, is_archived, number, task };
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
        self.shared.metrics.tables.set(i64::try_from(tables.handles.len()).unwrap_or(i64::MAX));
    }

    /// Whether no more tables can be created.
    pub fn is_full(&self) -> bool {
        self.tables().taken() >= self.gate.limits().tables
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that no other connection has.
    pub fn number_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether the server is shutting down.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// The inbox of a table's actor. An archived table is opened for that.
    pub async fn find(
        self: &Arc<Self>,
        table: &TableId,
        caller: Option<&Caller>,
    ) -> Result<mpsc::Sender<Message>, Refusal> {
        if self.is_closing() {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        if let Some(handle) = self.tables().handles.get(table)
            && !handle.inbox.is_closed()
        {
            return Ok(handle.inbox.clone());
        }
        if let Some(refusal) = self.refuse_set_aside(table, caller) {
            return Err(refusal);
        }
        self.open_archived(table, caller).await
    }

    /// Sends a request to a table and waits for the response.
    pub async fn request(
        self: &Arc<Self>,
        table: &TableId,
        caller: Option<&Caller>,
        code: Option<&Code>,
        request: TableRequest,
    ) -> Result<TableResponse, Refusal> {
        let inbox = self.find(table, caller).await?;
        let (reply, answer) = oneshot::channel();
        let (caller, code) = (caller.cloned(), code.cloned());
        let pending = PendingRequest { caller, code, request, reply };
        let message = Message::Request(Box::new(pending));
        // The table may be archived at this very moment. When the client tries again, it is opened from the archive.
        inbox.send(message).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        answer.await.map_err(|_| Refusal::plain(Kind::Unavailable))?
    }

    /// Creates a table. The caller is its host, and takes a seat if the request names one.
    pub async fn create(
        self: &Arc<Self>,
        caller: &Caller,
        from: Origin,
        new: NewTable,
    ) -> Result<NewTableInfo, Refusal> {
        let (options, rules) = hosted::options(&new.game, new.options.as_deref(), new.seats.len())?;
        for seat in &new.seats {
            if let SeatChoice::Bot(bot) = seat {
                hosted::knows_bot(&new.game, bot)?;
            }
        }
        if let Absent::Bot(bot) = &new.absent {
            hosted::knows_bot(&new.game, bot)?;
        }
        check_settings(&new)?;
        let place = |choice: SeatChoice| match choice {
            SeatChoice::Open => SeatRule::Open,
            SeatChoice::Invited => SeatRule::Invited,
            SeatChoice::Bot(bot) => SeatRule::Bot(bot),
        };
        let bot_names = bot_names(&new.game, &new.seats, &caller.name, &self.shared.random.seed());
        let created = Created {
            game: new.game,
            rules,
            options,
            places: new.seats.into_iter().map(place).collect(),
            host: caller.id.clone(),
            private: new.private,
            autostart: new.autostart,
            spectators: new.spectators,
            clock: new.clock,
            absent: new.absent,
            grace: new.grace,
            pace: new.pace,
            bot_names,
            seed: String::new(),
            code: self.code()?,
            origin: None,
            rematch_of: None,
        };
        let info = self.set_up(created, from).await?;
        if let Some(seat) = new.sit {
            let request = TableRequest::Sit { seat: Some(seat), contribution: new.contribution };
            self.request(&info.table, Some(caller), info.code.as_ref(), request).await?;
        }
        Ok(info)
    }

    /// Creates a table with a fresh id and seed.
    async fn set_up(
        self: &Arc<Self>,
        mut created: Created,
        from: Origin,
    ) -> Result<NewTableInfo, Refusal> {
        if self.is_closing() {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        let origin = self.origins.tag(from);
        let _reserved = self.reserve(&created.host, &origin)?;
        created.origin = Some(origin);
        let internal = || Refusal::plain(Kind::Internal);
        let table = TableId::new(&self.shared.random.id()).map_err(|_| internal())?;
        created.seed = self.shared.random.seed().to_hex();
        let code = created.code.clone();
        let created = EntryBody::Created(Box::new(created));
        let entry = JournalEntry::now(&*self.shared.clock, created);
        let mut journal = Journal::default();
        let line = JournalLine { table: table.clone(), n: 0, entry: journal.push(&entry).into() };
        self.shared.writer.append(line).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        let seated = Room::new(table.clone(), &entry)
            .and_then(|room| self.start_actor(room, journal, false));
        seated.map_err(|error| {
            tracing::error!(%table, %error, "a new table cannot be opened");
            internal()
        })?;
        Ok(NewTableInfo { table, code: Some(code) })
    }

    /// Reserves a table for this host and address, if their limits allow one. It counts from now on, so that concurrent
    /// requests cannot exceed a limit.
    fn reserve(&self, host: &PlayerId, origin: &OriginTag) -> Result<Reserved<'_>, Refusal> {
        let limits = self.gate.limits();
        let mut tables = self.tables();
        if tables.taken() >= limits.tables {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        let mut of_host = tables.pending.iter().filter(|(other, _)| other == host).count();
        let mut of_origin = tables.pending.iter().filter(|(_, other)| other == origin).count();
        for handle in tables.handles.values() {
            let is_theirs = handle.host == *host;
            let is_from_there = handle.origin.as_ref() == Some(origin);
            // The state that they are shown: a delayed spectator must not learn here that the game is over.
            if (is_theirs || is_from_there)
                && handle.summary().seen_by(Some(host)).state != State::Over
            {
                of_host += usize::from(is_theirs);
                of_origin += usize::from(is_from_there);
            }
        }
        if of_host >= limits.tables_per_player {
            return Err(Refusal::plain(Kind::TooManyTables));
        }
        if of_origin >= limits.tables_per_address {
            return Err(Refusal::plain(Kind::TooManyTablesHere));
        }
        tables.pending.push((host.clone(), origin.clone()));
        Ok(Reserved { hub: self, host: host.clone(), origin: origin.clone() })
    }

    fn code(&self) -> Result<Code, Refusal> {
        Code::new(&self.shared.random.code()).map_err(|_| Refusal::plain(Kind::Internal))
    }

    /// The table with this code.
    pub fn by_code(&self, code: &Code) -> Result<TableId, Refusal> {
        let wanted = code.as_str().as_bytes();
        let tables = self.tables();
        let fits = |handle: &Handle| bool::from(handle.code.as_str().as_bytes().ct_eq(wanted));
        let found = tables.handles.iter().find(|(_, handle)| fits(handle));
        found.map(|(id, _)| id.clone()).ok_or_else(|| Refusal::plain(Kind::BadCode))
    }

    /// Closes the hub: disconnects all clients, and waits until everything is written.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let handles: Vec<Handle> =
            std::mem::take(&mut *self.tables()).handles.into_values().collect();
        for handle in &handles {
            // A table that has just been archived has stopped already.
            let _ = handle.inbox.send(Message::Close).await;
        }
        for handle in handles {
            let _ = handle.task.await;
        }
        self.relay.close().await;
        self.save_clock().await;
        if let Err(error) = self.shared.store.close().await {
            tracing::error!(%error, "the store could not be closed");
        }
        if let Some(writing) = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take() {
            writing.abort();
        }
    }
}

impl Tables {
    /// How many tables count towards the limit: those in memory that are not archived, and those being created.
    fn taken(&self) -> usize {
        self.handles.values().filter(|handle| !handle.is_archived).count() + self.pending.len()
    }
}

/// A table that is being created. It no longer counts as such when this is dropped.
struct Reserved<'a> {
    hub: &'a Hub,
    host: PlayerId,
    origin: OriginTag,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut tables = self.hub.tables();
        let is_this =
            |(host, origin): &(PlayerId, OriginTag)| *host == self.host && *origin == self.origin;
        if let Some(place) = tables.pending.iter().position(is_this) {
            tables.pending.swap_remove(place);
        }
    }
}

impl Handle {
    fn summary(&self) -> std::sync::MutexGuard<'_, Summaries> {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the monotonic clock resumes: where it was last saved, or at the last entry of any table, if the server was killed
/// after saving. Times much later than that come from another clock, such as the wall clock of old versions.
fn resumed(saved: Moment, last: impl Iterator<Item = Moment>) -> Moment {
    last.filter(|last| last.since(saved) <= MAX_CLOCK_LOSS).fold(saved, Moment::max)
}
