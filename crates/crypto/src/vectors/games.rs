//! The games that vectors are taken from: those of the fuzz targets, and two for what these do not contain.

use std::sync::LazyLock;

use rand_chacha::ChaCha20Rng;

use super::real;
use crate::escrow::Dealing;
use crate::keys::KeyPair;
use crate::masked::FaceNumber;
use crate::table::{Chain, ChainEntry, Genesis, Message, Pile, Player, Request};
use crate::testing::{rng, seat};
use crate::transcript::{Context, Operation};

/// The games that the vectors are taken from, by name.
pub(super) static GAMES: LazyLock<[(&str, Chain); 4]> = LazyLock::new(|| {
    [("short", real::short()), ("long", real::long()), ("duel", duel()), ("cheated", cheated())]
});

pub(super) fn game(name: &str) -> &'static Chain {
    &GAMES.iter().find(|(game, _)| *game == name).expect("a game").1
}

/// Players around a table.
struct Around {
    players: Vec<Player>,
    rng: ChaCha20Rng,
}

impl Around {
    fn new(genesis: &Genesis) -> Self {
        let player = |n| Player::new(genesis.clone(), seat(n), real::signing_key(n)).unwrap();
        Self { players: (0..genesis.players().len()).map(player).collect(), rng: rng(1) }
    }

    fn tell(&mut self, entry: &ChainEntry) {
        self.players.iter_mut().for_each(|player| player.hear(entry).unwrap());
    }

    fn due(&mut self, author: usize) -> bool {
        let due = self.players[author].due(&mut self.rng).unwrap();
        if let Some(entry) = &due {
            self.tell(entry);
        }
        due.is_some()
    }

    fn say(&mut self, author: usize, message: &Message) {
        let entry = self.players[author].say(message);
        self.tell(&entry);
        while let Some(next) = self.players[0].table().waiting_on().iter().next() {
            if !self.due(next.index()) {
                break;
            }
        }
    }
}

fn genesis(players: usize, escrow: u8) -> Genesis {
    let keys = (0..players).map(|player| real::signing_key(player).verifying_key()).collect();
    let genesis = Genesis::new([1; 32], keys).unwrap();
    if escrow == 0 { genesis } else { genesis.with_escrow(escrow).unwrap() }
}

/// Two players without escrow: a library, fresh keys, and no agreement to close the table.
fn duel() -> Chain {
    let mut around = Around::new(&genesis(2, 0));
    for author in [0, 1, 0, 1] {
        around.due(author);
    }
    let library = Pile(0);
    around.say(
        0,
        &Message::Bring { pile: library, common: false, faces: vec![FaceNumber(5), FaceNumber(6)] },
    );
    around.say(0, &Message::Ask(Request::Reshuffle { pile: library }));
    around.say(1, &Message::Ask(Request::Close));
    let entry = around.players[0].agree(false).unwrap();
    around.tell(&entry);
    around.players[0].chain().clone()
}

/// Seat 1 deals parts of another key than its own, and seat 2 complains.
fn cheated() -> Chain {
    let genesis = genesis(3, 2);
    let mut around = Around::new(&genesis);
    for author in [0, 1, 2, 0, 1, 2] {
        around.due(author);
    }
    let chain = around.players[1].chain();
    let opened = chain.entries().iter().filter_map(|entry| match entry.message() {
        Ok(Message::KeyOpening(opening)) => Some((entry.author(), *opening.share())),
        _ => None,
    });
    let recipients: Vec<_> = opened.filter(|(seat, _)| seat.index() != 1).collect();
    let context = Context {
        table: genesis.id(),
        request: *chain.head(),
        author: seat(1),
        operation: Operation::Dealing,
        pile: 0,
    };
    let other = KeyPair::random(&mut around.rng);
    let bad = Dealing::new(&context, &other, 2, &recipients, &mut around.rng).unwrap();
    around.say(1, &Message::Dealt(bad));
    assert!(around.due(2), "a complaint");
    around.players[0].chain().clone()
}
