//! What changed in the views, in as few lines as can be.

use facedown_core::{SeatCount, Viewer};
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::world::viewers;

/// One line for each change, with those whose view it is in: `all`, or by name.
pub(super) fn describe(
    seats: SeatCount,
    before: &[(Viewer, Value)],
    after: &[(Viewer, Value)],
) -> Vec<String> {
    let mut lines: Vec<(String, Vec<Viewer>)> = Vec::new();
    for ((viewer, before), (_, after)) in before.iter().zip(after) {
        let mut changes = Vec::new();
        compare("", before, after, &mut changes);
        for change in changes {
            match lines.iter_mut().find(|(line, _)| *line == change) {
                Some((_, viewers)) => viewers.push(*viewer),
                None => lines.push((change, vec![*viewer])),
            }
        }
    }
    let everybody: Vec<Viewer> = viewers(seats).collect();
    // What everybody sees comes first; the order is kept otherwise.
    lines.sort_by_key(|(_, viewers)| viewers.len() != everybody.len());
    let names =
        |viewers: &[Viewer]| viewers.iter().map(Viewer::to_string).collect::<Vec<_>>().join(", ");
    let name = |seeing: &[Viewer]| {
        let others: Vec<Viewer> =
            everybody.iter().filter(|viewer| !seeing.contains(viewer)).copied().collect();
        match others.len() {
            0 => "all".to_owned(),
            few if few < seeing.len() => format!("all but {}", names(&others)),
            _ => names(seeing),
        }
    };
    lines.iter().map(|(line, viewers)| format!("{}: {line}", name(viewers))).collect()
}

fn compare(at: &str, before: &Value, after: &Value, out: &mut Vec<String>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(one), Value::Object(two)) if one.get("type") == two.get("type") => {
            for (name, before) in one {
                let at = format!("{at}/{name}");
                match two.get(name) {
                    Some(after) => compare(&at, before, after, out),
                    None => out.push(format!("{at} - {before}")),
                }
            }
            for (name, after) in two.iter().filter(|(name, _)| !one.contains_key(*name)) {
                out.push(format!("{at}/{name} + {after}"));
            }
        }
        (Value::Array(one), Value::Array(two)) => compare_rows(at, one, two, out),
        _ => out.push(format!("{at} {before} -> {after}")),
    }
}

/// Compares two rows so that a card that was taken out does not seem to change all that come after it.
fn compare_rows(at: &str, before: &[Value], after: &[Value], out: &mut Vec<String>) {
    let texts = |row: &[Value]| row.iter().map(Value::to_string).collect::<Vec<_>>();
    for step in capture_diff_slices(Algorithm::Myers, &texts(before), &texts(after)) {
        let (_, old, new) = step.as_tag_tuple();
        let is_in_place = old.len() == new.len() && old.start == new.start;
        match step {
            DiffOp::Equal { .. } => {}
            DiffOp::Replace { .. } if is_in_place => {
                for i in old {
                    compare(&format!("{at}/{i}"), &before[i], &after[i], out);
                }
            }
            _ => {
                out.extend(before[old].iter().map(|item| format!("{at} - {item}")));
                out.extend(after[new].iter().map(|item| format!("{at} + {item}")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(before: &Value, after: &Value, expected: &[&str]) {
        let mut found = Vec::new();
        compare("", before, after, &mut found);
        assert_eq!(found, expected);
    }

    #[test]
    fn only_what_changed_is_told() {
        check(&json!({"a": 1, "b": 2}), &json!({"a": 1, "b": 3}), &["/b 2 -> 3"]);
        check(&json!({"a": 1}), &json!({"b": 2}), &["/a - 1", "/b + 2"]);
        check(&json!([[1], [2]]), &json!([[1], [3]]), &["/1/0 2 -> 3"]);
    }

    #[test]
    fn a_card_taken_out_of_a_row_is_one_change() {
        check(&json!([1, 2, 3]), &json!([2, 3]), &[" - 1"]);
        check(&json!([1, 2]), &json!([1, 2, 3]), &[" + 3"]);
    }

    #[test]
    fn another_kind_of_thing_is_told_whole() {
        let (before, after) = (json!({"type": "a", "x": 1}), json!({"type": "b", "y": 2}));
        check(&before, &after, &[r#" {"type":"a","x":1} -> {"type":"b","y":2}"#]);
    }
}
