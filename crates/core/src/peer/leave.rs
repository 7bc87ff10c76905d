//! Seats that leave a table without a house while the others play on.
//!
//! What a seat alone has seen lies open when it has left, hidden cards are shuffled, and from then on the rules' fallback plays for it.
//! All of that follows from what everybody knows. From then on the rules' verbs mean for it: what is shown to it lies open, and what
//! it would put in order is shuffled. [`House::leave`](crate::House::leave) is what a house does in its place.

use std::collections::BTreeMap;

use super::replica::{Replica, Turning};
use super::{Attached, Demand, NotAccepted, PeerError, PeerTable, Progress, Ran, UnderWay};
use crate::card::Card;
use crate::dice::Dice;
use crate::game::{Action, Game};
use crate::lens::{Lens, Sight, Viewer};
use crate::sealed::Pen;
use crate::seat::{Seat, Seats};
use crate::table::{LogEntry, permits_through};

/// The cards that a seat sees which is about to leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftBehind {
    /// Cards that of all others nobody openly sees. They have to be turned over.
    pub alone: Vec<Card>,
    /// Cards that others see too. Those that only the leaver could turn over lie open as well.
    pub shared: Vec<Card>,
}

impl<G: Game> PeerTable<G> {
    /// The seats that have left.
    pub const fn gone(&self) -> Seats {
        self.knowledge.gone()
    }

    /// The cards that this seat sees and not everybody, as everybody knows. Ask when nothing is under way.
    pub fn left_behind(&self, seat: Seat) -> LeftBehind {
        let (alone, shared) = self.knowledge.seen_by(seat);
        LeftBehind { alone, shared }
    }

    /// Sorts hidden cards into piles within which they may change places: nobody can tell the difference.
    ///
    /// The cards of a pile were last put in an order together, and the action that is under way has named all of them or none with
    /// each of its demands.
    pub fn interchangeable(&self, hidden: &[Card]) -> Vec<Vec<Card>> {
        let mut piles: BTreeMap<(u32, Vec<usize>), Vec<Card>> = BTreeMap::new();
        for &card in hidden {
            let names = |demand: &Demand<G::Face>| {
                let mut is_named = false;
                demand.each_card(|named| is_named |= named == card);
                is_named
            };
            let demands = self.demands().iter().enumerate();
            let naming = demands.filter(|(_, demand)| names(demand)).map(|(number, _)| number);
            let key = (self.knowledge.mixed_with(card), naming.collect());
            piles.entry(key).or_default().push(card);
        }
        piles.into_values().collect()
    }

    /// These piles of cards that nobody sees were shuffled, because somebody has left.
    pub fn renew(&mut self, piles: &[Vec<Card>]) {
        match &mut self.under_way {
            // What the rules have demanded so far was demanded before.
            Some(under_way) => {
                let at = under_way.demands.len();
                under_way.renewed.extend(piles.iter().map(|pile| (at, pile.clone())));
            }
            None => piles.iter().for_each(|pile| self.knowledge.renew(pile)),
        }
    }

    /// A seat has left; nothing is under way. These cards, which [it has left behind](PeerTable::left_behind), lie open.
    pub fn leave(
        &mut self,
        seat: Seat,
        opened: &[(Card, G::Face)],
    ) -> Result<(), PeerError<G::Refusal>> {
        if self.is_busy() {
            return Err(PeerError::Busy);
        }
        let mut knowledge = self.knowledge.clone();
        knowledge.leave(seat, opened).map_err(|card| PeerError::Contradiction { card })?;
        self.knowledge = knowledge;
        Ok(())
    }

    /// What is true to answer to the question at which the rules have stopped, if these cards have been turned over: its seat has
    /// left and does not answer.
    pub fn answer_for(&self, opened: &[(Card, G::Face)]) -> Option<bool> {
        let under_way = self.under_way.as_ref()?;
        let turning = match &under_way.entry {
            Some(entry) => under_way.attached.turning(entry.seat),
            None => Turning::None,
        };
        let outcomes = &under_way.outcomes;
        let replica = Replica::new(self.seats, self.knowledge.clone(), outcomes, turning);
        let replica = replica.with_renewed(under_way.renewed.clone()).with_told_open(opened);
        let run = self.run_with(under_way.entry.as_ref(), replica).ok()?;
        run.replica.answer
    }

    /// What the rules' fallback does for the first seat that they wait for and that has left. It follows from what everybody sees.
    pub fn fallback(&self, dice: &mut Dice) -> Option<(Seat, G::Action)> {
        let game = self.game.as_ref().filter(|_| !self.is_busy())?;
        let seat = game.waiting_on().and(self.gone()).iter().next()?;
        let mut action = game.fallback(seat, &self.knowledge.lens(Viewer::Seat(seat)), dice);
        action.seals(&Pen::open());
        Some((seat, action))
    }

    /// Begins the [fallback](PeerTable::fallback) of a seat that has left. Its sealed values are everybody's.
    pub fn begin_fallback(
        &mut self,
        seat: Seat,
        mut action: G::Action,
    ) -> Result<Progress, PeerError<G::Refusal>> {
        let game = self.game.as_ref().filter(|_| !self.is_busy()).ok_or(PeerError::Busy)?;
        action.seals(&Pen::author(seat));
        let ledger = self.knowledge.as_judged(&[]);
        let ledger = ledger.map_err(|card| NotAccepted::Impossible { card })?;
        let lens = Lens::new(&ledger, Sight::Of(Viewer::Seat(seat)));
        permits_through(game, self.seats, seat, &action, &lens).map_err(NotAccepted::Refused)?;
        let entry = LogEntry { seat, action };
        let run = self.run(Some(&entry), Turning::None, &[])?;
        let (ran, done) = (Ran::of(run.replica), run.done);
        self.under_way = Some(UnderWay::new(Some(entry), Attached::default()));
        Ok(self.take_in(ran, done))
    }
}
