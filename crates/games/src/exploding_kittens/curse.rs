//! The curse: a hand that its own owner cannot see.

use facedown_core::{Card, Dealer, Dealt, Seat};

use super::Question;
use super::cards::Kind;
use super::event::Event;
use super::state::{ExplodingKittens, Pile};

impl ExplodingKittens {
    /// Shuffles a hand so that nobody knows it, including its owner (R-CURSE-01). Marked cards stay face up where they are.
    pub(super) fn blind<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        let hidden: Pile = self.unmarked(seat).collect();
        dealer.shuffle(&hidden)
    }

    /// Lets a cursed player see their hand again (R-CURSE-06).
    pub(super) fn lift_curse<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        if !self.is_cursed(seat) {
            return Ok(());
        }
        self.cursed = self.cursed.without(seat);
        for &card in &self.players[seat].hand {
            dealer.show(card, seat)?;
        }
        dealer.announce(Event::CurseLifted { player: seat });
        Ok(())
    }

    /// Finds a card in the hand of a cursed player, who cannot see it (R-CURSE-07). Everybody learns where it was, so the
    /// others are shuffled.
    pub(super) fn find<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        kind: Kind,
        dealer: &mut D,
    ) -> Dealt<Option<Card>> {
        let mut hidden: Pile = self.unmarked(seat).collect();
        let marked = self.players[seat].hand.iter().filter(|card| !hidden.contains(card));
        for &card in marked {
            if dealer.reveal(card)? == kind {
                return Ok(Some(card));
            }
        }
        for (at, card) in hidden.clone().into_iter().enumerate() {
            if dealer.ask(&[card], Question::Has(kind))? {
                hidden.remove(at);
                dealer.shuffle(&hidden)?;
                return Ok(Some(card));
            }
        }
        Ok(None)
    }
}
