//! Real values for the fuzz targets: one of everything that a player may send about cards.

use facedown_core::Seat;
use facedown_crypto::{
    Blinded, Codec, Comparison, Complaint, Context, Dealing, FaceCode, FaceNumber, KeyOpening,
    KeyPair, MaskedCard, Operation, OutputOrder, Point, Rekeyed, Remasked, SealedSecret,
    SealingKey, SealingOffer, SecretList, Shares, ShuffleProof, Shuffled, Tucked, Unsealing,
    public_list,
};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

fn seat(index: usize) -> Seat {
    Seat::new(index).expect("a seat")
}

/// The seeds of a fuzz target.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let parts = Parts::new();
    let only = |value: Vec<u8>| vec![value];
    match target {
        "shuffle_proof" => only(parts.shuffle.to_bytes()),
        "shares" => only(parts.shares.to_bytes()),
        "rekeyed" => only(parts.rekeyed.to_bytes()),
        "remasked" => only(parts.remasked.to_bytes()),
        "key_opening" => only(parts.opening.to_bytes()),
        // The proof is the end of a batch of shares.
        "dleq" => {
            let shares = parts.shares.to_bytes();
            only(shares[shares.len() - 96..].to_vec())
        }
        "masked_card" => parts.tucked.cards.iter().map(Codec::to_bytes).collect(),
        "point" => vec![Point::base().to_bytes(), parts.key.share().to_bytes()],
        "dealing" => only(parts.dealing.to_bytes()),
        "sealed" => only(parts.sealed.to_bytes()),
        "complaint" => only(parts.complaint.to_bytes()),
        "tuck_proof" => only(parts.tucked.proof.to_bytes()),
        "tucked" => only(parts.tucked.to_bytes()),
        "face_code" => only(FACES[0].to_bytes()),
        "secret_list" => only(parts.list.to_bytes()),
        "blinded" => only(parts.blinded.to_bytes()),
        "sealing_offer" => only(parts.offer.to_bytes()),
        _ => Vec::new(),
    }
}

/// One of each.
struct Parts {
    key: KeyPair,
    opening: KeyOpening,
    shuffle: ShuffleProof,
    shares: Shares,
    rekeyed: Rekeyed,
    remasked: Remasked,
    dealing: Dealing,
    sealed: SealedSecret,
    complaint: Complaint,
    tucked: Tucked,
    list: SecretList,
    blinded: Blinded,
    offer: SealingOffer,
}

const FACES: [FaceCode; 3] = [FaceCode([1; 16]), FaceCode([2; 16]), FaceCode([3; 16])];

impl Parts {
    fn new() -> Self {
        let rng = &mut ChaCha20Rng::from_seed([2; 32]);
        let keys: Vec<_> = (0..4).map(|_| KeyPair::random(rng)).collect();
        let key = keys[0].clone();
        let here = |author, operation| Context {
            table: [1; 32],
            request: [2; 32],
            author: seat(author),
            operation,
            pile: 0,
        };
        let others: Vec<_> =
            keys.iter().enumerate().skip(1).map(|(n, key)| (seat(n), *key.share())).collect();
        let sent = here(0, Operation::Dealing);
        let dealing = Dealing::new(&sent, &key, 2, &others, rng).expect("a dealing");
        let sealed =
            SealedSecret::new(&sent, seat(1), keys[1].share(), &[9; 32], key.secret(), rng);
        let context = here(1, Operation::Escrow);
        let unsealing = Unsealing::new(&context, &sent, &keys[1], &sealed, rng).expect("shown");
        let joint = facedown_crypto::JointKey::new([key.share()]).expect("a key");
        let cards = [0, 1, 2].map(|n| {
            let point = facedown_crypto::masked::open_card(&[1; 32], 0, n, FaceNumber(n));
            MaskedCard::fresh(&point, &joint)
        });
        let [card, pile @ ..] = &cards;
        let tuck = here(0, Operation::Tuck);
        let tucked =
            Tucked::new(&tuck, &joint, pile, card, 1, key.secret(), rng).expect("a tucked card");
        let bring = here(0, Operation::Bring);
        let list = SecretList::new(&bring, &joint, &FACES, key.secret(), rng).expect("a list");
        let comparison = Comparison::new(&list.cards()[0], &public_list(&FACES[1..], &joint));
        let comparison = comparison.expect("a question");
        let blinded = comparison.blind(&here(0, Operation::Test), key.secret(), rng);
        let offer = SealingKey::random(rng).offer(&here(0, Operation::Sealing), rng);
        let complaint = Complaint { unsealing };
        let shuffle = here(0, Operation::Shuffle);
        let order = OutputOrder::Random;
        let shuffled = Shuffled::new(&shuffle, &joint, &cards, &order, key.secret(), rng);
        let shuffle = shuffled.expect("a shuffle").proof;
        let opening = key.open(&here(0, Operation::Key), rng);
        let shares = Shares::new(&here(0, Operation::Share), &key, &cards, rng);
        let rekeyed = Rekeyed::new(&here(0, Operation::Rekey), &key, &keys[1], &cards, rng);
        let remasked =
            Remasked::new(&here(0, Operation::Remask), &joint, &cards, key.secret(), rng);
        Self {
            key,
            opening,
            shuffle,
            shares,
            rekeyed,
            remasked,
            dealing,
            sealed,
            complaint,
            tucked,
            list,
            blinded,
            offer,
        }
    }
}
