//! Libraries: drawing, milling and shuffling (R-LIB-01, R-MILL-01).

use facedown_core::{Card, Dealer, Dealt, Seat, Seats};

use super::acting::{Acting, count};
use super::details::{MillTo, Part};
use super::event::{Doom, Event, backs};
use super::find::within;
use super::place::{Place, Side, Zone};
use super::refusal::Refusal;
use super::state::Spellbook;

/// The most cards that are drawn, milled or looked at at once.
pub(super) const MOST_CARDS: usize = 500;

impl Spellbook {
    /// Checks a number of cards (R-LIB-01).
    pub(super) fn check_cards(given: u16) -> Result<(), Refusal> {
        within(usize::from(given), MOST_CARDS, "cards")
    }

    pub(super) fn check_mill(&self, seat: Seat, given: u16) -> Result<(), Refusal> {
        self.living(seat)?;
        Self::check_cards(given)
    }

    pub(super) fn check_part(part: Part) -> Result<(), Refusal> {
        let (Part::Top(given) | Part::Bottom(given)) = part;
        Self::check_cards(given)
    }

    /// The cards of a library that a part of it names, the top one first; fewer if there are no more.
    pub(super) fn part(&self, seat: Seat, part: Part) -> Vec<Card> {
        let library = &self.board.players[seat].library;
        match part {
            Part::Top(count) => library.iter().take(count.into()).copied().collect(),
            Part::Bottom(count) => library[library.len().saturating_sub(count.into())..].to_vec(),
        }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Draws cards, as many as there are (R-LIB-01, R-LIB-02).
    pub(super) fn draw(&mut self, seat: Seat, asked: u16) -> Dealt<()> {
        let cards = self.game.part(seat, Part::Top(asked));
        self.player(seat).library.drain(..cards.len());
        self.enter_hand(seat, &cards)?;
        let drawn = count(cards.len());
        self.announce(Event::Drew { player: seat, count: drawn, asked });
        if !cards.is_empty() {
            self.tell(seat.only(), &Event::YouDrew { cards: backs(&cards) });
        }
        if drawn < asked {
            self.doom(seat, Doom::EmptyLibrary);
        }
        Ok(())
    }

    /// Mills cards, as many as there are (R-MILL-01, R-MILL-02, R-MILL-03).
    pub(super) fn mill(&mut self, seat: Seat, asked: u16, to: MillTo) -> Dealt<()> {
        let cards = self.game.part(seat, Part::Top(asked));
        let taken = self.take_cards(&cards);
        let (zone, side) = match to {
            MillTo::Graveyard => (Zone::Graveyard, Side::Up),
            MillTo::Exile => (Zone::Exile, Side::Up),
            MillTo::ExileFaceDown | MillTo::ExileUnseen => (Zone::Exile, Side::Down),
        };
        self.put(taken, Place::of(zone), Some(side))?;
        if to == MillTo::ExileFaceDown {
            for &card in &cards {
                self.show(card, seat)?;
            }
        }
        let player = self.seat;
        self.announce(Event::Milled { player, seat, asked, to, cards: backs(&cards) });
        if to == MillTo::ExileFaceDown && !cards.is_empty() {
            self.tell(seat.only(), &Event::YouMilled { cards: backs(&cards) });
        }
        Ok(())
    }

    /// Shuffles one's own library or a part of it (R-LIB-03).
    pub(super) fn shuffle_library(&mut self, part: Option<Part>) -> Dealt<()> {
        let player = self.seat;
        let all = || self.game.board.players[player].library.clone();
        let cards = part.map_or_else(all, |part| self.game.part(player, part));
        self.shuffle(&cards)?;
        self.announce(Event::Shuffled { player, cards: count(cards.len()), part });
        Ok(())
    }

    /// Keeps the top card of each library shown to those who are to see it (R-SHOW-03).
    pub(super) fn show_tops(&mut self) -> Dealt<()> {
        for seat in self.game.living.iter() {
            let Some(to) = self.game.players[seat].top_shown else { continue };
            let top = self.game.board.players[seat].library.first().copied();
            if top == self.game.players[seat].top {
                continue;
            }
            self.person(seat).top = top;
            let Some(card) = top else { continue };
            self.show_all(&[card], to)?;
            let event = Event::TopIs { player: seat, card: facedown_core::Shown::back(card) };
            match to {
                super::place::Audience::All => self.announce(event),
                super::place::Audience::Seats(seats) => self.tell(seats, &event),
            }
        }
        Ok(())
    }

    /// Everybody in the game.
    pub(super) const fn everybody(&self) -> Seats {
        self.game.living
    }
}
