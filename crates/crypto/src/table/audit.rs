//! The end: everybody opens its keys and its lists, and what was answered can be compared with the cards.

use std::collections::BTreeMap;
use std::sync::Arc;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use facedown_core::{Seat, Seats};

use super::apply::named_point;
use super::message::{Opening, Pile};
use super::waiting::{Ending, Waiting};
use super::{Fault, SecretListCard, TableState};
use crate::group::Point;
use crate::masked::{FaceNumber, MaskedCard};

/// An answer on the log: who said what about which cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who answered.
    pub seat: Seat,
    /// The number of the question.
    pub question: u16,
    /// The answer.
    pub answer: u16,
    /// The cards that it was about, each with the number of its key.
    pub(super) cards: Vec<(MaskedCard, usize)>,
    /// How many answers were given before, those included that have left with their seat.
    pub(super) number: usize,
    /// Who knew one of these cards.
    pub(super) known_to: Seats,
}

/// An answer that the cards do not bear out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lie {
    /// Which answer; the first is 0.
    pub number: usize,
    /// Who gave it.
    pub seat: Seat,
    /// What was said.
    pub said: u16,
    /// What should have been said.
    pub truth: u16,
}

/// Everything in the open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Every card of every pile, from the top; a card has no face only if its owner has left with its secret list.
    pub piles: BTreeMap<Pile, Vec<Option<FaceNumber>>>,
    /// What the cards of every answer were; a card has no face if who answered could not tell it.
    pub answers: Vec<(Answer, Vec<Option<FaceNumber>>)>,
}

impl Audit {
    /// The answers that are not what `truth` makes of the question and the faces.
    pub fn lies(&self, truth: impl Fn(u16, &[FaceNumber]) -> u16) -> Vec<Lie> {
        let lie = |(number, (answer, faces)): (usize, &(Answer, Vec<Option<FaceNumber>>))| {
            let faces: Vec<FaceNumber> = faces.iter().copied().collect::<Option<_>>()?;
            let (said, truth) = (answer.answer, truth(answer.question, &faces));
            (said != truth).then_some(Lie { number, seat: answer.seat, said, truth })
        };
        self.answers.iter().enumerate().filter_map(lie).collect()
    }
}

/// What one seat opens at the end; its lists have been compared with what it brought.
#[derive(Clone)]
pub(super) struct Opened {
    keys: Vec<Scalar>,
}

impl TableState {
    pub(super) fn closed(
        &mut self,
        author: Seat,
        keys: &[Scalar],
        lists: &[Opening],
    ) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Closing(_)) || !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let in_use = self.keys_in_use();
        if keys.len() != in_use.len() {
            return Err(Fault::NotTheKey);
        }
        for (key, cycle) in keys.iter().zip(&in_use) {
            let cycle = self.cycle(*cycle)?;
            let share = cycle.shares.get(&author).ok_or(Fault::NotTheKey)?;
            if &RistrettoPoint::mul_base(key) != share.point() {
                return Err(Fault::NotTheKey);
            }
        }
        let brought = self.brought_by(author);
        if brought.len() != lists.len() {
            return Err(Fault::NotAsBrought);
        }
        for ((card, point), opening) in brought.iter().zip(lists) {
            if named_point(&self.id, *card, opening).as_bytes() != point {
                return Err(Fault::NotAsBrought);
            }
        }
        let faces = Arc::make_mut(&mut self.faces);
        for ((_, point), opening) in brought.iter().zip(lists) {
            faces.learn(&Point::decode(*point)?, opening.face);
        }
        let Waiting::Closing(opened) = &mut self.waiting else { return Err(Fault::NotDue) };
        opened.put(author, Opened { keys: keys.to_vec() })?;
        if !opened.missing(self.present).is_empty() {
            return Ok(false);
        }
        let sum = |(index, &key): (usize, &usize)| {
            let parts = opened.values().filter_map(|opened| opened.keys.get(index));
            (key, parts.sum::<Scalar>())
        };
        let sums: BTreeMap<usize, Scalar> = in_use.iter().enumerate().map(sum).collect();
        self.audit = Some(Arc::new(self.audited(&sums)));
        self.waiting = Waiting::Over(Ending::Closed);
        Ok(true)
    }

    /// The secret cards of a seat, list by list and card by card.
    pub(super) fn brought_by(&self, seat: Seat) -> Vec<(SecretListCard, [u8; 32])> {
        let own = self.secrets.iter().filter(|(_, card)| card.owner == seat);
        let mut own: Vec<_> = own.map(|(point, card)| (*card, *point)).collect();
        own.sort_unstable_by_key(|(card, _)| (card.deck, card.copy));
        own
    }

    fn audited(&self, sums: &BTreeMap<usize, Scalar>) -> Audit {
        let point = |masked: &MaskedCard, key: usize| {
            let sum = sums.get(&key)?;
            let share = Point::new(sum * masked.blind().point());
            Some(masked.unmask([&share]))
        };
        let face = |masked: &MaskedCard, key: usize| self.faces.face(&point(masked, key)?);
        let pile = |cards: &[super::TableCard]| {
            cards.iter().map(|card| face(&card.masked, card.key)).collect()
        };
        // Who was asked about a card of somebody else's secret list that nobody had named could not tell.
        let nameable = |point: &Point, Answer { number, seat, .. }: &Answer| {
            let named = self.named_at.get(point.as_bytes()).is_some_and(|at| at <= number);
            let secret = self.secrets.get(point.as_bytes());
            named || secret.is_none_or(|card| card.owner == *seat)
        };
        let answer = |answer: &Answer| {
            let face = |(masked, key): &(MaskedCard, usize)| {
                let point = point(masked, *key)?;
                let nameable = nameable(&point, answer);
                nameable.then(|| self.faces.face(&point)).flatten()
            };
            (answer.clone(), answer.cards.iter().map(face).collect())
        };
        Audit {
            piles: self.piles.iter().map(|(name, heap)| (*name, pile(&heap.cards))).collect(),
            answers: self.answers.iter().map(answer).collect(),
        }
    }
}
