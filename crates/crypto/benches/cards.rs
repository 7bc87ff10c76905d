//! The cost of the steps of a table, compared with the group operations that they require.
//!
//! Each group has a reference that does only these operations, in the same run. For `N` cards they are
//!
//! - **shuffle and prove**: `2N` constant-time multiplications of a fixed point for the masks, 7 constant-time sums of `N`
//!   products for the argument, `2N + 8` encodings;
//! - **decode and verify**: `2N + 8` decodings and one sum of `5N + 11` products;
//! - **shares with proof**: `N` constant-time multiplications and a sum of `N` products with short weights;
//! - **decode and verify shares**: `N + 2` decodings and one sum of `2N + 4` products;
//! - **tutor**: all of these, added up over all players, each of whom checks what the others say: shares of all but the
//!   owner, one multiplication a card for the owner to read it, its own shuffle of `N` and the others' of `N − 1`. Signatures
//!   and the chain are not in the reference.
//!
//! A tutor can be faster than its reference, because several of its proofs are verified in one batch.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use facedown_crypto::table::{ChainEntry, Genesis, Message, Pile, Player, Request};
use facedown_crypto::{
    Batch, Codec, Context, FaceNumber, Faces, JointKey, KeyPair, MaskedCard, Operation,
    OutputOrder, Shares, ShuffleProof, Shuffled,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

/// A deck as large as the usual one.
const CARDS: u16 = 52;

/// The operations of the group, on points and scalars that mean nothing.
struct Bare {
    scalars: Vec<Scalar>,
    weights: Vec<Scalar>,
    points: Vec<RistrettoPoint>,
    encodings: Vec<CompressedRistretto>,
}

impl Bare {
    fn new() -> Self {
        let scalars: Vec<Scalar> = (1_u64..=600).map(|n| Scalar::from(n).invert()).collect();
        let weights = (1_u128..=600).map(|n| Scalar::from((u128::MAX / 3).wrapping_mul(n)));
        let points: Vec<_> = scalars.iter().map(RistrettoPoint::mul_base).collect();
        let encodings = points.iter().map(RistrettoPoint::compress).collect();
        Self { weights: weights.collect(), scalars, points, encodings }
    }

    fn multiply_fixed(&self, count: usize) {
        self.scalars[..count].iter().for_each(|s| _ = black_box(RistrettoPoint::mul_base(s)));
    }

    fn multiply(&self, count: usize) {
        let scalar = black_box(&self.scalars[0]);
        self.points[..count].iter().for_each(|point| _ = black_box(scalar * point));
    }

    fn encode(&self, count: usize) {
        self.points[..count].iter().for_each(|point| _ = black_box(point.compress()));
    }

    fn decode(&self, count: usize) {
        self.encodings[..count].iter().for_each(|bytes| _ = black_box(bytes.decompress()));
    }

    fn secret_sum(&self, count: usize) {
        let (scalars, points) = (&self.scalars[..count], &self.points[..count]);
        black_box(RistrettoPoint::multiscalar_mul(scalars, points));
    }

    fn sum(&self, scalars: &[Scalar], count: usize) {
        let (scalars, points) = (&scalars[..count], &self.points[..count]);
        black_box(RistrettoPoint::vartime_multiscalar_mul(scalars, points));
    }

    fn shuffle(&self, cards: usize) {
        self.multiply_fixed(2 * cards);
        (0..7).for_each(|_| self.secret_sum(cards));
        self.encode(2 * cards + 8);
    }

    fn verify(&self, cards: usize) {
        self.decode(2 * cards + 8);
        self.sum(&self.scalars, 5 * cards + 11);
    }

    fn share(&self, cards: usize) {
        self.multiply(cards);
        self.sum(&self.weights, cards);
    }

    fn verify_shares(&self, cards: usize) {
        self.decode(cards + 2);
        self.sum(&self.scalars, 2 * cards + 4);
    }

    fn tutor(&self, players: usize, cards: usize) {
        let others = players - 1;
        (0..others).for_each(|_| self.share(cards));
        (0..others * others).for_each(|_| self.verify_shares(cards));
        self.multiply(cards);
        self.shuffle(cards);
        (0..others).for_each(|_| self.verify(cards));
        (0..others).for_each(|_| self.shuffle(cards - 1));
        (0..others * others).for_each(|_| self.verify(cards - 1));
    }
}

/// A deck that was shuffled, and a player who holds a part of its key.
struct Deck {
    context: Context,
    key: KeyPair,
    joint: JointKey,
    cards: Vec<MaskedCard>,
    rng: ChaCha20Rng,
}

impl Deck {
    fn new() -> Self {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let keys = [KeyPair::random(&mut rng), KeyPair::random(&mut rng)];
        let joint = JointKey::new(keys.iter().map(KeyPair::share)).expect("a key");
        let faces: Vec<_> = (0..CARDS).map(FaceNumber).collect();
        let fresh = Faces::default().bring(&[0; 32], 0, &faces, &joint);
        let context = Context {
            table: [0; 32],
            request: [0; 32],
            author: Seat::new(0).expect("a seat"),
            operation: Operation::Shuffle,
            pile: 0,
        };
        let [key, _] = keys;
        let mut deck = Self { context, key, joint, cards: fresh, rng };
        deck.cards = deck.shuffle().cards;
        deck
    }

    fn shuffle(&mut self) -> Shuffled {
        let Self { context, key, joint, cards, rng } = self;
        Shuffled::new(context, joint, cards, &OutputOrder::Random, key.secret(), rng)
            .expect("a shuffle")
    }
}

fn reference(group: &mut BenchmarkGroup<'_, WallTime>, mut bare: impl FnMut()) {
    group.bench_function("reference: the bare operations of the group", |b| b.iter(&mut bare));
}

fn shuffles(c: &mut Criterion) {
    let (bare, mut deck) = (Bare::new(), Deck::new());
    let size = usize::from(CARDS);
    let mut group = c.benchmark_group("52 cards, a shuffle");
    reference(&mut group, || bare.shuffle(size));
    group.bench_function("shuffle and prove", |b| b.iter(|| deck.shuffle()));
    group.finish();

    let made = deck.shuffle();
    let (proof, after) = (made.proof.to_bytes(), made.cards.iter().map(Codec::to_bytes));
    let after: Vec<_> = after.collect();
    let mut group = c.benchmark_group("52 cards, the check of a shuffle");
    reference(&mut group, || bare.verify(size));
    group.bench_function("decode and verify", |b| {
        b.iter(|| {
            let read = |card: &Vec<u8>| MaskedCard::from_bytes(card).expect("a card");
            let after: Vec<_> = after.iter().map(read).collect();
            let proof = ShuffleProof::from_bytes(&proof).expect("a proof");
            proof.verify(&deck.context, &deck.joint, &deck.cards, &after).expect("it holds");
        });
    });
    group.finish();
}

fn shares(c: &mut Criterion) {
    let (bare, deck) = (Bare::new(), Deck::new());
    let size = usize::from(CARDS);
    let Deck { context, key, cards, mut rng, .. } = deck;
    let mut group = c.benchmark_group("52 cards, shares of all");
    reference(&mut group, || bare.share(size));
    group.bench_function("shares with proof", |b| {
        b.iter(|| Shares::new(&context, &key, &cards, &mut rng));
    });
    group.finish();

    let made = Shares::new(&context, &key, &cards, &mut rng).to_bytes();
    let mut group = c.benchmark_group("52 cards, the check of shares");
    reference(&mut group, || bare.verify_shares(size));
    group.bench_function("decode and verify", |b| {
        b.iter(|| {
            let shares = Shares::from_bytes(&made).expect("shares");
            assert!(shares.verify(&context, key.share(), &cards).is_ok());
        });
    });
    group.finish();
}

/// Verifies the shuffles of four players one by one and in a batch.
fn folded(c: &mut Criterion) {
    let mut deck = Deck::new();
    let steps: Vec<_> = (0..4)
        .map(|_| {
            let made = deck.shuffle();
            let before = std::mem::replace(&mut deck.cards, made.cards.clone());
            (before, made.cards, made.proof)
        })
        .collect();
    let Deck { context, joint, .. } = deck;
    let mut group = c.benchmark_group("52 cards, the check of four shuffles");
    group.bench_function("reference: one by one", |b| {
        b.iter(|| {
            for (before, after, proof) in &steps {
                proof.verify(&context, &joint, before, after).expect("it holds");
            }
        });
    });
    group.bench_function("folded into one", |b| {
        b.iter(|| {
            let mut fold = Batch::default();
            for (before, after, proof) in &steps {
                fold.add(proof.equation(&context, &joint, before, after).expect("sizes"));
            }
            assert!(fold.holds());
        });
    });
    group.finish();
}

const LIBRARY: Pile = Pile(0);
const HAND: Pile = Pile(1);

/// Players with a shuffled library.
struct Players(Vec<Player>, ChaCha20Rng);

impl Players {
    fn sit_down(players: u8, cards: u16) -> Self {
        let signing: Vec<_> = (0..players).map(|n| SigningKey::from_bytes(&[n + 1; 32])).collect();
        let identities = signing.iter().map(SigningKey::verifying_key).collect();
        let genesis = Genesis::new([0; 32], identities).expect("a genesis");
        let player = |(n, key)| {
            Player::new(genesis.clone(), Seat::new(n).expect("a seat"), key).expect("a player")
        };
        let players = (0..).zip(signing).map(player).collect();
        let mut players = Self(players, ChaCha20Rng::from_seed([3; 32]));
        players.settle();
        let faces = (0..cards).map(FaceNumber).collect();
        let entry = players.0[0].say(&Message::Bring { pile: LIBRARY, common: true, faces });
        players.tell(&entry);
        players.ask(Request::Shuffle { pile: LIBRARY });
        players
    }

    fn ask(&mut self, request: Request) {
        let entry = self.0[0].ask(request);
        self.tell(&entry);
        self.settle();
    }

    fn tell(&mut self, entry: &ChainEntry) {
        self.0.iter_mut().for_each(|player| player.hear(entry).expect("it is right"));
    }

    /// Sends everything that is due.
    fn settle(&mut self) {
        while let Some(seat) = self.0[0].table().waiting_on().iter().next() {
            let due = self.0[seat.index()].due(&mut self.1).expect("what is due");
            let Some(entry) = due else { break };
            self.tell(&entry);
        }
    }

    /// The total time of all players for one tutor. The card goes back afterwards.
    fn tutor(&mut self) -> Duration {
        let start = Instant::now();
        self.ask(Request::Tutor { pile: LIBRARY, to: HAND });
        let entry = self.0[0].take(3, &mut self.1).expect("a card");
        self.tell(&entry);
        self.settle();
        let time = start.elapsed();
        self.ask(Request::Return { from: HAND, place: 0, pile: LIBRARY });
        time
    }
}

fn tutors(c: &mut Criterion) {
    let bare = Bare::new();
    for (players, cards) in [(2_u8, 40_u16), (4, 100)] {
        let name = format!("{players} players, {cards} cards, a whole tutor");
        let mut group = c.benchmark_group(name);
        reference(&mut group, || bare.tutor(usize::from(players), usize::from(cards)));
        let mut table = Players::sit_down(players, cards);
        group.bench_function("everybody's work", |b| {
            b.iter_custom(|times| (0..times).map(|_| table.tutor()).sum());
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = shuffles, shares, folded, tutors
}
criterion_main!(benches);
