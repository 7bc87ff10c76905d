//! Imploding Kitten: first it goes back face up, then it kills. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct ImplodingKitten;

impl CardRules for ImplodingKitten {
    const SHEET: Sheet =
        Sheet { name: "Imploding Kitten", copies: Copies::NONE, alone: Alone::Never, cat: Cat::No };
}
