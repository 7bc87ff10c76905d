//! Defuse: saves from an Exploding Kitten. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Defuse;

impl CardRules for Defuse {
    const SHEET: Sheet =
        Sheet { name: "Defuse", copies: Copies::NONE, alone: Alone::Never, cat: Cat::No };
}
