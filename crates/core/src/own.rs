//! What one viewer sees beyond what everybody sees, as a sparse copy of the view.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::card::Card;
use crate::lens::Lens;

/// A few elements of a list, each with its place: written as `{"3": …}`, or as a list if all are there.
///
/// Laid over a list of `length` elements, each goes over the element at its place; see [`Game::own`](crate::Game::own).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparse<T> {
    length: usize,
    elements: Vec<(usize, T)>,
}

impl<T> Sparse<T> {
    /// Those of the elements that are there, in their places.
    pub fn of(elements: impl Iterator<Item = Option<T>>) -> Self {
        let mut sparse = Self { length: 0, elements: Vec::new() };
        for element in elements {
            sparse.elements.extend(element.map(|element| (sparse.length, element)));
            sparse.length += 1;
        }
        sparse
    }

    /// Whether there is nothing to lay over anything.
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl<T: Serialize> Serialize for Sparse<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.elements.len() == self.length {
            let mut list = serializer.serialize_seq(Some(self.length))?;
            self.elements.iter().try_for_each(|(_, element)| list.serialize_element(element))?;
            return list.end();
        }
        let mut map = serializer.serialize_map(Some(self.elements.len()))?;
        self.elements
            .iter()
            .try_for_each(|(place, element)| map.serialize_entry(place, element))?;
        map.end()
    }
}

/// What is printed on a card that one viewer sees, to be laid over the card's back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OwnFace<F> {
    /// What is printed on it.
    #[serde(rename = "type")]
    pub face: F,
}

impl<F: Copy> Lens<'_, F> {
    /// What is printed on the card, if this viewer may see it and not everybody may.
    pub fn own_face(&self, card: Card) -> Option<OwnFace<F>> {
        self.face(card).filter(|_| self.public().face(card).is_none()).map(|face| OwnFace { face })
    }

    /// What this viewer sees of these cards and not everybody, each in its place.
    pub fn own_faces(&self, cards: &[Card]) -> Sparse<OwnFace<F>> {
        Sparse::of(cards.iter().map(|&card| self.own_face(card)))
    }
}

/// Lays what one viewer sees over what everybody sees; see [`Game::own`](crate::Game::own).
pub fn lay_over(view: &mut Value, own: Value) {
    match (view, own) {
        (Value::Object(view), Value::Object(own)) => {
            for (key, own) in own {
                lay_over(view.entry(key).or_insert(Value::Null), own);
            }
        }
        (Value::Array(view), Value::Object(own)) => {
            for (place, own) in own {
                let element = place.parse().ok().and_then(|place: usize| view.get_mut(place));
                if let Some(element) = element {
                    lay_over(element, own);
                }
            }
        }
        (Value::Array(view), Value::Array(own)) if view.len() == own.len() => {
            view.iter_mut().zip(own).for_each(|(element, own)| lay_over(element, own));
        }
        (view, own) => *view = own,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_with_gaps_is_written_by_place() {
        let some = Sparse::of([None, Some('b'), None].into_iter());
        assert_eq!(serde_json::to_string(&some).unwrap(), r#"{"1":"b"}"#);
        let all = Sparse::of([Some('a'), Some('b')].into_iter());
        assert_eq!(serde_json::to_string(&all).unwrap(), r#"["a","b"]"#);
        assert!(Sparse::<char>::of([None].into_iter()).is_empty());
    }
    #[test]
    fn the_own_part_goes_over_what_everybody_sees() {
        let mut view =
            json!({"you": null, "hand": [{"id": 3}, {"id": 4}], "pile": [{"id": 5}, {"id": 6}]});
        let own = json!({
            "you": 0,
            "hand": [{"type": "kitten"}, {"type": "catnip"}],
            "pile": {"1": {"type": "nope"}, "7": 1},
            "played": "kitten",
        });
        lay_over(&mut view, own);
        let wanted = json!({
            "you": 0,
            "hand": [{"id": 3, "type": "kitten"}, {"id": 4, "type": "catnip"}],
            "pile": [{"id": 5}, {"id": 6, "type": "nope"}],
            "played": "kitten",
        });
        assert_eq!(view, wanted);
    }
}
