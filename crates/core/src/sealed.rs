//! A secret inside an action, which only the dealer and its author's own lens can open.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lens::{Lens, Sight};
use crate::seat::Seat;

/// A value that its author put face down: the place at which a kitten is tucked in, an order of cards.
///
/// The rules can create one (to list legal actions) and pass it to a verb of the dealer. They cannot read it, compare it
/// or print it:
///
/// ```
/// # use facedown_core::Sealed;
/// fn rules(secret: &Sealed<u16>) -> Sealed<u16> {
///     secret.clone()
/// }
/// ```
/// ```compile_fail,E0616
/// # use facedown_core::Sealed;
/// fn rules(secret: &Sealed<u16>) -> u16 {
///     secret.value
/// }
/// ```
/// ```compile_fail,E0369
/// # use facedown_core::Sealed;
/// fn rules(secret: &Sealed<u16>) -> bool {
///     *secret == secret.clone()
/// }
/// ```
///
/// It serialises as `null`, so that the value cannot slip into a message. Only after it was marked with a [`Pen`], which
/// only this crate can create, the value itself is serialised: for the record, and for its author.
#[derive(Clone)]
pub struct Sealed<T> {
    value: T,
    /// The seat that sealed it; `None` if it has just been deserialised.
    author: Option<Seat>,
    /// Whether the value may be serialised. Only a [`Pen`] sets this.
    written_open: bool,
}

impl<T> Sealed<T> {
    /// Seals a value for its author.
    pub const fn new(author: Seat, value: T) -> Self {
        Self { value, author: Some(author), written_open: false }
    }

    /// Marks this value with the pen: either with its author, or as open.
    pub const fn mark(&mut self, pen: &Pen) {
        match pen.0 {
            // The copy that was opened for its author to choose from is sealed again when it comes back.
            Mark::Author(seat) => (self.author, self.written_open) = (Some(seat), false),
            Mark::WrittenOpen => self.written_open = true,
        }
    }

    /// The value, if this copy was opened with a [`Pen`]. The actions that the rules carry out are always sealed.
    pub const fn in_the_open(&self) -> Option<&T> {
        if self.written_open { Some(&self.value) } else { None }
    }

    pub(crate) const fn value(&self) -> &T {
        &self.value
    }
}

/// Marks the sealed values of an action; see [`Action::seals`](crate::Action::seals). Only this crate can create one.
pub struct Pen(Mark);

enum Mark {
    Author(Seat),
    WrittenOpen,
}

impl Pen {
    /// Sets the author of values that were just deserialised.
    pub(crate) const fn author(seat: Seat) -> Self {
        Self(Mark::Author(seat))
    }

    /// Lets the values in this copy be serialised.
    pub(crate) const fn open() -> Self {
        Self(Mark::WrittenOpen)
    }
}

impl<F> Lens<'_, F> {
    /// The value, if this is the lens of the seat that sealed it.
    ///
    /// The rules use it with the actor's lens in `permits`. In `apply` they have no lens.
    pub fn open<'s, T>(&self, sealed: &'s Sealed<T>) -> Option<&'s T> {
        let may = match self.sight() {
            Sight::Hindsight => true,
            Sight::Of(viewer) => viewer.seat().is_some() && viewer.seat() == sealed.author,
        };
        may.then(|| sealed.value())
    }
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(..)")
    }
}

impl<T: Serialize> Serialize for Sealed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.written_open {
            self.value.serialize(serializer)
        } else {
            serializer.serialize_unit()
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sealed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = T::deserialize(deserializer)?;
        Ok(Self { value, author: None, written_open: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_value_is_written_only_after_it_was_opened() {
        let mut secret: Sealed<u16> = serde_json::from_str("7").unwrap();
        assert_eq!(serde_json::to_string(&secret).unwrap(), "null");
        assert_eq!(format!("{secret:?}"), "Sealed(..)");
        assert_eq!(secret.in_the_open(), None);
        secret.mark(&Pen::open());
        assert_eq!(secret.in_the_open(), Some(&7));
        assert_eq!(serde_json::to_string(&secret).unwrap(), "7");
        secret.mark(&Pen::author(Seat::new(0).unwrap()));
        assert_eq!(secret.in_the_open(), None);
        assert_eq!(serde_json::to_string(&secret).unwrap(), "null");
    }
}
