//! Commands that are typed at the table, and what they do.

use facedown_core::{Card, CardOrder, Sealed, Seat};
use facedown_games::Names;
use facedown_games::spellbook::{
    Action, Attacker, Blocker, MillTo, Name, Part, Phase, PieceId, Place, Rest, Side, Sorted, Step,
    Target, TokenSpec, View, Zone,
};

use super::library;
use super::things::{Thing, things};
use crate::playable::Typed;

/// What can be typed, for the help.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    (
        "play N",
        "play a card of your hand: a land at once, a spell over the stack; N is a number or a name",
    ),
    ("cast N", "put a card on the stack; resolve takes it off"),
    ("tap N …", "tap things; untap N …, or untap for all of yours"),
    ("attack N …", "attack the next player with these; they are tapped"),
    ("block N M", "let your N block M; more pairs may follow"),
    ("hit K [N]", "deal K damage to the next player, or to the thing N"),
    ("life ±K", "change your life; life ±K NAME that of somebody else"),
    ("next, main, end", "go on to the next step, or to your first main phase; end your turn"),
    ("draw [K]", "draw cards; mill [K] puts them into your graveyard"),
    ("look K", "look at the top cards; then top, bottom or take N …, or done"),
    ("search", "look through your library; then take N …, or done"),
    ("bury N …", "into the graveyard; also exile, return (to the hand), under (the library)"),
    ("token NAME P/T", "make a token; counter N NAME [±K] changes counters"),
    ("roll [K]", "roll a die with K sides; flip flips a coin; shuffle"),
    ("read N", "read a card"),
    ("mulligan, keep N …", "before the game; N … go to the bottom"),
    ("undo", "take your last action back, or ask the others to undo it"),
    ("agree, refuse", "answer a question"),
    ("concede", "give up"),
];

/// A table on which somebody types.
struct Desk<'a> {
    view: &'a View<'a>,
    names: &'a Names,
    you: Seat,
    things: Vec<Thing>,
}

/// What a line means: `None` if its first word is none of the commands.
pub(super) fn typed(line: &str, view: &View, names: &Names) -> Option<Typed<Action>> {
    let desk = Desk { view, names, you: view.you?, things: things(view) };
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match desk.command(&command.to_lowercase(), rest.trim())? {
        Ok(typed) => typed,
        Err(wrong) => Typed::Wrong(wrong),
    })
}

type Answer = Result<Typed<Action>, String>;

#[allow(clippy::unnecessary_wraps)] // commands that look something up can fail
fn act(action: Action) -> Answer {
    Ok(Typed::Act(vec![action]))
}

impl Desk<'_> {
    fn command(&self, command: &str, rest: &str) -> Option<Answer> {
        let to = |zone| self.moved(rest, Place::of(zone));
        Some(match command {
            "" => self.enter(),
            "play" | "p" => self.play(rest),
            "cast" => {
                self.card(rest).and_then(|(card, _)| act(Action::Cast { card, side: Side::Up }))
            }
            "resolve" => self.resolve(rest),
            "tap" => self.pieces(rest).and_then(|pieces| act(Action::Tap { pieces })),
            "untap" if rest.is_empty() => act(Action::UntapAll {}),
            "untap" => self.pieces(rest).and_then(|pieces| act(Action::Untap { pieces })),
            "attack" => self.attack(rest),
            "block" => self.block(rest),
            "hit" | "damage" => self.hit(rest),
            "life" => self.life(rest),
            "next" | "n" => act(Action::NextStep {}),
            "end" => act(Action::EndTurn {}),
            "main" => act(Action::ToStep { step: Step::Main1 }),
            "draw" => count(rest).and_then(|count| act(Action::Draw { count })),
            "mill" => count(rest).and_then(|count| {
                act(Action::Mill { seat: self.you, count, to: MillTo::Graveyard })
            }),
            "look" => count(rest).and_then(|top| act(Action::Look { part: Part::Top(top) })),
            "search" => act(Action::Search {}),
            "top" => self.sorted(rest, Place::of(Zone::Library)),
            "bottom" => self.sorted(rest, Place::bottom(Zone::Library)),
            "take" => self.sorted(rest, Place::of(Zone::Hand)),
            "done" => act(Action::Done {}),
            "bury" | "discard" => to(Zone::Graveyard),
            "exile" => to(Zone::Exile),
            "return" => to(Zone::Hand),
            "under" => self.moved(rest, Place::bottom(Zone::Library)),
            "token" => token(rest),
            "counter" => self.counter(rest),
            "roll" => number(rest, 20).and_then(|sides| act(Action::Roll { sides, count: 1 })),
            "flip" => count(rest).and_then(|count| act(Action::Flip { count })),
            "shuffle" => act(Action::Shuffle { part: None }),
            "read" => self.read(rest),
            "me" => act(Action::ChooseFirst { seat: self.you }),
            "mulligan" => act(Action::Mulligan {}),
            "keep" => self.keep(rest),
            "ready" => act(Action::Ready {}),
            "undo" => act(self.undo()),
            "agree" | "yes" => act(Action::Agree {}),
            "refuse" | "no" => act(Action::Refuse {}),
            "hold" => act(Action::Hold {}),
            "pass" => act(Action::Pass {}),
            "concede" => act(Action::Concede {}),
            _ => match self.seat(command) {
                Some(seat) if matches!(self.view.phase, Phase::FirstPlayer { .. }) => {
                    act(Action::ChooseFirst { seat })
                }
                _ => return None,
            },
        })
    }

    /// Enter alone: what is done most often.
    fn enter(&self) -> Answer {
        match self.view.phase {
            Phase::Playing if self.view.turn.active == self.you => act(Action::NextStep {}),
            Phase::Playing if self.view.holds.contains(self.you) => act(Action::Pass {}),
            Phase::Playing => Ok(Typed::GoOn),
            Phase::FirstPlayer { .. } => act(Action::ChooseFirst { seat: self.you }),
            Phase::Mulligans { .. } => self.keep(""),
            _ => Err("type ? for what can be typed".into()),
        }
    }

    /// The thing with this number, or the first in such a place whose name begins with this text.
    fn thing_in(&self, text: &str, fits: impl Fn(&Thing) -> bool) -> Result<&Thing, String> {
        let there = if let Ok(number) = text.parse::<usize>() {
            number.checked_sub(1).and_then(|at| self.things.get(at))
        } else {
            let text = text.to_lowercase();
            let begins = |thing: &&Thing| thing.name().to_lowercase().starts_with(&text);
            self.things.iter().filter(|&thing| fits(thing)).find(begins)
        };
        match there.filter(|_| !text.is_empty()) {
            Some(thing) if fits(thing) => Ok(thing),
            Some(thing) => Err(format!("{} lies in another zone", thing.name())),
            None if text.is_empty() => {
                Err("say which: its number, or the beginning of its name".into())
            }
            None => Err(format!("there is no {text} here; type table to see the numbers")),
        }
    }

    fn thing(&self, text: &str) -> Result<&Thing, String> {
        self.thing_in(text, |_| true)
    }

    /// All things that are named: numbers, or one name.
    fn several(&self, text: &str, fits: impl Fn(&Thing) -> bool) -> Result<Vec<&Thing>, String> {
        if text.split_whitespace().all(|word| word.parse::<usize>().is_ok()) && !text.is_empty() {
            return text.split_whitespace().map(|word| self.thing_in(word, &fits)).collect();
        }
        Ok(vec![self.thing_in(text, fits)?])
    }

    /// Things in play.
    fn pieces(&self, text: &str) -> Result<Vec<PieceId>, String> {
        let things = self.several(text, |thing| thing.zone == Zone::Battlefield)?;
        Ok(things.into_iter().map(|thing| thing.id).collect())
    }

    /// A card that is not in play.
    fn card(&self, text: &str) -> Result<(Card, &Thing), String> {
        let thing = self.thing_in(text, |thing| thing.zone != Zone::Battlefield)?;
        let card = thing.id.card().ok_or_else(|| format!("{} is no card", thing.name()))?;
        Ok((card, thing))
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        let begins =
            |seat: &Seat| self.names.name(*seat).to_lowercase().starts_with(&name.to_lowercase());
        let mut seats = self.view.players.iter().map(|(seat, _)| seat);
        seats.find(begins).filter(|_| !name.is_empty())
    }

    /// The next player who is in the game.
    fn rival(&self) -> Result<Seat, String> {
        let others = self.view.living.without(self.you);
        let next = others.iter().find(|&seat| seat > self.you).or_else(|| others.iter().next());
        next.ok_or_else(|| "nobody else is in the game".into())
    }

    fn play(&self, text: &str) -> Answer {
        let (card, thing) = self.card(text)?;
        let words = thing.face.and_then(library::words);
        let front = words.as_ref().and_then(|words| words.front());
        let is = |kind: &str| front.is_some_and(|front| front.type_line.contains(kind));
        let to = Place::of(Zone::Battlefield);
        if is("Land") || front.is_none() {
            let tapped = front.is_some_and(|front| front.text.contains("enters tapped"));
            return act(Action::Move { pieces: vec![thing.id], to, side: None, tapped });
        }
        let to = if is("Instant") || is("Sorcery") { Place::of(Zone::Graveyard) } else { to };
        let resolve = Action::Resolve { piece: thing.id, to };
        Ok(Typed::Act(vec![Action::Cast { card, side: Side::Up }, resolve]))
    }

    fn resolve(&self, text: &str) -> Answer {
        let thing = match text {
            "" => {
                let own = |thing: &&Thing| thing.zone == Zone::Stack && thing.seat == self.you;
                self.things.iter().rfind(own).ok_or("nothing of yours is on the stack")?
            }
            text => self.thing(text)?,
        };
        let words = thing.face.and_then(library::words);
        let line = words.as_ref().and_then(|words| words.front()).map(|front| &front.type_line);
        let is_over = |line: &String| line.contains("Instant") || line.contains("Sorcery");
        let zone = if line.is_some_and(is_over) { Zone::Graveyard } else { Zone::Battlefield };
        act(Action::Resolve { piece: thing.id, to: Place::of(zone) })
    }

    fn attack(&self, text: &str) -> Answer {
        let target = Target::Seat(self.rival()?);
        let pieces = self.pieces(text)?;
        let attackers = pieces.iter().map(|&piece| Attacker { piece, target }).collect();
        let mut actions = Vec::new();
        if self.view.turn.step < Step::Attackers {
            actions.push(Action::ToStep { step: Step::Attackers });
        }
        actions.extend([Action::Attack { attackers }, Action::Tap { pieces }]);
        Ok(Typed::Act(actions))
    }

    fn block(&self, text: &str) -> Answer {
        let pieces = self.pieces(text)?;
        let pairs = pieces.chunks_exact(2);
        if !pairs.remainder().is_empty() || pieces.is_empty() {
            return Err("say which blocks which: block 4 9".into());
        }
        let blocks = pairs.map(|pair| Blocker { piece: pair[0], attacker: pair[1] }).collect();
        act(Action::Block { blocks })
    }

    fn hit(&self, text: &str) -> Answer {
        let (points, target) = text.split_once(' ').unwrap_or((text, ""));
        let amount = number(points, 1)?;
        let to = if target.is_empty() {
            Target::Seat(self.rival()?)
        } else if let Some(seat) = self.seat(target) {
            Target::Seat(seat)
        } else {
            self.thing_in(target, |thing| thing.zone == Zone::Battlefield)?.id.into()
        };
        act(Action::Damage { from: None, to, amount, combat: false })
    }

    fn life(&self, text: &str) -> Answer {
        let (points, name) = text.split_once(' ').unwrap_or((text, ""));
        let by = points.parse().map_err(|_| "say by how much: life -2".to_owned())?;
        let seat = if name.is_empty() {
            self.you
        } else {
            self.seat(name).ok_or_else(|| format!("nobody here is called {name}"))?
        };
        act(Action::Life { seat, by })
    }

    /// Puts those of the cards that the player looks at somewhere, and leaves the rest where it was.
    fn sorted(&self, text: &str, to: Place) -> Answer {
        let seen: Vec<PieceId> =
            self.things.iter().filter(|t| t.is_looked_at).map(|thing| thing.id).collect();
        let mut chosen = Vec::new();
        for piece in self.several(text, |thing| thing.is_looked_at)? {
            chosen.extend(seen.iter().position(|&id| id == piece.id));
        }
        let rest = (0..seen.len()).filter(|at| !chosen.contains(at));
        let order: Option<Vec<_>> =
            chosen.iter().copied().chain(rest).map(|at| at.try_into().ok()).collect();
        let order = Sealed::new(self.you, CardOrder(order.unwrap_or_default()));
        let count = u16::try_from(chosen.len()).unwrap_or(u16::MAX);
        let looking = self.view.players.get(self.you).and_then(|player| player.looking);
        let is_search = looking.is_some_and(|look| look.search);
        let rest = if is_search { Rest::Shuffle } else { Rest::Back };
        let piles = vec![Sorted { count, to, side: None, reveal: false }];
        act(Action::SortOut { order, piles, rest })
    }

    fn moved(&self, text: &str, to: Place) -> Answer {
        let pieces = self.several(text, |_| true)?.into_iter().map(|thing| thing.id).collect();
        act(Action::Move { pieces, to, side: None, tapped: false })
    }

    fn counter(&self, text: &str) -> Answer {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let by = match words.last().map(|word| (word.parse::<i32>(), words.len())) {
            Some((Ok(by), 3..)) => {
                words.pop();
                by
            }
            _ => 1,
        };
        let [thing, name @ ..] = &words[..] else {
            return Err("say on what, and which: counter 5 +1/+1".into());
        };
        let on = self.thing_in(thing, |thing| thing.zone == Zone::Battlefield)?.id.into();
        act(Action::Count { on, counter: named(&name.join(" "))?, by })
    }

    fn read(&self, text: &str) -> Answer {
        let thing = self.thing(text)?;
        let words = thing.face.and_then(library::words);
        let words = words.ok_or_else(|| format!("there are no words for {}", thing.name()))?;
        let faces = words.faces.iter().map(|face| {
            let numbers = face.power.as_ref().zip(face.toughness.as_ref());
            let numbers = numbers.map_or_else(String::new, |(p, t)| format!("  {p}/{t}"));
            format!("{} {}\n{}{numbers}\n{}", face.name, face.cost, face.type_line, face.text)
        });
        Ok(Typed::Say(faces.collect::<Vec<_>>().join("\n//\n")))
    }

    fn keep(&self, text: &str) -> Answer {
        let cards = if text.is_empty() { Vec::new() } else { self.several(text, |_| true)? };
        let bottom = cards.into_iter().filter_map(|thing| thing.id.card()).collect();
        act(Action::Keep { bottom })
    }

    fn undo(&self) -> Action {
        match self.view.take_back {
            Some(seat) if seat == self.you => Action::TakeBack {},
            _ => Action::AskUndo { steps: 1 },
        }
    }
}

/// A count of cards, one if nothing is said.
fn count(text: &str) -> Result<u16, String> {
    if text.is_empty() {
        return Ok(1);
    }
    text.parse().map_err(|_| format!("{text:?} is no number of cards"))
}

fn number(text: &str, usual: u32) -> Result<u32, String> {
    if text.is_empty() {
        return Ok(usual);
    }
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn named(text: &str) -> Result<Name, String> {
    let name = Name::new(text).filter(|name| !name.is_empty());
    name.ok_or_else(|| "give it a name of up to 40 letters".into())
}

/// A token: a token of the house by its name, or a name with power and toughness.
fn token(text: &str) -> Answer {
    let (name, numbers) = match text.rsplit_once(' ') {
        Some((name, numbers)) if numbers.contains('/') => (name, numbers.split_once('/')),
        _ => (text, None),
    };
    let known = facedown_cards::ours::catalogue();
    let like = known.find(name).filter(|_| numbers.is_none());
    let card = like.and_then(|card| known.get(card));
    let front = card.as_ref().and_then(|card| card.front());
    let part = |given: Option<&str>, printed: Option<&String>| {
        given.or(printed.map(String::as_str)).and_then(Name::new)
    };
    let spec = TokenSpec {
        name: named(front.map_or(name, |front| &front.name))?,
        power: part(numbers.map(|(p, _)| p), front.and_then(|front| front.power.as_ref())),
        toughness: part(numbers.map(|(_, t)| t), front.and_then(|front| front.toughness.as_ref())),
        line: facedown_games::spellbook::Line::new(match front {
            Some(front) => &front.type_line,
            None if numbers.is_some() => "Token Creature",
            None => "Token",
        })
        .unwrap_or_default(),
        ..TokenSpec::default()
    };
    act(Action::Token { spec, count: 1, tapped: false })
}
