//! Somebody plays in the terminal, by typing.

use std::io::Write;
use std::process::Stdio;

use facedown_games::exploding_kittens::{self, ExplodingKittens};
use facedown_games::herding_cats::{HerdingCats, Options};

use crate::players::{BotProcess, Relay, all_end, facedown, verifies};
use crate::typist::Typist;

#[test]
fn a_game_is_played_by_typing_and_goes_on_after_a_break() {
    let relay = Relay::start("typed");
    let (link, _) = relay.table::<HerdingCats>(&Options::default(), 2);
    let _bot = BotProcess::start(&relay, &link, 1);
    let (data, chain) = (relay.folder.join("data"), relay.folder.join("data.chain"));
    let command = |args: &[&str]| {
        let mut command = facedown();
        command.arg("peer").args(args).arg("--data").arg(&data).arg("--out").arg(&chain);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    // The first answer, and then the player leaves.
    let mut first = command(&["join", &link.to_string(), "--name", "Ann"]).spawn().unwrap();
    let mut typing = first.stdin.take().unwrap();
    typing.write_all(b"1\n1\n1\n?\nnonsense\ntable\nquit\n").unwrap();
    let left = first.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&left.stdout).into_owned();
    let error = String::from_utf8_lossy(&left.stderr).into_owned();
    assert!(left.status.success(), "{said}{error}");
    assert!(error.contains(&format!("facedown peer play {}", link.table)), "{error}");
    // Then the first offer is always taken, until the game is over.
    let mut second = Typist::start(&["play", link.table.as_str()], &data);
    let (status, said) = second.plays_to_the_end();
    assert!(status.success(), "{said}");
    for part in [
        "Everybody’s screen must show the same four words",
        "Everything turned over",
        "Nobody cheated.",
        "Your seed of this table is deleted",
    ] {
        assert!(said.contains(part), "{part:?} is missing: {said}");
    }
    verifies(&chain);
    let over = command(&["play", link.table.as_str()]).output().unwrap();
    assert!(String::from_utf8_lossy(&over.stdout).contains("The game at this table is over"));
}

#[test]
fn with_escrow_a_player_leaves_for_good_and_the_others_play_on() {
    let relay = Relay::start("leaving");
    let options = exploding_kittens::Options::default();
    let (link, _) = relay.table_with_escrow::<ExplodingKittens>(&options, 3, Some(2));
    let mut bots: Vec<_> = (0..2).map(|number| BotProcess::start(&relay, &link, number)).collect();
    let data = relay.folder.join("data");
    let peer = |args: &[&str]| {
        let mut command = facedown();
        command.arg("peer").args(args).arg("--data").arg(&data);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut leaver = Typist::start(&["join", &link.to_string(), "--name", "Ann"], &data);
    assert!(leaver.is_asked());
    leaver.types("leave");
    let (status, said) = leaver.ends();
    assert!(status.success(), "{said}");
    assert!(said.contains("You have left this table, and the others play on."), "{said}");
    all_end(&mut bots);
    let later = peer(&["play", link.table.as_str()]).output().unwrap();
    assert!(String::from_utf8_lossy(&later.stdout).contains("You have left this table."));
}

#[test]
fn without_escrow_nobody_leaves_whom_the_others_need() {
    let relay = Relay::start("needed");
    let (link, _) = relay.table::<HerdingCats>(&Options::default(), 2);
    let _bot = BotProcess::start(&relay, &link, 1);
    let mut command = facedown();
    command.args(["peer", "join", &link.to_string(), "--name", "Ann", "--data"]);
    command.arg(relay.folder.join("data")).stdin(Stdio::piped());
    let mut player = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    player.stdin.take().unwrap().write_all(b"1\n1\n1\nleave\nquit\n").unwrap();
    let left = player.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&left.stdout).into_owned();
    let error = String::from_utf8_lossy(&left.stderr).into_owned();
    assert!(format!("{said}{error}").contains("The others need your machine"), "{said}{error}");
}
