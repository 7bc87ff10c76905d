//! What the dealer lets the rules notice of a sealed order: nothing.

use facedown_core::{Card, Dealer, House, Order, Sealed, Seat, Seed, Tuck};
use facedown_testkit::small::{Face, Small};

const FACES: [Face; 3] = [Face::Pearl, Face::Ruby, Face::Stone];

fn house() -> (House<Small>, Vec<Card>) {
    let mut house = House::seeded(&Seed::from_text("arrange"));
    let cards = house.bring(&FACES).unwrap().into_iter().collect();
    (house, cards)
}

fn faces(house: &mut House<Small>, cards: &[Card]) -> Vec<Face> {
    cards.iter().map(|&card| house.reveal(card).unwrap()).collect()
}

/// Rules that tried a sealed depth on one card, on two, on three … would find it out by the first success.
#[test]
fn a_depth_that_does_not_fit_is_no_error() {
    let seat = Seat::new(0).unwrap();
    for depth in [0, 1, 2, 3, u16::MAX] {
        let (mut house, cards) = house();
        for few in 0..=cards.len() {
            let secret = Sealed::new(seat, Tuck(depth));
            assert_eq!(house.arrange(seat, &cards[..few], &secret), Ok(()));
        }
    }
}

#[test]
fn an_order_that_does_not_fit_leaves_the_faces_where_they_are() {
    let seat = Seat::new(0).unwrap();
    for places in [vec![], vec![2, 1], vec![0, 0, 1], vec![2, 1, 3], vec![2, 1, 0, 3]] {
        let (mut house, cards) = house();
        house.arrange(seat, &cards, &Sealed::new(seat, Order(places))).unwrap();
        assert_eq!(faces(&mut house, &cards), FACES);
    }
    let (mut house, cards) = house();
    house.arrange(seat, &cards, &Sealed::new(seat, Order(vec![2, 1, 0]))).unwrap();
    assert_eq!(faces(&mut house, &cards), [Face::Stone, Face::Ruby, Face::Pearl]);
}
