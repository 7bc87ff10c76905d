//! The dealer's ledger: what is printed on each card, and who may see it.

use crate::card::{Card, Cards};
use crate::lens::{Sight, Viewer};
use crate::seat::{Seat, Seats};

/// Who may see a card's face.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Audience {
    seats: Seats,
    /// Seats that know the card because they arranged or mixed it. Where it went is their secret, so it is also secret
    /// that they know *this* card. That the seats in `seats` know it is public.
    secretly: Seats,
    everybody: bool,
}

impl Audience {
    pub(crate) const NOBODY: Self = Self::only(Seats::NONE);
    pub(crate) const EVERYBODY: Self = Self { everybody: true, ..Self::NOBODY };

    pub(crate) const fn only(seats: Seats) -> Self {
        Self { seats, secretly: Seats::NONE, everybody: false }
    }

    const fn secretly(seat: Seat) -> Self {
        Self { secretly: seat.only(), ..Self::NOBODY }
    }

    pub(crate) const fn includes(self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.everybody || self.seats.or(self.secretly).contains(seat),
            Viewer::Spectator => self.everybody,
        }
    }

    /// Whether the face is seen so.
    const fn is_seen(self, sight: Sight) -> bool {
        match sight {
            Sight::Of(viewer) => self.includes(viewer),
            Sight::OnBehalf(_) => self.everybody,
            Sight::Hindsight => true,
        }
    }

    pub(crate) fn openly_includes(self, viewer: Viewer) -> bool {
        self.everybody || viewer.seat().is_some_and(|seat| self.seats.contains(seat))
    }

    /// Whether everybody sees the card, spectators included.
    pub(crate) const fn is_public(self) -> bool {
        self.everybody
    }

    /// The audience as others judge it: these seats may know the card, and nobody else can tell.
    pub(crate) const fn with_secret(self, secretly: Seats) -> Self {
        Self { secretly, ..self }
    }

    /// The audience as far as this viewer knows it.
    pub(crate) fn as_known_to(self, viewer: Viewer) -> Self {
        let own = viewer.seat().map_or(Seats::NONE, Seat::only);
        Self { secretly: self.secretly.and(own), ..self }
    }

    /// The audience after everybody but `keeper` has lost track of the card among others. If the keeper openly knows all
    /// of them, everybody knows that it knows this one.
    fn kept_by(self, keeper: Seat, knows_all: bool) -> Self {
        if knows_all {
            Self::only(keeper.only())
        } else if self.includes(Viewer::Seat(keeper)) {
            Self::secretly(keeper)
        } else {
            Self::NOBODY
        }
    }

    fn add(&mut self, seat: Seat) {
        self.seats = self.seats.with(seat);
    }

    /// The seats of which everybody knows that they see the card, if not everybody does.
    pub(crate) const fn seats(self) -> Seats {
        self.seats
    }

    fn remove(&mut self, seat: Seat) {
        self.seats = self.seats.without(seat);
        self.secretly = self.secretly.without(seat);
    }
}

/// Cards that were brought together, or that come from several decks which were mixed since.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Deck(u16);

/// One row of the ledger.
#[derive(Clone, Copy)]
pub(crate) struct LedgerRow<F> {
    /// The face, or `None` if it is unknown: a card from a secret list, in an imagined house.
    pub(crate) face: Option<F>,
    pub(crate) audience: Audience,
    pub(crate) deck: Deck,
}

/// Who knows the list of faces in a deck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListReader {
    Everybody,
    Only(Seat),
    Nobody,
}

impl ListReader {
    /// Who knows the list after two decks have become one.
    fn of_both(self, other: Self) -> Self {
        match (self, other) {
            (Self::Everybody, one) | (one, Self::Everybody) => one,
            (Self::Only(a), Self::Only(b)) if a == b => self,
            _ => Self::Nobody,
        }
    }
}

/// All faces of a table. It has no `Debug` and no `Serialize` and is private to this crate; others look through a lens.
#[derive(Clone)]
pub(crate) struct Ledger<F> {
    rows: Vec<LedgerRow<F>>,
    /// For each deck, who knows its list.
    readers: Vec<ListReader>,
}

impl<F> Default for Ledger<F> {
    fn default() -> Self {
        Self { rows: Vec::new(), readers: Vec::new() }
    }
}

impl<F: Copy> Ledger<F> {
    /// All cards of the table.
    pub(crate) fn cards(&self) -> Cards {
        Cards::new(0, count(self.rows.len()))
    }

    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.readers.clear();
    }

    /// Adds a deck, unless the table would have too many cards.
    pub(crate) fn bring(&mut self, faces: &[F], reader: ListReader) -> Option<Cards> {
        self.bring_rows(faces.iter().map(|&face| Some(face)), reader)
    }

    /// Adds a deck whose faces are not known here, unless the table would have too many cards.
    pub(crate) fn bring_unknown(&mut self, cards: usize, reader: ListReader) -> Option<Cards> {
        self.bring_rows(std::iter::repeat_n(None, cards), reader)
    }

    fn bring_rows(
        &mut self,
        faces: impl ExactSizeIterator<Item = Option<F>>,
        reader: ListReader,
    ) -> Option<Cards> {
        let added = faces.len();
        if self.rows.len() + added > MAX_CARDS || self.readers.len() == MAX_CARDS {
            return None;
        }
        let first = count(self.rows.len());
        let deck = Deck(count(self.readers.len()));
        self.readers.push(reader);
        let audience = Audience::NOBODY;
        self.rows.extend(faces.map(|face| LedgerRow { face, audience, deck }));
        Some(Cards::new(first, count(added)))
    }

    pub(crate) fn seen(&self, card: Card, sight: Sight) -> Option<F> {
        let row = self.rows.get(card.index())?;
        if row.audience.is_seen(sight) { row.face } else { None }
    }

    /// The face, if it is seen so and not by everybody.
    pub(crate) fn seen_privately(&self, card: Card, sight: Sight) -> Option<F> {
        let row = self.rows.get(card.index())?;
        if !row.audience.everybody && row.audience.is_seen(sight) { row.face } else { None }
    }

    /// Whether this seat is in the card's audience, openly or in secret.
    pub(crate) fn may_be_seen_by(&self, card: Card, seat: Seat) -> bool {
        self.rows.get(card.index()).is_some_and(|row| row.audience.includes(seat.into()))
    }

    /// Whether the card may have such a face, as far as everybody can tell: it is in the list of its deck and does not lie
    /// open elsewhere. If the list is secret, the card may be anything.
    pub(crate) fn could_be(&self, card: Card, fits: impl Fn(F) -> bool) -> bool {
        self.hidden_like(card).is_none_or(|mut faces| faces.any(fits))
    }

    /// The faces that a hidden card may have, as far as everybody can tell, in no order; `None` if its list is secret.
    pub(crate) fn hidden_like(&self, card: Card) -> Option<impl Iterator<Item = F>> {
        let deck = self.rows.get(card.index())?.deck;
        let hidden = move |row: &&LedgerRow<F>| row.deck == deck && !row.audience.everybody;
        self.knows_list(deck, Viewer::Spectator)
            .then(|| self.rows.iter().filter(hidden).filter_map(|row| row.face))
    }

    pub(crate) fn face(&self, card: Card) -> Option<F> {
        self.rows.get(card.index())?.face
    }

    pub(crate) fn show(&mut self, card: Card, seat: Seat) {
        if let Some(row) = self.rows.get_mut(card.index()) {
            row.audience.add(seat);
        }
    }

    pub(crate) fn reveal(&mut self, card: Card) -> Option<F> {
        let row = self.rows.get_mut(card.index())?;
        row.audience = Audience::EVERYBODY;
        row.face
    }

    pub(crate) fn conceal(&mut self, card: Card, keep: Seats) {
        if let Some(row) = self.rows.get_mut(card.index()) {
            let Audience { seats, secretly, everybody } = row.audience;
            let seats = if everybody { keep } else { seats.and(keep) };
            row.audience = Audience { seats, secretly: secretly.and(keep), everybody: false };
        }
    }

    /// A seat has left: it sees nothing any more but what everybody sees.
    pub(crate) fn forget_seat(&mut self, seat: Seat) {
        self.rows.iter_mut().for_each(|row| row.audience.remove(seat));
    }

    /// Whether everybody sees all of these cards.
    pub(crate) fn all_public(&self, cards: &[Card]) -> bool {
        let public = |card: &Card| self.rows.get(card.index()).map(|row| row.audience.everybody);
        cards.iter().all(|card| public(card) == Some(true))
    }

    /// Turns a card face down, for all but these seats. If only seats that have left would see it, it stays open: nobody else can
    /// know it for them.
    pub(crate) fn conceal_but_for(&mut self, card: Card, keep: Seats, gone: Seats) {
        let here = keep.minus(gone);
        if !here.is_empty() || keep.is_empty() {
            self.conceal(card, here);
        } else if !self.all_public(&[card]) {
            self.conceal(card, Seats::NONE);
        }
    }

    /// Moves the faces under the handles: the card at place `i` gets what lay at place `order[i]`.
    /// Everybody forgets these cards, except `keeper`, who keeps what it knew.
    pub(crate) fn rearrange(&mut self, cards: &[Card], order: &[u16], keeper: Option<Seat>) {
        let before: Vec<LedgerRow<F>> = cards.iter().map(|card| self.rows[card.index()]).collect();
        let knows_all = keeper.is_some_and(|seat| {
            before.iter().all(|row| row.audience.openly_includes(Viewer::Seat(seat)))
        });
        for (&card, &from) in cards.iter().zip(order) {
            let moved = &before[usize::from(from)];
            let row = &mut self.rows[card.index()];
            row.face = moved.face;
            row.audience = match keeper {
                Some(seat) => moved.audience.kept_by(seat, knows_all),
                None => Audience::NOBODY,
            };
        }
        self.merge_decks(cards);
    }

    /// Swaps two faces as a step of a shuffle; [`Ledger::forget`] completes it.
    pub(crate) fn swap(&mut self, a: Card, b: Card) {
        let face = self.rows[a.index()].face;
        self.rows[a.index()].face = self.rows[b.index()].face;
        self.rows[b.index()].face = face;
    }

    /// Everybody forgets these cards.
    pub(crate) fn forget(&mut self, cards: &[Card]) {
        for card in cards {
            self.rows[card.index()].audience = Audience::NOBODY;
        }
        self.merge_decks(cards);
    }

    /// Swaps two faces and their audiences as a step of a mix; [`Ledger::forget_but`] completes it.
    pub(crate) fn swap_seen(&mut self, a: Card, b: Card) {
        self.swap(a, b);
        let audience = self.rows[a.index()].audience;
        self.rows[a.index()].audience = self.rows[b.index()].audience;
        self.rows[b.index()].audience = audience;
    }

    /// Everybody but `keeper` forgets these cards.
    pub(crate) fn forget_but(&mut self, cards: &[Card], keeper: Seat) {
        let viewer = Viewer::Seat(keeper);
        let openly = |card: &Card| self.rows[card.index()].audience.openly_includes(viewer);
        let knows_all = cards.iter().all(openly);
        for card in cards {
            let audience = &mut self.rows[card.index()].audience;
            *audience = audience.kept_by(keeper, knows_all);
        }
        self.merge_decks(cards);
    }

    /// Makes one deck of the decks of these cards, because their handles no longer tell which deck a face came from.
    fn merge_decks(&mut self, cards: &[Card]) {
        let Some(first) = cards.first().map(|card| self.rows[card.index()].deck) else { return };
        if cards.iter().all(|card| self.rows[card.index()].deck == first) {
            return;
        }
        let mixed: Vec<Deck> = cards.iter().map(|card| self.rows[card.index()].deck).collect();
        self.readers[usize::from(first.0)] = mixed
            .iter()
            .map(|deck| self.readers[usize::from(deck.0)])
            .fold(ListReader::Everybody, ListReader::of_both);
        for row in &mut self.rows {
            if mixed.contains(&row.deck) {
                row.deck = first;
            }
        }
    }

    pub(crate) fn holds(&self, cards: &[Card]) -> bool {
        cards.iter().all(|card| card.index() < self.rows.len())
    }

    pub(crate) fn rows(&self) -> &[LedgerRow<F>] {
        &self.rows
    }

    pub(crate) fn rows_mut(&mut self) -> &mut [LedgerRow<F>] {
        &mut self.rows
    }

    /// Whether this viewer knows which faces are in the deck.
    pub(crate) fn knows_list(&self, deck: Deck, viewer: Viewer) -> bool {
        match self.readers[usize::from(deck.0)] {
            ListReader::Everybody => true,
            ListReader::Only(owner) => viewer.seat() == Some(owner),
            ListReader::Nobody => false,
        }
    }

    pub(crate) fn decks(&self) -> impl Iterator<Item = Deck> + use<F> {
        (0..count(self.readers.len())).map(Deck)
    }
}

/// The most cards that a table can hold.
const MAX_CARDS: usize = u16::MAX as usize;

/// A number of cards as a handle counts them. `bring` checks that there are not too many.
#[allow(clippy::cast_possible_truncation)]
fn count(cards: usize) -> u16 {
    debug_assert!(cards <= MAX_CARDS);
    cards as u16
}
