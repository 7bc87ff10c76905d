//! The rules of one game, as a trait. `Self` is the public state: handles, counts, whose turn it is.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::dealer::{Dealer, Dealt};
use crate::dice::Dice;
use crate::lens::Lens;
use crate::refusal::Refusal;
use crate::sealed::Pen;
use crate::seat::{BySeat, Seat, SeatCount, Seats};
use crate::sighting::{CatalogueNumber, SealedNames};

/// What can be printed on a card. Ordered, so that a list of faces has one canonical form.
pub trait Face: Copy + Ord + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Copy + Ord + Serialize + DeserializeOwned + Send + Sync + 'static> Face for T {}

/// What a seat does. It is serialised for the log and deserialised from what clients send.
pub trait Action: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Calls [`Sealed::mark`](crate::Sealed::mark) with this pen on each [`Sealed`](crate::Sealed) part. An action without
    /// secrets keeps the default, which does nothing.
    fn seals(&mut self, _pen: &Pen) {}
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Each seat's points, in the game's own measure.
    pub scores: BySeat<i32>,
    /// The seats that won; several if they share the win.
    pub winners: Seats,
}

/// Why a game cannot be played without a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NeedsHouse {
    /// The rules ask a question about several cards that no player sees.
    #[error("{what} asks about cards that nobody sees, so it needs a house; choose another")]
    UnseenCards {
        /// The option that brings such a question.
        what: &'static str,
    },
}

/// The rules of one game.
///
/// The state is public: it may be printed, serialised and sent to anybody. The rules learn something about a face only
/// from [`Dealer::reveal`] and [`Dealer::ask`], which tell everybody, so the state cannot hold a secret.
pub trait Game: Clone + Serialize + Send + Sync + Sized + 'static {
    /// The game's name in commands and files, in kebab case.
    const NAME: &'static str;
    /// The prefix of the game's share codes: two or three lowercase letters.
    const INITIALS: &'static str;
    /// The version of the rules that new tables use. It is raised when old logs would replay differently.
    const RULES: u32;
    /// The oldest version whose tables can still be played and replayed; see [`Game::deal_by`].
    const OLDEST_RULES: u32 = Self::RULES;
    /// How many players the game is for.
    const SEATS: RangeInclusive<usize>;
    /// Whether this is an *open* game: more can be done than anybody could list, as at a table where the rules leave the play to
    /// the people.
    ///
    /// [`Game::legal`] of an open game is a sample. What it lists is permitted, it is never empty for a seat that may act, and a game
    /// in which only what it lists is done comes to its end. [`Game::permits`] alone decides, the list is not sent to anybody, and
    /// share codes contain the actions themselves instead of their places in it.
    const OPEN: bool = false;
    /// How a face is found in a catalogue of cards outside, for a game whose cards say more than its rules read.
    ///
    /// The rules never see what is written there. A server tells each viewer the words of a card together with the viewer's first
    /// sight of its face ([`House::sightings`](crate::House::sightings)), so nobody learns from a catalogue what others hold.
    const CATALOGUE: Option<fn(Self::Face) -> Option<CatalogueNumber>> = None;

    /// What is printed on the cards.
    type Face: Face;
    /// What a table can choose. The default is the standard game.
    type Options: Default + Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a seat can do.
    type Action: Action;
    /// What can be asked about hidden cards.
    type Question: Copy;
    /// What players and spectators are told about what happened.
    type Event: Clone + Serialize + Send + Sync + 'static;
    /// What one viewer sees, borrowed from the state and the viewer's lens.
    type View<'a>: Serialize;
    /// What one viewer sees beyond what everybody sees; see [`Game::own`].
    type Own<'a>: Serialize;
    /// Why an action is refused.
    type Refusal: Refusal;

    /// Checks that the game can be played with these options and this number of seats.
    fn accepts(_options: &Self::Options, _seats: SeatCount) -> Result<(), Self::Refusal> {
        Ok(())
    }

    /// Checks that the game can be played with these options between the players' own machines, with no house.
    ///
    /// Nearly everything can. What cannot is a question about several cards that no player sees; see
    /// [`DealError::NobodyKnows`](crate::DealError::NobodyKnows).
    fn without_a_house(_options: &Self::Options, _seats: SeatCount) -> Result<(), NeedsHouse> {
        Ok(())
    }

    /// Brings the cards, deals them and begins.
    fn deal<D: Dealer<Self>>(
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self>;

    /// Deals for a table of this version of the rules, at least [`Game::OLDEST_RULES`]. The state stores the version and
    /// does what that version did wherever a log would otherwise replay differently.
    fn deal_by<D: Dealer<Self>>(
        _rules: u32,
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self> {
        Self::deal(options, seats, dealer)
    }

    /// The seats that the table waits for: their clocks run, and if their players are absent somebody acts for them. Empty when the
    /// game is over, and only then.
    fn waiting_on(&self) -> Seats;

    /// The names of cards in an action that brings some, for cards that a catalogue outside need not have.
    ///
    /// They are told as the words of cards are. The rules cannot open them, so nothing in the game depends on them.
    fn names(_action: &Self::Action) -> Option<&SealedNames> {
        None
    }

    /// The seats that may act now: those that the table waits for, and whoever else may do something in the meantime. Nobody
    /// when the game is over.
    fn may_act(&self) -> Seats {
        self.waiting_on()
    }

    /// Adds every action that this seat may take now to `out`; a sample of them, if the game is [open](Game::OPEN). `lens` is the
    /// seat's own, so only what the seat can see decides.
    fn legal(&self, seat: Seat, lens: &Lens<Self::Face>, out: &mut Vec<Self::Action>);

    /// Checks whether the seat, which [may act](Game::may_act), may take this action now. Agrees with `legal`. `lens` is the seat's
    /// own.
    fn permits(
        &self,
        seat: Seat,
        action: &Self::Action,
        lens: &Lens<Self::Face>,
    ) -> Result<(), Self::Refusal>;

    /// Carries out a permitted action. Blind: it learns faces only from the dealer.
    fn apply<D: Dealer<Self>>(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        dealer: &mut D,
    ) -> Dealt<()>;

    /// Answers a question about these faces. The answer must not depend on their order; see [`Dealer::ask`].
    fn answer(question: Self::Question, faces: &[Self::Face]) -> bool;

    /// Fills in the faces that the recipient of the event may see. `lens` is the recipient's.
    fn witness(_event: &mut Self::Event, _lens: &Lens<Self::Face>) {}

    /// What one viewer sees: a whitelist, built from the public state and that viewer's lens.
    fn view<'a>(&'a self, lens: &Lens<'a, Self::Face>) -> Self::View<'a>;

    /// What this viewer sees beyond what everybody sees, so that a server writes what is public once for all viewers.
    ///
    /// It has the shape of the view and only what is different in it. Laid over the public view, which is
    /// [`Game::view`] through [`Lens::public`], it gives this viewer's own view: an object goes over an object key by
    /// key, a list over a list element by element, an object over a list by places ([`Sparse`](crate::Sparse)), and
    /// anything else takes the place of what was there. The whole view is a correct answer, and the slowest.
    fn own<'a>(&'a self, lens: &Lens<'a, Self::Face>) -> Self::Own<'a>;

    /// The result, once the game is over.
    fn standing(&self) -> Option<Standing>;

    /// The action taken for a player who is absent or out of time. It is an ordinary, permitted action.
    fn fallback(&self, seat: Seat, lens: &Lens<Self::Face>, dice: &mut Dice) -> Self::Action;

    /// Whether everybody can tell that this hidden card does not have this face, for example because its holder did not
    /// follow that suit. [`imagine`](crate::imagine()) deals only what is not ruled out.
    fn rules_out(&self, _card: Card, _face: Self::Face) -> bool {
        false
    }

    /// Whether this seat is out of the game: whatever the others do, the rules never again wait for it, show it anything or
    /// ask it anything. Its player may leave a table without a house, and the others play on.
    fn is_out(&self, _seat: Seat) -> bool {
        false
    }

    /// The time limit for the present decision in seconds, if the rules set one.
    fn clock(&self) -> Option<u32> {
        None
    }

    /// Visits every card in every zone. The conformance suite checks that each card is visited exactly once.
    fn cards(&self, visit: &mut dyn FnMut(Card));
}
