//! Playthrough files that are wrong are refused with the line and the reason.

use std::path::Path;

use facedown_testkit::play::{self, PlayError, Problem};
use facedown_testkit::small::Small;

const HEAD: &str = "# X1: a case\nseats: 2\nshuffle: pearl ...\nroll: 1\n";

#[track_caller]
fn check(steps: &str, line: usize, expected: impl Fn(&Problem) -> bool) {
    match play::play::<Small>(&format!("{HEAD}{steps}")) {
        Err((at, problem)) => assert!(at == line && expected(&problem), "line {at}: {problem}"),
        Ok(played) => panic!("nothing was found wrong:\n{}", played.text),
    }
}

#[test]
fn each_wrong_line_is_named() {
    check("what is this", 5, |p| *p == Problem::UnknownLine);
    check("colour: red", 5, |p| *p == Problem::UnknownHeading("colour".to_owned()));
    check("options: {\"rounds\":9}", 1, |p| matches!(p, Problem::Setup(_)));
    check("options: rounds", 5, |p| matches!(p, Problem::Heading { heading: "options", .. }));
    check("shuffle: gold", 5, |p| matches!(p, Problem::Heading { heading: "shuffle", .. }));
    check("seed: abc", 1, |p| *p == Problem::Deal);
    check("> 9 draw", 5, |p| *p == Problem::Viewer("9".to_owned()));
    check("> spectator draw", 5, |p| *p == Problem::Viewer("spectator".to_owned()));
    check("> 0 fly", 5, |p| matches!(p, Problem::Action(_)));
    check("> 0 stash charm", 5, |p| matches!(p, Problem::Action(_)));
    check("? 0 /nothing", 5, |p| *p == Problem::Path("/nothing".to_owned()));
    check("> 0 stash charm=[\"ruby\"]\nseats: 3", 6, |p| *p == Problem::LateHeading);
}

#[test]
fn refusals_must_be_foreseen() {
    check("> 0 draw", 5, |p| matches!(p, Problem::Refused { kind, .. } if kind == "not-now"));
    check(
        "> 0 draw ! too-deep",
        5,
        |p| matches!(p, Problem::NotRefused { found, .. } if found == "not-now"),
    );
    check(
        "> 0 stash charm=[\"ruby\"] ! not-now",
        5,
        |p| matches!(p, Problem::NotRefused { found, .. } if found == "permitted"),
    );
}

#[test]
fn a_case_needs_seats_and_a_deal() {
    assert_eq!(play::play::<Small>("# X1: y\n").unwrap_err().1, Problem::NoSeats);
    assert_eq!(play::play::<Small>("# X1: y\nseats: 2\n").unwrap_err().1, Problem::Deal);
    assert_eq!(play::play::<Small>("> 0 draw\n").unwrap_err().1, Problem::UnknownLine);
}

#[test]
fn headings_before_the_first_case_hold_for_all_that_have_none_of_their_own() {
    let text = "seats: 3\nshuffle: pearl ...\nroll: 1\n\n# X1: y\n\n? 0 /pile\n# X2: z\nseats: 2\nseed: rain\n\n? 0 /pile\n";
    let played = play::play::<Small>(text).unwrap().text;
    let piles: Vec<_> = played.split("? 0 /pile\n").skip(1).map(|rest| &rest[..4]).collect();
    assert_eq!(piles, ["  6\n", "  4\n"]);
}

#[test]
fn what_was_written_is_written_anew_and_the_rest_stays() {
    let text =
        "// A remark.\n\n# X1: y\nseats: 2\nseed: rain\n  stale\n\n// Another.\n? 0 /pile\n  99\n";
    let played = play::play::<Small>(text).unwrap();
    assert_eq!(played.names, ["X1"]);
    assert!(
        played.text.starts_with("// A remark.\n\n# X1: y\nseats: 2\nseed: rain\n  told seat 0: ")
    );
    assert!(played.text.ends_with("  next: seat 0, 1\n\n// Another.\n? 0 /pile\n  4\n"));
    assert_eq!(play::play::<Small>(&played.text).unwrap(), played);
}

#[test]
fn a_file_that_is_not_how_it_goes_is_shown_with_the_difference() {
    let path = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/stale.play"));
    let stale = "# X1: y\nseats: 2\nseed: rain\n\n? 0 /pile\n  99\n";
    std::fs::write(path, stale).unwrap();
    let Err(PlayError::Differs { diff, .. }) = play::check_or_bless::<Small>(path, false) else {
        panic!("the difference was not seen");
    };
    assert!(diff.contains("-  99\n+  4\n"), "{diff}");
    assert_eq!(play::check_or_bless::<Small>(path, true).unwrap(), ["X1"]);
    assert_eq!(play::check_or_bless::<Small>(path, false).unwrap(), ["X1"]);
}

#[test]
fn a_file_that_nobody_would_read_is_refused() {
    let path = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/long.play"));
    let remarks = "// and so on\n".repeat(play::MAX_LINES);
    std::fs::write(path, format!("# X1: y\nseats: 2\nseed: rain\n\n{remarks}")).unwrap();
    let refused = play::check_or_bless::<Small>(path, true);
    assert!(matches!(refused, Err(PlayError::TooLong { .. })), "{refused:?}");
}
