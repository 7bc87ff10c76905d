//! The public state: handles, counts, whose turn it is, and what is written on the table. No faces but public ones.

use std::sync::Arc;

use facedown_core::{BySeat, Card, Seat, Seats, Standing};
use serde::Serialize;

use super::details::{Kept, Wish};
use super::options::Options;
use super::piece::{Arrow, Counter, Designation, Piece};
use super::place::{Audience, PieceId};
use super::turn::Turn;

/// The state of a match of Spellbook.
#[derive(Clone, Debug, Serialize)]
pub struct Spellbook {
    /// What the table chose.
    pub options: Options,
    /// What the table is doing.
    pub phase: Phase,
    /// What lies on the table. It is shared with the past until it changes.
    pub board: Arc<Board>,
    /// What each player has beyond the board, which is never undone.
    pub players: BySeat<Person>,
    /// Who is in the present game.
    pub living: Seats,
    /// Who has given up the match (R-LOSE-05).
    pub left: Seats,
    /// A question that waits for answers (R-ASK-01).
    pub request: Option<Request>,
    /// How many games were played to the end (R-MATCH-01).
    pub games_played: u32,
    /// Who has won the match, once it is over (R-MATCH-01).
    pub winners: Seats,
    /// Who lost the last game and says who begins the next one (R-BEGIN-02).
    pub loser: Option<Seat>,
    /// The boards before each of the last actions, as far back as they can be undone (R-UNDO-02). The log has it too.
    #[serde(skip)]
    pub(super) past: Vec<Past>,
}

/// What the table is doing (R-MATCH-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Phase {
    /// Everybody brings a deck.
    Decks { waiting: Seats },
    /// Somebody says who begins.
    FirstPlayer { chooser: Seat },
    /// Everybody keeps a hand or takes a mulligan.
    Mulligans { waiting: Seats },
    /// The game is played.
    Playing,
    /// Between two games of a match.
    Sideboarding { waiting: Seats },
    /// The match is over.
    Over,
}

/// What one player has beyond the board: what belongs to the match, and what no undo takes back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Person {
    /// All cards that the player brought and that are no commanders, in the order in which they were brought.
    pub pool: Vec<Card>,
    /// The commanders.
    pub commanders: Vec<Card>,
    /// How many cards of the pool are the deck.
    pub main: u16,
    /// How many games the player has won.
    pub wins: u32,
    /// How many mulligans the player has taken in this game.
    pub mulligans: u16,
    /// The cards that the player looks at.
    pub look: Option<Looking>,
    /// What the player has chosen in secret in this game (R-SECRET-01).
    pub choices: Vec<Card>,
    /// How many of the choices everybody has seen.
    pub shown: u16,
    /// What the player has chosen in earlier games.
    pub old_choices: Vec<Card>,
    /// The card on top of the library that those who are kept shown it have seen there.
    #[serde(skip)]
    pub(super) top: Option<Card>,
    /// Who is kept shown the top of the library (R-SHOW-03).
    pub top_shown: Option<Audience>,
    /// Who is kept shown the hand (R-SHOW-03).
    pub hand_shown: Option<Audience>,
    /// Whether something about single cards of the hand could be known to others (R-HAND-01).
    pub stale: bool,
    /// The reasons for which the player should lose and that were announced (R-LOSE-02).
    pub doomed: Vec<super::event::Doom>,
}

/// The cards that a player looks at (R-LOOK-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Looking {
    /// Whose cards.
    pub of: Seat,
    /// Whether they are a hand, not cards of a library.
    pub hand: bool,
    /// Whether it is a search through the whole library.
    pub search: bool,
    /// The cards.
    pub cards: Vec<Card>,
}

/// A question that waits for answers (R-ASK-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Request {
    /// Who asks.
    pub by: Seat,
    /// What for.
    pub about: Subject,
    /// Whose answer it waits for, and who has agreed.
    pub answers: Answers,
    /// Who agrees only if the library is shuffled afterwards (R-UNDO-04).
    pub shuffle: Seats,
    /// How many have refused.
    pub refused: u8,
}

/// Who is to answer a question, and who has agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Answers {
    /// Who has not answered yet.
    waiting: Seats,
    /// Who has agreed.
    agreed: Seats,
}

impl Answers {
    /// A question to these players.
    pub(super) const fn new(to: Seats) -> Self {
        Self { waiting: to, agreed: Seats::NONE }
    }

    /// Who has not answered yet.
    pub const fn waiting_on(&self) -> Seats {
        self.waiting
    }

    /// Who has agreed.
    pub const fn agreed(&self) -> Seats {
        self.agreed
    }

    /// How many have agreed or not answered yet.
    pub(super) const fn asked(self) -> usize {
        self.waiting.len() + self.agreed.len()
    }

    pub(super) const fn agree(&mut self, seat: Seat) {
        self.waiting = self.waiting.without(seat);
        self.agreed = self.agreed.with(seat);
    }

    pub(super) const fn refuse(&mut self, seat: Seat) {
        self.waiting = self.waiting.without(seat);
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(missing_docs)] // the fields say what they are
pub enum Subject {
    /// Leave to do something with another player’s cards.
    Wish { wish: Wish },
    /// Undoing the last actions.
    Undo { steps: u16, back_to: u16 },
    /// Ending the game in a draw.
    Draw,
}

/// What lies on the table in the present game. Undoing brings an earlier board back (R-UNDO-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Whose turn it is.
    pub turn: Turn,
    /// What each player has.
    pub players: BySeat<Player>,
    /// Spells and abilities that wait to resolve, the oldest first.
    pub stack: Vec<Piece>,
    /// What is set aside.
    pub aside: Vec<Card>,
    /// The piles into which somebody has divided things (R-MARK-03).
    pub piles: Vec<Vec<PieceId>>,
    /// Arrows.
    pub arrows: Vec<Arrow>,
    /// Who has asked the player whose turn it is to wait (R-HOLD-01).
    pub holds: Seats,
    /// Monarch, initiative and the like (R-MARK-04).
    pub designations: Vec<Designation>,
    /// Counters on cards that are no pieces, such as cards in exile (R-COUNT-03).
    pub counted: Vec<Counted>,
    /// The number of the next token.
    pub next_token: u16,
}

/// What one player has on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Player {
    /// Life.
    pub life: i32,
    /// Counters: poison, energy, any other.
    pub counters: Vec<Counter>,
    /// Mana in the pool, in the order of the colours.
    pub mana: [u32; 6],
    /// How often each of the player’s commanders was cast from the command zone.
    pub tax: Vec<Tax>,
    /// Combat damage from commanders.
    pub commander_damage: Vec<CommanderDamage>,
    /// The cards to draw from, the top one first.
    pub library: Vec<Card>,
    /// The hand.
    pub hand: Vec<Card>,
    /// What the player controls.
    pub battlefield: Vec<Piece>,
    /// The discard pile, the oldest card first.
    pub graveyard: Vec<Card>,
    /// What was removed from play.
    pub exile: Vec<Card>,
    /// Commanders and emblems.
    pub command: Vec<Piece>,
    /// Cards that were brought and not put into the library.
    pub sideboard: Vec<Card>,
    /// The player’s cards after the player has left the game (R-LOSE-04).
    pub gone: Vec<Card>,
}

/// How often a commander was cast from the command zone (R-COM-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tax {
    /// The commander.
    pub card: Card,
    /// How often.
    pub casts: u16,
}

/// Combat damage from one commander (R-COM-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CommanderDamage {
    /// The commander.
    pub card: Card,
    /// How much.
    pub damage: u32,
}

/// Counters on a card that is no piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counted {
    /// The card.
    pub card: Card,
    /// Its counters.
    pub counters: Vec<Counter>,
}

/// A board as it was before an action, and who acted.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// Who acted.
    pub(super) by: Seat,
    /// Whether somebody learnt something by it.
    pub(super) told: bool,
    /// The board before.
    pub(super) board: Arc<Board>,
}

impl Spellbook {
    /// How the match ended.
    pub(super) fn outcome(&self) -> Option<Standing> {
        let scores =
            || self.players.map(|_, person| i32::try_from(person.wins).unwrap_or(i32::MAX));
        (self.phase == Phase::Over).then(|| Standing { scores: scores(), winners: self.winners })
    }
}

impl Person {
    /// Who is kept shown this.
    pub const fn kept(&self, what: Kept) -> Option<Audience> {
        match what {
            Kept::Top => self.top_shown,
            Kept::Hand => self.hand_shown,
        }
    }
}
