//! Shows the end of a game: the winners, the statistics, and all hidden cards.

use std::path::Path;

use anstyle::{AnsiColor, Style};
use facedown_core::{Count, Deal, Seat, Standing, Table, Viewer, share};
use facedown_games::Names;

use super::console::Console;
use super::session::listed;
use crate::commands::invocation;
use crate::draw::columns::Columns;
use crate::draw::text::terminal_width;
use crate::failure::Failure;
use crate::playable::Playable;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// Shows the result of a game that is over.
pub(super) fn show<G: Playable>(
    table: &Table<G>,
    names: &Names,
    saved: Option<&Path>,
    console: &mut Console,
) -> Result<(), Failure> {
    if !show_result(table, names, console)? {
        return Ok(());
    }
    if let Deal::Seeded { seed, .. } = table.deal() {
        console.line(&format!("Seed        {DIM}{}{DIM:#}", seed.to_hex()))?;
    }
    show_share_code(table, console)?;
    if let Some(saved) = saved {
        let path = saved.display();
        let command = invocation(&["verify"], saved);
        console.line(&format!("Record      {path} {DIM}({command}){DIM:#}"))?;
    }
    Ok(())
}

/// Shows who has won, all cards, and what happened. Returns whether the game is over at all.
pub(in crate::commands) fn show_result<G: Playable>(
    table: &Table<G>,
    names: &Names,
    console: &mut Console,
) -> Result<bool, Failure> {
    let (Some(standing), Some(hindsight)) = (table.standing(), table.hindsight()) else {
        return Ok(false);
    };
    console.line("")?;
    console.line(&format!("{BOLD}{}{BOLD:#}", verdict::<G>(&standing, names)))?;
    console.write(&scores::<G>(&standing, names).draw())?;
    console.line("")?;
    console.line(&format!("{BOLD}Everything turned over{BOLD:#}"))?;
    console.write(&table.game().reveal(&hindsight, names, terminal_width()))?;
    if let Some(statistics) = statistics(table, names) {
        console.line("")?;
        console.line(&format!("{BOLD}What happened{BOLD:#}"))?;
        console.write(&statistics.draw_within(terminal_width()))?;
    }
    console.line("")?;
    Ok(true)
}

/// Shows the game as a share code.
pub(in crate::commands) fn show_share_code<G: Playable>(
    table: &Table<G>,
    console: &mut Console,
) -> Result<(), Failure> {
    match share::encode(table) {
        Ok(code) => console.line(&format!("Share code  {code}"))?,
        Err(error) => console.complain(&format!("There is no share code: {error}."))?,
    }
    Ok(())
}

/// Says who has won.
pub(in crate::commands) fn verdict<G: Playable>(standing: &Standing, names: &Names) -> String {
    let winners: Vec<Seat> = standing.winners.iter().collect();
    match winners[..] {
        [seat] if names.is_you(seat) => "You win!".into(),
        [seat] => format!("{} wins.", names.name(seat)),
        [one, other] if G::PARTNERS && names.is_you(one) => {
            format!("You and {} win!", names.name(other))
        }
        [one, other] if G::PARTNERS => {
            format!("{} and {} win.", names.name(one), names.name(other))
        }
        _ => {
            let all: Vec<&str> = winners.iter().map(|&seat| names.of(seat)).collect();
            format!("A shared win: {}.", listed(&all))
        }
    }
}

fn scores<G: Playable>(standing: &Standing, names: &Names) -> Columns {
    let mut columns = Columns::new(["player", G::SCORE, ""]);
    let mut order: Vec<(Seat, i32)> = standing.scores.iter().map(|(s, &n)| (s, n)).collect();
    order.sort_by_key(|&(seat, points)| (!standing.winners.contains(seat), -points));
    let gold: Style = AnsiColor::Yellow.on_default().bold();
    for (seat, points) in order {
        let won = standing.winners.contains(seat);
        let mark = if won { format!("{gold}★{gold:#}") } else { String::new() };
        columns.row(vec![called(names, seat), points.to_string(), mark]);
    }
    columns
}

/// The statistics of the game: a row for each count, a column for each player.
fn statistics<G: Playable>(table: &Table<G>, names: &Names) -> Option<Columns> {
    let rows = G::counts(table, Viewer::Spectator);
    let heads = table.seats().all().iter().map(|seat| called(names, seat));
    let mut columns = Columns::new(std::iter::once(String::new()).chain(heads));
    for Count { key, numbers, .. } in &rows {
        let label = G::texts().word("statistic", key, None);
        let numbers = numbers.values().iter().map(u32::to_string);
        columns.row(std::iter::once(label).chain(numbers).collect());
    }
    (!rows.is_empty()).then_some(columns)
}

fn called(names: &Names, seat: Seat) -> String {
    if names.is_you(seat) { "You".into() } else { names.name(seat).to_owned() }
}
