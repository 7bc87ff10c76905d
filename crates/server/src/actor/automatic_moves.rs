//! Automatic moves: the server plays for bots, for players who resigned and for those who are away.
//!
//! How long a bot thinks depends on its hand: with a single legal action it is done at once. To reveal nothing by that,
//! a bot starts to think as soon as it has to move, and its move is made a fixed pause after that.

use facedown_core::{Dice, Seat, Seats};
use facedown_protocol::{Absent, Pace, State};
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::Actor;
use super::bot_pool::Job;
use super::bots::SeatedBot;
use crate::room::{Actor as By, Draft, Prepared, SeatRule};
use crate::time::{Millis, Moment};

/// A bot that needs longer than the pause moves at a multiple of this, or of the pause if that is longer.
const MIN_ANSWER_GRID: Millis = 500;

/// The pause at [`Pace::Instant`], in milliseconds.
const INSTANT_PAUSE: Millis = 40;

/// A move that the server makes for a seat.
pub(super) struct AutomaticMove {
    seat: Seat,
    by: By,
    /// The number of the last entry that had changed the game when the seat was asked. If there is a newer one, the seat
    /// is asked again.
    moved: u64,
    decision: Decision,
}

/// What a bot has decided.
pub(super) struct BotDecision {
    /// The bot's action; `None` if it cannot be serialised.
    action: Option<Prepared>,
    /// The bot, which goes back to its seat.
    bot: SeatedBot,
}

enum Decision {
    /// A bot is thinking.
    Pending(oneshot::Receiver<BotDecision>),
    /// This action is due; `None` stands for the fallback of the rules.
    Made(Option<Prepared>),
}

impl Actor {
    /// Chooses one of the seats that the server plays at random and starts to decide its move, unless one is under way.
    pub(super) fn request_automatic_move(&mut self) {
        if self.automatic_move.is_some() || self.is_archived || self.room.state() != State::Playing
        {
            return;
        }
        let seats = self.played_by_server();
        let Some(seat) = seats.iter().nth(self.dice.place(seats.len())) else { return };
        let is_bot = matches!(self.room.chairs()[seat.index()].place, SeatRule::Bot(_));
        if !is_bot
            && !self.bots.has(seat)
            && let Absent::Bot(name) = self.room.created().absent.clone()
        {
            self.seat_bot(seat, &name);
        }
        let by = if is_bot { By::Bot } else { By::Absent };
        let moved = self.room.moved();
        self.automatic_move =
            Some(AutomaticMove { seat, by, moved, decision: self.start_bot(seat) });
    }

    /// Starts the seat's bot on a thread of the bot pool. Without a bot, the fallback is chosen.
    fn start_bot(&mut self, seat: Seat) -> Decision {
        let for_people = self.seats().any(|seat| self.room.is_played(seat));
        #[cfg(test)]
        let choices = self.choices(seat);
        let Some(game) = self.room.game() else { return Decision::Made(None) };
        let Some(mut bot) = self.bots.take(seat) else { return Decision::Made(None) };
        let state = game.snapshot();
        let (done, thought) = oneshot::channel();
        let work = Box::new(move || {
            let action = bot.choose(&state);
            // Dropped first: while a snapshot exists, the next action copies the table.
            drop(state);
            // If the table has been closed, nobody waits for the result.
            let _ = done.send(BotDecision { action, bot });
        });
        self.shared.bot_executor.run(Job {
            for_people,
            #[cfg(test)]
            choices,
            work,
        });
        Decision::Pending(thought)
    }

    /// Collects the decision of the bot that is thinking, if it is there.
    pub(super) fn poll_bot(&mut self) {
        let Some(AutomaticMove { decision: Decision::Pending(thought), .. }) =
            &mut self.automatic_move
        else {
            return;
        };
        match thought.try_recv() {
            Ok(thought) => self.bot_decided(Some(thought)),
            Err(TryRecvError::Closed) => self.bot_decided(None),
            Err(TryRecvError::Empty) => {}
        }
    }

    /// Stores the decision of a bot; `None` if the bot panicked.
    pub(super) fn bot_decided(&mut self, thought: Option<BotDecision>) {
        let now = self.shared.clock.now();
        let Some(play) = &mut self.automatic_move else { return };
        let action = if let Some(BotDecision { action, bot }) = thought {
            self.bots.put_back(bot);
            action
        } else {
            let (table, seat) = (self.room.id(), play.seat);
            tracing::error!(%table, %seat, "a bot panicked; the server plays the fallback action");
            None
        };
        let (seat, moved) = (play.seat, play.moved);
        play.decision = Decision::Made(action);
        self.automatic_move_due = answer_at(self.bot_asked_at, self.bot_pause(), now);
        if moved != self.room.moved() || !self.played_by_server().contains(seat) {
            // The game has moved on in the meantime, so the decision is stale.
            self.automatic_move = None;
        }
    }

    /// When the automatic move is made, if it has been decided.
    pub(super) fn move_due(&self) -> Option<Moment> {
        let play = self.automatic_move.as_ref()?;
        matches!(play.decision, Decision::Made(_)).then_some(self.automatic_move_due)
    }

    /// Makes the automatic move that has been decided. Returns `false` if it could not be written.
    pub(super) async fn make_automatic_move(&mut self) -> bool {
        let Some(AutomaticMove { seat, by, moved, decision }) = self.automatic_move.take() else {
            return true;
        };
        let Decision::Made(action) = decision else { return true };
        if moved != self.room.moved() || !self.played_by_server().contains(seat) {
            return true;
        }
        let draft = action.and_then(|action| Draft::of_action(by, None, action).ok());
        match draft {
            Some(draft) => self.append(draft).await,
            None => self.fall_back(seat, by).await,
        }
    }

    /// Starts the pause of the bots anew, after the game or the table has changed.
    pub(super) fn restart_bot_pause(&mut self) {
        self.bot_asked_at = self.last_update;
        self.automatic_move_due = self.bot_asked_at + self.bot_pause();
        if self
            .automatic_move
            .as_ref()
            .is_some_and(|play| matches!(play.decision, Decision::Made(_)))
        {
            self.automatic_move = None;
        }
    }

    /// How long bots at this table take to move.
    fn bot_pause(&self) -> Millis {
        let usual = self.shared.bot_pause;
        match self.room.pace() {
            Pace::Slow => usual * 2,
            Pace::Normal => usual,
            Pace::Fast => usual * 2 / 5,
            Pace::Instant => usual.min(INSTANT_PAUSE),
        }
    }

    /// The seats that have to act and that the server plays: bots, players who resigned, players who are away.
    pub(super) fn played_by_server(&self) -> Seats {
        let plays = |seat: &Seat| {
            let chair = &self.room.chairs()[seat.index()];
            chair.sitter.is_none() || chair.resigned || chair.away && !self.room.is_solo()
        };
        self.room.waiting().iter().filter(plays).collect()
    }

    /// Plays the rules' fallback action for a seat. Returns `false` if it could not be written.
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

    /// Creates the table's bots, once the game has started.
    pub(super) fn seat_bots(&mut self) {
        if self.room.game().is_none() {
            return;
        }
        let bots: Vec<(Seat, String)> = self
            .seats()
            .filter_map(|seat| match &self.room.chairs()[seat.index()].place {
                SeatRule::Bot(name) => Some((seat, name.clone())),
                _ => None,
            })
            .collect();
        for (seat, name) in bots {
            self.seat_bot(seat, &name);
        }
    }

    fn seat_bot(&mut self, seat: Seat, name: &str) {
        let dice = Dice::new(&self.shared.random.seed());
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

/// Completes when the bot has decided, with `None` if it panicked; never, if no bot is thinking.
pub(super) async fn bot_decision(play: &mut Option<AutomaticMove>) -> Option<BotDecision> {
    match play {
        Some(AutomaticMove { decision: Decision::Pending(thought), .. }) => thought.await.ok(),
        _ => std::future::pending().await,
    }
}

/// When the move of a bot is made that was asked at `asked` and was done at `done`: after the pause, or at the next point
/// of a coarse grid if it needed longer. Without a pause, as soon as it is done.
fn answer_at(asked: Moment, pause: Millis, done: Moment) -> Moment {
    let due = asked + pause;
    if pause == 0 {
        return done.max(due);
    }
    let grid = pause.max(MIN_ANSWER_GRID);
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
            "a short pause uses the minimum grid"
        );
        assert_eq!(
            [0, 3, 300].map(|took| after(0, took)),
            [0, 3, 300],
            "without a pause nothing is hidden"
        );
    }
}
