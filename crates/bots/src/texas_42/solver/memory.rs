//! What the search has found out: a transposition table with one word for each position.

/// How many positions are remembered, as a power of two: half a megabyte, which stays in a core's cache.
const BITS: u32 = 16;

/// Bounds of a position's value, and the lead that was best there.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// At least so many points.
    pub least: i32,
    /// At most so many points.
    pub most: i32,
    /// The best lead, as a domino's place; [`NO_LEAD`] if none is known.
    pub lead: u32,
}

/// No domino.
pub(super) const NO_LEAD: u32 = 31;

/// The table. A word holds, from the lowest bit: the dominoes left (28) and the leader (2), the bounds (6
/// each), the lead (5), and which deal it belongs to (16), so that a new deal clears nothing.
pub(super) struct Memory {
    words: Box<[u64]>,
    deal: u64,
}

const LEAST_AT: u32 = 30;
const MOST_AT: u32 = 36;
const LEAD_AT: u32 = 42;
const DEAL_AT: u32 = 48;
/// The bits that say which position it is.
const TAG: u64 = !0 << DEAL_AT | ((1 << LEAST_AT) - 1);

impl Memory {
    pub(super) fn new() -> Self {
        Self { words: vec![0; 1 << BITS].into_boxed_slice(), deal: 0 }
    }

    /// Forgets everything.
    pub(super) fn begin_deal(&mut self) {
        self.deal += 1;
        if self.deal >= 1 << (64 - DEAL_AT) {
            self.words.fill(0);
            self.deal = 1;
        }
    }

    /// What is known about the position of this key.
    #[inline]
    pub(super) fn get(&self, key: u32) -> Option<Found> {
        let word = self.words[Self::slot(key)];
        let tag = self.deal << DEAL_AT | u64::from(key);
        if word & TAG != tag {
            return None;
        }
        Some(Found {
            least: (word >> LEAST_AT & 63) as i32,
            most: (word >> MOST_AT & 63) as i32,
            lead: (word >> LEAD_AT & 31) as u32,
        })
    }

    /// Remembers this about the position of this key.
    #[inline]
    #[allow(clippy::cast_sign_loss)] // bounds are from 0 to 42
    pub(super) fn put(&mut self, key: u32, found: Found) {
        let bounds = (found.least as u64) << LEAST_AT | (found.most as u64) << MOST_AT;
        let word =
            self.deal << DEAL_AT | u64::from(found.lead) << LEAD_AT | bounds | u64::from(key);
        self.words[Self::slot(key)] = word;
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // few bits are left
    fn slot(key: u32) -> usize {
        // The multiplier spreads the keys; its product's highest bits depend on all of the key's.
        (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS)) as usize
    }
}
