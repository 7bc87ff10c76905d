//! A player's machine without its network: the desk, the relay's stamps, and what is kept.

use std::sync::Arc;
use std::time::Instant;

use facedown_core::{Game, Seat, Seats};
use facedown_crypto::Codec;
use facedown_crypto::places::{Ending, Genesis};
use facedown_peers::{CannotLeave, Desk, HearError, Note, Out, StampedChain, Stuck};
use facedown_protocol::delta::Shorthand;
use facedown_protocol::relay::Stamped;

use crate::error::Error;
use crate::stamps::{StampFault, StampLog, Taken};
use crate::store::{Record, SeatFolder, StoreError};

/// A player's or a spectator's machine.
pub struct Machine<G: Game> {
    desk: Desk<G>,
    genesis: Genesis,
    stamps: StampLog,
    /// Where everything is kept; nothing for a spectator.
    folder: Option<SeatFolder>,
    /// What was posted and has not come back, each with the time when it was posted.
    unstamped: Vec<(Vec<u8>, Instant)>,
    /// Whether everything that the relay has was heard.
    is_caught_up: bool,
}

/// What a machine has to do. What has to be kept is on the disk already.
#[derive(Default)]
#[must_use = "entries have to be posted and frames shown"]
pub struct Todo {
    /// Entries to post, in this order.
    pub post: Vec<Vec<u8>>,
    /// Frames to show.
    pub frames: Vec<Vec<u8>>,
    /// When to call [`Machine::tick`] next, by the clock that is given to it; `None` leaves what was said before.
    pub wake: Option<u64>,
}

impl Todo {
    fn extend(&mut self, other: Self) {
        self.post.extend(other.post);
        self.frames.extend(other.frames);
        self.wake = other.wake.or(self.wake);
    }
}

/// Why a stamped entry was not taken.
#[derive(Debug)]
pub enum NotTaken {
    /// The relay has sent what it should not.
    Stamp(StampFault),
    /// It cannot be kept.
    Store(StoreError),
}

impl<G: Game> Machine<G> {
    /// The machine of a player, as it was when it last ran. The folder names the seat and the genesis.
    pub fn sit(mut folder: SeatFolder, shorthand: Arc<Shorthand>) -> Result<Self, Error> {
        let damaged = |why: &str| {
            let path = folder.path().join("seat.json");
            Error::Store(StoreError::Damaged { path, why: why.to_owned() })
        };
        let kept = folder.kept();
        let seat = kept.seat.ok_or_else(|| damaged("it names no seat"))?;
        let genesis = kept.genesis.as_ref().ok_or_else(|| damaged("it has no genesis"))?;
        let genesis =
            Genesis::from_bytes(&genesis.0).map_err(|error| damaged(&error.to_string()))?;
        let relay = *genesis.relay().ok_or_else(|| damaged("its genesis names no relay"))?;
        let secrets = folder.secrets()?;
        let records = folder.open_log()?;
        let log = || folder.path().join("log");
        let bad = |why: String| Error::Store(StoreError::Damaged { path: log(), why });
        let notes = records.iter().filter_map(|record| match record {
            Record::Note(bytes) => Some(Note::from_bytes(bytes)),
            Record::Stamped(_) => None,
        });
        let notes: Vec<Note> =
            notes.collect::<Result<_, _>>().map_err(|error| bad(error.to_string()))?;
        let desk = Desk::sit(genesis.clone(), seat, secrets.seed, notes, shorthand)
            .map_err(|error| Error::Table(error.to_string()))?;
        let stamps = StampLog::new(relay, &genesis.to_bytes());
        let mut machine = Self {
            desk,
            genesis,
            stamps,
            folder: None,
            unstamped: Vec::new(),
            is_caught_up: false,
        };
        for record in records {
            let Record::Stamped(bytes) = record else { continue };
            match machine.stamps.take(&bytes) {
                Ok(Taken::New(stamped)) => {
                    // Nothing is posted until the relay has told what it has.
                    let _ = machine.hear(&stamped)?;
                }
                Ok(Taken::Known) => {}
                Err(_) => return Err(bad("its entries do not follow from each other".into())),
            }
        }
        machine.folder = Some(folder);
        Ok(machine)
    }

    /// The machine of a spectator.
    pub fn watch(genesis: Genesis, shorthand: Arc<Shorthand>) -> Result<Self, Error> {
        let relay =
            *genesis.relay().ok_or_else(|| Error::Table("this table has no relay".into()))?;
        let desk = Desk::watch(genesis.clone(), shorthand)
            .map_err(|error| Error::Table(error.to_string()))?;
        let stamps = StampLog::new(relay, &genesis.to_bytes());
        let (folder, unstamped) = (None, Vec::new());
        Ok(Self { desk, genesis, stamps, folder, unstamped, is_caught_up: false })
    }

    /// The desk.
    pub const fn desk(&self) -> &Desk<G> {
        &self.desk
    }

    /// The genesis.
    pub const fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// The player's seat; nothing for a spectator.
    pub fn seat(&self) -> Option<Seat> {
        self.desk.fold().viewer().seat()
    }

    /// What the relay has stamped.
    pub const fn stamps(&self) -> &StampLog {
        &self.stamps
    }

    /// The folder of the seat.
    pub const fn folder(&mut self) -> Option<&mut SeatFolder> {
        self.folder.as_mut()
    }

    /// What was posted and has not come back.
    pub fn unstamped(&self) -> impl Iterator<Item = &[u8]> {
        self.unstamped.iter().map(|(entry, _)| entry.as_slice())
    }

    /// When the first entry was posted that has not come back.
    pub fn waits_since(&self) -> Option<Instant> {
        self.unstamped.first().map(|(_, since)| *since)
    }

    /// Takes what the relay says is a stamped entry: it is kept before it is heard. One that was known is nothing new.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Todo, NotTaken> {
        let stamped = match self.stamps.take(bytes).map_err(NotTaken::Stamp)? {
            Taken::New(stamped) => stamped,
            Taken::Known => return Ok(Todo::default()),
        };
        if let Some(log) = self.folder.as_mut().and_then(SeatFolder::log) {
            log.append(&Record::Stamped(bytes.to_vec())).map_err(NotTaken::Store)?;
        }
        self.unstamped.retain(|(entry, _)| *entry != stamped.entry);
        self.hear(&stamped).map_err(NotTaken::Store)
    }

    fn hear(&mut self, stamped: &Stamped) -> Result<Todo, StoreError> {
        let out = match self.desk.hear(&stamped.entry, Some(stamped.time)) {
            Ok(out) => out,
            // It changes nothing, and if its author is to blame there is a verdict.
            Err(HearError::NotHeard { out, .. }) => *out,
            Err(_) => Out::default(),
        };
        if self.desk.fold().stuck() == Some(&Stuck::Forgotten) {
            return Err(StoreError::Older);
        }
        self.keep(out, self.is_caught_up)
    }

    /// The connection is lost: what the relay has meanwhile is heard before anything is posted.
    pub fn lost(&mut self) {
        self.is_caught_up = false;
    }

    /// Everything that the relay has was heard: what is due from this player, and what was posted before and has not come back.
    /// The relay does not write it twice.
    pub fn caught_up(&mut self) -> Result<Todo, StoreError> {
        self.is_caught_up = true;
        let now = Instant::now();
        self.unstamped.iter_mut().for_each(|(_, since)| *since = now);
        let mut todo =
            Todo { post: self.unstamped().map(<[u8]>::to_vec).collect(), ..Todo::default() };
        let out = self.desk.resume();
        todo.extend(self.keep(out, true)?);
        Ok(todo)
    }

    /// Whether everything that the relay has was heard.
    pub const fn is_caught_up(&self) -> bool {
        self.is_caught_up
    }

    /// Takes a frame of the user.
    pub fn say(&mut self, frame: &[u8]) -> Result<Todo, StoreError> {
        let out = self.desk.say(frame);
        let mut todo = self.keep(out, true)?;
        if !self.is_caught_up {
            // It goes out when the relay is there again.
            todo.post.clear();
        }
        Ok(todo)
    }

    /// The player leaves for good as soon as the table is idle, if the others can play on: see [`Desk::leave`].
    pub fn farewell(&mut self) -> Result<Result<Todo, CannotLeave>, StoreError> {
        match self.desk.leave() {
            // While the relay is away, it goes out with what is due when it is back.
            Ok(out) => self.keep(out, self.is_caught_up).map(Ok),
            Err(why) => Ok(Err(why)),
        }
    }

    /// The user's program has closed its connection to the desk.
    pub fn hang_up(&mut self) {
        self.desk.hang_up();
    }

    /// Prepares a shuffle that will be this player's turn soon, and returns whether there was one. Call it while nothing else is to be
    /// done: it takes about half of the work out of the shuffle.
    pub fn prepare_shuffle(&mut self) -> bool {
        self.is_caught_up && self.desk.prepare_shuffle()
    }

    /// Does what is to be done by `now`, in milliseconds of a clock that never goes backwards. Not while the relay is away: who
    /// hears nothing cannot say that others are silent.
    pub fn tick(&mut self, now: u64) -> Result<Todo, StoreError> {
        if !self.is_caught_up {
            return Ok(Todo::default());
        }
        let out = self.desk.tick(now);
        self.keep(out, true)
    }

    /// Keeps notes, and puts everything that was heard on the disk before anything is posted: a machine that starts again must
    /// not be led back to before what it has said.
    fn keep(&mut self, out: Out, posts: bool) -> Result<Todo, StoreError> {
        let Out { notes, mut post, frames, wake, .. } = out;
        post.retain(|entry| posts && !self.is_posted(entry));
        if let Some(log) = self.folder.as_mut().and_then(SeatFolder::log) {
            for note in notes {
                log.append(&Record::Note(note.to_bytes()))?;
            }
            if !post.is_empty() {
                log.sync()?;
            }
        }
        let now = Instant::now();
        self.unstamped.extend(post.iter().map(|entry| (entry.clone(), now)));
        Ok(Todo { post, frames, wake })
    }

    fn is_posted(&self, entry: &[u8]) -> bool {
        self.unstamped().any(|posted| posted == entry)
    }

    /// Whether the table has ended, and all who are left have signed how.
    pub fn is_settled(&self) -> bool {
        self.desk.ending().is_some() && self.unstamped.is_empty() && self.unsigned().is_empty()
    }

    /// The players who are left at a table that has ended, and who have not signed how it did.
    pub fn unsigned(&self) -> Seats {
        let cards = self.desk.fold().cards();
        let unsigned = cards.present().minus(cards.signed());
        match self.desk.ending() {
            None => Seats::NONE,
            // Its silence is how the table has ended.
            Some(Ending::Abandoned(silent)) => unsigned.without(silent),
            Some(_) => unsigned,
        }
    }

    /// The chain so far, with the relay's stamps.
    pub fn chain(&self) -> StampedChain {
        // All of them were read when they were taken.
        let entries = self.stamps.entries().filter_map(|bytes| Stamped::from_bytes(bytes).ok());
        StampedChain { genesis: self.genesis.clone(), entries: entries.collect() }
    }
}

impl From<NotTaken> for Error {
    fn from(error: NotTaken) -> Self {
        match error {
            NotTaken::Store(error) => Self::Store(error),
            NotTaken::Stamp(StampFault::Convicted(proof)) => Self::RelayConvicted(proof),
            NotTaken::Stamp(StampFault::DoesNotFollow(error)) => Self::RelayBroken(error),
        }
    }
}
