//! Spellbook: a free-form table for decks that players bring. The rules are in RULES.md.

mod action;
mod event;
mod face;
mod options;
mod piece;
mod place;
mod refusal;
mod state;
mod token;
mod turn;
mod view;
mod words;

pub use action::{Action, Attacker, Blocker, Kept, Marks, MillTo, Part, Rest, Sorted, Wish};
pub use event::{Aim, Aimed, Doom, Event, Moved, Named, SortedPile};
pub use face::CardId;
pub use options::{BestOf, Format, Frame, Mulligans, Options, Undo};
pub use piece::{Arrow, Counter, Designation, More, Piece, Spot};
pub use place::{At, Audience, PieceId, Place, Side, Target, Zone};
pub use refusal::Refusal;
pub use state::{
    Board, CommanderDamage, Counted, Looking, Person, Phase, Player, Request, Spellbook, Subject,
    Tax,
};
pub use token::{Colour, Colours, TokenKind, TokenSpec};
pub use turn::{Step, Turn};
pub use view::{Own, PieceView, PlayerView, View};
pub use words::{Line, Name, Prose, Words};
