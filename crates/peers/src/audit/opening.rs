//! Opening actions: what was sealed in them follows from how the cards lay before and after.

use facedown_core::{Action, Way, shut};
use serde::Serialize;
use serde_json::Value;

/// The action with these values in its sealed parts, in whatever order they fit.
///
/// A sealed part is where `null` can be replaced by a value that is taken out again when the action is shut.
pub(super) fn opened<A: Action>(action: &A, values: &[Value]) -> Option<A> {
    let closed = serde_json::to_value(shut(action.clone())).ok()?;
    let mut open = closed.clone();
    for value in values {
        let mut places = Vec::new();
        nulls(&open, String::new(), &mut places);
        open = places.into_iter().find_map(|place| {
            let mut tried = open.clone();
            *tried.pointer_mut(&place)? = value.clone();
            let read: A = serde_json::from_value(tried.clone()).ok()?;
            (serde_json::to_value(shut(read)).ok()? == closed).then_some(tried)
        })?;
    }
    serde_json::from_value(open).ok()
}

/// The places of all `null`s, as JSON pointers.
fn nulls(value: &Value, at: String, out: &mut Vec<String>) {
    match value {
        Value::Null => out.push(at),
        Value::Array(list) => {
            for (number, part) in list.iter().enumerate() {
                nulls(part, format!("{at}/{number}"), out);
            }
        }
        Value::Object(fields) => {
            for (key, part) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                nulls(part, format!("{at}/{key}"), out);
            }
        }
        _ => {}
    }
}

/// An order that leads from the faces before to those after, as it is written in an action.
pub(super) fn order<F: PartialEq>(before: &[F], after: &[F], way: Way) -> Option<Value> {
    match way {
        Way::Freely => {
            let mut free: Vec<Option<&F>> = before.iter().map(Some).collect();
            let from = after.iter().map(|face| {
                let found = free.iter().position(|there| *there == Some(face))?;
                free[found] = None;
                Some(found)
            });
            from.collect::<Option<Vec<usize>>>().map(Value::from)
        }
        Way::Tuck => {
            let (first, others) = before.split_first()?;
            let tucked = |&depth: &usize| {
                after.get(depth) == Some(first)
                    && after[..depth] == others[..depth]
                    && after[depth + 1..] == others[depth..]
            };
            (0..after.len()).find(tucked).map(Value::from)
        }
    }
}

/// The faces of a list, as they are written in an action.
pub(super) fn list<F: Serialize>(faces: &[F]) -> Option<Value> {
    serde_json::to_value(faces).ok()
}

#[cfg(test)]
mod tests {
    use facedown_core::{Card, CardOrder, Pen, Sealed, Tuck};
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Clone, Serialize, Deserialize)]
    struct Act {
        card: Option<Card>,
        order: Sealed<CardOrder>,
        depth: Sealed<Tuck>,
    }

    impl Action for Act {
        fn seals(&mut self, pen: &Pen) {
            self.order.mark(pen);
            self.depth.mark(pen);
        }
    }

    #[test]
    fn values_are_put_only_where_something_was_sealed() {
        let shut: Act =
            serde_json::from_value(json!({ "card": null, "order": null, "depth": null })).unwrap();
        let open = |values: &[Value]| {
            let action = opened(&shut, values)?;
            Some(serde_json::to_value(facedown_core::opened(action)).unwrap())
        };
        let both = json!({ "card": null, "order": [1, 0], "depth": 3 });
        assert_eq!(open(&[json!([1, 0]), json!(3)]), Some(both));
        assert_eq!(open(&[json!(3), json!(4)]), None, "a number fits only one sealed part");
        assert_eq!(open(&[json!("x")]), None);
    }

    #[test]
    fn an_order_follows_from_the_faces() {
        let order = |before: &str, after: &str, way| {
            order(before.as_bytes(), after.as_bytes(), way).map(|value| value.to_string())
        };
        assert_eq!(order("abc", "cab", Way::Freely).as_deref(), Some("[2,0,1]"));
        assert_eq!(order("aab", "baa", Way::Freely).as_deref(), Some("[2,0,1]"));
        assert_eq!(order("abc", "abd", Way::Freely), None);
        assert_eq!(order("kabc", "abkc", Way::Tuck).as_deref(), Some("2"));
        assert_eq!(order("kabc", "kabc", Way::Tuck).as_deref(), Some("0"));
        assert_eq!(order("kabc", "abck", Way::Tuck).as_deref(), Some("3"));
        assert_eq!(order("kabc", "bakc", Way::Tuck), None, "the others keep their order");
    }
}
