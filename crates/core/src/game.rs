//! The rules of one game, as a trait. `Self` is the public state: handles, counts, whose turn it is.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::dealer::{Dealer, Dealt};
use crate::dice::Dice;
use crate::lens::Lens;
use crate::sealed::Pen;
use crate::seat::{BySeat, Seat, SeatCount, Seats};

/// What can be printed on a card. Ordered, so that a list of faces has one canonical form.
pub trait Face: Copy + Ord + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Copy + Ord + Serialize + DeserializeOwned + Send + Sync + 'static> Face for T {}

/// What a seat does. Serde writes it for the log and reads it from outside.
pub trait Action: Clone + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Hands the pen to each [`Sealed`](crate::Sealed) part, with [`Sealed::mark`](crate::Sealed::mark).
    /// An action without secrets has nothing to do.
    fn seals(&mut self, _pen: &Pen) {}
}

/// Why the rules refuse an action. Its `Display` is a sentence that says what to do instead.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// A short name for machines, in kebab case.
    fn kind(&self) -> &'static str;
    /// The numbered rule that was broken.
    fn rule(&self) -> &'static str;
}

/// How a finished game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Each seat's points, in the game's own measure.
    pub scores: BySeat<i32>,
    /// The seats that won; several share a win.
    pub winners: Seats,
}

/// The rules of one game.
///
/// The state is public: anyone may print it, serialise it, send it to anybody. It holds no face, for
/// there is no way to get one in but [`Dealer::reveal`] and [`Dealer::ask`], which tell everybody.
pub trait Game: Clone + Serialize + Send + Sync + Sized + 'static {
    /// The game's name in commands and files, in kebab case.
    const NAME: &'static str;
    /// The game's mark on share codes: two or three lowercase letters.
    const INITIALS: &'static str;
    /// The version of the rules that new tables are played by. Goes up when old logs would replay differently.
    const RULES: u32;
    /// The oldest version whose tables can still be played and replayed; see [`Game::deal_by`].
    const OLDEST_RULES: u32 = Self::RULES;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;

    /// What is printed on the cards.
    type Face: Face;
    /// What a table can choose. The default is the usual game.
    type Options: Default + Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a seat can do.
    type Action: Action;
    /// What can be asked about hidden cards.
    type Question: Copy;
    /// What is told of what happened.
    type Event: Clone + Serialize + Send + Sync + 'static;
    /// What one viewer sees.
    type View: Serialize;
    /// What one viewer sees beyond what everybody sees; see [`Game::own`].
    type Own: Serialize;
    /// Why an action is refused.
    type Refusal: Refusal;

    /// Whether these options can be played by so many.
    fn accepts(_options: &Self::Options, _seats: SeatCount) -> Result<(), Self::Refusal> {
        Ok(())
    }

    /// Brings the cards, deals them and begins.
    fn deal<D: Dealer<Self>>(
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self>;

    /// The same for a table of an older version, from [`Game::OLDEST_RULES`] on: the state remembers which, and
    /// does what that version did wherever the log would show a difference.
    fn deal_by<D: Dealer<Self>>(
        _rules: u32,
        options: &Self::Options,
        seats: SeatCount,
        dealer: &mut D,
    ) -> Dealt<Self> {
        Self::deal(options, seats, dealer)
    }

    /// The seats that may act now; empty when the game is over.
    fn waiting_on(&self) -> Seats;

    /// Everything this seat may do now, judged from what this seat itself can see. `lens` is its own.
    fn legal(&self, seat: Seat, lens: &Lens<Self::Face>, out: &mut Vec<Self::Action>);

    /// Why this action is refused. Agrees with `legal`. `lens` is the actor's own.
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

    /// The answer to a question about these faces, in whichever order they lie; see [`Dealer::ask`].
    fn answer(question: Self::Question, faces: &[Self::Face]) -> bool;

    /// Fills in the faces that the one who is told may see.
    fn witness(_event: &mut Self::Event, _lens: &Lens<Self::Face>) {}

    /// What one viewer sees: a whitelist, built from the public state and that viewer's lens.
    fn view(&self, lens: &Lens<Self::Face>) -> Self::View;

    /// What this viewer sees beyond what everybody sees, so that a server writes what is public once for all viewers.
    ///
    /// It has the shape of the view and only what is different in it. Laid over the public view, which is
    /// [`Game::view`] through [`Lens::public`], it gives this viewer's own view: an object goes over an object key by
    /// key, a list over a list element by element, an object over a list by places ([`Sparse`](crate::Sparse)), and
    /// anything else takes the place of what was there. The whole view is a correct answer, and the slowest.
    fn own(&self, lens: &Lens<Self::Face>) -> Self::Own;

    /// How the game ended, once it has.
    fn standing(&self) -> Option<Standing>;

    /// What is done for a player who is absent or out of time. An ordinary, permitted action.
    fn fallback(&self, seat: Seat, lens: &Lens<Self::Face>, dice: &mut Dice) -> Self::Action;

    /// Whether it is plain to everybody that this hidden card does not have this face: its holder did not
    /// follow that suit, say. [`imagine`](crate::imagine()) deals only what is not ruled out.
    fn rules_out(&self, _card: Card, _face: Self::Face) -> bool {
        false
    }

    /// How many seconds the seats that are waited on have, if this decision has a clock of its own.
    fn clock(&self) -> Option<u32> {
        None
    }

    /// Names each card once for each zone it lies in. The conformance suite counts them.
    fn cards(&self, visit: &mut dyn FnMut(Card));
}
