//! How messages change the state of a table.

mod asked;
mod cards;
mod keys;
mod leave;
mod look;
mod roll;

use facedown_core::Seat;

use super::checks::ProofChecks;
use super::message::Message;
use super::{Fault, TableState};

pub(super) use look::named_point;
pub(super) use roll::roll_promise;

impl TableState {
    /// Applies a message. `head` is the head of the chain after it. On an error the caller must discard this state.
    pub(super) fn apply(
        &mut self,
        author: Seat,
        message: &Message,
        head: [u8; 32],
        checks: &mut ProofChecks<'_>,
    ) -> Result<(), Fault> {
        if !self.present.contains(author) {
            return Err(Fault::NoSuchSeat(author));
        }
        // Each handler returns whether the step is complete, because only then the table waits for something else.
        let done = match message {
            Message::KeyPromise(promise) => self.key_promise(author, promise),
            Message::KeyOpening(opening) => self.key_opening(author, opening),
            Message::Dealt(dealing) => self.dealt(author, dealing),
            Message::Complaint { epoch, dealer, complaint } => {
                self.complaint(author, usize::from(*epoch), *dealer, complaint)
            }
            Message::Bring { pile, common, faces } => self.bring(author, *pile, *common, faces),
            Message::BringSecret { pile, cards } => self.bring_secret(author, *pile, cards),
            Message::Ask(request) => self.ask(author, *request),
            Message::Shares(shares) => self.shares(author, shares, checks),
            Message::Named(openings) => self.named(author, openings),
            Message::Shuffled(deck) => self.shuffled(author, deck, checks),
            Message::Arranged { deck, top } => {
                self.arranged(author, deck, usize::from(*top), checks)
            }
            Message::Taken(deck) => self.taken(author, deck, checks),
            Message::Tucked { cards, proof } => self.tucked(author, cards, proof),
            Message::Remasked(remasked) => self.remasked(author, remasked, checks),
            Message::Rekeyed(fresh) => self.rekeyed(author, fresh, checks),
            Message::RollPromise(promise) => self.roll_promise(author, promise),
            Message::RollOpening(part) => self.roll_opening(author, part),
            Message::Answer(answer) => self.answer(author, *answer),
            Message::Agree(agrees) => self.agree(author, *agrees),
            Message::Forfeit(seat) => self.forfeit(author, *seat),
            Message::Recovered(batches) => self.recovered(author, batches, checks),
            Message::Closed { keys, lists } => self.closed(author, keys, lists),
        }?;
        if done {
            self.since = head;
        }
        Ok(())
    }
}
