//! Games whose actions are typed, because there is no list of them.

use std::collections::VecDeque;

use facedown_core::Seat;

use super::session::{CommandResult, Decision, Session};
use crate::draw::text::terminal_width;
use crate::failure::Failure;
use crate::playable::{Playable, Typed};

impl<G: Playable> Session<G> {
    /// Whether the player is asked although the table waits for somebody else.
    pub(super) fn wants_to_interject(&self) -> bool {
        let others = self.table.may_act().minus(self.table.waiting_on());
        others.contains(self.you)
            && self.let_go != Some(self.table.log().len())
            && G::interjects(&self.table.view(self.you.into()))
    }

    /// Asks the player until a line is an action that is permitted.
    pub(super) fn decide_by_typing(&mut self, seat: Seat) -> Result<Decision<G::Action>, Failure> {
        if let Some(action) = self.without_asking(seat)? {
            return Ok(Decision::Act(action));
        }
        self.tell_news()?;
        self.console.line("")?;
        let glimpse = G::glimpse(&self.table.view(seat.into()), &self.names, terminal_width());
        self.console.write(&glimpse)?;
        let question = G::prompt_line(&self.table.view(seat.into()), &self.names);
        self.console.line(&question.unwrap_or_default())?;
        loop {
            let Some((answer, _)) = self.console.ask()? else { return self.end_of_input() };
            let meant = G::typed(&answer, &self.table.view(seat.into()), &self.names);
            match meant {
                None => {
                    let complaint = format!("{answer:?} is no command; type ? for all of them");
                    if let CommandResult::Leave = self.run_command(&answer, &complaint)? {
                        return Ok(Decision::Leave);
                    }
                }
                Some(Typed::GoOn) => return Ok(Decision::GoOn),
                Some(Typed::Say(text)) => self.console.line(&text)?,
                Some(Typed::Wrong(why)) => self.console.complain(&why)?,
                Some(Typed::Act(actions)) => {
                    self.typed = VecDeque::from(actions);
                    let Some(first) = self.typed.pop_front() else { continue };
                    let lens = self.table.lens(seat.into());
                    match self.table.game().permits(seat, &first, &lens) {
                        Ok(()) => return Ok(Decision::Act(first)),
                        Err(refusal) => self.console.complain(&G::named(refusal.to_string()))?,
                    }
                    self.typed.clear();
                }
            }
        }
    }

    /// What comes next of a line that was typed before, or what is done without asking, if it is permitted.
    fn without_asking(&mut self, seat: Seat) -> Result<Option<G::Action>, Failure> {
        let next = self.typed.pop_front();
        let next = next.or_else(|| G::unasked(&self.table.view(seat.into())));
        let Some(next) = next else { return Ok(None) };
        let lens = self.table.lens(seat.into());
        if let Err(refusal) = self.table.game().permits(seat, &next, &lens) {
            self.typed.clear();
            self.console.complain(&G::named(refusal.to_string()))?;
            return Ok(None);
        }
        Ok(Some(next))
    }
}
