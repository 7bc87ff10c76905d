//! The sets of cards, and the deal.

use arrayvec::ArrayVec;
use facedown_core::{BySeat, Dealer, Dealt, SeatCount};
use serde::{Deserialize, Serialize};

use super::action::Options;
use super::cards::Kind;
use super::state::{ExplodingKittens, Pile, Player};

/// Which cards are played with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Set {
    /// The cards of the source document.
    #[default]
    Base,
    /// With the Streaking Kitten.
    Streaking,
    /// With the Imploding Kitten.
    Imploding,
    /// All of these together.
    Party,
    /// The published box.
    Published,
}

impl Set {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Base, Self::Streaking, Self::Imploding, Self::Party, Self::Published];

    /// Whether there is a Streaking Kitten in it.
    pub const fn streaks(self) -> bool {
        matches!(self, Self::Streaking | Self::Party)
    }

    /// Whether there is an Imploding Kitten in it.
    pub const fn implodes(self) -> bool {
        matches!(self, Self::Imploding | Self::Party)
    }

    /// How many cards each player is dealt besides a Defuse (R-SET-02).
    const fn dealt(self) -> usize {
        match self {
            Self::Published => 7,
            _ => 5,
        }
    }

    /// How many Defuses there are for this many players (R-SET-04).
    const fn defuses(self, seats: usize) -> usize {
        match self {
            // With two players, two of the six go into the pile and two stay in the box.
            Self::Published if seats == 2 => 4,
            Self::Published => 6,
            _ => 5,
        }
    }

    /// How many Exploding Kittens there are for this many players (R-SET-05).
    const fn exploding(self, seats: usize) -> usize {
        if self.streaks() { seats } else { seats - 1 }
    }
}

/// How many of a card each set brings (R-SET-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copies {
    /// The cards of the source document.
    pub base: usize,
    /// What `streaking` adds to them.
    pub streaking: usize,
    /// What `imploding` adds to them.
    pub imploding: usize,
    /// The published box, by itself.
    pub published: usize,
}

impl Copies {
    /// None that are dealt: such a card is brought in a way of its own, or not at all.
    pub(super) const NONE: Self = Self { base: 0, streaking: 0, imploding: 0, published: 0 };

    /// How many there are in this set.
    pub const fn of(self, set: Set) -> usize {
        match set {
            Set::Base => self.base,
            Set::Streaking => self.base + self.streaking,
            Set::Imploding => self.base + self.imploding,
            Set::Party => self.base + self.streaking + self.imploding,
            Set::Published => self.published,
        }
    }
}

impl ExplodingKittens {
    pub(super) fn dealt<D: Dealer<Self>>(
        options: &Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<(BySeat<Player>, Pile)> {
        let set = options.set;
        let mut faces: ArrayVec<Kind, MAX_CARDS> = ArrayVec::new();
        for &kind in Kind::ALL {
            faces.extend(std::iter::repeat_n(kind, kind.sheet().copies.of(set)));
        }
        let pool: Pile = dealer.bring(&faces)?.into_iter().collect();
        dealer.shuffle(&pool)?;
        let mut pool = pool.into_iter();

        let defuses = [Kind::Defuse; MOST_DEFUSES];
        let mut defuses = dealer.bring(&defuses[..set.defuses(seats.get())])?.into_iter();
        let players = BySeat::try_new(seats, |seat| {
            let hand: Pile =
                pool.by_ref().take(set.dealt()).chain(defuses.by_ref().take(1)).collect();
            // Everybody knows that one of them is a Defuse, and nobody which.
            dealer.shuffle(&hand)?;
            for &card in &hand {
                dealer.show(card, seat)?;
            }
            Ok(Player { hand, out: Pile::new() })
        })?;

        let deadly = [Kind::ExplodingKitten; facedown_core::MAX_SEATS];
        let exploding = dealer.bring(&deadly[..set.exploding(seats.get())])?;
        let imploding: &[Kind] = if set.implodes() { &[Kind::ImplodingKitten] } else { &[] };
        let imploding = dealer.bring(imploding)?;
        let pile: Pile = pool.chain(defuses).chain(exploding).chain(imploding).collect();
        dealer.shuffle(&pile)?;
        Ok((players, pile))
    }
}

/// The most Defuses that a set has.
const MOST_DEFUSES: usize = 6;
/// The most cards that can be on a table: those of `party` with five players are 78.
pub(super) const MAX_CARDS: usize = 80;
