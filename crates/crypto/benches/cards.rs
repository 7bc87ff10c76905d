//! The cost of the steps of a table, compared with the group operations that they require.
//!
//! Each group has a reference that does only these operations, in the same run. For `N` cards they are
//!
//! - **shuffle and prove**: `2N` constant-time multiplications of a fixed point for the masks, 7 constant-time sums of `N`
//!   products for the argument, `2N + 8` encodings;
//! - **a prepared shuffle**: the reference is the whole shuffle; only the work from the deck to its proof is measured;
//! - **decode and verify**: `2N + 8` decodings and one sum of `5N + 11` products;
//! - **shares with proof**: `N` constant-time multiplications and a sum of `N` products with short weights;
//! - **decode and verify shares**: `N + 2` decodings and one sum of `2N + 4` products;
//! - **a secret list**: `2N + 1` constant-time multiplications of a fixed point and `2N + 1` encodings; to check it, `2N + 1`
//!   decodings and one sum of `N + 2` products;
//! - **an equality test** with one face: 4 constant-time multiplications for each player; to check it, 4 decodings and one sum of
//!   6 products;
//! - **a tutor**: what two players do together until one of them has searched a pile of 40 cards, taken one, and the rest is
//!   shuffled: the cards re-masked, shared, arranged, and shuffled twice, each of it made by one player and checked by the other.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use facedown_core::Seat;
use facedown_crypto::places::{
    Accepted, Choice, Entry, Genesis, Place, Player, Script, Seated, Stage, Task, Way,
};
use facedown_crypto::{
    Batch, Blinded, Codec, Comparison, Context, FaceCode, FaceNumber, Faces, JointKey, KeyPair,
    MaskedCard, Operation, OutputOrder, PreparedShuffle, SecretList, Shares, ShuffleProof,
    Shuffled,
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

    fn remask(&self, cards: usize) {
        self.multiply_fixed(2 * cards);
        self.encode(2 * cards);
    }

    fn verify_remasked(&self, cards: usize) {
        self.decode(2 * cards);
        self.sum(&self.weights, 4 * cards);
    }

    fn tutor(&self, cards: usize) {
        self.remask(cards);
        self.verify_remasked(cards);
        self.share(cards);
        self.verify_shares(cards);
        for cards in [cards, cards - 1, cards - 1] {
            self.shuffle(cards);
            self.verify(cards);
        }
    }

    fn bring(&self, cards: usize) {
        self.multiply_fixed(2 * cards + 1);
        self.encode(2 * cards + 1);
    }

    fn verify_list(&self, cards: usize) {
        self.decode(2 * cards + 1);
        self.sum(&self.weights, cards + 2);
    }

    fn blind(&self) {
        self.multiply(4);
    }

    fn verify_blinded(&self) {
        self.decode(4);
        self.sum(&self.scalars, 6);
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

/// From the deck to its proof, when everything else was prepared; the reference is the whole shuffle.
fn prepared(c: &mut Criterion) {
    let mut deck = Deck::new();
    let mut group = c.benchmark_group("52 cards, a prepared shuffle");
    group.bench_function("reference: shuffle and prove", |b| b.iter(|| deck.shuffle()));
    let Deck { context, key, joint, cards, mut rng } = deck;
    let mut prepare = || {
        PreparedShuffle::new(&context, &joint, cards.len(), key.secret(), &mut rng)
            .expect("a preparation")
    };
    group.bench_function("prepare", |b| b.iter(&mut prepare));
    group.bench_function("the rest", |b| {
        b.iter_batched(
            &mut prepare,
            |prepared| {
                prepared.shuffle(&context, &joint, &cards, &OutputOrder::Random).expect("shuffled")
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn lists(c: &mut Criterion) {
    let (bare, deck) = (Bare::new(), Deck::new());
    let size = usize::from(CARDS);
    let Deck { context, key, joint, mut rng, .. } = deck;
    let faces: Vec<_> = (0..52).map(|byte| FaceCode([byte; 16])).collect();
    let mut bring = || SecretList::new(&context, &joint, &faces, key.secret(), &mut rng);
    let mut group = c.benchmark_group("52 cards, a secret list");
    reference(&mut group, || bare.bring(size));
    group.bench_function("mask and prove", |b| b.iter(|| bring().expect("a list")));
    group.finish();
    let made = bring().expect("a list").to_bytes();
    let mut group = c.benchmark_group("52 cards, the check of a secret list");
    reference(&mut group, || bare.verify_list(size));
    group.bench_function("decode and verify", |b| {
        b.iter(|| {
            let list = SecretList::from_bytes(&made).expect("a list");
            assert!(list.verify(&context, &joint).is_ok());
        });
    });
    group.finish();
    let mut group = c.benchmark_group("a face");
    let face = FaceCode([7; 16]);
    let point = face.point();
    group.bench_function("reference: a multiplication", |b| b.iter(|| bare.multiply(1)));
    group.bench_function("encode", |b| b.iter(|| black_box(face).point()));
    group.bench_function("decode", |b| b.iter(|| FaceCode::of(black_box(&point))));
    group.finish();
}

fn tests(c: &mut Criterion) {
    let (bare, deck) = (Bare::new(), Deck::new());
    let Deck { context, key, joint, cards, mut rng } = deck;
    let face = FaceCode([7; 16]).fresh(&joint);
    let question = Comparison::new(&cards[0], &[face]).expect("a question");
    let mut blind = || question.blind(&context, key.secret(), &mut rng);
    let mut group = c.benchmark_group("an equality test with one face");
    reference(&mut group, || bare.blind());
    group.bench_function("blind and prove", |b| b.iter(&mut blind));
    group.finish();
    let made = blind().to_bytes();
    let mut group = c.benchmark_group("the check of an equality test with one face");
    reference(&mut group, || bare.verify_blinded());
    group.bench_function("decode and verify", |b| {
        b.iter(|| {
            let made = Blinded::from_bytes(&made).expect("a contribution");
            assert!(made.verify(&context, &question).is_ok());
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

/// Two players with a pile of 40 cards that nobody has seen.
struct Search {
    players: [Player; 2],
}

impl Search {
    const CARDS: u16 = 40;

    fn new() -> Self {
        let start = [Task::Bring { places: places(0), faces: faces() }, shuffle(0)];
        let seated = [1, 2].map(|n| Seated::new(&[n; 32], [n + 10; 32])).to_vec();
        let genesis = Genesis::new(Script::write(&start), seated).expect("two players");
        let player = |n: u8| {
            let seat = Seat::new(usize::from(n)).expect("a seat");
            Player::new(genesis.clone(), seat, [n + 1; 32]).expect("its seat")
        };
        let mut search = Self { players: [player(0), player(1)] };
        search.run();
        for player in &mut search.players {
            let _ = player.extend(start.to_vec()).expect("the first tasks");
        }
        search.run();
        search
    }

    /// The first player looks through the pile, takes the card that lies at the eighth place, and all shuffle the rest.
    fn tutor(mut self) -> Self {
        let to = Seat::new(0).expect("a seat");
        let looks: Vec<_> = places(0).into_iter().map(|place| Task::Show { place, to }).collect();
        self.act(&looks, None);
        let order = [7].into_iter().chain((0..Self::CARDS).filter(|place| *place != 7)).collect();
        let take = Task::Arrange { seat: to, places: places(0), way: Way::Freely };
        self.act(&[take, shuffle(1)], Some((0, Choice::Order(order))));
        self
    }

    fn act(&mut self, tasks: &[Task], choice: Option<(usize, Choice)>) {
        let made = self.players[0].act(&Script::write(tasks), &[], tasks, choice);
        self.post(&made.expect("an action").0);
        self.run();
    }

    fn run(&mut self) {
        loop {
            let due = self.players.iter_mut().filter_map(|it| it.due().expect("no choices"));
            let due: Vec<Entry> = due.collect();
            if due.is_empty() {
                return;
            }
            for entry in &due {
                self.post(entry);
            }
        }
    }

    fn post(&mut self, entry: &Entry) {
        for player in &mut self.players {
            if let Accepted::Action(action) = player.accept(entry).expect("an honest entry") {
                let tasks = Script::read(action.action()).expect("tasks");
                let _ = player.begin(*action, tasks).expect("an honest action");
            }
        }
    }
}

fn places(from: u16) -> Vec<Place> {
    (from..Search::CARDS).map(Place).collect()
}

fn shuffle(from: u16) -> Task {
    Task::Shuffle { places: places(from) }
}

fn faces() -> Vec<FaceCode> {
    (0..Search::CARDS).map(|n| FaceCode([n.to_le_bytes()[0]; 16])).collect()
}

fn tutors(c: &mut Criterion) {
    let bare = Bare::new();
    let mut group = c.benchmark_group("40 cards, a tutor with two players");
    reference(&mut group, || bare.tutor(usize::from(Search::CARDS)));
    group.bench_function("search, take and shuffle", |b| {
        b.iter_batched(
            Search::new,
            |search| {
                let [one, other] = &search.tutor().players;
                assert!(one.face(Place(0)).is_some() && other.face(Place(0)).is_none());
                assert_eq!(*one.state().stage(), Stage::Idle);
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = shuffles, prepared, shares, lists, tests, folded, tutors
}
criterion_main!(benches);
