//! Tests of `facedown verify` with chains: a chain of the demo is valid, and any change names an entry and its author.

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::LazyLock;

use facedown_crypto::places::{Chain, Entry, Genesis, Seated};
use facedown_crypto::{Codec, Writer};
use serde_json::{Value, json};

use crate::common::{Ran, facedown, facedown_reading, file, fixture, random_game, tampered};

const MAGIC: &str = "facedown/mental-poker/v2/chain";

/// The chain of a demo with three players, and its head.
static CHAIN: LazyLock<(Vec<u8>, String)> = LazyLock::new(|| {
    let path = file("evening.chain", "");
    let words = ["mental-poker", "demo", "-p", "3", "-b", "random", "--seed", "x", "--json"];
    let ran = facedown(&[&words[..], &["--out", &path]].concat()).succeeds();
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    (std::fs::read(path).unwrap(), told["chain"]["head"].as_str().unwrap().to_owned())
});

/// The chain, and the range of bytes of each entry.
fn parts() -> (&'static [u8], Chain, Vec<Range<usize>>) {
    let bytes = CHAIN.0.as_slice();
    let chain = Chain::from_bytes(bytes).unwrap();
    let mut from = bytes.len() - chain.entries.iter().map(Entry::size).sum::<usize>();
    let range = |entry: &Entry| {
        from += entry.size();
        from - entry.size()..from
    };
    let ranges = chain.entries.iter().map(range).collect();
    (bytes, chain, ranges)
}

/// Writes a chain to a file.
fn chain_file(name: &str, bytes: &[u8]) -> String {
    file(&format!("{name}.chain"), bytes)
}

/// Returns the wrong entry and its author, and checks the message, the exit code and that nobody is convicted.
#[track_caller]
fn blamed(name: &str, bytes: &[u8]) -> (usize, usize) {
    let path = chain_file(name, bytes);
    let found = facedown(&["verify", "--json", &path]);
    found.fails(1, "");
    let found = found.lines().pop().unwrap();
    let flaw = &found["flaws"][0];
    assert_eq!((&found["ok"], &found["kind"]), (&json!(false), &json!("chain")), "{found}");
    assert_eq!(flaw["convicted"], Value::Null, "whoever changes a chain convicts nobody");
    let entry = usize::try_from(flaw["entry"].as_u64().unwrap()).unwrap();
    let author = usize::try_from(flaw["author"].as_u64().unwrap()).unwrap();
    let told = facedown(&["verify", &path]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains(&format!("✗ entry {entry}, by seat {author}")), "{}", told.out);
    (entry, author)
}

#[test]
fn what_the_demo_writes_holds() {
    let (bytes, chain, _) = parts();
    let path = chain_file("good", bytes);
    let told = facedown(&["verify", &path]).succeeds().out;
    let entries = chain.entries.len();
    for says in [
        &format!(
            "a chain of {}, played by Ann, Ben, Cleo, {entries} entries",
            facedown_games::NAMES[0]
        ),
        "every entry is signed",
        "every proof holds",
        "the keys are open",
        "the outcome follows",
        &CHAIN.1,
        "Compare it",
        "Watch it",
    ] {
        assert!(told.contains(says), "{says:?} is not said: {told}");
    }
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    assert_eq!((&found["head"], &found["ending"]), (&json!(CHAIN.1), &json!("closed")));
    assert_eq!((&found["flaws"], &found["refused"]), (&json!([]), &json!(0)));
    assert_eq!((&found["judged"], &found["bytes"]), (&found["actions"], &json!(bytes.len())));
}

#[test]
fn the_log_has_one_line_an_entry() {
    let (bytes, chain, ranges) = parts();
    let path = chain_file("log", bytes);
    let told = facedown(&["verify", "--log", &path]).succeeds().out;
    for (number, entry) in chain.entries.iter().enumerate() {
        let line = told.lines().nth(number + 1).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        let author = entry.author().index().to_string();
        assert_eq!(words[..3], [&number.to_string(), "seat", &author], "{line}");
    }
    let found = facedown(&["verify", "--log", "--json", &path]).succeeds().lines().pop().unwrap();
    let log = found["log"].as_array().unwrap();
    assert_eq!(log.len(), chain.entries.len());
    let first = json!({ "entry": 0, "author": 0, "what": "a key", "bytes": 166, "accepted": true });
    assert_eq!(log[0], first);
    assert!(log.iter().any(|line| line["what"].as_str().unwrap().contains(r#""type""#)));
    assert_eq!(log.last().unwrap()["what"], "opens its keys");
    // What is refused is marked.
    let mut changed = bytes.to_vec();
    changed[ranges[9].end - 1] ^= 1;
    let path = chain_file("log-flawed", &changed);
    let told = facedown(&["verify", "--log", &path]);
    assert!(told.out.lines().nth(10).unwrap().contains("9 ✗ seat"), "{}", told.out);
}

#[test]
fn every_byte_counts() {
    let (bytes, chain, ranges) = parts();
    let mut files = Vec::new();
    // The head and the author of an entry, its kind and length, something in its payload, and its signature.
    for (number, range) in ranges.iter().enumerate().step_by(11) {
        for at in [0, 20, 32, 33, 34, 40, range.len() - 1] {
            let mut changed = bytes.to_vec();
            changed[range.start + at] ^= 1;
            files.push((number, at, chain_file(&format!("flip-{number}-{at}"), &changed)));
        }
    }
    let paths: Vec<&str> = files.iter().map(|(_, _, path)| path.as_str()).collect();
    let ran = facedown(&[&["verify", "--json"], &paths[..]].concat());
    assert!(matches!(ran.code, Some(1 | 65)), "{ran:?}");
    for ((number, at, path), found) in files.iter().zip(ran.lines()) {
        assert_eq!(found["ok"], false, "{path}");
        if found["flaws"].is_array() {
            assert_eq!(found["flaws"][0]["entry"], json!(number), "{found}");
            assert_eq!(found["flaws"][0]["convicted"], Value::Null, "{found}");
            // The author that the entry names is reported.
            let author = chain.entries[*number].author().index();
            let written = if *at == 32 { author ^ 1 } else { author };
            assert_eq!(found["flaws"][0]["author"], json!(written), "{found}");
        } else {
            // A changed length or kind: what follows cannot be decoded.
            assert!([33, 34].contains(at), "{found}");
            assert!(found["error"].as_str().unwrap().contains("entry "), "{found}");
        }
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_beginning_counts_too() {
    let (bytes, _, ranges) = parts();
    for at in [MAGIC.len(), MAGIC.len() + 30, ranges[0].start - 40, ranges[0].start - 1] {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        let path = chain_file(&format!("beginning-{at}"), &changed);
        let ran = facedown(&["verify", &path]);
        assert!(matches!(ran.code, Some(1 | 65)), "{at}: {ran:?}");
        let says = ran.out + &ran.err;
        assert!(
            ["entry 0, by seat 0", "the beginning", "a game called"]
                .iter()
                .any(|it| says.contains(it)),
            "{at}: {says}"
        );
    }
    for at in [0, 12, MAGIC.len() - 1] {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        let path = chain_file(&format!("beginning-{at}"), &changed);
        assert_eq!(facedown(&["verify", &path]).code, Some(65), "{at}");
    }
}

#[test]
fn a_chain_that_breaks_off_says_where() {
    let (bytes, chain, ranges) = parts();
    for (number, range) in ranges.iter().enumerate().step_by(23) {
        let author = chain.entries[number].author();
        let path = chain_file("cut", &bytes[..range.end - 1]);
        let cut = facedown(&["verify", &path]);
        cut.fails(65, &format!("entry {number}, by {author}, breaks off"));
        let path = chain_file("cut-early", &bytes[..range.start + 3]);
        facedown(&["verify", &path]).fails(65, &format!("entry {number} breaks off"));
    }
    for end in [5, 22, 29, 40, ranges[0].start - 1] {
        let path = chain_file("cut-beginning", &bytes[..end]);
        assert_eq!(facedown(&["verify", &path]).code, Some(65), "{end}");
    }
}

#[test]
fn what_is_cut_off_at_the_end_shows_by_the_head() {
    let (bytes, _, ranges) = parts();
    let head = &CHAIN.1;
    let whole = chain_file("whole", bytes);
    let told = facedown(&["verify", &whole, "--head", head]).succeeds();
    assert!(told.out.contains("it ends at the head that you named"), "{}", told.out);
    let cut = chain_file("shortened", &bytes[..ranges[ranges.len() / 2].start]);
    let told = facedown(&["verify", &cut]).succeeds();
    assert!(told.out.contains("the keys are not open"), "{}", told.out);
    assert!(told.out.contains("the game is not over"), "{}", told.out);
    let told = facedown(&["verify", &cut, "--head", head]);
    assert_eq!(told.code, Some(1));
    assert!(told.out.contains("entries were cut off or added"), "{}", told.out);
    let found = facedown(&["verify", &cut, "--json", "--head", head]);
    assert_eq!(found.lines()[0]["flaws"][0]["kind"], "other-head");
    for short in ["", "3ea9", &head.replacen(|_| true, "x", 1), &format!("{head}0")] {
        facedown(&["verify", &whole, "--head", short]).fails(2, "64 hexadecimal digits");
    }
    facedown(&["verify", &whole, &cut, "--head", head]).fails(2, "one at a time");
    facedown(&["verify", &fixture("herding-cats-2.json"), "--head", head])
        .fails(2, "this is not a chain");
    facedown(&["verify", &whole, "--commitment", head]).fails(2, "--head");
    let nothing = chain_file("nothing-yet", &bytes[..ranges[0].start]);
    facedown(&["verify", &nothing]).succeeds();
}

#[test]
fn entries_that_are_dropped_are_missed_and_doubled_ones_count_once() {
    let (bytes, _, ranges) = parts();
    let join = |order: &[&Range<usize>]| {
        let mut joined = bytes[..ranges[0].start].to_vec();
        for &range in order {
            joined.extend(&bytes[range.clone()]);
        }
        joined
    };
    for at in [2, 9, 13, 20] {
        let mut dropped: Vec<_> = ranges.iter().collect();
        dropped.remove(at);
        let (entry, _) = blamed("dropped", &join(&dropped));
        assert!(entry >= at, "{entry} is still there");
        let mut doubled: Vec<_> = ranges.iter().collect();
        doubled.insert(at, &ranges[at]);
        let path = chain_file("doubled", &join(&doubled));
        let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
        assert_eq!((&found["late"], &found["head"]), (&json!(1), &json!(CHAIN.1)));
    }
    // The last entry of a step and the first of the next.
    let mut swapped: Vec<_> = ranges.iter().collect();
    swapped.swap(2, 3);
    assert_eq!(blamed("swapped", &join(&swapped)).0, 2);
    // Entries of one step may come in any order.
    let mut swapped: Vec<_> = ranges.iter().collect();
    swapped.swap(0, 1);
    let path = chain_file("same-step", &join(&swapped));
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    assert_eq!(found["head"], json!(CHAIN.1));
}

#[test]
fn what_is_appended_is_no_entry() {
    let (bytes, _, ranges) = parts();
    let number = ranges.len();
    let with = |junk: &[u8]| [bytes, junk].concat();
    let path = chain_file("junk", &with(b"junk"));
    facedown(&["verify", &path]).fails(65, &format!("entry {number} breaks off"));
    let path = chain_file("much-junk", &with(&[0xff; 500]));
    facedown(&["verify", &path]).fails(65, &format!("entry {number} cannot be read"));
    assert_eq!(blamed("zeros", &with(&[0; 102])), (number, 0));
}

#[test]
fn terms_of_no_game_are_refused_in_words() {
    let seated = (1..3).map(|seed| Seated::new(&[seed; 32], [seed; 32])).collect();
    let says = |name: &str, terms: &str, words: &str| {
        let genesis = Genesis::new(terms.as_bytes().to_vec(), Vec::clone(&seated)).unwrap();
        let mut to = Writer::default();
        Chain::new(genesis).write(&mut to);
        let path = chain_file(name, &to.into_bytes());
        facedown(&["verify", &path]).fails(65, words);
        facedown(&["replay", &path]).fails(65, words);
    };
    let terms = |game: &str, version: u32, options: &str| {
        format!(
            r#"{{"facedown":{version},"game":"{game}","rules":1,"options":{options},"names":["Ann","Ben"],"think":0,"grace":120}}"#
        )
    };
    says("no-terms", "nonsense", "no terms of a table");
    says("other-version", &terms("solitaire", 9, "{}"), "version 9");
    says("no-game", &terms("solitaire", 1, "{}"), "a game called \"solitaire\"");
    says("lazy-options", &terms("texas-42", 1, "{}"), "not written as texas-42 writes them");
    let options = facedown_games::texas_42::Options::default();
    let options = serde_json::to_string(&options).unwrap();
    says("too-few", &terms("texas-42", 1, &options), "players");
}

#[test]
fn what_cannot_be_read_has_its_own_words() {
    let says = |name: &str, bytes: &[u8], code, words: &str| {
        let path = chain_file(name, bytes);
        facedown(&["verify", &path]).fails(code, words);
        facedown(&["verify", "--json", &path]).fails(code, words);
        facedown(&["replay", &path]).fails(code, words);
    };
    says("empty", b"", 65, "the file is empty");
    says("first-words", b"facedown/mental", 65, "breaks off in its first words");
    says("version", b"facedown/mental-poker/v9/chain etc", 65, MAGIC);
    says("old", b"facedown/mental-poker/v1/chain etc", 65, MAGIC);
    says("no-genesis", MAGIC.as_bytes(), 65, "the beginning of this chain");
    says("other", &[0xff; 200], 65, "neither a record");
    facedown(&["verify", env!("CARGO_TARGET_TMPDIR")]).fails(66, "is a directory");
    facedown(&["verify", "/no/such.chain"]).fails(66, "there is no file");
    let huge = Path::new(env!("CARGO_TARGET_TMPDIR")).join("huge.chain");
    File::create(&huge).unwrap().set_len(5 << 30).unwrap();
    facedown(&["verify", huge.to_str().unwrap()]).fails(66, "larger than 1 GiB");
    std::fs::remove_file(huge).unwrap();
}

#[test]
fn a_finished_chain_is_replayed_like_a_record() {
    let (bytes, _, ranges) = parts();
    let path = chain_file("replayed", bytes);
    let found = facedown(&["verify", "--json", &path]).succeeds().lines().pop().unwrap();
    let steps = facedown(&["replay", "--json", &path]).succeeds().lines();
    assert_eq!(json!(steps.len() - 1), found["actions"]);
    assert_eq!(steps.last().unwrap()["outcome"], found["outcome"]);
    assert!(steps.last().unwrap()["hindsight"].is_object());
    let told = facedown(&["views", &path, "--at", "0"]).succeeds().out;
    assert!(told.contains("seat 1 (Ben)"), "{told}");
    let cut = chain_file("not-replayed", &bytes[..ranges[ranges.len() - 1].start]);
    facedown(&["replay", &cut]).fails(65, "not every card of this chain can be read");
    facedown(&["play", "--resume", &path]).fails(2, "cannot be resumed");
    facedown(&["solve", &path]).fails(2, "");
}

#[test]
fn records_and_chains_are_checked_together() {
    let (bytes, _, ranges) = parts();
    let good = chain_file("mixed-good", bytes);
    let mut changed = bytes.to_vec();
    changed[ranges[5].start + 45] ^= 1;
    let flawed = chain_file("mixed-flawed", &changed);
    let cut = chain_file("mixed-cut", &bytes[..ranges[5].end - 5]);
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
    assert!(told.contains("herding-cats, 3 seats") && told.contains("a chain of "), "{told}");
}

#[cfg(unix)]
#[test]
fn a_chain_comes_through_a_pipe() {
    let told = facedown_reading(&["verify", "/dev/stdin"], CHAIN.0.as_slice()).succeeds();
    assert!(told.out.contains("a chain of "), "{}", told.out);
    let record = std::fs::read(fixture("herding-cats-2.json")).unwrap();
    facedown_reading(&["verify", "/dev/stdin"], record).succeeds();
}
