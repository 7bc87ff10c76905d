//! The house is killed a few times while people play, and nobody is told anything but what the journal says.
#![allow(clippy::expect_used)] // a test that cannot go on has failed

use facedown_trials::Crash;

#[test]
fn a_house_that_is_killed_loses_and_doubles_nothing() {
    let house = env!("CARGO_BIN_EXE_facedown").into();
    let crash = Crash { house, seed: "a test".into(), tables: 6, kills: 4, pace: 150 };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(crash.run(|_| ())) {
        Ok(report) => assert!(report.kills >= 4 && report.tables >= 6, "{report}"),
        Err(failure) => panic!("{failure}"),
    }
}
