//! The golden playthroughs, and that none is missing.

use std::path::Path;

use facedown_games::spellbook::Spellbook;
use facedown_testkit::play;

/// The user stories of the source document.
const STORIES: [&str; 5] = ["US-024.2", "US-024.3", "US-024.4", "US-024.5", "US-024.6"];

#[test]
fn the_playthroughs_go_as_written_and_none_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spellbook/playthroughs");
    let found = play::check_folder::<Spellbook>(folder).unwrap_or_else(|error| panic!("{error}"));
    let is_there = |story: &&str| found.iter().any(|name| name == *story);
    let missing: Vec<_> = STORIES.iter().filter(|story| !is_there(story)).collect();
    assert!(missing.is_empty(), "no playthrough shows {missing:?}");
}
