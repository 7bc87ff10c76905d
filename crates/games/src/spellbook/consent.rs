//! Asking others: for leave, to undo, to end in a draw (R-ASK, R-UNDO, R-END-02).

use facedown_core::{Dealer, Dealt, Seat, Seats};

use super::acting::Acting;
use super::details::Wish;
use super::event::Event;
use super::options::Undo;
use super::place::{PieceId, Place, Side, Zone};
use super::refusal::Refusal;
use super::state::{Request, Spellbook, Subject};

impl Spellbook {
    /// One question at a time (R-ASK-01).
    pub(super) fn check_no_question(&self) -> Result<(), Refusal> {
        if self.request.is_some() { Err(Refusal::QuestionOpen) } else { Ok(()) }
    }

    pub(super) fn check_ask(&self, seat: Seat, of: Seat, wish: Wish) -> Result<(), Refusal> {
        self.check_no_question()?;
        self.living(of)?;
        if of == seat {
            return Err(Refusal::AsksSelf);
        }
        self.check_wish(seat, of, wish)
    }

    /// Checks that what is asked for is there to be given.
    fn check_wish(&self, seat: Seat, of: Seat, wish: Wish) -> Result<(), Refusal> {
        let nothing = Refusal::NothingToAsk { seat: of };
        let theirs = &self.board.players[of];
        match wish {
            Wish::Look(part) => {
                self.check_look(seat)?;
                Self::check_part(part)?;
                if theirs.library.is_empty() { Err(nothing) } else { Ok(()) }
            }
            Wish::Search => {
                self.check_look(seat)?;
                if theirs.library.is_empty() { Err(nothing) } else { Ok(()) }
            }
            Wish::Hand => {
                self.check_look(seat)?;
                if theirs.hand.is_empty() { Err(nothing) } else { Ok(()) }
            }
            Wish::Peek(card) => self.check_peek(of, card),
            Wish::Control(piece) => {
                let found = self.own(of, piece)?;
                let hidden = matches!(found.zone, Zone::Library | Zone::Hand | Zone::Sideboard);
                if hidden { Err(nothing) } else { Ok(()) }
            }
        }
    }

    /// Checks that somebody waits for an answer of this player (R-ASK-02).
    pub(super) fn check_answer(&self, seat: Seat) -> Result<(), Refusal> {
        let asked = |request: &&Request| request.answers.waiting_on().contains(seat);
        self.request.as_ref().filter(asked).map(drop).ok_or(Refusal::NotAsked)
    }

    pub(super) fn check_agree_if_shuffled(&self, seat: Seat) -> Result<(), Refusal> {
        self.check_answer(seat)?;
        let about = self.request.as_ref().map(|request| request.about);
        let is_undo = matches!(about, Some(Subject::Undo { .. }));
        if is_undo { Ok(()) } else { Err(Refusal::NotAboutUndo) }
    }

    /// Refusing is also how one's own question is withdrawn (R-ASK-02).
    pub(super) fn check_refuse(&self, seat: Seat) -> Result<(), Refusal> {
        let is_own = self.request.as_ref().is_some_and(|request| request.by == seat);
        if is_own { Ok(()) } else { self.check_answer(seat) }
    }

    pub(super) fn check_take_back(&self, seat: Seat) -> Result<(), Refusal> {
        let own = |past: &&super::state::Past| past.by == seat && !past.told;
        self.past.last().filter(own).map(drop).ok_or(Refusal::CannotTakeBack)
    }

    pub(super) fn check_ask_undo(&self, steps: u16) -> Result<(), Refusal> {
        if self.options.undo == Undo::Off {
            return Err(Refusal::UndoIsOff);
        }
        self.check_no_question()?;
        let most = self.past.len();
        match usize::from(steps) {
            0 => Err(Refusal::Nothing { what: "action" }),
            asked if asked > most => Err(Refusal::TooFarBack { steps, most }),
            _ => Ok(()),
        }
    }

    /// How many have to agree (R-UNDO-03).
    fn needed(&self, request: &Request) -> usize {
        let asked = usize::from(request.refused) + request.answers.asked();
        match (request.about, self.options.undo) {
            (Subject::Undo { .. }, Undo::Majority) => asked / 2 + 1,
            _ => asked,
        }
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    pub(super) fn ask(&mut self, seat: Seat, wish: Wish) {
        let player = self.seat;
        self.open(Subject::Wish { wish }, seat.only());
        self.announce(Event::Asked { player, seat, wish });
    }

    pub(super) fn ask_undo(&mut self, steps: u16) {
        let back_to = self.game.past.len().saturating_sub(steps.into());
        self.open(Subject::Undo { steps, back_to: super::acting::count(back_to) }, self.others());
        self.announce(Event::UndoAsked { player: self.seat, steps });
    }

    pub(super) fn offer_draw(&mut self) {
        self.open(Subject::Draw, self.others());
        self.announce(Event::DrawOffered { player: self.seat });
    }

    fn others(&self) -> Seats {
        self.everybody().without(self.seat)
    }

    fn open(&mut self, about: Subject, to: Seats) {
        let by = self.seat;
        let answers = super::state::Answers::new(to);
        self.game.request = Some(Request { by, about, answers, shuffle: Seats::NONE, refused: 0 });
    }

    /// Agrees to what is asked, and does it when enough have (R-ASK-02, R-UNDO-04).
    pub(super) fn agree(&mut self, if_shuffled: bool) -> Dealt<()> {
        let player = self.seat;
        self.announce(Event::Agreed { player });
        let Some(request) = &mut self.game.request else { return Ok(()) };
        request.answers.agree(player);
        if if_shuffled {
            request.shuffle = request.shuffle.with(player);
        }
        self.settle_question()
    }

    pub(super) fn refuse(&mut self) -> Dealt<()> {
        let player = self.seat;
        let Some(request) = &mut self.game.request else { return Ok(()) };
        if request.by == player {
            self.game.request = None;
            self.announce(Event::Withdrawn { player });
            return Ok(());
        }
        let named = matches!(request.about, Subject::Wish { .. });
        request.answers.refuse(player);
        request.refused = request.refused.saturating_add(1);
        self.announce(Event::Refused { player: named.then_some(player) });
        self.settle_question()
    }

    /// Does what was asked when enough have agreed, and drops it when too many have refused.
    fn settle_question(&mut self) -> Dealt<()> {
        let Some(request) = &self.game.request else { return Ok(()) };
        let needed = self.game.needed(request);
        let agreed = request.answers.agreed().len();
        if agreed >= needed {
            return self.grant();
        }
        if agreed + request.answers.waiting_on().len() < needed {
            self.game.request = None;
        }
        Ok(())
    }

    fn grant(&mut self) -> Dealt<()> {
        let Some(Request { by, about, shuffle, answers, .. }) = self.game.request.take() else {
            return Ok(());
        };
        match about {
            Subject::Draw => self.end_game(None),
            Subject::Undo { steps, back_to } => self.undo(by, steps, back_to.into(), shuffle),
            Subject::Wish { wish } => {
                let of = answers.agreed().single().unwrap_or(self.seat);
                // What was asked for may be gone by now.
                if self.game.check_wish(by, of, wish).is_err() {
                    return Ok(());
                }
                let answering = std::mem::replace(&mut self.seat, by);
                let done = self.fulfil(of, wish);
                self.seat = answering;
                done
            }
        }
    }

    /// Does what a player was given leave to do.
    fn fulfil(&mut self, of: Seat, wish: Wish) -> Dealt<()> {
        match wish {
            Wish::Look(part) => self.look(of, part),
            Wish::Search => self.search(of),
            Wish::Hand => self.look_at_hand(of),
            Wish::Peek(card) => self.peek(card),
            Wish::Control(piece) => self.take_control(piece),
        }
    }

    /// Takes control of a permanent, or brings a card of another player into play (R-CONTROL-02).
    fn take_control(&mut self, id: PieceId) -> Dealt<()> {
        let Some(found) = self.game.find(id) else { return Ok(()) };
        if found.zone.has_pieces() && found.zone != Zone::Command {
            let (piece, to) = (self.game.named(id), self.seat);
            self.hand_over(id, to);
            self.announce(Event::ControlChanged { player: found.seat, piece, to });
            return Ok(());
        }
        self.move_pieces(&[id], Place::of(Zone::Battlefield), Some(Side::Up), false)
    }
}
