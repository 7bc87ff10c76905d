//! Text on a terminal: how wide it is, and how it is broken into lines.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

/// The narrowest terminal that anything is drawn for.
const NARROWEST: usize = 30;
/// Longer lines than this are hard to read.
pub(crate) const WIDEST: usize = 100;

/// How many columns there are to draw on: the terminal's, or 80 where there is none.
pub(crate) fn terminal_width() -> usize {
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    width.clamp(NARROWEST, WIDEST)
}

/// How many columns a text takes up, its colours left out.
pub(crate) fn width(text: &str) -> usize {
    if text.contains('\x1b') {
        return anstream::adapter::strip_str(text).to_string().width();
    }
    text.width()
}

/// The text with spaces after it, up to a width.
pub(crate) fn padded(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// The text with spaces on both sides, up to a width.
pub(crate) fn centred(text: &str, to: usize) -> String {
    let room = to.saturating_sub(width(text));
    format!("{}{text}{}", " ".repeat(room / 2), " ".repeat(room - room / 2))
}

/// Puts pieces on lines that are not too long: the first after `head`, the others under it.
pub(crate) fn flow(head: &str, pieces: &[String], gap: &str, columns: usize) -> String {
    let indent = width(head);
    let (mut out, mut used) = (String::from(head), indent);
    for (i, piece) in pieces.iter().enumerate() {
        let more = width(piece);
        let first = used == indent;
        if !first && used + width(gap) + more > columns {
            let _ = write!(out, "\n{}", " ".repeat(indent));
            used = indent;
        } else if !first && i > 0 {
            out.push_str(gap);
            used += width(gap);
        }
        out.push_str(piece);
        used += more;
    }
    out.push('\n');
    out
}

/// A paragraph: the words of a text on lines that are not too long.
pub(crate) fn paragraph(head: &str, text: &str, columns: usize) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    flow(head, &words, " ", columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_flow_under_their_head() {
        assert_eq!(paragraph("· ", "one two three four", 11), "· one two\n  three\n  four\n");
        assert_eq!(paragraph("· ", "", 11), "· \n");
    }

    #[test]
    fn colours_take_no_room() {
        assert_eq!(width("\x1b[31mred\x1b[0m"), 3);
        assert_eq!(padded("\x1b[31mred\x1b[0m", 4), "\x1b[31mred\x1b[0m ");
    }
}
