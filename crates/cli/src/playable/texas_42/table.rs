//! The table of Texas 42, part by part.

use anstyle::{AnsiColor, Style};
use facedown_core::{Card, Seat};
use facedown_games::texas_42::{
    Action, Bid, Contract, Domino, NelloDoubles, Phase, Played, PlayerView, Suits, Texas42, Trick,
    Trump, partner, team,
};
use facedown_games::{Names, Story};
use serde_json::{Value, json};

use super::say;
use crate::draw::text::{flow, padded, paragraph, width};
use crate::draw::tile::{self, Place, Tile};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
const TRUMP: Style = AnsiColor::Yellow.on_default().bold();
/// The maximum width of a name above a domino.
const SHORT: usize = 9;
/// The width from which on more than the necessary is drawn.
const ROOMY: usize = 60;

/// What a trump is called, or another form of the message: its `text` says what it means.
pub(super) fn trump_word(trump: Trump, form: Option<&str>) -> String {
    let key = json!(trump);
    Texas42::texts().word("trump", key.as_str().unwrap_or_default(), form)
}

/// Whether this is a trump.
pub(super) fn is_trump(domino: Domino, trump: Option<Trump>) -> bool {
    match trump {
        None | Some(Trump::NoTrump | Trump::Nello | Trump::Sevens) => false,
        Some(Trump::Doubles) => domino.is_double(),
        Some(trump) => {
            Trump::USUAL.iter().zip(0..).any(|(&usual, pips)| usual == trump && domino.has(pips))
        }
    }
}

/// Trumps first, then by the higher end.
pub(super) fn sort(dominoes: &mut [Domino], trump: Option<Trump>) {
    dominoes.sort_by_key(|&domino| place(domino, trump));
}

/// The sort key of a domino in a hand. Doubles come first in their suit.
fn place(domino: Domino, trump: Option<Trump>) -> impl Ord + use<> {
    use std::cmp::Reverse;
    let is_trump = is_trump(domino, trump);
    let by_double = is_trump && domino.is_double();
    Reverse((is_trump, by_double, domino.high(), domino.is_double(), domino.low()))
}

/// The dominoes of the viewer's own hand, in the order in which they are drawn.
pub(super) fn sorted(view: &PlayerView) -> Vec<(Card, Domino)> {
    let hand = view.own.iter().flat_map(|own| own.hand.iter());
    let mut hand: Vec<(Card, Domino)> =
        hand.filter_map(|shown| Some((shown.id, shown.face?))).collect();
    hand.sort_by_key(|&(_, domino)| place(domino, view.trump));
    hand
}

/// Draws the viewer's own hand, with numbers below the playable dominoes.
pub(super) fn hand(view: &PlayerView, columns: usize) -> String {
    let legal = view.valid_actions.list();
    let is_playing = matches!(view.phase, Phase::Playing { .. }) && !legal.is_empty();
    let mut numbers = 1..;
    let tiles: Vec<_> = sorted(view)
        .into_iter()
        .map(|(card, domino)| {
            let can_be_played = legal.contains(&Action::PlayDomino { card });
            let number = if can_be_played { numbers.next() } else { None };
            let shown = if is_playing && !can_be_played {
                Tile { style: DIM, ..drawn(domino, view.trump) }
            } else {
                drawn(domino, view.trump)
            };
            (shown, number)
        })
        .collect();
    if tiles.is_empty() { String::new() } else { tile::upright(&tiles, columns) }
}

fn drawn(domino: Domino, trump: Option<Trump>) -> Tile {
    let style = if is_trump(domino, trump) { TRUMP } else { BOLD };
    Tile { ends: [domino.high(), domino.low()], count: domino.count(), style }
}

/// The calls so far, and who still has to call.
pub(super) fn auction(view: &PlayerView, names: &Names, columns: usize) -> String {
    let first = view.bids.first().map(|call| call.player).or(view.current_player);
    let (Some(first), false) = (first, view.trump.is_some()) else { return String::new() };
    let highest = view.contract.map(|(seat, _)| seat);
    let calls: Vec<String> = around(first)
        .map(|seat| {
            let called = view.bids.iter().find(|call| call.player == seat).map(|call| call.bid);
            let mut who = name(names, seat);
            if seat == view.dealer {
                who = say("terminal-shakes", &json!({ "name": who }), names);
            }
            match called {
                Some(Bid::Pass) => {
                    let passed = say("terminal-passed", &json!({ "name": who }), names);
                    format!("{DIM}{passed}{DIM:#}")
                }
                Some(bid) if highest == Some(seat) => format!("{who} {BOLD}{bid}{BOLD:#}"),
                Some(bid) => format!("{who} {bid}"),
                None if view.current_player == Some(seat) => format!("▸ {who}"),
                None => format!("{DIM}{who} …{DIM:#}"),
            }
        })
        .collect();
    let title = say("terminal-bids", &Value::Null, names);
    flow(&format!("  {DIM}{title}{DIM:#}  "), &calls, "   ", columns)
}

/// The contract and the side that plays it.
pub(super) fn contract(view: &PlayerView, names: &Names, columns: usize) -> String {
    let (Some((bidder, contract)), Some(trump)) = (view.contract, view.trump) else {
        return String::new();
    };
    let what = match trump {
        Trump::NoTrump | Trump::Nello | Trump::Sevens => trump_word(trump, None),
        _ => {
            let trump = format!("{TRUMP}{}{TRUMP:#}", trump_word(trump, None));
            say("terminal-are-trump", &json!({ "trump": trump }), names)
        }
    };
    let trick = match view.phase {
        Phase::Playing { .. } => {
            let number = json!({ "n": view.tricks.len() + 1 });
            format!(" · {}", say("terminal-trick", &number, names))
        }
        _ => String::new(),
    };
    let bid = say("bid", &json!({ "bid": contract.bid }), names);
    let about = json!({ "name": name(names, bidder), "bid": format!("{BOLD}{bid}{BOLD:#}") });
    let bid = say("terminal-contract", &about, names);
    paragraph("  ", &format!("{bid} · {what}{trick}"), columns)
}

/// The marks and points of each side.
pub(super) fn sides(view: &PlayerView, names: &Names, columns: usize) -> String {
    let ours = view.player_id.map_or(0, team);
    let mut pairs = [ours, 1 - ours].map(|side| (side, side_name(names, side)));
    if view.player_id.is_some() && columns >= ROOMY {
        pairs[0].1 = say("terminal-with-partner", &json!({ "names": pairs[0].1 }), names);
    }
    let longest = pairs.iter().map(|(_, name)| width(name)).max().unwrap_or_default();
    let mut out = String::new();
    for (side, name) in pairs {
        let marks = json!({ "marks": view.team_marks[side], "target": view.game_target });
        let mut pieces = vec![padded(&name, longest), say("terminal-marks", &marks, names)];
        if let (Some((bidder, contract)), Some(trump)) = (view.contract, view.trump) {
            let is_bidder = side == team(bidder);
            pieces.push(count(view, names, side, is_bidder, contract, trump));
        }
        out += &flow("  ", &pieces, "   ", columns);
    }
    out
}

/// The points that a side has in this hand, and what it needs.
fn count(
    view: &PlayerView,
    names: &Names,
    side: usize,
    is_bidder: bool,
    contract: Contract,
    trump: Trump,
) -> String {
    let mut won = view.tricks.iter().filter(|trick| team(trick.winner) == side).count();
    let mut taken = view.team_scores[side];
    // A complete trick counts already, although it is still on the table.
    if let Phase::TrickComplete { winner, .. } = view.phase
        && team(winner) == side
    {
        won += 1;
        taken += 1 + view.current_trick.iter().map(|played| played.domino.count()).sum::<u8>();
    }
    let need = if is_bidder { contract.points() } else { 43 - contract.points() };
    let (taken, id) = match (trump, is_bidder, taken >= need) {
        (Trump::Nello, true, _) => (won, "terminal-no-trick-needed"),
        (Trump::Sevens, true, _) => (won, "terminal-all-tricks-needed"),
        (Trump::Nello | Trump::Sevens, false, _) => (won, "terminal-tricks"),
        (_, true, true) => (taken.into(), "terminal-made"),
        (_, false, true) => (taken.into(), "terminal-set"),
        (_, true, false) => (taken.into(), "terminal-needed"),
        (_, false, false) => (taken.into(), "terminal-needed-to-set"),
    };
    let need = say(id, &json!({ "n": won, "need": need }), names);
    format!("{BOLD}{taken:>2}{BOLD:#} {need}")
}

/// The finished tricks, one line each.
pub(super) fn tricks<'a>(
    tricks: impl Iterator<Item = &'a Trick>,
    names: &Names,
    columns: usize,
) -> String {
    let mut out = String::new();
    for (number, trick) in (1..).zip(tricks) {
        let plays: Vec<String> = trick
            .plays
            .iter()
            .map(|played| {
                let text = format!("{} {}", name(names, played.player), played.domino);
                if played.player == trick.winner {
                    format!("{BOLD}{text}{BOLD:#}▲")
                } else {
                    text
                }
            })
            .chain([{
                let points = say("points", &json!({ "points": trick.points }), names);
                format!("{DIM}{points}{DIM:#}")
            }])
            .collect();
        out += &flow(&format!("  {DIM}{number:>4}{DIM:#}  "), &plays, "  ", columns);
    }
    out
}

/// The current trick, or the last one if it has ended the hand.
pub(super) fn trick(view: &PlayerView, names: &Names, columns: usize) -> String {
    let last = view.tricks.last().filter(|_| matches!(view.phase, Phase::HandComplete { .. }));
    let plays = last.map_or(view.current_trick, |trick| &trick.plays);
    let Some(led) = plays.first() else { return String::new() };
    let best = match view.phase {
        Phase::TrickComplete { winner, .. } => Some(winner),
        _ => last.map_or_else(|| winning(view, plays), |trick| Some(trick.winner)),
    };
    let out = match (view.trump, view.contract) {
        (Some(Trump::Nello), Some((bidder, _))) => Some(partner(bidder)),
        _ => None,
    };
    let seats = around(led.player).filter(|&seat| out != Some(seat));
    let places: Vec<Place> = seats
        .map(|seat| {
            let played = plays.iter().find(|played| played.player == seat);
            let turn = played.is_none() && view.current_player == Some(seat);
            let mark = if turn { "▸ " } else { "" };
            let mut below = Vec::new();
            if best == Some(seat) {
                below.push("▲".to_owned());
            }
            if view.player_id.map(partner) == Some(seat) {
                below.push(format!("{DIM}{}{DIM:#}", say("terminal-partner", &Value::Null, names)));
            } else if seat == led.player {
                below.push(format!("{DIM}{}{DIM:#}", say("terminal-led", &Value::Null, names)));
            }
            let short: String = name(names, seat).chars().take(SHORT).collect();
            Place {
                above: format!(" {mark}{short}"),
                tile: played.map(|played| drawn(played.domino, view.trump)),
                below: format!("  {}", below.join(" ")),
            }
        })
        .collect();
    tile::lying(&places, columns)
}

/// Whose domino is highest so far; `None` where that depends on how doubles count in Nello, which the view does not show.
fn winning(view: &PlayerView, plays: &[Played]) -> Option<Seat> {
    let trump = view.trump?;
    let dominoes: Vec<Domino> = plays.iter().map(|played| played.domino).collect();
    let under = |nello| Suits::under(trump, nello).winner(&dominoes);
    let best = under(NelloDoubles::Suit)?;
    let agree = [NelloDoubles::High, NelloDoubles::Low].map(under) == [Some(best); 2];
    plays.get(best).filter(|_| agree).map(|played| played.player)
}

/// All four seats, starting with this one.
fn around(first: Seat) -> impl Iterator<Item = Seat> {
    (0..4).filter_map(move |further| Seat::new((first.index() + further) % 4))
}

/// "You", "Ann".
pub(super) fn name(names: &Names, seat: Seat) -> String {
    if names.is_you(seat) {
        say("you.start", &Value::Null, names)
    } else {
        names.name(seat).to_owned()
    }
}

/// "You & Ann", "Bob & Cat".
fn side_name(names: &Names, side: usize) -> String {
    let mut seats: Vec<Seat> =
        (0..4).filter_map(Seat::new).filter(|&seat| team(seat) == side).collect();
    seats.sort_by_key(|&seat| !names.is_you(seat));
    let all: Vec<String> = seats.iter().map(|&seat| name(names, seat)).collect();
    all.join(" & ")
}
