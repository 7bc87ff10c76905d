//! The opening: what the dealer tells everybody during the deal is told at the table, and nothing else matters.

use std::collections::BTreeMap;

use facedown_core::{Dealt, Game, House, To, Viewer};

use crate::suite::{Case, Suite};
use crate::trace::{Deed, Tracer};
use crate::violation::{Aspect, Breach, Violation, text};

/// How many deals of each table are compared.
const DEALS: u64 = 60;

/// Deals from many seeds. Where the dealer told everybody the same, the public state and events must be the
/// same; where it told them something else, the events must say so.
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

/// What everybody can know of a deal.
#[derive(Clone)]
struct Opening {
    /// What the dealer told everybody.
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
        let deeds = tracer.into_deeds();
        let public = house.told().iter().filter(|told| told.to == To::Everybody);
        let events: Vec<_> = public.map(|told| &told.event).collect();
        Ok(Self {
            lessons: deeds.iter().filter_map(lesson).collect(),
            state: text(&game),
            events: text(&events),
            verbs: deeds.into_iter().map(|deed| deed.verb).collect(),
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

fn lesson(deed: &Deed) -> Option<String> {
    Some(format!("{} is {}", deed.verb, deed.lesson_for(Viewer::Spectator)?))
}
