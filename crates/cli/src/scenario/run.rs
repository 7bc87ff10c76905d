//! Plays scenarios and writes a line of output for each step.

use std::borrow::Cow;
use std::io::Write;

use facedown_bots::BotGame;
use facedown_core::{Deal, Game, Refused, Rig, RigCount, Seat, SeatCount, Seed, Table};
use facedown_games::with_game;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use super::complete::{Bots, Completion};
use super::error::{ScenarioError, is_rig_mismatch};
use super::file::{Expect, RiggedFile, ScenarioFile, ScenarioName, Step, on_one_line};
use super::line::{ErrorLine, ErrorReport, Events, Legal, RefusedLine, StepReport, Views};
use crate::failure::Failure;

/// How many bytes of output are collected before they are written.
const BUFFER_SIZE: usize = 1 << 16;

/// Plays scenarios one after another.
pub(crate) struct Runner<W: Write> {
    out: W,
    buffer: Vec<u8>,
    views: bool,
    completion: Option<Completion>,
    /// The highest exit code of the scenarios so far.
    exit_code: u8,
}

/// Why a scenario was not played to its end.
enum Stop {
    /// The scenario has an error. The other scenarios are still played.
    Scenario(ScenarioError),
    /// The command cannot continue.
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
    pub(crate) const fn new(out: W, views: bool, completion: Option<Completion>) -> Self {
        Self { out, buffer: Vec::new(), views, completion, exit_code: 0 }
    }

    /// Plays the scenario in `text`. `named` is its name if it has none of its own, and `line` its line in the
    /// input. An error in the scenario is written to the output and kept for the exit code.
    pub(crate) fn run(
        &mut self,
        text: &[u8],
        named: &str,
        line: Option<usize>,
    ) -> Result<(), Failure> {
        let file: ScenarioFile<'_> = match serde_json::from_slice(text) {
            Ok(file) => file,
            Err(error) => {
                // The name may still be readable.
                let name = serde_json::from_slice::<ScenarioName>(text)
                    .ok()
                    .and_then(|name| name.scenario);
                let name = name.as_deref().unwrap_or(named);
                return self.report_error(&ScenarioError::from_json_error(error), name, line);
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
            Err(Stop::Scenario(error)) => self.report_error(&error, name, line),
            Err(Stop::Command(failure)) => Err(failure),
        }
    }

    /// Writes an error to the output and to standard error.
    pub(crate) fn report_error(
        &mut self,
        error: &ScenarioError,
        name: &str,
        line: Option<usize>,
    ) -> Result<(), Failure> {
        self.exit_code = self.exit_code.max(error.code());
        warn(name, error);
        let error = ErrorReport { kind: error.kind(), message: error.to_string() };
        self.write(&ErrorLine { scenario: name, line, error })
    }

    /// Writes all output that is still buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(self.out.flush()?)
    }

    /// Flushes the output and returns the exit code of the worst scenario as an error.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        if self.exit_code == 0 { Ok(()) } else { Err(Failure::Reported(self.exit_code)) }
    }

    fn play<G: BotGame>(&mut self, file: &ScenarioFile<'_>, name: &str) -> Result<(), Stop> {
        let mut table = set_up::<G>(file)?;
        self.write_step(&table, name, &PlayedStep::default())?;
        for (number, step) in (1..).zip(&file.steps) {
            let heard = table.heard().len();
            let refused = try_step(&mut table, step)?;
            let unexpected =
                step.expect.as_ref().and_then(|e| unmet_expectation(e, refused.as_ref(), &table));
            if let Some(unexpected) = &unexpected {
                self.exit_code = self.exit_code.max(1);
                warn(name, &format_args!("step {number}: {unexpected}"));
            }
            let action = one_line(step.action);
            let (seat, action) = (Some(step.seat), action.as_deref());
            self.write_step(
                &table,
                name,
                &PlayedStep { number, seat, action, refused, unexpected, heard },
            )?;
        }
        self.complete(&mut table, name, file.steps.len())?;
        let left = table.house().rig_left();
        if left == RigCount::default() {
            Ok(())
        } else {
            Err(ScenarioError::RigLeftOver(left).into())
        }
    }

    /// Plays on with bots to the end of the game, if that was asked for.
    fn complete<G: BotGame>(
        &mut self,
        table: &mut Table<G>,
        name: &str,
        steps: usize,
    ) -> Result<(), Stop> {
        let Some(completion) = &self.completion else { return Ok(()) };
        let mut bots = Bots::new(completion, table)?;
        let mut number = steps;
        while let Some((seat, action)) = bots.choose(table) {
            number += 1;
            let heard = table.heard().len();
            match table.act(seat, action).map_err(|error| error.refused) {
                Ok(_) => {}
                Err(Refused::Dealer(error)) if is_rig_mismatch(&error) => {
                    return Err(ScenarioError::Rig(error).into());
                }
                Err(refused) => {
                    let (seat, why) = (seat.index(), refused.to_string());
                    return Err(ScenarioError::BotRefused { seat, why }.into());
                }
            }
            let entry = table.logged(table.log().len() - 1);
            let action = entry.and_then(|entry| to_raw_value(&entry.action).ok());
            let (seat, action) = (Some(seat.index() as u64), action.as_deref());
            self.write_step(
                table,
                name,
                &PlayedStep { number, seat, action, heard, ..PlayedStep::default() },
            )?;
        }
        Ok(())
    }

    fn write_step<G: Game>(
        &mut self,
        table: &Table<G>,
        name: &str,
        done: &PlayedStep,
    ) -> Result<(), Failure> {
        self.write(&StepReport {
            scenario: name,
            step: done.number,
            seat: done.seat,
            action: done.action,
            refused: done.refused.as_ref(),
            unexpected: done.unexpected.as_deref(),
            waiting_on: table.waiting_on(),
            may_act: Some(table.may_act()).filter(|&may_act| may_act != table.waiting_on()),
            outcome: table.standing(),
            events: Events::<G>::new(&table.heard()[done.heard..]),
            legal: Legal(table),
            views: self.views.then_some(Views(table)),
        })
    }

    fn write(&mut self, line: &impl serde::Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.buffer, line).map_err(std::io::Error::from)?;
        self.buffer.push(b'\n');
        if self.buffer.len() >= BUFFER_SIZE {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// A step that has been tried.
#[derive(Default)]
struct PlayedStep<'a> {
    number: usize,
    seat: Option<u64>,
    action: Option<&'a RawValue>,
    refused: Option<RefusedLine>,
    unexpected: Option<String>,
    /// How many events the table had before the step.
    heard: usize,
}

/// Deals the table of a scenario.
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

/// Plays the steps of a scenario without output. Each must meet its expectation; one without an expectation must
/// be carried out.
pub(crate) fn play_steps<G: Game>(
    table: &mut Table<G>,
    file: &ScenarioFile<'_>,
) -> Result<(), ScenarioError> {
    for (number, step) in (1..).zip(&file.steps) {
        let refused = try_step(table, step)?;
        let expect = step.expect.as_ref().unwrap_or(&Expect::OK);
        if let Some(how) = unmet_expectation(expect, refused.as_ref(), table) {
            return Err(ScenarioError::Step { number, how });
        }
    }
    Ok(())
}

/// Tries the action of a step and returns its refusal, if it is refused.
fn try_step<G: Game>(
    table: &mut Table<G>,
    step: &Step<'_>,
) -> Result<Option<RefusedLine>, ScenarioError> {
    let refused = |kind, message| Ok(Some(RefusedLine { kind, message, rule: None }));
    let Some(seat) = usize::try_from(step.seat).ok().and_then(Seat::new) else {
        // No table has such a seat. It is refused with the same words as a seat that this table does not have.
        let (seat, seats) = (step.seat, table.seats().get());
        return refused("no-such-seat", format!("there is no seat {seat} at a table of {seats}"));
    };
    let action: G::Action = match serde_json::from_str(step.action.get()) {
        Ok(action) => action,
        Err(error) => {
            let message =
                format!("this is not an action: {error}; \"legal\" lists what can be done");
            return refused("malformed-action", message);
        }
    };
    match table.act(seat, action).map_err(|error| error.refused) {
        Ok(_) => Ok(None),
        Err(Refused::Dealer(error)) if is_rig_mismatch(&error) => Err(ScenarioError::Rig(error)),
        Err(refused) => Ok(Some(refused.into())),
    }
}

/// Describes how the result of a step differs from what it expects.
fn unmet_expectation<G: Game>(
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

/// An action as it was written, but on one line.
fn one_line(given: &RawValue) -> Option<Cow<'_, RawValue>> {
    if given.get().bytes().any(|byte| byte.is_ascii_whitespace()) {
        RawValue::from_string(on_one_line(given.get())).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(given))
    }
}

/// Prints an error of a scenario to standard error.
#[allow(clippy::print_stderr)]
fn warn(name: &str, what: &dyn std::fmt::Display) {
    let yellow = anstyle::AnsiColor::Yellow.on_default().bold();
    anstream::eprintln!("{yellow}{name}:{yellow:#} {what}");
}
