//! Shorthand: JSON that omits keys and numbers words which the server and its clients both know.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::apply::DeltaError;
use super::tape::{Part, Sort, Tape};

/// The longest list that can be a word, in bytes.
pub(super) const MAX_WORD: usize = 32;

/// The keys of a kind of object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Shape {
    /// The keys, in the order in which the values come.
    pub keys: Vec<String>,
    /// The value of the first key, if it is always the same string and therefore not sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub is: Option<String>,
}

/// The shapes and words that the server and a client both know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Vocabulary {
    /// Keys that occur together, numbered from 1.
    pub shapes: Vec<Shape>,
    /// Strings, and short lists of scalars, numbered from 0.
    #[cfg_attr(feature = "ts", ts(type = "(string | (string | number | boolean | null)[])[]"))]
    pub words: Vec<Value>,
}

/// Encodes and decodes shorthand.
#[derive(Clone, Default)]
pub struct Shorthand {
    vocabulary: Vocabulary,
    shapes: Index,
    words: Index,
}

impl Shorthand {
    /// Shorthand with this vocabulary.
    pub fn new(vocabulary: Vocabulary) -> Self {
        let Vocabulary { shapes, words } = &vocabulary;
        Self {
            shapes: Index::new(shapes.iter().map(Shape::text), (1..).map(|n: usize| n.to_string())),
            words: Index::new(
                words.iter().map(|word| word.to_string().into_bytes()),
                (0..).map(code),
            ),
            vocabulary,
        }
    }

    /// The vocabulary that a client needs.
    pub const fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Appends the value on the tape in shorthand to the buffer.
    pub fn shorten(&self, tape: &Tape, out: &mut Vec<u8>) {
        self.write(tape.root(), out);
    }

    /// Appends the array on the tape, with each of its elements in shorthand.
    pub fn shorten_each(&self, tape: &Tape, out: &mut Vec<u8>) {
        let mut next = b'[';
        for part in tape.root().parts() {
            out.push(std::mem::replace(&mut next, b','));
            self.write(part, out);
        }
        if next == b'[' {
            out.push(next);
        }
        out.push(b']');
    }

    pub(super) fn write(&self, part: Part<'_>, out: &mut Vec<u8>) {
        let json = part.json();
        match part.sort() {
            Sort::Scalar if json.first() == Some(&b'"') => self.word(json, out),
            Sort::Scalar => out.extend_from_slice(json),
            Sort::Array if json == b"[]" => out.extend_from_slice(json),
            Sort::Array => {
                // Only short lists can be words.
                let known = (json.len() <= MAX_WORD).then(|| self.words.find(json)).flatten();
                if let Some(known) = known {
                    out.push(b'"');
                    out.extend_from_slice(known);
                    return out.push(b'"');
                }
                out.extend_from_slice(b"[0");
                self.values(part, 0, out);
            }
            Sort::Opaque => {
                out.extend_from_slice(b"[-1,");
                out.extend_from_slice(json);
                out.push(b']');
            }
            Sort::Object => self.object(part, out),
        }
    }

    /// Writes a string that is given as JSON, in quotes.
    pub(super) fn word(&self, text: &[u8], out: &mut Vec<u8>) {
        out.push(b'"');
        if let Some(known) = self.words.find(text) {
            out.extend_from_slice(known);
            out.push(b'"');
        } else {
            out.push(b'\'');
            out.extend_from_slice(&text[1..]);
        }
    }

    fn object(&self, part: Part<'_>, out: &mut Vec<u8>) {
        // The outline is built at the end of the buffer and overwritten afterwards.
        let begin = out.len();
        let constant = outline(part, out);
        let known = self.shapes.find(&out[begin..]);
        out.truncate(begin);
        if let Some(known) = known {
            out.push(b'[');
            out.extend_from_slice(known);
            return self.values(part, usize::from(constant), out);
        }
        let mut next = b'{';
        for member in part.parts() {
            out.push(std::mem::replace(&mut next, b','));
            out.extend_from_slice(member.key());
            out.push(b':');
            self.write(member, out);
        }
        if next == b'{' {
            out.push(next);
        }
        out.push(b'}');
    }

    fn values(&self, part: Part<'_>, skip: usize, out: &mut Vec<u8>) {
        for value in part.parts().skip(skip) {
            out.push(b',');
            self.write(value, out);
        }
        out.push(b']');
    }

    /// The value that the shorthand stands for.
    pub fn lengthen(&self, short: Value) -> Result<Value, DeltaError> {
        Ok(match short {
            Value::String(word) => match word.strip_prefix('\'') {
                Some(text) => Value::from(text),
                None => self.known(&word)?.clone(),
            },
            Value::Object(members) => {
                let long = |(key, value)| Ok((key, self.lengthen(value)?));
                Value::Object(members.into_iter().map(long).collect::<Result<Map<_, _>, _>>()?)
            }
            Value::Array(list) if list.is_empty() => Value::Array(list),
            Value::Array(list) => {
                let mut list = list.into_iter();
                match list.next().as_ref().and_then(Value::as_i64) {
                    Some(-1) => list.next().ok_or(DeltaError::NoShorthand)?,
                    Some(0) => list.map(|value| self.lengthen(value)).collect::<Result<_, _>>()?,
                    Some(number) => self.filled(number, list)?,
                    None => return Err(DeltaError::NoShorthand),
                }
            }
            scalar => scalar,
        })
    }

    /// The string that this word stands for.
    pub(super) fn text<'a>(&'a self, word: &'a str) -> Result<&'a str, DeltaError> {
        match word.strip_prefix('\'') {
            Some(text) => Ok(text),
            None => self.known(word)?.as_str().ok_or_else(|| DeltaError::NoWord(word.to_owned())),
        }
    }

    /// The value of the word with this number in base 36.
    fn known(&self, word: &str) -> Result<&Value, DeltaError> {
        let number = usize::from_str_radix(word, 36).ok();
        let known = number.and_then(|number| self.vocabulary.words.get(number));
        known.ok_or_else(|| DeltaError::NoWord(word.to_owned()))
    }

    fn filled(
        &self,
        number: i64,
        mut values: impl ExactSizeIterator<Item = Value>,
    ) -> Result<Value, DeltaError> {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let shape = place.and_then(|place| self.vocabulary.shapes.get(place));
        let shape = shape.ok_or(DeltaError::NoShape(number))?;
        let (mut keys, mut members) = (shape.keys.iter(), Map::new());
        if let Some(is) = &shape.is {
            let key = keys.next().ok_or(DeltaError::NoShape(number))?;
            members.insert(key.clone(), Value::String(is.clone()));
        }
        if keys.len() != values.len() {
            return Err(DeltaError::NoShorthand);
        }
        for key in keys {
            let value = values.next().ok_or(DeltaError::NoShorthand)?;
            members.insert(key.clone(), self.lengthen(value)?);
        }
        Ok(Value::Object(members))
    }
}

impl Shape {
    /// The shape of an object on a tape.
    pub(super) fn of(part: Part<'_>) -> Option<Self> {
        let read = |json: &[u8]| serde_json::from_slice(json).ok();
        let first = part.parts().next()?;
        let is = is_text(first).then(|| read(first.json())).flatten();
        let keys = part.parts().map(|member| read(member.key()));
        Some(Self { keys: keys.collect::<Option<_>>()?, is })
    }

    /// The same bytes as [`outline`] writes for an object on a tape.
    fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut is = self.is.as_deref();
        for key in &self.keys {
            text.extend(quoted(key));
            text.push(b',');
            if let Some(is) = is.take() {
                text.extend(quoted(is));
                text.push(b';');
            }
        }
        text
    }
}

/// Writes what identifies the shape of an object: its keys, and the first value if it is a string. Returns whether it is.
fn outline(part: Part<'_>, out: &mut Vec<u8>) -> bool {
    let mut constant = false;
    for (i, member) in part.parts().enumerate() {
        out.extend_from_slice(member.key());
        out.push(b',');
        if i == 0 && is_text(member) {
            constant = true;
            out.extend_from_slice(member.json());
            out.push(b';');
        }
    }
    constant
}

pub(super) fn is_text(part: Part<'_>) -> bool {
    part.json().first() == Some(&b'"')
}

/// A string as JSON.
fn quoted(text: &str) -> Vec<u8> {
    // A string can always be serialised.
    serde_json::to_vec(text).unwrap_or_default()
}

/// A word's number in base 36.
fn code(number: usize) -> String {
    let digit = |number: usize| char::from(b"0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
    let mut code = String::new();
    if number >= 36 {
        code = self::code(number / 36);
    }
    code.push(digit(number));
    code
}

/// An index from JSON to its shorthand.
#[derive(Clone, Default)]
struct Index(HashMap<u64, (Vec<u8>, Vec<u8>), BuildHasherDefault<IdentityHasher>>);

impl Index {
    fn new(known: impl Iterator<Item = Vec<u8>>, written: impl Iterator<Item = String>) -> Self {
        let mut index = HashMap::default();
        for (known, written) in known.zip(written) {
            // Of two entries with the same hash, the second is not found and its value is spelt out.
            index.entry(hash(&known)).or_insert((known, written.into_bytes()));
        }
        Self(index)
    }

    fn find(&self, text: &[u8]) -> Option<&[u8]> {
        let (known, written) = self.0.get(&hash(text))?;
        (known == text).then_some(written)
    }
}

/// A fast hash. Entries are compared as well, so a collision only costs some bytes.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    let mixed = words
        .fold(bytes.len() as u64, |hash, word| (hash.rotate_left(23) ^ word).wrapping_mul(MIX));
    // The lowest bits are mixed least.
    mixed ^ (mixed >> 32)
}

/// A hasher for keys that are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash(bytes);
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}
