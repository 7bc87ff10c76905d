//! A tape: a value as JSON, and where each of its parts begins and ends.

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::Range;

use serde::{Serialize, ser::Error as _};
use serde_json::ser::{Formatter, Serializer};

/// A value as JSON, with a list of where its parts are. Written again, it needs no new memory.
#[derive(Clone)]
pub struct Tape {
    text: Vec<u8>,
    /// The value itself, then its parts, each before its own parts: in the order in which they begin.
    nodes: Vec<Node>,
}

/// Where a value is.
#[derive(Clone, Copy)]
struct Node {
    /// Where its key begins, if it is a member of an object.
    key: u32,
    start: u32,
    end: u32,
    /// The node after all its parts.
    next: u32,
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
        let at = Cell::new(0);
        let writer = Writer { text: &mut self.text, at: &at };
        let mut marker = Marker { at: &at, nodes: &mut self.nodes, open: NOTHING, key: 0 };
        marker.begin();
        let mut serializer = Serializer::with_formatter(writer, &mut marker);
        let mut written = value.serialize(&mut serializer);
        marker.end();
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

/// Where the text goes. It says how much there is, for the marker cannot ask.
struct Writer<'a> {
    text: &'a mut Vec<u8>,
    at: &'a Cell<usize>,
}

impl Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(bytes);
        self.at.set(self.text.len());
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No node.
const NOTHING: u32 = u32::MAX;

/// Notes where each value begins and ends, while `serde_json` writes it.
struct Marker<'a> {
    at: &'a Cell<usize>,
    nodes: &'a mut Vec<Node>,
    /// The node that is being written. Until it is done, its `next` is the one around it.
    open: u32,
    /// Where the last key began.
    key: u32,
}

impl Marker<'_> {
    #[allow(clippy::cast_possible_truncation)] // what is longer is refused in the end
    const fn here(&self) -> u32 {
        self.at.get() as u32
    }

    #[allow(clippy::cast_possible_truncation)] // there are fewer nodes than bytes
    fn begin(&mut self) {
        let start = self.here();
        let around = self.open;
        self.open = self.nodes.len() as u32;
        self.nodes.push(Node { key: self.key, start, end: start, next: around });
    }

    #[allow(clippy::cast_possible_truncation)] // there are fewer nodes than bytes
    fn end(&mut self) {
        let (end, next) = (self.here(), self.nodes.len() as u32);
        if let Some(node) = self.nodes.get_mut(self.open as usize) {
            node.end = end;
            self.open = std::mem::replace(&mut node.next, next);
        }
    }
}

impl Formatter for &mut Marker<'_> {
    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.begin();
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.end();
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.key = self.here();
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b":")?;
        self.begin();
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.end();
        Ok(())
    }
}
