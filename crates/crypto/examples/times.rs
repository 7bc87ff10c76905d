//! The shortest of many runs of every operation, by processor time: on a busy machine it tells more than an average.

use std::time::{Duration, Instant};

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::traits::{MultiscalarMul, VartimeMultiscalarMul};
use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use facedown_crypto::table::{Entry, Genesis, Message, Pile, Player, Request};
use facedown_crypto::{
    Context, Face, Faces, JointKey, KeyPair, MaskedCard, Operation, Order, Shares, ShuffleProof,
    Shuffled, Wire,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn shortest<T>(mut run: impl FnMut() -> T) -> Duration {
    let once = |run: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        std::hint::black_box(run());
        start.elapsed()
    };
    (0..200).map(|_| once(&mut run)).min().unwrap_or_default()
}

#[allow(clippy::print_stdout)]
fn say(what: &str, time: Duration, bare: Duration) {
    let times = time.as_secs_f64() / bare.as_secs_f64();
    println!("{what:<44} {:>9.3} ms  {times:>5.2} × bare", time.as_secs_f64() * 1e3);
}

fn main() {
    let mut rng = ChaCha20Rng::from_seed([1; 32]);
    let keys = [KeyPair::random(&mut rng), KeyPair::random(&mut rng)];
    let joint = JointKey::new(keys.iter().map(KeyPair::share)).expect("a key");
    let key = &keys[0];
    let context = Context {
        table: [0; 32],
        request: [0; 32],
        author: Seat::new(0).expect("a seat"),
        operation: Operation::Shuffle,
        pile: 0,
    };
    let scalars: Vec<Scalar> = (1_u64..=1100).map(|n| Scalar::from(n).invert()).collect();
    let points: Vec<_> = scalars.iter().map(RistrettoPoint::mul_base).collect();
    let generator = shortest(|| RistrettoPoint::mul_base(&scalars[7]));
    let encoding = shortest(|| points[7].compress());
    let multiplication = shortest(|| scalars[3] * points[7]);
    say("one multiplication of the generator", generator, generator);
    say("one encoding", encoding, encoding);
    say("one constant-time multiplication", multiplication, multiplication);
    for size in [40_u32, 52, 100] {
        let faces: Vec<_> = (0..u16::try_from(size).expect("small")).map(Face).collect();
        let deck = Faces::default().bring(&[0; 32], 0, &faces, &joint);
        let mut shuffle = || {
            Shuffled::new(&context, &joint, &deck, &Order::Random, key.secret(), &mut rng)
                .expect("a shuffle")
        };
        let made = shuffle();
        let n = size as usize;
        let sum = shortest(|| RistrettoPoint::multiscalar_mul(&scalars[..n], &points[..n]));
        // 2N masks, seven sums of N products in constant time, 2N encodings.
        let bare = generator * 2 * size + sum * 7 + encoding * 2 * size;
        say(&format!("shuffle {size} and prove"), shortest(shuffle), bare);
        let (proof, cards) = (made.proof.to_bytes(), made.cards.clone());
        let cards: Vec<_> = cards.iter().map(Wire::to_bytes).collect();
        let sum = shortest(|| {
            RistrettoPoint::vartime_multiscalar_mul(&scalars[..5 * n + 11], &points[..5 * n + 11])
        });
        let verify = shortest(|| {
            let after: Vec<_> =
                cards.iter().map(|c| MaskedCard::from_bytes(c).expect("a card")).collect();
            let proof = ShuffleProof::from_bytes(&proof).expect("a proof");
            proof.verify(&context, &joint, &deck, &after).expect("it holds");
        });
        say(&format!("decode and verify {size}"), verify, sum + encoding * 2 * size);
        let shares =
            || Shares::new(&context, key, &made.cards, &mut ChaCha20Rng::from_seed([2; 32]));
        say(&format!("{size} shares with proof"), shortest(shares), multiplication * size);
    }
    for (players, cards) in [(2, 40), (4, 100)] {
        let time = (0..10).map(|_| tutor(players, cards)).min().unwrap_or_default();
        say(&format!("tutor, {players} players, {cards} cards, all work"), time, multiplication);
    }
}

/// Everybody's work for one tutor, added up.
fn tutor(players: u8, cards: u16) -> Duration {
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let signing: Vec<_> = (0..players).map(|n| SigningKey::from_bytes(&[n + 1; 32])).collect();
    let genesis =
        Genesis::new([0; 32], signing.iter().map(SigningKey::verifying_key).collect()).expect("ok");
    let mut table: Vec<_> = (0..)
        .zip(signing)
        .map(|(n, key)| {
            Player::new(genesis.clone(), Seat::new(n).expect("a seat"), key).expect("ok")
        })
        .collect();
    let (library, hand) = (Pile(0), Pile(1));
    settle(&mut table, &mut rng);
    let entry =
        table[0].say(&Message::Bring { pile: library, common: true, faces: (0..cards).map(Face).collect() });
    tell(&mut table, &entry);
    let entry = table[0].ask(Request::Shuffle { pile: library });
    tell(&mut table, &entry);
    settle(&mut table, &mut rng);
    let start = Instant::now();
    let entry = table[0].ask(Request::Tutor { pile: library, to: hand });
    tell(&mut table, &entry);
    settle(&mut table, &mut rng);
    let entry = table[0].take(3, &mut rng).expect("a card");
    tell(&mut table, &entry);
    settle(&mut table, &mut rng);
    start.elapsed()
}

fn tell(table: &mut [Player], entry: &Entry) {
    for player in table {
        player.hear(entry).expect("right");
    }
}

fn settle(table: &mut [Player], rng: &mut ChaCha20Rng) {
    while let Some(seat) = table[0].table().waiting_on().iter().next() {
        let Some(entry) = table[seat.index()].due(rng).expect("due") else { break };
        tell(table, &entry);
    }
}
