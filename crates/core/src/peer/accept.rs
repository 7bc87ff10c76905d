//! Acceptance: how machines judge the actions of others, and what exposes an action that was accepted wrongly.

use super::replica::Turning;
use super::{Demand, Halt, NotAccepted, PeerError, PeerTable, Run, SealedChoice};
use crate::card::Card;
use crate::game::{Action, Game};
use crate::house::Recipient;
use crate::lens::{Lens, Sight};
use crate::sealed::Pen;
use crate::seat::Seat;
use crate::table::{LogEntry, permits_through};

/// What comes with an action so that others can judge it and carry it out.
///
/// It tells nothing that the action does not make public, but before the action is taken it is its author's secret, so
/// it has no `Debug` and no `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Attached<F> {
    /// The cards that the action turns over and that its author sees, with their faces. Without a house, the author's
    /// own shares of these cards come with the action, so whoever hands this in has checked them. A card that its author
    /// knows only because it moved it may be among them if nobody would accept the action without.
    pub turned: Vec<(Card, F)>,
    /// How many cards the sealed list has that the action brings, if it brings one.
    pub brought: Option<u16>,
}

impl<F> Attached<F> {
    pub(super) const fn turning(&self, author: Seat) -> Turning<'_, F> {
        Turning::Attached { author, turned: self.turned.as_slice(), brought: self.brought }
    }
}

impl<F> Default for Attached<F> {
    fn default() -> Self {
        Self { turned: Vec::new(), brought: None }
    }
}

/// What an action of one's own will bring. It holds one's own secrets.
#[derive(Clone)]
pub struct Intent<F> {
    /// What to attach to the action.
    pub attached: Attached<F>,
    /// The demands of its first wave.
    pub demands: Vec<Demand<F>>,
    /// One's own choices, each with the number of the demand that it is for.
    pub choices: Vec<(usize, SealedChoice<F>)>,
}

/// A card that turned up and proves that somebody broke the rules. It changes nothing at the table: what one machine alone
/// has seen must not decide what it accepts, or the machines would disagree.
#[derive(Clone)]
pub enum Exposure<G: Game> {
    /// Everybody could tell that this card does not have this face ([`Game::rules_out`]), and it has: its holder has
    /// withheld it.
    RuledOut {
        /// The number of actions in the log after the one by which it turned up.
        at: usize,
        /// Who saw it.
        to: Recipient,
        /// The card.
        card: Card,
        /// Its face.
        face: G::Face,
    },
    /// The rules do not permit this action with the faces that have turned up by it.
    Refused {
        /// The number of actions in the log after this one.
        at: usize,
        /// Who acted.
        seat: Seat,
        /// Why it was not permitted.
        refusal: G::Refusal,
    },
}

impl<G: Game> PeerTable<G> {
    /// Checks whether this machine's viewer may take this action now. Its own lens decides, as in a house.
    pub fn permits(&self, action: &G::Action) -> Result<(), PeerError<G::Refusal>> {
        self.permitted(action).map(|_| ())
    }

    /// What this machine's viewer has to attach to an action of its own, if it may take it, and what the action will demand
    /// first. Nothing changes.
    pub fn intend(&self, action: &G::Action) -> Result<Intent<G::Face>, PeerError<G::Refusal>> {
        let entry = self.permitted(action)?;
        if self.is_busy() {
            return Err(PeerError::Busy);
        }
        // That it knows a card which it has moved in secret is itself a secret, so its face comes along only where the
        // action would not be accepted without.
        let plain = self.intent(&entry, false)?;
        match self.judge(&entry, &plain.attached) {
            Err(PeerError::NotAccepted(_)) => self.intent(&entry, true),
            _ => Ok(plain),
        }
    }

    fn intent(
        &self,
        entry: &LogEntry<G::Action>,
        also_secret: bool,
    ) -> Result<Intent<G::Face>, PeerError<G::Refusal>> {
        let turning = Turning::Own { author: entry.seat, also_secret };
        let replica = self.run(Some(entry), turning, &[])?.replica;
        let attached = Attached { turned: replica.turned, brought: replica.brought };
        Ok(Intent { attached, demands: replica.demands, choices: replica.choices })
    }

    fn permitted(&self, action: &G::Action) -> Result<LogEntry<G::Action>, PeerError<G::Refusal>> {
        let seat = self.viewer().seat().ok_or(PeerError::Spectator)?;
        let game = self.game.as_ref().ok_or(PeerError::Busy)?;
        let mut action = action.clone();
        action.seals(&Pen::author(seat));
        permits_through(game, self.seats, seat, &action, &self.lens())
            .map_err(NotAccepted::Refused)?;
        Ok(LogEntry { seat, action })
    }

    /// Checks whether an action is accepted, by what everybody knows and by what it turns over itself.
    ///
    /// All machines give the same answer, also that of its author. What only its author sees may be anything; see
    /// [`Lens::could_be`] and [`Lens::allows`]. Every action that a house permits is accepted.
    pub fn accepts(
        &self,
        seat: Seat,
        action: &G::Action,
        attached: &Attached<G::Face>,
    ) -> Result<(), PeerError<G::Refusal>> {
        let entry = self.sealed_entry(seat, action.clone(), attached);
        self.judge(&entry, attached).map(|_| ())
    }

    /// Judges an action and runs it up to its first wave.
    pub(super) fn judge<'a>(
        &self,
        entry: &LogEntry<G::Action>,
        attached: &'a Attached<G::Face>,
    ) -> Result<Run<'a, G>, PeerError<G::Refusal>> {
        let game = self.game.as_ref().filter(|_| !self.is_busy()).ok_or(PeerError::Busy)?;
        let LogEntry { seat, action } = entry;
        let turned = &attached.turned;
        for (number, &(card, _)) in turned.iter().enumerate() {
            let twice = turned[..number].iter().any(|&(other, _)| other == card);
            let public = self.knowledge.public_face(card).is_some();
            if twice || public || !self.knowledge.may_see(*seat, card) {
                return Err(NotAccepted::NotTurnedOver { card }.into());
            }
        }
        let judged = self.knowledge.as_judged(turned);
        let ledger = judged.map_err(|card| NotAccepted::Impossible { card })?;
        let lens = Lens::new(&ledger, Sight::OnBehalf(*seat));
        permits_through(game, self.seats, *seat, action, &lens).map_err(NotAccepted::Refused)?;
        let run = self.run(Some(entry), attached.turning(*seat), &[]);
        let run = run.map_err(|halt| match halt {
            Halt::Dealer(error) => NotAccepted::Dealer(error).into(),
            fault @ Halt::Fault(_) => PeerError::from(fault),
        })?;
        let is_turned = |card| run.replica.turned.iter().any(|&(other, _)| other == card);
        if let Some(&(card, _)) = turned.iter().find(|(card, _)| !is_turned(*card)) {
            return Err(NotAccepted::NotTurnedOver { card }.into());
        }
        if attached.brought.is_some() && run.replica.brought.is_none() {
            return Err(NotAccepted::NothingBrought.into());
        }
        Ok(run)
    }

    /// Notes what an action has brought to light against its author, or against the holder of a card.
    pub(super) fn expose(
        &mut self,
        entry: &LogEntry<G::Action>,
        uncovered: &[(Recipient, Card, G::Face)],
    ) {
        let Some(game) = &self.game else { return };
        let at = self.log.len() + 1;
        let ruled_out = uncovered.iter().filter(|(_, card, face)| game.rules_out(*card, *face));
        self.exposures.extend(ruled_out.map(|&(to, card, face)| Exposure::RuledOut {
            at,
            to,
            card,
            face,
        }));
        // What the author did not see cannot be held against it.
        let seat = entry.seat;
        let seen: Vec<(Card, G::Face)> = uncovered
            .iter()
            .filter(|&&(_, card, _)| self.knowledge.openly_sees(seat, card))
            .filter(|&&(_, card, _)| self.knowledge.public_face(card).is_none())
            .map(|&(_, card, face)| (card, face))
            .collect();
        if seen.is_empty() {
            return;
        }
        let Ok(ledger) = self.knowledge.as_judged(&seen) else { return };
        let lens = Lens::new(&ledger, Sight::OnBehalf(seat));
        if let Err(refusal) = game.permits(seat, &entry.action, &lens) {
            self.exposures.push(Exposure::Refused { at, seat, refusal });
        }
    }
}

/// An action with its sealed values marked as this seat's, which values that were just read are not. An audit judges with it
/// by [`permits`](crate::permits()), as [`Table::act`](crate::Table::act) does.
pub fn sealed_by<A: Action>(seat: Seat, mut action: A) -> A {
    action.seals(&Pen::author(seat));
    action
}

/// An action as the machines of others have it: its sealed values are empty.
pub fn shut<A: Action>(mut action: A) -> A {
    action.seals(&Pen::empty());
    action
}
