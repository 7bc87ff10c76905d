//! What the house does by itself at a table: clocks, bots, players who are gone, tables that nobody needs.

use facedown_core::{Dice, Seat, Seats};
use facedown_protocol::{Absent, ByeReason, FromHouse, Name, Reminder, State};
use serde_json::value::RawValue;

use super::{Actor, Next};
use crate::room::{Acted, Actor as By, Place, Room, What};
use crate::store::PlayerId;
use crate::time::{Millis, Moment};

/// How long the house waits before it tries again what could not be written.
const PATIENCE: Millis = 1_000;

/// What lists show of a table.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The name of the game.
    pub game: String,
    /// How far it has come.
    pub state: State,
    /// Whether it was given up.
    pub closed: bool,
    /// Whether it is in no list.
    pub private: bool,
    /// Who set it up.
    pub host: PlayerId,
    /// What the seats are called.
    pub names: Vec<Option<Name>>,
    /// Who sits where.
    pub players: Vec<Option<PlayerId>>,
    /// How many seats are free.
    pub free: usize,
    /// Whom it waits for.
    pub waiting: Seats,
}

impl Summary {
    /// What lists show of this room.
    pub fn of(room: &Room) -> Self {
        let sitter = |player: &crate::room::Chair| Some(player.sitter.as_ref()?.player.clone());
        Self {
            game: room.created().game.clone(),
            state: room.state(),
            closed: room.is_closed(),
            private: room.created().private,
            host: room.created().host.clone(),
            names: room.info().seats.into_iter().map(|seat| seat.name).collect(),
            players: room.chairs().iter().map(sitter).collect(),
            free: room.free(),
            waiting: room.waiting(),
        }
    }
}

/// What lists show of a table to those who play at it, and to those who may only see it later.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// As it is.
    pub now: Summary,
    /// As it was, if spectators are shown everything later.
    pub later: Option<Summary>,
}

impl Summaries {
    /// What this player may know of the table now; nobody in particular is a spectator.
    pub fn seen_by(&self, player: Option<&PlayerId>) -> &Summary {
        let sits = self.now.players.iter().flatten().any(|sitter| Some(sitter) == player);
        self.later.as_ref().filter(|_| !sits).unwrap_or(&self.now)
    }
}

impl Actor {
    /// When the house has something to do at this table, if nothing else happens.
    pub(super) fn next_due(&self) -> Option<Moment> {
        let shown = self.delay.as_ref().and_then(super::Delay::due);
        if self.room.state() != State::Playing || self.is_archived {
            return shown;
        }
        let timing = self.room.timing();
        let clock = timing.deadline().map(|(due, _)| due);
        let house = (!self.played_by_house().is_empty()).then_some(self.house_due);
        let away = self.leaving().map(|(due, _)| due).min();
        let written = [clock, house, away].into_iter().flatten().min();
        let written = written.map(|due| due.max(self.not_before));
        let reminder = self.reminders().map(|(_, due, _)| due).min();
        [shown, written, reminder].into_iter().flatten().min()
    }

    /// Does what is due.
    pub(super) async fn strike(&mut self) {
        let now = self.shared.clock.now();
        self.show_later(now);
        if self.room.state() != State::Playing || self.is_archived {
            return;
        }
        let due: Vec<_> = self.reminders().filter(|(_, due, _)| *due <= now).collect();
        for (seat, due, left) in due {
            self.reminded[seat] = Some(due);
            self.audience.announce(&FromHouse::Reminder(Reminder { left }), Some(seat.into()));
        }
        if now < self.not_before {
            return;
        }
        let out_of_time = self.room.timing().deadline().filter(|(due, _)| *due <= now);
        let leaves = self.leaving().find(|(due, _)| *due <= now);
        let written = if let Some((_, seat)) = out_of_time {
            self.fall_back(seat, By::Clock).await
        } else if let Some((_, seat)) = leaves {
            self.append(What::Away { seat }).await
        } else if self.house_due <= now {
            self.play_for_somebody().await
        } else {
            true
        };
        if !written {
            self.not_before = now + PATIENCE;
        }
    }

    /// The seats that are waited for and that the house plays: bots, those who resigned, those who are gone.
    fn played_by_house(&self) -> Seats {
        let plays = |seat: &Seat| {
            let chair = &self.room.chairs()[seat.index()];
            chair.sitter.is_none() || chair.resigned || chair.away
        };
        self.room.waiting().iter().filter(plays).collect()
    }

    /// The players who are waited for and not here, and when the table goes on without them.
    fn leaving(&self) -> impl Iterator<Item = (Moment, Seat)> {
        let grace = Millis::from(self.room.created().grace) * 1000;
        self.room.waiting().minus(self.played_by_house()).iter().filter_map(move |seat| {
            let gone = (*self.gone.get(seat)?)?;
            Some((gone + grace, seat))
        })
    }

    fn reminders(&self) -> impl Iterator<Item = (Seat, Moment, Millis)> {
        let reminders = self.room.timing().reminders();
        reminders.filter(|(seat, due, _)| self.reminded.get(*seat) != Some(&Some(*due)))
    }

    /// Acts for one of those whom the house plays for, each as likely as any other.
    async fn play_for_somebody(&mut self) -> bool {
        let seats = self.played_by_house();
        let Some(seat) = seats.iter().nth(self.dice.place(seats.len())) else { return true };
        let is_bot = matches!(self.room.chairs()[seat.index()].place, Place::Bot(_));
        if !is_bot && let Absent::Bot(name) = self.room.created().absent.clone() {
            let dice = Dice::new(&self.shared.chance.seed());
            if let Some(game) = self.room.game_mut()
                && !game.has_bot(seat)
            {
                game.seat_bot(seat, &name, dice);
            }
        }
        let has_bot = self.room.game().is_some_and(|game| game.has_bot(seat));
        let by = if is_bot { By::Bot } else { By::Absent };
        match self.bot_move(seat, has_bot).await {
            Some(action) => self.append(What::Acted(Acted { seat, by, id: None, action })).await,
            None => self.fall_back(seat, by).await,
        }
    }

    /// What the bot on this seat does. Some think for long, so they do it where nobody waits for the thread.
    async fn bot_move(&mut self, seat: Seat, has_bot: bool) -> Option<Box<RawValue>> {
        if !has_bot {
            return None;
        }
        let mut game = self.room.game_mut().take()?;
        let thought = tokio::task::spawn_blocking(move || {
            let action = game.bot_move(seat);
            (game, action)
        });
        match thought.await {
            Ok((game, action)) => {
                *self.room.game_mut() = Some(game);
                let action = action?;
                self.room.game()?.check(seat, &action).ok()?.permitted.ok()?;
                Some(action)
            }
            Err(error) => {
                tracing::error!(table = %self.table(), %error, "a bot failed; the table is read again");
                self.begin_again();
                None
            }
        }
    }

    /// Folds the journal again, after a bot has taken the game down with it.
    fn begin_again(&mut self) {
        let text = String::from_utf8_lossy(&self.journal);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        match Room::fold(self.room.id().clone(), &lines) {
            // Without its bots, so that it goes on by the fallback.
            Ok(room) => self.room = room,
            Err(error) => {
                tracing::error!(table = %self.table(), %error, "the journal cannot be read");
            }
        }
    }

    async fn fall_back(&mut self, seat: Seat, by: By) -> bool {
        let Some(game) = self.room.game() else { return false };
        let Some(action) = game.fallback(seat, &mut self.dice) else { return false };
        if let Err(refusal) = game.check(seat, &action).and_then(|checked| checked.permitted) {
            let why = refusal.message;
            tracing::error!(table = %self.table(), %seat, why, "a fallback was refused");
            return false;
        }
        self.append(What::Acted(Acted { seat, by, id: None, action })).await
    }

    /// Sits the table's bots down, once the game has begun.
    pub(super) fn seat_bots(&mut self) {
        let bots: Vec<(Seat, String)> = self
            .seats()
            .filter_map(|seat| match &self.room.chairs()[seat.index()].place {
                Place::Bot(name) => Some((seat, name.clone())),
                _ => None,
            })
            .collect();
        for (seat, name) in bots {
            let dice = Dice::new(&self.shared.chance.seed());
            if let Some(game) = self.room.game_mut() {
                game.seat_bot(seat, &name, dice);
            }
        }
    }

    /// Clears the table away if its game is over, or never began, and nobody has been here for a while.
    pub(super) async fn sweep(&mut self) -> Next {
        let watched = self.delay.as_ref().is_some_and(|delay| !delay.audience.is_empty());
        if !self.audience.is_empty() || watched {
            return Next::GoOn;
        }
        if self.is_archived {
            return Next::Stop;
        }
        let quiet = self.shared.clock.now().since(self.room.last());
        match self.room.state() {
            State::Open if quiet >= self.shared.abandon => {
                self.append(What::Closed).await;
            }
            State::Over if quiet >= self.shared.linger || self.room.is_closed() => {
                return self.archive().await;
            }
            _ => {}
        }
        Next::GoOn
    }

    async fn archive(&mut self) -> Next {
        let text = String::from_utf8_lossy(&self.journal);
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let players: Vec<_> = self.room.players().cloned().collect();
        let now = self.shared.clock.wall();
        match self.shared.store.archive(self.room.id(), &lines, &players, now).await {
            Ok(()) => {
                self.close(ByeReason::Gone);
                Next::Stop
            }
            Err(error) => {
                tracing::error!(table = %self.table(), %error, "the table could not be cleared away");
                Next::GoOn
            }
        }
    }
}
