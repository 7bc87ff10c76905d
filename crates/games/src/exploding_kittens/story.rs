//! The story of a game, in words.

use facedown_core::{Card, CardOrder, Sealed, Seat, Shown, Tuck};

use super::action::Action;
use super::cards::Kind;
use super::event::{End, Event};
use super::state::{ExplodingKittens, Phase, Play, Shape};
use super::view::View;
use crate::{Names, Story};

impl Story for ExplodingKittens {
    fn tell(event: &Event, names: &Names) -> Option<String> {
        told(event, names).map(|told| told + ".")
    }

    fn offer(action: &Action, view: &View, names: &Names) -> String {
        let known = |card| view.own(card).map_or_else(|| format!("card {card}, unseen"), a);
        match action {
            Action::Draw {} => "Draw".into(),
            Action::Play { card, target } => {
                format!("Play {}{}", known(*card), at(1, *target, names))
            }
            Action::Pair { cards, target } => steal(cards.cards(), *target, view, names),
            Action::Triple { cards, target } => steal(cards.cards(), *target, view, names),
            Action::Aim { target } => format!("Aim at {}", names.of(*target)),
            Action::Nope { card } => match view.own(*card) {
                Some(_) => "Nope!".into(),
                None => format!("Try card {card} as a Nope, unseen"),
            },
            Action::Pass {} => "Pass".into(),
            Action::PassTurn {} => "Pass for the rest of this turn".into(),
            Action::Shuffle { times } => format!("Shuffle {}", often(*times)),
            Action::Arrange { order } => arrangement(order, &view.pile),
            Action::Pick { card } => match view.whereabouts(*card, names) {
                Some(place) => format!("Pick {place}"),
                None => format!("Pick card {card}"),
            },
            Action::Give { card } => format!("Give {}", known(*card)),
            Action::Name { kind } => format!("Ask for {}", a(*kind)),
            Action::Keep {} => match view.drawn.and_then(|card| card.face) {
                Some(kind) => format!("Keep {}", a(kind)),
                None => "Keep it".into(),
            },
            Action::Unmask { .. } => "Turn up your Exploding Kitten".into(),
            Action::Defuse { card } => match view.own(*card) {
                Some(_) => "Defuse it".into(),
                None => format!("Guess that card {card} is a Defuse"),
            },
            Action::Tuck { place } => place_in_pile(place, view.pile.len()),
        }
    }

    fn prompt(view: &View, names: &Names) -> String {
        match &view.now {
            Phase::Turn => match view.turns.owed.turns {
                1 => "Your turn: play something, or draw".into(),
                turns => format!("Your turn, and {turns} to take: play something, or draw"),
            },
            Phase::Aim { play } => format!("It was {}: whom do you aim it at?", a(play.kind)),
            Phase::Nope { play, nopes, .. } => stop(play, *nopes, names),
            Phase::Choice { play, .. } => question(play, view, names),
            Phase::Drawn { .. } => match view.drawn.and_then(|card| card.face) {
                Some(Kind::ExplodingKitten) => {
                    "You drew an Exploding Kitten: keep it, or defuse it?".into()
                }
                Some(kind) => format!("You drew {}", a(kind)),
                None => "You drew a card".into(),
            },
            Phase::Unmask { .. } => "You may not keep your Exploding Kitten any longer".into(),
            Phase::Defuse { seat, .. } => match view.players.get(*seat) {
                Some(player) if player.cursed => {
                    "An Exploding Kitten! You are cursed: which card is a Defuse?".into()
                }
                _ => "An Exploding Kitten is in your hands!".into(),
            },
            Phase::Tuck { .. } => "Under how many cards of the pile do you tuck the kitten?".into(),
            Phase::Over => "The game is over".into(),
        }
    }
}

/// What an event means, without the full stop.
#[allow(clippy::too_many_lines)] // a line or two for each event
fn told(event: &Event, names: &Names) -> Option<String> {
    Some(match event {
        Event::TurnStarted { player, turns, under_attack } => {
            return turn(*player, *turns, *under_attack, names);
        }
        Event::Played { player, cards, target } => {
            let kinds: Vec<Kind> = cards.iter().filter_map(|card| card.face).collect();
            let what = names.does(*player, "play");
            let at = at(cards.len(), *target, names);
            format!("{what} {}{at}", listed(&kinds))
        }
        Event::Wasted { player, card } => {
            let what = card.face.map_or_else(|| "a card".into(), a);
            format!("{} {what} blind, and it comes to nothing", names.does(*player, "play"))
        }
        Event::Aimed { player, target } => {
            format!("{} it at {}", names.does(*player, "aim"), names.of(*target))
        }
        Event::Noped { player, nopes: 1, .. } => {
            format!("{} Nope to it", names.does(*player, "say"))
        }
        Event::Noped { player, nopes, .. } => {
            let says = names.does(*player, "say");
            let comes_to = if nopes % 2 == 1 { "it is stopped" } else { "it goes through" };
            format!("{says} Nope to the Nope: with {nopes} Nopes {comes_to}")
        }
        Event::Passed { .. } | Event::GameEnded { .. } => return None,
        Event::Stopped { player, .. } => {
            format!("What {} played is stopped", names.of(*player))
        }
        Event::Fizzled { target, .. } => {
            format!("{} no card left for that", names.does_so(*target, "have", "has"))
        }
        Event::Drawn { player, from, .. } => {
            let from = if *from == End::Bottom { " from the bottom" } else { "" };
            format!("{} a card{from}", names.does(*player, "draw"))
        }
        Event::YouDrew { card } => {
            format!("It is {}", card.face.map_or_else(|| "a card".into(), a))
        }
        Event::Exposed { player } => {
            format!(
                "{} an Exploding Kitten that can be kept no longer",
                names.does(*player, "hold")
            )
        }
        Event::Exploding { player, .. } => {
            format!("An Exploding Kitten is in {} hands", names.possessive(*player))
        }
        Event::Defused { player, .. } => format!("{} it", names.does(*player, "defuse")),
        Event::GuessedWrong { player, card } => {
            let what = card.face.map_or_else(|| "a card".into(), a);
            format!("{} wrong: {what} is lost", names.does_so(*player, "guess", "guesses"))
        }
        Event::Imploding { .. } => "It is the Imploding Kitten".into(),
        Event::Tucked { player } => {
            let where_ = "back into the pile; nobody else knows where";
            format!("{} the kitten {where_}", names.does(*player, "tuck"))
        }
        Event::Surfaced { .. } => "The Imploding Kitten lies on top of the pile".into(),
        Event::Died { player } => format!("{} dead", names.does_so(*player, "are", "is")),
        Event::Attacked { target, turns, .. } => {
            format!("{} {turns} turns to take", names.does_so(*target, "have", "has"))
        }
        Event::Skipped { player } => {
            format!("{} the turn without drawing", names.does(*player, "end"))
        }
        Event::Reversed { .. } => "The order of play turns round".into(),
        Event::Shuffled { player, times } => {
            format!("{} the pile {}", names.does(*player, "shuffle"), often(*times))
        }
        Event::FutureSeen { player, cards } => {
            format!("{} at the top {}", names.does(*player, "look"), so_many(*cards))
        }
        Event::YourFuture { cards } if cards.is_empty() => return None,
        Event::YourFuture { cards } => {
            let cards = row(cards.iter().filter_map(|card| card.face));
            format!("From the top, for you alone: {cards}")
        }
        Event::FutureAltered { player, cards } => {
            format!("{} the top {}", names.does(*player, "reorder"), so_many(*cards))
        }
        Event::Swapped { .. } => "The top and the bottom card change places".into(),
        Event::Marked { target, card, .. } => {
            let what = card.face.map_or_else(|| "A card".into(), |kind| upper(&a(kind)));
            format!("{what} lies face up in {} hand from now on", names.possessive(*target))
        }
        Event::Cursed { target, .. } => names.does_so(
            *target,
            "are cursed and cannot see your own cards",
            "is cursed and cannot see their own cards",
        ),
        Event::CurseLifted { player } => format!("The curse on {} is over", names.of(*player)),
        Event::Bombed { kittens, .. } => exploding(kittens.len()).into(),
        Event::Gave { player, .. } => {
            format!("{} a card to the pile", names.does(*player, "give"))
        }
        Event::Collected { cards, .. } => match cards {
            0 => "Nobody has a card to give".into(),
            1 => "One card is shuffled into the pile".into(),
            _ => format!("{cards} cards are shuffled into the pile"),
        },
        Event::Named { player, target, kind, has: true } => {
            let asks = names.does(*player, "ask");
            format!("{asks} {}, and {} one", wanted(*target, *kind, names), has(*target, names))
        }
        Event::Named { player, target, kind, has: false } => {
            let asks = names.does(*player, "ask");
            format!("{asks} {}, and {} none", wanted(*target, *kind, names), has(*target, names))
        }
        Event::Taken { player, target, card } => {
            let what = card.face.map_or_else(|| "a card".into(), a);
            format!("{} {what} from {}", names.does(*player, "get"), names.of(*target))
        }
        Event::TakenPrivate { card, secret, .. } => match card.face {
            Some(kind) if *secret => format!("It is {}; only the two of you are told", a(kind)),
            Some(kind) => format!("It is {}", a(kind)),
            None => "The curse keeps you from seeing what it is".into(),
        },
    })
}

impl View {
    /// What a card of the viewer's own hand is, if the viewer can see it.
    pub fn own(&self, card: Card) -> Option<Kind> {
        let hand = &self.players.get(self.you?)?.hand;
        hand.iter().find(|shown| shown.id == card)?.face
    }

    /// Where a card of a hand is: "card 2 of Ann's hand", and what it is, if the viewer knows.
    fn whereabouts(&self, card: Card, names: &Names) -> Option<String> {
        self.players.iter().find_map(|(seat, player)| {
            let at = player.hand.iter().position(|shown| shown.id == card)?;
            let known =
                player.hand[at].face.map_or_else(String::new, |kind| format!(", {}", a(kind)));
            Some(format!("card {} of {} hand{known}", at + 1, names.possessive(seat)))
        })
    }
}

/// An ordinary turn of somebody else is not worth a line: what they do in it says whose it is.
fn turn(player: Seat, turns: u8, under_attack: bool, names: &Names) -> Option<String> {
    let whose = names.possessive(player);
    match turns {
        1 if under_attack => Some(format!("It is {whose} last turn under attack")),
        1 => names.is_you(player).then(|| "It is your turn".into()),
        _ => Some(format!("It is {whose} turn, and there are {turns} to take")),
    }
}

/// "Ann for a Skip".
fn wanted(target: Seat, kind: Kind, names: &Names) -> String {
    format!("{} for {}", names.of(target), a(kind))
}

/// "you have", "Ann has".
fn has(seat: Seat, names: &Names) -> String {
    let has = if names.is_you(seat) { "have" } else { "has" };
    format!("{} {has}", names.of(seat))
}

/// Whom something is played at.
fn at(cards: usize, target: Option<Seat>, names: &Names) -> String {
    let aimed = if cards > 1 { "to steal from" } else { "at" };
    target.map_or_else(String::new, |seat| format!(" {aimed} {}", names.of(seat)))
}

/// What the others are asked about a play.
fn stop(play: &Play, nopes: u8, names: &Names) -> String {
    let what = match play.shape() {
        Shape::Single => a(play.kind),
        Shape::Pair => "two of a kind".into(),
        Shape::Triple => "three of a kind".into(),
    };
    let at = at(play.cards.len(), play.target, names);
    let played = format!("{} {what}{at}", names.does(play.by, "play"));
    match nopes {
        0 => format!("{played}. Nope it?"),
        1 => format!("{played}, and it is stopped. Nope the Nope?"),
        _ if nopes % 2 == 1 => format!("{played}, and it is stopped by {nopes} Nopes. Nope it?"),
        _ => format!("{played}, and it goes through with {nopes} Nopes. Nope it?"),
    }
}

/// What a play asks somebody.
fn question(play: &Play, view: &View, names: &Names) -> String {
    let target = play.target.map_or("them", |seat| names.of(seat));
    match (play.shape(), play.named, play.kind) {
        (Shape::Pair, ..) => format!("Which card do you steal from {target}?"),
        (Shape::Triple, None, _) => format!("Which card do you want from {target}?"),
        (Shape::Triple, Some(kind), _) => {
            format!("{} you for {}", names.does(play.by, "ask"), a(kind))
        }
        (_, _, Kind::Mark) => {
            let whose = play.target.map_or_else(|| "their".into(), |seat| names.possessive(seat));
            format!("Which card of {whose} hand do you mark?")
        }
        (_, _, Kind::Favor) => {
            format!("{} you a favor: which card do you give?", names.does(play.by, "ask"))
        }
        (_, _, Kind::GarbageCollection) => "Which card do you give to the pile?".into(),
        (_, _, Kind::Shuffle) => "How often do you shuffle?".into(),
        _ => {
            let top = view.pile.iter().map_while(|card| card.face).take(5);
            format!("From the top: {}. In which order should they lie?", row(top))
        }
    }
}

fn steal(cards: &[Card], target: Seat, view: &View, names: &Names) -> String {
    let kinds: Vec<Kind> = cards.iter().filter_map(|&card| view.own(card)).collect();
    let what = if cards.len() == 3 { "a card that you name" } else { "a card" };
    format!("Play {} to steal {what} from {}", listed(&kinds), names.of(target))
}

/// The order that the top cards would have, from the top.
fn arrangement(order: &Sealed<CardOrder>, pile: &[Shown<Kind>]) -> String {
    let Some(CardOrder(order)) = order.in_the_open() else { return "Another order".into() };
    row(order.iter().filter_map(|&from| pile.get(usize::from(from))?.face))
}

/// Where a kitten would be tucked in.
fn place_in_pile(place: &Sealed<Tuck>, pile: usize) -> String {
    match place.in_the_open() {
        None => "Somewhere in the pile".into(),
        Some(Tuck(0)) => "On top".into(),
        Some(Tuck(depth)) if usize::from(*depth) == pile => "At the bottom".into(),
        Some(Tuck(1)) => "Under one card".into(),
        Some(Tuck(depth)) => format!("Under {depth} cards"),
    }
}

/// Cards one after the other: "Skip, Nope, Tacocat".
fn row(kinds: impl Iterator<Item = Kind>) -> String {
    kinds.map(|kind| kind.to_string()).collect::<Vec<_>>().join(", ")
}

/// Cards that are played together: "a Skip", "two Tacocats", "a Tacocat and a Feral Cat".
fn listed(kinds: &[Kind]) -> String {
    match *kinds {
        [] => "a card".into(),
        [one, two] if one == two => format!("two {one}s"),
        [one, two, three] if one == two && two == three => format!("three {one}s"),
        [one] => a(one),
        [one, two] => format!("{} and {}", a(one), a(two)),
        [one, two, three] if one == two => format!("two {one}s and {}", a(three)),
        [one, two, three] if two == three => format!("{} and two {two}s", a(one)),
        [one, two, ..] => format!("two {one}s and {}", a(two)),
    }
}

fn a(kind: Kind) -> String {
    match kind {
        Kind::ImplodingKitten | Kind::CurseOfTheCatButt => format!("the {kind}"),
        Kind::ExplodingKitten | Kind::Attack | Kind::AlterTheFuture | Kind::AlterTheFutureFive => {
            format!("an {kind}")
        }
        _ => format!("a {kind}"),
    }
}

fn often(times: i64) -> String {
    if times == 1 { "once".into() } else { format!("{times} times") }
}

fn so_many(cards: usize) -> String {
    if cards == 1 { "card of the pile".into() } else { format!("{cards} cards of the pile") }
}

const fn exploding(kittens: usize) -> &'static str {
    match kittens {
        0 => "There is no Exploding Kitten in the pile, which is shuffled",
        1 => "The Exploding Kitten lies on top of the pile, and the rest is shuffled",
        _ => "All Exploding Kittens lie on top of the pile, and the rest is shuffled",
    }
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
