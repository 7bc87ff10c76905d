//! The evening, chapter by chapter.

use facedown_core::{Seat, Seats};
use facedown_crypto::FaceNumber;
use facedown_crypto::table::{Message, Pile, Player, Request};
use serde_json::json;

use super::broken;
use super::cheats::Cheat;
use super::faces;
use super::round::threshold;
use super::stage::{GRAVEYARD, LIBRARY, LIST, Stage, exile, hand, name, names};
use crate::failure::Failure;
use crate::lineup::counted;

/// How many red cards there are, as a question.
const REDS: u16 = 0;
/// How many aces there are, as a question.
pub(super) const ACES: u16 = 1;

/// The cards of the list that one player alone knows: Q♥, 7♣ and 2♦.
const SECRET: [FaceNumber; 3] = [FaceNumber(9), FaceNumber(31), FaceNumber(50)];

/// What the demo's questions are about.
pub(super) fn truth(question: u16, held: &[FaceNumber]) -> u16 {
    let counts = |face: &&FaceNumber| match question {
        REDS => faces::is_red(**face),
        _ => faces::is_ace(**face),
    };
    u16::try_from(held.iter().filter(counts).count()).unwrap_or(u16::MAX)
}

/// Who plays which part.
#[derive(Clone, Copy)]
pub(super) struct Cast {
    /// Brings the cards.
    pub(super) ann: Seat,
    /// Does most of what is done, and cheats.
    pub(super) bob: Seat,
    /// Brings a secret list. If there are only two, the second does.
    pub(super) cleo: Seat,
}

/// What happens this evening.
pub(super) struct Plot {
    pub(super) cards: u16,
    pub(super) escrow: bool,
    pub(super) seeded: bool,
    pub(super) cheats: Vec<Cheat>,
}

impl Plot {
    pub(super) fn play(&self, stage: &mut Stage) -> Result<(), Failure> {
        let seats: Vec<Seat> = stage.round.here().map(Player::seat).collect();
        let [ann, bob, ..] = seats[..] else { return Err(broken("there are no players")) };
        let cast = Cast { ann, bob, cleo: seats.get(2).copied().unwrap_or(bob) };
        self.sit_down(stage, &seats)?;
        self.keys(stage, seats.len())?;
        self.deck(stage, cast)?;
        draw(stage, cast)?;
        scry(stage, cast)?;
        tutor(stage, cast)?;
        mill(stage, cast)?;
        secret_list(stage, cast)?;
        tuck(stage, cast)?;
        roll(stage, cast)?;
        question(stage, cast)?;
        reshuffle(stage, cast)?;
        self.cheat(stage, cast)?;
        if self.escrow {
            leave(stage, cast)?;
        }
        close(stage)
    }

    fn sit_down(&self, stage: &mut Stage, seats: &[Seat]) -> Result<(), Failure> {
        let who = names(seats.iter().copied());
        let numbers =
            if seats.len() == 2 { "0 and 1".into() } else { format!("0 to {}", seats.len() - 1) };
        let cards = self.cards;
        let intro = format!(
            "{who} sit at their own machines (seats {numbers}) and play with {cards} cards. There is no \
             dealer, and nobody trusts anybody: what is hidden can be read only with everybody's help, and \
             everything that is done to a card comes with a proof, which all others check. A card that \
             somebody cannot see is {}.",
            faces::HIDDEN
        );
        let mut texts = vec![intro.as_str()];
        if self.seeded {
            texts.push(
                "This evening comes from a seed, so that it can be repeated; whoever has the seed has all keys.",
            );
        }
        stage.page.open("The dealer that nobody has to trust", &texts)
    }

    fn keys(&self, stage: &mut Stage, players: usize) -> Result<(), Failure> {
        stage.chapter(
            "Keys",
            "Everybody promises a key by its hash. When all have promised, everybody opens it, and proves to \
             know its secret half. Cards are locked with the sum of all keys.",
        )?;
        if self.escrow {
            let threshold = threshold(u8::try_from(players).unwrap_or(u8::MAX));
            stage.page.tell(&format!(
                "Everybody also deals out its key in sealed parts: any {threshold} of the others can stand in for \
                 a player who leaves. The price: together these {threshold} could read everything."
            ))?;
        }
        stage.round.settle()
    }

    fn deck(&self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        let (by, cards) = (name(cast.ann), self.cards);
        stage.chapter("Deck", &format!("{by} brings {cards} cards, for all to see."))?;
        let faces = faces::deck(cards);
        stage.round.say(cast.ann, &Message::Bring { pile: LIBRARY, common: true, faces })?;
        stage.show(&[LIBRARY])?;
        stage.page.tell(
            "Everybody in turn shuffles them: each masks every card anew, in an order of its own, and proves \
             that nothing else has happened. If one of them is honest, nobody knows where a card is.",
        )?;
        stage.round.ask(cast.ann, Request::Shuffle { pile: LIBRARY })?;
        stage.show(&[LIBRARY])
    }

    fn cheat(&self, stage: &mut Stage, cast: Cast) -> Result<(), Failure> {
        if self.cheats.is_empty() {
            return Ok(());
        }
        stage.chapter("Cheats", "Not everybody is honest.")?;
        for cheat in &self.cheats {
            cheat.attempt(stage, cast)?;
        }
        stage.page.tell(
            "What was refused has changed nothing: everybody has gone on from where they were, with what \
             should have been sent.",
        )?;
        stage.show(&[LIBRARY, hand(cast.ann), hand(cast.bob), LIST])
    }
}

fn draw(stage: &mut Stage, Cast { bob, .. }: Cast) -> Result<(), Failure> {
    let by = name(bob);
    stage.chapter(
        "Draw",
        &format!(
            "{by} draws three cards. Everybody else publishes a share of each; only {by}, who adds his own \
             in private, can read them."
        ),
    )?;
    stage.round.ask(bob, Request::Draw { pile: LIBRARY, count: 3, to: hand(bob) })?;
    stage.show(&[LIBRARY, hand(bob)])
}

fn scry(stage: &mut Stage, Cast { bob, .. }: Cast) -> Result<(), Failure> {
    let by = name(bob);
    stage.chapter("Scry", &format!("{by} looks at the top three cards."))?;
    stage.round.ask(bob, Request::Scry { pile: LIBRARY, count: 3 })?;
    stage.show(&[LIBRARY])?;
    stage.page.tell(
        "He keeps the third on top and puts the others on the bottom. How many go where is public, which \
         ones is not.",
    )?;
    stage.round.choose(bob, |player, rng| player.arrange(&[2, 0, 1], 1, rng))?;
    stage.show(&[LIBRARY])
}

fn tutor(stage: &mut Stage, Cast { bob, .. }: Cast) -> Result<(), Failure> {
    let by = name(bob);
    stage.chapter("Tutor", &format!("{by} searches the library."))?;
    stage.round.ask(bob, Request::Tutor { pile: LIBRARY, to: hand(bob) })?;
    stage.show(&[LIBRARY])?;
    let seen = stage.round.player(bob).sees(LIBRARY);
    let best = (0..seen.len()).min_by_key(|&place| seen[place].map_or(u16::MAX, |face| face.0));
    stage.page.tell(&format!(
        "He takes the best card. Then all others shuffle the rest, and {by} has lost track of it."
    ))?;
    stage.round.choose(bob, |player, rng| player.take(best.unwrap_or(0), rng))?;
    stage.show(&[LIBRARY, hand(bob)])
}

fn mill(stage: &mut Stage, Cast { ann, .. }: Cast) -> Result<(), Failure> {
    let to = name(ann);
    stage.chapter(
        "Mill",
        &format!(
            "Two cards go face up to the graveyard, with the shares of all. One is exiled face down, and {to} \
             alone may look at it."
        ),
    )?;
    let mill = |count, to, seen_by| Request::Mill { pile: LIBRARY, count, to, seen_by };
    stage.round.ask(ann, mill(2, GRAVEYARD, None))?;
    stage.round.ask(ann, mill(1, exile(ann), Some(ann)))?;
    stage.show(&[LIBRARY, GRAVEYARD, exile(ann)])
}

fn secret_list(stage: &mut Stage, Cast { cleo, .. }: Cast) -> Result<(), Failure> {
    let by = name(cleo);
    stage.chapter("Secret list", &format!("{by} brings three cards that nobody else knows."))?;
    stage.round.choose(cleo, |player, rng| player.bring_secretly(LIST, &SECRET, rng))?;
    stage.show(&[LIST])?;
    stage.page.tell(&format!(
        "Everybody shuffles them, and the top one is turned over. All see which of the hidden points it is; \
         {by} opens what the point stands for, and could not have named another card."
    ))?;
    stage.round.ask(cleo, Request::Shuffle { pile: LIST })?;
    stage.round.ask(cleo, Request::Reveal { pile: LIST, place: 0 })?;
    stage.show(&[LIST])
}

fn tuck(stage: &mut Stage, Cast { bob, .. }: Cast) -> Result<(), Failure> {
    let by = name(bob);
    stage.chapter(
        "Tuck",
        &format!(
            "{by} puts a card from his hand into the library. He alone knows where; the proof says only that \
             the others have kept their order."
        ),
    )?;
    stage.round.ask(bob, Request::Tuck { from: hand(bob), place: 0, pile: LIBRARY })?;
    stage.round.choose(bob, |player, rng| player.tuck(2, rng))?;
    stage.show(&[LIBRARY, hand(bob)])
}

fn roll(stage: &mut Stage, Cast { ann, .. }: Cast) -> Result<(), Failure> {
    stage.chapter(
        "Roll",
        "Everybody promises a part of a number by its hash, then all parts are opened. The die has six sides, \
         and nobody could choose where it falls.",
    )?;
    stage.round.ask(ann, Request::Roll { sides: 6 })?;
    let rolled = stage.round.table().rolled().ok_or_else(|| broken("nothing was rolled"))?;
    stage.page.note(json!({ "rolled": rolled + 1 }));
    stage.page.tell(&format!("It shows {}.", rolled + 1))
}

fn question(stage: &mut Stage, Cast { ann, bob, .. }: Cast) -> Result<(), Failure> {
    let (by, to) = (name(ann), name(bob));
    stage.chapter(
        "Question",
        &format!(
            "{by} asks {to} how many red cards he holds. The answer is signed; whether it is true shows when \
             the table is closed."
        ),
    )?;
    stage.round.ask(ann, Request::Question { pile: hand(bob), to: bob, question: REDS })?;
    let held: Vec<FaceNumber> =
        stage.round.player(bob).sees(hand(bob)).into_iter().flatten().collect();
    let said = truth(REDS, &held);
    stage.round.say(bob, &Message::Answer(said))?;
    stage.page.tell(&format!("{to} says {said}."))?;
    stage.show(&[hand(bob)])
}

fn reshuffle(stage: &mut Stage, Cast { ann, bob, .. }: Cast) -> Result<(), Failure> {
    stage.chapter(
        "Reshuffle",
        &format!(
            "Everybody makes a fresh key, replaces the old one inside every card of the library without opening \
             it, and shuffles. What {} knew of it is worth nothing now.",
            name(bob)
        ),
    )?;
    stage.round.ask(ann, Request::Reshuffle { pile: LIBRARY })?;
    stage.show(&[LIBRARY])
}

fn leave(stage: &mut Stage, Cast { ann, bob, cleo }: Cast) -> Result<(), Failure> {
    let (gone, by, says) = (name(ann), name(bob), name(cleo));
    stage.chapter(
        "Leave",
        &format!("{by} wants to draw a card. {gone}, who has had enough, no longer answers."),
    )?;
    let draw = Request::Draw { pile: LIBRARY, count: 1, to: hand(bob) };
    stage.round.falls_silent(ann);
    stage.round.ask(bob, draw)?;
    stage.page.tell(&format!(
        "{says} says so. The others take {gone}'s layer off every card, with their parts of the key that was in \
         escrow; what was {gone}'s own has left with her. {by} asks again, and draws."
    ))?;
    stage.round.say(cleo, &Message::Forfeit(ann))?;
    if stage.round.table().present().contains(ann) || stage.round.table().ending().is_some() {
        return Err(broken("the others could not go on"));
    }
    stage.round.ask(bob, draw)?;
    let piles: Vec<Pile> = stage.round.table().piles().collect();
    stage.show(&piles)
}

fn close(stage: &mut Stage) -> Result<(), Failure> {
    stage.chapter(
        "Close",
        "All agree to close the table. Everybody opens its keys and its lists, and whatever was hidden can be \
         checked by anybody.",
    )?;
    let here: Vec<Seat> = stage.round.here().map(Player::seat).collect();
    let first = *here.first().ok_or_else(|| broken("nobody is here"))?;
    stage.round.ask_but(first, Request::Close, Seats::NONE)?;
    for &seat in &here {
        let entry = stage.round.act(seat, |player, _| player.agree(true)).map_err(broken)?;
        stage.round.tell(&entry)?;
    }
    stage.round.settle()?;
    let audit = stage.round.table().audit().ok_or_else(|| broken("the table is not closed"))?;
    let audit = audit.clone();
    let sights: Vec<_> =
        audit.piles.iter().map(|(&pile, faces)| stage.open(pile, faces.clone())).collect();
    stage.page.show(&sights)?;
    let lies = audit.lies(truth);
    for (number, (answer, faces)) in audit.answers.iter().enumerate() {
        let held: Vec<String> = faces.iter().flatten().copied().map(faces::drawn).collect();
        let (who, said) = (name(answer.seat), answer.answer);
        let what = if answer.question == REDS { "red card" } else { "ace" };
        let lie = lies.iter().find(|lie| lie.number == number);
        let (keyword, found) = match lie {
            None => ("true", format!("He held {}.", held.join(" "))),
            Some(lie) => {
                ("a lie", format!("He held {}: that makes {}.", held.join(" "), lie.truth))
            }
        };
        let said_so = counted(usize::from(said), what);
        let tried = format!("{who} said of his hand: {said_so}.");
        let json = json!({
            "answer": number,
            "seat": answer.seat.index(),
            "question": what,
            "said": said,
            "truth": lie.map_or(said, |lie| lie.truth),
        });
        stage.page.find(keyword, &tried, Some(&found), json)?;
    }
    Ok(())
}
