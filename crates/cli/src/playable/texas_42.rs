//! Texas 42 in a terminal.

use facedown_games::texas_42::Texas42;

use super::Playable;

impl Playable for Texas42 {
    const TITLE: &'static str = "Texas 42";
}
