//! The table of Texas 42, part by part.

use anstyle::{AnsiColor, Style};
use facedown_core::{Card, Seat};
use facedown_games::Names;
use facedown_games::texas_42::{
    Action, Bid, Contract, Domino, NelloDoubles, Phase, Played, PlayerView, Suits, Trick, Trump,
    partner, team,
};

use crate::draw::text::{flow, padded, paragraph, width};
use crate::draw::tile::{self, Place, Tile};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
const TRUMP: Style = AnsiColor::Yellow.on_default().bold();
/// The longest name that stands above a domino.
const SHORT: usize = 9;
/// From here on there is room for more than is needed.
const ROOMY: usize = 60;

/// What a trump is called.
pub(super) const fn trump_name(trump: Trump) -> &'static str {
    match trump {
        Trump::Blanks => "blanks",
        Trump::Ones => "ones",
        Trump::Twos => "twos",
        Trump::Threes => "threes",
        Trump::Fours => "fours",
        Trump::Fives => "fives",
        Trump::Sixes => "sixes",
        Trump::Doubles => "doubles",
        Trump::NoTrump => "no trump",
        Trump::Nello => "Nello",
        Trump::Sevens => "Sevens",
    }
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

/// Where a domino stands in a sorted hand. Doubles lead their suit.
fn place(domino: Domino, trump: Option<Trump>) -> impl Ord + use<> {
    use std::cmp::Reverse;
    let is_trump = is_trump(domino, trump);
    let by_double = is_trump && domino.is_double();
    Reverse((is_trump, by_double, domino.high(), domino.is_double(), domino.low()))
}

/// The viewer's own hand as it is drawn.
pub(super) fn sorted(view: &PlayerView) -> Vec<(Card, Domino)> {
    let hand = view.own.iter().flat_map(|own| own.hand.iter());
    let mut hand: Vec<(Card, Domino)> =
        hand.filter_map(|shown| Some((shown.id, shown.face?))).collect();
    hand.sort_by_key(|&(_, domino)| place(domino, view.trump));
    hand
}

/// The viewer's own hand, with a number below what can be played.
pub(super) fn hand(view: &PlayerView, columns: usize) -> String {
    let is_playing = matches!(view.phase, Phase::Playing { .. }) && !view.valid_actions.is_empty();
    let mut numbers = 1..;
    let tiles: Vec<_> = sorted(view)
        .into_iter()
        .map(|(card, domino)| {
            let can_be_played = view.valid_actions.contains(&Action::PlayDomino { card });
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

/// The calls so far and who has yet to call.
pub(super) fn auction(view: &PlayerView, names: &Names, columns: usize) -> String {
    let first = view.bids.first().map(|call| call.player).or(view.current_player);
    let (Some(first), false) = (first, view.trump.is_some()) else { return String::new() };
    let highest = view.contract.map(|(seat, _)| seat);
    let calls: Vec<String> = around(first)
        .map(|seat| {
            let called = view.bids.iter().find(|call| call.player == seat).map(|call| call.bid);
            let shakes = if seat == view.dealer { " (shakes)" } else { "" };
            let who = format!("{}{shakes}", name(names, seat));
            match called {
                Some(Bid::Pass) => format!("{DIM}{who} passed{DIM:#}"),
                Some(bid) if highest == Some(seat) => format!("{who} {BOLD}{bid}{BOLD:#}"),
                Some(bid) => format!("{who} {bid}"),
                None if view.current_player == Some(seat) => format!("▸ {who}"),
                None => format!("{DIM}{who} …{DIM:#}"),
            }
        })
        .collect();
    flow(&format!("  {DIM}bids{DIM:#}  "), &calls, "   ", columns)
}

/// Who plays for what.
pub(super) fn contract(view: &PlayerView, names: &Names, columns: usize) -> String {
    let (Some((bidder, contract)), Some(trump)) = (view.contract, view.trump) else {
        return String::new();
    };
    let what = match trump {
        Trump::NoTrump => "no trump".to_owned(),
        Trump::Nello | Trump::Sevens => trump_name(trump).to_owned(),
        _ => format!("{TRUMP}{}{TRUMP:#} are trump", trump_name(trump)),
    };
    let trick = match view.phase {
        Phase::Playing { .. } => format!(" · trick {} of 7", view.tricks.len() + 1),
        _ => String::new(),
    };
    let article = if contract.bid.partner_declares() { "a " } else { "" };
    let bid = format!("{} bid {article}{BOLD}{}{BOLD:#}", name(names, bidder), contract.bid);
    paragraph("  ", &format!("{bid} · {what}{trick}"), columns)
}

/// What each side has, and what it needs.
pub(super) fn sides(view: &PlayerView, names: &Names, columns: usize) -> String {
    let ours = view.player_id.map_or(0, team);
    let mut pairs = [ours, 1 - ours].map(|side| (side, side_name(names, side)));
    if view.player_id.is_some() && columns >= ROOMY {
        pairs[0].1 += " (partner)";
    }
    let longest = pairs.iter().map(|(_, name)| width(name)).max().unwrap_or_default();
    let mut out = String::new();
    for (side, name) in pairs {
        let marks = format!("{}/{} marks", view.team_marks[side], view.game_target);
        let mut pieces = vec![padded(&name, longest), marks];
        if let (Some((bidder, contract)), Some(trump)) = (view.contract, view.trump) {
            pieces.push(count(view, side, team(bidder), contract, trump));
        }
        out += &flow("  ", &pieces, "   ", columns);
    }
    out
}

/// What a side has taken in this hand, and what it needs.
fn count(
    view: &PlayerView,
    side: usize,
    bidders: usize,
    contract: Contract,
    trump: Trump,
) -> String {
    let mut won = view.tricks.iter().filter(|trick| team(trick.winner) == side).count();
    let mut taken = view.team_scores[side];
    // A trick that is about to be taken in counts already.
    if let Phase::TrickComplete { winner, .. } = view.phase
        && team(winner) == side
    {
        won += 1;
        taken += 1 + view.current_trick.iter().map(|played| played.domino.count()).sum::<u8>();
    }
    let tricks = if won == 1 { "trick" } else { "tricks" };
    let (taken, need) = match (trump, side == bidders) {
        (Trump::Nello, true) => (won, format!("{tricks}, needs none")),
        (Trump::Nello | Trump::Sevens, false) => (won, tricks.to_owned()),
        (Trump::Sevens, true) => (won, format!("{tricks}, needs all")),
        (_, is_bidder) => {
            let need = if is_bidder { contract.points() } else { 43 - contract.points() };
            let end = match (taken >= need, is_bidder) {
                (true, true) => "points, made".to_owned(),
                (true, false) => "points, set".to_owned(),
                (false, true) => format!("of {need} needed"),
                (false, false) => format!("of {need} to set"),
            };
            (taken.into(), end)
        }
    };
    format!("{BOLD}{taken:>2}{BOLD:#} {need}")
}

/// The tricks that were taken, a line each.
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
            .chain([format!("{DIM}{}{DIM:#}", points(trick.points))])
            .collect();
        out += &flow(&format!("  {DIM}{number:>4}{DIM:#}  "), &plays, "  ", columns);
    }
    out
}

/// The current trick, or the one that has just been taken in if the hand is over with it.
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
                below.push(format!("{DIM}partner{DIM:#}"));
            } else if seat == led.player {
                below.push(format!("{DIM}led{DIM:#}"));
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

/// Whose domino is highest so far. What doubles are in Nello is not in the view, so it is left open
/// where that matters.
fn winning(view: &PlayerView, plays: &[Played]) -> Option<Seat> {
    let trump = view.trump?;
    let dominoes: Vec<Domino> = plays.iter().map(|played| played.domino).collect();
    let under = |nello| Suits::under(trump, nello).winner(&dominoes);
    let best = under(NelloDoubles::Suit)?;
    let agree = [NelloDoubles::High, NelloDoubles::Low].map(under) == [Some(best); 2];
    plays.get(best).filter(|_| agree).map(|played| played.player)
}

/// All four, from this one on.
fn around(first: Seat) -> impl Iterator<Item = Seat> {
    (0..4).filter_map(move |further| Seat::new((first.index() + further) % 4))
}

/// "You", "Ann".
pub(super) fn name(names: &Names, seat: Seat) -> String {
    if names.is_you(seat) { "You".into() } else { names.name(seat).to_owned() }
}

/// "You & Ann", "Bob & Cat".
fn side_name(names: &Names, side: usize) -> String {
    let mut seats: Vec<Seat> =
        (0..4).filter_map(Seat::new).filter(|&seat| team(seat) == side).collect();
    seats.sort_by_key(|&seat| !names.is_you(seat));
    let all: Vec<String> = seats.iter().map(|&seat| name(names, seat)).collect();
    all.join(" & ")
}

fn points(points: u8) -> String {
    if points == 1 { "1 point".into() } else { format!("{points} points") }
}
