//! Reads a finished or unfinished game from its record or share code.

use facedown_bots::BotGame;
use facedown_core::{
    Count, Deal, LogEntry, Record, Rig, Seat, Seed, Table, Viewer, game_named_in, opened, share,
};
use facedown_games::{Story, with_game};
use facedown_protocol::rest::{GameSummary, Statistic, StatisticMoment};
use facedown_protocol::{Absent, Code, Kind, Name, Pace, Refusal, Spectators, TableClock, TableId};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use super::hosted::{HostedTable, LoggedAction};
use super::{Created, EntryBody, Hosted, JournalEntry, MissedEntry, Room, SeatRule};
use crate::store::PlayerId;
use crate::time::WallTime;

/// The text that a game is read from.
pub enum Source {
    /// A share code.
    Share(String),
    /// A record, as JSON.
    Record(String),
}

/// A game that was read from a record or a share code.
pub struct Played(Box<dyn PlayedGame>);

/// A record with its game erased.
trait PlayedGame {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The game as a scenario with its first `actions` actions.
    fn scenario(&self, actions: usize) -> Value;

    /// The end of the game with all cards open, and its statistics.
    fn summary(&self) -> Result<GameSummary, Refusal>;

    /// The game right after the deal, with its actions.
    fn begin(self: Box<Self>) -> Result<Beginning, Refusal>;
}

/// A game before its first action, and its actions.
struct Beginning {
    created: Created,
    names: Vec<String>,
    game: Box<dyn Hosted>,
    actions: LoggedActions,
}

/// The actions of a log, in order.
pub type LoggedActions = Box<dyn Iterator<Item = LoggedAction>>;

impl Played {
    /// Reads a game, and deals its cards to check it.
    pub fn read(source: &Source) -> Result<Self, Refusal> {
        match source {
            Source::Record(text) => {
                let game = game_named_in(text).map_err(damaged)?;
                with_game!(
                    game.as_str(),
                    G => Self::of(Record::<G>::from_json(text).map_err(damaged)?),
                    else Err(damaged(format!("this server has no game called {game:?}")))
                )
            }
            Source::Share(code) => {
                let initials = share::initials_in(code).map_err(damaged)?;
                let game = facedown_games::with_initials(initials).unwrap_or_default();
                with_game!(
                    game,
                    G => Self::of(share::decode::<G>(code).map_err(damaged)?.record(Vec::new())),
                    else Err(damaged(format!("no game of this server has share codes that begin with {initials:?}")))
                )
            }
        }
    }

    fn of<G: BotGame + Story>(record: Record<G>) -> Result<Self, Refusal> {
        let table = record.dealt().map_err(damaged)?;
        Ok(Self(Box::new(DealtRecord { record, table })))
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.0.seats()
    }

    /// The game as a scenario, up to this number of actions.
    pub fn scenario(&self, actions: Option<usize>) -> Value {
        self.0.scenario(actions.unwrap_or(usize::MAX))
    }

    /// The end of the game with all cards open, and its statistics. A game that is not over is refused.
    pub fn summary(&self) -> Result<GameSummary, Refusal> {
        self.0.summary()
    }

    /// The room right after the deal, and the actions.
    pub fn into_room(self) -> Result<(Room, LoggedActions), Refusal> {
        let Beginning { created, names, game, actions } = self.0.begin()?;
        let id = TableId::new("replay").map_err(damaged)?;
        let what = EntryBody::Created(Box::new(created));
        let mut room = Room::new(id, &entry(what)).map_err(damaged)?;
        for seat in (0..room.chairs().len()).filter_map(Seat::new) {
            let name = names.get(seat.index()).and_then(|name| Name::new(name).ok());
            let name = name.or_else(|| Name::new(&format!("Player {}", seat.index() + 1)).ok());
            let Some(name) = name else { continue };
            let sat =
                EntryBody::Sat { seat, player: player(seat.index()), name, contribution: None };
            room.apply(&entry(sat)).map_err(damaged)?;
        }
        room.start_with(game);
        Ok((room, actions))
    }
}

/// A record, and its table right after the deal.
struct DealtRecord<G: BotGame + Story> {
    record: Record<G>,
    table: Table<G>,
}

impl<G: BotGame + Story> PlayedGame for DealtRecord<G> {
    fn seats(&self) -> usize {
        self.record.seats.get()
    }

    fn scenario(&self, actions: usize) -> Value {
        let Record { rules, options, seats, deal, actions: log, .. } = &self.record;
        let step = |LogEntry { seat, action }: &LogEntry<G::Action>| json!({ "seat": seat, "action": opened(action.clone()), "expect": "ok" });
        let steps: Vec<Value> = log.iter().take(actions).map(step).collect();
        let mut scenario = json!({
            "scenario": format!("{} after {} actions", G::NAME, steps.len()),
            "game": G::NAME,
            "rules": rules,
            "options": options,
            "seats": seats,
            "steps": steps,
        });
        match deal {
            Deal::Rigged(Rig { shuffles, rolls, mixes })
            | Deal::Dealt(Rig { shuffles, rolls, mixes }) => {
                scenario["rigged"] = json!({ "shuffles": shuffles, "rolls": rolls });
                if !mixes.is_empty() {
                    scenario["rigged"]["mixes"] = json!(mixes);
                }
            }
            Deal::Seeded { .. } => {
                scenario["seed"] = json!(deal.mixed_seed().map(|seed| seed.to_hex()));
            }
        }
        scenario
    }

    fn summary(&self) -> Result<GameSummary, Refusal> {
        let table = self.record.replay().map_err(damaged)?.table;
        let Some(hindsight) = table.hindsight() else {
            return Err(Refusal::plain(Kind::GameNotOver));
        };
        let view = to_raw_value(&table.game().view(&hindsight)).map_err(damaged)?;
        let statistic = |count: Count| Statistic {
            key: count.key.to_owned(),
            numbers: count.numbers.values().to_vec(),
            moments: count
                .moments
                .iter()
                .map(|moment| StatisticMoment { seat: moment.seat, at: moment.actions })
                .collect(),
        };
        let counts = G::counts(&table, Viewer::Spectator);
        Ok(GameSummary {
            view,
            statistics: counts.into_iter().map(statistic).collect(),
            share: share::encode(&table).map_err(damaged)?,
        })
    }

    fn begin(self: Box<Self>) -> Result<Beginning, Refusal> {
        let Self { record, table } = *self;
        let seed = match &record.deal {
            Deal::Seeded { seed, .. } => seed.clone(),
            // A rigged deal has no seed, nor has one of the players' machines, but a table needs one.
            Deal::Rigged(_) | Deal::Dealt(_) => Seed::from_text("rigged"),
        };
        let created = Created {
            game: G::NAME.to_owned(),
            rules: record.rules,
            options: to_raw_value(&record.options).map_err(damaged)?,
            places: vec![SeatRule::Open; record.seats.get()],
            host: player(0),
            private: false,
            autostart: false,
            spectators: Spectators::Live,
            clock: TableClock::None,
            absent: Absent::Fallback,
            grace: 0,
            pace: Pace::default(),
            bot_names: Vec::new(),
            seed: seed.to_hex(),
            code: Code::new("replay").map_err(damaged)?,
            origin: None,
            rematch_of: None,
        };
        let (names, game) = (record.names, Box::new(HostedTable::at(table)));
        let actions = Box::new(record.actions.into_iter().map(LoggedAction::new::<G>));
        Ok(Beginning { created, names, game, actions })
    }
}

impl Room {
    /// Starts with a game that was dealt elsewhere.
    fn start_with(&mut self, game: Box<dyn Hosted>) {
        let mut note = MissedEntry::nothing(0);
        note.events.end = game.told();
        self.game = Some(game);
        self.state = facedown_protocol::State::Playing;
        self.moved = self.entries;
        self.note(note, self.last);
    }

    /// Checks that this player may see the replay of this viewer: any viewer once the game is over, before that only
    /// their own.
    pub fn may_see_replay(&self, player: Option<&PlayerId>, viewer: Viewer) -> Result<(), Refusal> {
        if self.game.is_none() {
            return Err(Refusal::plain(Kind::NotStarted));
        }
        let is_own = viewer != Viewer::Spectator && self.viewer(player) == viewer;
        if is_own || self.state == facedown_protocol::State::Over {
            return Ok(());
        }
        Err(Refusal::plain(Kind::GameNotOver))
    }
}

/// An entry without a time, which a record does not have.
fn entry(what: EntryBody) -> JournalEntry {
    JournalEntry { at: WallTime::default(), moment: None, stood: 0, what }
}

fn player(seat: usize) -> PlayerId {
    PlayerId(format!("seat {seat}").into())
}

fn damaged(error: impl std::fmt::Display) -> Refusal {
    Refusal::new(Kind::Malformed, error.to_string())
}
