//! The solver against plain minimax that knows nothing but the suits.
#![allow(clippy::unwrap_used)]

use facedown_bots::texas_42::solver::{
    ALL_POINTS, Layout, Objective, Position, PositionError, Solver, makes, solve,
};
use facedown_core::{Dice, Seat, Seed};
use facedown_games::texas_42::{Domino, Dominoes, NelloDoubles, Suits, Trump};

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// A position in the plainest form.
#[derive(Clone, Debug)]
struct Plain {
    hands: [Dominoes; 4],
    trump: Trump,
    nello: NelloDoubles,
    bidder: usize,
    leader: usize,
    trick: Vec<Domino>,
    taken: [u8; 2],
}

impl Plain {
    fn position(&self) -> Result<Position, PositionError> {
        Position::new(&Layout {
            hands: self.hands,
            trump: self.trump,
            nello: self.nello,
            bidder: seat(self.bidder),
            leader: seat(self.leader),
            trick: &self.trick,
            taken: self.taken[0],
            taken_by_others: self.taken[1],
        })
    }

    fn suits(&self) -> &'static Suits {
        Suits::under(self.trump, self.nello)
    }

    /// Who plays, from the leader.
    fn seats(&self) -> Vec<usize> {
        let out = (self.trump == Trump::Nello).then_some((self.bidder + 2) % 4);
        (0..4).map(|at| (self.leader + at) % 4).filter(|&seat| Some(seat) != out).collect()
    }

    fn to_play(&self) -> usize {
        self.seats()[self.trick.len()]
    }

    fn legal(&self) -> Dominoes {
        self.suits().playable(self.hands[self.to_play()], self.trick.first().copied())
    }

    fn play(&self, domino: Domino) -> Self {
        let mut next = self.clone();
        let player = self.to_play();
        next.hands[player] = next.hands[player].without(domino);
        next.trick.push(domino);
        let seats = self.seats();
        if next.trick.len() == seats.len() {
            let winner = seats[self.suits().winner(&next.trick).unwrap()];
            let points = 1 + next.trick.iter().map(|domino| domino.count()).sum::<u8>();
            next.taken[(winner + next.bidder) % 2] += points;
            next.leader = winner;
            next.trick.clear();
        }
        next
    }

    fn minimax(&self) -> u8 {
        if self.hands[self.to_play()].is_empty() {
            return match self.trump {
                Trump::Nello => u8::from(self.taken[0] == 0),
                Trump::Sevens => u8::from(self.taken[1] == 0),
                _ => self.taken[0],
            };
        }
        let values = self.legal().iter().map(|domino| self.play(domino).minimax());
        let wants = self.to_play() % 2 == self.bidder % 2;
        if wants { values.max().unwrap() } else { values.min().unwrap() }
    }
}

/// A random ending with hands of this size, with some dominoes already in the trick.
fn ending(dice: &mut Dice, size: usize, trump: Trump, nello: NelloDoubles) -> Plain {
    let mut all: Vec<Domino> = Domino::all().collect();
    dice.shuffle(&mut all);
    let mut dealt = all.chunks(size).map(|hand| hand.iter().copied().collect::<Dominoes>());
    let mut plain = Plain {
        hands: std::array::from_fn(|_| dealt.next().unwrap()),
        trump,
        nello,
        bidder: dice.place(4),
        leader: dice.place(4),
        trick: Vec::new(),
        taken: [0, 0],
    };
    if trump == Trump::Nello {
        let out = (plain.bidder + 2) % 4;
        plain.hands[out] = Dominoes::NONE;
        if plain.leader == out {
            plain.leader = plain.bidder;
        }
    } else {
        // Somebody took what is gone. In Sevens mostly the bidder's side, or nothing is left to play for.
        let gone = all[4 * size..].chunks(4);
        for trick in gone {
            let points = 1 + trick.iter().map(|domino| domino.count()).sum::<u8>();
            let takers = if trump == Trump::Sevens { 0 } else { dice.place(2) };
            plain.taken[takers] += points;
        }
    }
    for _ in 0..dice.place(plain.seats().len()) {
        let legal: Vec<_> = plain.legal().iter().collect();
        plain = plain.play(*dice.pick(&legal).unwrap());
    }
    plain
}

/// How many endings with hands of each size, from one domino.
const ENDINGS: [usize; 4] = [40, 120, 80, 12];

fn check(name: &str, trump: Trump, nello: NelloDoubles) {
    let mut dice = Dice::new(&Seed::from_text(name));
    let mut solver = Solver::new();
    let mut values = Vec::new();
    for (size, endings) in (1..).zip(ENDINGS) {
        for _ in 0..endings {
            let plain = ending(&mut dice, size, trump, nello);
            let position = plain.position().unwrap();
            let value = plain.minimax();
            let solution = solver.solve(&position);
            assert_eq!(solution.value, value, "{plain:?}");
            let plays: Vec<_> =
                plain.legal().iter().map(|domino| (domino, plain.play(domino).minimax())).collect();
            assert_eq!(solution.plays, plays, "{plain:?}");
            assert!(solution.best().next().is_some());
            assert_eq!(solve(&position), solution);
            assert_eq!(Solver::new().value(&position), value);
            check_makes(&mut solver, &position, value);
            values.push(value);
        }
    }
    assert!(values.iter().any(|value| *value != values[0]), "the endings all come to the same");
}

fn check_makes(solver: &mut Solver, position: &Position, value: u8) {
    match position.objective() {
        Objective::Points => {
            for points in 0..=ALL_POINTS {
                assert_eq!(solver.makes(position, points), points <= value);
            }
            assert!(!makes(position, value + 1));
        }
        Objective::NoTrick | Objective::AllTricks => {
            assert_eq!(solver.makes(position, ALL_POINTS), value == 1);
        }
    }
}

#[test]
fn agrees_with_minimax_under_every_usual_declaration() {
    for trump in Trump::USUAL {
        check(&format!("{trump:?}"), trump, NelloDoubles::Suit);
    }
}

#[test]
fn agrees_with_minimax_in_nello() {
    for nello in [NelloDoubles::Suit, NelloDoubles::High, NelloDoubles::Low] {
        check(&format!("nello {nello:?}"), Trump::Nello, nello);
    }
}

#[test]
fn agrees_with_minimax_in_sevens() {
    check("sevens", Trump::Sevens, NelloDoubles::Suit);
}

/// A whole deal, before the first trick.
fn deal(dice: &mut Dice, trump: Trump, bidder: usize, leader: usize) -> Plain {
    let mut all: Vec<Domino> = Domino::all().collect();
    dice.shuffle(&mut all);
    let hand = |seat: usize| all[7 * seat..][..7].iter().copied().collect();
    let hands = std::array::from_fn(hand);
    let nello = NelloDoubles::Suit;
    Plain { hands, trump, nello, bidder, leader, trick: Vec::new(), taken: [0, 0] }
}

#[test]
fn what_one_side_gets_of_a_whole_deal_the_other_does_not() {
    let mut dice = Dice::new(&Seed::from_text("whole deals"));
    let mut solver = Solver::new();
    for trump in Trump::USUAL {
        let ours = deal(&mut dice, trump, 0, 3);
        let theirs = Plain { bidder: 1, ..ours.clone() };
        let value = solver.value(&ours.position().unwrap());
        assert_eq!(value + solver.value(&theirs.position().unwrap()), ALL_POINTS);
        // A new solver knows nothing of other deals, and says the same.
        let solution = solve(&ours.position().unwrap());
        assert_eq!(solution.value, value);
        assert!(solution.plays.iter().all(|(_, play)| *play >= value), "seat 3 plays against");
        assert!(solver.makes(&ours.position().unwrap(), value));
        assert!(!solver.makes(&ours.position().unwrap(), value + 1));
    }
}

#[test]
fn best_plays_keep_the_value_to_the_end() {
    let mut dice = Dice::new(&Seed::from_text("to the end"));
    let mut solver = Solver::new();
    for trump in Trump::USUAL.into_iter().chain([Trump::Nello, Trump::Sevens]) {
        let mut plain = deal(&mut dice, trump, 2, 2);
        let value = solver.value(&plain.position().unwrap());
        while !plain.hands[plain.to_play()].is_empty() {
            let solution = solver.solve(&plain.position().unwrap());
            assert_eq!(solution.value, value);
            plain = plain.play(solution.best().next().unwrap());
        }
        assert_eq!(plain.minimax(), value);
        let end = solver.solve(&plain.position().unwrap());
        assert_eq!((end.value, end.plays.len()), (value, 0));
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let mut dice = Dice::new(&Seed::from_text("refused"));
    let good = deal(&mut dice, Trump::Fives, 0, 0);
    assert!(good.position().is_ok());
    let first = good.hands[0].iter().next().unwrap();
    let second = good.hands[1].iter().next().unwrap();
    let refused = |change: &dyn Fn(&mut Plain)| {
        let mut plain = good.clone();
        change(&mut plain);
        plain.position().unwrap_err()
    };
    let size = |index, held, due| PositionError::WrongHandSize { seat: seat(index), held, due };
    assert_eq!(refused(&|plain| plain.leader = 4), PositionError::NoSuchSeat(seat(4)));
    assert_eq!(refused(&|plain| plain.bidder = 7), PositionError::NoSuchSeat(seat(7)));
    assert_eq!(refused(&|plain| plain.trick = vec![first; 4]), PositionError::TrickIsComplete(4));
    assert_eq!(refused(&|plain| plain.trick = vec![first]), PositionError::InTwoPlaces(first));
    let twice = |plain: &mut Plain| plain.hands[1] = plain.hands[1].with(first);
    assert_eq!(refused(&twice), PositionError::InTwoPlaces(first));
    let fewer = |plain: &mut Plain| plain.hands[1] = plain.hands[1].without(second);
    assert_eq!(refused(&fewer), size(1, 6, 7));
    let points = |plain: &mut Plain| plain.taken = [3, 4];
    assert_eq!(refused(&points), PositionError::WrongPoints { found: 7, due: 0 });
    let out = |plain: &mut Plain| (plain.trump, plain.leader) = (Trump::Nello, 2);
    assert_eq!(refused(&out), PositionError::SitsOut(seat(2)));
    assert_eq!(size(1, 6, 7).to_string(), "seat 1 holds 6 dominoes and should hold 7");
}
