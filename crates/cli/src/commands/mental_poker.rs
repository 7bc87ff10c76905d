//! `facedown mental-poker`: players who trust nobody, all in one process, and what they say to each other.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstyle::Style;
use clap::{Args, Subcommand};
use facedown_core::{Seat, Seed};
use facedown_crypto::table::{
    Entry, Genesis, Message, Pile, Player, Request, SigningKey, Visibility,
};
use facedown_crypto::{Face, MAX_CARDS};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

use super::invocation;
use crate::failure::Failure;

const LIBRARY: Pile = Pile(0);
const GRAVEYARD: Pile = Pile(1);
const HAND: Pile = Pile(2);

/// Cards that the players' own machines shuffle and deal, with no house to trust.
#[derive(Args)]
pub(crate) struct MentalPoker {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Demo(Demo),
}

/// Plays through every step with some players in one process, and says what each sees, how long it takes and how
/// much is sent. Somebody cheats and is named.
#[derive(Args)]
#[command(after_help = "\
Examples:
  facedown mental-poker demo
  facedown mental-poker demo --players 4 --cards 100 --out evening.chain
  facedown verify evening.chain")]
struct Demo {
    /// How many play.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    /// How many cards the library has.
    #[arg(long, default_value_t = 52, value_parser = clap::value_parser!(u16).range(10..=MAX_CARDS as i64))]
    cards: u16,
    /// Where the chain of all messages is written.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Makes the run repeatable. Without it the system's chance is taken.
    #[arg(long, value_name = "TEXT")]
    seed: Option<String>,
}

impl MentalPoker {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let What::Demo(demo) = self.what;
        demo.run()
    }
}

impl Demo {
    fn run(&self) -> Result<(), Failure> {
        let mut round = Round::new(self.players, self.chance()?)?;
        round.chapter("Everybody promises a key, then opens it and proves to know it")?;
        round.settle()?;
        round.chapter(&format!("Seat 0 brings {} cards; everybody shuffles them", self.cards))?;
        round.say(
            0,
            &Message::Bring { pile: LIBRARY, faces: (0..self.cards).map(Face).collect() },
        )?;
        round.ask(0, Request::Shuffle { pile: LIBRARY })?;
        round.show(LIBRARY, "the library")?;
        round.chapter("Seat 1 draws three cards")?;
        round.ask(1, Request::Draw { pile: LIBRARY, count: 3, to: HAND })?;
        round.show(HAND, "the hand")?;
        round.chapter("Seat 1 scries three: the last stays on top, two go to the bottom")?;
        round.ask(1, Request::Scry { pile: LIBRARY, count: 3 })?;
        round.arrange(1, &[2, 0, 1], 1)?;
        round.show(LIBRARY, "the library")?;
        round
            .chapter("Seat 1 searches the library for a card; the rest is shuffled by everybody")?;
        round.ask(1, Request::Tutor { pile: LIBRARY, to: HAND })?;
        round.take(1, 5)?;
        round.show(HAND, "the hand")?;
        round.show(LIBRARY, "the library")?;
        round.chapter("Two cards are milled, for all to see")?;
        let to = GRAVEYARD;
        round.ask(0, Request::Mill { pile: LIBRARY, count: 2, to, seen_by: None })?;
        round.show(GRAVEYARD, "the graveyard")?;
        round.chapter("The library is reshuffled with fresh keys")?;
        round.ask(0, Request::Reshuffle { pile: LIBRARY })?;
        round.chapter("Somebody cheats: seat 1 shuffles, and doubles a card")?;
        round.cheat()?;
        round.finish(self.out.as_deref())
    }

    fn chance(&self) -> Result<ChaCha20Rng, Failure> {
        let mut bytes = [0; 32];
        match &self.seed {
            Some(text) => {
                let hex = Seed::from_text(text).to_hex();
                for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
                    let digit = |c: u8| char::from(c).to_digit(16).unwrap_or(0);
                    *byte = u8::try_from(digit(pair[0]) * 16 + digit(pair[1])).unwrap_or(0);
                }
            }
            None => getrandom::fill(&mut bytes).map_err(std::io::Error::other)?,
        }
        Ok(ChaCha20Rng::from_seed(bytes))
    }
}

/// The players, and what it has cost so far.
struct Round {
    players: Vec<Player>,
    rng: ChaCha20Rng,
    out: anstream::StdoutLock<'static>,
    /// When the chapter began, and how many bytes were sent in it.
    since: Instant,
    bytes: usize,
    messages: usize,
    spent: Duration,
}

impl Round {
    fn new(players: u8, mut rng: ChaCha20Rng) -> Result<Self, Failure> {
        let mut secret = || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let name = secret();
        let keys: Vec<_> = (0..players).map(|_| SigningKey::from_bytes(&secret())).collect();
        let genesis = Genesis::new(name, keys.iter().map(SigningKey::verifying_key).collect())
            .map_err(broken)?;
        let seats = (0..).map_while(Seat::new);
        let players = seats
            .zip(keys)
            .map(|(seat, key)| Player::new(genesis.clone(), seat, key).map_err(broken))
            .collect::<Result<_, _>>()?;
        let (out, since) = (anstream::stdout().lock(), Instant::now());
        Ok(Self { players, rng, out, since, bytes: 0, messages: 0, spent: Duration::ZERO })
    }

    /// Ends a chapter with what it cost, and begins another.
    fn chapter(&mut self, title: &str) -> Result<(), Failure> {
        self.costs()?;
        let bold = Style::new().bold();
        writeln!(self.out, "{bold}{title}{bold:#}")?;
        self.since = Instant::now();
        Ok(())
    }

    fn costs(&mut self) -> Result<(), Failure> {
        let time = self.since.elapsed();
        if self.messages > 0 {
            let (messages, bytes) = (self.messages, self.bytes);
            let millis = time.as_secs_f64() * 1e3;
            writeln!(
                self.out,
                "  {messages} messages, {bytes} bytes, {millis:.1} ms of everybody's work together\n"
            )?;
            self.spent += time;
        }
        (self.messages, self.bytes) = (0, 0);
        Ok(())
    }

    fn tell(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.messages += 1;
        self.bytes += entry.size();
        self.players.iter_mut().try_for_each(|player| player.hear(entry).map_err(broken))
    }

    fn settle(&mut self) -> Result<(), Failure> {
        while let Some(seat) = self.players[0].table().waiting_on().iter().next() {
            let due = self.players[seat.index()].due(&mut self.rng).map_err(broken)?;
            let Some(entry) = due else { break };
            self.tell(&entry)?;
        }
        Ok(())
    }

    fn say(&mut self, author: usize, message: &Message) -> Result<(), Failure> {
        let entry = self.players[author].say(message);
        self.tell(&entry)?;
        self.settle()
    }

    fn ask(&mut self, author: usize, request: Request) -> Result<(), Failure> {
        self.say(author, &Message::Ask(request))
    }

    fn arrange(&mut self, author: usize, order: &[usize], top: u16) -> Result<(), Failure> {
        let entry = self.players[author].arrange(order, top, &mut self.rng).map_err(broken)?;
        self.tell(&entry)?;
        self.settle()
    }

    fn take(&mut self, author: usize, place: usize) -> Result<(), Failure> {
        let entry = self.players[author].take(place, &mut self.rng).map_err(broken)?;
        self.tell(&entry)?;
        self.settle()
    }

    /// What each player sees of a pile, from the top.
    fn show(&mut self, pile: Pile, name: &str) -> Result<(), Failure> {
        let cards = self.players[0].table().pile(pile);
        let count = |wanted: fn(&Visibility) -> bool| {
            cards.iter().filter(|card| wanted(&card.visibility())).count()
        };
        let encrypted = count(|v| matches!(v, Visibility::Encrypted));
        let known = count(|v| matches!(v, Visibility::OwnerKnown(_)));
        let public = count(|v| matches!(v, Visibility::Public(_)));
        writeln!(
            self.out,
            "  {name}: {encrypted} encrypted, {known} owner-known, {public} public"
        )?;
        for (seat, player) in self.players.iter().enumerate() {
            let sees: Vec<String> = player
                .sees(pile)
                .into_iter()
                .map(|face| face.map_or_else(|| "·".into(), |Face(face)| face.to_string()))
                .collect();
            writeln!(self.out, "    seat {seat} sees {}", sees.join(" "))?;
        }
        Ok(())
    }

    /// Seat 1 has to shuffle, and sends a deck in which one card is there twice.
    fn cheat(&mut self) -> Result<(), Failure> {
        let entry = self.players[1].ask(Request::Shuffle { pile: LIBRARY });
        self.tell(&entry)?;
        let honest = self.players[1].due(&mut self.rng).map_err(broken)?;
        if let Some(honest) = &honest
            && let Ok(Message::Shuffled(mut deck)) = honest.message()
        {
            deck.cards[0] = deck.cards[1];
            let forged = self.players[1].say(&Message::Shuffled(deck));
            for (seat, player) in self.players.iter_mut().enumerate().filter(|(seat, _)| *seat != 1)
            {
                match player.hear(&forged) {
                    Err(error) => writeln!(self.out, "  seat {seat} refuses it: {error}")?,
                    Ok(()) => return Err(Failure::Check),
                }
            }
            writeln!(self.out, "  nothing has changed; seat 1 sends the deck it should have sent")?;
            self.tell(honest)?;
        }
        self.settle()
    }

    fn finish(mut self, out: Option<&std::path::Path>) -> Result<(), Failure> {
        self.costs()?;
        let chain = self.players[0].chain();
        let (entries, bytes) = (chain.entries().len(), chain.to_bytes());
        writeln!(
            self.out,
            "The chain has {entries} entries and {} bytes; all of it took {:.1} ms.",
            bytes.len(),
            self.spent.as_secs_f64() * 1e3
        )?;
        if let Some(file) = out {
            std::fs::write(file, &bytes)?;
            writeln!(self.out, "Check it with: {}", invocation(&["verify"], file))?;
        }
        Ok(())
    }
}

/// The demo's players are honest but for one, whose cheating is expected: anything else is our own mistake.
fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::damaged("the demo", error)
}
