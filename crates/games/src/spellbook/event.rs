//! The events that players and spectators are told.
//!
//! The rules write only the backs of cards; faces are filled in through the lens of the recipient.

use facedown_core::{BySeat, Card, Seat, Seats, Shown};
use serde::Serialize;

use super::details::{Kept, Marks, MillTo, Part, Rest, Wish};
use super::face::CardId;
use super::place::{Audience, PieceId, Place, Side, Target, Zone};
use super::token::{Colour, TokenKind};
use super::turn::Step;
use super::words::{Name, Prose};

/// Something that happened. `player` is who did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Event {
    /// A player has brought a deck.
    DeckBrought { player: Seat, cards: u16, sideboard: u16, commanders: Vec<Shown<CardId>> },
    /// This player says who begins, because chance or the last game wants it so.
    ChooserFound { player: Seat },
    /// It is settled who begins.
    FirstChosen { player: Seat, first: Seat },
    /// A player takes a mulligan, the first, second and so on of this game.
    MulliganTaken { player: Seat, mulligans: u16 },
    /// A player keeps this many cards, after putting some on the bottom.
    HandKept { player: Seat, cards: u16, bottom: u16 },
    /// A game of the match begins.
    GameBegan { first: Seat, game: u32 },
    /// A turn begins.
    TurnBegan { player: Seat, turn: u32 },
    /// A step begins.
    StepBegan { player: Seat, step: Step },
    /// A player drew cards; `asked` is more if the library had no more.
    Drew { player: Seat, count: u16, asked: u16 },
    /// The drawn cards. Only for the player who drew them.
    YouDrew { cards: Vec<Shown<CardId>> },
    /// Cards of `seat`’s library went into a graveyard or into exile; `asked` is more if the library had no more.
    Milled { player: Seat, seat: Seat, asked: u16, to: MillTo, cards: Vec<Shown<CardId>> },
    /// The milled cards. Only for the player who may see them.
    YouMilled { cards: Vec<Shown<CardId>> },
    /// A library, or part of it, was shuffled.
    Shuffled {
        player: Seat,
        cards: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        part: Option<Part>,
    },
    /// A player looks at cards of `seat`’s library.
    Looked { player: Seat, seat: Seat, part: Part, count: u16 },
    /// A player searches `seat`’s library.
    Searched { player: Seat, seat: Seat, count: u16 },
    /// A player looks at `seat`’s hand.
    HandLooked { player: Seat, seat: Seat, count: u16 },
    /// The cards that were looked at. Only for the player who looked.
    YouSee { seat: Seat, cards: Vec<Shown<CardId>> },
    /// A player put the cards of `seat` that they looked at in order: so many to each place. Those that everybody saw on the
    /// way are named.
    SortedOut { player: Seat, seat: Seat, piles: Vec<SortedPile>, back: u16, rest: Rest },
    /// A player has stopped looking.
    LookEnded { player: Seat, seat: Seat },
    /// A player put cards of the hand somewhere without showing them.
    PutFromHand { player: Seat, piles: Vec<SortedPile> },
    /// A player showed cards.
    Revealed { player: Seat, to: Audience, random: bool, cards: Vec<Shown<CardId>> },
    /// The cards that somebody showed. Only for those to whom they were shown.
    YouAreShown { player: Seat, cards: Vec<Shown<CardId>> },
    /// A player discarded cards that chance picked.
    DiscardedAtRandom { player: Seat, cards: Vec<Shown<CardId>> },
    /// A player mixed the hand.
    HandMixed { player: Seat },
    /// Something is kept shown from now on, or no longer.
    KeptShown {
        player: Seat,
        what: Kept,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<Audience>,
    },
    /// The top card of a library that is kept shown.
    TopIs { player: Seat, card: Shown<CardId> },
    /// A player looked at a face-down card.
    Peeked { player: Seat, card: Shown<CardId> },
    /// Things were moved.
    Moved { player: Seat, pieces: Vec<Moved>, to: Place, seat: Seat },
    /// A face-down card was turned up because it left play or the game ended.
    TurnedUp { player: Seat, cards: Vec<Shown<CardId>> },
    /// A card was turned over.
    Turned { player: Seat, piece: Named, side: Side },
    /// A card was put on the stack. A commander from the command zone says how often it was cast before.
    Cast {
        player: Seat,
        piece: Named,
        from: Zone,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        tax: Option<u16>,
    },
    /// An ability was put on the stack.
    AbilityUsed {
        player: Seat,
        token: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        source: Option<Named>,
        text: Prose,
    },
    /// Something left the stack.
    Resolved { player: Seat, piece: Named, to: Zone },
    /// Somebody else controls something.
    ControlChanged { player: Seat, piece: Named, to: Seat },
    /// Something was attached, or taken off.
    Attached {
        player: Seat,
        piece: Named,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        to: Option<Aim>,
    },
    /// Things were divided into piles of these sizes.
    PilesMade { player: Seat, piles: Vec<u16> },
    /// Tokens, copies or emblems were made. Their numbers go up from `first`.
    TokensMade { player: Seat, kind: TokenKind, name: Name, first: u16, count: u16 },
    /// Things were tapped.
    Tapped { player: Seat, pieces: Vec<Named> },
    /// Things were untapped.
    Untapped { player: Seat, pieces: Vec<Named> },
    /// A player untapped everything.
    UntappedAll { player: Seat, count: u16 },
    /// Something was noted on a piece.
    Marked { player: Seat, piece: Named, marks: Marks },
    /// Counters were added or taken off.
    CountersChanged { player: Seat, on: Aim, counter: Name, by: i32, count: i32 },
    /// An arrow was drawn.
    ArrowDrawn { player: Seat, from: Aim, to: Aim },
    /// A player’s arrows are gone.
    ArrowsCleared { player: Seat },
    /// A player attacks.
    Attacked { player: Seat, attackers: Vec<Aimed> },
    /// A player blocks.
    Blocked { player: Seat, blocks: Vec<Aimed> },
    /// Damage was dealt. `left` is the life of a player, or the damage on a piece, after it.
    Damaged {
        player: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        from: Option<Named>,
        to: Aim,
        amount: u32,
        combat: bool,
        left: i32,
    },
    /// A mana pool changed.
    ManaChanged { player: Seat, colour: Colour, by: i32, count: u32 },
    /// Somebody’s life changed.
    LifeChanged { player: Seat, seat: Seat, by: i32, life: i32 },
    /// A commander counts as cast this often.
    TaxChanged { player: Seat, card: Shown<CardId>, casts: u16 },
    /// A designation was given or taken away.
    Designated {
        player: Seat,
        what: Name,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seat: Option<Seat>,
    },
    /// Somebody has another turn after this one.
    ExtraTurnGiven { player: Seat, seat: Seat },
    /// A player asks to wait.
    Held { player: Seat },
    /// A player lets the others go on.
    Passed { player: Seat },
    /// Dice were rolled.
    Rolled { player: Seat, sides: u32, results: Vec<u32> },
    /// Coins were flipped: how many came up heads.
    Flipped { player: Seat, count: u16, heads: u16 },
    /// Chance picked something.
    Picked { player: Seat, among: u16, picked: Aim },
    /// A player chose in secret.
    Chose { player: Seat, count: u16 },
    /// What a player had chosen in secret.
    ChoicesShown { player: Seat, cards: Vec<Shown<CardId>> },
    /// A player asks another for leave.
    Asked { player: Seat, seat: Seat, wish: Wish },
    /// A player asks to undo the last actions.
    UndoAsked { player: Seat, steps: u16 },
    /// A player offers a draw.
    DrawOffered { player: Seat },
    /// A player agrees.
    Agreed { player: Seat },
    /// Somebody refused. Who it was is told only of a question to one player.
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        player: Option<Seat>,
    },
    /// A player withdrew a question.
    Withdrawn { player: Seat },
    /// A player took the last action back.
    TookBack { player: Seat },
    /// Actions were undone. What was learnt by them is still known.
    Undone { player: Seat, steps: u16, shuffled: bool },
    /// A player should lose by what lies on the table.
    ShouldLose { player: Seat, why: Doom },
    /// A player has lost the game.
    Lost {
        player: Seat,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        why: Option<Doom>,
    },
    /// A game has ended; nobody won a game that was drawn.
    GameEnded {
        game: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        winner: Option<Seat>,
        wins: BySeat<u32>,
    },
    /// A player changed the deck between two games.
    Sideboarded { player: Seat, cards: u16, sideboard: u16 },
    /// A player is ready.
    Readied { player: Seat },
    /// The match is over.
    MatchEnded { winners: Seats },
}

/// Why a player should lose (R-LOSE-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Doom {
    /// No life.
    Life,
    /// Ten poison counters.
    Poison,
    /// 21 points of damage from one commander.
    Commander,
    /// A card was to be drawn from an empty library.
    EmptyLibrary,
}

/// A piece, with its face or name for those who may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub struct Named {
    /// The card, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Card>,
    /// The card’s face, if the reader may see it.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub face: Option<CardId>,
    /// The number of the token, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<u16>,
    /// The name of the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
}

/// A player or a piece, as events name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// A player.
    Seat(Seat),
    /// A piece.
    Piece(Named),
}

/// A piece and what it attacks or blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Aimed {
    /// The attacker or blocker.
    pub piece: Named,
    /// What it attacks or blocks.
    pub at: Aim,
}

/// A piece that was moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moved {
    /// Which.
    pub piece: Named,
    /// Whose it is.
    pub owner: Seat,
    /// From where.
    pub from: Zone,
}

/// How many cards went where, and which they were if everybody saw them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SortedPile {
    /// How many.
    pub count: u16,
    /// Where they went.
    pub to: Place,
    /// The cards that everybody saw; none, if they were hidden.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub cards: Vec<Shown<CardId>>,
}

impl Named {
    /// A piece whose face is not known yet.
    pub(super) fn of(id: PieceId, name: Option<Name>) -> Self {
        match id {
            PieceId::Card(card) => Self { id: Some(card), ..Self::default() },
            PieceId::Token(token) => Self { token: Some(token), name, ..Self::default() },
        }
    }
}

impl Event {
    /// Fills in the faces of all cards in the event.
    pub(super) fn fill(&mut self, face: impl Fn(Card) -> Option<CardId>) {
        let shown = |cards: &mut [Shown<CardId>]| {
            for shown in cards {
                shown.face = face(shown.id);
            }
        };
        let named = |named: &mut Named| named.face = named.id.and_then(&face);
        let aim = |aim: &mut Aim| {
            if let Aim::Piece(piece) = aim {
                named(piece);
            }
        };
        match self {
            Self::DeckBrought { commanders: cards, .. }
            | Self::YouDrew { cards }
            | Self::Milled { cards, .. }
            | Self::YouMilled { cards }
            | Self::YouSee { cards, .. }
            | Self::Revealed { cards, .. }
            | Self::YouAreShown { cards, .. }
            | Self::DiscardedAtRandom { cards, .. }
            | Self::TurnedUp { cards, .. }
            | Self::ChoicesShown { cards, .. } => shown(cards),
            Self::TopIs { card, .. }
            | Self::Peeked { card, .. }
            | Self::TaxChanged { card, .. } => {
                shown(std::slice::from_mut(card));
            }
            Self::SortedOut { piles, .. } | Self::PutFromHand { piles, .. } => {
                for pile in piles {
                    shown(&mut pile.cards);
                }
            }
            Self::Moved { pieces, .. } => {
                for moved in pieces {
                    named(&mut moved.piece);
                }
            }
            Self::Turned { piece, .. }
            | Self::Cast { piece, .. }
            | Self::Resolved { piece, .. }
            | Self::ControlChanged { piece, .. }
            | Self::Marked { piece, .. } => named(piece),
            Self::AbilityUsed { source, .. } => source.iter_mut().for_each(named),
            Self::Attached { piece, to, .. } => {
                named(piece);
                to.iter_mut().for_each(aim);
            }
            Self::Tapped { pieces, .. } | Self::Untapped { pieces, .. } => {
                pieces.iter_mut().for_each(named);
            }
            Self::CountersChanged { on, .. } | Self::Picked { picked: on, .. } => aim(on),
            Self::ArrowDrawn { from, to, .. } => {
                aim(from);
                aim(to);
            }
            Self::Attacked { attackers: aims, .. } | Self::Blocked { blocks: aims, .. } => {
                for Aimed { piece, at } in aims {
                    named(piece);
                    aim(at);
                }
            }
            Self::Damaged { from, to, .. } => {
                from.iter_mut().for_each(named);
                aim(to);
            }
            _ => {}
        }
    }
}

/// The backs of some cards.
pub(super) fn backs(cards: &[Card]) -> Vec<Shown<CardId>> {
    cards.iter().map(|&card| Shown::back(card)).collect()
}

impl Target {
    /// The target as events name it.
    pub(super) fn aimed(self, name: impl FnOnce(PieceId) -> Named) -> Aim {
        match self {
            Self::Seat(seat) => Aim::Seat(seat),
            Self::Card(card) => Aim::Piece(name(PieceId::Card(card))),
            Self::Token(token) => Aim::Piece(name(PieceId::Token(token))),
        }
    }
}
