//! Test vectors that are never rewritten: chain files with stamps must verify for ever.

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use serde::{Deserialize, Serialize};

use super::{Base64, Hex, Join, SeatProof, Stamped, Stamps};
use crate::text::{Name, TableId};

const FILE: &str = include_str!("../../tests/vectors/relay.json");

/// What one relay with the secret key 0x11… and one player with the secret key 0x22… have signed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Vectors {
    relay: Hex<32>,
    player: Hex<32>,
    join: Hex<64>,
    hello: Hex<64>,
    stamps: Vec<Stamp>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Stamp {
    bytes: Base64,
    digest: Hex<32>,
}

fn vectors() -> Vectors {
    let [relay, player] = [0x11, 0x22].map(|byte| SigningKey::from_bytes(&[byte; 32]));
    let relay_key = Hex(relay.verifying_key().to_bytes());
    let table = TableId::new("kept-table").unwrap();
    let name = Name::new("Zoë").unwrap();
    let join = Join::sign(&player, &relay_key, &table, name, [0x33; 32]);
    let hello = SeatProof::sign(&player, &relay_key, &table, &Hex([0x44; 32]));
    let mut at = Stamps::new(b"the genesis of the kept table");
    let mut stamps = Vec::new();
    for (time, seat, entry) in [(0, 0, vec![]), (1_234, 3, vec![0x55; 40]), (1_234, 5, vec![0xff])]
    {
        let stamped = at.stamp(&relay, time, Seat::new(seat).unwrap(), entry);
        at = at.check(&relay.verifying_key(), &stamped).unwrap();
        stamps.push(Stamp { bytes: Base64(stamped.to_bytes()), digest: Hex(*at.before()) });
    }
    Vectors {
        relay: relay_key,
        player: join.key,
        join: join.signature,
        hello: hello.signature,
        stamps,
    }
}

#[test]
fn the_same_things_are_signed_as_ever() {
    let kept: Vectors = serde_json::from_str(FILE).unwrap();
    assert_eq!(kept, vectors());
    for stamp in &kept.stamps {
        let stamped = Stamped::from_bytes(&stamp.bytes.0).unwrap();
        assert_eq!(stamped.to_bytes(), stamp.bytes.0);
    }
}
