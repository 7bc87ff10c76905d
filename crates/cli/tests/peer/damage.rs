//! What a machine has kept is lost, torn or changed.

use std::fs;
use std::path::PathBuf;

use facedown_games::herding_cats::{HerdingCats, Options};

use crate::players::{BotProcess, Onlooker, Relay, all_end, block_on, verifies};

/// A game of two in which the first machine was killed after some entries, and the folder of its seat.
fn interrupted(test: &str, entries: u64) -> (Relay, Vec<BotProcess>, PathBuf) {
    let relay = Relay::start(test);
    let (link, key) = relay.table::<HerdingCats>(&Options::default(), 2);
    let mut bots: Vec<_> = (0..2).map(|number| BotProcess::start(&relay, &link, number)).collect();
    assert!(block_on(async { Onlooker::new(&link, key).wait_for(entries).await }));
    bots[0].kill();
    let tables = bots[0].data().join("tables");
    let seat = tables.join(link.table.as_str()).join("bot-1");
    (relay, bots, seat)
}

/// The lengths of a log's records, each with its kind. docs/mental-poker.md and the store describe them.
fn records(log: &[u8]) -> Vec<(usize, u8)> {
    let mut at = b"facedown/log/v1\n".len();
    let mut records = Vec::new();
    while at < log.len() {
        let length = u32::from_le_bytes(log[at + 4..at + 8].try_into().unwrap()) as usize;
        records.push((4 + 4 + 1 + length + 8, log[at + 8]));
        at += records[records.len() - 1].0;
    }
    records
}

/// What a crash can tear is what was being written; everything before was on the disk before anything was posted.
#[test]
fn a_record_that_a_crash_has_torn_is_dropped_and_the_game_goes_on() {
    let (_relay, mut bots, seat) = interrupted("torn", 12);
    let log = seat.join("log");
    let mut bytes = fs::read(&log).unwrap();
    let first = b"facedown/log/v1\n".len();
    let whole = bytes[first..first + records(&bytes)[0].0].to_vec();
    bytes.extend_from_slice(&whole[..whole.len() / 2]);
    fs::write(&log, &bytes).unwrap();
    bots[0].start_again();
    all_end(&mut bots);
    verifies(&bots[1].chain());
}

#[test]
fn a_log_older_than_what_was_said_is_noticed_and_nothing_else_is_said() {
    let (_relay, mut bots, seat) = interrupted("older", 16);
    let log = seat.join("log");
    let bytes = fs::read(&log).unwrap();
    // A copy from before the first own choice that was written down. Both have chosen something by then.
    let records = records(&bytes);
    let kept = records.iter().take_while(|(_, kind)| *kind == b'e').map(|(length, _)| length);
    let end = b"facedown/log/v1\n".len() + kept.sum::<usize>();
    assert!(end < bytes.len(), "it has chosen something");
    fs::write(&log, &bytes[..end]).unwrap();
    bots[0].start_again();
    assert_eq!(bots[0].wait().code(), Some(65), "{}", bots[0].said());
    let said = bots[0].said();
    assert!(said.contains("restored from an older copy"), "{said}");
    // With the newest log it goes on, and nobody is convicted.
    fs::write(&log, bytes).unwrap();
    bots[0].start_again();
    all_end(&mut bots);
    verifies(&bots[1].chain());
}

#[test]
fn a_changed_log_is_named_and_nothing_is_said_from_it() {
    let (_relay, mut bots, seat) = interrupted("changed", 12);
    let log = seat.join("log");
    let mut bytes = fs::read(&log).unwrap();
    bytes[200] ^= 1;
    fs::write(&log, &bytes).unwrap();
    bots[0].start_again();
    assert_eq!(bots[0].wait().code(), Some(65));
    let said = bots[0].said();
    assert!(said.contains("log is damaged: record"), "{said}");
    assert_eq!(fs::read(&log).unwrap(), bytes, "it is left as it is");
    // With the right log it goes on.
    bytes[200] ^= 1;
    fs::write(&log, bytes).unwrap();
    bots[0].start_again();
    all_end(&mut bots);
}

#[test]
fn without_its_seed_a_seat_cannot_be_played_and_that_is_said() {
    let (_relay, mut bots, seat) = interrupted("seed", 6);
    let seed = seat.join("seed");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&seed), 0o600);
        assert_eq!(mode(&seat.join("log")), 0o600);
        assert_eq!(mode(&seat), 0o700);
    }
    let kept = fs::read(&seed).unwrap();
    fs::remove_file(&seed).unwrap();
    bots[0].start_again();
    assert_eq!(bots[0].wait().code(), Some(65));
    assert!(bots[0].said().contains("seed is missing"), "{}", bots[0].said());
    fs::write(&seed, "facedown seed v1\nno\n").unwrap();
    bots[0].start_again();
    assert_eq!(bots[0].wait().code(), Some(65));
    assert!(bots[0].said().contains("is damaged"), "{}", bots[0].said());
    fs::write(&seed, kept).unwrap();
    bots[0].start_again();
    all_end(&mut bots);
}
