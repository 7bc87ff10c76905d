//! A rogue key: a share that is chosen so that its author alone knows the secret of the joint key.

use super::*;
use crate::domain;
use crate::group::Secret;
use crate::keys::{JointKey, KeyError, KeyOpening};
use crate::masked::Faces;

/// An opening as it is written: the share, the commitment and the response.
fn opening(share: &Point, commitment: &Point, response: &Scalar) -> KeyOpening {
    let parts = [share.as_bytes(), commitment.as_bytes(), response.as_bytes()];
    KeyOpening::from_bytes(&parts.map(|part| &part[..]).concat()).unwrap()
}

fn challenge(context: &Context, share: &Point, commitment: &Point) -> Scalar {
    let mut transcript = context.transcript(domain::POSSESSION);
    transcript.absorb_point(b"share", share);
    transcript.absorb_point(b"commitment", commitment);
    transcript.challenge(b"c")
}

/// The parts of an opening that somebody else has sent.
fn parts(opening: &KeyOpening) -> (Point, Scalar) {
    let bytes = opening.to_bytes();
    let response = crate::Reader::new(&bytes[64..]).scalar().unwrap();
    (Point::from_bytes(&bytes[32..64]).unwrap(), response)
}

/// What seat 0 will open, which the rogue at seat 1 has somehow seen before it promises anything.
fn honest() -> KeyOpening {
    let mut round = Round::silent(2, 1);
    for author in [0, 1] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    let Message::KeyOpening(opening) = due(&mut round, 0) else { panic!("a key") };
    opening
}

/// Seat 1 promises this opening and shows it when seat 0 has shown its own.
fn verdict(forged: &KeyOpening) -> Option<Fault> {
    let mut round = Round::silent(2, 1);
    let entry = round.players[0].due(&mut round.rng).unwrap().unwrap();
    round.tell(&entry);
    let entry = round.players[1].say(&Message::KeyPromise(forged.promise()));
    round.tell(&entry);
    let entry = round.players[0].due(&mut round.rng).unwrap().unwrap();
    assert_eq!(entry.message(), Ok(Message::KeyOpening(honest())), "the same as it has seen");
    round.tell(&entry);
    let entry = round.players[1].say(&Message::KeyOpening(*forged));
    if round.players[0].hear(&entry).is_ok() {
        assert!(round.table().waiting_on().is_empty());
        return None;
    }
    Some(refused(&mut round, 1, &Message::KeyOpening(*forged)))
}

#[test]
fn a_rogue_key_would_read_everything_and_cannot_be_opened() {
    let theirs = honest();
    let x = Secret::random(&mut rng(66));
    let rogue = Point::new(x.times_base().point() - theirs.share().point());

    // The control: without a proof of possession the joint key's secret is x, and the rogue reads every card alone.
    let joint = JointKey::new([theirs.share(), &rogue]).unwrap();
    assert_eq!(joint.point(), &x.times_base());
    let mut faces = Faces::default();
    let cards = faces.bring(&[1; 32], 0, &[FaceNumber(8), FaceNumber(9)], &joint);
    for (card, face) in cards.iter().zip([8, 9]) {
        let card = card.remask(&joint, &Scalar::from(1_234_u64));
        let share = Point::new(x.scalar() * card.c1().point());
        assert_eq!(faces.face(&card.unmask([&share])), Some(FaceNumber(face)));
    }

    let mut context = Round::silent(2, 1).table().context(seat(1), Operation::Key, Pile(0));
    context.request = context.table;
    let (nonce, guess) = (Secret::random(&mut rng(67)), Scalar::from(5_u64));
    let commitment = nonce.times_base();
    let schnorr = |share: &Point, secret: &Scalar| {
        let challenge = challenge(&context, share, &commitment);
        opening(share, &commitment, &(nonce.scalar() + challenge * secret))
    };
    // The control: so an opening is made by who knows the secret.
    assert_eq!(verdict(&schnorr(&x.times_base(), x.scalar())), None);

    let (their_commitment, their_response) = parts(&theirs);
    let own = KeyPair::new(x.clone()).open(&context, &mut rng(68));
    let (own_commitment, own_response) = parts(&own);
    let difference = Point::new(own_commitment.point() - their_commitment.point());
    let backwards = Point::new(Secret::new(guess).times_base().point() - guess * rogue.point());
    let minus = Point::new(-their_commitment.point());
    for (how, forged) in [
        ("with the secret of the sum", schnorr(&rogue, x.scalar())),
        ("with a proof of the sum", opening(&rogue, &own_commitment, &own_response)),
        ("with seat 0's proof", opening(&rogue, &their_commitment, &their_response)),
        ("with both proofs", opening(&rogue, &difference, &(own_response - their_response))),
        (
            "with seat 0's proof taken off",
            opening(&rogue, &minus, &(own_response - their_response)),
        ),
        ("backwards from a guessed challenge", opening(&rogue, &backwards, &guess)),
        ("with seat 0's key as it is", theirs),
    ] {
        assert_eq!(verdict(&forged), Some(Fault::Key(KeyError::NoPossession)), "{how}");
    }
    // And what was promised cannot be replaced by the rogue key once seat 0's key is known.
    let mut round = Round::silent(2, 1);
    for author in [0, 1, 0] {
        let entry = round.players[author].due(&mut round.rng).unwrap().unwrap();
        round.tell(&entry);
    }
    let late = Message::KeyOpening(schnorr(&rogue, x.scalar()));
    assert_eq!(refused(&mut round, 1, &late), Fault::Key(KeyError::PromiseMismatch));
}
