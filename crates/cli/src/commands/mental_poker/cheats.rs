//! How somebody cheats, and how everybody else finds out.

use clap::ValueEnum;
use facedown_core::Seat;
use facedown_crypto::table::{ChainEntry, ChainError, Message, Request};
use facedown_crypto::{Codec, Context, FaceNumber, KeyPair, Operation, Shares};
use rand_core::Rng;
use serde_json::{Value, json};

use super::broken;
use super::faces;
use super::stage::{LIBRARY, LIST, Stage, exile, hand, name, names};
use super::story::{ACES, Cast, truth};
use crate::failure::Failure;

/// A way to cheat.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Cheat {
    /// A card is there twice after a shuffle.
    Duplicate,
    /// A share of a card is made with another key.
    Share,
    /// Somebody asks to see another's card.
    Peek,
    /// A part of a roll is not the one that was promised.
    Roll,
    /// A card of a secret list is named as another.
    List,
    /// A message is changed on its way.
    Tamper,
    /// One seat tells two players different things.
    Twice,
    /// A question is answered with a lie.
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

    /// The word it is asked for with.
    fn keyword(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Tries it, shows that it is found out, and goes on as if nothing had happened.
    pub(super) fn attempt(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        match self {
            Self::Duplicate => self.duplicate(stage, cast),
            Self::Share => self.share(stage, cast),
            Self::Peek => self.peek(stage, cast),
            Self::Roll => self.roll(stage, cast),
            Self::List => self.list(stage, cast),
            Self::Tamper => self.tamper(stage, cast),
            Self::Twice => self.twice(stage, cast),
            Self::Lie => self.lie(stage, cast),
            Self::None => Ok(()),
        }
    }

    fn duplicate(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let bob = cast.bob;
        // Proofs are checked when a step is complete, so whoever is to be named at once shuffles last.
        let first = stage.round.table().seats().after(bob);
        stage.round.ask_but(first, Request::Shuffle { pile: LIBRARY }, bob.only())?;
        let (honest, message) = stage.round.due(bob)?;
        let Message::Shuffled(mut deck) = message else { return Err(broken("no shuffle")) };
        deck.cards[0] = deck.cards[1];
        let forged = Message::Shuffled(deck);
        let tried = format!("{} shuffles, and one card is there twice.", name(bob));
        self.forged(stage, bob, &tried, &honest, &forged)
    }

    fn share(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let (ann, bob) = (cast.ann, cast.bob);
        let draw = Request::Draw { pile: LIBRARY, count: 1, to: hand(ann) };
        let entry = stage.round.act(ann, |player, _| player.ask(draw));
        stage.round.tell(&entry)?;
        // The proof is made in the right place and would hold, were this the key that was opened.
        let chain = stage.round.chain();
        let context = Context {
            table: chain.genesis().id(),
            request: *chain.head(),
            author: bob,
            operation: Operation::Share,
            pile: LIBRARY.0,
        };
        let card = *chain.table().pile(LIBRARY)[0].masked();
        stage.round.settle_but(bob.only())?;
        let (honest, _) = stage.round.due(bob)?;
        let rng = stage.round.rng();
        let forged = Shares::new(&context, &KeyPair::random(rng), &[card], rng);
        let (by, to) = (name(bob), name(ann));
        let tried = format!(
            "{to} draws a card, and {by} sends a share of it that is made with another key."
        );
        self.forged(stage, bob, &tried, &honest, &Message::Shares(forged))
    }

    fn peek(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let (ann, bob) = (cast.ann, cast.bob);
        let request = Request::Show { pile: exile(ann), place: 0, to: bob };
        let forged = stage.round.act(bob, |player, _| player.ask(request));
        let tried =
            format!("{} asks to see the card that lies face down for {}.", name(bob), name(ann));
        self.refused(stage, Some(bob), &tried, &forged)
    }

    fn roll(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let bob = cast.bob;
        let roll = Request::Roll { sides: 6 };
        stage.round.ask_but(cast.ann, roll, bob.only())?;
        let (promise, _) = stage.round.due(bob)?;
        stage.round.tell(&promise)?;
        stage.round.settle_but(bob.only())?;
        let (honest, _) = stage.round.due(bob)?;
        let mut part = [0; 32];
        stage.round.rng().fill_bytes(&mut part);
        let tried = format!(
            "{} waits for all other parts of a roll, and opens another than he has promised.",
            name(bob)
        );
        self.forged(stage, bob, &tried, &honest, &Message::RollOpening(part))
    }

    fn list(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let owner = cast.cleo;
        stage.round.ask_but(owner, Request::Reveal { pile: LIST, place: 1 }, owner.only())?;
        let (shares, _) = stage.round.due(owner)?;
        stage.round.tell(&shares)?;
        let (honest, message) = stage.round.due(owner)?;
        let Message::Named(mut openings) = message else { return Err(broken("no names")) };
        let face = openings[0].face;
        let claimed = FaceNumber(u16::from(face == FaceNumber(0)));
        openings[0].face = claimed;
        let tried = format!(
            "{} turns over a card of the secret list and calls it {}; it is another.",
            name(owner),
            faces::drawn(claimed)
        );
        self.forged(stage, owner, &tried, &honest, &Message::Named(openings))
    }

    fn tamper(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let honest = stage.round.act(cast.bob, |player, _| player.ask(Request::Roll { sides: 20 }));
        let mut bytes = honest.to_bytes();
        // The last bytes are the signature; before it stands how many sides the roll has.
        let sides = bytes.len() - 64 - 2;
        bytes[sides] = 6;
        let forged = ChainEntry::from_bytes(&bytes).map_err(broken)?;
        let tried = format!(
            "{} asks for a roll of 20 sides; whoever carries the message makes 6 of it.",
            name(cast.bob)
        );
        self.refused(stage, None, &tried, &forged)
    }

    fn twice(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let bob = cast.bob;
        let mut ask = |place| {
            let request = Request::Reveal { pile: LIBRARY, place };
            stage.round.act(bob, |player, _| player.ask(request))
        };
        let (one, other) = (ask(0), ask(1));
        if !one.contradicts(&other, stage.round.chain().genesis()) {
            return Err(broken("two entries at one place do not contradict each other"));
        }
        let number = stage.round.chain().entries().len();
        let by = name(bob);
        let tried = format!("{by} signs two different messages for one place in the chain.");
        let found = format!(
            "Whoever holds both has the proof: entry {number}, twice, by {bob}: \
             \"reveal card 0\" and \"reveal card 1\"."
        );
        let json = self.json(bob, &others(stage, Some(bob)), number, "signed twice");
        stage.page.find(&self.keyword(), &tried, Some(&found), json)
    }

    fn lie(self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let (ann, bob) = (cast.ann, cast.bob);
        stage.round.ask(ann, Request::Question { pile: hand(bob), to: bob, question: ACES })?;
        let held: Vec<FaceNumber> =
            stage.round.player(bob).sees(hand(bob)).into_iter().flatten().collect();
        let said = u16::from(truth(ACES, &held) == 0);
        let number = stage.round.chain().entries().len();
        stage.round.say(bob, &Message::Answer(said))?;
        let (by, to) = (name(bob), name(ann));
        let said = if said == 0 { "none" } else { "one" };
        let tried = format!(
            "{to} asks {by} how many aces he holds. He says {said}, which is a lie. Nobody can tell yet: \
             entry {number}, by {bob}, stands until the table is closed."
        );
        let json = self.json(bob, &[], number, "found when the table is closed");
        stage.page.find(&self.keyword(), &tried, None, json)
    }

    /// A seat sends something else than is due, is refused, and then sends what is due.
    fn forged(
        self,
        stage: &mut Stage,
        cheater: Seat,
        tried: &str,
        honest: &ChainEntry,
        forged: &Message,
    ) -> Result<(), Failure> {
        let forged = stage.round.act(cheater, |player, _| player.say(forged));
        self.refused(stage, Some(cheater), tried, &forged)?;
        stage.round.tell(honest)?;
        stage.round.settle()
    }

    /// Everybody else refuses an entry, and all name the same one and its author.
    fn refused(
        self,
        stage: &mut Stage,
        cheater: Option<Seat>,
        tried: &str,
        forged: &ChainEntry,
    ) -> Result<(), Failure> {
        let number = stage.round.chain().entries().len();
        let mut why = None;
        for (seat, verdict) in stage.round.refused(forged, cheater) {
            match verdict {
                Err(ChainError::Entry { number: named, author, misdeed })
                    if (named, author) == (number, forged.author()) =>
                {
                    why = Some(misdeed.to_string());
                }
                Err(error) => return Err(broken(error)),
                Ok(()) => return Err(broken(format!("{seat} did not notice"))),
            }
        }
        let why = why.ok_or_else(|| broken("nobody heard it"))?;
        let honest = others(stage, cheater);
        let author = forged.author();
        let refuse = if honest.len() == 1 { "refuses" } else { "refuse" };
        let found = format!(
            "{} {refuse} entry {number}, by {author}: {why}.",
            names(honest.iter().copied())
        );
        let json = self.json(author, &honest, number, &why);
        stage.page.find(&self.keyword(), tried, Some(&found), json)
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

/// Everybody who is here but the one who cheats.
fn others(stage: &Stage, cheater: Option<Seat>) -> Vec<Seat> {
    let here = stage.round.here().map(facedown_crypto::table::Player::seat);
    here.filter(|&seat| Some(seat) != cheater).collect()
}
