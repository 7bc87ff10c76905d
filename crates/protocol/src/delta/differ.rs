//! The differ: walks two tapes side by side and writes what is different.

use std::io::Write;

use super::tape::{Part, Parts, Sort, Tape};

/// How far the differ looks ahead in an array for where the old and the new elements agree again.
const AHEAD: usize = 16;

impl Tape {
    /// Writes what has to be done to this value to get the new one, at the end of the buffer; nothing, if they are the
    /// same.
    pub fn delta(&self, new: &Self, out: &mut Vec<u8>) {
        if self.json() != new.json() {
            change(self.root(), new.root(), out);
        }
    }
}

/// Writes the change of one value into another.
fn change(old: Part<'_>, new: Part<'_>, out: &mut Vec<u8>) {
    let begin = out.len();
    match (old.sort(), new.sort()) {
        (_, Sort::Scalar) | (Sort::Scalar, Sort::Object) => {
            return out.extend_from_slice(new.json());
        }
        (Sort::Object, Sort::Object) => members(old, new, out),
        (Sort::Array, Sort::Array) => elements(old, new, out),
        _ => return replace(new, out),
    }
    // To say it all anew can be shorter.
    if out.len() - begin >= new.json().len() + 2 {
        out.truncate(begin);
        replace(new, out);
    }
}

fn replace(new: Part<'_>, out: &mut Vec<u8>) {
    out.push(b'[');
    out.extend_from_slice(new.json());
    out.push(b']');
}

/// Writes a member that was not there.
fn add(new: Part<'_>, out: &mut Vec<u8>) {
    match new.sort() {
        Sort::Scalar | Sort::Object => out.extend_from_slice(new.json()),
        Sort::Array | Sort::Opaque => replace(new, out),
    }
}

fn members(old: Part<'_>, new: Part<'_>, out: &mut Vec<u8>) {
    out.push(b'{');
    let mut first = true;
    let mut key = |part: Part<'_>, out: &mut Vec<u8>| {
        if !std::mem::take(&mut first) {
            out.push(b',');
        }
        out.extend_from_slice(part.key());
        out.push(b':');
    };
    // Nearly always the same keys are there in the same order.
    let mut expected = old.parts();
    let mut kept = 0;
    for part in new.parts() {
        let mut after = expected.clone();
        let mut before = after.next().filter(|before| before.key() == part.key());
        if before.is_none() {
            after = old.parts();
            before = after.find(|before| before.key() == part.key());
        }
        if let Some(before) = before {
            expected = after;
            kept += 1;
            if before.json() != part.json() {
                key(part, out);
                change(before, part, out);
            }
        } else {
            key(part, out);
            add(part, out);
        }
    }
    if kept < old.parts().count() {
        for gone in old.parts().filter(|part| !new.parts().any(|other| other.key() == part.key())) {
            key(gone, out);
            out.extend_from_slice(b"[]");
        }
    }
    out.push(b'}');
}

fn elements(old: Part<'_>, new: Part<'_>, out: &mut Vec<u8>) {
    let (mut olds, mut news) = (old.parts(), new.parts());
    let mut steps = Steps { begin: out.len(), out, count: 0, patching: false };
    let mut at = 0;
    loop {
        match (olds.clone().next(), news.clone().next()) {
            (None, None) => break,
            (Some(_), None) => {
                steps.splice(at, olds.count(), std::iter::empty());
                break;
            }
            (None, Some(_)) => {
                steps.splice(at, 0, news);
                break;
            }
            (Some(old), Some(new)) if old.json() == new.json() => {
                olds.next();
                news.next();
                at += 1;
            }
            (Some(old), Some(new)) => match (ahead(&olds, new), ahead(&news, old)) {
                (Some(gone), come) if come.is_none_or(|come| gone <= come) => {
                    steps.splice(at, gone, std::iter::empty());
                    olds.nth(gone - 1);
                }
                (_, Some(come)) => {
                    steps.splice(at, 0, news.clone().take(come));
                    news.nth(come - 1);
                    at += come;
                }
                _ => {
                    steps.patch(at, old, new);
                    olds.next();
                    news.next();
                    at += 1;
                }
            },
        }
    }
    steps.finish();
}

/// How many parts come before one that is the same as this.
fn ahead(parts: &Parts<'_>, part: Part<'_>) -> Option<usize> {
    parts.clone().take(AHEAD).position(|other| other.json() == part.json())
}

/// The steps that change an array, as they are written.
struct Steps<'a> {
    out: &'a mut Vec<u8>,
    begin: usize,
    count: usize,
    /// Whether a step that changes single elements has been begun.
    patching: bool,
}

impl Steps<'_> {
    fn splice<'b>(&mut self, at: usize, gone: usize, come: impl Iterator<Item = Part<'b>>) {
        self.close();
        self.step();
        self.out.push(b'[');
        self.number(at);
        self.out.push(b',');
        self.number(gone);
        for part in come {
            self.out.push(b',');
            self.out.extend_from_slice(part.json());
        }
        self.out.push(b']');
    }

    fn patch(&mut self, at: usize, old: Part<'_>, new: Part<'_>) {
        if self.patching {
            self.out.push(b',');
        } else {
            self.step();
            self.out.push(b'{');
            self.patching = true;
        }
        self.out.push(b'"');
        self.number(at);
        self.out.extend_from_slice(b"\":");
        change(old, new, self.out);
    }

    fn step(&mut self) {
        self.out.push(if self.count == 0 { b'[' } else { b',' });
        self.count += 1;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.patching) {
            self.out.push(b'}');
        }
    }

    fn number(&mut self, number: usize) {
        // To write into memory cannot fail.
        let _ = write!(self.out, "{number}");
    }

    /// A single step needs no list around it.
    fn finish(mut self) {
        self.close();
        if self.count == 1 {
            self.out.remove(self.begin);
        } else {
            self.out.push(b']');
        }
    }
}
