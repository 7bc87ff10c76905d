//! The 28 dominoes, and sets of them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// How many dominoes there are.
pub const DOMINOES: usize = 28;

/// A domino: two ends with 0 to 6 pips each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "[number, number]"))]
pub struct Domino(u8);

/// The ends of each domino, the higher one first: 0-0, 1-0, 1-1, 2-0, … 6-6.
const ENDS: [(u8, u8); DOMINOES] = {
    let mut ends = [(0, 0); DOMINOES];
    let (mut high, mut low, mut at) = (0, 0, 0);
    while at < DOMINOES {
        ends[at] = (high, low);
        (high, low) = if low == high { (high + 1, 0) } else { (high, low + 1) };
        at += 1;
    }
    ends
};

impl Domino {
    /// The domino with these ends, in either order; `None` if an end has more than 6 pips.
    pub const fn new(one: u8, other: u8) -> Option<Self> {
        let (high, low) = if one > other { (one, other) } else { (other, one) };
        if high > 6 { None } else { Some(Self(high * (high + 1) / 2 + low)) }
    }

    /// All dominoes, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        Dominoes::ALL.iter()
    }

    /// The domino's place in the order, from 0 to 27.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The domino at this place in the order.
    pub const fn at(index: usize) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation)] // below 28
        if index < DOMINOES { Some(Self(index as u8)) } else { None }
    }

    /// The pips of the higher end.
    pub const fn high(self) -> u8 {
        ENDS[self.index()].0
    }

    /// The pips of the lower end.
    pub const fn low(self) -> u8 {
        ENDS[self.index()].1
    }

    /// All its pips.
    pub const fn pips(self) -> u8 {
        self.high() + self.low()
    }

    /// Whether both ends are the same.
    pub const fn is_double(self) -> bool {
        self.high() == self.low()
    }

    /// Whether an end has this many pips.
    pub const fn has(self, pips: u8) -> bool {
        self.high() == pips || self.low() == pips
    }

    /// What it counts for the side that takes it (R-COUNT-02): dominoes with five pips 5, with ten 10.
    pub const fn count(self) -> u8 {
        match self.pips() {
            pips @ (5 | 10) => pips,
            _ => 0,
        }
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high(), self.low())
    }
}

impl Serialize for Domino {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.high(), self.low()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Domino {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [one, other] = <[u8; 2]>::deserialize(deserializer)?;
        Self::new(one, other)
            .ok_or_else(|| de::Error::custom(format_args!("{one}-{other}: an end has 0 to 6 pips")))
    }
}

/// A set of dominoes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dominoes(u32);

impl Dominoes {
    /// No domino.
    pub const NONE: Self = Self(0);
    /// All 28.
    pub const ALL: Self = Self((1 << DOMINOES) - 1);

    /// The set whose members are the ones of these bits, in the dominoes' order.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// One bit for each domino, in their order.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this one is among them.
    pub const fn contains(self, domino: Domino) -> bool {
        self.0 & (1 << domino.0) != 0
    }

    /// The set with this one.
    #[must_use]
    pub const fn with(self, domino: Domino) -> Self {
        Self(self.0 | 1 << domino.0)
    }

    /// The set without this one.
    #[must_use]
    pub const fn without(self, domino: Domino) -> Self {
        Self(self.0 & !(1 << domino.0))
    }

    /// Those in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are not in the other set.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Iterates over the dominoes in order.
    pub fn iter(self) -> impl Iterator<Item = Domino> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = left.trailing_zeros();
            (left != 0).then(|| {
                left &= left - 1;
                #[allow(clippy::cast_possible_truncation)] // below 28
                Domino(next as u8)
            })
        })
    }
}

impl FromIterator<Domino> for Dominoes {
    fn from_iter<I: IntoIterator<Item = Domino>>(dominoes: I) -> Self {
        dominoes.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_28_and_they_count_35() {
        assert_eq!(Domino::all().count(), DOMINOES);
        let counts: u8 = Domino::all().map(Domino::count).sum();
        assert_eq!(counts, 35);
        let counters: Vec<_> =
            Domino::all().filter(|d| d.count() > 0).map(|d| d.to_string()).collect();
        assert_eq!(counters, ["3-2", "4-1", "5-0", "5-5", "6-4"]);
    }

    #[test]
    fn ends_come_in_either_order_and_are_checked() {
        assert_eq!(Domino::new(2, 5), Domino::new(5, 2));
        assert_eq!(Domino::new(7, 0), None);
        let read = serde_json::from_str::<Domino>("[0,5]").unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), "[5,0]");
        assert!(serde_json::from_str::<Domino>("[6,7]").is_err());
    }

    #[test]
    fn each_has_its_place() {
        for (index, domino) in Domino::all().enumerate() {
            assert_eq!((domino.index(), Domino::at(index)), (index, Some(domino)));
            assert_eq!(Domino::new(domino.low(), domino.high()), Some(domino));
        }
    }
}
