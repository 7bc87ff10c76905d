//! A world: a state and the house that deals for it, to be cloned, changed and compared at will.

use facedown_core::{
    Action, Dealt, Dice, Game, House, Refused, Seat, SeatCount, Seed, Told, Viewer, legal, permits,
};
use serde_json::Value;

use crate::trace::{Deed, Tracer};

/// A state and the house that deals for it. Unlike a table it has no log, so it can be led astray.
pub struct World<G: Game> {
    /// How many seats there are.
    pub seats: SeatCount,
    /// The public state.
    pub game: G,
    /// The dealer.
    pub house: House<G>,
}

impl<G: Game> Clone for World<G> {
    fn clone(&self) -> Self {
        Self { seats: self.seats, game: self.game.clone(), house: self.house.clone() }
    }
}

/// What happened when an action was applied.
pub(crate) struct Happened<G: Game> {
    pub(crate) deeds: Vec<Deed>,
    pub(crate) told: Vec<Told<G::Event>>,
}

impl<G: Game> World<G> {
    /// A world dealt from a seed.
    pub fn deal(options: &G::Options, seats: SeatCount, seed: &Seed) -> Dealt<Self> {
        let mut house = House::seeded(seed);
        let game = G::deal(options, seats, &mut house)?;
        house.drain_told();
        Ok(Self { seats, game, house })
    }

    /// The same table in a world where the cards that the viewer cannot see lie otherwise.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let house = self.house.redealt(viewer, dice);
        Self { seats: self.seats, game: self.game.clone(), house }
    }

    /// Everybody who looks at this table: each seat, and somebody who does not play.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        viewers(self.seats)
    }

    /// Everything that anybody may do now.
    pub fn choices(&self) -> Vec<(Seat, G::Action)> {
        let of = |seat| legal(&self.game, &self.house, seat).into_iter();
        let seats = self.game.waiting_on();
        seats.iter().flat_map(|seat| of(seat).map(move |action| (seat, action))).collect()
    }

    /// Whether this seat may do this now.
    pub fn permits(&self, seat: Seat, action: &G::Action) -> Result<(), Refused<G::Refusal>> {
        permits(&self.game, &self.house, self.seats, seat, action)
    }

    /// Does it, and drops what is told of it.
    pub fn apply(&mut self, seat: Seat, action: &G::Action) -> Dealt<()> {
        self.game.apply(seat, action, &mut self.house)?;
        self.house.drain_told();
        Ok(())
    }

    /// Does it, and notes what the dealer did and told.
    pub(crate) fn apply_traced(&mut self, seat: Seat, action: &G::Action) -> Dealt<Happened<G>> {
        let mut tracer = Tracer::new(&mut self.house);
        self.game.apply(seat, action, &mut tracer)?;
        let deeds = tracer.into_deeds();
        Ok(Happened { deeds, told: self.house.drain_told().collect() })
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.house.lens(viewer))
    }

    /// What this viewer sees beyond what everybody sees.
    pub fn own(&self, viewer: Viewer) -> G::Own {
        self.game.own(&self.house.lens(viewer))
    }

    /// What a server does between two actions: it sends everybody their views and legal actions.
    ///
    /// Rules that smuggle faces from one lens to another through a memory of their own do it here.
    pub(crate) fn canvass(&self) {
        for viewer in self.viewers() {
            self.view(viewer);
        }
        self.choices();
    }

    /// What really lies under each handle. For the suite alone: it turns over the cards of a copy.
    pub(crate) fn faces(&self) -> Vec<Option<G::Face>> {
        crate::trace::faces(&self.house)
    }
}

/// Takes one of all that anybody may do at random.
///
/// Half of the time each action is as likely as any other, and half of the time each kind of action: a hundred
/// places to bury a card should not crowd out the one way to challenge.
pub(crate) fn choose<A: Action>(mut choices: Vec<(Seat, A)>, dice: &mut Dice) -> Option<(Seat, A)> {
    if dice.below(2) == 0 {
        let kinds: Vec<Option<Value>> = choices.iter().map(|(_, action)| kind(action)).collect();
        let kind = dice.pick(&distinct(&kinds)).cloned()?;
        let mut kinds = kinds.into_iter();
        choices.retain(|_| kinds.next().is_some_and(|this| this == kind));
    }
    if choices.is_empty() {
        return None;
    }
    Some(choices.swap_remove(dice.place(choices.len())))
}

/// What an action calls itself on the wire, if it does.
fn kind<A: Action>(action: &A) -> Option<Value> {
    match serde_json::to_value(action).ok()? {
        Value::Object(mut fields) => fields.remove("type"),
        other => Some(other),
    }
}

fn distinct<T: Clone + PartialEq>(items: &[T]) -> Vec<T> {
    let mut distinct: Vec<T> = Vec::new();
    for item in items {
        if !distinct.contains(item) {
            distinct.push(item.clone());
        }
    }
    distinct
}

/// Everybody who looks at a table of this size.
pub(crate) fn viewers(seats: SeatCount) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Spectator).chain(seats.all().iter().map(Viewer::Seat))
}
