//! Tests of `facedown verify` with chains: a chain of the demo is valid, and any change names an entry and its author.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use facedown_core::Seat;
use facedown_crypto::Codec;
use facedown_crypto::table::{Chain, Genesis, Message, Player, Request, SigningKey};
use serde_json::{Value, json};

mod common;
use common::{Ran, facedown, facedown_reading, file, fixture, hex, random_game, tampered};

/// The chain of a demo with three players, one of whom leaves.
static CHAIN: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = file("evening.chain", "");
    let words =
        ["mental-poker", "demo", "--cards", "10", "--escrow", "--seed", "x", "--out", &path];
    facedown(&words).succeeds();
    std::fs::read(path).unwrap()
});

/// The chain, and the range of bytes of each entry.
fn parts() -> (Chain, Vec<Range<usize>>) {
    let chain = Chain::from_bytes(&CHAIN).unwrap();
    let sizes = chain.entries().iter().map(facedown_crypto::table::ChainEntry::size);
    let mut from = CHAIN.len() - sizes.clone().sum::<usize>();
    let range = |size| {
        from += size;
        from - size..from
    };
    (chain.clone(), sizes.map(range).collect())
}

/// Writes a chain to a file.
fn chain_file(name: &str, bytes: &[u8]) -> String {
    file(&format!("{name}.chain"), bytes)
}

/// Returns the invalid entry and its author, and checks the message and the exit code.
#[track_caller]
fn blamed(name: &str, bytes: &[u8]) -> (usize, usize) {
    let path = chain_file(name, bytes);
    let found = facedown(&["verify", "--json", &path]);
    found.fails(1, "");
    let found = found.lines().pop().unwrap();
    let flaw = &found["flaws"][0];
    assert_eq!((&found["ok"], &found["kind"]), (&json!(false), &json!("chain")), "{found}");
    let entry = usize::try_from(flaw["entry"].as_u64().unwrap()).unwrap();
    let author = usize::try_from(flaw["author"].as_u64().unwrap()).unwrap();
    let told = facedown(&["verify", &path]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains(&format!("✗ entry {entry}, by seat {author}: ")), "{}", told.out);
    (entry, author)
}

#[test]
fn what_the_demo_writes_holds() {
    let path = chain_file("good", &CHAIN);
    let (chain, _) = parts();
    let head = hex(chain.head());
    let entries = chain.entries().len();
    let told = facedown(&["verify", &path]).succeeds().out;
    for says in [
        &format!("a chain of 3 players, {entries} entries"),
        "every entry is signed",
        "every proof holds",
        "seat 0 left; the others went on",
        "the table is closed",
        &head,
        "Compare it",
    ] {
        assert!(told.contains(says), "{says:?} is not said: {told}");
    }
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    let expected = json!({
        "file": path, "kind": "chain", "ok": true, "players": 3, "entries": entries, "bytes": CHAIN.len(),
        "flaws": [], "head": head, "ending": "closed", "left": [0], "answers": 2,
    });
    assert_eq!(found, expected);
}

#[test]
fn the_log_has_one_line_an_entry() {
    let path = chain_file("log", &CHAIN);
    let (chain, _) = parts();
    let told = facedown(&["verify", "--log", &path]).succeeds().out;
    for (number, entry) in chain.entries().iter().enumerate() {
        let line = told.lines().nth(number + 1).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let author = entry.author().index().to_string();
        assert_eq!(words[..3], [&number.to_string(), "seat", &author], "{line}");
        assert!(line.ends_with(&entry.message().unwrap().to_string()), "{line}");
    }
    let found = facedown(&["verify", "--log", "--json", &path]).succeeds().lines().pop().unwrap();
    let log = found["log"].as_array().unwrap();
    assert_eq!(log.len(), chain.entries().len());
    assert_eq!(log[0], json!({ "entry": 0, "author": 0, "what": "key promise", "bytes": 138 }));
    // For a chain with a flaw, the log ends before it.
    let mut bytes = CHAIN.clone();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    let path = chain_file("log-flawed", &bytes);
    let found = facedown(&["verify", "--log", "--json", &path]);
    assert_eq!(found.lines()[0]["log"].as_array().unwrap().len(), chain.entries().len() - 1);
}

#[test]
fn every_byte_counts() {
    let (chain, ranges) = parts();
    let mut files = Vec::new();
    // The first bytes of an entry, its author and its length, something in its message, and its signature.
    for (number, range) in ranges.iter().enumerate().step_by(7) {
        for at in [0, 20, 36, 37, 40, 45, range.len() - 1] {
            let mut bytes = CHAIN.clone();
            bytes[range.start + at] ^= 1;
            let path = chain_file(&format!("flip-{number}-{at}"), &bytes);
            files.push((number, at, path));
        }
    }
    let paths: Vec<&str> = files.iter().map(|(_, _, path)| path.as_str()).collect();
    let ran = facedown(&[&["verify", "--json"], &paths[..]].concat());
    assert!(matches!(ran.code, Some(1 | 65)), "{ran:?}");
    for ((number, at, path), found) in files.iter().zip(ran.lines()) {
        assert_eq!(found["ok"], false, "{path}");
        let author = chain.entries()[*number].author().index();
        if found["flaws"].is_array() {
            assert_eq!(found["flaws"][0]["entry"], json!(number), "{found}");
            // The author that the entry names is reported.
            let written = if *at == 36 { author ^ 1 } else { author };
            assert_eq!(found["flaws"][0]["author"], json!(written), "{found}");
        } else {
            let says = found["error"].as_str().unwrap();
            assert!(says.contains(&format!("entry {number}, by seat {author}, ")), "{says}");
        }
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_beginning_counts_too() {
    let (_, ranges) = parts();
    // The table's name, escrow, the number of players, their keys.
    let beginning = "facedown/mental-poker/v1/chain".len();
    for at in [beginning, beginning + 32, beginning + 33, beginning + 40, ranges[0].start - 1] {
        let mut bytes = CHAIN.clone();
        bytes[at] ^= 1;
        let path = chain_file(&format!("beginning-{at}"), &bytes);
        let ran = facedown(&["verify", &path]);
        assert!(matches!(ran.code, Some(1 | 65)), "{at}: {ran:?}");
        let says = ran.out + &ran.err;
        assert!(
            says.contains("entry 0, by seat 0")
                || says.contains("the beginning")
                || says.contains("by seat 2"),
            "{at}: {says}"
        );
    }
    for at in [0, 12, beginning - 1] {
        let mut bytes = CHAIN.clone();
        bytes[at] ^= 1;
        let path = chain_file(&format!("beginning-{at}"), &bytes);
        assert_eq!(facedown(&["verify", &path]).code, Some(65), "{at}");
    }
}

#[test]
fn a_chain_that_breaks_off_says_where() {
    let (chain, ranges) = parts();
    for (number, range) in ranges.iter().enumerate().step_by(11) {
        let author = chain.entries()[number].author();
        let path = chain_file("cut", &CHAIN[..range.end - 1]);
        let cut = facedown(&["verify", &path]);
        cut.fails(65, &format!("entry {number}, by {author}, breaks off"));
        let path = chain_file("cut-early", &CHAIN[..range.start + 3]);
        facedown(&["verify", &path]).fails(65, &format!("entry {number} breaks off"));
    }
    for end in [5, 22, 29, 40, ranges[0].start - 1] {
        let path = chain_file("cut-beginning", &CHAIN[..end]);
        assert_eq!(facedown(&["verify", &path]).code, Some(65), "{end}");
    }
}

#[test]
fn what_is_cut_off_at_the_end_shows_by_the_head() {
    let (chain, ranges) = parts();
    let head = hex(chain.head());
    let whole = chain_file("whole", &CHAIN);
    let told = facedown(&["verify", &whole, "--head", &head]).succeeds();
    assert!(told.out.contains("it ends at the head that you named"), "{}", told.out);
    let cut = chain_file("shortened", &CHAIN[..ranges[60].start]);
    let told = facedown(&["verify", &cut]).succeeds();
    assert!(told.out.contains("not closed"), "{}", told.out);
    let told = facedown(&["verify", &cut, "--head", &head]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("entries were cut off or added"), "{}", told.out);
    let found = facedown(&["verify", &cut, "--json", "--head", &head]);
    assert_eq!(found.lines()[0]["flaws"][0]["kind"], "other-head");
    for short in ["", "3ea9", &head.replacen(|_| true, "x", 1), &format!("{head}0")] {
        facedown(&["verify", &whole, "--head", short]).fails(2, "64 hexadecimal digits");
    }
    facedown(&["verify", &whole, &cut, "--head", &head]).fails(2, "one at a time");
    facedown(&["verify", &fixture("herding-cats-2.json"), "--head", &head])
        .fails(2, "this is not a chain");
    facedown(&["verify", &whole, "--commitment", &head]).fails(2, "--head");
}

#[test]
fn entries_that_are_moved_doubled_or_dropped_are_found() {
    let (_, ranges) = parts();
    let join = |order: Vec<&Range<usize>>| {
        let mut bytes = CHAIN[..ranges[0].start].to_vec();
        for range in order {
            bytes.extend(&CHAIN[range.clone()]);
        }
        bytes
    };
    for at in [2, 9, 13, 27, 40, 61] {
        let mut swapped: Vec<_> = ranges.iter().collect();
        swapped.swap(at, at + 1);
        let (entry, _) = blamed("swapped", &join(swapped));
        assert!(entry >= at, "{entry} is not moved");
        let mut doubled: Vec<_> = ranges.iter().collect();
        doubled.insert(at, &ranges[at]);
        let (entry, _) = blamed("doubled", &join(doubled));
        assert!(entry > at, "{entry} is not doubled");
        let mut dropped: Vec<_> = ranges.iter().collect();
        dropped.remove(at);
        let (entry, _) = blamed("dropped", &join(dropped));
        assert!(entry >= at, "{entry} is still there");
    }
}

#[test]
fn what_is_appended_is_no_entry() {
    let (_, ranges) = parts();
    let number = ranges.len();
    let with = |junk: &[u8]| [CHAIN.as_slice(), junk].concat();
    let path = chain_file("junk", &with(b"junk"));
    facedown(&["verify", &path]).fails(65, &format!("entry {number} breaks off"));
    let path = chain_file("much-junk", &with(&[0xff; 500]));
    facedown(&["verify", &path]).fails(65, &format!("entry {number} cannot be read"));
    let (entry, author) = blamed("zeros", &with(&[0; 105]));
    assert_eq!((entry, author), (number, 0));
    let again = CHAIN[ranges[3].clone()].to_vec();
    assert_eq!(blamed("again", &with(&again)).0, number);
}

/// An author who breaks the protocol is named.
#[test]
fn an_author_who_breaks_the_protocol_is_named() {
    let keys: Vec<_> = (1..3).map(|number| SigningKey::from_bytes(&[number; 32])).collect();
    let known = keys.iter().map(SigningKey::verifying_key).collect();
    let genesis = Genesis::new([7; 32], known).unwrap();
    let player = Player::new(genesis.clone(), Seat::new(1).unwrap(), keys[1].clone()).unwrap();
    let hasty = player.say(&Message::Ask(Request::Roll { sides: 6 }));
    let mut bytes = Chain::new(genesis).unwrap().to_bytes();
    facedown(&["verify", &chain_file("nothing-yet", &bytes)]).succeeds();
    bytes.extend(hasty.to_bytes());
    assert_eq!(blamed("hasty", &bytes), (0, 1));
    let told = facedown(&["verify", &chain_file("hasty", &bytes)]).out;
    assert!(told.contains("does not wait for this message"), "{told}");
    assert!(told.contains("it says: roll 6 sides"), "{told}");
}

#[test]
fn what_cannot_be_read_has_its_own_words() {
    let says = |name: &str, bytes: &[u8], code, words: &str| {
        let path = chain_file(name, bytes);
        facedown(&["verify", &path]).fails(code, words);
        facedown(&["verify", "--json", &path]).fails(code, words);
    };
    says("empty", b"", 65, "the file is empty");
    says("first-words", b"facedown/mental", 65, "breaks off in its first words");
    says("version", b"facedown/mental-poker/v9/chain etc", 65, "facedown/mental-poker/v1");
    says("no-genesis", b"facedown/mental-poker/v1/chain", 65, "the beginning of this chain");
    says("other", &[0xff; 200], 65, "neither a record");
    facedown(&["verify", env!("CARGO_TARGET_TMPDIR")]).fails(66, "is a directory");
    facedown(&["verify", "/no/such.chain"]).fails(66, "there is no file");
    let huge = Path::new(env!("CARGO_TARGET_TMPDIR")).join("huge.chain");
    File::create(&huge).unwrap().set_len(5 << 30).unwrap();
    facedown(&["verify", huge.to_str().unwrap()]).fails(66, "larger than 1 GiB");
    std::fs::remove_file(huge).unwrap();
}

#[test]
fn records_and_chains_are_checked_together() {
    let good = chain_file("mixed-good", &CHAIN);
    let mut bytes = CHAIN.clone();
    bytes[2000] ^= 1;
    let flawed = chain_file("mixed-flawed", &bytes);
    let cut = chain_file("mixed-cut", &CHAIN[..3000]);
    let record = fixture("herding-cats-3.json");
    let game = random_game(3, "a flawed game", &[]).record(Vec::new()).to_json();
    let wrong = file("mixed-wrong.json", tampered(&game, |record| record["outcome"] = Value::Null));
    let ok = |ran: &Ran| -> Vec<bool> {
        ran.lines().iter().map(|line| line["ok"].as_bool().unwrap()).collect()
    };
    let all = facedown(&["verify", "--json", &good, &record]).succeeds();
    assert_eq!(ok(&all), [true, true]);
    let all = facedown(&["verify", "--json", &record, &flawed, &good, &wrong]);
    assert_eq!((all.code, ok(&all)), (Some(1), vec![true, false, true, false]));
    let all = facedown(&["verify", "--json", &cut, &flawed, &record, &good]);
    assert_eq!((all.code, ok(&all)), (Some(65), vec![false, false, true, true]));
    let told = facedown(&["verify", &record, &good, "--log"]).succeeds().out;
    assert!(
        told.contains("herding-cats, 3 seats") && told.contains("a chain of 3 players"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn a_chain_comes_through_a_pipe() {
    let told = facedown_reading(&["verify", "/dev/stdin"], CHAIN.as_slice()).succeeds();
    assert!(told.out.contains("a chain of 3 players"), "{}", told.out);
    let record = std::fs::read(fixture("herding-cats-2.json")).unwrap();
    facedown_reading(&["verify", "/dev/stdin"], record).succeeds();
}
