//! What one viewer sees beyond what everybody sees, as a sparse copy of the view.

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::card::Card;
use crate::lens::Lens;
use crate::seat::{BySeat, Seat};
use crate::shown::Show;

/// Some elements of a list, each with its index. Serialised as `{"3": …}`, or as a list if all elements are present.
///
/// Laid over a list of as many elements, each goes over the element at its index; see [`Game::own`](crate::Game::own).
/// Like [`ShownList`](crate::ShownList), it borrows the list from the table and looks when it is written.
#[derive(Clone, Copy)]
pub struct Sparse<'a, T, S> {
    elements: &'a [T],
    sight: S,
}

impl<'a, T, S: Show<T, Seen = Option<V>>, V> Sparse<'a, T, S> {
    /// The elements that are shown as `Some`.
    pub const fn new(elements: &'a [T], sight: S) -> Self {
        Self { elements, sight }
    }

    /// Whether no element is present.
    pub fn is_empty(&self) -> bool {
        self.seen().all(|element| element.is_none())
    }

    fn seen(&self) -> impl Iterator<Item = Option<V>> {
        self.elements.iter().map(|element| self.sight.show(element))
    }
}

impl<T, S: Show<T, Seen = Option<V>>, V: Serialize> Serialize for Sparse<'_, T, S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write_sparse(|| self.seen(), serializer)
    }
}

/// What one viewer sees beyond what everybody sees, of some of the seats. Serialised like [`Sparse`].
#[derive(Clone, Copy)]
pub struct SparseSeats<'a, T, S> {
    seats: &'a BySeat<T>,
    sight: S,
}

impl<'a, T, S: Show<(Seat, &'a T), Seen = Option<V>>, V> SparseSeats<'a, T, S> {
    /// The seats that are shown as `Some`.
    pub const fn new(seats: &'a BySeat<T>, sight: S) -> Self {
        Self { seats, sight }
    }

    /// Whether no seat is present.
    pub fn is_empty(&self) -> bool {
        self.seen().all(|element| element.is_none())
    }

    fn seen(&self) -> impl Iterator<Item = Option<V>> {
        self.seats.iter().map(|element| self.sight.show(&element))
    }
}

impl<'a, T, S: Show<(Seat, &'a T), Seen = Option<V>>, V: Serialize> Serialize
    for SparseSeats<'a, T, S>
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write_sparse(|| self.seen(), serializer)
    }
}

/// Writes those elements of a list that are there, each with its index.
fn write_sparse<Z: Serializer, I: Iterator<Item = Option<impl Serialize>>>(
    seen: impl Fn() -> I,
    serializer: Z,
) -> Result<Z::Ok, Z::Error> {
    if seen().all(|element| element.is_some()) {
        return serializer.collect_seq(seen().flatten());
    }
    let present = seen().enumerate();
    serializer.collect_map(present.filter_map(|(index, element)| Some((index, element?))))
}

/// The face of a card that one viewer sees, to be laid over the card's back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OwnFace<F> {
    /// The face.
    #[serde(rename = "type")]
    pub face: F,
}

/// Shows the faces that one viewer sees and not everybody.
#[derive(Clone, Copy)]
pub struct OwnSight<'a, F>(Lens<'a, F>);

/// The faces of some cards that one viewer sees and not everybody, each at its index.
pub type OwnFaces<'a, F> = Sparse<'a, Card, OwnSight<'a, F>>;

impl<F: Copy> Show<Card> for OwnSight<'_, F> {
    type Seen = Option<OwnFace<F>>;

    fn show(&self, card: &Card) -> Option<OwnFace<F>> {
        self.0.own_face(*card)
    }
}

impl<'a, F: Copy> Lens<'a, F> {
    /// The card's face, if this viewer may see it and not everybody may.
    pub fn own_face(&self, card: Card) -> Option<OwnFace<F>> {
        self.ledger().seen_privately(card, self.sight()).map(|face| OwnFace { face })
    }

    /// The faces of these cards that this viewer sees and not everybody, each at its index.
    pub const fn own_faces(&self, cards: &'a [Card]) -> OwnFaces<'a, F> {
        Sparse { elements: cards, sight: OwnSight(*self) }
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
    fn a_list_with_gaps_is_written_by_index() {
        /// Shows every character except the full stop.
        #[derive(Clone, Copy)]
        struct NoStop;
        impl Show<char> for NoStop {
            type Seen = Option<char>;
            fn show(&self, element: &char) -> Option<char> {
                Some(*element).filter(|element| *element != '.')
            }
        }
        let written = |list: &[char]| serde_json::to_string(&Sparse::new(list, NoStop)).unwrap();
        assert_eq!(written(&['.', 'b', '.']), r#"{"1":"b"}"#);
        assert_eq!(written(&['a', 'b']), r#"["a","b"]"#);
        assert!(Sparse::new(&['.'], NoStop).is_empty());
    }

    #[test]
    fn seats_with_gaps_are_written_by_index() {
        /// Shows the seat after this one.
        #[derive(Clone, Copy)]
        struct After(usize);
        impl Show<(Seat, &char)> for After {
            type Seen = Option<char>;
            fn show(&self, (seat, element): &(Seat, &char)) -> Option<char> {
                (seat.index() == self.0 + 1).then_some(**element)
            }
        }
        let seats = BySeat::new(crate::SeatCount::new(3).unwrap(), |_| 'b');
        let written = serde_json::to_string(&SparseSeats::new(&seats, After(0))).unwrap();
        assert_eq!(written, r#"{"1":"b"}"#);
        assert!(SparseSeats::new(&seats, After(2)).is_empty());
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
