//! Vectors of what is derived from a seed, and of one-time keys for escrow.

use rand_core::Rng;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha512};

use super::escrow::Recipient;
use super::{Hex, Kind, Place, bytes, public, secret};
use crate::chance::Chance;
use crate::domain;
use crate::encoding::Codec;
use crate::escrow::{Dealing, SealingKey, SealingOffer, Threshold};
use crate::testing::seat;
use crate::transcript::{Operation, Transcript};

pub(super) struct Chances;

#[derive(Serialize, Deserialize)]
pub(super) struct ChanceIn {
    seed: Hex,
    head: Hex,
    index: u32,
    kind: String,
    context: Place,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ChanceOut {
    first_100_bytes: Hex,
    key: Hex,
    roll_part: Hex,
    /// After the seed has moved on at the head.
    next_key: Hex,
}

impl Kind for Chances {
    const FILE: &'static str = "chance";
    const WHAT: &'static str = "What is derived from a player's seed: the random numbers of the message with this head, index and kind; the secret key and the part of a roll of this context; the secret key of this context after the seed has moved on at this head.";
    type Input = ChanceIn;
    type Output = ChanceOut;

    fn inputs() -> Vec<(String, ChanceIn)> {
        let input = |index, kind: &str| ChanceIn {
            seed: bytes(22),
            head: bytes(23),
            index,
            kind: kind.to_owned(),
            context: Place::new(1, Operation::Key),
        };
        vec![
            ("a message".to_owned(), input(0, "shuffle")),
            ("another".to_owned(), input(258, "shares")),
        ]
    }

    fn make(input: &ChanceIn) -> ChanceOut {
        let (chance, context) = (Chance::from(input.seed.array()), input.context.context());
        let mut next = Chance::from(input.seed.array());
        next.advance(&input.head.array());
        let mut bytes = vec![0; 100];
        let mut rng = chance.at(&input.head.array(), input.index, input.kind.as_bytes());
        rng.fill_bytes(&mut bytes);
        ChanceOut {
            first_100_bytes: Hex(bytes),
            key: Hex::scalar(chance.key(&context).secret().scalar()),
            roll_part: Hex::of(&*chance.roll_part(&context)),
            next_key: Hex::scalar(next.key(&context).secret().scalar()),
        }
    }

    /// Computes the blocks as the documentation of `chance.rs` describes them.
    fn check(input: &ChanceIn, output: &ChanceOut) {
        let mut transcript = Transcript::new(domain::CHANCE);
        transcript.absorb(b"head", &input.head.0);
        transcript.absorb_number(b"index", u64::from(input.index));
        transcript.absorb(b"kind", input.kind.as_bytes());
        transcript.absorb(b"seed", &input.seed.0);
        let key = transcript.challenge_bytes(b"key");
        let block = |number: u64| Sha512::digest([&key[..], &number.to_le_bytes()].concat());
        let blocks = [&block(0)[..], &block(1)].concat();
        assert_eq!(blocks[..100], output.first_100_bytes.0);
        assert_ne!(output.key, output.roll_part);
    }
}

pub(super) struct OneTimeKeys;

#[derive(Serialize, Deserialize)]
pub(super) struct OfferIn {
    /// Of the dealer.
    context: Place,
    dealer: Hex,
    /// The seats of the others and their one-time keys.
    recipients: Vec<Recipient>,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct OfferOut {
    offers: Vec<Hex>,
    dealing: Hex,
}

impl OfferIn {
    fn place(&self, recipient: &Recipient) -> Place {
        Place { author: recipient.seat, ..self.context.clone() }
    }
}

impl Kind for OneTimeKeys {
    const FILE: &'static str = "one-time-keys";
    const WHAT: &'static str = "Keys that the recipients offer for one round of escrow, in the dealer's context but with the recipient as author and operation 14, and a dealing that is sealed to them. All generators have the same seed.";
    type Input = OfferIn;
    type Output = OfferOut;

    fn inputs() -> Vec<(String, OfferIn)> {
        let recipient = |n: u8| Recipient { seat: usize::from(n), secret: secret(40 + n) };
        let input = OfferIn {
            context: Place::new(1, Operation::Dealing),
            dealer: secret(1),
            recipients: [0, 2, 3].map(recipient).into(),
            seed: bytes(24),
        };
        vec![("three of three".to_owned(), input)]
    }

    fn make(input: &OfferIn) -> OfferOut {
        let offer = |recipient: &Recipient| {
            let key = SealingKey::new(recipient.secret.key());
            key.offer(&input.place(recipient).context(), &mut input.seed.rng())
        };
        let offers: Vec<_> = input.recipients.iter().map(offer).collect();
        let seats = input.recipients.iter().map(|recipient| seat(recipient.seat));
        let to: Vec<_> = seats.zip(offers.iter().map(SealingOffer::verified_in_batch)).collect();
        let (context, key) = (input.context.context(), input.dealer.key());
        let (threshold, rng) = (Threshold::usual(4).unwrap(), &mut input.seed.rng());
        let dealing = Dealing::to_one_time_keys(&context, &key, threshold, &to, rng).unwrap();
        OfferOut { offers: Hex::all(&offers), dealing: Hex(dealing.to_bytes()) }
    }

    fn check(input: &OfferIn, output: &OfferOut) {
        let share = |(recipient, offer): (&Recipient, &Hex)| {
            let offer: SealingOffer = offer.read();
            (seat(recipient.seat), offer.verify(&input.place(recipient).context()).unwrap())
        };
        let to: Vec<_> = input.recipients.iter().zip(&output.offers).map(share).collect();
        let (dealing, context): (Dealing, _) = (output.dealing.read(), input.context.context());
        let (share, threshold) = (public(&input.dealer), Threshold::usual(4).unwrap());
        assert_eq!(dealing.verify_one_time(&context, &share, threshold, &to), Ok(()));
        for recipient in &input.recipients {
            let key = SealingKey::new(recipient.secret.key());
            assert!(key.open(&dealing, &context, &share, seat(recipient.seat)).is_ok());
        }
    }
}
