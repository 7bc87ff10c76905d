//! Hearing an entry: the cards check it, the rules judge it, and both go on as far as they can.

use facedown_core::{
    Action, Answerer, Attached, Card, Demand, Game, NotAccepted, Outcome, PeerError, Progress,
    Refused,
};
use facedown_crypto::FaceCode;
use facedown_crypto::places::{self, Accepted, Entry, PendingAction, Stage, Task};

use super::error::Refused as RefusedEntry;
use super::history::Act;
use super::leave::Silent;
use super::time::Vote;
use super::{Fold, Heard, NotHeard, Stuck, is_by};
use crate::faces::face_of;
use crate::posted::PostedOf;
use crate::tasks::{Batch, NoOutcome, card_at, place_of, reveal, said_code};
use crate::verdict::{Cheat, Verdict};

impl<G: Game> Fold<G> {
    /// Hears the next entry of a chain without stamps: see [`Fold::hear_at`].
    pub fn hear(&mut self, entry: &Entry) -> Result<Heard, NotHeard<G::Refusal>> {
        self.hear_at(entry, None)
    }

    /// Hears the next entry of the chain. One that is refused changes nothing; if its author is to blame, there is a new
    /// [verdict](Fold::verdicts).
    ///
    /// `at` is the time of its stamp in milliseconds. Where the genesis names a relay, votes that a seat has left count only when
    /// stamps show that the grace of the terms has passed since the table began to wait. A chain without a relay has no times, and
    /// they count at once.
    pub fn hear_at(
        &mut self,
        entry: &Entry,
        at: Option<u64>,
    ) -> Result<Heard, NotHeard<G::Refusal>> {
        self.clock.hear(at);
        let before = *self.head();
        let mut heard = match self.vote_of(entry) {
            Some(Vote::Groundless(seat)) => Err(NotHeard::NotAwaited(seat)),
            Some(Vote::Early) => Ok(self.wait_for_grace(entry)),
            Some(Vote::Counts) | None => self.hear_now(entry),
        };
        if *self.head() == before && self.is_grace_over() {
            for vote in std::mem::take(&mut self.early) {
                match self.hear_now(&vote) {
                    Ok(Heard::Counted | Heard::Stale | Heard::Known) => {}
                    other => heard = other,
                }
            }
        }
        if *self.head() != before {
            self.early.clear();
            self.clock.begin();
        }
        self.compare_heads(entry, &heard);
        heard
    }

    fn hear_now(&mut self, entry: &Entry) -> Result<Heard, NotHeard<G::Refusal>> {
        self.check_farewell(entry)?;
        if let Some(stuck) = self.stuck.as_ref().filter(|_| !self.is_closing) {
            return Err(stuck.clone().into());
        }
        let open = self.open_question(entry);
        let accepted = match self.cards.accept(entry) {
            Ok(accepted) => accepted,
            Err(refusal) => return Err(self.refused(entry, refusal)),
        };
        if let Some(demand) =
            open.filter(|_| !matches!(accepted, Accepted::Known | Accepted::Stale))
        {
            self.answered.insert(demand, entry.place());
        }
        self.read_moved();
        match accepted {
            Accepted::Action(pending) => match self.begin(entry, *pending) {
                Ok(heard) => Ok(heard),
                Err(refused) => {
                    let RefusedEntry { why, verdict } = *refused;
                    if let Some(verdict) = verdict {
                        self.convict(verdict);
                    }
                    Err(why)
                }
            },
            Accepted::Step if matches!(self.cards.state().stage(), Stage::Renewal(_)) => {
                self.go_on()
            }
            Accepted::Part | Accepted::Step => Ok(Heard::Noted),
            Accepted::Done => self.go_on(),
            Accepted::Known => Ok(Heard::Known),
            Accepted::Stale => Ok(Heard::Stale),
            Accepted::Vote | Accepted::HeadSigned => Ok(Heard::Counted),
            Accepted::Left(seat) => self.left(seat),
        }
    }

    /// The question that this entry's author is about to answer.
    fn open_question(&self, entry: &Entry) -> Option<usize> {
        let demands = self.rules.demands();
        let open = self.batch.pairs().find(|&(demand, task)| {
            matches!(
                demands.get(demand),
                Some(Demand::Ask { of: Answerer::Seat(seat), .. }) if *seat == entry.author()
            ) && self.cards.outcome(task).is_none()
        });
        open.map(|(demand, _)| demand)
    }

    fn refused(&mut self, entry: &Entry, refusal: places::Refusal) -> NotHeard<G::Refusal> {
        match refusal {
            places::Refusal::Fault(fault) => self.convict(Verdict::at_once(entry, fault)),
            places::Refusal::Contradiction => {
                self.convict(Verdict::at_once(entry, Cheat::Contradiction));
            }
            // Whatever this machine says next could contradict it.
            places::Refusal::NotMine => return self.stop(Stuck::Forgotten),
            _ => {}
        }
        NotHeard::Refused(refusal)
    }

    /// Judges an action, and begins to carry it out.
    fn begin(
        &mut self,
        entry: &Entry,
        pending: PendingAction,
    ) -> Result<Heard, Box<RefusedEntry<G::Refusal>>> {
        let judged = self.judge(entry, &pending)?;
        let Judged { rules, batch, tasks, posted, attached, said } = judged;
        let accepted = self.cards.begin(pending, tasks).map_err(|refusal| {
            Box::new(RefusedEntry { why: self.refused(entry, refusal), verdict: None })
        })?;
        let seat = entry.author();
        self.under_way = Some((seat, Some(entry.place())));
        let act = Act { seat, entry: Some(entry.place()), posted };
        self.history.begin(act, &attached.turned);
        (self.rules, self.batch, self.said) = (rules, batch, said);
        // What the author has to answer at once came with the action.
        for (demand, _) in self.batch.pairs() {
            let asked = self.rules.demands().get(demand);
            if matches!(asked, Some(Demand::Ask { of: Answerer::Seat(of), .. }) if *of == seat) {
                self.answered.insert(demand, entry.place());
            }
        }
        self.read_moved();
        match accepted {
            Accepted::Done => {
                self.go_on().map_err(|why| Box::new(RefusedEntry { why, verdict: None }))
            }
            _ => Ok(Heard::Noted),
        }
    }

    fn judge(
        &self,
        entry: &Entry,
        pending: &PendingAction,
    ) -> Result<Judged<G>, Box<RefusedEntry<G::Refusal>>> {
        let guilty = |why: NotHeard<G::Refusal>, cheat: Cheat| {
            let verdict = Some(Verdict::at_once(entry, cheat));
            Box::new(RefusedEntry { why, verdict })
        };
        let innocent = |why| Box::new(RefusedEntry { why, verdict: None });
        let seat = pending.author();
        let posted = PostedOf::<G>::read(pending.action())
            .map_err(|error| guilty(NotHeard::NoAction(error.clone()), error.into()))?;
        let mut turned: Vec<(Card, G::Face)> = Vec::new();
        for &(place, code) in pending.turned() {
            let (card, face) = (card_at(place), face_of(code));
            // Whoever brought it cheated, who need not be the one that turns it over.
            turned.push((card, face.map_err(|_| innocent(NotHeard::NoFace { card }))?));
        }
        for &(card, face) in &posted.said {
            if self.cards.state().holder(place_of(card)) == Some(seat) {
                let why = NotHeard::OnlySaid { card };
                let cheat = Cheat::AgainstRules { rule: None, why: why.to_string() };
                return Err(guilty(why, cheat));
            }
            turned.push((card, face));
        }
        let attached = Attached { turned, brought: posted.brought };
        let mut rules = self.rules.clone();
        let action = self.open_action(entry).unwrap_or_else(|| posted.action.clone());
        rules.begin(seat, action, attached.clone()).map_err(|error| match error {
            PeerError::NotAccepted(why) => {
                let (rule, text) = (rule_of(&why), why.to_string());
                guilty(NotHeard::NotAccepted(why), Cheat::AgainstRules { rule, why: text })
            }
            other => innocent(NotHeard::Rules(other)),
        })?;
        let first: Vec<Task> = posted.said.iter().map(reveal).collect();
        let said = posted
            .said
            .iter()
            .enumerate()
            .map(|(task, said)| said_code(said).map(|(place, code)| (task, place, code)));
        let bug = |error| innocent(NotHeard::Stuck(Stuck::from(error)));
        let said = said.collect::<Result<_, _>>().map_err(bug)?;
        let (batch, tasks) = Batch::next(rules.demands(), 0, first).map_err(bug)?;
        Ok(Judged { rules, batch, tasks, posted, attached, said })
    }

    /// The player's own action with its sealed values, if this entry is one.
    fn open_action(&self, entry: &Entry) -> Option<G::Action> {
        let own = self.own.get(entry.since()).filter(|_| is_by(entry, self.viewer()))?;
        serde_json::from_slice(&own.open).ok()
    }

    /// All tasks are done: hands their outcomes to the rules, and what the rules demand next to the cards. Then whoever has left
    /// is taken out, and what the rules play for those who have left is carried out.
    pub(super) fn go_on(&mut self) -> Result<Heard, NotHeard<G::Refusal>> {
        let mut heard = Heard::Noted;
        loop {
            match self.cards.state().stage() {
                Stage::Over(ending) => return Ok(Heard::Ended(*ending)),
                Stage::Renewal(hidden) => {
                    let hidden = hidden.clone();
                    self.renew(&hidden)?;
                    continue;
                }
                Stage::Idle => {}
                Stage::Working => return Ok(heard),
            }
            self.read_moved();
            self.check_said()?;
            if self.rules.is_busy() {
                let next = self.feed_rules()?;
                if let Some(tasks) = next {
                    self.extend(tasks)?;
                    continue;
                }
            }
            if self.under_way.is_some() || !self.is_dealt {
                let done = self.carried_out();
                heard = if heard == Heard::Noted { done } else { heard };
            }
            if self.rules.standing().is_some() {
                self.close();
                return Ok(heard);
            }
            if !self.take_out()? && !self.play_for_gone()? {
                return Ok(heard);
            }
        }
    }

    /// Gives the cards more tasks. Whether or not they are done at once, the stage says so.
    pub(super) fn extend(&mut self, tasks: Vec<Task>) -> Result<(), NotHeard<G::Refusal>> {
        if !tasks.is_empty() {
            let _ = self.cards.extend(tasks).map_err(|error| self.stop(error.into()))?;
        }
        Ok(())
    }

    /// Hands the rules what came of the tasks. Returns the next tasks, or nothing if the action is carried out.
    fn feed_rules(&mut self) -> Result<Option<Vec<Task>>, NotHeard<G::Refusal>> {
        let demands = self.rules.demands().to_vec();
        let outcomes = match self.answer_for_gone(&demands)? {
            Some(Silent::Reveal(tasks)) => return Ok(Some(tasks)),
            Some(Silent::Answer(answer)) => Ok(vec![Outcome::Answer(answer)]),
            None => self.batch.outcomes(&demands, &self.cards, self.viewer()),
        };
        let outcomes = outcomes.map_err(|missing| match missing {
            NoOutcome::Unreadable(place) => {
                let is_public = place.is_none_or(|place| self.is_revealed(place));
                self.no_face(place, is_public)
            }
            NoOutcome::Left => self.stop(Stuck::Left),
            NoOutcome::Missing(number) => {
                self.stop(Stuck::Bug(format!("nothing came of demand {number}")))
            }
        })?;
        for (number, outcome) in self.batch.demands.clone().zip(&outcomes) {
            let Some(demand) = demands.get(number) else { break };
            let repeated = self.batch.is_nothing(number);
            let answered = self.answered.get(&number).copied();
            let read = self.read.remove(&number).unwrap_or_default();
            self.history.met(demand, outcome, repeated, answered, &read);
            if let Demand::Show { to, .. } = demand {
                self.is_shown_one |= self.viewer().seat() == Some(*to);
            }
        }
        let progress = self.rules.go_on(&outcomes).map_err(|error| match error {
            PeerError::Contradiction { card } => self.stop(Stuck::Impossible(card)),
            other => self.stop(Stuck::Bug(other.to_string())),
        })?;
        let Progress::Needs(range) = progress else { return Ok(None) };
        let next = Batch::next(self.rules.demands(), range.start, Vec::new());
        let (batch, tasks) = next.map_err(|error| self.stop(error.into()))?;
        self.batch = batch;
        Ok(Some(tasks))
    }

    /// With open keys, reads the cards that have just been moved, before they are moved again.
    pub(super) fn read_moved(&mut self) {
        let Some(keys) = &self.keys else { return };
        for (number, task) in self.batch.pairs() {
            let Some(demand) = self.rules.demands().get(number) else { continue };
            let is_move = matches!(
                demand,
                Demand::Shuffle { .. }
                    | Demand::Mix { .. }
                    | Demand::Arrange { .. }
                    | Demand::BringSealed { .. }
            );
            if !is_move || self.read.contains_key(&number) || self.cards.outcome(task).is_none() {
                continue;
            }
            let mut faces = Vec::new();
            demand.each_card(|card| {
                let code = keys.face(self.cards.state(), place_of(card));
                faces.push(code.and_then(|code| face_of(code).ok()));
            });
            self.read.insert(number, faces);
        }
    }

    /// Checks that what the author said is on cards is on them, once they are open.
    fn check_said(&mut self) -> Result<(), NotHeard<G::Refusal>> {
        let said = std::mem::take(&mut self.said);
        let is_false = |&&(task, _, code): &&(usize, _, _)| {
            self.cards.outcome(task) != Some(places::TaskOutcome::Face(code))
        };
        let Some(&(_, place, _)) = said.iter().find(is_false) else { return Ok(()) };
        if let Some((seat, Some(entry))) = self.under_way {
            let cheat = Cheat::FalseWord { card: card_at(place) };
            let proven = crate::verdict::Proven::AtOnce;
            self.convict(Verdict { seat, cheat, proven, entry });
        }
        let error = self.stop(Stuck::FalseWord);
        self.close();
        Err(error)
    }

    /// Whether the demands under way reveal this card to everybody.
    fn is_revealed(&self, place: places::Place) -> bool {
        let demands = self.rules.demands().iter();
        demands
            .rev()
            .any(|demand| matches!(demand, Demand::Reveal { card } if place_of(*card) == place))
    }

    /// All players open their keys: the game is over, or everybody has seen that it cannot go on.
    fn close(&mut self) {
        self.is_closing = self.cards.extend(vec![Task::Close { from: 0 }]).is_ok();
    }

    /// A card is none. If everybody has seen that, all open their keys.
    pub(super) fn no_face(
        &mut self,
        place: Option<places::Place>,
        is_public: bool,
    ) -> NotHeard<G::Refusal> {
        let error = self.stop(Stuck::NoFace(place));
        if is_public {
            self.close();
        }
        error
    }

    /// The table does not go on here.
    pub(super) fn stop(&mut self, stuck: Stuck) -> NotHeard<G::Refusal> {
        self.stuck.get_or_insert(stuck).clone().into()
    }
}

/// An action that the rules accept, and what it begins.
struct Judged<G: Game> {
    rules: facedown_core::PeerTable<G>,
    batch: Batch,
    tasks: Vec<Task>,
    posted: PostedOf<G>,
    attached: Attached<G::Face>,
    said: Vec<(usize, places::Place, FaceCode)>,
}

/// The rule of the game that an action broke.
fn rule_of<R: facedown_core::Refusal>(why: &NotAccepted<R>) -> Option<&'static str> {
    match why {
        NotAccepted::Refused(Refused::Rules(refusal)) => Some(refusal.rule()),
        _ => None,
    }
}

/// An action with its sealed values, as JSON, to be kept in a note.
pub(crate) fn open_json<A: Action>(action: A) -> Vec<u8> {
    // Actions are plain data, which can be written.
    serde_json::to_vec(&facedown_core::opened(action)).unwrap_or_default()
}
