//! A room: a table with everything around the game. It is the fold of its journal.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use facedown_core::{Contribution, Seat, SeatCount, Seats, Seed, Viewer};
use facedown_protocol::{By, ChatText, ClientId, Name, Refusal, Said, State, TableId};

use crate::store::PlayerId;
use crate::time::{Millis, Moment};

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
pub use entry::{Acted, Actor, Created, EntryBody, JournalEntry, Place};
pub use hosted::{Hosted, Permit, Prepared};
pub use journal::{Journal, read};
pub use note::Note;
pub use played::{Played, Source};
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
    /// Whom the host has shown the door.
    kicked: Vec<PlayerId>,
    game: Option<Box<dyn Hosted>>,
    timing: Timing,
    /// How many entries the journal has.
    entries: u64,
    /// The latest of them.
    notes: VecDeque<Note>,
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
            kicked: Vec::new(),
            game: None,
            entries: 0,
            notes: VecDeque::new(),
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

    /// Applies an entry of the journal. It was checked before it was written, so all that can go wrong is the journal.
    pub fn apply(&mut self, entry: &JournalEntry) -> Result<Applied, FoldError> {
        self.apply_with(entry, None)
    }

    /// Applies an entry that has just been written. `permit` carries out its action, if it has one.
    ///
    /// An action that the dealer cannot carry out changes nothing, now and whenever the journal is read again.
    pub fn apply_with(
        &mut self,
        entry: &JournalEntry,
        permit: Option<Permit>,
    ) -> Result<Applied, FoldError> {
        let told = self.game.as_ref().map_or(0, |game| game.told());
        let mut note = Note::nothing(told);
        let (before, state) = (self.timed(), self.state);
        let (at, mut actor, mut refused) = (entry.moment(), None, None);
        if matches!(entry.what, EntryBody::Reopened) || at < self.last {
            // The house was closed in between. If it fell over, it goes on from a moment a little before its fall.
            self.timing.reopen(self.last, at);
        } else {
            self.timing.stand(entry.stood);
        }
        self.stood = 0;
        match &entry.what {
            EntryBody::Created(_) => return Err(FoldError::NotCreated),
            EntryBody::Sat { seat, player, name, contribution } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    let (player, name) = (player.clone(), name.clone());
                    let contribution = contribution.clone();
                    chair.sitter = Some(Sitter { player, name, contribution });
                }
            }
            EntryBody::Left { seat } => self.vacate(*seat),
            EntryBody::Kicked { seat } => self.show_the_door(*seat),
            EntryBody::Forgiven => self.kicked.clear(),
            EntryBody::Started => {
                self.game = Some(self.deal()?);
                self.state = State::Playing;
                note.events = 0..0;
            }
            EntryBody::Acted(acted) => {
                actor = Some(acted.seat);
                refused = self.carry_out(acted, permit, &mut note).err();
            }
            EntryBody::Said { seat, player, name, id, text } => {
                self.chat_bytes += Self::chat_size(text);
                let (seat, name, text) = (*seat, name.clone(), text.clone());
                note.said = Some(Arc::new(Said { seat, name, text: text.clone() }));
                note.ack = Some((player.clone(), id.clone()));
                self.remember(seat, player, id, fingerprint(text.as_str()));
            }
            EntryBody::Resigned { seat } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    chair.resigned = true;
                }
            }
            EntryBody::Away { seat } | EntryBody::Back { seat } => {
                if let Some(chair) = self.chairs.get_mut(seat.index()) {
                    chair.away = matches!(entry.what, EntryBody::Away { .. });
                }
            }
            EntryBody::Reopened => {}
            EntryBody::Rematch { table } => self.rematch = Some(table.clone()),
            EntryBody::Closed => (self.state, self.closed) = (State::Over, true),
        }
        if matches!(entry.what, EntryBody::Started | EntryBody::Acted(_)) {
            self.moved = self.entries;
        }
        if entry.what.is_by_person() {
            self.visited = entry.moment();
        }
        if let Some(game) = &self.game {
            note.events.end = game.told();
            let (after, own_clock) = (self.timed(), game.clock());
            self.timing.turn(Turn { at, actor, before, after, own_clock });
        }
        self.note(note, at);
        let is_around_the_table = !matches!(
            entry.what,
            EntryBody::Acted(_) | EntryBody::Said { .. } | EntryBody::Reopened
        );
        Ok(Applied { refused, info_changed: is_around_the_table || self.state != state })
    }

    fn carry_out(
        &mut self,
        acted: &Acted,
        permit: Option<Permit>,
        note: &mut Note,
    ) -> Result<(), Refusal> {
        let Some(game) = &mut self.game else { return Ok(()) };
        note.by = match acted.by {
            Actor::Player | Actor::Bot => None,
            Actor::Clock => Some(By::Clock),
            Actor::Absent => Some(By::Absent),
        };
        let outcome = match permit {
            Some(permit) => game.carry_out(permit),
            None => game.replay(acted.seat, &acted.action),
        };
        if game.waiting_on().is_empty() {
            self.state = State::Over;
        }
        let player = self.chairs.get(acted.seat.index()).and_then(|chair| chair.sitter.as_ref());
        if let (Some(id), Some(sitter)) = (&acted.id, player) {
            let player = sitter.player.clone();
            note.ack = Some((player.clone(), id.clone()));
            self.remember(Some(acted.seat), &player, id, fingerprint(acted.action.get()));
        }
        outcome
    }

    fn remember(&mut self, seat: Option<Seat>, player: &PlayerId, id: &ClientId, content: u64) {
        let done = Done { id: fingerprint(id.as_str()), content, n: self.entries };
        if let Some(chair) = seat.and_then(|seat| self.chairs.get_mut(seat.index())) {
            chair.done.push(done);
            return;
        }
        if self.said.len() >= REMEMBERED {
            self.said.pop_front();
        }
        self.said.push_back((player.clone(), done));
    }

    fn deal(&self) -> Result<Box<dyn Hosted>, FoldError> {
        let seats = SeatCount::new(self.chairs.len()).ok_or(FoldError::NotCreated)?;
        let Created { game, rules, options, .. } = &self.created;
        hosted::deal(game, *rules, options, seats, self.seed.clone(), self.contributions())
            .map_err(FoldError::Deal)
    }

    /// One for each seat; a bot, or somebody who added nothing, counts as an empty text.
    fn contributions(&self) -> Vec<Contribution> {
        let given = |chair: &Chair| chair.sitter.as_ref()?.contribution.clone();
        self.chairs
            .iter()
            .filter_map(|chair| given(chair).or_else(|| Contribution::new("")))
            .collect()
    }

    fn vacate(&mut self, seat: Seat) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.sitter = None;
            chair.done = Vec::new();
        }
    }

    /// Whoever sits here, or for whom the place was kept, is not to come again. The host cannot be kept out.
    fn show_the_door(&mut self, seat: Seat) {
        let Some(chair) = self.chairs.get_mut(seat.index()) else { return };
        let sitter = chair.sitter.as_ref().map(|sitter| sitter.player.clone());
        let kept = match &chair.place {
            Place::Kept(player) => Some(player.clone()),
            _ => None,
        };
        if kept.is_some() {
            // It is free for all now.
            chair.place = Place::Open;
        }
        let gone = sitter.or(kept).filter(|player| *player != self.created.host);
        self.kicked.extend(gone);
        self.vacate(seat);
    }

    fn note(&mut self, note: Note, at: Moment) {
        if self.notes.len() >= REMEMBERED {
            self.notes.pop_front();
        }
        self.notes.push_back(note);
        self.entries += 1;
        self.age += at.since(self.last);
        self.last = at;
    }

    /// The seats that are waited for and whose players have not resigned: those whose clocks run.
    fn timed(&self) -> Seats {
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

    /// Where this player sits.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits =
            |chair: &Chair| chair.sitter.as_ref().is_some_and(|sitter| sitter.player == *player);
        self.chairs.iter().position(sits).and_then(Seat::new)
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
