//! Weak transcripts: each field of each proof is left out in turn, by prover and verifier, and the tests notice it.
//!
//! Fields that are absorbed before the last challenge bind the proof: without one of them the prover makes another proof,
//! which is invalid for a complete verifier. Later fields determine the verifier's weights and change its equation. The
//! lists of labels are fixed, so that the tests also notice a field that is no longer absorbed.

use curve25519_dalek::scalar::Scalar;

use super::equality::EqualityTests;
use super::escrow::{Complaints, Dealings, Seals};
use super::lists::SecretLists;
use super::proofs::{FreshKeys, Keys, ShareIn, ShareOut, SharesOfCards, Shuffles, Tucks, joint};
use super::{Hex, Kind, Place, bytes, public, read_all, secret};
use crate::batch::Equation;
use crate::dleq::SameLog;
use crate::domain;
use crate::encoding::Writer;
use crate::equality::Blinded;
use crate::escrow::{Complaint, Dealing};
use crate::group::{Point, Secret};
use crate::keys::KeyOpening;
use crate::masked::{FaceNumber, MaskedCard, open_card};
use crate::rekey::Rekeyed;
use crate::sealed::{SealedSecret, Unsealing};
use crate::secret_list::SecretList;
use crate::share::Shares;
use crate::shuffle::ShuffleProof;
use crate::testing::seat;
use crate::transcript::Operation;
use crate::transcript::watch::{Field, absorbed, without};
use crate::tuck::TuckProof;

/// The fields at the beginning of the transcript of every proof.
const CONTEXT: &str = "domain table request author operation pile proof";

/// Whether a proof is valid, and its equation.
struct Verdict {
    holds: bool,
    claim: String,
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Self {
        Self { holds, claim: String::new() }
    }
}

impl From<Equation> for Verdict {
    fn from(equation: Equation) -> Self {
        Self { holds: equation.holds(), claim: format!("{equation:?}") }
    }
}

/// How many missing fields are noticed: by the proof, by the equation, and not at all.
type Missed = [usize; 3];

/// Leaves out every field that a verifier absorbs in the transcripts of this domain.
fn leave_out<K: Kind, V: Into<Verdict>>(
    vector: usize,
    domain: &'static [u8],
    verify: impl Fn(&K::Input, &K::Output) -> V,
    labels: &str,
    missed: Missed,
) {
    let input = K::inputs().swap_remove(vector).1;
    let verify = |output: &K::Output| -> Verdict { verify(&input, output).into() };
    let honest = K::make(&input);
    let (verdict, mut fields) = absorbed(|| verify(&honest));
    assert!(verdict.holds, "{}: the control", K::FILE);
    fields.retain(|field| field.domain == domain);
    let mut each: Vec<Field> = Vec::new();
    for field in fields {
        if !each.contains(&field) {
            each.push(field);
        }
    }
    let found: Vec<_> = each.iter().map(|field| str::from_utf8(field.label).unwrap()).collect();
    assert_eq!(found.join(" "), format!("{CONTEXT} {labels}"), "{}", K::FILE);
    let mut count = [0; 3];
    for field in each {
        let weak = without(field, || K::make(&input));
        assert!(without(field, || verify(&weak)).holds, "the control: {field:?}, left out by all");
        let bound = weak != honest && !verify(&weak).holds;
        let weighed = without(field, || verify(&honest)).claim != verdict.claim;
        count[if bound { 0 } else { 1 + usize::from(!weighed) }] += 1;
    }
    assert_eq!(count, missed, "{}: missed by the proof, by the claim, by nobody", K::FILE);
}

/// The last challenge is absorbed although no other follows, so one missing field of each transcript is not noticed.
#[test]
fn each_field_that_is_left_out_is_missed() {
    leave_out::<Keys, _>(
        0,
        domain::POSSESSION,
        |input, output| output.opening.read::<KeyOpening>().equation(&input.context.context()),
        "share commitment c challenge response seal challenge",
        [10, 3, 1],
    );
    leave_out::<SharesOfCards, _>(
        1,
        domain::SHARES,
        shares,
        "public bases multiples weights challenge A B c challenge response fold challenge seal challenge",
        [15, 5, 1],
    );
    leave_out::<FreshKeys, _>(
        1,
        domain::REKEY,
        |input, output| {
            let (made, cards) = (output.rekeyed.read::<Rekeyed>(), read_all(&input.cards));
            let (old, new) = (public(&input.old), public(&input.new));
            made.equation(&input.context.context(), &old, &new, &cards).unwrap()
        },
        "public bases multiples weights challenge A B c challenge response fold challenge seal challenge",
        [15, 5, 1],
    );
    leave_out::<Tucks, _>(
        1,
        domain::TUCK,
        |input, output| {
            let (before, after): (Vec<MaskedCard>, _) =
                (read_all(&input.before), read_all(&output.after));
            let (proof, key): (TuckProof, _) = (output.proof.read(), joint(&input.key));
            let (context, card) = (input.context.context(), input.card.read());
            proof.verify(&context, &key, &before, &card, &after).is_ok()
        },
        "key before c1 c2 card c1 c2 after c1 c2 weights challenge commitments c challenge",
        [21, 0, 1],
    );
}

#[test]
fn each_field_of_a_list_or_a_test_that_is_left_out_is_missed() {
    leave_out::<SecretLists, _>(
        1,
        domain::SECRET_LIST,
        |input, output| {
            let list: SecretList = output.list.read();
            list.equation(&input.context.context(), &joint(&input.key))
        },
        "key cards c1 c2 commitment weights challenge response seal challenge",
        [13, 3, 1],
    );
    leave_out::<EqualityTests, _>(
        2,
        domain::EQUALITY,
        |input, output| {
            let made: Blinded = output.blinded[0].read();
            made.equation(&input.context.context(), &input.comparison()).unwrap()
        },
        "differences c1 c2 blinded c1 c2 commitments c1 c2 c challenge \
         responses fold challenge seal challenge",
        [17, 5, 1],
    );
}

#[test]
fn each_field_of_a_shuffle_that_is_left_out_is_missed() {
    let decks = "key before c1 c2 after c1 c2";
    let one = "one public bases multiples weights challenge A B c challenge response fold challenge seal challenge";
    let many = "ca x challenge cb y challenge z challenge factors low high exponents deck c1 deck c2 w challenge \
        responses responses responses responses \
        fold challenge fold challenge fold challenge fold challenge seal challenge";
    // Of the vectors one has 1 card, one 2, and one 5.
    for (vector, labels, missed) in
        [(0, one, [23, 5, 1]), (1, many, [29, 14, 1]), (2, many, [29, 14, 1])]
    {
        leave_out::<Shuffles, _>(
            vector,
            domain::SHUFFLE,
            |input, output| {
                let (before, after): (Vec<MaskedCard>, _) =
                    (read_all(&input.before), read_all(&output.after));
                let (proof, key): (ShuffleProof, _) = (output.proof.read(), joint(&input.key));
                proof.equation(&input.context.context(), &key, &before, &after).unwrap()
            },
            &format!("{decks} {labels}"),
            missed,
        );
    }
}

/// Nobody outside sees the claim of an unsealing. It is one of equal logarithms, whose weights the shares have shown.
#[test]
fn each_field_of_a_seal_that_is_left_out_is_missed() {
    let seal = "recipient to ephemeral hidden commitment c challenge";
    leave_out::<Seals, _>(
        0,
        domain::SEALED,
        |input, output| {
            let (sealed, to) =
                (output.sealed.read::<SealedSecret>(), public(&input.recipient.secret));
            sealed.verify(&input.context.context(), seat(input.recipient.seat), &to).is_ok()
        },
        seal,
        [13, 0, 1],
    );
    leave_out::<Seals, _>(
        0,
        domain::SEALED_PAD,
        |input, output| {
            let (sealed, key) =
                (output.sealed.read::<SealedSecret>(), input.recipient.secret.key());
            let opened = sealed.open(&input.context.context(), seat(input.recipient.seat), &key);
            *opened == input.payload.array()
        },
        "recipient to ephemeral shared pad challenge",
        [12, 0, 1],
    );
    let unsealing = "sent sealed public bases multiples weights challenge A B c challenge \
        response fold challenge seal challenge";
    leave_out::<Seals, _>(
        0,
        domain::UNSEALED,
        |input, output| {
            let (sealed, unsealing): (SealedSecret, Unsealing) =
                (output.sealed.read(), output.unsealing.read());
            let (context, sent) = (input.unsealing_context.context(), input.context.context());
            let to = public(&input.recipient.secret);
            unsealing.verify(&context, &sent, &to, &sealed).is_ok()
        },
        unsealing,
        [17, 0, 6],
    );
    leave_out::<Dealings, _>(
        0,
        domain::SEALED,
        |input, output| {
            let (dealing, share): (Dealing, _) = (output.dealing.read(), public(&input.secret));
            let context = input.context.context();
            dealing.verify(&context, &share, input.threshold, &input.to()).is_ok()
        },
        seal,
        [13, 0, 1],
    );
    leave_out::<Complaints, _>(
        0,
        domain::UNSEALED,
        |input, output| {
            let (dealing, complaint): (Dealing, Complaint) =
                (output.dealing.read(), output.complaint.read());
            let (context, dealt) = (input.context.context(), input.dealt.context.context());
            let (share, own) = (public(&input.true_secret), public(&input.recipient.secret));
            complaint.verify(&context, &dealing, &dealt, &share, &own) == Ok(true)
        },
        unsealing,
        [17, 0, 6],
    );
}

fn shares(input: &ShareIn, output: &ShareOut) -> Equation {
    let (shares, cards) = (output.shares.read::<Shares>(), read_all(&input.cards));
    shares.equation(&input.context.context(), &public(&input.secret), &cards).unwrap()
}

/// Shows why the weights depend on the response: with known weights, a response for a wrong share could be computed.
#[test]
fn who_weighs_before_the_response_takes_a_wrong_share() {
    let (context, own) = (Place::new(1, Operation::Share).context(), secret(1));
    let (x, wrong) = (*own.secret().scalar(), Scalar::from(99_u64));
    let key = joint(&Hex::of(&public(&own)));
    // The blind of a fresh card is G itself.
    let cards = [MaskedCard::fresh(&open_card(&[1; 32], 0, 0, FaceNumber(0)), &key)];
    let claim = |shares: &Shares| shares.equation(&context, &public(&own), &cards).unwrap();
    let share = Secret::new(wrong).times_base();
    let forge = || {
        let mut transcript = context.transcript(domain::SHARES);
        let log = SameLog { public: &public(&own), bases: &[Point::base()], multiples: &[share] };
        let weight = log.weights(&mut transcript)[0];
        let [a, b] = [5_u64, 6].map(Scalar::from);
        let [base, folded] = [a, b].map(|nonce| Secret::new(nonce).times_base());
        transcript.absorb_point(b"A", &base);
        transcript.absorb_point(b"B", &folded);
        let challenge = transcript.challenge(b"c");
        transcript.absorb_scalars(b"response", &[Scalar::ZERO]);
        let fold = transcript.challenge(b"fold");
        let sum = a + challenge * x + fold * (b + challenge * weight * wrong);
        let mut to = Writer::default();
        to.list(&[share]);
        to.bytes(base.as_bytes());
        to.bytes(folded.as_bytes());
        to.scalar(&(sum * (Scalar::ONE + fold * weight).invert()));
        Hex(to.into_bytes()).read::<Shares>()
    };
    let honest = Shares::new(&context, &own.key(), &cards, &mut bytes(7).rng());
    let (_, fields) = absorbed(|| claim(&honest));
    let response = fields.into_iter().find(|field| field.label == b"response").unwrap();
    assert!(without(response, || claim(&forge()).holds()), "the control");
    assert!(!claim(&without(response, forge)).holds());
    assert!(!claim(&forge()).holds());
}

/// Leaving out a field affects only its own transcript, and complete proofs are unchanged.
#[test]
fn what_is_left_out_comes_back() {
    let input = Keys::inputs().swap_remove(0).1;
    let before = Keys::make(&input);
    let ((), fields) = absorbed(|| Keys::check(&input, &before));
    assert_ne!(without(fields[1], || Keys::make(&input)), before);
    assert_eq!(Keys::make(&input), before);
    let elsewhere = Field { number: 99, ..fields[1] };
    assert_eq!(without(elsewhere, || Keys::make(&input)), before);
}
