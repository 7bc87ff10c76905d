//! Tests of `facedown play`: whole games through pipes.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{empty_folder, piped};

fn facedown(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_facedown"));
    piped(command.args(arguments).current_dir(folder), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs the command, which must succeed, and returns its output.
fn played(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = facedown(folder, arguments, input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// Runs the command, which must fail with this code, and returns its error message.
fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = facedown(folder, arguments, "");
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    text(&output.stderr)
}

fn ones(count: usize) -> String {
    "1\n".repeat(count)
}

#[test]
fn a_whole_game_by_always_taking_the_first_choice() {
    let folder = empty_folder("whole");
    for players in ["2", "3", "4", "5", "6"] {
        let arguments = ["play", "herding-cats", "--seed", "tea", "--players", players];
        let out = played(&folder, &arguments, &ones(500));
        for part in ["Everything turned over", "Bluffs that stood", "Bluffs made", "Seed", "hc1."] {
            assert!(out.contains(part), "{part} is missing:\n{out}");
        }
        assert!(!out.contains('\x1b'), "colours in a pipe");
        assert!(out.lines().all(|line| line.chars().count() <= 100 || line.contains("hc1.")));
        assert_eq!(out, played(&folder, &arguments, &ones(500)), "the same seed, another game");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "it wrote files nobody asked for");
}

#[test]
fn the_commitment_shown_first_is_of_the_seed_shown_last() {
    let out = played(&empty_folder("commitment"), &["play", "herding-cats", "-p", "2"], &ones(500));
    let commitment = out.lines().find(|line| line.len() == 64).unwrap();
    let seed = out.lines().find_map(|line| line.strip_prefix("Seed")).unwrap().trim();
    let seed = facedown_core::Seed::from_hex(seed).unwrap();
    assert_eq!(seed.commitment().to_string(), commitment);
}

#[test]
fn bad_input_is_explained_and_asked_again() {
    let folder = empty_folder("bad");
    let arguments = ["play", "herding-cats", "--seed", "tea", "--players", "2"];
    let nonsense = "\n0\n99\nmeow\n-3\n1.5\n🐈\n";
    let out = played(&folder, &arguments, &(nonsense.to_owned() + &ones(500)));
    assert_eq!(out.matches("is not a choice here").count(), 6, "{out}");
    assert_eq!(out.matches("! Type 1 to").count(), 1, "{out}");
    let ending = |out: &str| out.split_once("Everything").map(|(_, rest)| rest.to_owned()).unwrap();
    let plain = played(&folder, &arguments, &ones(500));
    assert_eq!(ending(&out), ending(&plain), "nonsense changed the game");
}

#[test]
fn help_table_and_log_change_nothing() {
    let folder = empty_folder("help");
    let arguments = ["play", "herding-cats", "--seed", "tea", "--players", "2"];
    let out = played(&folder, &arguments, &("?\nhelp\ntable\nhand\nlog\n".to_owned() + &ones(500)));
    assert!(out.contains("It need not be true.") && out.contains("save [FILE]"), "{out}");
    let plain = played(&folder, &arguments, &ones(500));
    assert_eq!(out.lines().last(), plain.lines().last());
}

#[test]
fn a_step_can_be_taken_back() {
    let folder = empty_folder("back");
    let arguments = ["play", "herding-cats", "--seed", "rain", "--players", "4"];
    let out = played(&folder, &arguments, &("2\n0\n".to_owned() + &ones(500)));
    let plain = played(&folder, &arguments, &ones(500));
    assert_eq!(out.lines().last(), plain.lines().last());
}

#[test]
fn a_game_that_was_left_goes_on_as_if_it_had_not_been() {
    let folder = empty_folder("resume");
    let arguments = ["play", "herding-cats", "--seed", "tea", "--players", "4", "--name", "Ann"];
    let whole = played(&folder, &arguments, &ones(500));
    for (choices, farewell) in
        [(0, ""), (1, "quit\ny\n"), (7, "save a.json\nquit\n"), (12, "q\n\n")]
    {
        let out = played(&folder, &arguments, &(ones(choices) + farewell));
        let resume = out.lines().find_map(|line| line.split_once("--resume "));
        let (_, file) = resume.unwrap_or_else(|| panic!("no way back:\n{out}"));
        let rest = played(&folder, &["play", "--resume", file], &ones(500));
        let ending = |out: &str| out.split_once("Everything").map(|(_, rest)| rest.to_owned());
        let rest = ending(&rest).unwrap();
        let (rest, record) = rest.rsplit_once("Record").unwrap();
        assert_eq!(rest, ending(&whole).unwrap(), "after {choices} choices");
        assert!(record.contains(file));
        let verdict = played(&folder, &["verify", file], "");
        assert!(verdict.contains("the outcome follows"), "{verdict}");
        // A finished game can be shown again.
        let again = played(&folder, &["play", "--resume", file], "");
        assert!(again.contains("Everything turned over"));
        std::fs::remove_file(folder.join(file)).unwrap();
    }
}

#[test]
fn a_game_is_kept_where_it_was_asked_for_and_nowhere_else() {
    let folder = empty_folder("keep");
    std::fs::write(folder.join("mine.txt"), "precious").unwrap();
    let error = refused(&folder, &["play", "herding-cats", "--save", "mine.txt"], 2);
    assert!(error.contains("choose another name"), "{error}");
    let arguments = ["play", "herding-cats", "--seed", "tea", "--save", "game.json"];
    let out = played(
        &folder,
        &arguments,
        &("save mine.txt\nsave no/such/place\n".to_owned() + &ones(500)),
    );
    assert_eq!(out.matches("Not saved").count(), 2, "{out}");
    assert!(out.contains("facedown verify game.json"), "{out}");
    assert_eq!(std::fs::read_to_string(folder.join("mine.txt")).unwrap(), "precious");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_game_goes_on_from_its_share_code() {
    let folder = empty_folder("code");
    let arguments = ["play", "herding-cats", "--seed", "tea", "--players", "3", "--bots", "timid"];
    let whole = played(&folder, &arguments, &ones(500));
    let left = played(&folder, &arguments, &(ones(3) + "share\nquit\nno\n"));
    let code = left.lines().find(|line| line.starts_with("hc1.")).unwrap();
    let rest = played(&folder, &["play", "--resume", code, "--bots", "timid"], &ones(500));
    assert!(rest.contains("Resumed after"), "{rest}");
    assert_eq!(rest.lines().last(), whole.lines().last(), "another game");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "it wrote files nobody asked for");
    // The file with the share code is not changed.
    std::fs::write(folder.join("code.txt"), code).unwrap();
    let kept = ["play", "--resume", "code.txt", "--save", "game.json"];
    assert!(played(&folder, &kept, &ones(500)).contains("verify game.json"));
    assert_eq!(std::fs::read_to_string(folder.join("code.txt")).unwrap(), code);
    // The record names the bots that play from now on.
    played(&folder, &["play", "--resume", code, "--bots", "random", "--save", "b.json"], "");
    assert!(std::fs::read_to_string(folder.join("b.json")).unwrap().contains("Mittens (random)"));
    played(&folder, &["play", "--resume", "b.json", "--bots", "timid"], "1\n1\n");
    assert!(std::fs::read_to_string(folder.join("b.json")).unwrap().contains("Mittens (timid)"));
    let cut = &code[..code.len() - 1];
    assert!(refused(&folder, &["play", "--resume", cut], 65).contains("copy the whole code again"));
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_the_game() {
    let folder = empty_folder("unwritable");
    let error = refused(&folder, &["play", "herding-cats", "--save", "no/such/place"], 74);
    assert!(error.contains("no/such/place") && error.contains("choose another place"), "{error}");
}

#[test]
fn a_game_that_can_no_longer_be_kept_is_not_lost() {
    let folder = empty_folder("lost");
    std::fs::create_dir(folder.join("sub")).unwrap();
    let arguments = ["play", "herding-cats", "--seed", "tea", "--players", "2", "--save", "sub/a"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_facedown"))
        .args(arguments)
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.join("sub/a").exists() {
        std::thread::yield_now();
    }
    std::fs::remove_dir_all(folder.join("sub")).unwrap();
    child.stdin.take().unwrap().write_all(b"1\n1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(74));
    let out = text(&output.stdout);
    let code = out.lines().find(|line| line.starts_with("hc1.")).unwrap();
    assert!(text(&output.stderr).contains("sub/a"));
    assert!(played(&folder, &["play", "--resume", code], &ones(500)).contains("Everything"));
}

#[test]
fn quitting_without_saving_leaves_nothing_behind() {
    let folder = empty_folder("quit");
    let out = played(&folder, &["play", "herding-cats"], "quit\nwhat?\nstay\nquit\nno\n");
    assert!(out.contains("Type y, n or s.") && out.contains("Good-bye."), "{out}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn what_cannot_be_played_is_refused_with_a_reason() {
    let folder = empty_folder("refused");
    std::fs::write(folder.join("noise"), "{").unwrap();
    for (arguments, code, reason) in [
        (vec!["play"], 2, "herding-cats"),
        (vec!["play", "solitaire"], 2, "herding-cats"),
        (vec!["play", "herding-cats", "--players", "1"], 2, "2 to 6 players"),
        (vec!["play", "herding-cats", "--players", "7"], 2, "2 to 6 players"),
        (vec!["play", "herding-cats", "--players", "0"], 2, "2 to 6 players"),
        (vec!["play", "herding-cats", "--players", "many"], 2, "invalid value"),
        (vec!["play", "herding-cats", "--players", "-1"], 2, "give a number of players"),
        (vec!["play", "herding-cats", "--options", "[]"], 2, "JSON object"),
        (vec!["play", "--resume", ""], 66, "name a file"),
        (vec!["play", "--resume", "."], 66, "is a directory"),
        (vec!["play", "herding-cats", "--bots", "garfield"], 2, "random"),
        (
            vec!["play", "herding-cats", "-p", "2", "--bots", "random,timid"],
            2,
            "2 bots for 1 place",
        ),
        (vec!["play", "herding-cats", "--options", "{"], 2, "--options"),
        (vec!["play", "herding-cats", "--options", r#"{"catnip":1}"#], 2, "catnip"),
        (vec!["play", "herding-cats", "--options", r#"{"challenge_clock":1}"#], 2, "5 to 600"),
        (vec!["play", "--resume", "nowhere"], 66, "nowhere"),
        (vec!["play", "--resume", "noise"], 65, "not a record"),
        (vec!["play", "--resume", "noise", "--seed", "x"], 2, "cannot be used with"),
    ] {
        let error = refused(&folder, &arguments, code);
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[test]
fn a_clock_is_shown_where_there_is_one() {
    let options = r#"{"challenge_clock":600}"#;
    let arguments = ["play", "herding-cats", "--seed", "tea", "--options", options];
    let out = played(&empty_folder("clock"), &arguments, &ones(500));
    assert!(out.contains("(600 seconds)") || out.contains("(599 seconds)"), "{out}");
    assert!(!out.contains("Too late"), "{out}");
}
