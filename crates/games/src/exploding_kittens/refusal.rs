//! Why an action is refused.

use facedown_core::{Card, Seat};

use super::cards::Kind;

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// An action of another phase of the game.
        #[rule(rule)]
        #[error("that cannot be done now: {now}")]
        NotNow {
            /// What can be done.
            now: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// A Nope when there is nothing to stop.
        #[rule("R-NOPE-01")]
        #[error("there is nothing to Nope; wait until somebody plays something")]
        NothingToNope,
        /// The card is not in the player's own hand.
        #[rule("R-PLAY-01")]
        #[error("card {card} is not in your hand; choose one that is")]
        NotInHand {
            /// The card that was named.
            card: Card,
        },
        /// The card is not in the hand of the one who is robbed or marked.
        #[rule(rule)]
        #[error("card {card} is not one that you can pick; pick a card of {target}’s hand")]
        NotInTheirHand {
            /// The card that was named.
            card: Card,
            /// Whose hand it should be in.
            target: Seat,
            /// The rule that asks for it.
            rule: &'static str,
        },
        /// Such a card is not played alone.
        #[rule("R-PLAY-02")]
        #[error("{kind} is not played alone; play another card or draw")]
        NotPlayable {
            /// The kind of the card.
            kind: Kind,
        },
        /// Cards that do not go together.
        #[rule("R-COMBO-01")]
        #[error("these cards are not of a kind; play cats that match")]
        NotOfAKind,
        /// The same card twice.
        #[rule("R-COMBO-01")]
        #[error("card {card} is named twice; a combo takes different cards")]
        CardTwice {
            /// The card that was named.
            card: Card,
        },
        /// A cursed player cannot see what goes together.
        #[rule("R-CURSE-02")]
        #[error("you are cursed and cannot see your cards; play one card blind, or draw")]
        Blind,
        /// The card is aimed, and no target was named.
        #[rule("R-PLAY-03")]
        #[error("{kind} is aimed at somebody; name a target")]
        TargetNeeded {
            /// The kind of the card.
            kind: Kind,
        },
        /// The card is not aimed, and a target was named.
        #[rule("R-PLAY-03")]
        #[error("{kind} is not aimed at anybody; leave the target out")]
        TargetNotNeeded {
            /// The kind of the card.
            kind: Kind,
        },
        /// A card played blind is aimed only when it turns out to need it.
        #[rule("R-CURSE-03")]
        #[error(
            "you cannot see that card; play it with no target, and aim it if it turns out to need one"
        )]
        BlindTarget,
        /// Nobody sits there.
        #[rule("R-PLAY-04")]
        #[error("there is no {target} at this table; name one of your opponents")]
        NoSuchTarget {
            /// The seat that was named.
            target: Seat,
        },
        /// One cannot aim at oneself.
        #[rule("R-PLAY-04")]
        #[error("you cannot aim at yourself; name an opponent")]
        TargetIsSelf,
        /// The dead are left alone.
        #[rule("R-PLAY-04")]
        #[error("{target} is dead; name somebody who is alive")]
        TargetIsDead {
            /// The seat that was named.
            target: Seat,
        },
        /// There is nothing to take or to mark.
        #[rule("R-PLAY-04")]
        #[error("{target} has no card for that; name somebody who has")]
        NothingToTake {
            /// The seat that was named.
            target: Seat,
        },
        /// The card is no Nope.
        #[rule("R-NOPE-01")]
        #[error("card {card} is not a Nope; play a Nope or pass")]
        NotANope {
            /// The card that was named.
            card: Card,
        },
        /// Too few shuffles.
        #[rule("R-SHUF-02")]
        #[error("the pile cannot be shuffled {times} times; shuffle it at least once")]
        TooFewShuffles {
            /// The number that was asked for.
            times: i64,
        },
        /// Too many shuffles.
        #[rule("R-SHUF-02")]
        #[error("{times} shuffles are too many; shuffle at most 100 times")]
        TooManyShuffles {
            /// The number that was asked for.
            times: i64,
        },
        /// An order that does not name each of the cards once.
        #[rule("R-FUT-02")]
        #[error("that is no order of {cards} cards; name each place from 0 to {} once", cards - 1)]
        NotAnOrder {
            /// How many cards there are.
            cards: usize,
        },
        /// A kind that cannot be asked for.
        #[rule("R-COMBO-04")]
        #[error("{kind} cannot be in a hand at this table; name another card")]
        NotInPlay {
            /// The kind that was named.
            kind: Kind,
        },
        /// The card is not what was asked for.
        #[rule("R-COMBO-04")]
        #[error("card {card} is not the {kind} that you are asked for; give one that is")]
        NotWhatWasNamed {
            /// The card that was named.
            card: Card,
            /// The kind that was named.
            kind: Kind,
        },
        /// The card was drawn and is no kitten.
        #[rule("R-STREAK-02")]
        #[error("what you drew is no Exploding Kitten; keep it")]
        NothingToDefuse,
        /// The card is no kitten.
        #[rule("R-STREAK-04")]
        #[error("card {card} is not an Exploding Kitten; turn up one that is")]
        NotAKitten {
            /// The card that was named.
            card: Card,
        },
        /// The card is no Defuse.
        #[rule("R-DEF-01")]
        #[error("card {card} is not a Defuse; use one that is")]
        NotADefuse {
            /// The card that was named.
            card: Card,
        },
        /// The kitten cannot go there.
        #[rule("R-DEF-03")]
        #[error("place {place} is not in the pile; choose 0 (the top) to {bottom} (the bottom)")]
        NoSuchPlace {
            /// The place that was named, counted from the top.
            place: u16,
            /// The place below the last card.
            bottom: usize,
        },
        /// The clock of the Nope window cannot be set so.
        #[rule("R-NOPE-08")]
        #[error("a Nope clock of {seconds} seconds cannot be played; choose 3 to 600")]
        ClockOutOfRange {
            /// How many seconds were asked for.
            seconds: u32,
        },
    }
}
