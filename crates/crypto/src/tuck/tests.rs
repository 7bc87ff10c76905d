//! A tuck proves that one card went to a secret place and the others kept their order, and nothing else can be proven.

use super::prove::Place;
use super::*;
use crate::group::{Nonces, Secret};
use crate::keys::KeyPair;
use crate::masked::{FaceNumber, Faces};
use crate::share::Shares;
use crate::testing::{deck, rng, seat};
use crate::transcript::Operation;

fn context(author: usize) -> Context {
    Context { operation: Operation::Tuck, ..crate::testing::context(author) }
}

/// A pile whose cards are numbered from 0, and one more card with the next number, under different masks.
struct Setting {
    keys: Vec<KeyPair>,
    joint: JointKey,
    faces: Faces,
    pile: Vec<MaskedCard>,
    card: MaskedCard,
}

impl Setting {
    fn new(size: u16) -> Self {
        let (keys, joint, faces, deck) = deck(2, size + 1);
        let masks = (1_u64..).map(Scalar::from);
        let mut pile: Vec<_> =
            deck.iter().zip(masks).map(|(card, mask)| card.remask(&joint, &mask)).collect();
        let card = pile.pop().unwrap();
        Self { keys, joint, faces, pile, card }
    }

    fn tuck(&self, place: usize) -> Result<Tucked, TuckError> {
        let (secret, rng) = (self.keys[0].secret(), &mut rng(5));
        Tucked::new(&context(0), &self.joint, &self.pile, &self.card, place, secret, rng)
    }

    fn refused(&self, made: &Tucked) -> Option<TuckError> {
        let Tucked { cards, proof } = made;
        proof.verify(&context(0), &self.joint, &self.pile, &self.card, cards).err()
    }

    fn read(&self, cards: &[MaskedCard]) -> Vec<u16> {
        let shares: Vec<_> = self
            .keys
            .iter()
            .map(|key| Shares::new(&context(0), key, cards, &mut rng(0)).points().to_vec())
            .collect();
        let face = |(place, card): (usize, &MaskedCard)| {
            let point = card.unmask(shares.iter().map(|shares| &shares[place]));
            let FaceNumber(face) = self.faces.face(&point).unwrap();
            face
        };
        cards.iter().enumerate().map(face).collect()
    }

    /// A cheat that takes these cards of the pile and the card (the last), in this order, re-masks them and runs
    /// this prover for a place.
    fn cheat(&self, order: &[usize], place: u64) -> Tucked {
        let mut all = self.pile.clone();
        all.push(self.card);
        let masks: Vec<_> = (50_u64..).take(order.len()).map(Scalar::from).collect();
        let remask = |(&n, mask): (&usize, &Scalar)| all[n].remask(&self.joint, mask);
        let cards: Vec<_> = order.iter().zip(&masks).map(remask).collect();
        let proof = self.prove(&cards, &masks, place);
        Tucked { cards, proof }
    }

    fn prove(&self, cards: &[MaskedCard], masks: &[Scalar], place: u64) -> TuckProof {
        let (joint, pile) = (&self.joint, &self.pile);
        let transcript = statement(&context(0), joint, pile, &self.card, cards);
        let mut nonces = Nonces::new(&transcript, self.keys[0].secret(), &mut rng(6));
        Place(place).prove(&context(0), joint, pile, &self.card, cards, masks, &mut nonces)
    }
}

#[test]
fn a_card_goes_to_every_place_and_the_others_keep_their_order() {
    for size in [0_u16, 1, 2, 3, 6] {
        let setting = Setting::new(size);
        for place in 0..=usize::from(size) {
            let made = setting.tuck(place).unwrap();
            assert_eq!(setting.refused(&made), None, "place {place} of {size} cards");
            let mut expected: Vec<_> = (0..size).collect();
            expected.insert(place, size);
            assert_eq!(setting.read(&made.cards), expected);
            assert_eq!(Tucked::from_bytes(&made.to_bytes()).as_ref(), Ok(&made));
            assert_eq!(TuckProof::from_bytes(&made.proof.to_bytes()).as_ref(), Ok(&made.proof));
        }
        let beyond = setting.tuck(usize::from(size) + 1);
        assert_eq!(beyond.err(), Some(TuckError::NoSuchPlace));
    }
}

/// Inserting into a vector would move as many cards as lie below the place, and take as long.
#[test]
fn the_order_after_a_tuck_is_that_of_an_insertion() {
    for before in [0, 1, 2, 5, 40] {
        for place in 0..=before {
            let mut expected: Vec<_> = (0..before).collect();
            expected.insert(place, before);
            assert_eq!(*tucked_order(before, place).unwrap(), expected);
        }
        assert_eq!(tucked_order(before, before + 1), Err(TuckError::NoSuchPlace));
    }
    assert_eq!(tucked_order(MAX_DECK, 0), Err(TuckError::Size(MAX_DECK)));
}

#[test]
fn forty_cards() {
    let setting = Setting::new(40);
    for place in [0, 1, 17, 39, 40] {
        let made = setting.tuck(place).unwrap();
        assert_eq!(setting.refused(&made), None);
        assert_eq!(setting.read(&made.cards)[place], 40);
        assert_eq!(made.proof.to_bytes().len(), 2 + 41 * 64, "whatever the place is");
    }
}

#[test]
fn the_largest_pile_has_room_for_no_more() {
    let setting = Setting::new(299);
    let made = setting.tuck(100).unwrap();
    assert_eq!(setting.refused(&made), None);
    let full = Setting { pile: made.cards.clone(), ..setting };
    assert_eq!(full.tuck(0).err(), Some(TuckError::Size(MAX_DECK)));
    assert_eq!(full.refused(&made), Some(TuckError::Size(MAX_DECK)));
}

#[test]
fn a_cheat_with_a_freshly_made_proof_is_refused() {
    let setting = Setting::new(4);
    let verdict = |order: &[usize], place| setting.refused(&setting.cheat(order, place));
    assert_eq!(verdict(&[0, 4, 1, 2, 3], 1), None, "the control: card 4 is the one to tuck");
    for (what, order) in [
        ("two others are swapped", [0, 4, 2, 1, 3]),
        ("the first and the last are swapped", [3, 4, 1, 2, 0]),
        ("the order is turned", [3, 2, 4, 1, 0]),
        ("a card is doubled for another", [0, 4, 1, 1, 3]),
        ("a card is doubled for the one to tuck", [0, 1, 1, 2, 3]),
        ("the one to tuck is there twice", [0, 4, 4, 2, 3]),
        ("the one to tuck is nowhere", [0, 0, 1, 2, 3]),
    ] {
        for place in 0..5 {
            assert_eq!(verdict(&order, place), Some(TuckError::Wrong), "{what}, place {place}");
        }
    }
    // The right order, proven for another place.
    for place in [0, 2, 3, 4] {
        assert_eq!(verdict(&[0, 4, 1, 2, 3], place), Some(TuckError::Wrong));
    }
    // With a card less or more, and a proof that pretends to be for it.
    let Tucked { cards, proof } = setting.cheat(&[0, 4, 1, 2, 3], 1);
    for size in [4, 6] {
        let cards: Vec<_> = cards.iter().cycle().take(size).copied().collect();
        let proof = TuckProof(proof.0.iter().cycle().take(size).copied().collect());
        let count = TuckError::Count { before: 4, after: size, proof: size };
        assert_eq!(setting.refused(&Tucked { cards, proof }), Some(count));
    }
}

#[test]
fn a_substituted_card_with_a_freshly_made_proof_is_refused() {
    let setting = Setting::new(3);
    let masks: Vec<_> = (50_u64..54).map(Scalar::from).collect();
    let honest = Place(2).insert(&setting.joint, &setting.pile, &setting.card, &masks);
    for victim in 0..4 {
        for delta in [Point::base(), *setting.joint.point()] {
            let mut cards = honest.clone();
            cards[victim].c2 = Point::new(cards[victim].c2.point() + delta.point());
            let proof = setting.prove(&cards, &masks, 2);
            let made = Tucked { cards, proof };
            assert_eq!(setting.refused(&made), Some(TuckError::Wrong), "card {victim}");
        }
        let mut cards = honest.clone();
        cards[victim].c1 = Point::new(cards[victim].c1.point() + Point::base().point());
        let proof = setting.prove(&cards, &masks, 2);
        assert_eq!(setting.refused(&Tucked { cards, proof }), Some(TuckError::Wrong));
    }
}

/// The errors cancel under the weights of the honest statement; but they change the weights.
#[test]
fn errors_do_not_cancel() {
    let setting = Setting::new(3);
    let masks: Vec<_> = (50_u64..54).map(Scalar::from).collect();
    let mut cards = Place(1).insert(&setting.joint, &setting.pile, &setting.card, &masks);
    let fold = |cards: &[MaskedCard]| {
        let mut transcript =
            statement(&context(0), &setting.joint, &setting.pile, &setting.card, cards);
        folded(&mut transcript, &setting.pile, &setting.card, cards)
    };
    let (weights, _) = fold(&cards);
    let delta = Point::base();
    cards[0].c2 = Point::new(cards[0].c2.point() + delta.point());
    let minus = weights[0] * weights[2].invert();
    cards[2].c2 = Point::new(cards[2].c2.point() - minus * delta.point());
    assert_eq!(weights[0] - minus * weights[2], Scalar::ZERO, "the control: they would cancel");
    assert_ne!(fold(&cards).0, weights);
    let proof = setting.prove(&cards, &masks, 1);
    assert_eq!(setting.refused(&Tucked { cards, proof }), Some(TuckError::Wrong));
}

#[test]
fn pairs_are_what_they_are_said_to_be() {
    let setting = Setting::new(4);
    let after = setting.tuck(3).unwrap().cards;
    let mut transcript =
        statement(&context(0), &setting.joint, &setting.pile, &setting.card, &after);
    let (weights, pairs) = folded(&mut transcript, &setting.pile, &setting.card, &after);
    assert_eq!(pairs.len(), 5);
    for (place, pair) in pairs.iter().enumerate() {
        let mut inserted = setting.pile.clone();
        inserted.insert(place, setting.card);
        let differences = after.iter().zip(&inserted).zip(&weights);
        let (c1, c2): (Vec<_>, Vec<_>) = differences
            .map(|((after, before), weight)| {
                let (c1, c2) =
                    (after.c1.point() - before.c1.point(), after.c2.point() - before.c2.point());
                (weight * c1, weight * c2)
            })
            .unzip();
        assert_eq!(pair.c1, c1.iter().sum::<RistrettoPoint>());
        assert_eq!(pair.c2, c2.iter().sum::<RistrettoPoint>());
    }
}

#[test]
fn changed_cards_are_refused() {
    for size in [0, 1, 4] {
        let setting = Setting::new(size);
        let good = setting.tuck(0).unwrap();
        let check = |what: &str, change: &dyn Fn(&mut Vec<MaskedCard>)| {
            let mut made = good.clone();
            change(&mut made.cards);
            assert!(setting.refused(&made).is_some(), "{what}, {size} cards");
        };
        check("re-masked", &|cards| cards[0] = cards[0].remask(&setting.joint, &Scalar::ONE));
        check("replaced", &|cards| cards[0] = MaskedCard::fresh(&Point::base(), &setting.joint));
        check("dropped", &|cards| cards.truncate(usize::from(size)));
        check("added", &|cards| cards.push(cards[0]));
        if size > 0 {
            check("swapped", &|cards| cards.swap(0, 1));
            check("doubled", &|cards| cards[0] = cards[1]);
        }
    }
}

#[test]
fn any_changed_byte_of_a_proof_is_refused() {
    for size in [0, 1, 3] {
        let setting = Setting::new(size);
        let made = setting.tuck(0).unwrap();
        let bytes = made.proof.to_bytes();
        for (place, bit) in (0..bytes.len()).flat_map(|place| [(place, 1), (place, 8)]) {
            let mut changed = bytes.clone();
            changed[place] ^= bit;
            let accepted = TuckProof::from_bytes(&changed).is_ok_and(|proof| {
                setting.refused(&Tucked { cards: made.cards.clone(), proof }).is_none()
            });
            assert!(!accepted, "byte {place} of {size} cards");
        }
        assert!(TuckProof::from_bytes(&bytes[..bytes.len() - 1]).is_err());
        assert!(TuckProof::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    }
    assert!(TuckProof::from_bytes(&[0, 0]).is_err());
}

#[test]
fn a_proof_counts_only_where_it_was_made() {
    for size in [0, 3] {
        let setting = Setting::new(size);
        let Tucked { cards, proof } = setting.tuck(0).unwrap();
        for context in [
            Context { table: [0; 32], ..context(0) },
            Context { request: [0; 32], ..context(0) },
            Context { pile: 9, ..context(0) },
            Context { operation: Operation::Arrange, ..context(0) },
            Context { author: seat(1), ..context(0) },
        ] {
            let verdict =
                proof.verify(&context, &setting.joint, &setting.pile, &setting.card, &cards);
            assert_eq!(verdict, Err(TuckError::Wrong));
        }
        let other = JointKey::new([setting.keys[0].share()]).unwrap();
        let verdict = proof.verify(&context(0), &other, &setting.pile, &setting.card, &cards);
        assert_eq!(verdict, Err(TuckError::Wrong));
        let verdict = proof.verify(&context(0), &setting.joint, &setting.pile, &cards[0], &cards);
        assert_eq!(verdict, Err(TuckError::Wrong));
    }
}

/// Challenges that add up, made before the hash is known: every commitment is the identity.
#[test]
fn commitments_of_nothing_prove_nothing() {
    let setting = Setting::new(2);
    let cards = setting.cheat(&[1, 0, 2], 0).cards;
    let nothing = Branch { challenge: Scalar::ZERO, response: Scalar::ZERO };
    let identity = Point::doubled(&[RistrettoPoint::default(); 6]);
    assert!(identity.iter().all(|point| point.as_bytes() == &[0; 32]));
    let mut transcript =
        statement(&context(0), &setting.joint, &setting.pile, &setting.card, &cards);
    folded(&mut transcript, &setting.pile, &setting.card, &cards);
    let hash = challenge(transcript, &identity);
    let verdict = |branches: &[Branch]| {
        setting.refused(&Tucked { cards: cards.clone(), proof: TuckProof(branches.to_vec()) })
    };
    assert_eq!(verdict(&[nothing; 3]), Some(TuckError::Wrong));
    for place in 0..3 {
        let mut branches = [nothing; 3];
        branches[place].challenge = hash;
        assert_eq!(verdict(&branches), Some(TuckError::Wrong));
    }
}

#[test]
fn a_chance_that_repeats_does_not_show_the_place() {
    let setting = Setting::new(3);
    let tuck = |place| setting.tuck(place).unwrap();
    assert_eq!(tuck(1), tuck(1), "the control: this chance repeats");
    // Under the same masks all cards above both places would be the same.
    let (high, low) = (tuck(2), tuck(3));
    for (one, other) in high.cards.iter().zip(&low.cards) {
        assert_ne!(one, other);
    }
    let secret = Secret::random(&mut rng(8));
    let hedged = Tucked::new(
        &context(0),
        &setting.joint,
        &setting.pile,
        &setting.card,
        1,
        &secret,
        &mut rng(5),
    );
    assert_ne!(hedged.unwrap().cards, tuck(1).cards);
}
