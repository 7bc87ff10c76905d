//! What the viewer has been shown, and the frames that show what is new: the same that a server would send.

use std::borrow::Cow;
use std::sync::Arc;

use facedown_core::{Game, PeerTable, Seats};
use facedown_protocol::delta::{Shorthand, Tape};
use facedown_protocol::rest::Log;
use facedown_protocol::{
    ClientId, FromServer, Missed, PAD, TableInfo, UpdateWriter, VERSION, Welcome,
};
use serde_json::value::{RawValue, to_raw_value};

use super::{Desk, Out, REMEMBERED, Told};
use crate::fold::Fold;

/// How many updates a page of the log has at most.
const MAX_ENTRIES_PER_PAGE: u64 = 256;

/// What the viewer has been shown.
pub(super) struct Shown {
    shorthand: Arc<Shorthand>,
    /// What everybody sees of the game.
    public: Tape,
    /// What the viewer sees beyond that.
    own: Tape,
    table: Tape,
    /// The fingerprint of what the seat could do; 0 for nothing.
    legal: u64,
    /// The seats that the table waited for, and those that might act.
    asked: (Seats, Seats),
    /// How many events the viewer has been told.
    heard: usize,
}

impl Shown {
    pub(super) fn new<G: Game>(fold: &Fold<G>, shorthand: Arc<Shorthand>) -> Self {
        let mut table = Tape::new();
        // Plain data; if it cannot be written, `null` is on the tape.
        let _ = table.write(&super::info::info(fold, None));
        Self {
            shorthand,
            public: Tape::new(),
            own: Tape::new(),
            table,
            legal: 0,
            asked: (Seats::NONE, Seats::NONE),
            heard: 0,
        }
    }
}

impl<G: Game> Desk<G> {
    /// Tells the client what is new: one update.
    pub(super) fn tell(&mut self, ack: Option<ClientId>, out: &mut Out) {
        self.n += 1;
        let rules = self.fold.rules();
        let (viewer, asked) = (rules.viewer(), (rules.waiting_on(), rules.may_act()));
        let (mut public, mut own, mut table, mut legal) =
            (Tape::new(), Tape::new(), Tape::new(), Tape::new());
        if rules.game().is_some() {
            let _ = public.write(&rules.public_view());
            let _ = own.write(&viewer.seat().and_then(|_| rules.own()));
        }
        let _ = table.write(&super::info::info(&self.fold, self.ending));
        let may_act = listed(rules, &mut legal);
        let print = if may_act { legal.fingerprint() } else { 0 };
        let events = self.shown.heard..rules.heard().len();
        let shorthand = &*self.shown.shorthand;
        let mut frame = Vec::new();
        let mut update = UpdateWriter::new(&mut frame, self.n);
        if let Some(ack) = &ack {
            update.ack(ack);
        }
        update.events(|list| {
            let (mut tape, mut text) = (Tape::new(), Vec::new());
            for heard in rules.heard().get(events.clone()).unwrap_or_default() {
                text.clear();
                if tape.write(&heard.told.event).is_ok() {
                    shorthand.shorten(&tape, &mut text);
                    list.json(&text);
                }
            }
        });
        update.view(|out| self.shown.public.delta(&public, shorthand, out));
        update.own(|out| self.shown.own.delta(&own, shorthand, out));
        if may_act && print != self.shown.legal {
            update.legal(|out| shorthand.shorten_each(&legal, out));
        }
        if asked != self.shown.asked {
            update.waiting(asked.0, asked.1);
        }
        update.table(|out| self.shown.table.delta(&table, shorthand, out));
        update.finish(PAD);
        if self.is_greeted {
            out.frames.push(frame);
        }
        let shorthand = Arc::clone(&self.shown.shorthand);
        let heard = events.end;
        self.shown = Shown { shorthand, public, own, table, legal: print, asked, heard };
        self.told.push(Told { ack, events });
    }

    /// Everything that the viewer may see, in reply to a hello. `since` is the last number that the client has.
    pub(super) fn welcome(&self, since: Option<u64>) -> Vec<u8> {
        let rules = self.fold.rules();
        let is_dealt = rules.game().is_some();
        let mut legal = Tape::new();
        let may_act = listed(rules, &mut legal);
        let events = since.and_then(|since| self.missed(since));
        let missed = events.as_ref().map(|missed| missed.iter().map(Lent::lend).collect());
        let welcome = Welcome {
            version: VERSION,
            n: self.n,
            you: rules.viewer().seat(),
            table: self.table_info(),
            vocabulary: Cow::Borrowed(self.shown.shorthand.vocabulary()),
            view: raw(self.shown.public.json()).filter(|_| is_dealt),
            own: rules
                .viewer()
                .seat()
                .and_then(|_| raw(self.shown.own.json()))
                .filter(|_| is_dealt),
            legal: raw(legal.json()).filter(|_| may_act),
            waiting: rules.waiting_on(),
            may_act: Some(rules.may_act()).filter(|&may_act| may_act != rules.waiting_on()),
            clocks: None,
            missed,
        };
        written(&FromServer::Welcome(welcome))
    }

    fn table_info(&self) -> TableInfo {
        super::info::info(&self.fold, self.ending)
    }

    /// The updates after this number, unless that is too long ago or has not happened yet.
    fn missed(&self, since: u64) -> Option<Vec<Lent>> {
        let count = usize::try_from(self.n.checked_sub(since)?).ok()?;
        if count > REMEMBERED {
            return None;
        }
        Some(self.told_between(since + 1, self.n + 1))
    }

    /// A page of everything that the viewer was told, as JSON of [`Log`]: what comes before update `before`, or the last page.
    pub fn log(&self, before: Option<u64>) -> Vec<u8> {
        let end = before.map_or(self.n + 1, |before| before.min(self.n + 1));
        let first = end.saturating_sub(MAX_ENTRIES_PER_PAGE);
        let told = self.told_between(first, end);
        let entries = told.iter().map(Lent::lend).collect();
        serde_json::to_vec(&Log { first, entries }).unwrap_or_default()
    }

    /// The updates with numbers from `first` to before `end`. Number 0 is what there was before the deal: nothing.
    fn told_between(&self, first: u64, end: u64) -> Vec<Lent> {
        let heard = self.fold.rules().heard();
        let nothing = (first == 0 && end > 0).then(|| Lent { n: 0, ack: None, events: Vec::new() });
        let lent = |(n, told): (u64, &Told)| Lent {
            n,
            ack: told.ack.clone(),
            events: heard
                .get(told.events.clone())
                .unwrap_or_default()
                .iter()
                .filter_map(|heard| to_raw_value(&heard.told.event).ok())
                .collect(),
        };
        let first = first.max(1);
        let skipped = usize::try_from(first - 1).unwrap_or(usize::MAX);
        let told = (first..end).zip(self.told.iter().skip(skipped)).map(lent);
        nothing.into_iter().chain(told).collect()
    }
}

/// An update that was missed, with what it lends.
struct Lent {
    n: u64,
    ack: Option<ClientId>,
    events: Vec<Box<RawValue>>,
}

impl Lent {
    fn lend(&self) -> Missed<'_> {
        Missed {
            n: self.n,
            ack: self.ack.clone(),
            by: None,
            seat: None,
            events: self.events.iter().map(AsRef::as_ref).collect(),
            said: None,
        }
    }
}

/// Writes the legal actions of the table's viewer onto the tape. Returns whether there are any; an open game lists none.
fn listed<G: Game>(rules: &PeerTable<G>, tape: &mut Tape) -> bool {
    if G::OPEN {
        return false;
    }
    let actions = rules.legal_for();
    !actions.is_empty() && tape.write(&actions).is_ok()
}

/// A message as a frame; an empty one, if it cannot be written.
pub(super) fn written(message: &FromServer<'_>) -> Vec<u8> {
    let mut frame = Vec::new();
    if message.write(&mut frame, PAD).is_err() {
        frame.clear();
    }
    frame
}

fn raw(json: &[u8]) -> Option<&RawValue> {
    serde_json::from_slice(json).ok()
}
