//! Helpers for the tests of the command: running it, whole games, and damaged files.
#![allow(dead_code)] // each test file uses a part

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use facedown_bots::{Bot, Random};
use facedown_core::{Contribution, Deal, Dice, Game, Seat, SeatCount, Seed, Table};
use facedown_games::herding_cats::{HerdingCats, Options};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The result of a run of the command.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The lines of the output, each as JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Checks the exit code, that standard error contains this text, and that nothing panicked.
    #[track_caller]
    pub(crate) fn fails(&self, code: i32, says: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.err.contains(says), "{says:?} is not said: {self:?}");
        assert!(!self.err.contains("panicked"), "{self:?}");
    }

    /// Checks that the command succeeded.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }
}

/// Runs the command.
pub(crate) fn facedown<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Ran {
    facedown_reading(args, "")
}

/// Runs the command with this on its standard input.
pub(crate) fn facedown_reading<S: AsRef<std::ffi::OsStr>>(
    args: &[S],
    input: impl AsRef<[u8]>,
) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    let output = piped(command.args(args).env("COLUMNS", "100"), input);
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs a command with this on its standard input, and collects its output.
pub(crate) fn piped(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    // Write in a separate thread, because the command may write output before it has read all input.
    let writer = std::thread::spawn(move || {
        // A command that ends early does not read its input. That is not a failure of the test.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// An empty folder for a test.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file to the tests' temporary folder.
pub(crate) fn file(name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The folder of the recorded games that must always replay.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

pub(crate) fn fixture(name: &str) -> String {
    fixtures().join(name).to_str().unwrap().to_owned()
}

/// Plays a game of Herding Cats with random legal actions.
pub(crate) fn random_game(
    players: usize,
    seed: &str,
    contributions: &[&str],
) -> Table<HerdingCats> {
    game(Options::default(), players, seed, contributions, |_| false)
}

/// Plays a game in which players mostly pass, so that herds grow and attacks succeed.
pub(crate) fn calm_game(
    options: Options,
    players: usize,
    seed: &str,
    contributions: &[&str],
) -> Table<HerdingCats> {
    game(options, players, seed, contributions, |dice| dice.below(4) > 0)
}

/// Plays a game of any kind with random actions, or with the fallback whenever `falls_back` returns true.
pub(crate) fn game<G: Game>(
    options: G::Options,
    players: usize,
    seed: &str,
    contributions: &[&str],
    mut falls_back: impl FnMut(&mut Dice) -> bool,
) -> Table<G> {
    let seats = SeatCount::new(players).unwrap();
    let seed = Seed::from_text(seed);
    let mut dice = Dice::numbered(&seed, 1);
    let mut bot = Random::new(Dice::numbered(&seed, 2));
    let contributions =
        contributions.iter().map(|text| Contribution::new(*text).unwrap()).collect();
    let mut table = Table::new(options, seats, Deal::Seeded { seed, contributions }).unwrap();
    loop {
        let waiting: Vec<Seat> = table.waiting_on().iter().collect();
        let Some(&seat) = dice.pick(&waiting) else { return table };
        let (game, lens) = (table.game(), table.lens(seat.into()));
        let action = if falls_back(&mut dice) {
            game.fallback(seat, &lens, &mut dice)
        } else {
            bot.choose(game, seat, &lens)
        };
        table.act(seat, action).unwrap();
    }
}

/// Changes a record and gives it a valid checksum.
pub(crate) fn tampered(record: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(record).unwrap();
    file.as_object_mut().unwrap().remove("checksum");
    change(&mut file);
    let mut hasher = Sha256::new();
    hasher.update(b"facedown/v1/record\0");
    hasher.update(file.to_string().as_bytes());
    let sum = hex(&hasher.finalize());
    file["checksum"] = json!(sum);
    file.to_string()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
