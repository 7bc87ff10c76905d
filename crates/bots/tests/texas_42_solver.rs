//! The solver against plain minimax that knows nothing but the suits.

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
            let side = if trump == Trump::Sevens { 0 } else { dice.place(2) };
            plain.taken[side] += points;
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
            assert_eq!(makes(position, value + 1), false);
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
