//! What one machine knows of the cards: a ledger that is possible by all that its viewer has seen.

use crate::card::{Card, Cards};
use crate::ledger::{Audience, Ledger, ListReader};
use crate::lens::{Lens, Sight, Viewer};
use crate::seat::{Seat, Seats};

/// What one machine knows of the cards.
///
/// The faces that its viewer sees are true. Under the other handles of a deck lie the deck's other faces, in an order that
/// means nothing: a lens never shows them, and [`imagine`](crate::imagine()) deals them anew. When a face becomes known,
/// it changes places with the one that lay there.
///
/// Who *openly* sees a card is public and the same on all machines.
#[derive(Clone)]
pub(super) struct Knowledge<F> {
    me: Viewer,
    ledger: Ledger<F>,
    /// For each card, the seats that may know it because they moved it among cards of which they knew some. That they
    /// may is public; a machine knows only of its own viewer whether it does.
    may_know: Vec<Seats>,
    /// For each card, with which others it was last put in an order that nobody knows: those that have the same number. A card that
    /// was named alone since then has a number of its own.
    mixed: Vec<u32>,
    /// The last of these numbers.
    mixes: u32,
    /// The seats that have left.
    gone: Seats,
}

impl<F: Copy + Ord> Knowledge<F> {
    pub(super) fn new(me: Viewer) -> Self {
        Self {
            me,
            ledger: Ledger::default(),
            may_know: Vec::new(),
            mixed: Vec::new(),
            mixes: 0,
            gone: Seats::NONE,
        }
    }

    pub(super) const fn me(&self) -> Viewer {
        self.me
    }

    pub(super) const fn lens(&self, viewer: Viewer) -> Lens<'_, F> {
        Lens::new(&self.ledger, Sight::Of(viewer))
    }

    pub(super) fn cards(&self) -> Cards {
        self.ledger.cards()
    }

    pub(super) fn holds(&self, card: Card) -> bool {
        self.ledger.holds(&[card])
    }

    /// The face, if everybody sees it.
    pub(super) fn public_face(&self, card: Card) -> Option<F> {
        self.lens(Viewer::Spectator).face(card)
    }

    /// The face, if this machine's viewer sees it.
    pub(super) fn own_face(&self, card: Card) -> Option<F> {
        self.lens(self.me).face(card)
    }

    /// Whether everybody knows that this seat sees the card.
    pub(super) fn openly_sees(&self, seat: Seat, card: Card) -> bool {
        let row = self.ledger.rows().get(card.index());
        row.is_some_and(|row| row.audience.openly_includes(seat.into()))
    }

    /// Whether this seat may see the card, as far as everybody can tell.
    pub(super) fn may_see(&self, seat: Seat, card: Card) -> bool {
        self.openly_sees(seat, card)
            || self.may_know.get(card.index()).is_some_and(|seats| seats.contains(seat))
    }

    /// The faces that a hidden card may have, as far as everybody can tell, sorted; `None` if its list is secret.
    pub(super) fn possible_faces(&self, card: Card) -> Option<Vec<F>> {
        let mut faces: Vec<F> = self.ledger.hidden_like(card)?.collect();
        faces.sort_unstable();
        faces.dedup();
        Some(faces)
    }

    pub(super) fn bring(&mut self, faces: &[F]) -> Option<Cards> {
        let cards = self.ledger.bring(faces, ListReader::Everybody)?;
        self.note_brought();
        Some(cards)
    }

    /// Brings a secret list, of which its owner's machine has the faces.
    pub(super) fn bring_sealed(
        &mut self,
        owner: Seat,
        count: usize,
        faces: Option<&[F]>,
    ) -> Option<Cards> {
        let reader = ListReader::Only(owner);
        let cards = match faces {
            Some(faces) => self.ledger.bring(faces, reader),
            None => self.ledger.bring_unknown(count, reader),
        }?;
        self.note_brought();
        Some(cards)
    }

    fn note_brought(&mut self) {
        self.mixes += 1;
        self.may_know.resize(self.cards().len(), Seats::NONE);
        self.mixed.resize(self.cards().len(), self.mixes);
    }

    /// These cards were put in an order together, or this one was named alone.
    pub(super) fn mix_together(&mut self, cards: &[Card]) {
        self.mixes += 1;
        for card in cards {
            if let Some(mixed) = self.mixed.get_mut(card.index()) {
                *mixed = self.mixes;
            }
        }
    }

    /// With which others the card was last put in an order that nobody knows.
    pub(super) fn mixed_with(&self, card: Card) -> u32 {
        self.mixed.get(card.index()).copied().unwrap_or_default()
    }

    /// The seats that have left.
    pub(super) const fn gone(&self) -> Seats {
        self.gone
    }

    /// The cards that nobody but this seat openly sees, and those that others openly see with it.
    pub(super) fn seen_by(&self, seat: Seat) -> (Vec<Card>, Vec<Card>) {
        let seen = |card: &Card| self.openly_sees(seat, *card) && self.public_face(*card).is_none();
        let alone = |card: &Card| {
            let row = self.ledger.rows().get(card.index());
            row.is_some_and(|row| row.audience.seats().without(seat).is_empty())
        };
        self.cards().into_iter().filter(seen).partition(alone)
    }

    /// A seat leaves. These cards lie open from now on. `Err` is a card that cannot have its face, by what this machine's viewer
    /// sees.
    pub(super) fn leave(&mut self, seat: Seat, opened: &[(Card, F)]) -> Result<(), Card> {
        for &(card, face) in opened {
            if !self.learn(card, face) {
                return Err(card);
            }
            self.reveal(card);
            self.mix_together(&[card]);
        }
        self.ledger.forget_seat(seat);
        for seats in &mut self.may_know {
            *seats = seats.without(seat);
        }
        self.gone = self.gone.with(seat);
        Ok(())
    }

    /// Cards that nobody sees were shuffled among each other: who knew in secret which of them is where has lost track.
    pub(super) fn renew(&mut self, pile: &[Card]) {
        let hidden = |card: &&Card| {
            let row = self.ledger.rows().get(card.index());
            row.is_some_and(|row| !row.audience.is_public() && row.audience.seats().is_empty())
        };
        let hidden: Vec<Card> = pile.iter().filter(hidden).copied().collect();
        if hidden.len() > 1 {
            self.shuffle(&hidden);
        }
    }

    /// Whether everybody sees all of these cards.
    pub(super) fn all_public(&self, cards: &[Card]) -> bool {
        self.ledger.all_public(cards)
    }

    /// Everybody loses track of these cards.
    pub(super) fn shuffle(&mut self, cards: &[Card]) {
        self.ledger.forget(cards);
        self.set_may_know(cards, Seats::NONE);
        self.mix_together(cards);
    }

    pub(super) fn show(&mut self, card: Card, to: Seat) {
        self.ledger.show(card, to);
        self.mix_together(&[card]);
    }

    pub(super) fn reveal(&mut self, card: Card) {
        self.ledger.reveal(card);
    }

    pub(super) fn conceal(&mut self, card: Card, keep: Seats) {
        self.ledger.conceal_but_for(card, keep, self.gone);
        if let Some(seats) = self.may_know.get_mut(card.index()) {
            *seats = seats.and(keep);
        }
    }

    /// A seat moves cards, in an order that is known here if it is this machine's own.
    pub(super) fn rearrange(&mut self, seat: Seat, cards: &[Card], order: Option<&[u16]>) {
        let knows_all = cards.iter().all(|&card| self.openly_sees(seat, card));
        let knows_some = cards.iter().any(|&card| self.may_see(seat, card));
        if let Some(order) = order {
            self.ledger.rearrange(cards, order, Some(seat));
        } else {
            let kept = if knows_all { seat.only() } else { Seats::NONE };
            self.ledger.forget(cards);
            for card in cards {
                self.ledger.rows_mut()[card.index()].audience = Audience::only(kept);
            }
        }
        let may_know = if knows_some && !knows_all { seat.only() } else { Seats::NONE };
        self.set_may_know(cards, may_know);
        self.mix_together(cards);
    }

    /// Notes what is on a card. Returns whether it can be, by what this machine's viewer sees.
    #[must_use]
    pub(super) fn learn(&mut self, card: Card, face: F) -> bool {
        let me = self.me;
        learn(&mut self.ledger, card, face, |audience| audience.includes(me))
    }

    /// Notes what the author of an action says is on a card, also if this machine's viewer knows better: all machines carry an
    /// action out alike, and whether it is so shows when the card is turned over.
    pub(super) fn believe(&mut self, card: Card, face: F) {
        if !self.learn(card, face)
            && let Some(row) = self.ledger.rows_mut().get_mut(card.index())
        {
            row.face = Some(face);
        }
    }

    /// What others judge an action of this seat by, if it turns over these cards: nothing that is not public. `Err` is a
    /// card that cannot have the face, as far as everybody can tell.
    pub(super) fn as_judged(&self, turned: &[(Card, F)]) -> Result<Ledger<F>, Card> {
        let mut ledger = self.ledger.clone();
        for (row, &may_know) in ledger.rows_mut().iter_mut().zip(&self.may_know) {
            row.audience = row.audience.with_secret(may_know);
        }
        for &(card, face) in turned {
            if !learn(&mut ledger, card, face, Audience::is_public) {
                return Err(card);
            }
            ledger.reveal(card);
        }
        Ok(ledger)
    }

    /// A copy in which the cards that this machine's viewer sees, and not everybody, have other faces.
    pub(super) fn redealt(&self, faces: impl Fn(Card) -> Option<F>) -> Self {
        let mut copy = self.clone();
        for deck in self.ledger.decks() {
            let (mut left, mut hidden) = (Vec::new(), Vec::new());
            for (card, row) in self.cards().into_iter().zip(self.ledger.rows()) {
                if row.deck == deck && !row.audience.is_public() {
                    left.push(row.face);
                    let seen = row.audience.includes(self.me);
                    if seen {
                        copy.ledger.rows_mut()[card.index()].face = faces(card);
                    } else {
                        hidden.push(card);
                    }
                }
            }
            for (card, row) in self.cards().into_iter().zip(copy.ledger.rows()) {
                let taken =
                    row.deck == deck && !row.audience.is_public() && !hidden.contains(&card);
                let at = |wanted| left.iter().position(|&face| face == wanted);
                if let Some(at) = at(row.face).or_else(|| at(None)).filter(|_| taken) {
                    left.swap_remove(at);
                }
            }
            if self.ledger.knows_list(deck, self.me) {
                // In another world the list is another one.
                left = hidden.iter().map(|&card| faces(card)).collect();
            }
            left.sort_unstable();
            for (card, face) in hidden.into_iter().zip(left) {
                copy.ledger.rows_mut()[card.index()].face = face;
            }
        }
        copy
    }

    fn set_may_know(&mut self, cards: &[Card], seats: Seats) {
        for card in cards {
            if let Some(may_know) = self.may_know.get_mut(card.index()) {
                *may_know = seats;
            }
        }
    }
}

/// Puts a face under a card, in exchange for one of the same deck that is not certain. Returns whether there is one.
fn learn<F: Copy + PartialEq>(
    ledger: &mut Ledger<F>,
    card: Card,
    face: F,
    is_certain: impl Fn(Audience) -> bool,
) -> bool {
    let Some(&there) = ledger.rows().get(card.index()) else { return false };
    if there.face == Some(face) {
        return true;
    }
    if is_certain(there.audience) {
        return false;
    }
    // A face of a public list, or else one of a list that is secret here.
    let free = |wanted: Option<F>| {
        ledger.rows().iter().position(|row| {
            row.deck == there.deck && row.face == wanted && !is_certain(row.audience)
        })
    };
    let Some(at) = free(Some(face)).or_else(|| free(None)) else { return false };
    ledger.rows_mut()[at].face = there.face;
    ledger.rows_mut()[card.index()].face = Some(face);
    true
}
