//! Vectors of the parts of proofs: points, scalars, cards, generators, challenges.

use curve25519_dalek::scalar::Scalar;
use serde::{Deserialize, Serialize};

use super::{Hex, Kind, Place, bytes, public, read_all, secret};
use crate::domain;
use crate::encoding::{Codec, Reader};
use crate::group::Point;
use crate::keys::JointKey;
use crate::masked::{FaceNumber, MaskedCard, open_card, secret_card};
use crate::shuffle::GENERATORS;
use crate::transcript::{Operation, Transcript};

pub(super) struct Points;

#[derive(Serialize, Deserialize)]
pub(super) struct Multiple {
    scalar: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct OnePoint {
    pub(super) point: Hex,
}

impl Kind for Points {
    const FILE: &'static str = "points";
    const WHAT: &'static str = "Scalars modulo the order of ristretto255, little-endian, and their multiples of the generator G.";
    type Input = Multiple;
    type Output = OnePoint;

    fn inputs() -> Vec<(String, Multiple)> {
        let named = [
            ("1: the generator itself", Scalar::ONE),
            ("2", Scalar::from(2_u64)),
            ("16", Scalar::from(16_u64)),
            ("the order less 1", -Scalar::ONE),
            ("without a pattern", *secret(1).secret().scalar()),
        ];
        let input = |(name, scalar): (&str, Scalar)| {
            (name.to_owned(), Multiple { scalar: Hex::scalar(&scalar) })
        };
        named.into_iter().map(input).collect()
    }

    fn make(input: &Multiple) -> OnePoint {
        OnePoint { point: Hex::of(&input.scalar.secret().times_base()) }
    }

    fn check(input: &Multiple, output: &OnePoint) {
        assert_eq!(Hex::scalar(input.scalar.secret().scalar()), input.scalar);
        let point: Point = output.point.read();
        assert_eq!(point.point(), &(input.scalar.secret().scalar() * Point::base().point()));
    }
}

/// Bytes that every decoder refuses.
pub(super) struct Refused;

#[derive(Serialize, Deserialize)]
pub(super) struct Wrong {
    meant: ExpectedKind,
    bytes: Hex,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExpectedKind {
    Point,
    Scalar,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct Reason {
    because: String,
}

impl Kind for Refused {
    const FILE: &'static str = "refused";
    const WHAT: &'static str =
        "Bytes that are no point or no scalar, and must be refused wherever one is read.";
    type Input = Wrong;
    type Output = Reason;

    fn inputs() -> Vec<(String, Wrong)> {
        let order = {
            let Hex(mut bytes) = Hex::scalar(&-Scalar::ONE);
            bytes[0] += 1;
            bytes
        };
        let prime = |more: u8| {
            let mut bytes = vec![0xff; 32];
            (bytes[0], bytes[31]) = (0xed + more, 0x7f);
            bytes
        };
        let mut one = vec![0; 32];
        one[0] = 1;
        let base = Point::base().to_bytes();
        let high = base.iter().zip(0..).map(|(byte, n)| byte | if n == 31 { 0x80 } else { 0 });
        let (high, long) = (high.collect(), [&base[..], &[0]].concat());
        let mut more = order.clone();
        more[0] += 1;
        let named = [
            ("the identity", ExpectedKind::Point, vec![0; 32]),
            (
                "the prime of the field, which is another writing of 0",
                ExpectedKind::Point,
                prime(0),
            ),
            ("the prime and 2, which is another writing of 2", ExpectedKind::Point, prime(2)),
            ("a negative element of the field", ExpectedKind::Point, one),
            ("all bits", ExpectedKind::Point, vec![0xff; 32]),
            ("G with the highest bit", ExpectedKind::Point, high),
            ("G without its last byte", ExpectedKind::Point, base[..31].to_vec()),
            ("G and one byte", ExpectedKind::Point, long),
            ("the order of the group", ExpectedKind::Scalar, order),
            ("the order and 1", ExpectedKind::Scalar, more),
            ("all bits", ExpectedKind::Scalar, vec![0xff; 32]),
            ("31 bytes", ExpectedKind::Scalar, vec![0; 31]),
            ("33 bytes", ExpectedKind::Scalar, vec![0; 33]),
        ];
        let input = |(name, meant, bytes): (&str, ExpectedKind, Vec<u8>)| {
            (name.to_owned(), Wrong { meant, bytes: Hex(bytes) })
        };
        named.into_iter().map(input).collect()
    }

    fn make(input: &Wrong) -> Reason {
        let bytes = &input.bytes.0;
        let refused = match input.meant {
            ExpectedKind::Point => Point::from_bytes(bytes).err(),
            ExpectedKind::Scalar => {
                let mut from = Reader::new(bytes);
                from.scalar().and_then(|_| from.end()).err()
            }
        };
        Reason { because: refused.expect("it is refused").to_string() }
    }

    fn check(_: &Wrong, _: &Reason) {}
}

/// The points of faces.
pub(super) struct Cards;

#[derive(Serialize, Deserialize)]
pub(super) struct CardVector {
    table: Hex,
    deck: u16,
    copy: u16,
    face: u16,
    /// Of a secret list.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    salt: Option<Hex>,
}

impl Kind for Cards {
    const FILE: &'static str = "cards";
    const WHAT: &'static str =
        "The points of cards: of public lists, and with a salt of secret ones.";
    type Input = CardVector;
    type Output = OnePoint;

    fn inputs() -> Vec<(String, CardVector)> {
        let card = |deck, copy, face, salt| CardVector { table: bytes(1), deck, copy, face, salt };
        let named = [
            ("public", card(0, 0, 0, None)),
            ("another copy", card(0, 1, 0, None)),
            ("another deck and face", card(258, 51, 772, None)),
            ("secret", card(0, 0, 0, Some(bytes(0)))),
            ("secret, with another salt", card(0, 0, 0, Some(secret(2)))),
        ];
        named.into_iter().map(|(name, card)| (name.to_owned(), card)).collect()
    }

    fn make(input: &CardVector) -> OnePoint {
        let CardVector { table, deck, copy, face, salt } = input;
        let (table, face) = (table.array(), FaceNumber(*face));
        let point = match salt {
            None => open_card(&table, *deck, *copy, face),
            Some(salt) => secret_card(&table, *deck, *copy, face, &salt.array()),
        };
        OnePoint { point: Hex::of(&point) }
    }

    fn check(_: &CardVector, output: &OnePoint) {
        output.point.read::<Point>();
    }
}

/// Masked cards and their shares.
pub(super) struct Masked;

#[derive(Serialize, Deserialize)]
pub(super) struct Plain {
    card: Hex,
    secrets: Vec<Hex>,
    mask: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct OneMasked {
    key: Hex,
    shares: Vec<Hex>,
    masked: Hex,
}

impl Kind for Masked {
    const FILE: &'static str = "masked-cards";
    const WHAT: &'static str = "Cards under a mask r and the joint key PK of all secrets x: (r·G, M + r·PK), and the shares x·r·G that together open it.";
    type Input = Plain;
    type Output = OneMasked;

    fn inputs() -> Vec<(String, Plain)> {
        let card = Hex::of(&open_card(&[1; 32], 0, 0, FaceNumber(0)));
        let mask = |players: u8, mask| Plain {
            card: card.clone(),
            secrets: (1..=players).map(secret).collect(),
            mask,
        };
        let one = Hex::scalar(&Scalar::ONE);
        vec![
            ("fresh from a list: the mask is 1".to_owned(), mask(2, one)),
            ("of three players".to_owned(), mask(3, secret(9))),
        ]
    }

    fn make(input: &Plain) -> OneMasked {
        let points: Vec<_> = input.secrets.iter().map(public).collect();
        let key = JointKey::new(&points).unwrap();
        let more = input.mask.secret().scalar() - Scalar::ONE;
        let masked = MaskedCard::fresh(&input.card.read(), &key).remask(&key, &more);
        let share =
            |secret: &Hex| Hex::of(&Point::new(secret.secret().scalar() * masked.c1().point()));
        let shares = input.secrets.iter().map(share).collect();
        OneMasked { key: Hex::of(key.point()), shares, masked: Hex::of(&masked) }
    }

    fn check(input: &Plain, output: &OneMasked) {
        let masked: MaskedCard = output.masked.read();
        let shares: Vec<Point> = read_all(&output.shares);
        assert_eq!(Hex::of(&masked.unmask(&shares)), input.card);
    }
}

pub(super) struct Generators;

#[derive(Serialize, Deserialize)]
pub(super) struct Number {
    number: u16,
}

impl Kind for Generators {
    const FILE: &'static str = "generators";
    const WHAT: &'static str =
        "The generators of commitments: h has the number 0, then come g_1 to g_300.";
    type Input = Number;
    type Output = OnePoint;

    fn inputs() -> Vec<(String, Number)> {
        let name = |number| if number == 0 { "h".to_owned() } else { format!("g_{number}") };
        [0, 1, 2, 3, 200, 300].map(|number| (name(number), Number { number })).into()
    }

    fn make(input: &Number) -> OnePoint {
        let point = match input.number {
            0 => GENERATORS.blinding,
            number => GENERATORS.values[usize::from(number) - 1],
        };
        OnePoint { point: Hex::of(&point) }
    }

    /// The generator is a hash, so that nobody could choose it.
    fn check(input: &Number, output: &OnePoint) {
        let hashed = Point::hashed(domain::GENERATOR, &[&input.number.to_le_bytes()]);
        assert_eq!(Hex::of(&hashed), output.point);
    }
}

pub(super) struct Transcripts;

#[derive(Serialize, Deserialize)]
pub(super) struct Absorbed {
    context: Place,
    proof: String,
    messages: Vec<Said>,
    label: String,
}

#[derive(Serialize, Deserialize)]
struct Said {
    label: String,
    message: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct Challenged {
    first_64_bytes: Hex,
    second_as_scalar: Hex,
    then_three_weights: Vec<Hex>,
}

/// Labels must be `'static` in the transcript.
fn label(text: &str) -> &'static [u8] {
    Box::leak(text.to_owned().into_boxed_str()).as_bytes()
}

impl Absorbed {
    fn transcript(&self) -> Transcript {
        let mut transcript = self.context.context().transcript(label(&self.proof));
        for said in &self.messages {
            transcript.absorb(label(&said.label), &said.message.0);
        }
        transcript
    }
}

impl Kind for Transcripts {
    const FILE: &'static str = "transcripts";
    const WHAT: &'static str = "What a transcript gives that begins with a context and has absorbed messages: a challenge as bytes, the next one as a scalar, then weights.";
    type Input = Absorbed;
    type Output = Challenged;

    fn inputs() -> Vec<(String, Absorbed)> {
        let absorbed = |domain: &[u8], messages: &[(&str, &[u8])]| Absorbed {
            context: Place::new(1, Operation::Shuffle),
            proof: String::from_utf8(domain.to_vec()).unwrap(),
            messages: messages
                .iter()
                .map(|(label, message)| Said {
                    label: (*label).to_owned(),
                    message: Hex(message.to_vec()),
                })
                .collect(),
            label: "c".to_owned(),
        };
        let two: [(&str, &[u8]); 2] = [("a", b""), ("bc", &[0, 1, 2, 255])];
        vec![
            ("only the context".to_owned(), absorbed(domain::SHUFFLE, &[])),
            ("two messages".to_owned(), absorbed(domain::SHARES, &two)),
        ]
    }

    fn make(input: &Absorbed) -> Challenged {
        let mut transcript = input.transcript();
        let label = label(&input.label);
        Challenged {
            first_64_bytes: Hex(transcript.challenge_bytes(label).to_vec()),
            second_as_scalar: Hex::scalar(&transcript.challenge(label)),
            then_three_weights: transcript.weights(label, 3).iter().map(Hex::scalar).collect(),
        }
    }

    /// Computes the hash as the documentation of `transcript.rs` describes it.
    fn check(input: &Absorbed, output: &Challenged) {
        use sha2::{Digest, Sha512};
        let mut all = Vec::new();
        let mut absorb = |label: &[u8], message: &[u8]| {
            all.push(u8::try_from(label.len()).unwrap());
            all.extend(label);
            all.extend((message.len() as u64).to_le_bytes());
            all.extend(message);
        };
        let Place { table, request, author, operation, pile } = &input.context;
        absorb(b"domain", domain::CONTEXT);
        absorb(b"table", &table.0);
        absorb(b"request", &request.0);
        absorb(b"author", &(*author as u64).to_le_bytes());
        absorb(b"operation", &u64::from(*operation).to_le_bytes());
        absorb(b"pile", &u64::from(*pile).to_le_bytes());
        absorb(b"proof", input.proof.as_bytes());
        for said in &input.messages {
            absorb(said.label.as_bytes(), &said.message.0);
        }
        absorb(input.label.as_bytes(), &[]);
        assert_eq!(Sha512::digest(&all)[..], output.first_64_bytes.0);
    }
}
