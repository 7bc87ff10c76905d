//! What does not go gets a clear answer, which says what to do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Output, Stdio};

use facedown_games::herding_cats::{self, HerdingCats};
use facedown_games::texas_42::{self, Texas42};

use crate::players::{BotProcess, Onlooker, Relay, block_on, facedown};

/// Runs `facedown peer` with an empty input.
fn peer(data: &Path, args: &[&str]) -> Output {
    facedown().arg("peer").args(args).arg("--data").arg(data).stdin(Stdio::null()).output().unwrap()
}

/// Checks the exit code, and that the error says this.
#[track_caller]
fn fails(output: &Output, code: i32, says: &str) {
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(says), "{says:?} is not said: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn bad_links_and_relays_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    fails(&peer(data, &["join", "k3Jx9"]), 2, "is no address of a relay");
    fails(&peer(data, &["join", "http://127.0.0.1:4242/t/x"]), 2, "a link looks like");
    fails(&peer(data, &["new", "texas-42", "--relay", "http://a/b"]), 2, "has more than a host");
    fails(&peer(data, &["new", "chess", "--relay", "http://127.0.0.1:1"]), 2, "no game called");
    // Nothing listens on the near port of a connection, and nobody else can have it meanwhile.
    let far = TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(far.local_addr().unwrap()).unwrap();
    let port = near.local_addr().unwrap().port();
    let away = format!("http://127.0.0.1:{port}/peers/x");
    fails(&peer(data, &["join", &away]), 69, "cannot be reached");
    fails(&peer(data, &["watch", &away]), 69, "cannot be reached");
    // Something else is there.
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let link = format!("http://{}/peers/x", other.local_addr().unwrap());
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = other.accept() {
            let mut request = [0; 1024];
            let _ = stream.read(&mut request);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello");
        }
    });
    fails(&peer(data, &["join", &link]), 69, "there is no relay of Facedown");
    let nobody = peer(data, &["play"]);
    assert!(nobody.status.success());
    assert!(String::from_utf8_lossy(&nobody.stdout).contains("You have no tables"));
    fails(&peer(data, &["play", "zz"]), 2, "you have no table");
}

#[test]
fn tables_that_cannot_be_joined() {
    let relay = Relay::start("answers");
    let data = relay.folder.join("data");
    let url = &relay.url;
    let new = |args: &[&str]| {
        peer(&data, &[&["new", "texas-42", "--relay", url, "--wait", "0"], args].concat())
    };
    fails(&new(&["--seats", "3"]), 2, "not for 3 players");
    fails(&new(&["--options", "{\"marks\":\"x\"}"]), 2, "--options");
    fails(&new(&["--grace", "5"]), 2, "a grace of 5 seconds does not fit");
    fails(&new(&["--escrow", "1"]), 2, "more than half and less than all");
    fails(
        &peer(
            &data,
            &["new", "exploding-kittens", "--relay", url, "--options", "{\"set\":\"party\"}"],
        ),
        2,
        "house",
    );
    fails(&peer(&data, &["join", &format!("{url}/peers/nothing")]), 2, "there is no such table");
    // Nobody comes; the seat stays, and the same command line says how to come back.
    let waited = new(&["--private"]);
    fails(&waited, 69, "not all seats were taken");
    fails(&waited, 69, "to go on: facedown peer play");
    // A private table without its code does not exist.
    let said = String::from_utf8(waited.stdout).unwrap();
    let link = said.split_whitespace().find(|word| word.contains("/peers/")).unwrap().to_owned();
    let (bare, code) = link.split_once('#').unwrap();
    assert!(!code.is_empty());
    let other = relay.folder.join("other");
    fails(&peer(&other, &["join", bare]), 2, "there is no such table");
    fails(&peer(&other, &["join", &link, "--wait", "0"]), 69, "not all seats were taken");
    // All seats are taken.
    let (link, key) = relay.table::<HerdingCats>(&herding_cats::Options::default(), 2);
    let _bots: Vec<_> = (0..2).map(|number| BotProcess::start(&relay, &link, number)).collect();
    assert!(block_on(async { Onlooker::new(&link, key).wait_for(1).await }));
    let mut watch = facedown();
    watch.args(["peer", "watch", &link.to_string()]).stdin(Stdio::piped());
    watch.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut watching = watch.spawn().unwrap();
    let mut lines = BufReader::new(watching.stdout.take().unwrap()).lines();
    let shown = lines.find(|line| line.as_ref().unwrap().contains("Herding Cats"));
    assert!(shown.is_some(), "{:?}", watching.wait_with_output());
    fails(&peer(&data, &["join", &link.to_string(), "--name", "Late"]), 2, "make a new one");
    watching.kill().unwrap();
    watching.wait().unwrap();
}

#[test]
fn one_process_plays_a_seat() {
    let relay = Relay::start("seat");
    let (link, _) = relay.table::<Texas42>(&texas_42::Options::default(), 4);
    let data = relay.folder.join("data");
    let mut first = facedown();
    first.args(["peer", "join", &link.to_string(), "--name", "Ann", "--data"]).arg(&data);
    let mut first = first.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("1 of 4 is here: Ann")));
    let holder = format!("process {} plays this seat already", first.id());
    fails(&peer(&data, &["play", link.table.as_str()]), 2, &holder);
    fails(&peer(&data, &["join", &link.to_string()]), 2, &holder);
    let listed = peer(&data, &["play"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.contains(link.table.as_str()) && listed.contains("Ann"), "{listed}");
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock ends with the process, and the key joins once.
    fails(
        &peer(&data, &["join", &link.to_string(), "--wait", "0"]),
        69,
        "not all seats were taken",
    );
}
