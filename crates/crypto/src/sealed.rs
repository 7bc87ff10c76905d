//! Sealed secrets: 32 bytes that one seat sends another on the public chain, and that the recipient can reveal with a proof.
//!
//! The sender chooses `r` and sends `R = r·G` with the bytes encrypted under a hash of `r·Y`, where `Y = x·G` is the
//! recipient's public share. The recipient computes the same point as `x·R`. If the bytes are wrong, it unseals them: it
//! publishes `x·R` with a proof, so that everybody can read what the sender sent.
//!
//! The sender also proves knowledge of `r`. Otherwise it could send another seal's `R`, or a card's `c1`, with random
//! bytes. The recipient would complain, and its `x·R` would open the other secret, or the card. Therefore a seal without
//! this proof is never unsealed.

use curve25519_dalek::ristretto::RistrettoPoint;
use curve25519_dalek::scalar::Scalar;
use facedown_core::Seat;
use rand_core::CryptoRng;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::dleq::{Dleq, SameLog};
use crate::domain;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Nonces, Point, Secret};
use crate::keys::KeyPair;
use crate::transcript::{Context, Transcript};

/// Why a sealed secret, or its unsealing, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SealError {
    /// The sender has not proved that it made this seal itself, for this seat and in this context.
    #[error("the sender has not shown that it made this seal for this seat, here")]
    WrongSender,
    /// The recipient has not proved that it opened the seal with its key.
    #[error("the seal was not opened with the key of its recipient")]
    WrongUnsealing,
}

/// A secret for one seat: `R`, the encrypted bytes, and a proof of knowledge of `r`: `A = k·G`, `s = k + c·r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedSecret {
    ephemeral: Point,
    hidden: [u8; 32],
    commitment: Point,
    response: Scalar,
}

impl SealedSecret {
    /// Seals a payload for the seat with this public share. The secret keeps it safe if the random number generator fails.
    pub fn new(
        context: &Context,
        recipient: Seat,
        to: &Point,
        payload: &[u8; 32],
        secret: &Secret,
        rng: &mut impl CryptoRng,
    ) -> Self {
        // The nonces depend on the payload: two payloads under the same `r` would reveal their difference.
        let mut fork = addressed(context, domain::SEALED, recipient, to);
        fork.absorb(b"payload", payload);
        let mut nonces = Nonces::new(&fork, secret, rng);
        let ephemeral = Secret::new(nonces.scalar());
        let nonce = Secret::new(nonces.scalar());
        let public = ephemeral.times_base();
        let shared = Zeroizing::new(ephemeral.scalar() * to.point());
        let pad = pad(context, recipient, to, &public, &shared);
        let mut sealed = Self {
            ephemeral: public,
            hidden: xor(payload, &pad),
            commitment: nonce.times_base(),
            response: Scalar::ZERO,
        };
        let challenge = sealed.challenge(context, recipient, to);
        sealed.response = nonce.scalar() + challenge * ephemeral.scalar();
        sealed
    }

    /// Verifies that the sender made the seal itself, for this seat and in this context. The content is not checked.
    pub fn verify(&self, context: &Context, recipient: Seat, to: &Point) -> Result<(), SealError> {
        let challenge = self.challenge(context, recipient, to);
        let expected = RistrettoPoint::vartime_double_scalar_mul_basepoint(
            &-challenge,
            self.ephemeral.point(),
            &self.response,
        );
        if &expected == self.commitment.point() { Ok(()) } else { Err(SealError::WrongSender) }
    }

    /// Decrypts the payload as the recipient. The context is the sender's.
    pub fn open(&self, context: &Context, recipient: Seat, key: &KeyPair) -> Zeroizing<[u8; 32]> {
        let shared = Zeroizing::new(key.secret().scalar() * self.ephemeral.point());
        self.opened_with(context, recipient, key.share(), &shared)
    }

    fn opened_with(
        &self,
        context: &Context,
        recipient: Seat,
        to: &Point,
        shared: &RistrettoPoint,
    ) -> Zeroizing<[u8; 32]> {
        let pad = pad(context, recipient, to, &self.ephemeral, shared);
        Zeroizing::new(xor(&self.hidden, &pad))
    }

    fn challenge(&self, context: &Context, recipient: Seat, to: &Point) -> Scalar {
        let mut transcript = addressed(context, domain::SEALED, recipient, to);
        transcript.absorb_point(b"ephemeral", &self.ephemeral);
        transcript.absorb(b"hidden", &self.hidden);
        transcript.absorb_point(b"commitment", &self.commitment);
        transcript.challenge(b"c")
    }
}

/// Reveals a sealed secret: `x·R`, with a proof that it was computed with the recipient's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsealing {
    shared: Point,
    proof: Dleq,
}

impl Unsealing {
    /// Reveals a secret that was sealed for the author of the context. `sent` is the sender's context.
    ///
    /// It is refused if the sender has not proved that the seal is its own; see the documentation of this module.
    pub fn new(
        context: &Context,
        sent: &Context,
        key: &KeyPair,
        sealed: &SealedSecret,
        rng: &mut impl CryptoRng,
    ) -> Result<Self, SealError> {
        sealed.verify(sent, context.author, key.share())?;
        let shared = Point::new(key.secret().scalar() * sealed.ephemeral.point());
        let transcript = unsealing(context, sent, sealed);
        let log = SameLog { public: key.share(), bases: &[sealed.ephemeral], multiples: &[shared] };
        Ok(Self { shared, proof: Dleq::prove(transcript, log, key.secret(), rng) })
    }

    /// Verifies the proof and returns the payload. `public` is the public share of the context's author.
    pub fn verify(
        &self,
        context: &Context,
        sent: &Context,
        public: &Point,
        sealed: &SealedSecret,
    ) -> Result<[u8; 32], SealError> {
        sealed.verify(sent, context.author, public)?;
        let log = SameLog { public, bases: &[sealed.ephemeral], multiples: &[self.shared] };
        if self.proof.equation(unsealing(context, sent, sealed), log).holds() {
            Ok(*sealed.opened_with(sent, context.author, public, self.shared.point()))
        } else {
            Err(SealError::WrongUnsealing)
        }
    }
}

/// Starts the transcript of a seal for a seat.
fn addressed(context: &Context, domain: &'static [u8], recipient: Seat, to: &Point) -> Transcript {
    let mut transcript = context.transcript(domain);
    transcript.absorb_number(b"recipient", recipient.index() as u64);
    transcript.absorb_point(b"to", to);
    transcript
}

/// The one-time pad for the payload.
fn pad(
    context: &Context,
    recipient: Seat,
    to: &Point,
    ephemeral: &Point,
    shared: &RistrettoPoint,
) -> Zeroizing<[u8; 64]> {
    let mut transcript = addressed(context, domain::SEALED_PAD, recipient, to);
    transcript.absorb_point(b"ephemeral", ephemeral);
    transcript.absorb(b"shared", &*Zeroizing::new(shared.compress().to_bytes()));
    Zeroizing::new(transcript.challenge_bytes(b"pad"))
}

fn xor(bytes: &[u8; 32], pad: &[u8; 64]) -> [u8; 32] {
    std::array::from_fn(|n| bytes[n] ^ pad[n])
}

/// Starts the transcript of an unsealing, which is bound to the sender's context.
fn unsealing(context: &Context, sent: &Context, sealed: &SealedSecret) -> Transcript {
    let mut transcript = context.transcript(domain::UNSEALED);
    let place = sent.transcript(domain::SEALED).challenge_bytes(b"place");
    transcript.absorb(b"sent", &place);
    transcript.absorb(b"sealed", &sealed.to_bytes());
    transcript
}

impl Codec for SealedSecret {
    fn write(&self, to: &mut Writer) {
        self.ephemeral.write(to);
        self.hidden.write(to);
        self.commitment.write(to);
        to.scalar(&self.response);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            ephemeral: Point::read(from)?,
            hidden: from.array()?,
            commitment: Point::read(from)?,
            response: from.scalar()?,
        })
    }
}

impl Codec for Unsealing {
    fn write(&self, to: &mut Writer) {
        self.shared.write(to);
        self.proof.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { shared: Point::read(from)?, proof: Dleq::read(from)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{context, rng, seat};
    use crate::transcript::Operation;

    const PAYLOAD: [u8; 32] = [42; 32];

    fn elsewhere(context: Context) -> [Context; 5] {
        let author = seat(context.author.index() + 1);
        [
            Context { table: [0; 32], ..context },
            Context { request: [0; 32], ..context },
            Context { pile: 9, ..context },
            Context { operation: Operation::Tutor, ..context },
            Context { author, ..context },
        ]
    }

    /// A secret that seat 0 has sealed for seat 1, and the key of seat 1.
    fn sealed() -> (KeyPair, SealedSecret) {
        let (sender, key) = (KeyPair::random(&mut rng(1)), KeyPair::random(&mut rng(2)));
        let (share, rng) = (key.share(), &mut rng(3));
        let sealed = SealedSecret::new(&context(0), seat(1), share, &PAYLOAD, sender.secret(), rng);
        (key, sealed)
    }

    #[test]
    fn only_the_recipient_opens_it_and_can_show_it_to_all() {
        let (key, sealed) = sealed();
        assert_eq!(sealed.verify(&context(0), seat(1), key.share()), Ok(()));
        assert_eq!(*sealed.open(&context(0), seat(1), &key), PAYLOAD);
        let other = KeyPair::random(&mut rng(4));
        assert_ne!(*sealed.open(&context(0), seat(1), &other), PAYLOAD);
        let shown = Unsealing::new(&context(1), &context(0), &key, &sealed, &mut rng(5)).unwrap();
        let read = shown.verify(&context(1), &context(0), key.share(), &sealed);
        assert_eq!(read, Ok(PAYLOAD));
        assert_eq!(SealedSecret::from_bytes(&sealed.to_bytes()), Ok(sealed));
        assert_eq!(Unsealing::from_bytes(&shown.to_bytes()), Ok(shown));
    }

    #[test]
    fn a_copied_seal_is_not_the_copiers_and_nobody_unseals_it() {
        let (key, sealed) = sealed();
        let copied = Some(SealError::WrongSender);
        for sent in elsewhere(context(0)) {
            assert_eq!(sealed.verify(&sent, seat(1), key.share()).err(), copied);
            assert_ne!(*sealed.open(&sent, seat(1), &key), PAYLOAD);
            let shown = Unsealing::new(&context(1), &sent, &key, &sealed, &mut rng(5));
            assert_eq!(shown.err(), copied);
        }
        assert_eq!(sealed.verify(&context(0), seat(2), key.share()).err(), copied);
        let other = KeyPair::random(&mut rng(4));
        assert_eq!(sealed.verify(&context(0), seat(1), other.share()).err(), copied);
        // Other bytes with the same R: their unsealing would open the true ones.
        let reused = SealedSecret { hidden: [0; 32], ..sealed };
        let shown = Unsealing::new(&context(1), &context(0), &key, &reused, &mut rng(5));
        assert_eq!(shown.err(), copied);
    }

    #[test]
    fn a_card_cannot_be_opened_by_sealing_nonsense_under_its_blind() {
        let (key, sealed) = sealed();
        let blind = *KeyPair::random(&mut rng(6)).share();
        let bait = SealedSecret { ephemeral: blind, ..sealed };
        let shown = Unsealing::new(&context(1), &context(0), &key, &bait, &mut rng(5));
        assert_eq!(shown.err(), Some(SealError::WrongSender));
    }

    #[test]
    fn an_unsealing_with_another_key_or_in_another_place_is_refused() {
        let (key, sealed) = sealed();
        let shown = Unsealing::new(&context(1), &context(0), &key, &sealed, &mut rng(5)).unwrap();
        let sent = context(0);
        for shown_in in elsewhere(context(1)) {
            assert!(shown.verify(&shown_in, &sent, key.share(), &sealed).is_err());
        }
        // The seal is valid, but the unsealing was computed with another key and has a valid proof for that key.
        let other = KeyPair::random(&mut rng(4));
        let shared = Point::new(other.secret().scalar() * sealed.ephemeral.point());
        let log =
            SameLog { public: other.share(), bases: &[sealed.ephemeral], multiples: &[shared] };
        let transcript = unsealing(&context(1), &context(0), &sealed);
        let proof = Dleq::prove(transcript, log, other.secret(), &mut rng(5));
        let lie = Unsealing { shared, proof };
        let read = lie.verify(&context(1), &context(0), key.share(), &sealed);
        assert_eq!(read, Err(SealError::WrongUnsealing));
    }

    #[test]
    fn any_changed_byte_is_refused() {
        let (key, sealed) = sealed();
        let shown = Unsealing::new(&context(1), &context(0), &key, &sealed, &mut rng(5)).unwrap();
        let (bytes, shown_bytes) = (sealed.to_bytes(), shown.to_bytes());
        for (place, bit) in (0..bytes.len()).flat_map(|place| [(place, 1), (place, 0x40)]) {
            let mut changed = bytes.clone();
            changed[place] ^= bit;
            let accepted = SealedSecret::from_bytes(&changed)
                .is_ok_and(|sealed| sealed.verify(&context(0), seat(1), key.share()).is_ok());
            assert!(!accepted, "byte {place} of a seal");
            let mut changed = shown_bytes.clone();
            changed[place] ^= bit;
            let accepted = Unsealing::from_bytes(&changed).is_ok_and(|shown| {
                shown.verify(&context(1), &context(0), key.share(), &sealed).is_ok()
            });
            assert!(!accepted, "byte {place} of an unsealing");
        }
    }

    #[test]
    fn a_chance_that_repeats_does_not_reuse_the_key() {
        let (sender, key) = (KeyPair::random(&mut rng(1)), KeyPair::random(&mut rng(2)));
        let seal = |recipient, payload: &[u8; 32]| {
            let rng = &mut rng(3);
            let secret = sender.secret();
            SealedSecret::new(&context(0), seat(recipient), key.share(), payload, secret, rng)
        };
        assert_ne!(seal(1, &[1; 32]).ephemeral, seal(1, &[2; 32]).ephemeral);
        assert_ne!(seal(1, &[1; 32]).ephemeral, seal(2, &[1; 32]).ephemeral);
        assert_eq!(seal(1, &[1; 32]), seal(1, &[1; 32]));
    }
}
