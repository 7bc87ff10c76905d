//! Demands of the rules as tasks for the cards, and what came of tasks as outcomes for the rules.

use std::ops::Range;

use facedown_core::{Answerer, Card, CardOrder, Demand, Face, Outcome, Seat, Viewer, Way, repeats};
use facedown_crypto::FaceCode;
use facedown_crypto::places::{self, Place, Task, TaskOutcome};

use crate::cards::Cards;
use crate::faces::{FaceError, code_of, codes_of, face_of};

/// The part of a wave of demands that the cards are working on.
///
/// A question that a player answers waits for everything before it: what the player answers may depend on that, and so may
/// whether its machine knows the answer yet.
#[derive(Clone, Default)]
pub(crate) struct Batch {
    /// Which demands these are.
    pub(crate) demands: Range<usize>,
    /// The task of each, in the cards' own numbers; none for a shuffle that repeats an earlier one, or for no cards.
    tasks: Vec<Option<usize>>,
}

/// Why outcomes cannot be handed on to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoOutcome {
    /// The card at this place is none: whoever brought it cheated.
    Unreadable(Option<Place>),
    /// It depended on a seat that has left.
    Left,
    /// Something is missing, which only a mistake in this program explains.
    Missing(usize),
}

impl Batch {
    /// The next demands to be met, beginning at `from`, and their tasks. `first` tasks come before them.
    pub(crate) fn next<F: Face>(
        demands: &[Demand<F>],
        from: usize,
        first: Vec<Task>,
    ) -> Result<(Self, Vec<Task>), FaceError> {
        let is_answered =
            |demand: &Demand<F>| matches!(demand, Demand::Ask { of: Answerer::Seat(_), .. });
        let later = demands.iter().skip(from + 1).position(is_answered);
        let until = later.map_or(demands.len(), |later| from + 1 + later);
        let (mut all, mut tasks) = (first, Vec::with_capacity(until - from));
        for number in from..until {
            let Some(demand) = demands.get(number) else { break };
            if repeats(demands, number).is_some() || is_about_nothing(demand) {
                tasks.push(None);
            } else {
                tasks.push(Some(all.len()));
                all.push(task_of(demand)?);
            }
        }
        Ok((Self { demands: from..until, tasks }, all))
    }

    /// The demands of these tasks, with the numbers of both.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let tasks = self.demands.clone().zip(&self.tasks);
        tasks.filter_map(|(demand, task)| Some((demand, (*task)?)))
    }

    /// Whether nothing had to be done for a demand.
    pub(crate) fn is_nothing(&self, demand: usize) -> bool {
        let at = demand.checked_sub(self.demands.start);
        matches!(at.and_then(|at| self.tasks.get(at)), Some(None))
    }

    /// What came of the demands, as the machine with these cards knows it.
    pub(crate) fn outcomes<F: Face>(
        &self,
        demands: &[Demand<F>],
        cards: &Cards,
        viewer: Viewer,
    ) -> Result<Vec<Outcome<F>>, NoOutcome> {
        let numbers = self.demands.clone().zip(&self.tasks);
        let outcome = |(number, task): (usize, &Option<usize>)| {
            let demand = demands.get(number).ok_or(NoOutcome::Missing(number))?;
            let Some(task) = *task else { return Ok(Outcome::Done) };
            outcome_of(demand, task, cards, viewer).unwrap_or(Err(NoOutcome::Missing(number)))
        };
        numbers.map(outcome).collect()
    }
}

fn outcome_of<F: Face>(
    demand: &Demand<F>,
    task: usize,
    cards: &Cards,
    viewer: Viewer,
) -> Option<Result<Outcome<F>, NoOutcome>> {
    let own = |seat: Seat| viewer == Viewer::Seat(seat);
    let outcome = cards.outcome(task)?;
    let place = match demand {
        Demand::Show { card, .. } | Demand::Reveal { card } => Some(place_of(*card)),
        _ => None,
    };
    let face = |code| match face_of(code) {
        Ok(face) => Ok(Outcome::Face(face)),
        Err(_) => Err(NoOutcome::Unreadable(place)),
    };
    Some(match (demand, outcome) {
        // What it would have seen is turned over when it is taken out.
        (Demand::Show { .. }, TaskOutcome::Left) => Ok(Outcome::Done),
        (_, TaskOutcome::Left) => Err(NoOutcome::Left),
        (_, TaskOutcome::Unreadable) => Err(NoOutcome::Unreadable(place)),
        (Demand::Show { card, to }, outcome) if own(*to) => {
            let told = if let TaskOutcome::Face(code) = outcome { Some(code) } else { None };
            // Who has seen it before is not shown it again.
            let seen = told.or_else(|| cards.face(place_of(*card)));
            seen.map_or(Err(NoOutcome::Unreadable(place)), face)
        }
        (Demand::Reveal { .. }, TaskOutcome::Face(code)) => face(code),
        (Demand::Ask { .. }, TaskOutcome::Answer(answer)) => Ok(Outcome::Answer(answer)),
        (Demand::Roll { .. }, TaskOutcome::Rolled(number)) => Ok(Outcome::Rolled(number)),
        (Demand::Mix { seat, .. }, _) if own(*seat) => {
            Ok(Outcome::Order(CardOrder(cards.order(task)?.to_vec())))
        }
        (Demand::Show { .. }, _) | (_, TaskOutcome::Done) => Ok(Outcome::Done),
        _ => return None,
    })
}

/// The place of a card: handles and places have the same numbers.
pub(crate) const fn place_of(card: Card) -> Place {
    Place(card.id())
}

/// The card at a place.
pub(crate) const fn card_at(place: Place) -> Card {
    Card::new(place.0)
}

pub(crate) fn places_of(cards: &[Card]) -> Vec<Place> {
    cards.iter().copied().map(place_of).collect()
}

/// Whether there is nothing to do, because there are no cards.
fn is_about_nothing<F>(demand: &Demand<F>) -> bool {
    let mut cards = 0;
    demand.each_card(|_| cards += 1);
    cards == 0 && !matches!(demand, Demand::Roll { .. })
}

fn task_of<F: Face>(demand: &Demand<F>) -> Result<Task, FaceError> {
    Ok(match demand {
        Demand::Bring { cards, faces } => Task::Bring {
            places: cards.into_iter().map(place_of).collect(),
            faces: codes_of(faces)?,
        },
        Demand::BringSealed { owner, cards } => {
            Task::BringSealed { owner: *owner, places: cards.into_iter().map(place_of).collect() }
        }
        Demand::Shuffle { cards } => Task::Shuffle { places: places_of(cards) },
        Demand::Show { card, to } => Task::Show { place: place_of(*card), to: *to },
        Demand::Reveal { card } => Task::Reveal { place: place_of(*card) },
        Demand::Ask { cards, of: Answerer::Seat(seat) } => {
            Task::Answer { seat: *seat, places: places_of(cards) }
        }
        Demand::Ask { cards, of: Answerer::Together { yes } } => {
            // Core asks all players together only about a single card.
            let place = cards.first().copied().map_or(Place(u16::MAX), place_of);
            Task::Test { place, yes: codes_of(yes)? }
        }
        Demand::Arrange { seat, cards, way } => Task::Arrange {
            seat: *seat,
            places: places_of(cards),
            way: match way {
                Way::Freely => places::Way::Freely,
                Way::Tuck => places::Way::Tuck,
            },
        },
        Demand::Mix { seat, cards } => Task::Mix { seat: *seat, places: places_of(cards) },
        Demand::Roll { sides } => Task::Roll { sides: *sides },
    })
}

/// The task that opens a card which an author has only told the face of.
pub(crate) fn reveal<F>((card, _): &(Card, F)) -> Task {
    Task::Reveal { place: place_of(*card) }
}

/// The code of what an author says is on a card.
pub(crate) fn said_code<F: Face>((card, face): &(Card, F)) -> Result<(Place, FaceCode), FaceError> {
    Ok((place_of(*card), code_of(*face)?))
}
