//! Compares the messages of all clients with the journal, and the journal with the record.

use std::collections::BTreeMap;

use facedown_core::{Game, Record, Seat, Seats, Table, Viewer};
use facedown_games::with_game;
use facedown_protocol::State;
use facedown_server::room::{
    Acted, Actor, EntryBody, FoldError, Journal, JournalEntry, Room, Timing,
};
use facedown_server::time::{Moment, WallTime};
use serde_json::{Value, json};

use super::client_view::{ClientView, ToldEntry};
use super::clocks::{Before, Stopwatch, stood_still, welcomed};
use super::jumps::true_time;
use super::player::{Outcome, Transcript};
use super::slot::Played;

/// What was found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) wrong: Vec<String>,
    /// How many updates were compared.
    pub(crate) updates: u64,
    /// How many actions there were.
    pub(crate) moves: u64,
    /// How often a clock ran out.
    pub(crate) strikes: u64,
    /// How often the server acted for an absent player.
    pub(crate) absences: u64,
    /// How often the server was started again during the game.
    pub(crate) reopened: u64,
    /// How many tables had been archived.
    pub(crate) archived: u64,
}

impl Found {
    pub(crate) fn add(&mut self, other: Self) {
        self.wrong.extend(other.wrong);
        self.updates += other.updates;
        self.moves += other.moves;
        self.strikes += other.strikes;
        self.absences += other.absences;
        self.reopened += other.reopened;
        self.archived += other.archived;
    }
}

/// What clients must be told about one entry.
struct Expected {
    /// The seat and the id of the message that it is the outcome of.
    ack: Option<(usize, String)>,
    by: Value,
    said: Value,
    timing: Timing,
    /// Whether it starts and stops no clock.
    clocks_stay: bool,
    /// When it was written, by the wall clock and by the monotonic clock.
    at: WallTime,
    moment: Moment,
    table: Value,
    waiting: Value,
    may_act: Value,
    /// For each seat in order, then for a spectator.
    viewers: Vec<Seen>,
}

#[derive(Default)]
struct Seen {
    events: Vec<Value>,
    view: Value,
    legal: Value,
}

/// Compares everything that is known about a table.
pub(crate) fn check(
    played: &Played,
    record: &str,
    journal: &Journal,
    deaths: &[WallTime],
) -> Found {
    let mut found = Found::default();
    let outcome = with_game!(
        played.game.as_str(),
        G => Record::<G>::from_json(record)
            .map_err(|error| error.to_string())
            .and_then(|record| expectations(played, &record, journal, deaths, &mut found)),
        else Err(format!("there is no game {}", played.game))
    );
    match outcome {
        Ok(expected) => {
            for transcript in &played.transcripts {
                heard(transcript, &expected, &mut found);
                sent(transcript, journal, &mut found);
            }
        }
        Err(wrong) => found.wrong.push(wrong),
    }
    for wrong in &mut found.wrong {
        *wrong = format!("table {} ({}), {wrong}", played.table, played.game);
    }
    found
}

/// Replays the journal with the deal of the record.
fn expectations<G: Game>(
    played: &Played,
    record: &Record<G>,
    journal: &Journal,
    deaths: &[WallTime],
    found: &mut Found,
) -> Result<Vec<Expected>, String> {
    let read = |entry: Result<JournalEntry, FoldError>| -> Result<JournalEntry, String> {
        let entry = entry.map_err(|error| error.to_string())?;
        Ok(JournalEntry { at: true_time(entry.at), ..entry })
    };
    let entries: Vec<JournalEntry> = journal.entries().map(read).collect::<Result<_, _>>()?;
    let (first, later) = entries.split_first().ok_or("the journal is empty")?;
    let seats = record.seats.get();
    let mut room = Room::new(played.table.clone(), first).map_err(|error| error.to_string())?;
    let mut stopwatch = Stopwatch::new(room.created().clock, deaths, seats);
    let mut table: Option<Table<G>> = None;
    let mut expected = vec![expect(first, &room, None::<&Table<G>>, 0, seats)];
    let mut last = first.at;
    for (n, entry) in (1..).zip(later) {
        let told = table.as_ref().map_or(0, |table| table.heard().len());
        let timing = room.timing().clone();
        let before = Before {
            last,
            moment: room.last(),
            timing: &timing,
            waiting: table.as_ref().map_or(Seats::NONE, Table::waiting_on),
            own_clock: table.as_ref().and_then(|table| table.game().clock()),
        };
        let mut wrong: Vec<String> = stopwatch.entry(&before, entry).into_iter().collect();
        match &entry.what {
            EntryBody::Started => {
                table = Some(record.dealt().map_err(|error| error.to_string())?);
            }
            EntryBody::Acted(Acted { seat, by, action, .. }) => {
                let table = table.as_mut().ok_or_else(|| format!("entry {n} before the deal"))?;
                let action = serde_json::from_str(action.get());
                let action = action.map_err(|error| format!("entry {n}: {error}"))?;
                if let Err(refused) = table.act(*seat, action) {
                    wrong.push(format!("it is not permitted: {refused}"));
                }
                found.moves += 1;
                found.strikes += u64::from(*by == Actor::Clock);
                found.absences += u64::from(*by == Actor::Absent);
            }
            _ => {}
        }
        room.apply(entry).map_err(|error| format!("entry {n}: {error}"))?;
        if matches!(entry.what, EntryBody::Reopened) {
            found.reopened += 1;
            wrong.extend(stood_still(&before, room.timing(), entry.moment()));
        }
        stopwatch.waits_for(table.as_ref().map_or(Seats::NONE, Table::waiting_on));
        found.wrong.extend(wrong.into_iter().map(|wrong| format!("entry {n}: {wrong}")));
        let mut expect = expect(entry, &room, table.as_ref(), told, seats);
        expect.clocks_stay = timing == *room.timing();
        expected.push(expect);
        last = entry.at;
    }
    let again = table.map(|table| table.record(record.names.clone()).to_json());
    if again != Some(record.to_json()) || room.record() != again {
        found.wrong.push("the record is not what the journal leads to".into());
    }
    Ok(expected)
}

fn expect<G: Game>(
    entry: &JournalEntry,
    room: &Room,
    table: Option<&Table<G>>,
    told: usize,
    seats: usize,
) -> Expected {
    let viewers = (0..seats).filter_map(Seat::new).map(Viewer::Seat).chain([Viewer::Spectator]);
    let seen = |viewer: Viewer| {
        table.map_or_else(
            || Seen { legal: json!([]), ..Seen::default() },
            |table| {
                let new =
                    table.heard()[told..].iter().filter(|heard| heard.told.to.reaches(viewer));
                Seen {
                    events: new.map(|heard| json!(heard.told.event)).collect(),
                    view: json!(table.view(viewer)),
                    legal: json!(viewer.seat().map_or_else(Vec::new, |seat| table.legal_for(seat))),
                }
            },
        )
    };
    let (mut ack, mut by, mut said) = (None, Value::Null, Value::Null);
    match &entry.what {
        EntryBody::Acted(acted) => {
            ack = acted.id.as_ref().map(|id| (acted.seat.index(), id.as_str().to_owned()));
            by = match acted.by {
                Actor::Player | Actor::Bot => Value::Null,
                Actor::Clock => json!("clock"),
                Actor::Absent => json!("absent"),
            };
        }
        EntryBody::Said { seat, name, id, text, .. } => {
            ack = seat.map(|seat| (seat.index(), id.as_str().to_owned()));
            said = json!({ "seat": seat, "name": name, "text": text });
        }
        _ => {}
    }
    Expected {
        ack,
        by,
        said,
        timing: room.timing().clone(),
        clocks_stay: false,
        at: entry.at,
        moment: room.last(),
        table: json!(room.info()),
        waiting: json!(table.map_or(Seats::NONE, Table::waiting_on)),
        may_act: json!(table.map_or(Seats::NONE, Table::may_act)),
        viewers: viewers.map(seen).collect(),
    }
}

/// Checks that a client was told exactly what the journal says.
fn heard(transcript: &Transcript, expected: &[Expected], found: &mut Found) {
    let who = transcript.who();
    let mut sight = ClientView::new();
    for (at, line) in transcript.lines.iter().filter(|(_, line)| !line.starts_with('>')) {
        let told = match sight.take(line) {
            Ok(Some(told)) => told,
            Ok(None) => continue,
            Err(wrong) => {
                found.wrong.push(format!("{who}, after {}: {wrong}", sight.n));
                return;
            }
        };
        found.updates += told.len() as u64;
        let number = |n: u64| usize::try_from(n).ok().and_then(|n| expected.get(n));
        let mut wrong = Vec::new();
        for told in &told {
            match number(told.n) {
                Some(expected) => compare_told(transcript, told, expected, &mut wrong),
                None => wrong.push(format!("{who}, {}: the journal has no such entry", told.n)),
            }
        }
        if let Some(expected) = number(sight.n) {
            compare_sight(transcript, &sight, expected, &mut wrong);
            if let Some(clocks) = &sight.welcomed {
                // Both clocks are rounded down to whole milliseconds at different moments: the monotonic one can be one
                // ahead.
                let after = at.as_millis().saturating_sub(expected.at.as_millis()) + 1;
                let heard = expected.moment + after;
                let bad = welcomed(clocks, &expected.timing, expected.moment, heard);
                wrong.extend(bad.map(|bad| format!("{who}, {}: {bad}", sight.n)));
            }
        }
        if !wrong.is_empty() {
            found.wrong.append(&mut wrong);
            return;
        }
    }
    if sight.n + 1 != expected.len() as u64 && sight.table["state"] != json!(State::Over) {
        found.wrong.push(format!("{who}: heard until {} of {}", sight.n, expected.len() - 1));
    }
}

fn compare_told(
    transcript: &Transcript,
    told: &ToldEntry,
    expected: &Expected,
    wrong: &mut Vec<String>,
) {
    let own = expected.ack.as_ref().filter(|(seat, _)| Some(*seat) == transcript.seat);
    let viewer = transcript.seat.unwrap_or(expected.viewers.len() - 1);
    let mut pairs = vec![
        ("acknowledgement", json!(told.ack), json!(own.map(|(_, id)| id))),
        ("who acted", told.by.clone(), expected.by.clone()),
        ("chat", told.said.clone(), expected.said.clone()),
        ("events", json!(told.events), json!(expected.viewers[viewer].events)),
    ];
    let clocks = json!(expected.timing.left(expected.moment));
    match &told.clocks {
        Some(Value::Null) if expected.clocks_stay => {}
        Some(told) => pairs.push(("clocks", told.clone(), clocks)),
        None => {}
    }
    compare(transcript, told.n, pairs, wrong);
}

fn compare_sight(
    transcript: &Transcript,
    sight: &ClientView,
    expected: &Expected,
    wrong: &mut Vec<String>,
) {
    let seen = &expected.viewers[transcript.seat.unwrap_or(expected.viewers.len() - 1)];
    let pairs = vec![
        ("view", sight.view(), seen.view.clone()),
        ("legal actions", sight.may_do(transcript.seat), seen.legal.clone()),
        ("waiting", sight.waiting.clone(), expected.waiting.clone()),
        ("who may act", sight.may_act.clone(), expected.may_act.clone()),
        ("table", sight.table.clone(), expected.table.clone()),
    ];
    compare(transcript, sight.n, pairs, wrong);
}

fn compare(
    transcript: &Transcript,
    n: u64,
    pairs: Vec<(&str, Value, Value)>,
    wrong: &mut Vec<String>,
) {
    for (what, told, right) in pairs {
        if told != right {
            let who = transcript.who();
            wrong.push(format!("{who}, {n}: {what}: was told {told}, and it is {right}"));
        }
    }
}

/// Checks that every message of a client was carried out once, or not at all, as it was told.
fn sent(transcript: &Transcript, journal: &Journal, found: &mut Found) {
    let Some(seat) = transcript.seat else { return };
    let who = transcript.who();
    let mut done: BTreeMap<String, Vec<(u64, Value)>> = BTreeMap::new();
    for (n, line) in (0..).zip(journal.lines()) {
        let line: Value = serde_json::from_str(line).unwrap_or_default();
        for kind in ["acted", "said"] {
            let what = &line["what"][kind];
            if let (Some(id), true) = (what["id"].as_str(), what["seat"] == json!(seat)) {
                done.entry(id.to_owned()).or_default().push((n, what.clone()));
            }
        }
    }
    for (id, sent) in &transcript.sent {
        let entries = done.remove(id).unwrap_or_default();
        let numbers: Vec<u64> = entries.iter().map(|(n, _)| *n).collect();
        let right = match &sent.outcome {
            Outcome::Done(n) => numbers == [*n],
            Outcome::Refused(_) | Outcome::Unknown => numbers.is_empty(),
        };
        if !right {
            let outcome = &sent.outcome;
            found.wrong.push(format!("{who}: {id} was {outcome:?}; in the journal: {numbers:?}"));
        }
        for (n, what) in entries {
            if what["action"] != sent.message["action"] || what["text"] != sent.message["text"] {
                found.wrong.push(format!("{who}, {n}: {id} is something else in the journal"));
            }
        }
    }
    for (id, entries) in done {
        found.wrong.push(format!("{who}, {}: {id} was never sent", entries[0].0));
    }
}
