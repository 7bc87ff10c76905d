//! Any `threshold` seats can replace a dealer that has left, fewer cannot, and cheaters are convicted.

use super::*;
use crate::masked::{FaceNumber, Faces, MaskedCard};
use crate::share::Shares;
use crate::testing::{deck, rng, seat};
use crate::transcript::Operation;

fn context(author: usize, operation: Operation) -> Context {
    Context { operation, ..crate::testing::context(author) }
}

fn dealt() -> Context {
    context(0, Operation::Dealing)
}

fn complains(author: usize) -> Context {
    context(author, Operation::Escrow)
}

/// A table at which seat 0 puts its key into escrow with all others.
struct Escrow {
    keys: Vec<KeyPair>,
    faces: Faces,
    deck: Vec<MaskedCard>,
    recipients: Vec<(Seat, Point)>,
    dealing: Dealing,
}

impl Escrow {
    fn new(players: u8, threshold: usize) -> Self {
        let (keys, joint, faces, deck) = deck(players, 3);
        // Under different masks: of fresh cards, all shares of a key are the same.
        let masks = (1_u64..).map(Scalar::from);
        let deck = deck.iter().zip(masks).map(|(card, mask)| card.remask(&joint, &mask)).collect();
        let recipients: Vec<_> =
            keys.iter().enumerate().skip(1).map(|(n, key)| (seat(n), *key.share())).collect();
        let dealing =
            Dealing::new(&dealt(), &keys[0], threshold, &recipients, &mut rng(1)).unwrap();
        Self { keys, faces, deck, recipients, dealing }
    }

    fn share(&self) -> &Point {
        self.keys[0].share()
    }

    fn open(&self, player: usize) -> Result<Secret, EscrowError> {
        self.dealing.open(&dealt(), self.share(), seat(player), &self.keys[player])
    }

    /// The shares that a player makes with its part, as the others verify them.
    fn stand_in(&self, player: usize) -> (Seat, Vec<Point>) {
        let part = KeyPair::new(self.open(player).unwrap());
        let context = context(player, Operation::Recover);
        let shares = Shares::new(&context, &part, &self.deck, &mut rng(2));
        let public = self.dealing.public(self.share(), seat(player));
        (seat(player), shares.verify(&context, &public, &self.deck).unwrap().to_vec())
    }

    /// A dealer that sends this payload to a player, under a seal of its own.
    fn send(&mut self, player: usize, payload: &[u8; 32]) {
        let (seat, to) = self.recipients[player - 1];
        let secret = self.keys[0].secret();
        self.dealing.parts[player - 1].sealed =
            SealedSecret::new(&dealt(), seat, &to, payload, secret, &mut rng(3));
    }

    fn verify(&self, threshold: usize) -> Result<(), EscrowError> {
        self.dealing.verify(&dealt(), self.share(), threshold, &self.recipients)
    }

    fn complain(&self, player: usize) -> Result<Complaint, EscrowError> {
        let key = &self.keys[player];
        let rng = &mut rng(4);
        Complaint::new(&complains(player), &self.dealing, &dealt(), self.share(), key, rng)
    }

    fn judge(&self, complaint: &Complaint, player: usize) -> Result<bool, EscrowError> {
        let public = self.keys[player].share();
        complaint.verify(&complains(player), &self.dealing, &dealt(), self.share(), public)
    }
}

/// The subsets of these players, by size.
fn subsets(players: usize, size: u32) -> impl Iterator<Item = Vec<usize>> {
    let members = move |set: u32| (1..players).filter(move |n| set >> n & 1 == 1).collect();
    (0..1_u32 << players).filter(move |set| set & 1 == 0 && set.count_ones() == size).map(members)
}

#[test]
fn every_threshold_of_seats_stands_in_for_the_one_that_left() {
    for (players, threshold) in
        [(2, 1), (3, 1), (3, 2), (4, 2), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5)]
    {
        let escrow = Escrow::new(players, threshold);
        assert_eq!(escrow.verify(threshold), Ok(()));
        let true_shares: Vec<_> = escrow
            .deck
            .iter()
            .map(|card| Point::new(escrow.keys[0].secret().scalar() * card.c1().point()))
            .collect();
        let parts: Vec<_> =
            (1..usize::from(players)).map(|player| escrow.stand_in(player)).collect();
        let size = u32::try_from(threshold).unwrap();
        for set in subsets(usize::from(players), size) {
            let chosen: Vec<_> = set.iter().map(|&player| parts[player - 1].clone()).collect();
            assert_eq!(recover(&chosen, threshold).as_ref(), Ok(&true_shares), "seats {set:?}");
            let mut reversed = chosen;
            reversed.reverse();
            assert_eq!(recover(&reversed, threshold).as_ref(), Ok(&true_shares));
        }
        // One fewer, and a threshold that they would like better.
        for set in subsets(usize::from(players), size - 1) {
            let chosen: Vec<_> = set.iter().map(|&player| parts[player - 1].clone()).collect();
            assert_eq!(recover(&chosen, threshold), Err(EscrowError::TooFew { threshold }));
            assert_ne!(recover(&chosen, threshold - 1).as_ref(), Ok(&true_shares));
        }
        assert_eq!(Dealing::from_bytes(&escrow.dealing.to_bytes()).as_ref(), Ok(&escrow.dealing));
    }
}

#[test]
fn a_card_is_read_without_the_seat_that_left() {
    let escrow = Escrow::new(4, 2);
    let own: Vec<_> = escrow.keys[1..]
        .iter()
        .map(|key| Shares::new(&dealt(), key, &escrow.deck, &mut rng(1)).points().to_vec())
        .collect();
    let absent = recover(&[escrow.stand_in(3), escrow.stand_in(1)], 2).unwrap();
    for (place, card) in escrow.deck.iter().enumerate() {
        let point = card.unmask(own.iter().chain([&absent]).map(|shares| &shares[place]));
        assert_eq!(escrow.faces.face(&point), Some(FaceNumber(u16::try_from(place).unwrap())));
    }
}

#[test]
fn a_wrong_part_convicts_the_dealer() {
    let order_and_one = {
        let mut bytes = (-Scalar::ONE).to_bytes();
        bytes[0] += 2; // one more than the order: the scalar 1, if it were reduced
        bytes
    };
    let payloads = [Scalar::ONE.to_bytes(), [0; 32], [0xff; 32], order_and_one];
    for payload in payloads {
        let mut escrow = Escrow::new(4, 2);
        escrow.send(2, &payload);
        assert_eq!(escrow.verify(2), Ok(()), "nobody else can see it");
        assert_eq!(escrow.open(1).err(), None);
        assert_eq!(escrow.open(2).err(), Some(EscrowError::Wrong));
        let complaint = escrow.complain(2).unwrap();
        assert_eq!(escrow.judge(&complaint, 2), Ok(true));
        assert_eq!(Complaint::from_bytes(&complaint.to_bytes()), Ok(complaint));
    }
}

/// The right scalar, but not reduced: it would work as a key, but an honest dealer never sends it.
#[test]
fn the_right_part_in_another_writing_convicts_the_dealer() {
    let mut escrow = Escrow::new(3, 2);
    // A part that is small enough to have a second writing in 32 bytes.
    let small = Scalar::from(5_u64);
    let slope = small - escrow.keys[0].secret().scalar();
    let at_two = abscissa(seat(1));
    escrow.dealing.commitments[0] = Secret::new(slope * at_two.invert()).times_base();
    escrow.send(1, &small.to_bytes());
    assert_eq!(escrow.open(1).err(), None, "the control: the canonical writing is right");
    let mut second = (-Scalar::ONE).to_bytes();
    second[0] += 6; // the order and 5
    escrow.send(1, &second);
    assert_eq!(escrow.open(1).err(), Some(EscrowError::Wrong));
    assert_eq!(escrow.judge(&escrow.complain(1).unwrap(), 1), Ok(true));
}

#[test]
fn a_commitment_that_is_not_the_polynomials_convicts_the_dealer() {
    let mut escrow = Escrow::new(4, 3);
    escrow.dealing.commitments[1] = Point::base();
    for player in 1..4 {
        assert_eq!(escrow.judge(&escrow.complain(player).unwrap(), player), Ok(true));
    }
}

#[test]
fn a_groundless_complaint_convicts_nobody_and_is_not_made_by_mistake() {
    let escrow = Escrow::new(4, 2);
    assert_eq!(escrow.complain(2).err(), Some(EscrowError::GroundlessComplaint));
    let sealed = escrow.dealing.part(seat(2)).unwrap();
    let unsealing =
        Unsealing::new(&complains(2), &dealt(), &escrow.keys[2], sealed, &mut rng(4)).unwrap();
    assert_eq!(escrow.judge(&Complaint { unsealing }, 2), Ok(false));
}

#[test]
fn a_complaint_that_lies_is_refused() {
    let mut escrow = Escrow::new(4, 2);
    escrow.send(2, &[1; 32]);
    let complaint = escrow.complain(2).unwrap();
    let bytes = complaint.to_bytes();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        if let Ok(complaint) = Complaint::from_bytes(&changed) {
            let verdict = escrow.judge(&complaint, 2);
            assert_eq!(verdict, Err(SealError::WrongUnsealing.into()), "byte {place}");
        }
    }
    // Somebody else's complaint, and one about another dealing.
    assert!(escrow.judge(&complaint, 1).is_err());
    escrow.send(2, &[2; 32]);
    assert_eq!(escrow.judge(&complaint, 2), Err(SealError::WrongUnsealing.into()));
    // A player that tries to make a right part look wrong with another key.
    let escrow = Escrow::new(4, 2);
    let other = KeyPair::random(&mut rng(9));
    let made = Complaint::new(
        &complains(2),
        &escrow.dealing,
        &dealt(),
        escrow.share(),
        &other,
        &mut rng(4),
    );
    assert_eq!(made.err(), Some(SealError::WrongSender.into()));
    let no_part = complaint.verify(
        &complains(0),
        &escrow.dealing,
        &dealt(),
        escrow.share(),
        escrow.keys[0].share(),
    );
    assert_eq!(no_part, Err(EscrowError::NoPart(seat(0))));
}

#[test]
fn a_copied_dealing_is_refused() {
    let escrow = Escrow::new(4, 2);
    let copied = Err(SealError::WrongSender.into());
    for context in [
        Context { table: [0; 32], ..dealt() },
        Context { request: [0; 32], ..dealt() },
        Context { pile: 1, ..dealt() },
        Context { operation: Operation::Key, ..dealt() },
        Context { author: seat(5), ..dealt() },
    ] {
        let verdict = escrow.dealing.verify(&context, escrow.share(), 2, &escrow.recipients);
        assert_eq!(verdict, copied);
        let opened = escrow.dealing.open(&context, escrow.share(), seat(1), &escrow.keys[1]);
        assert_eq!(opened.err(), Some(EscrowError::Wrong));
    }
    let mut swapped = escrow.recipients.clone();
    swapped.swap(0, 1);
    assert_eq!(
        escrow.dealing.verify(&dealt(), escrow.share(), 2, &swapped),
        Err(EscrowError::Shape)
    );
    (swapped[0].0, swapped[1].0) = (seat(1), seat(2));
    assert_eq!(escrow.dealing.verify(&dealt(), escrow.share(), 2, &swapped), copied);
}

#[test]
fn a_part_of_zero_is_refused() {
    let mut escrow = Escrow::new(3, 2);
    // The line from the key to zero at the abscissa of seat 1.
    let slope = -escrow.keys[0].secret().scalar() * abscissa(seat(1)).invert();
    escrow.dealing.commitments[0] = Secret::new(slope).times_base();
    assert_eq!(escrow.verify(2), Err(EscrowError::Zero));
}

#[test]
fn shapes_that_are_none_are_refused() {
    let escrow = Escrow::new(4, 2);
    let key = &escrow.keys[0];
    let deal = |threshold, recipients: &[(Seat, Point)]| {
        Dealing::new(&dealt(), key, threshold, recipients, &mut rng(1)).err()
    };
    let to = &escrow.recipients;
    for threshold in [0, 4] {
        let wrong = EscrowError::Threshold { threshold, recipients: 3 };
        assert_eq!(deal(threshold, to), Some(wrong));
        assert_eq!(escrow.verify(threshold), Err(wrong));
    }
    let six: Vec<_> = (1..7).map(|n| (seat(n), Point::base())).collect();
    for recipients in [&[][..], &[to[0], to[0]], &[(seat(0), to[0].1)], &six] {
        assert_eq!(deal(1, recipients), Some(EscrowError::Recipients));
    }
    assert_eq!(escrow.dealing.check_shape(2, to), Ok(()));
    for threshold in [0, 1, 3] {
        assert_eq!(escrow.dealing.check_shape(threshold, to), Err(EscrowError::Shape));
    }
    assert_eq!(escrow.dealing.check_shape(2, &to[..2]), Err(EscrowError::Shape));
    assert_eq!(escrow.open(0).err(), Some(EscrowError::NoPart(seat(0))));
}

#[test]
fn encodings_of_other_shapes_are_refused() {
    let bytes = Escrow::new(6, 5).dealing.to_bytes();
    assert_eq!(bytes.len(), 2 + 4 * 32 + 2 + 5 * (1 + 4 * 32));
    assert!(Dealing::from_bytes(&bytes[..bytes.len() - 1]).is_err());
    assert!(Dealing::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    let good = Escrow::new(4, 3).dealing;
    let read = |change: &dyn Fn(&mut Dealing)| {
        let mut dealing = good.clone();
        change(&mut dealing);
        Dealing::from_bytes(&dealing.to_bytes()).err()
    };
    assert_eq!(read(&|_| {}), None);
    assert!(read(&|dealing| dealing.commitments.push(Point::base())).is_some());
    assert!(read(&|dealing| dealing.parts.truncate(2)).is_some());
    assert!(read(&|dealing| dealing.parts[1] = dealing.parts[0]).is_some());
    assert!(read(&|dealing| dealing.parts.extend(good.parts.clone())).is_some());
    let many = |dealing: &mut Dealing| dealing.commitments = vec![Point::base(); 5];
    assert_eq!(read(&many), Some(DecodeError::TooMany { count: 5, most: 4 }));
}

#[test]
fn recovery_needs_different_seats_with_all_cards() {
    let escrow = Escrow::new(4, 2);
    let (first, second) = (escrow.stand_in(1), escrow.stand_in(2));
    let too_few = Err(EscrowError::TooFew { threshold: 2 });
    assert_eq!(recover(&[first.clone(), first.clone()], 2), too_few);
    let short = (second.0, second.1[..2].to_vec());
    assert_eq!(recover(&[first.clone(), short], 2), too_few);
    assert_eq!(recover(&[first], 0), Err(EscrowError::TooFew { threshold: 0 }));
    assert_eq!(recover(&[], 1), Err(EscrowError::TooFew { threshold: 1 }));
}

#[test]
fn a_chance_that_repeats_does_not_repeat_the_polynomial() {
    let escrow = Escrow::new(4, 2);
    let deal = |context: &Context, threshold| {
        let to = &escrow.recipients;
        Dealing::new(context, &escrow.keys[0], threshold, to, &mut rng(1)).unwrap().commitments[0]
    };
    let first = deal(&dealt(), 2);
    assert_eq!(first, deal(&dealt(), 2));
    assert_ne!(first, deal(&dealt(), 3));
    assert_ne!(first, deal(&Context { request: [0; 32], ..dealt() }, 2));
}
