//! Share codes: a whole table as URL-safe text.
//!
//! A code is `<initials><version>.<payload>`, the payload base64url without padding of these bytes:
//!
//! | bytes | contents |
//! | --- | --- |
//! | 1 | seats (low 4 bits), options follow (16), the deal is rigged (32), by the players themselves (64), the actions are written out (128) |
//! | varint | the version of the game's rules |
//! | varint, bytes | the options that differ from their defaults, as JSON (older codes have all options) |
//! | 32, or varint, bytes | the seed that the table was dealt from, or the shuffles, rolls and mixes as JSON |
//! | varint | the number of actions |
//! | bytes | the actions, as one number or written out |
//! | 4 | the first bytes of a SHA-256 hash of everything before, including initials and version |
//!
//! A reader of the code knows the state at each step, so an action is stored as its rank among all legal actions of all
//! seats, which takes log₂ *n* bits for *n* actions. The ranks are the digits of one number in mixed radix, with the first
//! action as the lowest digit, written as bytes in little-endian order.
//!
//! An [open](Game::OPEN) game does not list all that may be done, so there each action is written out: the seat as a varint, and the
//! action with its sealed values as JSON in few bytes (`share/written.rs`).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::json;

use crate::game::Game;
use crate::house::Rig;
use crate::seat::{Seat, SeatCount};
use crate::seed::{Seed, hash, mix};
use crate::table::{Deal, LogEntry, SetupError, Table, has_rules, same, written};

mod radix;
mod written;

use radix::{Digit, MixedRadix};
use written::Dictionary;

const VERSION: &str = "1";
const CHECKSUM: &[u8] = b"facedown/v1/share\0";
const CHECKSUM_BYTES: usize = 4;
/// The size of a rank, which is a 32-bit number.
const RANK_BYTES: usize = 4;
const HAS_OPTIONS: u8 = 16;
const IS_RIGGED: u8 = 32;
const IS_DEALT: u8 = 64;
const IS_WRITTEN: u8 = 128;

/// The most actions that a code can hold. The limit keeps a malicious code from occupying the program that reads it.
pub const MAX_ACTIONS: usize = 65_535;

/// Why a share code cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The text does not look like a code.
    #[error(
        "this is not a share code: one looks like hc1.AbC…, with letters, digits, - and _ after the point"
    )]
    NotACode,
    /// The code is of another game.
    #[error("this is not a share code of {wanted}")]
    WrongGame {
        /// The game that was expected.
        wanted: &'static str,
    },
    /// The code was written by a newer program.
    #[error(
        "this share code has version {0}; this program reads version {VERSION} — use a newer one"
    )]
    UnknownVersion(String),
    /// The game was played by a version of the rules that this program does not know.
    #[error(
        "this game was played by version {found} of the rules; the newest that this program knows is {known}"
    )]
    UnknownRules {
        /// The version that the game was played by.
        found: u32,
        /// The newest version that this program has.
        known: u32,
    },
    /// The checksum does not match: a character is wrong or missing.
    #[error(
        "this share code is damaged: a character is wrong or missing; copy the whole code again"
    )]
    Checksum,
    /// The checksum matches, but the contents are invalid.
    #[error("this share code is not valid: {0}")]
    Contents(&'static str),
    /// An action is not among those that the game lists as legal.
    #[error("action {number} (counted from 1) is not among the legal ones, so it has no rank")]
    NotListed {
        /// The number of the action, counted from 1.
        number: usize,
    },
    /// The log has more than [`MAX_ACTIONS`].
    #[error("a share code holds at most {MAX_ACTIONS} actions; use a record for a longer game")]
    TooManyActions,
    /// The table that the code describes cannot be set up or played.
    #[error("this share code is not valid: {0}")]
    Setup(String),
}

/// The initials of the code's game, to find the rules that can read it.
pub fn initials_in(code: &str) -> Result<&str, ShareError> {
    let (head, _) = code.trim().split_once('.').ok_or(ShareError::NotACode)?;
    let initials = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_code = initials.len() < head.len()
        && !initials.is_empty()
        && initials.bytes().all(|c| c.is_ascii_lowercase());
    if is_code { Ok(initials) } else { Err(ShareError::NotACode) }
}

/// The options that differ from their defaults. Missing options are read as defaults.
fn changed_options<G: Game>(options: &G::Options) -> serde_json::Value {
    let (mut chosen, usual) = (json!(options), json!(G::Options::default()));
    if let Some(members) = chosen.as_object_mut() {
        members.retain(|name, value| usual.get(name) != Some(value));
    }
    // If a partial object cannot be read back, all options are written.
    let reads_back =
        serde_json::from_value(chosen.clone()).is_ok_and(|read: G::Options| read == *options);
    if reads_back { chosen } else { json!(options) }
}

/// Encodes the whole table as a share code. It contains every secret: publish it only when the game is over.
///
/// Fails only for a very long game, or for one that is not [open](Game::OPEN) and whose `legal` does not list everything that it
/// permits.
pub fn encode<G: Game>(table: &Table<G>) -> Result<String, ShareError> {
    if table.log().len() > MAX_ACTIONS {
        return Err(ShareError::TooManyActions);
    }
    let mut bytes = Vec::new();
    #[allow(clippy::cast_possible_truncation)] // at most MAX_SEATS
    bytes.push(table.seats().get() as u8);
    put_number(&mut bytes, u64::from(table.rules()));
    if *table.options() != G::Options::default() {
        bytes[0] |= HAS_OPTIONS;
        put_text(&mut bytes, &changed_options::<G>(table.options()).to_string());
    }
    match table.deal() {
        Deal::Seeded { seed, contributions } => bytes.extend(mix(seed, contributions).bytes()),
        deal @ (Deal::Rigged(rig) | Deal::Dealt(rig)) => {
            bytes[0] |= if matches!(deal, Deal::Dealt(_)) { IS_DEALT } else { IS_RIGGED };
            let mut parts = vec![json!(rig.shuffles), json!(rig.rolls)];
            if !rig.mixes.is_empty() {
                parts.push(json!(rig.mixes));
            }
            put_text(&mut bytes, &json!(parts).to_string());
        }
    }
    put_number(&mut bytes, table.log().len() as u64);
    if G::OPEN {
        bytes[0] |= IS_WRITTEN;
        let mut dictionary = Dictionary::default();
        for LogEntry { seat, action } in table.log() {
            put_number(&mut bytes, seat.index() as u64);
            dictionary.write(&written(action), &mut bytes);
        }
    } else {
        bytes.extend(ranks(table)?.to_bytes());
    }
    let head = format!("{}{VERSION}", G::INITIALS);
    bytes.extend_from_slice(&checksum(&head, &bytes));
    Ok(format!("{head}.{}", URL_SAFE_NO_PAD.encode(bytes)))
}

/// Decodes the table that a share code describes.
pub fn decode<G: Game>(code: &str) -> Result<Table<G>, ShareError> {
    let code = code.trim();
    if initials_in(code)? != G::INITIALS {
        return Err(ShareError::WrongGame { wanted: G::NAME });
    }
    let (head, payload) = code.split_once('.').ok_or(ShareError::NotACode)?;
    let version = &head[G::INITIALS.len()..];
    if version != VERSION {
        return Err(ShareError::UnknownVersion(version.to_owned()));
    }
    let bytes = URL_SAFE_NO_PAD.decode(payload).map_err(|_| ShareError::Checksum)?;
    let (body, sum) = bytes.split_last_chunk::<CHECKSUM_BYTES>().ok_or(ShareError::Checksum)?;
    if checksum(head, body) != *sum {
        return Err(ShareError::Checksum);
    }
    let mut reader = Reader(body);
    let is_written = body.first().is_some_and(|flags| flags & IS_WRITTEN != 0);
    let (table, actions) = read_table::<G>(&mut reader)?;
    if is_written {
        return play_written(table, actions, reader);
    }
    if reader.0.last() == Some(&0) {
        return Err(ShareError::Contents("it has trailing zeros"));
    }
    if reader.0.len() > actions * RANK_BYTES {
        return Err(ShareError::Contents("it has extra data at the end"));
    }
    play_ranks(table, actions, MixedRadix::from_bytes(reader.0))
}

fn read_table<G: Game>(reader: &mut Reader<'_>) -> Result<(Table<G>, usize), ShareError> {
    let flags = *reader.take(1)?.first().ok_or(ShareError::Contents("it is empty"))?;
    let played_out = flags & (IS_RIGGED | IS_DEALT);
    if played_out == IS_RIGGED | IS_DEALT {
        return Err(ShareError::Contents("it has parts that this program does not know"));
    }
    let rules = u32::try_from(reader.number()?).unwrap_or(u32::MAX);
    if !has_rules::<G>(rules) {
        return Err(ShareError::UnknownRules { found: rules, known: G::RULES });
    }
    let seats = SeatCount::new(usize::from(flags & 15))
        .ok_or(ShareError::Contents("it has an impossible number of seats"))?;
    let options = if flags & HAS_OPTIONS == 0 {
        G::Options::default()
    } else {
        serde_json::from_slice(reader.text()?).map_err(|_| ShareError::Contents("bad options"))?
    };
    let deal = if played_out == 0 {
        let bytes = reader.take(32)?.try_into().map_err(|_| ShareError::Contents("bad seed"))?;
        Deal::from_seed(Seed::new(bytes))
    } else {
        let RigText(shuffles, rolls, mixes) = serde_json::from_slice(reader.text()?)
            .map_err(|_| ShareError::Contents("bad rigged deal"))?;
        let rig = Rig { shuffles, rolls, mixes };
        if played_out == IS_DEALT { Deal::Dealt(rig) } else { Deal::Rigged(rig) }
    };
    let actions = usize::try_from(reader.number()?).unwrap_or(usize::MAX);
    if actions > MAX_ACTIONS {
        return Err(ShareError::TooManyActions);
    }
    let table = Table::by_rules(rules, options, seats, deal)
        .map_err(|error: SetupError<G::Refusal>| ShareError::Setup(error.to_string()))?;
    Ok((table, actions))
}

fn play_written<G: Game>(
    mut table: Table<G>,
    actions: usize,
    mut reader: Reader<'_>,
) -> Result<Table<G>, ShareError> {
    let mut dictionary = Dictionary::default();
    for _ in 0..actions {
        let seat = usize::try_from(reader.number()?).ok().and_then(Seat::new);
        let seat = seat.ok_or(ShareError::Contents("it has an impossible seat"))?;
        let action = serde_json::from_value(dictionary.read(&mut reader)?)
            .map_err(|_| ShareError::Contents("it has an action that the game does not know"))?;
        table.act(seat, action).map_err(|refused| ShareError::Setup(refused.to_string()))?;
    }
    if reader.0.is_empty() {
        Ok(table)
    } else {
        Err(ShareError::Contents("it has extra data at the end"))
    }
}

fn play_ranks<G: Game>(
    mut table: Table<G>,
    actions: usize,
    mut number: MixedRadix,
) -> Result<Table<G>, ShareError> {
    for _ in 0..actions {
        let mut legal: Vec<(Seat, G::Action)> = Vec::new();
        for seat in table.may_act().iter() {
            legal.extend(table.legal(seat).into_iter().map(|action| (seat, action)));
        }
        let base = u32::try_from(legal.len()).unwrap_or(0);
        if base == 0 {
            return Err(ShareError::Contents("it goes on after the end of the game"));
        }
        let (seat, action) = legal.swap_remove(number.pop(base) as usize);
        table.act(seat, action).map_err(|refused| ShareError::Setup(refused.to_string()))?;
    }
    if number.is_zero() {
        Ok(table)
    } else {
        Err(ShareError::Contents("it has extra data at the end"))
    }
}

/// The ranks of all actions, as one number.
fn ranks<G: Game>(table: &Table<G>) -> Result<MixedRadix, ShareError> {
    let mut digits = Vec::with_capacity(table.log().len());
    let mut replay = table.at(0).map_err(|error| ShareError::Setup(error.to_string()))?;
    for (number, entry) in (1..).zip(table.log()) {
        digits.push(rank(&replay, entry).ok_or(ShareError::NotListed { number })?);
        replay
            .act(entry.seat, entry.action.clone())
            .map_err(|refused| ShareError::Setup(refused.to_string()))?;
    }
    let mut number = MixedRadix::default();
    digits.iter().rev().for_each(|digit| number.push(*digit));
    Ok(number)
}

/// An action's rank among all legal actions of all seats, and their number.
fn rank<G: Game>(table: &Table<G>, entry: &LogEntry<G::Action>) -> Option<Digit> {
    let (mut base, mut found) = (0u32, None);
    for seat in table.may_act().iter() {
        for action in table.legal(seat) {
            if found.is_none() && seat == entry.seat && same(&action, &entry.action) {
                found = Some(base);
            }
            base += 1;
        }
    }
    found.map(|rank| Digit { rank, base })
}

/// A rigged deal in a code: shuffles, rolls, and mixes if there are any.
#[derive(Deserialize)]
struct RigText<F>(Vec<Vec<F>>, Vec<u32>, #[serde(default = "Vec::new")] Vec<Vec<F>>);

fn checksum(head: &str, body: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let sum = hash(&[CHECKSUM, head.as_bytes(), b".", body]);
    [sum[0], sum[1], sum[2], sum[3]]
}

fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        #[allow(clippy::cast_possible_truncation)] // the lowest seven bits
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    #[allow(clippy::cast_possible_truncation)] // below 0x80
    bytes.push(number as u8);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u64);
    bytes.extend_from_slice(text.as_bytes());
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], ShareError> {
        let (taken, rest) =
            self.0.split_at_checked(count).ok_or(ShareError::Contents("it is cut off"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u64, ShareError> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(ShareError::Contents("a number is too long"))
    }

    fn text(&mut self) -> Result<&'a [u8], ShareError> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        self.take(length)
    }
}
