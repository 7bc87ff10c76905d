//! The golden playthroughs, and that none is missing.

use std::path::Path;

use facedown_games::texas_42::Texas42;
use facedown_testkit::play;

#[test]
fn the_playthroughs_go_as_written_and_none_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texas_42/playthroughs");
    let found = play::check_folder::<Texas42>(folder).unwrap_or_else(|error| panic!("{error}"));
    let groups = [
        [("AU", 3), ("RD", 3), ("SU", 4), ("TR", 1), ("AG", 2), ("PA", 2)],
        [("SC", 2), ("SM", 2), ("EE", 3), ("GM", 1), ("MK", 1), ("SE", 2)],
        [("NE", 4), ("NM", 2), ("SV", 3), ("PL", 3), ("SP", 3), ("TG", 2)],
    ];
    let wanted = groups
        .into_iter()
        .flatten()
        .flat_map(|(group, last)| (1..=last).map(move |n| format!("{group}{n}")));
    let missing: Vec<_> = wanted.filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "no playthrough shows {missing:?}");
}
