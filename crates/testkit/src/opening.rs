//! The deal: public events report everything that the dealer discloses to everybody during the deal, and nothing else.

use std::collections::BTreeMap;

use facedown_core::{Dealt, Game, House, Recipient, Viewer};

use crate::suite::{Case, Suite};
use crate::trace::{Tracer, VerbUse};
use crate::violation::{Aspect, Breach, Violation, text};

/// How many deals of each table are compared.
const DEALS: u64 = 60;

/// Deals from many seeds. Deals with the same disclosures to everybody must have the same public state and events; deals
/// with different disclosures must have different events.
pub(crate) fn openings<G: Game>(suite: &Suite<G>) -> Result<(), Violation> {
    for (options, seats) in suite.tables() {
        let mut by_lessons: BTreeMap<Vec<String>, Opening> = BTreeMap::new();
        let mut by_events: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for number in 0..DEALS {
            let case: Case<'_, G> = Case { options, seats, number };
            let wrong = |breach| case.violation(0, breach);
            let opening = Opening::of(&case).map_err(|holdup| wrong(Breach::DealError(holdup)))?;
            let known = by_events.entry(opening.events.clone()).or_insert(opening.lessons.clone());
            if *known != opening.lessons {
                let different = opening
                    .lessons
                    .iter()
                    .chain(&*known)
                    .find(|lesson| opening.lessons.contains(lesson) != known.contains(lesson));
                let verb = different.cloned().unwrap_or_default();
                return Err(wrong(Breach::SilentDisclosure { verb }));
            }
            let known = by_lessons.entry(opening.lessons.clone()).or_insert(opening.clone());
            opening.is_like(known).map_err(wrong)?;
        }
    }
    Ok(())
}

/// The public part of a deal.
#[derive(Clone)]
struct Opening {
    /// What the dealer disclosed to everybody.
    lessons: Vec<String>,
    state: String,
    events: String,
    verbs: Vec<String>,
}

impl Opening {
    fn of<G: Game>(case: &Case<'_, G>) -> Dealt<Self> {
        let mut house: House<G> = House::seeded(&case.seed());
        let mut tracer = Tracer::new(&mut house);
        let game = G::deal(case.options, case.seats, &mut tracer)?;
        let verb_uses = tracer.into_verb_uses();
        let public = house.told().iter().filter(|told| told.to == Recipient::Everybody);
        let events: Vec<_> = public.map(|told| &told.event).collect();
        Ok(Self {
            lessons: verb_uses.iter().filter_map(lesson).collect(),
            state: text(&game),
            events: text(&events),
            verbs: verb_uses.into_iter().map(|verb_use| verb_use.verb).collect(),
        })
    }

    fn is_like(&self, other: &Self) -> Result<(), Breach> {
        let aspects = [
            (Aspect::Verbs, text(&self.verbs), text(&other.verbs)),
            (Aspect::State, self.state.clone(), other.state.clone()),
            (Aspect::Events, self.events.clone(), other.events.clone()),
        ];
        let differs = aspects.into_iter().find(|(_, here, there)| here != there);
        differs.map_or(Ok(()), |(aspect, here, there)| {
            Err(Breach::Noticed { viewer: Viewer::Spectator, aspect, here, there })
        })
    }
}

fn lesson(verb_use: &VerbUse) -> Option<String> {
    Some(format!("{} is {}", verb_use.verb, verb_use.lesson_for(Viewer::Spectator)?))
}
