//! A table without a trusted server, as the fold of its journal.

use std::collections::HashMap;
use std::sync::Arc;

use facedown_core::{Seat, Seats};
use facedown_protocol::relay::{
    Hex, PeerSeat, PeerState, PeerTableInfo, PeerTableLine, SEATS, Stamped, Stamps, check_key,
};
use facedown_protocol::{Code, TableId};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::journal::{PeerCreated, PeerEvent, PeerLine};
use crate::outlet::Frame;
use crate::room::Journal;
use crate::time::{Moment, WallTime};

/// Why a line of a journal does not fit those before it. The table is damaged.
#[derive(Debug, thiserror::Error)]
pub(super) enum PeerFoldError {
    /// The line is not of a table without a trusted server.
    #[error("line {n} cannot be read: {source}")]
    Line {
        /// The number of the line.
        n: u64,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// The first line does not say what table it is.
    #[error("the first line does not set up a table")]
    NotCreated,
    /// This cannot happen in the state that the table was in.
    #[error("line {0} does not fit those before it")]
    OutOfPlace(u64),
    /// The bytes of an entry are no stamped entry, or not the next one.
    #[error("line {0} is not the next stamped entry")]
    Stamp(u64),
}

/// A table without a trusted server.
pub(super) struct PeerRoom {
    id: TableId,
    created: PeerCreated,
    created_at: WallTime,
    seats: Vec<Option<PeerSeat>>,
    state: PeerState,
    genesis: Option<Begun>,
    /// The stamped entries, as they are sent.
    posted: Vec<Frame>,
    /// The numbers of the entries by seat and digest, so that none is written twice.
    numbers: HashMap<(Seat, [u8; 32]), u64>,
    /// The size of all entries in bytes.
    bytes: usize,
    /// All lines but those of entries, which are between the head and the tail.
    head: Journal,
    tail: Journal,
    last: Moment,
}

struct Begun {
    genesis: Arc<[u8]>,
    stamps: Stamps,
    /// Where the stamps had arrived before the last one.
    before: Stamps,
}

impl PeerRoom {
    /// Reads the first line of a journal.
    pub(super) fn new(id: TableId, text: &str) -> Result<Self, PeerFoldError> {
        let PeerLine { at, moment, peers } = read(0, text)?;
        let PeerEvent::Created(created) = peers else { return Err(PeerFoldError::NotCreated) };
        if !SEATS.contains(&created.new.seats) {
            return Err(PeerFoldError::NotCreated);
        }
        Ok(Self {
            id,
            created_at: at.unwrap_or_default(),
            seats: vec![None; created.new.seats],
            created: *created,
            state: PeerState::Open,
            genesis: None,
            posted: Vec::new(),
            numbers: HashMap::new(),
            bytes: 0,
            head: std::iter::once(text).collect(),
            tail: Journal::default(),
            last: moment.unwrap_or_default(),
        })
    }

    /// Reads a whole journal.
    pub(super) fn fold(id: TableId, journal: &Journal) -> Result<Self, PeerFoldError> {
        let mut lines = journal.lines();
        let mut room = Self::new(id, lines.next().ok_or(PeerFoldError::NotCreated)?)?;
        lines.try_for_each(|line| room.apply_text(line))?;
        Ok(room)
    }

    /// Reads the next line of the journal.
    pub(super) fn apply_text(&mut self, text: &str) -> Result<(), PeerFoldError> {
        let line = read(self.lines(), text)?;
        self.apply(&line, text)
    }

    /// Applies the next line, which has this text. Nothing has changed if it does not fit.
    pub(super) fn apply(&mut self, line: &PeerLine, text: &str) -> Result<(), PeerFoldError> {
        let n = self.lines();
        let fits = |fits: bool| if fits { Ok(()) } else { Err(PeerFoldError::OutOfPlace(n)) };
        let before = matches!(self.state, PeerState::Open | PeerState::Agreeing);
        match &line.peers {
            PeerEvent::Created(_) => return Err(PeerFoldError::OutOfPlace(n)),
            PeerEvent::Joined { seat, player } => {
                fits(self.state == PeerState::Open && self.seat_of(&player.key).is_none())?;
                fits(self.seats.get(seat.index()).is_some_and(Option::is_none))?;
                self.seats[seat.index()] = Some(player.clone());
                if self.seats.iter().all(Option::is_some) {
                    self.state = PeerState::Agreeing;
                }
            }
            PeerEvent::Left { seat } => {
                fits(before && self.player(*seat).is_some())?;
                self.seats[seat.index()] = None;
                self.state = PeerState::Open;
            }
            PeerEvent::Begun { genesis } => {
                fits(self.state == PeerState::Agreeing)?;
                let stamps = Stamps::new(&genesis.0);
                let genesis = genesis.0.as_slice().into();
                self.genesis = Some(Begun { genesis, stamps, before: stamps });
                self.state = PeerState::Playing;
            }
            PeerEvent::Posted(bytes) => {
                let stamped = Stamped::from_bytes(&bytes.0).map_err(|_| PeerFoldError::Stamp(n))?;
                return self.add(&stamped, Frame::binary(&bytes.0));
            }
            PeerEvent::Over => {
                fits(self.state == PeerState::Playing)?;
                self.state = PeerState::Over;
            }
            PeerEvent::Closed => {
                fits(before)?;
                self.state = PeerState::Closed;
            }
        }
        self.last = line.moment.unwrap_or(self.last);
        let is_end = matches!(self.state, PeerState::Over | PeerState::Closed);
        if is_end { &mut self.tail } else { &mut self.head }.push_line(text);
        Ok(())
    }

    /// Adds the next stamped entry, which this frame has.
    pub(super) fn add(&mut self, stamped: &Stamped, frame: Frame) -> Result<(), PeerFoldError> {
        let n = self.head.len() as u64 + self.posted.len() as u64;
        if self.state != PeerState::Playing || self.player(stamped.seat).is_none() {
            return Err(PeerFoldError::OutOfPlace(n));
        }
        let begun = self.genesis.as_mut().ok_or(PeerFoldError::OutOfPlace(n))?;
        if stamped.number != begun.stamps.next() || stamped.time < begun.stamps.time() {
            return Err(PeerFoldError::Stamp(n));
        }
        let after = begun.stamps.after(stamped);
        begun.before = std::mem::replace(&mut begun.stamps, after);
        self.numbers.insert((stamped.seat, digest(&stamped.entry)), stamped.number);
        self.bytes += stamped.entry.len();
        self.posted.push(frame);
        self.last = self.last.max(Moment::from_millis(stamped.time));
        Ok(())
    }

    /// Whether the last stamp is this relay's. It vouches for all stamps before it.
    pub(super) fn is_stamped_by(&self, relay: &Hex<32>) -> bool {
        let (Some(begun), Some(last)) = (&self.genesis, self.posted.last()) else { return true };
        let Ok(last) = Stamped::from_bytes(&last.payload()) else { return false };
        check_key(relay).is_ok_and(|relay| begun.before.check(&relay, &last).is_ok())
    }

    /// The whole journal.
    pub(super) fn journal(&self) -> Journal {
        let posted = self.posted.iter().map(|frame| PeerLine::posted(&frame.payload()).text());
        let outside = |journal: &Journal| journal.lines().map(str::to_owned).collect::<Vec<_>>();
        outside(&self.head).into_iter().chain(posted).chain(outside(&self.tail)).collect()
    }

    /// How many lines the journal has, which is the number of the next one.
    pub(super) fn lines(&self) -> u64 {
        (self.head.len() + self.posted.len() + self.tail.len()) as u64
    }

    pub(super) const fn id(&self) -> &TableId {
        &self.id
    }

    pub(super) const fn created(&self) -> &PeerCreated {
        &self.created
    }

    pub(super) const fn state(&self) -> PeerState {
        self.state
    }

    /// Whether the table has ended and can only be read.
    pub(super) const fn has_ended(&self) -> bool {
        matches!(self.state, PeerState::Over | PeerState::Closed)
    }

    pub(super) fn player(&self, seat: Seat) -> Option<&PeerSeat> {
        self.seats.get(seat.index())?.as_ref()
    }

    pub(super) fn players(&self) -> impl Iterator<Item = &PeerSeat> {
        self.seats.iter().flatten()
    }

    /// All seats, taken or free.
    pub(super) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len()).filter_map(Seat::new)
    }

    /// The seats that are taken.
    pub(super) fn taken(&self) -> Seats {
        self.all_seats().filter(|seat| self.player(*seat).is_some()).collect()
    }

    pub(super) fn first_free(&self) -> Option<Seat> {
        self.all_seats().find(|seat| self.player(*seat).is_none())
    }

    /// The seat of the player with this key.
    pub(super) fn seat_of(&self, key: &Hex<32>) -> Option<Seat> {
        self.all_seats().find(|seat| self.player(*seat).is_some_and(|player| player.key == *key))
    }

    pub(super) fn genesis(&self) -> Option<&Arc<[u8]>> {
        self.genesis.as_ref().map(|begun| &begun.genesis)
    }

    /// Where the stamps have arrived, once the game has begun.
    pub(super) fn stamps(&self) -> Option<&Stamps> {
        self.genesis.as_ref().map(|begun| &begun.stamps)
    }

    /// The stamped entries, as they are sent.
    pub(super) fn posted(&self) -> &[Frame] {
        &self.posted
    }

    /// The number of this entry, if this seat has posted it before.
    pub(super) fn number_of(&self, seat: Seat, entry: &[u8; 32]) -> Option<u64> {
        self.numbers.get(&(seat, *entry)).copied()
    }

    /// The size of all entries in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// When something last happened.
    pub(super) const fn last(&self) -> Moment {
        self.last
    }

    /// Whether whoever has this code, or none, may know of the table.
    pub(super) fn may_know(&self, code: Option<&Code>) -> bool {
        self.created.is_known_to(code)
    }

    /// Everything that the relay says about the table.
    pub(super) fn info(&self, relay: Hex<32>) -> PeerTableInfo {
        let new = &self.created.new;
        PeerTableInfo {
            id: self.id.clone(),
            game: new.game.clone(),
            rules: new.rules,
            options: new.options.clone(),
            seats: self.seats.clone(),
            think: new.think,
            grace: new.grace,
            escrow: new.escrow,
            private: new.private,
            relay,
            state: self.state,
            entries: self.posted.len() as u64,
            created: self.created_at.as_millis(),
        }
    }

    /// The table in a list.
    pub(super) fn line(&self) -> PeerTableLine {
        let player = |seat: &Option<PeerSeat>| seat.as_ref().map(|player| player.name.clone());
        PeerTableLine {
            id: self.id.clone(),
            game: self.created.new.game.clone(),
            state: self.state,
            names: self.seats.iter().map(player).collect(),
            free: self.seats.iter().filter(|seat| seat.is_none()).count(),
        }
    }
}

impl PeerCreated {
    /// Whether whoever has this code, or none, may know of the table.
    pub(super) fn is_known_to(&self, code: Option<&Code>) -> bool {
        let own = self.code.as_str().as_bytes();
        !self.new.private
            || code.is_some_and(|code| bool::from(code.as_str().as_bytes().ct_eq(own)))
    }
}

/// The digest of an entry, by which it is found again.
pub(super) fn digest(entry: &[u8]) -> [u8; 32] {
    Sha256::digest(entry).into()
}

fn read(n: u64, text: &str) -> Result<PeerLine, PeerFoldError> {
    serde_json::from_str(text).map_err(|source| PeerFoldError::Line { n, source })
}
