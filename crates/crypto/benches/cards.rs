//! What shuffling, proving and sharing cost, beside the bare operations of the group that they cannot do without.
//!
//! The references: for a shuffle one constant-time multiplication of the generator a mask and component; for
//! its verification one sum of `5N` products; for shares one constant-time multiplication a card.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use facedown_core::Seat;
use facedown_crypto::{
    Context, Face, Faces, JointKey, KeyPair, MaskedCard, Operation, Order, Secret, Shares,
    ShuffleProof, Shuffled, Wire,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

struct Deck {
    context: Context,
    key: KeyPair,
    joint: JointKey,
    cards: Vec<MaskedCard>,
}

fn deck(size: u16) -> (Deck, ChaCha20Rng) {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let keys = [KeyPair::random(&mut rng), KeyPair::random(&mut rng)];
    let joint = JointKey::new(keys.iter().map(KeyPair::share)).expect("a key");
    let faces: Vec<_> = (0..size).map(Face).collect();
    let fresh = Faces::default().bring(&[0; 32], 0, &faces, &joint);
    let context = Context {
        table: [0; 32],
        request: [0; 32],
        author: Seat::new(0).expect("a seat"),
        operation: Operation::Shuffle,
        pile: 0,
    };
    let [key, _] = keys;
    let cards = Shuffled::new(&context, &joint, &fresh, &Order::Random, key.secret(), &mut rng)
        .expect("a shuffle")
        .cards;
    (Deck { context, key, joint, cards }, rng)
}

fn shuffles(c: &mut Criterion) {
    let mut group = c.benchmark_group("shuffle");
    for size in [40, 52, 100] {
        let (deck, mut rng) = deck(size);
        let Deck { context, key, joint, cards } = &deck;
        let mut shuffle = || {
            Shuffled::new(context, joint, cards, &Order::Random, key.secret(), &mut rng)
                .expect("a shuffle")
        };
        let made = shuffle();
        let (after, proof) = (made.cards.clone(), made.proof.to_bytes());
        let encoded: Vec<_> = after.iter().map(Wire::to_bytes).collect();
        group.bench_function(format!("prove {size}"), |b| b.iter(&mut shuffle));
        group.bench_function(format!("decode and verify {size}"), |b| {
            b.iter(|| {
                let proof = ShuffleProof::from_bytes(&proof).expect("a proof");
                let after: Vec<_> = encoded
                    .iter()
                    .map(|card| MaskedCard::from_bytes(card).expect("a card"))
                    .collect();
                proof.verify(context, joint, cards, &after).expect("it holds");
            });
        });
    }
    group.finish();
}

fn shares(c: &mut Criterion) {
    let mut group = c.benchmark_group("shares");
    let (deck, mut rng) = deck(52);
    let Deck { context, key, cards, .. } = &deck;
    for size in [1, 52] {
        let cards = &cards[..size];
        let made = Shares::new(context, key, cards, &mut rng).to_bytes();
        group.bench_function(format!("make {size}"), |b| {
            b.iter(|| Shares::new(context, key, cards, &mut rng));
        });
        group.bench_function(format!("decode and verify {size}"), |b| {
            b.iter(|| {
                let shares = Shares::from_bytes(&made).expect("shares");
                assert!(shares.verify(context, key.share(), cards).is_ok());
            });
        });
    }
    group.finish();
}

fn bare(c: &mut Criterion) {
    let mut group = c.benchmark_group("bare");
    let mut rng = ChaCha20Rng::from_seed([2; 32]);
    let points: Vec<_> = (0..260).map(|_| *Secret::random(&mut rng).times_base().point()).collect();
    let scalars: Vec<Scalar> = (1_u64..=260).map(|n| Scalar::from(n).invert()).collect();
    group.bench_function("one constant-time multiplication", |b| {
        b.iter(|| black_box(&scalars[0]) * black_box(&points[0]));
    });
    group.bench_function("one multiplication of the generator", |b| {
        b.iter(|| RistrettoPoint::mul_base(black_box(&scalars[0])));
    });
    group.bench_function("a constant-time sum of 52 products", |b| {
        b.iter(|| RistrettoPoint::multiscalar_mul(&scalars[..52], &points[..52]));
    });
    group.bench_function("a sum of 260 products", |b| {
        b.iter(|| RistrettoPoint::vartime_multiscalar_mul(&scalars, &points));
    });
    group.bench_function("one encoding", |b| b.iter(|| black_box(&points[0]).compress()));
    group.finish();
}

criterion_group!(benches, shuffles, shares, bare);
criterion_main!(benches);
