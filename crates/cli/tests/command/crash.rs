//! The server is killed a few times while clients play, and all clients are sent exactly what the journal says.

use facedown_trials::{Crash, Report};

fn run(crash: &Crash) -> Report {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(crash.run(|_| ())) {
        Ok(report) => report,
        Err(failure) => panic!("{failure}"),
    }
}

fn crash(seed: &str, tables: usize, kills: u32) -> Crash {
    let program = env!("CARGO_BIN_EXE_facedown").into();
    Crash { program, seed: seed.into(), tables, kills, pace: 150, fills: 0, rivals: 0 }
}

#[test]
fn a_server_that_is_killed_loses_and_doubles_nothing() {
    let report = run(&Crash { rivals: 1, ..crash("a test", 6, 4) });
    assert!(report.kills >= 4 && report.tables >= 6 && report.rivals == 1, "{report}");
}

#[test]
#[allow(clippy::print_stderr)] // a skipped part has to be reported
fn a_server_whose_disk_is_full_loses_nothing_and_goes_on_when_there_is_room() {
    let report = run(&Crash { fills: 2, ..crash("a full disk", 4, 2) });
    match report.fills {
        Some(fills) => assert!(fills == 2 && report.unavailable > 0, "{report}"),
        None => eprintln!("SKIPPED: a full disk under load; no disk can be mounted here"),
    }
}
