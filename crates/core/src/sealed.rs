//! A secret inside an action: only the dealer and its author's own lens can open it.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lens::{Lens, Sight};
use crate::seat::Seat;

/// A value that its author put face down: the place at which a kitten is tucked in, an order of cards.
///
/// The rules can make one (to list what is legal) and hand it on to a verb of the dealer. They cannot
/// read it, compare it or print it:
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
/// Written with serde it stays shut, so that it cannot slip into a message. Only a [`Pen`], which only
/// this crate can make, has it written open: for the record, and for its author alone.
#[derive(Clone)]
pub struct Sealed<T> {
    value: T,
    /// Who sealed it; nobody yet, when it has just come in from outside.
    author: Option<Seat>,
    /// Whether serde may write the value. Never set but with a [`Pen`].
    written_open: bool,
}

impl<T> Sealed<T> {
    /// Puts a value face down for its author.
    pub const fn new(author: Seat, value: T) -> Self {
        Self { value, author: Some(author), written_open: false }
    }

    /// Does to this value what the pen is for.
    pub const fn mark(&mut self, pen: &Pen) {
        match pen.0 {
            // A copy that was opened for its author to choose from comes back shut.
            Mark::Author(seat) => (self.author, self.written_open) = (Some(seat), false),
            Mark::WrittenOpen => self.written_open = true,
        }
    }

    /// What is inside, if this copy was opened with a [`Pen`]: just when serde would write it. What the
    /// rules get to carry out is always shut.
    pub const fn in_the_open(&self) -> Option<&T> {
        if self.written_open { Some(&self.value) } else { None }
    }

    pub(crate) const fn value(&self) -> &T {
        &self.value
    }
}

/// What marks the sealed values of an action, as [`Action::seals`](crate::Action::seals) hands it to each.
/// Only this crate can make one.
pub struct Pen(Mark);

enum Mark {
    Author(Seat),
    WrittenOpen,
}

impl Pen {
    /// Names the author of values that have come in from outside.
    pub(crate) const fn author(seat: Seat) -> Self {
        Self(Mark::Author(seat))
    }

    /// Has serde write the values in the open, in this copy.
    pub(crate) const fn open() -> Self {
        Self(Mark::WrittenOpen)
    }
}

impl<F> Lens<'_, F> {
    /// What is inside, if this is the lens of the seat that sealed it.
    ///
    /// The rules ask with the actor's lens, in `permits`; in `apply` there is no lens to ask with.
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
    fn stays_shut_unless_opened() {
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
