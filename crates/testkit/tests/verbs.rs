//! Who learns what by a verb of the dealer, and what the rules notice of it.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{
    Card, Dealer, Dice, Game, House, Order, Sealed, Seat, SeatCount, Seed, Tuck, Viewer, imagine,
};
use facedown_testkit::small::{Face, Options, Small};

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

/// To be allowed to keep a sight is not to be given one.
#[test]
fn concealed_cards_are_kept_by_those_who_saw_them_and_by_nobody_else() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    let (mut house, cards) = house();
    house.show(cards[0], one).unwrap();
    house.conceal(cards[0], one.only().with(two)).unwrap();
    let seen = |house: &House<Small>, viewer| house.lens(viewer).face(cards[0]);
    assert_eq!(seen(&house, one.into()), Some(Face::Pearl));
    assert_eq!(seen(&house, two.into()), None);
    house.reveal(cards[0]).unwrap();
    house.conceal(cards[0], two.only()).unwrap();
    assert_eq!(seen(&house, two.into()), Some(Face::Pearl));
    assert_eq!(seen(&house, one.into()), None);
    assert_eq!(seen(&house, Viewer::Spectator), None);
}

/// Everybody saw that a card was tucked away, but only its player knows which of the cards it is now.
#[test]
fn nobody_imagines_which_card_another_has_tucked_away() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    let (mut house, cards) = house();
    house.show(cards[0], one).unwrap();
    house.arrange(one, &cards, &Sealed::new(one, Tuck(2))).unwrap();
    assert_eq!(house.lens(one.into()).face(cards[2]), Some(Face::Pearl));
    let mut dice = Dice::new(&Seed::from_text("imagine"));
    // Any game will do: this one rules nothing out.
    let mut elsewhere = House::seeded(&Seed::from_text("elsewhere"));
    let game: Small =
        Small::deal(&Options::default(), SeatCount::new(2).unwrap(), &mut elsewhere).unwrap();
    let imagined = imagine(&game, &house.lens(two.into()), &mut dice);
    assert!(cards.iter().all(|&card| imagined.lens(one.into()).face(card).is_none()));
}

#[test]
fn a_sealed_value_opens_for_its_author_alone() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    let (house, _) = house();
    let secret = Sealed::new(one, 7);
    assert_eq!(house.lens(one.into()).open(&secret), Some(&7));
    assert_eq!(house.lens(two.into()).open(&secret), None);
    assert_eq!(house.lens(Viewer::Spectator).open(&secret), None);
    let unsigned: Sealed<u8> = serde_json::from_str("7").unwrap();
    assert_eq!(house.lens(one.into()).open(&unsigned), None);
    assert_eq!(house.lens(Viewer::Spectator).open(&unsigned), None);
}
