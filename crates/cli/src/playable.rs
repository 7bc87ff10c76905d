//! A game that can be played in a terminal: how its table is drawn and its choices are laid out.

use std::path::Path;

use facedown_bots::BotGame;
use facedown_core::{About, Lens};
use facedown_games::{Names, Story};

use crate::failure::Failure;
use crate::outline::Tree;

/// The games that have their own [`Playable`], each in a module. Any other game uses the defaults.
macro_rules! terminal_of {
    (exploding_kittens $game:ty) => {
        mod exploding_kittens;
    };
    (herding_cats $game:ty) => {
        mod herding_cats;
    };
    (texas_42 $game:ty) => {
        mod texas_42;
    };
    (spellbook $game:ty) => {
        mod spellbook;
    };
    ($module:ident $game:ty) => {
        impl Playable for $game {}
    };
}
facedown_games::every_game!(terminal_of);

/// A game that can be played in a terminal.
///
/// Every method has a default that works for any game. A game can override them.
pub(crate) trait Playable: About + BotGame + Story {
    /// The unit of the scores, for the table at the end.
    const SCORE: &'static str = "points";
    /// Whether players who sit opposite each other are partners.
    const PARTNERS: bool = false;
    /// How many play if nobody says how many.
    const PLAYERS: usize = 4;
    /// What can be typed beside the choices, and what it does.
    const COMMANDS: &'static [(&'static str, &'static str)] = &[];

    /// Takes what the player brings: a deck, and a catalogue of cards.
    fn prepare(deck: Option<&str>, cards: Option<&Path>) -> Result<(), Failure> {
        if deck.is_none() && cards.is_none() {
            return Ok(());
        }
        let why = format!("nobody brings cards to {}; leave --deck and --cards out", Self::NAME);
        Err(Failure::Usage(why))
    }

    /// A text with the names of cards that only the player's catalogue has.
    fn named(text: String) -> String {
        text
    }

    /// The action that is taken without asking, in a game that lists none.
    fn unasked(_view: &Self::View<'_>) -> Option<Self::Action> {
        None
    }

    /// Whether the player is asked although the table waits for somebody else.
    fn interjects(_view: &Self::View<'_>) -> bool {
        false
    }

    /// What a typed line means, in a game whose actions are typed. `None` if it is no command of the game.
    fn typed(_line: &str, _view: &Self::View<'_>, _names: &Names) -> Option<Typed<Self::Action>> {
        None
    }

    /// The question above the prompt, in a game whose actions are typed.
    fn prompt_line(_view: &Self::View<'_>, _names: &Names) -> Option<String> {
        None
    }

    /// Draws the whole table as the viewer sees it.
    fn draw(view: &Self::View<'_>, _names: &Names, columns: usize) -> String {
        Tree::of(view).outline(columns).join("\n") + "\n"
    }

    /// Draws as much of the table as the current decision needs.
    fn glimpse(view: &Self::View<'_>, names: &Names, columns: usize) -> String {
        Self::draw(view, names, columns)
    }

    /// Draws the whole table with all cards open, once the game is over.
    fn reveal(&self, hindsight: &Lens<Self::Face>, names: &Names, columns: usize) -> String {
        Self::draw(&self.view(hindsight), names, columns)
    }

    /// The action that is taken without asking, if the choice is trivial.
    fn only_sensible_action<'a>(
        _legal: &'a [Self::Action],
        _view: &Self::View<'_>,
    ) -> Option<&'a Self::Action> {
        None
    }

    /// The steps in which an action is chosen; actions that share their first steps are offered together.
    fn steps(action: &Self::Action, view: &Self::View<'_>, names: &Names) -> Vec<Step> {
        vec![Step::new(Self::prompt(view, names), Self::offer(action, view, names))]
    }
}

/// What a typed line means.
#[derive(Debug)]
pub(crate) enum Typed<A> {
    /// These actions, one after the other.
    Act(Vec<A>),
    /// Nothing is done; the player reads this.
    Say(String),
    /// It cannot be done, and why.
    Wrong(String),
    /// The player lets the others go on.
    GoOn,
}

/// One step on the way to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The question.
    pub(crate) question: String,
    /// The label of the offer.
    pub(crate) label: String,
    /// A note on what it does, next to the label.
    pub(crate) note: String,
    /// Distinguishes offers that have the same label.
    pub(crate) key: usize,
    /// Whether it is listed before the others.
    pub(crate) comes_first: bool,
    /// The sort key among the offers; equal ones stay in the order of the rules.
    pub(crate) place: usize,
    /// Whether the drawing of the table already shows it, with its number.
    pub(crate) is_drawn: bool,
    /// Whether Enter alone chooses it.
    pub(crate) on_enter: bool,
    /// The number to type for it, if the question asks for a number.
    pub(crate) number: Option<i64>,
}

impl Step {
    pub(crate) fn new(question: impl Into<String>, label: impl Into<String>) -> Self {
        let (question, label) = (question.into(), label.into());
        Self {
            question,
            label,
            note: String::new(),
            key: 0,
            comes_first: false,
            place: 0,
            is_drawn: false,
            on_enter: false,
            number: None,
        }
    }

    /// The same step with a note.
    pub(crate) fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same step, distinguished from others with the same label.
    pub(crate) fn keyed(mut self, key: usize) -> Self {
        self.key = key;
        self
    }

    /// The same step, which the drawing of the table already shows.
    pub(crate) fn drawn(mut self) -> Self {
        self.is_drawn = true;
        self
    }

    /// The same step with this sort key.
    pub(crate) fn at(mut self, place: usize) -> Self {
        self.place = place;
        self
    }

    /// The same step, which Enter alone chooses.
    pub(crate) fn enter_if(mut self, on_enter: bool) -> Self {
        self.on_enter = on_enter;
        self
    }

    /// The same step with this number to type. Its label can be typed as well.
    pub(crate) fn numbered(mut self, number: i64) -> Self {
        self.number = Some(number);
        self
    }

    /// The same step, listed first.
    pub(crate) fn first_if(mut self, comes_first: bool) -> Self {
        self.comes_first = comes_first;
        self
    }
}
