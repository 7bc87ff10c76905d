//! Cards that are brought to the table, shuffled, arranged, taken, tucked or re-masked.

use std::mem;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::super::checks::ProofChecks;
use super::super::entry::head_of;
use super::super::message::{Pile, ShuffledDeck};
use super::super::waiting::Waiting;
use super::super::{Fault, PileState, SecretListCard, TableCard, TableState, Visibility, masked};
use crate::domain;
use crate::group::Point;
use crate::masked::{FaceNumber, MAX_CARDS, MaskedCard};
use crate::remask::{RemaskError, Remasked};
use crate::shuffle::ShuffleError;
use crate::transcript::{Operation, Transcript};
use crate::tuck::TuckProof;

impl TableState {
    pub(super) fn bring(
        &mut self,
        author: Seat,
        pile: Pile,
        common: bool,
        faces: &[FaceNumber],
    ) -> Result<bool, Fault> {
        let deck = self.new_pile(pile, faces.len())?;
        let joint = &self.epoch(self.current)?.joint;
        // A secret list that was brought earlier cannot contain these points, because its owner did not know this head.
        let place = self.place_of_bring();
        let cards = Arc::make_mut(&mut self.faces).bring(&place, deck, faces, joint);
        // The mask of a card of a public list is 1, so everybody can read it until it is shuffled.
        let cards = cards.into_iter().zip(faces).map(|(masked, &face)| TableCard {
            masked,
            key: self.current,
            visibility: Visibility::Public(face),
            seen: Seats::NONE,
        });
        let owner = (!common).then_some(author);
        self.piles.insert(pile, PileState { owner, cards: cards.collect() });
        Ok(true)
    }

    /// Brings a secret list. The points are public and their masks are 1, so a seat cannot bring a copy of a hidden card:
    /// for that it would need the card's mask.
    pub(super) fn bring_secret(
        &mut self,
        author: Seat,
        pile: Pile,
        points: &[Point],
    ) -> Result<bool, Fault> {
        let deck = self.new_pile(pile, points.len())?;
        let secrets = Arc::make_mut(&mut self.secrets);
        for (copy, point) in (0..).zip(points) {
            let card = SecretListCard { owner: author, deck, copy };
            if self.faces.face(point).is_some() || secrets.insert(*point.as_bytes(), card).is_some()
            {
                return Err(Fault::Duplicate);
            }
        }
        let joint = &self.epoch(self.current)?.joint;
        let card = |point| TableCard {
            masked: MaskedCard::fresh(point, joint),
            key: self.current,
            visibility: Visibility::OwnerKnown(author.only()),
            seen: author.only(),
        };
        let cards = points.iter().map(card).collect();
        self.piles.insert(pile, PileState { owner: Some(author), cards });
        Ok(true)
    }

    /// The hash that the points of a public list are derived from: the table, and the head before the bring.
    pub(in super::super) fn place_of_bring(&self) -> [u8; 32] {
        let mut transcript = Transcript::new(domain::BRING);
        transcript.absorb(b"table", &self.id);
        transcript.absorb(b"since", &self.since);
        head_of(&mut transcript)
    }

    fn new_pile(&mut self, pile: Pile, count: usize) -> Result<u16, Fault> {
        self.can_bring(pile, count)?;
        let deck = self.decks;
        self.decks = deck.checked_add(1).ok_or(Fault::PileFull)?;
        Ok(deck)
    }

    /// Checks that a list of so many cards can be brought as this pile.
    pub(in super::super) fn can_bring(&self, pile: Pile, count: usize) -> Result<(), Fault> {
        if !matches!(self.waiting, Waiting::Request) {
            return Err(Fault::NotDue);
        }
        if self.piles.contains_key(&pile) {
            return Err(Fault::PileTaken);
        }
        if count == 0 {
            return Err(Fault::NoCards);
        }
        if count > MAX_CARDS {
            return Err(Fault::PileFull);
        }
        self.can_hold(count)
    }

    /// All present seats in turn order, starting with this one.
    pub(super) fn in_turn(&self, first: Seat) -> Vec<Seat> {
        self.seats.from(first).filter(|&seat| self.present.contains(seat)).collect()
    }

    pub(super) fn shuffled(
        &mut self,
        author: Seat,
        deck: &ShuffledDeck,
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Shuffle { pile, order } = &self.waiting else { return Err(Fault::NotDue) };
        if order.first() != Some(&author) {
            return Err(Fault::NotDue);
        }
        let (pile, rest) = (*pile, order[1..].to_vec());
        let count = self.pile(pile).len();
        self.replace((author, Operation::Shuffle), pile, count, deck, checks)?;
        let done = rest.is_empty();
        self.waiting = if done { Waiting::Request } else { Waiting::Shuffle { pile, order: rest } };
        Ok(done)
    }

    /// Replaces the first `count` cards by the author's if the proof holds. Afterwards nobody knows these cards.
    fn replace(
        &mut self,
        (author, operation): (Seat, Operation),
        pile: Pile,
        count: usize,
        deck: &ShuffledDeck,
        checks: &mut ProofChecks<'_>,
    ) -> Result<(), Fault> {
        let context = self.context(author, operation, pile);
        let cards = self.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let epoch = self.one_key(cards)?;
        let before = masked(cards);
        checks.check(ShuffleError::Wrong, || {
            deck.proof.equation(&context, &epoch.joint, &before, &deck.cards)
        })?;
        for (card, masked) in self.cards(pile)?.iter_mut().zip(&deck.cards) {
            let (key, visibility) = (card.key, Visibility::Encrypted);
            *card = TableCard { masked: *masked, key, visibility, seen: Seats::NONE };
        }
        Ok(())
    }

    pub(super) fn arranged(
        &mut self,
        author: Seat,
        deck: &ShuffledDeck,
        top: usize,
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Arrange { pile, count, seat } = self.waiting else {
            return Err(Fault::NotDue);
        };
        if seat != author {
            return Err(Fault::NotDue);
        }
        if top > count {
            return Err(Fault::TooManyOnTop);
        }
        self.replace((author, Operation::Arrange), pile, count, deck, checks)?;
        let cards = self.cards(pile)?;
        for card in &mut cards[..count] {
            card.visibility = Visibility::OwnerKnown(author.only());
            card.seen = author.only();
        }
        let below: Vec<_> = cards.drain(top..count).collect();
        cards.extend(below);
        self.waiting = Waiting::Request;
        Ok(true)
    }

    pub(super) fn taken(
        &mut self,
        author: Seat,
        deck: &ShuffledDeck,
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Take { pile, seat, to } = self.waiting else { return Err(Fault::NotDue) };
        if seat != author {
            return Err(Fault::NotDue);
        }
        let count = self.pile(pile).len();
        self.replace((author, Operation::Tutor), pile, count, deck, checks)?;
        let cards = self.cards(pile)?;
        let mut card = cards.remove(0);
        card.visibility = Visibility::OwnerKnown(author.only());
        card.seen = author.only();
        let empty = cards.is_empty();
        self.receive(to, Some(author), [card]);
        // The author has already shuffled the rest, together with the card it took.
        let order = self.in_turn(author).split_off(1);
        self.waiting = if empty { Waiting::Request } else { Waiting::Shuffle { pile, order } };
        Ok(true)
    }

    pub(super) fn tucked(
        &mut self,
        author: Seat,
        after: &[MaskedCard],
        proof: &TuckProof,
    ) -> Result<bool, Fault> {
        let Waiting::Tuck { from, place, pile, seat } = self.waiting else {
            return Err(Fault::NotDue);
        };
        if seat != author {
            return Err(Fault::NotDue);
        }
        let card = *self.pile(from).get(place).ok_or(Fault::NoCards)?;
        let epoch = self.one_key(&[card])?;
        let context = self.context(author, Operation::Tuck, pile);
        let before = masked(self.pile(pile));
        proof.verify(&context, &epoch.joint, &before, &card.masked, after)?;
        // If another seat knew a card of the pile, the author, who has re-masked it and knows its mask, could read it as soon
        // as the shares of all but that seat are public. So the others re-mask the pile as well.
        let known = self.pile(pile).iter().map(TableCard::known_to);
        let open = known.chain([card.known_to()]).all(|seats| seats.without(author).is_empty());
        self.cards(from)?.remove(place);
        // If the table kept track of who knows which of the other cards, that would reveal the place of the tucked card.
        let hidden = |&masked| TableCard {
            masked,
            key: card.key,
            visibility: Visibility::Encrypted,
            seen: Seats::NONE,
        };
        *self.cards(pile)? = after.iter().map(hidden).collect();
        let order = self.in_turn(author).split_off(1);
        self.waiting = if open {
            Waiting::Request
        } else {
            let (places, then) = ((0..after.len()).collect(), Box::new(Waiting::Request));
            Waiting::Remask { pile, places, order, then }
        };
        Ok(true)
    }

    pub(super) fn remasked(
        &mut self,
        author: Seat,
        remasked: &Remasked,
        checks: &mut ProofChecks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Remask { pile, places, order, .. } = &self.waiting else {
            return Err(Fault::NotDue);
        };
        if order.first() != Some(&author) {
            return Err(Fault::NotDue);
        }
        let (pile, places) = (*pile, places.clone());
        let before = self.at(pile, &places)?;
        let epoch = self.one_key(&before)?;
        let context = self.context(author, Operation::Remask, pile);
        checks.check(RemaskError::Wrong, || {
            remasked.equation(&context, &epoch.joint, &masked(&before))
        })?;
        let cards = self.cards(pile)?;
        for (&place, masked) in places.iter().zip(remasked.cards()) {
            cards[place].masked = *masked;
        }
        let Waiting::Remask { order, then, .. } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        order.remove(0);
        if !order.is_empty() {
            return Ok(false);
        }
        self.waiting = mem::replace(then.as_mut(), Waiting::Request);
        Ok(true)
    }

    pub(super) fn cards(&mut self, pile: Pile) -> Result<&mut Vec<TableCard>, Fault> {
        self.piles.get_mut(&pile).map(|state| &mut state.cards).ok_or(Fault::NoCards)
    }

    /// Puts cards at the bottom of a pile. A new pile belongs to `owner`.
    pub(super) fn receive(
        &mut self,
        pile: Pile,
        owner: Option<Seat>,
        cards: impl IntoIterator<Item = TableCard>,
    ) {
        let state =
            self.piles.entry(pile).or_insert_with(|| PileState { owner, cards: Vec::new() });
        state.cards.extend(cards);
    }

    /// Checks that so many cards can move from one pile to another.
    pub(super) fn room(&self, from: Pile, to: Pile, count: usize) -> Result<(), Fault> {
        if from == to {
            Err(Fault::PileTaken)
        } else if self.pile(to).len() + count > MAX_CARDS {
            Err(Fault::PileFull)
        } else {
            Ok(())
        }
    }
}
