//! The end of a table: all players open their keys and secret lists, and answers are compared with the cards.

use std::collections::BTreeMap;
use std::sync::Arc;

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use facedown_core::{Seat, Seats};

use super::apply::named_point;
use super::message::{CardOpening, Pile};
use super::waiting::{Ending, Waiting};
use super::{Fault, SecretListCard, TableState};
use crate::group::Point;
use crate::masked::{FaceNumber, MaskedCard};

/// An answer to a question about cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The seat that answered.
    pub seat: Seat,
    /// The number of the question.
    pub question: u16,
    /// The answer.
    pub answer: u16,
    /// The cards that were asked about, each with the number of its key.
    pub(super) cards: Vec<(MaskedCard, usize)>,
    /// How many answers were given before this one, including those of seats that have left.
    pub(super) number: usize,
    /// The seats that knew at least one of these cards.
    pub(super) known_to: Seats,
}

/// An answer that does not match the cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lie {
    /// The number of the answer, counted from 0.
    pub number: usize,
    /// The seat that answered.
    pub seat: Seat,
    /// The answer.
    pub said: u16,
    /// The true answer.
    pub truth: u16,
}

/// The faces of all cards, after the table has been closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The faces of every pile, from the top. A card has no face only if the owner of its secret list has left.
    pub piles: BTreeMap<Pile, Vec<Option<FaceNumber>>>,
    /// Every answer with the faces of its cards. A card has no face if the seat that answered could not know it.
    pub answers: Vec<(Answer, Vec<Option<FaceNumber>>)>,
}

impl Audit {
    /// The answers that differ from `truth(question, faces)`.
    pub fn lies(&self, truth: impl Fn(u16, &[FaceNumber]) -> u16) -> Vec<Lie> {
        let lie = |(number, (answer, faces)): (usize, &(Answer, Vec<Option<FaceNumber>>))| {
            let faces: Vec<FaceNumber> = faces.iter().copied().collect::<Option<_>>()?;
            let (said, truth) = (answer.answer, truth(answer.question, &faces));
            (said != truth).then_some(Lie { number, seat: answer.seat, said, truth })
        };
        self.answers.iter().enumerate().filter_map(lie).collect()
    }
}

/// The keys that a seat has opened at the end.
#[derive(Clone)]
pub(super) struct Opened {
    keys: Vec<Scalar>,
}

impl TableState {
    pub(super) fn closed(
        &mut self,
        author: Seat,
        keys: &[Scalar],
        lists: &[CardOpening],
    ) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Closing(_)) || !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let in_use = self.keys_in_use();
        if keys.len() != in_use.len() {
            return Err(Fault::WrongKey);
        }
        for (key, epoch) in keys.iter().zip(&in_use) {
            let epoch = self.epoch(*epoch)?;
            let share = epoch.shares.get(&author).ok_or(Fault::WrongKey)?;
            if &RistrettoPoint::mul_base(key) != share.point() {
                return Err(Fault::WrongKey);
            }
        }
        let brought = self.brought_by(author);
        if brought.len() != lists.len() {
            return Err(Fault::WrongOpening);
        }
        for ((card, point), opening) in brought.iter().zip(lists) {
            if named_point(&self.id, *card, opening).as_bytes() != point {
                return Err(Fault::WrongOpening);
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

    /// The cards of a seat's secret lists, sorted by list and card.
    pub(super) fn brought_by(&self, seat: Seat) -> Vec<(SecretListCard, [u8; 32])> {
        let own = self.secrets.iter().filter(|(_, card)| card.owner == seat);
        let mut own: Vec<_> = own.map(|(point, card)| (*card, *point)).collect();
        own.sort_unstable_by_key(|(card, _)| (card.deck, card.copy));
        own
    }

    fn audited(&self, sums: &BTreeMap<usize, Scalar>) -> Audit {
        let point = |masked: &MaskedCard, key: usize| {
            let sum = sums.get(&key)?;
            let share = Point::new(sum * masked.c1().point());
            Some(masked.unmask([&share]))
        };
        let face = |masked: &MaskedCard, key: usize| self.faces.face(&point(masked, key)?);
        let pile = |cards: &[super::TableCard]| {
            cards.iter().map(|card| face(&card.masked, card.key)).collect()
        };
        // A seat could not know a card of another seat's secret list before that card was named.
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
            piles: self.piles.iter().map(|(name, state)| (*name, pile(&state.cards))).collect(),
            answers: self.answers.iter().map(answer).collect(),
        }
    }
}
