//! The end of a table: everything is checked with open keys, and the chain is kept.

use std::io;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use facedown_core::{Record, Seat};
use facedown_crypto::places::Ending;
use facedown_games::Names;
use facedown_machine::store::SeatFolder;
use facedown_machine::{Error, Machine};
use facedown_peers::{Audit, Proven, Terms, Verdict, audit_at};

use super::failure;
use crate::commands::invocation;
use crate::commands::play::console::Console;
use crate::commands::play::ending::{show_result, show_share_code, verdict};
use crate::failure::Failure;
use crate::hex::to_hex;
use crate::playable::Playable;

/// What became of a table.
pub(super) struct Ended<G: Playable> {
    ending: Option<Ending>,
    terms: Terms,
    /// What the open keys show; nothing if the cards were never dealt.
    audit: Option<Audit<G>>,
    /// Each with the number of the entry in the chain.
    verdicts: Vec<(Verdict, Option<usize>)>,
    /// The head, to compare.
    head: [u8; 32],
    /// Where the chain is.
    chain: Option<PathBuf>,
    had_secrets: bool,
    entries: usize,
}

/// Judges everything, writes the chain, and deletes the secrets.
pub(super) fn finish<G: Playable>(
    machine: &mut Machine<G>,
    out: Option<&Path>,
) -> Result<Ended<G>, Failure> {
    let stamped = machine.chain();
    let bytes = stamped.to_bytes();
    let (chain, times) = stamped.unstamped();
    let found = audit_at::<G>(&chain, &times).ok();
    let desk = machine.desk();
    let mut verdicts = desk.verdicts().to_vec();
    for verdict in found.iter().flat_map(|audit| &audit.verdicts) {
        let is_known = |known: &Verdict| (known.seat, known.entry) == (verdict.seat, verdict.entry);
        if !verdicts.iter().any(is_known) {
            verdicts.push(verdict.clone());
        }
    }
    let (ending, terms, head) = (desk.ending(), desk.fold().terms().clone(), *desk.fold().head());
    if let Some(out) = out {
        std::fs::write(out, &bytes).map_err(|error| {
            let message = crate::failure::os_message(&error);
            Failure::coded(74, format_args!("{} cannot be written: {message}", out.display()))
        })?;
    }
    let mut kept = out.map(Path::to_owned);
    let had_secrets = machine.folder().is_some();
    if let Some(folder) = machine.folder() {
        folder.finish(&bytes).map_err(Error::from).map_err(failure)?;
        kept.get_or_insert_with(|| folder.chain_path());
    }
    let numbered = verdicts.into_iter().map(|verdict| {
        let number = chain.entries.iter().position(|entry| entry.place() == verdict.entry);
        (verdict, number)
    });
    let (verdicts, entries) = (numbered.collect(), chain.entries.len());
    Ok(Ended { ending, terms, audit: found, verdicts, head, chain: kept, had_secrets, entries })
}

/// The table of this folder was over before.
pub(super) fn was_over(folder: &SeatFolder) -> Result<(), Failure> {
    let path = folder.chain_path();
    let mut console = Console::output();
    if folder.kept().has_left {
        console.say("You have left this table. What was heard until then is kept.")?;
    } else {
        console.say("The game at this table is over.")?;
    }
    console.line(&format!("Watch it: {}", invocation(&["replay"], &path)))?;
    console.line(&format!("Check it: {}", invocation(&["verify"], &path)))?;
    Ok(())
}

impl<G: Playable> Ended<G> {
    /// Shows the end to somebody who has played or watched.
    pub(super) fn show(&self, names: &Names) -> Result<(), Failure> {
        let mut console = Console::output();
        if let Some(record) = self.record()
            && let Ok(table) = record.dealt().and_then(|_| record.replay().map(|it| it.table))
        {
            show_result(&table, names, &mut console)?;
            show_share_code(&table, &mut console)?;
        }
        self.show_how_it_ended(&mut console)?;
        self.show_verdicts(&mut console)?;
        self.show_files(&mut console)?;
        self.result()
    }

    /// Shows the end of a game that a bot has played.
    pub(super) fn show_briefly(&self) -> Result<(), Failure> {
        let mut console = Console::output();
        if let Some(standing) = self.record().and_then(|record| record.outcome.as_ref()) {
            let name = |seat: Seat| self.name(seat);
            let names = Names::new(
                facedown_core::BySeat::new(self.terms.seats().map_err(usage)?, name),
                None,
            );
            console.line(&verdict::<G>(standing, &names))?;
        }
        self.show_how_it_ended(&mut console)?;
        self.show_verdicts(&mut console)?;
        self.show_files(&mut console)?;
        self.result()
    }

    /// The record of the whole game, if every card could be read.
    pub(super) fn record(&self) -> Option<&Record<G>> {
        self.audit.as_ref()?.record.as_ref()
    }

    /// Everything that was found, in sentences.
    pub(super) fn findings(&self) -> Vec<String> {
        let found = self.verdicts.iter().map(|(verdict, number)| {
            let when = match verdict.proven {
                Proven::AtOnce => "it showed at once",
                Proven::ToOne(_) | Proven::ByCards => "cards that were turned over later show it",
                Proven::ByKeys => "the open keys show it",
            };
            let entry = number.map_or_else(String::new, |number| format!("; entry {number}"));
            format!("{} cheated: {} ({when}{entry})", self.name(verdict.seat), verdict.cheat)
        });
        let refused = self.audit.as_ref().map_or(facedown_core::Seats::NONE, |audit| audit.refused);
        let refused =
            refused.iter().map(|seat| format!("{} did not open its keys", self.name(seat)));
        found.chain(refused).collect()
    }

    /// How everything was checked, in a sentence.
    pub(super) fn checked(&self) -> Option<String> {
        let audit = self.audit.as_ref()?;
        let (judged, actions) = (audit.judged, audit.actions);
        Some(format!(
            "All keys are open: {judged} of {actions} actions were checked by everything that their players saw."
        ))
        .filter(|_| self.ending == Some(Ending::Closed))
    }

    /// How the table has ended, if it was not played to its end.
    pub(super) fn how_it_ended(&self) -> Option<String> {
        match self.ending? {
            Ending::Closed => None,
            Ending::Abandoned(seat) => {
                Some(format!("The table ended because {} left.", self.name(seat)))
            }
            Ending::Cheated(seat) => Some(format!(
                "The table ended because {} put a wrong key into escrow.",
                self.name(seat)
            )),
        }
    }

    /// Where the chain is.
    pub(super) fn chain(&self) -> Option<&Path> {
        self.chain.as_deref()
    }

    fn show_how_it_ended(&self, console: &mut Console) -> io::Result<()> {
        match self.how_it_ended() {
            Some(text) => console.complain(&text),
            None => Ok(()),
        }
    }

    fn show_verdicts(&self, console: &mut Console) -> io::Result<()> {
        let findings = self.findings();
        for finding in &findings {
            console.complain(&format!("{finding}."))?;
        }
        if let Some(checked) = self.checked() {
            let green: Style = AnsiColor::Green.on_default();
            let nobody = if findings.is_empty() { " Nobody cheated." } else { "" };
            console.line(&format!("{green}✓{green:#} {checked}{nobody}"))?;
        }
        Ok(())
    }

    fn show_files(&self, console: &mut Console) -> io::Result<()> {
        let dim = Style::new().dimmed();
        if let Some(chain) = &self.chain {
            let (path, command) = (chain.display(), invocation(&["verify"], chain));
            console.line(&format!("Chain       {path} {dim}({command}){dim:#}"))?;
        }
        console.line(&format!("Head        {}", to_hex(&self.head)))?;
        console.line(&format!("Entries     {}", self.entries))?;
        if self.had_secrets {
            console.say("Your seed of this table is deleted: nobody needs it any more.")?;
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        self.terms.names().get(seat.index()).map_or_else(|| seat.to_string(), ToString::to_string)
    }

    fn result(&self) -> Result<(), Failure> {
        if !self.findings().is_empty() {
            return Err(Failure::Check);
        }
        match self.ending {
            Some(Ending::Abandoned(_)) => Err(Failure::Reported(69)),
            Some(Ending::Cheated(_)) => Err(Failure::Check),
            _ => Ok(()),
        }
    }
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` has it
fn usage(error: facedown_peers::TermsError) -> Failure {
    Failure::Usage(error.to_string())
}
