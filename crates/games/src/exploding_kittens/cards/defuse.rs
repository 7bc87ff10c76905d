//! Defuse: saves from an Exploding Kitten. What happens is in `explosion.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Defuse;

impl CardRules for Defuse {
    const SHEET: Sheet = Sheet {
        name: "Defuse",
        text: "Saves you from an Exploding Kitten, which you tuck back into the pile wherever you like.",
        copies: Copies::NONE,
        alone: Alone::Never,
        cat: Cat::No,
    };
}
