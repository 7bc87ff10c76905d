//! Looking at cards: shares from all who are needed, names from the owners of secret lists, then what follows.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use facedown_core::Seat;

use super::super::checks::Checks;
use super::super::gathered::Gathered;
use super::super::message::Opening;
use super::super::waiting::{Look, Then, Waiting};
use super::super::{Fault, SecretListCard, TableState, Visibility, masked};
use crate::group::Point;
use crate::masked::secret_card;
use crate::share::{ShareError, Shares};
use crate::transcript::Operation;

impl TableState {
    pub(super) fn shares(
        &mut self,
        author: Seat,
        shares: &Shares,
        checks: &mut Checks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Shares(look) = &self.waiting else { return Err(Fault::NotDue) };
        if !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let cards = self.looked_at(look)?;
        let cycle = self.one_key(&cards)?;
        let context = self.context(author, Operation::Share, look.pile);
        let public = cycle.shares.get(&author).ok_or(Fault::NotDue)?;
        let cards = masked(&cards);
        checks.check(ShareError::Wrong, || shares.equation(&context, public, &cards))?;
        let Waiting::Shares(look) = &mut self.waiting else { return Err(Fault::NotDue) };
        look.shares.put(author, shares.points().to_vec())?;
        if !self.waiting_on().is_empty() {
            return Ok(false);
        }
        let Waiting::Shares(mut look) = mem::replace(&mut self.waiting, Waiting::Request) else {
            return Err(Fault::NotDue);
        };
        if look.viewer.is_some() {
            return self.seen(&look);
        }
        look.points = (0..)
            .zip(&cards)
            .map(|(index, card)| {
                let shares = look.shares.values().filter_map(|list| list.get(index));
                card.unmask(shares)
            })
            .collect();
        let nameless = self.nameless(&look.points)?;
        if nameless.is_empty() {
            return self.seen(&look);
        }
        self.waiting = Waiting::Names { look, cards: nameless, named: Gathered::default() };
        Ok(true)
    }

    /// The cards that their owners, who are here, still have to name.
    fn nameless(
        &self,
        points: &[Point],
    ) -> Result<BTreeMap<Seat, Vec<(SecretListCard, Point)>>, Fault> {
        let mut nameless = BTreeMap::<_, Vec<_>>::new();
        for point in points.iter().filter(|point| self.faces.face(point).is_none()) {
            let card = *self.secrets.get(point.as_bytes()).ok_or(Fault::UnknownCard)?;
            if self.present.contains(card.owner) {
                nameless.entry(card.owner).or_default().push((card, *point));
            }
        }
        Ok(nameless)
    }

    pub(super) fn named(&mut self, author: Seat, openings: &[Opening]) -> Result<bool, Fault> {
        let present = self.present;
        let Waiting::Names { cards, named, .. } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let own = cards.get(&author).ok_or(Fault::NotDue)?;
        named.put(author, ())?;
        if own.len() != openings.len() {
            return Err(Fault::NotAsBrought);
        }
        for ((card, point), opening) in own.iter().zip(openings) {
            if named_point(&self.id, *card, opening) != *point {
                return Err(Fault::NotAsBrought);
            }
            Arc::make_mut(&mut self.faces).learn(point, opening.face);
            Arc::make_mut(&mut self.named_at).insert(*point.as_bytes(), self.answered);
        }
        if !self.waiting.on(present).is_empty() {
            return Ok(false);
        }
        let Waiting::Names { look, .. } = mem::replace(&mut self.waiting, Waiting::Request) else {
            return Err(Fault::NotDue);
        };
        self.seen(&look)
    }

    /// The cards have been seen: the table says so, and goes on.
    fn seen(&mut self, look: &Look) -> Result<bool, Fault> {
        match look.viewer {
            Some(seat) => {
                self.may_know(look, seat.only());
                self.have_seen(look, seat);
            }
            None => self.are_public(look),
        }
        let pile = self.cards(look.pile)?;
        self.waiting = match (look.then, look.viewer) {
            (Then::Move(to, owner), _) => {
                let moved: Vec<_> = pile.drain(..look.places.len()).collect();
                self.receive(to, owner, moved);
                Waiting::Request
            }
            (Then::Arrange, Some(seat)) => {
                Waiting::Arrange { pile: look.pile, count: look.places.len(), seat }
            }
            (Then::Take(to), Some(seat)) => Waiting::Take { pile: look.pile, seat, to },
            (Then::Stay | Then::Arrange | Then::Take(_), _) => Waiting::Request,
        };
        Ok(true)
    }

    /// The seat has seen these cards for certain.
    fn have_seen(&mut self, look: &Look, seat: Seat) {
        let Some(heap) = self.piles.get_mut(&look.pile) else { return };
        for &place in &look.places {
            if let Some(card) = heap.cards.get_mut(place) {
                card.seen = card.seen.with(seat);
            }
        }
    }

    /// Everybody sees these cards, by name where there is one.
    pub(super) fn are_public(&mut self, look: &Look) {
        let Some(heap) = self.piles.get_mut(&look.pile) else { return };
        for (&place, point) in look.places.iter().zip(&look.points) {
            if let Some(card) = heap.cards.get_mut(place) {
                let face = self.faces.face(point);
                card.visibility = face.map_or(Visibility::Nameless, Visibility::Public);
            }
        }
    }
}

/// The point that a card of a secret list has if it is what the opening says.
pub(in super::super) fn named_point(
    table: &[u8; 32],
    card: SecretListCard,
    opening: &Opening,
) -> Point {
    secret_card(table, card.deck, card.copy, opening.face, &opening.salt)
}
