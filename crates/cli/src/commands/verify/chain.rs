//! Checking a chain: does it hold from beginning to end, and if not, whose entry is wrong?

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstyle::Style;
use facedown_core::Seat;
use facedown_crypto::table::{Chain, ChainEntry, ChainError, Ending, Genesis, Misdeed};
use facedown_crypto::{Codec, DecodeError, Reader, domain};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::{Verify, bad, good};
use crate::failure::Failure;
use crate::hex::{from_hex, to_hex};

/// What every chain of every version begins with.
const BEGINNING: &[u8] = b"facedown/mental-poker/";
/// When whoever waits is told what for.
const PATIENCE: Duration = Duration::from_secs(1);
/// Where an entry has its author: after its number and its parent.
const AUTHOR: usize = 4 + 32;

/// Whether these bytes are to be a chain, be it a good one or not.
pub(super) fn is_meant(bytes: &[u8]) -> bool {
    bytes.starts_with(BEGINNING) || (!bytes.is_empty() && BEGINNING.starts_with(bytes))
}

/// A head as it is typed.
pub(super) fn head(text: &str) -> Result<[u8; 32], String> {
    from_hex(text).ok_or_else(|| "a head is 64 hexadecimal digits; copy all of it".into())
}

/// A chain as it is written, right or wrong.
struct Written {
    players: usize,
    entries: Vec<ChainEntry>,
    bytes: usize,
    /// The author of the entry that cannot be read, as far as it says so.
    stranger: Option<Seat>,
}

impl Written {
    /// As far as it can be read.
    fn read(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut from = Reader::new(bytes);
        from.take(domain::VERSION.len() + "/chain".len())?;
        let players = Genesis::read(&mut from)?.players().len();
        let mut written = Self { players, entries: Vec::new(), bytes: bytes.len(), stranger: None };
        while let Err(DecodeError::TooLong { extra }) = from.end() {
            let Ok(entry) = ChainEntry::read(&mut from) else {
                let author = bytes.get(bytes.len() - extra + AUTHOR).copied();
                let seat = author.and_then(|seat| Seat::new(seat.into()));
                written.stranger = seat.filter(|seat| seat.index() < players);
                break;
            };
            written.entries.push(entry);
        }
        Ok(written)
    }

    /// Who did what, up to an entry.
    fn log(&self, end: usize) -> impl Iterator<Item = (usize, Seat, String, usize)> {
        self.entries.iter().take(end).enumerate().map(|(number, entry)| {
            let what = entry.message().map_or_else(|why| why.to_string(), |it| it.to_string());
            (number, entry.author(), what, entry.size())
        })
    }
}

impl Verify {
    /// Whether every entry of the chain in this file is right.
    pub(super) fn check_chain(
        &self,
        file: &str,
        bytes: &[u8],
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        if self.commitment.is_some() {
            return Err(Failure::Usage(
                "a chain has no commitment to a seed; leave --commitment out, or name its --head"
                    .into(),
            ));
        }
        if !Chain::is_chain(bytes) {
            return Err(Failure::damaged(file, no_chain(bytes)));
        }
        let written = Written::read(bytes).map_err(|error| {
            Failure::damaged(
                file,
                format_args!("the beginning of this chain cannot be read: {error}"),
            )
        })?;
        let entries = written.entries.len();
        let verdict = watched(&format!("checking {} entries", HumanCount(entries as u64)), || {
            Chain::from_bytes(bytes)
        });
        match verdict {
            Ok(chain) => self.tell(file, &written, &chain, out),
            Err(ChainError::Entry { number, author, misdeed }) => {
                self.blame(file, &written, (number, author, misdeed), out)?;
                Ok(false)
            }
            Err(ChainError::Unreadable(error)) => {
                if self.log && !self.json {
                    write_log(&written, entries, out)?;
                }
                Err(Failure::damaged(file, unreadable(&written, error)))
            }
            Err(error @ (ChainError::Players | ChainError::Threshold)) => {
                Err(Failure::damaged(file, error))
            }
        }
    }

    /// Tells of a chain that holds.
    fn tell(
        &self,
        file: &str,
        written: &Written,
        chain: &Chain,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let head = to_hex(chain.head());
        let told = self.head.is_none_or(|wanted| wanted == *chain.head());
        let other = "it does not end at the head that you named: entries were cut off or added";
        let table = chain.table();
        let left = table.seats().all().minus(table.present());
        if self.json {
            let flaws: Vec<Value> = (!told)
                .then(|| json!({ "kind": "other-head", "message": other }))
                .into_iter()
                .collect();
            let ending = match table.ending() {
                Some(Ending::Closed) => json!("closed"),
                Some(Ending::Forfeited(_)) => json!("forfeited"),
                None => Value::Null,
            };
            let forfeited = match table.ending() {
                Some(Ending::Forfeited(seat)) => left.with(seat),
                _ => left,
            };
            let mut findings = self.findings(file, written, written.entries.len(), &flaws);
            findings["head"] = json!(head);
            findings["ending"] = ending;
            findings["left"] = json!(forfeited);
            findings["answers"] = json!(table.answers().len());
            writeln!(out, "{findings}")?;
            return Ok(told);
        }
        title(file, written, out)?;
        if self.log {
            write_log(written, written.entries.len(), out)?;
        }
        good(out, "every entry is signed by its author, was due, and follows the one before")?;
        good(out, "every proof holds: of keys, shuffles, shares and whatever else was done")?;
        if !left.is_empty() {
            good(out, &format!("{left} left; the others went on"))?;
        }
        match table.ending() {
            Some(Ending::Closed) => {
                good(out, "the table is closed: whoever was there has opened its keys")?;
            }
            Some(Ending::Forfeited(seat)) => {
                good(out, &format!("the table ended because {seat} left"))?;
            }
            None => good(out, "the table is not closed: the keys are still secret")?,
        }
        if !told {
            bad(out, other)?;
        } else if self.head.is_some() {
            good(out, "it ends at the head that you named")?;
        }
        let bold = Style::new().bold();
        writeln!(out, "  head {bold}{head}{bold:#}")?;
        if self.head.is_none() {
            writeln!(
                out,
                "  Compare it with the others': what was cut off at the end shows only there."
            )?;
        }
        Ok(told)
    }

    /// Tells of a chain with a wrong entry.
    fn blame(
        &self,
        file: &str,
        written: &Written,
        (number, author, misdeed): (usize, Seat, Misdeed),
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut message = format!("entry {number}, by {author}: {misdeed}");
        if number == 0 && misdeed == Misdeed::Signature {
            message += "; or the players' keys before it were changed";
        }
        if self.json {
            let flaw = json!({
                "kind": kind(misdeed),
                "message": message,
                "entry": number,
                "author": author,
            });
            writeln!(out, "{}", self.findings(file, written, number, &[flaw]))?;
            return Ok(());
        }
        title(file, written, out)?;
        if self.log {
            write_log(written, number, out)?;
        }
        if number > 0 {
            let (entries, are) = (entries(number), if number == 1 { "is" } else { "are" });
            good(out, &format!("the first {entries} {are} in order"))?;
        }
        bad(out, &message)?;
        if let Some(what) = written.entries.get(number).and_then(|entry| entry.message().ok()) {
            writeln!(out, "    it says: {what}")?;
        }
        Ok(())
    }

    fn findings(&self, file: &str, written: &Written, end: usize, flaws: &[Value]) -> Value {
        let mut findings = json!({
            "file": file,
            "kind": "chain",
            "ok": flaws.is_empty(),
            "players": written.players,
            "entries": written.entries.len(),
            "bytes": written.bytes,
            "flaws": flaws,
        });
        if self.log {
            let step = |(entry, author, what, bytes)| json!({ "entry": entry, "author": author, "what": what, "bytes": bytes });
            findings["log"] = written.log(end).map(step).collect();
        }
        findings
    }
}

fn title(file: &str, written: &Written, out: &mut impl Write) -> Result<(), Failure> {
    let bold = Style::new().bold();
    let (players, entries) = (written.players, entries(written.entries.len()));
    let bytes = HumanCount(written.bytes as u64);
    Ok(writeln!(
        out,
        "{bold}{file}{bold:#}: a chain of {players} players, {entries}, {bytes} bytes"
    )?)
}

fn write_log(written: &Written, end: usize, out: &mut impl Write) -> Result<(), Failure> {
    let dim = Style::new().dimmed();
    for (number, author, what, bytes) in written.log(end) {
        let bytes = HumanCount(bytes as u64).to_string();
        writeln!(out, "{dim}{number:>6}{dim:#}  {author}  {dim}{bytes:>7}{dim:#}  {what}")?;
    }
    Ok(())
}

/// "1 entry", "2 entries".
fn entries(count: usize) -> String {
    let many = HumanCount(count as u64);
    format!("{many} {}", if count == 1 { "entry" } else { "entries" })
}

/// Why something that begins as a chain is none.
fn no_chain(bytes: &[u8]) -> String {
    let version = domain::VERSION;
    let whole = format!("{version}/chain");
    if whole.as_bytes().starts_with(bytes) {
        "this chain breaks off in its first words; get the whole file".into()
    } else {
        format!("this is no chain of {version}, which is what this program can check")
    }
}

/// Where a chain can no longer be read; what is before that holds.
fn unreadable(written: &Written, error: DecodeError) -> String {
    let number = written.entries.len();
    let author = written.stranger.map_or_else(String::new, |seat| format!(", by {seat},"));
    let before = match number {
        0 => String::new(),
        1 => "; the entry before it is in order".into(),
        _ => format!("; the {} before it are in order", entries(number)),
    };
    match error {
        DecodeError::Truncated { missing } => {
            format!(
                "entry {number}{author} breaks off: at least {missing} bytes are missing, or its length was \
                 changed{before}"
            )
        }
        error => format!("entry {number}{author} cannot be read: {error}{before}"),
    }
}

const fn kind(misdeed: Misdeed) -> &'static str {
    match misdeed {
        Misdeed::Number(_) => "number",
        Misdeed::Parent => "parent",
        Misdeed::Signature => "signature",
        Misdeed::Fault(_) => "fault",
    }
}

/// Does some work, and says what is being done if it takes long and somebody is looking.
fn watched<T>(what: &str, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
                .with_elapsed(PATIENCE);
            // The template is ours; should it ever be wrong, the usual one does as well.
            let style = ProgressStyle::with_template("{spinner:.cyan} {msg}, {elapsed}")
                .unwrap_or_else(|_| ProgressStyle::default_spinner());
            let spinner = spinner.with_style(style).with_message(what.to_owned());
            spinner.enable_steady_tick(Duration::from_millis(100));
            // Until the other end is dropped.
            let _ = is_done.recv();
            spinner.finish_and_clear();
        });
        let made = work();
        drop(done);
        made
    })
}
