//! `facedown verify` on proofs that a relay has stamped two things with one number.

use std::fs;
use std::path::PathBuf;

use ed25519_dalek::SigningKey;
use facedown_core::{Game, Seat};
use facedown_crypto::Codec;
use facedown_games::herding_cats::{HerdingCats, Options};
use facedown_machine::{Agreed, StampFault, StampLog};
use facedown_peers::StampedChain;
use facedown_protocol::relay::{Hex, PeerTableInfo, Stamps};
use serde_json::{Value, json};

use crate::common::facedown;

/// A chain of a table without entries, and a proof against its relay. Each nonce makes another table.
fn files(nonce: u8) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let public = |n: u8| Hex(SigningKey::from_bytes(&[n; 32]).verifying_key().to_bytes());
    let seat = |n: u8| json!({ "name": format!("Player {n}"), "key": public(n), "nonce": Hex([n + nonce; 32]) });
    let info = json!({
        "id": "t1", "game": HerdingCats::NAME, "rules": HerdingCats::RULES,
        "options": Options::default(), "seats": [seat(1), seat(2)], "think": 0, "grace": 60,
        "escrow": null, "private": false, "relay": public(9), "state": "playing", "entries": 0,
        "created": 0,
    });
    let info: PeerTableInfo = serde_json::from_value(info).unwrap();
    let genesis = Agreed::to(&info).genesis::<HerdingCats>(&info).unwrap();
    let relay = SigningKey::from_bytes(&[9; 32]);
    let stamps = Stamps::new(&genesis.to_bytes());
    let [one, other] = [b"one", b"two"]
        .map(|entry| stamps.stamp(&relay, 5, Seat::new(0).unwrap(), entry.to_vec()).to_bytes());
    let mut log = StampLog::new(relay.verifying_key(), &genesis.to_bytes());
    let _ = log.take(&one).unwrap();
    let Err(StampFault::Convicted(proof)) = log.take(&other) else { panic!("it is convicted") };
    let folder = tempfile::tempdir().unwrap();
    let (chain, file) = (folder.path().join("t1.chain"), folder.path().join("relay-t1.proof"));
    fs::write(&chain, StampedChain { genesis, entries: Vec::new() }.to_bytes()).unwrap();
    fs::write(&file, proof.to_json()).unwrap();
    (folder, chain, file)
}

/// What `facedown verify` writes, and its exit code.
fn verify(args: &[&str], files: &[&PathBuf]) -> (String, Option<i32>) {
    let files = files.iter().map(|file| file.to_str().unwrap());
    let args: Vec<&str> =
        std::iter::once("verify").chain(args.iter().copied()).chain(files).collect();
    let ran = facedown(&args);
    (format!("{}{}", ran.out, ran.err), ran.code)
}

#[test]
fn a_proof_convicts_the_relay_of_a_table() {
    let (_folder, chain, proof) = files(100);
    let (said, code) = verify(&[], &[&proof]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("it has stamped two different things with number 0"), "{said}");
    assert!(said.contains("this convicts the relay with the key"), "{said}");
    assert!(said.contains("name a chain of your table before it"), "{said}");
    let (said, _) = verify(&[], &[&chain, &proof]);
    assert!(said.contains("that is the relay and the table of"), "{said}");
    let (said, code) = verify(&["--json"], &[&proof]);
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((code, &found["ok"], &found["number"]), (Some(0), &json!(true), &json!(0)));
}

#[test]
fn a_proof_about_another_table_or_a_changed_one_proves_nothing() {
    let (_folder, _, proof) = files(100);
    let (_other, chain, _) = files(150);
    let (said, code) = verify(&[], &[&chain, &proof]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("that is not the relay and the table of"), "{said}");
    let text = fs::read_to_string(&proof).unwrap();
    let mut changed: Value = serde_json::from_str(&text).unwrap();
    changed["one"] = changed["other"].clone();
    fs::write(&proof, changed.to_string()).unwrap();
    let (said, code) = verify(&[], &[&proof]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("it proves nothing"), "{said}");
    for (key, value) in [("one", json!("?")), ("extra", json!(1)), ("relay", json!("00"))] {
        let mut changed: Value = serde_json::from_str(&text).unwrap();
        changed[key] = value;
        fs::write(&proof, changed.to_string()).unwrap();
        let (said, code) = verify(&[], &[&proof]);
        assert_eq!(code, Some(65), "{said}");
        assert!(said.contains("this is no proof"), "{said}");
    }
    fs::write(&proof, &text).unwrap();
    let (said, code) = verify(&["--head", &"0".repeat(64)], &[&proof]);
    assert_eq!(code, Some(2), "{said}");
}
