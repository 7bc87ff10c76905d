//! Time, as the relay's stamps show it, and which heads others have.

use std::collections::BTreeMap;

use facedown_core::{Game, Seat, Seats};
use facedown_crypto::places::{Entry, EntryKind, Refusal, Stage};

use super::{Fold, Heard, NotHeard};

/// How many heads of each seat are remembered that this machine has not been at.
const MAX_ELSEWHERE: usize = 64;

/// The relay's clock, as all machines read it from the stamps.
#[derive(Clone, Copy, Default)]
pub(super) struct Clock {
    /// The time of the last stamp, in milliseconds.
    now: Option<u64>,
    /// The time of the stamp with which the present head began.
    began: Option<u64>,
}

impl Clock {
    /// Hears a stamp. Time never goes backwards: what claims to be earlier happened at the time of the stamp before.
    pub(super) fn hear(&mut self, at: Option<u64>) {
        self.now = self.now.max(at);
        self.began = self.began.or(self.now);
    }

    /// A new head begins.
    pub(super) const fn begin(&mut self) {
        self.began = self.now;
    }

    /// For how long the table has been at its head, in milliseconds.
    fn waited(self) -> u64 {
        self.now.zip(self.began).map_or(0, |(now, began)| now.saturating_sub(began))
    }
}

/// What is to be made of a vote at the present head.
pub(super) enum Vote {
    /// The table does not wait for this seat.
    Groundless(Seat),
    /// The grace has not passed yet.
    Early,
    /// It counts, or the cards refuse it.
    Counts,
}

/// Signed entries of others that follow heads at which this machine has never been.
#[derive(Clone, Default)]
pub(super) struct Elsewhere(BTreeMap<Seat, Vec<[u8; 32]>>);

/// Whether all players have the same chain, as far as this machine can tell.
///
/// Every machine signs its head while the table is idle, and at the end. A head that all have signed has no fork before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The last head that all players have signed, and how many actions there were until then; `None` if there is none yet.
    pub agreed: Option<([u8; 32], usize)>,
    /// The seats that have signed the present head.
    pub signed: Seats,
    /// The seats from which this machine has heard signed entries that follow a head at which it has never been: they are on
    /// another fork, or the relay holds entries back. Compare the four words and the heads, and do not go on.
    pub elsewhere: Seats,
}

impl<G: Game> Fold<G> {
    /// Whether all players have the same chain, as far as this machine can tell.
    pub fn agreement(&self) -> Agreement {
        let state = self.cards.state();
        let lost = self.elsewhere.0.iter();
        let lost = lost.filter(|(_, heads)| heads.iter().any(|head| !state.has_been_at(head)));
        Agreement {
            agreed: self.agreed,
            signed: state.signed(),
            elsewhere: lost.map(|(seat, _)| *seat).collect(),
        }
    }

    /// What is to be made of an entry, if it is a vote at the present head.
    pub(super) fn vote_of(&self, entry: &Entry) -> Option<Vote> {
        let EntryKind::Forfeit(accused) = entry.kind() else { return None };
        if entry.since() != self.head() {
            return None;
        }
        let is_idle = *self.cards.state().stage() == Stage::Idle;
        if is_idle && !self.awaited().contains(accused) {
            return Some(Vote::Groundless(accused));
        }
        let author = entry.author();
        // A longer one is refused by the cards; it is not worth hashing, nor keeping.
        let is_sound = entry.payload().len() <= 1
            && author != accused
            && self.cards().present().contains(author)
            && entry.is_signed(self.cards().genesis());
        let is_early = is_sound && self.awaited().contains(accused) && !self.is_grace_over();
        Some(if is_early { Vote::Early } else { Vote::Counts })
    }

    /// Keeps a vote until the grace has passed: its author's clock may be faster than the relay's.
    pub(super) fn wait_for_grace(&mut self, vote: &Entry) -> Heard {
        if self.early.iter().any(|early| early.place() == vote.place()) {
            return Heard::Known;
        }
        self.early.push(vote.clone());
        Heard::Counted
    }

    /// Whether the stamps show that the table has waited for longer than the grace. Without a relay nobody knows.
    pub(super) fn is_grace_over(&self) -> bool {
        let grace = u64::from(self.terms.grace()) * 1000;
        self.cards().genesis().relay().is_none() || self.clock.waited() >= grace
    }

    /// Notes what an entry shows about the heads of others.
    pub(super) fn compare_heads(
        &mut self,
        entry: &Entry,
        heard: &Result<Heard, NotHeard<G::Refusal>>,
    ) {
        let state = self.cards.state();
        if let Err(NotHeard::Refused(Refusal::Unplaced)) = heard
            && entry.is_signed(state.genesis())
        {
            let heads = self.elsewhere.0.entry(entry.author()).or_default();
            if heads.len() < MAX_ELSEWHERE && !heads.contains(entry.since()) {
                heads.push(*entry.since());
            }
        }
        let all = state.present();
        if !all.is_empty() && state.signed().and(all) == all {
            self.agreed = Some((*state.head(), self.rules.log().len()));
        }
    }
}
