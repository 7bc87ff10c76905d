//! Who learns what by a verb of the dealer, and what the rules notice of it.
#![allow(clippy::unwrap_used)] // what fails here is the test

use facedown_core::{
    Card, CardOrder, DealError, Dealer, Dice, Game, House, Rig, Sealed, Seat, SeatCount, Seed,
    Tuck, Viewer, imagine,
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

/// The house as this seat imagines it.
fn imagined_by(seat: Seat, house: &House<Small>) -> House<Small> {
    // Any game will do: this one rules nothing out.
    let mut elsewhere = House::seeded(&Seed::from_text("elsewhere"));
    let game: Small =
        Small::deal(&Options::default(), SeatCount::new(2).unwrap(), &mut elsewhere).unwrap();
    imagine(&game, &house.lens(seat.into()), &mut Dice::new(&Seed::from_text("imagine")))
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
        house.arrange(seat, &cards, &Sealed::new(seat, CardOrder(places))).unwrap();
        assert_eq!(faces(&mut house, &cards), FACES);
    }
    let (mut house, cards) = house();
    house.arrange(seat, &cards, &Sealed::new(seat, CardOrder(vec![2, 1, 0]))).unwrap();
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
    let imagined = imagined_by(two, &house);
    assert!(cards.iter().all(|&card| imagined.lens(one.into()).face(card).is_none()));
}

/// Knowledge follows the cards for the one who mixes them, and for nobody else.
#[test]
fn mixed_cards_are_known_to_their_holder_alone() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    let sees = |house: &House<Small>, viewer: Viewer, cards: &[Card]| {
        cards.iter().filter_map(|&card| house.lens(viewer).face(card)).collect::<Vec<_>>()
    };
    let mut orders = std::collections::BTreeSet::new();
    for number in 0..50 {
        let mut house: House<Small> = House::seeded(&Seed::from_text(&format!("mix {number}")));
        let cards: Vec<Card> = house.bring(&FACES).unwrap().into_iter().collect();
        for &card in &cards {
            house.show(card, one).unwrap();
        }
        house.show(cards[0], two).unwrap();
        house.reveal(cards[1]).unwrap();
        house.mix(one, &cards).unwrap();
        let held = sees(&house, one.into(), &cards);
        assert!(sees(&house, two.into(), &cards).is_empty());
        assert!(sees(&house, Viewer::Spectator, &cards).is_empty());
        assert_eq!(held, faces(&mut house, &cards));
        let mut sorted = held.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, FACES);
        orders.insert(held);
    }
    assert_eq!(orders.len(), 6, "every order comes");
}

/// What its holder does not know, mixing does not show it; which of the cards it knows is its secret.
#[test]
fn a_holder_who_knows_one_card_knows_it_wherever_it_is() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    for number in 0..20 {
        let mut house: House<Small> = House::seeded(&Seed::from_text(&format!("one {number}")));
        let cards: Vec<Card> = house.bring(&FACES).unwrap().into_iter().collect();
        house.show(cards[1], one).unwrap();
        house.show(cards[2], two).unwrap();
        house.mix(one, &cards).unwrap();
        let lens = house.lens(one.into());
        let known: Vec<_> = cards.iter().filter_map(|&card| lens.face(card)).collect();
        assert_eq!(known, [Face::Ruby]);
        assert!(cards.iter().all(|&card| house.lens(two.into()).face(card).is_none()));
        let imagined = imagined_by(two, &house);
        assert!(cards.iter().all(|&card| imagined.lens(one.into()).face(card).is_none()));
    }
}

/// Everybody can follow a card that has no others to be lost among.
#[test]
fn one_card_cannot_be_mixed() {
    let [one, two] = [0, 1].map(|index| Seat::new(index).unwrap());
    let (mut house, cards) = house();
    house.show(cards[0], two).unwrap();
    let before = house.clone();
    house.mix(one, &cards[..1]).unwrap();
    house.mix(one, &[]).unwrap();
    assert_eq!(house.lens(two.into()).face(cards[0]), Some(Face::Pearl));
    // Nor does it take any of the chance that is to come.
    let [before, after] = [before, house].map(|mut house| {
        house.shuffle(&cards).unwrap();
        faces(&mut house, &cards)
    });
    assert_eq!(before, after);
}

/// The chance of a mix is that of a shuffle, which the vectors of the dice pin.
#[test]
fn a_mix_moves_the_faces_as_a_shuffle_does() {
    let one = Seat::new(0).unwrap();
    let many: Vec<Face> = FACES.into_iter().cycle().take(52).collect();
    for number in 0..20 {
        let seed = Seed::from_text(&format!("as a shuffle {number}"));
        let mut house: House<Small> = House::seeded(&seed);
        let cards: Vec<Card> = house.bring(&many).unwrap().into_iter().collect();
        let (mut mixed, mut shuffled, mut row) = (house.clone(), house, many.clone());
        mixed.mix(one, &cards).unwrap();
        shuffled.shuffle(&cards).unwrap();
        Dice::new(&seed).shuffle(&mut row);
        assert_eq!(faces(&mut mixed, &cards), row);
        assert_eq!(faces(&mut shuffled, &cards), row);
        assert_eq!(mixed.roll(1_000_000), shuffled.roll(1_000_000));
    }
}

#[test]
fn a_rigged_mix_lies_as_the_scenario_says_and_stays_where_it_says_nothing() {
    let one = Seat::new(0).unwrap();
    let rigged = |mixes: Vec<Vec<Face>>| {
        let mut house: House<Small> = House::rigged(Rig { shuffles: vec![], rolls: vec![], mixes });
        let cards: Vec<Card> = house.bring(&FACES).unwrap().into_iter().collect();
        (house, cards)
    };
    let turned = vec![Face::Stone, Face::Pearl, Face::Ruby];
    let (mut house, cards) = rigged(vec![turned.clone()]);
    house.show(cards[0], one).unwrap();
    assert_eq!(house.rig_left().mixes, 1);
    house.mix(one, &cards).unwrap();
    assert_eq!(house.rig_left().mixes, 0);
    assert_eq!(house.lens(one.into()).face(cards[1]), Some(Face::Pearl));
    let spectator = |house: &House<Small>| house.lens(Viewer::Spectator).face(cards[0]);
    house.reveal(cards[0]).unwrap();
    house.mix(one, &cards).unwrap();
    assert_eq!(spectator(&house), None);
    assert_eq!(faces(&mut house, &cards), turned);
    let (mut house, cards) = rigged(vec![vec![Face::Stone], vec![Face::Ruby; 3]]);
    let length = DealError::RiggedMixLength { number: 1, cards: 3, given: 1 };
    assert_eq!(house.mix(one, &cards), Err(length));
    let (mut house, cards) = rigged(vec![vec![Face::Ruby; 3]]);
    assert_eq!(house.mix(one, &cards), Err(DealError::RiggedMixFaces { number: 1 }));
    let twice = [cards[0], cards[0]];
    assert_eq!(house.mix(one, &twice), Err(DealError::CardTwice(cards[0])));
    assert_eq!(house.mix(one, &[Card::new(9), cards[0]]), Err(DealError::NoSuchCard(Card::new(9))));
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
