//! Drawing, exploding, defusing, tucking back and dying.

use facedown_core::{Card, Dealer, Dealt, Sealed, Seat, Shown, Tuck};

use super::cards::Kind;
use super::event::{End, Event};
use super::state::{ExplodingKittens, Imploding, Phase, Pile, Then};
use super::{Question, RULES_WITH_MIXED_HANDS};

impl ExplodingKittens {
    /// The player whose turn it is draws (R-TURN-02).
    pub(super) fn draw<D: Dealer<Self>>(&mut self, from: End, dealer: &mut D) -> Dealt<()> {
        let seat = self.turns.seat;
        let drawn = match from {
            End::Top => self.pile.pop_at(0),
            End::Bottom => self.pile.pop(),
        };
        let Some(card) = drawn else {
            // R-END-02: nothing is left that could kill anybody.
            self.end(dealer);
            return Ok(());
        };
        dealer.announce(Event::Drawn { player: seat, card: Shown::back(card), from });
        if self.imploding != Imploding::Gone
            && dealer.ask(&[card], Question::Has(Kind::ImplodingKitten))?
        {
            return self.implode(seat, card, dealer);
        }
        if from == End::Top {
            self.surface(dealer)?;
        }
        // R-STREAK-01, R-STREAK-05: whether a kitten can be kept depends on the whole hand.
        let may_keep = self.options.set.streaks() && !self.is_cursed(seat);
        let explodes = if may_keep {
            let mut hand = self.players[seat].hand.clone();
            hand.push(card);
            dealer.ask(&hand, Question::Exposed)?
        } else {
            dealer.ask(&[card], Question::Has(Kind::ExplodingKitten))?
        };
        if explodes {
            return self.explode(seat, card, Then::EndTurn, dealer);
        }
        dealer.show(card, seat)?;
        dealer.tell(seat, Event::YouDrew { card: Shown::back(card) });
        if may_keep {
            // R-STREAK-03: every draw looks the same from outside.
            self.phase = Phase::Drawn { seat, card };
            return Ok(());
        }
        self.players[seat].hand.push(card);
        self.lift_curse(seat, dealer)?;
        self.mix_hand(seat, dealer)?;
        self.end_turn(dealer)
    }

    /// A kitten goes off in somebody's hands (R-DEF-01, R-DEF-02).
    pub(super) fn explode<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        kitten: Card,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.reveal(kitten)?;
        dealer.announce(Event::Exploding { player: seat, card: Shown::back(kitten) });
        if !dealer.ask(&self.players[seat].hand, Question::Has(Kind::Defuse))? {
            self.players[seat].out.push(kitten);
            return self.die(seat, dealer);
        }
        if self.is_cursed(seat) {
            self.blind(seat, dealer)?;
        }
        self.phase = Phase::Defuse { seat, kitten, then };
        Ok(())
    }

    /// Somebody holds more kittens than they may keep (R-STREAK-04).
    pub(super) fn expose<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::Exposed { player: seat });
        if !self.is_cursed(seat) {
            self.phase = Phase::Unmask { seat, then };
            return Ok(());
        }
        match self.find(seat, Kind::ExplodingKitten, dealer)? {
            Some(kitten) => {
                self.drop_from_hand(seat, kitten);
                self.explode(seat, kitten, then, dealer)
            }
            None => Ok(()),
        }
    }

    /// Somebody uses a card as a Defuse; a cursed player may be wrong (R-DEF-01, R-CURSE-05).
    pub(super) fn defuse<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        kitten: Card,
        card: Card,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.discard_from_hand(seat, card);
        let is_defuse = dealer.reveal(card)? == Kind::Defuse;
        let card = Shown::back(card);
        if is_defuse {
            dealer.announce(Event::Defused { player: seat, card });
            self.lift_curse(seat, dealer)?;
            self.phase = Phase::Tuck { seat, kitten, then };
        } else {
            dealer.announce(Event::GuessedWrong { player: seat, card });
            self.phase = Phase::Defuse { seat, kitten, then };
        }
        Ok(())
    }

    /// A kitten goes back into the pile, and only the one who tucks it in knows where (R-DEF-03).
    pub(super) fn tuck<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        kitten: Card,
        place: &Sealed<Tuck>,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.pile.insert(0, kitten);
        dealer.arrange(seat, &self.pile, place)?;
        dealer.announce(Event::Tucked { player: seat });
        self.surface(dealer)?;
        if then == Then::Resume {
            return self.go_on(dealer);
        }
        // R-STREAK-04: a cursed player may have guessed the Streaking Kitten away.
        let may_be_exposed = self.options.set.streaks() && self.rules >= RULES_WITH_MIXED_HANDS;
        if may_be_exposed && dealer.ask(&self.players[seat].hand, Question::Exposed)? {
            return self.expose(seat, then, dealer);
        }
        self.end_turn(dealer)
    }

    /// The Imploding Kitten was drawn (R-IMP-01, R-IMP-02).
    fn implode<D: Dealer<Self>>(&mut self, seat: Seat, kitten: Card, dealer: &mut D) -> Dealt<()> {
        dealer.reveal(kitten)?;
        dealer.announce(Event::Imploding { player: seat, card: Shown::back(kitten) });
        if self.imploding == Imploding::FaceDown {
            self.imploding = Imploding::FaceUp;
            self.phase = Phase::Tuck { seat, kitten, then: Then::EndTurn };
            return Ok(());
        }
        self.imploding = Imploding::Gone;
        self.players[seat].out.push(kitten);
        self.die(seat, dealer)
    }

    /// Shows everybody the Imploding Kitten if it lies face up on top (R-IMP-03). Must be called whenever another card may
    /// have come to the top of the pile.
    pub(super) fn surface<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        if matches!(self.imploding, Imploding::Gone | Imploding::FaceDown) {
            return Ok(());
        }
        self.imploding = Imploding::FaceUp;
        let Some(&top) = self.pile.first() else { return Ok(()) };
        if dealer.ask(&[top], Question::Has(Kind::ImplodingKitten))? {
            dealer.reveal(top)?;
            self.imploding = Imploding::OnTop;
            dealer.announce(Event::Surfaced { card: Shown::back(top) });
        }
        Ok(())
    }

    /// Somebody is dead: their hand leaves the game unseen, and they owe nothing (R-DEATH-01, R-DEATH-02).
    fn die<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        let hand: Pile = std::mem::take(&mut self.players[seat].hand);
        self.marked.retain(|card| !hand.contains(card));
        self.players[seat].out.extend(hand);
        self.living = self.living.without(seat);
        self.cursed = self.cursed.without(seat);
        self.turns.pending[seat] = 0;
        self.dead.push(seat);
        dealer.announce(Event::Died { player: seat });
        if seat == self.turns.seat {
            self.turns.end_all();
        }
        if self.living.len() == 1 {
            // R-END-01
            self.end(dealer);
            return Ok(());
        }
        if seat == self.turns.seat { self.hand_over(dealer) } else { self.go_on(dealer) }
    }
}
