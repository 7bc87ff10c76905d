//! Which games the suite plays: options, seat counts, and the number of games of each.

use std::fmt;

use facedown_core::{Counted, Deal, Dice, Game, SeatCount, Seed, Table, opened};

use crate::counting::Counting;
use crate::pool::{Pool, choose_or_invent};
use crate::violation::{Breach, Location, Violation, text};
use crate::world::World;

/// Which games the suite plays.
#[derive(Clone)]
pub struct Suite<G: Game> {
    /// The options to play, each at every seat count that accepts them.
    pub options: Vec<G::Options>,
    /// How many games with each options and seat count.
    pub games: u64,
    /// The number of actions after which a game counts as endless.
    pub longest: usize,
    /// The game's statistics, if they are checked.
    pub statistics: Option<Counting<G>>,
    /// Which other faces may be in a secret list in the place of this one.
    pub other_faces: Option<OtherFaces<G>>,
}

/// Which other faces may be in a secret list in the place of this one.
pub type OtherFaces<G> = fn(<G as Game>::Face) -> Vec<<G as Game>::Face>;

/// A face that may be in a secret list in the place of this one, by chance.
pub(crate) fn other_face<G: Game>(
    other_faces: OtherFaces<G>,
    face: G::Face,
    dice: &mut Dice,
) -> G::Face {
    dice.pick(&other_faces(face)).copied().unwrap_or(face)
}

impl<G: Game> Default for Suite<G> {
    fn default() -> Self {
        Self {
            options: vec![G::Options::default()],
            games: 6,
            longest: 5_000,
            statistics: None,
            other_faces: None,
        }
    }
}

impl<G: Game> Suite<G> {
    /// This suite with other options to play.
    #[must_use]
    pub fn with_options(mut self, options: impl IntoIterator<Item = G::Options>) -> Self {
        self.options = options.into_iter().collect();
        self
    }

    /// This suite with another number of games.
    #[must_use]
    pub const fn with_games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// This suite, for a game whose players bring secret lists ([`Dealer::bring_sealed`](facedown_core::Dealer::bring_sealed)): what
    /// other faces may be in a list in the place of this one? Nobody but its owner may notice that the list is another one.
    #[must_use]
    pub const fn with_other_faces(mut self, other_faces: OtherFaces<G>) -> Self {
        self.other_faces = Some(other_faces);
        self
    }

    /// This suite, which also checks the game's statistics.
    #[must_use]
    pub const fn with_statistics(mut self) -> Self
    where
        G: Counted,
    {
        self.statistics = Some(Counting::new());
        self
    }

    /// The tables to play: all options with every seat count that they can be played with.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&G::Options, SeatCount)> {
        self.options.iter().flat_map(|options| {
            let seats = G::SEATS.filter_map(SeatCount::new);
            seats
                .filter(move |&seats| G::accepts(options, seats).is_ok())
                .map(move |seats| (options, seats))
        })
    }

    /// All games to play.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_, G>> {
        self.tables().flat_map(|(options, seats)| {
            (0..self.games).map(move |number| Case { options, seats, number })
        })
    }
}

/// One game to play. Its number determines its seed and every choice in it.
pub struct Case<'a, G: Game> {
    /// The options of the table.
    pub options: &'a G::Options,
    /// How many seats there are.
    pub seats: SeatCount,
    /// The number of the game with these options and seats.
    pub number: u64,
}

impl<G: Game> Case<'_, G> {
    /// The seed of the deal.
    pub fn seed(&self) -> Seed {
        self.dice(Use::Deal).seed()
    }

    /// The deal.
    pub fn deal(&self) -> Deal<G::Face> {
        Deal::from_seed(self.seed())
    }

    /// The dice that choose actions and other worlds.
    pub(crate) fn choices(&self) -> Dice {
        self.dice(Use::Choices)
    }

    /// A freshly dealt world.
    pub(crate) fn world(&self) -> Result<World<G>, Violation> {
        World::deal(self.options, self.seats, &self.seed())
            .map_err(|holdup| self.violation(0, Breach::DealError(holdup)))
    }

    /// Plays a whole game with random legal actions, in an [open](Game::OPEN) game also some that are not listed. `visit` is called before each action and at the end.
    pub(crate) fn play(
        &self,
        longest: usize,
        mut visit: impl FnMut(&mut Table<G>, &mut Dice) -> Result<(), Breach>,
    ) -> Result<Table<G>, Violation> {
        let table = Table::new(self.options.clone(), self.seats, self.deal());
        let mut table = table.map_err(|e| self.violation(0, Breach::Setup(e.to_string())))?;
        let (mut dice, mut pool) = (self.choices(), Pool::<G>::default());
        loop {
            let step = table.log().len();
            visit(&mut table, &mut dice).map_err(|breach| self.violation(step, breach))?;
            let seats = table.may_act();
            let of = |seat| table.legal(seat).into_iter().map(move |action| (seat, action));
            let choices: Vec<_> = seats.iter().flat_map(of).collect();
            let permits = |seat, action: &G::Action| table.permits(seat, action).is_ok();
            let chosen = choose_or_invent(choices, &mut pool, &mut dice, permits);
            let Some((seat, action)) = chosen.filter(|_| step < longest) else {
                return Ok(table);
            };
            table.act(seat, action).map_err(|error| {
                let (action, why) = (text(&opened(error.action.clone())), error.to_string());
                self.violation(step, Breach::PermittedButImpossible { seat, action, why })
            })?;
        }
    }

    /// A violation in this game after `step` actions.
    pub(crate) fn violation(&self, step: usize, breach: Breach) -> Violation {
        let (game, options) = (G::NAME, text(self.options));
        let place = Location { game, options, seats: self.seats, number: self.number, step };
        Violation { place: Box::new(place), breach: Box::new(breach) }
    }

    fn dice(&self, purpose: Use) -> Dice {
        let seed = Seed::from_text("facedown conformance");
        Dice::numbered(&seed, self.number * 32 + self.seats.get() as u64 * 2 + purpose as u64)
    }
}

#[derive(Clone, Copy)]
enum Use {
    Deal,
    Choices,
}

/// How much a property was tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// How many games were played.
    pub games: usize,
    /// How many actions were taken in them.
    pub actions: usize,
    /// How many comparisons were made.
    pub comparisons: usize,
    /// How many other worlds rightly diverged, because the dealer revealed the difference to the viewer.
    pub divergences: usize,
    /// In how many other worlds a secret list had other faces.
    pub other_lists: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, actions, comparisons, divergences, other_lists } = self;
        write!(
            f,
            "{games} games, {actions} actions, {comparisons} comparisons, {divergences} divergences, \
             {other_lists} other lists"
        )
    }
}

impl Report {
    /// The report, or an error if there are other faces for secret lists and there was no other list.
    pub(crate) fn unless_unlisted<G: Game>(self, suite: &Suite<G>) -> Result<Self, Violation> {
        let is_tried = suite.other_faces.is_none() || self.other_lists > 0 || self.actions == 0;
        if is_tried { Ok(self) } else { Err(nowhere(suite, Breach::NoOtherList)) }
    }

    /// The report, or an error if nothing was tested.
    pub(crate) fn unless_idle<G: Game>(self, suite: &Suite<G>) -> Result<Self, Violation> {
        if self.comparisons > 0 { Ok(self) } else { Err(nowhere(suite, Breach::NothingCompared)) }
    }
}

/// A violation that is not in a certain game.
fn nowhere<G: Game>(suite: &Suite<G>, breach: Breach) -> Violation {
    let place = Location {
        game: G::NAME,
        options: suite.options.first().map(text).unwrap_or_default(),
        seats: SeatCount::new(*G::SEATS.start()).unwrap_or(ONE),
        number: 0,
        step: 0,
    };
    Violation { place: Box::new(place), breach: Box::new(breach) }
}

const ONE: SeatCount = match SeatCount::new(1) {
    Some(one) => one,
    None => unreachable!(),
};
