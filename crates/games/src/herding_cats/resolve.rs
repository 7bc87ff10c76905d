//! Carrying out an action: challenges, penalties, attacks, interceptions, the end of a turn.
//!
//! All of it is blind. The rules learn faces only through `reveal` and `ask`, each of which comes with a public event.

use facedown_core::{Card, Dealer, Dealt, Seat, Shown, Window};

use super::RULES_WITH_MIXED_HANDS;
use super::action::Action;
use super::event::{Event, FromZone, open};
use super::kind::{Kind, Zone};
use super::state::{Attack, Discard, HerdCard, HerdingCats, Phase, Play, Then};

impl HerdingCats {
    pub(super) fn carry_out<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: Action,
        dealer: &mut D,
    ) -> Dealt<()> {
        match (self.phase, action) {
            (Phase::Turn, Action::Play { card, declare, target }) => {
                self.declare(Play { card, declared: declare, target }, dealer);
                Ok(())
            }
            (Phase::Challenge { play, mut window }, Action::Pass {}) => {
                dealer.announce(Event::ChallengePassed { player_id: seat });
                window.pass(seat);
                self.phase = Phase::Challenge { play, window };
                if window.is_closed() { self.resolve(play, dealer) } else { Ok(()) }
            }
            (Phase::Challenge { play, .. }, Action::Challenge {}) => {
                self.challenge(seat, play, dealer)
            }
            (Phase::Penalty { payer, then, .. }, Action::Pick { card }) => {
                self.pay_penalty(payer, card, then, dealer)
            }
            (Phase::Select { play }, Action::Select { card }) => self.select(play, card, dealer),
            (Phase::Intercept { attack }, Action::Decline {}) => {
                dealer.announce(Event::InterceptDeclined { player_id: seat });
                self.hit(attack, dealer)
            }
            (Phase::Intercept { attack }, Action::Intercept { card }) => {
                self.claim(attack, card, dealer)
            }
            (Phase::InterceptChallenge { attack, presented, mut window }, Action::Pass {}) => {
                dealer.announce(Event::ChallengePassed { player_id: seat });
                window.pass(seat);
                self.phase = Phase::InterceptChallenge { attack, presented, window };
                if window.is_closed() {
                    self.claim_stands(attack, presented, dealer)
                } else {
                    Ok(())
                }
            }
            (Phase::InterceptChallenge { attack, presented, .. }, Action::Challenge {}) => {
                self.challenge_claim(seat, attack, presented, dealer)
            }
            // Not permitted, so this is never reached.
            _ => Ok(()),
        }
    }

    /// R-TURN-01: a card goes face down on the table; R-CHAL-01: anyone may doubt it.
    fn declare<D: Dealer<Self>>(&mut self, play: Play, dealer: &mut D) {
        let Play { card, declared, target } = play;
        self.players[self.turn].hand.retain(|&mut held| held != card);
        dealer.announce(Event::CardDeclared {
            player_id: self.turn,
            card: Shown::back(card),
            declared,
            target_player_id: target,
        });
        let window = Window::first_come(self.may_challenge(self.turn));
        self.phase = Phase::Challenge { play, window };
    }

    /// The first to challenge turns the card over for all (R-CHAL-03, R-CHAL-04).
    fn challenge<D: Dealer<Self>>(
        &mut self,
        challenger: Seat,
        play: Play,
        dealer: &mut D,
    ) -> Dealt<()> {
        let face = dealer.reveal(play.card)?;
        let truthful = face == play.declared;
        dealer.announce(Event::ChallengeResult {
            player_id: self.turn,
            challenger_id: challenger,
            declared: play.declared,
            truthful,
            card: open(play.card, face),
        });
        if truthful {
            return self.demand_penalty(challenger, self.turn, Then::Resolve { play }, dealer);
        }
        self.discard(self.turn, play.card, face, dealer);
        self.demand_penalty(self.turn, challenger, Then::EndTurn, dealer)
    }

    /// R-PEN-01, R-PEN-02, R-PEN-03: who pays and who picks; R-PEN-05: an empty hand pays nothing.
    fn demand_penalty<D: Dealer<Self>>(
        &mut self,
        payer: Seat,
        picker: Seat,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        if self.players[payer].hand.is_empty() {
            return self.go_on(then, dealer);
        }
        dealer.announce(Event::PenaltyDue { player_id: payer, picker_id: picker });
        self.phase = Phase::Penalty { payer, picker, then };
        Ok(())
    }

    /// R-PEN-04: the picked card is revealed and discarded.
    fn pay_penalty<D: Dealer<Self>>(
        &mut self,
        payer: Seat,
        card: Card,
        then: Then,
        dealer: &mut D,
    ) -> Dealt<()> {
        let face = dealer.reveal(card)?;
        self.remove_from_hand(payer, card, dealer);
        self.discard(payer, card, face, dealer);
        self.go_on(then, dealer)
    }

    fn go_on<D: Dealer<Self>>(&mut self, then: Then, dealer: &mut D) -> Dealt<()> {
        match then {
            Then::EndTurn => self.end_turn(dealer),
            Then::Resolve { play } => self.resolve(play, dealer),
            Then::Substitute { attack, presented } => self.substitute(attack, presented, dealer),
        }
    }

    /// The declaration stands. What attacks nobody enters the herd (R-KIT-01, R-SHOW-01, R-LASER-01).
    fn resolve<D: Dealer<Self>>(&mut self, play: Play, dealer: &mut D) -> Dealt<()> {
        let Some(target) = play.target else {
            return self.enter_herd(play.card, play.declared, dealer);
        };
        if self.can_attack(target, play.declared) {
            self.phase = Phase::Select { play };
            return Ok(());
        }
        // R-ATK-02: a penalty took the last card that could have been attacked.
        dealer.announce(Event::AttackFizzled {
            player_id: self.turn,
            declared: play.declared,
            target_player_id: target,
        });
        self.enter_herd(play.card, play.declared, dealer)
    }

    /// R-ATK-01, and R-INT-03: the attacked player is asked whether or not there is a Laser Pointer.
    fn select<D: Dealer<Self>>(&mut self, play: Play, selected: Card, dealer: &mut D) -> Dealt<()> {
        let (Some(target), Some(zone)) = (play.target, play.declared.attacks()) else {
            return Ok(());
        };
        let attack = Attack { card: play.card, declared: play.declared, zone, target, selected };
        dealer.announce(Event::CardSelected {
            player_id: self.turn,
            target_player_id: target,
            zone,
            card: Shown::back(selected),
            selected_slot_index: self.slot(attack),
        });
        if self.players[target].presentable(zone).any(|card| card != selected) {
            self.phase = Phase::Intercept { attack };
            return Ok(());
        }
        self.hit(attack, dealer)
    }

    /// R-INT-01: the defender presents a card as a Laser Pointer; R-INT-04: anyone else may doubt it.
    fn claim<D: Dealer<Self>>(
        &mut self,
        attack: Attack,
        presented: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::InterceptClaimed {
            player_id: attack.target,
            zone: attack.zone,
            card: Shown::back(presented),
        });
        let window = Window::first_come(self.may_challenge(attack.target));
        if window.is_closed() {
            return self.claim_stands(attack, presented, dealer);
        }
        self.phase = Phase::InterceptChallenge { attack, presented, window };
        Ok(())
    }

    fn claim_stands<D: Dealer<Self>>(
        &mut self,
        attack: Attack,
        presented: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::InterceptChallengeResult {
            player_id: attack.target,
            challenged: false,
            challenger_id: None,
            stands: true,
            card: Shown::back(presented),
        });
        self.substitute(attack, presented, dealer)
    }

    /// R-INT-05: what was presented decides; R-INT-07: a caught bluff costs just that card.
    fn challenge_claim<D: Dealer<Self>>(
        &mut self,
        challenger: Seat,
        attack: Attack,
        presented: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        let identity = self.identify(attack.target, presented, dealer)?;
        let stands = identity == Kind::LaserPointer;
        dealer.announce(Event::InterceptChallengeResult {
            player_id: attack.target,
            challenged: true,
            challenger_id: Some(challenger),
            stands,
            card: open(presented, identity),
        });
        if stands {
            let then = Then::Substitute { attack, presented };
            return self.demand_penalty(challenger, attack.target, then, dealer);
        }
        self.remove(attack, presented, dealer);
        self.discard(attack.target, presented, identity, dealer);
        self.hit(attack, dealer)
    }

    /// R-INT-06: the presented card takes the place of the selected one, which stays hidden.
    fn substitute<D: Dealer<Self>>(
        &mut self,
        attack: Attack,
        presented: Card,
        dealer: &mut D,
    ) -> Dealt<()> {
        dealer.announce(Event::InterceptApplied {
            player_id: attack.target,
            attacker_id: self.turn,
            zone: attack.zone,
            card: Shown::back(presented),
        });
        if attack.declared == Kind::Catnip {
            self.steal(attack, presented, Some(Kind::LaserPointer), dealer)?;
        } else {
            let identity = self.identify(attack.target, presented, dealer)?;
            self.remove(attack, presented, dealer);
            self.discard(attack.target, presented, identity, dealer);
        }
        self.enter_herd(attack.card, attack.declared, dealer)
    }

    /// R-ATK-03: nothing stands between the attack and the selected card.
    fn hit<D: Dealer<Self>>(&mut self, attack: Attack, dealer: &mut D) -> Dealt<()> {
        if attack.declared == Kind::Catnip && !dealer.ask(&[attack.selected], Kind::Catnip)? {
            // R-CATNIP-01: only the thief sees it.
            self.steal(attack, attack.selected, None, dealer)?;
            return self.enter_herd(attack.card, attack.declared, dealer);
        }
        let identity = self.identify(attack.target, attack.selected, dealer)?;
        if identity == attack.declared {
            return self.thwart(attack, dealer);
        }
        // R-ALLEY-01, R-CONTROL-01
        self.remove(attack, attack.selected, dealer);
        self.discard(attack.target, attack.selected, identity, dealer);
        self.enter_herd(attack.card, attack.declared, dealer)
    }

    /// A kind is ineffective against itself (R-ALLEY-02, R-CATNIP-02, R-CONTROL-02).
    fn thwart<D: Dealer<Self>>(&mut self, attack: Attack, dealer: &mut D) -> Dealt<()> {
        let (target_player_id, selected_slot_index) = (attack.target, self.slot(attack));
        let card = open(attack.selected, attack.declared);
        dealer.announce(match attack.declared {
            Kind::AlleyCat => {
                Event::AlleyCatIneffective { target_player_id, card, selected_slot_index }
            }
            Kind::Catnip => {
                Event::CatnipIneffective { target_player_id, card, selected_slot_index }
            }
            _ => Event::AnimalControlIneffective { target_player_id, card, selected_slot_index },
        });
        match attack.zone {
            Zone::Hand if self.rules < RULES_WITH_MIXED_HANDS => {
                dealer.conceal(attack.selected, attack.target.only())?;
            }
            // R-HAND-01: all have seen it, and nobody else can tell it from the others any more.
            Zone::Hand => dealer.mix(attack.target, &self.players[attack.target].hand)?,
            Zone::Herd => {
                let herd = &mut self.players[attack.target].herd;
                if let Some(there) = herd.iter_mut().find(|there| there.card == attack.selected) {
                    (there.identity, there.face_up) = (Some(attack.declared), true);
                }
                dealer.announce(Event::HerdUpdate {
                    player_id: attack.target,
                    visible: true,
                    card,
                });
            }
        }
        let face = dealer.reveal(attack.card)?;
        self.discard(self.turn, attack.card, face, dealer);
        self.end_turn(dealer)
    }

    /// R-CATNIP-01, R-HERD-02: from a hand into the thief's herd, where the others' views no longer show it. Players who
    /// have seen it remember it, so their lenses still show it.
    fn steal<D: Dealer<Self>>(
        &mut self,
        attack: Attack,
        card: Card,
        identity: Option<Kind>,
        dealer: &mut D,
    ) -> Dealt<()> {
        let (from_player_id, to_player_id) = (attack.target, self.turn);
        self.remove_from_hand(from_player_id, card, dealer);
        let entry = HerdCard { card, identity, face_up: false, stolen: true };
        self.players[to_player_id].herd.push(entry);
        dealer.show(card, to_player_id)?;
        if self.rules < RULES_WITH_MIXED_HANDS {
            dealer.conceal(card, to_player_id.only())?;
        }
        let hand_counts = self.players.map(|_, player| player.hand.len());
        let card = Shown::back(card);
        dealer.announce(Event::CardStolen { from_player_id, to_player_id, card, hand_counts });
        dealer.tell(to_player_id, Event::CardStolenPrivate { from_player_id, to_player_id, card });
        Ok(())
    }

    /// R-HERD-01: the played card enters the herd face down as what it was declared to be.
    fn enter_herd<D: Dealer<Self>>(
        &mut self,
        card: Card,
        declared: Kind,
        dealer: &mut D,
    ) -> Dealt<()> {
        let entry = HerdCard { card, identity: Some(declared), face_up: false, stolen: false };
        self.players[self.turn].herd.push(entry);
        let card = Shown::back(card);
        dealer.announce(Event::HerdUpdate { player_id: self.turn, visible: false, card });
        self.end_turn(dealer)
    }

    /// What a player's card counts as: its identity in the herd, or what is printed on it. Everybody
    /// learns it (R-HERD-04, R-INT-05).
    fn identify<D: Dealer<Self>>(&self, seat: Seat, card: Card, dealer: &mut D) -> Dealt<Kind> {
        match self.players[seat].in_herd(card).and_then(|herd| herd.identity) {
            Some(identity) => Ok(identity),
            None => dealer.reveal(card),
        }
    }

    fn remove<D: Dealer<Self>>(&mut self, attack: Attack, card: Card, dealer: &mut D) {
        match attack.zone {
            Zone::Hand => self.remove_from_hand(attack.target, card, dealer),
            Zone::Herd => self.remove_from_herd(attack.target, card, dealer),
        }
    }

    fn remove_from_hand<D: Dealer<Self>>(&mut self, seat: Seat, card: Card, dealer: &mut D) {
        self.players[seat].hand.retain(|&mut held| held != card);
        let from_zone = FromZone::Hand;
        dealer.announce(Event::CardRemoved { player_id: seat, from_zone, card_id: card });
    }

    fn remove_from_herd<D: Dealer<Self>>(&mut self, seat: Seat, card: Card, dealer: &mut D) {
        let herd = &mut self.players[seat].herd;
        let face_up = herd.iter().any(|there| there.card == card && there.face_up);
        herd.retain(|there| there.card != card);
        let from_zone = if face_up { FromZone::HerdUp } else { FromZone::HerdDown };
        dealer.announce(Event::CardRemoved { player_id: seat, from_zone, card_id: card });
    }

    fn discard<D: Dealer<Self>>(&mut self, seat: Seat, card: Card, shows: Kind, dealer: &mut D) {
        self.players[seat].discard.push(Discard { card, identity: shows });
        dealer.announce(Event::DiscardUpdate { player_id: seat, card: open(card, shows) });
    }

    /// Where the selected card lies in its row, counted from 0.
    fn slot(&self, attack: Attack) -> usize {
        let target = &self.players[attack.target];
        let place = match attack.zone {
            Zone::Hand => target.hand.iter().position(|&card| card == attack.selected),
            Zone::Herd => target.herd.iter().position(|herd| herd.card == attack.selected),
        };
        place.unwrap_or_default()
    }

    /// R-END-01: only now is it checked whether the game is over; R-TURN-04: if not, the next one's turn.
    fn end_turn<D: Dealer<Self>>(&mut self, dealer: &mut D) -> Dealt<()> {
        if self.players.iter().any(|(_, player)| player.hand.is_empty()) {
            return self.finish(dealer);
        }
        self.turn = self.players.seats().after(self.turn);
        self.phase = Phase::Turn;
        dealer.announce(Event::TurnStarted { player_id: self.turn });
        Ok(())
    }
}
