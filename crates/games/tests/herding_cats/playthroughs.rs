//! The golden playthroughs, and that none is missing.

use std::path::Path;

use facedown_games::herding_cats::HerdingCats;
use facedown_testkit::play;

#[test]
fn the_playthroughs_go_as_written_and_none_is_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/herding_cats/playthroughs");
    let found = play::check_folder::<HerdingCats>(folder).unwrap_or_else(|error| panic!("{error}"));
    let groups = [("K", 4), ("SC", 6), ("AC", 8), ("CN", 7), ("AN", 8), ("LP", 7), ("EG", 8)];
    let numbered =
        groups.iter().flat_map(|&(group, last)| (1..=last).map(move |n| format!("{group}{n}")));
    let examples = ["Example A", "Example B", "Example C", "Example D", "Scoring X", "Scoring Y"];
    let wanted = numbered.chain(examples.map(str::to_owned));
    let missing: Vec<_> = wanted.filter(|name| !found.contains(name)).collect();
    assert!(missing.is_empty(), "no playthrough shows {missing:?}");
}
