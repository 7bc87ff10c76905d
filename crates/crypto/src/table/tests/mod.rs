//! Tests of whole tables in one process.

mod attacks;
mod blamed_once;
mod broken_once;
mod closing;
mod features;
mod leaving;
mod owners;
mod random;
mod secrets;
mod tampering;

use ed25519_dalek::SigningKey;
use facedown_core::Seat;
use rand_chacha::ChaCha20Rng;

use super::*;
use crate::testing::{rng, seat};

const LIBRARY: Pile = Pile(0);
const HAND: Pile = Pile(1);
const GRAVEYARD: Pile = Pile(2);

/// A table with a shuffled library of `cards` different cards.
struct Round {
    players: Vec<Player>,
    rng: ChaCha20Rng,
}

fn signing_key(index: u8) -> SigningKey {
    SigningKey::from_bytes(&[index + 1; 32])
}

impl Round {
    /// A table without any entries.
    fn silent(players: u8, name: u8) -> Self {
        Self::silent_with(players, name, None)
    }

    fn silent_with(players: u8, name: u8, escrow: Option<u8>) -> Self {
        let keys = (0..players).map(|index| signing_key(index).verifying_key()).collect();
        let mut genesis = Genesis::new([name; 32], keys).unwrap();
        if let Some(threshold) = escrow {
            genesis = genesis.with_escrow(threshold).unwrap();
        }
        let player = |index: u8| {
            Player::new(genesis.clone(), seat(usize::from(index)), signing_key(index)).unwrap()
        };
        Self { players: (0..players).map(player).collect(), rng: rng(name) }
    }

    fn new(players: u8, cards: u16) -> Self {
        let mut round = Self::silent(players, 1);
        round.settle();
        round.bring(cards);
        round
    }

    /// The same with escrow.
    fn escrowed(players: u8, threshold: u8, cards: u16) -> Self {
        let mut round = Self::silent_with(players, 1, Some(threshold));
        round.settle();
        round.bring(cards);
        round
    }

    fn bring(&mut self, cards: u16) {
        let faces = (0..cards).map(FaceNumber).collect();
        self.say(0, &Message::Bring { pile: LIBRARY, common: true, faces });
        self.ask(0, Request::Shuffle { pile: LIBRARY });
    }

    /// Delivers an entry to all players, who must accept it.
    fn tell(&mut self, entry: &ChainEntry) {
        for player in &mut self.players {
            player.hear(entry).unwrap();
        }
    }

    /// Sends everything that is due, until a player has a choice.
    fn settle(&mut self) {
        while let Some(seat) = self.table().waiting_on().iter().next() {
            let due = self.players[seat.index()].due(&mut self.rng).unwrap();
            let Some(entry) = due else { break };
            self.tell(&entry);
        }
    }

    fn say(&mut self, author: usize, message: &Message) {
        let entry = self.players[author].say(message);
        self.tell(&entry);
        self.settle();
    }

    fn ask(&mut self, author: usize, request: Request) {
        self.say(author, &Message::Ask(request));
    }

    /// Makes a request without carrying it out.
    fn begin(&mut self, author: usize, request: Request) {
        let entry = self.players[author].ask(request);
        self.tell(&entry);
    }

    /// What is due from a seat.
    fn due(&mut self, author: usize) -> ChainEntry {
        self.players[author].due(&mut self.rng).unwrap().unwrap()
    }

    fn agree(&mut self, author: usize, agrees: bool) {
        let entry = self.players[author].agree(agrees).unwrap();
        self.tell(&entry);
    }

    fn arrange(&mut self, author: usize, order: &[usize], top: u16) {
        let entry = self.players[author].arrange(order, top, &mut self.rng).unwrap();
        self.tell(&entry);
        self.settle();
    }

    fn take(&mut self, author: usize, place: usize) {
        let entry = self.players[author].take(place, &mut self.rng).unwrap();
        self.tell(&entry);
        self.settle();
    }

    /// The fault for which everybody immediately refuses a message.
    fn refusal(&mut self, author: usize, message: &Message) -> Fault {
        let entry = self.players[author].say(message);
        let mut verdicts = self.players.iter_mut().map(|player| player.hear(&entry));
        let first = verdicts.next().unwrap().unwrap_err();
        assert!(verdicts.all(|verdict| verdict == Err(first)));
        match first {
            ChainError::Entry { author: named, error: EntryError::Fault(fault), .. } => {
                assert_eq!(named, seat(author));
                fault
            }
            other => panic!("no fault: {other}"),
        }
    }

    /// The last list that was brought.
    fn brought(&self) -> Message {
        let entries = self.players[0].chain().entries().iter().rev();
        let mut messages = entries.map(|entry| entry.message().unwrap());
        messages.find(|message| matches!(message, Message::BringSecret { .. })).unwrap()
    }

    /// The table's state as a present player knows it.
    fn table(&self) -> &TableState {
        self.players[0].table()
    }

    fn sees(&self, player: usize, pile: Pile) -> Vec<Option<u16>> {
        self.players[player]
            .sees(pile)
            .iter()
            .map(|face| face.map(|FaceNumber(face)| face))
            .collect()
    }

    fn visibility(&self, pile: Pile) -> Vec<Visibility> {
        self.table().pile(pile).iter().map(TableCard::visibility).collect()
    }

    /// Turns a whole pile over.
    fn open(&mut self, pile: Pile) -> Vec<u16> {
        let first = self.table().present().iter().next().unwrap();
        let owner = self.table().owner(pile).unwrap_or(first).index();
        for place in 0..self.table().pile(pile).len() {
            self.ask(owner, Request::Reveal { pile, place: u16::try_from(place).unwrap() });
        }
        self.sees(first.index(), pile).into_iter().map(Option::unwrap).collect()
    }
}

fn only(index: usize) -> Visibility {
    Visibility::OwnerKnown(Seat::new(index).unwrap().only())
}

fn sorted(mut faces: Vec<u16>) -> Vec<u16> {
    faces.sort_unstable();
    faces
}
