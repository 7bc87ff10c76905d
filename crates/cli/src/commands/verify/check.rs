//! Checks a chain: folds it with the rules of its game, and judges it by the keys that were opened.

use facedown_core::{Game, Seat};
use facedown_crypto::Codec;
use facedown_crypto::places::{Entry, EntryKind, EntryPlace, Refusal};
use facedown_peers::{Fold, Heard, NotHeard, Proven, StampFlaw, StampedChain, Verdict, audit_at};

use crate::chain::{ParsedChain, proven};
use crate::failure::Failure;

/// Where the payload of an entry begins.
const PAYLOAD_AT: usize = 38;

/// What is wrong with a chain.
pub(super) struct Flaw {
    pub(super) kind: &'static str,
    pub(super) message: String,
    /// The number of the wrong entry.
    pub(super) entry: Option<usize>,
    pub(super) author: Option<Seat>,
    /// The seat that is proven to have cheated.
    pub(super) convicted: Option<Seat>,
    /// Since when it is proven.
    pub(super) proven: Option<&'static str>,
}

/// An entry in the log.
pub(super) struct Line {
    pub(super) author: Seat,
    pub(super) what: String,
    pub(super) bytes: usize,
    pub(super) is_accepted: bool,
}

/// A chain that has been checked.
pub(super) struct Checked<G: Game> {
    /// The table at the end, as a spectator knows it.
    pub(super) fold: Fold<G>,
    pub(super) flaws: Vec<Flaw>,
    pub(super) log: Vec<Line>,
    /// How many entries are refused.
    pub(super) refused: usize,
    /// How many entries came twice or too late.
    pub(super) late: usize,
    pub(super) actions: usize,
    /// How many actions were judged by everything that their authors saw.
    pub(super) judged: usize,
    /// Whether the chain contains a record of the whole game.
    pub(super) can_be_replayed: bool,
}

impl<G: Game> Checked<G> {
    pub(super) fn new(file: &str, parsed: &ParsedChain) -> Result<Self, Failure> {
        let genesis = parsed.chain.genesis.clone();
        let fold = Fold::<G>::watch(genesis).map_err(|error| Failure::damaged(file, error))?;
        let mut checked = Self {
            fold,
            flaws: Vec::new(),
            log: Vec::new(),
            refused: 0,
            late: 0,
            actions: 0,
            judged: 0,
            can_be_replayed: false,
        };
        for number in 0..parsed.chain.entries.len() {
            checked.hear(parsed, number);
        }
        checked.check_stamps(parsed);
        checked.judge(parsed);
        // Cheats that were found later may have been earlier entries.
        checked.flaws.sort_by_key(|flaw| flaw.entry.unwrap_or(usize::MAX));
        Ok(checked)
    }

    fn hear(&mut self, parsed: &ParsedChain, number: usize) {
        let entry = &parsed.chain.entries[number];
        let before = self.fold.verdicts().len();
        let what = describe(entry, &self.fold);
        let at = parsed.times.get(number).copied().flatten();
        let heard = self.fold.hear_at(entry, at);
        let line =
            Line { author: entry.author(), what, bytes: entry.size(), is_accepted: heard.is_ok() };
        self.log.push(line);
        let new: Vec<Verdict> = self.fold.verdicts()[before..].to_vec();
        let own = new.iter().find(|verdict| verdict.entry == entry.place()).cloned();
        match heard {
            Ok(Heard::Known | Heard::Stale) => self.late += 1,
            Ok(_) => {}
            Err(error) => {
                self.refused += 1;
                // After the first entry that does not fit, no later one does: they are only counted.
                if own.is_some() || self.refused == 1 {
                    self.refuse(parsed, number, &error, own.as_ref());
                }
            }
        }
        let is_other = |verdict: &&Verdict| verdict.entry != entry.place();
        for verdict in new.iter().filter(is_other) {
            self.convict(parsed, verdict);
        }
    }

    /// Notes that an entry is refused.
    fn refuse(
        &mut self,
        parsed: &ParsedChain,
        number: usize,
        error: &NotHeard<G::Refusal>,
        verdict: Option<&Verdict>,
    ) {
        let entry = &parsed.chain.entries[number];
        let who = parsed.who(entry.author());
        let mut message = match verdict {
            Some(verdict) => format!("entry {number}, by {who}: {}", verdict.cheat),
            None => format!("entry {number}, by {who}: {error}"),
        };
        if matches!(error, NotHeard::Refused(Refusal::Contradiction))
            && let Some(first) = self.accepted_at(parsed, entry.place())
        {
            message = format!("{message}; the other is entry {first}");
        }
        if number == 0 && verdict.is_none() {
            message += "; or the beginning of the chain was changed";
        }
        self.flaws.push(Flaw {
            kind: kind(error),
            message,
            entry: Some(number),
            author: Some(entry.author()),
            convicted: verdict.map(|verdict| verdict.seat),
            proven: verdict.map(|verdict| proven(verdict.proven)),
        });
    }

    /// Notes that an entry that was accepted has turned out to be a cheat.
    fn convict(&mut self, parsed: &ParsedChain, verdict: &Verdict) {
        let number = self.accepted_at(parsed, verdict.entry);
        let who = parsed.who(verdict.seat);
        let entry = number.map_or_else(String::new, |number| format!("entry {number}, "));
        let since = match verdict.proven {
            Proven::AtOnce => "",
            Proven::ToOne(_) | Proven::ByCards => ", as cards show that were turned over since",
            Proven::ByKeys => ", as the open keys show",
        };
        self.flaws.push(Flaw {
            kind: "cheat",
            message: format!("{entry}by {who}: {}{since}", verdict.cheat),
            entry: number,
            author: Some(verdict.seat),
            convicted: Some(verdict.seat),
            proven: Some(proven(verdict.proven)),
        });
    }

    /// Verifies the relay's stamps. Only a time that goes backwards is the relay's own doing for certain.
    fn check_stamps(&mut self, parsed: &ParsedChain) {
        let Some(Err(flaw)) = parsed.stamped.as_ref().map(StampedChain::check_stamps) else {
            return;
        };
        let convicts = matches!(flaw, StampFlaw::Backwards(_));
        self.flaws.push(Flaw {
            kind: if convicts { "relay" } else { "stamps" },
            message: flaw.to_string(),
            entry: None,
            author: None,
            convicted: None,
            proven: None,
        });
    }

    /// Judges what nobody could see while it was played.
    fn judge(&mut self, parsed: &ParsedChain) {
        if self.fold.rules().game().is_none() {
            return;
        }
        let found = if self.fold.cards().closed().is_some() {
            let Ok(found) = audit_at::<G>(&parsed.chain, &parsed.times) else { return };
            found
        } else {
            self.fold.review()
        };
        (self.actions, self.judged) = (found.actions, found.judged);
        self.can_be_replayed = found.record.is_some() && self.fold.rules().standing().is_some();
        let known = self.fold.verdicts().to_vec();
        let is_new = |verdict: &&Verdict| {
            let same = |it: &Verdict| (it.seat, it.entry) == (verdict.seat, verdict.entry);
            !known.iter().any(same)
        };
        for verdict in found.verdicts.iter().filter(is_new) {
            self.convict(parsed, verdict);
        }
        for seat in found.refused.iter() {
            self.flaws.push(Flaw {
                kind: "keys-not-opened",
                message: format!("{} did not open its keys", parsed.who(seat)),
                entry: None,
                author: Some(seat),
                convicted: None,
                proven: None,
            });
        }
    }

    /// The number of the accepted entry at a place.
    fn accepted_at(&self, parsed: &ParsedChain, place: EntryPlace) -> Option<usize> {
        let entries = parsed.chain.entries.iter().zip(&self.log);
        entries.into_iter().position(|(entry, line)| line.is_accepted && entry.place() == place)
    }
}

/// What an entry is, in a few words.
fn describe<G: Game>(entry: &Entry, fold: &Fold<G>) -> String {
    match entry.kind() {
        EntryKind::Work if fold.cards().epochs() == 0 => "a key".into(),
        EntryKind::Work if fold.rules().game().is_none() => "its part of the deal".into(),
        EntryKind::Work if fold.rules().standing().is_some() => "opens its keys".into(),
        EntryKind::Work => "its part of what the action demands".into(),
        EntryKind::Action => action_in(entry).unwrap_or_else(|| "an action".into()),
        EntryKind::Head => "signs the head".into(),
        EntryKind::Complaint => "a complaint about a key in escrow".into(),
        EntryKind::Farewell => "takes its layer off the cards and leaves".into(),
        EntryKind::Forfeit(seat) => format!("says that {seat} has left"),
    }
}

/// The action in an entry, as it is written there.
fn action_in(entry: &Entry) -> Option<String> {
    let bytes = entry.to_bytes();
    let payload = bytes.get(PAYLOAD_AT..)?;
    let length = u16::from_le_bytes([*payload.first()?, *payload.get(1)?]);
    let posted = payload.get(2..2 + usize::from(length))?;
    let posted: serde_json::Value = serde_json::from_slice(posted).ok()?;
    Some(posted.get("action")?.to_string())
}

fn kind<R: facedown_core::Refusal>(error: &NotHeard<R>) -> &'static str {
    match error {
        NotHeard::Refused(Refusal::Unplaced) => "unplaced",
        NotHeard::Refused(Refusal::Signature) => "signature",
        NotHeard::Refused(Refusal::Contradiction) => "contradiction",
        NotHeard::Refused(Refusal::Fault(_)) => "fault",
        NotHeard::Refused(Refusal::NoSuchSeat(_)) => "seat",
        NotHeard::NoAction(_) => "no-action",
        NotHeard::NotAccepted(_) => "rules",
        _ => "other",
    }
}
