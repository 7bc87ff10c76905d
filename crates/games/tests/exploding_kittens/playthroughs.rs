//! The golden playthroughs, and that none is missing.

use std::path::Path;

use facedown_games::exploding_kittens::ExplodingKittens;
use facedown_testkit::play;

/// The use cases of the source document, by section.
const USE_CASES: [(u8, u8); 4] = [(1, 4), (2, 3), (3, 3), (4, 5)];

#[test]
fn the_playthroughs_go_as_written_and_none_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exploding_kittens/playthroughs");
    let found =
        play::check_folder::<ExplodingKittens>(folder).unwrap_or_else(|error| panic!("{error}"));
    let wanted = USE_CASES
        .iter()
        .flat_map(|&(section, last)| (1..=last).map(move |case| format!("UC{section}.{case}")));
    let missing: Vec<_> = wanted.filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "no playthrough shows {missing:?}");
    let mut names = found.clone();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), found.len(), "each case has a name of its own");
}
