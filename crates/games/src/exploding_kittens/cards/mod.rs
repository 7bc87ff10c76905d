//! The cards, one file each behind one interface. To add a card, add its file and its line in the list here.

use facedown_core::{Dealer, Dealt, Lens, Seat};
use serde::{Deserialize, Serialize};

use super::action::{Action, Refusal};
use super::deck::Copies;
use super::state::{Combination, ExplodingKittens, Play};

/// The properties of a kind of card.
pub struct Sheet {
    /// The title of the card, which is also `card-*.title` in `texts/en.ftl`.
    pub name: &'static str,
    /// How many of them there are in a set.
    pub copies: Copies,
    /// How it can be played alone.
    pub alone: Alone,
    /// Whether two or three of it make a combo (R-COMBO-01).
    pub cat: Cat,
}

/// How a card can be played alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    /// Not at all.
    Never,
    /// With no target.
    Freely,
    /// Against a living opponent who meets this requirement.
    At(Victim),
}

/// Requirements for a target, besides being a living opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// Any of them.
    Anyone,
    /// One with a card in hand.
    WithCards,
    /// One with a card in hand that is not marked.
    WithUnmarkedCards,
}

/// Whether a card is a cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cat {
    /// It is not.
    No,
    /// It goes with its like.
    Plain,
    /// It goes with any cat (R-COMBO-02).
    Feral,
}

/// What a card does.
///
/// A card that asks a player to choose opens a [`Phase::Choice`](super::Phase::Choice) in its effect. It then determines
/// the legal choices and carries out the chosen one.
pub(super) trait CardRules {
    /// The card's properties.
    const SHEET: Sheet;

    /// What it asks a player to choose, and by which rule.
    const ASKS: (&'static str, &'static str) = ("wait", "R-TURN-01");

    /// What it does when nobody has Noped it. A card that is never played does nothing.
    fn effect<D: Dealer<ExplodingKittens>>(
        _game: &mut ExplodingKittens,
        _play: &Play,
        _dealer: &mut D,
    ) -> Dealt<()> {
        Ok(())
    }

    /// The choices of a player whom it asks.
    fn choices(
        _game: &ExplodingKittens,
        _play: &Play,
        _seat: Seat,
        _lens: &Lens<Kind>,
        _out: &mut Vec<Action>,
    ) {
    }

    /// Checks a choice of a player whom it asks. Any other action is refused as not possible now.
    fn permits(
        _game: &ExplodingKittens,
        _play: &Play,
        _seat: Seat,
        _action: &Action,
        _lens: &Lens<Kind>,
    ) -> Result<(), Refusal> {
        Err(Self::not_now())
    }

    /// Carries out a permitted choice.
    fn chosen<D: Dealer<ExplodingKittens>>(
        _game: &mut ExplodingKittens,
        _play: &Play,
        _seat: Seat,
        _action: &Action,
        _dealer: &mut D,
    ) -> Dealt<()> {
        Ok(())
    }

    /// The refusal of an action that is not a choice.
    fn not_now() -> Refusal {
        let (now, rule) = Self::ASKS;
        Refusal::NotNow { now, rule }
    }
}

macro_rules! cards {
    ($d:tt $($module:ident { $($(#[doc = $doc:literal])* $Card:ident,)+ })*) => {
        $(mod $module;)*

        /// What is printed on a card.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum Kind {
            $($($(#[doc = $doc])* $Card,)+)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &'static [Self] = &[$($(Self::$Card,)+)*];

            /// The properties of this card.
            #[inline]
            pub const fn sheet(self) -> &'static Sheet {
                const SHEETS: &[Sheet] = &[$($(<$module::$Card as CardRules>::SHEET,)+)*];
                &SHEETS[self as usize]
            }
        }

        /// Calls a function of the unit behind a play.
        macro_rules! of_unit {
            ($d play:expr, $d function:ident($d($d argument:expr),*)) => {
                match $d play.shape() {
                    Combination::Pair => pair::Pair::$d function($d($d argument),*),
                    Combination::Triple => triple::Triple::$d function($d($d argument),*),
                    Combination::Single => match $d play.kind {
                        $($(Kind::$Card => $module::$Card::$d function($d($d argument),*),)+)*
                    },
                }
            };
        }
    };
}

mod asking;
mod pair;
mod triple;

cards! { $
    exploding_kitten {
        /// Kills whoever draws it and cannot defuse it.
        ExplodingKitten,
    }
    imploding_kitten {
        /// Goes back face up; then it kills, and nothing helps.
        ImplodingKitten,
    }
    defuse {
        /// Saves from an Exploding Kitten.
        Defuse,
    }
    nope {
        /// Stops what somebody else played.
        Nope,
    }
    attack {
        /// Ends the turn; the next player takes two.
        Attack,
    }
    targeted_attack {
        /// The same, against anyone.
        TargetedAttack,
    }
    skip {
        /// Ends one turn without a draw.
        Skip,
    }
    super_skip {
        /// Ends all turns that are owed.
        SuperSkip,
    }
    shuffle {
        /// Shuffles the pile.
        Shuffle,
    }
    see_the_future {
        /// A private look at the top three cards.
        SeeTheFuture,
        /// A private look at the top five cards.
        SeeTheFutureFive,
    }
    alter_the_future {
        /// A private look at the top three cards, which may be reordered.
        AlterTheFuture,
        /// A private look at the top five cards, which may be reordered.
        AlterTheFutureFive,
    }
    reverse {
        /// Turns the order of play and ends one turn.
        Reverse,
    }
    draw_from_the_bottom {
        /// Ends one turn with a draw from the bottom.
        DrawFromTheBottom,
    }
    swap_top_and_bottom {
        /// Swaps the top and the bottom card of the pile.
        SwapTopAndBottom,
    }
    mark {
        /// Turns a card of another hand face up.
        Mark,
    }
    curse_of_the_cat_butt {
        /// Blinds another player.
        CurseOfTheCatButt,
    }
    catomic_bomb {
        /// Brings all Exploding Kittens to the top.
        CatomicBomb,
    }
    garbage_collection {
        /// Everybody gives a card to the pile.
        GarbageCollection,
    }
    streaking_kitten {
        /// Lets its holder keep an Exploding Kitten.
        StreakingKitten,
    }
    favor {
        /// Another player gives a card of their choice.
        Favor,
    }
    cats {
        /// One of the five plain cats, which do nothing alone (R-COMBO-01).
        Tacocat,
        /// One of the five plain cats, which do nothing alone (R-COMBO-01).
        BeardCat,
        /// One of the five plain cats, which do nothing alone (R-COMBO-01).
        RainbowRalphingCat,
        /// One of the five plain cats, which do nothing alone (R-COMBO-01).
        HairyPotatoCat,
        /// One of the five plain cats, which do nothing alone (R-COMBO-01).
        Cattermelon,
        /// Counts as any plain cat in a combo (R-COMBO-02).
        FeralCat,
    }
}

/// What a play does when nobody has Noped it.
pub(super) fn effect<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    dealer: &mut D,
) -> Dealt<()> {
    of_unit!(play, effect(game, play, dealer))
}

/// The choices of a player whom a play asks.
pub(super) fn choices(
    game: &ExplodingKittens,
    play: &Play,
    seat: Seat,
    lens: &Lens<Kind>,
    out: &mut Vec<Action>,
) {
    of_unit!(play, choices(game, play, seat, lens, out));
}

/// Checks a choice of a player whom a play asks.
pub(super) fn permits(
    game: &ExplodingKittens,
    play: &Play,
    seat: Seat,
    action: &Action,
    lens: &Lens<Kind>,
) -> Result<(), Refusal> {
    of_unit!(play, permits(game, play, seat, action, lens))
}

/// Carries out a choice for a play.
pub(super) fn chosen<D: Dealer<ExplodingKittens>>(
    game: &mut ExplodingKittens,
    play: &Play,
    seat: Seat,
    action: &Action,
    dealer: &mut D,
) -> Dealt<()> {
    of_unit!(play, chosen(game, play, seat, action, dealer))
}

impl Kind {
    /// Whether two cards go together in a combo (R-COMBO-01, R-COMBO-02); `any` is the option `any_pairs`.
    pub(super) fn goes_with(self, other: Self, any: bool) -> bool {
        match (self.sheet().cat, other.sheet().cat) {
            (Cat::Feral, Cat::Plain | Cat::Feral) | (Cat::Plain, Cat::Feral) => true,
            (Cat::Plain, Cat::Plain) => self == other,
            // R-COMBO-05
            _ => any && self == other && !self.is_deadly(),
        }
    }

    /// Whether drawing it can kill.
    pub const fn is_deadly(self) -> bool {
        matches!(self, Self::ExplodingKitten | Self::ImplodingKitten)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.sheet().name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r_combo_05_any_pairs_are_of_one_kind_and_not_deadly() {
        for &one in Kind::ALL {
            for &other in Kind::ALL {
                let cats = one.goes_with(other, false);
                let any = one.goes_with(other, true);
                assert_eq!(cats, other.goes_with(one, false));
                assert_eq!(any, cats || one == other && !one.is_deadly(), "{one} and {other}");
            }
        }
        assert!(!Kind::Skip.goes_with(Kind::Skip, false));
        assert!(Kind::FeralCat.goes_with(Kind::Tacocat, false));
        assert!(!Kind::ExplodingKitten.goes_with(Kind::ExplodingKitten, true));
    }

    #[test]
    fn cards_have_the_titles_of_the_messages() {
        use crate::Story;
        for &kind in Kind::ALL {
            let key = serde_json::to_value(kind).unwrap();
            let key = key.as_str().unwrap();
            assert_eq!(
                ExplodingKittens::texts().word("card", key, Some("title")),
                kind.to_string()
            );
        }
    }
}
