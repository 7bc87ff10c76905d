//! How messages change a table.

use std::sync::Arc;

use facedown_core::{Seat, Seats};

use super::message::{Deck, Message, Pile, Request};
use super::{Card, Cycle, Fault, Look, Table, Then, Visibility, Waiting};
use crate::domain;
use crate::group::Point;
use crate::keys::{JointKey, KeyOpening};
use crate::masked::{Face, MAX_CARDS};
use crate::rekey::{self, Rekeyed};
use crate::share::Shares;
use crate::transcript::{Operation, Transcript};

/// Whether proofs are checked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Proofs {
    /// They are.
    Checked,
    /// They are the player's own, made a moment ago for this very table: there is nobody to convict.
    Own,
}

impl Table {
    /// Carries out a message. `head` is the head of the chain after it. Nothing changes if it is refused.
    pub(super) fn apply(
        &mut self,
        author: Seat,
        message: &Message,
        head: [u8; 32],
        proofs: Proofs,
    ) -> Result<(), Fault> {
        if !self.seats.has(author) {
            return Err(Fault::NoSuchSeat(author));
        }
        // What is waited for changes only when a whole step is done; each handler says whether it is.
        let done = match message {
            Message::KeyPromise(promise) => self.key_promise(author, promise),
            Message::KeyOpening(opening) => self.key_opening(author, opening),
            Message::Bring { pile, faces } => self.bring(*pile, faces),
            Message::Ask(request) => self.ask(author, request),
            Message::Shares(shares) => self.shares(author, shares, proofs),
            Message::Shuffled(deck) => self.shuffled(author, deck, proofs),
            Message::Arranged { deck, top } => {
                self.arranged(author, deck, usize::from(*top), proofs)
            }
            Message::Taken(deck) => self.taken(author, deck, proofs),
            Message::Rekeyed(opening, batches) => self.rekeyed(author, opening, batches),
            Message::RollPromise(promise) => self.roll_promise(author, promise),
            Message::RollOpening(part) => self.roll_opening(author, part),
            Message::Forfeit(seat) => self.forfeit(author, *seat),
        }?;
        if done {
            self.since = head;
        }
        Ok(())
    }

    fn key_promise(&mut self, author: Seat, promise: &[u8; 32]) -> Result<bool, Fault> {
        let Waiting::Promises(promises) = &mut self.waiting else { return Err(Fault::NotDue) };
        fill(promises, author, *promise)?;
        let Some(promises) = complete(promises) else { return Ok(false) };
        self.waiting = Waiting::Keys { promises, shares: vec![None; self.seats.get()] };
        Ok(true)
    }

    fn key_opening(&mut self, author: Seat, opening: &KeyOpening) -> Result<bool, Fault> {
        // The promise was made before this phase began, so the opening is bound to the table alone.
        let mut context = self.context(author, Operation::Key, Pile(0));
        context.request = self.id;
        let Waiting::Keys { promises, shares } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let promise = promises.get(author.index()).ok_or(Fault::NotDue)?;
        fill(shares, author, opening.verify_promised(promise, &context)?)?;
        let Some(shares) = complete(shares) else { return Ok(false) };
        let joint = JointKey::new(&shares)?;
        self.cycles.push(Arc::new(Cycle { shares, joint }));
        self.waiting = Waiting::Request;
        Ok(true)
    }

    fn bring(&mut self, pile: Pile, faces: &[Face]) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Request) {
            return Err(Fault::NotDue);
        }
        if self.piles.contains_key(&pile) {
            return Err(Fault::PileTaken);
        }
        let key = self.cycles.len().checked_sub(1).ok_or(Fault::NotDue)?;
        let cards = self.faces.bring(&self.id, self.decks, faces, &self.cycles[key].joint);
        self.decks += 1;
        // The mask of a card on a public list is 1, so everybody can see it until it is shuffled.
        let cards = cards.into_iter().zip(faces).map(|(masked, &face)| Card {
            masked,
            key,
            visibility: Visibility::Public(face),
        });
        self.piles.insert(pile, cards.collect());
        Ok(true)
    }

    fn ask(&mut self, author: Seat, request: &Request) -> Result<bool, Fault> {
        if !matches!(self.waiting, Waiting::Request) {
            return Err(Fault::NotDue);
        }
        let everybody = || self.seats.from(author).collect::<Vec<_>>();
        self.waiting = match *request {
            Request::Shuffle { pile } => {
                self.deck(pile)?;
                Waiting::Shuffle { pile, order: everybody() }
            }
            Request::Reshuffle { pile } => {
                if self.pile(pile).is_empty() {
                    return Err(Fault::NoCards);
                }
                Waiting::Rekey { pile, fresh: vec![None; self.seats.get()] }
            }
            Request::Draw { pile, count, to } => {
                self.look(pile, 0, usize::from(count), Some(author), Then::Move(to))?
            }
            Request::Show { pile, place, to } => {
                self.look(pile, usize::from(place), 1, Some(to), Then::Stay)?
            }
            Request::Reveal { pile, place } => {
                self.look(pile, usize::from(place), 1, None, Then::Stay)?
            }
            Request::Scry { pile, count } => {
                self.look(pile, 0, usize::from(count), Some(author), Then::Arrange)?
            }
            Request::Tutor { pile, to } => {
                self.look(pile, 0, self.pile(pile).len(), Some(author), Then::Take(to))?
            }
            Request::Mill { pile, count, to, seen_by } => {
                self.look(pile, 0, usize::from(count), seen_by, Then::Move(to))?
            }
            Request::Return { from, place, pile } => {
                self.room(from, pile, 1)?;
                let cards = self.piles.get_mut(&from).ok_or(Fault::NoCards)?;
                let place = usize::from(place);
                if place >= cards.len() {
                    return Err(Fault::NoCards);
                }
                let card = cards.remove(place);
                self.piles.entry(pile).or_default().push(card);
                Waiting::Request
            }
            Request::Roll { sides: 0 } => return Err(Fault::NoSides),
            Request::Roll { sides } => {
                Waiting::RollPromises { sides, promises: vec![None; self.seats.get()] }
            }
        };
        Ok(true)
    }

    fn look(
        &self,
        pile: Pile,
        first: usize,
        count: usize,
        viewer: Option<Seat>,
        then: Then,
    ) -> Result<Waiting, Fault> {
        if let Some(seat) = viewer.filter(|&seat| !self.seats.has(seat)) {
            return Err(Fault::NoSuchSeat(seat));
        }
        match then {
            Then::Move(to) => self.room(pile, to, count)?,
            Then::Take(to) => self.room(pile, to, 1)?,
            Then::Stay | Then::Arrange => {}
        }
        let places = (first..first + count).collect();
        let look = Look { pile, places, viewer, then, shares: vec![None; self.seats.get()] };
        self.looked_at(&look)?;
        Ok(Waiting::Shares(look))
    }

    fn room(&self, from: Pile, to: Pile, count: usize) -> Result<(), Fault> {
        if from == to {
            Err(Fault::PileTaken)
        } else if self.pile(to).len() + count > MAX_CARDS {
            Err(Fault::PileFull)
        } else {
            Ok(())
        }
    }

    fn shares(&mut self, author: Seat, shares: &Shares, proofs: Proofs) -> Result<bool, Fault> {
        let Waiting::Shares(look) = &self.waiting else { return Err(Fault::NotDue) };
        if !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let (cycle, cards) = self.looked_at(look)?;
        let context = self.context(author, Operation::Share, look.pile);
        let public = cycle.shares.get(author.index()).ok_or(Fault::NotDue)?;
        let points = match proofs {
            Proofs::Checked => shares.verify(&context, public, &cards)?.to_vec(),
            Proofs::Own => shares.clone().into_points(),
        };
        let mut look = look.clone();
        fill(&mut look.shares, author, points)?;
        let missing = look.shares.iter().filter(|shares| shares.is_none()).count();
        if missing > usize::from(look.viewer.is_some()) {
            self.waiting = Waiting::Shares(look);
            return Ok(false);
        }
        let visible = self.made_visible(&look)?;
        let pile = self.piles.get_mut(&look.pile).ok_or(Fault::NoCards)?;
        for (&place, visibility) in look.places.iter().zip(visible) {
            pile[place].visibility = visibility;
        }
        self.waiting = match (look.then, look.viewer) {
            (Then::Move(to), _) => {
                let moved: Vec<_> = pile.drain(..look.places.len()).collect();
                self.piles.entry(to).or_default().extend(moved);
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

    /// Who can see the cards, when all shares are there.
    fn made_visible(&self, look: &Look) -> Result<Vec<Visibility>, Fault> {
        let pile = self.pile(look.pile);
        let visible = |(index, &place): (usize, &usize)| {
            let card = pile.get(place).ok_or(Fault::NoCards)?;
            match (card.visibility, look.viewer) {
                (Visibility::Public(face), _) => Ok(Visibility::Public(face)),
                (Visibility::Encrypted, Some(seat)) => Ok(Visibility::OwnerKnown(seat.only())),
                (Visibility::OwnerKnown(seats), Some(seat)) => {
                    Ok(Visibility::OwnerKnown(seats.with(seat)))
                }
                (_, None) => {
                    let shares = look.shares.iter().flatten().filter_map(|list| list.get(index));
                    let face = self.faces.face(&card.masked.unmask(shares));
                    face.map(Visibility::Public).ok_or(Fault::UnknownCard)
                }
            }
        };
        look.places.iter().enumerate().map(visible).collect()
    }

    fn shuffled(&mut self, author: Seat, deck: &Deck, proofs: Proofs) -> Result<bool, Fault> {
        let Waiting::Shuffle { pile, order } = &self.waiting else { return Err(Fault::NotDue) };
        if order.first() != Some(&author) {
            return Err(Fault::NotDue);
        }
        let (pile, rest) = (*pile, order[1..].to_vec());
        let count = self.pile(pile).len();
        self.replace((author, Operation::Shuffle), pile, count, deck, proofs)?;
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
        proofs: Proofs,
    ) -> Result<(), Fault> {
        let context = self.context(author, operation, pile);
        let cards = self.pile(pile).get(..count).ok_or(Fault::NoCards)?;
        let cycle = self.one_key(cards)?;
        let before: Vec<_> = cards.iter().map(|card| card.masked).collect();
        if proofs == Proofs::Checked {
            deck.proof.verify(&context, &cycle.joint, &before, &deck.cards)?;
        }
        let cards = self.piles.get_mut(&pile).ok_or(Fault::NoCards)?;
        for (card, masked) in cards.iter_mut().zip(&deck.cards) {
            (card.masked, card.visibility) = (*masked, Visibility::Encrypted);
        }
        Ok(())
    }

    fn arranged(
        &mut self,
        author: Seat,
        deck: &Deck,
        top: usize,
        proofs: Proofs,
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
        self.replace((author, Operation::Arrange), pile, count, deck, proofs)?;
        let cards = self.piles.get_mut(&pile).ok_or(Fault::NoCards)?;
        for card in &mut cards[..count] {
            card.visibility = Visibility::OwnerKnown(author.only());
        }
        let below: Vec<_> = cards.drain(top..count).collect();
        cards.extend(below);
        self.waiting = Waiting::Request;
        Ok(true)
    }

    fn taken(&mut self, author: Seat, deck: &Deck, proofs: Proofs) -> Result<bool, Fault> {
        let Waiting::Take { pile, seat, to } = self.waiting else { return Err(Fault::NotDue) };
        if seat != author {
            return Err(Fault::NotDue);
        }
        let count = self.pile(pile).len();
        self.replace((author, Operation::Tutor), pile, count, deck, proofs)?;
        let cards = self.piles.get_mut(&pile).ok_or(Fault::NoCards)?;
        let mut card = cards.remove(0);
        card.visibility = Visibility::OwnerKnown(author.only());
        let empty = cards.is_empty();
        self.piles.entry(to).or_default().push(card);
        // The author has just shuffled the rest together with the card it took.
        let order: Vec<_> = self.seats.from(author).skip(1).collect();
        self.waiting = if empty { Waiting::Request } else { Waiting::Shuffle { pile, order } };
        Ok(true)
    }

    fn rekeyed(
        &mut self,
        author: Seat,
        opening: &KeyOpening,
        batches: &[Rekeyed],
    ) -> Result<bool, Fault> {
        let Waiting::Rekey { pile, .. } = self.waiting else { return Err(Fault::NotDue) };
        if !self.waiting_on().contains(author) {
            return Err(Fault::NotDue);
        }
        let new = opening.verify(&self.context(author, Operation::Key, pile))?;
        let context = self.context(author, Operation::Rekey, pile);
        let groups = self.by_key(pile);
        if groups.len() != batches.len() {
            return Err(Fault::NotDue);
        }
        let mut steps = Vec::new();
        for ((key, cards), batch) in groups.iter().zip(batches) {
            let cycle = self.cycles.get(*key).ok_or(Fault::NotDue)?;
            let old = cycle.shares.get(author.index()).ok_or(Fault::NotDue)?;
            steps.extend_from_slice(batch.verify(&context, old, &new, cards)?);
        }
        let Waiting::Rekey { fresh, .. } = &mut self.waiting else { return Err(Fault::NotDue) };
        let mut all = fresh.clone();
        fill(&mut all, author, (new, steps))?;
        let Some(all) = complete(&all) else {
            *fresh = all;
            return Ok(false);
        };
        let shares: Vec<Point> = all.iter().map(|(share, _)| *share).collect();
        let joint = JointKey::new(&shares)?;
        let key = self.cycles.len();
        let cards = self.piles.get_mut(&pile).ok_or(Fault::NoCards)?;
        // The steps are grouped by old key, oldest first; the sort is stable, as the groups are.
        let mut places: Vec<_> = (0..cards.len()).collect();
        places.sort_by_key(|&place| cards[place].key);
        for (index, place) in places.into_iter().enumerate() {
            let steps = all.iter().filter_map(|(_, steps)| steps.get(index));
            let masked = rekey::apply(&cards[place].masked, steps);
            cards[place] = Card { masked, key, ..cards[place] };
        }
        self.cycles.push(Arc::new(Cycle { shares, joint }));
        let order = self.seats.all().iter().collect();
        self.waiting = Waiting::Shuffle { pile, order };
        Ok(true)
    }

    fn roll_promise(&mut self, author: Seat, promise: &[u8; 32]) -> Result<bool, Fault> {
        let Waiting::RollPromises { sides, promises } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        let sides = *sides;
        fill(promises, author, *promise)?;
        let Some(promises) = complete(promises) else { return Ok(false) };
        let parts = vec![None; self.seats.get()];
        self.waiting = Waiting::RollOpenings { sides, promises, parts };
        Ok(true)
    }

    fn roll_opening(&mut self, author: Seat, part: &[u8; 32]) -> Result<bool, Fault> {
        let promise = roll_promise(&self.id, author, part);
        let Waiting::RollOpenings { sides, promises, parts } = &mut self.waiting else {
            return Err(Fault::NotDue);
        };
        if promises.get(author.index()) != Some(&promise) {
            return Err(Fault::NotAsPromised);
        }
        fill(parts, author, *part)?;
        let Some(parts) = complete(parts) else { return Ok(false) };
        let mut transcript = Transcript::new(domain::ROLL);
        transcript.absorb(b"table", &self.id);
        transcript.absorb(b"since", &self.since);
        for part in &parts {
            transcript.absorb(b"part", part);
        }
        let mut word = [0; 16];
        word.copy_from_slice(&transcript.challenge_bytes(b"number")[..16]);
        let number = u128::from_le_bytes(word) % u128::from(*sides);
        self.rolled = u16::try_from(number).ok();
        self.waiting = Waiting::Request;
        Ok(true)
    }

    fn forfeit(&mut self, author: Seat, seat: Seat) -> Result<bool, Fault> {
        if seat == author || !self.waiting_on().contains(seat) {
            return Err(Fault::NotAbsent);
        }
        self.waiting = Waiting::Over(seat);
        Ok(true)
    }

    /// The seats that know a card, for tests and for showing.
    pub fn knows(card: &Card) -> Seats {
        match card.visibility {
            Visibility::OwnerKnown(seats) => seats,
            Visibility::Encrypted | Visibility::Public(_) => Seats::NONE,
        }
    }
}

/// The promise of a part of a roll.
pub(super) fn roll_promise(table: &[u8; 32], author: Seat, part: &[u8; 32]) -> [u8; 32] {
    let mut transcript = Transcript::new(domain::ROLL);
    transcript.absorb(b"table", table);
    transcript.absorb_number(b"author", author.index() as u64);
    transcript.absorb(b"part", part);
    let mut promise = [0; 32];
    promise.copy_from_slice(&transcript.challenge_bytes(b"promise")[..32]);
    promise
}

fn fill<T>(list: &mut [Option<T>], seat: Seat, value: T) -> Result<(), Fault> {
    match list.get_mut(seat.index()) {
        Some(place @ None) => {
            *place = Some(value);
            Ok(())
        }
        _ => Err(Fault::NotDue),
    }
}

fn complete<T: Clone>(list: &[Option<T>]) -> Option<Vec<T>> {
    list.iter().cloned().collect()
}
