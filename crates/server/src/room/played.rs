//! A game that was played anywhere, from its record or its share code.

use facedown_bots::BotGame;
use facedown_core::{Deal, Record, Rig, Seat, Seed, Viewer, game_named_in, share};
use facedown_games::with_game;
use facedown_protocol::{Absent, Code, Kind, Name, Refusal, Spectators, TableClock, TableId};
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use super::hosted::Play;
use super::{Acted, Actor, Created, EntryBody, Hosted, JournalEntry, Note, Place, Room};
use crate::store::PlayerId;
use crate::time::WallTime;

/// Where a game is written down.
pub enum Source {
    /// A share code.
    Share(String),
    /// A record, as a file has it.
    Record(String),
}

/// A game that was played.
pub struct Played {
    created: Created,
    names: Vec<String>,
    start: Box<dyn Hosted>,
    actions: Vec<Line>,
    /// Where the cards come from, as a scenario has it.
    deal: Value,
}

#[derive(Deserialize)]
struct Line {
    seat: Seat,
    action: Box<RawValue>,
}

#[derive(Deserialize)]
struct Lines {
    actions: Vec<Line>,
}

impl Played {
    /// Reads it.
    pub fn read(source: &Source) -> Result<Self, Refusal> {
        match source {
            Source::Record(text) => {
                let game = game_named_in(text).map_err(damaged)?;
                with_game!(
                    game.as_str(),
                    G => Self::of(&Record::<G>::from_json(text).map_err(damaged)?),
                    else Err(damaged(format!("there is no game called {game:?} here")))
                )
            }
            Source::Share(code) => {
                let initials = share::initials_in(code).map_err(damaged)?;
                let game = facedown_games::with_initials(initials).unwrap_or_default();
                with_game!(
                    game,
                    G => Self::of(&share::decode::<G>(code).map_err(damaged)?.record(Vec::new())),
                    else Err(damaged(format!("no game here has share codes that begin with {initials:?}")))
                )
            }
        }
    }

    fn of<G: BotGame>(record: &Record<G>) -> Result<Self, Refusal> {
        let table = record.dealt().map_err(damaged)?;
        let deal = match &record.deal {
            Deal::Rigged(rig) => {
                let Rig { shuffles, rolls, mixes } = rig;
                let mut rigged = json!({ "shuffles": shuffles, "rolls": rolls });
                if !mixes.is_empty() {
                    rigged["mixes"] = json!(mixes);
                }
                json!({ "rigged": rigged })
            }
            deal @ Deal::Seeded { .. } => {
                json!({ "seed": deal.mixed_seed().map(|seed| seed.to_hex()) })
            }
        };
        let seed = match &record.deal {
            Deal::Seeded { seed, .. } => seed.clone(),
            // Nobody promised anything; the table has to have one all the same.
            Deal::Rigged(_) => Seed::from_text("rigged"),
        };
        let Lines { actions } = serde_json::from_str(&record.to_json()).map_err(damaged)?;
        let created = Created {
            game: G::NAME.to_owned(),
            rules: record.rules,
            options: to_raw_value(&record.options).map_err(damaged)?,
            places: vec![Place::Open; record.seats.get()],
            host: player(0),
            private: false,
            autostart: false,
            spectators: Spectators::Live,
            clock: TableClock::None,
            absent: Absent::Fallback,
            grace: 0,
            seed: seed.to_hex(),
            code: Code::new("replay").map_err(damaged)?,
            origin: None,
        };
        let names = record.names.clone();
        Ok(Self { created, names, start: Box::new(Play::at(table)), actions, deal })
    }

    /// How many seats there are.
    pub const fn seats(&self) -> usize {
        self.created.places.len()
    }

    /// The game as a scenario, as far as after so many actions.
    pub fn scenario(&self, actions: Option<usize>) -> Value {
        let created = &self.created;
        let most = actions.unwrap_or(usize::MAX);
        let step =
            |line: &Line| json!({ "seat": line.seat, "action": &line.action, "expect": "ok" });
        let steps: Vec<Value> = self.actions.iter().take(most).map(step).collect();
        let mut scenario = json!({
            "scenario": format!("{} after {} actions", created.game, steps.len()),
            "game": created.game,
            "rules": created.rules,
            "options": created.options,
            "seats": self.seats(),
            "steps": steps,
        });
        if let (Some(scenario), Value::Object(deal)) = (scenario.as_object_mut(), &self.deal) {
            scenario.extend(deal.clone());
        }
        scenario
    }

    /// The room as it was when the cards had been dealt, and what happened then.
    pub fn into_room(self) -> Result<(Room, impl Iterator<Item = JournalEntry>), Refusal> {
        let id = TableId::new("replay").map_err(damaged)?;
        let what = EntryBody::Created(Box::new(self.created));
        let mut room = Room::new(id, &entry(what)).map_err(damaged)?;
        for seat in (0..room.chairs().len()).filter_map(Seat::new) {
            let name = self.names.get(seat.index()).and_then(|name| Name::new(name).ok());
            let name = name.or_else(|| Name::new(&format!("Player {}", seat.index() + 1)).ok());
            let Some(name) = name else { continue };
            let sat =
                EntryBody::Sat { seat, player: player(seat.index()), name, contribution: None };
            room.apply(&entry(sat)).map_err(damaged)?;
        }
        room.start_with(self.start);
        let happened = self.actions.into_iter().map(|Line { seat, action }| {
            entry(EntryBody::Acted(Acted { seat, by: Actor::Player, id: None, action }))
        });
        Ok((room, happened))
    }
}

impl Room {
    /// Begins with a game that was dealt elsewhere.
    fn start_with(&mut self, game: Box<dyn Hosted>) {
        let mut note = Note::nothing(0);
        note.events.end = game.told();
        self.game = Some(game);
        self.state = facedown_protocol::State::Playing;
        self.moved = self.entries;
        self.note(note, self.last);
    }

    /// Who may be looked at the game as, by this player: once it is over, anybody; until then, only oneself.
    pub fn may_look_back(&self, player: Option<&PlayerId>, viewer: Viewer) -> Result<(), Refusal> {
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

/// Nobody knows when it was.
fn entry(what: EntryBody) -> JournalEntry {
    JournalEntry { at: WallTime::default(), moment: None, stood: 0, what }
}

fn player(seat: usize) -> PlayerId {
    PlayerId(format!("seat {seat}").into())
}

fn damaged(error: impl std::fmt::Display) -> Refusal {
    Refusal::new(Kind::Malformed, error.to_string())
}
