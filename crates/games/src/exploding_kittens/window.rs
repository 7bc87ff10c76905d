//! The Nope window: everybody may stop what was played, and stop the stopping.

use facedown_core::{Card, Dealer, Dealt, Seat, Shown, Window};

use super::action::Action;
use super::cards::{self, Kind};
use super::event::Event;
use super::state::{ExplodingKittens, Phase, Play};

impl ExplodingKittens {
    /// Asks everybody but the one who played (R-NOPE-02).
    pub(super) fn ask_for_nopes<D: Dealer<Self>>(
        &mut self,
        play: Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        let window = self.nope_window(play.by, play.by);
        self.wait_for_nopes(play, 0, window, dealer)
    }

    /// A window for all but one of the living, in seat order from the acting player (R-NOPE-02, R-NOPE-03).
    fn nope_window(&self, acting: Seat, countered: Seat) -> Window {
        let open_to = self.living.without(countered);
        let mut window = Window::in_order(open_to, acting);
        self.standing_passes.iter().for_each(|seat| window.pass(seat));
        window
    }

    fn wait_for_nopes<D: Dealer<Self>>(
        &mut self,
        play: Play,
        nopes: u8,
        window: Window,
        dealer: &mut D,
    ) -> Dealt<()> {
        if !window.is_closed() {
            self.phase = Phase::Nope { play, nopes, window };
            return Ok(());
        }
        // R-NOPE-05: odd stops it, even lets it through.
        if nopes.is_multiple_of(2) {
            return cards::effect(self, &play, dealer);
        }
        // R-NOPE-06: it is lost, and the turn goes on. R-ATT-05: of an Attack as well, so all that was owed still is.
        dealer.announce(Event::Stopped { player: play.by, nopes });
        self.go_on(dealer)
    }

    /// Handles a response in the window.
    pub(super) fn answer_nope<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Action,
        play: Play,
        nopes: u8,
        mut window: Window,
        dealer: &mut D,
    ) -> Dealt<()> {
        match action {
            Action::Nope { card } if self.play_nope(seat, *card, nopes + 1, dealer)? => {
                // R-NOPE-04: earlier passes are void.
                let window = self.nope_window(play.by, seat);
                return self.wait_for_nopes(play, nopes + 1, window, dealer);
            }
            // R-CURSE-04: a card that turned out to be no Nope is lost, and the chance with it.
            Action::Nope { .. } => {}
            Action::PassTurn {} => {
                self.standing_passes = self.standing_passes.with(seat);
                dealer.announce(Event::Passed { player: seat });
            }
            _ => dealer.announce(Event::Passed { player: seat }),
        }
        window.pass(seat);
        self.wait_for_nopes(play, nopes, window, dealer)
    }

    /// Whether the card was a Nope.
    fn play_nope<D: Dealer<Self>>(
        &mut self,
        player: Seat,
        card: Card,
        nopes: u8,
        dealer: &mut D,
    ) -> Dealt<bool> {
        self.discard_from_hand(player, card);
        let is_nope = dealer.reveal(card)? == Kind::Nope;
        let card = Shown::back(card);
        dealer.announce(if is_nope {
            Event::Noped { player, card, nopes }
        } else {
            Event::Wasted { player, card }
        });
        Ok(is_nope)
    }
}
