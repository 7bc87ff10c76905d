//! The story of a game, in words.

use facedown_core::{Card, Order, Sealed, Seat, Shown, Tuck};

use super::action::Action;
use super::cards::Kind;
use super::event::{End, Event};
use super::state::{ExplodingKittens, Phase, Play, Shape};
use super::view::View;
use crate::{Names, Story};

impl Story for ExplodingKittens {
    #[allow(clippy::too_many_lines)] // a line or two for each event
    fn tell(event: &Event, names: &Names) -> Option<String> {
        Some(match event {
            Event::TurnStarted { player, turns, under_attack } => {
                turn(*player, *turns, *under_attack, names)
            }
            Event::Played { player, cards, target } => {
                let kinds: Vec<Kind> = cards.iter().filter_map(|card| card.face).collect();
                let what = names.does(*player, "play");
                let at = target.map_or_else(String::new, |seat| format!(" at {}", names.of(seat)));
                format!("{what} {}{at}", listed(&kinds))
            }
            Event::Wasted { player, card } => {
                let what = card.face.map_or_else(|| "a card".into(), a);
                format!("{} {what} blind, and it comes to nothing", names.does(*player, "play"))
            }
            Event::Aimed { player, target } => {
                format!("{} at {}", names.does(*player, "aim"), names.of(*target))
            }
            Event::Noped { player, nopes: 1, .. } => format!("{}: Nope!", upper(names.of(*player))),
            Event::Noped { player, nopes, .. } => {
                format!("{}: Nope! ({nopes} in the chain)", upper(names.of(*player)))
            }
            Event::Passed { .. } | Event::GameEnded { .. } => return None,
            Event::Stopped { player, .. } => {
                format!("What {} played is stopped", names.of(*player))
            }
            Event::Fizzled { target, .. } => {
                format!("{} nothing left for that", names.does_so(*target, "have", "has"))
            }
            Event::Drawn { player, from, .. } => {
                let from = if *from == End::Bottom { " from the bottom" } else { "" };
                format!("{} a card{from}", names.does(*player, "draw"))
            }
            Event::YouDrew { card } => {
                format!("Only you see it: {}", card.face.map_or_else(|| "a card".into(), a))
            }
            Event::Exposed { player } => {
                format!("{} kitten can be kept no longer", upper(&names.possessive(*player)))
            }
            Event::Exploding { player, .. } => {
                format!("An Exploding Kitten goes off in {} hands", names.possessive(*player))
            }
            Event::Defused { player, .. } => format!("{} it", names.does(*player, "defuse")),
            Event::GuessedWrong { player, card } => {
                let what = card.face.map_or_else(|| "a card".into(), a);
                format!("{} wrong: {what} is lost", names.does_so(*player, "guess", "guesses"))
            }
            Event::Imploding { player, .. } => {
                format!("{} the Imploding Kitten", names.does(*player, "draw"))
            }
            Event::Tucked { player } => {
                format!(
                    "{} the kitten back into the pile; nobody else knows where",
                    names.does(*player, "tuck")
                )
            }
            Event::Surfaced { .. } => "The Imploding Kitten lies on top of the pile".into(),
            Event::Died { player } => format!("{} dead", names.does_so(*player, "are", "is")),
            Event::Attacked { target, turns, .. } => {
                format!("{} {turns} turns", names.does(*target, "owe"))
            }
            Event::Skipped { player } => format!("{} drawing", names.does(*player, "skip")),
            Event::Reversed { .. } => "The order of play turns round".into(),
            Event::Shuffled { player, times } => {
                format!("{} the pile {}", names.does(*player, "shuffle"), often(*times))
            }
            Event::FutureSeen { player, cards } => {
                format!("{} at the top {}", names.does(*player, "look"), so_many(*cards))
            }
            Event::YourFuture { cards } => {
                format!("Only you see them: {}", row(cards.iter().filter_map(|card| card.face)))
            }
            Event::FutureAltered { player, cards } => {
                format!("{} the top {}", names.does(*player, "reorder"), so_many(*cards))
            }
            Event::Swapped { .. } => "The top and the bottom card change places".into(),
            Event::Marked { target, card, .. } => {
                let what = card.face.map_or_else(|| "A card".into(), |kind| upper(&a(kind)));
                format!("{what} lies face up in {} hand", names.possessive(*target))
            }
            Event::Cursed { target, .. } => {
                format!("{} cursed: the hand is blind", names.does_so(*target, "are", "is"))
            }
            Event::CurseLifted { player } => format!("The curse on {} is over", names.of(*player)),
            Event::Bombed { kittens, .. } => {
                format!("The top of the pile: {}", exploding(kittens.len()))
            }
            Event::Gave { player, .. } => {
                format!("{} a card to the pile", names.does(*player, "give"))
            }
            Event::Collected { cards, .. } => match cards {
                1 => "One card is shuffled into the pile".into(),
                _ => format!("{cards} cards are shuffled into the pile"),
            },
            Event::Named { player, target, kind, has: true } => {
                let asks = names.does(*player, "ask");
                format!("{asks} {} for {}, and gets it", names.of(*target), a(*kind))
            }
            Event::Named { player, target, kind, has: false } => {
                let asks = names.does(*player, "ask");
                format!("{asks} {} for {}: there is none", names.of(*target), a(*kind))
            }
            Event::Taken { player, target, .. } => {
                format!(
                    "{} a card of {}",
                    names.does(*player, "get"),
                    names.possessive(*target) + " hand"
                )
            }
            Event::TakenPrivate { card, .. } => {
                format!(
                    "Only the two of you know: {}",
                    card.face.map_or_else(|| "nobody can see it".into(), a)
                )
            }
        })
    }

    fn offer(action: &Action, view: &View, names: &Names) -> String {
        let known = |card| view.own(card).map_or_else(|| format!("card {card}, unseen"), a);
        match action {
            Action::Draw {} => "Draw".into(),
            Action::Play { card, target } => {
                let what = format!("Play {}", known(*card));
                match target {
                    Some(target) => format!("{what} at {}", names.of(*target)),
                    None => what,
                }
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
                turns => format!("Your turn, the first of {turns}: play something, or draw"),
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
                    "An Exploding Kitten! You are cursed: guess which card is a Defuse".into()
                }
                _ => "An Exploding Kitten! Defuse it".into(),
            },
            Phase::Tuck { .. } => {
                format!("Tuck the kitten into the pile, under 0 to {} cards", view.pile.len())
            }
            Phase::Over => "The game is over".into(),
        }
    }
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

fn turn(player: Seat, turns: u8, under_attack: bool, names: &Names) -> String {
    let whose = upper(&names.possessive(player));
    match turns {
        1 if under_attack => format!("{whose} last turn under attack"),
        1 => format!("{whose} turn"),
        _ => format!("{whose} turn, the first of {turns}"),
    }
}

/// What the others are asked about a play.
fn stop(play: &Play, nopes: u8, names: &Names) -> String {
    let what = match play.shape() {
        Shape::Single => a(play.kind),
        Shape::Pair => "two of a kind".into(),
        Shape::Triple => "three of a kind".into(),
    };
    let at = play.target.map_or_else(String::new, |seat| format!(" at {}", names.of(seat)));
    let played = format!("{} {what}{at}", names.does(play.by, "play"));
    match nopes {
        0 => played,
        _ if nopes % 2 == 1 => format!("{played}, and it is stopped ({nopes} in the chain)"),
        _ => format!("{played}, and it goes through ({nopes} in the chain)"),
    }
}

/// What a play asks somebody.
fn question(play: &Play, view: &View, names: &Names) -> String {
    let target = play.target.map_or("them", |seat| names.of(seat));
    match (play.shape(), play.named, play.kind) {
        (Shape::Pair, ..) => format!("Pick a card of {target} to steal"),
        (Shape::Triple, None, _) => format!("Name the card that you want of {target}"),
        (Shape::Triple, Some(kind), _) => {
            format!("{} for {}", names.does(play.by, "ask"), a(kind))
        }
        (_, _, Kind::Mark) => format!("Pick a card of {target} to mark"),
        (_, _, Kind::Favor) => format!("{} you a favor: give a card", names.does(play.by, "ask")),
        (_, _, Kind::GarbageCollection) => "Give a card to the pile".into(),
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
fn arrangement(order: &Sealed<Order>, pile: &[Shown<Kind>]) -> String {
    let Some(Order(order)) = order.in_the_open() else { return "Another order".into() };
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
        _ => {
            let all: Vec<String> = kinds.iter().map(|&kind| a(kind)).collect();
            all.join(", ")
        }
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

fn exploding(kittens: usize) -> String {
    match kittens {
        0 => "there was no Exploding Kitten in it".into(),
        1 => "an Exploding Kitten".into(),
        _ => format!("{kittens} Exploding Kittens"),
    }
}

fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
