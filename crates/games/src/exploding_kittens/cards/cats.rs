//! The cats: worth nothing alone, a theft in twos and threes. What happens is in `pair.rs` and `triple.rs`.

use super::{Alone, CardRules, Cat, Copies, Sheet};

const fn cat(name: &'static str, copies: Copies) -> Sheet {
    Sheet { name, copies, alone: Alone::Never, cat: Cat::Plain }
}

/// Four of each.
const FOUR: Copies = Copies { base: 4, streaking: 0, imploding: 0, published: 4 };

pub(in super::super) struct Tacocat;

impl CardRules for Tacocat {
    const SHEET: Sheet = cat("Tacocat", FOUR);
}

pub(in super::super) struct BeardCat;

impl CardRules for BeardCat {
    const SHEET: Sheet = cat("Beard Cat", FOUR);
}

pub(in super::super) struct RainbowRalphingCat;

impl CardRules for RainbowRalphingCat {
    const SHEET: Sheet = cat("Rainbow-Ralphing Cat", FOUR);
}

pub(in super::super) struct HairyPotatoCat;

impl CardRules for HairyPotatoCat {
    const SHEET: Sheet = cat("Hairy Potato Cat", FOUR);
}

pub(in super::super) struct Cattermelon;

impl CardRules for Cattermelon {
    const SHEET: Sheet = cat("Cattermelon", Copies { published: 4, ..Copies::NONE });
}

pub(in super::super) struct FeralCat;

impl CardRules for FeralCat {
    const SHEET: Sheet =
        Sheet { cat: Cat::Feral, ..cat("Feral Cat", Copies { imploding: 4, ..Copies::NONE }) };
}
