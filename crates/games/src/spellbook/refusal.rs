//! Why an action is refused.

use facedown_core::{Card, Seat, Seats};

use super::place::{PieceId, Zone};
use super::turn::Step;

facedown_core::refusals! {
    /// Why an action is refused.
    pub enum Refusal {
        /// Such an action does not fit what is going on.
        #[rule(rule)]
        #[error("that cannot be done now: {now}")]
        NotNow {
            /// What can be done.
            now: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// The life that everybody begins with is out of range.
        #[rule("R-LIFE-01")]
        #[error("nobody can begin with {life} life; choose 1 to 1,000, or nothing for what the format says")]
        StartingLife {
            /// The life that was asked for.
            life: u32,
        },
        /// A deck that has too few cards.
        #[rule("R-DECK-03")]
        #[error("a deck of {cards} cards is too small for this format; bring at least {least}")]
        DeckTooSmall {
            /// How many cards it has.
            cards: usize,
            /// How many it needs.
            least: usize,
        },
        /// A deck that has too many cards.
        #[rule("R-DECK-03")]
        #[error("a deck of {cards} cards is too large for this format; bring at most {most}")]
        DeckTooLarge {
            /// How many cards it has.
            cards: usize,
            /// How many it may have.
            most: usize,
        },
        /// A sideboard that has too many cards.
        #[rule("R-DECK-03")]
        #[error("a sideboard of {cards} cards is too large for this format; bring at most {most}")]
        SideboardTooLarge {
            /// How many cards it has.
            cards: usize,
            /// How many it may have.
            most: usize,
        },
        /// The deck is said to have more cards than were brought, or nothing was brought.
        #[rule("R-DECK-01")]
        #[error("the deck is to have {main} cards and {cards} are brought; bring the deck first and the sideboard behind it")]
        DeckIncomplete {
            /// How many cards the deck is said to have.
            main: usize,
            /// How many cards were brought.
            cards: usize,
        },
        /// Names of cards that are too many, too long, empty, or not on one line.
        #[rule("R-DECK-04")]
        #[error("these are no names of cards; send at most 1,000 of at most 200 characters, each on one line")]
        BadNames,
        /// Too many or too few commanders.
        #[rule("R-COM-01")]
        #[error("{given} commanders do not fit this format; bring {wanted}")]
        WrongCommanders {
            /// How many were brought.
            given: usize,
            /// How many are wanted.
            wanted: &'static str,
        },
        /// No more mulligans.
        #[rule("R-MUL-02")]
        #[error("no card would be left after another mulligan; keep this hand")]
        TooManyMulligans,
        /// A hand that is kept without paying for the mulligans.
        #[rule("R-MUL-03")]
        #[error("{given} cards go to the bottom; choose exactly {wanted}")]
        WrongBottom {
            /// How many were chosen.
            given: usize,
            /// How many have to be.
            wanted: usize,
        },
        /// Nobody sits there.
        #[rule("R-WHO-01")]
        #[error("there is no {seat} at this table; name a player who is")]
        NoSuchSeat {
            /// The seat that was named.
            seat: Seat,
        },
        /// A player who has left the game.
        #[rule("R-LOSE-04")]
        #[error("{seat} has left the game; name a player who has not")]
        SeatIsOut {
            /// The seat that was named.
            seat: Seat,
        },
        /// The opponent is the player.
        #[rule("R-ASK-01")]
        #[error("you need no leave of your own; name another player")]
        AsksSelf,
        /// Something that is not there.
        #[rule("R-WHO-02")]
        #[error("{piece} is not there any more; name something that is")]
        Gone {
            /// What was named.
            piece: PieceId,
        },
        /// Something that belongs to somebody else.
        #[rule("R-WHO-03")]
        #[error("{piece} is not yours; ask {seat} to do it, or for leave to control it")]
        NotYours {
            /// What was named.
            piece: PieceId,
            /// Whose it is.
            seat: Seat,
        },
        /// A card that is not in the player's own hand.
        #[rule("R-WHO-03")]
        #[error("card {card} is not in your hand; choose one that is")]
        NotInHand {
            /// The card that was named.
            card: Card,
        },
        /// A card in a zone in which this cannot be done.
        #[rule(rule)]
        #[error("{piece} is in the {zone}; {instead}")]
        WrongZone {
            /// What was named.
            piece: PieceId,
            /// Where it is.
            zone: Zone,
            /// What would be right.
            instead: &'static str,
            /// The rule that says so.
            rule: &'static str,
        },
        /// The same thing twice.
        #[rule("R-WHO-04")]
        #[error("{piece} is named twice; name each thing once")]
        Twice {
            /// What was named.
            piece: PieceId,
        },
        /// Nothing was named, or zero.
        #[rule("R-WHO-04")]
        #[error("that would do nothing; name at least one {what}")]
        Nothing {
            /// Of what.
            what: &'static str,
        },
        /// More than is allowed at once.
        #[rule("R-WHO-04")]
        #[error("{given} {what} are too many; at most {most} are allowed")]
        TooMany {
            /// How many.
            given: usize,
            /// Of what.
            what: &'static str,
            /// How many are allowed.
            most: usize,
        },
        /// Another player's side of a zone that only owners have.
        #[rule("R-ZONE-02")]
        #[error("a card goes to the {zone} of its owner; leave the player out")]
        OwnersZone {
            /// The zone.
            zone: Zone,
        },
        /// A place that this zone does not have.
        #[rule("R-MOVE-02")]
        #[error("there is no such place in the {zone}; choose its top or its bottom")]
        NoSuchPlace {
            /// The zone.
            zone: Zone,
        },
        /// A side that cannot be up there.
        #[rule("R-SIDE-02")]
        #[error("cards in the {zone} cannot lie that way; leave the side out")]
        NoSuchSide {
            /// The zone.
            zone: Zone,
        },
        /// Something that is no card and is put among cards.
        #[rule("R-TOKEN-03")]
        #[error("token {token} cannot be turned or cast like a card; move it, and it is gone when it leaves play")]
        IsToken {
            /// The token.
            token: u16,
        },
        /// A copy of something face down.
        #[rule("R-TOKEN-02")]
        #[error("{piece} lies face down, so nobody can tell what a copy of it is; turn it up first")]
        CopiesFaceDown {
            /// What was named.
            piece: PieceId,
        },
        /// An emblem or ability made as a token, or the other way round.
        #[rule("R-TOKEN-01")]
        #[error("such a thing is not made this way; use `ability` for abilities and `copy` for copies")]
        WrongKind,
        /// A hidden card that leaves a hand for a hidden place by its handle.
        #[rule("R-HAND-02")]
        #[error("a card that leaves your hand unseen is chosen in secret; use `from-hand`")]
        LeavesUnseen,
        /// An order that does not fit the cards.
        #[rule("R-LOOK-03")]
        #[error("that is no order of these {cards} cards; name each place once, counted from 0")]
        WrongOrder {
            /// How many cards there are.
            cards: usize,
        },
        /// Piles that take more cards than there are.
        #[rule("R-LOOK-03")]
        #[error("the piles take {given} cards and there are {cards}; make them smaller")]
        PilesTooLarge {
            /// How many cards the piles take.
            given: usize,
            /// How many there are.
            cards: usize,
        },
        /// There is no open look.
        #[rule("R-LOOK-03")]
        #[error("you are not looking at any cards; look at some first")]
        NoLook,
        /// There is an open look already.
        #[rule("R-LOOK-01")]
        #[error("you are still looking at cards; put them in order or say that you are done")]
        StillLooking,
        /// A number that is out of range.
        #[rule("R-COUNT-02")]
        #[error("{given} is out of range; choose a number from {least} to {most}")]
        OutOfRange {
            /// The number.
            given: i64,
            /// The smallest that is allowed.
            least: i64,
            /// The largest that is allowed.
            most: i64,
        },
        /// A counter or designation without a name.
        #[rule("R-COUNT-02")]
        #[error("that has no name; write one")]
        NoName,
        /// More mana than there is.
        #[rule("R-MANA-02")]
        #[error("there is only {count} such mana in your pool; spend at most that")]
        TooLittleMana {
            /// How much there is.
            count: u32,
        },
        /// Not a commander of the player.
        #[rule("R-COM-02")]
        #[error("card {card} is not a commander of yours; name one that is")]
        NotYourCommander {
            /// The card that was named.
            card: Card,
        },
        /// Only the player whose turn it is goes on.
        #[rule("R-TURN-02")]
        #[error("it is the turn of {active}; ask them to wait with `hold` if you want to do something")]
        NotYourTurn {
            /// Whose turn it is.
            active: Seat,
        },
        /// A step that is over.
        #[rule("R-TURN-02")]
        #[error("the {step} of this turn is over; choose a later step or end the turn")]
        StepIsOver {
            /// The step.
            step: Step,
        },
        /// Somebody asked to wait.
        #[rule("R-HOLD-01")]
        #[error("{seats} asked you to wait; go on when they pass")]
        OnHold {
            /// Who.
            seats: Seats,
        },
        /// Nothing to hold back, or nothing to pass.
        #[rule("R-HOLD-01")]
        #[error("you are not holding anybody back; there is nothing to pass")]
        NothingHeld,
        /// The player whose turn it is cannot be made to wait by themselves, nor anybody twice.
        #[rule("R-HOLD-01")]
        #[error("you need not hold; it is your turn, or you do already")]
        NeedNotHold,
        /// Something is attached to itself, or attacks itself.
        #[rule("R-TOKEN-04")]
        #[error("{piece} cannot be aimed at itself; name something else")]
        AtItself {
            /// What was named.
            piece: PieceId,
        },
        /// Only the player whose turn it is attacks.
        #[rule("R-COMBAT-01")]
        #[error("it is the turn of {active}; attack in your own turn")]
        OnlyActiveAttacks {
            /// Whose turn it is.
            active: Seat,
        },
        /// What does not attack is not blocked.
        #[rule("R-COMBAT-02")]
        #[error("{piece} does not attack; block something that does")]
        NotAttacking {
            /// What was named.
            piece: PieceId,
        },
        /// A question is open already.
        #[rule("R-ASK-01")]
        #[error("another question waits for its answer; wait until it is settled")]
        QuestionOpen,
        /// No question waits for this player.
        #[rule("R-ASK-02")]
        #[error("nobody waits for an answer of yours; there is nothing to agree to or refuse")]
        NotAsked,
        /// Shuffling is no answer to this question.
        #[rule("R-UNDO-04")]
        #[error("this is not about undoing anything; agree or refuse")]
        NotAboutUndo,
        /// What is asked for cannot be given.
        #[rule("R-ASK-01")]
        #[error("there is nothing of that kind to ask {seat} for; name something of theirs")]
        NothingToAsk {
            /// Who was asked.
            seat: Seat,
        },
        /// Nothing can be undone at once.
        #[rule("R-UNDO-01")]
        #[error("your last action cannot be taken back at once; ask the others with `ask-undo`")]
        CannotTakeBack,
        /// The table does not undo.
        #[rule("R-UNDO-03")]
        #[error("this table undoes nothing; correct it with an ordinary action")]
        UndoIsOff,
        /// Further back than can be undone.
        #[rule("R-UNDO-02")]
        #[error("{steps} actions cannot be undone; at most {most} can, since chance or secrets came before")]
        TooFarBack {
            /// How many were named.
            steps: u16,
            /// How many can be undone.
            most: usize,
        },
        /// Nothing was chosen in secret.
        #[rule("R-SECRET-02")]
        #[error("you have no secret choice that is not shown yet; choose first")]
        NothingChosen,
    }
}
