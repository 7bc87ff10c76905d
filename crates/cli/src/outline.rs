//! Draws the view of any game as an indented outline, in one or several columns.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// Spaces between two columns.
const COLUMN_GAP: usize = 3;
/// Columns are not made narrower than this; they are placed below each other instead.
const MIN_COLUMN_WIDTH: usize = 36;
/// Shown for null and for an empty list.
const EMPTY: &str = "–";
/// Lists of events or actions up to this length are shown in full.
const MAX_SHOWN: usize = 8;
/// How many items are shown at each end of a longer list.
const SHOWN_AT_ENDS: usize = 3;

/// A JSON value with its fields in the order in which they were written.
pub(crate) enum Tree {
    Null,
    Flag(bool),
    Text(String),
    List(Vec<Self>),
    Record(Vec<(String, Self)>),
}

/// A column of text under its title.
pub(crate) struct Column {
    pub(crate) title: String,
    pub(crate) parts: Vec<Part>,
}

/// A part of a column.
pub(crate) enum Part {
    /// A sentence, which is wrapped at the width of the column.
    Text(String),
    /// A view, which is drawn as an outline.
    View(Tree),
}

/// Draws columns side by side as far as the width permits, and otherwise below each other.
pub(crate) fn side_by_side(columns: &[Column], width: usize) -> Vec<String> {
    let per_row =
        ((width + COLUMN_GAP) / (MIN_COLUMN_WIDTH + COLUMN_GAP)).clamp(1, columns.len().max(1));
    // Balance the rows: if three of four columns fit, draw two rows of two.
    let per_row = columns.len().div_ceil(columns.len().div_ceil(per_row).max(1)).max(1);
    let each = ((width + COLUMN_GAP) / per_row)
        .saturating_sub(COLUMN_GAP)
        .max(MIN_COLUMN_WIDTH.min(width));
    let mut lines = Vec::new();
    for row in columns.chunks(per_row) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let row: Vec<Vec<String>> = row.iter().map(|column| column.lines(each)).collect();
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let cell = |column: &Vec<String>| {
                let text = column.get(at).map_or("", String::as_str);
                format!("{text:width$}", width = each + COLUMN_GAP)
            };
            lines.push(row.iter().map(cell).collect::<String>().trim_end().to_owned());
        }
    }
    lines
}

impl Column {
    fn lines(&self, width: usize) -> Vec<String> {
        let mut lines = vec![self.title.clone(), "─".repeat(self.title.chars().count())];
        for part in &self.parts {
            match part {
                Part::Text(text) => wrap(&mut lines, "· ", text, "  ", width),
                Part::View(tree) => lines.extend(tree.outline(width)),
            }
        }
        lines
    }
}

impl Tree {
    /// Converts a value as serde would write it. A value that cannot be written becomes null.
    pub(crate) fn of(value: &impl Serialize) -> Self {
        let json = serde_json::to_string(value).unwrap_or_default();
        serde_json::from_str(&json).unwrap_or(Self::Null)
    }

    /// Draws the outline in lines of this width.
    pub(crate) fn outline(&self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        match self {
            Self::Record(fields) => lay_out(fields, "", width, &mut lines),
            _ => self.field("", "", width, &mut lines),
        }
        lines
    }

    fn field(&self, name: &str, indent: &str, width: usize, lines: &mut Vec<String>) {
        if let Some(inline) = self.inline() {
            let first = format!("{indent}{name}: ");
            return wrap(lines, &first, &inline, &format!("{indent}    "), width);
        }
        lines.push(format!("{indent}{name}"));
        let deeper = format!("{indent}  ");
        match self {
            Self::Record(fields) => lay_out(fields, &deeper, width, lines),
            Self::List(items) => {
                // Players are listed by seat.
                let prefix = if name == "players" { "seat " } else { "" };
                let names = (0..items.len()).map(|i| format!("{prefix}{i}"));
                let left_out = left_out(items);
                // All items are drawn in the same way: inline only if each fits on two lines.
                let room = 2 * width.saturating_sub(deeper.len() + 4);
                let fits = |line: &String| line.chars().count() <= room;
                let short = all(items.iter().map(|item| item.inline().filter(fits)));
                for (i, (name, item)) in names.zip(items).enumerate() {
                    if i == left_out.start && !left_out.is_empty() {
                        lines.push(format!("{deeper}… {} more", left_out.len()));
                    }
                    match short.as_ref().and_then(|short| short.get(i)) {
                        _ if left_out.contains(&i) => {}
                        Some(line) => {
                            let first = format!("{deeper}{name}: ");
                            wrap(lines, &first, line, &format!("{deeper}    "), width);
                        }
                        None => item.entry(&name, &deeper, width, lines),
                    }
                }
            }
            _ => {}
        }
    }

    /// Draws an item of a list whose items are not drawn inline.
    fn entry(&self, name: &str, indent: &str, width: usize, lines: &mut Vec<String>) {
        match self {
            Self::Record(fields) if card(fields).is_none() => {
                lines.push(format!("{indent}{name}"));
                lay_out(fields, &format!("{indent}  "), width, lines);
            }
            _ => self.field(name, indent, width, lines),
        }
    }

    /// The value on one line, if it is simple enough.
    fn inline(&self) -> Option<String> {
        match self {
            Self::Null => Some(EMPTY.into()),
            Self::Flag(flag) => Some(if *flag { "yes" } else { "no" }.into()),
            Self::Text(text) => Some(text.clone()),
            Self::List(items) if items.is_empty() => Some(EMPTY.into()),
            Self::List(items) => Some(all(items.iter().map(Self::item))?.join(", ")),
            Self::Record(fields) => {
                if let Some(card) = card(fields) {
                    return Some(card);
                }
                let part = |(name, value): &(String, Self)| match value {
                    Self::Text(tag) if name == "type" => Some(tag.clone()),
                    Self::List(items) => match face_in(name, value) {
                        Some(face) => Some(format!("{name} {face}")),
                        None => Some(format!("{name} [{}]", scalars(items)?.join(" "))),
                    },
                    Self::Record(inner) if inner.len() > 1 && card(inner).is_none() => None,
                    _ => Some(format!("{name} {}", value.inline()?)),
                };
                Some(all(fields.iter().map(part))?.join(", "))
            }
        }
    }

    /// The value as one of several on a line, if it is a scalar or a card.
    fn item(&self) -> Option<String> {
        match self {
            Self::Null | Self::Flag(_) | Self::Text(_) => self.inline(),
            Self::Record(fields) => card(fields),
            Self::List(_) => None,
        }
    }
}

fn lay_out(fields: &[(String, Tree)], indent: &str, width: usize, lines: &mut Vec<String>) {
    for (name, value) in fields {
        value.field(name, indent, width, lines);
    }
}

/// The items as text, if all of them are scalars.
fn scalars(items: &[Tree]) -> Option<Vec<String>> {
    let word = |item: &Tree| match item {
        Tree::List(_) | Tree::Record(_) => None,
        _ => item.inline(),
    };
    all(items.iter().map(word))
}

/// A card on one line: its id, its face if it is known, and its other fields.
fn card(fields: &[(String, Tree)]) -> Option<String> {
    let text = |wanted| {
        fields.iter().find_map(|(name, value)| match value {
            Tree::Text(text) if name == wanted => Some(text.as_str()),
            _ => None,
        })
    };
    let mut parts = vec![format!("#{}", text("id")?)];
    let face = fields.iter().find(|(name, _)| name == "type");
    let face = face.and_then(|(name, value)| face_in(name, value));
    parts.extend(face.clone());
    for (name, value) in fields {
        match value {
            Tree::Text(_) if name == "id" => {}
            Tree::List(_) if name == "type" && face.is_some() => {}
            Tree::Text(same) if Some(same) == face.as_ref() => {}
            Tree::Text(other) => parts.push(format!("{name}={other}")),
            Tree::Flag(true) => parts.push(name.clone()),
            Tree::Flag(false) | Tree::Null => {}
            Tree::List(_) | Tree::Record(_) => return None,
        }
    }
    Some(parts.join(" "))
}

/// The face of a card: a word, or the ends of a domino.
fn face_in(name: &str, value: &Tree) -> Option<String> {
    match value {
        Tree::Text(text) if name == "type" => Some(text.clone()),
        Tree::List(ends) if ["type", "domino"].contains(&name) => Some(scalars(ends)?.join("-")),
        _ => None,
    }
}

/// The range of items to leave out: the middle of a long list of tagged objects, such as actions.
fn left_out(items: &[Tree]) -> std::ops::Range<usize> {
    let has = |fields: &[(String, Tree)], wanted| fields.iter().any(|(name, _)| name == wanted);
    let is_tagged = |item: &Tree| match item {
        Tree::Record(fields) => has(fields, "type") && !has(fields, "id"),
        _ => false,
    };
    if items.len() > MAX_SHOWN && items.iter().all(is_tagged) {
        return SHOWN_AT_ENDS..items.len() - SHOWN_AT_ENDS;
    }
    0..0
}

fn all(parts: impl Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    parts.collect()
}

/// Wraps a text at a width: after a comma if possible, otherwise between words. A word is split only if it
/// is longer than a line.
fn wrap(lines: &mut Vec<String>, first: &str, text: &str, others: &str, width: usize) {
    let length = |text: &str| text.chars().count();
    let room = width.saturating_sub(length(others)).max(1);
    let mut line = first.to_owned();
    let mut fresh = true;
    let mut put = |piece: &str| {
        if !fresh && length(&line) + 1 + length(piece) > width {
            lines.push(std::mem::replace(&mut line, others.to_owned()));
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(piece);
        fresh = false;
    };
    for item in text.split_inclusive(", ").map(str::trim_end) {
        if length(item) <= room {
            put(item);
            continue;
        }
        for word in item.split(' ') {
            let letters: Vec<char> = word.chars().collect();
            letters.chunks(room).for_each(|piece| put(&piece.iter().collect::<String>()));
        }
    }
    lines.push(line);
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree, E> {
        Ok(Tree::Text(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Tree, A::Error> {
        let mut record = Vec::new();
        while let Some(field) = fields.next_entry()? {
            record.push(field);
        }
        Ok(Tree::Record(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(json: &str, width: usize) -> String {
        serde_json::from_str::<Tree>(json).unwrap().outline(width).join("\n")
    }

    #[test]
    fn cards_and_simple_lists_stay_on_a_line() {
        let view = r#"{"you":null,"turn":1,"window":{"open_to":[0,2],"passed":[]},"players":[
            {"hand":[{"id":3,"type":"kitten"},{"id":4}],"herd":[],"out":[7,8]},
            {"hand":[{"id":9,"type":"catnip","identity":"kitten","face_up":true}]}]}"#;
        let wanted = "\
you: –
turn: 1
window: open_to [0 2], passed []
players
  seat 0
    hand: #3 kitten, #4
    herd: –
    out: 7, 8
  seat 1
    hand: #9 catnip identity=kitten face_up";
        assert_eq!(outline(view, 80), wanted);
    }

    #[test]
    fn dominoes_have_two_ends_and_long_lists_of_actions_only_their_ends() {
        let view = r#"{"phase":{"type":"playing","player":2},"hand":[{"id":3,"type":[6,4]},{"id":4}],
            "trick":[{"player":0,"card":7,"domino":[5,0]},{"player":1,"card":8,"domino":[5,1]}]}"#;
        let wanted = "\
phase: playing, player 2
hand: #3 6-4, #4
trick
  0: player 0, card 7, domino 5-0
  1: player 1, card 8, domino 5-1";
        assert_eq!(outline(view, 80), wanted);
        let bids: Vec<String> =
            (30..42).map(|n| format!(r#"{{"type":"bid","bid":{{"points":{n}}}}}"#)).collect();
        let shown = outline(&format!(r#"{{"actions":[{}]}}"#, bids.join(",")), 80);
        assert_eq!(shown.lines().count(), 8, "{shown}");
        assert_eq!(shown.lines().nth(4), Some("  … 6 more"));
        assert_eq!(shown.lines().nth(5), Some("  9: bid, bid points 39"));
    }

    #[test]
    fn long_lines_are_broken_between_items() {
        let view = r#"{"hand":["kitten","show_cat","catnip"]}"#;
        assert_eq!(outline(view, 20), "hand: kitten,\n    show_cat, catnip");
        assert_eq!(
            outline(r#"{"hand":["a card","show_cat"]}"#, 9),
            "hand: a\n    card,\n    show_\n    cat"
        );
    }

    #[test]
    fn columns_stand_side_by_side_if_they_fit() {
        let column = |title: &str| Column {
            title: title.into(),
            parts: vec![Part::Text("a b".into()), Part::View(Tree::Text("c".into()))],
        };
        let columns = [column("one"), column("two")];
        let wide = side_by_side(&columns, 75);
        assert_eq!(wide[0], format!("{:36}   two", "one"));
        assert_eq!(wide.len(), 4);
        assert_eq!(side_by_side(&columns, 74).len(), 9);
    }
}
