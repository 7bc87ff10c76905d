//! The script of the demo, one function per chapter.

use facedown_core::{Seat, Seats};
use facedown_crypto::FaceNumber;
use facedown_crypto::table::{Message, Pile, Player, Request};
use serde_json::json;

use super::cheats::Cheat;
use super::demo::{Demo, GRAVEYARD, LIBRARY, LIST, exile, hand, name, names};
use super::demo_error;
use super::faces;
use super::players::threshold;
use crate::failure::Failure;
use crate::lineup::counted;

/// The question "how many red cards do you hold?".
const REDS: u16 = 0;
/// The question "how many aces do you hold?".
pub(super) const ACES: u16 = 1;

/// The cards of the secret list: Q♥, 7♣ and 2♦.
const SECRET_LIST: [FaceNumber; 3] = [FaceNumber(9), FaceNumber(31), FaceNumber(50)];

/// The true answer to a question about some cards.
pub(super) fn true_answer(question: u16, held: &[FaceNumber]) -> u16 {
    let counts = |face: &&FaceNumber| match question {
        REDS => faces::is_red(**face),
        _ => faces::is_ace(**face),
    };
    u16::try_from(held.iter().filter(counts).count()).unwrap_or(u16::MAX)
}

/// The seats of the script's roles.
#[derive(Clone, Copy)]
pub(super) struct Roles {
    /// Brings the deck.
    pub(super) ann: Seat,
    /// Takes most actions, and cheats.
    pub(super) bob: Seat,
    /// Brings a secret list. With two players this is Bob's seat.
    pub(super) cleo: Seat,
}

/// The options of the script.
pub(super) struct Script {
    pub(super) cards: u16,
    pub(super) escrow: bool,
    pub(super) seeded: bool,
    pub(super) cheats: Vec<Cheat>,
}

impl Script {
    pub(super) fn play(&self, demo: &mut Demo) -> Result<(), Failure> {
        let seats: Vec<Seat> = demo.players.connected().map(Player::seat).collect();
        let [ann, bob, ..] = seats[..] else { return Err(demo_error("there are no players")) };
        let roles = Roles { ann, bob, cleo: seats.get(2).copied().unwrap_or(bob) };
        self.sit_down(demo, &seats)?;
        self.keys(demo, seats.len())?;
        self.deck(demo, roles)?;
        draw(demo, roles)?;
        scry(demo, roles)?;
        tutor(demo, roles)?;
        mill(demo, roles)?;
        secret_list(demo, roles)?;
        tuck(demo, roles)?;
        roll(demo, roles)?;
        question(demo, roles)?;
        reshuffle(demo, roles)?;
        self.cheat(demo, roles)?;
        if self.escrow {
            leave(demo, roles)?;
        }
        close(demo)
    }

    fn sit_down(&self, demo: &mut Demo, seats: &[Seat]) -> Result<(), Failure> {
        let who = names(seats.iter().copied());
        let numbers =
            if seats.len() == 2 { "0 and 1".into() } else { format!("0 to {}", seats.len() - 1) };
        let cards = self.cards;
        let intro = format!(
            "{who} play with {cards} cards, each on their own machine (seats {numbers}). There is no trusted \
             dealer: a hidden card can be read only with everybody's help, and every operation on a card \
             comes with a proof that all others check. {} is a card that a player cannot see.",
            faces::HIDDEN
        );
        let mut texts = vec![intro.as_str()];
        if self.seeded {
            texts.push(
                "All randomness comes from one seed, so that this game can be repeated. Anyone who has the seed has \
                 all keys.",
            );
        }
        demo.output.open("Mental poker: a card game without a trusted dealer", &texts)
    }

    fn keys(&self, demo: &mut Demo, players: usize) -> Result<(), Failure> {
        demo.chapter(
            "Keys",
            "Everybody commits to a key by its hash. When all have committed, everybody opens the commitment \
             and proves knowledge of the secret key. Cards are encrypted under the sum of all keys.",
        )?;
        if self.escrow {
            let threshold = threshold(u8::try_from(players).unwrap_or(u8::MAX));
            demo.output.write_text(&format!(
                "Everybody also splits the secret key into sealed parts: any {threshold} of the others can stand in \
                 for a player who leaves. The price is that these {threshold} together could read everything."
            ))?;
        }
        demo.players.settle()
    }

    fn deck(&self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        let (by, cards) = (name(roles.ann), self.cards);
        demo.chapter("Deck", &format!("{by} brings {cards} cards, which all can see."))?;
        let faces = faces::deck(cards);
        demo.players.say(roles.ann, &Message::Bring { pile: LIBRARY, common: true, faces })?;
        demo.show(&[LIBRARY])?;
        demo.output.write_text(
            "Everybody shuffles them in turn: each player re-encrypts all cards in a secret order and proves \
             that no card was changed. If at least one player is honest, nobody knows where a card is.",
        )?;
        demo.players.ask(roles.ann, Request::Shuffle { pile: LIBRARY })?;
        demo.show(&[LIBRARY])
    }

    fn cheat(&self, demo: &mut Demo, roles: Roles) -> Result<(), Failure> {
        if self.cheats.is_empty() {
            return Ok(());
        }
        demo.chapter("Cheats", "Not everybody is honest.")?;
        for cheat in &self.cheats {
            cheat.attempt(demo, roles)?;
        }
        demo.output.write_text(
            "A refused message changes nothing: the game went on with the message that should have been sent.",
        )?;
        demo.show(&[LIBRARY, hand(roles.ann), hand(roles.bob), LIST])
    }
}

fn draw(demo: &mut Demo, Roles { bob, .. }: Roles) -> Result<(), Failure> {
    let by = name(bob);
    demo.chapter(
        "Draw",
        &format!(
            "{by} draws three cards. Everybody else publishes a share of each card. {by} adds his own share in \
             private, so only he can read them."
        ),
    )?;
    demo.players.ask(bob, Request::Draw { pile: LIBRARY, count: 3, to: hand(bob) })?;
    demo.show(&[LIBRARY, hand(bob)])
}

fn scry(demo: &mut Demo, Roles { bob, .. }: Roles) -> Result<(), Failure> {
    let by = name(bob);
    demo.chapter("Scry", &format!("{by} looks at the top three cards."))?;
    demo.players.ask(bob, Request::Scry { pile: LIBRARY, count: 3 })?;
    demo.show(&[LIBRARY])?;
    demo.output.write_text(
        "He keeps the third on top and puts the others on the bottom. The others learn how many cards went \
         where, but not which.",
    )?;
    demo.players.choose(bob, |player, rng| player.arrange(&[2, 0, 1], 1, rng))?;
    demo.show(&[LIBRARY])
}

fn tutor(demo: &mut Demo, Roles { bob, .. }: Roles) -> Result<(), Failure> {
    let by = name(bob);
    demo.chapter("Tutor", &format!("{by} searches the library."))?;
    demo.players.ask(bob, Request::Tutor { pile: LIBRARY, to: hand(bob) })?;
    demo.show(&[LIBRARY])?;
    let seen = demo.players.player(bob).sees(LIBRARY);
    let best = (0..seen.len()).min_by_key(|&place| seen[place].map_or(u16::MAX, |face| face.0));
    demo.output.write_text(&format!(
        "He takes the best card. Then all others shuffle the rest, so that {by} no longer knows its order."
    ))?;
    demo.players.choose(bob, |player, rng| player.take(best.unwrap_or(0), rng))?;
    demo.show(&[LIBRARY, hand(bob)])
}

fn mill(demo: &mut Demo, Roles { ann, .. }: Roles) -> Result<(), Failure> {
    let to = name(ann);
    demo.chapter(
        "Mill",
        &format!(
            "Two cards go to the graveyard face up, opened with everybody's shares. One is exiled face down, and \
             only {to} may look at it."
        ),
    )?;
    let mill = |count, to, seen_by| Request::Mill { pile: LIBRARY, count, to, seen_by };
    demo.players.ask(ann, mill(2, GRAVEYARD, None))?;
    demo.players.ask(ann, mill(1, exile(ann), Some(ann)))?;
    demo.show(&[LIBRARY, GRAVEYARD, exile(ann)])
}

fn secret_list(demo: &mut Demo, Roles { cleo, .. }: Roles) -> Result<(), Failure> {
    let by = name(cleo);
    demo.chapter("Secret list", &format!("{by} brings three cards that nobody else knows."))?;
    demo.players.choose(cleo, |player, rng| player.bring_secretly(LIST, &SECRET_LIST, rng))?;
    demo.show(&[LIST])?;
    demo.output.write_text(&format!(
        "Everybody shuffles them, and the top one is turned over. Everybody sees which of the hidden points it \
         is. {by} opens the card behind the point, and could not have opened it as another."
    ))?;
    demo.players.ask(cleo, Request::Shuffle { pile: LIST })?;
    demo.players.ask(cleo, Request::Reveal { pile: LIST, place: 0 })?;
    demo.show(&[LIST])
}

fn tuck(demo: &mut Demo, Roles { bob, .. }: Roles) -> Result<(), Failure> {
    let by = name(bob);
    demo.chapter(
        "Tuck",
        &format!(
            "{by} puts a card from his hand into the library, and only he knows where. The proof shows that the \
             other cards kept their order."
        ),
    )?;
    demo.players.ask(bob, Request::Tuck { from: hand(bob), place: 0, pile: LIBRARY })?;
    demo.players.choose(bob, |player, rng| player.tuck(2, rng))?;
    demo.show(&[LIBRARY, hand(bob)])
}

fn roll(demo: &mut Demo, Roles { ann, .. }: Roles) -> Result<(), Failure> {
    demo.chapter(
        "Roll",
        "Everybody commits to a part of a number by its hash, then all parts are opened. The die has six \
         sides, and nobody can influence the result.",
    )?;
    demo.players.ask(ann, Request::Roll { sides: 6 })?;
    let rolled = demo.players.table().rolled().ok_or_else(|| demo_error("nothing was rolled"))?;
    demo.output.note(json!({ "rolled": rolled + 1 }));
    demo.output.write_text(&format!("It shows {}.", rolled + 1))
}

fn question(demo: &mut Demo, Roles { ann, bob, .. }: Roles) -> Result<(), Failure> {
    let (by, to) = (name(ann), name(bob));
    demo.chapter(
        "Question",
        &format!(
            "{by} asks {to} how many red cards he holds. The answer is signed, and is checked when the table is \
             closed."
        ),
    )?;
    demo.players.ask(ann, Request::Question { pile: hand(bob), to: bob, question: REDS })?;
    let held: Vec<FaceNumber> =
        demo.players.player(bob).sees(hand(bob)).into_iter().flatten().collect();
    let said = true_answer(REDS, &held);
    demo.players.say(bob, &Message::Answer(said))?;
    demo.output.write_text(&format!("{to} says {said}."))?;
    demo.show(&[hand(bob)])
}

fn reshuffle(demo: &mut Demo, Roles { ann, bob, .. }: Roles) -> Result<(), Failure> {
    demo.chapter(
        "Reshuffle",
        &format!(
            "Everybody creates a fresh key, replaces the old one in every card of the library without opening \
             it, and shuffles. {} no longer knows any card of it.",
            name(bob)
        ),
    )?;
    demo.players.ask(ann, Request::Reshuffle { pile: LIBRARY })?;
    demo.show(&[LIBRARY])
}

fn leave(demo: &mut Demo, Roles { ann, bob, cleo }: Roles) -> Result<(), Failure> {
    let (gone, by, says) = (name(ann), name(bob), name(cleo));
    demo.chapter("Leave", &format!("{by} wants to draw a card, but {gone} no longer answers."))?;
    let draw = Request::Draw { pile: LIBRARY, count: 1, to: hand(bob) };
    demo.players.disconnect(ann);
    demo.players.ask(bob, draw)?;
    demo.output.write_text(&format!(
        "{says} reports this. The others remove {gone}'s layer from every card with their parts of the key in \
         escrow; {gone}'s own cards leave the game. {by} asks again and draws."
    ))?;
    demo.players.say(cleo, &Message::Forfeit(ann))?;
    if demo.players.table().present().contains(ann) || demo.players.table().ending().is_some() {
        return Err(demo_error("the others could not go on"));
    }
    demo.players.ask(bob, draw)?;
    let piles: Vec<Pile> = demo.players.table().piles().collect();
    demo.show(&piles)
}

fn close(demo: &mut Demo) -> Result<(), Failure> {
    demo.chapter(
        "Close",
        "All agree to close the table. Everybody opens their keys and secret lists, and anybody can check every \
         card that was hidden.",
    )?;
    let connected: Vec<Seat> = demo.players.connected().map(Player::seat).collect();
    let first = *connected.first().ok_or_else(|| demo_error("nobody is connected"))?;
    demo.players.ask_except(first, Request::Close, Seats::NONE)?;
    for &seat in &connected {
        let entry = demo.players.act(seat, |player, _| player.agree(true)).map_err(demo_error)?;
        demo.players.broadcast(&entry)?;
    }
    demo.players.settle()?;
    let audit =
        demo.players.table().audit().ok_or_else(|| demo_error("the table is not closed"))?;
    let audit = audit.clone();
    let pile_views: Vec<_> =
        audit.piles.iter().map(|(&pile, faces)| demo.open(pile, faces.clone())).collect();
    demo.output.show(&pile_views)?;
    let lies = audit.lies(true_answer);
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
        demo.output.find(keyword, &tried, Some(&found), json)?;
    }
    Ok(())
}
