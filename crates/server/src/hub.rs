//! The house: all tables and players, and the way from a table's id to its actor.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use facedown_core::Seat;
use facedown_protocol::rest::{NewTable, NewTableInfo, SeatChoice, TableFilter, TableLine};
use facedown_protocol::{Absent, Code, Kind, Refusal, Spectators, State, TableClock, TableId};
use subtle::ConstantTimeEq;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::actor::{Actor, Answer, Ask, Message, Shared, Summaries, Summary};
use crate::config::Config;
use crate::identity::{Caller, Identity};
use crate::leash::Leashes;
use crate::limits::Gate;
use crate::metrics::Metrics;
use crate::random::Chance;
use crate::room::{Created, Entry, Place, Room, What, hosted};
use crate::store::{Line, PlayerId, Store, StoreError, Writer};
use crate::time::Clock;

mod sweep;

/// How many messages wait for a table before those who send them have to.
const INBOX: usize = 32;
/// How many tables a list shows.
const LISTED: usize = 200;
/// How many tables that have been cleared away a player's list shows.
const ARCHIVED: u32 = 50;
/// The longest that a table can have chosen for anything, in seconds: a month.
const LONGEST: u32 = 31 * 24 * 60 * 60;

/// The house.
pub struct House {
    /// What all tables share.
    pub shared: Arc<Shared>,
    /// Who is who.
    pub identity: Identity,
    /// How much anybody may ask.
    pub gate: Arc<Gate>,
    /// What it was told when it opened.
    pub config: Config,
    /// The connections that end with their tokens.
    pub(crate) leashes: Leashes,
    tables: Mutex<HashMap<TableId, Handle>>,
    connections: AtomicU64,
    closing: AtomicBool,
    /// When guests are looked for next who have not come back.
    forget_next: AtomicU64,
    writing: Mutex<Option<JoinHandle<()>>>,
}

/// The way to a table.
struct Handle {
    inbox: mpsc::Sender<Message>,
    summary: Arc<Mutex<Summaries>>,
    code: Code,
    host: PlayerId,
    /// Newer ones are listed first.
    number: u64,
    task: JoinHandle<()>,
}

impl House {
    /// Opens the house: every table that was in play goes on.
    pub async fn open(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        chance: Chance,
    ) -> Result<Arc<Self>, StoreError> {
        let (metrics, chance) = (Arc::new(Metrics::default()), Arc::new(chance));
        // Learnt now, so that the first who comes does not have to wait for it.
        hosted::shorthand("");
        let journals = store.open_journals().await?;
        let (writer, writing) = Writer::start(Arc::clone(&store), Arc::clone(&metrics));
        let shared = Shared {
            clock: Arc::clone(&clock),
            chance: Arc::clone(&chance),
            store: Arc::clone(&store),
            writer,
            metrics,
            pad: config.pad,
            bot_pause: config.bot_pause_millis,
            linger: config.linger_seconds * 1000,
            abandon: config.abandon_seconds * 1000,
        };
        let mut limits = config.limits;
        if config.behind_proxy {
            // All connections are the proxy's, which has to see to this.
            limits.connections_per_address = limits.connections;
        }
        let house = Arc::new(Self {
            shared: Arc::new(shared),
            identity: Identity::new(store, clock, chance),
            gate: Gate::new(limits),
            config,
            leashes: Leashes::default(),
            tables: Mutex::default(),
            connections: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            forget_next: AtomicU64::new(0),
            writing: Mutex::new(Some(writing)),
        });
        for (id, journal) in journals {
            if let Err(error) = house.seat(&id, &journal, false) {
                // The others go on; this one waits in the store for a program that can read it.
                tracing::error!(table = %id, %error, "a table cannot be opened");
            }
        }
        tokio::spawn(sweep::sweep(Arc::downgrade(&house)));
        Ok(house)
    }

    /// Starts the actor of a table.
    fn seat(
        self: &Arc<Self>,
        id: &TableId,
        journal: &[String],
        is_archived: bool,
    ) -> Result<mpsc::Sender<Message>, crate::room::FoldError> {
        let room = Room::fold(id.clone(), journal)?;
        let (code, host) = (room.created().code.clone(), room.created().host.clone());
        let actor = Actor::new(Arc::clone(&self.shared), room, journal, is_archived)?;
        let (inbox, messages) = mpsc::channel(INBOX);
        let (summary, house, table) = (actor.summary(), Arc::downgrade(self), id.clone());
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let mut tables = self.tables();
        if let Some(there) = tables.get(id) {
            return Ok(there.inbox.clone());
        }
        let task = tokio::spawn(async move {
            actor.run(messages).await;
            if let Some(house) = house.upgrade() {
                house.forget(&table, number);
            }
        });
        let handle = Handle { inbox: inbox.clone(), summary, code, host, number, task };
        tables.insert(id.clone(), handle);
        self.count(&tables);
        Ok(inbox)
    }

    fn forget(&self, table: &TableId, number: u64) {
        let mut tables = self.tables();
        if tables.get(table).is_some_and(|handle| handle.number == number) {
            tables.remove(table);
        }
        self.count(&tables);
    }

    fn count(&self, tables: &HashMap<TableId, Handle>) {
        self.shared.metrics.tables.set(i64::try_from(tables.len()).unwrap_or(i64::MAX));
    }

    fn tables(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Handle>> {
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
    pub async fn find(self: &Arc<Self>, table: &TableId) -> Result<mpsc::Sender<Message>, Refusal> {
        if self.is_closing() {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        if let Some(handle) = self.tables().get(table)
            && !handle.inbox.is_closed()
        {
            return Ok(handle.inbox.clone());
        }
        let journal = self.shared.store.archived(table).await.map_err(|error| {
            tracing::error!(%error, "the archive cannot be read");
            Refusal::plain(Kind::Internal)
        })?;
        let journal = journal.ok_or_else(|| Refusal::plain(Kind::NotFound))?;
        self.seat(table, &journal, true).map_err(|error| {
            tracing::error!(%table, %error, "a table cannot be read");
            Refusal::plain(Kind::Internal)
        })
    }

    /// Asks something of a table.
    pub async fn ask(
        self: &Arc<Self>,
        table: &TableId,
        caller: Option<&Caller>,
        code: Option<&Code>,
        ask: Ask,
    ) -> Result<Answer, Refusal> {
        let inbox = self.find(table).await?;
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
            seed: String::new(),
            code: self.code()?,
        };
        let info = self.set_up(created).await?;
        if let Some(seat) = new.sit {
            let ask = Ask::Sit { seat: Some(seat), contribution: new.contribution };
            self.ask(&info.table, Some(caller), info.code.as_ref(), ask).await?;
        }
        Ok(info)
    }

    /// Sets up a table with a fresh id and seed.
    async fn set_up(self: &Arc<Self>, mut created: Created) -> Result<NewTableInfo, Refusal> {
        if self.is_closing() {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        self.has_room_for(&created.host)?;
        let internal = || Refusal::plain(Kind::Internal);
        let table = TableId::new(&self.shared.chance.text::<16>()).map_err(|_| internal())?;
        created.seed = self.shared.chance.seed().to_hex();
        let code = created.code.clone();
        let entry = Entry::now(&*self.shared.clock, What::Created(Box::new(created))).to_json();
        let line = Line { table: table.clone(), n: 0, entry: entry.clone() };
        self.shared.writer.append(line).await.map_err(|_| Refusal::plain(Kind::Unavailable))?;
        self.seat(&table, &[entry], false).map_err(|error| {
            tracing::error!(%table, %error, "a new table cannot be opened");
            internal()
        })?;
        Ok(NewTableInfo { table, code: Some(code) })
    }

    fn has_room_for(&self, host: &PlayerId) -> Result<(), Refusal> {
        let tables = self.tables();
        if tables.len() >= self.gate.limits().tables {
            return Err(Refusal::plain(Kind::Unavailable));
        }
        let is_theirs =
            |handle: &&Handle| handle.host == *host && handle.summary().now.state != State::Over;
        if tables.values().filter(is_theirs).count() >= self.gate.limits().tables_per_player {
            return Err(Refusal::plain(Kind::TooManyTables));
        }
        Ok(())
    }

    /// The same table once more, for whoever sat there.
    pub async fn rematch(
        self: &Arc<Self>,
        caller: &Caller,
        table: &TableId,
    ) -> Result<NewTableInfo, Refusal> {
        let there = match self.ask(table, Some(caller), None, Ask::Again).await? {
            Answer::There(there) => there,
            Answer::Again(mut created) => {
                created.code = self.code()?;
                let new = self.set_up(*created).await?.table;
                match self.ask(table, Some(caller), None, Ask::GoTo(new)).await? {
                    Answer::There(there) => there,
                    _ => return Err(Refusal::plain(Kind::Internal)),
                }
            }
            _ => return Err(Refusal::plain(Kind::Internal)),
        };
        let code = match self.ask(&there, Some(caller), None, Ask::Code).await {
            Ok(Answer::Code(code)) => Some(code),
            _ => None,
        };
        Ok(NewTableInfo { table: there, code })
    }

    fn code(&self) -> Result<Code, Refusal> {
        Code::new(&self.shared.chance.code()).map_err(|_| Refusal::plain(Kind::Internal))
    }

    /// The table that a code lets in to.
    pub fn by_code(&self, code: &Code) -> Result<TableId, Refusal> {
        let wanted = code.as_str().as_bytes();
        let tables = self.tables();
        let fits = |handle: &Handle| bool::from(handle.code.as_str().as_bytes().ct_eq(wanted));
        let found = tables.iter().find(|(_, handle)| fits(handle));
        found.map(|(id, _)| id.clone()).ok_or_else(|| Refusal::plain(Kind::BadCode))
    }

    /// The tables that anyone may know of, the newest first.
    pub fn list(&self, filter: &TableFilter, caller: Option<&Caller>) -> Vec<TableLine> {
        self.lines(caller, |summary| {
            !summary.private
                && !summary.closed
                && filter.game.as_ref().is_none_or(|game| *game == summary.game)
                && filter.state.is_none_or(|state| state == summary.state)
                && filter.free.is_none_or(|free| free == (summary.free > 0))
        })
    }

    /// The tables of this player, the newest first; then those that have been cleared away.
    pub async fn list_of(&self, caller: &Caller) -> Result<Vec<TableLine>, Refusal> {
        let own = |summary: &Summary| {
            summary.host == caller.id || summary.players.iter().flatten().any(|p| *p == caller.id)
        };
        let mut lines = self.lines(Some(caller), |summary| own(summary) && !summary.closed);
        let failed = |error: StoreError| {
            tracing::error!(%error, "the archive cannot be read");
            Refusal::plain(Kind::Internal)
        };
        let store = &self.shared.store;
        for id in store.archived_of(&caller.id, ARCHIVED).await.map_err(failed)? {
            // One that somebody looks at is in memory again.
            if lines.iter().any(|line| line.id == id) {
                continue;
            }
            let journal = store.archived(&id).await.map_err(failed)?;
            lines.extend(journal.and_then(|journal| archived_line(&id, &journal, caller)));
        }
        Ok(lines)
    }

    fn lines(
        &self,
        caller: Option<&Caller>,
        is_listed: impl Fn(&Summary) -> bool,
    ) -> Vec<TableLine> {
        let tables = self.tables();
        let mut listed: Vec<(u64, TableLine)> = tables
            .iter()
            .filter_map(|(id, handle)| {
                let summary = handle.summary();
                let summary = summary.seen_by(caller.map(|caller| &caller.id));
                is_listed(summary).then(|| (handle.number, line(id, summary, caller)))
            })
            .collect();
        listed.sort_unstable_by_key(|(number, _)| std::cmp::Reverse(*number));
        listed.into_iter().take(LISTED).map(|(_, line)| line).collect()
    }

    /// Closes the house: everybody is told, and everything that was taken is written.
    pub async fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        let handles: Vec<Handle> = self.tables().drain().map(|(_, handle)| handle).collect();
        for handle in &handles {
            // A table that has just been cleared away needs no telling.
            let _ = handle.inbox.send(Message::Close).await;
        }
        for handle in handles {
            let _ = handle.task.await;
        }
        if let Err(error) = self.shared.store.close().await {
            tracing::error!(%error, "the store could not be closed");
        }
        if let Some(writing) = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take() {
            writing.abort();
        }
    }
}

impl Handle {
    fn summary(&self) -> std::sync::MutexGuard<'_, Summaries> {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn line(id: &TableId, summary: &Summary, caller: Option<&Caller>) -> TableLine {
    let sits = |player: &Option<PlayerId>| player.as_ref() == caller.map(|caller| &caller.id);
    let you = caller.and_then(|_| summary.players.iter().position(sits)).and_then(Seat::new);
    TableLine {
        id: id.clone(),
        game: summary.game.clone(),
        state: summary.state,
        names: summary.names.clone(),
        free: summary.free,
        you,
        your_turn: you.is_some_and(|seat| summary.waiting.contains(seat)),
    }
}

/// A table that has been cleared away, in its player's list. Its game is not played again for that: who sat there does
/// not change after the beginning. Nothing, if it never began.
fn archived_line(id: &TableId, journal: &[String], caller: &Caller) -> Option<TableLine> {
    let mut entries = journal.iter().map_while(|line| serde_json::from_str::<Entry>(line).ok());
    let mut room = Room::new(id.clone(), &entries.next()?).ok()?;
    for entry in entries {
        if let What::Started = entry.what {
            return Some(TableLine {
                state: State::Over,
                ..line(id, &Summary::of(&room), Some(caller))
            });
        }
        room.apply(&entry).ok()?;
    }
    None
}

fn within_reason(new: &NewTable) -> Result<(), Refusal> {
    match new.sit.map(|seat| new.seats.get(seat.index())) {
        Some(None) => return Err(Refusal::plain(Kind::NoSuchSeat)),
        Some(Some(SeatChoice::Bot(_))) => return Err(Refusal::plain(Kind::SeatTaken)),
        _ => {}
    }
    let clock = match new.clock {
        TableClock::None => 1,
        TableClock::Decision(seconds) => seconds,
        TableClock::Game { seconds, increment } => seconds.max(increment),
    };
    let delay = match new.spectators {
        Spectators::Delayed(seconds) => seconds,
        Spectators::None | Spectators::Live => 0,
    };
    if clock == 0 {
        let message = "a clock needs at least one second; leave it out for none";
        return Err(Refusal::new(Kind::BadOptions, message));
    }
    if clock.max(delay).max(new.grace) > LONGEST {
        let message = format!("a clock, a delay or a grace has at most {LONGEST} seconds");
        return Err(Refusal::new(Kind::BadOptions, message));
    }
    Ok(())
}
