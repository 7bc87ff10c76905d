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
///
/// `null` is read as a sealed value that is *empty*. So other machines have it where there is no house: what its author
/// chose is in the cards that the author moved, with a proof. A house refuses it like any other value that does not fit;
/// [`Lens::allows`] makes the difference.
#[derive(Clone)]
pub struct Sealed<T> {
    contents: Contents<T>,
    /// The seat that sealed it; `None` if it has just been deserialised.
    author: Option<Seat>,
    /// Whether the value may be serialised. Only a [`Pen`] sets this.
    written_open: bool,
}

/// What is in a sealed value, as far as this machine has it.
#[derive(Clone)]
enum Contents<T> {
    Value(T),
    /// A list that was sealed on another machine, and brings this many cards.
    List(u16),
    /// Something that was sealed on another machine.
    Empty,
}

impl<T> Sealed<T> {
    /// Seals a value for its author.
    pub const fn new(author: Seat, value: T) -> Self {
        Self { contents: Contents::Value(value), author: Some(author), written_open: false }
    }

    /// Marks this value with the pen: either with its author, or as open.
    pub fn mark(&mut self, pen: &Pen) {
        match pen.0 {
            // The copy that was opened for its author to choose from is sealed again when it comes back.
            Mark::Author(seat) => (self.author, self.written_open) = (Some(seat), false),
            Mark::WrittenOpen => self.written_open = true,
            Mark::Count(count) if self.value().is_none() => self.contents = Contents::List(count),
            Mark::Count(_) => {}
            Mark::Empty => self.contents = Contents::Empty,
        }
    }

    /// The value, if this copy was opened with a [`Pen`]. The actions that the rules carry out are always sealed.
    pub const fn in_the_open(&self) -> Option<&T> {
        if self.written_open { self.value() } else { None }
    }

    pub(crate) const fn value(&self) -> Option<&T> {
        match &self.contents {
            Contents::Value(value) => Some(value),
            Contents::List(_) | Contents::Empty => None,
        }
    }
}

impl<T> Sealed<Vec<T>> {
    /// How many cards the list brings, if that is known here.
    pub(crate) fn count(&self) -> Option<usize> {
        match &self.contents {
            Contents::Value(list) => Some(list.len()),
            Contents::List(count) => Some(usize::from(*count)),
            Contents::Empty => None,
        }
    }
}

/// Marks the sealed values of an action; see [`Action::seals`](crate::Action::seals). Only this crate can create one.
pub struct Pen(Mark);

enum Mark {
    Author(Seat),
    WrittenOpen,
    Count(u16),
    Empty,
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

    /// Notes how many cards a list brings that was sealed on another machine.
    pub(crate) const fn count(cards: u16) -> Self {
        Self(Mark::Count(cards))
    }

    /// Takes the values out, as they are on the machines of others.
    pub(crate) const fn empty() -> Self {
        Self(Mark::Empty)
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
            Sight::OnBehalf(_) => false,
        };
        if may { sealed.value() } else { None }
    }

    /// Whether the sealed value fits, as far as this lens can tell.
    ///
    /// The rules use it in `permits` instead of [`Lens::open`]. Its author's lens looks at the value. Where others judge
    /// the action without a house, nobody can: every value of this author may fit, and a proof shows that it does.
    pub fn allows<T>(&self, sealed: &Sealed<T>, fits: impl FnOnce(&T) -> bool) -> bool {
        match self.sight() {
            Sight::OnBehalf(seat) => sealed.author == Some(seat),
            _ => self.open(sealed).is_some_and(fits),
        }
    }

    /// How many cards a sealed list has, which everybody may know; `None` if it is empty.
    pub fn count(&self, list: &Sealed<Vec<F>>) -> Option<usize> {
        list.count()
    }
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(..)")
    }
}

impl<T: Serialize> Serialize for Sealed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.in_the_open() {
            Some(value) => value.serialize(serializer),
            None => serializer.serialize_unit(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Sealed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let contents = Option::deserialize(deserializer)?.map_or(Contents::Empty, Contents::Value);
        Ok(Self { contents, author: None, written_open: false })
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

    #[test]
    fn null_is_read_as_empty_and_fits_nothing_that_its_author_could_see() {
        let author = Seat::new(1).unwrap();
        let mut secret: Sealed<u16> = serde_json::from_str("null").unwrap();
        secret.mark(&Pen::author(author));
        let ledger = crate::ledger::Ledger::<u8>::default();
        let lens = |sight| Lens::new(&ledger, sight);
        assert!(!lens(Sight::Of(author.into())).allows(&secret, |_| true));
        assert!(lens(Sight::OnBehalf(author)).allows(&secret, |_| false), "a proof shows it");
        assert!(!lens(Sight::OnBehalf(Seat::new(0).unwrap())).allows(&secret, |_| true));
        secret.mark(&Pen::open());
        assert_eq!(serde_json::to_string(&secret).unwrap(), "null");
    }

    #[test]
    fn on_behalf_of_its_author_a_value_is_never_looked_at() {
        let author = Seat::new(1).unwrap();
        let ledger = crate::ledger::Ledger::<u8>::default();
        let lens = Lens::new(&ledger, Sight::OnBehalf(author));
        let secret = Sealed::new(author, 7);
        assert_eq!(lens.open(&secret), None);
        assert!(
            lens.allows(&secret, |_| false),
            "the author’s own machine judges as all others do"
        );
    }
}
