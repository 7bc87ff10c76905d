//! Whom the house plays for: bots, those who resigned, those who are gone. It answers at a fixed time after it is asked.
//!
//! How long a bot thinks depends on what it holds: where there is nothing to choose it is done at once. So nobody may see
//! when it is done. It begins to think when it is asked, and what it decided happens a fixed pause after that.

use facedown_core::{Dice, Seat, Seats};
use facedown_protocol::{Absent, Pace, State};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::Actor;
use super::bots::SeatedBot;
use super::thinkers::Job;
use crate::room::{Actor as By, Draft, Place, Prepared};
use crate::time::{Millis, Moment};

/// How far apart the times are at least at which a bot answers that needs longer than the pause.
const LEAST_GRID: Millis = 500;

/// How long a bot takes where somebody only wants to see how it ends, in milliseconds.
const SHORTEST_PAUSE: Millis = 40;

/// What the house is about to do for one of those it plays for.
pub(super) struct Play {
    seat: Seat,
    by: By,
    /// The number of the last entry that had changed the game when it was asked. If there is another by now, it is asked anew.
    moved: u64,
    decision: Decision,
}

/// What came of thinking.
pub(super) struct Thought {
    /// What the bot wants to do; nothing, if that cannot be written.
    action: Option<Prepared>,
    /// The bot, which is to be taken back.
    bot: SeatedBot,
}

enum Decision {
    /// A bot thinks.
    Pending(oneshot::Receiver<Thought>),
    /// This happens when it is time; what the rules have for those who do not decide, if nothing.
    Made(Option<Prepared>),
}

impl Actor {
    /// Asks one of those whom the house plays for, each as likely as any other, unless somebody has been asked.
    pub(super) fn ask_house(&mut self) {
        if self.play.is_some() || self.is_archived || self.room.state() != State::Playing {
            return;
        }
        let seats = self.played_by_house();
        let Some(seat) = seats.iter().nth(self.dice.place(seats.len())) else { return };
        let is_bot = matches!(self.room.chairs()[seat.index()].place, Place::Bot(_));
        if !is_bot
            && !self.bots.has(seat)
            && let Absent::Bot(name) = self.room.created().absent.clone()
        {
            self.seat_bot(seat, &name);
        }
        let by = if is_bot { By::Bot } else { By::Absent };
        let moved = self.room.moved();
        self.play = Some(Play { seat, by, moved, decision: self.send_off(seat) });
    }

    /// Has the seat's bot think, if there is one.
    fn send_off(&mut self, seat: Seat) -> Decision {
        let for_people = self.seats().any(|seat| self.room.is_played(seat));
        #[cfg(test)]
        let choices = self.choices(seat);
        let Some(game) = self.room.game() else { return Decision::Made(None) };
        let Some(mut bot) = self.bots.send_off(seat) else { return Decision::Made(None) };
        let state = game.snapshot();
        let (done, thought) = oneshot::channel();
        let work = Box::new(move || {
            let action = bot.choose(&state);
            // Let go of first, or the table would be copied for whoever acts next.
            drop(state);
            // If the table is gone, nobody wants to know.
            let _ = done.send(Thought { action, bot });
        });
        self.shared.thinkers.think(Job {
            for_people,
            #[cfg(test)]
            choices,
            work,
        });
        Decision::Pending(thought)
    }

    /// Takes note of what a bot has decided, if one has.
    pub(super) fn look_for_thought(&mut self) {
        let Some(Play { decision: Decision::Pending(thought), .. }) = &mut self.play else {
            return;
        };
        match thought.try_recv() {
            Ok(thought) => self.decided(Some(thought)),
            Err(TryRecvError::Closed) => self.decided(None),
            Err(TryRecvError::Empty) => {}
        }
    }

    /// Takes note of what a bot has decided; nothing, if it failed.
    pub(super) fn decided(&mut self, thought: Option<Thought>) {
        let now = self.shared.clock.now();
        let Some(play) = &mut self.play else { return };
        let action = if let Some(Thought { action, bot }) = thought {
            self.bots.take_back(bot);
            action
        } else {
            let (table, seat) = (self.room.id(), play.seat);
            tracing::error!(%table, %seat, "a bot failed; the table goes on without it");
            None
        };
        let (seat, moved) = (play.seat, play.moved);
        play.decision = Decision::Made(action);
        self.house_due = answer_at(self.asked, self.bot_pause(), now);
        if moved != self.room.moved() || !self.played_by_house().contains(seat) {
            // Something else has happened in the meantime, and whoever is to act now is asked.
            self.play = None;
        }
    }

    /// When the house acts for one of those it plays for, if it has decided what to do.
    pub(super) fn play_due(&self) -> Option<Moment> {
        let play = self.play.as_ref()?;
        matches!(play.decision, Decision::Made(_)).then_some(self.house_due)
    }

    /// Does what the house has decided. Whether it could be written.
    pub(super) async fn play_for_somebody(&mut self) -> bool {
        let Some(Play { seat, by, moved, decision }) = self.play.take() else { return true };
        let Decision::Made(action) = decision else { return true };
        if moved != self.room.moved() || !self.played_by_house().contains(seat) {
            return true;
        }
        let draft = action.and_then(|action| Draft::of_action(by, None, action).ok());
        match draft {
            Some(draft) => self.append(draft).await,
            None => self.fall_back(seat, by).await,
        }
    }

    /// The house is asked from this moment on: something has happened that it has to think about.
    pub(super) fn house_is_asked(&mut self) {
        self.asked = self.told;
        self.house_due = self.asked + self.bot_pause();
        if self.play.as_ref().is_some_and(|play| matches!(play.decision, Decision::Made(_))) {
            self.play = None;
        }
    }

    /// How long after it is asked a bot answers at this table.
    fn bot_pause(&self) -> Millis {
        let usual = self.shared.bot_pause;
        match self.room.pace() {
            Pace::Slow => usual * 2,
            Pace::Normal => usual,
            Pace::Fast => usual * 2 / 5,
            Pace::Instant => usual.min(SHORTEST_PAUSE),
        }
    }

    /// The seats that are waited for and that the house plays: bots, those who resigned, those who are gone.
    pub(super) fn played_by_house(&self) -> Seats {
        let plays = |seat: &Seat| {
            let chair = &self.room.chairs()[seat.index()];
            chair.sitter.is_none() || chair.resigned || chair.away && !self.room.is_solo()
        };
        self.room.waiting().iter().filter(plays).collect()
    }

    /// Does for a seat what the rules have for those who do not decide. Whether it could be written.
    pub(super) async fn fall_back(&mut self, seat: Seat, by: By) -> bool {
        let Some(game) = self.room.game() else { return false };
        let Some(action) = game.fallback(seat, &mut self.dice) else { return false };
        match Draft::of_action(by, None, action) {
            Ok(draft) => self.append(draft).await,
            Err(refusal) => {
                let why = refusal.message;
                tracing::error!(table = %self.table(), %seat, why, "a fallback was refused");
                false
            }
        }
    }

    /// Sits the table's bots down, once the game has begun.
    pub(super) fn seat_bots(&mut self) {
        if self.room.game().is_none() {
            return;
        }
        let bots: Vec<(Seat, String)> = self
            .seats()
            .filter_map(|seat| match &self.room.chairs()[seat.index()].place {
                Place::Bot(name) => Some((seat, name.clone())),
                _ => None,
            })
            .collect();
        for (seat, name) in bots {
            self.seat_bot(seat, &name);
        }
    }

    fn seat_bot(&mut self, seat: Seat, name: &str) {
        let dice = Dice::new(&self.shared.chance.seed());
        self.bots.sit(&self.room.created().game, seat, name, dice);
    }

    #[cfg(test)]
    fn choices(&self, seat: Seat) -> usize {
        let mut tape = facedown_protocol::delta::Tape::new();
        let may_act = self.room.game().is_some_and(|game| game.legal(seat, &mut tape));
        let legal = || serde_json::from_slice::<Vec<serde::de::IgnoredAny>>(tape.json());
        if may_act { legal().map_or(0, |legal| legal.len()) } else { 0 }
    }
}

/// Ends when a bot has thought, with nothing if it failed; never, if none thinks.
pub(super) async fn thought(play: &mut Option<Play>) -> Option<Thought> {
    match play {
        Some(Play { decision: Decision::Pending(thought), .. }) => thought.await.ok(),
        _ => std::future::pending().await,
    }
}

/// When what a bot decided happens that was asked at one moment and was done at another: a pause after it was asked. If
/// it needed longer, at the next of a few moments that lie far apart. Without a pause, as soon as it is done.
fn answer_at(asked: Moment, pause: Millis, done: Moment) -> Moment {
    let due = asked + pause;
    if pause == 0 {
        return done.max(due);
    }
    let grid = pause.max(LEAST_GRID);
    due + done.since(due).div_ceil(grid) * grid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_answers_after_the_pause_or_on_a_coarse_grid() {
        let asked = Moment::from_millis(10_000);
        let after = |pause, took| answer_at(asked, pause, asked + took).since(asked);
        assert_eq!([0, 1, 699, 700].map(|took| after(700, took)), [700; 4]);
        assert_eq!([701, 1_000, 1_400].map(|took| after(700, took)), [1_400; 3]);
        assert_eq!(
            [51, 300, 550].map(|took| after(50, took)),
            [550; 3],
            "a short pause has the least grid"
        );
        assert_eq!(
            [0, 3, 300].map(|took| after(0, took)),
            [0, 3, 300],
            "no pause, nothing to hide behind"
        );
    }
}
