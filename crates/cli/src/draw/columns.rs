//! Tables of text: the first column is left-aligned, the others are right-aligned.

use std::fmt::Write;
use std::ops::Range;

use anstyle::Style;

use super::text::{padded, width};

/// A table with a header row.
pub(crate) struct Columns {
    rows: Vec<Vec<String>>,
}

impl Columns {
    pub(crate) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Draws the table, indented by two columns.
    pub(crate) fn draw(&self) -> String {
        let all = self.rows.first().map_or(0, Vec::len);
        self.part(&self.widths(), 1..all)
    }

    /// Draws the table within a width. A table that is too wide is split into parts below each other, each
    /// with the first column.
    pub(crate) fn draw_within(&self, columns: usize) -> String {
        let widths = self.widths();
        let first = widths.first().map_or(0, |width| width + 2);
        let (mut out, mut from, mut used) = (String::new(), 1, first);
        for (i, width) in widths.iter().enumerate().skip(1) {
            if i > from && used + width + 2 > columns {
                out += &self.part(&widths, from..i);
                (from, used) = (i, first);
            }
            used += width + 2;
        }
        out + &self.part(&widths, from..widths.len())
    }

    /// The width of each column.
    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let cell = |row: &[String], i: usize| row.get(i).map_or(0, |cell| width(cell));
        let widest = |i| self.rows.iter().map(|row| cell(row, i)).max().unwrap_or_default();
        (0..columns).map(widest).collect()
    }

    /// Draws the first column and `columns`.
    fn part(&self, widths: &[usize], columns: Range<usize>) -> String {
        let dim = Style::new().dimmed();
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (i, (text, &wide)) in row.iter().zip(widths).enumerate() {
                if i > 0 && !columns.contains(&i) {
                    continue;
                }
                let room = " ".repeat(wide.saturating_sub(width(text)));
                let _ = match i {
                    0 => write!(line, "  {}", padded(text, wide)),
                    _ => write!(line, "  {room}{text}"),
                };
            }
            let _ = match number {
                0 => writeln!(out, "{dim}{}{dim:#}", line.trim_end()),
                _ => writeln!(out, "{}", line.trim_end()),
            };
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_table_is_drawn_in_parts() {
        let mut table = Columns::new(["", "Ann", "Bob", "Cleo"]);
        table.row(["won", "1", "20", "3"].map(String::from).to_vec());
        let strip = |text: String| anstream::adapter::strip_str(&text).to_string();
        assert_eq!(strip(table.draw()), "       Ann  Bob  Cleo\n  won    1   20     3\n");
        assert_eq!(table.draw(), table.draw_within(21));
        let parts = "       Ann  Bob\n  won    1   20\n       Cleo\n  won     3\n";
        assert_eq!(strip(table.draw_within(20)), parts);
        assert_eq!(strip(table.draw_within(0)).lines().count(), 6);
    }
}
