//! Random games of honest and dishonest players, and an eavesdropper who hears everything.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::group::Point;
use crate::masked::MaskedCard;

const CARDS: u16 = 12;

/// Something that a player does.
#[derive(Clone, Copy, Debug)]
enum Move {
    Look(u16, usize),
    Reveal(u16),
    Shuffle(u16, u16),
    Arrange(u16, usize),
    Tuck(u16, usize),
    Mix(usize),
    Draw(u16, usize),
    Test(u16, u16),
    Reshuffle,
    Roll,
}

fn moves() -> impl Strategy<Value = Move> {
    prop_oneof![
        4 => (0..CARDS, 0..3_usize).prop_map(|(place, to)| Move::Look(place, to)),
        2 => (0..CARDS).prop_map(Move::Reveal),
        2 => (0..CARDS, 1..5_u16).prop_map(|(first, count)| Move::Shuffle(first, count)),
        1 => (0..CARDS - 3, 0..3_usize).prop_map(|(first, seat)| Move::Arrange(first, seat)),
        1 => (0..CARDS - 3, 0..3_usize).prop_map(|(first, seat)| Move::Tuck(first, seat)),
        1 => (0..3_usize).prop_map(Move::Mix),
        2 => (0..CARDS, 0..3_usize).prop_map(|(place, seat)| Move::Draw(place, seat)),
        1 => (0..CARDS, 0..CARDS).prop_map(|(place, face)| Move::Test(place, face)),
        1 => Just(Move::Reshuffle),
        1 => Just(Move::Roll),
    ]
}

impl Move {
    /// The tasks of a draw: a look, and a mix of the hand with the new card.
    fn tasks(self, round: &Round) -> Vec<Task> {
        let Self::Draw(place, holder) = self else { return vec![self.task(round)] };
        let Task::Mix { places: mut hand, seat } = Self::Mix(holder).task(round) else {
            return Vec::new();
        };
        if !hand.contains(&Place(place)) {
            hand.push(Place(place));
        }
        vec![Task::Show { place: Place(place), to: seat }, Task::Mix { seat, places: hand }]
    }

    fn task(self, round: &Round) -> Task {
        let three = |first| places(first..first + 3);
        match self {
            Self::Look(place, to) => Task::Show { place: Place(place), to: seat(to) },
            Self::Reveal(place) | Self::Draw(place, _) => reveal(place),
            Self::Shuffle(first, count) => shuffle(first..(first + count).min(CARDS)),
            Self::Arrange(first, by) => {
                Task::Arrange { seat: seat(by), places: three(first), way: Way::Freely }
            }
            Self::Tuck(first, by) => {
                Task::Arrange { seat: seat(by), places: three(first), way: Way::Tuck }
            }
            Self::Mix(holder) => {
                let held = |place: &Place| round.watcher.holder(*place) == Some(seat(holder));
                Task::Mix {
                    seat: seat(holder),
                    places: places(0..CARDS).into_iter().filter(held).collect(),
                }
            }
            Self::Test(place, yes) => Task::Test { place: Place(place), yes: vec![face(yes)] },
            Self::Reshuffle => Task::Reshuffle {
                piles: vec![places(0..CARDS / 2)],
                hands: places(CARDS / 2..CARDS),
            },
            Self::Roll => Task::Roll { sides: 6 },
        }
    }
}

/// Somebody who hears everything, has the keys of some players, and collects all shares of all ciphertexts.
#[derive(Default)]
pub(super) struct Eavesdropper {
    /// The ciphertexts that have lain at the table, with their key epoch and the shares that are known of them.
    seen: BTreeMap<Vec<u8>, (MaskedCard, u16, BTreeMap<Seat, Point>)>,
}

impl Eavesdropper {
    pub(super) fn hears(&mut self, table: &TableState) {
        use crate::encoding::Codec;
        for card in table.cards.values() {
            let entry = self.seen.entry(card.masked.to_bytes());
            let (_, _, shares) = entry.or_insert((card.masked, card.epoch, BTreeMap::new()));
            shares.extend(card.shares.iter().map(|(seat, share)| (*seat, *share)));
        }
    }

    /// The faces of all cards at the table that it can read with the keys of these players: closed under "all shares but one".
    pub(super) fn reads(&self, round: &Round, with: &[usize]) -> BTreeMap<Place, FaceCode> {
        use crate::encoding::Codec;
        let mut read = BTreeMap::new();
        for (place, card) in &round.watcher.cards {
            let Some((masked, epoch, shares)) = self.seen.get(&card.masked.to_bytes()) else {
                continue;
            };
            let mut shares = shares.clone();
            for &n in with {
                let key = round.players[n].key_of(&round.watcher.epochs[usize::from(*epoch)]);
                shares.insert(seat(n), Point::new(key.secret().scalar() * masked.c1().point()));
            }
            // Shares of ciphertexts with the same first component are the same.
            for (other, _, more) in
                self.seen.values().filter(|(other, e, _)| other.c1 == masked.c1 && e == epoch)
            {
                let _ = other;
                shares.extend(more.iter().map(|(seat, share)| (*seat, *share)));
            }
            if round.watcher.present().iter().all(|seat| shares.contains_key(&seat))
                && let Ok(face) = FaceCode::of(&masked.unmask(shares.values()))
            {
                read.insert(*place, face);
            }
        }
        read
    }
}

/// Plays moves, and checks after each what everybody and the eavesdropper know.
fn play(moves: &[Move]) -> (Round, Eavesdropper) {
    let mut round = Round::new(3, &[bring(0..CARDS), shuffle(0..CARDS)]);
    let mut spy = Eavesdropper::default();
    spy.hears(&round.watcher);
    for (number, &wanted) in moves.iter().enumerate() {
        let tasks = wanted.tasks(&round);
        let actor = number % 3;
        let own = match (&tasks[0], wanted) {
            (Task::Arrange { seat, .. }, Move::Arrange(..)) if seat.index() == actor => {
                vec![(0, Choice::Order(vec![2, 0, 1]))]
            }
            (Task::Arrange { seat, .. }, Move::Tuck(..)) if seat.index() == actor => {
                vec![(0, Choice::Tuck(1))]
            }
            _ => Vec::new(),
        };
        let entry = round.action(actor, &[], &tasks, own);
        round.post(&entry);
        spy.hears(&round.watcher);
        loop {
            for player in &mut round.players {
                if matches!(wanted, Move::Tuck(..)) {
                    let _ = player.choose(0, Choice::Tuck(1));
                } else {
                    let _ = player.choose(0, Choice::Order(vec![2, 0, 1]));
                }
            }
            if !round.step() {
                break;
            }
            spy.hears(&round.watcher);
        }
        assert_eq!(round.watcher.stage(), &Stage::Idle);
        check(&round, &spy);
    }
    (round, spy)
}

/// Nobody knows anything wrong, and nobody reads more than the table says.
fn check(round: &Round, spy: &Eavesdropper) {
    for place in places(0..CARDS) {
        let public = round.watcher.public_face(place);
        for (n, player) in round.players.iter().enumerate() {
            let known = player.face(place);
            assert!(public.is_none() || known == public);
            if round.watcher.known_to(place).contains(seat(n)) {
                assert!(known.is_some(), "{place:?} {n}");
            }
        }
    }
    for with in [&[][..], &[0], &[0, 2]] {
        for (place, face) in spy.reads(round, with) {
            let known = with.iter().any(|&n| round.players[n].face(place) == Some(face));
            assert!(known || round.watcher.public_face(place) == Some(face), "{place:?} {with:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(16), ..ProptestConfig::default() })]

    #[test]
    fn honest_players_are_never_blamed_and_nobody_reads_more(moves in prop::collection::vec(moves(), 1..14)) {
        let (mut round, spy) = play(&moves);
        // The control: with the keys of all three it reads every card.
        prop_assert_eq!(spy.reads(&round, &[0, 1, 2]).len(), usize::from(CARDS));
        let before = round.watcher.clone();
        round.demand(0, &[Task::Close { from: 0 }]);
        let keys = round.watcher.closed().unwrap();
        let mut all: Vec<_> = (0..CARDS).map(|n| keys.face(&before, Place(n)).unwrap()).collect();
        // What players know is what lies there.
        for player in &round.players {
            for place in places(0..CARDS) {
                let known = player.face(place);
                prop_assert!(known.is_none() || known == Some(all[usize::from(place.0)]));
            }
        }
        all.sort_unstable();
        prop_assert_eq!(all, (0..CARDS).map(face).collect::<Vec<_>>());
        let report = round.chain.verify(&mut Script::of(&round.chain.genesis).unwrap()).unwrap();
        prop_assert_eq!(report.state.head(), round.watcher.head());
    }

    #[test]
    fn whoever_cheats_is_named_and_nobody_else(
        moves in prop::collection::vec(moves(), 1..5),
        number in 0..64_usize,
        at in any::<prop::sample::Index>(),
        bit in 0..8_u8,
    ) {
        let (round, _) = play(&moves);
        let number = number % round.chain.entries.len();
        let honest = &round.chain.entries[number];
        let mut payload = honest.payload().to_vec();
        prop_assume!(!payload.is_empty());
        let place = at.index(payload.len());
        payload[place] ^= 1 << bit;
        let key = signing_key(&seed(honest.author().index()));
        let id = round.watcher.id();
        let forged = Entry::sign(id, *honest.since(), honest.author(), honest.kind(), payload, &key);
        let mut chain = round.chain.clone();
        chain.entries[number] = forged.clone();
        prop_assert!(forged.contradicts(honest, &chain.genesis));
        match chain.verify(&mut Script::of(&chain.genesis).unwrap()) {
            // What can be anything when it is said (an answer, a promise) leads to another head.
            Ok(report) => prop_assert!(report.state.head() != round.watcher.head()),
            Err(ChainError::Entry { number: named, author, refusal: Refusal::Fault(_) | Refusal::Tasks(_) }) => {
                prop_assert_eq!((named, author), (number, honest.author()));
            }
            Err(ChainError::Rules { number: named, author, .. }) => {
                prop_assert_eq!((named, author), (number, honest.author()));
            }
            // Entries after it belong to the head that the honest one led to: nobody is blamed for them.
            Err(ChainError::Entry { number: named, refusal: Refusal::Unplaced, .. }) => {
                prop_assert!(named > number);
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
