//! Herding Cats in a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use facedown_core::{Card, Game, Lens, Seat, Shown};
use facedown_games::herding_cats::{
    Action, DiscardView, HerdView, HerdingCats, Kind, Phase, PlayerView, View, Zone,
};
use facedown_games::{Names, Story};
use serde_json::json;

use super::{Playable, Step};
use crate::draw::card::{self, Face};
use crate::draw::text::{flow, padded, paragraph, width};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();

impl Playable for HerdingCats {
    fn draw(view: &View, names: &Names, columns: usize) -> String {
        let mut out = String::new();
        // You come last, next to your hand.
        let others = view.players.iter().filter(|(seat, _)| view.you != Some(*seat));
        let you = view.players.iter().filter(|(seat, _)| view.you == Some(*seat));
        for (seat, player) in others.chain(you) {
            out += &draw_player(view, names, seat, &player, columns);
        }
        out + &own_hand(view, columns)
    }

    fn glimpse(view: &View, names: &Names, columns: usize) -> String {
        let of = |seat: Seat| {
            let player = view.players.get(seat);
            player.map_or_else(String::new, |p| draw_player(view, names, seat, &p, columns))
        };
        match view.now {
            Phase::Turn | Phase::Over => Self::draw(view, names, columns),
            Phase::Challenge { .. } => of(view.turn) + &hand_line(view, columns),
            Phase::InterceptChallenge { attack, .. } => {
                of(attack.target) + &hand_line(view, columns)
            }
            Phase::Penalty { payer, .. } => of(payer),
            Phase::Select { play } => play.target.map_or_else(String::new, of),
            Phase::Intercept { attack } => match attack.zone {
                // Without numbered cards, because the offers have other numbers.
                Zone::Hand => hand_line(view, columns),
                Zone::Herd => of(attack.target),
            },
        }
    }

    fn reveal(&self, hindsight: &Lens<Kind>, names: &Names, columns: usize) -> String {
        let view = self.view(hindsight);
        let draw =
            |(seat, player)| draw_player_with(turned_over, &view, names, seat, &player, columns);
        let out: String = view.players.iter().map(draw).collect();
        let mut bluffs = Vec::new();
        for (seat, player) in self.players.iter() {
            let herd = player.herd.iter().filter_map(|herd| Some((herd.card, herd.identity?)));
            let discard = player.discard.iter().map(|discard| (discard.card, discard.identity));
            for (card, identity) in herd.chain(discard) {
                if let Some(face) = hindsight.face(card).filter(|&face| face != identity) {
                    let about = json!({ "card": a(face), "declared": a(identity), "player": seat });
                    bluffs.push(say("terminal-bluff", &about, names));
                }
            }
        }
        let id = if bluffs.is_empty() { "terminal-no-bluffs" } else { "terminal-bluffs" };
        let stood = say(id, &json!({ "bluffs": bluffs.join("; ") }), names);
        out + &paragraph("  ", &stood, columns)
    }

    fn steps(action: &Action, view: &View, names: &Names) -> Vec<Step> {
        let prompt = Self::prompt(view, names);
        match *action {
            Action::Play { card, declare, target } => {
                let held = view.you.and_then(|you| view.players.get(you));
                let held = held.and_then(|player| player.hand.iter().find(|c| c.id == card));
                let face = held.and_then(|shown| shown.face);
                let about = json!({ "card": face, "declared": declare });
                let say = |id| say(id, &about, names);
                let which = face.map_or_else(|| card.to_string(), coloured);
                let honest = face == Some(declare);
                let truth = say(if honest { "is-true" } else { "is-bluff" });
                let does = say("terminal-claim");
                let mut steps = vec![
                    Step::new(say("terminal-which"), which).keyed(card.id().into()).drawn(),
                    Step::new(say("terminal-ask-claim"), coloured(declare))
                        .noted(format!("{DIM}{truth} · {does}{DIM:#}"))
                        .first_if(honest),
                ];
                if let Some(target) = target {
                    let at_stake = view.players.get(target).map(|p| at_stake(declare, &p));
                    let at_stake = at_stake.unwrap_or_default();
                    let label = format!("{}  {at_stake}", names.name(target));
                    steps.push(Step::new(say("ask-target"), label).keyed(target.index()));
                }
                steps
            }
            Action::Pick { card } | Action::Select { card } => {
                let label = card_label(card, view);
                vec![Step::new(prompt, label).keyed(card.id().into())]
            }
            _ => {
                let key =
                    if let Action::Intercept { card } = action { card.id().into() } else { 0 };
                vec![Step::new(prompt, Self::offer(action, view, names)).keyed(key)]
            }
        }
    }
}

fn draw_player(
    view: &View,
    names: &Names,
    seat: Seat,
    player: &PlayerView,
    columns: usize,
) -> String {
    let herd_card = if view.you == Some(seat) { own_herd_card } else { herd_card };
    draw_player_with(herd_card, view, names, seat, player, columns)
}

fn draw_player_with(
    herd_card: fn(HerdView) -> String,
    view: &View,
    names: &Names,
    seat: Seat,
    player: &PlayerView,
    columns: usize,
) -> String {
    let turn = view.turn == seat && view.standing.is_none();
    let mark = if turn { "▸" } else { " " };
    let name = if names.is_you(seat) { "You" } else { names.name(seat) };
    let backs = "▒".repeat(player.hand.len());
    let known: Vec<String> =
        player.hand.iter().filter_map(|card| card.face).map(coloured).collect();
    let longest = view.players.iter().map(|(seat, _)| width(names.name(seat))).max();
    let name = padded(name, longest.unwrap_or_default());
    let mut head = format!("{mark} {BOLD}{name}{BOLD:#}  {} in hand", player.hand.len());
    if known.is_empty() && !backs.is_empty() {
        let _ = write!(head, "  {DIM}{backs}{DIM:#}");
    }
    let mut out = head + "\n";
    if view.you != Some(seat) && !known.is_empty() {
        out += &flow("    hand     ", &known, "  ", columns);
    }
    if !player.herd.is_empty() {
        let cards: Vec<String> = player.herd.iter().map(herd_card).collect();
        out += &flow("    herd     ", &cards, "  ", columns);
    }
    if !player.discard.is_empty() {
        let cards: Vec<String> = player.discard.iter().map(discarded).collect();
        out += &flow("    discard  ", &cards, "  ", columns);
    }
    let unused: Vec<String> =
        player.out.iter().filter_map(|card| card.face).map(coloured).collect();
    if !unused.is_empty() {
        out += &flow("    unused   ", &unused, "  ", columns);
    }
    out
}

/// A card in a herd: what it counts as, and its true kind if the viewer knows it and it differs.
fn herd_card(herd: HerdView) -> String {
    let back = back(herd);
    let identity = herd.identity.map_or_else(|| "?".into(), coloured);
    let proof = match (herd.card.face, herd.identity) {
        (Some(face), Some(identity)) if face == identity => " ✓".into(),
        (Some(face), _) => format!(" {DIM}({face}){DIM:#}"),
        (None, _) => String::new(),
    };
    format!("{back} {identity}{proof}")
}

/// A card in the viewer's own herd: its true kind is shown only if it differs.
fn own_herd_card(herd: HerdView) -> String {
    match (herd.card.face, herd.identity) {
        (Some(face), Some(identity)) if face == identity => {
            format!("{} {}", back(herd), coloured(identity))
        }
        _ => herd_card(herd),
    }
}

/// A card in a herd with all cards open: its true kind is shown only if it differs.
fn turned_over(herd: HerdView) -> String {
    own_herd_card(herd).trim_start_matches(['▒', '□', ' ']).to_owned()
}

const fn back(herd: HerdView) -> &'static str {
    if herd.face_up { "□" } else { "▒" }
}

/// What an attack of this kind is aimed at.
fn at_stake(kind: Kind, player: &PlayerView) -> String {
    if kind.attacks() == Some(Zone::Herd) {
        let herd: Vec<String> = player.herd.iter().map(herd_card).collect();
        return herd.join("  ");
    }
    format!("{DIM}{} in hand{DIM:#}", player.hand.len())
}

/// A card on a discard pile: what it counts as, and its true kind if the viewer knows it and it differs.
fn discarded(discard: DiscardView) -> String {
    let shows = discard.card.face.map_or_else(|| "?".into(), coloured);
    match discard.printed {
        Some(face) => format!("{shows} {DIM}({face}){DIM:#}"),
        None => shows,
    }
}

/// The viewer's own hand as a row of cards.
fn own_hand(view: &View, columns: usize) -> String {
    let Some(player) = view.you.and_then(|you| view.players.get(you)) else {
        return String::new();
    };
    let faces: Vec<Face> = player.hand.iter().map(face).collect();
    card::row(&faces, columns)
}

/// The viewer's own hand in one line.
fn hand_line(view: &View, columns: usize) -> String {
    let player = view.you.and_then(|you| view.players.get(you));
    let Some(player) = player.filter(|player| !player.hand.is_empty()) else {
        return String::new();
    };
    let cards: Vec<String> = player.hand.iter().filter_map(|c| c.face).map(coloured).collect();
    flow(&format!("  {BOLD}You{BOLD:#} hold  "), &cards, "  ", columns)
}

fn face(shown: Shown<Kind>) -> Face {
    let Some(kind) = shown.face else { return Face::Back };
    let name = kind.to_string();
    let (first, second) = name.split_once(' ').unwrap_or((&name, ""));
    let value = match (kind.value(false), kind.value(true)) {
        (plain, best) if plain == best => plain.to_string(),
        (plain, best) => format!("{plain}·{best}"),
    };
    Face::Shown { lines: [first.into(), second.into()], corner: value, style: style(kind) }
}

/// A card as an offer to a player who may not see its face.
fn card_label(card: Card, view: &View) -> String {
    let herd = view.players.iter().flat_map(|(_, player)| player.herd.iter());
    let herd = herd.into_iter().find(|there| there.card.id == card);
    let hand = view.players.iter().flat_map(|(_, player)| player.hand.iter());
    let face = hand.into_iter().find(|there| there.id == card).and_then(|there| there.face);
    match (herd, face) {
        (Some(herd), _) => herd_card(herd),
        (None, Some(kind)) => coloured(kind),
        (None, None) => "▒".into(),
    }
}

fn coloured(kind: Kind) -> String {
    let style = style(kind);
    format!("{style}{kind}{style:#}")
}

/// A card as it stands in a sentence: "an Alley Cat".
fn a(kind: Kind) -> String {
    let style = style(kind);
    let key = json!(kind);
    let word = HerdingCats::texts().word("card", key.as_str().unwrap_or_default(), None);
    format!("{style}{word}{style:#}")
}

/// A message of this game.
fn say(id: &str, about: &serde_json::Value, names: &Names) -> String {
    HerdingCats::texts().say(id, about, names).unwrap_or_default()
}

const fn style(kind: Kind) -> Style {
    match kind {
        Kind::Kitten => AnsiColor::Yellow.on_default(),
        Kind::ShowCat => AnsiColor::Magenta.on_default().bold(),
        Kind::AlleyCat => AnsiColor::Cyan.on_default(),
        Kind::Catnip => AnsiColor::Green.on_default(),
        Kind::AnimalControl => AnsiColor::BrightBlue.on_default(),
        Kind::LaserPointer => AnsiColor::Red.on_default(),
    }
}
