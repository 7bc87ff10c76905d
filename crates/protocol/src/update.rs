//! An update: one entry of the table's journal, as one viewer sees it. Updates are most of the traffic.

use std::io::Write;

use facedown_core::{Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::table::Clocks;
use crate::text::{ChatText, ClientId, Name};

/// One entry of the table's journal, as one viewer sees it. A missing field means that nothing has changed.
///
/// The names of the fields are short because updates are frequent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Update<'a> {
    /// The number of the entry: one more than that of the previous update.
    pub n: u64,
    /// The id of the viewer's message that this entry acknowledges.
    #[serde(rename = "a", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ack: Option<ClientId>,
    /// Who acted for the player, if the player did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// The seat of that player.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The events that the viewer gets, each in shorthand.
    #[serde(rename = "e", borrow, default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub events: Vec<&'a RawValue>,
    /// The difference of the public view: see [`delta`](crate::delta).
    #[serde(rename = "v", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub view: Option<&'a RawValue>,
    /// The difference of what this viewer sees beyond the public view.
    #[serde(rename = "o", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub own: Option<&'a RawValue>,
    /// The legal actions of the viewer's seat, each in shorthand. There are none if the seat may not act, or if the game is open.
    #[serde(rename = "l", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "unknown[]", optional))]
    pub legal: Option<&'a RawValue>,
    /// The seats that the table waits for.
    #[serde(rename = "w", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub waiting: Option<Seats>,
    /// The seats that may act now, if these are others than those in `w`, which is sent with it.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub may_act: Option<Seats>,
    /// How much time each seat has left.
    #[serde(rename = "c", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clocks: Option<Clocks>,
    /// The difference of the public information about the table.
    #[serde(rename = "t", borrow, default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub table: Option<&'a RawValue>,
    /// A chat message.
    #[serde(rename = "m", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub said: Option<Said>,
}

/// Who acted for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The server, because the player's clock ran out.
    Clock,
    /// The bot or the fallback that plays for absent players.
    Absent,
}

/// A chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Said {
    /// The seat of its author; missing for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<Seat>,
    /// The name of its author.
    pub name: Name,
    /// Its text.
    pub text: ChatText,
}

/// Writes an update into a buffer, from parts that are JSON already.
///
/// The result is the same as serialising an [`Update`], but nothing is copied twice and nothing is parsed.
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
    /// Starts the update for the entry with this number, at the end of the buffer.
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

    /// Adds who acted for the player of this seat.
    pub fn by(&mut self, by: By, seat: Seat) {
        self.field("by", &by);
        self.field("s", &seat);
    }

    /// Adds the events that `write` writes. The field is omitted if there are none.
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

    /// Adds the difference of the view that `write` appends. The field is omitted if it appends nothing.
    pub fn view(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("v", write);
    }

    /// Adds the difference of the viewer's own part that `write` appends. The field is omitted if it appends nothing.
    pub fn own(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("o", write);
    }

    /// Adds the list of legal actions that `write` appends.
    pub fn legal(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("l", write);
    }

    /// Adds the seats that the table waits for, and those that may act, if they are others.
    pub fn waiting(&mut self, waiting: Seats, may_act: Seats) {
        self.field("w", &waiting);
        if may_act != waiting {
            self.field("p", &may_act);
        }
    }

    /// Adds how much time is left.
    pub fn clocks(&mut self, clocks: &Clocks) {
        self.field("c", clocks);
    }

    /// Adds the difference of the table that `write` appends. The field is omitted if it appends nothing.
    pub fn table(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.part("t", write);
    }

    /// Adds a chat message.
    pub fn said(&mut self, said: &Said) {
        self.field("m", said);
    }

    /// Completes the update and pads it with spaces to a multiple of `pad` bytes; 0 means no padding.
    pub fn finish(self, pad: usize) {
        self.out.push(b'}');
        pad_to(self.out, self.start, pad);
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

/// Writes the events of an update.
pub struct Events<'a> {
    out: &'a mut Vec<u8>,
    /// Where the first event begins in the buffer.
    first: usize,
}

impl Events<'_> {
    /// Adds an event that is already in shorthand.
    pub fn json(&mut self, event: &[u8]) {
        if self.out.len() > self.first {
            self.out.push(b',');
        }
        self.out.extend_from_slice(event);
    }
}

/// Pads what begins at `start` with spaces to a multiple of `pad` bytes; 0 means no padding.
pub(crate) fn pad_to(out: &mut Vec<u8>, start: usize, pad: usize) {
    if pad > 1 {
        let length = (out.len() - start).next_multiple_of(pad);
        out.resize(start + length, b' ');
    }
}

/// Writes plain data, which cannot fail; if it did, `null` is written.
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
        update.by(By::Clock, seats.first());
        update.events(|events| {
            events.json(br#"{"type":"a"}"#);
            events.json(b"7");
        });
        update.view(|out| out.extend_from_slice(br#"{"x":1}"#));
        update.own(|out| out.extend_from_slice(br#"{"z":3}"#));
        update.legal(|out| out.extend_from_slice(br#"["b"]"#));
        update.waiting(seats.all(), seats.first().only());
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
