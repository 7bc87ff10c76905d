//! Checks a chain, and names the first wrong entry and its author.

use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use anstyle::Style;
use facedown_core::Seat;
use facedown_crypto::table::{Chain, ChainEntry, ChainError, Ending, EntryError, Genesis};
use facedown_crypto::{Codec, DecodeError, Reader, domain};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::{Verify, bad, good};
use crate::failure::Failure;
use crate::hex::{from_hex, to_hex};

/// The first bytes of every chain, whatever its version.
const MAGIC_PREFIX: &[u8] = b"facedown/mental-poker/";
/// A spinner is shown when checking takes longer than this.
const SPINNER_DELAY: Duration = Duration::from_secs(1);
/// Offset of the author in an entry: after its number and its parent.
const AUTHOR_OFFSET: usize = 4 + 32;

/// Whether a file is a chain of any version, even an incomplete or invalid one.
pub(super) fn looks_like_chain(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC_PREFIX) || (!bytes.is_empty() && MAGIC_PREFIX.starts_with(bytes))
}

/// Parses a head.
pub(super) fn head(text: &str) -> Result<[u8; 32], String> {
    from_hex(text).ok_or_else(|| "a head is 64 hexadecimal digits; copy all of it".into())
}

/// The entries of a chain, which have been decoded but not verified.
struct ParsedChain {
    players: usize,
    entries: Vec<ChainEntry>,
    bytes: usize,
    /// The author of the entry that cannot be decoded, if that much of it can be read.
    unreadable_author: Option<Seat>,
}

impl ParsedChain {
    /// Decodes the chain up to the first entry that cannot be decoded.
    fn read(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut from = Reader::new(bytes);
        from.take(domain::VERSION.len() + "/chain".len())?;
        let players = Genesis::read(&mut from)?.players().len();
        let mut parsed =
            Self { players, entries: Vec::new(), bytes: bytes.len(), unreadable_author: None };
        while let Err(DecodeError::TooLong { extra }) = from.end() {
            let Ok(entry) = ChainEntry::read(&mut from) else {
                let author = bytes.get(bytes.len() - extra + AUTHOR_OFFSET).copied();
                let seat = author.and_then(|seat| Seat::new(seat.into()));
                parsed.unreadable_author = seat.filter(|seat| seat.index() < players);
                break;
            };
            parsed.entries.push(entry);
        }
        Ok(parsed)
    }

    /// Number, author, content and size of the entries before `end`.
    fn log(&self, end: usize) -> impl Iterator<Item = (usize, Seat, String, usize)> {
        self.entries.iter().take(end).enumerate().map(|(number, entry)| {
            let what = entry.message().map_or_else(|why| why.to_string(), |it| it.to_string());
            (number, entry.author(), what, entry.size())
        })
    }
}

impl Verify {
    /// Checks the chain in a file. Returns whether every entry is valid.
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
            return Err(Failure::damaged(file, not_a_chain(bytes)));
        }
        let parsed = ParsedChain::read(bytes).map_err(|error| {
            Failure::damaged(
                file,
                format_args!("the beginning of this chain cannot be read: {error}"),
            )
        })?;
        let entries = parsed.entries.len();
        let verdict =
            with_spinner(&format!("checking {} entries", HumanCount(entries as u64)), || {
                Chain::from_bytes(bytes)
            });
        match verdict {
            Ok(chain) => self.report_valid(file, &parsed, &chain, out),
            Err(ChainError::Entry { number, author, error }) => {
                self.report_flaw(file, &parsed, (number, author, error), out)?;
                Ok(false)
            }
            Err(ChainError::Unreadable(error)) => {
                if self.log && !self.json {
                    write_log(&parsed, entries, out)?;
                }
                Err(Failure::damaged(file, unreadable(&parsed, error)))
            }
            Err(error @ (ChainError::Players | ChainError::Threshold)) => {
                Err(Failure::damaged(file, error))
            }
        }
    }

    /// Reports a valid chain.
    fn report_valid(
        &self,
        file: &str,
        parsed: &ParsedChain,
        chain: &Chain,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let head = to_hex(chain.head());
        let head_matches = self.head.is_none_or(|wanted| wanted == *chain.head());
        let mismatch = "it does not end at the head that you named: entries were cut off or added";
        let table = chain.table();
        let left = table.seats().all().minus(table.present());
        if self.json {
            let flaws: Vec<Value> = (!head_matches)
                .then(|| json!({ "kind": "other-head", "message": mismatch }))
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
            let mut findings = self.findings(file, parsed, parsed.entries.len(), &flaws);
            findings["head"] = json!(head);
            findings["ending"] = ending;
            findings["left"] = json!(forfeited);
            findings["answers"] = json!(table.answers().len());
            writeln!(out, "{findings}")?;
            return Ok(head_matches);
        }
        title(file, parsed, out)?;
        if self.log {
            write_log(parsed, parsed.entries.len(), out)?;
        }
        good(out, "every entry is signed by its author, was due, and follows the one before")?;
        good(out, "every proof holds: keys, shuffles, shares and everything else")?;
        if !left.is_empty() {
            good(out, &format!("{left} left; the others went on"))?;
        }
        match table.ending() {
            Some(Ending::Closed) => {
                good(
                    out,
                    "the table is closed: all players who were present have opened their keys",
                )?;
            }
            Some(Ending::Forfeited(seat)) => {
                good(out, &format!("the table ended because {seat} left"))?;
            }
            None => good(out, "the table is not closed: the keys are still secret")?,
        }
        if !head_matches {
            bad(out, mismatch)?;
        } else if self.head.is_some() {
            good(out, "it ends at the head that you named")?;
        }
        let bold = Style::new().bold();
        writeln!(out, "  head {bold}{head}{bold:#}")?;
        if self.head.is_none() {
            writeln!(
                out,
                "  Compare it with the other players' heads: only that shows entries that were cut off at the end."
            )?;
        }
        Ok(head_matches)
    }

    /// Reports a chain with an invalid entry.
    fn report_flaw(
        &self,
        file: &str,
        parsed: &ParsedChain,
        (number, author, error): (usize, Seat, EntryError),
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut message = format!("entry {number}, by {author}: {error}");
        if number == 0 && error == EntryError::Signature {
            message += "; or the players' keys before it were changed";
        }
        if self.json {
            let flaw = json!({
                "kind": kind(error),
                "message": message,
                "entry": number,
                "author": author,
            });
            writeln!(out, "{}", self.findings(file, parsed, number, &[flaw]))?;
            return Ok(());
        }
        title(file, parsed, out)?;
        if self.log {
            write_log(parsed, number, out)?;
        }
        if number > 0 {
            let (entries, are) = (entries(number), if number == 1 { "is" } else { "are" });
            good(out, &format!("the first {entries} {are} in order"))?;
        }
        bad(out, &message)?;
        if let Some(what) = parsed.entries.get(number).and_then(|entry| entry.message().ok()) {
            writeln!(out, "    it says: {what}")?;
        }
        Ok(())
    }

    fn findings(&self, file: &str, parsed: &ParsedChain, end: usize, flaws: &[Value]) -> Value {
        let mut findings = json!({
            "file": file,
            "kind": "chain",
            "ok": flaws.is_empty(),
            "players": parsed.players,
            "entries": parsed.entries.len(),
            "bytes": parsed.bytes,
            "flaws": flaws,
        });
        if self.log {
            let step = |(entry, author, what, bytes)| json!({ "entry": entry, "author": author, "what": what, "bytes": bytes });
            findings["log"] = parsed.log(end).map(step).collect();
        }
        findings
    }
}

fn title(file: &str, parsed: &ParsedChain, out: &mut impl Write) -> Result<(), Failure> {
    let bold = Style::new().bold();
    let (players, entries) = (parsed.players, entries(parsed.entries.len()));
    let bytes = HumanCount(parsed.bytes as u64);
    Ok(writeln!(
        out,
        "{bold}{file}{bold:#}: a chain of {players} players, {entries}, {bytes} bytes"
    )?)
}

fn write_log(parsed: &ParsedChain, end: usize, out: &mut impl Write) -> Result<(), Failure> {
    let dim = Style::new().dimmed();
    for (number, author, what, bytes) in parsed.log(end) {
        let bytes = HumanCount(bytes as u64).to_string();
        writeln!(out, "{dim}{number:>6}{dim:#}  {author}  {dim}{bytes:>7}{dim:#}  {what}")?;
    }
    Ok(())
}

/// Formats a count: "1 entry", "2 entries".
fn entries(count: usize) -> String {
    let many = HumanCount(count as u64);
    format!("{many} {}", if count == 1 { "entry" } else { "entries" })
}

/// Says why a file that starts like a chain cannot be checked.
fn not_a_chain(bytes: &[u8]) -> String {
    let version = domain::VERSION;
    let whole = format!("{version}/chain");
    if whole.as_bytes().starts_with(bytes) {
        "this chain breaks off in its first words; get the whole file".into()
    } else {
        format!("this is not a chain of {version}, the only version that this program can check")
    }
}

/// Says where a chain cannot be decoded. All entries before that are valid.
fn unreadable(parsed: &ParsedChain, error: DecodeError) -> String {
    let number = parsed.entries.len();
    let author = parsed.unreadable_author.map_or_else(String::new, |seat| format!(", by {seat},"));
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

const fn kind(error: EntryError) -> &'static str {
    match error {
        EntryError::Number(_) => "number",
        EntryError::Parent => "parent",
        EntryError::Signature => "signature",
        EntryError::Fault(_) => "fault",
    }
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
