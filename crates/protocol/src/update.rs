//! An update: what one entry of the table's journal means for one viewer. Written fast, for it is most of the traffic.

use std::io::Write;

use facedown_core::{Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::table::Clocks;
use crate::text::{ChatText, ClientId, Name};

/// What one entry of the table's journal means for one viewer. Whatever is not there has not changed.
///
/// The names of the fields are short, because there are so many of these.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Update<'a> {
    /// The number of the entry: one more than that of the update before.
    pub n: u64,
    /// The id of the viewer's own message that this is the outcome of.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ack: Option<ClientId>,
    /// Who acted in the place of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// What the viewer is told, each as the game has it, in shorthand.
    #[serde(rename = "e", borrow, default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub events: Vec<&'a RawValue>,
    /// What has changed in what everybody sees, as a difference: see [`delta`](crate::delta).
    #[serde(rename = "v", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Option<&'a RawValue>,
    /// What has changed in what this viewer sees beyond what everybody sees, as a difference.
    #[serde(rename = "o", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub own: Option<&'a RawValue>,
    /// Everything that the viewer's seat may do now, each in shorthand. A seat that is not waited for may do nothing.
    #[serde(rename = "l", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub legal: Option<&'a RawValue>,
    /// The seats that may act now.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waiting: Option<Seats>,
    /// How much time each seat has left.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<Clocks>,
    /// What has changed in what everybody may know of the table, as a difference.
    #[serde(rename = "t", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub table: Option<&'a RawValue>,
    /// What somebody said.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub said: Option<Said>,
}

/// Who acted in the place of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The clock, which ran out.
    Clock,
    /// Whoever plays for those who are gone.
    Absent,
}

/// What somebody said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Said {
    /// From which seat; nothing, if it was no player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// What they are called.
    pub name: Name,
    /// What they said.
    pub text: ChatText,
}

/// Writes an update into a buffer, from parts that are JSON already.
///
/// What it writes is what serde would write of an [`Update`], but nothing is copied twice and nothing is read.
///
/// ```
/// use facedown_protocol::{ClientId, UpdateWriter};
/// let mut frame = Vec::new();
/// let mut update = UpdateWriter::new(&mut frame, 7);
/// update.ack(&ClientId::new("x1").unwrap());
/// update.events(|events| events.json(b"[14,2]"));
/// update.finish(32);
/// assert_eq!(frame, br#"{"n":7,"a":"x1","e":[[14,2]]}   "#);
/// ```
pub struct UpdateWriter<'a> {
    out: &'a mut Vec<u8>,
    /// Where this update begins in the buffer.
    start: usize,
}

impl<'a> UpdateWriter<'a> {
    /// Begins the update for the entry with this number, at the end of the buffer.
    pub fn new(out: &'a mut Vec<u8>, n: u64) -> Self {
        let start = out.len();
        out.extend_from_slice(b"{\"n\":");
        json(out, &n);
        Self { out, start }
    }

    /// Acknowledges the viewer's own message.
    pub fn ack(&mut self, id: &ClientId) {
        self.field("a", id);
    }

    /// Says who acted in the place of the player.
    pub fn by(&mut self, by: By) {
        self.field("by", &by);
    }

    /// Tells what happened. Nothing is written if there was nothing.
    pub fn events(&mut self, write: impl FnOnce(&mut Events<'_>)) {
        let before = self.out.len();
        self.key("e");
        self.out.push(b'[');
        let first = self.out.len();
        write(&mut Events { out: self.out, first });
        if self.out.len() == first {
            self.out.truncate(before);
        } else {
            self.out.push(b']');
        }
    }

    /// Has the difference of the view written, at the end of the buffer. Nothing is written if there is none.
    pub fn view(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("v", write);
    }

    /// Has the difference of what this viewer alone sees written, at the end of the buffer. Nothing is written if there is
    /// none.
    pub fn own(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("o", write);
    }

    /// Has what the viewer's seat may do written, at the end of the buffer: a list.
    pub fn legal(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("l", write);
    }

    /// Says for whom the table waits.
    pub fn waiting(&mut self, seats: Seats) {
        self.field("w", &seats);
    }

    /// Says how much time is left.
    pub fn clocks(&mut self, clocks: &Clocks) {
        self.field("c", clocks);
    }

    /// Has the difference of the table written, at the end of the buffer. Nothing is written if there is none.
    pub fn table(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("t", write);
    }

    /// Says what somebody said.
    pub fn said(&mut self, said: &Said) {
        self.field("m", said);
    }

    /// Ends the update and pads it with spaces to a multiple of `pad` bytes; 0 is no padding.
    pub fn finish(self, pad: usize) {
        self.out.push(b'}');
        if pad > 1 {
            let length = (self.out.len() - self.start).next_multiple_of(pad);
            self.out.resize(self.start + length, b' ');
        }
    }

    fn key(&mut self, key: &str) {
        self.out.extend_from_slice(b",\"");
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    fn field(&mut self, key: &str, value: &impl Serialize) {
        self.key(key);
        json(self.out, value);
    }

    fn part(&mut self, key: &str, write: impl FnOnce(&mut Vec<u8>)) {
        let before = self.out.len();
        self.key(key);
        let begin = self.out.len();
        write(self.out);
        if self.out.len() == begin {
            self.out.truncate(before);
        }
    }
}

/// The events of an update, as they are written.
pub struct Events<'a> {
    out: &'a mut Vec<u8>,
    /// Where the first event begins in the buffer.
    first: usize,
}

impl Events<'_> {
    /// Adds an event, which is written in shorthand already.
    pub fn json(&mut self, event: &[u8]) {
        if self.out.len() > self.first {
            self.out.push(b',');
        }
        self.out.extend_from_slice(event);
    }
}

/// Pads with spaces to a multiple of `pad` bytes; 0 is no padding.
pub(crate) fn pad_to(out: &mut Vec<u8>, pad: usize) {
    if pad > 1 {
        out.resize(out.len().next_multiple_of(pad), b' ');
    }
}

/// Plain data that is written into memory: neither can fail, and `null` would be the honest answer if it did.
fn json(out: &mut Vec<u8>, value: &impl Serialize) {
    let before = out.len();
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(before);
        let _ = out.write_all(b"null");
    }
}

#[cfg(test)]
mod tests {
    use facedown_core::{BySeat, SeatCount};

    use super::*;

    #[test]
    fn the_writer_writes_what_serde_would() {
        let seats = SeatCount::new(2).unwrap();
        let clocks = BySeat::new(seats, |seat| (seat == seats.first()).then_some(1500));
        let said = Said {
            seat: Some(seats.first()),
            name: Name::new("Zoë").unwrap(),
            text: ChatText::new("a \"cat\"").unwrap(),
        };
        let mut frame = b"what was there before".to_vec();
        let before = frame.len();
        let mut update = UpdateWriter::new(&mut frame, u64::MAX);
        update.ack(&ClientId::new("m-1").unwrap());
        update.by(By::Clock);
        update.events(|events| {
            events.json(br#"{"type":"a"}"#);
            events.json(b"7");
        });
        update.view(|out| out.extend_from_slice(br#"{"x":1}"#));
        update.own(|out| out.extend_from_slice(br#"{"z":3}"#));
        update.legal(|out| out.extend_from_slice(br#"["b"]"#));
        update.waiting(seats.all());
        update.clocks(&clocks);
        update.table(|out| out.extend_from_slice(br#"{"y":2}"#));
        update.said(&said);
        update.finish(64);
        let text = std::str::from_utf8(&frame[before..]).unwrap();
        assert_eq!(text.len() % 64, 0);
        let read: Update = serde_json::from_str(text).unwrap();
        assert_eq!((read.n, read.events.len(), read.said.as_ref()), (u64::MAX, 2, Some(&said)));
        assert_eq!(serde_json::to_string(&read).unwrap(), text.trim_end());
    }

    #[test]
    fn an_update_with_nothing_in_it_is_short() {
        let mut frame = Vec::new();
        let mut update = UpdateWriter::new(&mut frame, 0);
        update.events(|_| ());
        update.view(|_| ());
        update.finish(0);
        assert_eq!(frame, br#"{"n":0}"#);
    }
}
