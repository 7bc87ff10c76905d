//! Imploding Kitten: first it goes back face up, then it kills. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct ImplodingKitten;

impl CardRules for ImplodingKitten {
    const SHEET: Sheet = Sheet {
        name: "Imploding Kitten",
        text: "Drawn first, it goes back face up. Drawn face up, it kills, and nothing helps.",
        copies: Copies::NONE,
        alone: Alone::Never,
        cat: Cat::No,
    };
}
