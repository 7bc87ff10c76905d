//! The ways to cheat, and how the other players detect each of them.

use clap::ValueEnum;
use facedown_core::Seat;
use facedown_crypto::table::{ChainEntry, ChainError, Message, Request};
use facedown_crypto::{Codec, Context, FaceNumber, KeyPair, Operation, Shares};
use rand_core::Rng;
use serde_json::{Value, json};

use super::demo::{Demo, LIBRARY, LIST, exile, hand, name, names};
use super::demo_error;
use super::faces;
use super::script::{ACES, Roles, true_answer};
use crate::failure::Failure;

/// A way to cheat.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Cheat {
    /// A shuffle duplicates a card.
    Duplicate,
    /// A share is made with another key.
    Share,
    /// A player asks to see another player's card.
    Peek,
    /// A player opens another part of a roll than it committed to.
    Roll,
    /// A card of a secret list is opened as another card.
    List,
    /// A message is changed in transit.
    Tamper,
    /// A player signs two different messages for the same place in the chain.
    Twice,
    /// A player answers a question with a lie.
    Lie,
    /// Nobody cheats.
    None,
}

impl Cheat {
    pub(super) const ALL: [Self; 8] = [
        Self::Duplicate,
        Self::Share,
        Self::Peek,
        Self::Roll,
        Self::List,
        Self::Tamper,
        Self::Twice,
        Self::Lie,
    ];

    /// The keyword on the command line.
    fn keyword(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Cheats, shows that the others notice, and continues with the honest message.
    pub(super) fn attempt(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        match self {
            Self::Duplicate => self.duplicate(demo, roles),
            Self::Share => self.share(demo, roles),
            Self::Peek => self.peek(demo, roles),
            Self::Roll => self.roll(demo, roles),
            Self::List => self.list(demo, roles),
            Self::Tamper => self.tamper(demo, roles),
            Self::Twice => self.twice(demo, roles),
            Self::Lie => self.lie(demo, roles),
            Self::None => Ok(()),
        }
    }

    fn duplicate(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let bob = roles.bob;
        // Proofs are checked when a step is complete. The cheater shuffles last, so that it is named at once.
        let first = demo.players.table().seats().after(bob);
        demo.players.ask_except(first, Request::Shuffle { pile: LIBRARY }, bob.only())?;
        let (honest, message) = demo.players.due(bob)?;
        let Message::Shuffled(mut deck) = message else { return Err(demo_error("no shuffle")) };
        deck.cards[0] = deck.cards[1];
        let forged = Message::Shuffled(deck);
        let tried = format!("{} shuffles and duplicates a card.", name(bob));
        self.forged(demo, bob, &tried, &honest, &forged)
    }

    fn share(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let (ann, bob) = (roles.ann, roles.bob);
        let draw = Request::Draw { pile: LIBRARY, count: 1, to: hand(ann) };
        let entry = demo.players.act(ann, |player, _| player.ask(draw));
        demo.players.broadcast(&entry)?;
        // The proof is made for the right context and would hold if this were the key that was opened.
        let chain = demo.players.chain();
        let context = Context {
            table: chain.genesis().id(),
            request: *chain.head(),
            author: bob,
            operation: Operation::Share,
            pile: LIBRARY.0,
        };
        let card = *chain.table().pile(LIBRARY)[0].masked();
        demo.players.settle_except(bob.only())?;
        let (honest, _) = demo.players.due(bob)?;
        let rng = demo.players.rng();
        let forged = Shares::new(&context, &KeyPair::random(rng), &[card], rng);
        let (by, to) = (name(bob), name(ann));
        let tried =
            format!("{to} draws a card, and {by} sends a share of it made with another key.");
        self.forged(demo, bob, &tried, &honest, &Message::Shares(forged))
    }

    fn peek(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let (ann, bob) = (roles.ann, roles.bob);
        let request = Request::Show { pile: exile(ann), place: 0, to: bob };
        let forged = demo.players.act(bob, |player, _| player.ask(request));
        let tried =
            format!("{} asks to see the card that lies face down for {}.", name(bob), name(ann));
        self.refused(demo, Some(bob), &tried, &forged)
    }

    fn roll(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let bob = roles.bob;
        let roll = Request::Roll { sides: 6 };
        demo.players.ask_except(roles.ann, roll, bob.only())?;
        let (promise, _) = demo.players.due(bob)?;
        demo.players.broadcast(&promise)?;
        demo.players.settle_except(bob.only())?;
        let (honest, _) = demo.players.due(bob)?;
        let mut part = [0; 32];
        demo.players.rng().fill_bytes(&mut part);
        let tried = format!(
            "{} waits for all other parts of a roll, then opens another part than he committed to.",
            name(bob)
        );
        self.forged(demo, bob, &tried, &honest, &Message::RollOpening(part))
    }

    fn list(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let owner = roles.cleo;
        demo.players.ask_except(owner, Request::Reveal { pile: LIST, place: 1 }, owner.only())?;
        let (shares, _) = demo.players.due(owner)?;
        demo.players.broadcast(&shares)?;
        let (honest, message) = demo.players.due(owner)?;
        let Message::Named(mut openings) = message else { return Err(demo_error("no names")) };
        let face = openings[0].face;
        let claimed = FaceNumber(u16::from(face == FaceNumber(0)));
        openings[0].face = claimed;
        let tried = format!(
            "{} turns over a card of the secret list and calls it {}; it is another.",
            name(owner),
            faces::drawn(claimed)
        );
        self.forged(demo, owner, &tried, &honest, &Message::Named(openings))
    }

    fn tamper(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let honest =
            demo.players.act(roles.bob, |player, _| player.ask(Request::Roll { sides: 20 }));
        let mut bytes = honest.to_bytes();
        // The last 64 bytes are the signature, and the two before them the number of sides.
        let sides = bytes.len() - 64 - 2;
        bytes[sides] = 6;
        let forged = ChainEntry::from_bytes(&bytes).map_err(demo_error)?;
        let tried = format!(
            "{} asks for a roll of 20 sides, and somebody changes the message to 6 sides in transit.",
            name(roles.bob)
        );
        self.refused(demo, None, &tried, &forged)
    }

    fn twice(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let bob = roles.bob;
        let mut ask = |place| {
            let request = Request::Reveal { pile: LIBRARY, place };
            demo.players.act(bob, |player, _| player.ask(request))
        };
        let (one, other) = (ask(0), ask(1));
        if !one.contradicts(&other, demo.players.chain().genesis()) {
            return Err(demo_error("two entries at one place do not contradict each other"));
        }
        let number = demo.players.chain().entries().len();
        let by = name(bob);
        let tried = format!("{by} signs two different messages for one place in the chain.");
        let found = format!(
            "Anyone who has both messages can prove it: entry {number}, twice, by {bob}: \
             \"reveal card 0\" and \"reveal card 1\"."
        );
        let json = self.json(bob, &others(demo, Some(bob)), number, "signed twice");
        demo.output.find(&self.keyword(), &tried, Some(&found), json)
    }

    fn lie(self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let (ann, bob) = (roles.ann, roles.bob);
        demo.players.ask(ann, Request::Question { pile: hand(bob), to: bob, question: ACES })?;
        let held: Vec<FaceNumber> =
            demo.players.player(bob).sees(hand(bob)).into_iter().flatten().collect();
        let said = u16::from(true_answer(ACES, &held) == 0);
        let number = demo.players.chain().entries().len();
        demo.players.say(bob, &Message::Answer(said))?;
        let (by, to) = (name(bob), name(ann));
        let said = if said == 0 { "none" } else { "one" };
        let tried = format!(
            "{to} asks {by} how many aces he holds. He says {said}, which is a lie. Nobody can notice yet: \
             entry {number}, by {bob}, is accepted until the table is closed."
        );
        let json = self.json(bob, &[], number, "found when the table is closed");
        demo.output.find(&self.keyword(), &tried, None, json)
    }

    /// A seat sends a forged message, is refused, and then sends the honest one.
    fn forged(
        self,
        demo: &mut Demo,
        cheater: Seat,
        tried: &str,
        honest: &ChainEntry,
        forged: &Message,
    ) -> Result<(), Failure> {
        let forged = demo.players.act(cheater, |player, _| player.say(forged));
        self.refused(demo, Some(cheater), tried, &forged)?;
        demo.players.broadcast(honest)?;
        demo.players.settle()
    }

    /// Checks that all others refuse an entry, and that all name this entry and its author.
    fn refused(
        self,
        demo: &mut Demo,
        cheater: Option<Seat>,
        tried: &str,
        forged: &ChainEntry,
    ) -> Result<(), Failure> {
        let number = demo.players.chain().entries().len();
        let mut why = None;
        for (seat, verdict) in demo.players.verdicts(forged, cheater) {
            match verdict {
                Err(ChainError::Entry { number: named, author, error })
                    if (named, author) == (number, forged.author()) =>
                {
                    why = Some(error.to_string());
                }
                Err(error) => return Err(demo_error(error)),
                Ok(()) => return Err(demo_error(format!("{seat} did not notice"))),
            }
        }
        let why = why.ok_or_else(|| demo_error("nobody heard it"))?;
        let honest = others(demo, cheater);
        let author = forged.author();
        let refuse = if honest.len() == 1 { "refuses" } else { "refuse" };
        let found = format!(
            "{} {refuse} entry {number}, by {author}: {why}.",
            names(honest.iter().copied())
        );
        let json = self.json(author, &honest, number, &why);
        demo.output.find(&self.keyword(), tried, Some(&found), json)
    }

    fn json(self, author: Seat, refused_by: &[Seat], entry: usize, why: &str) -> Value {
        let refused_by: Vec<usize> = refused_by.iter().map(|seat| seat.index()).collect();
        json!({
            "cheat": self.keyword(),
            "entry": entry,
            "author": author.index(),
            "refused_by": refused_by,
            "why": why,
        })
    }
}

/// All connected seats except the cheater.
fn others(demo: &Demo, cheater: Option<Seat>) -> Vec<Seat> {
    let connected = demo.players.connected().map(facedown_crypto::table::Player::seat);
    connected.filter(|&seat| Some(seat) != cheater).collect()
}
