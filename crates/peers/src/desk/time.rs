//! What a desk does by itself, by the clock of its own machine: it plays for a slow player, votes silent seats out, complains, and
//! signs heads.

use facedown_core::{Game, Seat};
use facedown_crypto::Codec;
use facedown_crypto::places::Stage;

use super::{Desk, Out};

/// For how many milliseconds the table is idle before machines sign its head: longer than most decisions take, so that it costs
/// nothing while people play.
const QUIET: u64 = 10_000;

/// Since when the table waits, and what was done about it. It begins anew with every head.
#[derive(Clone, Default)]
pub(super) struct Waiting {
    head: Option<[u8; 32]>,
    since: u64,
    /// How often it has voted silent seats out.
    votes: u8,
    done: Vec<Deed>,
}

/// What a desk does once for a head.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    FallBack,
    Sign,
    Complain,
    Farewell,
}

impl Waiting {
    fn at(&mut self, head: &[u8; 32]) {
        if self.head != Some(*head) {
            *self = Self { head: Some(*head), ..Self::default() };
        }
    }

    fn has_done(&self, deed: Deed) -> bool {
        self.done.contains(&deed)
    }
}

impl<G: Game> Desk<G> {
    /// Does what is to be done by `now`, in milliseconds of this machine's own clock, which never goes backwards. `Out::wake` says
    /// when to call again. Called too often, it does nothing.
    ///
    /// After the terms' time to think it plays the rules' fallback for its player. After their grace it votes out the seats that the
    /// table waits for. While the table is quiet it signs its head.
    pub fn tick(&mut self, now: u64) -> Out {
        let mut out = Out::default();
        let Some(me) = self.fold.viewer().seat() else { return out };
        let head = *self.fold.head();
        if self.waiting.head != Some(head) || self.waiting.since == 0 {
            self.waiting.at(&head);
            self.waiting.since = now.max(1);
        }
        let (think, grace) = (self.fold.terms().think(), self.fold.terms().grace());
        let (think, grace) = (u64::from(think) * 1000, u64::from(grace) * 1000);
        // The relay's clock need not be as fast as this one.
        let tolerance = grace / 256 + 1000;
        let since = self.waiting.since;
        let waited = now.saturating_sub(since);
        let awaited = self.fold.awaited();
        let is_idle = self.fold.is_idle();
        let mut wake = None;
        // Whether this time has come; if not, the clock rings then.
        let mut is_time = |after: u64| {
            if waited < after {
                let then = since + after;
                wake = Some(wake.map_or(then, |wake: u64| wake.min(then)));
            }
            waited >= after
        };
        let is_my_turn = is_idle && awaited.contains(me) && think > 0;
        let plays = is_my_turn && !self.waiting.has_done(Deed::FallBack) && is_time(think);
        let silent = awaited.without(me);
        // If the stamps showed less, its vote came too early and is cast again.
        let before = self.waiting.votes;
        let may_vote = !silent.is_empty() && before < u8::MAX;
        let votes = may_vote && is_time(grace * (u64::from(before) + 1) + tolerance);
        let may_sign =
            *self.fold.cards().stage() == Stage::Idle && !self.waiting.has_done(Deed::Sign);
        let signs = may_sign && is_time(QUIET);
        out.wake = wake;
        if plays {
            self.waiting.done.push(Deed::FallBack);
            out.extend(self.fall_back());
        }
        if votes {
            self.waiting.votes = before + 1;
            out.post.extend(silent.iter().filter_map(|seat| self.vote(seat, before)));
            out.wake = Some(0);
        }
        if signs {
            self.waiting.done.push(Deed::Sign);
            out.post.extend(self.fold.sign_head().map(|entry| entry.to_bytes()));
        }
        out
    }

    /// Whether this machine has said of somebody for whom the table waits now that they are gone.
    pub fn has_voted(&self) -> bool {
        self.waiting.head == Some(*self.fold.head()) && self.waiting.votes > 0
    }

    pub(super) fn vote(&mut self, seat: Seat, before: u8) -> Option<Vec<u8>> {
        Some(self.fold.forfeit(seat, before)?.to_bytes())
    }

    /// This player's complaint about a key in escrow, once for each head: it may come too late for one.
    pub(super) fn complaint(&mut self) -> Option<Vec<u8>> {
        self.waiting.at(self.fold.head());
        let is_over = matches!(self.fold.cards().stage(), Stage::Over(_));
        if is_over || self.waiting.has_done(Deed::Complain) {
            return None;
        }
        let complaint = self.fold.complain()?;
        self.waiting.done.push(Deed::Complain);
        Some(complaint.to_bytes())
    }

    /// The farewell of a player who wants to leave, once for each head: somebody else may be faster.
    pub(super) fn farewell(&mut self) -> Option<Vec<u8>> {
        self.waiting.at(self.fold.head());
        if !self.is_leaving || self.waiting.has_done(Deed::Farewell) {
            return None;
        }
        let entry = self.fold.farewell().ok()?;
        self.waiting.done.push(Deed::Farewell);
        Some(entry.to_bytes())
    }

    /// This player's signature of the last head, when the table has ended.
    pub(super) fn last_signature(&mut self) -> Option<Vec<u8>> {
        self.waiting.at(self.fold.head());
        let me = self.fold.viewer().seat()?;
        let cards = self.fold.cards();
        let is_over = matches!(cards.stage(), Stage::Over(_));
        if !is_over || self.waiting.has_done(Deed::Sign) || !cards.present().contains(me) {
            return None;
        }
        if cards.signed().contains(me) {
            return None;
        }
        self.waiting.done.push(Deed::Sign);
        Some(self.fold.sign_head()?.to_bytes())
    }
}
