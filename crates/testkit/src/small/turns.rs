//! What happens in Small when a seat acts.

use facedown_core::{Card, Dealer, Dealt, Sealed, Seat, Shown, Tuck, Window};

use super::rules::SEAT_0;
use super::{Event, Face, Phase, Question, Small, Twist};

/// The number of sides of the die that is rolled after each turn.
const DIE_SIDES: u32 = 4;

impl<T: Twist> Small<T> {
    // R-SMALL-03
    pub(super) fn stash<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        charm: &Sealed<Vec<Face>>,
        dealer: &mut D,
    ) -> Dealt<()> {
        for card in dealer.bring_sealed(seat, charm)? {
            dealer.show(card, seat)?;
            self.players[seat].charm = Some(card);
            dealer.announce(Event::Stashed { seat, card: Shown::back(card) });
        }
        if let Phase::Stash { window } = &mut self.phase {
            window.pass(seat);
            if window.is_closed() {
                self.phase = Phase::Turn;
            }
        }
        Ok(())
    }

    // R-SMALL-04
    pub(super) fn draw<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        if !self.pile.is_empty() {
            let card = self.pile.remove(0);
            self.players[seat].hand.push(card);
            let drew = Event::Drew { seat, card: Shown::back(card) };
            // Announced before the card is shown, so the public event has no face.
            dealer.announce(drew.clone());
            dealer.show(card, seat)?;
            dealer.tell(seat, drew);
        }
        self.end_turn(dealer)
    }

    // R-SMALL-05
    pub(super) fn lay<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        card: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.take(seat, card);
        dealer.announce(Event::Laid { seat, card });
        // R-SMALL-09
        let others = self.seats.all().without(seat);
        let open_to = self.twist.doubters(self, others, dealer)?;
        self.phase = Phase::Doubt { card, window: Window::first_come(open_to) };
        Ok(())
    }

    // R-SMALL-10
    pub(super) fn doubt<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        let Phase::Doubt { card, .. } = self.phase else { return Ok(()) };
        let layer = self.turn;
        let is_gem = dealer.reveal(card)?.is_gem();
        dealer.announce(Event::Doubted { seat, card: Shown::back(card) });
        if is_gem {
            self.players[layer].score += 1;
            self.players[seat].score -= 1;
        } else {
            self.players[layer].score -= 1;
        }
        if T::KEEPS_DOUBTED {
            self.players[layer].row.push(card);
        }
        self.end_turn(dealer)
    }

    // R-SMALL-06
    pub(super) fn bury<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        card: Card,
        depth: &Sealed<Tuck>,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.take(seat, card);
        self.pile.insert(0, card);
        dealer.arrange(seat, &self.pile, depth)?;
        dealer.announce(Event::Buried { seat });
        self.end_turn(dealer)
    }

    // R-SMALL-07
    pub(super) fn lend<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        card: Card,
        to: Seat,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.take(seat, card);
        self.players[to].hand.push(card);
        dealer.show(card, to)?;
        dealer.announce(Event::Lent { seat, to, card: self.twist.lent(card) });
        dealer.tell(to, Event::Lent { seat, to, card: Shown::back(card) });
        self.twist.lose_track(to, &self.players[to].hand, card, dealer)?;
        self.end_turn(dealer)
    }

    // R-SMALL-08
    pub(super) fn call<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        of: Seat,
        dealer: &mut D,
    ) -> Dealt<()> {
        let gem = dealer.ask(&self.players[of].hand, Question::Gem)?;
        dealer.announce(Event::Called { seat, of, gem });
        self.end_turn(dealer)
    }

    pub(super) fn pass<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        dealer.announce(Event::Passed { seat });
        match &mut self.phase {
            // R-SMALL-09
            Phase::Doubt { card, window } => {
                window.pass(seat);
                if window.is_closed() {
                    let card = *card;
                    dealer.announce(Event::Stood { card });
                    let layer = &mut self.players[self.turn];
                    layer.row.push(card);
                    layer.score += 1;
                    self.end_turn(dealer)?;
                }
            }
            Phase::Charms { .. } => self.next_charm(seat),
            _ => {}
        }
        Ok(())
    }

    // R-SMALL-12
    pub(super) fn open<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        if let Some(card) = self.players[seat].charm {
            let face = dealer.reveal(card)?;
            dealer.announce(Event::Opened { seat, card: Shown::back(card) });
            let is_new = self.players.values().iter().all(|other| other.opened != Some(face));
            self.players[seat].opened = Some(face);
            self.players[seat].score += i32::from(is_new);
        }
        self.next_charm(seat);
        Ok(())
    }

    // R-SMALL-13
    pub(super) fn agree<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) {
        dealer.announce(Event::Agreed { seat });
        if let Phase::Agree { window } = &mut self.phase {
            window.pass(seat);
            if window.is_closed() {
                self.phase = Phase::Over;
            }
        }
    }

    /// The cards in a seat's hand, for twists.
    pub fn hand(&self, seat: Seat) -> &[Card] {
        &self.players[seat].hand
    }

    /// The cards in the pile, for twists.
    pub fn pile(&self) -> &[Card] {
        &self.pile
    }

    fn take(&mut self, seat: Seat, card: Card) {
        self.players[seat].hand.retain(|&held| held != card);
    }

    fn next_charm(&mut self, seat: Seat) {
        if let Phase::Charms { window } = &mut self.phase {
            window.pass(seat);
            if window.is_closed() {
                self.phase = Phase::Agree { window: Window::first_come(self.seats.all()) };
            }
        }
    }

    // R-SMALL-11
    fn end_turn<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        let number = dealer.roll(DIE_SIDES)?;
        let wind = number == 0;
        if wind {
            dealer.shuffle(&self.pile)?;
        }
        dealer.announce(Event::Rolled { number, wind });
        if T::COUNTS_TURNS {
            self.turns_left -= 1;
        }
        self.turn = self.seats.after(self.turn);
        self.phase = if self.turns_left == 0 {
            Phase::Charms { window: Window::in_order(self.seats.all(), SEAT_0) }
        } else {
            Phase::Turn
        };
        Ok(())
    }
}
