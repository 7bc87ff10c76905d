//! Vectors of shuffles that were prepared before their deck was known.

use serde::{Deserialize, Serialize};

use super::proofs::{Wanted, cards, joint};
use super::{Hex, Kind, Place, bytes, read_all, secret};
use crate::masked::MaskedCard;
use crate::shuffle::{PreparedShuffle, ShuffleProof};
use crate::transcript::Operation;

pub(super) struct PreparedShuffles;

#[derive(Serialize, Deserialize)]
pub(super) struct PreparedIn {
    context: Place,
    key: Hex,
    before: Vec<Hex>,
    order: Wanted,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct PreparedOut {
    after: Vec<Hex>,
    proof: Hex,
    order: Vec<usize>,
}

impl Kind for PreparedShuffles {
    const FILE: &'static str = "prepared-shuffles";
    const WHAT: &'static str = "Shuffles as in `shuffles`, but their masks are derived before the deck is known. The proofs are of the same kind.";
    type Input = PreparedIn;
    type Output = PreparedOut;

    fn inputs() -> Vec<(String, PreparedIn)> {
        let input = |count, order| {
            let (key, before) = cards(count);
            let context = Place::new(1, Operation::Shuffle);
            PreparedIn { context, key, before, order, secret: secret(1), seed: bytes(25) }
        };
        let named = [
            ("1 card", input(1, Wanted::Random)),
            ("5 cards", input(5, Wanted::Random)),
            ("5 cards, the fourth first", input(5, Wanted::First(3))),
            ("3 cards in a chosen order", input(3, Wanted::Chosen(vec![2, 0, 1]))),
        ];
        named.into_iter().map(|(name, input)| (name.to_owned(), input)).collect()
    }

    fn make(input: &PreparedIn) -> PreparedOut {
        let (context, key) = (input.context.context(), joint(&input.key));
        let (secret, rng) = (input.secret.secret(), &mut input.seed.rng());
        let before: Vec<MaskedCard> = read_all(&input.before);
        let prepared = PreparedShuffle::new(&context, &key, before.len(), &secret, rng).unwrap();
        let made = prepared.shuffle(&context, &key, &before, &input.order.order()).unwrap();
        let order = made.order.to_vec();
        PreparedOut { after: Hex::all(&made.cards), proof: Hex::of(&made.proof), order }
    }

    fn check(input: &PreparedIn, output: &PreparedOut) {
        let (before, after): (Vec<MaskedCard>, _) =
            (read_all(&input.before), read_all(&output.after));
        let proof: ShuffleProof = output.proof.read();
        let verdict = proof.verify(&input.context.context(), &joint(&input.key), &before, &after);
        assert_eq!(verdict, Ok(()));
    }
}
