//! The shuffle is even: χ² over many fixed seeds, so that the outcome is the same every time, and the same
//! statistics find out shuffles that are not (R-SHUF-01).

use facedown_core::{Dealer, Dice, Game, House, Seed};
use facedown_games::exploding_kittens::{Action, ExplodingKittens, Kind};

use crate::scene::{count, options};

/// One of each kind: so many cards that can be told apart.
const CARDS: usize = Kind::ALL.len();
const SHUFFLES: u64 = 28_000;

type Row = [usize; CARDS];

/// How far the counts are from being all the same.
fn chi_squared(counts: &[u32]) -> f64 {
    let sum: f64 = counts.iter().copied().map(f64::from).sum();
    let mean = sum / counts.iter().map(|_| 1.0).sum::<f64>();
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// What is measured of many shuffles.
struct Measured {
    /// Card i to place j. (28 − 1)² = 729 counts are free: the mean is 729, the standard deviation 38.
    places: f64,
    /// How far after a card the one comes that lay below it, round the end. 26 counts are free: the mean is
    /// 26, the standard deviation 7.2.
    neighbours: f64,
    /// In which order three cards come. 5 counts are free: the mean is 5, the standard deviation 3.2.
    orders: f64,
}

impl Measured {
    fn of(shuffle: impl Fn(u64) -> Row) -> Self {
        let mut places = vec![[0; CARDS]; CARDS];
        let (mut neighbours, mut orders) = ([0; CARDS - 1], [0; 6]);
        for number in 0..SHUFFLES {
            let row = shuffle(number);
            let mut place_of = [0; CARDS];
            for (place, &card) in row.iter().enumerate() {
                places[card][place] += 1;
                place_of[card] = place;
            }
            // One pair and one three of each shuffle, so that the counts are independent.
            let card = usize::try_from(number).unwrap() % (CARDS - 2);
            let [a, b, c] = [card, card + 1, card + 2].map(|card| place_of[card]);
            neighbours[(b + CARDS - a) % CARDS - 1] += 1;
            // Who comes first, and which of the other two next.
            orders[match (a < b, a < c, b < c) {
                (true, true, next) => usize::from(next),
                (false, next, true) => 2 + usize::from(next),
                (next, false, false) => 4 + usize::from(next),
                // There is no order in which a comes before c, c before b, and b before a, or the other way.
                _ => unreachable!(),
            }] += 1;
        }
        let places = places.iter().map(|counts| chi_squared(counts)).sum();
        Self { places, neighbours: chi_squared(&neighbours), orders: chi_squared(&orders) }
    }

    /// Four standard deviations and some more, where the curve is lopsided.
    fn is_even(&self) -> bool {
        (729.0 - 152.0..729.0 + 152.0).contains(&self.places)
            && self.neighbours < 65.0
            && self.orders < 28.0
    }
}

/// The faces that lie under these handles.
fn faces(house: &House<ExplodingKittens>, cards: &[facedown_core::Card]) -> Vec<Kind> {
    let mut house = house.clone();
    cards.iter().map(|&card| house.reveal(card).unwrap()).collect()
}

fn seed(number: u64) -> Seed {
    Dice::numbered(&Seed::from_text("kittens"), number).seed()
}

fn dealers(number: u64) -> Row {
    let mut house = House::<ExplodingKittens>::seeded(&seed(number)).silent();
    let cards: Vec<_> = house.bring(Kind::ALL).unwrap().into_iter().collect();
    house.shuffle(&cards).unwrap();
    let mut row = [0; CARDS];
    for (place, kind) in row.iter_mut().zip(faces(&house, &cards)) {
        *place = Kind::ALL.iter().position(|&other| other == kind).unwrap();
    }
    row
}

/// A shuffle that is not even, made with even dice.
fn by(number: u64, shuffle: impl Fn(&mut Row, &mut Dice)) -> Row {
    let mut row = std::array::from_fn(|place| place);
    shuffle(&mut row, &mut Dice::new(&seed(number)));
    row
}

#[test]
fn r_shuf_01_the_dealers_shuffle_is_even() {
    let measured = Measured::of(dealers);
    let Measured { places, neighbours, orders } = measured;
    assert!(measured.is_even(), "χ² = {places}, {neighbours}, {orders}");
}

#[test]
fn swapping_each_card_with_any_other_is_found_out() {
    let naive = |row: &mut Row, dice: &mut Dice| {
        (0..CARDS).for_each(|place| row.swap(place, dice.place(CARDS)));
    };
    let measured = Measured::of(|number| by(number, naive));
    assert!(measured.places > 2.0 * 729.0, "χ² = {}", measured.places);
}

#[test]
fn a_remainder_of_too_small_a_number_is_found_out() {
    // Five bits are cut down by the remainder, as 32 bits would be, but worse.
    let remainder = |row: &mut Row, dice: &mut Dice| {
        for place in (1..CARDS).rev() {
            row.swap(place, (dice.word() % 32) as usize % (place + 1));
        }
    };
    assert!(!Measured::of(|number| by(number, remainder)).is_even());
}

#[test]
fn never_leaving_a_card_where_it_is_is_found_out() {
    // Sattolo's algorithm, one letter away from the right one.
    let cyclic = |row: &mut Row, dice: &mut Dice| {
        (1..CARDS).rev().for_each(|place| row.swap(place, dice.place(place)));
    };
    assert!(!Measured::of(|number| by(number, cyclic)).is_even());
}

#[test]
fn cutting_is_found_out_by_the_neighbours_alone() {
    let cut = |row: &mut Row, dice: &mut Dice| row.rotate_left(dice.place(CARDS));
    let measured = Measured::of(|number| by(number, cut));
    assert!((729.0 - 400.0..729.0 + 400.0).contains(&measured.places), "each place is as likely");
    assert!(measured.neighbours > 10_000.0, "χ² = {}", measured.neighbours);
}

/// Where the one Exploding Kitten of a table of two lies before and after a Shuffle was played so often.
fn kitten(number: u64, times: i64) -> Option<(usize, usize)> {
    let mut house = House::<ExplodingKittens>::seeded(&seed(number)).silent();
    let mut game = ExplodingKittens::deal(&options("{}"), count(2), &mut house).unwrap();
    let (by, other) = (game.turns.seat, game.living.without(game.turns.seat).single()?);
    let lens = house.lens(by.into());
    let mut hand = game.players[by].hand.iter().copied();
    let card = hand.find(|&card| lens.face(card) == Some(Kind::Shuffle))?;
    let place = |game: &ExplodingKittens, house: &House<ExplodingKittens>| {
        faces(house, &game.pile).iter().position(|&kind| kind == Kind::ExplodingKitten)
    };
    let before = place(&game, &house)?;
    for (seat, action) in [
        (by, Action::Play { card, target: None }),
        (other, Action::Pass {}),
        (by, Action::Shuffle { times }),
    ] {
        game.permits(seat, &action, &house.lens(seat.into())).unwrap();
        game.apply(seat, &action, &mut house).unwrap();
    }
    Some((before, place(&game, &house)?))
}

#[test]
fn r_shuf_01_in_the_game_the_kitten_may_be_anywhere_wherever_it_was() {
    for times in [1, 3] {
        let mut counts = vec![[0; 28]; 28];
        let mut after = [0; 28];
        let mut before = [0; 28];
        for (from, to) in (0..30_000).filter_map(|number| kitten(number, times)) {
            counts[from][to] += 1;
            before[from] += 1;
            after[to] += 1;
        }
        // 27 counts are free in each: one χ² in a hundred thousand is above 70.
        for counts in [before, after] {
            assert!(chi_squared(&counts) < 70.0, "χ² = {}", chi_squared(&counts));
        }
        // 28 · 27 = 756 are free: the standard deviation is 39.
        let pairs: f64 = counts.iter().map(|counts| chi_squared(counts)).sum();
        assert!((756.0 - 156.0..756.0 + 156.0).contains(&pairs), "χ² = {pairs}");
    }
}
