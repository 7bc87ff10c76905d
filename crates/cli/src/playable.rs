//! A game that can be played in a terminal: how its table is drawn and its choices are laid out.

use facedown_bots::BotGame;
use facedown_core::{About, Lens};
use facedown_games::{Names, Story};

use crate::outline::Tree;

/// A game with a terminal of its own has its line here and a module with its [`Playable`]. Any other game is shown
/// plainly.
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
    ($module:ident $game:ty) => {
        impl Playable for $game {}
    };
}
facedown_games::every_game!(terminal_of);

/// A game that can be played in a terminal.
///
/// All of it has a plain way that serves any game; a game that wants better brings its own.
pub(crate) trait Playable: About + BotGame + Story {
    /// What is counted at the end.
    const SCORE: &'static str = "points";
    /// Whether those opposite each other win and lose together.
    const PARTNERS: bool = false;

    /// The whole table, as the viewer sees it.
    fn draw(view: &Self::View<'_>, _names: &Names, columns: usize) -> String {
        Tree::of(view).outline(columns).join("\n") + "\n"
    }

    /// As much of the table as is needed for the decision that is due.
    fn glimpse(view: &Self::View<'_>, names: &Names, columns: usize) -> String {
        Self::draw(view, names, columns)
    }

    /// The whole table with nothing hidden, once the game is over.
    fn reveal(&self, hindsight: &Lens<Self::Face>, names: &Names, columns: usize) -> String {
        Self::draw(&self.view(hindsight), names, columns)
    }

    /// What is done of all that can be done, if it is not worth asking for.
    fn goes_without_saying<'a>(
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

/// One step on the way to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// What is asked.
    pub(crate) question: String,
    /// What is offered.
    pub(crate) label: String,
    /// What it does, beside the label.
    pub(crate) note: String,
    /// Tells apart what is offered in the same words.
    pub(crate) key: usize,
    /// What is offered before the rest.
    pub(crate) comes_first: bool,
    /// Where it stands among those that are offered; equals stay in the order of the rules.
    pub(crate) place: usize,
    /// Whether the glimpse of the table shows it already, under its number.
    pub(crate) is_drawn: bool,
    /// Whether it is chosen with Enter alone.
    pub(crate) on_enter: bool,
    /// The number that is typed for it, where numbers are asked for and not listed.
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

    /// The same step with a note beside it.
    pub(crate) fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same step, told apart from others in the same words.
    pub(crate) fn keyed(mut self, key: usize) -> Self {
        self.key = key;
        self
    }

    /// The same step, which the glimpse of the table shows already.
    pub(crate) fn drawn(mut self) -> Self {
        self.is_drawn = true;
        self
    }

    /// The same step at a place among those that are offered.
    pub(crate) fn at(mut self, place: usize) -> Self {
        self.place = place;
        self
    }

    /// The same step, chosen with Enter alone.
    pub(crate) fn enter_if(mut self, on_enter: bool) -> Self {
        self.on_enter = on_enter;
        self
    }

    /// The same step, for which this number is typed. Its label can be typed as well.
    pub(crate) fn numbered(mut self, number: i64) -> Self {
        self.number = Some(number);
        self
    }

    /// The same step, offered first.
    pub(crate) fn first_if(mut self, comes_first: bool) -> Self {
        self.comes_first = comes_first;
        self
    }
}
