//! Vectors of joint equality tests, with everything that the players say.

use curve25519_dalek::scalar::Scalar;
use serde::{Deserialize, Serialize};

use super::{Hex, Kind, Place, bytes, read_all, secret};
use crate::equality::{Blinded, Comparison};
use crate::faces::FaceCode;
use crate::group::Point;
use crate::keys::{JointKey, KeyPair};
use crate::masked::MaskedCard;
use crate::share::Shares;
use crate::transcript::{Context, Operation};

pub(super) struct EqualityTests;

#[derive(Serialize, Deserialize)]
pub(super) struct TestIn {
    /// Of seat 0; the others differ from it in their author.
    pub(super) context: Place,
    card: Hex,
    comparands: Vec<Hex>,
    /// The keys of all players.
    secrets: Vec<Hex>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct TestOut {
    pub(super) blinded: Vec<Hex>,
    sum: Vec<Hex>,
    shares: Vec<Hex>,
    answer: bool,
}

impl TestIn {
    /// A card with this face against faces, under two keys.
    fn new(face: u8, with: &[u8]) -> Self {
        let secrets = vec![secret(1), secret(2)];
        let keys: Vec<_> = secrets.iter().map(Hex::key).collect();
        let joint = JointKey::new(keys.iter().map(KeyPair::share)).unwrap();
        let masked = |byte: u8, mask: u64| {
            Hex::of(&FaceCode([byte; 16]).fresh(&joint).remask(&joint, &Scalar::from(mask)))
        };
        Self {
            context: Place::new(0, Operation::Test),
            card: masked(face, 5),
            comparands: with.iter().zip(6..).map(|(&byte, mask)| masked(byte, mask)).collect(),
            secrets,
            seed: bytes(21),
        }
    }

    pub(super) fn comparison(&self) -> Comparison {
        Comparison::new(&self.card.read(), &read_all(&self.comparands)).unwrap()
    }

    /// The players' contexts and keys.
    fn players(&self) -> impl Iterator<Item = (Context, KeyPair)> {
        let player = |(author, secret): (usize, &Hex)| {
            (Place { author, ..self.context.clone() }.context(), secret.key())
        };
        self.secrets.iter().enumerate().map(player)
    }
}

impl Kind for EqualityTests {
    const FILE: &'static str = "equality-tests";
    const WHAT: &'static str = "A card that all players compare with others: what each contributes, the sum, the shares of it, and the answer. Each player's generator has the same seed.";
    type Input = TestIn;
    type Output = TestOut;

    fn inputs() -> Vec<(String, TestIn)> {
        let named = [
            ("one face, equal", TestIn::new(7, &[7])),
            ("one face, different", TestIn::new(7, &[8])),
            ("one of three", TestIn::new(7, &[1, 7, 4])),
            ("none of three", TestIn::new(7, &[1, 2, 4])),
        ];
        named.into_iter().map(|(name, input)| (name.to_owned(), input)).collect()
    }

    fn make(input: &TestIn) -> TestOut {
        let comparison = input.comparison();
        let blind = |(context, key): (Context, KeyPair)| {
            comparison.blind(&context, key.secret(), &mut input.seed.rng())
        };
        let blinded: Vec<_> = input.players().map(blind).collect();
        let sum = comparison.sum(&blinded).unwrap();
        let share = |(context, key): (Context, KeyPair)| {
            Shares::new(&context, &key, sum.cards(), &mut input.seed.rng())
        };
        let shares: Vec<_> = input.players().map(share).collect();
        TestOut {
            answer: sum.decide(shares.iter().map(Shares::points)).unwrap(),
            blinded: Hex::all(&blinded),
            sum: Hex::all(sum.cards()),
            shares: Hex::all(&shares),
        }
    }

    fn check(input: &TestIn, output: &TestOut) {
        let comparison = input.comparison();
        let blinded: Vec<Blinded> = read_all(&output.blinded);
        for (made, (context, _)) in blinded.iter().zip(input.players()) {
            assert_eq!(made.verify(&context, &comparison), Ok(()));
        }
        let sum = comparison.sum(&blinded).unwrap();
        assert_eq!(sum.cards(), read_all::<MaskedCard>(&output.sum));
        let shares: Vec<Shares> = read_all(&output.shares);
        let verified: Vec<&[Point]> = shares
            .iter()
            .zip(input.players())
            .map(|(made, (context, key))| made.verify(&context, key.share(), sum.cards()).unwrap())
            .collect();
        assert_eq!(sum.decide(verified), Ok(output.answer));
    }
}
