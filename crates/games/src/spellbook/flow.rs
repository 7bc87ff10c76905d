//! The turn: steps, extra turns, and asking to wait (R-TURN, R-HOLD).

use facedown_core::{Dealer, Dealt, Seat};

use super::acting::Acting;
use super::event::Event;
use super::find::within;
use super::options::Frame;
use super::refusal::Refusal;
use super::state::Spellbook;
use super::turn::Step;

/// How many extra turns can be waiting.
const MOST_TURNS: usize = 100;

impl Spellbook {
    /// Checks that the player may go on: it is their turn, and nobody asked them to wait (R-TURN-02, R-HOLD-01).
    pub(super) fn check_go_on(&self, seat: Seat) -> Result<(), Refusal> {
        let active = self.board.turn.active;
        if seat != active {
            return Err(Refusal::NotYourTurn { active });
        }
        let seats = self.board.holds;
        if seats.is_empty() { Ok(()) } else { Err(Refusal::OnHold { seats }) }
    }

    pub(super) fn check_to_step(&self, seat: Seat, step: Step) -> Result<(), Refusal> {
        self.check_go_on(seat)?;
        if step <= self.board.turn.step { Err(Refusal::StepIsOver { step }) } else { Ok(()) }
    }

    pub(super) fn check_extra_turn(&self, seat: Seat) -> Result<(), Refusal> {
        self.living(seat)?;
        within(self.board.turn.extra.len() + 1, MOST_TURNS, "turns")
    }

    pub(super) fn check_hold(&self, seat: Seat) -> Result<(), Refusal> {
        let needless = seat == self.board.turn.active || self.board.holds.contains(seat);
        if needless { Err(Refusal::NeedNotHold) } else { Ok(()) }
    }

    pub(super) fn check_pass(&self, seat: Seat) -> Result<(), Refusal> {
        if self.board.holds.contains(seat) { Ok(()) } else { Err(Refusal::NothingHeld) }
    }

    /// Whether the table does what the rules of every game say by itself (R-TURN-04).
    pub(super) fn is_guided(&self) -> bool {
        self.options.frame == Frame::Guided
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Goes on to a step of this turn, through all steps before it (R-TURN-02).
    pub(super) fn go_to(&mut self, step: Step) -> Dealt<()> {
        while let Some(next) = self.game.board.turn.step.next() {
            if next > step {
                break;
            }
            self.enter(next)?;
        }
        Ok(())
    }

    pub(super) fn next_step(&mut self) -> Dealt<()> {
        match self.game.board.turn.step.next() {
            Some(step) => self.enter(step),
            None => self.next_turn(),
        }
    }

    /// Ends the turn: what is left of it is skipped, but not what happens at its very end (R-TURN-03).
    pub(super) fn end_turn(&mut self) -> Dealt<()> {
        if self.game.board.turn.step != Step::Cleanup {
            self.enter(Step::Cleanup)?;
        }
        self.next_turn()
    }

    /// Gives the turn to the next player: whoever was given an extra turn last, or else whoever is next (R-TURN-05).
    pub(super) fn next_turn(&mut self) -> Dealt<()> {
        self.mix_hands()?;
        let living = self.game.living;
        let turn = &mut self.board().turn;
        turn.extra.retain(|&seat| living.contains(seat));
        let extra = turn.extra.pop();
        let usual = turn.usual;
        let next = extra.or_else(|| living.first_from(self.game.players.seats().after(usual)));
        let Some(next) = next else { return Ok(()) };
        if extra.is_none() {
            self.board().turn.usual = next;
        }
        self.begin_turn(next)
    }

    pub(super) fn begin_turn(&mut self, seat: Seat) -> Dealt<()> {
        let turn = &mut self.board().turn;
        turn.number = turn.number.saturating_add(1);
        turn.active = seat;
        let number = turn.number;
        self.announce(Event::TurnBegan { player: seat, turn: number });
        self.enter(Step::Untap)
    }

    /// Enters a step, and does what every game does there (R-TURN-04).
    fn enter(&mut self, step: Step) -> Dealt<()> {
        let active = self.game.board.turn.active;
        self.board().turn.step = step;
        self.announce(Event::StepBegan { player: active, step });
        if !self.game.is_guided() {
            return Ok(());
        }
        for (_, player) in self.board().players.iter_mut() {
            player.mana = [0; 6];
        }
        match step {
            Step::Untap => self.untap_all(active),
            Step::Draw if !self.skips_first_draw() => self.draw(active, 1)?,
            Step::Main2 => self.end_combat(),
            Step::Cleanup => {
                self.end_combat();
                for piece in self.board().all_pieces_mut() {
                    piece.change(|more| more.damage = None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Of two players, the one who begins does not draw in the first turn (R-TURN-04).
    fn skips_first_draw(&self) -> bool {
        self.game.board.turn.number == 1 && self.game.players.seats().get() == 2
    }

    fn end_combat(&mut self) {
        for piece in self.board().all_pieces_mut() {
            piece.change(|more| (more.attacks, more.blocks) = (None, None));
        }
    }

    pub(super) fn extra_turn(&mut self, seat: Seat) {
        self.board().turn.extra.push(seat);
        self.announce(Event::ExtraTurnGiven { player: self.seat, seat });
    }

    pub(super) fn hold(&mut self) {
        let player = self.seat;
        let holds = &mut self.board().holds;
        *holds = holds.with(player);
        self.announce(Event::Held { player });
    }

    pub(super) fn pass(&mut self) {
        let player = self.seat;
        let holds = &mut self.board().holds;
        *holds = holds.without(player);
        self.announce(Event::Passed { player });
    }
}
