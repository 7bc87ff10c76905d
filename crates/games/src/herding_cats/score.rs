//! The end of the game and what the herds are worth.

use facedown_core::{BySeat, Dealer, Dealt, Seat, Seats, Standing};

use super::action::TieBreaker;
use super::event::{Event, open};
use super::kind::Kind;
use super::state::{HerdingCats, Phase, Player};

impl HerdingCats {
    /// R-END-02: the stolen cards are turned over to be counted, and the game is over.
    pub(super) fn finish<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        for (player_id, player) in self.players.iter_mut() {
            for herd in player.herd.iter_mut().filter(|herd| herd.stolen && !herd.face_up) {
                let identity = match herd.identity {
                    // R-INT-06: a Laser Pointer, whatever is printed on it.
                    Some(identity) => identity,
                    None => dealer.reveal(herd.card)?,
                };
                herd.identity = Some(identity);
                let card = open(herd.card, identity);
                dealer.announce(Event::HerdUpdate { player_id, visible: true, card });
            }
        }
        self.phase = Phase::Over;
        let Standing { scores, winners } = self.score();
        dealer.announce(Event::GameEnded { scores, winners });
        Ok(())
    }

    /// R-SCORE-04, R-SCORE-05: most points; the table's tie-breakers, or a shared win.
    pub(super) fn score(&self) -> Standing {
        let scores = self.players.map(|_, player| points(player));
        let mut winners = best(self.players.seats().all(), &scores);
        for tie_breaker in &self.options.tie_breakers {
            let counts = self.players.map(|_, player| match tie_breaker {
                TieBreaker::FaceDownHerd => player.herd.iter().filter(|h| !h.face_up).count(),
                TieBreaker::Herd => player.herd.len(),
            });
            winners = best(winners, &counts);
        }
        Standing { scores, winners }
    }
}

/// R-SCORE-01 to R-SCORE-03: the herd, and one point for every two cards in hand, rounded up.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap)] // at most seven cards
fn points(player: &Player) -> i32 {
    let identities = || player.herd.iter().filter_map(|herd| herd.identity);
    let beside_a_kitten = identities().any(|kind| kind == Kind::Kitten);
    let herd: i32 = identities().map(|kind| kind.value(beside_a_kitten)).sum();
    herd + player.hand.len().div_ceil(2) as i32
}

/// Of these seats, those with the highest count.
fn best<T: Ord>(among: Seats, counts: &BySeat<T>) -> Seats {
    let highest = among.iter().map(|seat| &counts[seat]).max();
    let is_best = |seat: &Seat| Some(&counts[*seat]) == highest;
    among.iter().filter(is_best).collect()
}
