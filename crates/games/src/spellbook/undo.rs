//! Undoing: an earlier board comes back, and nobody forgets anything (R-UNDO).

use std::sync::Arc;

use facedown_core::{Dealer, Dealt, Seat, Seats};

use super::acting::{Acting, Weight};
use super::event::Event;
use super::state::{Board, Past, Phase, Spellbook, Subject};

/// How many actions can be undone at most.
const MOST_PAST: usize = 32;

impl Spellbook {
    /// Remembers the board before an action, or forgets all of them: beyond chance, secrets and the turn nothing is undone
    /// (R-UNDO-02). Returns who asked to undo what cannot be undone any more.
    pub(super) fn remember(
        &mut self,
        by: Seat,
        before: Arc<Board>,
        weight: Weight,
    ) -> Option<Seat> {
        let same_turn = self.board.turn.number == before.turn.number;
        if weight == Weight::Barrier || !same_turn || self.phase != Phase::Playing {
            self.past.clear();
        } else if !Arc::ptr_eq(&before, &self.board) {
            if self.past.len() == MOST_PAST {
                self.past.remove(0);
            }
            self.past.push(Past { by, told: weight == Weight::Told, board: before });
        } else if weight == Weight::Told
            && let Some(last) = self.past.last_mut()
        {
            last.told = true;
        }
        let undo = self.request.as_ref().and_then(|request| match request.about {
            Subject::Undo { back_to, .. } => Some((request.by, usize::from(back_to))),
            _ => None,
        });
        let (asker, back_to) = undo?;
        if self.past.len() > back_to && self.past.len() < MOST_PAST {
            return None;
        }
        self.request = None;
        Some(asker)
    }
}

impl<D: Dealer<Spellbook>> Acting<'_, D> {
    /// Undoes the player’s own last action (R-UNDO-01).
    pub(super) fn take_back(&mut self) {
        if let Some(past) = self.game.past.pop() {
            self.game.board = past.board;
        }
        self.announce(Event::TookBack { player: self.seat });
    }

    /// Brings the board before the last actions back (R-UNDO-02, R-UNDO-04). Faces stay with whoever has seen them.
    pub(super) fn undo(
        &mut self,
        player: Seat,
        steps: u16,
        back_to: usize,
        shuffle: Seats,
    ) -> Dealt<()> {
        if let Some(past) = self.game.past.get(back_to) {
            self.game.board = Arc::clone(&past.board);
            self.game.past.truncate(back_to);
        }
        let shuffled = !shuffle.is_empty();
        self.announce(Event::Undone { player, steps, shuffled });
        if shuffled { self.shuffle_after(player) } else { Ok(()) }
    }
}
