//! The test tells whether faces are equal, whoever cheats, and nothing else.

use std::collections::BTreeMap;

use super::*;
use crate::faces::{FaceCode, public_list};
use crate::keys::{JointKey, KeyPair};
use crate::share::{ShareError, Shares};
use crate::shuffle::{OutputOrder, Shuffled};
use crate::testing::{deck, rng};
use crate::transcript::Operation;

fn context(author: usize) -> Context {
    Context { operation: Operation::Test, ..crate::testing::context(author) }
}

fn face(byte: u8) -> FaceCode {
    FaceCode([byte; 16])
}

/// Players, and a card whose face nobody knows.
struct Round {
    keys: Vec<KeyPair>,
    joint: JointKey,
    card: MaskedCard,
}

impl Round {
    fn new(players: u8, byte: u8) -> Self {
        let (keys, joint, _, _) = deck(players, 1);
        let mask = Secret::random(&mut rng(200));
        let card = face(byte).fresh(&joint).remask(&joint, mask.scalar());
        Self { keys, joint, card }
    }

    /// The comparands in an order that nobody knows.
    fn shuffled(&self, yes: &[u8], seed: u8) -> Vec<MaskedCard> {
        let faces: Vec<_> = yes.iter().map(|&byte| face(byte)).collect();
        let list = public_list(&faces, &self.joint);
        self.keys.iter().enumerate().fold(list, |list, (seat, key)| {
            let (random, rng) = (OutputOrder::Random, &mut rng(seed));
            let context = crate::testing::context(seat);
            let made = Shuffled::new(&context, &self.joint, &list, &random, key.secret(), rng);
            made.unwrap().cards
        })
    }

    fn blind(&self, question: &Comparison, seed: u8) -> Vec<Blinded> {
        let blind = |(seat, key): (usize, &KeyPair)| {
            let made = question.blind(&context(seat), key.secret(), &mut rng(seed));
            assert_eq!(made.verify(&context(seat), question), Ok(()));
            assert_eq!(Blinded::from_bytes(&made.to_bytes()).as_ref(), Ok(&made));
            made
        };
        self.keys.iter().enumerate().map(blind).collect()
    }

    /// The verified shares of all players.
    fn shares(&self, sum: &BlindedSum) -> Vec<Vec<Point>> {
        let share = |(seat, key): (usize, &KeyPair)| {
            let made = Shares::new(&context(seat), key, sum.cards(), &mut rng(1));
            made.verify(&context(seat), key.share(), sum.cards()).unwrap().to_vec()
        };
        self.keys.iter().enumerate().map(share).collect()
    }

    fn decide(&self, sum: &BlindedSum) -> bool {
        let shares = self.shares(sum);
        sum.decide(shares.iter().map(Vec::as_slice)).unwrap()
    }

    /// What the players see when the sum is opened.
    fn opened(&self, sum: &BlindedSum) -> Vec<Point> {
        let shares = self.shares(sum);
        let open = |(place, card): (usize, &MaskedCard)| {
            card.unmask(shares.iter().map(|shares| &shares[place]))
        };
        sum.cards().iter().enumerate().map(open).collect()
    }

    fn ask(&self, comparands: &[MaskedCard], seed: u8) -> bool {
        let question = Comparison::new(&self.card, comparands).unwrap();
        assert_eq!(question.settled(), None);
        let sum = question.sum(&self.blind(&question, seed)).unwrap();
        self.decide(&sum)
    }

    fn one(&self, byte: u8) -> Comparison {
        Comparison::new(&self.card, &[face(byte).fresh(&self.joint)]).unwrap()
    }
}

#[test]
fn one_face_is_recognised_and_another_is_not() {
    for players in 1..5 {
        let round = Round::new(players, 7);
        for byte in 0..10 {
            assert_eq!(round.ask(&[face(byte).fresh(&round.joint)], 3), byte == 7);
        }
    }
}

#[test]
fn one_of_several_faces_is_recognised() {
    for (byte, yes) in [(7, true), (1, true), (4, true), (8, false), (0, false)] {
        let round = Round::new(3, byte);
        assert_eq!(round.ask(&round.shuffled(&[1, 4, 7], 2), 3), yes);
    }
}

/// Opened in public order, the place of the identity names the face. After shuffles of all players it does not.
#[test]
fn the_place_of_the_identity_says_nothing_if_the_list_was_shuffled() {
    let round = Round::new(2, 4);
    let yes = [1, 4, 7, 9];
    let place = |comparands: &[MaskedCard], seed| {
        let question = Comparison::new(&round.card, comparands).unwrap();
        let opened = round.opened(&question.sum(&round.blind(&question, seed)).unwrap());
        opened.iter().position(|point| point.point().is_identity()).unwrap()
    };
    let plain = public_list(&yes.map(face), &round.joint);
    assert!((0..4).all(|seed| place(&plain, seed) == 1), "the control: it is the second face");
    let mut counts = BTreeMap::<_, u32>::new();
    for seed in 0..200 {
        *counts.entry(place(&round.shuffled(&yes, seed), seed)).or_default() += 1;
    }
    // 50 are expected of each; 31 more or less are five standard deviations.
    assert_eq!(counts.len(), 4);
    assert!(counts.values().all(|count| (19..=81).contains(count)), "{counts:?}");
}

/// Without a blind the opened difference names the card, and so it does for whoever knows all factors.
#[test]
fn an_honest_players_factor_hides_the_card() {
    let round = Round::new(2, 7);
    let question = round.one(3);
    let candidates: Vec<_> =
        (0..20).map(|byte| face(byte).point().point() - face(3).point().point()).collect();
    let guess = |opened: &Point, known: &Scalar| {
        let fits = |difference: &RistrettoPoint| &(known * difference) == opened.point();
        candidates.iter().position(fits)
    };
    let sum = |cards: Vec<MaskedCard>| BlindedSum { cards, equal: false };
    let bare = round.opened(&sum(question.differences.clone()));
    assert_eq!(guess(&bare[0], &Scalar::ONE), Some(7), "the control: no factor");
    let own = Scalar::from(99_u64).invert();
    let alone = round.opened(&sum(question.times(&[own])));
    assert_eq!(guess(&alone[0], &own), Some(7), "the control: the cheater's factor alone");
    // The cheater chooses any factor, also none; the other is honest.
    for own in [Scalar::ZERO, Scalar::ONE, own] {
        let honest = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
        let [c1, c2] = [question.differences[0].c1, question.differences[0].c2]
            .map(|point| own * point.point());
        let both = MaskedCard {
            c1: Point::new(honest.0[0].card.c1.point() + c1),
            c2: Point::new(honest.0[0].card.c2.point() + c2),
        };
        let opened = round.opened(&sum(vec![both]));
        assert_eq!(guess(&opened[0], &own), None);
        // Nor is the honest part alone a multiple that the cheater knows.
        let rest = Point::new(opened[0].point() - own * candidates[7]);
        assert_eq!(guess(&rest, &Scalar::ONE), None);
    }
}

/// The same question again opens to other points, so that nobody recognises a card by an earlier answer.
#[test]
fn two_tests_of_one_card_open_to_different_points() {
    let round = Round::new(2, 7);
    let question = round.one(3);
    let open = |seed| round.opened(&question.sum(&round.blind(&question, seed)).unwrap())[0];
    assert_ne!(open(1), open(2));
    assert_eq!(open(1), open(1), "the control");
    // Two comparisons of one question have factors of their own.
    let twice = [face(3).fresh(&round.joint); 2];
    let question = Comparison::new(&round.card, &twice).unwrap();
    let opened = round.opened(&question.sum(&round.blind(&question, 1)).unwrap());
    assert_ne!(opened[0], opened[1]);
}

/// With the same chance, another card or another place has other factors.
#[test]
fn a_chance_that_repeats_does_not_repeat_the_factors() {
    let round = Round::new(2, 7);
    let other = Round { card: round.card.remask(&round.joint, &Scalar::ONE), ..Round::new(2, 7) };
    let [first, second] = [&round, &other].map(|it| it.one(3));
    let factor = |question: &Comparison, author| {
        let secret = round.keys[0].secret();
        let mut nonces =
            Nonces::new(&question.statement(&context(author), &[]), secret, &mut rng(1));
        nonces.scalar()
    };
    assert_ne!(factor(&first, 0), factor(&second, 0));
    assert_ne!(factor(&first, 0), factor(&first, 1));
    let made = first.blind(&context(0), round.keys[0].secret(), &mut rng(1));
    assert_eq!(made.0[0].card, first.times(&[factor(&first, 0)])[0], "the control");
}

/// The cheater wants a yes: it contributes the negative of the other's part, so that the sum is zero.
#[test]
fn a_part_that_cancels_another_cannot_be_proven() {
    let round = Round::new(2, 7);
    let question = round.one(3);
    let honest = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
    let negative = |point: &Point| Point::new(-point.point());
    let minus = |card: &MaskedCard| MaskedCard { c1: negative(&card.c1), c2: negative(&card.c2) };
    let [part] = honest.0[..] else { panic!("one comparison") };
    let cancels = Part {
        card: minus(&part.card),
        commitment: minus(&part.commitment),
        response: -part.response,
    };
    let cancels = Blinded(vec![cancels]);
    assert_eq!(question.sum([&honest, &cancels]), Err(TestError::Cancelled), "the control");
    assert_eq!(cancels.verify(&context(1), &question), Err(TestError::Wrong));
    // A fresh proof needs the factor, of which the cheater knows nothing.
    for guess in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE] {
        let nonce = Scalar::from(5_u64);
        let commitments = question.times(&[nonce]);
        let cards = [cancels.0[0].card];
        let challenge = challenge(&mut question.statement(&context(1), &cards), &commitments);
        let response = nonce + challenge * guess;
        let forged = Blinded(vec![Part { card: cards[0], commitment: commitments[0], response }]);
        assert_eq!(forged.verify(&context(1), &question), Err(TestError::Wrong));
    }
}

/// The cheater wants a no: it multiplies the two components by different factors, or adds something.
#[test]
fn a_part_that_is_no_multiple_cannot_be_proven() {
    let round = Round::new(2, 7);
    let question = round.one(7);
    let [r, other, nonce] = [5_u64, 6, 7].map(Scalar::from);
    let (right, wrong) = (question.times(&[r])[0], question.times(&[other])[0]);
    let added = MaskedCard { c2: Point::new(right.c2.point() + Point::base().point()), ..right };
    for (card, holds) in
        [(right, true), (MaskedCard { c2: wrong.c2, ..right }, false), (added, false)]
    {
        let commitments = question.times(&[nonce]);
        let challenge = challenge(&mut question.statement(&context(1), &[card]), &commitments);
        let response = nonce + challenge * r;
        let made = Blinded(vec![Part { card, commitment: commitments[0], response }]);
        assert_eq!(made.verify(&context(1), &question).is_ok(), holds);
        let honest = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
        let sum = question.sum([&honest, &made]).unwrap();
        assert_eq!(round.decide(&sum), holds, "the control: it would change the answer");
    }
}

#[test]
fn no_part_at_all_is_refused() {
    let round = Round::new(2, 7);
    let question = round.one(3);
    assert_eq!(question.sum([]), Err(TestError::Cancelled));
    let honest = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
    // Zero as a factor: its points are the identity, which has no encoding.
    let mut bytes = honest.to_bytes();
    bytes[2..66].fill(0);
    assert_eq!(Blinded::from_bytes(&bytes).err(), Some(DecodeError::Identity));
    // In memory it could be proven, and would change nothing.
    let zero = Point::new(RistrettoPoint::default());
    let card = MaskedCard { c1: zero, c2: zero };
    let commitments = question.times(&[Scalar::ONE]);
    let none = Blinded(vec![Part { card, commitment: commitments[0], response: Scalar::ONE }]);
    let sum = question.sum([&honest, &none]).unwrap();
    assert_eq!(sum, question.sum([&honest]).unwrap());
    assert!(!round.decide(&sum));
}

#[test]
fn a_contribution_counts_only_where_it_was_made() {
    let round = Round::new(2, 7);
    let question = round.one(3);
    let made = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
    for context in [
        context(1),
        Context { table: [0; 32], ..context(0) },
        Context { request: [0; 32], ..context(0) },
        Context { pile: 9, ..context(0) },
        Context { operation: Operation::Share, ..context(0) },
    ] {
        assert_eq!(made.verify(&context, &question), Err(TestError::Wrong));
    }
    assert_eq!(made.verify(&context(0), &round.one(4)), Err(TestError::Wrong));
    let two = Comparison::new(&round.card, &round.shuffled(&[1, 2], 1)).unwrap();
    let count = TestError::Count { expected: 2, found: 1 };
    assert_eq!(made.verify(&context(0), &two), Err(count));
    assert_eq!(two.sum([&made]), Err(count));
}

#[test]
fn parts_of_several_comparisons_cannot_be_swapped() {
    let round = Round::new(2, 7);
    let question = Comparison::new(&round.card, &round.shuffled(&[1, 2, 3], 1)).unwrap();
    let made = question.blind(&context(0), round.keys[0].secret(), &mut rng(5));
    assert_eq!(made.verify(&context(0), &question), Ok(()));
    let mut swapped = made.clone();
    swapped.0.swap(0, 2);
    assert_eq!(swapped.verify(&context(0), &question), Err(TestError::Wrong));
    let mut repeated = made;
    repeated.0[1] = repeated.0[0];
    assert_eq!(repeated.verify(&context(0), &question), Err(TestError::Wrong));
}

#[test]
fn wrong_or_missing_shares_do_not_decide() {
    let round = Round::new(2, 7);
    let question = round.one(7);
    let sum = question.sum(&round.blind(&question, 3)).unwrap();
    let shares = round.shares(&sum);
    let decide = |shares: &[Vec<Point>]| sum.decide(shares.iter().map(Vec::as_slice));
    assert_eq!(decide(&shares), Ok(true));
    assert_eq!(decide(&shares[..1]), Ok(false), "the control: a missing share changes the answer");
    assert_eq!(
        decide(&[shares[0].clone(), Vec::new()]),
        Err(TestError::Count { expected: 1, found: 0 })
    );
    // A wrong share is refused before it is used.
    let liar = KeyPair::random(&mut rng(9));
    let made = Shares::new(&context(1), &liar, sum.cards(), &mut rng(1));
    assert_eq!(decide(&[shares[0].clone(), made.points().to_vec()]), Ok(false), "the control");
    let verdict = made.verify(&context(1), round.keys[1].share(), sum.cards());
    assert_eq!(verdict.err(), Some(ShareError::Wrong));
    // Shares of another test do not count in this one.
    let elsewhere = question.sum(&round.blind(&question, 4)).unwrap();
    let old = Shares::new(&context(1), &round.keys[1], elsewhere.cards(), &mut rng(1));
    let verdict = old.verify(&context(1), round.keys[1].share(), sum.cards());
    assert_eq!(verdict.err(), Some(ShareError::Wrong));
}

/// The owner of a secret list can choose the second component of its card, so that a difference has no encoding.
#[test]
fn differences_that_everybody_can_read_are_settled_without_a_message() {
    let round = Round::new(2, 7);
    let comparand = face(3).fresh(&round.joint);
    let settled =
        |card: &MaskedCard, with: &[MaskedCard]| Comparison::new(card, with).unwrap().settled();
    assert_eq!(settled(&comparand, &[comparand]), Some(true), "a public card");
    assert_eq!(settled(&face(4).fresh(&round.joint), &[comparand]), Some(false));
    let trap = MaskedCard { c2: comparand.c2, ..round.card };
    assert_eq!(settled(&trap, &[comparand]), Some(false));
    let other = face(5).fresh(&round.joint);
    assert_eq!(settled(&trap, &[comparand, other]), None, "the other one is still to be compared");
    let question = Comparison::new(&trap, &[comparand, other]).unwrap();
    let sum = question.sum(&round.blind(&question, 1)).unwrap();
    assert_eq!(sum.cards().len(), 1);
    assert!(!round.decide(&sum), "it has no face at all");
    for size in [0, MAX_DECK + 1] {
        let made = Comparison::new(&round.card, &vec![comparand; size]);
        assert_eq!(made, Err(TestError::Size(size)));
    }
}

#[test]
fn any_changed_byte_is_refused() {
    let round = Round::new(2, 7);
    let question = Comparison::new(&round.card, &round.shuffled(&[1, 2], 1)).unwrap();
    let bytes = question.blind(&context(0), round.keys[0].secret(), &mut rng(5)).to_bytes();
    assert_eq!(bytes.len(), 2 + 2 * 160);
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        let accepted = Blinded::from_bytes(&changed)
            .is_ok_and(|made| made.verify(&context(0), &question).is_ok());
        assert!(!accepted, "byte {place}");
    }
    assert!(Blinded::from_bytes(&[0, 0]).is_err());
}
