//! Spellbook: a free-form table for decks that players bring. The rules are in RULES.md.

use facedown_core::{
    Card, Dealer, Dealt, Dice, Game, Lens, SealedNames, Seat, SeatCount, Seats, Standing,
};

mod about;
mod acting;
mod action;
mod chance;
mod combat;
mod consent;
mod details;
mod ending;
mod event;
mod face;
mod find;
mod flow;
mod legal;
mod library;
mod looking;
mod matches;
mod moving;
mod options;
mod piece;
mod pieces;
mod place;
mod refusal;
mod rules;
mod showing;
mod stack;
mod state;
mod statistics;
mod story;
mod token;
mod turn;
mod undo;
mod view;
mod words;

pub use action::Action;
pub use details::{Attacker, Blocker, Kept, Marks, MillTo, Part, Rest, Sorted, Wish};
pub use event::{Aim, Aimed, Doom, Event, Moved, Named, SortedPile};
pub use face::CardId;
pub use options::{BestOf, Format, Frame, Mulligans, Options, Undo};
pub use piece::{Arrow, Counter, Designation, More, Piece, Spot};
pub use place::{At, Audience, PieceId, Place, Side, Target, Zone};
pub use refusal::Refusal;
pub use state::{
    Answers, Board, CommanderDamage, Counted, Looking, Person, Phase, Player, Request, Spellbook,
    Subject, Tax,
};
pub use statistics::Statistics;
pub use token::{Colour, Colours, TokenKind, TokenSpec};
pub use turn::{Step, Turn};
pub use view::{Own, PieceView, PlayerView, View};
pub use words::{Line, Name, Prose, Words};

/// What can be asked about hidden cards: nothing. The rules never need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {}

impl Game for Spellbook {
    const NAME: &'static str = "spellbook";
    const INITIALS: &'static str = "sb";
    const RULES: u32 = 1;
    /// R-DECK-02
    const SEATS: std::ops::RangeInclusive<usize> = 2..=4;
    const OPEN: bool = true;
    const CATALOGUE: Option<fn(CardId) -> Option<[u8; 16]>> =
        Some(|card| card.words().is_none().then_some(card.0));

    type Face = CardId;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Event = Event;
    type View<'a> = View<'a>;
    type Own<'a> = Own<'a>;
    type Refusal = Refusal;

    fn accepts(options: &Options, _: SeatCount) -> Result<(), Refusal> {
        match options.life {
            Some(life) if !(1..=1000).contains(&life) => Err(Refusal::StartingLife { life }),
            _ => Ok(()),
        }
    }

    fn deal<D: Dealer<Self>>(options: &Options, seats: SeatCount, _: &mut D) -> Dealt<Self> {
        Ok(Self::new(options, seats))
    }

    fn names(action: &Action) -> Option<&SealedNames> {
        match action {
            Action::BringDeck { names, .. } => names.as_ref(),
            _ => None,
        }
    }

    fn waiting_on(&self) -> Seats {
        self.awaited()
    }

    fn may_act(&self) -> Seats {
        self.actors()
    }

    fn legal(&self, seat: Seat, lens: &Lens<CardId>, out: &mut Vec<Action>) {
        legal::legal(self, seat, lens, out);
    }

    fn permits(&self, seat: Seat, action: &Action, lens: &Lens<CardId>) -> Result<(), Refusal> {
        self.check(seat, action, lens)
    }

    fn apply<D: Dealer<Self>>(&mut self, seat: Seat, action: &Action, dealer: &mut D) -> Dealt<()> {
        self.carry_out(seat, action, dealer)
    }

    fn answer(question: Question, _: &[CardId]) -> bool {
        match question {}
    }

    fn witness(event: &mut Event, lens: &Lens<CardId>) {
        event.fill(|card| lens.face(card));
    }

    fn view<'a>(&'a self, lens: &Lens<'a, CardId>) -> View<'a> {
        self.view_through(lens)
    }

    fn own<'a>(&'a self, lens: &Lens<'a, CardId>) -> Own<'a> {
        self.own_through(lens)
    }

    fn standing(&self) -> Option<Standing> {
        self.outcome()
    }

    fn fallback(&self, seat: Seat, _: &Lens<CardId>, _: &mut Dice) -> Action {
        legal::fallback(self, seat)
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.is_gone(seat)
    }

    /// A question that nobody answers is refused in the end (R-ASK-03).
    fn clock(&self) -> Option<u32> {
        self.request.is_some().then_some(QUESTION_SECONDS)
    }

    fn cards(&self, visit: &mut dyn FnMut(Card)) {
        self.zones(visit);
    }
}

/// How long a question waits for an answer.
const QUESTION_SECONDS: u32 = 30;
