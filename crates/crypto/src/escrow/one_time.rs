//! One-time keys for escrow, and the thresholds that a table may choose.
//!
//! If the part of a fresh key were sealed to a recipient's older key, whoever obtains that older key later could open the seal, which
//! is on the chain for ever, and with enough of them compute a key that was wiped. Therefore every recipient offers a key for one
//! round of dealings, opens its parts with it, and drops it. Its older keys open nothing.
//!
//! A threshold is more than half of all players: otherwise a cut in the network leaves two groups that each recover the
//! other's layers of the same cards, and both logs together would contain all of them.

use facedown_core::Seat;
use rand_core::CryptoRng;

use super::{Complaint, Dealing, EscrowError, MAX_RECIPIENTS};
use crate::batch::Equation;
use crate::encoding::{Codec, DecodeError, Reader, Writer};
use crate::group::{Point, Secret};
use crate::keys::{KeyError, KeyOpening, KeyPair};
use crate::transcript::{Context, Operation};

/// How many of the other players can replace one who has left: more than half of all, and at most all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    players: usize,
    threshold: usize,
}

impl Threshold {
    /// A threshold for a table of as many players, the dealer of a key included.
    pub const fn new(players: usize, threshold: usize) -> Result<Self, EscrowError> {
        let recipients = players.saturating_sub(1);
        if threshold <= recipients && 2 * threshold > players && recipients <= MAX_RECIPIENTS {
            Ok(Self { players, threshold })
        } else {
            Err(EscrowError::Threshold { threshold, recipients })
        }
    }

    /// The usual threshold: all other players. Two players have none, because one of them alone would hold both keys.
    pub const fn usual(players: usize) -> Result<Self, EscrowError> {
        Self::new(players, players.saturating_sub(1))
    }

    /// The number of seats that are needed.
    pub const fn get(self) -> usize {
        self.threshold
    }

    /// The number of players, the dealer included.
    pub const fn players(self) -> usize {
        self.players
    }
}

/// A key that one round of dealings is sealed to. It is wiped on drop, and cannot be cloned.
///
/// ```
/// # use facedown_crypto::{KeyPair, SealingKey};
/// # fn f(pair: KeyPair) {
/// let key = SealingKey::new(pair);
/// drop(key); // when the dealings were opened, and nobody complains
/// # }
/// ```
/// ```compile_fail,E0599
/// # use facedown_crypto::{KeyPair, SealingKey};
/// # fn f(pair: KeyPair) {
/// let key = SealingKey::new(pair);
/// drop(key.clone());
/// # }
/// ```
pub struct SealingKey(KeyPair);

impl SealingKey {
    /// Uses a key pair that was made for this and is used for nothing else.
    pub const fn new(pair: KeyPair) -> Self {
        Self(pair)
    }

    /// Generates a random key.
    pub fn random(rng: &mut impl CryptoRng) -> Self {
        Self(KeyPair::random(rng))
    }

    /// Offers the key to the dealers, with a proof of possession.
    pub fn offer(&self, context: &Context, rng: &mut impl CryptoRng) -> SealingOffer {
        SealingOffer(self.0.open(&offered(context), rng))
    }

    /// Opens this seat's part of a dealing. `dealt` and `share` are the dealer's context and public share.
    pub fn open(
        &self,
        dealing: &Dealing,
        dealt: &Context,
        share: &Point,
        seat: Seat,
    ) -> Result<Secret, EscrowError> {
        dealing.open(dealt, share, seat, &self.0)
    }

    /// Complains, as the author of the context, about a dealing whose part is wrong.
    pub fn complain(
        &self,
        context: &Context,
        dealing: &Dealing,
        dealt: &Context,
        share: &Point,
        rng: &mut impl CryptoRng,
    ) -> Result<Complaint, EscrowError> {
        Complaint::new(context, dealing, dealt, share, &self.0, rng)
    }
}

/// The public half of a [`SealingKey`], with its proof of possession.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealingOffer(KeyOpening);

/// The public half of a [`SealingKey`] whose proof was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealingShare(Point);

impl SealingOffer {
    /// The equation of the proof: the author knows the secret.
    pub fn equation(&self, context: &Context) -> Equation {
        self.0.equation(&offered(context))
    }

    /// Verifies the proof of possession.
    pub fn verify(&self, context: &Context) -> Result<SealingShare, KeyError> {
        self.0.verify(&offered(context)).map(SealingShare)
    }

    /// The public half, if its equation was verified in a batch.
    pub const fn verified_in_batch(&self) -> SealingShare {
        SealingShare(*self.0.share())
    }
}

impl SealingShare {
    /// The share as a point.
    pub const fn point(&self) -> &Point {
        &self.0
    }
}

impl Dealing {
    /// Puts the author's key into escrow with all other players, sealed to the keys that they have offered.
    pub fn to_one_time_keys(
        context: &Context,
        key: &KeyPair,
        threshold: Threshold,
        recipients: &[(Seat, SealingShare)],
        rng: &mut impl CryptoRng,
    ) -> Result<Self, EscrowError> {
        let recipients = checked(threshold, recipients)?;
        Self::new(context, key, threshold.get(), &recipients, rng)
    }

    /// Verifies everything that is public about a dealing to one-time keys; see [`Dealing::verify`].
    pub fn verify_one_time(
        &self,
        context: &Context,
        share: &Point,
        threshold: Threshold,
        recipients: &[(Seat, SealingShare)],
    ) -> Result<(), EscrowError> {
        self.verify(context, share, threshold.get(), &checked(threshold, recipients)?)
    }
}

/// The recipients as points, if they are all other players.
fn checked(
    threshold: Threshold,
    recipients: &[(Seat, SealingShare)],
) -> Result<Vec<(Seat, Point)>, EscrowError> {
    if recipients.len() + 1 == threshold.players() {
        Ok(recipients.iter().map(|(seat, share)| (*seat, share.0)).collect())
    } else {
        Err(EscrowError::Recipients)
    }
}

/// The context of an offer: it is never the opening of another kind of key.
fn offered(context: &Context) -> Context {
    Context { operation: Operation::Sealing, ..*context }
}

impl Codec for SealingOffer {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, DecodeError> {
        KeyOpening::read(from).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{rng, seat};

    fn context(author: usize) -> Context {
        crate::testing::context(author)
    }

    fn dealt() -> Context {
        Context { operation: Operation::Dealing, ..context(0) }
    }

    /// Seat 0 puts a fresh key into escrow with three others, who have had keys before.
    struct Setting {
        older: Vec<KeyPair>,
        fresh: KeyPair,
        sealing: Vec<SealingKey>,
        recipients: Vec<(Seat, SealingShare)>,
        dealing: Dealing,
    }

    impl Setting {
        fn new() -> Self {
            let older: Vec<_> = (1..4).map(|seed| KeyPair::random(&mut rng(seed))).collect();
            let sealing: Vec<_> =
                (1..4).map(|seed| SealingKey::random(&mut rng(10 + seed))).collect();
            let share = |(n, key): (usize, &SealingKey)| {
                let offer = key.offer(&context(n), &mut rng(5));
                assert_eq!(SealingOffer::from_bytes(&offer.to_bytes()), Ok(offer));
                assert_eq!(offer.verified_in_batch(), offer.verify(&context(n)).unwrap());
                assert!(offer.equation(&context(n)).holds());
                (seat(n), offer.verify(&context(n)).unwrap())
            };
            let recipients: Vec<_> = (1..).zip(&sealing).map(share).collect();
            let fresh = KeyPair::random(&mut rng(20));
            let threshold = Threshold::usual(4).unwrap();
            let rng = &mut rng(6);
            let dealing = Dealing::to_one_time_keys(&dealt(), &fresh, threshold, &recipients, rng);
            Self { older, fresh, sealing, recipients, dealing: dealing.unwrap() }
        }
    }

    /// If a fresh key is sealed to older ones, these open it at any later time. One-time keys are gone by then.
    #[test]
    fn older_keys_do_not_open_the_parts_of_a_fresh_key() {
        let Setting { older, fresh, sealing, recipients, dealing } = Setting::new();
        let share = fresh.share();
        let threshold = Threshold::usual(4).unwrap();
        assert_eq!(dealing.verify_one_time(&dealt(), share, threshold, &recipients), Ok(()));
        for (n, key) in (1..).zip(&older) {
            let opened = dealing.open(&dealt(), share, seat(n), key);
            assert_eq!(opened.err(), Some(EscrowError::Wrong));
        }
        for (n, key) in (1..).zip(&sealing) {
            let part = key.open(&dealing, &dealt(), share, seat(n)).unwrap();
            assert_eq!(part.times_base(), dealing.public(share, seat(n)));
            let groundless = key.complain(&context(n), &dealing, &dealt(), share, &mut rng(1));
            assert_eq!(groundless.err(), Some(EscrowError::GroundlessComplaint));
        }
        // The control: sealed to the older keys themselves.
        let to_older: Vec<_> = (1..).zip(&older).map(|(n, key)| (seat(n), *key.share())).collect();
        let old_way = Dealing::new(&dealt(), &fresh, 3, &to_older, &mut rng(6)).unwrap();
        for (n, key) in (1..).zip(&older) {
            assert!(old_way.open(&dealt(), share, seat(n), key).is_ok());
        }
    }

    #[test]
    fn a_wrong_part_is_complained_about_with_the_one_time_key() {
        let Setting { sealing, fresh, recipients, dealing, .. } = Setting::new();
        // The dealer's commitments belong to another key than the one it has opened.
        let other = *KeyPair::random(&mut rng(30)).share();
        assert!(sealing[0].open(&dealing, &dealt(), fresh.share(), seat(1)).is_ok());
        let here = Context { operation: Operation::Escrow, ..context(1) };
        let complaint = sealing[0].complain(&here, &dealing, &dealt(), &other, &mut rng(1));
        let public = recipients[0].1.point();
        let verdict = complaint.unwrap().verify(&here, &dealing, &dealt(), &other, public);
        assert_eq!(verdict, Ok(true));
    }

    #[test]
    fn an_offer_counts_only_where_it_was_made_and_is_no_key() {
        let key = KeyPair::random(&mut rng(1));
        let offer = SealingKey::new(key.clone()).offer(&context(1), &mut rng(2));
        for elsewhere in [
            context(2),
            Context { table: [0; 32], ..context(1) },
            Context { request: [0; 32], ..context(1) },
        ] {
            assert_eq!(offer.verify(&elsewhere).err(), Some(KeyError::NoPossession));
        }
        let as_key = Context { operation: Operation::Key, ..context(1) };
        assert_eq!(offer.0.verify(&as_key).err(), Some(KeyError::NoPossession));
        let opening = SealingOffer(key.open(&as_key, &mut rng(2)));
        assert_eq!(opening.verify(&as_key).err(), Some(KeyError::NoPossession));
    }

    /// Two groups of `t` players that a cut separates would both recover everything.
    #[test]
    fn a_threshold_is_more_than_half_of_all_and_at_most_all_others() {
        let allowed = |players| -> Vec<_> {
            (0..10).filter(|&threshold| Threshold::new(players, threshold).is_ok()).collect()
        };
        assert_eq!([3, 4, 5, 6].map(allowed), [vec![2], vec![3], vec![3, 4], vec![4, 5]]);
        for players in [0, 1, 2, 7] {
            assert!(allowed(players).is_empty());
            assert!(Threshold::usual(players).is_err());
        }
        for players in 3..=6 {
            let usual = Threshold::usual(players).unwrap();
            assert_eq!((usual.get(), usual.players()), (players - 1, players));
        }
        let refused = EscrowError::Threshold { threshold: 2, recipients: 3 };
        assert_eq!(Threshold::new(4, 2), Err(refused));
    }

    #[test]
    fn a_dealing_goes_to_all_other_players() {
        let Setting { fresh, recipients, dealing, .. } = Setting::new();
        for (players, count) in [(3, 3), (4, 2), (5, 3)] {
            let threshold = Threshold::usual(players).unwrap();
            let to = &recipients[..count];
            let rng = &mut rng(6);
            let made = Dealing::to_one_time_keys(&dealt(), &fresh, threshold, to, rng);
            assert_eq!(made.err(), Some(EscrowError::Recipients));
            let verdict = dealing.verify_one_time(&dealt(), fresh.share(), threshold, to);
            assert_eq!(verdict, Err(EscrowError::Recipients));
        }
    }
}
