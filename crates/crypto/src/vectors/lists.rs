//! Vectors of faces and of secret lists.

use serde::{Deserialize, Serialize};

use super::parts::OnePoint;
use super::proofs::{cards, joint};
use super::{Hex, Kind, Place, bytes, read_all, secret};
use crate::faces::FaceCode;
use crate::group::Point;
use crate::secret_list::SecretList;
use crate::transcript::Operation;

pub(super) struct Faces;

#[derive(Serialize, Deserialize)]
pub(super) struct FaceIn {
    code: Hex,
}

impl Kind for Faces {
    const FILE: &'static str = "faces";
    const WHAT: &'static str = "The points of face codes: Lizard with SHA-256, which begins with the domain separator of faces.";
    type Input = FaceIn;
    type Output = OnePoint;

    fn inputs() -> Vec<(String, FaceIn)> {
        let Hex(random) = secret(1);
        let named = [
            ("zeros", vec![0; 16]),
            ("ones", vec![255; 16]),
            ("a text", b"queen of hearts!".to_vec()),
            ("without a pattern", random[..16].to_vec()),
        ];
        named
            .into_iter()
            .map(|(name, code)| (name.to_owned(), FaceIn { code: Hex(code) }))
            .collect()
    }

    fn make(input: &FaceIn) -> OnePoint {
        OnePoint { point: Hex::of(&input.code.read::<FaceCode>().point()) }
    }

    fn check(input: &FaceIn, output: &OnePoint) {
        assert_eq!(FaceCode::of(&output.point.read::<Point>()), Ok(input.code.read()));
    }
}

pub(super) struct SecretLists;

#[derive(Serialize, Deserialize)]
pub(super) struct ListIn {
    pub(super) context: Place,
    pub(super) key: Hex,
    faces: Vec<Hex>,
    secret: Hex,
    seed: Hex,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
pub(super) struct ListOut {
    pub(super) list: Hex,
}

impl Kind for SecretLists {
    const FILE: &'static str = "secret-lists";
    const WHAT: &'static str = "The cards of a secret list, with the proof that their owner knows all masks. The secret hedges the chance of the seed.";
    type Input = ListIn;
    type Output = ListOut;

    fn inputs() -> Vec<(String, ListIn)> {
        let input = |count: u8| ListIn {
            context: Place::new(1, Operation::Bring),
            key: cards(1).0,
            faces: (0..count).map(|byte| Hex(vec![byte; 16])).collect(),
            secret: secret(1),
            seed: bytes(20),
        };
        [1, 3].map(|count| (format!("cards: {count}"), input(count))).into()
    }

    fn make(input: &ListIn) -> ListOut {
        let (context, key) = (input.context.context(), joint(&input.key));
        let (secret, rng) = (input.secret.secret(), &mut input.seed.rng());
        let list = SecretList::new(&context, &key, &read_all(&input.faces), &secret, rng);
        ListOut { list: Hex::of(&list.unwrap()) }
    }

    fn check(input: &ListIn, output: &ListOut) {
        let list: SecretList = output.list.read();
        assert!(list.verify(&input.context.context(), &joint(&input.key)).is_ok());
    }
}
