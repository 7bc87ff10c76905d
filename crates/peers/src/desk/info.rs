//! What everybody may know of a table without a house, as pages and terminals know tables.

use facedown_core::{Commitment, Game, Seat};
use facedown_crypto::places::Ending;
use facedown_protocol::{
    Absent, Occupant, Pace, SeatInfo, Spectators, State, TableClock, TableId, TableInfo,
};

use crate::fold::Fold;

/// What everybody may know of the table. Its id is the first half of the chain's, and the chain's id stands where a house
/// has its commitment: it binds the players as that binds a house.
pub(super) fn info<G: Game>(fold: &Fold<G>, ending: Option<Ending>) -> TableInfo {
    let hex = hex(fold.cards().id());
    let terms = fold.terms();
    let standing = fold.rules().standing();
    let is_over = standing.is_some() || ending.is_some();
    // All seats are taken from the beginning, so nobody can sit down while the cards are dealt.
    let state = if is_over { State::Over } else { State::Playing };
    let present = fold.cards().present();
    let seat = |(seat, name): (Seat, &facedown_protocol::Name)| SeatInfo {
        who: Occupant::Player,
        name: Some(name.clone()),
        bot: None,
        contribution: None,
        resigned: false,
        absent: !present.contains(seat),
    };
    TableInfo {
        id: table_id(&hex),
        game: terms.game().to_owned(),
        rules: terms.rules(),
        options: terms.options().to_owned(),
        open_game: G::OPEN,
        state,
        seats: fold.rules().seats().all().iter().zip(terms.names()).map(seat).collect(),
        host: None,
        private: true,
        autostart: true,
        spectators: Spectators::Live,
        clock: TableClock::None,
        absent: Absent::Fallback,
        grace: 0,
        pace: Pace::default(),
        commitment: commitment(&hex),
        words: fold.words().into_iter().flatten().map(str::to_owned).collect(),
        standing,
        rematch: None,
        kicked: 0,
    }
}

/// Hexadecimal digits are an id and, all 64 of them, a commitment; so neither of these can fail.
#[allow(clippy::expect_used)]
fn table_id(hex: &str) -> TableId {
    TableId::new(&hex[..32]).expect("digits")
}

#[allow(clippy::expect_used)]
fn commitment(hex: &str) -> Commitment {
    serde_json::from_value(serde_json::Value::from(hex)).expect("64 digits")
}

fn hex(bytes: &[u8; 32]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
