//! Vectors of every proof: the statement, the secrets, the random seed, and the proof.

use curve25519_dalek::scalar::Scalar;
use serde::{Deserialize, Serialize};

use super::{Hex, Kind, Place, bytes, public, read_all, secret};
use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::group::Point;
use crate::keys::{JointKey, KeyOpening};
use crate::masked::MaskedCard;
use crate::rekey::Rekeyed;
use crate::share::{Shares, multiples};
use crate::shuffle::{OutputOrder, ShuffleProof, Shuffled};
use crate::testing::deck;
use crate::transcript::Operation;
use crate::tuck::{TuckProof, Tucked};

/// A joint key, and cards under different masks.
pub(super) fn cards(count: u16) -> (Hex, Vec<Hex>) {
    let (_, joint, _, deck) = deck(2, count);
    let masked =
        deck.iter().zip(5_u64..).map(|(card, mask)| card.remask(&joint, &Scalar::from(mask)));
    (Hex::of(joint.point()), masked.map(|card| Hex::of(&card)).collect())
}

pub(super) fn joint(key: &Hex) -> JointKey {
    JointKey::new([&key.read()]).unwrap()
}

pub(super) struct Keys;

#[derive(Serialize, Deserialize)]
pub(super) struct KeyIn {
    pub(super) context: Place,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct KeyOut {
    pub(super) opening: Hex,
    promise: Hex,
}

impl Kind for Keys {
    const FILE: &'static str = "keys";
    const WHAT: &'static str = "A key x: the opening of its share x·G with the proof of possession, and the hash that promises it.";
    type Input = KeyIn;
    type Output = KeyOut;

    fn inputs() -> Vec<(String, KeyIn)> {
        let context = Place::new(0, Operation::Key);
        vec![("a key".to_owned(), KeyIn { context, secret: secret(1), seed: bytes(11) })]
    }

    fn make(input: &KeyIn) -> KeyOut {
        let key = input.secret.key();
        let opening = key.open(&input.context.context(), &mut input.seed.rng());
        KeyOut { opening: Hex::of(&opening), promise: Hex::of(&opening.promise()) }
    }

    fn check(input: &KeyIn, output: &KeyOut) {
        let opening: KeyOpening = output.opening.read();
        let verdict = opening.verify_promised(&output.promise.array(), &input.context.context());
        assert_eq!(verdict, Ok(public(&input.secret)));
    }
}

pub(super) struct Dleqs;

#[derive(Serialize, Deserialize)]
pub(super) struct LogIn {
    context: Place,
    secret: Hex,
    bases: Vec<Hex>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct LogOut {
    public: Hex,
    multiples: Vec<Hex>,
    proof: Hex,
}

impl Kind for Dleqs {
    const FILE: &'static str = "equal-logarithms";
    const WHAT: &'static str = "The proof that x·G and the multiples of all bases have one logarithm, in the transcript of shares.";
    type Input = LogIn;
    type Output = LogOut;

    fn inputs() -> Vec<(String, LogIn)> {
        let input = |count: u8| LogIn {
            context: Place::new(1, Operation::Share),
            secret: secret(1),
            bases: (0..count).map(|n| Hex::of(&public(&secret(20 + n)))).collect(),
            seed: bytes(11),
        };
        [1, 3].map(|count| (format!("bases: {count}"), input(count))).into()
    }

    fn make(input: &LogIn) -> LogOut {
        let bases: Vec<Point> = read_all(&input.bases);
        let (secret, public) = (input.secret.secret(), public(&input.secret));
        let multiples = multiples(&secret, &bases);
        let log = SameLog { public: &public, bases: &bases, multiples: &multiples };
        let transcript = input.context.context().transcript(domain::SHARES);
        let proof = Dleq::prove(transcript, log, &secret, &mut input.seed.rng());
        LogOut { public: Hex::of(&public), multiples: Hex::all(&multiples), proof: Hex::of(&proof) }
    }

    fn check(input: &LogIn, output: &LogOut) {
        let bases: Vec<Point> = read_all(&input.bases);
        let multiples: Vec<Point> = read_all(&output.multiples);
        let log = SameLog { public: &output.public.read(), bases: &bases, multiples: &multiples };
        let transcript = input.context.context().transcript(domain::SHARES);
        assert!(output.proof.read::<Dleq>().equation(transcript, log).holds());
    }
}

pub(super) struct SharesOfCards;

#[derive(Serialize, Deserialize)]
pub(super) struct ShareIn {
    pub(super) context: Place,
    pub(super) secret: Hex,
    pub(super) cards: Vec<Hex>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ShareOut {
    pub(super) shares: Hex,
}

impl Kind for SharesOfCards {
    const FILE: &'static str = "shares";
    const WHAT: &'static str = "A player's shares of cards with one proof for all.";
    type Input = ShareIn;
    type Output = ShareOut;

    fn inputs() -> Vec<(String, ShareIn)> {
        let input = |count| ShareIn {
            context: Place::new(1, Operation::Share),
            secret: secret(1),
            cards: cards(count).1,
            seed: bytes(12),
        };
        [1, 3].map(|count| (format!("cards: {count}"), input(count))).into()
    }

    fn make(input: &ShareIn) -> ShareOut {
        let (key, cards) = (input.secret.key(), read_all(&input.cards));
        let context = input.context.context();
        ShareOut { shares: Hex::of(&Shares::new(&context, &key, &cards, &mut input.seed.rng())) }
    }

    fn check(input: &ShareIn, output: &ShareOut) {
        let (shares, cards) = (output.shares.read::<Shares>(), read_all(&input.cards));
        let verdict = shares.verify(&input.context.context(), &public(&input.secret), &cards);
        assert!(verdict.is_ok());
    }
}

pub(super) struct FreshKeys;

#[derive(Serialize, Deserialize)]
pub(super) struct RekeyIn {
    pub(super) context: Place,
    pub(super) old: Hex,
    pub(super) new: Hex,
    pub(super) cards: Vec<Hex>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct RekeyOut {
    pub(super) rekeyed: Hex,
}

impl Kind for FreshKeys {
    const FILE: &'static str = "rekeyed";
    const WHAT: &'static str = "What a player adds to cards to have a new key in them instead of an old one, with one proof.";
    type Input = RekeyIn;
    type Output = RekeyOut;

    fn inputs() -> Vec<(String, RekeyIn)> {
        let input = |count| RekeyIn {
            context: Place::new(0, Operation::Rekey),
            old: secret(1),
            new: secret(2),
            cards: cards(count).1,
            seed: bytes(13),
        };
        [1, 3].map(|count| (format!("cards: {count}"), input(count))).into()
    }

    fn make(input: &RekeyIn) -> RekeyOut {
        let (old, new, cards) = (input.old.key(), input.new.key(), read_all(&input.cards));
        let (context, rng) = (input.context.context(), &mut input.seed.rng());
        RekeyOut { rekeyed: Hex::of(&Rekeyed::new(&context, &old, &new, &cards, rng)) }
    }

    fn check(input: &RekeyIn, output: &RekeyOut) {
        let (made, cards) = (output.rekeyed.read::<Rekeyed>(), read_all(&input.cards));
        let (old, new) = (public(&input.old), public(&input.new));
        assert!(made.verify(&input.context.context(), &old, &new, &cards).is_ok());
    }
}

pub(super) struct Shuffles;

#[derive(Serialize, Deserialize)]
pub(super) struct ShuffleIn {
    pub(super) context: Place,
    pub(super) key: Hex,
    pub(super) before: Vec<Hex>,
    order: Wanted,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Wanted {
    Random,
    First(usize),
    Chosen(Vec<usize>),
}

impl Wanted {
    pub(super) fn order(&self) -> OutputOrder<'_> {
        match self {
            Self::Random => OutputOrder::Random,
            Self::First(place) => OutputOrder::First(*place),
            Self::Chosen(places) => OutputOrder::Chosen(places),
        }
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ShuffleOut {
    pub(super) after: Vec<Hex>,
    pub(super) proof: Hex,
    order: Vec<usize>,
}

impl Kind for Shuffles {
    const FILE: &'static str = "shuffles";
    const WHAT: &'static str = "Decks in a new order under fresh masks, with their proofs. The secret hedges the chance of the seed; `order` says where each card was.";
    type Input = ShuffleIn;
    type Output = ShuffleOut;

    fn inputs() -> Vec<(String, ShuffleIn)> {
        let input = |count, order| {
            let (key, before) = cards(count);
            let context = Place::new(1, Operation::Shuffle);
            ShuffleIn { context, key, before, order, secret: secret(1), seed: bytes(14) }
        };
        let named = [
            ("1 card", input(1, Wanted::Random)),
            ("2 cards", input(2, Wanted::Random)),
            ("5 cards", input(5, Wanted::Random)),
            ("5 cards, the fourth first", input(5, Wanted::First(3))),
            ("3 cards in a chosen order", input(3, Wanted::Chosen(vec![2, 0, 1]))),
        ];
        named.into_iter().map(|(name, input)| (name.to_owned(), input)).collect()
    }

    fn make(input: &ShuffleIn) -> ShuffleOut {
        let order = input.order.order();
        let (key, before) = (joint(&input.key), read_all(&input.before));
        let (context, secret) = (input.context.context(), input.secret.secret());
        let rng = &mut input.seed.rng();
        let made = Shuffled::new(&context, &key, &before, &order, &secret, rng).unwrap();
        let order = made.order.to_vec();
        ShuffleOut { after: Hex::all(&made.cards), proof: Hex::of(&made.proof), order }
    }

    fn check(input: &ShuffleIn, output: &ShuffleOut) {
        let (before, after): (Vec<MaskedCard>, _) =
            (read_all(&input.before), read_all(&output.after));
        let proof: ShuffleProof = output.proof.read();
        let verdict = proof.verify(&input.context.context(), &joint(&input.key), &before, &after);
        assert_eq!(verdict, Ok(()));
    }
}

pub(super) struct Tucks;

#[derive(Serialize, Deserialize)]
pub(super) struct TuckIn {
    pub(super) context: Place,
    pub(super) key: Hex,
    pub(super) before: Vec<Hex>,
    pub(super) card: Hex,
    place: usize,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct TuckOut {
    pub(super) after: Vec<Hex>,
    pub(super) proof: Hex,
}

impl Kind for Tucks {
    const FILE: &'static str = "tucks";
    const WHAT: &'static str =
        "Piles with one card more at a place, all under fresh masks, with their proofs.";
    type Input = TuckIn;
    type Output = TuckOut;

    fn inputs() -> Vec<(String, TuckIn)> {
        let input = |count: u16, place| {
            let (key, mut before) = cards(count + 1);
            let card = before.pop().unwrap();
            let context = Place::new(0, Operation::Tuck);
            TuckIn { context, key, before, card, place, secret: secret(1), seed: bytes(15) }
        };
        let named = [("into nothing", input(0, 0)), ("into 3 cards", input(3, 1))];
        named.into_iter().map(|(name, input)| (name.to_owned(), input)).collect()
    }

    fn make(input: &TuckIn) -> TuckOut {
        let (key, before) = (joint(&input.key), read_all(&input.before));
        let (context, secret) = (input.context.context(), input.secret.secret());
        let (card, rng) = (input.card.read(), &mut input.seed.rng());
        let made = Tucked::new(&context, &key, &before, &card, input.place, &secret, rng).unwrap();
        TuckOut { after: Hex::all(&made.cards), proof: Hex::of(&made.proof) }
    }

    fn check(input: &TuckIn, output: &TuckOut) {
        let (before, after): (Vec<MaskedCard>, _) =
            (read_all(&input.before), read_all(&output.after));
        let (proof, key): (TuckProof, _) = (output.proof.read(), joint(&input.key));
        let context = input.context.context();
        assert_eq!(proof.verify(&context, &key, &before, &input.card.read(), &after), Ok(()));
    }
}
