//! Tables of text: the first column to the left, numbers to the right.

use std::fmt::Write;

use anstyle::Style;

use super::text::{padded, width};

/// A table with a head and rows, each cell already in words.
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

    /// The table as lines, indented by two.
    pub(crate) fn draw(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let cell = |row: &[String], i: usize| row.get(i).map_or(0, |cell| width(cell));
        let widths: Vec<usize> = (0..columns)
            .map(|i| self.rows.iter().map(|row| cell(row, i)).max().unwrap_or_default())
            .collect();
        let dim = Style::new().dimmed();
        let mut out = String::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (i, (text, &wide)) in row.iter().zip(&widths).enumerate() {
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
