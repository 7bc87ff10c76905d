//! Draws cards as small boxes in rows.

use anstyle::Style;

use super::text::centred;

/// Width of a card without its border.
const CARD_WIDTH: usize = 8;
/// Width of a card with a long name, without its border.
const WIDE_CARD_WIDTH: usize = 10;

/// The side of a card that is drawn.
pub(crate) enum Face {
    /// The back.
    Back,
    /// The face.
    Shown {
        /// Two lines in the middle.
        lines: [String; 2],
        /// A few characters in the top right corner.
        corner: String,
        /// The colour of the text.
        style: Style,
    },
}

/// Draws cards numbered from 1, in as many rows as `columns` requires.
pub(crate) fn row(faces: &[Face], columns: usize) -> String {
    rows(faces, CARD_WIDTH, columns, Some)
}

/// Draws wide cards without numbers, in as many rows as `columns` requires.
pub(crate) fn wide_row(faces: &[Face], columns: usize) -> String {
    rows(faces, WIDE_CARD_WIDTH, columns, |_| None)
}

fn rows(
    faces: &[Face],
    inside: usize,
    columns: usize,
    number: impl Fn(usize) -> Option<usize>,
) -> String {
    let in_a_row = ((columns.saturating_sub(1)) / (inside + 2)).max(1);
    let mut out = String::new();
    for (i, chunk) in faces.chunks(in_a_row).enumerate() {
        let cards: Vec<[String; 4]> = (1 + i * in_a_row..)
            .zip(chunk)
            .map(|(at, face)| draw(number(at), face, inside))
            .collect();
        for line in 0..4 {
            out.push(' ');
            for card in &cards {
                out.push_str(&card[line]);
            }
            out.push('\n');
        }
    }
    out
}

fn draw(number: Option<usize>, face: &Face, inside: usize) -> [String; 4] {
    let dim = Style::new().dimmed();
    let (lines, corner, style) = match face {
        Face::Back => {
            let back = "▒".repeat(inside - 2);
            ([back.clone(), back], String::new(), dim)
        }
        Face::Shown { lines, corner, style } => (lines.clone(), corner.clone(), *style),
    };
    let corner = if corner.is_empty() { corner } else { format!(" {corner} ") };
    let rule = "─".repeat(inside.saturating_sub(corner.chars().count() + 1));
    let number = number.map_or_else(String::new, |number| format!(" {number} "));
    let (left, right) = ((inside - number.len()) / 2, (inside - number.len()).div_ceil(2));
    let bold = Style::new().bold();
    let middle =
        |text: &str| format!("{dim}│{dim:#}{style}{}{style:#}{dim}│{dim:#}", centred(text, inside));
    [
        format!("{dim}╭{rule}{dim:#}{style}{corner}{style:#}{dim}─╮{dim:#}"),
        middle(&lines[0]),
        middle(&lines[1]),
        format!(
            "{dim}╰{}{dim:#}{bold}{number}{bold:#}{dim}{}╯{dim:#}",
            "─".repeat(left),
            "─".repeat(right)
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::text::width;

    #[test]
    fn rows_fit_and_cards_line_up() {
        let face = || Face::Shown {
            lines: ["Show".into(), "Cat".into()],
            corner: "5·7".into(),
            style: Style::new(),
        };
        let hand = [face(), Face::Back, face(), Face::Back, face(), Face::Back, face()];
        for columns in [30, 50, 80] {
            for drawn in [row(&hand, columns), wide_row(&hand, columns)] {
                assert!(drawn.lines().all(|line| width(line) <= columns), "{drawn}");
            }
        }
        let drawn = row(&hand, 80);
        assert_eq!(drawn.lines().count(), 4);
        assert!(drawn.lines().all(|line| width(line) == 71), "{drawn}");
    }
}
