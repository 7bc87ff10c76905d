//! Describes the changes of all views in few lines.

use facedown_core::{SeatCount, Viewer};
use serde_json::Value;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::world::viewers;

/// The longest line of several changes.
const WIDTH: usize = 110;

/// The changes, each with the viewers whose views it is in: `all`, or their names.
pub(super) fn describe(
    seats: SeatCount,
    before: &[(Viewer, Value)],
    after: &[(Viewer, Value)],
) -> Vec<String> {
    let mut changes: Vec<(String, Vec<Viewer>)> = Vec::new();
    for ((viewer, before), (_, after)) in before.iter().zip(after) {
        let mut found = Vec::new();
        compare("", before, after, &mut found);
        for change in found {
            match changes.iter_mut().find(|(known, _)| *known == change) {
                Some((_, seeing)) => seeing.push(*viewer),
                None => changes.push((change, vec![*viewer])),
            }
        }
    }
    let everybody: Vec<Viewer> = viewers(seats).collect();
    let mut groups: Vec<(Vec<Viewer>, Vec<String>)> = Vec::new();
    for (change, seeing) in changes {
        match groups.iter_mut().find(|(group, _)| *group == seeing) {
            Some((_, changes)) => changes.push(change),
            None => groups.push((seeing, vec![change])),
        }
    }
    // Changes that most viewers see come first.
    groups.sort_by_key(|(seeing, _)| everybody.len() - seeing.len());
    groups.iter().flat_map(|(seeing, changes)| packed(&name(&everybody, seeing), changes)).collect()
}

/// Joins changes into lines of limited length.
fn packed(name: &str, changes: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for change in changes {
        match lines.last_mut() {
            Some(line) if line.len() + change.len() < WIDTH => {
                line.push_str("; ");
                line.push_str(change);
            }
            _ => lines.push(format!("{name}: {change}")),
        }
    }
    lines
}

fn name(everybody: &[Viewer], seeing: &[Viewer]) -> String {
    let names = |viewers: Vec<&Viewer>| {
        viewers.into_iter().map(Viewer::to_string).collect::<Vec<_>>().join(", ")
    };
    let others: Vec<&Viewer> = everybody.iter().filter(|viewer| !seeing.contains(viewer)).collect();
    match others.len() {
        0 => "all".to_owned(),
        few if few < seeing.len() => format!("all but {}", names(others)),
        _ => names(seeing.iter().collect()),
    }
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
        (Value::Array(one), Value::Array(two)) if !(is_short(one) && is_short(two)) => {
            compare_rows(at, one, two, out);
        }
        (Value::Object(one), Value::Object(_)) if one.contains_key("type") => {
            // The old value is shown in full further up, where it was new.
            out.push(format!("{at} {} -> {after}", one["type"]));
        }
        _ => out.push(format!("{at} {before} -> {after}")),
    }
}

/// Whether a list is short enough to show in full, such as the seats that have passed.
fn is_short(row: &[Value]) -> bool {
    row.len() <= 8 && !row.iter().any(|item| item.is_object() || item.is_array())
}

/// Compares two lists so that a removed card does not seem to change all cards after it.
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
    fn only_changes_are_shown() {
        check(&json!({"a": 1, "b": 2}), &json!({"a": 1, "b": 3}), &["/b 2 -> 3"]);
        check(&json!({"a": 1}), &json!({"b": 2}), &["/a - 1", "/b + 2"]);
        check(&json!([{"a": 1}, {"a": 2}]), &json!([{"a": 1}, {"a": 3}]), &["/1/a 2 -> 3"]);
    }

    #[test]
    fn a_card_removed_from_a_list_is_one_change() {
        let [a, b, c] = [0, 1, 2].map(|id| json!({ "id": id }));
        check(&json!([a, b, c]), &json!([b, c]), &[r#" - {"id":0}"#]);
        check(&json!([a, b]), &json!([a, b, c]), &[r#" + {"id":2}"#]);
    }

    #[test]
    fn a_short_list_is_shown_in_full() {
        check(&json!({"passed": []}), &json!({"passed": [0, 1]}), &["/passed [] -> [0,1]"]);
    }

    #[test]
    fn changes_are_packed_into_lines_by_who_sees_them() {
        let seats = SeatCount::new(2).unwrap();
        let views = |pile: u8, hand: [Value; 3]| -> Vec<(Viewer, Value)> {
            let view = |hand| json!({ "pile": pile, "turn": pile, "hand": hand });
            viewers(seats).zip(hand.map(view)).collect()
        };
        let before = views(4, [json!(1), json!(1), json!(1)]);
        let after = views(3, [json!(2), json!(3), json!(2)]);
        let expected = ["all: /pile 4 -> 3; /turn 4 -> 3", "all but seat 0: /hand 1 -> 2"];
        assert_eq!(describe(seats, &before, &after)[..2], expected);
        assert_eq!(describe(seats, &before, &after)[2], "seat 0: /hand 1 -> 3");
    }

    #[test]
    fn a_value_of_another_type_is_shown_in_full() {
        let (before, after) = (json!({"type": "a", "x": 1}), json!({"type": "b", "y": 2}));
        check(&before, &after, &[r#" "a" -> {"type":"b","y":2}"#]);
    }
}
