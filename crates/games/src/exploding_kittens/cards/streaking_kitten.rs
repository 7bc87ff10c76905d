//! Streaking Kitten: its holder may keep an Exploding Kitten. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct StreakingKitten;

impl CardRules for StreakingKitten {
    const SHEET: Sheet = Sheet {
        name: "Streaking Kitten",
        copies: Copies { base: 0, streaking: 1, imploding: 0, published: 0 },
        alone: Alone::Never,
        cat: Cat::No,
    };
}
