//! A player in the middle of an action: the dealer’s verbs, and how much they keep the action from being undone.

use std::sync::Arc;

use facedown_core::{Card, CardOrder, Dealer, Dealt, Sealed, Seat, Seats};

use super::event::{Aim, Event, Named};
use super::face::CardId;
use super::place::{Audience, PieceId, Target};
use super::state::{Board, Person, Player, Spellbook};

/// How much an action keeps itself from being undone (R-UNDO-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Nobody has learnt anything.
    Open,
    /// Somebody has seen something, and goes on knowing it.
    Told,
    /// Chance or a secret was in it.
    Barrier,
}

/// A player in the middle of an action.
pub(super) struct Acting<'a, D> {
    pub(super) game: &'a mut Spellbook,
    pub(super) seat: Seat,
    dealer: &'a mut D,
    pub(super) weight: Weight,
}

impl<'a, D: Dealer<Spellbook>> Acting<'a, D> {
    pub(super) const fn new(game: &'a mut Spellbook, seat: Seat, dealer: &'a mut D) -> Self {
        Self { game, seat, dealer, weight: Weight::Open }
    }

    fn weigh(&mut self, weight: Weight) {
        self.weight = self.weight.max(weight);
    }

    /// The board, to be changed. The past keeps the one before.
    pub(super) fn board(&mut self) -> &mut Board {
        Arc::make_mut(&mut self.game.board)
    }

    /// What a player has on the board, to be changed.
    pub(super) fn player(&mut self, seat: Seat) -> &mut Player {
        &mut self.board().players[seat]
    }

    /// What a player has beyond the board.
    pub(super) fn person(&mut self, seat: Seat) -> &mut Person {
        &mut self.game.players[seat]
    }

    pub(super) fn show(&mut self, card: Card, to: Seat) -> Dealt<()> {
        self.weigh(Weight::Told);
        self.dealer.show(card, to)
    }

    pub(super) fn reveal(&mut self, card: Card) -> Dealt<CardId> {
        self.weigh(Weight::Told);
        self.dealer.reveal(card)
    }

    /// Shows cards to those players of an audience who are in the game.
    pub(super) fn show_all(&mut self, cards: &[Card], to: Audience) -> Dealt<()> {
        for &card in cards {
            match to {
                Audience::All => drop(self.reveal(card)?),
                Audience::Seats(seats) => {
                    for seat in seats.and(self.game.living).iter() {
                        self.show(card, seat)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Shuffles cards. A single card stays what it is, and whoever knows it goes on knowing it.
    pub(super) fn shuffle(&mut self, cards: &[Card]) -> Dealt<()> {
        self.weigh(Weight::Barrier);
        self.forget_tops();
        self.end_looks(cards);
        if cards.len() > 1 { self.dealer.shuffle(cards) } else { Ok(()) }
    }

    pub(super) fn mix(&mut self, seat: Seat, cards: &[Card]) -> Dealt<()> {
        self.weigh(Weight::Barrier);
        if cards.len() > 1 { self.dealer.mix(seat, cards) } else { Ok(()) }
    }

    pub(super) fn arrange(&mut self, cards: &[Card], order: &Sealed<CardOrder>) -> Dealt<()> {
        self.weigh(Weight::Barrier);
        self.forget_tops();
        self.end_looks(cards);
        // Also a single one: between machines the chain has what was sealed only if it is arranged.
        if cards.is_empty() { Ok(()) } else { self.dealer.arrange(self.seat, cards, order) }
    }

    /// Other cards may lie under the handles that were shown as tops of libraries.
    fn forget_tops(&mut self) {
        self.game.players.iter_mut().for_each(|(_, person)| person.top = None);
    }

    pub(super) fn roll(&mut self, sides: u32) -> Dealt<u32> {
        self.weigh(Weight::Barrier);
        self.dealer.roll(sides)
    }

    /// A random place in a list that is not empty.
    pub(super) fn pick(&mut self, places: usize) -> Dealt<usize> {
        let sides = u32::try_from(places.max(1)).unwrap_or(u32::MAX);
        Ok(usize::try_from(self.roll(sides)?).unwrap_or(0))
    }

    pub(super) fn bring(&mut self, faces: &[CardId]) -> Dealt<Vec<Card>> {
        self.weigh(Weight::Barrier);
        Ok(self.dealer.bring(faces)?.into_iter().collect())
    }

    pub(super) fn bring_sealed(&mut self, faces: &Sealed<Vec<CardId>>) -> Dealt<Vec<Card>> {
        self.weigh(Weight::Barrier);
        Ok(self.dealer.bring_sealed(self.seat, faces)?.into_iter().collect())
    }

    pub(super) fn announce(&mut self, event: Event) {
        self.dealer.announce(event);
    }

    /// Tells an event to some players who are in the game.
    pub(super) fn tell(&mut self, seats: Seats, event: &Event) {
        for seat in seats.and(self.game.living).iter() {
            self.dealer.tell(seat, event.clone());
        }
    }
}

impl Spellbook {
    /// A piece as events name it.
    pub(super) fn named(&self, id: PieceId) -> Named {
        let spec = || self.board.piece(id)?.spec().map(|spec| spec.name.clone());
        Named::of(id, if id.card().is_none() { spec() } else { None })
    }

    /// Pieces as events name them.
    pub(super) fn all_named(&self, ids: &[PieceId]) -> Vec<Named> {
        ids.iter().map(|&id| self.named(id)).collect()
    }

    /// A target as events name it.
    pub(super) fn aimed(&self, target: Target) -> Aim {
        target.aimed(|id| self.named(id))
    }
}

/// How many there are, as events say it.
pub(super) fn count(things: usize) -> u16 {
    u16::try_from(things).unwrap_or(u16::MAX)
}
