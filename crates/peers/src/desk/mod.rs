//! A desk: a house for one viewer.
//!
//! To a page or a terminal it speaks the messages of `facedown_protocol`, as a server does; to the network it speaks entries.
//! What it hears and says changes only itself: its caller delivers what it hands out.

mod any;
mod frames;
mod info;
mod say;
mod time;

use std::ops::Range;
use std::sync::Arc;

use facedown_core::{Dice, Game, Seat, Seed};
use facedown_crypto::Codec;
use facedown_crypto::places::{Ending, Entry, EntryKind, Genesis};
use facedown_protocol::delta::Shorthand;
use facedown_protocol::{ClientId, FromServer, Kind, Refusal, Refused};

use crate::fold::{CannotLeave, Fold, Heard, NotHeard, SeatError, Stuck, is_by};
use crate::note::Note;
use crate::verdict::Verdict;
use frames::Shown;
use time::Waiting;

pub use any::{AnyDesk, HearError};

/// How many updates back a client can be and still be told exactly what it missed.
const REMEMBERED: usize = 256;

/// What a desk hands out. Keep the notes before anything is posted, and deliver the rest in order.
#[derive(Default)]
#[must_use = "notes have to be kept, entries posted and frames delivered"]
#[non_exhaustive]
pub struct Out {
    /// What has to be kept to say the same after a restart. It is secret.
    pub notes: Vec<Note>,
    /// Entries to post to everybody, this machine included, in this order.
    pub post: Vec<Vec<u8>>,
    /// Frames for the page or the terminal.
    pub frames: Vec<Vec<u8>>,
    /// When to call [`Desk::tick`] next, by the clock that is given to it; `Some(0)` is at once. It takes the place of what was said
    /// before; `None` leaves that as it is.
    pub wake: Option<u64>,
}

impl Out {
    /// Adds what another call has handed out.
    pub fn extend(&mut self, other: Self) {
        self.notes.extend(other.notes);
        self.post.extend(other.post);
        self.frames.extend(other.frames);
        self.wake = other.wake.or(self.wake);
    }

    /// Whether there is nothing to keep, to post and to show.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty() && self.post.is_empty() && self.frames.is_empty()
    }
}

/// A house for one viewer.
pub struct Desk<G: Game> {
    fold: Fold<G>,
    /// The seed for what is played for the player, by the rules' fallback.
    chance: Option<[u8; 32]>,
    /// What the viewer has been shown.
    shown: Shown,
    is_greeted: bool,
    /// The number of the last update.
    n: u64,
    /// All updates, the newest last.
    told: Vec<Told>,
    /// The messages of the player's client that were carried out.
    done: Vec<Done>,
    /// The action that was posted and has not come back.
    pending: Option<Pending>,
    /// An action of an open game that others came before. It is posted when nothing is under way.
    postponed: Option<Postponed>,
    ending: Option<Ending>,
    /// Since when the table waits, by this machine's own clock, and what was done about it.
    waiting: Waiting,
    /// Whether the player wants to leave as soon as it can.
    is_leaving: bool,
}

/// An update, for a client that has missed it.
struct Told {
    ack: Option<ClientId>,
    events: Range<usize>,
}

/// That a message of the player's client was carried out.
struct Done {
    id: ClientId,
    content: Vec<u8>,
    n: u64,
}

/// An action that is to be posted as soon as nothing is under way.
struct Postponed {
    id: ClientId,
    content: Vec<u8>,
}

/// An action that was posted.
struct Pending {
    since: [u8; 32],
    id: Option<ClientId>,
    content: Vec<u8>,
    /// Whether it has come back, and is being carried out.
    is_heard: bool,
}

impl<G: Game> Desk<G> {
    /// The desk of a player. Then feed it with all entries of the chain, if there are any; `shorthand` is that of the game.
    pub fn sit(
        genesis: Genesis,
        seat: Seat,
        seed: [u8; 32],
        notes: impl IntoIterator<Item = Note>,
        shorthand: Arc<Shorthand>,
    ) -> Result<Self, SeatError<G::Refusal>> {
        let fold = Fold::sit(genesis, seat, seed, notes)?;
        Ok(Self::new(fold, Some(seed), shorthand))
    }

    /// The desk of a spectator.
    pub fn watch(
        genesis: Genesis,
        shorthand: Arc<Shorthand>,
    ) -> Result<Self, SeatError<G::Refusal>> {
        Ok(Self::new(Fold::watch(genesis)?, None, shorthand))
    }

    fn new(fold: Fold<G>, chance: Option<[u8; 32]>, shorthand: Arc<Shorthand>) -> Self {
        let shown = Shown::new(&fold, shorthand);
        Self {
            fold,
            chance,
            shown,
            is_greeted: false,
            n: 0,
            told: Vec::new(),
            done: Vec::new(),
            pending: None,
            postponed: None,
            ending: None,
            waiting: Waiting::default(),
            is_leaving: false,
        }
    }

    /// The table behind the desk.
    pub const fn fold(&self) -> &Fold<G> {
        &self.fold
    }

    /// Everybody who has cheated, as far as this machine can tell.
    pub fn verdicts(&self) -> &[Verdict] {
        self.fold.verdicts()
    }

    /// Why and how the table has ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Hears the next entry that was posted. One that is refused changes nothing.
    ///
    /// `at` is the time of the relay's stamp in milliseconds; `None` where there is no relay. Its caller has checked the stamp.
    pub fn hear(&mut self, posted: &[u8], at: Option<u64>) -> Result<Out, HearError> {
        let entry = Entry::from_bytes(posted).map_err(HearError::Malformed)?;
        let known = self.fold.verdicts().len();
        let heard = self.fold.hear_at(&entry, at);
        // What the machine does by itself may change with every entry.
        let mut out = Out { wake: Some(0), ..Out::default() };
        match heard {
            Ok(heard) => self.heard(&entry, heard, &mut out),
            Err(why) => {
                let verdict = self.fold.verdicts().get(known).cloned().map(Box::new);
                if let NotHeard::Stuck(_) = why {
                    self.close(Refusal::new(Kind::Damaged, why.to_string()), &mut out);
                }
                self.add_work(&mut out);
                let (why, out) = (why.to_string(), Box::new(out));
                return Err(HearError::NotHeard { why, verdict, out });
            }
        }
        self.add_work(&mut out);
        Ok(out)
    }

    fn heard(&mut self, entry: &Entry, heard: Heard, out: &mut Out) {
        let is_own = is_by(entry, self.fold.viewer()) && entry.kind() == EntryKind::Action;
        if is_own && let Heard::Noted | Heard::Acted(_) = heard {
            match &mut self.pending {
                Some(pending) if pending.since == *entry.since() => pending.is_heard = true,
                // After a restart, what was posted before comes from the notes.
                pending => *pending = Self::recalled(&self.fold, entry),
            }
        }
        let lost = |pending: &Pending| !pending.is_heard && pending.since != *self.fold.head();
        if let Some(lost) = self.pending.take_if(|pending| lost(pending))
            && let Some(id) = lost.id
        {
            if G::OPEN && self.in_play().is_ok() {
                self.postponed = Some(Postponed { id, content: lost.content });
            } else {
                let refusal = Refusal::plain(Kind::Stale);
                self.answer(&FromServer::Refused(Refused { id: Some(id), refusal }), out);
            }
        }
        match heard {
            Heard::Dealt => self.tell(None, out),
            Heard::Acted(seat) => {
                let own = self
                    .pending
                    .take_if(|pending| pending.is_heard && self.fold.viewer().seat() == Some(seat));
                let ack = own.and_then(|Pending { id, content, .. }| {
                    let id = id?;
                    self.done.push(Done { id: id.clone(), content, n: self.n + 1 });
                    Some(id)
                });
                self.tell(ack, out);
            }
            Heard::Ended(ending) => {
                self.ending = Some(ending);
                self.tell(None, out);
            }
            Heard::Left(seat) => {
                self.tell(None, out);
                if self.fold.viewer().seat() == Some(seat) {
                    let why = Stuck::Gone.to_string();
                    self.close(Refusal::new(Kind::NotSeated, why), out);
                }
            }
            Heard::Known | Heard::Stale | Heard::Noted | Heard::Counted => {}
        }
    }

    /// The player's own action that this entry is, from the notes.
    fn recalled(fold: &Fold<G>, entry: &Entry) -> Option<Pending> {
        let own = fold.own_action(entry.since())?;
        let id = own.id.as_deref().and_then(|id| ClientId::new(id).ok());
        Some(Pending { since: own.since, id, content: own.open.clone(), is_heard: true })
    }

    /// Adds the entries that are due from this player. A complaint comes first: it is the reason not to go on.
    fn add_work(&mut self, out: &mut Out) {
        out.post.extend(self.complaint());
        out.post.extend(self.last_signature());
        out.post.extend(self.farewell());
        self.post_postponed(out);
        match self.fold.work() {
            Ok(Some((entry, notes))) => {
                out.notes.extend(notes);
                out.post.push(entry.to_bytes());
            }
            Ok(None) => {}
            Err(error) => self.close(Refusal::new(Kind::Internal, error.to_string()), out),
        }
    }

    /// What to post and show before anything was heard, or again after a restart, when all entries have been heard.
    ///
    /// It is the same as before the restart: nobody knows what of it was sent.
    pub fn resume(&mut self) -> Out {
        let mut out = Out { wake: Some(0), ..Out::default() };
        self.waiting = Waiting::default();
        if let Some((entry, note)) = self.fold.act_again() {
            if let Some(own) = self.fold.own_action(entry.since()) {
                let id = own.id.as_deref().and_then(|id| ClientId::new(id).ok());
                let (since, content) = (own.since, own.open.clone());
                self.pending = Some(Pending { since, id, content, is_heard: false });
            }
            out.notes.push(note);
            out.post.push(entry.to_bytes());
        }
        self.add_work(&mut out);
        out
    }

    /// Prepares a shuffle that will be this player's turn soon; see [`Fold::prepare_shuffle`]. Call it when there is nothing else to do,
    /// until it returns `false`.
    pub fn prepare_shuffle(&mut self) -> bool {
        self.fold.prepare_shuffle()
    }

    /// Plays for the player, who is slow or away: the action that the rules have for this. [`Desk::tick`] does so by itself.
    pub fn fall_back(&mut self) -> Out {
        let mut out = Out::default();
        let Some((seat, chance)) = self.fold.viewer().seat().zip(self.chance) else { return out };
        let rules = self.fold.rules();
        let Some(game) = rules.game().filter(|_| rules.waiting_on().contains(seat)) else {
            return out;
        };
        // Another number for every head, and the same again after a restart.
        let mut bytes = chance;
        for (byte, head) in bytes.iter_mut().zip(self.fold.head()) {
            *byte ^= head;
        }
        let mut dice = Dice::new(&Seed::new(bytes));
        let action = game.fallback(seat, &rules.lens(), &mut dice);
        // If somebody else was faster, there is nothing to do.
        let _ = self.post(action, None, &mut out);
        out
    }

    /// Votes that a seat has left, if the table waits for it. [`Desk::tick`] does so by itself when the grace has passed.
    pub fn forfeit(&mut self, seat: Seat) -> Out {
        Out { post: self.vote(seat, 0).into_iter().collect(), ..Out::default() }
    }

    /// Leaves the table while the others play on without this machine: at once, or when the table is idle next. Until then the player
    /// goes on playing. What it alone has seen lies open afterwards, and the rules' fallback plays for it.
    pub fn leave(&mut self) -> Result<Out, CannotLeave> {
        let me = self.fold.viewer().seat().ok_or(CannotLeave::NotNow)?;
        if !self.fold.may_leave(me) {
            return Err(CannotLeave::Needed);
        }
        self.is_leaving = true;
        let post = self.farewell().into_iter().collect();
        Ok(Out { post, ..Out::default() })
    }

    /// Whether this desk's player has left the table. The others play on, and [`Desk::watch`] shows it.
    pub fn has_left(&self) -> bool {
        self.fold.stuck() == Some(&Stuck::Gone)
    }

    /// Tells the client that the table does not go on.
    fn close(&mut self, refusal: Refusal, out: &mut Out) {
        self.answer(&FromServer::Refused(Refused { id: None, refusal }), out);
    }

    fn answer(&self, message: &FromServer<'_>, out: &mut Out) {
        if self.is_greeted {
            out.frames.push(frames::written(message));
        }
    }
}

/// Why the rules refuse an action, as it is told to a client.
fn refusal<R: facedown_core::Refusal>(refused: &facedown_core::Refused<R>) -> Refusal {
    let rule = match refused {
        facedown_core::Refused::Rules(refusal) => Some(refusal.rule().into()),
        _ => None,
    };
    Refusal { kind: refused.kind().into(), rule, message: refused.to_string() }
}
