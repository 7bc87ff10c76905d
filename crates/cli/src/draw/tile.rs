//! Draws dominoes as small boxes: upright in a hand, or flat in a trick.

use std::fmt::Write;

use anstyle::Style;

use super::text::{centred, padded};

const DIM: Style = Style::new().dimmed();
const BOLD: Style = Style::new().bold();
/// Width of an upright domino.
const UPRIGHT_WIDTH: usize = 5;
/// Width of a place for a flat domino, including the space after it.
const PLACE_WIDTH: usize = 12;

/// A domino to draw.
#[derive(Clone, Copy)]
pub(crate) struct Tile {
    /// The pips of its two ends.
    pub(crate) ends: [u8; 2],
    /// The points it counts, which are drawn on its edge unless they are 0.
    pub(crate) count: u8,
    /// The colour of its pips.
    pub(crate) style: Style,
}

/// A place for a domino in a trick, which may still be empty.
pub(crate) struct Place {
    pub(crate) above: String,
    pub(crate) tile: Option<Tile>,
    pub(crate) below: String,
}

/// Draws upright dominoes with their numbers below, in as many rows as `columns` requires.
pub(crate) fn upright(tiles: &[(Tile, Option<usize>)], columns: usize) -> String {
    let in_a_row = (columns.saturating_sub(1) / (UPRIGHT_WIDTH + 1)).max(1);
    rows(tiles.chunks(in_a_row), |&(tile, number)| {
        let [one, other] = tile.ends;
        let style = tile.style;
        let end = |pips: u8| format!("{DIM}│{DIM:#} {style}{pips}{style:#} {DIM}│{DIM:#}");
        let number = match number {
            Some(number) => {
                format!("{BOLD}{}{BOLD:#}", centred(&number.to_string(), UPRIGHT_WIDTH))
            }
            None => " ".repeat(UPRIGHT_WIDTH),
        };
        vec![
            format!("{DIM}╭───╮{DIM:#} "),
            end(one) + " ",
            format!("{DIM}├───┤{DIM:#} "),
            end(other) + " ",
            format!("{} ", edge("╰", tile.count, "╯")),
            number + " ",
        ]
    })
}

/// Draws flat dominoes with text above and below, in as many rows as `columns` requires.
pub(crate) fn lying(places: &[Place], columns: usize) -> String {
    let in_a_row = (columns.saturating_sub(1) / PLACE_WIDTH).max(1);
    rows(places.chunks(in_a_row), |place| {
        let [top, middle, bottom] = match place.tile {
            Some(Tile { ends: [one, other], count, style }) => [
                format!("{DIM}╭───┬───╮{DIM:#}"),
                format!(
                    "{DIM}│{DIM:#} {style}{one}{style:#} {DIM}│{DIM:#} {style}{other}{style:#} {DIM}│{DIM:#}"
                ),
                edge("╰───┴", count, "╯"),
            ],
            None => {
                ["╭╌╌╌╌╌╌╌╮", "╎       ╎", "╰╌╌╌╌╌╌╌╯"].map(|line| format!("{DIM}{line}{DIM:#}"))
            }
        };
        let lines = [place.above.clone(), top, middle, bottom, place.below.clone()];
        lines.iter().map(|line| padded(line, PLACE_WIDTH)).collect()
    })
}

/// The lower edge of a domino, with the points it counts.
fn edge(left: &str, count: u8, right: &str) -> String {
    match count {
        0 => format!("{DIM}{left}───{right}{DIM:#}"),
        _ => format!("{DIM}{left}{DIM:#}{BOLD}{}{BOLD:#}{DIM}─{right}{DIM:#}", counted(count)),
    }
}

fn counted(count: u8) -> String {
    if count < 10 { format!("+{count}") } else { count.to_string() }
}

/// Draws pieces of several lines each side by side, and leaves out blank lines.
fn rows<'a, T: 'a>(
    rows: impl Iterator<Item = &'a [T]>,
    draw: impl Fn(&T) -> Vec<String>,
) -> String {
    let mut out = String::new();
    for row in rows {
        let pieces: Vec<Vec<String>> = row.iter().map(&draw).collect();
        let height = pieces.iter().map(Vec::len).max().unwrap_or_default();
        for line in 0..height {
            let line: String = pieces.iter().filter_map(|piece| piece.get(line)).cloned().collect();
            if !line.trim().is_empty() {
                let _ = writeln!(out, " {}", line.trim_end());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text::width;

    const TILE: Tile = Tile { ends: [6, 4], count: 10, style: Style::new() };

    #[test]
    fn a_hand_fits_and_lines_up() {
        let hand: Vec<_> = (1..=7).map(|number| (TILE, Some(number))).collect();
        for columns in [30, 50, 80] {
            assert!(upright(&hand, columns).lines().all(|line| width(line) <= columns));
        }
        assert_eq!(upright(&hand, 50).lines().count(), 6);
        assert_eq!(upright(&hand, 30).lines().count(), 12);
    }

    #[test]
    fn a_trick_fits_and_an_empty_line_is_left_out() {
        let place = || Place { above: "Mittens".into(), tile: Some(TILE), below: String::new() };
        let trick = [place(), place(), Place { tile: None, ..place() }, place()];
        let drawn = lying(&trick, 50);
        assert!(drawn.lines().all(|line| width(line) <= 50), "{drawn}");
        assert_eq!(drawn.lines().count(), 4, "{drawn}");
    }
}
