//! What happens in Loose when a seat acts.

use facedown_core::{Card, CardOrder, Dealer, Dealt, Sealed, Seat, Shown};

use super::{Action, Event, Face, Flaw, Loose, Zone};

impl<T: Flaw> Loose<T> {
    pub(super) fn carry_out<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        match action {
            Action::Bring { deck } => self.bring(seat, deck, dealer),
            Action::Draw { count } => self.draw(seat, *count, dealer),
            Action::Search {} => self.search(seat, dealer),
            Action::Take { order, count } => self.take(seat, order, *count, dealer),
            Action::Move { cards, to, up } => self.shift(seat, cards, (*to, *up), dealer),
            // R-LOOSE-06
            Action::Show { card, to } => {
                dealer.show(*card, *to)?;
                let event = Event::Showed { seat, cards: backs(&[*card]), to: *to };
                dealer.announce(event.clone());
                dealer.tell(*to, event);
                Ok(())
            }
            // R-LOOSE-07
            Action::Count { by } => {
                let points = &mut self.players[seat].points;
                *points += by;
                dealer.announce(Event::Counted { seat, points: *points });
                Ok(())
            }
            Action::Pass {} => {
                dealer.announce(Event::Passed { seat });
                self.next_turn();
                Ok(())
            }
            // R-LOOSE-09
            Action::GiveUp {} => {
                self.players[seat].has_given_up = true;
                dealer.announce(Event::GaveUp { seat });
                if seat == self.turn {
                    self.next_turn();
                }
                Ok(())
            }
        }
    }

    // R-LOOSE-01
    fn bring<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        deck: &Sealed<Vec<Face>>,
        dealer: &mut D,
    ) -> Dealt<()> {
        let library: Vec<Card> = dealer.bring_sealed(seat, deck)?.into_iter().collect();
        dealer.shuffle(&library)?;
        dealer.announce(Event::Brought { seat, count: library.len() });
        let player = &mut self.players[seat];
        (player.library, player.has_brought) = (library, true);
        Ok(())
    }

    // R-LOOSE-03
    fn draw<D: Dealer<Self>>(&mut self, seat: Seat, count: usize, dealer: &mut D) -> Dealt<()> {
        let player = &mut self.players[seat];
        let drawn: Vec<Card> = player.library.drain(..count.min(player.library.len())).collect();
        let drew = Event::Drew { seat, cards: backs(&drawn) };
        dealer.announce(drew.clone());
        for &card in &drawn {
            dealer.show(card, seat)?;
        }
        dealer.tell(seat, drew);
        player.hand.extend(drawn);
        Ok(())
    }

    // R-LOOSE-04
    fn search<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        let player = &mut self.players[seat];
        player.is_searching = true;
        dealer.announce(Event::Searched { seat });
        player.library.iter().try_for_each(|&card| dealer.show(card, seat))
    }

    // R-LOOSE-04
    fn take<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        order: &Sealed<CardOrder>,
        count: usize,
        dealer: &mut D,
    ) -> Dealt<()> {
        let player = &mut self.players[seat];
        player.is_searching = false;
        dealer.arrange(seat, &player.library, order)?;
        let taken: Vec<Card> = player.library.drain(..count).collect();
        dealer.shuffle(&player.library)?;
        let took = Event::Took { seat, cards: backs(&taken) };
        dealer.announce(took.clone());
        dealer.tell(seat, took);
        player.hand.extend(taken);
        Ok(())
    }

    // R-LOOSE-05
    fn shift<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        cards: &[Card],
        (to, up): (Zone, bool),
        dealer: &mut D,
    ) -> Dealt<()> {
        if up {
            for &card in cards {
                dealer.reveal(card)?;
            }
        }
        dealer.announce(Event::Moved { seat, cards: backs(cards), to });
        let player = &mut self.players[seat];
        player.hand.retain(|card| !cards.contains(card));
        player.table.retain(|card| !cards.contains(card));
        match to {
            Zone::Library => drop(player.library.splice(..0, cards.iter().copied())),
            Zone::Table if T::LOSES_CARDS => player.table.extend(cards.first()),
            Zone::Table => player.table.extend_from_slice(cards),
            Zone::Hand => {
                player.hand.extend_from_slice(cards);
                dealer.mix(seat, &player.hand)?;
            }
        }
        Ok(())
    }

    // R-LOOSE-08
    fn next_turn(&mut self) {
        let playing = self.those(|player| !player.has_given_up);
        if T::COUNTS_TURNS {
            self.turns_left = self.turns_left.saturating_sub(1);
        }
        self.turn = self.seats.after(self.turn);
        while !playing.contains(self.turn) && !playing.is_empty() {
            self.turn = self.seats.after(self.turn);
        }
    }
}

fn backs(cards: &[Card]) -> Vec<Shown<Face>> {
    cards.iter().map(|&card| Shown::back(card)).collect()
}
