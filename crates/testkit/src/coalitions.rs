//! Coalitions: without a house, all players but one together learn nothing that none of them may see.

use facedown_core::{Answerer, Demand, Dice, Face, Game, Seat, layer};

use crate::machines::{Machines, Trace, Wave};
use crate::peers::{all_but, observe_machine, peer_cases};
use crate::suite::{Case, OtherFaces, Report, Suite, other_face};
use crate::violation::{Breach, Violation, text};
use crate::world::choose;

/// After how many actions another world is left for a new one. What is brought later is the same in the old one.
const LIFETIME: usize = 12;

/// Plays random games between machines, and beside them games in other worlds, in which the cards that all players but one
/// do not see have other faces; in every other one, the secret lists of the one are other lists. What the machines demand, in which layers, and what the others get must be the same, until
/// an outcome tells one of them the difference.
pub fn coalitions<G: Game>(suite: &Suite<G>) -> Result<Report, Violation> {
    let mut report = Report::default();
    for case in peer_cases(suite) {
        let machines = Machines::deal(case.options, case.seats, &case.seed());
        let machines = machines.map_err(|breach| case.violation(0, breach))?;
        let other_faces = suite.other_faces;
        let (others, report) = (Vec::new(), &mut report);
        let mut game = Beside { case: &case, machines, others, worlds: 0, other_faces, report };
        game.play(suite.longest)?;
        report.games += 1;
    }
    report.unless_idle(suite)
}

/// A game, and the same in other worlds.
struct Beside<'a, G: Game> {
    case: &'a Case<'a, G>,
    machines: Machines<G>,
    others: Vec<OtherWorld<G>>,
    /// How many other worlds there have been.
    worlds: usize,
    other_faces: Option<OtherFaces<G>>,
    report: &'a mut Report,
}

/// A world that all but one seat cannot tell from the real one.
struct OtherWorld<G: Game> {
    alone: Seat,
    machines: Machines<G>,
    /// The number of actions before it began.
    since: usize,
}

impl<G: Game> Beside<'_, G> {
    fn play(&mut self, longest: usize) -> Result<(), Violation> {
        let mut dice = self.case.choices();
        for step in 0..longest {
            self.others.retain(|world| step - world.since < LIFETIME);
            // Each seat has one other world at a time; when it has rightly diverged, a new one takes its place.
            for seat in self.case.seats.all().iter() {
                if self.others.iter().all(|world| world.alone != seat) {
                    let machines = self.other_world(seat, &mut dice);
                    self.others.push(OtherWorld { alone: seat, machines, since: step });
                }
            }
            let Some((seat, action)) = choose(self.machines.choices(), &mut dice) else { break };
            self.act(step, seat, &action).map_err(|breach| self.case.violation(step, breach))?;
        }
        Ok(())
    }

    fn other_world(&mut self, seat: Seat, dice: &mut Dice) -> Machines<G> {
        self.worlds += 1;
        let Some(other_faces) = self.other_faces.filter(|_| self.worlds % 2 == 1) else {
            return self.machines.redealt(seat, dice);
        };
        let mut is_other = false;
        let other = self.machines.relisted(seat, |face| {
            let other = other_face::<G>(other_faces, face, dice);
            is_other |= other != face;
            other
        });
        self.report.other_lists += usize::from(is_other);
        other
    }

    fn act(&mut self, step: usize, seat: Seat, action: &G::Action) -> Result<(), Breach> {
        let here = self.machines.act(seat, action)?;
        self.report.actions += 1;
        for OtherWorld { alone, machines: mut other, since } in std::mem::take(&mut self.others) {
            // What the lonely player does may not be permitted with other cards; then this world ends.
            if other.of(seat.into()).permits(action).is_err() {
                continue;
            }
            let there = other.act(seat, action)?;
            if self.tells(alone, &here, &there)? {
                self.report.divergences += 1;
                continue;
            }
            for viewer in all_but(self.case, alone) {
                let seen =
                    |machines: &Machines<G>| observe_machine(machines.of(viewer), step + 1, &[]);
                for ((_, here), (_, there)) in seen(&self.machines).iter().zip(&seen(&other)) {
                    same(alone, "what they get", here, there)?;
                    self.report.comparisons += 1;
                }
            }
            self.others.push(OtherWorld { alone, machines: other, since });
        }
        Ok(())
    }

    /// Whether an outcome tells one of the others the difference. Until it does, everything must be the same.
    fn tells(
        &mut self,
        alone: Seat,
        here: &Trace<G::Face>,
        there: &Trace<G::Face>,
    ) -> Result<bool, Breach> {
        let cards = |trace: &Trace<G::Face>| {
            let cards: Vec<_> = trace.turned.iter().map(|(card, _)| card.id()).collect();
            format!("{cards:?}, {:?}", trace.brought)
        };
        let pairs = here.turned.iter().zip(&there.turned);
        if pairs.clone().any(|(one, two)| one.0 == two.0 && one.1 != two.1) {
            return Ok(true);
        }
        same(alone, "the cards that come with the action", &cards(here), &cards(there))?;
        let waves = here.waves.len().max(there.waves.len());
        for number in 0..waves {
            let (one, two) = (here.waves.get(number), there.waves.get(number));
            same(alone, "the demands", &wave_text(one), &wave_text(two))?;
            self.report.comparisons += 1;
            for ((_, one), (_, two)) in one.into_iter().flatten().zip(two.into_iter().flatten()) {
                let told = |viewer| one.outcome_for(viewer) != two.outcome_for(viewer);
                if all_but(self.case, alone).any(told) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// A wave as text: the demands and their layers.
fn wave_text<F: Face>(wave: Option<&Wave<F>>) -> String {
    let demands: Vec<_> = wave.into_iter().flatten().map(|(demand, _)| demand.clone()).collect();
    let texts: Vec<String> = demands.iter().map(demand_text).collect();
    format!("{texts:?} in layers {:?}", layer(&demands))
}

/// A demand as text.
fn demand_text<F: Face>(demand: &Demand<F>) -> String {
    match demand {
        Demand::Bring { faces, .. } => format!("bring {}", text(faces)),
        Demand::BringSealed { owner, cards } => format!("{} sealed cards of {owner}", cards.len()),
        Demand::Shuffle { cards } => format!("shuffle {}", text(cards)),
        Demand::Show { card, to } => format!("show {card} to {to}"),
        Demand::Reveal { card } => format!("reveal {card}"),
        Demand::Ask { cards, of: Answerer::Seat(seat) } => {
            format!("ask {seat} about {}", text(cards))
        }
        Demand::Ask { cards, of: Answerer::Together { yes } } => {
            format!("ask whether {} is one of {}", text(cards), text(yes))
        }
        Demand::Arrange { seat, cards, way } => format!("{seat} arranges {} {way:?}", text(cards)),
        Demand::Mix { seat, cards } => format!("{seat} mixes {}", text(cards)),
        Demand::Roll { sides } => format!("roll a die of {sides}"),
    }
}

fn same(seat: Seat, what: &'static str, here: &str, there: &str) -> Result<(), Breach> {
    if here == there {
        return Ok(());
    }
    let (here, there) = (here.to_owned(), there.to_owned());
    Err(Breach::CoalitionNotices { seat, what, here, there })
}
