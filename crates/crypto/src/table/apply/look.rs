//! Looking at cards: collects shares, then the names of cards of secret lists, then carries out what follows.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use facedown_core::Seat;

use super::super::checks::ProofChecks;
use super::super::message::CardOpening;
use super::super::submissions::Submissions;
use super::super::waiting::{AfterLook, PendingLook, Waiting};
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
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Shares(look) = &self.waiting else { return Err(Fault::NotDue) };
        if !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let cards = self.looked_at(look)?;
        let epoch = self.one_key(&cards)?;
        let context = self.context(author, Operation::Share, look.pile);
        let public = epoch.shares.get(&author).ok_or(Fault::NotDue)?;
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
        self.waiting = Waiting::Names { look, cards: nameless, named: Submissions::default() };
        Ok(true)
    }

    /// The cards of secret lists that their owners, if present, still have to name.
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

    pub(super) fn named(&mut self, author: Seat, openings: &[CardOpening]) -> Result<bool, Fault> {
        let present = self.present;
        let Waiting::Names { cards, named, .. } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let own = cards.get(&author).ok_or(Fault::NotDue)?;
        named.put(author, ())?;
        if own.len() != openings.len() {
            return Err(Fault::WrongOpening);
        }
        for ((card, point), opening) in own.iter().zip(openings) {
            if named_point(&self.id, *card, opening) != *point {
                return Err(Fault::WrongOpening);
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

    /// Completes a look: updates the visibility of the cards and continues.
    fn seen(&mut self, look: &PendingLook) -> Result<bool, Fault> {
        match look.viewer {
            Some(seat) => {
                self.may_know(look, seat.only());
                self.have_seen(look, seat);
            }
            None => self.are_public(look),
        }
        let pile = self.cards(look.pile)?;
        self.waiting = match (look.then, look.viewer) {
            (AfterLook::Move(to, owner), _) => {
                let moved: Vec<_> = pile.drain(..look.places.len()).collect();
                self.receive(to, owner, moved);
                Waiting::Request
            }
            (AfterLook::Arrange, Some(seat)) => {
                Waiting::Arrange { pile: look.pile, count: look.places.len(), seat }
            }
            (AfterLook::Take(to), Some(seat)) => Waiting::Take { pile: look.pile, seat, to },
            (AfterLook::Stay | AfterLook::Arrange | AfterLook::Take(_), _) => Waiting::Request,
        };
        Ok(true)
    }

    /// Notes that the seat has certainly seen these cards.
    fn have_seen(&mut self, look: &PendingLook, seat: Seat) {
        let Some(state) = self.piles.get_mut(&look.pile) else { return };
        for &place in &look.places {
            if let Some(card) = state.cards.get_mut(place) {
                card.seen = card.seen.with(seat);
            }
        }
    }

    /// Makes these cards public, with their faces where they are known.
    pub(super) fn are_public(&mut self, look: &PendingLook) {
        let Some(state) = self.piles.get_mut(&look.pile) else { return };
        for (&place, point) in look.places.iter().zip(&look.points) {
            if let Some(card) = state.cards.get_mut(place) {
                let face = self.faces.face(point);
                card.visibility = face.map_or(Visibility::Nameless, Visibility::Public);
            }
        }
    }
}

/// The point that a card of a secret list must have for this opening.
pub(in super::super) fn named_point(
    table: &[u8; 32],
    card: SecretListCard,
    opening: &CardOpening,
) -> Point {
    secret_card(table, card.deck, card.copy, opening.face, &opening.salt)
}
