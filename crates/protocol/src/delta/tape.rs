//! A tape: a value as JSON, and where each of its parts begins and ends.

use std::io::Write;
use std::ops::Range;

use serde::{Serialize, ser::Error as _};

use super::scribe::Scribe;
use super::shorthand::hash;

/// A value as JSON, with a list of where its parts are. Writing again reuses its memory.
#[derive(Clone)]
pub struct Tape {
    text: Vec<u8>,
    /// The value itself and all its parts, in the order in which they begin.
    nodes: Vec<Node>,
}

/// The position of a value.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Where its key begins, if it is a member of an object.
    pub(super) key: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The index of the node after all its parts.
    pub(super) next: u32,
}

/// A value on a tape.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    tape: &'a Tape,
    node: usize,
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Object,
    Array,
    /// A string, a number, `true`, `false` or `null`.
    Scalar,
    /// A `RawValue`, whose parts are not recorded.
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

    /// Replaces the value on the tape. If it cannot be serialised, the tape holds `null`.
    pub fn write<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<()> {
        self.text.clear();
        self.nodes.clear();
        let mut written = Scribe::write(&mut self.text, &mut self.nodes, value);
        if written.is_ok() && u32::try_from(self.text.len()).is_err() {
            written = Err(serde_json::Error::custom("the value is longer than 4 GB"));
        }
        if written.is_err() {
            *self = Self::new();
        }
        written
    }

    /// The value on the tape, as JSON.
    pub fn json(&self) -> &[u8] {
        &self.text
    }

    /// A 64-bit hash of the JSON on the tape.
    pub fn fingerprint(&self) -> u64 {
        hash(&self.text)
    }

    /// The memory that the tape has allocated, in bytes.
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

/// An iterator over the members or elements of a value.
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

/// Appends a number to the buffer.
pub(super) fn number(out: &mut Vec<u8>, number: usize) {
    // Writing to a Vec cannot fail.
    let _ = write!(out, "{number}");
}
