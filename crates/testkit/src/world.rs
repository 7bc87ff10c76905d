//! A world: a state and the house that deals for it, which can be cloned, changed and compared.

use facedown_core::{
    Action, AddressedEvent, Dealt, Dice, Game, House, Refused, Seat, SeatCount, Seed, Viewer,
    legal, permits,
};
use serde_json::Value;

use crate::suite::{OtherFaces, other_face};
use crate::trace::{Tracer, VerbUse};

/// A state and the house that deals for it. Unlike a table it has no log, so its hidden faces can be changed.
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
pub(crate) struct AppliedAction<G: Game> {
    pub(crate) verb_uses: Vec<VerbUse>,
    pub(crate) told: Vec<AddressedEvent<G::Event>>,
}

impl<G: Game> World<G> {
    /// A world dealt from a seed.
    pub fn deal(options: &G::Options, seats: SeatCount, seed: &Seed) -> Dealt<Self> {
        let mut house = House::seeded(seed);
        let game = G::deal(options, seats, &mut house)?;
        house.drain_told();
        Ok(Self { seats, game, house })
    }

    /// A copy in which the cards that the viewer cannot see have other faces.
    #[must_use]
    pub fn redealt(&self, viewer: Viewer, dice: &mut Dice) -> Self {
        let house = self.house.redealt(viewer, dice);
        Self { seats: self.seats, game: self.game.clone(), house }
    }

    /// A copy in which the secret lists that the viewer does not know have other faces, and in how many cards. `None` if it does not
    /// see some card of such a list and nobody has said which other faces there are.
    pub(crate) fn relisted(
        &self,
        viewer: Viewer,
        other_faces: Option<OtherFaces<G>>,
        dice: &mut Dice,
    ) -> Option<(Self, usize)> {
        let (mut changed, mut is_known) = (0, true);
        let house = self.house.relisted(viewer, |face| {
            is_known &= other_faces.is_some();
            let other = other_faces.map_or(face, |others| other_face::<G>(others, face, dice));
            changed += usize::from(other != face);
            other
        });
        let world = Self { seats: self.seats, game: self.game.clone(), house };
        is_known.then_some((world, changed))
    }

    /// All viewers of this table: each seat, and a spectator.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> + use<G> {
        viewers(self.seats)
    }

    /// All legal actions of all seats.
    pub fn choices(&self) -> Vec<(Seat, G::Action)> {
        let of = |seat| legal(&self.game, &self.house, seat).into_iter();
        let seats = self.game.may_act();
        seats.iter().flat_map(|seat| of(seat).map(move |action| (seat, action))).collect()
    }

    /// Checks whether this seat may take this action now.
    pub fn permits(&self, seat: Seat, action: &G::Action) -> Result<(), Refused<G::Refusal>> {
        permits(&self.game, &self.house, self.seats, seat, action)
    }

    /// Applies an action and discards its events.
    pub fn apply(&mut self, seat: Seat, action: &G::Action) -> Dealt<()> {
        self.game.apply(seat, action, &mut self.house)?;
        self.house.drain_told();
        Ok(())
    }

    /// Applies an action and records the verbs and events.
    pub(crate) fn apply_traced(
        &mut self,
        seat: Seat,
        action: &G::Action,
    ) -> Dealt<AppliedAction<G>> {
        let mut tracer = Tracer::new(&mut self.house);
        self.game.apply(seat, action, &mut tracer)?;
        let verb_uses = tracer.into_verb_uses();
        Ok(AppliedAction { verb_uses, told: self.house.drain_told().collect() })
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> G::View<'_> {
        self.game.view(&self.house.lens(viewer))
    }

    /// What this viewer sees beyond what everybody sees.
    pub fn own(&self, viewer: Viewer) -> G::Own<'_> {
        self.game.own(&self.house.lens(viewer))
    }

    /// Computes all views and legal actions, as a server does between two actions.
    ///
    /// Rules that smuggle faces from one lens to another through interior mutability do it here.
    pub(crate) fn serve_all(&self) {
        for viewer in self.viewers() {
            self.view(viewer);
        }
        self.choices();
    }

    /// The face under each handle. Only for the suite: it reveals the cards of a copy.
    pub(crate) fn faces(&self) -> Vec<Option<G::Face>> {
        crate::trace::faces(&self.house)
    }
}

/// Picks a random legal action.
///
/// Half of the time every action is equally likely, and half of the time every kind of action: a hundred places to bury a
/// card should not crowd out the only challenge.
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

/// The kind of an action: its `type` in JSON, if it has one.
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

/// All viewers of a table of this size.
pub(crate) fn viewers(seats: SeatCount) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Spectator).chain(seats.all().iter().map(Viewer::Seat))
}
