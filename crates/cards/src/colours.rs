//! The five colours, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the five colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// W.
    White,
    /// U.
    Blue,
    /// B.
    Black,
    /// R.
    Red,
    /// G.
    Green,
}

impl Colour {
    /// All colours in their usual order: WUBRG.
    pub const ALL: [Self; 5] = [Self::White, Self::Blue, Self::Black, Self::Red, Self::Green];

    /// The letter of this colour.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Blue => 'U',
            Self::Black => 'B',
            Self::Red => 'R',
            Self::Green => 'G',
        }
    }

    /// The colour with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_uppercase())
    }
}

/// A set of colours. As text it is their letters in the usual order, such as `WU`; the empty text is colourless.
///
/// ```
/// use facedown_cards::{Colour, Colours};
///
/// let colours: Colours = "gw".parse()?;
/// assert_eq!(colours.to_string(), "WG");
/// assert!(colours.contains(Colour::Green));
/// assert!(colours.is_subset(Colours::ALL) && !colours.is_subset("W".parse()?));
/// # Ok::<(), facedown_cards::NotAColour>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colours(u8);

impl Colours {
    /// No colour.
    pub const NONE: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self(0b1_1111);

    /// Adds a colour.
    pub const fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour as u8;
    }

    /// Whether a colour is in this set.
    pub const fn contains(self, colour: Colour) -> bool {
        self.0 >> colour as u8 & 1 == 1
    }

    /// Whether every colour of this set is in the other.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is no colour in this set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colours that are in one of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many colours these are.
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The colours in their usual order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |&colour| self.contains(colour))
    }

    /// The colours of the mana symbols in a cost or text: `{2}{W/U}{G}` is `WUG`.
    pub fn of_symbols(text: &str) -> Self {
        let symbols = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
        let parts = symbols.flat_map(|(symbol, _)| symbol.split('/'));
        let single = parts.filter_map(|part| {
            // A symbol of half a mana has an H before its colour, and those of snow and phyrexian mana are parts of their own.
            let part = part.strip_prefix('H').unwrap_or(part);
            let mut letters = part.chars();
            letters.next().filter(|_| letters.next().is_none())
        });
        single.filter_map(Colour::from_letter).collect()
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }
}

impl FromIterator<Colour> for Colours {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        let mut set = Self::NONE;
        colours.into_iter().for_each(|colour| set.insert(colour));
        set
    }
}

impl fmt::Display for Colours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.iter().map(Colour::letter).collect();
        f.pad(&letters)
    }
}

/// A letter that is not one of `W`, `U`, `B`, `R` and `G`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a colour; the colours are W, U, B, R and G")]
pub struct NotAColour(pub char);

impl FromStr for Colours {
    type Err = NotAColour;

    fn from_str(text: &str) -> Result<Self, NotAColour> {
        text.chars().map(|letter| Colour::from_letter(letter).ok_or(NotAColour(letter))).collect()
    }
}

impl Serialize for Colours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colours {
    /// From letters, or from a list of them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;
        impl<'de> Visitor<'de> for Letters {
            type Value = Colours;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("colours, such as \"WU\" or [\"W\", \"U\"]")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Colours, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Colours, A::Error> {
                let mut set = Colours::NONE;
                while let Some(letter) = list.next_element::<char>()? {
                    set.insert(
                        Colour::from_letter(letter)
                            .ok_or(NotAColour(letter))
                            .map_err(A::Error::custom)?,
                    );
                }
                Ok(set)
            }
        }
        deserializer.deserialize_any(Letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_in_symbols() {
        for (text, colours) in [
            ("{2}{W/U}{G}", "WUG"),
            ("{2/R}{B/P}", "BR"),
            ("{HW}{S}{C}{X}{100}", "W"),
            ("{T}: Add {g}.", "G"),
            ("WUB", ""),
            ("{", ""),
            ("{}{/}", ""),
            ("{W", ""),
            ("{CHAOS}", ""),
        ] {
            assert_eq!(Colours::of_symbols(text).to_string(), colours, "{text}");
        }
    }

    #[test]
    fn colours_are_read_from_letters_and_lists() {
        let read = |json: &str| serde_json::from_str::<Colours>(json).map(|c| c.to_string()).ok();
        assert_eq!(read("\"GW\"").as_deref(), Some("WG"));
        assert_eq!(read("[\"R\", \"B\"]").as_deref(), Some("BR"));
        assert_eq!(read("[]").as_deref(), Some(""));
        assert_eq!(read("\"WX\""), None);
        assert_eq!(read("[\"white\"]"), None);
        assert_eq!(serde_json::to_string(&Colours::ALL).unwrap(), "\"WUBRG\"");
    }
}
