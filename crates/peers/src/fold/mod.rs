//! A fold: one machine's table, advanced by the entries of its chain.
//!
//! The rules say what they demand, the cards carry it out, and what came of it goes back to the rules, until an action is
//! carried out. Every machine does the same with the same entries.

mod act;
mod error;
mod hear;
pub(crate) mod history;
mod leave;
mod time;

use std::collections::{BTreeMap, VecDeque};

use facedown_core::{Exposure, Game, PeerTable, Recipient, Seat, Seats, Viewer};
use facedown_crypto::FaceCode;
use facedown_crypto::places::{Entry, Genesis, OpenedKeys, Place, PlayerError, Stage, TableState};

use crate::cards::Cards;
use crate::note::{Note, OwnAction};
use crate::tasks::Batch;
use crate::terms::{SetupRefused, Terms, TermsError};
use crate::verdict::{Cheat, EntryName, Proven, Verdict};

pub use error::{CannotAct, Heard, NotHeard, Stuck, WorkError};
pub(crate) use hear::open_json;
use history::History;
pub use leave::CannotLeave;
use leave::Leaving;
pub use time::Agreement;
use time::{Clock, Elsewhere};

/// How many states before the present one are kept, to find the action that a card gives away.
const REMEMBERED: usize = 128;

/// One machine's table: the rules and the cards, advanced by the entries of a chain.
///
/// It holds secrets of its player, so it has no `Debug` and no `Serialize`.
pub struct Fold<G: Game> {
    terms: Terms,
    rules: PeerTable<G>,
    cards: Cards,
    /// The demands that the cards are working on.
    batch: Batch,
    /// What the author of the action under way has said is on cards, with the tasks that reveal them.
    said: Vec<(usize, Place, FaceCode)>,
    /// The action under way, and its entry if somebody has signed it; `None` for the deal.
    under_way: Option<(Seat, Option<EntryName>)>,
    /// The seats that have left, and for which the rules do not know it yet.
    leaving: Leaving,
    /// Whether a card was shown to this machine's own viewer by what is under way.
    is_shown_one: bool,
    /// The entries in which questions were answered, by the number of the demand.
    answered: BTreeMap<usize, EntryName>,
    /// The player's own actions, by the head that they were made for.
    own: BTreeMap<[u8; 32], OwnAction>,
    history: History<G>,
    /// The states after the latest actions, with the number of actions in the log.
    states: VecDeque<(usize, G)>,
    verdicts: Vec<Verdict>,
    exposed: usize,
    is_dealt: bool,
    stuck: Option<Stuck>,
    /// Whether the players open their keys.
    is_closing: bool,
    /// The relay's stamps, and since when the table waits.
    clock: Clock,
    /// Votes for this head that came before the grace had passed.
    early: Vec<Entry>,
    /// The heads at which others are and this machine has never been.
    elsewhere: Elsewhere,
    /// The last head that all have signed, with the number of actions until then.
    agreed: Option<([u8; 32], usize)>,
    /// The keys that were opened at the end, when the chain is folded again.
    keys: Option<OpenedKeys>,
    /// What they show of the cards that were moved, by the number of the demand.
    read: BTreeMap<usize, Vec<Option<G::Face>>>,
}

/// Why a seat cannot be taken at a table.
#[derive(Debug, thiserror::Error)]
pub enum SeatError<R: facedown_core::Refusal> {
    /// The terms cannot be played by.
    #[error(transparent)]
    Terms(#[from] SetupRefused<R>),
    /// The cards refuse it.
    #[error(transparent)]
    Player(#[from] PlayerError),
}

impl<G: Game> Fold<G> {
    /// The machine of a player. `notes` are what it has kept, in any order.
    pub fn sit(
        genesis: Genesis,
        seat: Seat,
        seed: [u8; 32],
        notes: impl IntoIterator<Item = Note>,
    ) -> Result<Self, SeatError<G::Refusal>> {
        let mut fold = Self::new(genesis, Some((seat, seed)))?;
        for Note { cards, action } in notes {
            if let (Some(player), Some(note)) = (fold.cards.player(), cards) {
                player.remember(note);
            }
            if let Some(action) = action {
                fold.own.insert(action.since, action);
            }
        }
        Ok(fold)
    }

    /// The machine of a spectator, or of somebody who verifies a chain.
    pub fn watch(genesis: Genesis) -> Result<Self, SeatError<G::Refusal>> {
        Self::new(genesis, None)
    }

    fn new(
        genesis: Genesis,
        seated: Option<(Seat, [u8; 32])>,
    ) -> Result<Self, SeatError<G::Refusal>> {
        let terms = Terms::read(genesis.terms()).map_err(SetupRefused::Terms)?;
        let (options, seats) = terms.check::<G>()?;
        let players = genesis.players().len();
        if players != seats.get() {
            let names = TermsError::Names { names: seats.get(), seats: players };
            return Err(SetupRefused::Terms(names).into());
        }
        let viewer = seated.as_ref().map_or(Viewer::Spectator, |(seat, _)| Viewer::Seat(*seat));
        let rules = PeerTable::by_rules(terms.rules(), options, seats, viewer)
            .map_err(SetupRefused::Setup)?;
        Ok(Self {
            terms,
            rules,
            cards: Cards::new(genesis, seated)?,
            batch: Batch::default(),
            said: Vec::new(),
            under_way: None,
            leaving: Leaving::default(),
            is_shown_one: false,
            answered: BTreeMap::new(),
            own: BTreeMap::new(),
            history: History::default(),
            states: VecDeque::new(),
            verdicts: Vec::new(),
            exposed: 0,
            is_dealt: false,
            stuck: None,
            is_closing: false,
            clock: Clock::default(),
            early: Vec::new(),
            elsewhere: Elsewhere::default(),
            agreed: None,
            keys: None,
            read: BTreeMap::new(),
        })
    }

    /// What the table is about.
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The rules, as this machine's viewer sees the table.
    pub const fn rules(&self) -> &PeerTable<G> {
        &self.rules
    }

    /// The cards, as everybody sees them.
    pub fn cards(&self) -> &TableState {
        self.cards.state()
    }

    /// The head of the chain: a hash of everything so far.
    pub fn head(&self) -> &[u8; 32] {
        self.cards.state().head()
    }

    /// Who looks at the table here.
    pub const fn viewer(&self) -> Viewer {
        self.rules.viewer()
    }

    /// The seats that the table waits for, to carry out what is under way.
    pub fn due(&self) -> Seats {
        self.cards.state().due()
    }

    /// The seats that the table waits for: to carry out what is under way, or to act. Each of them can be voted out when it is
    /// silent for longer than the grace of the terms.
    pub fn awaited(&self) -> Seats {
        match self.cards.state().stage() {
            Stage::Working => self.due(),
            Stage::Idle if self.is_idle() && self.stuck.is_none() => {
                self.rules.waiting_on().and(self.cards().present())
            }
            _ => Seats::NONE,
        }
    }

    /// Whether the cards are dealt, nothing is under way, and an action can be taken.
    pub fn is_idle(&self) -> bool {
        self.is_dealt
            && !self.rules.is_busy()
            && self.under_way.is_none()
            && *self.cards.state().stage() == Stage::Idle
    }

    /// Everybody who has cheated, as far as this machine can tell.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    /// Why the table does not go on here, if it does not.
    pub const fn stuck(&self) -> Option<&Stuck> {
        self.stuck.as_ref()
    }

    pub(crate) const fn history(&self) -> &History<G> {
        &self.history
    }

    /// Has the fold read every card with these keys.
    pub(crate) fn read_with(&mut self, keys: OpenedKeys) {
        self.keys = Some(keys);
    }

    /// The player's own action at this head, if it has posted one and that has not come back.
    pub(crate) fn posted(&self) -> Option<&OwnAction> {
        self.own.get(self.head())
    }

    /// The player's own action that was made for this head.
    pub(crate) fn own_action(&self, since: &[u8; 32]) -> Option<&OwnAction> {
        self.own.get(since)
    }

    /// Notes a verdict, unless its author is convicted for the same entry already. What somebody tries to say at one place
    /// convicts it once: otherwise it could fill the memory of all others with refused entries.
    fn convict(&mut self, verdict: Verdict) {
        let at_once = |verdict: &Verdict| verdict.proven == Proven::AtOnce;
        let is_known = |other: &Verdict| {
            *other == verdict
                || (at_once(other) && at_once(&verdict) && other.entry == verdict.entry)
        };
        if !self.verdicts.iter().any(is_known) {
            self.verdicts.push(verdict);
        }
    }

    /// The deal or the action under way is carried out.
    fn carried_out(&mut self) -> Heard {
        let heard = match self.under_way.take() {
            Some((seat, _)) => Heard::Acted(seat),
            None => Heard::Dealt,
        };
        self.is_dealt = true;
        (self.batch, self.said) = (Batch::default(), Vec::new());
        self.answered.clear();
        self.read.clear();
        if let Some(game) = self.rules.game() {
            if self.states.len() == REMEMBERED {
                self.states.pop_front();
            }
            self.states.push_back((self.rules.log().len(), game.clone()));
        }
        let exposures = self.rules.exposures()[self.exposed..].to_vec();
        self.exposed += exposures.len();
        for exposure in exposures {
            if let Some(verdict) = self.verdict_of(&exposure) {
                self.convict(verdict);
            }
        }
        self.is_shown_one = false;
        if self.is_end_of_hand() {
            for verdict in self.review().verdicts {
                self.convict(verdict);
            }
        }
        heard
    }

    /// Whether cards were shuffled anew, or the game is over: what has been turned over until now is all that will be.
    fn is_end_of_hand(&self) -> bool {
        let shuffled = |done: &history::Move| matches!(done, history::Move::Shuffled { .. });
        let last = self.history.steps.last().filter(|step| step.act.is_some());
        let is_shuffled = last.is_some_and(|step| step.moves.iter().any(shuffled));
        // With open keys everything is judged at the end.
        self.keys.is_none() && (is_shuffled || self.rules.standing().is_some())
    }

    /// Who is exposed by a card that has turned up, and by which entry they cheated.
    fn verdict_of(&self, exposure: &Exposure<G>) -> Option<Verdict> {
        let me = self.viewer().seat();
        let witness = |is_private: bool| match me {
            Some(me) if is_private => Proven::ToOne(me),
            _ => Proven::ByCards,
        };
        match exposure {
            Exposure::RuledOut { to, card, face, .. } => {
                let is_private = matches!(to, Recipient::Seat(_));
                // The action since which everybody could tell that the card is not this.
                let before = self.states.iter().rev().skip(1);
                let ruled_out = before.take_while(|(_, game)| game.rules_out(*card, *face));
                let since = ruled_out.last()?.0;
                if self.states.front().is_some_and(|(first, _)| *first > 0 && *first == since) {
                    // It may have been earlier than what is remembered. The audit finds it.
                    return None;
                }
                let step = self.history.steps.get(since)?;
                let proven = witness(is_private);
                let answered = step.moves.iter().rev().find_map(|done| match done {
                    history::Move::Answered { by: Some((seat, entry)), said, .. } => {
                        Some((*seat, *entry, *said))
                    }
                    _ => None,
                });
                if let Some((seat, entry, said)) = answered {
                    return Some(Verdict {
                        seat,
                        cheat: Cheat::FalseAnswer { said },
                        proven,
                        entry,
                    });
                }
                let act = step.act.as_ref()?;
                let cheat = Cheat::Withheld { card: *card };
                Some(Verdict { seat: act.seat, cheat, proven, entry: act.entry? })
            }
            Exposure::Refused { at, seat, refusal } => {
                let act = self.history.steps.get(*at)?.act.as_ref()?;
                let (rule, why) =
                    (Some(facedown_core::Refusal::rule(refusal)), refusal.to_string());
                let proven = witness(self.is_shown_one);
                let cheat = Cheat::NotPermitted { rule, why };
                Some(Verdict { seat: *seat, cheat, proven, entry: act.entry? })
            }
        }
    }
}

/// Whether an entry is this seat's.
pub(crate) fn is_by(entry: &Entry, viewer: Viewer) -> bool {
    viewer == Viewer::Seat(entry.author())
}

#[cfg(test)]
mod tests;
