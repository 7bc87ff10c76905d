//! The table of Exploding Kittens, part by part.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use facedown_core::{Seat, Shown};
use facedown_games::Names;
use facedown_games::exploding_kittens::{Imploding, Kind, Phase, Play, PlayerView, View};

use crate::draw::card::{self, Face};
use crate::draw::text::{flow, padded, paragraph, width};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
/// The width from which on cards are drawn as boxes.
const ROOMY: usize = 60;

/// The draw pile with the cards that the viewer knows at their positions, and the discard pile.
pub(super) fn piles(view: &View, columns: usize) -> String {
    pile(view, columns) + &discard(view, columns)
}

/// The draw pile with the cards that the viewer knows at their positions.
pub(super) fn pile(view: &View, columns: usize) -> String {
    let count = view.pile.len();
    let head = format!("  {DIM}pile{DIM:#}     {BOLD}{count}{BOLD:#}  ");
    let faces: Vec<Option<Kind>> = view.pile.iter().map(|card| card.face).collect();
    let runs = faces.chunk_by(|one, other| one == other);
    let mut pieces: Vec<String> = runs
        .filter_map(|run| Some(times(*run.first()?, run.len())))
        .filter(|_| faces.iter().any(Option::is_some))
        .collect();
    if let Some(top) = pieces.first_mut() {
        *top = format!("{DIM}top{DIM:#} {top}");
    }
    let is_seen = faces.contains(&Some(Kind::ImplodingKitten));
    let is_out = matches!(view.now, Phase::Tuck { .. });
    if view.imploding == Imploding::FaceUp && !is_seen && !is_out {
        pieces.push(format!("{BAD}the Imploding Kitten is in it, face up{BAD:#}"));
    }
    line(&head, &pieces, &format!(" {DIM}·{DIM:#} "), columns)
}

/// A number of equal cards: "Skip", "▒ ×12".
fn times(kind: Option<Kind>, count: usize) -> String {
    let what = kind.map_or_else(|| format!("{DIM}▒{DIM:#}"), coloured);
    if count == 1 { what } else { format!("{what} {DIM}×{count}{DIM:#}") }
}

fn discard(view: &View, columns: usize) -> String {
    let count = view.discard.len();
    let head = format!("  {DIM}discard{DIM:#}  {BOLD}{count}{BOLD:#}  ");
    let last = view.discard.iter().rev().filter_map(|card| card.face).take(3);
    let mut last: Vec<String> = last.map(coloured).collect();
    if let Some(top) = last.first_mut() {
        *top = format!("{DIM}top{DIM:#} {top}");
    }
    line(&head, &last, &format!(" {DIM}·{DIM:#} "), columns)
}

/// All players, the viewer last, next to their hand.
pub(super) fn players(view: &View, names: &Names, columns: usize) -> String {
    let seats = view.players.seats();
    let first = view.you.map_or(seats.first(), |you| seats.after(you));
    let living = view.players.values().iter().filter(|player| player.alive).count();
    let mut out = String::new();
    if living > 2 && view.standing.is_none() {
        let way = if view.turns.reversed { "↑ upwards, reversed" } else { "↓ downwards" };
        out = format!("  {DIM}order{DIM:#}    {way}\n");
    }
    for seat in seats.from(first) {
        out += &player(view, seat, names, columns);
    }
    out
}

/// One player: the hand as the viewer sees it, and curses and turns to take.
pub(super) fn player(view: &View, seat: Seat, names: &Names, columns: usize) -> String {
    let Some(player) = view.players.get(seat) else { return String::new() };
    let turn = view.turns.seat == seat && view.standing.is_none();
    let mark = if turn { "▸" } else { " " };
    let longest = view.players.iter().map(|(seat, _)| width(&name(names, seat))).max();
    let name = padded(&name(names, seat), longest.unwrap_or_default());
    if !player.alive {
        let head = format!("{DIM}{mark} {name}  dead{DIM:#}  ");
        let out: Vec<String> =
            player.out.iter().filter_map(|card| card.face).map(coloured).collect();
        return line(&head, &out, "  ", columns);
    }
    let mut pieces = state(view, seat);
    let count = if pieces.is_empty() { String::new() } else { pieces.remove(0) };
    let head = format!("{mark} {BOLD}{name}{BOLD:#}  {count:>10}  ");
    line(&head, &pieces, "  ", columns)
}

/// How many cards a player has, what the viewer sees of them, and curses and turns to take.
pub(super) fn state(view: &View, seat: Seat) -> Vec<String> {
    let Some(player) = view.players.get(seat) else { return Vec::new() };
    let mut pieces = vec![format!("{} in hand", player.hand.len())];
    pieces.extend(match view.you {
        None if view.standing.is_some() => turned_over(player),
        // The owner's hand is drawn below; here is what the others see of it.
        Some(you) if you == seat && !player.cursed => marks(player),
        _ => backs(player),
    });
    pieces.extend(burdens(view, seat, player));
    pieces
}

/// Pieces after a head, without trailing blanks.
fn line(head: &str, pieces: &[String], gap: &str, columns: usize) -> String {
    flow(if pieces.is_empty() { head.trim_end() } else { head }, pieces, gap, columns)
}

/// A player's curse, and the turns they have to take.
fn burdens(view: &View, seat: Seat, player: &PlayerView) -> Vec<String> {
    let mut burdens = Vec::new();
    if player.cursed {
        burdens.push(format!("{BAD}cursed{BAD:#}"));
    }
    let owed = view.turns.owed;
    let now = view.turns.seat == seat && view.standing.is_none();
    if now && owed.turns > 1 {
        burdens.push(format!("{BAD}{} turns to take{BAD:#}", owed.turns));
    } else if now && owed.under_attack {
        burdens.push(format!("{BAD}last turn under attack{BAD:#}"));
    }
    match view.turns.pending.get(seat) {
        None | Some(0) => {}
        Some(turns) => burdens.push(format!("{BAD}{turns} turns waiting{BAD:#}")),
    }
    burdens
}

/// The hand of another player, in order: ▒ is a back, □ is face up.
fn backs(player: &PlayerView) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut run = String::new();
    for (at, card) in (0..).zip(player.hand.iter()) {
        match card_label(card, player.marked.contains(&at)) {
            Some(label) => {
                pieces.extend(Some(std::mem::take(&mut run)).filter(|run| !run.is_empty()));
                pieces.push(label);
            }
            None => run.push('▒'),
        }
    }
    pieces.extend(Some(run).filter(|run| !run.is_empty()));
    pieces
}

/// The cards of a hand that are face up.
fn marks(player: &PlayerView) -> Vec<String> {
    let marked = player.marked.iter().filter_map(|&at| player.hand.get(usize::from(at)));
    marked.filter_map(|card| card_label(card, true)).collect()
}

/// A card in the hand of another player, if the viewer sees more than its back.
fn card_label(card: Shown<Kind>, marked: bool) -> Option<String> {
    let back = if marked { "□" } else { "▒" };
    card.face.map(|kind| format!("{back} {}", coloured(kind)))
}

/// A hand with all cards open.
fn turned_over(player: &PlayerView) -> Vec<String> {
    player.hand.iter().filter_map(|card| card.face).map(coloured).collect()
}

/// A card of any hand as an offer: "▒", "□ Skip".
pub(super) fn pick_label(view: &View, card: facedown_core::Card) -> String {
    let hands = view.players.values().iter();
    let label = hands.into_iter().find_map(|player| {
        let at = player.hand.iter().position(|there| there.id == card)?;
        let marked = player.marked.iter().any(|&marked| usize::from(marked) == at);
        card_label(player.hand.get(at)?, marked)
    });
    label.unwrap_or_else(|| "▒".into())
}

/// The viewer's own hand as a count of each kind, in the order of the kinds.
pub(super) fn own(view: &View) -> Vec<(Option<Kind>, usize)> {
    let player = view.you.and_then(|you| view.players.get(you));
    let mut cards: Vec<Option<Kind>> =
        player.iter().flat_map(|player| player.hand.iter()).map(|card| card.face).collect();
    cards.sort_unstable();
    let mut groups: Vec<(Option<Kind>, usize)> = Vec::new();
    for kind in cards {
        match groups.last_mut() {
            Some((last, count)) if *last == kind => *count += 1,
            _ => groups.push((kind, 1)),
        }
    }
    groups
}

/// The viewer's own hand as a row of cards, or in one line if there is little room.
pub(super) fn hand(view: &View, columns: usize) -> String {
    if columns < ROOMY {
        return hand_line(view, columns);
    }
    let faces: Vec<Face> = own(view).into_iter().map(|(kind, count)| face(kind, count)).collect();
    if faces.is_empty() { String::new() } else { card::wide_row(&faces, columns) }
}

/// The viewer's own hand in one line.
pub(super) fn hand_line(view: &View, columns: usize) -> String {
    let cards: Vec<String> =
        own(view).into_iter().map(|(kind, count)| times(kind, count)).collect();
    if cards.is_empty() {
        return String::new();
    }
    flow(&format!("  {BOLD}You{BOLD:#} hold  "), &cards, "  ", columns)
}

fn face(kind: Option<Kind>, count: usize) -> Face {
    let many = if count == 1 { String::new() } else { format!("×{count}") };
    let (lines, style) = match kind {
        Some(kind) => (printed(kind), style(kind)),
        None => (["▒▒▒▒▒▒▒▒"; 2], DIM),
    };
    Face::Shown { lines: lines.map(str::to_owned), corner: many, style }
}

/// What was played, and the Nopes so far.
pub(super) fn chain(view: &View, names: &Names, columns: usize) -> String {
    let Phase::Nope { play, nopes, .. } = &view.now else { return String::new() };
    let mut out = paragraph("  ", &played(play, view, names), columns);
    for nope in 1..=*nopes {
        let indent = "  ".repeat(usize::from(nope));
        let comes_to = if nope % 2 == 1 { "stopped" } else { "goes through" };
        let style = if nope == *nopes { BOLD } else { DIM };
        let nope = coloured(Kind::Nope);
        let _ = writeln!(out, "{indent}└ {nope}{DIM}:{DIM:#} {style}{comes_to}{style:#}");
    }
    out
}

/// "Mittens plays an Attack", and what it does.
fn played(play: &Play, view: &View, names: &Names) -> String {
    let about = serde_json::to_value(view).unwrap_or_default();
    let note = match play.cards[..] {
        [_] => format!(" {DIM}· {}{DIM:#}", super::note(play.kind)),
        _ => String::new(),
    };
    super::say("play", &about, names) + &note
}

/// Cards that are played together: "Skip", "two Tacocats", "Tacocat + Feral Cat".
pub(super) fn combo(kinds: &[Kind]) -> String {
    let mut sorted = kinds.to_vec();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|one, other| one == other);
    let parts: Vec<String> = groups
        .map(|group| match group {
            [] => String::new(),
            [kind] => coloured(*kind),
            [kind, _] => format!("two {}s", coloured(*kind)),
            [kind, ..] => format!("three {}s", coloured(*kind)),
        })
        .collect();
    parts.join(" + ")
}

/// "You", "Ann".
pub(super) fn name(names: &Names, seat: Seat) -> String {
    if names.is_you(seat) { "You".into() } else { names.name(seat).to_owned() }
}

pub(super) fn coloured(kind: Kind) -> String {
    let style = style(kind);
    format!("{style}{kind}{style:#}")
}

const fn style(kind: Kind) -> Style {
    match kind {
        Kind::ExplodingKitten | Kind::ImplodingKitten => BAD,
        Kind::Defuse => AnsiColor::Green.on_default().bold(),
        Kind::StreakingKitten => AnsiColor::Green.on_default(),
        Kind::Nope => AnsiColor::Magenta.on_default().bold(),
        Kind::Attack | Kind::TargetedAttack => AnsiColor::Yellow.on_default().bold(),
        Kind::Skip | Kind::SuperSkip | Kind::Reverse | Kind::DrawFromTheBottom => {
            AnsiColor::Cyan.on_default()
        }
        Kind::Shuffle
        | Kind::SwapTopAndBottom
        | Kind::SeeTheFuture
        | Kind::SeeTheFutureFive
        | Kind::AlterTheFuture
        | Kind::AlterTheFutureFive => AnsiColor::BrightBlue.on_default(),
        Kind::Mark
        | Kind::CurseOfTheCatButt
        | Kind::CatomicBomb
        | Kind::GarbageCollection
        | Kind::Favor => AnsiColor::Magenta.on_default(),
        Kind::Tacocat
        | Kind::BeardCat
        | Kind::RainbowRalphingCat
        | Kind::HairyPotatoCat
        | Kind::Cattermelon
        | Kind::FeralCat => Style::new(),
    }
}

/// The name on a card, in two lines.
const fn printed(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::ExplodingKitten => ["Exploding", "Kitten"],
        Kind::ImplodingKitten => ["Imploding", "Kitten"],
        Kind::Defuse => ["Defuse", ""],
        Kind::Nope => ["Nope", ""],
        Kind::Attack => ["Attack", ""],
        Kind::TargetedAttack => ["Targeted", "Attack"],
        Kind::Skip => ["Skip", ""],
        Kind::SuperSkip => ["Super", "Skip"],
        Kind::Shuffle => ["Shuffle", ""],
        Kind::SeeTheFuture => ["See the", "Future"],
        Kind::SeeTheFutureFive => ["See the", "Future (5)"],
        Kind::AlterTheFuture => ["Alter the", "Future"],
        Kind::AlterTheFutureFive => ["Alter the", "Future (5)"],
        Kind::Reverse => ["Reverse", ""],
        Kind::DrawFromTheBottom => ["Draw from", "the Bottom"],
        Kind::SwapTopAndBottom => ["Swap Top", "and Bottom"],
        Kind::Mark => ["Mark", ""],
        Kind::CurseOfTheCatButt => ["Curse of", "Cat Butt"],
        Kind::CatomicBomb => ["Catomic", "Bomb"],
        Kind::GarbageCollection => ["Garbage", "Collection"],
        Kind::StreakingKitten => ["Streaking", "Kitten"],
        Kind::Favor => ["Favor", ""],
        Kind::Tacocat => ["Tacocat", ""],
        Kind::BeardCat => ["Beard", "Cat"],
        Kind::RainbowRalphingCat => ["Rainbow-", "Ralphing"],
        Kind::HairyPotatoCat => ["Hairy", "Potato Cat"],
        Kind::Cattermelon => ["Catter-", "melon"],
        Kind::FeralCat => ["Feral", "Cat"],
    }
}
