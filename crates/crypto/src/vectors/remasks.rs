//! Vectors of cards that are re-masked in place.

use serde::{Deserialize, Serialize};

use super::proofs::{cards, joint};
use super::{Hex, Kind, Place, bytes, read_all, secret};
use crate::remask::Remasked;
use crate::transcript::Operation;

pub(super) struct Remasks;

#[derive(Serialize, Deserialize)]
pub(super) struct RemaskIn {
    context: Place,
    key: Hex,
    before: Vec<Hex>,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct RemaskOut {
    remasked: Hex,
}

impl Kind for Remasks {
    const FILE: &'static str = "remasked";
    const WHAT: &'static str = "Cards under fresh masks, each where it was, with one proof. The secret hedges the chance of the seed.";
    type Input = RemaskIn;
    type Output = RemaskOut;

    fn inputs() -> Vec<(String, RemaskIn)> {
        let input = |count| {
            let (key, before) = cards(count);
            let context = Place::new(1, Operation::Remask);
            RemaskIn { context, key, before, secret: secret(1), seed: bytes(17) }
        };
        [1, 3].map(|count| (format!("cards: {count}"), input(count))).into()
    }

    fn make(input: &RemaskIn) -> RemaskOut {
        let (key, before) = (joint(&input.key), read_all(&input.before));
        let (context, secret) = (input.context.context(), input.secret.secret());
        let made = Remasked::new(&context, &key, &before, &secret, &mut input.seed.rng());
        RemaskOut { remasked: Hex::of(&made) }
    }

    fn check(input: &RemaskIn, output: &RemaskOut) {
        let (key, before) = (joint(&input.key), read_all(&input.before));
        let made: Remasked = output.remasked.read();
        assert_eq!(made.verify(&input.context.context(), &key, &before), Ok(()));
    }
}
