//! Exploding Kitten: who draws it and cannot defuse it is dead. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct ExplodingKitten;

impl CardRules for ExplodingKitten {
    const SHEET: Sheet =
        Sheet { name: "Exploding Kitten", copies: Copies::NONE, alone: Alone::Never, cat: Cat::No };
}
