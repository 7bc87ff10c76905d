//! Requests: who may make them, and what the table waits for afterwards.

use std::collections::BTreeMap;
use std::mem;

use facedown_core::{Seat, Seats};

use super::super::message::Pile;
use super::super::request::Request;
use super::super::submissions::Submissions;
use super::super::waiting::{AfterLook, PendingLook, Waiting};
use super::super::{Answer, Fault, MAX_KEY_EPOCHS, TableCard, TableState, Visibility};

/// The maximum number of cards on a table, including those in answers, because every player stores all of them.
const MAX_TABLE_CARDS: usize = 4000;

impl TableState {
    pub(super) fn ask(&mut self, author: Seat, request: Request) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Request) || self.epochs.is_empty() {
            return Err(Fault::NotDue);
        }
        self.waiting = match request {
            Request::Shuffle { pile } => {
                self.deck(pile)?;
                Waiting::Shuffle { pile, order: self.in_turn(author) }
            }
            Request::Reshuffle { pile } => {
                self.can_rekey(pile)?;
                Waiting::Rekey { pile, fresh: Submissions::default() }
            }
            Request::Draw { pile, count, to } => {
                self.may_see(author, pile)?;
                self.may_hold(author, pile, to)?;
                let then = AfterLook::Move(to, Some(author));
                self.look(pile, 0, usize::from(count), Some(author), then)?
            }
            Request::Show { pile, place, to } => {
                self.may_see(author, pile)?;
                self.look(pile, usize::from(place), 1, Some(to), AfterLook::Stay)?
            }
            Request::Reveal { pile, place } => {
                self.may_see(author, pile)?;
                self.look(pile, usize::from(place), 1, None, AfterLook::Stay)?
            }
            Request::Scry { pile, count } => {
                self.may_see(author, pile)?;
                self.look(pile, 0, usize::from(count), Some(author), AfterLook::Arrange)?
            }
            Request::Tutor { pile, to } => {
                self.may_see(author, pile)?;
                self.may_hold(author, pile, to)?;
                let count = self.pile(pile).len();
                self.look(pile, 0, count, Some(author), AfterLook::Take(to))?
            }
            Request::Mill { pile, count, to, seen_by } => {
                let mill = self.mill(pile, count, to, seen_by)?;
                // The cards of another seat are shown only if it agrees.
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
                Waiting::RollPromises { sides, promises: Submissions::default() }
            }
            Request::Question { pile, to, question } => {
                self.knows_all(to, pile)?;
                self.can_hold(self.pile(pile).len())?;
                Waiting::Answer { pile, seat: to, question }
            }
            Request::Close => {
                Waiting::agreement(self.present, Waiting::Closing(Submissions::default()))
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
            // A seat cannot have another seat's cards milled for itself.
            self.may_see(seat, pile)?;
            self.may_hold(seat, pile, to)?;
        }
        let then = AfterLook::Move(to, seen_by.or(owner));
        self.look(pile, 0, usize::from(count), seen_by, then)
    }

    /// A seat may see the cards of its own piles and of common ones.
    fn may_see(&self, seat: Seat, pile: Pile) -> Result<(), Fault> {
        match self.owner(pile) {
            Some(owner) if owner != seat => Err(Fault::NotOwner(owner)),
            _ => Ok(()),
        }
    }

    /// Cards that only one seat sees go to a pile of that seat, where nobody else may ask to see them.
    fn may_hold(&self, seat: Seat, from: Pile, to: Pile) -> Result<(), Fault> {
        match self.piles.get(&to).map(|state| state.owner) {
            _ if from == to => Err(Fault::PileTaken),
            Some(None) => Err(Fault::Common),
            Some(Some(owner)) if owner != seat => Err(Fault::NotOwner(owner)),
            _ => Ok(()),
        }
    }

    /// Checks that a seat may move a card into an existing pile, and returns the card's place.
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
        if self.epochs.len() >= MAX_KEY_EPOCHS {
            return Err(Fault::TooManyKeys);
        }
        let groups = self.by_key(pile);
        if groups.is_empty() {
            return Err(Fault::NoCards);
        }
        for key in groups.keys() {
            if self.epoch(*key)?.shares.len() != self.present.len() {
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
        // A seat cannot be asked about a card that it only may have seen in an operation that was interrupted.
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
        then: AfterLook,
    ) -> Result<Waiting, Fault> {
        if let Some(seat) = viewer.filter(|&seat| !self.present.contains(seat)) {
            return Err(Fault::NoSuchSeat(seat));
        }
        match then {
            AfterLook::Move(to, _) => self.room(pile, to, count)?,
            AfterLook::Take(to) => self.room(pile, to, 1)?,
            AfterLook::Stay | AfterLook::Arrange => {}
        }
        let places = (first..first + count).collect();
        let (shares, points) = (Submissions::default(), Vec::new());
        let look = PendingLook { pile, places, viewer, then, shares, points };
        let cards = self.looked_at(&look)?;
        self.one_key(&cards)?;
        // For a card that a seat has seen, the shares of all other seats are public. If the shares of all but another viewer
        // were public too, everybody could read it. So the new viewer first re-masks it.
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

    /// Handles an agreement: all players agree to closing the table, the owner of a pile to a mill.
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

    /// Checks that the table has room for so many more cards, including those in answers.
    pub(super) fn can_hold(&self, more: usize) -> Result<(), Fault> {
        let all: usize = self.everything().values().map(Vec::len).sum();
        if all + more > MAX_TABLE_CARDS { Err(Fault::TooManyCards) } else { Ok(()) }
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

    /// All cards by key epoch, including those in answers, oldest first.
    pub(in super::super) fn everything(&self) -> BTreeMap<usize, Vec<crate::MaskedCard>> {
        let lying = self.piles.values().flat_map(|state| &state.cards);
        let lying = lying.map(|card| (card.masked, card.key));
        let asked = self.answers.iter().flat_map(|answer| &answer.cards).copied();
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for (masked, key) in lying.chain(asked) {
            groups.entry(key).or_default().push(masked);
        }
        groups
    }

    /// Notes that these seats may know these cards from now on.
    pub(super) fn may_know(&mut self, look: &PendingLook, seats: Seats) {
        self.may_be_known(look.pile, &look.places, seats);
    }

    pub(super) fn may_be_known(&mut self, pile: Pile, places: &[usize], seats: Seats) {
        let Some(state) = self.piles.get_mut(&pile) else { return };
        for &place in places {
            if let Some(card) = state.cards.get_mut(place) {
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
