//! Showing cards, keeping them shown, and hiding them again (R-SHOW, R-HAND).

use facedown_core::{Card, Dealer, Dealt, Seat, Shown};

use super::acting::Acting;
use super::details::Kept;
use super::event::{Event, backs};
use super::find::{each_card_once, within};
use super::place::{Audience, PieceId, Place, Side, Zone};
use super::refusal::Refusal;
use super::state::Spellbook;

impl Spellbook {
    pub(super) fn check_reveal(
        &self,
        seat: Seat,
        cards: &[Card],
        to: Audience,
    ) -> Result<(), Refusal> {
        each_card_once(cards)?;
        self.check_audience(to)?;
        cards.iter().try_for_each(|&card| self.own(seat, card.into()).map(drop))
    }

    pub(super) fn check_audience(&self, to: Audience) -> Result<(), Refusal> {
        match to {
            Audience::All => Ok(()),
            Audience::Seats(seats) => {
                within(seats.len(), usize::MAX, "player")?;
                seats.iter().try_for_each(|seat| self.living(seat))
            }
        }
    }

    /// Checks how many cards of a hand chance is to pick (R-SHOW-02).
    pub(super) fn check_random(&self, seat: Seat, given: u16) -> Result<(), Refusal> {
        let hand = self.board.players[seat].hand.len();
        within(given.into(), hand, "cards of your hand")
    }

    /// Checks that a face-down card may be looked at (R-SHOW-04).
    pub(super) fn check_peek(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        let id = PieceId::Card(card);
        let found = self.own(seat, id)?;
        let is_down = match found.zone {
            Zone::Battlefield | Zone::Stack | Zone::Command => {
                self.any_piece(id)?.side == Side::Down
            }
            Zone::Exile | Zone::Aside => true,
            Zone::Library | Zone::Hand | Zone::Graveyard | Zone::Sideboard => false,
        };
        let instead = "look at a face-down card in play or in exile";
        let wrong = Refusal::WrongZone { piece: id, zone: found.zone, instead, rule: "R-SHOW-04" };
        if is_down { Ok(()) } else { Err(wrong) }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    pub(super) fn reveal_cards(&mut self, cards: &[Card], to: Audience) -> Dealt<()> {
        self.show_cards(cards, to, false)
    }

    fn show_cards(&mut self, cards: &[Card], to: Audience, random: bool) -> Dealt<()> {
        let player = self.seat;
        if cards.iter().any(|card| self.game.board.players[player].hand.contains(card)) {
            self.person(player).stale = true;
        }
        self.show_all(cards, to)?;
        self.announce(Event::Revealed { player, to, random, cards: backs(cards) });
        if let Audience::Seats(seats) = to {
            self.tell(seats, &Event::YouAreShown { player, cards: backs(cards) });
        }
        Ok(())
    }

    /// Cards of the player's own hand that chance picks (R-SHOW-02).
    fn random_cards(&mut self, given: u16) -> Dealt<Vec<Card>> {
        let mut hand = self.game.board.players[self.seat].hand.clone();
        let mut picked = Vec::with_capacity(given.into());
        for _ in 0..given {
            let at = self.pick(hand.len())?;
            picked.push(hand.swap_remove(at));
        }
        Ok(picked)
    }

    pub(super) fn reveal_at_random(&mut self, given: u16, to: Audience) -> Dealt<()> {
        let cards = self.random_cards(given)?;
        self.show_cards(&cards, to, true)
    }

    pub(super) fn discard_at_random(&mut self, given: u16) -> Dealt<()> {
        let cards = self.random_cards(given)?;
        let taken = self.take_cards(&cards);
        self.put(taken, Place::of(Zone::Graveyard), None)?;
        self.announce(Event::DiscardedAtRandom { player: self.seat, cards: backs(&cards) });
        Ok(())
    }

    /// Keeps something shown from now on, or no longer (R-SHOW-03).
    pub(super) fn keep_shown(&mut self, what: Kept, to: Option<Audience>) -> Dealt<()> {
        let player = self.seat;
        self.announce(Event::KeptShown { player, what, to });
        match what {
            Kept::Top => {
                let person = self.person(player);
                (person.top_shown, person.top) = (to, None);
                // Whose top was shown is nobody's to take back.
                self.weight = self.weight.max(super::acting::Weight::Told);
                Ok(())
            }
            Kept::Hand => {
                self.person(player).hand_shown = to;
                if to.is_some() { self.keep_hand_shown(player) } else { self.hide(player) }
            }
        }
    }

    /// Shows a hand that is kept shown.
    pub(super) fn keep_hand_shown(&mut self, seat: Seat) -> Dealt<()> {
        let Some(to) = self.game.players[seat].hand_shown else { return Ok(()) };
        let hand = self.game.board.players[seat].hand.clone();
        self.person(seat).stale = true;
        self.show_all(&hand, to)
    }

    /// Mixes a hand, so that others lose track of its cards (R-HAND-01).
    pub(super) fn hide(&mut self, seat: Seat) -> Dealt<()> {
        let hand = self.game.board.players[seat].hand.clone();
        self.mix(seat, &hand)?;
        self.person(seat).stale = false;
        self.announce(Event::HandMixed { player: seat });
        self.keep_hand_shown(seat)
    }

    /// At the end of a turn all hands are mixed of whose single cards somebody could know something (R-HAND-01).
    pub(super) fn mix_hands(&mut self) -> Dealt<()> {
        for seat in self.game.living.iter() {
            let person = &self.game.players[seat];
            if !person.stale || person.hand_shown == Some(Audience::All) {
                continue;
            }
            let hand = self.game.board.players[seat].hand.clone();
            self.mix(seat, &hand)?;
            self.person(seat).stale = false;
            // Those to whom it is kept shown see it in its new order.
            self.keep_hand_shown(seat)?;
        }
        Ok(())
    }

    pub(super) fn peek(&mut self, card: Card) -> Dealt<()> {
        let player = self.seat;
        self.show(card, player)?;
        self.announce(Event::Peeked { player, card: Shown::back(card) });
        self.tell(player.only(), &Event::YouSee { seat: player, cards: backs(&[card]) });
        Ok(())
    }
}
