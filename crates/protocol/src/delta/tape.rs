//! A tape: a value as JSON, and where each of its parts begins and ends.

use std::io::Write;
use std::ops::Range;

use serde::{Serialize, ser::Error as _};

use super::scribe::Scribe;
use super::shorthand::hash;

/// A value as JSON, with a list of where its parts are. Written again, it needs no new memory.
#[derive(Clone)]
pub struct Tape {
    text: Vec<u8>,
    /// The value itself, then its parts, each before its own parts: in the order in which they begin.
    nodes: Vec<Node>,
}

/// Where a value is.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where its key begins, if it is a member of an object.
    pub(super) key: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The node after all its parts.
    pub(super) next: u32,
}

/// A value on a tape.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    tape: &'a Tape,
    node: usize,
}

/// What sort of value it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Object,
    Array,
    /// A text, a number, `true`, `false` or `null`.
    Scalar,
    /// JSON that came through unread, so that nothing is known of what is in it.
    Opaque,
}

impl Default for Tape {
    fn default() -> Self {
        Self::new()
    }
}

impl Tape {
    /// A tape with `null` on it.
    pub fn new() -> Self {
        Self { text: b"null".to_vec(), nodes: vec![Node { key: 0, start: 0, end: 4, next: 1 }] }
    }

    /// Writes a value onto the tape, in the place of what was there. If it cannot be written, `null` is there.
    pub fn write<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<()> {
        self.text.clear();
        self.nodes.clear();
        let mut written = Scribe::write(&mut self.text, &mut self.nodes, value);
        if written.is_ok() && u32::try_from(self.text.len()).is_err() {
            written = Err(serde_json::Error::custom("a value of more than 4 GB"));
        }
        if written.is_err() {
            *self = Self::new();
        }
        written
    }

    /// What is on the tape, as JSON.
    pub fn json(&self) -> &[u8] {
        &self.text
    }

    /// A hash of what is on the tape: the same JSON has the same, and two are hardly ever the same by chance.
    pub fn fingerprint(&self) -> u64 {
        hash(&self.text)
    }

    /// How much memory the tape holds, in bytes.
    pub fn memory(&self) -> usize {
        self.text.capacity() + self.nodes.capacity() * size_of::<Node>()
    }

    pub(super) const fn root(&self) -> Part<'_> {
        Part { tape: self, node: 0 }
    }
}

impl<'a> Part<'a> {
    fn at(self) -> &'a Node {
        &self.tape.nodes[self.node]
    }

    /// The value as JSON.
    pub(super) fn json(self) -> &'a [u8] {
        let Node { start, end, .. } = *self.at();
        &self.tape.text[start as usize..end as usize]
    }

    /// Its key in quotes, if it is a member of an object.
    pub(super) fn key(self) -> &'a [u8] {
        let Node { key, start, .. } = *self.at();
        // Between the key and the value there is a colon.
        &self.tape.text[key as usize..start as usize - 1]
    }

    pub(super) fn sort(self) -> Sort {
        let has_parts = self.at().next as usize > self.node + 1;
        match self.json() {
            [b'{', ..] if has_parts => Sort::Object,
            [b'[', ..] if has_parts => Sort::Array,
            b"{}" => Sort::Object,
            b"[]" => Sort::Array,
            [b'{' | b'[' | b' ' | b'\n' | b'\r' | b'\t', ..] => Sort::Opaque,
            _ => Sort::Scalar,
        }
    }

    /// Its members or elements, in order.
    pub(super) fn parts(self) -> Parts<'a> {
        Parts { tape: self.tape, nodes: self.node + 1..self.at().next as usize }
    }
}

/// The members or elements of a value that are still to come.
#[derive(Clone)]
pub(super) struct Parts<'a> {
    tape: &'a Tape,
    nodes: Range<usize>,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let node = self.nodes.start;
        if self.nodes.is_empty() {
            return None;
        }
        self.nodes.start = self.tape.nodes[node].next as usize;
        Some(Part { tape: self.tape, node })
    }
}

/// Writes a number, at the end of the buffer.
pub(super) fn number(out: &mut Vec<u8>, number: usize) {
    // To write into memory cannot fail.
    let _ = write!(out, "{number}");
}
