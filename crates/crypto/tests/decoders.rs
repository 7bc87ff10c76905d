//! Runs the bodies of the fuzz targets on random bytes and on changed real values.

mod bodies;

use bodies::seeds;
use facedown_crypto::places;
use facedown_crypto::{
    Blinded, Codec, Complaint, Dealing, Dleq, FaceCode, KeyOpening, MaskedCard, Point, Rekeyed,
    Remasked, SealedSecret, SealingOffer, SecretList, Shares, ShuffleProof, TuckProof, Tucked,
};
use proptest::prelude::*;
use proptest::sample::Index;

/// 32 bytes at the edges of what is a point or a scalar: 0, 1, the order, the order and one, the prime, all ones, `G`.
fn edges() -> [[u8; 32]; 7] {
    const ORDER: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let mut one = [0; 32];
    one[0] = 1;
    let mut next = ORDER;
    next[0] += 1;
    let mut prime = [0xff; 32];
    (prime[0], prime[31]) = (0xed, 0x7f);
    [[0; 32], one, ORDER, next, prime, [0xff; 32], *Point::base().as_bytes()]
}

/// One change of some bytes.
#[derive(Clone, Debug)]
enum Change {
    Flip(Index, u8),
    Remove(Index),
    Insert(Index, u8),
    Cut(Index),
    /// Something at the edges in the place of a point or a scalar, counted from the end.
    Edge(Index, Index),
    /// One place becomes like another.
    Copy(Index, Index),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    prop_oneof![
        (place(), 1..=u8::MAX).prop_map(|(at, bits)| Change::Flip(at, bits)),
        place().prop_map(Change::Remove),
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Insert(at, byte)),
        place().prop_map(Change::Cut),
        (place(), place()).prop_map(|(at, edge)| Change::Edge(at, edge)),
        (place(), place()).prop_map(|(at, from)| Change::Copy(at, from)),
    ]
}

fn changed(mut bytes: Vec<u8>, changes: &[Change]) -> Vec<u8> {
    for change in changes {
        let length = bytes.len();
        let block = |at: &Index| (length >= 32).then(|| length - 32 * (1 + at.index(length / 32)));
        match change {
            _ if bytes.is_empty() => {}
            Change::Flip(at, bits) => bytes[at.index(length)] ^= bits,
            Change::Remove(at) => drop(bytes.remove(at.index(length))),
            Change::Insert(at, byte) => bytes.insert(at.index(length + 1), *byte),
            Change::Cut(at) => bytes.truncate(at.index(length)),
            Change::Edge(at, edge) => {
                if let Some(at) = block(at) {
                    bytes[at..at + 32].copy_from_slice(&edges()[edge.index(7)]);
                }
            }
            Change::Copy(at, from) => {
                if let (Some(at), Some(from)) = (block(at), block(from)) {
                    bytes.copy_within(from..from + 32, at);
                }
            }
        }
    }
    bytes
}

fn config(cases: u32) -> ProptestConfig {
    let rng_seed = proptest::test_runner::RngSeed::Fixed(1);
    ProptestConfig { cases, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

fn try_decoder<T: Codec>(target: &str) {
    let seeds = seeds(target);
    assert!(!seeds.is_empty(), "{target} has no seeds");
    for seed in &seeds {
        assert!(T::from_bytes(seed).is_ok(), "the control: a real {target} decodes");
        bodies::decodes_from_one_encoding::<T>(seed);
    }
    let changes = (any::<Index>(), prop::collection::vec(change(), 1..4));
    let input = prop_oneof![
        4 => changes.prop_map(move |(seed, changes)| changed(seed.get(&seeds).clone(), &changes)),
        1 => prop::collection::vec(any::<u8>(), 0..400),
    ];
    proptest!(config(512), |(bytes in input)| bodies::decodes_from_one_encoding::<T>(&bytes));
}

macro_rules! decoders {
    ($($target:ident: $type:ty;)*) => {$(
        #[test]
        fn $target() {
            try_decoder::<$type>(stringify!($target));
        }
    )*};
}

decoders! {
    shuffle_proof: ShuffleProof;
    shares: Shares;
    rekeyed: Rekeyed;
    remasked: Remasked;
    key_opening: KeyOpening;
    dleq: Dleq;
    masked_card: MaskedCard;
    point: Point;
    dealing: Dealing;
    sealed: SealedSecret;
    complaint: Complaint;
    tuck_proof: TuckProof;
    tucked: Tucked;
    face_code: FaceCode;
    secret_list: SecretList;
    blinded: Blinded;
    sealing_offer: SealingOffer;
    place_entry: places::Entry;
    place_genesis: places::Genesis;
    place_chain: places::Chain;
    place_task: places::Task;
    place_note: places::Note;
    place_proof: places::CardProof;
}

#[test]
fn a_changed_chain_of_places_is_refused_or_has_another_head() {
    bodies::a_changed_chain_of_places_has_another_head(&[]);
    proptest!(config(48), |(edits in prop::collection::vec(any::<u8>(), 5..20))| {
        bodies::a_changed_chain_of_places_has_another_head(&edits);
    });
}

#[test]
fn any_signed_entry_is_accepted_or_refused() {
    let seeds = seeds("place_signed");
    for seed in &seeds {
        bodies::places::any_signed_entry_is_accepted_or_refused(seed);
    }
    // Every entry of a game at every point of it, by any player, also changed.
    let changes =
        (any::<Index>(), any::<[u8; 3]>(), any::<bool>(), prop::collection::vec(change(), 0..3));
    let input = changes.prop_map(move |(seed, beginning, there, changes)| {
        let seed = seed.get(&seeds);
        let payload = changed(seed[3..].to_vec(), &changes);
        let beginning = if there { [seed[0], seed[1], seed[2]] } else { beginning };
        [&beginning[..], &payload].concat()
    });
    proptest!(config(512), |(bytes in input)| {
        bodies::places::any_signed_entry_is_accepted_or_refused(&bytes);
    });
}
