//! Cards that come to the table, and cards in a new order.

use std::mem;
use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::super::checks::Checks;
use super::super::entry::head_of;
use super::super::message::{Deck, Pile};
use super::super::waiting::Waiting;
use super::super::{Fault, Heap, SecretListCard, TableCard, TableState, Visibility, masked};
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
        let joint = &self.cycle(self.current)?.joint;
        // Nobody who brought a secret list before knew this head, and so none of these points.
        let place = self.place_of_bring();
        let cards = Arc::make_mut(&mut self.faces).bring(&place, deck, faces, joint);
        // The mask of a card on a public list is 1, so everybody can see it until it is shuffled.
        let cards = cards.into_iter().zip(faces).map(|(masked, &face)| TableCard {
            masked,
            key: self.current,
            visibility: Visibility::Public(face),
            seen: Seats::NONE,
        });
        let owner = (!common).then_some(author);
        self.piles.insert(pile, Heap { owner, cards: cards.collect() });
        Ok(true)
    }

    /// The points are public and their masks are 1, so nobody can bring what it does not know: a copy of a card that
    /// is hidden from it would need a mask that it does not know.
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
                return Err(Fault::Doubled);
            }
        }
        let joint = &self.cycle(self.current)?.joint;
        let card = |point| TableCard {
            masked: MaskedCard::fresh(point, joint),
            key: self.current,
            visibility: Visibility::OwnerKnown(author.only()),
            seen: author.only(),
        };
        let cards = points.iter().map(card).collect();
        self.piles.insert(pile, Heap { owner: Some(author), cards });
        Ok(true)
    }

    /// What the points of a public list are hashed with: the table, and the head before the bring.
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

    /// Whether a list of so many cards can come to the table as this pile.
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

    /// Everybody who is here, in turn from this seat.
    pub(super) fn in_turn(&self, first: Seat) -> Vec<Seat> {
        self.seats.from(first).filter(|&seat| self.present.contains(seat)).collect()
    }

    pub(super) fn shuffled(
        &mut self,
        author: Seat,
        deck: &Deck,
        checks: &mut Checks<'_>,
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

    /// Puts the author's cards in the place of the first `count`, if the proof holds. Nobody knows them then.
    fn replace(
        &mut self,
        (author, operation): (Seat, Operation),
        pile: Pile,
        count: usize,
        deck: &Deck,
        checks: &mut Checks<'_>,
    ) -> Result<(), Fault> {
        let context = self.context(author, operation, pile);
        let cards = self.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let cycle = self.one_key(cards)?;
        let before = masked(cards);
        checks.check(ShuffleError::Wrong, || {
            deck.proof.equation(&context, &cycle.joint, &before, &deck.cards)
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
        deck: &Deck,
        top: usize,
        checks: &mut Checks<'_>,
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
        deck: &Deck,
        checks: &mut Checks<'_>,
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
        // The author has just shuffled the rest together with the card it took.
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
        let cycle = self.one_key(&[card])?;
        let context = self.context(author, Operation::Tuck, pile);
        let before = masked(self.pile(pile));
        proof.verify(&context, &cycle.joint, &before, &card.masked, after)?;
        // Who knew a card of the pile is not told where it is now. The author has re-masked it and knows the masks, and
        // could read it as soon as all shares but one other seat's are on the log. So the others re-mask as well.
        let known = self.pile(pile).iter().map(TableCard::known_to);
        let open = known.chain([card.known_to()]).all(|seats| seats.without(author).is_empty());
        self.cards(from)?.remove(place);
        // Where the card is would show if the table went on saying who knows which of the others.
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
        checks: &mut Checks<'_>,
    ) -> Result<bool, Fault> {
        let Waiting::Remask { pile, places, order, .. } = &self.waiting else {
            return Err(Fault::NotDue);
        };
        if order.first() != Some(&author) {
            return Err(Fault::NotDue);
        }
        let (pile, places) = (*pile, places.clone());
        let before = self.at(pile, &places)?;
        let cycle = self.one_key(&before)?;
        let context = self.context(author, Operation::Remask, pile);
        checks.check(RemaskError::Wrong, || {
            remasked.equation(&context, &cycle.joint, &masked(&before))
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
        self.piles.get_mut(&pile).map(|heap| &mut heap.cards).ok_or(Fault::NoCards)
    }

    /// Puts cards under a pile, which belongs to this seat if it is new.
    pub(super) fn receive(
        &mut self,
        pile: Pile,
        owner: Option<Seat>,
        cards: impl IntoIterator<Item = TableCard>,
    ) {
        let heap = self.piles.entry(pile).or_insert_with(|| Heap { owner, cards: Vec::new() });
        heap.cards.extend(cards);
    }

    /// Whether so many cards can go from one pile to another.
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
