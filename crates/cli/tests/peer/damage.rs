//! What a machine has kept is lost, torn or changed.

use std::fs;
use std::path::PathBuf;

use facedown_games::herding_cats::{HerdingCats, Options};

use crate::players::{BotProcess, Relay, all_end, verifies};
use crate::typist::Typist;

/// A game of a bot and of somebody who types. It is the latter's turn, so nothing goes on; the bot has chosen something, and was killed.
struct Interrupted {
    _relay: Relay,
    bots: [BotProcess; 1],
    typist: Typist,
    /// The folder of the bot's seat.
    seat: PathBuf,
}

impl Interrupted {
    fn new(test: &str) -> Self {
        let relay = Relay::start(test);
        let (link, _) = relay.table::<HerdingCats>(&Options::default(), 2);
        let mut bot = BotProcess::start(&relay, &link, 0);
        let seat = bot.data().join("tables").join(link.table.as_str()).join("bot-1");
        let join = ["join", &link.to_string(), "--name", "Ann"];
        let mut typist = Typist::start(&join, &relay.folder.join("ann"));
        loop {
            assert!(typist.is_asked(), "the game is over, and the bot has chosen nothing");
            // What it chooses is on its disk before anybody hears of it.
            let log = fs::read(seat.join("log")).unwrap();
            if records(&log).iter().any(|(_, kind)| *kind == b'n') {
                break;
            }
            typist.types("1");
        }
        bot.kill();
        Self { _relay: relay, bots: [bot], typist, seat }
    }

    /// The bot is started again, and ends because something is wrong. Returns what it has said.
    fn ends_damaged(&mut self) -> String {
        let [bot] = &mut self.bots;
        bot.start_again();
        assert_eq!(bot.wait().code(), Some(65), "{}", bot.said());
        bot.said()
    }

    /// The bot is started again, and both play to the end. Nobody is convicted.
    fn goes_on(mut self) {
        self.bots[0].start_again();
        self.typist.types("1");
        let (status, said) = self.typist.plays_to_the_end();
        assert!(status.success(), "{said}");
        assert!(said.contains("Nobody cheated."), "{said}");
        all_end(&mut self.bots);
        verifies(&self.bots[0].chain());
    }
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
    let game = Interrupted::new("torn");
    let log = game.seat.join("log");
    let mut bytes = fs::read(&log).unwrap();
    let first = b"facedown/log/v1\n".len();
    let whole = bytes[first..first + records(&bytes)[0].0].to_vec();
    bytes.extend_from_slice(&whole[..whole.len() / 2]);
    fs::write(&log, &bytes).unwrap();
    game.goes_on();
}

#[test]
fn a_log_older_than_what_was_said_is_noticed_and_nothing_else_is_said() {
    let mut game = Interrupted::new("older");
    let log = game.seat.join("log");
    let bytes = fs::read(&log).unwrap();
    // A copy from before the bot's first choice was written down.
    let records = records(&bytes);
    let kept = records.iter().take_while(|(_, kind)| *kind == b'e').map(|(length, _)| length);
    let end = b"facedown/log/v1\n".len() + kept.sum::<usize>();
    fs::write(&log, &bytes[..end]).unwrap();
    let said = game.ends_damaged();
    assert!(said.contains("restored from an older copy"), "{said}");
    // With the newest log it goes on.
    fs::write(&log, bytes).unwrap();
    game.goes_on();
}

#[test]
fn a_changed_log_is_named_and_nothing_is_said_from_it() {
    let mut game = Interrupted::new("changed");
    let log = game.seat.join("log");
    let mut bytes = fs::read(&log).unwrap();
    bytes[200] ^= 1;
    fs::write(&log, &bytes).unwrap();
    let said = game.ends_damaged();
    assert!(said.contains("log is damaged: record"), "{said}");
    assert_eq!(fs::read(&log).unwrap(), bytes, "it is left as it is");
    // With the right log it goes on.
    bytes[200] ^= 1;
    fs::write(&log, bytes).unwrap();
    game.goes_on();
}

#[test]
fn without_its_seed_a_seat_cannot_be_played_and_that_is_said() {
    let mut game = Interrupted::new("seed");
    let seed = game.seat.join("seed");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&seed), 0o600);
        assert_eq!(mode(&game.seat.join("log")), 0o600);
        assert_eq!(mode(&game.seat), 0o700);
    }
    let kept = fs::read(&seed).unwrap();
    fs::remove_file(&seed).unwrap();
    let said = game.ends_damaged();
    assert!(said.contains("seed is missing"), "{said}");
    fs::write(&seed, "facedown seed v1\nno\n").unwrap();
    let said = game.ends_damaged();
    assert!(said.contains("is damaged"), "{said}");
    fs::write(&seed, kept).unwrap();
    game.goes_on();
}
