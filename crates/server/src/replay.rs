//! Replays, summaries and scenarios of games from records and share codes, as a page asks for them.

use std::sync::Arc;

use bytes::Bytes;
use facedown_core::Viewer;
use facedown_protocol::{Kind, Refusal};
use serde_json::value::RawValue;

use crate::actor::frames;
pub use crate::room::Source;
use crate::room::{Played, Room};
use crate::words::Lexicon;

/// What a request names: either a share code or a record.
pub fn source(share: Option<String>, record: Option<Box<RawValue>>) -> Result<Source, Refusal> {
    match (share, record) {
        (Some(share), None) => Ok(Source::Share(share)),
        (None, Some(record)) => Ok(Source::Record(record.get().to_owned())),
        _ => Err(Refusal::new(Kind::Malformed, "send either a share code or a record")),
    }
}

/// A [`Replay`](facedown_protocol::rest::Replay) of everything that this viewer was sent, in parts.
pub fn replay(
    source: &Source,
    viewer: Viewer,
    pad: usize,
    lexicon: Arc<Lexicon>,
) -> Result<Vec<Bytes>, Refusal> {
    let played = Played::read(source)?;
    if viewer.seat().is_some_and(|seat| seat.index() >= played.seats()) {
        return Err(Refusal::plain(Kind::NoSuchSeat));
    }
    let (room, mut actions) = played.into_room()?;
    let act = |room: &mut Room| actions.next().map(|action| Ok(room.replay_logged(action)));
    let frames = frames(room, viewer, pad, lexicon, act)
        .map_err(|error| Refusal::new(Kind::Malformed, error.to_string()))?;
    Ok(parts(frames))
}

/// The end of the game with all cards open, and its statistics, as JSON.
pub fn summary(source: &Source) -> Result<String, Refusal> {
    let summary = Played::read(source)?.summary()?;
    Ok(serde_json::to_string(&summary).unwrap_or_default())
}

/// The game as a scenario with its first `actions` actions, as JSON.
pub fn scenario(source: &Source, actions: Option<usize>) -> Result<String, Refusal> {
    let scenario = Played::read(source)?.scenario(actions);
    Ok(serde_json::to_string_pretty(&scenario).unwrap_or_default() + "\n")
}

/// A [`Replay`](facedown_protocol::rest::Replay) in parts, written by hand: parsing and writing the frames again would
/// remove their padding.
pub(crate) fn parts(frames: Vec<Bytes>) -> Vec<Bytes> {
    let mut parts = vec![Bytes::from_static(br#"{"frames":["#)];
    for (number, frame) in frames.into_iter().enumerate() {
        if number > 0 {
            parts.push(Bytes::from_static(b","));
        }
        parts.push(frame);
    }
    parts.push(Bytes::from_static(b"]}"));
    parts
}
