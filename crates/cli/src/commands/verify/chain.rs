//! Reports on a chain: the first wrong entry, its author, how it was cheated, and the outcome.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstyle::Style;
use facedown_crypto::places::{Ending, Stage};
use facedown_games::{Story, with_game};
use facedown_peers::StampedChain;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::check::{Checked, Flaw};
use super::{Verify, bad, good, outcome};
use crate::chain::ParsedChain;
use crate::commands::invocation;
use crate::failure::Failure;
use crate::hex::{from_hex, to_hex};

/// A spinner is shown when checking takes longer than this.
const SPINNER_DELAY: Duration = Duration::from_secs(1);

/// Parses a head.
pub(super) fn head(text: &str) -> Result<[u8; 32], String> {
    from_hex(text).ok_or_else(|| "a head is 64 hexadecimal digits; copy all of it".into())
}

impl Verify {
    /// Checks the chain in a file, and compares it with chains of the same table that were checked before. Returns whether it has no
    /// flaws.
    pub(super) fn check_chain(
        &self,
        file: &str,
        bytes: &[u8],
        seen: &mut Vec<(String, StampedChain)>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        if self.commitment.is_some() {
            return Err(Failure::Usage(
                "a chain has no commitment to a seed; leave --commitment out, or name its --head"
                    .into(),
            ));
        }
        let parsed = ParsedChain::read(file, bytes)?;
        let ok = with_game!(
            parsed.terms.game(),
            G => self.check_game::<G>(file, &parsed, out),
            else {
                let (game, known) = (parsed.terms.game(), facedown_games::NAMES.join(", "));
                let why = format_args!("this is of a game called {game:?}; this program has: {known}");
                Err(Failure::damaged(file, why))
            }
        )?;
        let alike = self.compare(file, &parsed, seen, out)?;
        seen.extend(parsed.stamped.map(|stamped| (file.to_owned(), stamped)));
        Ok(ok && alike)
    }

    /// Compares a chain with those of the same table in the files before. Returns whether they prove nothing against anybody.
    fn compare(
        &self,
        file: &str,
        parsed: &ParsedChain,
        seen: &[(String, StampedChain)],
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let mut ok = true;
        for (other, before) in seen {
            let stamped = parsed.stamped.as_ref();
            let Some(found) = stamped.and_then(|stamped| stamped.compare(before)) else { continue };
            ok &= found.relay.is_none() && found.players.is_empty();
            if self.json {
                let players: Vec<_> = found.players.iter().map(|it| it.seat).collect();
                let found = json!({
                    "kind": "compared",
                    "files": [other, file],
                    "relay": found.relay,
                    "players": players,
                });
                writeln!(out, "{found}")?;
                continue;
            }
            if let Some(number) = found.relay {
                let both = format!("{other} and {file} have two stamps for entry {number}");
                bad(out, &format!("{both}: the relay told players different things"))?;
                writeln!(out, "    this convicts the relay")?;
            }
            for verdict in &found.players {
                let who = parsed.who(verdict.seat);
                bad(out, &format!("{other} and {file} together: {who} {}", verdict.cheat))?;
                writeln!(out, "    this convicts {who}")?;
            }
        }
        Ok(ok)
    }

    fn check_game<G: Story>(
        &self,
        file: &str,
        parsed: &ParsedChain,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let message = format!("checking {}", entries(parsed.chain.entries.len()));
        let checked = with_spinner(&message, || Checked::<G>::new(file, parsed));
        let mut checked = checked?;
        if checked.flaws.is_empty() && parsed.whole().is_err() && self.log && !self.json {
            write_log(&checked, out)?;
        }
        if checked.flaws.is_empty() {
            parsed.whole()?;
        }
        if self.head.is_some_and(|wanted| wanted != *checked.fold.head()) {
            checked.flaws.push(Flaw {
                kind: "other-head",
                message:
                    "it does not end at the head that you named: entries were cut off or added"
                        .into(),
                entry: None,
                author: None,
                convicted: None,
                proven: None,
            });
        }
        if self.json {
            writeln!(out, "{}", self.findings(file, parsed, &checked))?;
        } else {
            self.report(file, parsed, &checked, out)?;
        }
        Ok(checked.flaws.is_empty())
    }

    fn report<G: Story>(
        &self,
        file: &str,
        parsed: &ParsedChain,
        checked: &Checked<G>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        title(file, parsed, out)?;
        if self.log {
            write_log(checked, out)?;
        }
        match checked.flaws.iter().filter_map(|flaw| flaw.entry).min() {
            None => {
                good(
                    out,
                    "every entry is signed by its author, was due, and follows from those before",
                )?;
                good(out, "every proof holds, and everybody accepts every action")?;
                if parsed.stamped.is_some() && checked.flaws.is_empty() {
                    good(out, "every stamp is the relay’s, in one order, and time goes forward")?;
                }
            }
            Some(0) => {}
            Some(number) => {
                let are = if number == 1 { "is" } else { "are" };
                good(out, &format!("the first {} {are} in order", entries(number)))?;
            }
        }
        for flaw in &checked.flaws {
            bad(out, &flaw.message)?;
            let convicted = flaw.convicted.map(|seat| parsed.who(seat));
            match convicted {
                Some(who) => writeln!(out, "    this convicts {who}")?,
                None if flaw.entry.is_some() => writeln!(out, "    this convicts nobody")?,
                None => {}
            }
        }
        if checked.refused > 1 {
            bad(out, &format!("{} are refused in all", entries(checked.refused)))?;
        }
        if checked.late > 0 {
            let came = if checked.late == 1 { "comes" } else { "come" };
            let late = entries(checked.late);
            good(out, &format!("{late} {came} twice or too late, and nothing depends on that"))?;
        }
        self.report_end(file, parsed, checked, out)
    }

    /// How the table has ended.
    fn report_end<G: Story>(
        &self,
        file: &str,
        parsed: &ParsedChain,
        checked: &Checked<G>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let (judged, actions) = (checked.judged, checked.actions);
        match checked.fold.cards().stage() {
            Stage::Over(Ending::Closed) => good(
                out,
                &format!(
                    "the keys are open: {judged} of {actions} actions were judged by everything that their authors saw"
                ),
            )?,
            Stage::Over(Ending::Abandoned(seat)) => {
                good(out, &format!("the table ended because {} left", parsed.who(*seat)))?;
            }
            Stage::Over(Ending::Cheated(seat)) => {
                bad(out, &format!("{} put a wrong key into escrow", parsed.who(*seat)))?;
            }
            _ => good(out, "the keys are not open: hidden cards were not judged")?,
        }
        match checked.fold.rules().standing() {
            Some(standing) => good(out, &format!("the outcome follows: {}", outcome(&standing)))?,
            None => good(out, &format!("the game is not over, after {actions} actions"))?,
        }
        if self.head.is_some_and(|wanted| wanted == *checked.fold.head()) {
            good(out, "it ends at the head that you named")?;
        }
        let bold = Style::new().bold();
        writeln!(out, "  head {bold}{}{bold:#}", to_hex(checked.fold.head()))?;
        if self.head.is_none() {
            writeln!(
                out,
                "  Compare it with the other players' heads: only that shows entries that were cut off at the end."
            )?;
        }
        if checked.can_be_replayed {
            writeln!(out, "  Watch it: {}", invocation(&["replay"], file.as_ref()))?;
        }
        Ok(())
    }

    fn findings<G: Story>(&self, file: &str, parsed: &ParsedChain, checked: &Checked<G>) -> Value {
        let flaw = |flaw: &Flaw| {
            json!({
                "kind": flaw.kind,
                "message": flaw.message,
                "entry": flaw.entry,
                "author": flaw.author,
                "convicted": flaw.convicted,
                "proven": flaw.proven,
            })
        };
        let ending = match checked.fold.cards().stage() {
            Stage::Over(Ending::Closed) => json!("closed"),
            Stage::Over(Ending::Abandoned(_)) => json!("abandoned"),
            Stage::Over(Ending::Cheated(_)) => json!("cheated"),
            _ => Value::Null,
        };
        let mut findings = json!({
            "file": file,
            "kind": "chain",
            "ok": checked.flaws.is_empty(),
            "game": G::NAME,
            "players": parsed.terms.names(),
            "entries": parsed.chain.entries.len(),
            "bytes": parsed.bytes,
            "head": to_hex(checked.fold.head()),
            "refused": checked.refused,
            "late": checked.late,
            "ending": ending,
            "actions": checked.actions,
            "judged": checked.judged,
            "outcome": checked.fold.rules().standing(),
            "flaws": checked.flaws.iter().map(flaw).collect::<Vec<_>>(),
        });
        if self.log {
            let step = |(number, line): (usize, &super::check::Line)| {
                json!({
                    "entry": number,
                    "author": line.author,
                    "what": line.what,
                    "bytes": line.bytes,
                    "accepted": line.is_accepted,
                })
            };
            findings["log"] = checked.log.iter().enumerate().map(step).collect();
        }
        findings
    }
}

fn title(file: &str, parsed: &ParsedChain, out: &mut impl Write) -> Result<(), Failure> {
    let bold = Style::new().bold();
    let names: Vec<String> = parsed.terms.names().iter().map(ToString::to_string).collect();
    let (game, names) = (parsed.terms.game(), names.join(", "));
    let (entries, bytes) = (entries(parsed.chain.entries.len()), HumanCount(parsed.bytes as u64));
    Ok(writeln!(
        out,
        "{bold}{file}{bold:#}: a chain of {game}, played by {names}, {entries}, {bytes} bytes"
    )?)
}

fn write_log<G: Story>(checked: &Checked<G>, out: &mut impl Write) -> Result<(), Failure> {
    let dim = Style::new().dimmed();
    for (number, line) in checked.log.iter().enumerate() {
        let bytes = HumanCount(line.bytes as u64).to_string();
        let mark = if line.is_accepted { " " } else { "✗" };
        let (author, what) = (line.author, &line.what);
        writeln!(out, "{dim}{number:>6}{dim:#} {mark} {author}  {dim}{bytes:>7}{dim:#}  {what}")?;
    }
    Ok(())
}

/// Formats a count: "1 entry", "2 entries".
fn entries(count: usize) -> String {
    let many = HumanCount(count as u64);
    format!("{many} {}", if count == 1 { "entry" } else { "entries" })
}

/// Does some work, with a spinner on the terminal if it takes long.
fn with_spinner<T>(message: &str, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(SPINNER_DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_elapsed(SPINNER_DELAY);
            // The template is a constant, so the fallback is never used.
            let style = ProgressStyle::with_template("{spinner:.cyan} {msg}, {elapsed}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner());
            let spinner = spinner.with_style(style).with_message(message.to_owned());
            spinner.enable_steady_tick(Duration::from_millis(100));
            // Returns when `done` is dropped.
            let _ = is_done.recv();
            spinner.finish_and_clear();
        });
        let result = work();
        drop(done);
        result
    })
}
