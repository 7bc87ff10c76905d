//! The audit: a game whose keys have been opened is replayed in a house, and what nobody could see before is judged.

mod deal;
mod opening;
mod replay;

use facedown_core::{Game, LogEntry, Record, Seats};
use facedown_crypto::places::Chain;

use crate::fold::history::Move;
use crate::fold::{Fold, SeatError};
use crate::tasks::place_of;
use crate::verdict::{Cheat, Proven, Verdict};
use deal::Deals;

/// What an audit has found.
pub struct Audit<G: Game> {
    /// Everybody who cheated, in the order in which they did.
    pub verdicts: Vec<Verdict>,
    /// The game as a record that replays like any other, if every card could be read. A false answer is in the chain and not
    /// in the record, which goes another way from there on.
    pub record: Option<Record<G>>,
    /// The seats that refused to open their keys.
    pub refused: Seats,
    /// How many actions there were.
    pub actions: usize,
    /// How many of them were judged by everything that their authors saw. Where keys are missing, the others were judged only
    /// by what everybody saw.
    pub judged: usize,
}

/// Why a chain cannot be audited.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError<R: facedown_core::Refusal> {
    /// There is no such table.
    #[error(transparent)]
    Table(#[from] SeatError<R>),
    /// Nothing is in the chain that could be judged.
    #[error("the chain ends before the cards are dealt")]
    NotDealt,
}

/// Audits a chain: folds it, reads every card with the keys that were opened at its end, and replays it in a house.
///
/// Entries that are refused are skipped, and their authors convicted if they are to blame. If somebody has refused to open its
/// keys, or nobody has been asked to, what can be read is judged.
pub fn audit<G: Game>(chain: &Chain) -> Result<Audit<G>, AuditError<G::Refusal>> {
    audit_at(chain, &[])
}

/// Audits a chain with the times of its stamps, in milliseconds; see [`audit()`]. Entries without one happen at the time of the one
/// before.
pub fn audit_at<G: Game>(
    chain: &Chain,
    times: &[Option<u64>],
) -> Result<Audit<G>, AuditError<G::Refusal>> {
    let first = folded::<G>(chain, times, |_| {})?;
    let keys = first.cards().closed().cloned();
    let known = first.verdicts().to_vec();
    let fold = match &keys {
        Some(keys) => folded::<G>(chain, times, |fold| fold.read_with(keys.clone()))?,
        None => first,
    };
    if fold.rules().game().is_none() {
        return Err(AuditError::NotDealt);
    }
    let is_open = keys.is_some();
    let refused = keys.map_or(Seats::NONE, |keys| keys.refused());
    let mut audit = judge(&fold, known, refused, Proven::ByKeys);
    if is_open && refused.is_empty() {
        audit.verdicts.extend(without_faces(&fold));
    }
    Ok(audit)
}

/// Who has brought cards that have no face, which shows when all keys are open.
fn without_faces<G: Game>(fold: &Fold<G>) -> Vec<Verdict> {
    let history = fold.history();
    let mut verdicts = Vec::new();
    for step in &history.steps {
        let Some(entry) = step.act.as_ref().and_then(|act| act.entry) else { continue };
        for done in &step.moves {
            let Move::Brought { cards, lying, by: Some(seat) } = done else { continue };
            let mut faces = cards.iter().zip(lying);
            let blank = faces.find(|(_, lying)| matches!(history.faces.get(**lying), Some(None)));
            verdicts.extend(blank.map(|(card, _)| Verdict {
                seat: *seat,
                cheat: Cheat::NoFace(place_of(*card)),
                proven: Proven::ByKeys,
                entry,
            }));
        }
    }
    verdicts
}

impl<G: Game> Fold<G> {
    /// Judges everything so far by the cards that have been turned over since. At the end of a hand that is most of them.
    ///
    /// It replays the whole game. A fold does so by itself when cards are shuffled anew and when the game is over, and adds what
    /// it finds to its [verdicts](Fold::verdicts).
    pub fn review(&self) -> Audit<G> {
        judge(self, self.verdicts().to_vec(), Seats::NONE, Proven::ByCards)
    }
}

fn folded<G: Game>(
    chain: &Chain,
    times: &[Option<u64>],
    prepare: impl FnOnce(&mut Fold<G>),
) -> Result<Fold<G>, SeatError<G::Refusal>> {
    let mut fold = Fold::watch(chain.genesis.clone())?;
    prepare(&mut fold);
    let times = times.iter().copied().chain(std::iter::repeat(None));
    for (entry, at) in chain.entries.iter().zip(times) {
        // Whoever is to blame for one that is refused is convicted by the fold.
        let _ = fold.hear_at(entry, at);
    }
    Ok(fold)
}

/// Judges everything that has happened. `verdicts` are known already: what was proven earlier stays proven earlier.
fn judge<G: Game>(
    fold: &Fold<G>,
    mut verdicts: Vec<Verdict>,
    refused: Seats,
    proven: Proven,
) -> Audit<G> {
    let history = fold.history();
    let deals = Deals::of(history);
    let replayed = replay::replay(fold, &deals, proven);
    for verdict in replayed.verdicts {
        let known = |other: &Verdict| (other.seat, other.entry) == (verdict.seat, verdict.entry);
        if !verdicts.iter().any(known) {
            verdicts.push(verdict);
        }
    }
    let order = |verdict: &Verdict| {
        history
            .steps
            .iter()
            .position(|step| step.act.as_ref().is_some_and(|act| act.entry == Some(verdict.entry)))
    };
    verdicts.sort_by_key(order);
    let rules = fold.rules();
    let record = deals.is_certain.then(|| Record {
        rules: rules.rules(),
        names: fold.terms().names().iter().map(ToString::to_string).collect(),
        options: rules.options().clone(),
        seats: rules.seats(),
        deal: facedown_core::Deal::Dealt(deals.rig.clone()),
        commitment: None,
        actions: replayed.actions,
        outcome: rules.standing(),
    });
    let actions = history.steps.len() - 1;
    Audit { verdicts, record, refused, actions, judged: replayed.judged }
}

/// An action of the log, opened as far as its author's secret follows from the cards.
pub(crate) type Opened<G> = LogEntry<<G as Game>::Action>;
