//! The house: all tables and players, and the way from a table's id to its actor.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use facedown_protocol::rest::{NewTable, NewTableInfo, SeatChoice};
use facedown_protocol::{Absent, Code, Kind, Refusal, State, TableId};
use subtle::ConstantTimeEq;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::actor::{Actor, ActorContext, Answer, Ask, Message, Summaries, Thinkers};
use crate::config::Config;
use crate::gate::Gate;
use crate::http::Replays;
use crate::identity::{Caller, Identity};
use crate::metrics::Metrics;
use crate::origin::{Origin, OriginTag, OriginTags};
use crate::random::RandomSource;
use crate::room::{Created, EntryBody, Journal, JournalEntry, Place, Room, hosted};
use crate::sessions::Sessions;
use crate::store::{JournalLine, PlayerId, Store, StoreError, Writer};
use crate::time::{Clock, Millis, Moment};

mod lists;
mod new_table;
mod opening;
mod rematch;
mod sweep;
mod watch;

use new_table::{bot_names, within_reason};
use opening::{Aside, Opening};

/// How many messages wait for a table before those who send them have to. Each connection has only a few on their way, so
/// this is far more than there usually are: whoever acts in time is not to be kept out by those who talk.
const INBOX: usize = 4096;
/// How much of the clock a server that is killed can lose at most, in milliseconds: it is kept far more often.
const LOST: Millis = 60 * 60 * 1000;

/// The house.
pub struct Hub {
    /// What all tables share.
    pub shared: Arc<ActorContext>,
    /// Who is who.
    pub identity: Identity,
    /// How much anybody may ask.
    pub gate: Arc<Gate>,
    /// What it was told when it opened.
    pub config: Config,
    /// The connections that end with their tokens.
    pub(crate) leashes: Sessions,
    /// Names the addresses that tables were set up from.
    origins: OriginTags,
    /// How many replays can be made at a time.
    pub(crate) replays: Replays,
    tables: Mutex<Tables>,
    connections: AtomicU64,
    closing: AtomicBool,
    /// Held during a sweep, so that there is one at a time.
    sweeping: tokio::sync::Mutex<()>,
    /// Held while a rematch is set up, so that players who ask at the same time get the same table.
    rematching: tokio::sync::Mutex<()>,
    /// When guests are looked for next who have not come back.
    forget_next: AtomicU64,
    /// The tables whose journals cannot be read. They stay in the store as they are.
    aside: Mutex<HashMap<TableId, Aside>>,
    /// When it was last found out whether the store can be written.
    checked: tokio::sync::Mutex<Option<std::time::Instant>>,
    writing: Mutex<Option<JoinHandle<()>>>,
}

/// The tables in memory.
#[derive(Default)]
struct Tables {
    handles: HashMap<TableId, Handle>,
    /// By number, so that the newest are found without looking at all of them.
    order: BTreeMap<u64, TableId>,
    /// Who sets up a table at this moment: it counts before it is written.
    pending: Vec<(PlayerId, OriginTag)>,
}

/// The way to a table.
struct Handle {
    inbox: mpsc::Sender<Message>,
    summary: Arc<Mutex<Summaries>>,
    code: Code,
    host: PlayerId,
    /// Where it was set up from, if that was noted.
    origin: Option<OriginTag>,
    /// The table whose rematch it is.
    rematch_of: Option<TableId>,
    /// Whether it has been archived and is only looked at.
    is_archived: bool,
    /// Newer ones are listed first.
    number: u64,
    task: JoinHandle<()>,
}

impl Hub {
    /// Opens the house: every table that was in play goes on.
    pub async fn open(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        chance: RandomSource,
    ) -> Result<Arc<Self>, StoreError> {
        let (metrics, chance) = (Arc::new(Metrics::default()), Arc::new(chance));
        // Learnt now, so that the first who comes does not have to wait for it.
        hosted::shorthand("");
        let kept = store.time().await?;
        let mut opening = Opening::default();
        store.open_journals(&mut |line| opening.line(line)).await?;
        clock.resume(resumed(kept, opening.last_moments()));
        let (writer, writing) = Writer::start(Arc::clone(&store), Arc::clone(&metrics));
        let gate = Gate::new(config.limits);
        let shared = ActorContext {
            clock: Arc::clone(&clock),
            chance: Arc::clone(&chance),
            store: Arc::clone(&store),
            writer,
            metrics,
            pad: config.pad,
            thinkers: Arc::new(Thinkers::new()),
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
            kept: kept.as_millis().into(),
        };
        // Tables that are archived from now on take their times with them.
        if let Err(error) = shared.keep_time().await {
            // On a full disk the server opens all the same; it is tried again at the next sweep.
            tracing::debug!(%error, "the server's time could not be kept");
        }
        let origins = OriginTags::new(store.secret().await?);
        let house = Arc::new(Self {
            shared: Arc::new(shared),
            identity: Identity::new(store, clock, chance),
            gate,
            origins,
            replays: Replays::new(&config.limits),
            config,
            leashes: Sessions::default(),
            tables: Mutex::default(),
            connections: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            sweeping: tokio::sync::Mutex::default(),
            rematching: tokio::sync::Mutex::default(),
            forget_next: AtomicU64::new(0),
            aside: Mutex::default(),
            checked: tokio::sync::Mutex::default(),
            writing: Mutex::new(Some(writing)),
        });
        house.open_tables(opening);
        tokio::spawn(sweep::sweep(Arc::downgrade(&house)));
        tokio::spawn(watch::watch(Arc::downgrade(&house)));
        Ok(house)
    }

    /// Starts the actor of a table with this journal.
    fn seat(
        self: &Arc<Self>,
        room: Room,
        journal: Journal,
        is_archived: bool,
    ) -> Result<mpsc::Sender<Message>, crate::room::FoldError> {
        let id = room.id().clone();
        let Created { code, host, origin, rematch_of, .. } = room.created().clone();
        let actor = Actor::new(Arc::clone(&self.shared), room, journal, is_archived)?;
        let (inbox, messages) = mpsc::channel(INBOX);
        let (summary, house, table) = (actor.summary(), Arc::downgrade(self), id.clone());
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let mut tables = self.tables();
        if let Some(there) = tables.handles.get(&id) {
            return Ok(there.inbox.clone());
        }
        let task = tokio::spawn(async move {
            actor.run(messages).await;
            if let Some(house) = house.upgrade() {
                house.forget(&table, number);
            }
        });
        let way = inbox.clone();
        let handle =
            Handle { inbox, summary, code, host, origin, rematch_of, is_archived, number, task };
        tables.order.insert(number, id.clone());
        tables.handles.insert(id, handle);
        self.count(&tables);
        Ok(way)
    }

    fn forget(&self, table: &TableId, number: u64) {
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

    /// Whether no more tables can be set up.
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

    /// Whether the house is about to close.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// The way to a table's actor, which is woken if the table has been cleared away.
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
        if let Some(refusal) = self.refuse_aside(table, caller) {
            return Err(refusal);
        }
        self.open_archived(table, caller).await
    }

    /// Asks something of a table.
    pub async fn ask(
        self: &Arc<Self>,
        table: &TableId,
        caller: Option<&Caller>,
        code: Option<&Code>,
        ask: Ask,
    ) -> Result<Answer, Refusal> {
        let inbox = self.find(table, caller).await?;
        let (reply, answer) = oneshot::channel();
        let (caller, code) = (caller.cloned(), code.cloned());
        let message = Message::Ask { caller, code, ask, reply };
        // The table may be cleared away at this very moment; asked again, it is there.
        inbox.send(message).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        answer.await.map_err(|_| Refusal::plain(Kind::Unavailable))?
    }

    /// Sets up a table. The caller is its host, and sits down if the request says where.
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
        within_reason(&new)?;
        let place = |choice: SeatChoice| match choice {
            SeatChoice::Open => Place::Open,
            SeatChoice::Invited => Place::Invited,
            SeatChoice::Bot(bot) => Place::Bot(bot),
        };
        let bot_names = bot_names(&new.game, &new.seats, &caller.name, &self.shared.chance.seed());
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
            let ask = Ask::Sit { seat: Some(seat), contribution: new.contribution };
            self.ask(&info.table, Some(caller), info.code.as_ref(), ask).await?;
        }
        Ok(info)
    }

    /// Sets up a table with a fresh id and seed.
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
        let table = TableId::new(&self.shared.chance.text::<16>()).map_err(|_| internal())?;
        created.seed = self.shared.chance.seed().to_hex();
        let code = created.code.clone();
        let created = EntryBody::Created(Box::new(created));
        let entry = JournalEntry::now(&*self.shared.clock, created);
        let mut journal = Journal::default();
        let line = JournalLine { table: table.clone(), n: 0, entry: journal.push(&entry).into() };
        self.shared.writer.append(line).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        let seated =
            Room::new(table.clone(), &entry).and_then(|room| self.seat(room, journal, false));
        seated.map_err(|error| {
            tracing::error!(%table, %error, "a new table cannot be opened");
            internal()
        })?;
        Ok(NewTableInfo { table, code: Some(code) })
    }

    /// Reserves a table for this host and address, if there is one for them. It counts from now on, so that many
    /// requests at once get no more than one after the other would.
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
            // As it is shown to them: who sees everything later must not learn by this that it is over.
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
        Ok(Reserved { house: self, host: host.clone(), origin: origin.clone() })
    }

    fn code(&self) -> Result<Code, Refusal> {
        Code::new(&self.shared.chance.code()).map_err(|_| Refusal::plain(Kind::Internal))
    }

    /// The table that a code lets in to.
    pub fn by_code(&self, code: &Code) -> Result<TableId, Refusal> {
        let wanted = code.as_str().as_bytes();
        let tables = self.tables();
        let fits = |handle: &Handle| bool::from(handle.code.as_str().as_bytes().ct_eq(wanted));
        let found = tables.handles.iter().find(|(_, handle)| fits(handle));
        found.map(|(id, _)| id.clone()).ok_or_else(|| Refusal::plain(Kind::BadCode))
    }

    /// Closes the house: everybody is told, and everything that was taken is written.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let handles: Vec<Handle> =
            std::mem::take(&mut *self.tables()).handles.into_values().collect();
        for handle in &handles {
            // A table that has just been cleared away needs no telling.
            let _ = handle.inbox.send(Message::Close).await;
        }
        for handle in handles {
            let _ = handle.task.await;
        }
        self.keep_time().await;
        if let Err(error) = self.shared.store.close().await {
            tracing::error!(%error, "the store could not be closed");
        }
        if let Some(writing) = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take() {
            writing.abort();
        }
    }
}

impl Tables {
    /// How many tables there are that are not just looked at again, and are about to be.
    fn taken(&self) -> usize {
        self.handles.values().filter(|handle| !handle.is_archived).count() + self.pending.len()
    }
}

/// A table that is about to be set up. It no longer counts as such when this is dropped.
struct Reserved<'a> {
    house: &'a Hub,
    host: PlayerId,
    origin: OriginTag,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut tables = self.house.tables();
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

/// From where the clock goes on: what was kept of it last, or the last entry of any table, if the server was killed after
/// that. What is much later than what was kept is of another clock, such as the wall clock of old versions.
fn resumed(kept: Moment, last: impl Iterator<Item = Moment>) -> Moment {
    last.filter(|last| last.since(kept) <= LOST).fold(kept, Moment::max)
}
