//! How a turn goes: playing, drawing, ending, and handing over.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Card, Dealer, Dealt, Seat, Seats, Shown, Window};

use super::action::Action;
use super::cards::{self, Alone, Kind};
use super::event::{Event, backs};
use super::state::{ExplodingKittens, Phase, Pile, Play, Then};
use super::{Question, RULES_WITH_MIXED_HANDS, event::End};

impl ExplodingKittens {
    /// Carries out an action that is permitted.
    pub(super) fn carry_out<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        match (self.phase.clone(), action) {
            (Phase::Turn, Action::Draw {}) => self.draw(End::Top, dealer),
            (Phase::Turn, Action::Play { card, target }) => {
                self.play_one(seat, *card, *target, dealer)
            }
            (Phase::Turn, Action::Pair { cards, target }) => {
                self.play_combo(seat, cards.cards(), *target, dealer)
            }
            (Phase::Turn, Action::Triple { cards, target }) => {
                self.play_combo(seat, cards.cards(), *target, dealer)
            }
            (Phase::Aim { play }, Action::Aim { target }) => {
                dealer.announce(Event::Aimed { player: seat, target: *target });
                self.ask_for_nopes(Play { target: Some(*target), ..play }, dealer)
            }
            (Phase::Nope { play, nopes, window }, _) => {
                self.answer_nope(seat, action, play, nopes, window, dealer)
            }
            (Phase::Choice { play, .. }, _) => cards::chosen(self, &play, seat, action, dealer),
            (Phase::Drawn { card, .. }, Action::Keep {}) => {
                self.players[seat].hand.push(card);
                self.mix_hand(seat, dealer)?;
                self.end_turn(dealer)
            }
            (Phase::Drawn { card: kitten, .. }, Action::Defuse { card }) => {
                dealer.reveal(kitten)?;
                dealer.announce(Event::Exploding { player: seat, card: Shown::back(kitten) });
                self.defuse(seat, kitten, *card, Then::EndTurn, dealer)
            }
            (Phase::Unmask { then, .. }, Action::Unmask { card }) => {
                self.drop_from_hand(seat, *card);
                self.explode(seat, *card, then, dealer)
            }
            (Phase::Defuse { kitten, then, .. }, Action::Defuse { card }) => {
                self.defuse(seat, kitten, *card, then, dealer)
            }
            (Phase::Tuck { kitten, then, .. }, Action::Tuck { place }) => {
                self.tuck(seat, kitten, place, then, dealer)
            }
            // No other action is permitted.
            _ => Ok(()),
        }
    }

    /// Plays one card (R-PLAY-01). The rules learn its face when it is revealed on the table.
    fn play_one<D: Dealer<Self>>(
        &mut self,
        by: Seat,
        card: Card,
        target: Option<Seat>,
        dealer: &mut D,
    ) -> Dealt<()> {
        self.discard_from_hand(by, card);
        let kind = dealer.reveal(card)?;
        let play = Play { by, kind, cards: ArrayVec::from_iter([card]), target, named: None };
        let needs_target = match kind.sheet().alone {
            // R-CURSE-02: only a card that is played blind can be one that cannot be played.
            Alone::Never => return self.waste(by, card, dealer),
            Alone::Freely => false,
            Alone::At(victim) if target.is_none() && self.targets(by, victim).next().is_none() => {
                return self.waste(by, card, dealer);
            }
            Alone::At(_) => target.is_none(),
        };
        dealer.announce(Event::Played { player: by, cards: backs(&play.cards), target });
        if needs_target {
            self.phase = Phase::Aim { play };
            return Ok(());
        }
        self.ask_for_nopes(play, dealer)
    }

    /// A card that was played blind has no effect (R-CURSE-02).
    fn waste<D: Dealer<Self>>(&mut self, player: Seat, card: Card, dealer: &mut D) -> Dealt<()> {
        dealer.announce(Event::Wasted { player, card: Shown::back(card) });
        self.go_on(dealer)
    }

    /// Plays two or three of a kind (R-COMBO-01).
    fn play_combo<D: Dealer<Self>>(
        &mut self,
        by: Seat,
        cards: &[Card],
        target: Seat,
        dealer: &mut D,
    ) -> Dealt<()> {
        let mut kind = Kind::FeralCat;
        for &card in cards {
            self.discard_from_hand(by, card);
            let face = dealer.reveal(card)?;
            if face != Kind::FeralCat {
                kind = face;
            }
        }
        let target = Some(target);
        let cards = cards.iter().copied().collect();
        let play = Play { by, kind, cards, target, named: None };
        dealer.announce(Event::Played { player: by, cards: backs(&play.cards), target });
        self.ask_for_nopes(play, dealer)
    }

    /// The play asks these players to choose.
    pub(super) fn ask_players(&mut self, play: Play, asked: Seats) {
        let gathered = BySeat::new(self.players.seats(), |_| None);
        self.phase = Phase::Choice { play, window: Window::first_come(asked), gathered };
    }

    /// One turn is done (R-TURN-03).
    pub(super) fn end_turn<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        self.turns.end_one();
        if self.turns.owed.turns == 0 {
            return self.hand_over(dealer);
        }
        self.begin_turn(self.turns.seat, dealer)
    }

    /// The next player's turn begins (R-TURN-04).
    pub(super) fn hand_over<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        match self.turns.next(self.turns.seat, self.living) {
            Some(next) => self.jump_to(next, dealer),
            None => Ok(()),
        }
    }

    /// A player's turns begin.
    pub(super) fn jump_to<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        self.turns.begin(seat);
        self.begin_turn(seat, dealer)
    }

    fn begin_turn<D: Dealer<Self>>(&mut self, player: Seat, dealer: &mut D) -> Dealt<()> {
        // R-NOPE-07
        self.standing_passes = Seats::NONE;
        let owed = self.turns.owed;
        dealer.announce(Event::TurnStarted {
            player,
            turns: owed.turns,
            under_attack: owed.under_attack,
        });
        self.go_on(dealer)
    }

    /// The turn goes on, once nobody holds a kitten that they may not keep (R-STREAK-04).
    pub(super) fn go_on<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        if self.options.set.streaks() {
            for seat in self.players.seats().from(self.turns.seat) {
                let living = self.living.contains(seat);
                // The answer reveals only what becomes public now anyway: in all other cases it is no.
                if living && dealer.ask(&self.players[seat].hand, Question::Exposed)? {
                    return self.expose(seat, Then::Resume, dealer);
                }
            }
        }
        self.phase = Phase::Turn;
        Ok(())
    }

    /// A card leaves a hand.
    pub(super) fn drop_from_hand(&mut self, seat: Seat, card: Card) {
        self.players[seat].hand.retain(|there| *there != card);
        self.marked.retain(|there| *there != card);
    }

    /// A card goes from a hand to the discard pile.
    pub(super) fn discard_from_hand(&mut self, seat: Seat, card: Card) {
        self.drop_from_hand(seat, card);
        self.discard.push(card);
    }

    /// A card goes from one hand to another (R-COMBO-06), in secret unless all know what was asked for.
    pub(super) fn take<D: Dealer<Self>>(
        &mut self,
        player: Seat,
        target: Seat,
        taken: Card,
        asked_for: bool,
        dealer: &mut D,
    ) -> Dealt<()> {
        let secret = !asked_for && !self.marked.contains(&taken);
        self.drop_from_hand(target, taken);
        if self.rules < RULES_WITH_MIXED_HANDS {
            dealer.conceal(taken, player.only().with(target))?;
        }
        if !self.is_cursed(player) {
            dealer.show(taken, player)?;
        }
        let card = Shown::back(taken);
        dealer.announce(Event::Taken { player, target, card });
        for seat in [player, target] {
            dealer.tell(seat, Event::TakenPrivate { player, target, card, secret });
        }
        self.players[player].hand.push(taken);
        self.mix_hand(player, dealer)
    }

    /// A card has entered a hand, which is mixed, so that nobody else can tell its cards apart, except marked ones
    /// (R-HAND-01). This happens for every card, whatever its face.
    pub(super) fn mix_hand<D: Dealer<Self>>(&mut self, seat: Seat, dealer: &mut D) -> Dealt<()> {
        if self.rules < RULES_WITH_MIXED_HANDS {
            return Ok(());
        }
        let held: Pile = self.unmarked(seat).collect();
        dealer.mix(seat, &held)
    }

    /// The game is over: these have won.
    pub(super) fn end<D: Dealer<Self>>(&mut self, dealer: &mut D) {
        self.phase = Phase::Over;
        dealer.announce(Event::GameEnded { winners: self.living });
    }
}
