//! Plays scenarios and writes a line for each step.

use std::borrow::Cow;
use std::io::Write;

use facedown_bots::BotGame;
use facedown_core::{Deal, Game, Refused, Rig, RigCount, Seat, SeatCount, Seed, Table};
use facedown_games::with_game;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use super::complete::{Bots, Complete};
use super::error::{ScenarioError, is_rig};
use super::file::{Expect, Name, RiggedFile, ScenarioFile, Step, on_one_line};
use super::line::{Events, Fault, FaultLine, Legal, RefusedLine, StepReport, Views};
use crate::failure::Failure;

/// How many bytes are kept before they are written.
const BUFFER: usize = 1 << 16;

/// Plays scenarios one after the other.
pub(crate) struct Runner<W: Write> {
    out: W,
    buffer: Vec<u8>,
    views: bool,
    complete: Option<Complete>,
    /// The worst that has happened so far, as an exit code.
    worst: u8,
}

/// Why a scenario was not played to its end.
enum Stop {
    /// It is the scenario's fault; the others go on.
    Scenario(ScenarioError),
    /// Nothing can go on.
    Command(Failure),
}

impl From<ScenarioError> for Stop {
    fn from(error: ScenarioError) -> Self {
        Self::Scenario(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Command(failure)
    }
}

impl<W: Write> Runner<W> {
    pub(crate) const fn new(out: W, views: bool, complete: Option<Complete>) -> Self {
        Self { out, buffer: Vec::new(), views, complete, worst: 0 }
    }

    /// Plays the scenario that this text is. `named` is what it is called if it does not say, and
    /// `line` where it stands among many. What is wrong with it is written and remembered.
    pub(crate) fn run(
        &mut self,
        text: &[u8],
        named: &str,
        line: Option<usize>,
    ) -> Result<(), Failure> {
        let file: ScenarioFile<'_> = match serde_json::from_slice(text) {
            Ok(file) => file,
            Err(error) => {
                // It may be readable enough to say what it is called.
                let name = serde_json::from_slice::<Name>(text).ok().and_then(|name| name.scenario);
                let name = name.as_deref().unwrap_or(named);
                return self.fault(&ScenarioError::unread(error), name, line);
            }
        };
        let name = file.scenario.as_deref().unwrap_or(named);
        let played = with_game!(
            file.game.as_str(),
            G => self.play::<G>(&file, name),
            else Err(ScenarioError::UnknownGame { name: file.game.clone() }.into())
        );
        match played {
            Ok(()) => Ok(()),
            Err(Stop::Scenario(error)) => self.fault(&error, name, line),
            Err(Stop::Command(failure)) => Err(failure),
        }
    }

    /// Writes what is wrong with a scenario: a line of output, and a sentence on standard error.
    pub(crate) fn fault(
        &mut self,
        error: &ScenarioError,
        name: &str,
        line: Option<usize>,
    ) -> Result<(), Failure> {
        self.worst = self.worst.max(error.code());
        complain(name, error);
        let error = Fault { kind: error.kind(), message: error.to_string() };
        self.write(&FaultLine { scenario: name, line, error })
    }

    /// Writes all that is still kept.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(self.out.flush()?)
    }

    /// Writes the rest, and says as an exit code how it went.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if self.worst == 0 { Ok(()) } else { Err(Failure::Said(self.worst)) }
    }

    fn play<G: BotGame>(&mut self, file: &ScenarioFile<'_>, name: &str) -> Result<(), Stop> {
        let mut table = set_up::<G>(file)?;
        self.tell(&table, name, &Done::default())?;
        for (number, step) in (1..).zip(&file.steps) {
            let heard = table.heard().len();
            let refused = attempt(&mut table, step)?;
            let unexpected = step.expect.as_ref().and_then(|e| unmet(e, refused.as_ref(), &table));
            if let Some(unexpected) = &unexpected {
                self.worst = self.worst.max(1);
                complain(name, &format_args!("step {number}: {unexpected}"));
            }
            let action = one_line(step.action);
            let (seat, action) = (Some(step.seat), action.as_deref());
            self.tell(&table, name, &Done { number, seat, action, refused, unexpected, heard })?;
        }
        self.complete(&mut table, name, file.steps.len())?;
        let left = table.house().rig_left();
        if left == RigCount::default() {
            Ok(())
        } else {
            Err(ScenarioError::RigLeftOver(left).into())
        }
    }

    /// Has bots play on to the end, if they are asked to.
    fn complete<G: BotGame>(
        &mut self,
        table: &mut Table<G>,
        name: &str,
        steps: usize,
    ) -> Result<(), Stop> {
        let Some(complete) = &self.complete else { return Ok(()) };
        let mut bots = Bots::new(complete, table)?;
        let mut number = steps;
        while let Some((seat, action)) = bots.choose(table) {
            number += 1;
            let heard = table.heard().len();
            match table.act(seat, action) {
                Ok(_) => {}
                Err(Refused::Dealer(holdup)) if is_rig(&holdup) => {
                    return Err(ScenarioError::Rig(holdup).into());
                }
                Err(refused) => {
                    let (seat, why) = (seat.index(), refused.to_string());
                    return Err(ScenarioError::BotRefused { seat, why }.into());
                }
            }
            let entry = table.logged(table.log().len() - 1);
            let action = entry.and_then(|entry| to_raw_value(&entry.action).ok());
            let (seat, action) = (Some(seat.index() as u64), action.as_deref());
            self.tell(table, name, &Done { number, seat, action, heard, ..Done::default() })?;
        }
        Ok(())
    }

    fn tell<G: Game>(&mut self, table: &Table<G>, name: &str, done: &Done) -> Result<(), Failure> {
        self.write(&StepReport {
            scenario: name,
            step: done.number,
            seat: done.seat,
            action: done.action,
            refused: done.refused.as_ref(),
            unexpected: done.unexpected.as_deref(),
            waiting_on: table.waiting_on(),
            outcome: table.standing(),
            events: Events::<G>::new(&table.heard()[done.heard..]),
            legal: Legal(table),
            views: self.views.then_some(Views(table)),
        })
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.buffer, line).map_err(std::io::Error::from)?;
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// What was done in a step.
#[derive(Default)]
struct Done<'a> {
    number: usize,
    seat: Option<u64>,
    action: Option<&'a RawValue>,
    refused: Option<RefusedLine>,
    unexpected: Option<String>,
    /// How much had been told before it.
    heard: usize,
}

/// The table of a scenario, dealt, before its first step.
pub(crate) fn set_up<G: Game>(file: &ScenarioFile<'_>) -> Result<Table<G>, ScenarioError> {
    let seats = usize::try_from(file.seats).ok().and_then(SeatCount::new).ok_or(
        ScenarioError::SeatCount {
            game: G::NAME,
            seats: file.seats,
            least: *G::SEATS.start(),
            most: *G::SEATS.end(),
        },
    )?;
    let options = match file.options {
        None => G::Options::default(),
        Some(options) => {
            serde_json::from_str(options.get()).map_err(ScenarioError::MalformedOptions)?
        }
    };
    let deal = match (&file.seed, file.rigged) {
        (Some(_), Some(_)) => return Err(ScenarioError::SeedAndRigged),
        (None, None) => return Err(ScenarioError::NoDeal),
        (Some(seed), None) => Deal::from_seed(Seed::from_text(seed)),
        (None, Some(rigged)) => {
            let RiggedFile { shuffles, rolls, mixes } =
                serde_json::from_str(rigged.get()).map_err(ScenarioError::MalformedRig)?;
            Deal::Rigged(Rig { shuffles, rolls, mixes })
        }
    };
    Ok(Table::by_rules(file.rules.unwrap_or(G::RULES), options, seats, deal)?)
}

/// Plays the steps of a scenario and says nothing. All must come out as they expect, or be carried out.
pub(crate) fn play_steps<G: Game>(
    table: &mut Table<G>,
    file: &ScenarioFile<'_>,
) -> Result<(), ScenarioError> {
    for (number, step) in (1..).zip(&file.steps) {
        let refused = attempt(table, step)?;
        let expect = step.expect.as_ref().unwrap_or(&Expect::OK);
        if let Some(how) = unmet(expect, refused.as_ref(), table) {
            return Err(ScenarioError::Step { number, how });
        }
    }
    Ok(())
}

/// Does what a step says, and gives the refusal if it is refused.
fn attempt<G: Game>(
    table: &mut Table<G>,
    step: &Step<'_>,
) -> Result<Option<RefusedLine>, ScenarioError> {
    let refused = |kind, message| Ok(Some(RefusedLine { kind, message, rule: None }));
    let Some(seat) = usize::try_from(step.seat).ok().and_then(Seat::new) else {
        // No table at all has such a seat; it is refused in the words for a table that is too small.
        let (seat, seats) = (step.seat, table.seats().get());
        return refused("no-such-seat", format!("there is no seat {seat} at a table of {seats}"));
    };
    let action: G::Action = match serde_json::from_str(step.action.get()) {
        Ok(action) => action,
        Err(error) => {
            let message = format!("this is no action: {error}; \"legal\" lists what can be done");
            return refused("malformed-action", message);
        }
    };
    match table.act(seat, action) {
        Ok(_) => Ok(None),
        Err(Refused::Dealer(holdup)) if is_rig(&holdup) => Err(ScenarioError::Rig(holdup)),
        Err(refused) => Ok(Some(refused.into())),
    }
}

/// How a step did not come out as expected, if it did not.
fn unmet<G: Game>(
    expect: &Expect,
    refused: Option<&RefusedLine>,
    table: &Table<G>,
) -> Option<String> {
    match (&expect.refused, refused) {
        (None, Some(refused)) => {
            let RefusedLine { kind, message, .. } = refused;
            return Some(format!("expected ok, but it was refused as {kind}: {message}"));
        }
        (Some(kind), None) => {
            return Some(format!("expected it to be refused as {kind}, but it was carried out"));
        }
        (Some(kind), Some(refused)) if kind != refused.kind => {
            let RefusedLine { kind: found, message, .. } = refused;
            return Some(format!(
                "expected it to be refused as {kind}, but it was refused as {found}: {message}"
            ));
        }
        _ => {}
    }
    let (waiting_on, outcome) = (table.waiting_on(), table.standing());
    if let Some(wanted) = expect.waiting_on.filter(|&wanted| wanted != waiting_on) {
        return Some(format!(
            "expected the table to wait for {wanted}, but it waits for {waiting_on}"
        ));
    }
    if expect.outcome.is_some() && expect.outcome != outcome {
        let (wanted, found) = (json!(expect.outcome), json!(outcome));
        return Some(format!("expected the outcome {wanted}, but it is {found}"));
    }
    None
}

/// An action as it was given, on one line.
fn one_line(given: &RawValue) -> Option<Cow<'_, RawValue>> {
    if given.get().bytes().any(|byte| byte.is_ascii_whitespace()) {
        RawValue::from_string(on_one_line(given.get())).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(given))
    }
}

/// Says on standard error what is wrong with a scenario.
#[allow(clippy::print_stderr)]
fn complain(name: &str, what: &dyn std::fmt::Display) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{yellow}{name}:{yellow:#} {what}");
}
