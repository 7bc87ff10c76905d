//! The suite, run on the small game as it should be.

use facedown_testkit::Suite;
use facedown_testkit::small::{Options, Small};

facedown_testkit::conformance!(
    Small,
    Suite::default().with_games(12).with_options([Options { rounds: 2 }, Options { rounds: 4 }])
);
