//! The actions of the players.

use facedown_core::{Card, CardOrder, Pen, Sealed, Seat};
use serde::{Deserialize, Serialize};

use super::details::{Attacker, Blocker, Kept, Marks, MillTo, Part, Rest, Sorted, Wish};
use super::face::CardId;
use super::place::{Audience, PieceId, Place, Side, Target};
use super::token::{Colour, TokenSpec};
use super::turn::Step;
use super::words::{Name, Prose};

/// What a player can do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    // Before the game
    /// Brings a deck and a sideboard (R-DECK-01).
    BringDeck {
        /// The deck, and behind it the sideboard.
        #[cfg_attr(feature = "ts", ts(as = "Vec<CardId>"))]
        cards: Sealed<Vec<CardId>>,
        /// How many of the cards are the deck.
        main: u16,
        /// The commanders, which everybody sees (R-COM-01).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        commanders: Vec<CardId>,
        /// The names of those cards that a catalogue need not have. Whoever sees such a card is told its name (R-DECK-04).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
        names: Option<Sealed<Vec<String>>>,
    },
    /// Says who begins (R-BEGIN-02).
    ChooseFirst {
        /// Who begins.
        seat: Seat,
    },
    /// Takes a mulligan (R-MUL-02).
    Mulligan {},
    /// Keeps the hand (R-MUL-03).
    Keep {
        /// As many cards of the hand as mulligans have to be paid for; they go to the bottom in this order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        bottom: Vec<Card>,
    },
    /// Changes cards between deck and sideboard between two games (R-MATCH-03).
    Sideboard {
        /// A new order of the player's `pool`.
        #[cfg_attr(feature = "ts", ts(as = "CardOrder"))]
        order: Sealed<CardOrder>,
        /// How many of the cards are the deck from now on.
        main: u16,
    },
    /// Is ready for the next game (R-MATCH-03).
    Ready {},

    // Library and hand
    /// Draws cards (R-LIB-01).
    Draw {
        /// How many.
        count: u16,
    },
    /// Puts cards from the top of a library into a graveyard or into exile (R-MILL-01).
    Mill {
        /// Whose library.
        seat: Seat,
        /// How many.
        count: u16,
        /// Where they go.
        to: MillTo,
    },
    /// Shuffles one's own library (R-LIB-03).
    Shuffle {
        /// Only so many of its cards, if not all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        part: Option<Part>,
    },
    /// Looks at cards of one's own library (R-LOOK-01).
    Look {
        /// Which cards.
        part: Part,
    },
    /// Searches one's own library (R-LOOK-02).
    Search {},
    /// Puts the cards that one looks at in order, and ends the look (R-LOOK-03).
    SortOut {
        /// A new order of the cards that one looks at: those of the first pile first, then the next pile.
        #[cfg_attr(feature = "ts", ts(as = "CardOrder"))]
        order: Sealed<CardOrder>,
        /// Where they go.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        piles: Vec<Sorted>,
        /// What happens to the rest.
        #[serde(default)]
        rest: Rest,
    },
    /// Ends a look and leaves the cards as they are; a library that was searched is shuffled (R-LOOK-04).
    Done {},
    /// Puts cards from one's hand where others do not see what they are, so that nobody can tell which they were
    /// (R-HAND-02).
    FromHand {
        /// A new order of the whole hand: the cards that go first.
        #[cfg_attr(feature = "ts", ts(as = "CardOrder"))]
        order: Sealed<CardOrder>,
        /// Where they go. The rest stays in the hand.
        piles: Vec<Sorted>,
    },
    /// Shows cards of one's own (R-SHOW-01).
    Reveal {
        /// Which cards.
        cards: Vec<Card>,
        /// To whom.
        to: Audience,
    },
    /// Shows cards of one's own hand that chance picks (R-SHOW-02).
    RevealAtRandom {
        /// How many.
        count: u16,
        /// To whom.
        to: Audience,
    },
    /// Discards cards of one's own hand that chance picks (R-SHOW-02).
    DiscardAtRandom {
        /// How many.
        count: u16,
    },
    /// Mixes one's own hand, so that others lose track of what they have seen of it (R-HAND-01).
    Hide {},
    /// Keeps something shown for as long as it lies there, or no longer (R-SHOW-03).
    KeepShown {
        /// What.
        what: Kept,
        /// To whom; to nobody, if this is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<Audience>,
    },
    /// Looks at a face-down card that one controls (R-SHOW-04).
    Peek {
        /// Which card.
        card: Card,
    },

    // Moving
    /// Moves things (R-MOVE-01).
    Move {
        /// What is moved, in this order.
        pieces: Vec<PieceId>,
        /// Where to.
        to: Place,
        /// Which side is up there; as the zone has it, if this is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        side: Option<Side>,
        /// Whether it comes into play tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        tapped: bool,
    },
    /// Turns a card over (R-SIDE-01).
    Turn {
        /// What is turned.
        piece: PieceId,
        /// The side that is up afterwards.
        side: Side,
    },
    /// Puts a card of one's own on the stack (R-STACK-01).
    Cast {
        /// Which card.
        card: Card,
        /// The side that is up.
        #[serde(default, skip_serializing_if = "Side::is_front")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        side: Side,
    },
    /// Puts an ability on the stack (R-STACK-02).
    Ability {
        /// What has the ability, if anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        source: Option<PieceId>,
        /// What it does.
        text: Prose,
    },
    /// Takes something that one put there off the stack (R-STACK-03).
    Resolve {
        /// What.
        piece: PieceId,
        /// Where it goes. An ability is gone wherever it is sent.
        to: Place,
    },
    /// Gives control of something to another player (R-CONTROL-01).
    Control {
        /// What.
        piece: PieceId,
        /// Who controls it from now on.
        seat: Seat,
    },
    /// Attaches something to something, or takes it off (R-TOKEN-04).
    Attach {
        /// What is attached.
        piece: PieceId,
        /// To what; to nothing, if this is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<Target>,
    },
    /// Divides things into piles for all to see (R-MARK-03). No piles: they are put together again.
    Piles {
        /// The piles.
        piles: Vec<Vec<PieceId>>,
    },
    /// Makes tokens or emblems (R-TOKEN-01).
    Token {
        /// What is written on them.
        spec: TokenSpec,
        /// How many.
        count: u16,
        /// Whether they come into play tapped.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        tapped: bool,
    },
    /// Makes copies of something (R-TOKEN-02).
    Copy {
        /// Of what.
        piece: PieceId,
        /// How many.
        count: u16,
    },

    // What lies on the table
    /// Taps things (R-TAP-01).
    Tap {
        /// What.
        pieces: Vec<PieceId>,
    },
    /// Untaps things (R-TAP-01).
    Untap {
        /// What.
        pieces: Vec<PieceId>,
    },
    /// Untaps everything that does not stay tapped (R-TAP-02).
    UntapAll {},
    /// Notes something on a piece (R-MARK-01). What is missing stays as it is.
    Set {
        /// On what.
        piece: PieceId,
        /// What is noted.
        marks: Marks,
    },
    /// Adds counters or takes them off (R-COUNT-01).
    Count {
        /// On what.
        on: Target,
        /// The name of the counter.
        counter: Name,
        /// How many, negative to take them off.
        by: i32,
    },
    /// Points from one thing to another (R-MARK-02).
    Arrow {
        /// From what.
        from: Target,
        /// To what.
        to: Target,
    },
    /// Takes one's own arrows away (R-MARK-02).
    ClearArrows {},

    // Combat, mana, players
    /// Attacks (R-COMBAT-01).
    Attack {
        /// What attacks whom. Nothing: the attack is called off.
        attackers: Vec<Attacker>,
    },
    /// Blocks (R-COMBAT-02).
    Block {
        /// What blocks what. Nothing: the blocks are called off.
        blocks: Vec<Blocker>,
    },
    /// Deals damage (R-COMBAT-03).
    Damage {
        /// What deals it, if it is something on the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        from: Option<PieceId>,
        /// To whom or what.
        to: Target,
        /// How much.
        amount: u32,
        /// Whether it is combat damage, which counts towards commander damage (R-COM-03).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
        combat: bool,
    },
    /// Adds mana to one's own pool or spends it (R-MANA-02).
    Mana {
        /// The colour.
        colour: Colour,
        /// How much, negative to spend it.
        by: i32,
    },
    /// Changes a player's life (R-LIFE-02).
    Life {
        /// Whose.
        seat: Seat,
        /// By how much.
        by: i32,
    },
    /// Changes how often a commander of one's own was cast (R-COM-02).
    Tax {
        /// Which commander.
        card: Card,
        /// By how much.
        by: i32,
    },
    /// Gives a designation to a player, or takes it away (R-MARK-04).
    Designate {
        /// Which: “monarch”, “initiative”, “night”.
        what: Name,
        /// To whom; to nobody, if this is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
    },

    // The turn
    /// Goes on to the next step (R-TURN-02).
    NextStep {},
    /// Goes on to a later step of the same turn (R-TURN-02).
    ToStep {
        /// Which step.
        step: Step,
    },
    /// Ends the turn (R-TURN-03).
    EndTurn {},
    /// Gives somebody a turn after this one (R-TURN-05).
    ExtraTurn {
        /// Who.
        seat: Seat,
    },
    /// Asks the player whose turn it is to wait (R-HOLD-01).
    Hold {},
    /// Lets the player whose turn it is go on (R-HOLD-01).
    Pass {},

    // Chance and secrets
    /// Rolls dice (R-CHANCE-01).
    Roll {
        /// How many sides they have.
        sides: u32,
        /// How many dice.
        count: u16,
    },
    /// Flips coins (R-CHANCE-01).
    Flip {
        /// How many.
        count: u16,
    },
    /// Picks one of several things by chance (R-CHANCE-02).
    PickAtRandom {
        /// The players and pieces to pick from.
        among: Vec<Target>,
    },
    /// Chooses in secret: a number, a name, a player (R-SECRET-01).
    ChooseSecretly {
        /// What is chosen.
        #[cfg_attr(feature = "ts", ts(as = "Vec<CardId>"))]
        choice: Sealed<Vec<CardId>>,
    },
    /// Shows everybody what one has chosen in secret (R-SECRET-02).
    ShowChoices {},

    // Consent and end
    /// Asks another player's leave (R-ASK-01).
    Ask {
        /// Whom.
        seat: Seat,
        /// For what.
        wish: Wish,
    },
    /// Agrees to what is asked (R-ASK-02).
    Agree {},
    /// Agrees to undo, if the library of the one who asks is shuffled afterwards (R-UNDO-04).
    AgreeIfShuffled {},
    /// Refuses what is asked, or withdraws one's own question (R-ASK-02).
    Refuse {},
    /// Undoes one's own last action, if nobody has acted or learnt anything since (R-UNDO-01).
    TakeBack {},
    /// Asks the others to undo the last actions (R-UNDO-02).
    AskUndo {
        /// How many.
        steps: u16,
    },
    /// Gives the game up (R-LOSE-01).
    Concede {},
    /// Offers a draw (R-END-02).
    OfferDraw {},
}

impl facedown_core::Action for Action {
    fn seals(&mut self, pen: &Pen) {
        match self {
            Self::BringDeck { cards, names, .. } => {
                cards.mark(pen);
                if let Some(names) = names {
                    names.mark(pen);
                }
            }
            Self::ChooseSecretly { choice } => choice.mark(pen),
            Self::Sideboard { order, .. }
            | Self::SortOut { order, .. }
            | Self::FromHand { order, .. } => order.mark(pen),
            _ => {}
        }
    }
}
