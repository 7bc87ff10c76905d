//! A table without a house, all of it: the machine of every seat and of a spectator, on one ideal vault.

use facedown_core::{
    Answerer, Attached, Card, Demand, Dice, Game, LeftBehind, PeerError, PeerTable, Progress, Seat,
    SeatCount, Seed, Viewer, shut,
};

use crate::vault::{MachineSays, Met, Vault};
use crate::violation::{Breach, text};
use crate::world::viewers;

/// The machines of all seats and of a spectator, and the vault that meets their demands.
pub struct Machines<G: Game> {
    /// The spectator's machine, and then one for each seat that has not left.
    tables: Vec<PeerTable<G>>,
    vault: Vault<G::Face>,
}

/// A seat that has left, and what came of it.
#[derive(Clone)]
pub struct Departure {
    /// The seat.
    pub seat: Seat,
    /// The cards that lie open since.
    pub opened: Vec<Card>,
    /// The piles of hidden cards that were shuffled.
    pub piles: Vec<Vec<Card>>,
}

impl<G: Game> Clone for Machines<G> {
    fn clone(&self) -> Self {
        Self { tables: self.tables.clone(), vault: self.vault.clone() }
    }
}

/// The demands of one wave, with what came of them.
pub type Wave<F> = Vec<(Demand<F>, Met<F>)>;

/// What an action made public and what it demanded, wave by wave.
pub struct Trace<F> {
    /// The cards that came with the action.
    pub turned: Vec<(Card, F)>,
    /// How many sealed cards came with it.
    pub brought: Option<u16>,
    /// Its waves.
    pub waves: Vec<Wave<F>>,
}

impl<G: Game> Machines<G> {
    /// Sets up all machines and deals.
    pub fn deal(options: &G::Options, seats: SeatCount, seed: &Seed) -> Result<Self, Breach> {
        let table = |viewer| PeerTable::new(options.clone(), seats, viewer);
        let tables = viewers(seats).map(table).collect::<Result<_, _>>();
        let tables = tables.map_err(|error| Breach::Setup(error.to_string()))?;
        let mut machines = Self { tables, vault: Vault::new(seed) };
        // A deal that demands nothing is done.
        let busy = machines.tables.iter().filter(|table| table.is_busy());
        let begun = busy.map(|table| Progress::Needs(table.needs())).collect();
        machines.meet_all(begun)?;
        Ok(machines)
    }

    /// All machines.
    pub fn tables(&self) -> &[PeerTable<G>] {
        &self.tables
    }

    /// The machine of a viewer.
    pub fn of(&self, viewer: Viewer) -> &PeerTable<G> {
        // Nobody asks for the machine of a seat that the table does not have.
        self.tables.iter().find(|table| table.viewer() == viewer).unwrap_or(&self.tables[0])
    }

    /// The vault, which knows every face.
    pub const fn vault(&self) -> &Vault<G::Face> {
        &self.vault
    }

    /// All legal actions of all seats, each as its own machine lists it.
    pub fn choices(&self) -> Vec<(Seat, G::Action)> {
        let seats = self.tables[0].may_act().minus(self.tables[0].gone());
        let of = |seat: Seat| self.of(seat.into()).legal().into_iter();
        seats.iter().flat_map(|seat| of(seat).map(move |action| (seat, action))).collect()
    }

    /// Carries out an action of a seat on all machines.
    pub fn act(&mut self, seat: Seat, action: &G::Action) -> Result<Trace<G::Face>, Breach> {
        let author = Viewer::Seat(seat);
        let intent = self.of(author).intend(action);
        let intent = intent.map_err(|error| unaccepted::<G>(author, seat, action, &error))?;
        let waves = self.act_with(seat, action, &intent.attached)?;
        let first = waves.first().map_or(0, Vec::len);
        let demanded = waves.iter().flatten().map(|(demand, _)| demand).take(first);
        if !demanded.eq(&intent.demands) {
            return Err(Breach::MachinesDiffer { viewer: author, what: "demands from its intent" });
        }
        let Attached { turned, brought } = intent.attached;
        Ok(Trace { turned, brought, waves })
    }

    /// Carries out an action on all machines with what is attached to it, without asking the author's own lens. If that lens
    /// forbids the action, this is a cheat that the others cannot notice yet.
    pub fn act_with(
        &mut self,
        seat: Seat,
        action: &G::Action,
        attached: &Attached<G::Face>,
    ) -> Result<Vec<Wave<G::Face>>, Breach> {
        let mut begun = Vec::new();
        for table in &mut self.tables {
            let viewer = table.viewer();
            let own = viewer == Viewer::Seat(seat);
            let as_here = if own { action.clone() } else { shut(action.clone()) };
            let progress = table.begin(seat, as_here, attached.clone());
            begun.push(progress.map_err(|error| unaccepted::<G>(viewer, seat, action, &error))?);
        }
        self.meet_all(begun)
    }

    /// Removes a seat between two actions. The cards that it alone has seen are revealed, and so are those that others have seen
    /// as well if it was shown them last. Each pile of hidden cards is shuffled.
    pub fn leave(&mut self, seat: Seat) -> Result<Departure, Breach> {
        let spectator = &self.tables[0];
        let everything: Vec<Card> = spectator.game().map_or_else(Vec::new, |game| {
            let mut cards = Vec::new();
            game.cards(&mut |card| cards.push(card));
            cards.sort_unstable();
            cards
        });
        let seats = spectator.seats().all().minus(spectator.gone());
        let mut hidden: Vec<Card> = everything;
        hidden.retain(|&card| spectator.lens().face(card).is_none());
        for other in seats.iter() {
            let LeftBehind { alone, shared } = spectator.left_behind(other);
            hidden.retain(|card| !alone.contains(card) && !shared.contains(card));
        }
        let mut piles = spectator.interchangeable(&hidden);
        piles.retain(|pile| pile.len() > 1);
        let LeftBehind { alone: mut opened, shared } = spectator.left_behind(seat);
        opened.extend(shared.into_iter().filter(|card| self.vault.holder(*card) == Some(seat)));
        for pile in &piles {
            let shuffle = Demand::Shuffle { cards: pile.clone() };
            let met = self.vault.meet(&shuffle, &MachineSays::Nothing);
            met.map_err(|error| Breach::Setup(error.to_string()))?;
        }
        self.tables.retain(|table| table.viewer() != Viewer::Seat(seat));
        let faces: Vec<(Card, G::Face)> =
            opened.iter().filter_map(|&card| Some((card, self.vault.face(card)?))).collect();
        for table in &mut self.tables {
            table.renew(&piles);
            let viewer = table.viewer();
            let left = table.leave(seat, &faces);
            left.map_err(|error| Breach::HeldUp { viewer, why: error.to_string() })?;
        }
        Ok(Departure { seat, opened, piles })
    }

    /// If the rules wait for a seat that has left, plays their fallback for it on all machines.
    pub fn play_for_gone(&mut self, seed: &Seed) -> Result<Option<(Seat, G::Action)>, Breach> {
        let Some((seat, action)) = self.tables[0].fallback(&mut Dice::new(seed)) else {
            return Ok(None);
        };
        let mut begun = Vec::new();
        for table in &mut self.tables {
            let viewer = table.viewer();
            let derived = table.fallback(&mut Dice::new(seed));
            if derived.is_none_or(|(who, what)| who != seat || text(&what) != text(&action)) {
                return Err(Breach::MachinesDiffer { viewer, what: "fallback" });
            }
            let progress = table.begin_fallback(seat, action.clone());
            begun.push(progress.map_err(|error| unaccepted::<G>(viewer, seat, &action, &error))?);
        }
        self.meet_all(begun)?;
        Ok(Some((seat, action)))
    }

    /// Meets the demands of one wave after another, until no machine demands anything.
    fn meet_all(&mut self, mut progress: Vec<Progress>) -> Result<Vec<Wave<G::Face>>, Breach> {
        let mut waves = Vec::new();
        while progress.iter().any(|progress| matches!(progress, Progress::Needs(_))) {
            let [first, others @ ..] = &self.tables[..] else { break };
            for other in others {
                if other.demands() != first.demands() || other.needs() != first.needs() {
                    let viewer = other.viewer();
                    return Err(Breach::MachinesDiffer { viewer, what: "demands" });
                }
            }
            let needs = first.needs();
            let mut wave = Vec::new();
            for number in needs {
                let demand = self.tables[0].demands()[number].clone();
                let met = self.meet(number, &demand)?;
                progress = self.tell(&met)?;
                wave.push((demand, met));
            }
            waves.push(wave);
        }
        Ok(waves)
    }

    /// Meets one demand. If only one player can meet it, that player's machine is asked first.
    fn meet(&mut self, number: usize, demand: &Demand<G::Face>) -> Result<Met<G::Face>, Breach> {
        let asked = match demand {
            Demand::Ask { of: Answerer::Seat(seat), .. }
            | Demand::Arrange { seat, .. }
            | Demand::BringSealed { owner: seat, .. } => Some(self.of((*seat).into())),
            _ => None,
        };
        let said = match (demand, asked) {
            (Demand::Ask { .. }, Some(asked)) => {
                asked.answer().map_or(MachineSays::Nothing, MachineSays::Answer)
            }
            (_, Some(asked)) => {
                asked.choice(number).cloned().map_or(MachineSays::Nothing, MachineSays::Choice)
            }
            _ => MachineSays::Nothing,
        };
        self.vault.meet(demand, &said).map_err(|error| Breach::Setup(error.to_string()))
    }

    /// Tells every machine what came of the next demand.
    fn tell(&mut self, met: &Met<G::Face>) -> Result<Vec<Progress>, Breach> {
        let each = self.tables.iter_mut().map(|table| {
            let viewer = table.viewer();
            let went = table.go_on(&[met.outcome_for(viewer)]);
            went.map_err(|error| Breach::HeldUp { viewer, why: error.to_string() })
        });
        each.collect()
    }

    /// The same table in another world, which all but this seat cannot tell from this one: the cards that none of them sees
    /// have other faces.
    #[must_use]
    pub fn redealt(&self, seat: Seat, dice: &mut Dice) -> Self {
        self.in_another_world(
            seat,
            self.vault.redealt(|card| self.is_hidden_but_for(seat, card), dice),
        )
    }

    /// The same table in another world, which all but this seat cannot tell from this one: the seat has brought other secret lists,
    /// with the faces that `other` gives.
    #[must_use]
    pub fn relisted(&self, seat: Seat, other: impl FnMut(G::Face) -> G::Face) -> Self {
        let is_hidden = |card| self.is_hidden_but_for(seat, card);
        self.in_another_world(seat, self.vault.relisted(seat, is_hidden, other))
    }

    fn is_hidden_but_for(&self, seat: Seat, card: Card) -> bool {
        let mut others = self.tables.iter().filter(|table| table.viewer() != seat.into());
        others.all(|table| table.lens().face(card).is_none())
    }

    fn in_another_world(&self, seat: Seat, vault: Vault<G::Face>) -> Self {
        let tables = self.tables.iter().map(|table| {
            let own = table.viewer() == Viewer::Seat(seat);
            if own { table.redealt(|card| vault.face(card)) } else { table.clone() }
        });
        Self { tables: tables.collect(), vault }
    }
}

fn unaccepted<G: Game>(
    viewer: Viewer,
    seat: Seat,
    action: &G::Action,
    error: &PeerError<G::Refusal>,
) -> Breach {
    Breach::Unaccepted { viewer, seat, action: text(action), why: error.to_string() }
}
