//! Compares two rooms, for tests of the journal.

use facedown_core::{Seat, Viewer};
use facedown_protocol::delta::Tape;

use super::Room;

/// Whether two rooms that were folded from journals look the same to every viewer.
pub fn same(one: &Room, other: &Room) -> bool {
    let seen = |room: &Room| -> Vec<Vec<u8>> {
        let mut seen = vec![serde_json::to_vec(&room.info()).unwrap_or_default()];
        let Some(game) = room.game() else { return seen };
        let seats = (0..room.chairs.len()).filter_map(Seat::new);
        for viewer in seats.map(Viewer::Seat).chain([Viewer::Spectator]) {
            let mut tape = Tape::new();
            game.public_view(&mut tape);
            seen.push(tape.json().to_vec());
            game.own_view(viewer, &mut tape);
            seen.push(tape.json().to_vec());
            let events = game.events_of(0..game.told(), viewer);
            seen.extend(events.iter().map(|event| event.get().as_bytes().to_vec()));
        }
        seen
    };
    (one.entries, one.last, &one.timing) == (other.entries, other.last, &other.timing)
        && seen(one) == seen(other)
}
