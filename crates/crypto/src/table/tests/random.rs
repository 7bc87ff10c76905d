//! Random games with honest players, and with one who cheats at a random step: no honest player is ever blamed, every
//! cheater is, and no card is lost, duplicated or seen by the wrong seat.

use std::collections::BTreeMap;

use curve25519_dalek::scalar::Scalar;
use proptest::prelude::*;

use super::*;
use crate::encoding::Codec;

/// A move of a seat. Numbers are taken modulo the number of possibilities.
#[derive(Clone, Copy, Debug)]
enum Move {
    Draw(u8, u8),
    Scry(u8, u8),
    Tutor(u8),
    Mill(u8, bool),
    Reveal(u8, u8),
    Show(u8, u8, u8),
    Shuffle(u8),
    Reshuffle(u8),
    Return(u8, u8),
    Tuck(u8, u8),
    Roll(u8),
}

fn moves() -> impl Strategy<Value = Move> {
    let n = any::<u8>;
    prop_oneof![
        3 => (n(), n()).prop_map(|(a, b)| Move::Draw(a, b)),
        2 => (n(), n()).prop_map(|(a, b)| Move::Scry(a, b)),
        1 => n().prop_map(Move::Tutor),
        1 => (n(), any::<bool>()).prop_map(|(a, b)| Move::Mill(a, b)),
        1 => (n(), n()).prop_map(|(a, b)| Move::Reveal(a, b)),
        1 => (n(), n(), n()).prop_map(|(a, b, c)| Move::Show(a, b, c)),
        1 => n().prop_map(Move::Shuffle),
        1 => n().prop_map(Move::Reshuffle),
        2 => (n(), n()).prop_map(|(a, b)| Move::Return(a, b)),
        1 => (n(), n()).prop_map(|(a, b)| Move::Tuck(a, b)),
        1 => n().prop_map(Move::Roll),
    ]
}

/// A common library of twelve cards, and a hand and a face-down pile for every seat.
struct Game {
    round: Round,
    cards: u16,
    /// The seats that have tucked, which may know more than the table says.
    tuckers: Seats,
}

fn hand(seat: usize) -> Pile {
    Pile(10 + u16::try_from(seat).unwrap())
}

impl Game {
    fn new(players: u8, escrow: bool) -> Self {
        let threshold = (escrow && players > 2).then(|| players - 1);
        let mut round = Round::silent_with(players, 1, threshold);
        round.settle();
        let faces = (0..12).map(FaceNumber).collect();
        round.say(0, &Message::Bring { pile: LIBRARY, common: true, faces });
        round.ask(0, Request::Shuffle { pile: LIBRARY });
        Self { round, cards: 12, tuckers: Seats::NONE }
    }

    /// The request and its author for a move, if it is possible now.
    fn request(&self, next: Move) -> Option<(usize, Request)> {
        let table = self.round.table();
        let players = table.seats().get();
        let author = |n: u8| usize::from(n) % players;
        let library = table.pile(LIBRARY).len();
        let below =
            |n: u8, size: usize| (size > 0).then(|| u16::try_from(usize::from(n) % size).unwrap());
        let pile = LIBRARY;
        Some(match next {
            Move::Draw(a, n) => {
                let count = below(n, library.min(3))? + 1;
                (author(a), Request::Draw { pile, count, to: hand(author(a)) })
            }
            Move::Scry(a, n) => {
                (author(a), Request::Scry { pile, count: below(n, library.min(3))? + 1 })
            }
            Move::Tutor(a) => {
                below(0, library)?;
                (author(a), Request::Tutor { pile, to: hand(author(a)) })
            }
            Move::Mill(a, up) => {
                below(0, library)?;
                let seen_by = (!up).then(|| seat(author(a)));
                let to = if up { GRAVEYARD } else { hand(author(a)) };
                (author(a), Request::Mill { pile, count: 1, to, seen_by })
            }
            Move::Reveal(a, n) => {
                let pile = hand(author(a));
                (author(a), Request::Reveal { pile, place: below(n, table.pile(pile).len())? })
            }
            Move::Show(a, n, to) => {
                let (pile, to) = (hand(author(a)), seat(author(to)));
                (author(a), Request::Show { pile, place: below(n, table.pile(pile).len())?, to })
            }
            Move::Shuffle(a) => {
                below(0, library)?;
                (author(a), Request::Shuffle { pile })
            }
            Move::Reshuffle(a) => {
                below(0, library)?;
                (author(a), Request::Reshuffle { pile })
            }
            Move::Return(a, n) => {
                let from = hand(author(a));
                let place = below(n, table.pile(from).len())?;
                (author(a), Request::Return { from, place, pile })
            }
            Move::Tuck(a, n) => {
                let from = hand(author(a));
                let place = below(n, table.pile(from).len())?;
                (author(a), Request::Tuck { from, place, pile })
            }
            Move::Roll(n) => (author(n), Request::Roll { sides: u16::from(n) + 1 }),
        })
    }

    /// The message of the seat whose choice the table waits for.
    fn choice(&mut self, n: u8) -> Option<ChainEntry> {
        let seat = self.round.table().waiting_on().iter().next()?;
        let size = self.round.table().pile(LIBRARY).len();
        let (player, rng) = (&mut self.round.players[seat.index()], &mut self.round.rng);
        match player.table().waiting {
            Waiting::Arrange { count, .. } => {
                let mut order: Vec<_> = (0..count).collect();
                order.rotate_left(usize::from(n) % count);
                let top = u16::try_from(usize::from(n) % (count + 1)).unwrap();
                Some(player.arrange(&order, top, rng).unwrap())
            }
            Waiting::Take { .. } => Some(player.take(usize::from(n) % size, rng).unwrap()),
            Waiting::Tuck { .. } => {
                self.tuckers = self.tuckers.with(seat);
                Some(player.tuck(usize::from(n) % (size + 1), rng).unwrap())
            }
            _ => None,
        }
    }

    /// The next entry in the middle of a request.
    fn next(&mut self, n: u8) -> Option<ChainEntry> {
        let seat = self.round.table().waiting_on().iter().next()?;
        let due = self.round.players[seat.index()].due(&mut self.round.rng).unwrap();
        due.or_else(|| self.choice(n))
    }

    /// Carries out a move with honest players.
    fn play(&mut self, next: Move, n: u8) {
        let Some((author, request)) = self.request(next) else { return };
        let entry = self.round.players[author].ask(request);
        // Cards of older keys cannot be shuffled or tucked together with others before they are rekeyed.
        let fault = self.round.players[author].hear(&entry);
        if let Err(ChainError::Entry { error: EntryError::Fault(Fault::MixedKeys), .. }) = fault {
            let again = Request::Reshuffle { pile: LIBRARY };
            self.run(author, again, n);
            return;
        }
        fault.unwrap();
        for player in self.round.players.iter_mut().enumerate().filter(|(n, _)| *n != author) {
            player.1.hear(&entry).unwrap();
        }
        self.finish(n);
    }

    fn run(&mut self, author: usize, request: Request, n: u8) {
        let entry = self.round.players[author].ask(request);
        self.round.tell(&entry);
        self.finish(n);
    }

    fn finish(&mut self, n: u8) {
        while let Some(entry) = self.next(n) {
            self.round.tell(&entry);
        }
    }

    /// Checks that each seat sees what the table says, and that all who see a card see the same face.
    fn check_sight(&self) {
        let players = &self.round.players;
        for pile in self.round.table().piles() {
            let cards = self.round.table().pile(pile);
            let sights: Vec<_> = players.iter().map(|player| player.sees(pile)).collect();
            for (place, card) in cards.iter().enumerate() {
                let seen: BTreeMap<_, _> = (0..)
                    .zip(&sights)
                    .filter_map(|(seat, sight)| Some((seat, sight[place]?)))
                    .collect();
                assert!(seen.values().collect::<BTreeSet<_>>().len() <= 1);
                match card.visibility() {
                    Visibility::Public(face) => {
                        assert!(seen.len() == players.len() && seen.values().all(|f| *f == face));
                    }
                    Visibility::OwnerKnown(seats) => {
                        let who: Seats = seen.keys().map(|&index| seat(index)).collect();
                        assert!(seats.minus(who).is_empty(), "{pile}, card {place}");
                        assert!(who.minus(seats).minus(self.tuckers).is_empty());
                    }
                    Visibility::Encrypted | Visibility::Nameless => {
                        let who: Seats = seen.keys().map(|&index| seat(index)).collect();
                        assert!(who.minus(self.tuckers).is_empty(), "{pile}, card {place}");
                    }
                }
            }
        }
    }

    /// Checks that the chain alone reveals only public cards: for no other ciphertext on the table are the shares of all
    /// seats in the chain.
    fn check_chain(&self) {
        let original = self.round.players[0].chain();
        let mut chain = Chain::new(original.genesis().clone()).unwrap();
        let mut shared = BTreeMap::<[u8; 32], Seats>::new();
        for entry in original.entries() {
            let look = match (&chain.table().waiting, entry.message().unwrap()) {
                (Waiting::Shares(look), Message::Shares(_)) => {
                    chain.table().looked_at(look).unwrap()
                }
                _ => Vec::new(),
            };
            for card in look {
                let seats = shared.entry(*card.masked.c1().as_bytes()).or_default();
                *seats = seats.with(entry.author());
            }
            chain.add(entry).unwrap();
            // A card that is being revealed can be read with the last missing share.
            let turning = match &chain.table().waiting {
                Waiting::Shares(look) => look.viewer.is_none(),
                waiting => matches!(waiting, Waiting::Names { .. }),
            };
            if turning {
                continue;
            }
            for card in chain.table().piles().flat_map(|pile| chain.table().pile(pile)) {
                let seats = shared.get(card.masked.c1().as_bytes()).copied();
                let readable = seats == Some(chain.table().present());
                let public = matches!(card.visibility(), Visibility::Public(_));
                assert!(public || !readable, "everybody can read a hidden card");
            }
        }
    }

    /// Checks that every card exists exactly once.
    fn check_cards(&mut self) {
        let piles: Vec<_> = self.round.table().piles().collect();
        let all = piles.into_iter().flat_map(|pile| self.round.open(pile)).collect();
        assert_eq!(sorted(all), (0..self.cards).collect::<Vec<_>>());
    }
}

/// Runs the same games every time.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = proptest::test_runner::RngSeed::Fixed(1);
    ProptestConfig { cases, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(16))]

    #[test]
    fn honest_players_are_never_blamed(
        players in 2_u8..=4,
        escrow: bool,
        run in prop::collection::vec((moves(), any::<u8>()), 1..8),
    ) {
        let mut game = Game::new(players, escrow);
        for (next, n) in run {
            game.play(next, n);
            game.check_sight();
        }
        game.check_chain();
        game.check_cards();
        let chain = game.round.players[0].chain();
        let report = Chain::verify(&chain.to_bytes()).unwrap();
        prop_assert_eq!(&report.head, chain.head());
    }

    /// A seat sends another message than is due: another card, another share, another scalar, a changed byte.
    #[test]
    fn whoever_cheats_is_named_and_nobody_else(
        players in 2_u8..=4,
        before in prop::collection::vec((moves(), any::<u8>()), 0..3),
        next in moves(),
        step in 0_usize..8,
        cheat in any::<(u8, u16, u8)>(),
    ) {
        let mut game = Game::new(players, false);
        for (next, n) in before {
            game.play(next, n);
        }
        let Some((author, request)) = game.request(next) else { return Ok(()) };
        let entry = game.round.players[author].ask(request);
        if game.round.players[author].hear(&entry).is_err() {
            return Ok(());
        }
        for player in game.round.players.iter_mut().enumerate().filter(|(n, _)| *n != author) {
            player.1.hear(&entry).unwrap();
        }
        for _ in 0..step {
            let Some(entry) = game.next(cheat.0) else { return Ok(()) };
            game.round.tell(&entry);
        }
        let head = *game.round.players[0].chain().head();
        let Some(honest) = game.next(cheat.0) else { return Ok(()) };
        let cheater = honest.author();
        let Some(message) = dishonest(&honest.message().unwrap(), cheat) else { return Ok(()) };
        let forged = game.round.players[cheater.index()].say(&message);
        let mut entry = forged;
        // The others notice it immediately, or when the step is complete, which is then undone.
        let error = loop {
            let mut verdicts = Vec::new();
            for player in &mut game.round.players {
                verdicts.push(player.hear(&entry));
            }
            if let Some(Err(error)) = verdicts.iter().find(|verdict| verdict.is_err()) {
                prop_assert!(verdicts.iter().all(|verdict| *verdict == Err(*error)));
                break *error;
            }
            let Some(due) = game.next(cheat.0) else { panic!("nobody noticed: {message}") };
            entry = due;
        };
        let ChainError::Entry { author: named, error, .. } = error else {
            panic!("nobody is named: {error}")
        };
        prop_assert_eq!(named, cheater, "{}", error);
        prop_assert!(matches!(error, EntryError::Fault(_)), "{}", error);
        prop_assert!(game.round.players.iter().all(|player| player.chain().head() == &head));
        // The honest message is still accepted, and the game continues.
        game.round.tell(&honest);
        game.finish(cheat.0);
        game.check_chain();
        game.check_cards();
    }
}

/// A changed message that a cheater can sign, if there is one.
fn dishonest(message: &Message, (what, place, value): (u8, u16, u8)) -> Option<Message> {
    let change_cards = |cards: &mut Vec<MaskedCard>| {
        let size = cards.len();
        let at = usize::from(place) % size;
        match what % 4 {
            0 if size > 1 => cards[at] = cards[(at + 1) % size],
            1 if size > 1 => cards.swap(at, (at + 1) % size),
            2 => drop(cards.pop()),
            _ => cards[at] = cards[at].without(&Point::base()),
        }
    };
    let mut changed = message.clone();
    match &mut changed {
        Message::Shuffled(deck) | Message::Taken(deck) | Message::Arranged { deck, .. }
            if what < 200 =>
        {
            change_cards(&mut deck.cards);
        }
        Message::Tucked { cards, .. } if what < 200 => change_cards(cards),
        // A promise can be anything until it is opened.
        Message::Answer(_) | Message::RollPromise(_) | Message::KeyPromise(_) => return None,
        Message::RollOpening(part) => part[usize::from(place) % 32] ^= value | 1,
        Message::Closed { keys, .. } => keys[0] += Scalar::ONE,
        other => {
            // Change any other byte such that the message still decodes.
            let mut bytes = other.to_bytes();
            let at = usize::from(place) % bytes.len();
            bytes[at] ^= value | 1;
            let read = Message::from_bytes(&bytes).ok()?;
            // The number of cards on top is the seat's choice.
            if let (Message::Arranged { deck: a, .. }, Message::Arranged { deck: b, .. }) =
                (&*other, &read)
                && a == b
            {
                return None;
            }
            changed = read;
        }
    }
    (&changed != message).then_some(changed)
}
