//! Requests: who may ask for what, and what the table waits for then.

use std::collections::BTreeMap;
use std::mem;

use facedown_core::{Seat, Seats};

use super::super::gathered::Gathered;
use super::super::message::Pile;
use super::super::request::Request;
use super::super::waiting::{Look, Then, Waiting};
use super::super::{Answer, Fault, MAX_CYCLES, TableCard, TableState, Visibility};

/// How many cards a table has, those that were asked about included: whoever follows it keeps all of them.
const MAX_TABLE: usize = 4000;

impl TableState {
    pub(super) fn ask(&mut self, author: Seat, request: Request) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Request) || self.cycles.is_empty() {
            return Err(Fault::NotDue);
        }
        self.waiting = match request {
            Request::Shuffle { pile } => {
                self.deck(pile)?;
                Waiting::Shuffle { pile, order: self.in_turn(author) }
            }
            Request::Reshuffle { pile } => {
                self.can_rekey(pile)?;
                Waiting::Rekey { pile, fresh: Gathered::default() }
            }
            Request::Draw { pile, count, to } => {
                self.may_see(author, pile)?;
                self.may_hold(author, pile, to)?;
                let then = Then::Move(to, Some(author));
                self.look(pile, 0, usize::from(count), Some(author), then)?
            }
            Request::Show { pile, place, to } => {
                self.may_see(author, pile)?;
                self.look(pile, usize::from(place), 1, Some(to), Then::Stay)?
            }
            Request::Reveal { pile, place } => {
                self.may_see(author, pile)?;
                self.look(pile, usize::from(place), 1, None, Then::Stay)?
            }
            Request::Scry { pile, count } => {
                self.may_see(author, pile)?;
                self.look(pile, 0, usize::from(count), Some(author), Then::Arrange)?
            }
            Request::Tutor { pile, to } => {
                self.may_see(author, pile)?;
                self.may_hold(author, pile, to)?;
                let count = self.pile(pile).len();
                self.look(pile, 0, count, Some(author), Then::Take(to))?
            }
            Request::Mill { pile, count, to, seen_by } => {
                let mill = self.mill(pile, count, to, seen_by)?;
                // Somebody else's cards are shown only if their owner agrees.
                match self.owner(pile).filter(|&owner| owner != author) {
                    Some(owner) => Waiting::agreement(owner.only(), mill),
                    None => mill,
                }
            }
            Request::Return { from, place, pile } => {
                let place = self.can_move(author, from, usize::from(place), pile)?;
                let card = self.cards(from)?.remove(place);
                self.receive(pile, None, [card]);
                Waiting::Request
            }
            Request::Tuck { from, place, pile } => {
                let place = self.can_move(author, from, usize::from(place), pile)?;
                let cards: Vec<_> = self
                    .pile(pile)
                    .iter()
                    .chain(&self.pile(from)[place..=place])
                    .copied()
                    .collect();
                self.one_key(&cards)?;
                Waiting::Tuck { from, place, pile, seat: author }
            }
            Request::Roll { sides: 0 } => return Err(Fault::NoSides),
            Request::Roll { sides } => {
                Waiting::RollPromises { sides, promises: Gathered::default() }
            }
            Request::Question { pile, to, question } => {
                self.knows_all(to, pile)?;
                self.can_hold(self.pile(pile).len())?;
                Waiting::Answer { pile, seat: to, question }
            }
            Request::Close => {
                Waiting::agreement(self.present, Waiting::Closing(Gathered::default()))
            }
        };
        Ok(true)
    }

    fn mill(
        &self,
        pile: Pile,
        count: u16,
        to: Pile,
        seen_by: Option<Seat>,
    ) -> Result<Waiting, Fault> {
        let owner = self.owner(pile);
        if let Some(seat) = seen_by {
            // Nobody can have somebody else's cards milled for its own eyes.
            self.may_see(seat, pile)?;
            self.may_hold(seat, pile, to)?;
        }
        let then = Then::Move(to, seen_by.or(owner));
        self.look(pile, 0, usize::from(count), seen_by, then)
    }

    /// A seat may see the cards of its own piles and of common ones.
    fn may_see(&self, seat: Seat, pile: Pile) -> Result<(), Fault> {
        match self.owner(pile) {
            Some(owner) if owner != seat => Err(Fault::NotYours(owner)),
            _ => Ok(()),
        }
    }

    /// What one seat alone sees goes to a pile of its own, where nobody else may ask to see it.
    fn may_hold(&self, seat: Seat, from: Pile, to: Pile) -> Result<(), Fault> {
        match self.piles.get(&to).map(|heap| heap.owner) {
            _ if from == to => Err(Fault::PileTaken),
            Some(None) => Err(Fault::Common),
            Some(Some(owner)) if owner != seat => Err(Fault::NotYours(owner)),
            _ => Ok(()),
        }
    }

    /// The place of a card that its holder puts into a pile that is there.
    fn can_move(&self, author: Seat, from: Pile, place: usize, to: Pile) -> Result<usize, Fault> {
        self.may_see(author, from)?;
        self.room(from, to, 1)?;
        if place < self.pile(from).len() && self.piles.contains_key(&to) {
            Ok(place)
        } else {
            Err(Fault::NoCards)
        }
    }

    fn can_rekey(&self, pile: Pile) -> Result<(), Fault> {
        if self.cycles.len() >= MAX_CYCLES {
            return Err(Fault::TooManyKeys);
        }
        let groups = self.by_key(pile);
        if groups.is_empty() {
            return Err(Fault::NoCards);
        }
        for key in groups.keys() {
            if self.cycle(*key)?.shares.len() != self.present.len() {
                return Err(Fault::Lost);
            }
        }
        Ok(())
    }

    fn knows_all(&self, seat: Seat, pile: Pile) -> Result<(), Fault> {
        if !self.present.contains(seat) {
            return Err(Fault::NoSuchSeat(seat));
        }
        if !self.piles.contains_key(&pile) {
            return Err(Fault::NoCards);
        }
        // Who only may know a card, because something was interrupted, cannot be asked about it.
        let known = self.pile(pile).iter().all(|card| {
            matches!(card.visibility, Visibility::Public(_)) || card.seen.contains(seat)
        });
        if known { Ok(()) } else { Err(Fault::NotKnown(seat)) }
    }

    fn look(
        &self,
        pile: Pile,
        first: usize,
        count: usize,
        viewer: Option<Seat>,
        then: Then,
    ) -> Result<Waiting, Fault> {
        if let Some(seat) = viewer.filter(|&seat| !self.present.contains(seat)) {
            return Err(Fault::NoSuchSeat(seat));
        }
        match then {
            Then::Move(to, _) => self.room(pile, to, count)?,
            Then::Take(to) => self.room(pile, to, 1)?,
            Then::Stay | Then::Arrange => {}
        }
        let places = (first..first + count).collect();
        let (shares, points) = (Gathered::default(), Vec::new());
        let look = Look { pile, places, viewer, then, shares, points };
        let cards = self.looked_at(&look)?;
        self.one_key(&cards)?;
        // The shares of all but its viewer are on the log for a card that was seen. With those of all but another viewer
        // everybody could read it, so the new viewer first gives it a mask that nobody else knows.
        let seen = |card: &TableCard| {
            let known = card.known_to();
            viewer.is_some_and(|viewer| !known.is_empty() && known != viewer.only())
        };
        let places = look.places.iter().zip(&cards).filter(|(_, card)| seen(card));
        let places: Vec<_> = places.map(|(&place, _)| place).collect();
        match viewer {
            Some(viewer) if !places.is_empty() => {
                let then = Box::new(Waiting::Shares(look));
                Ok(Waiting::Remask { pile, places, order: vec![viewer], then })
            }
            _ => Ok(Waiting::Shares(look)),
        }
    }

    /// Nobody is made to disclose anything by a request: closing is for all to agree to, a mill for the owner.
    pub(super) fn agree(&mut self, author: Seat, agrees: bool) -> Result<bool, Fault> {
        if !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let present = self.present;
        let Waiting::Agreement { of, agreed: in_favour, then } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        if !agrees {
            self.waiting = Waiting::Request;
            return Ok(true);
        }
        in_favour.put(author, ())?;
        if !in_favour.missing(of.and(present)).is_empty() {
            return Ok(false);
        }
        self.waiting = mem::replace(then.as_mut(), Waiting::Request);
        Ok(true)
    }

    /// Whether the table has room for so many more cards, those that were asked about included.
    pub(super) fn can_hold(&self, more: usize) -> Result<(), Fault> {
        let all: usize = self.everything().values().map(Vec::len).sum();
        if all + more > MAX_TABLE { Err(Fault::TooManyCards) } else { Ok(()) }
    }

    pub(super) fn answer(&mut self, author: Seat, answer: u16) -> Result<bool, Fault> {
        let Waiting::Answer { pile, seat, question } = self.waiting else {
            return Err(Fault::NotDue);
        };
        if seat != author {
            return Err(Fault::NotDue);
        }
        let cards = self.pile(pile).iter().map(|card| (card.masked, card.key)).collect();
        let known = self.pile(pile).iter().map(TableCard::known_to);
        let known_to = known.fold(Seats::NONE, |all, seats| seats.iter().fold(all, Seats::with));
        let number = self.answered;
        self.answers.push(Answer { seat, question, answer, cards, number, known_to });
        self.answered += 1;
        self.waiting = Waiting::Request;
        Ok(true)
    }

    /// All cards that are here by their key, those that were asked about included, oldest key first.
    pub(in super::super) fn everything(&self) -> BTreeMap<usize, Vec<crate::MaskedCard>> {
        let lying = self.piles.values().flat_map(|heap| &heap.cards);
        let lying = lying.map(|card| (card.masked, card.key));
        let asked = self.answers.iter().flat_map(|answer| &answer.cards).copied();
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for (masked, key) in lying.chain(asked) {
            groups.entry(key).or_default().push(masked);
        }
        groups
    }

    /// These seats may know these cards from now on, whatever else becomes of them.
    pub(super) fn may_know(&mut self, look: &Look, seats: Seats) {
        self.may_be_known(look.pile, &look.places, seats);
    }

    pub(super) fn may_be_known(&mut self, pile: Pile, places: &[usize], seats: Seats) {
        let Some(heap) = self.piles.get_mut(&pile) else { return };
        for &place in places {
            if let Some(card) = heap.cards.get_mut(place) {
                card.visibility = match card.visibility {
                    Visibility::Encrypted => Visibility::OwnerKnown(seats),
                    Visibility::OwnerKnown(known) => {
                        Visibility::OwnerKnown(seats.iter().fold(known, Seats::with))
                    }
                    seen => seen,
                };
            }
        }
    }
}
