//! Test vectors for every encoding and every proof, in files that never change.
//!
//! See `tests/vectors/README.md`. Each file is one [`Kind`]: inputs and outputs.

mod chance;
mod equality;
mod escrow;
mod lists;
mod parts;
mod places;
mod prepared;
mod proofs;
#[path = "../../tests/bodies/places.rs"]
#[allow(dead_code, unreachable_pub)] // the fuzz targets use the rest
mod real_places;
mod remasks;
mod statements;
mod weak;

use std::fmt::Debug;

use curve25519_dalek::scalar::Scalar;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::domain;
use crate::encoding::{Codec, Reader};
use crate::group::{Point, Secret};
use crate::keys::KeyPair;
use crate::testing::{rng, seat};
use crate::transcript::{Context, Operation};

/// One file of vectors.
trait Kind {
    /// The name of the file, without its extension.
    const FILE: &'static str;
    /// The description in the file.
    const WHAT: &'static str;
    type Input: Serialize + DeserializeOwned;
    type Output: Serialize + DeserializeOwned + PartialEq + Debug;

    /// The named inputs of the vectors.
    fn inputs() -> Vec<(String, Self::Input)>;

    /// Computes the output for an input.
    fn make(input: &Self::Input) -> Self::Output;

    /// Decodes and verifies an output, and checks that it is encoded as before.
    fn check(input: &Self::Input, output: &Self::Output);
}

#[derive(Serialize, Deserialize)]
struct File<I, O> {
    what: String,
    version: String,
    vectors: Vec<Vector<I, O>>,
}

#[derive(Serialize, Deserialize)]
struct Vector<I, O> {
    name: String,
    input: I,
    output: O,
}

/// Checks every vector in the file, and that the file is up to date.
fn hold<K: Kind>() {
    let vector = |(name, input)| {
        let output = K::make(&input);
        Vector { name, input, output }
    };
    let vectors = K::inputs().into_iter().map(vector).collect();
    let file = File { what: K::WHAT.to_owned(), version: domain::VERSION.to_owned(), vectors };
    let text = serde_json::to_string_pretty(&file).unwrap() + "\n";
    let path = format!("{}/tests/vectors/{}.json", env!("CARGO_MANIFEST_DIR"), K::FILE);
    if std::env::var_os("BLESS_VECTORS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let read: File<K::Input, K::Output> = serde_json::from_str(&found).expect("a file of vectors");
    for Vector { name, input, output } in &read.vectors {
        K::check(input, output);
        assert_eq!(&K::make(input), output, "{}: {name}", K::FILE);
    }
    let current = found == text;
    assert!(current, "{} has other vectors; its README.md says what to do", K::FILE);
}

macro_rules! files {
    ($($name:ident: $kind:ty;)*) => {
        $(
            #[test]
            fn $name() {
                hold::<$kind>();
            }
        )*

        #[test]
        fn there_is_no_file_that_nobody_reads() {
            let known = [$(<$kind>::FILE),*].map(|name| format!("{name}.json"));
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
            let files = std::fs::read_dir(folder).unwrap();
            let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
            let unread: Vec<_> = names.filter(|name| name != "README.md" && !known.contains(name)).collect();
            assert!(unread.is_empty(), "{unread:?}");
        }
    };
}

files! {
    points: parts::Points;
    refused: parts::Refused;
    cards: parts::Cards;
    masked_cards: parts::Masked;
    generators: parts::Generators;
    transcripts: parts::Transcripts;
    keys: proofs::Keys;
    dleqs: proofs::Dleqs;
    shares: proofs::SharesOfCards;
    rekeyed: proofs::FreshKeys;
    remasked: remasks::Remasks;
    shuffles: proofs::Shuffles;
    tucks: proofs::Tucks;
    seals: escrow::Seals;
    dealings: escrow::Dealings;
    complaints: escrow::Complaints;
    faces: lists::Faces;
    secret_lists: lists::SecretLists;
    equality_tests: equality::EqualityTests;
    prepared_shuffles: prepared::PreparedShuffles;
    chance: chance::Chances;
    one_time_keys: chance::OneTimeKeys;
    place_tasks: places::Tasks;
    place_geneses: places::Geneses;
    place_chains: places::Chains;
}

/// Bytes as they are written in the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
struct Hex(Vec<u8>);

impl From<Hex> for String {
    fn from(Hex(bytes): Hex) -> Self {
        let digit = |half| char::from_digit(u32::from(half), 16).expect("a digit");
        bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }
}

impl TryFrom<String> for Hex {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let byte = |at| u8::from_str_radix(text.get(at..at + 2).unwrap_or("one digit"), 16);
        (0..text.len()).step_by(2).map(byte).collect::<Result<_, _>>().map(Self)
    }
}

impl Hex {
    fn of(value: &impl Codec) -> Self {
        Self(value.to_bytes())
    }

    fn all<'a, T: Codec + 'a>(values: impl IntoIterator<Item = &'a T>) -> Vec<Self> {
        values.into_iter().map(Self::of).collect()
    }

    fn scalar(scalar: &Scalar) -> Self {
        Self(scalar.to_bytes().to_vec())
    }

    fn array<const N: usize>(&self) -> [u8; N] {
        self.0.as_slice().try_into().expect("as many bytes")
    }

    /// The value, which is written as it was read.
    fn read<T: Codec>(&self) -> T {
        let value = T::from_bytes(&self.0).expect("a value");
        assert_eq!(value.to_bytes(), self.0);
        value
    }

    fn secret(&self) -> Secret {
        Secret::new(Reader::new(&self.0).scalar().expect("a scalar"))
    }

    fn key(&self) -> KeyPair {
        KeyPair::new(self.secret())
    }

    fn rng(&self) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(self.array())
    }
}

fn read_all<T: Codec>(values: &[Hex]) -> Vec<T> {
    values.iter().map(Hex::read).collect()
}

fn bytes(byte: u8) -> Hex {
    Hex(vec![byte; 32])
}

/// A secret that has no pattern.
fn secret(number: u8) -> Hex {
    Hex::scalar(Secret::random(&mut rng(number)).scalar())
}

fn public(secret: &Hex) -> Point {
    *secret.key().share()
}

/// A context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    table: Hex,
    request: Hex,
    author: usize,
    operation: u8,
    pile: u16,
}

impl Place {
    fn new(author: usize, operation: Operation) -> Self {
        Self { table: bytes(1), request: bytes(2), author, operation: operation as u8, pile: 3 }
    }

    fn context(&self) -> Context {
        let known = [
            Operation::Key,
            Operation::Bring,
            Operation::Shuffle,
            Operation::Arrange,
            Operation::Tutor,
            Operation::Share,
            Operation::Rekey,
            Operation::Escrow,
            Operation::Dealing,
            Operation::Recover,
            Operation::Tuck,
            Operation::Remask,
            Operation::Test,
            Operation::Sealing,
        ];
        let operation = known.into_iter().find(|known| *known as u8 == self.operation);
        Context {
            table: self.table.array(),
            request: self.request.array(),
            author: seat(self.author),
            operation: operation.expect("an operation"),
            pile: self.pile,
        }
    }
}
