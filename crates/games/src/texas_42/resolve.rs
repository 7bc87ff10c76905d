//! Carrying out an action: the deal, the auction, the tricks, the marks.

use facedown_core::{Card, Dealer, Dealt, Seat, Shown, Window};

use super::action::{Action, Pace};
use super::bid::Bid;
use super::event::Event;
use super::state::{Call, HAND_SIZE, Phase, Played, SEATS, Texas42, Trick, four, partner, team};
use super::suits::Trump;

impl Texas42 {
    pub(super) fn carry_out<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        match (self.phase, action) {
            (Phase::Bidding { .. }, Action::Bid { bid }) => self.call(seat, bid, dealer),
            (Phase::Redeal { player }, Action::Redeal {}) => {
                self.shaker = player;
                return self.deal_hand(dealer);
            }
            (Phase::TrumpSelection { .. }, Action::SelectTrump { trump }) => {
                self.select(seat, trump, dealer);
            }
            (Phase::Playing { .. }, Action::PlayDomino { card }) => {
                return self.play(seat, card, dealer);
            }
            (Phase::TrickComplete { winner, mut consensus }, Action::AgreeCompleteTrick {}) => {
                consensus.pass(seat);
                self.phase = Phase::TrickComplete { winner, consensus };
                dealer.announce(Event::Agreed { player: seat });
            }
            (Phase::TrickComplete { winner, .. }, Action::CompleteTrick {}) => {
                return self.take_in(winner, dealer);
            }
            (Phase::HandComplete { mut consensus }, Action::AgreeScoreHand {}) => {
                consensus.pass(seat);
                self.phase = Phase::HandComplete { consensus };
                dealer.announce(Event::Agreed { player: seat });
            }
            (Phase::HandComplete { .. }, Action::ScoreHand {}) => return self.score(dealer),
            (Phase::GameComplete { player }, Action::NewGame {}) => {
                self.shaker = player;
                self.marks = [0; 2];
                return self.deal_hand(dealer);
            }
            // Not permitted, so it never gets here; and if it did, nothing would happen.
            _ => {}
        }
        Ok(())
    }

    /// R-DEAL-01: all dominoes are shuffled, and everybody gets seven.
    pub(super) fn deal_hand<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        dealer.shuffle(&self.dominoes)?;
        for (seat, hand) in self.hands.iter_mut() {
            hand.clear();
            hand.extend(
                self.dominoes.iter().copied().skip(seat.index() * HAND_SIZE).take(HAND_SIZE),
            );
            for &card in hand.iter() {
                dealer.show(card, seat)?;
            }
        }
        self.calls.clear();
        self.highest = None;
        self.trump = None;
        self.trick.clear();
        self.tricks.clear();
        self.points = [0; 2];
        self.ruled_out = Default::default();
        // R-BID-01: left of the shaker first.
        self.phase = Phase::Bidding { player: four().after(self.shaker) };
        dealer.announce(Event::HandDealt { shaker: self.shaker });
        for (seat, hand) in self.hands.iter() {
            let hand = hand.iter().map(|&card| Shown::back(card)).collect();
            dealer.tell(seat, Event::YourHand { hand });
        }
        Ok(())
    }

    /// R-BID-01, R-BID-04, R-BID-05: everybody calls once; the highest wins, or the next shaker deals anew.
    fn call<D: Dealer<Self>>(&mut self, player: Seat, bid: Bid, dealer: &mut D) {
        if bid != Bid::Pass {
            self.highest = Some((player, bid.worth(self.contract())));
        }
        self.calls.push(Call { player, bid });
        dealer.announce(Event::Called { player, bid });
        if self.calls.len() < SEATS {
            self.phase = Phase::Bidding { player: four().after(player) };
            return;
        }
        let next_shaker = four().after(self.shaker);
        let Some((winner, contract)) = self.highest else {
            self.phase = Phase::Redeal { player: next_shaker };
            dealer.announce(Event::AllPassed { player: next_shaker });
            return;
        };
        dealer.announce(Event::AuctionWon { player: winner, contract });
        // R-PLUNGE-02, R-SPLASH-02: partner names the trump.
        let declarer = if contract.bid.partner_declares() { partner(winner) } else { winner };
        self.phase = Phase::TrumpSelection { player: declarer };
    }

    /// R-TRUMP-02: whoever names the trump leads.
    fn select<D: Dealer<Self>>(&mut self, player: Seat, trump: Trump, dealer: &mut D) {
        self.trump = Some(trump);
        self.phase = Phase::Playing { player };
        dealer.announce(Event::TrumpSelected { player, trump });
    }

    /// R-PLAY-01: the domino is turned over for all.
    fn play<D: Dealer<Self>>(&mut self, player: Seat, card: Card, dealer: &mut D) -> Dealt<()> {
        let Some(suits) = self.suits() else { return Ok(()) };
        let domino = dealer.reveal(card)?;
        let led = self.led().unwrap_or(domino);
        let out = &mut self.ruled_out[player.index()];
        *out = out.or(suits.ruled_out(led, domino));
        self.hands[player].retain(|&mut held| held != card);
        self.trick.push(Played { player, card, domino });
        let card = Shown { id: card, face: Some(domino) };
        dealer.announce(Event::DominoPlayed { player, card });
        if self.trick.len() < self.trick_size() {
            self.phase = Phase::Playing { player: self.next_player(player) };
            return Ok(());
        }
        // R-PLAY-02: the highest takes it.
        let highest = self.trick.iter().rev().max_by_key(|p| suits.strength(led, p.domino));
        let winner = highest.map_or(player, |played| played.player);
        let points = self.trick_points();
        dealer.announce(Event::TrickWon { player: winner, points });
        if self.options.pace == Pace::Auto {
            return self.take_in(winner, dealer);
        }
        let consensus = Window::first_come(four().all());
        self.phase = Phase::TrickComplete { winner, consensus };
        Ok(())
    }

    /// R-COUNT-01: a trick counts 1, and its counters.
    pub(super) fn trick_points(&self) -> u8 {
        1 + self.trick.iter().map(|played| played.domino.count()).sum::<u8>()
    }

    fn take_in<D: Dealer<Self>>(&mut self, winner: Seat, dealer: &mut D) -> Dealt<()> {
        let points = self.trick_points();
        self.points[team(winner)] += points;
        let plays = std::mem::take(&mut self.trick);
        self.tricks.push(Trick { plays, winner, points });
        if self.options.pace == Pace::Agree {
            dealer.announce(Event::TrickCompleted { player: winner });
        }
        let is_over = self.tricks.len() == HAND_SIZE;
        match self.decided() {
            Some(made) if is_over || self.options.early_end => {
                dealer.announce(Event::HandDecided { made });
                if self.options.pace == Pace::Auto {
                    return self.score(dealer);
                }
                self.phase = Phase::HandComplete { consensus: Window::first_come(four().all()) };
            }
            // R-PLAY-03: whoever took the trick leads to the next.
            _ => self.phase = Phase::Playing { player: winner },
        }
        Ok(())
    }

    /// R-SCORE-01, R-SCORE-02, R-SCORE-03: the marks go to the side that made the contract or set it.
    fn score<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        let (Some((bidder, contract)), Some(made)) = (self.highest, self.decided()) else {
            return Ok(());
        };
        let winners = if made { team(bidder) } else { 1 - team(bidder) };
        self.marks[winners] += contract.marks;
        let scored =
            Event::HandScored { team: winners, marks: contract.marks, team_marks: self.marks };
        dealer.announce(scored);
        let next_shaker = four().after(self.shaker);
        if self.marks[winners] < self.options.marks {
            // R-DEAL-03: the deal moves left.
            self.shaker = next_shaker;
            return self.deal_hand(dealer);
        }
        self.games[winners] += 1;
        if self.games[winners] < self.options.games {
            self.phase = Phase::GameComplete { player: next_shaker };
            dealer.announce(Event::GameWon { team: winners, games: self.games });
        } else {
            self.phase = Phase::Over;
            dealer.announce(Event::GameOver { team: winners });
        }
        Ok(())
    }
}
