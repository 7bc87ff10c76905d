//! `facedown verify`: was a recorded game dealt and played as it should have been?

use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::Args;
use facedown_core::{Commitment, Deal, Flaw, Game, Record, Report, Standing};
use facedown_games::with_game;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lineup::counted;
use crate::source::{Source, contents};

mod chain;

/// Checks records and chains: was everything dealt and played as it should have been?
///
/// Of a record: the commitment, the contributions, every action, the outcome. A record can only vouch for itself: name
/// the commitment that you were shown before the deal, and look for your own contribution. These two only you can
/// check.
///
/// Of a chain, as `facedown mental-poker` writes it: every signature, every proof, and that each entry was due. What was
/// cut off at its end it cannot miss: name the head that you or another player had.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown verify evening.json
  facedown verify evening.json --commitment 3ea92b05b8806fb371ce909a6280c430ea53bfb1197092becbad001318ef1733

  facedown verify evening.chain --log

Exit codes: 0 all is well; 1 a record or chain has a flaw; 65 a file is damaged; 66 a file cannot be read. Of \
several, the highest counts.")]
pub(crate) struct Verify {
    /// The files of the records and chains.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The commitment that you were shown before the deal; one file only.
    #[arg(long, value_name = "HEX", value_parser = commitment)]
    commitment: Option<Commitment>,
    /// The head that the chain should have; one file only.
    #[arg(long, value_name = "HEX", value_parser = chain::head)]
    head: Option<[u8; 32]>,
    /// Lists every entry of a chain: its number, its author, its bytes and what it does.
    #[arg(long)]
    log: bool,
    /// Writes the findings as JSON, one line a file.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.commitment.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage(
                "--commitment is of one deal; check the files one at a time".into(),
            ));
        }
        if self.head.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage(
                "--head is of one chain; check the files one at a time".into(),
            ));
        }
        let mut out = anstream::stdout().lock();
        let mut worst = 0;
        for (i, file) in self.files.iter().enumerate() {
            if i > 0 && !self.json {
                writeln!(out)?;
            }
            let code = match self.check_file(file, &mut out) {
                Ok(true) => 0,
                Ok(false) => 1,
                Err(failure @ Failure::Unwritable(_)) => return Err(failure),
                Err(failure) if self.files.len() == 1 && !self.json => return Err(failure),
                Err(failure) => {
                    if self.json {
                        let ok = false;
                        let error = failure.to_string();
                        writeln!(out, "{}", json!({ "file": file, "ok": ok, "error": error }))?;
                    }
                    failure.say();
                    failure.code()
                }
            };
            worst = worst.max(code);
        }
        match worst {
            0 => Ok(()),
            1 => Err(Failure::Check),
            code => Err(Failure::Said(code)),
        }
    }

    /// Whether the record in this file has no flaw.
    fn check_file(&self, file: &str, out: &mut impl Write) -> Result<bool, Failure> {
        // Read once: it may be a pipe. What cannot be read at all, the record's reader says better.
        let found = contents(file.as_ref());
        if let Ok(bytes) = &found
            && chain::is_meant(bytes)
        {
            return self.check_chain(file, bytes, out);
        }
        if self.head.is_some() && found.is_ok() {
            return Err(Failure::Usage(
                "--head is of a chain, and this is none; leave it out".into(),
            ));
        }
        let source = Source::of(file, found)?;
        let game = source.game()?;
        with_game!(
            game,
            G => self.check(file, &source.record::<G>()?, out),
            else Err(source.of_unknown_game(&game))
        )
    }

    fn check<G: Game>(
        &self,
        file: &str,
        record: &Record<G>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let report = record.verify();
        let broken = self.broken_promise(record);
        let ok = report.flaws.is_empty() && broken.is_none();
        if self.json {
            let broken = broken.map(|why| json!({ "kind": "other-commitment", "message": why }));
            let flaws: Vec<Value> =
                broken.into_iter().chain(report.flaws.iter().map(flaw_json)).collect();
            let findings = json!({
                "file": file,
                "game": G::NAME,
                "ok": ok,
                "actions": record.actions.len(),
                "refused": record.actions.len() - report.actions,
                "commitment": record.commitment,
                "contributions": contributions(record),
                "outcome": report.standing,
                "recorded_outcome": record.outcome,
                "flaws": flaws,
            });
            writeln!(out, "{findings}")?;
        } else {
            tell(file, record, &report, out)?;
            match (&broken, self.commitment) {
                (Some(why), _) => bad(out, why)?,
                (None, Some(_)) => {
                    good(out, "the commitment that you were shown is that of this deal")?;
                }
                (None, None) => {}
            }
        }
        Ok(ok)
    }

    /// How the deal breaks the promise that the player was given, if it does.
    fn broken_promise<G: Game>(&self, record: &Record<G>) -> Option<String> {
        let shown = self.commitment.filter(|&shown| record.deal.commitment() != Some(shown))?;
        Some(format!("the deal is not the one that you were promised with {shown}"))
    }
}

fn commitment(text: &str) -> Result<Commitment, String> {
    serde_json::from_value(json!(text)).map_err(|error| format!("{error}; copy all of it"))
}

fn contributions<G: Game>(record: &Record<G>) -> Value {
    match &record.deal {
        Deal::Seeded { contributions, .. } => json!(contributions),
        Deal::Rigged(_) => Value::Null,
    }
}

/// What is wrong: a kind for machines, a sentence for people, and the action it is about.
fn flaw_json<G: Game>(flaw: &Flaw<G>) -> Value {
    let mut json = json!({ "kind": kind(flaw), "message": flaw.to_string() });
    if let Flaw::Refused { number, refused } = flaw {
        json["action"] = json!(number);
        json["refused"] = json!(refused.kind());
    }
    json
}

const fn kind<G: Game>(flaw: &Flaw<G>) -> &'static str {
    match flaw {
        Flaw::Commitment(_) => "commitment",
        Flaw::NoCommitment => "no-commitment",
        Flaw::Rigged => "rigged",
        Flaw::Setup(_) => "setup",
        Flaw::Refused { .. } => "refused",
        Flaw::Outcome => "outcome",
        _ => "other",
    }
}

fn tell<G: Game>(
    file: &str,
    record: &Record<G>,
    report: &Report<G>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let bold = Style::new().bold();
    let (seats, actions) = (record.seats.get(), counted(record.actions.len(), "action"));
    writeln!(out, "{bold}{file}{bold:#}: {}, {seats} seats, {actions}", G::NAME)?;
    let flaw = |wanted: &str| report.flaws.iter().any(|flaw| kind(flaw) == wanted);
    if let Some(commitment) = record.commitment.filter(|_| !flaw("commitment")) {
        good(out, &format!("the seed is the one that was promised with {commitment}"))?;
    }
    if let Deal::Seeded { contributions, .. } = &record.deal {
        if contributions.is_empty() {
            good(out, "no player contributed to the deal")?;
        } else {
            good(out, "these contributions went into the deal:")?;
        }
        for (seat, contribution) in contributions.iter().enumerate() {
            let name = record.names.get(seat).map_or(String::new(), |name| format!(" ({name})"));
            writeln!(out, "    seat {seat}{name}: {}", json!(contribution))?;
        }
    }
    if !flaw("setup") {
        if !flaw("refused") {
            good(out, "every action was permitted when it was made")?;
        }
        match &report.standing {
            _ if flaw("outcome") => {}
            Some(standing) => good(out, &format!("the outcome follows: {}", outcome(standing)))?,
            None => good(out, "the game is not over yet, and the record says so")?,
        }
    }
    for flaw in &report.flaws {
        bad(out, &flaw.to_string())?;
        if matches!(flaw, Flaw::Outcome) {
            writeln!(out, "    recorded: {}", json!(record.outcome))?;
            writeln!(out, "    it leads to: {}", json!(report.standing))?;
        }
    }
    Ok(())
}

fn good(out: &mut impl Write, what: &str) -> Result<(), Failure> {
    let green = AnsiColor::Green.on_default().bold();
    Ok(writeln!(out, "{green}✓{green:#} {what}")?)
}

fn bad(out: &mut impl Write, what: &str) -> Result<(), Failure> {
    let red = AnsiColor::Red.on_default().bold();
    Ok(writeln!(out, "{red}✗{red:#} {what}")?)
}

/// "seat 1 wins; the scores are 3, 6, 1".
fn outcome(standing: &Standing) -> String {
    let scores: Vec<String> = standing.scores.values().iter().map(ToString::to_string).collect();
    let verb = if standing.winners.len() == 1 { "wins" } else { "win" };
    format!("{} {verb}; the scores are {}", standing.winners, scores.join(", "))
}
