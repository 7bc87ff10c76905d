//! Compares two tapes and writes the difference.

use super::shorthand::Shorthand;
use super::tape::{Part, Parts, Sort, Tape, number};

/// How many elements of an array are searched for the place where the old and the new elements agree again.
const LOOK_AHEAD: usize = 16;

/// The most by which shorthand shortens a value. If the difference is longer than the new value divided by this, both are
/// written and the shorter one is kept.
const MAX_SHORTENING: usize = 4;

impl Tape {
    /// Appends the difference between this value and the new one to the buffer, or nothing if they are the same.
    pub fn delta(&self, new: &Self, shorthand: &Shorthand, out: &mut Vec<u8>) {
        if self.json() != new.json() {
            Differ { shorthand, out }.change(self.root(), new.root());
        }
    }
}

struct Differ<'a> {
    shorthand: &'a Shorthand,
    out: &'a mut Vec<u8>,
}

impl Differ<'_> {
    /// Writes the change from one value to another.
    fn change(&mut self, old: Part<'_>, new: Part<'_>) {
        let begin = self.out.len();
        match (old.sort(), new.sort()) {
            (Sort::Object, Sort::Object) => self.members(old, new),
            (Sort::Array, Sort::Array) => self.elements(old, new),
            _ => return self.set(new),
        }
        // The whole new value can be shorter than the difference.
        let end = self.out.len();
        if (end - begin) * MAX_SHORTENING >= new.json().len() {
            self.set(new);
            if self.out.len() - end <= end - begin {
                self.out.drain(begin..end);
            } else {
                self.out.truncate(end);
            }
        }
    }

    /// Writes the new value, independently of the old one.
    fn set(&mut self, new: Part<'_>) {
        let begin = self.out.len();
        self.shorthand.write(new, self.out);
        // A value that is neither an array nor an object stands for itself.
        if matches!(self.out.get(begin), Some(b'[' | b'{')) {
            self.out.insert(begin, b'[');
            self.out.push(b']');
        }
    }

    fn members(&mut self, old: Part<'_>, new: Part<'_>) {
        let mut next = b'{';
        // Usually both have the same keys in the same order.
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
                    self.key(&mut next, part);
                    self.change(before, part);
                }
            } else {
                self.key(&mut next, part);
                self.set(part);
            }
        }
        if kept < old.parts().count() {
            let has = |part: Part<'_>| new.parts().any(|other| other.key() == part.key());
            for gone in old.parts().filter(|&part| !has(part)) {
                self.key(&mut next, gone);
                self.out.extend_from_slice(b"[]");
            }
        }
        self.out.push(b'}');
    }

    fn key(&mut self, next: &mut u8, part: Part<'_>) {
        self.out.push(std::mem::replace(next, b','));
        self.shorthand.word(part.key(), self.out);
        self.out.push(b':');
    }

    fn elements(&mut self, old: Part<'_>, new: Part<'_>) {
        let (mut olds, mut news) = (old.parts(), new.parts());
        let mut steps = Steps { begin: self.out.len(), differ: self, count: 0, patching: false };
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
}

/// The number of parts before the first one that equals `part`.
fn ahead(parts: &Parts<'_>, part: Part<'_>) -> Option<usize> {
    parts.clone().take(LOOK_AHEAD).position(|other| other.json() == part.json())
}

/// Writes the steps that change an array.
struct Steps<'a, 'b> {
    differ: &'a mut Differ<'b>,
    begin: usize,
    count: usize,
    /// Whether a step that changes single elements has been started.
    patching: bool,
}

impl Steps<'_, '_> {
    fn splice<'p>(&mut self, at: usize, gone: usize, come: impl Iterator<Item = Part<'p>>) {
        self.close();
        self.step(b'[');
        let Differ { shorthand, out } = &mut *self.differ;
        number(out, at);
        out.push(b',');
        number(out, gone);
        for part in come {
            out.push(b',');
            shorthand.write(part, out);
        }
        out.push(b']');
    }

    fn patch(&mut self, at: usize, old: Part<'_>, new: Part<'_>) {
        if std::mem::replace(&mut self.patching, true) {
            self.differ.out.push(b',');
        } else {
            self.step(b'{');
        }
        let out = &mut *self.differ.out;
        out.push(b'"');
        number(out, at);
        out.extend_from_slice(b"\":");
        self.differ.change(old, new);
    }

    fn step(&mut self, begin: u8) {
        let next = if self.count == 0 { b'[' } else { b',' };
        self.differ.out.extend_from_slice(&[next, begin]);
        self.count += 1;
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.patching) {
            self.differ.out.push(b'}');
        }
    }

    /// Completes the steps. A single step is written without a list around it.
    fn finish(mut self) {
        self.close();
        if self.count == 1 {
            self.differ.out.remove(self.begin);
        } else {
            self.differ.out.push(b']');
        }
    }
}
