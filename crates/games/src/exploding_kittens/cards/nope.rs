//! Nope: stops what somebody else played. What happens is in `window.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

pub(in super::super) struct Nope;

impl CardRules for Nope {
    const SHEET: Sheet = Sheet {
        name: "Nope",
        copies: Copies { base: 4, streaking: 0, imploding: 0, published: 5 },
        alone: Alone::Never,
        cat: Cat::No,
    };
}
