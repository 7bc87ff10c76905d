//! Exploding Kittens in a terminal.

use anstyle::Style;
use facedown_core::{Card, CardOrder, Sealed, Seat, Table, Tuck};
use facedown_games::exploding_kittens::{Action, ExplodingKittens, Kind, Phase, View};
use facedown_games::{Names, Story};

use super::{Playable, Row, Step, rows};

mod table;

const DIM: Style = Style::new().dimmed();
/// Combos stand below single cards, and these below the draw.
const COMBOS: usize = 100;

impl Playable for ExplodingKittens {
    const SCORE: &'static str = "outlived";

    const RULES_IN_SHORT: &'static [&'static str] = &[
        "In your turn play as many cards as you like, or none; then draw a card, which ends it. Occupant draws \
         an Exploding Kitten and has no Defuse is dead. A Defuse saves you, and you tuck the kitten back \
         into the pile, wherever you like. The last one alive wins.",
        "Nope stops what somebody else has just played, or their Nope, but no kitten and no Defuse. \
         Everybody is asked after everything that is played; while you hold no Nope, you pass by yourself. \
         Pass all this turn: you are not asked again until the turn ends.",
        "Attack: end your turn without drawing, and the next player takes two; under attack, you pass \
         on what you still owe, and two more. Skip: end one turn without drawing. Shuffle: the pile. \
         See the Future: look at the top three cards.",
        "Two cats of a kind steal a card, picked blind; three steal one that you name. Favor: somebody \
         gives you a card of their choice.",
        "Imploding: Targeted Attack hits anyone, when their turn comes. Reverse turns the order of play \
         round and ends one turn. Draw from the Bottom does just that. Alter the Future lets you put \
         the top cards in another order. A Feral Cat goes with any cat. Occupant draws the Imploding Kitten \
         first puts it back face up; who draws it then is dead, Defuse or not.",
        "Streaking: with a Streaking Kitten you may keep one Exploding Kitten in your hand, in secret. Super Skip \
         ends all turns you owe. Swap Top and Bottom: of the pile. Mark: a card of another hand lies \
         face up. Curse of the Cat Butt: somebody cannot see their hand until a safe draw. Catomic Bomb: \
         all Exploding Kittens go on top, and your turn ends. Garbage Collection: everybody gives a card to \
         the pile.",
        "On the table: ▒ is a card that lies face down, □ lies face up for all; a name beside it says that \
         you know it. The pile is shown from its top.",
    ];

    fn statistics(table: &Table<Self>) -> Vec<Row> {
        rows(
            table,
            &[
                ("Cards drawn", |counts| counts.drawn),
                ("Plays", |counts| counts.played),
                ("Plays stopped", |counts| counts.stopped),
                ("Nopes", |counts| counts.nopes),
                ("Cards taken", |counts| counts.taken),
                ("Attacks", |counts| counts.attacks),
                ("Kittens defused", |counts| counts.defused),
            ],
        )
    }

    fn draw(view: &View, names: &Names, columns: usize) -> String {
        let hand = match view.standing {
            // With everything turned over the hands stand beside the names.
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

    /// Who has nothing to Nope with passes; and where there is no choice, there is no question.
    fn goes_without_saying<'a>(legal: &'a [Action], view: &View) -> Option<&'a Action> {
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
        match action {
            Action::Draw {} => vec![draw_step(question, view)],
            Action::Play { card, target } => single_steps(question, *card, *target, view, names),
            Action::Pair { cards, target } => {
                combo_steps(question, cards.cards(), *target, view, names)
            }
            Action::Triple { cards, target } => {
                combo_steps(question, cards.cards(), *target, view, names)
            }
            Action::Aim { target } => vec![target_step(question, *target, view, names)],
            Action::Pass {} => vec![Step::new(nope_question(view), "Pass").enter_if(true)],
            Action::Nope { card } => nope_steps(*card, view),
            Action::PassTurn {} => {
                vec![Step::new(nope_question(view), "Pass all this turn").at(2)]
            }
            Action::Shuffle { times } => {
                let label = if *times == 1 { "once".into() } else { times.to_string() };
                vec![Step::new(question, label).numbered(*times).enter_if(*times == 1)]
            }
            Action::Arrange { order } => arrange_steps(order, view),
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
                Some(_) => vec![Step::new(question, "Defuse it")],
                None => vec![Step::new(question, "▒").keyed(card.id().into())],
            },
            Action::Tuck { place } => tuck_steps(question, place, view),
            Action::Keep {} | Action::Unmask { .. } => {
                vec![Step::new(question, Self::offer(action, view, names))]
            }
        }
    }
}

/// What is drawn, as far as one knows.
fn draw_step(question: String, view: &View) -> Step {
    let note = match view.pile.first().map(|card| card.face) {
        Some(Some(kind)) => format!("on top: {}", table::coloured(kind)),
        Some(None) => format!("{DIM}the top card of {}{DIM:#}", view.pile.len()),
        None => format!("{DIM}there is nothing left to draw{DIM:#}"),
    };
    Step::new(question, "Draw").noted(note)
}

/// An offer and what it does.
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
    let Some(kind) = view.own(card) else {
        return vec![
            noted(question, "Play a card blind", "you are cursed").at(1),
            Step::new("Which card do you play, unseen?", "▒").keyed(card.id().into()),
        ];
    };
    let mut steps = vec![noted(question, &table::coloured(kind), note(kind)).at(1 + rank(kind))];
    let asked = format!("{kind}: at whom?");
    steps.extend(target.map(|target| target_step(asked, target, view, names)));
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
    let what = if cards.len() == 3 { "steal a card that you name" } else { "steal a card blind" };
    let place = COMBOS * cards.len() + kinds.iter().map(|&kind| rank(kind)).min().unwrap_or(0);
    vec![
        noted(question, &capital(&table::combo(&kinds)), what).at(place),
        target_step("From whom do you steal?".into(), target, view, names),
    ]
}

/// A player, and what there is to know before one aims at them.
fn target_step(question: String, target: Seat, view: &View, names: &Names) -> Step {
    let step = Step::new(question, names.name(target)).keyed(target.index());
    step.noted(table::state(view, target).join("  "))
}

fn nope_question(view: &View) -> &'static str {
    match &view.now {
        Phase::Nope { nopes, .. } if nopes % 2 == 1 => "Nope the Nope?",
        Phase::Nope { nopes, .. } if *nopes > 0 => "Nope it again?",
        _ => "Nope it?",
    }
}

fn nope_steps(card: Card, view: &View) -> Vec<Step> {
    let question = nope_question(view);
    match view.own(card) {
        Some(_) => vec![Step::new(question, "Nope!").at(1)],
        None => vec![
            Step::new(question, "Try a card blind").at(1),
            Step::new("Which card do you try, unseen?", "▒").keyed(card.id().into()),
        ],
    }
}

/// An order is chosen card by card, from the top; Enter leaves what can be left as it is. Cards of the same
/// kind are as good as each other.
fn arrange_steps(order: &Sealed<CardOrder>, view: &View) -> Vec<Step> {
    let Some(CardOrder(order)) = order.in_the_open() else { return Vec::new() };
    let top: Vec<Kind> = view.pile.iter().map_while(|card| card.face).take(order.len()).collect();
    let (mut chosen, mut left) = (Vec::new(), top.clone());
    let mut steps = Vec::new();
    for &from in order {
        let Some(&kind) = top.get(usize::from(from)) else { break };
        let question = if chosen.is_empty() {
            "Which card shall lie on top?".to_owned()
        } else {
            format!("From the top: {}, and then?", chosen.join(", "))
        };
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

fn tuck_steps(question: String, place: &Sealed<Tuck>, view: &View) -> Vec<Step> {
    let Some(Tuck(depth)) = place.in_the_open() else { return Vec::new() };
    let label = match usize::from(*depth) {
        0 => "top".to_owned(),
        depth if depth == view.pile.len() => "bottom".to_owned(),
        depth => depth.to_string(),
    };
    vec![Step::new(question, label).numbered((*depth).into())]
}

/// "two Tacocats" as it begins a line.
fn capital(text: &str) -> String {
    let rest = text.strip_prefix("two ").map(|rest| format!("Two {rest}"));
    let rest = rest.or_else(|| text.strip_prefix("three ").map(|rest| format!("Three {rest}")));
    rest.unwrap_or_else(|| text.to_owned())
}

/// Where a kind stands in a list.
fn rank(kind: Kind) -> usize {
    Kind::ALL.iter().position(|&other| other == kind).unwrap_or_default()
}

/// What a card does, in a few words.
const fn note(kind: Kind) -> &'static str {
    match kind {
        Kind::Attack => "no draw; the next player takes two turns",
        Kind::TargetedAttack => "no draw; they take two turns",
        Kind::Skip => "end one turn, no draw",
        Kind::SuperSkip => "end all turns owed, no draw",
        Kind::Shuffle => "the pile",
        Kind::SeeTheFuture => "look at the top three",
        Kind::SeeTheFutureFive => "look at the top five",
        Kind::AlterTheFuture => "reorder the top three",
        Kind::AlterTheFutureFive => "reorder the top five",
        Kind::Reverse => "turn the order round, no draw",
        Kind::DrawFromTheBottom => "instead of the top",
        Kind::SwapTopAndBottom => "of the pile, unseen",
        Kind::Mark => "turn one of their cards face up",
        Kind::CurseOfTheCatButt => "they cannot see their own hand",
        Kind::CatomicBomb => "all Exploding Kittens on top, no draw",
        Kind::GarbageCollection => "everybody gives a card to the pile",
        Kind::Favor => "get a card of their choice",
        Kind::ExplodingKitten
        | Kind::ImplodingKitten
        | Kind::Defuse
        | Kind::Nope
        | Kind::StreakingKitten
        | Kind::Tacocat
        | Kind::BeardCat
        | Kind::RainbowRalphingCat
        | Kind::HairyPotatoCat
        | Kind::Cattermelon
        | Kind::FeralCat => "",
    }
}
