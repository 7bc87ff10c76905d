//! A table without a house, as one machine has it: the same rules, and of the faces those that its viewer may see.
//!
//! An action is applied to a copy of the state again and again, each time with the outcomes that have come in. Verbs that
//! give the rules nothing back are noted as [`Demand`]s and the rules run on; at the first verb that gives something back
//! which is not known yet, the copy is dropped. Every machine runs the same rules, so every machine derives the same
//! demands, and nobody can ask for a card that the rules do not turn over.

use std::ops::Range;

use crate::card::Card;
use crate::dealer::DealError;
use crate::game::{Action, Game};
use crate::lens::Viewer;
use crate::sealed::Pen;
use crate::seat::{Seat, SeatCount};
use crate::table::{LogEntry, LoggedEvent, SetupError, check_setup};

mod accept;
mod demand;
mod error;
mod knowledge;
mod leave;
mod look;
mod replica;

pub use accept::{Attached, Exposure, Intent, sealed_by, shut};
pub use demand::{Answerer, Demand, Outcome, SealedChoice, layer, repeats};
pub use error::{NotAccepted, PeerError};
pub use leave::LeftBehind;

use knowledge::Knowledge;
use replica::{Fault, Replica, Turning};

/// How far the deal or an action has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The outcomes of these [demands](PeerTable::demands) are missing: a *wave*.
    Needs(Range<usize>),
    /// It is carried out; these of [all events](PeerTable::heard) were told by it to this machine's viewer.
    Done(Range<usize>),
}

/// A table without a house, as the machine of one viewer has it.
///
/// It knows the faces that its viewer may see, and no others. It has no `Debug` and no `Serialize`, and its one lens is its
/// viewer's:
///
/// ```
/// use facedown_core::{Game, PeerTable, Viewer};
/// fn look<G: Game>(table: &PeerTable<G>) { table.lens(); }
/// ```
/// ```compile_fail,E0061
/// use facedown_core::{Game, PeerTable, Viewer};
/// fn look<G: Game>(table: &PeerTable<G>) { table.lens(Viewer::Spectator); }
/// ```
/// ```compile_fail,E0616
/// use facedown_core::{Game, PeerTable, Viewer};
/// fn look<G: Game>(table: &PeerTable<G>) { table.knowledge; }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, PeerTable, Viewer};
/// fn look<G: Game>(table: &PeerTable<G>) { format!("{table:?}"); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, PeerTable, Viewer};
/// fn look<G: Game>(table: &PeerTable<G>) { serde_json::to_string(table); }
/// ```
/// Outcomes hold faces too:
/// ```
/// use facedown_core::Outcome;
/// fn look(outcome: &Outcome<u8>) { outcome.clone(); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::Outcome;
/// fn look(outcome: &Outcome<u8>) { format!("{outcome:?}"); }
/// ```
pub struct PeerTable<G: Game> {
    rules: u32,
    options: G::Options,
    seats: SeatCount,
    /// The state after the last action; `None` until the cards are dealt.
    game: Option<G>,
    knowledge: Knowledge<G::Face>,
    under_way: Option<UnderWay<G>>,
    log: Vec<LogEntry<G::Action>>,
    heard: Vec<LoggedEvent<G::Event>>,
    exposures: Vec<Exposure<G>>,
}

/// The deal or an action that is being carried out.
struct UnderWay<G: Game> {
    /// The action; `None` for the deal.
    entry: Option<LogEntry<G::Action>>,
    attached: Attached<G::Face>,
    demands: Vec<Demand<G::Face>>,
    outcomes: Vec<Outcome<G::Face>>,
    choices: Vec<(usize, SealedChoice<G::Face>)>,
    answer: Option<bool>,
    /// Piles that were shuffled because somebody has left, each with the number of demands until then.
    renewed: Vec<(usize, Vec<Card>)>,
}

/// One run of the rules.
struct Run<'a, G: Game> {
    replica: Replica<'a, G>,
    /// The new state, if the rules have run to the end and all outcomes were there.
    done: Option<G>,
}

/// Why a run cannot be used.
enum Halt {
    Fault(Fault),
    Dealer(DealError),
}

impl<G: Game> Clone for PeerTable<G> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            options: self.options.clone(),
            seats: self.seats,
            game: self.game.clone(),
            knowledge: self.knowledge.clone(),
            under_way: self.under_way.clone(),
            log: self.log.clone(),
            heard: self.heard.clone(),
            exposures: self.exposures.clone(),
        }
    }
}

impl<G: Game> UnderWay<G> {
    const fn new(entry: Option<LogEntry<G::Action>>, attached: Attached<G::Face>) -> Self {
        Self {
            entry,
            attached,
            demands: Vec::new(),
            outcomes: Vec::new(),
            choices: Vec::new(),
            answer: None,
            renewed: Vec::new(),
        }
    }
}

impl<G: Game> Clone for UnderWay<G> {
    fn clone(&self) -> Self {
        Self {
            entry: self.entry.clone(),
            attached: self.attached.clone(),
            demands: self.demands.clone(),
            outcomes: self.outcomes.clone(),
            choices: self.choices.clone(),
            answer: self.answer,
            renewed: self.renewed.clone(),
        }
    }
}

impl<G: Game> PeerTable<G> {
    /// Sets up a table on the machine of this viewer and begins to deal. [`PeerTable::needs`] says what the deal needs.
    pub fn new(
        options: G::Options,
        seats: SeatCount,
        viewer: Viewer,
    ) -> Result<Self, SetupError<G::Refusal>> {
        Self::by_rules(G::RULES, options, seats, viewer)
    }

    /// Sets up a table that is played by this version of the rules, and begins to deal.
    pub fn by_rules(
        rules: u32,
        options: G::Options,
        seats: SeatCount,
        viewer: Viewer,
    ) -> Result<Self, SetupError<G::Refusal>> {
        check_setup::<G>(rules, &options, seats)?;
        G::without_a_house(&options, seats).map_err(SetupError::NeedsHouse)?;
        let mut table = Self {
            rules,
            options,
            seats,
            game: None,
            knowledge: Knowledge::new(viewer),
            under_way: Some(UnderWay::new(None, Attached::default())),
            log: Vec::new(),
            heard: Vec::new(),
            exposures: Vec::new(),
        };
        match table.go_on(&[]) {
            Ok(_) => Ok(table),
            Err(PeerError::Dealer(error)) => Err(SetupError::Deal(error)),
            Err(_) => Err(SetupError::Deal(DealError::Pending)),
        }
    }

    /// Begins to carry out an action, if it is [accepted](PeerTable::accepts). An action that needs nothing is done at
    /// once. On the machine of its author the action has its sealed values, on all others they are empty.
    pub fn begin(
        &mut self,
        seat: Seat,
        action: G::Action,
        attached: Attached<G::Face>,
    ) -> Result<Progress, PeerError<G::Refusal>> {
        let entry = self.sealed_entry(seat, action, &attached);
        let run = self.judge(&entry, &attached)?;
        let (ran, done) = (Ran::of(run.replica), run.done);
        self.under_way = Some(UnderWay::new(Some(entry), attached));
        Ok(self.take_in(ran, done))
    }

    /// Takes in what came of the next demands, in their order, and goes on. If it fails, nothing has changed.
    ///
    /// After the last outcome of a wave the rules run on, to the next wave or to the end. Only then events are heard.
    pub fn go_on(
        &mut self,
        outcomes: &[Outcome<G::Face>],
    ) -> Result<Progress, PeerError<G::Refusal>> {
        let Some(under_way) = &self.under_way else {
            let none = outcomes.is_empty();
            let idle = Progress::Done(self.heard.len()..self.heard.len());
            return if none { Ok(idle) } else { Err(PeerError::WrongOutcome { number: 0 }) };
        };
        let me = self.knowledge.me();
        let known = under_way.outcomes.len();
        for (number, outcome) in (known..).zip(outcomes) {
            let fits =
                under_way.demands.get(number).is_some_and(|demand| demand.is_met_by(outcome, me));
            if !fits {
                return Err(PeerError::WrongOutcome { number });
            }
        }
        let all = [under_way.outcomes.as_slice(), outcomes].concat();
        let turning = match &under_way.entry {
            Some(entry) => under_way.attached.turning(entry.seat),
            None => Turning::None,
        };
        let run = self.run(under_way.entry.as_ref(), turning, &all)?;
        let changed = under_way.demands.iter().zip(&run.replica.demands);
        let same = changed.take_while(|(before, now)| before == now).count();
        if same < under_way.demands.len() {
            return Err(PeerError::Impure { number: same });
        }
        let (ran, done) = (Ran::of(run.replica), run.done);
        if let Some(under_way) = &mut self.under_way {
            under_way.outcomes = all;
        }
        Ok(self.take_in(ran, done))
    }

    /// Runs the deal or an action on copies of the state and of what is known.
    fn run<'a>(
        &self,
        entry: Option<&LogEntry<G::Action>>,
        turning: Turning<'a, G::Face>,
        outcomes: &'a [Outcome<G::Face>],
    ) -> Result<Run<'a, G>, Halt> {
        let under_way = self.under_way.as_ref();
        let renewed = under_way.map_or_else(Vec::new, |under_way| under_way.renewed.clone());
        let replica = Replica::new(self.seats, self.knowledge.clone(), outcomes, turning);
        self.run_with(entry, replica.with_renewed(renewed))
    }

    fn run_with<'a>(
        &self,
        entry: Option<&LogEntry<G::Action>>,
        mut replica: Replica<'a, G>,
    ) -> Result<Run<'a, G>, Halt> {
        let ran = match (&self.game, entry) {
            (Some(game), Some(LogEntry { seat, action })) => {
                let mut game = game.clone();
                game.apply(*seat, action, &mut replica).map(|()| game)
            }
            _ => G::deal_by(self.rules, &self.options, self.seats, &mut replica),
        };
        if let Some(fault) = replica.fault {
            return Err(Halt::Fault(fault));
        }
        let complete = replica.is_complete();
        let done = match ran {
            Ok(game) => {
                replica.finish();
                Some(game).filter(|_| complete)
            }
            Err(DealError::Pending) if !complete => None,
            Err(error) => return Err(Halt::Dealer(error)),
        };
        Ok(Run { replica, done })
    }

    /// Keeps what a run has brought: the next wave, or the new state.
    fn take_in(&mut self, ran: Ran<G>, done: Option<G>) -> Progress {
        let Some(game) = done else {
            if let Some(under_way) = &mut self.under_way {
                under_way.demands = ran.demands;
                (under_way.choices, under_way.answer) = (ran.choices, ran.answer);
            }
            return Progress::Needs(self.needs());
        };
        let entry = self.under_way.take().and_then(|under_way| under_way.entry);
        if let Some(entry) = &entry {
            self.expose(entry, &ran.uncovered);
        }
        (self.game, self.knowledge) = (Some(game), ran.knowledge);
        self.log.extend(entry);
        let (at, before) = (self.log.len(), self.heard.len());
        self.heard.extend(ran.told.into_iter().map(|told| LoggedEvent { at, told }));
        Progress::Done(before..self.heard.len())
    }

    /// The action as this machine keeps it: sealed by its author, with the announced number of cards. What another machine
    /// has sealed is taken out, if it was sent at all, so that nothing can depend on it.
    fn sealed_entry(
        &self,
        seat: Seat,
        mut action: G::Action,
        attached: &Attached<G::Face>,
    ) -> LogEntry<G::Action> {
        action.seals(&Pen::author(seat));
        if self.viewer() != Viewer::Seat(seat) {
            action.seals(&Pen::empty());
        }
        if let Some(count) = attached.brought {
            action.seals(&Pen::count(count));
        }
        LogEntry { seat, action }
    }

    /// A copy of this machine in another world, where the cards that its viewer sees, and not everybody, have these faces.
    /// The conformance suite checks that the others cannot tell the difference.
    #[must_use]
    pub fn redealt(&self, faces: impl Fn(Card) -> Option<G::Face>) -> Self {
        Self { knowledge: self.knowledge.redealt(faces), ..self.clone() }
    }
}

/// What is kept of a run.
struct Ran<G: Game> {
    knowledge: Knowledge<G::Face>,
    demands: Vec<Demand<G::Face>>,
    told: Vec<crate::house::AddressedEvent<G::Event>>,
    uncovered: Vec<(crate::house::Recipient, Card, G::Face)>,
    choices: Vec<(usize, SealedChoice<G::Face>)>,
    answer: Option<bool>,
}

impl<G: Game> Ran<G> {
    fn of(replica: Replica<'_, G>) -> Self {
        let Replica { knowledge, demands, told, uncovered, choices, answer, .. } = replica;
        Self { knowledge, demands, told, uncovered, choices, answer }
    }
}

impl<R: crate::refusal::Refusal> From<Halt> for PeerError<R> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Dealer(error) => Self::Dealer(error),
            Halt::Fault(Fault::NotTurned(card)) => NotAccepted::NotTurned { card }.into(),
            Halt::Fault(Fault::NotBrought) => NotAccepted::NotBrought.into(),
            Halt::Fault(Fault::Contradiction(card)) => Self::Contradiction { card },
            Halt::Fault(Fault::ChoiceMissing) => Self::ChoiceMissing,
        }
    }
}
