//! `facedown verify`: checks records, chains, and proofs against relays.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::Args;
use facedown_core::{Commitment, Deal, Flaw, Game, Record, Report, Standing};
use facedown_games::with_game;
use facedown_peers::StampedChain;
use serde_json::{Value, json};

use crate::chain::looks_like_chain;
use crate::failure::Failure;
use crate::lineup::counted;
use crate::source::{Source, read_limited};

mod chain;
mod check;
mod proof;

/// Checks that recorded games were dealt and played correctly.
///
/// In a record it checks the commitment, every action and the outcome. A record alone cannot prove that it is the
/// one you were promised: give the commitment that you were shown before the deal with --commitment, and look for
/// your own contribution.
///
/// In the chain of a game between machines, as `facedown mental-poker` writes it, it checks every signature, every proof
/// and every action, names who cheated and by which entry, and judges hidden cards if the keys were opened. A chain
/// alone cannot show that entries were cut off at its end: give the head that you or another player had with --head.
///
/// A chain from a relay has stamps, which show when each entry came. Name the chains of several players of one table to
/// see whether the relay told them different things. A machine to which the relay itself told two things keeps a proof of it: name
/// it after a chain of the table, to see that it is about that table and its relay.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown verify evening.json
  facedown verify evening.json --commitment 3ea92b05b8806fb371ce909a6280c430ea53bfb1197092becbad001318ef1733

  facedown verify evening.chain --log
  facedown verify evening.chain relay-k3Jx9.proof

Exit codes: 0 no flaws; 1 a record or chain has a flaw, or a proof convicts nobody; 65 a file is damaged; 66 a file cannot be read. The highest \
of several is returned.")]
pub(crate) struct Verify {
    /// Files with records, chains, or proofs against a relay.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The commitment that you were shown before the deal; for one file only.
    #[arg(long, value_name = "HEX", value_parser = commitment)]
    commitment: Option<Commitment>,
    /// The head that the chain should have; for one file only.
    #[arg(long, value_name = "HEX", value_parser = chain::head)]
    head: Option<[u8; 32]>,
    /// Lists every entry of a chain: its number, author, size and content.
    #[arg(long)]
    log: bool,
    /// Writes the findings as JSON, one line per file.
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.commitment.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage(
                "--commitment belongs to one deal; check the files one at a time".into(),
            ));
        }
        if self.head.is_some() && self.files.len() > 1 {
            return Err(Failure::Usage(
                "--head belongs to one chain; check the files one at a time".into(),
            ));
        }
        let mut out = anstream::stdout().lock();
        let mut exit_code = 0;
        let mut seen = Vec::new();
        for (i, file) in self.files.iter().enumerate() {
            if i > 0 && !self.json {
                writeln!(out)?;
            }
            let code = match self.check_file(file, &mut seen, &mut out) {
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
                    failure.print();
                    failure.code()
                }
            };
            exit_code = exit_code.max(code);
        }
        match exit_code {
            0 => Ok(()),
            1 => Err(Failure::Check),
            code => Err(Failure::Reported(code)),
        }
    }

    /// Checks one file. Returns whether it has no flaws.
    fn check_file(
        &self,
        file: &str,
        seen: &mut Vec<(String, StampedChain)>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        // Read only once, because it can be a pipe. `Source` reports a file that cannot be read.
        let contents = read_limited(file.as_ref());
        if let Ok(bytes) = &contents
            && looks_like_chain(bytes)
        {
            return self.check_chain(file, bytes, seen, out);
        }
        if let Ok(bytes) = &contents
            && proof::looks_like_proof(bytes)
        {
            return self.check_proof(file, bytes, seen, out);
        }
        if self.head.is_some() && contents.is_ok() {
            return Err(Failure::Usage(
                "--head is for chains, and this is not a chain; leave it out".into(),
            ));
        }
        let source = Source::from_contents(file, contents)?;
        let game = source.game()?;
        with_game!(
            game,
            G => self.check(file, &source.record::<G>()?, out),
            else Err(source.unknown_game(&game))
        )
    }

    fn check<G: Game>(
        &self,
        file: &str,
        record: &Record<G>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let report = record.verify();
        let mismatch = self.commitment_mismatch(record);
        let ok = report.flaws.is_empty() && mismatch.is_none();
        if self.json {
            let mismatch =
                mismatch.map(|message| json!({ "kind": "other-commitment", "message": message }));
            let flaws: Vec<Value> =
                mismatch.into_iter().chain(report.flaws.iter().map(flaw_json)).collect();
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
            write_report(file, record, &report, out)?;
            match (&mismatch, self.commitment) {
                (Some(message), _) => bad(out, message)?,
                (None, Some(_)) => {
                    good(out, "the commitment that you were shown is that of this deal")?;
                }
                (None, None) => {}
            }
        }
        Ok(ok)
    }

    /// A message if the deal does not match the commitment on the command line.
    fn commitment_mismatch<G: Game>(&self, record: &Record<G>) -> Option<String> {
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
        Deal::Rigged(_) | Deal::Dealt(_) => Value::Null,
    }
}

/// A flaw as JSON: its kind, a message, and the number of the action it concerns.
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
        Flaw::Dealt => "dealt",
        Flaw::Setup(_) => "setup",
        Flaw::Refused { .. } => "refused",
        Flaw::Outcome => "outcome",
        _ => "other",
    }
}

fn write_report<G: Game>(
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

/// Describes an outcome: "seat 1 wins; the scores are 3, 6, 1".
fn outcome(standing: &Standing) -> String {
    let scores: Vec<String> = standing.scores.values().iter().map(ToString::to_string).collect();
    let verb = if standing.winners.len() == 1 { "wins" } else { "win" };
    format!("{} {verb}; the scores are {}", standing.winners, scores.join(", "))
}
