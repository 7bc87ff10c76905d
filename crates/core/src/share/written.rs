//! Actions as a share code has them if it contains the actions themselves: JSON in few bytes.
//!
//! A value is a varint, whose lowest three bits say what it is and whose other bits are a number *n*:
//!
//! | bits | value |
//! | --- | --- |
//! | 0 | the number *n* |
//! | 1 | the number −1 − *n* |
//! | 2 | the text with this number, of all texts so far in the code, counted from 0 |
//! | 3 | a new text of *n* bytes, which follow |
//! | 4 | a list of *n* values, which follow |
//! | 5 | an object with the keys of the object with this number, of all objects with new keys, counted from 0; the values follow |
//! | 6 | an object with *n* new keys, which follow as texts, in the order of their bytes, and then the values |
//! | 7 | `null` (0), `false` (1), `true` (2), or a number for which there is no room above and which follows in 8 bytes, lowest first: a
//! |   | double (3), a natural number (4), a negative one in two's complement (5) |
//!
//! So a word is spelt once in a code, and the keys of actions of one kind are too.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use super::{Reader, ShareError, put_number};

/// How deep lists and objects may lie in each other.
const MAX_DEPTH: usize = 32;
/// How large an action may become, in values and bytes of text. A short code must not become a huge action.
const MAX_SIZE: usize = 1 << 20;

const NATURAL: u64 = 0;
const NEGATIVE: u64 = 1;
const TEXT: u64 = 2;
const NEW_TEXT: u64 = 3;
const LIST: u64 = 4;
const OBJECT: u64 = 5;
const NEW_OBJECT: u64 = 6;
const OTHER: u64 = 7;

const NULL: u64 = 0;
const FALSE: u64 = 1;
const TRUE: u64 = 2;
const DOUBLE: u64 = 3;
const LARGE: u64 = 4;
const LARGE_NEGATIVE: u64 = 5;

/// The texts and the keys of objects so far.
#[derive(Default)]
pub(super) struct Dictionary {
    texts: Numbered<String>,
    keys: Numbered<Vec<String>>,
}

/// Things in the order in which they were first met.
struct Numbered<T> {
    all: Vec<T>,
    numbers: BTreeMap<T, u64>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), numbers: BTreeMap::new() }
    }
}

impl<T: Ord + Clone> Numbered<T> {
    /// Adds something new. Returns whether it is new.
    fn add(&mut self, new: &T) -> bool {
        let number = self.all.len() as u64;
        let is_new = !self.numbers.contains_key(new);
        if is_new {
            self.numbers.insert(new.clone(), number);
            self.all.push(new.clone());
        }
        is_new
    }

    fn at(&self, number: u64) -> Option<&T> {
        self.all.get(usize::try_from(number).ok()?)
    }
}

impl Dictionary {
    /// Appends a value.
    pub(super) fn write(&mut self, value: &Value, out: &mut Vec<u8>) {
        match value {
            Value::Null => put(out, OTHER, NULL),
            Value::Bool(false) => put(out, OTHER, FALSE),
            Value::Bool(true) => put(out, OTHER, TRUE),
            Value::Number(number) => write_number(number, out),
            Value::String(text) => self.write_text(text, out),
            Value::Array(items) => {
                put(out, LIST, items.len() as u64);
                for item in items {
                    self.write(item, out);
                }
            }
            Value::Object(members) => {
                let mut keys: Vec<String> = members.keys().cloned().collect();
                keys.sort_unstable();
                if let Some(&number) = self.keys.numbers.get(&keys) {
                    put(out, OBJECT, number);
                } else {
                    put(out, NEW_OBJECT, keys.len() as u64);
                    for key in &keys {
                        self.write_text(key, out);
                    }
                    self.keys.add(&keys);
                }
                for key in &keys {
                    self.write(&members[key], out);
                }
            }
        }
    }

    fn write_text(&mut self, text: &str, out: &mut Vec<u8>) {
        if let Some(&number) = self.texts.numbers.get(text) {
            return put(out, TEXT, number);
        }
        put(out, NEW_TEXT, text.len() as u64);
        out.extend_from_slice(text.as_bytes());
        self.texts.add(&text.to_owned());
    }

    /// Reads the next value.
    pub(super) fn read(&mut self, from: &mut Reader<'_>) -> Result<Value, ShareError> {
        self.read_part(from, MAX_DEPTH, &mut { MAX_SIZE })
    }

    fn read_part(
        &mut self,
        from: &mut Reader<'_>,
        depth: usize,
        room: &mut usize,
    ) -> Result<Value, ShareError> {
        let depth = depth.checked_sub(1).ok_or(ShareError::Contents("an action is too deep"))?;
        take(room, 1)?;
        let (kind, n) = head(from)?;
        Ok(match kind {
            NATURAL => n.into(),
            NEGATIVE => {
                i64::try_from(n).map_err(|_| BAD)?.saturating_neg().saturating_sub(1).into()
            }
            TEXT | NEW_TEXT => Value::String(self.read_text(kind, n, from, room)?),
            LIST => {
                let items = (0..n).map(|_| self.read_part(from, depth, room));
                Value::Array(items.collect::<Result<_, _>>()?)
            }
            OBJECT | NEW_OBJECT => {
                let keys = self.read_keys(kind, n, from, room)?;
                let mut members = Map::new();
                for key in keys {
                    take(room, key.len())?;
                    members.insert(key, self.read_part(from, depth, room)?);
                }
                Value::Object(members)
            }
            _ => match n {
                NULL => Value::Null,
                FALSE | TRUE => Value::Bool(n == TRUE),
                DOUBLE => {
                    let double = f64::from_le_bytes(eight(from)?);
                    Value::Number(Number::from_f64(double).ok_or(BAD)?)
                }
                LARGE => u64::from_le_bytes(eight(from)?).into(),
                LARGE_NEGATIVE => i64::from_le_bytes(eight(from)?).into(),
                _ => return Err(BAD),
            },
        })
    }

    fn read_keys(
        &mut self,
        kind: u64,
        n: u64,
        from: &mut Reader<'_>,
        room: &mut usize,
    ) -> Result<Vec<String>, ShareError> {
        if kind == OBJECT {
            return self.keys.at(n).cloned().ok_or(BAD);
        }
        let mut keys: Vec<String> = Vec::new();
        for _ in 0..n {
            let (kind, n) = head(from)?;
            let key = self.read_text(kind, n, from, room)?;
            if keys.last().is_some_and(|before| *before >= key) {
                return Err(BAD);
            }
            keys.push(key);
        }
        if self.keys.add(&keys) { Ok(keys) } else { Err(TWICE) }
    }

    fn read_text(
        &mut self,
        kind: u64,
        n: u64,
        from: &mut Reader<'_>,
        room: &mut usize,
    ) -> Result<String, ShareError> {
        let text = match kind {
            TEXT => self.texts.at(n).cloned().ok_or(BAD)?,
            NEW_TEXT => {
                let bytes = from.take(usize::try_from(n).unwrap_or(usize::MAX))?;
                let text = String::from_utf8(bytes.to_vec()).map_err(|_| BAD)?;
                if !self.texts.add(&text) {
                    return Err(TWICE);
                }
                text
            }
            _ => return Err(BAD),
        };
        take(room, text.len())?;
        Ok(text)
    }
}

const BAD: ShareError = ShareError::Contents("an action cannot be read");
const TWICE: ShareError = ShareError::Contents("something is spelt out twice");

fn write_number(number: &Number, out: &mut Vec<u8>) {
    let mut eight = |kind, bytes: [u8; 8]| {
        put(out, OTHER, kind);
        out.extend_from_slice(&bytes);
    };
    match (number.as_u64(), number.as_i64()) {
        (Some(natural), _) if natural <= MOST => put(out, NATURAL, natural),
        (Some(natural), _) => eight(LARGE, natural.to_le_bytes()),
        (None, Some(negative)) if negative.unsigned_abs() - 1 <= MOST => {
            put(out, NEGATIVE, negative.unsigned_abs() - 1);
        }
        (None, Some(negative)) => eight(LARGE_NEGATIVE, negative.to_le_bytes()),
        (None, None) => eight(DOUBLE, number.as_f64().unwrap_or_default().to_le_bytes()),
    }
}

fn eight(from: &mut Reader<'_>) -> Result<[u8; 8], ShareError> {
    from.take(8)?.try_into().map_err(|_| BAD)
}

/// The largest number that has room beside what it is.
const MOST: u64 = u64::MAX >> 4;

fn put(out: &mut Vec<u8>, kind: u64, n: u64) {
    put_number(out, n << 3 | kind);
}

fn head(from: &mut Reader<'_>) -> Result<(u64, u64), ShareError> {
    let head = from.number()?;
    Ok((head & 7, head >> 3))
}

fn take(room: &mut usize, size: usize) -> Result<(), ShareError> {
    *room = room.checked_sub(size).ok_or(ShareError::Contents("an action is too large"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::seed::to_hex;

    /// Made by an independent program: see `tests/vectors/make.py`.
    #[derive(Deserialize)]
    struct Vectors {
        actions: Vec<Vector>,
    }

    #[derive(Deserialize)]
    struct Vector {
        values: Vec<Value>,
        bytes: String,
    }

    fn read_all(bytes: &[u8], count: usize) -> Result<Vec<Value>, ShareError> {
        let (mut reader, mut dictionary) = (Reader(bytes), Dictionary::default());
        let values = (0..count).map(|_| dictionary.read(&mut reader)).collect();
        assert!(reader.0.is_empty(), "bytes are left");
        values
    }

    fn refused(bytes: &[u8]) -> String {
        Dictionary::default().read(&mut Reader(bytes)).unwrap_err().to_string()
    }

    #[test]
    fn vectors() {
        let vectors = include_str!("../../tests/vectors/actions.json");
        let Vectors { actions } = serde_json::from_str(vectors).unwrap();
        assert_eq!(actions.len(), 5);
        for Vector { values, bytes } in actions {
            let (mut out, mut dictionary) = (Vec::new(), Dictionary::default());
            for value in &values {
                dictionary.write(value, &mut out);
            }
            assert_eq!(to_hex(&out), bytes);
            assert_eq!(read_all(&out, values.len()).unwrap(), values);
        }
    }

    #[test]
    fn what_is_cut_or_unknown_is_refused() {
        assert!(refused(&[]).contains("cut off"));
        assert!(refused(&[3 << 3 | 3, b'a']).contains("cut off"));
        assert!(refused(&[2 << 3 | 4, 0]).contains("cut off"));
        for unreadable in [&[2][..], &[5], &[6 << 3 | 7], &[1 << 3 | 3, 0xff], &[1 << 3 | 6, 0, 0]]
        {
            assert!(refused(unreadable).contains("cannot be read"), "{unreadable:?}");
        }
        let infinite = [&[3 << 3 | 7][..], &f64::INFINITY.to_le_bytes()].concat();
        assert!(refused(&infinite).contains("cannot be read"));
    }

    /// Otherwise there would be several codes of one table.
    #[test]
    fn nothing_is_spelt_out_twice() {
        let a = [1 << 3 | 3, b'a'];
        let twice = [&[2 << 3 | 4][..], &a, &a].concat();
        assert!(refused(&twice).contains("twice"));
        let keys = [1 << 3 | 6, 1 << 3 | 3, b'a', 0];
        let twice = [&[2 << 3 | 4][..], &keys, &[1 << 3 | 6, 2, 0]].concat();
        assert!(refused(&twice).contains("twice"));
        let unsorted = [2 << 3 | 6, 1 << 3 | 3, b'b', 1 << 3 | 3, b'a', 0, 0];
        assert!(refused(&unsorted).contains("cannot be read"));
    }

    #[test]
    fn a_short_code_does_not_become_a_huge_action() {
        assert!(refused(&[1 << 3 | 4; 40]).contains("too deep"));
        let mut bomb = Vec::new();
        put(&mut bomb, LIST, 5_000);
        put(&mut bomb, NEW_TEXT, 1_000);
        bomb.extend([b'x'; 1_000]);
        bomb.extend([2; 4_999]);
        assert!(refused(&bomb).contains("too large"));
    }
}
