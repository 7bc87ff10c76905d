//! A table: game, options, seats, seed and log. The state is computed from the log.

use serde::{Deserialize, Serialize};

use crate::dealer::DealError;
use crate::dice::Dice;
use crate::game::{Action, Game, Standing};
use crate::house::{AddressedEvent, House, Rig};
use crate::lens::{Lens, Viewer};
use crate::sealed::{Pen, Sealed};
use crate::seat::{Seat, SeatCount, Seats};
use crate::seed::{Commitment, Contribution, Seed, mix};

mod error;
mod permitted;

pub use error::{ActError, Refused, SetupError};
pub use permitted::{Permitted, opened};

use permitted::StateMarker;

/// Where a table's shuffles and rolls come from.
#[derive(Clone, PartialEq, Eq)]
pub enum Deal<F> {
    /// From the house's seed and the players' contributions.
    Seeded {
        /// The house's own seed.
        seed: Seed,
        /// The players' contributions in seat order: one for each seat, or none at all.
        contributions: Vec<Contribution>,
    },
    /// From a scenario, which gives them in advance.
    Rigged(Rig<F>),
    /// From the players' own machines, as it came out. It is replayed like a scenario.
    Dealt(Rig<F>),
}

impl<F> Deal<F> {
    /// A deal from this seed, without contributions.
    pub const fn from_seed(seed: Seed) -> Self {
        Self::Seeded { seed, contributions: Vec::new() }
    }

    /// The seed that the cards are dealt from, with the players' contributions mixed in.
    pub fn mixed_seed(&self) -> Option<Seed> {
        match self {
            Self::Seeded { seed, contributions } => Some(mix(seed, contributions)),
            Self::Rigged(_) | Self::Dealt(_) => None,
        }
    }

    /// The commitment to the seed, which is published before the deal.
    pub fn commitment(&self) -> Option<Commitment> {
        match self {
            Self::Seeded { seed, .. } => Some(seed.commitment()),
            Self::Rigged(_) | Self::Dealt(_) => None,
        }
    }
}

/// One action in the log.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogEntry<A> {
    /// Who acted.
    pub seat: Seat,
    /// What they did.
    pub action: A,
}

/// An event, with its recipients and its place in the log.
#[derive(Clone, Debug)]
pub struct LoggedEvent<E> {
    /// The number of actions in the log after the action that caused it; 0 for the deal.
    pub at: usize,
    /// The event and who gets it.
    pub told: AddressedEvent<E>,
}

/// A game being played, with the log of all actions and all events.
///
/// It holds faces, so it has no `Debug` and no `Serialize`.
///
/// ```
/// use facedown_core::{Game, Table, Viewer};
/// fn publish<G: Game>(table: &Table<G>) { table.view(Viewer::Spectator); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, Table, Viewer};
/// fn publish<G: Game>(table: &Table<G>) { format!("{table:?}"); }
/// ```
/// ```compile_fail,E0277
/// use facedown_core::{Game, Table, Viewer};
/// fn publish<G: Game>(table: &Table<G>) { serde_json::to_string(table); }
/// ```
/// The same holds for the deal:
/// ```compile_fail,E0277
/// use facedown_core::{Game, Table, Viewer};
/// fn publish<G: Game>(table: &Table<G>) where G::Face: std::fmt::Debug { format!("{:?}", table.deal()); }
/// ```
pub struct Table<G: Game> {
    rules: u32,
    options: G::Options,
    seats: SeatCount,
    deal: Deal<G::Face>,
    game: G,
    house: House<G>,
    log: Vec<LogEntry<G::Action>>,
    heard: Vec<LoggedEvent<G::Event>>,
    /// The names of cards that players have brought, with who brought them.
    names: Vec<(Seat, String)>,
    state: StateMarker,
}

impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules,
            options: self.options.clone(),
            seats: self.seats,
            deal: self.deal.clone(),
            game: self.game.clone(),
            house: self.house.clone(),
            log: self.log.clone(),
            heard: self.heard.clone(),
            names: self.names.clone(),
            state: self.state.clone(),
        }
    }
}

impl<G: Game> Table<G> {
    /// Sets up a table and deals.
    pub fn new(
        options: G::Options,
        seats: SeatCount,
        deal: Deal<G::Face>,
    ) -> Result<Self, SetupError<G::Refusal>> {
        Self::by_rules(G::RULES, options, seats, deal)
    }

    /// Sets up a table that is played by this version of the rules, and deals.
    pub fn by_rules(
        rules: u32,
        options: G::Options,
        seats: SeatCount,
        deal: Deal<G::Face>,
    ) -> Result<Self, SetupError<G::Refusal>> {
        check_setup::<G>(rules, &options, seats)?;
        if let Deal::Seeded { contributions, .. } = &deal
            && !contributions.is_empty()
            && contributions.len() != seats.get()
        {
            let (given, seats) = (contributions.len(), seats.get());
            return Err(SetupError::Contributions { given, seats });
        }
        let (game, house, heard) = Self::begin(rules, &options, seats, &deal)?;
        let (log, names, state) = (Vec::new(), Vec::new(), StateMarker::default());
        Ok(Self { rules, options, seats, deal, game, house, log, heard, names, state })
    }

    /// Deals, and returns the state, the dealer and the events before the first action.
    #[allow(clippy::type_complexity)]
    pub(crate) fn begin(
        rules: u32,
        options: &G::Options,
        seats: SeatCount,
        deal: &Deal<G::Face>,
    ) -> Result<(G, House<G>, Vec<LoggedEvent<G::Event>>), DealError> {
        let mut house = match deal {
            Deal::Seeded { seed, contributions } => House::seeded(&mix(seed, contributions)),
            Deal::Rigged(rig) | Deal::Dealt(rig) => House::rigged(rig.clone()),
        };
        let game = G::deal_by(rules, options, seats, &mut house)?;
        let heard = house.drain_told().map(|told| LoggedEvent { at: 0, told }).collect();
        Ok((game, house, heard))
    }

    /// A copy of this table in which the faces that the viewer cannot see are dealt again at random. Tests check that the
    /// viewer cannot tell the difference. Seed and log no longer match such a table, so its record is not valid.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let (house, state) = (self.house.redealt(viewer, dice), StateMarker::default());
        Self { house, state, ..self.clone() }
    }

    /// The public state.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The version of the rules that the table uses.
    pub const fn rules(&self) -> u32 {
        self.rules
    }

    /// The options that the table was set up with.
    pub const fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many seats there are.
    pub const fn seats(&self) -> SeatCount {
        self.seats
    }

    /// Where the cards come from. Secret until the game is over.
    pub const fn deal(&self) -> &Deal<G::Face> {
        &self.deal
    }

    /// All actions so far.
    pub fn log(&self) -> &[LogEntry<G::Action>] {
        &self.log
    }

    /// An action of the log, counted from 0, with its sealed values open, as in the record.
    pub fn logged(&self, number: usize) -> Option<LogEntry<G::Action>> {
        let mut entry = self.log.get(number)?.clone();
        entry.action.seals(&Pen::open());
        Some(entry)
    }

    /// All events so far, of all recipients.
    pub fn heard(&self) -> &[LoggedEvent<G::Event>] {
        &self.heard
    }

    /// The names of cards that players have brought, with who brought them; see [`Game::names`]. A name may be told to whoever has seen
    /// a card of that player's with it.
    pub fn names(&self) -> &[(Seat, String)] {
        &self.names
    }

    /// The events that this viewer got, in order.
    pub fn stream(&self, viewer: Viewer) -> impl Iterator<Item = &LoggedEvent<G::Event>> {
        self.heard.iter().filter(move |heard| heard.told.to.reaches(viewer))
    }

    /// The seats that the table waits for; empty when the game is over.
    pub fn waiting_on(&self) -> Seats {
        self.game.waiting_on()
    }

    /// The seats that may act now; empty when the game is over.
    pub fn may_act(&self) -> Seats {
        self.game.may_act()
    }

    /// The result, once the game is over.
    pub fn standing(&self) -> Option<Standing> {
        self.game.standing()
    }

    /// The dealer. It shows faces only through a lens.
    pub const fn house(&self) -> &House<G> {
        &self.house
    }

    /// The faces that this viewer may see.
    pub const fn lens(&self, viewer: Viewer) -> Lens<'_, G::Face> {
        self.house.lens(viewer)
    }

    /// The lens that shows everything, once the game is over.
    pub fn hindsight(&self) -> Option<Lens<'_, G::Face>> {
        self.game.standing().map(|_| self.house.hindsight())
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> G::View<'_> {
        self.game.view(&self.lens(viewer))
    }

    /// What this viewer sees beyond what everybody sees; see [`Game::own`].
    pub fn own(&self, viewer: Viewer) -> G::Own<'_> {
        self.game.own(&self.lens(viewer))
    }

    /// Every action that this seat may take now, or a sample of them if the game is [open](Game::OPEN); none if it may not act.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        legal(&self.game, &self.house, seat)
    }

    /// The same as [`Table::legal`], with sealed values open. Show it only to that seat.
    pub fn legal_for(&self, seat: Seat) -> Vec<G::Action> {
        legal_for(&self.game, &self.house, seat)
    }

    /// Carries out an action and returns its events. A refused action changes nothing and is given back in the error.
    pub fn act(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<&[LoggedEvent<G::Event>], ActError<G>> {
        let mut sealed = action.clone();
        sealed.seals(&Pen::author(seat));
        if let Err(refused) = self.permits_sealed(seat, &sealed) {
            return Err(ActError { action, refused });
        }
        self.apply(seat, sealed).map_err(|refused| ActError { action, refused })
    }

    /// Carries out an action that is permitted.
    fn apply(
        &mut self,
        seat: Seat,
        action: G::Action,
    ) -> Result<&[LoggedEvent<G::Event>], Refused<G::Refusal>> {
        self.house.acts(seat);
        if let Err(error) = self.game.apply(seat, &action, &mut self.house) {
            self.rewind();
            return Err(Refused::Dealer(error));
        }
        self.state.change();
        if let Some(names) = G::names(&action).and_then(Sealed::value) {
            self.names.extend(names.iter().map(|name| (seat, name.clone())));
        }
        self.log.push(LogEntry { seat, action });
        let (at, before) = (self.log.len(), self.heard.len());
        self.heard.extend(self.house.drain_told().map(|told| LoggedEvent { at, told }));
        Ok(&self.heard[before..])
    }

    /// Restores state and dealer from the log, after a verb failed half-way through an action.
    fn rewind(&mut self) {
        // This cannot fail: it succeeded before, and every step is deterministic.
        let begun = Self::begin(self.rules, &self.options, self.seats, &self.deal);
        if let Ok((mut game, mut house, _)) = begun {
            for LogEntry { seat, action } in &self.log {
                house.acts(*seat);
                let again = game.apply(*seat, action, &mut house);
                debug_assert!(again.is_ok());
            }
            house.drain_told();
            (self.game, self.house) = (game, house);
        }
    }

    /// The same table with only the first `actions` of its log.
    pub fn at(&self, actions: usize) -> Result<Self, SetupError<G::Refusal>> {
        let (options, deal) = (self.options.clone(), self.deal.clone());
        let mut table = Self::by_rules(self.rules, options, self.seats, deal)?;
        for LogEntry { seat, action } in self.log.iter().take(actions) {
            // Each was permitted when it was logged, and replays are exact.
            let again = table.act(*seat, action.clone());
            debug_assert!(again.is_ok());
        }
        Ok(table)
    }
}

/// Whether this program can play tables of this version of the rules.
pub fn has_rules<G: Game>(rules: u32) -> bool {
    (G::OLDEST_RULES..=G::RULES).contains(&rules)
}

/// Checks that this program can play the game by these rules, with these options and this number of seats.
pub(crate) fn check_setup<G: Game>(
    rules: u32,
    options: &G::Options,
    seats: SeatCount,
) -> Result<(), SetupError<G::Refusal>> {
    if !has_rules::<G>(rules) {
        let (game, oldest, newest) = (G::NAME, G::OLDEST_RULES, G::RULES);
        return Err(SetupError::Rules { game, found: rules, oldest, newest });
    }
    if !G::SEATS.contains(&seats.get()) {
        let (least, most) = (*G::SEATS.start(), *G::SEATS.end());
        let (game, seats) = (G::NAME, seats.get());
        return Err(SetupError::SeatCount { game, seats, least, most });
    }
    G::accepts(options, seats).map_err(SetupError::Options)
}

/// Every action that this seat may take now, or a sample of them if the game is [open](Game::OPEN); none if it may not act.
pub fn legal<G: Game>(game: &G, house: &House<G>, seat: Seat) -> Vec<G::Action> {
    let mut out = Vec::new();
    if game.may_act().contains(seat) {
        game.legal(seat, &house.lens(seat.into()), &mut out);
    }
    out
}

/// The same as [`legal`], with sealed values open. Show it only to that seat.
pub fn legal_for<G: Game>(game: &G, house: &House<G>, seat: Seat) -> Vec<G::Action> {
    let mut actions = legal(game, house, seat);
    for action in &mut actions {
        action.seals(&Pen::open());
    }
    actions
}

/// Checks that this seat may act and that the rules permit the action.
pub fn permits<G: Game>(
    game: &G,
    house: &House<G>,
    seats: SeatCount,
    seat: Seat,
    action: &G::Action,
) -> Result<(), Refused<G::Refusal>> {
    permits_through(game, seats, seat, action, &house.lens(seat.into()))
}

/// Checks that this seat may act and that the rules permit the action, judged through this lens.
pub(crate) fn permits_through<G: Game>(
    game: &G,
    seats: SeatCount,
    seat: Seat,
    action: &G::Action,
    lens: &Lens<G::Face>,
) -> Result<(), Refused<G::Refusal>> {
    let may_act = game.may_act();
    if !seats.has(seat) {
        return Err(Refused::NoSuchSeat { seat, seats: seats.get() });
    }
    if may_act.is_empty() {
        return Err(Refused::GameOver);
    }
    if !may_act.contains(seat) {
        return Err(Refused::OutOfTurn { seat, may_act });
    }
    game.permits(seat, action, lens).map_err(Refused::Rules)
}

/// Whether two actions of a log are the same, including their sealed values.
pub(crate) fn same<A: Action>(a: &A, b: &A) -> bool {
    written(a) == written(b)
}

/// An action as it is written in a record, with its sealed values open.
pub(crate) fn written<A: Action>(action: &A) -> serde_json::Value {
    let mut action = action.clone();
    action.seals(&Pen::open());
    // Actions are plain data, so this does not fail.
    serde_json::to_value(&action).unwrap_or_default()
}
