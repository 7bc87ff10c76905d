//! A room: the state of a table, with its seats, clocks and game. It is the fold of its journal.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use facedown_core::{Contribution, Seat, SeatCount, Seats, Seed, Viewer};
use facedown_protocol::{By, ChatText, Name, Pace, Refusal, State, TableId};

use crate::store::PlayerId;
use crate::time::{Millis, Moment};

mod apply;
mod check;
mod draft;
mod entry;
pub mod hosted;
mod info;
mod journal;
mod note;
mod played;
mod same;
mod timing;

pub use check::{Checked, IdSeen};
pub use draft::Draft;
pub use entry::{Acted, Actor, Created, EntryBody, JournalEntry, Reservation, SeatRule};
pub use hosted::{Hosted, Permit, Prepared};
pub use journal::{Journal, read};
use note::Logged;
pub use note::MissedEntry;
pub use played::{LoggedActions, Played, Source};
pub use same::same;
pub use timing::{ClockChange, Due, Timing};

/// How many recent entries a reconnecting client can be sent.
pub const RECENT_ENTRIES: usize = 256;

/// Why a journal cannot be folded. A table with such a journal cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// An entry is not JSON, or of an unknown kind.
    #[error("entry {n} cannot be read, at column {}", .source.column())]
    Entry {
        /// The number of the entry.
        n: u64,
        /// The error of the parser. It may quote a seed or a sealed value, so it must not be logged.
        source: serde_json::Error,
    },
    /// The journal does not begin with a valid `Created` entry.
    #[error("the journal does not begin with the settings of the table")]
    NotCreated,
    /// The cards cannot be dealt.
    #[error("the game cannot be dealt: {}", .0.message)]
    Deal(Refusal),
    /// The version of the rules is not known.
    #[error(
        "it is played by version {found} of the rules of {game}, which this program does not know"
    )]
    Rules {
        /// The game.
        game: String,
        /// The version in the journal.
        found: u32,
    },
}

/// The outcome of applying an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Why its action changed nothing, if the game refused it.
    pub refused: Option<Refusal>,
    /// Whether [`Room::info`] may be different now.
    pub info_changed: bool,
}

/// A player on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// The player.
    pub player: PlayerId,
    /// The player's name.
    pub name: Name,
    /// The player's contribution to the seed.
    pub contribution: Option<Contribution>,
}

/// A seat of a room.
#[derive(Clone)]
pub struct Chair {
    /// Who may take it.
    pub place: SeatRule,
    /// The player who has it.
    pub sitter: Option<Sitter>,
    /// Whether the player has resigned.
    pub resigned: bool,
    /// Whether the player was disconnected for longer than the grace period.
    pub away: bool,
    /// The messages of this seat that were carried out.
    done: Vec<HandledMessage>,
}

/// A client's message that was carried out: the hashes of its id and its contents, and the number of its entry.
#[derive(Clone, Copy)]
struct HandledMessage {
    id: u64,
    content: u64,
    n: u64,
}

/// The state of a table: its seats, clocks and game.
///
/// It holds the seed and the faces, so it has no `Debug` and no `Serialize`.
pub struct Room {
    id: TableId,
    created: Created,
    seed: Seed,
    chairs: Vec<Chair>,
    state: State,
    closed: bool,
    rematch: Option<TableId>,
    pace: Pace,
    /// The players whom the host has kicked.
    kicked: Vec<PlayerId>,
    game: Option<Box<dyn Hosted>>,
    timing: Timing,
    /// How many entries the journal has.
    entries: u64,
    /// The most recent of them.
    notes: VecDeque<MissedEntry>,
    /// What the log needs of each of them.
    logged: Vec<Logged>,
    /// When the last of them was written.
    last: Moment,
    /// The time from the first of them to the last.
    age: Millis,
    /// For how long the clocks were stopped since then. The next entry records it.
    stood: Millis,
    /// The number of the last entry that changed the game.
    moved: u64,
    /// When a person last did something here.
    visited: Moment,
    /// How many bytes of the journal are chat, approximately.
    chat_bytes: usize,
    /// The recent chat messages of spectators.
    said: VecDeque<(PlayerId, HandledMessage)>,
}

impl Room {
    /// Creates a room from the first entry of its journal.
    pub fn new(id: TableId, entry: &JournalEntry) -> Result<Self, FoldError> {
        let EntryBody::Created(created) = &entry.what else { return Err(FoldError::NotCreated) };
        let seed = Seed::from_hex(&created.seed).ok_or(FoldError::NotCreated)?;
        let seats = SeatCount::new(created.places.len()).ok_or(FoldError::NotCreated)?;
        if !hosted::has_rules(&created.game, created.rules) {
            let (game, found) = (created.game.clone(), created.rules);
            return Err(FoldError::Rules { game, found });
        }
        let chair = |place: &SeatRule| Chair {
            place: place.clone(),
            sitter: None,
            resigned: false,
            away: false,
            done: Vec::new(),
        };
        let mut room = Self {
            id,
            chairs: created.places.iter().map(chair).collect(),
            timing: Timing::new(created.clock, seats),
            created: (**created).clone(),
            seed,
            state: State::Open,
            closed: false,
            rematch: None,
            pace: created.pace,
            kicked: Vec::new(),
            game: None,
            entries: 0,
            notes: VecDeque::new(),
            logged: Vec::new(),
            last: entry.moment(),
            age: 0,
            stood: 0,
            moved: 0,
            visited: entry.moment(),
            chat_bytes: 0,
            said: VecDeque::new(),
        };
        room.note(MissedEntry::nothing(0), entry.moment());
        Ok(room)
    }

    /// Folds a journal into a room.
    pub fn fold(id: TableId, journal: &Journal) -> Result<Self, FoldError> {
        let mut entries = journal.entries();
        let mut room = Self::new(id, &entries.next().ok_or(FoldError::NotCreated)??)?;
        for entry in entries {
            room.apply(&entry?)?;
        }
        Ok(room)
    }

    /// Whether one person plays here against bots. Nobody waits for that person, so there are no clocks and no absence.
    pub fn is_solo(&self) -> bool {
        let is_bot = |chair: &&Chair| matches!(chair.place, SeatRule::Bot(_));
        self.players().count() == 1
            && self.chairs.iter().filter(is_bot).count() + 1 == self.chairs.len()
    }

    /// The seats whose clocks run: those that have to act and whose players have not resigned.
    fn timed(&self) -> Seats {
        if self.is_solo() {
            return Seats::NONE;
        }
        self.waiting().iter().filter(|&seat| self.is_played(seat)).collect()
    }

    /// Whether a person plays this seat, connected or not.
    pub fn is_played(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(seat.index());
        chair.is_some_and(|chair| chair.sitter.is_some() && !chair.resigned)
    }

    /// The seats that have to act now.
    pub fn waiting(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, |game| game.waiting_on())
    }

    /// The seats that may act now.
    pub fn may_act(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, |game| game.may_act())
    }

    /// The table's id.
    pub const fn id(&self) -> &TableId {
        &self.id
    }

    /// The settings of the table.
    pub const fn created(&self) -> &Created {
        &self.created
    }

    /// Whether it is open, playing or over.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Whether the table was closed before its game ended.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// The number of the last entry.
    pub const fn n(&self) -> u64 {
        self.entries - 1
    }

    /// When the last entry was written.
    pub const fn last(&self) -> Moment {
        self.last
    }

    /// The time from the first entry to the last. Steps back in time are not counted.
    pub const fn age(&self) -> Millis {
        self.age
    }

    /// When a person last did something here.
    pub const fn visited(&self) -> Moment {
        self.visited
    }

    /// How many bytes of the journal are chat, approximately.
    pub const fn chat_bytes(&self) -> usize {
        self.chat_bytes
    }

    /// How much a message counts in [`Room::chat_bytes`]: its text, and about as much as the rest of its entry takes.
    pub fn chat_size(text: &ChatText) -> usize {
        text.as_str().len() + 200
    }

    /// The seats, in order.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The game, once it has started.
    pub fn game(&self) -> Option<&dyn Hosted> {
        self.game.as_deref()
    }

    /// Replaces the game.
    #[cfg(test)]
    pub fn replace_game(&mut self, game: Box<dyn Hosted>) {
        self.game = Some(game);
    }

    /// The clocks, as they were when the last entry was written.
    pub const fn timing(&self) -> &Timing {
        &self.timing
    }

    /// How fast its bots move.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// The number of the last entry that changed the game.
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    /// The rematch, if there is one.
    pub const fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What is remembered of the entry with this number; `None` if it is too old.
    pub fn note_of(&self, n: u64) -> Option<&MissedEntry> {
        let first = self.entries - self.notes.len() as u64;
        self.notes.get(usize::try_from(n.checked_sub(first)?).ok()?)
    }

    /// The numbers of an entry's events.
    pub fn events_at(&self, n: u64) -> Option<Range<usize>> {
        let n = usize::try_from(n).ok()?;
        let before = n.checked_sub(1).and_then(|before| self.logged.get(before));
        let told = self.logged.get(n)?.told as usize;
        Some(before.map_or(0, |before| before.told as usize)..told)
    }

    /// Who acted instead of a player in this entry, and for which seat.
    pub fn acted_for(&self, n: u64) -> Option<(By, Seat)> {
        self.logged.get(usize::try_from(n).ok()?)?.by
    }

    /// The seat of this player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits =
            |chair: &Chair| chair.sitter.as_ref().is_some_and(|sitter| sitter.player == *player);
        self.chairs.iter().position(sits).and_then(Seat::new)
    }

    /// The free seat that is reserved for this player.
    pub fn kept_for(&self, player: &PlayerId) -> Option<Seat> {
        let is_kept = |chair: &Chair| chair.sitter.is_none() && chair.place.is_kept_for(player);
        self.chairs.iter().position(is_kept).and_then(Seat::new)
    }

    /// The players who have a seat.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.chairs.iter().filter_map(|chair| Some(&chair.sitter.as_ref()?.player))
    }

    /// The viewer as which this player sees the table.
    pub fn viewer(&self, player: Option<&PlayerId>) -> Viewer {
        player.and_then(|player| self.seat_of(player)).map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// A hash by which a repeated message is recognised.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
