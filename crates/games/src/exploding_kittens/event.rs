//! The events that players and spectators are told.
//!
//! The rules write only the backs of cards; faces are filled in through the lens of the recipient.

use arrayvec::ArrayVec;
use facedown_core::{Card, Seat, Seats, Shown};
use serde::Serialize;

use super::cards::Kind;

/// The most cards that anyone sees at once.
pub(super) const MAX_SEEN: usize = 5;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Event {
    /// A player's turn begins; with the number of turns that they owe, including this one.
    TurnStarted { player: Seat, turns: u8, under_attack: bool },
    /// Something was played.
    Played {
        player: Seat,
        cards: ArrayVec<Shown<Kind>, 3>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        target: Option<Seat>,
    },
    /// A card was played blind and has no effect.
    Wasted { player: Seat, card: Shown<Kind> },
    /// A card that was played blind found its target.
    Aimed { player: Seat, target: Seat },
    /// A player played a Nope; with the number of Nopes in the chain.
    Noped { player: Seat, card: Shown<Kind>, nopes: u8 },
    /// A player passes.
    Passed { player: Seat },
    /// What was played is stopped.
    Stopped { player: Seat, nopes: u8 },
    /// What was played has nothing left to act on.
    Fizzled { player: Seat, target: Seat },
    /// A card was drawn.
    Drawn { player: Seat, card: Shown<Kind>, from: End },
    /// The drawn card. Only for the player who drew it.
    YouDrew { card: Shown<Kind> },
    /// A player holds a kitten that they may no longer keep.
    Exposed { player: Seat },
    /// A kitten is about to explode.
    Exploding { player: Seat, card: Shown<Kind> },
    /// A Defuse was used.
    Defused { player: Seat, card: Shown<Kind> },
    /// A cursed player's guess was wrong: the card is lost.
    GuessedWrong { player: Seat, card: Shown<Kind> },
    /// The Imploding Kitten was drawn for the first time.
    Imploding { player: Seat, card: Shown<Kind> },
    /// A kitten was tucked into the pile, at a secret place.
    Tucked { player: Seat },
    /// The Imploding Kitten lies on top of the pile for all to see.
    Surfaced { card: Shown<Kind> },
    /// Somebody is dead.
    Died { player: Seat },
    /// A player attacked; with the number of turns that the victim owes.
    Attacked { player: Seat, target: Seat, turns: u8 },
    /// One turn ends without a draw.
    Skipped { player: Seat },
    /// The order of play turned round.
    Reversed { player: Seat },
    /// The pile was shuffled.
    Shuffled { player: Seat, times: i64 },
    /// Somebody looked at the top of the pile.
    FutureSeen { player: Seat, cards: usize },
    /// The top of the pile. Only for the player who looked.
    YourFuture { cards: ArrayVec<Shown<Kind>, MAX_SEEN> },
    /// Somebody reordered the top of the pile.
    FutureAltered { player: Seat, cards: usize },
    /// The top and the bottom card of the pile changed places.
    Swapped { player: Seat },
    /// A card of a hand lies face up from now on.
    Marked { player: Seat, target: Seat, card: Shown<Kind> },
    /// Somebody is cursed.
    Cursed { player: Seat, target: Seat },
    /// The curse is over.
    CurseLifted { player: Seat },
    /// All Exploding Kittens of the pile are on top of it.
    Bombed { player: Seat, kittens: ArrayVec<Shown<Kind>, { facedown_core::MAX_SEATS }> },
    /// Somebody gave a card to the pile.
    Gave { player: Seat, card: Shown<Kind> },
    /// The cards that everybody gave were shuffled into the pile.
    Collected { player: Seat, cards: usize },
    /// Three of a kind ask for a card, which the target has or has not.
    Named { player: Seat, target: Seat, kind: Kind, has: bool },
    /// A card went from one hand to another.
    Taken { player: Seat, target: Seat, card: Shown<Kind> },
    /// The card that changed hands. Only for both players; secret if the card was neither named nor marked.
    TakenPrivate { player: Seat, target: Seat, card: Shown<Kind>, secret: bool },
    /// The game is over.
    GameEnded { winners: Seats },
}

/// An end of the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The top.
    Top,
    /// The bottom.
    Bottom,
}

impl Event {
    /// The cards in the event.
    pub(super) fn cards_mut(&mut self) -> &mut [Shown<Kind>] {
        match self {
            Self::Played { cards, .. } => cards,
            Self::YourFuture { cards } => cards,
            Self::Bombed { kittens, .. } => kittens,
            Self::Wasted { card, .. }
            | Self::Noped { card, .. }
            | Self::Drawn { card, .. }
            | Self::YouDrew { card }
            | Self::Exploding { card, .. }
            | Self::Defused { card, .. }
            | Self::GuessedWrong { card, .. }
            | Self::Imploding { card, .. }
            | Self::Surfaced { card }
            | Self::Marked { card, .. }
            | Self::Gave { card, .. }
            | Self::Taken { card, .. }
            | Self::TakenPrivate { card, .. } => std::slice::from_mut(card),
            _ => &mut [],
        }
    }
}

/// The backs of some cards.
pub(super) fn backs<const N: usize>(cards: &[Card]) -> ArrayVec<Shown<Kind>, N> {
    cards.iter().take(N).map(|&card| Shown::back(card)).collect()
}
