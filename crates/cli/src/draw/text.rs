//! Width, padding and wrapping of text on a terminal.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

/// Narrower terminals are treated as having this width.
const MIN_WIDTH: usize = 30;
/// Wider terminals are not used beyond this width, because long lines are hard to read.
pub(crate) const MAX_WIDTH: usize = 100;

/// The width to draw for: the terminal's, or 80 columns without a terminal.
pub(crate) fn terminal_width() -> usize {
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    width.clamp(MIN_WIDTH, MAX_WIDTH)
}

/// The width of a text in columns, without its colour codes.
pub(crate) fn width(text: &str) -> usize {
    if text.contains('\x1b') {
        return anstream::adapter::strip_str(text).to_string().width();
    }
    text.width()
}

/// Pads a text on the right to a width.
pub(crate) fn padded(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// Centres a text in a width.
pub(crate) fn centred(text: &str, to: usize) -> String {
    let room = to.saturating_sub(width(text));
    format!("{}{text}{}", " ".repeat(room / 2), " ".repeat(room - room / 2))
}

/// Wraps pieces at a width. The first line starts with `head`, the others are indented by its width.
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

/// Wraps the words of a text at a width, like [`flow`].
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
