//! A room: a table with everything around the game. It is the fold of its journal.

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

pub use check::{Asked, IdSeen};
pub use draft::Draft;
pub use entry::{Acted, Actor, Created, EntryBody, JournalEntry, Kept, Place};
pub use hosted::{Hosted, Permit, Prepared};
pub use journal::{Journal, read};
use note::Logged;
pub use note::Note;
pub use played::{LoggedActions, Played, Source};
pub use same::same;
pub use timing::{Due, Timing, Turn};

/// How many entries back a client can be and still be told exactly what it missed.
pub const REMEMBERED: usize = 256;

/// Why a journal makes no sense. A table with such a journal cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// An entry is not JSON, or none that this program knows.
    #[error("entry {n} cannot be read, at column {}", .source.column())]
    Entry {
        /// Which entry.
        n: u64,
        /// What is wrong with it. It may quote a seed or what is sealed, so it is not for logs.
        source: serde_json::Error,
    },
    /// The journal does not begin with how the table was set up, or that makes no sense.
    #[error("the journal does not say how the table was set up")]
    NotCreated,
    /// The cards cannot be dealt as they were.
    #[error("the game cannot be dealt: {}", .0.message)]
    Deal(Refusal),
    /// The game was begun by other rules.
    #[error(
        "it is played by version {found} of the rules of {game}, which this program does not know"
    )]
    Rules {
        /// The game.
        game: String,
        /// The version that it was begun with.
        found: u32,
    },
}

/// What came of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Why the action in it changed nothing after all.
    pub refused: Option<Refusal>,
    /// Whether [`Room::info`] may be different now.
    pub info_changed: bool,
}

/// Somebody on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Who.
    pub player: PlayerId,
    /// What they are called.
    pub name: Name,
    /// What they add to the deal.
    pub contribution: Option<Contribution>,
}

/// A seat of a room.
#[derive(Clone)]
pub struct Chair {
    /// Who may sit here.
    pub place: Place,
    /// Who does.
    pub sitter: Option<Sitter>,
    /// Whether the player has resigned.
    pub resigned: bool,
    /// Whether the player has been gone for too long.
    pub away: bool,
    /// What this seat's client has called what it did.
    done: Vec<Done>,
}

/// That a client's message was carried out.
#[derive(Clone, Copy)]
struct Done {
    id: u64,
    content: u64,
    n: u64,
}

/// A table with everything around the game.
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
    /// Whom the host has shown the door.
    kicked: Vec<PlayerId>,
    game: Option<Box<dyn Hosted>>,
    timing: Timing,
    /// How many entries the journal has.
    entries: u64,
    /// The latest of them.
    notes: VecDeque<Note>,
    /// What each of them told.
    logged: Vec<Logged>,
    /// When the last of them was written.
    last: Moment,
    /// How long it is from the first of them to the last.
    age: Millis,
    /// For how long the clocks have stood still since then. The next entry says so.
    stood: Millis,
    /// The number of the last entry that changed the game.
    moved: u64,
    /// When a person last did something here.
    visited: Moment,
    /// How much has been said here, in bytes of the journal.
    chat_bytes: usize,
    /// What those who do not play have called what they said.
    said: VecDeque<(PlayerId, Done)>,
}

impl Room {
    /// A room that has just been set up.
    pub fn new(id: TableId, entry: &JournalEntry) -> Result<Self, FoldError> {
        let EntryBody::Created(created) = &entry.what else { return Err(FoldError::NotCreated) };
        let seed = Seed::from_hex(&created.seed).ok_or(FoldError::NotCreated)?;
        let seats = SeatCount::new(created.places.len()).ok_or(FoldError::NotCreated)?;
        if !hosted::has_rules(&created.game, created.rules) {
            let (game, found) = (created.game.clone(), created.rules);
            return Err(FoldError::Rules { game, found });
        }
        let chair = |place: &Place| Chair {
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
        room.note(Note::nothing(0), entry.moment());
        Ok(room)
    }

    /// The room that a journal leads to.
    pub fn fold(id: TableId, journal: &Journal) -> Result<Self, FoldError> {
        let mut entries = journal.entries();
        let mut room = Self::new(id, &entries.next().ok_or(FoldError::NotCreated)??)?;
        for entry in entries {
            room.apply(&entry?)?;
        }
        Ok(room)
    }

    /// Whether one person plays here with bots. Nobody waits for that person, so nothing is done for them.
    pub fn is_solo(&self) -> bool {
        let is_bot = |chair: &&Chair| matches!(chair.place, Place::Bot(_));
        self.players().count() == 1
            && self.chairs.iter().filter(is_bot).count() + 1 == self.chairs.len()
    }

    /// The seats that are waited for and whose players have not resigned: those whose clocks run.
    fn timed(&self) -> Seats {
        if self.is_solo() {
            return Seats::NONE;
        }
        self.waiting().iter().filter(|&seat| self.is_played(seat)).collect()
    }

    /// Whether a person plays this seat, here or not.
    pub fn is_played(&self, seat: Seat) -> bool {
        let chair = self.chairs.get(seat.index());
        chair.is_some_and(|chair| chair.sitter.is_some() && !chair.resigned)
    }

    /// The seats that may act now.
    pub fn waiting(&self) -> Seats {
        self.game.as_ref().map_or(Seats::NONE, |game| game.waiting_on())
    }

    /// Which table it is.
    pub const fn id(&self) -> &TableId {
        &self.id
    }

    /// How it was set up.
    pub const fn created(&self) -> &Created {
        &self.created
    }

    /// How far it has come.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Whether it was given up before its game began.
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

    /// How long it is from the first entry to the last. A step back in time counts as none.
    pub const fn age(&self) -> Millis {
        self.age
    }

    /// When a person last did something here.
    pub const fn visited(&self) -> Moment {
        self.visited
    }

    /// How much has been said here, in bytes of the journal.
    pub const fn chat_bytes(&self) -> usize {
        self.chat_bytes
    }

    /// What a message counts for in [`Room::chat_bytes`]: an entry has a name, an id and more besides the text.
    pub fn chat_size(text: &ChatText) -> usize {
        text.as_str().len() + 200
    }

    /// The seats, in order.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// The game, once it has begun.
    pub fn game(&self) -> Option<&dyn Hosted> {
        self.game.as_deref()
    }

    /// Puts another game in the place of this one.
    #[cfg(test)]
    pub fn replace_game(&mut self, game: Box<dyn Hosted>) {
        self.game = Some(game);
    }

    /// The clocks, as they were when the last entry was written.
    pub const fn timing(&self) -> &Timing {
        &self.timing
    }

    /// How long its bots take to answer.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// The number of the last entry that changed the game.
    pub const fn moved(&self) -> u64 {
        self.moved
    }

    /// The table at which they play again.
    pub const fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }

    /// What was written with this number, unless that is too long ago.
    pub fn note_of(&self, n: u64) -> Option<&Note> {
        let first = self.entries - self.notes.len() as u64;
        self.notes.get(usize::try_from(n.checked_sub(first)?).ok()?)
    }

    /// The numbers of the events that an entry told.
    pub fn events_at(&self, n: u64) -> Option<Range<usize>> {
        let n = usize::try_from(n).ok()?;
        let before = n.checked_sub(1).and_then(|before| self.logged.get(before));
        let told = self.logged.get(n)?.told as usize;
        Some(before.map_or(0, |before| before.told as usize)..told)
    }

    /// Who acted in the place of a player by this entry, and of which seat.
    pub fn acted_for(&self, n: u64) -> Option<(By, Seat)> {
        self.logged.get(usize::try_from(n).ok()?)?.by
    }

    /// Where this player sits.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits =
            |chair: &Chair| chair.sitter.as_ref().is_some_and(|sitter| sitter.player == *player);
        self.chairs.iter().position(sits).and_then(Seat::new)
    }

    /// Where a place is kept for this player, who does not sit there yet.
    pub fn kept_for(&self, player: &PlayerId) -> Option<Seat> {
        let is_kept = |chair: &Chair| chair.sitter.is_none() && chair.place.is_kept_for(player);
        self.chairs.iter().position(is_kept).and_then(Seat::new)
    }

    /// The players who sit here.
    pub fn players(&self) -> impl Iterator<Item = &PlayerId> {
        self.chairs.iter().filter_map(|chair| Some(&chair.sitter.as_ref()?.player))
    }

    /// How this player looks at the table.
    pub fn viewer(&self, player: Option<&PlayerId>) -> Viewer {
        player.and_then(|player| self.seat_of(player)).map_or(Viewer::Spectator, Viewer::Seat)
    }
}

/// What a message is known by when it comes again.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
