//! Exploding Kittens in a terminal.

use anstyle::Style;
use facedown_core::{Card, CardOrder, Sealed, Seat, Tuck};
use facedown_games::exploding_kittens::{Action, ExplodingKittens, Kind, Phase, View};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use super::{Playable, Step};

mod table;

const DIM: Style = Style::new().dimmed();
/// The sort key of combos, which are listed below single cards.
const COMBOS: usize = 100;

impl Playable for ExplodingKittens {
    const SCORE: &'static str = "outlived";

    fn draw(view: &View, names: &Names, columns: usize) -> String {
        let hand = match view.standing {
            // With all cards open, the hands are drawn next to the names.
            Some(_) => String::new(),
            None => table::hand(view, columns),
        };
        table::chain(view, names, columns)
            + &table::piles(view, columns)
            + &table::players(view, names, columns)
            + &hand
    }

    fn glimpse(view: &View, names: &Names, columns: usize) -> String {
        let line = || table::hand_line(view, columns);
        match &view.now {
            Phase::Turn | Phase::Aim { .. } | Phase::Tuck { .. } | Phase::Over => {
                Self::draw(view, names, columns)
            }
            Phase::Nope { play, .. } => {
                let turn = if view.you == Some(play.by) {
                    String::new()
                } else {
                    table::player(view, play.by, names, columns)
                };
                table::chain(view, names, columns) + &turn + &line()
            }
            Phase::Choice { play, .. } => match (play.target, play.kind) {
                (Some(target), _) if view.you != Some(target) => {
                    table::player(view, target, names, columns) + &line()
                }
                (None, Kind::GarbageCollection) | (Some(_), _) => line(),
                _ => table::pile(view, columns),
            },
            Phase::Drawn { .. } | Phase::Unmask { .. } | Phase::Defuse { .. } => line(),
        }
    }

    /// A player who cannot Nope passes without being asked, and a single legal action is taken without asking.
    fn only_sensible_action<'a>(legal: &'a [Action], view: &View) -> Option<&'a Action> {
        let first = legal.first()?;
        let unasked = match &view.now {
            Phase::Nope { .. } => !legal.iter().any(|action| matches!(action, Action::Nope { .. })),
            Phase::Unmask { .. } => true,
            Phase::Choice { play, .. } => play.named.is_some() || legal.len() == 1,
            Phase::Aim { .. } | Phase::Drawn { .. } | Phase::Tuck { .. } => legal.len() == 1,
            Phase::Turn | Phase::Defuse { .. } | Phase::Over => false,
        };
        unasked.then_some(first)
    }

    fn steps(action: &Action, view: &View, names: &Names) -> Vec<Step> {
        let question = Self::prompt(view, names);
        let offer = Self::offer(action, view, names);
        match action {
            Action::Draw {} => vec![draw_step(question, &offer, view, names)],
            Action::Play { card, target } => single_steps(question, *card, *target, view, names),
            Action::Pair { cards, target } => {
                combo_steps(question, cards.cards(), *target, view, names)
            }
            Action::Triple { cards, target } => {
                combo_steps(question, cards.cards(), *target, view, names)
            }
            Action::Aim { target } => vec![target_step(question, *target, view, names)],
            Action::Pass {} => {
                vec![Step::new(nope_question(view, names), offer).enter_if(true)]
            }
            Action::Nope { card } => nope_steps(*card, offer, view, names),
            Action::PassTurn {} => vec![Step::new(nope_question(view, names), offer).at(2)],
            Action::Shuffle { times } => {
                let label = match *times {
                    1 => say("often", &json!({ "times": times }), names),
                    _ => times.to_string(),
                };
                vec![Step::new(question, label).numbered(*times).enter_if(*times == 1)]
            }
            Action::Arrange { order } => arrange_steps(order, view, names),
            Action::Pick { card } => {
                vec![Step::new(question, table::pick_label(view, *card)).keyed(card.id().into())]
            }
            Action::Give { card } => match view.own(*card) {
                Some(kind) => vec![Step::new(question, table::coloured(kind)).at(rank(kind))],
                None => vec![Step::new(question, "▒").keyed(card.id().into())],
            },
            Action::Name { kind } => {
                vec![Step::new(question, table::coloured(*kind)).at(rank(*kind))]
            }
            Action::Defuse { card } => match view.own(*card) {
                Some(_) => vec![Step::new(question, offer)],
                None => vec![Step::new(question, "▒").keyed(card.id().into())],
            },
            Action::Tuck { place } => tuck_steps(place, view, names),
            Action::Keep {} | Action::Unmask { .. } => vec![Step::new(question, offer)],
        }
    }
}

/// The card on top of the pile, as far as the viewer knows it.
fn draw_step(question: String, offer: &str, view: &View, names: &Names) -> Step {
    let (id, about) = match view.pile.get(0).map(|card| card.face) {
        Some(Some(kind)) => ("terminal-on-top", json!({ "card": kind })),
        Some(None) => ("terminal-top-of", json!({ "n": view.pile.len() })),
        None => ("terminal-nothing-left", Value::Null),
    };
    noted(question, offer, &say(id, &about, names))
}

/// An offer with a note on what it does.
fn noted(question: String, label: &str, note: &str) -> Step {
    Step::new(question, label).noted(format!("{DIM}{note}{DIM:#}"))
}

fn single_steps(
    question: String,
    card: Card,
    target: Option<Seat>,
    view: &View,
    names: &Names,
) -> Vec<Step> {
    let told = |id| say(id, &json!({ "kind": view.own(card) }), names);
    let Some(kind) = view.own(card) else {
        return vec![
            noted(question, &told("terminal-blind"), &told("terminal-cursed")).at(1),
            Step::new(told("terminal-which-blind"), "▒").keyed(card.id().into()),
        ];
    };
    let mut steps = vec![noted(question, &table::coloured(kind), &note(kind)).at(1 + rank(kind))];
    let asked = || told("terminal-at-whom");
    steps.extend(target.map(|target| target_step(asked(), target, view, names)));
    steps
}

/// Combos of the same kinds are offered once, whichever cards they are made of.
fn combo_steps(
    question: String,
    cards: &[Card],
    target: Seat,
    view: &View,
    names: &Names,
) -> Vec<Step> {
    let kinds: Vec<Kind> = cards.iter().filter_map(|&card| view.own(card)).collect();
    let what = say("terminal-steal", &json!({ "n": cards.len() }), names);
    let place = COMBOS * cards.len() + kinds.iter().map(|&kind| rank(kind)).min().unwrap_or(0);
    vec![
        noted(question, &capital(&table::combo(&kinds)), &what).at(place),
        target_step(say("terminal-from-whom", &Value::Null, names), target, view, names),
    ]
}

/// A player as a target, with what the viewer knows about them.
fn target_step(question: String, target: Seat, view: &View, names: &Names) -> Step {
    let step = Step::new(question, names.name(target)).keyed(target.index());
    step.noted(table::state(view, target).join("  "))
}

fn nope_question(view: &View, names: &Names) -> String {
    let nopes = if let Phase::Nope { nopes, .. } = view.now { *nopes } else { 0 };
    say("terminal-nope", &json!({ "nopes": nopes }), names)
}

fn nope_steps(card: Card, offer: String, view: &View, names: &Names) -> Vec<Step> {
    let question = nope_question(view, names);
    let told = |id| say(id, &Value::Null, names);
    match view.own(card) {
        Some(_) => vec![Step::new(question, offer).at(1)],
        None => vec![
            Step::new(question, told("terminal-try-blind")).at(1),
            Step::new(told("terminal-which-nope"), "▒").keyed(card.id().into()),
        ],
    }
}

/// An order is chosen card by card, from the top; Enter leaves the rest as it is. Cards of the same kind are
/// interchangeable.
fn arrange_steps(order: &Sealed<CardOrder>, view: &View, names: &Names) -> Vec<Step> {
    let Some(CardOrder(order)) = order.in_the_open() else { return Vec::new() };
    let top: Vec<Kind> = view.pile.iter().map_while(|card| card.face).take(order.len()).collect();
    let (mut chosen, mut left) = (Vec::new(), top.clone());
    let mut steps = Vec::new();
    for &from in order {
        let Some(&kind) = top.get(usize::from(from)) else { break };
        let before = Some(chosen.join(", ")).filter(|before| !before.is_empty());
        let question = say("terminal-arrange", &json!({ "before": before }), names);
        let first = |kinds: &[Kind]| kinds.iter().position(|&there| there == kind);
        steps.push(
            Step::new(question, table::coloured(kind))
                .at(first(&top).unwrap_or_default())
                .enter_if(left.first() == Some(&kind)),
        );
        chosen.push(table::coloured(kind));
        first(&left).map(|at| left.remove(at));
    }
    steps
}

fn tuck_steps(place: &Sealed<Tuck>, view: &View, names: &Names) -> Vec<Step> {
    let Some(Tuck(depth)) = place.in_the_open() else { return Vec::new() };
    let told = |id| say(id, &Value::Null, names);
    let question = told("terminal-tuck");
    let label = match usize::from(*depth) {
        0 => told("end-top"),
        depth if depth == view.pile.len() => told("end-bottom"),
        depth => depth.to_string(),
    };
    vec![Step::new(question, label).numbered((*depth).into())]
}

/// Capitalises the first letter: "Two Tacocats".
fn capital(text: &str) -> String {
    let rest = text.strip_prefix("two ").map(|rest| format!("Two {rest}"));
    let rest = rest.or_else(|| text.strip_prefix("three ").map(|rest| format!("Three {rest}")));
    rest.unwrap_or_else(|| text.to_owned())
}

/// The sort key of a kind.
fn rank(kind: Kind) -> usize {
    Kind::ALL.iter().position(|&other| other == kind).unwrap_or_default()
}

/// What a card does, in a sentence.
fn note(kind: Kind) -> String {
    let key = serde_json::to_value(kind).unwrap_or_default();
    ExplodingKittens::texts().word("card", key.as_str().unwrap_or_default(), Some("text"))
}

/// A message of the game.
fn say(id: &str, about: &Value, names: &Names) -> String {
    ExplodingKittens::texts().say(id, about, names).unwrap_or_default()
}
